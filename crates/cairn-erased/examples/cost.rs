//! What it costs a game to be searched without its type: playouts a second as itself and erased,
//! measured in turn, and the ratio of the two medians.
//!
//! `cargo run --release -p cairn-erased --features cairn-core/std,cairn-games/std --example cost [GAME…]`

use std::time::Instant;

use cairn_core::game::{PackedMove, Turn};
use cairn_core::mcts::{Search, bytes_needed};
use cairn_core::memory::{Word, words};
use cairn_core::spec::Spec;
use cairn_core::{Game, Rng};
use cairn_erased::{AnyPosition, SearchType, SearchVisitor, with_search_type};
use cairn_games::registry::{GAMES, GameInfo, Visitor, with_game};

const AGENTS: [&str; 3] =
    ["uct:playouts=4000", "grave:playouts=4000", "grave:playouts=4000,playout=mast"];
const ROUNDS: usize = 9;

/// Seconds for one search.
fn time<G: Game>(position: &G, agent: &str) -> f64 {
    let settings = Spec::parse(agent).unwrap().settings(position).unwrap();
    let mut block = vec![Word::uninit(); words(bytes_needed(&settings, position).unwrap())];
    let mut search = Search::new(settings, position, &mut block[..]).unwrap();
    let begun = Instant::now();
    search.start(position, &[], 1);
    search.run(|| false);
    begun.elapsed().as_secs_f64()
}

struct Erased<'a>(&'a str);

impl SearchVisitor for Erased<'_> {
    type Output = f64;
    fn visit<G: SearchType>(self, position: &G) -> f64 {
        time(position, self.0)
    }
}

struct Cost;

impl Visitor for Cost {
    type Output = ();
    fn visit<G: Game<Move: PackedMove> + Send + Sync + 'static>(
        self,
        info: &'static GameInfo,
        start: G,
    ) {
        let mut start = start;
        while start.turn() == Turn::Chance {
            start.play(start.chance_move(&mut Rng::new(1)));
        }
        let any = AnyPosition::new(&start).unwrap();
        for agent in AGENTS {
            let mut seconds = [const { Vec::new() }; 2];
            for _ in 0..ROUNDS {
                seconds[0].push(time(&start, agent));
                seconds[1].push(with_search_type(&any, Erased(agent)));
            }
            let [own, erased] = seconds.map(|mut all| {
                all.sort_by(f64::total_cmp);
                all[ROUNDS / 2]
            });
            println!(
                "{:16} {agent:36} {:9.0} {:9.0} {:.3}",
                info.name,
                4000.0 / own,
                4000.0 / erased,
                own / erased
            );
        }
    }
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let all = || GAMES.iter().map(|info| info.name.to_string()).collect();
    for game in if given.is_empty() { all() } else { given } {
        with_game(&game, Cost).unwrap();
    }
}
