//! What each part of the knowledge of Go is worth: an agent that knows everything against the same
//! agent without one part, on 9×9.
//!
//! `cargo run --release -p cairn-arena --example knowledge -- PART [games [agent]]`
//!
//! Colours alternate, and the two games of a pair begin with the same two random moves.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use cairn_arena::Score;
use cairn_core::history::{History, Lists};
use cairn_core::mcts::{Search, bytes_needed};
use cairn_core::memory::{Word, words};
use cairn_core::rng::derive_seed;
use cairn_core::spec::Spec;
use cairn_core::{Game, Outcome, Rng, Turn};
use cairn_games::go::{Go9, GoMove, Parts};

/// Go, known in parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Known(Go9, Parts);

impl Game for Known {
    type Move = GoMove;
    const UNIQUE_KEYS: bool = Go9::UNIQUE_KEYS;

    fn denominator(&self) -> u32 {
        self.0.denominator()
    }

    fn keys(&self) -> usize {
        self.0.keys()
    }

    fn max_plies(&self) -> usize {
        self.0.max_plies()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn cutoff(&self) -> Outcome {
        self.0.cutoff()
    }

    fn legal_moves(&self) -> impl Iterator<Item = GoMove> {
        self.0.legal_moves()
    }

    fn playout_moves(&self) -> impl Iterator<Item = GoMove> {
        self.0.playout_moves()
    }

    fn play(&mut self, mv: GoMove) {
        self.0.play(mv);
    }

    fn key(&self, mv: GoMove) -> usize {
        self.0.key(mv)
    }

    #[inline(always)]
    fn random_playout_move(&self, rng: &mut Rng) -> GoMove {
        self.0.random_playout_move(rng)
    }

    #[inline(always)]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<GoMove> {
        self.0.best_legal_move(scores, rng)
    }

    #[inline(always)]
    fn informed_playout_move(&self, rng: &mut Rng) -> Option<GoMove> {
        self.0.partly_informed_move(self.1, rng)
    }

    #[inline(always)]
    fn priors(&self, means: &mut [f32]) {
        self.0.partly_informed_priors(self.1, means);
    }

    fn hash64(&self) -> u64 {
        self.0.hash64()
    }
}

const AGENT: &str = "grave:playouts=1000,playout=patterns,prior=10";
const SEED: u64 = 1;

/// A search with its memory.
fn search(agent: &Spec, game: &Known) -> Result<Search<Known, Vec<Word>>, String> {
    let settings = agent.settings(game).map_err(|error| error.to_string())?;
    let bytes = bytes_needed(&settings, game).map_err(|error| error.to_string())?;
    let block = vec![Word::uninit(); words(bytes)];
    Search::new(settings, game, block).map_err(|error| error.to_string())
}

/// Plays a game; true if the one who knows everything wins.
fn play(agent: &Spec, lacking: Parts, game: u32) -> bool {
    let mut players = [Parts::ALL, lacking]
        .map(|parts| (search(agent, &Known(Go9::new(), parts)).expect("checked before"), parts));
    let mut opening = Rng::new(derive_seed(SEED, u64::from(game / 2)));
    let lists: Lists<Vec<GoMove>, Vec<u64>> = Lists::default();
    let mut real = History::new(Go9::new(), lists);
    for _ in 0..2 {
        real.play(real.position().random_playout_move(&mut opening));
    }
    let complete = (game % 2) as usize;
    let seed = derive_seed(SEED, 1_000_000 + u64::from(game));
    loop {
        if let Turn::Over(outcome) = real.turn() {
            return outcome == Outcome::win(complete);
        }
        let to_move = real.position().to_move();
        let (search, parts) = &mut players[usize::from(to_move != complete)];
        let position = Known(*real.position(), *parts);
        let turn = derive_seed(seed, real.moves().len() as u64);
        search.start(&position, real.excluded(), turn);
        search.run(|| false);
        search.end_turn();
        real.play(search.best_move().expect("passing is always allowed"));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let parts = Parts::NAMES.join(", ");
    let part = args.first().ok_or(format!("which part? One of: {parts}"))?;
    let lacking = Parts::without(part).ok_or(format!("no part {part}: there are {parts}"))?;
    let games: u32 = args.get(1).map_or(Ok(200), |text| text.parse())?;
    let text = args.get(2).map_or(AGENT, String::as_str);
    let agent = Spec::parse(text).map_err(|error| error.to_string())?;
    search(&agent, &Known(Go9::new(), lacking))?;
    let (next, score) = (AtomicU32::new(0), Mutex::new(Score::default()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games {
                        return;
                    }
                    let won = play(&agent, lacking, game);
                    let mut score = score.lock().expect("nobody panics with it");
                    score.count(u32::from(won), 1);
                    eprint!("\r{} of {games} games, {} won ", score.games(), score.wins);
                }
            });
        }
    });
    let score = score.into_inner()?;
    let (low, high) = score.interval();
    eprintln!();
    println!(
        "{text}: all against all but {part}: {} of {games}, {:.1} % ({:.1} to {:.1})",
        score.wins,
        100.0 * score.rate(),
        100.0 * low,
        100.0 * high
    );
    Ok(())
}
