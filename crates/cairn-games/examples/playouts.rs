//! The speed of Go's rules: uniform random playouts, playouts that follow a table of scores and
//! playouts with knowledge of Go, each compiled plainly and for AVX2 and BMI.
//!
//! `cargo run --release -p cairn-games --example playouts [seconds per line]`

use std::time::{Duration, Instant};

use cairn_core::Rng;
use cairn_core::game::Game;
use cairn_games::go::{Go9, GoAny};

/// One playout; gives the plies it took and the first player's reward.
#[inline(always)]
fn uniform<G: Game>(start: &G, rng: &mut Rng, _: &[f32]) -> (usize, u32) {
    let mut position = *start;
    for ply in 0..start.max_plies() {
        if let Some(outcome) = position.turn().outcome() {
            return (ply, outcome.reward(0, start.denominator()));
        }
        position.play(position.random_playout_move(rng));
    }
    (start.max_plies(), position.cutoff().reward(0, start.denominator()))
}

/// The same, but like a MAST playout: four moves of ten by the scores.
#[inline(always)]
fn greedy<G: Game>(start: &G, rng: &mut Rng, scores: &[f32]) -> (usize, u32) {
    let mut position = *start;
    for ply in 0..start.max_plies() {
        if let Some(outcome) = position.turn().outcome() {
            return (ply, outcome.reward(0, start.denominator()));
        }
        let mv = if rng.below(10) < 4 {
            position.best_playout_move(scores, rng)
        } else {
            position.random_playout_move(rng)
        };
        position.play(mv);
    }
    (start.max_plies(), position.cutoff().reward(0, start.denominator()))
}

/// The same, but with the game's knowledge.
#[inline(always)]
fn informed<G: Game>(start: &G, rng: &mut Rng, _: &[f32]) -> (usize, u32) {
    let mut position = *start;
    for ply in 0..start.max_plies() {
        if let Some(outcome) = position.turn().outcome() {
            return (ply, outcome.reward(0, start.denominator()));
        }
        let mv = match position.informed_playout_move(rng) {
            Some(mv) => mv,
            None => position.random_playout_move(rng),
        };
        position.play(mv);
    }
    (start.max_plies(), position.cutoff().reward(0, start.denominator()))
}

/// How many playouts are timed together: few enough that some batch runs undisturbed.
const BATCH: u32 = 200;

/// Plays for about `time`; returns playouts, plies, black's wins, the time taken, and the time of the
/// quickest batch, which says more on a machine that does other things as well.
macro_rules! measure {
    ($(#[$attribute:meta])* $name:ident, $playout:ident) => {
        $(#[$attribute])*
        fn $name<G: Game>(start: G, time: Duration) -> Measured {
            let mut rng = Rng::new(1);
            let mut scores = vec![0.5; start.keys().next_multiple_of(8)];
            scores[start.keys()..].fill(0.0);
            let (mut playouts, mut plies, mut wins) = (0, 0, 0);
            let begin = Instant::now();
            let mut quickest = Duration::MAX;
            while begin.elapsed() < time {
                let batch = Instant::now();
                for _ in 0..BATCH {
                    let (length, reward) = $playout(&start, &mut rng, &scores);
                    // Scores that move about, as they do while a search learns.
                    for _ in 0..16 {
                        let key = rng.below(start.keys() as u32) as usize;
                        let sample = rng.below(1 << 16) as f32 / 65536.0;
                        scores[key] = (scores[key] * 7.0 + sample) / 8.0;
                    }
                    playouts += 1;
                    plies += length as u64;
                    wins += u64::from(reward);
                }
                quickest = quickest.min(batch.elapsed());
            }
            (playouts, plies, wins, begin.elapsed(), quickest)
        }
    };
}

measure!(uniform_plain, uniform);
measure!(greedy_plain, greedy);
measure!(informed_plain, informed);
#[cfg(target_arch = "x86_64")]
measure!(
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    uniform_avx2,
    uniform
);
#[cfg(target_arch = "x86_64")]
measure!(
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    greedy_avx2,
    greedy
);

#[cfg(target_arch = "x86_64")]
measure!(
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    informed_avx2,
    informed
);

type Measured = (u64, u64, u64, Duration, Duration);

fn report(name: &str, (playouts, plies, wins, time, quickest): Measured) {
    let seconds = time.as_secs_f64();
    println!(
        "{name:<20} {:>7.0} playouts/s (best {:>7.0}) {:>6.1} ns/ply {:>6.1} plies/playout {:.3} won by black",
        playouts as f64 / seconds,
        f64::from(BATCH) / quickest.as_secs_f64(),
        seconds * 1e9 / plies as f64,
        plies as f64 / playouts as f64,
        wins as f64 / playouts as f64,
    );
}

fn main() {
    let seconds = std::env::args().nth(1).map_or(1.0, |text| text.parse().expect("seconds"));
    let time = Duration::from_secs_f64(seconds);
    println!("bytes per position: Go9 {}, GoAny {}", size_of::<Go9>(), size_of::<GoAny>());
    let nine = Go9::new();
    let nineteen = GoAny::new(19).expect("a size");
    report("9x9 uniform", uniform_plain(nine, time));
    report("9x9 greedy", greedy_plain(nine, time));
    report("9x9 informed", informed_plain(nine, time));
    report("19x19 uniform", uniform_plain(nineteen, time));
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has AVX2 and BMI2, and none has those without BMI1, LZCNT, POPCNT.
        unsafe {
            report("9x9 uniform, avx2", uniform_avx2(nine, time));
            report("9x9 greedy, avx2", greedy_avx2(nine, time));
            report("9x9 informed, avx2", informed_avx2(nine, time));
            report("19x19 uniform, avx2", uniform_avx2(nineteen, time));
            report("19x19 informed, avx2", informed_avx2(nineteen, time));
        }
    }
}
