//! How much of the stack was ever used: before the start it is painted, and what is no longer that
//! colour was used.

use cortex_m_rt::STACK_PAINT_VALUE;

unsafe extern "C" {
    /// The lowest word of the stack.
    static _stack_end: u32;
    /// The word after its highest.
    static _stack_start: u32;
}

fn bounds() -> (*const u32, *const u32) {
    (&raw const _stack_end, &raw const _stack_start)
}

/// The size of the stack in bytes.
pub fn bytes() -> usize {
    let (low, high) = bounds();
    high.addr() - low.addr()
}

/// The most bytes that were in use at a time, so far.
pub fn used() -> usize {
    let (low, high) = bounds();
    let mut at = low;
    // SAFETY: all words from low to high are the stack's, and what is in them is only compared.
    while at < high && unsafe { at.read_volatile() } == STACK_PAINT_VALUE {
        at = at.wrapping_add(1);
    }
    high.addr() - at.addr()
}

/// Uses more stack than there is.
pub fn overflow() -> ! {
    #[allow(unconditional_recursion)]
    fn deeper(depth: u32) -> u32 {
        let frame = core::hint::black_box([depth; 16]);
        frame[0] + deeper(depth + 1) + frame[15]
    }
    panic!("there was room for {} calls", deeper(0));
}
