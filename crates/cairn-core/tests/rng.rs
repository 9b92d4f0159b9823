//! The random numbers are spread evenly.

use cairn_core::Rng;

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
