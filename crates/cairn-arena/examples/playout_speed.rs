//! Uniformly random playouts a second of any registered game, on one thread.
//!
//! `cargo run --release -p cairn-arena --example playout_speed -- GAME [seconds [seed]]`

use std::time::Instant;

use cairn_core::mcts::random_playout;
use cairn_core::{Game, Rng};
use cairn_games::registry::{GameInfo, Visitor, with_game};

struct Measure {
    seconds: f64,
    seed: u64,
}

impl Visitor for Measure {
    type Output = f64;

    fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) -> f64 {
        let mut rng = Rng::new(self.seed);
        let (begun, mut playouts) = (Instant::now(), 0);
        while begun.elapsed().as_secs_f64() < self.seconds {
            for _ in 0..100 {
                std::hint::black_box(random_playout(start, &mut rng));
            }
            playouts += 100;
        }
        f64::from(playouts) / begun.elapsed().as_secs_f64()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let spec = args.first().ok_or("which game? such as: hex:size=7 0.5")?;
    let seconds = args.get(1).map_or(Ok(1.0), |text| text.parse())?;
    let seed = args.get(2).map_or(Ok(1), |text| text.parse())?;
    let speed = with_game(spec, Measure { seconds, seed }).map_err(|error| error.to_string())?;
    println!("{speed:.0}");
    Ok(())
}
