//! One block of memory per player, carved into regions.
//!
//! A search never allocates. When it is made, a [`Carver`] gives everything that the search will need
//! its place in the block. The sum of the parts is exactly the number of bytes that the player uses.
//! The block may be a static array, a slice or a box.
//!
//! The layout has no pointers and no `usize`, so a player uses the same number of bytes on a server
//! and on a microcontroller.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The unit of a block: eight bytes with the alignment of a `u64`, initialized or not.
///
/// ```
/// use cairn_core::memory::Word;
/// static mut BLOCK: [Word; 1024] = [Word::uninit(); 1024]; // 8 KiB, without an initial value in flash
/// ```
pub type Word = MaybeUninit<u64>;

/// The number of words that hold `bytes` bytes.
pub const fn words(bytes: usize) -> usize {
    bytes.div_ceil(size_of::<Word>())
}

/// A player's memory.
///
/// Slices and arrays are blocks. With the feature `std`, so are vectors, boxes and [`OwnedBlock`].
///
/// # Safety
/// [`Block::words`] must always return the same number of words, with the contents that were last
/// written to them, and nothing else may use them. (They may move when the block is moved.) If
/// [`Block::is_zeroed`] returns true, all words must be zero.
///
/// A search relies on this, so implementing the trait is unsafe. Without the word `unsafe`, this does
/// not compile, and with it the implementation would be wrong, because the words change:
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
pub unsafe trait Block {
    /// The words.
    fn words(&mut self) -> &mut [Word];

    /// Whether all words are known to be zero, so that a large block need not be filled with zeros.
    fn is_zeroed(&self) -> bool {
        false
    }
}

macro_rules! blocks {
    ($([$($generics:tt)*] $block:ty;)*) => {
        $(
            // SAFETY: its words are always the same, and it owns them or borrows them exclusively.
            unsafe impl<$($generics)*> Block for $block {
                #[hot]
                fn words(&mut self) -> &mut [Word] {
                    &mut self[..]
                }
            }
        )*
    };
}

blocks! {
    [] &mut [Word];
    [const N: usize] &mut [Word; N];
    [const N: usize] [Word; N];
}

#[cfg(feature = "std")]
pub use owned::OwnedBlock;

#[cfg(feature = "std")]
mod owned {
    use std::alloc::{Layout, alloc_zeroed};
    use std::boxed::Box;
    use std::vec::Vec;

    use super::{Block, Word};

    blocks! {
        [] Vec<Word>;
        [] Box<[Word]>;
    }

    /// Memory from the system, which is zero from the start. A large block takes no time to make:
    /// the system provides each page when the search first uses it.
    ///
    /// ```
    /// use cairn_core::memory::OwnedBlock;
    /// assert!(OwnedBlock::new(1 << 20).is_some());
    /// assert!(OwnedBlock::new(usize::MAX).is_none());
    /// ```
    pub struct OwnedBlock {
        words: Box<[Word]>,
        zeroed: bool,
    }

    impl OwnedBlock {
        /// A block of `words` words; `None` if there is not enough memory.
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
            // SAFETY: it was allocated with the layout of such a slice, and nothing else uses it.
            let words = unsafe { Box::from_raw(core::ptr::slice_from_raw_parts_mut(start, words)) };
            Some(OwnedBlock { words, zeroed: true })
        }
    }

    // SAFETY: the box keeps its words; they are zero until they are first given out.
    unsafe impl Block for OwnedBlock {
        #[hot]
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
pub unsafe trait Zeroable {}

macro_rules! zeroable {
    ($($number:ty)*) => {
        // SAFETY: zero is a valid integer or float.
        $(unsafe impl Zeroable for $number {})*
    };
}

zeroable!(u8 u16 i16 u32 u64 f32);

// SAFETY: MaybeUninit promises nothing about its bytes.
unsafe impl<T> Zeroable for MaybeUninit<T> {}

/// The place of `len` values of type `T` in a block.
pub struct Region<T> {
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
    /// The same region as values of another type. It may be read only as the type that it was carved
    /// for.
    #[hot]
    pub(crate) fn cast<U>(self) -> Region<U> {
        Region { offset: self.offset, len: self.len, content: PhantomData }
    }
}

impl<T: Zeroable> Region<T> {
    /// The region's values.
    ///
    /// # Safety
    /// The region must have been carved for `T`s. `base` must point to a block that is as large as the
    /// carver says, was filled with zeros once (unless `T` is a `MaybeUninit`), is borrowed for `'a` and
    /// is used only with regions of that carver. No region may be borrowed twice at the same time.
    #[hot]
    pub unsafe fn of<'a>(self, base: *mut Word) -> &'a mut [T] {
        // SAFETY: the carver put the region inside the block, aligned, and separate from all others.
        // The caller promises the rest.
        unsafe {
            core::slice::from_raw_parts_mut(base.cast::<u8>().add(self.offset).cast(), self.len)
        }
    }
}

/// Divides a block into regions, one after the other: those of a search, or a search and what a
/// program keeps beside it.
#[derive(Default)]
pub struct Carver {
    bytes: usize,
}

impl Carver {
    /// A region for `len` values.
    pub fn take<T>(&mut self, len: usize) -> Region<T> {
        const { assert!(align_of::<T>() <= align_of::<Word>(), "a block is aligned to 8 bytes") };
        // Sums saturate: a block that is too large must not seem small where `usize` has 32 bits.
        let offset = self.bytes.checked_next_multiple_of(align_of::<T>()).unwrap_or(usize::MAX);
        if len > 0 {
            self.bytes = offset.saturating_add(len.saturating_mul(size_of::<T>()));
        }
        Region { offset: if len > 0 { offset } else { 0 }, len, content: PhantomData }
    }

    /// A region for `len` unsigned integers of 8, 16, 32 or 64 bits.
    pub(crate) fn take_integers(&mut self, bits: u32, len: usize) -> Region<u8> {
        match bits {
            8 => self.take::<u8>(len),
            16 => self.take::<u16>(len).cast(),
            32 => self.take::<u32>(len).cast(),
            _ => self.take::<u64>(len).cast(),
        }
    }

    /// The bytes of all regions so far, rounded up to whole words.
    pub fn bytes(&self) -> usize {
        words(self.bytes).saturating_mul(size_of::<Word>())
    }
}

/// Makes the first `bytes` bytes of a block zero, for a search. An error is the size of a block that is
/// too small.
pub(crate) fn prepare<B: Block>(block: &mut B, bytes: usize) -> Result<(), usize> {
    let zeroed = block.is_zeroed();
    let all = block.words();
    let given = size_of_val(all);
    let used = all.get_mut(..words(bytes)).ok_or(given)?;
    if !zeroed {
        used.fill(Word::new(0));
    }
    Ok(())
}
