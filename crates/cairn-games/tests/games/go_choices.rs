//! The quick choices against the contract's defaults, and the random one against chance itself.

use cairn_core::Rng;
use cairn_core::game::{Game, best_of};
use cairn_games::go::{Geometry, Go, Go9, GoAny};

/// Calls `look` with the positions of some random games.
fn positions<B: Geometry>(start: Go<B>, games: u32, rng: &mut Rng, mut look: impl FnMut(Go<B>)) {
    for _ in 0..games {
        let mut position = start;
        for _ in 0..start.max_plies() {
            look(position);
            // Some passes and some filled eyes, so that odd positions turn up as well.
            let mv = if rng.below(20) == 0 {
                let choice = rng.below(position.legal_moves().count() as u32);
                position.legal_moves().nth(choice as usize).unwrap()
            } else {
                position.random_playout_move(rng)
            };
            position.play(mv);
            if position.turn().is_over() {
                break;
            }
        }
    }
}

/// `levels` different scores: few make many ties.
fn coarse(rng: &mut Rng, keys: usize, levels: u32) -> Vec<f32> {
    let mut scores = vec![0.0; keys.next_multiple_of(8)];
    scores[..keys].fill_with(|| rng.below(levels) as f32 / 4.0);
    scores
}

fn same_as_defaults<B: Geometry>(start: Go<B>, games: u32) {
    let mut rng = Rng::new(5);
    let mut scoring = Rng::new(6);
    positions(start, games, &mut rng, |position| {
        for levels in [1, 2, 5, 40, 100_000] {
            let mut scores = coarse(&mut scoring, position.keys(), levels);
            let (mut ours, mut theirs) = (scoring, scoring);
            let default =
                best_of(|| position.playout_moves(), |mv| scores[position.key(mv)], &mut theirs);
            assert_eq!(Some(position.best_playout_move(&scores, &mut ours)), default);
            assert_eq!(ours, theirs, "the same draws");

            for score in &mut scores[..position.keys()] {
                *score -= 0.5;
                match scoring.below(8) {
                    0 => *score = f32::INFINITY,
                    1..=3 => *score = f32::NEG_INFINITY,
                    _ => {}
                }
            }
            if levels == 2 {
                scores[..position.keys()].fill(f32::NEG_INFINITY);
            }
            let default =
                best_of(|| position.legal_moves(), |mv| scores[position.key(mv)], &mut theirs);
            assert_eq!(position.best_legal_move(&scores, &mut ours), default);
            assert_eq!(ours, theirs, "the same draws");
        }
    });
}

#[test]
fn best_moves_are_the_defaults() {
    same_as_defaults(Go9::new(), 60);
    for size in [2, 3, 4, 5, 7, 8, 9] {
        same_as_defaults(GoAny::new(size).unwrap(), 20);
    }
    same_as_defaults(GoAny::new(11).unwrap(), 3);
    same_as_defaults(GoAny::new(19).unwrap(), 1);
}

/// Negative zero equals zero, whatever its bits.
#[test]
fn negative_zero_is_zero() {
    let scores: Vec<f32> = (0..88).map(|i| if i % 2 == 0 { 0.0 } else { -0.0 }).collect();
    let position = Go9::new();
    for seed in 0..50 {
        let (mut ours, mut theirs) = (Rng::new(seed), Rng::new(seed));
        let default =
            best_of(|| position.playout_moves(), |mv| scores[position.key(mv)], &mut theirs);
        assert_eq!(Some(position.best_playout_move(&scores, &mut ours)), default);
    }
}

