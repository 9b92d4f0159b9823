//! What each part of the knowledge of Go is worth: an agent that knows everything against the same
//! agent without one part, on 9×9.
//!
//! `cargo run --release -p cairn-arena --example knowledge -- PART [games [agent]]`
//!
//! Colours alternate, and the two games of a pair begin with the same two random moves. Without the
//! last two arguments it plays 300 games with the agent of results/go.

use std::sync::atomic::AtomicBool;

use cairn_arena::{AnyGame, Conditions, Matchup, Openings, Tournament};
use cairn_core::{Game, Outcome, Rng, Turn};
use cairn_games::go::{Go9, GoMove, Parts};

/// Go, with some parts of the knowledge.
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

    fn repetition_key(&self) -> Option<u64> {
        self.0.repetition_key()
    }
}

const AGENT: &str = "grave:playouts=1000,playout=patterns,prior=10,amaf=both";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let parts = Parts::NAMES.join(", ");
    let part = args.first().ok_or(format!("which part? One of: {parts}"))?;
    let lacking = Parts::without(part).ok_or(format!("no part {part}: there are {parts}"))?;
    let games: u32 = args.get(1).map_or(Ok(300), |text| text.parse())?;
    let agent = args.get(2).map_or(AGENT, String::as_str);
    let complete = AnyGame::of("go9", &Known(Go9::new(), Parts::ALL));
    let matchup = Matchup {
        game: complete.with_version_for_b(&Known(Go9::new(), lacking)),
        agents: [agent.into(), agent.into()],
        conditions: Conditions { seed: 1, openings: Openings::Random(2) },
    };
    let tournament = Tournament {
        matchups: &[matchup],
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        limit: None,
        stop: &AtomicBool::new(false),
        warn: &|warning| eprintln!("{warning}"),
    };
    let score = tournament.play_match(games, |_, score| {
        eprint!("\r{} of {games} games, {} won ", score.games(), score.wins);
        true
    });
    let score = score?.score;
    let [low, high] = <[f64; 2]>::from(score.interval()).map(|rate| 100.0 * rate);
    let (wins, rate) = (score.wins, 100.0 * score.rate());
    eprintln!();
    println!(
        "{agent}: all against all but {part}: {wins} of {games}, {rate:.1} % ({low:.1} to {high:.1})"
    );
    Ok(())
}
