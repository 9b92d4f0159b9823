//! The generator is the published one, and its numbers are spread evenly.

use cairn_core::Rng;

/// One step of xoshiro128++, written from the authors' C code.
fn xoshiro([a, b, c, d]: &mut [u32; 4]) -> u32 {
    let result = a.wrapping_add(*d).rotate_left(7).wrapping_add(*a);
    let shifted = *b << 9;
    (*c, *d) = (*c ^ *a, *d ^ *b);
    (*b, *a) = (*b ^ *c, *a ^ *d);
    *c ^= shifted;
    *d = d.rotate_left(11);
    result
}

/// Two steps of SplitMix64, written from its author's C code, as four words.
fn split_mix(seed: u64) -> [u32; 4] {
    let word = |step: u64| {
        let mut z = seed.wrapping_add(step.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    [word(1) as u32, (word(1) >> 32) as u32, word(2) as u32, (word(2) >> 32) as u32]
}

#[test]
fn is_xoshiro128_plus_plus_seeded_by_split_mix() {
    // The published first outputs of both.
    let mut state = [1, 2, 3, 4];
    let first = [(); 5].map(|()| xoshiro(&mut state));
    assert_eq!(first, [641, 1573767, 3222811527, 3517856514, 836907274]);
    let words = |first: u64, second: u64| [first, first >> 32, second, second >> 32];
    let published = words(6457827717110365317, 3203168211198807973).map(|word| word as u32);
    assert_eq!(split_mix(1234567), published);
    for seed in [0, 1, 7, 1 << 32, u64::MAX] {
        let (mut rng, mut state) = (Rng::new(seed), split_mix(seed));
        for _ in 0..100 {
            assert_eq!(rng.next_u32(), xoshiro(&mut state), "seed {seed}");
        }
    }
}

#[test]
fn below_is_uniform() {
    let mut rng = Rng::new(1);
    let mut counts = [0u32; 7];
    for _ in 0..70_000 {
        counts[rng.below(7) as usize] += 1;
    }
    let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
    assert!(chi2 < 22.5, "chi-squared {chi2} is beyond the 0.1 % point of 6 degrees");
}
