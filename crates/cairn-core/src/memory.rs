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

/// A player's memory: the same words whenever it is asked.
///
/// A slice, an array and, with the feature `std`, a vector, a box and an [`OwnedBlock`] are blocks.
///
/// # Safety
/// From its making to its end, [`Block::words`] returns the same number of words, with what was
/// last written to them, and nobody else uses them. (A block that is moved may take its words
/// along.) If [`Block::is_zeroed`] says so, all of them are zero.
///
/// A search trusts these promises, so only unsafe code can make them:
///
/// ```compile_fail,E0200
/// use cairn_core::memory::{Block, Word};
/// struct Fickle([Vec<Word>; 2]);
/// impl Block for Fickle {
///     fn words(&mut self) -> &mut [Word] {
///         self.0.reverse();
///         &mut self.0[0]
///     }
/// }
/// ```
///
/// (Only the word `unsafe` is missing there. With it, the same breaks its promise and compiles:)
///
/// ```
/// use cairn_core::memory::{Block, Word};
/// struct Fickle([Vec<Word>; 2]);
/// unsafe impl Block for Fickle {
///     fn words(&mut self) -> &mut [Word] {
///         self.0.reverse();
///         &mut self.0[0]
///     }
/// }
/// ```
pub unsafe trait Block {
    /// The words.
    fn words(&mut self) -> &mut [Word];

    /// Whether the words are known to be zero, so that nobody has to write gigabytes of zeros.
    fn is_zeroed(&self) -> bool {
        false
    }
}

// SAFETY: a reference does not change where it points to.
unsafe impl Block for &mut [Word] {
    #[inline(always)]
    fn words(&mut self) -> &mut [Word] {
        self
    }
}

// SAFETY: as above.
unsafe impl<const N: usize> Block for &mut [Word; N] {
    #[inline(always)]
    fn words(&mut self) -> &mut [Word] {
        *self
    }
}

// SAFETY: an array has its words in itself.
unsafe impl<const N: usize> Block for [Word; N] {
    #[inline(always)]
    fn words(&mut self) -> &mut [Word] {
        self
    }
}

#[cfg(feature = "std")]
pub use owned::OwnedBlock;

#[cfg(feature = "std")]
mod owned {
    use std::alloc::{Layout, alloc_zeroed};
    use std::boxed::Box;
    use std::vec::Vec;

    use super::{Block, Word};

    // SAFETY: a vector that nobody else can reach keeps its words and their number.
    unsafe impl Block for Vec<Word> {
        #[inline(always)]
        fn words(&mut self) -> &mut [Word] {
            self
        }
    }

    // SAFETY: as above.
    unsafe impl Block for Box<[Word]> {
        #[inline(always)]
        fn words(&mut self) -> &mut [Word] {
            self
        }
    }

    /// Memory from the system, which is zero from the start: a large block costs nothing until
    /// the search gets to it.
    ///
    /// ```
    /// use cairn_core::memory::OwnedBlock;
    /// assert!(OwnedBlock::new(1 << 20).is_some());
    /// assert!(OwnedBlock::new(usize::MAX).is_none(), "there is not that much");
    /// ```
    pub struct OwnedBlock {
        words: Box<[Word]>,
        zeroed: bool,
    }

    impl OwnedBlock {
        /// A block of `words` words; `None` if the system does not give them.
        pub fn new(words: usize) -> Option<Self> {
            if words == 0 {
                return Some(OwnedBlock { words: Box::new([]), zeroed: true });
            }
            let layout = Layout::array::<Word>(words).ok()?;
            // SAFETY: the layout is not empty.
            let start = unsafe { alloc_zeroed(layout) }.cast::<Word>();
            if start.is_null() {
                return None;
            }
            // SAFETY: it was allocated with the layout of such a slice, and nobody else has it.
            let words = unsafe { Box::from_raw(core::ptr::slice_from_raw_parts_mut(start, words)) };
            Some(OwnedBlock { words, zeroed: true })
        }
    }

    // SAFETY: the box keeps its words; they are zero until they are first given out.
    unsafe impl Block for OwnedBlock {
        #[inline(always)]
        fn words(&mut self) -> &mut [Word] {
            self.zeroed = false;
            &mut self.words
        }

        fn is_zeroed(&self) -> bool {
            self.zeroed
        }
    }
}

/// Types that a zeroed region may be read as.
///
/// # Safety
/// All-zero bytes must be a valid value.
pub(crate) unsafe trait Zeroable {}

// SAFETY: zero is a valid integer or float.
unsafe impl Zeroable for u8 {}
// SAFETY: as above.
unsafe impl Zeroable for u16 {}
// SAFETY: as above.
unsafe impl Zeroable for u32 {}
// SAFETY: as above.
unsafe impl Zeroable for u64 {}
// SAFETY: as above.
unsafe impl Zeroable for f32 {}
// SAFETY: MaybeUninit promises nothing about its bytes.
unsafe impl<T> Zeroable for MaybeUninit<T> {}

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

impl<T: Zeroable> Region<T> {
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
