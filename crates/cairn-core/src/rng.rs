//! The random number generator: small, integer, and the same on every machine.

/// xoshiro128++ (Blackman and Vigna), seeded through SplitMix64.
///
/// Its state is four 32-bit words, and its widest operation is a 32×32→64-bit product. So it is fast
/// on a microcontroller too, and every target draws the same sequence.
///
/// ```
/// let mut a = cairn_core::Rng::new(7);
/// let mut b = cairn_core::Rng::new(7);
/// assert_eq!(a.next_u32(), b.next_u32());
/// assert!(a.below(6) < 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u32; 4],
}

/// One step of SplitMix64.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The seed of number `index` of several independent things, such as the games of a match, made from
/// the `seed` of the whole.
///
/// ```
/// use cairn_core::rng::derive_seed;
/// assert_ne!(derive_seed(1, 0), derive_seed(1, 1));
/// assert_ne!(derive_seed(1, 0), derive_seed(0, 1));
/// ```
pub fn derive_seed(seed: u64, index: u64) -> u64 {
    let mut state = seed;
    let mixed = split_mix(&mut state);
    let mut state = mixed ^ index.wrapping_mul(0xd605_bbb5_8c8a_bc2d);
    split_mix(&mut state)
}

impl Rng {
    /// A generator whose sequence depends only on `seed`.
    pub fn new(seed: u64) -> Self {
        let mut spread = seed;
        let a = split_mix(&mut spread);
        let b = split_mix(&mut spread);
        // SplitMix64 is a bijection of a moving counter, so the two words are never both zero.
        Rng { state: [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32] }
    }

    /// The next 32 random bits.
    #[hot]
    pub fn next_u32(&mut self) -> u32 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(7).wrapping_add(s[0]);
        let t = s[1] << 9;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(11);
        result
    }

    /// A number below `n`, each with exactly the same probability (Lemire's method). `n` must be at
    /// least 1.
    #[hot]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        let mut product = u64::from(self.next_u32()) * u64::from(n);
        if (product as u32) < n {
            // Rare, one in 2³²/n draws. Reject the few products that would favour small numbers.
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }
}
