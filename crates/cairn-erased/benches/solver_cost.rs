//! The same as `cost`, for searches without playouts: the speed erased, as a share of the speed of the
//! search compiled for the game itself, in positions per second.
//!
//! `cargo bench -p cairn-erased --bench solver_cost` measures wall time. The two take turns, and the
//! fastest of several rounds counts.

use std::time::Instant;

use cairn_core::Game;
use cairn_core::game::PackedMove;
use cairn_core::memory::{Word, words};
use cairn_core::minimax::Search;
use cairn_core::spec::{Settings, Spec};
use cairn_erased::{AnyPosition, LARGEST, SMALL};
use cairn_games::chess::Chess;
use cairn_games::connect_four::ConnectFour;
use cairn_games::draughts::Draughts;
use cairn_games::othello::Othello;

const AGENT: &str = "pvs:nodes=300000,memory=16MiB";
const ROUNDS: usize = 9;

/// Searches once and returns the seconds it took for each position.
fn search<G: Game>(position: &G) -> f64 {
    let settings = Spec::parse(AGENT).unwrap().solver_settings(position).unwrap();
    let Settings::Minimax(settings) = settings else { unreachable!("it is alpha-beta") };
    let bytes = cairn_core::minimax::bytes_needed(&settings, position).unwrap();
    let mut block = vec![Word::uninit(); words(bytes)];
    let mut search = Search::new(settings, position, &mut block[..]).unwrap();
    search.start(position, &[], &[], 1);
    let begun = Instant::now();
    search.run(|| false);
    begun.elapsed().as_secs_f64() / search.nodes() as f64
}

fn erased(position: &AnyPosition) -> f64 {
    match position.resize::<SMALL, true>() {
        Some(small) => search(&small),
        None => search(&position.resize::<LARGEST, true>().unwrap()),
    }
}

fn measure<G: Game<Move: PackedMove> + Send + Sync + Default + 'static>(name: &str) {
    let start = G::default();
    let any = AnyPosition::new(&start).unwrap();
    let (mut own, mut other) = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        own = own.min(search(&start));
        other = other.min(erased(&any));
    }
    println!("{name:14} {:10.0} {:10.0} {:.3}", 1.0 / own, 1.0 / other, own / other);
}

fn main() {
    measure::<Chess>("chess");
    measure::<ConnectFour>("connect4");
    measure::<Othello>("othello");
    measure::<Draughts>("draughts");
}
