//! Uniformly random playouts a second of any registered game, on one thread.
//!
//! `cargo run --release -p cairn-arena --example playout_speed -- GAME [seconds [seed]]`

use std::time::Instant;

use cairn_arena::AnyGame;
use cairn_core::Rng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let game = AnyGame::new(args.first().ok_or("which game? such as: hex:size=7 0.5")?)?;
    let seconds: f64 = args.get(1).map_or(Ok(1.0), |text| text.parse())?;
    let mut rng = Rng::new(args.get(2).map_or(Ok(1), |text| text.parse())?);
    let (begun, mut playouts) = (Instant::now(), 0);
    while begun.elapsed().as_secs_f64() < seconds {
        game.random_playouts(100, &mut rng);
        playouts += 100;
    }
    println!("{:.0}", f64::from(playouts) / begun.elapsed().as_secs_f64());
    Ok(())
}
