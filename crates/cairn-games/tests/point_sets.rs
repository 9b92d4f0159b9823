//! Sets of points: both representations agree, and with what an iterator finds.

use cairn_core::Rng;
use cairn_games::bits::{PointSet, Points, Wide, Words};

fn random_word(rng: &mut Rng) -> u64 {
    let word = u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32());
    match rng.below(4) {
        0 => word,
        1 => word & word.rotate_left(7) & word.rotate_left(29),
        2 => word | word.rotate_left(7) | word.rotate_left(29),
        _ => 0,
    }
}

fn select_agrees_with_the_iterator<S: PointSet>(rng: &mut Rng) {
    let set = S::from_words(|_| random_word(rng));
    assert_eq!(Points(set).count(), set.count() as usize);
    for (rank, point) in Points(set).enumerate() {
        assert_eq!(set.select(rank as u32), point);
        assert!(set.contains(point));
    }
    let again = Points(set).fold(S::EMPTY, |all, point| all | S::single(point));
    assert_eq!(again, set);
}

#[test]
fn select_finds_each_point() {
    let mut rng = Rng::new(1);
    for _ in 0..2_000 {
        select_agrees_with_the_iterator::<Wide>(&mut rng);
        select_agrees_with_the_iterator::<Words<6>>(&mut rng);
    }
}

#[test]
fn both_representations_shift_alike() {
    let mut rng = Rng::new(2);
    for _ in 0..2_000 {
        let wide = Wide::from_words(|_| random_word(&mut rng));
        let words = Words::<2>::from_words(|i| wide.word(i));
        let n = 1 + rng.below(19);
        for i in 0..2 {
            assert_eq!(wide.higher(n).word(i), words.higher(n).word(i));
            assert_eq!(wide.lower(n).word(i), words.lower(n).word(i));
        }
    }
}

#[test]
fn layout_is_the_same_everywhere() {
    assert_eq!((size_of::<Wide>(), align_of::<Wide>()), (16, 8));
    assert_eq!(size_of::<Words<6>>(), 48);
}
