//! Solves the start of a small board and says how fast.
//!
//! ```text
//! cargo run --release -p cairn-core --example solve -- domineering 5x5 dfpn 1000000
//! ```
//!
//! The method is `pn`, `pn2` or `dfpn`, and its nodes or entries follow. Then, if you like, a limit on
//! the positions to look at, and `plain` (without mobility) or `sums` (no weak ones).

use std::time::Instant;

use cairn_core::Game;
use cairn_core::memory::{Word, words};
use cairn_core::proof::{Search, Settings, bytes_needed};
use cairn_games::connect_four::ConnectFour;
use cairn_games::domineering::DomineeringSmall;
use cairn_games::hex::HexSmall;
use cairn_games::race::Breakthrough;

const USAGE: &str = "usage: solve hex|domineering|breakthrough|connect4 COLUMNSxROWS pn|pn2|dfpn NODES [POSITIONS] [plain] [sums]";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, size, method, nodes, rest @ ..] = &arguments[..] else { return Err(USAGE.into()) };
    let (columns, rows) = size.split_once('x').ok_or(USAGE)?;
    let (columns, rows): (usize, usize) = (columns.parse()?, rows.parse()?);
    let nodes: u32 = nodes.parse()?;
    let settings = match method.as_str() {
        "pn" => Settings::pn(nodes),
        "pn2" => Settings::pn2(nodes, nodes),
        "dfpn" => Settings::dfpn(nodes),
        _ => return Err(USAGE.into()),
    };
    let has = |word: &str| rest.iter().any(|text| text == word);
    let positions = rest.iter().find_map(|text| text.parse().ok());
    let settings = Settings {
        positions,
        weak: settings.weak && !has("sums"),
        mobility: !has("plain"),
        ..settings
    };
    match game.as_str() {
        "hex" => solve(settings, &HexSmall::new(columns)?),
        "domineering" => solve(settings, &DomineeringSmall::new(rows, columns)?),
        "breakthrough" => solve(settings, &Breakthrough::new(columns, rows, false)?),
        "connect4" => solve(settings, &ConnectFour::default()),
        _ => Err(USAGE.into()),
    }
}

fn solve<G: Game>(settings: Settings, game: &G) -> Result<(), Box<dyn std::error::Error>> {
    let mut block = vec![Word::uninit(); words(bytes_needed(&settings, game)?)];
    let mut search = Search::new(settings, game, &mut block[..])?;
    search.start(game, &[], &[], 0);
    let begun = Instant::now();
    search.run(|| false);
    let seconds = begun.elapsed().as_secs_f64();
    let mut line = String::new();
    let mut position = *game;
    search.principal_variation(100, |mv| {
        line.push(' ');
        position.write_move(mv, &mut line).expect("a string takes any text");
        position.play(mv);
    });
    println!(
        "value {:?}, bounds {:?}, {} positions, {} expansions, {seconds:.2} s, {:.2} M positions/s, {} \
         bytes, {:?}\nline{line}",
        search.value(),
        search.bounds(),
        search.positions(),
        search.expansions(),
        search.positions() as f64 / seconds / 1e6,
        search.bytes(),
        search.pool(),
    );
    Ok(())
}
