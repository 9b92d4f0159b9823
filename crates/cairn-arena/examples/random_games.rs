//! Random games of any registered game as JSON lines, for other programs to compare their rules
//! with (`scripts/openspiel` does).
//!
//! `cargo run --release -p cairn-arena --example random_games -- GAME [games [seed]]`
//!
//! A line is a game: `{"game", "plies": [{"player", "legal", "repeats", "move"}], "rewards", "of"}`,
//! moves in the game's notation, the legal ones sorted. `repeats` has those of them that the real
//! game's history forbids, where repetition is forbidden. `rewards` has a number for each player,
//! out of `of`, or is null if the game reached the length at which searches cut it off.
//!
//! Even games choose from all legal moves, odd games from those that playouts choose from: the
//! former wander about in odd places, the latter come to a natural end.

use std::io::{self, BufWriter, Write};

use cairn_arena::{AnyGame, GameHistory};
use cairn_core::rng::derive_seed;
use cairn_core::{Game, Rng};
use cairn_erased::AnyMove;

fn print(start: &AnyGame, games: u64, seed: u64) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for number in 0..games {
        let mut rng = Rng::new(derive_seed(seed, number));
        write!(out, r#"{{"game":{},"plies":["#, quoted(start.spec()))?;
        let played = game(start.history(), &mut rng, number % 2 == 0, &mut out)?;
        let last = played.position();
        let rewards = last.turn().outcome().map_or("null".into(), |outcome| {
            format!("{:?}", &outcome.rewards(last.denominator())[..last.players()])
        });
        writeln!(out, r#"],"rewards":{rewards},"of":{}}}"#, start.start().denominator())?;
    }
    out.flush()
}

/// Plays a game and writes it.
fn game(
    mut play: GameHistory,
    rng: &mut Rng,
    all: bool,
    out: &mut impl Write,
) -> io::Result<GameHistory> {
    while !play.turn().is_over() && play.plies() < play.start().max_plies() {
        let position = play.position();
        let player = position.turn().player();
        let allowed = |mv: &_| !play.excluded().contains(mv);
        let mut choice: Vec<_> = position.legal_moves().filter(allowed).collect();
        if !all && player.is_some() && position.playout_moves().any(|mv| allowed(&mv)) {
            choice = position.playout_moves().filter(allowed).collect();
        }
        let mv = choice[rng.below(choice.len() as u32) as usize];
        let comma = if play.moves().is_empty() { "" } else { "," };
        write!(
            out,
            r#"{comma}{{"player":{},"legal":{},"repeats":{},"move":{}}}"#,
            player.map_or(-1, |player| player as i32),
            texts(&play, position.legal_moves()),
            texts(&play, play.excluded().iter().copied()),
            quoted(&play.move_text(mv)),
        )?;
        play.play(mv);
    }
    Ok(play)
}

/// Moves as JSON, sorted.
fn texts(play: &GameHistory, moves: impl Iterator<Item = AnyMove>) -> String {
    let mut texts: Vec<_> = moves.map(|mv| quoted(&play.move_text(mv))).collect();
    texts.sort();
    format!("[{}]", texts.join(","))
}

/// A string as JSON has it; moves and specs have no control characters.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default| args.get(index).map_or(Ok(default), |text| text.parse());
    let (games, seed) = (number(1, 10)?, number(2, 1)?);
    let spec = args.first().ok_or("which game? such as: go:size=5 100 1")?;
    Ok(print(&AnyGame::new(spec)?, games, seed)?)
}