/// Every playout move is drawn equally often, early, in the middle and among many eyes.
#[test]
fn random_playout_moves_are_uniform() {
    let nine = Go9::new();
    let texts = [
        "9/9/9/9/9/9/9/9/9 b - 0",
        "9/2X3O2/3XO4/2XO1X3/3XO4/2O1X1O2/9/1X1O1X3/9 w - 0",
        // A ko, false eyes, points without liberties.
        "1XO1X1XO1/XOOXXXO1O/1XOOOXXO1/XX1XOO1OO/OOXX1XOO1/1OOXXXXOO/OO1OOXX1X/O1OOXX1XX/1OOXX1XX1 b - 0",
        "1XO1X1XO1/XOOXXXO1O/1XOOOXXO1/XX1XOO1OO/OOXX1XOO1/1OOXXXXOO/OO1OOXX1X/O1OOXX1XX/1OOXX1XX1 w - 0",
    ];
    let mut positions: Vec<Go9> =
        texts.iter().map(|text| nine.parse_position(text).expect(text)).collect();
    // And the ends of random games, where nearly every empty point is an eye.
    let mut rng = Rng::new(11);
    for _ in 0..12 {
        let mut line = vec![nine];
        while line.last().unwrap().turn().outcome().is_none() && line.len() < nine.max_plies() {
            let mut next = *line.last().unwrap();
            next.play(next.random_playout_move(&mut rng));
            line.push(next);
        }
        let late = line.iter().rev().filter(|p| (2..5).contains(&p.playout_moves().count()));
        positions.extend(late.take(2));
        positions.push(line[line.len() / 2]);
    }
    let mut tested = 0;
    for position in positions {
        let moves: Vec<_> = position.playout_moves().collect();
        let mut counts = vec![0u32; position.keys()];
        let expected = 2_000.0;
        for _ in 0..expected as usize * moves.len() {
            counts[position.key(position.random_playout_move(&mut rng))] += 1;
        }
        let mut chi2 = 0.0;
        for &mv in &moves {
            let count = std::mem::take(&mut counts[position.key(mv)]);
            chi2 += (f64::from(count) - expected).powi(2) / expected;
        }
        assert!(counts.iter().all(|&count| count == 0), "only playout moves");
        // Wilson and Hilferty's approximation of the one-in-a-million point.
        let degrees = moves.len() as f64 - 1.0;
        if degrees > 0.0 {
            let spread = 2.0 / (9.0 * degrees);
            let limit = degrees * (1.0 - spread + 4.75 * spread.sqrt()).powi(3);
            assert!(chi2 < limit, "chi-squared {chi2} of {degrees} degrees");
            tested += 1;
        }
    }
    assert!(tested > 25);
}

/// A number that depends on every choice of some games.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn trace<B: Geometry>(start: Go<B>, games: u32) -> u64 {
    let mut rng = Rng::new(21);
    let mut scores = vec![0.0; start.keys().next_multiple_of(8)];
    let mut trace = 0u64;
    for _ in 0..games {
        scores[..start.keys()].fill_with(|| rng.below(30) as f32 / 7.0);
        let mut position = start;
        for _ in 0..start.max_plies() {
            if position.turn().is_over() {
                break;
            }
            let mv = match rng.below(4) {
                0 => position.best_playout_move(&scores, &mut rng),
                1 => position.best_legal_move(&scores, &mut rng).unwrap(),
                _ => position.random_playout_move(&mut rng),
            };
            position.play(mv);
            trace = trace.rotate_left(5) ^ position.hash64();
        }
        trace = trace.rotate_left(1) ^ position.area_score() as u64;
    }
    trace
}

/// The search compiles the rules twice, plainly and for newer processors: they must agree.
#[cfg(target_arch = "x86_64")]
#[test]
fn instruction_sets_agree() {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn trace_avx2<B: Geometry>(start: Go<B>, games: u32) -> u64 {
        trace(start, games)
    }
    if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("bmi2") {
        return;
    }
    let thirteen = GoAny::new(13).unwrap();
    // SAFETY: the processor has AVX2 and BMI2, and none has those without BMI1, LZCNT and POPCNT.
    let (nine, any) = unsafe { (trace_avx2(Go9::new(), 300), trace_avx2(thirteen, 20)) };
    assert_eq!(nine, trace(Go9::new(), 300));
    assert_eq!(any, trace(thirteen, 20));
}
