//! Finding the n-th set bit of a word, the first step of every random move.

/// The position of the set bit of `word` that has `rank` lower ones set; there must be one.
#[hot]
pub(crate) fn select_bit(word: u64, rank: u32) -> u32 {
    debug_assert!(rank < word.count_ones());
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if deposit::is_quick() {
        return deposit::select(word, rank);
    }
    broadword(word, rank)
}

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = ONES << 7;

/// `SELECT_IN_BYTE[rank][byte]` is the position of the bit that has `rank` lower ones set.
static SELECT_IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut rank = 0;
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[rank][byte] = bit as u8;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The position of the set bit of `word` that has `rank` lower ones set (Vigna's broadword select:
/// running sums of the bytes' counts in one multiplication, all eight compared with the rank at
/// once, a table for the last byte).
#[hot]
pub(crate) fn broadword(word: u64, rank: u32) -> u32 {
    let pairs = word - ((word >> 1) & (ONES * 0x55));
    let nibbles = (pairs & (ONES * 0x33)) + ((pairs >> 2) & (ONES * 0x33));
    let bytes = (nibbles + (nibbles >> 4)) & (ONES * 0x0f);
    let sums = bytes.wrapping_mul(ONES);
    // A byte's top bit survives where the running sum is at most the rank: those bytes lie below
    // the one we want.
    let below = (((u64::from(rank) * ONES) | TOPS) - sums) & TOPS;
    let shift = ((below >> 7).wrapping_mul(ONES) >> 53) as u32 & 0x78;
    let rank = rank - ((sums << 8) >> shift) as u32 % 256;
    shift + u32::from(SELECT_IN_BYTE[rank as usize & 7][(word >> shift) as usize & 0xff])
}

/// The same with one instruction, where the processor has it: random 9×9 playouts are a fifth
/// quicker for it.
///
/// Detected at run time and written in assembly, so that every build has it; a function compiled for
/// the instruction set could not be inlined here.
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod deposit {
    use core::arch::asm;
    use core::arch::x86_64::__cpuid;
    use core::sync::atomic::{AtomicU8, Ordering};

    const UNKNOWN: u8 = 0;
    const NO: u8 = 1;
    const YES: u8 = 2;

    static QUICK: AtomicU8 = AtomicU8::new(UNKNOWN);

    #[hot]
    pub(super) fn is_quick() -> bool {
        match QUICK.load(Ordering::Relaxed) {
            YES => true,
            NO => false,
            _ => ask(),
        }
    }

    /// Whether there is BMI2, and not in microcode as on AMD's processors before family 19h, where
    /// it takes hundreds of cycles.
    #[cold]
    #[inline(never)]
    // Newer compilers know that asking is safe.
    #[allow(unused_unsafe)]
    fn ask() -> bool {
        // SAFETY: every x86-64 processor has the instruction, and leaf 7 is asked for only if leaf
        // 0 says that it exists.
        let (basic, version, extended) = unsafe {
            let basic = __cpuid(0);
            (basic, __cpuid(1).eax, if basic.eax >= 7 { __cpuid(7).ebx } else { 0 })
        };
        let has_bmi2 = extended & 1 << 8 != 0;
        let is_amd = basic.ebx == u32::from_le_bytes(*b"Auth");
        let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
        let quick = has_bmi2 && !(is_amd && family < 0x19);
        QUICK.store(if quick { YES } else { NO }, Ordering::Relaxed);
        quick
    }

    /// To be called only after [`is_quick`] said so.
    #[hot]
    pub(super) fn select(word: u64, rank: u32) -> u32 {
        let bit: u64;
        // SAFETY: the instruction exists (`is_quick`) and touches nothing but its registers.
        unsafe {
            asm!(
                "pdep {bit}, {place}, {word}",
                bit = lateout(reg) bit,
                place = in(reg) 1u64 << rank,
                word = in(reg) word,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        bit.trailing_zeros()
    }
}
