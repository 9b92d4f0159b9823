//! What it costs a game to be searched without its type: the speed erased, as a share of the speed of
//! the search compiled for the game itself.
//!
//! `cargo bench -p cairn-erased --bench cost -- [GAME…]` measures wall time. The two take turns, and the
//! fastest of several rounds counts. `-- count own|erased GAME AGENT` runs one search, for tools that
//! count instructions:
//! `valgrind --tool=callgrind --toggle-collect='*counted*' target/release/deps/cost-… count own hex uct`.

use std::hint::black_box;
use std::time::Instant;

use cairn_core::game::{PackedMove, Turn};
use cairn_core::mcts::{Search, bytes_needed};
use cairn_core::memory::{Word, words};
use cairn_core::spec::Spec;
use cairn_core::{Game, Rng};
use cairn_erased::{AnyPosition, SearchType, SearchVisitor, with_search_type};
use cairn_games::registry::{GAMES, GameInfo, Visitor, with_game};

const PLAYOUTS: u32 = 4000;
const ROUNDS: usize = 9;

/// Searches once and returns the seconds it took.
fn search<G: Game>(position: &G, agent: &str) -> f64 {
    let settings = Spec::parse(agent).unwrap().mcts_settings(position).unwrap();
    let mut block = vec![Word::uninit(); words(bytes_needed(&settings, position).unwrap())];
    let mut search = Search::new(settings, position, &mut block[..]).unwrap();
    search.start(position, &[], 1);
    let begun = Instant::now();
    counted(&mut || {
        search.run(|| false);
    });
    black_box(search.best_move());
    begun.elapsed().as_secs_f64()
}

#[inline(never)]
fn counted(run: &mut dyn FnMut()) {
    run();
}

struct Erased<'a>(&'a str);

impl SearchVisitor for Erased<'_> {
    type Output = f64;
    fn visit<G: SearchType>(self, position: &G) -> f64 {
        search(position, self.0)
    }
}

/// What to measure in a game: everything, or one search of the game itself or erased.
enum Measure<'a> {
    Cost,
    Count { own: bool, agent: &'a str },
}

impl Visitor for Measure<'_> {
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
        match self {
            Measure::Count { own: true, agent } => drop(search(&start, agent)),
            Measure::Count { own: false, agent } => drop(with_search_type(&any, Erased(agent))),
            Measure::Cost => {
                for agent in ["uct", "grave", "grave:playout=mast"] {
                    let separator = if agent.contains(':') { ',' } else { ':' };
                    let agent = format!("{agent}{separator}playouts={PLAYOUTS}");
                    let (mut own, mut erased) = (f64::MAX, f64::MAX);
                    for _ in 0..ROUNDS {
                        own = own.min(search(&start, &agent));
                        erased = erased.min(with_search_type(&any, Erased(&agent)));
                    }
                    let rate = |seconds: f64| f64::from(PLAYOUTS) / seconds;
                    let (name, ratio) = (info.name, own / erased);
                    println!(
                        "{name:14} {agent:34} {:8.0} {:8.0} {ratio:.3}",
                        rate(own),
                        rate(erased)
                    );
                }
            }
        }
    }
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).filter(|text| text != "--bench").collect();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    match given[..] {
        ["count", form, game, agent] => {
            with_game(game, Measure::Count { own: form == "own", agent }).expect("a game");
        }
        [] => GAMES.iter().for_each(|info| with_game(info.name, Measure::Cost).expect("a game")),
        _ => given.iter().for_each(|game| with_game(game, Measure::Cost).expect("a game")),
    }
}
