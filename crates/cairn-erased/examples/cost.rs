//! What erasing a game's type costs: the speed of a search of the game itself, of the same search of
//! the erased game, and their ratio.
//!
//! `cargo run --release -p cairn-erased --features cairn-core/std,cairn-games/std --example cost [GAME…]`
//!
//! Both searches run in turn, so that a busy machine slows both alike, and the median of several runs
//! counts. A ratio of 0.95 says that the erased search runs 5 % fewer playouts a second. A game below
//! 0.9 should be compiled on its own: add it to `compile_for!` in `src/search.rs`. (9×9 Go is, so its
//! ratio is 1.)

use std::time::Instant;

use cairn_core::game::{PackedMove, Turn};
use cairn_core::mcts::{Search, bytes_needed};
use cairn_core::memory::{Word, words};
use cairn_core::spec::Spec;
use cairn_core::{Game, Rng};
use cairn_erased::{AnyPosition, SearchType, SearchVisitor, with_search_type};
use cairn_games::registry::{GAMES, GameInfo, Visitor, with_game};

const PLAYOUTS: u32 = 4000;
const AGENTS: [&str; 3] = ["uct", "grave", "grave:playout=mast"];
/// Runs of each search; odd, so that there is a median.
const RUNS: usize = 9;

/// Playouts a second of one search.
fn speed<G: Game>(position: &G, agent: &str) -> f64 {
    let separator = if agent.contains(':') { ',' } else { ':' };
    let spec = format!("{agent}{separator}playouts={PLAYOUTS}");
    let settings = Spec::parse(&spec).unwrap().settings(position).unwrap();
    let mut block = vec![Word::uninit(); words(bytes_needed(&settings, position).unwrap())];
    let mut search = Search::new(settings, position, &mut block[..]).unwrap();
    let begun = Instant::now();
    search.start(position, &[], 1);
    search.run(|| false);
    f64::from(PLAYOUTS) / begun.elapsed().as_secs_f64()
}

/// Measures the speed of the search that a position of any game gets.
struct ErasedSpeed<'a>(&'a str);

impl SearchVisitor for ErasedSpeed<'_> {
    type Output = f64;
    fn visit<G: SearchType>(self, position: &G) -> f64 {
        speed(position, self.0)
    }
}

/// Compares the two speeds for each agent.
struct Cost;

impl Visitor for Cost {
    type Output = ();
    fn visit<G: Game<Move: PackedMove> + Send + Sync + 'static>(
        self,
        info: &'static GameInfo,
        mut start: G,
    ) {
        while start.turn() == Turn::Chance {
            start.play(start.chance_move(&mut Rng::new(1)));
        }
        let any = AnyPosition::new(&start).unwrap();
        for agent in AGENTS {
            let runs: [[f64; 2]; RUNS] = std::array::from_fn(|_| {
                [speed(&start, agent), with_search_type(&any, ErasedSpeed(agent))]
            });
            let [own, erased] = [0, 1].map(|side| {
                let mut speeds = runs.map(|run| run[side]);
                speeds.sort_by(f64::total_cmp);
                speeds[RUNS / 2]
            });
            let ratio = erased / own;
            println!("{:16} {agent:20} {own:10.0} {erased:10.0} {ratio:7.3}", info.name);
        }
    }
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let all = || GAMES.iter().map(|info| info.name.to_string()).collect();
    println!("{:16} {:20} {:>10} {:>10} {:>7}", "game", "agent", "own", "erased", "ratio");
    for game in if given.is_empty() { all() } else { given } {
        with_game(&game, Cost).unwrap();
    }
}
