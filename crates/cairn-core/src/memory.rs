//! One block of memory per player, carved into regions.
//!
//! A search never allocates. Before it starts, a `Carver` walks through everything the search will
//! need and gives each part its place; the sum is the number of bytes the player takes, no more and
//! no less. The block may be a static array, a slice of the caller's, or a box made once.
//!
//! The layout holds no pointers and no `usize`, so the same player takes the same bytes on a server
//! and on a microcontroller.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The unit of a block: eight bytes, aligned as such, contents not looked at.
///
/// ```
/// use cairn_core::memory::Word;
/// static mut BLOCK: [Word; 1024] = [Word::uninit(); 1024]; // 8 KiB that need no initial image
/// ```
pub type Word = MaybeUninit<u64>;

/// How many words hold this many bytes.
pub const fn words(bytes: usize) -> usize {
    bytes.div_ceil(size_of::<Word>())
}

/// Types that a zeroed region may be read as.
///
/// # Safety
/// All-zero bytes must be a valid value.
pub(crate) unsafe trait Plain {}

// SAFETY: zero is a valid integer or float.
unsafe impl Plain for u8 {}
// SAFETY: as above.
unsafe impl Plain for u16 {}
// SAFETY: as above.
unsafe impl Plain for u32 {}
// SAFETY: as above.
unsafe impl Plain for u64 {}
// SAFETY: as above.
unsafe impl Plain for f32 {}
// SAFETY: MaybeUninit promises nothing about its bytes.
unsafe impl<T> Plain for MaybeUninit<T> {}

/// The place of `len` values of type `T` in a block.
pub(crate) struct Region<T> {
    offset: usize,
    len: usize,
    content: PhantomData<fn() -> T>,
}

impl<T> Clone for Region<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Region<T> {}

impl<T> Region<T> {
    /// The same place and number of values, to be read as another type: the one it was carved as,
    /// or not at all.
    #[inline(always)]
    pub(crate) fn cast<U>(self) -> Region<U> {
        Region { offset: self.offset, len: self.len, content: PhantomData }
    }
}

impl<T: Plain> Region<T> {
    /// The region's values.
    ///
    /// # Safety
    /// The region must have been carved as `T`s. `base` must point to a zero-filled (at least once) block as large as the carver that made
    /// this region says, borrowed for `'a`, used with regions of that carver only, and this region
    /// must not be borrowed twice at a time.
    #[inline(always)]
    pub(crate) unsafe fn of<'a>(self, base: *mut Word) -> &'a mut [T] {
        // SAFETY: the carver kept the region inside the block, aligned, and apart from all others;
        // the caller promises the rest.
        unsafe {
            core::slice::from_raw_parts_mut(base.cast::<u8>().add(self.offset).cast(), self.len)
        }
    }
}

/// Hands out regions, one after the other.
#[derive(Default)]
pub(crate) struct Carver {
    bytes: usize,
}

impl Carver {
    /// Room for `len` values.
    pub(crate) fn take<T>(&mut self, len: usize) -> Region<T> {
        const { assert!(align_of::<T>() <= align_of::<Word>(), "a block is aligned to 8 bytes") };
        // More than there can be stays more than there can be, also where addresses have 32 bits.
        let offset = self.bytes.checked_next_multiple_of(align_of::<T>()).unwrap_or(usize::MAX);
        if len > 0 {
            self.bytes = offset.saturating_add(len.saturating_mul(size_of::<T>()));
        }
        Region { offset: if len > 0 { offset } else { 0 }, len, content: PhantomData }
    }

    /// Everything handed out so far, in whole words.
    pub(crate) fn bytes(&self) -> usize {
        words(self.bytes).saturating_mul(size_of::<Word>())
    }
}

/// Makes every byte of a block zero.
pub(crate) fn zero(block: &mut [Word]) {
    block.fill(Word::new(0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_stays_too_much() {
        let mut carver = Carver::default();
        carver.take::<u64>(usize::MAX / 8);
        carver.take::<u8>(100);
        carver.take::<f32>(1);
        assert_eq!(carver.bytes(), usize::MAX);
    }

    #[test]
    fn regions_are_aligned_disjoint_and_inside() {
        let mut carver = Carver::default();
        let bytes = carver.take::<u8>(3);
        let floats = carver.take::<f32>(2);
        let none = carver.take::<u64>(0);
        let pair = carver.take::<u16>(1);
        assert_eq!(carver.bytes(), 16);
        let mut block = [Word::uninit(); 2];
        zero(&mut block);
        let base = block.as_mut_ptr();
        // SAFETY: the block is as large as the carver said and each region is borrowed once.
        let (a, b, c, d) =
            unsafe { (bytes.of(base), floats.of(base), none.of(base), pair.of(base)) };
        a.fill(255);
        d[0] = 0x1234;
        assert_eq!((&*b, c.len()), (&[0.0, 0.0][..], 0));
        b.fill(1.0);
        assert_eq!((&*a, d[0]), (&[255; 3][..], 0x1234));
    }
}
