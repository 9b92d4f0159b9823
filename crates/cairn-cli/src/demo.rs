//! `cairn match` without agents: what 32 KiB can do on 9×9 Go, in a minute or two.
//!
//! GRAVER, which recycles nodes and gives AMAF tables on demand, plays in 32 KiB: first against GRAVE in
//! the same bytes, then against GRAVE with a node and a table for every playout. All have the same
//! playouts a move, so what differs is the memory and how it is used.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use cairn_lab::{GameRecord, GameStatus};

use crate::End;
use crate::r#match::{Args, MatchSummary, play_match};
use crate::output::{bad_input, read_game, short_bytes};

/// The agent in both matches.
const HERO: &str = "graver:memory=32KiB,playouts=2000";

/// Its opponents and their descriptions.
const ROUNDS: [(&str, &str); 2] = [
    ("grave:memory=32KiB,playouts=2000,tables=all,table_at=1,ref=25", "GRAVE in the same 32 KiB"),
    (
        "grave:playouts=2000,tables=all,table_at=1,ref=25",
        "GRAVE with a node and a table for every playout",
    ),
];

/// The default number of games of each match.
pub const GAMES: u32 = 40;

pub fn run(args: &Args, stop: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<End> {
    if let Some(option) = args.only_with_agents() {
        return Err(bad_input(format!(
            "{option} needs two agents, such as 'cairn match uct grave'"
        )));
    }
    if read_game(&args.game)?.players() != 2 {
        return Err(bad_input(format!("{} has three players: name the agents", args.game)));
    }
    let mut rounds = Vec::new();
    for (number, (opponent, about)) in (1..).zip(ROUNDS) {
        writeln!(out, "Round {number}: GRAVER in 32 KiB (A) against {about} (B)\n")?;
        out.flush()?;
        let played = play_match(args, [HERO, opponent], stop, out)?;
        writeln!(out)?;
        if let End::Stopped = played.end {
            return Ok(End::Stopped);
        }
        rounds.push(played);
    }
    writeln!(out, "What it showed")?;
    for (played, same) in rounds.iter().zip([true, false]) {
        write_conclusion(played, same, out)?;
    }
    out.write_all(NEXT.as_bytes())?;
    Ok(End::Done)
}

/// Says what a match showed about memory.
fn write_conclusion(summary: &MatchSummary, same: bool, out: &mut dyn Write) -> io::Result<()> {
    let [a, b] = summary.bytes.map(short_bytes);
    let more = match same {
        true => "the same budget".into(),
        false => {
            format!("{:.0} times the memory", summary.bytes[1] as f64 / summary.bytes[0] as f64)
        }
    };
    let verdict = match summary.score.interval() {
        (low, _) if low > 0.5 => "A is stronger",
        (_, high) if high < 0.5 => "B is stronger",
        _ => "these games do not show who is stronger",
    };
    let rate = 100.0 * summary.score.rate();
    writeln!(out, "  {a} against {b}, {more}: A scores {rate:.0} %; {verdict}.")
}

const NEXT: &str = "
What next
  cairn match --games 200              the same with narrower intervals
  cairn match graver2:paper,nodes=160,top=160,second=80 grave:paper,playouts=10000
                                       the paper's headline: 160 nodes against 10,000
  cairn play                           a game against it
";

/// A line for a finished game, with the score so far.
pub fn game_line(game: &GameRecord, colour: &str, score: &str) -> String {
    let number = game.number + 1;
    let how = match game.status {
        GameStatus::Done => format!("{} moves", game.plies),
        status => status.name().into(),
    };
    format!("game {number:>3}   A has {colour:<5}   {how:>9}   {score}")
}
