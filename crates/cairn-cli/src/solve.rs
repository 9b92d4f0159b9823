//! `cairn solve`: who wins a position, proved.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use cairn_core::proof::Value;
use cairn_core::spec::parse_bytes;
use cairn_lab::{GameHistory, Solution, solve};
use serde_json::json;

use crate::output::{bad_input, exact_bytes, grouped, read_game_at, write_json};
use crate::progress::with_spinner;
use crate::{End, stop};

/// Find out who wins a position with best play, and how soon
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn solve --game tictactoe                                    a draw
  cairn solve --game connect4 --moves \"4 4 4 4 4 4 2 2 2 2 2\"     a middle game of Connect Four
  cairn solve --game breakthrough:columns=5,rows=5 --memory 256MiB
  cairn solve --game chess --position \"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\" --json

It searches every move to the end of the game by alpha-beta, deeper and deeper, so the larger games \
are out of reach but for their endings. Ctrl-C ends the search and shows what is known so far.

JSON: {game, position, to_move, value, distance, line, depth, nodes, bytes, seconds}; value is win, draw \
or loss for the player to move, or null if it is not known; distance is the number of plies to the end \
with best play, or null; depth is how many plies were searched completely.")]
pub struct Args {
    /// The game (see 'cairn games')
    #[arg(long)]
    game: String,
    /// Moves that lead to the position, separated by blanks or commas
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    moves: String,
    /// The starting position in the game's notation [default: the usual start]
    #[arg(long)]
    position: Option<String>,
    /// Bytes for the whole solver, such as 64KiB or 1GiB
    #[arg(long, default_value = "64MiB", value_parser = memory)]
    memory: u64,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn memory(text: &str) -> Result<u64, String> {
    parse_bytes(text).ok_or_else(|| "expected a size such as 64KiB, 64MiB or 1GiB".into())
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let game = read_game_at(&args.game, args.position.as_deref())?;
    let history = game.history_after(None, &args.moves).map_err(bad_input)?;
    let stop = stop::on_ctrl_c()?;
    let solution = with_spinner("solving (Ctrl-C: what is known so far)".into(), || {
        solve(&history, args.memory, &mut |_, _| stop.load(Ordering::Relaxed))
    });
    let solution = solution.map_err(bad_input)?;
    let line = history.line_text(&solution.line);
    let name = history.player_name(history.mover().unwrap_or(0));
    if args.json {
        let value = solution.value.map(|value| match value {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        });
        let found = json!({
            "game": args.game, "position": history.position_text(), "to_move": name,
            "value": value, "distance": solution.distance, "line": line,
            "depth": solution.depth, "nodes": solution.nodes, "bytes": solution.bytes,
            "seconds": solution.time.as_secs_f64(),
        });
        write_json(out, &found)?;
    } else {
        write(&history, name, &solution, &line, out)?;
    }
    Ok(if stop.load(Ordering::Relaxed) { End::Stopped } else { End::Done })
}

fn write(
    history: &GameHistory,
    name: &str,
    solution: &Solution,
    line: &[String],
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(board) = history.drawing() {
        writeln!(out, "{board}")?;
    }
    let plies = |plies: u16| format!("{plies} {}", if plies == 1 { "ply" } else { "plies" });
    let soon =
        solution.distance.map_or(String::new(), |distance| format!(" in {}", plies(distance)));
    match solution.value {
        Some(Value::Win) => writeln!(out, "{name} wins{soon}.")?,
        Some(Value::Draw) => writeln!(out, "With best play it is a draw.")?,
        Some(Value::Loss) => writeln!(out, "{name} loses{soon}.")?,
        None => writeln!(
            out,
            "Not known: {} were searched completely, and nothing is decided by then.",
            plies(solution.depth)
        )?,
    }
    if solution.value.is_some() {
        writeln!(out, "Best play: {}", line.join(" "))?;
    }
    writeln!(
        out,
        "\n{} positions in {:.2} s; {} in all",
        grouped(solution.nodes),
        solution.time.as_secs_f64(),
        exact_bytes(solution.bytes)
    )
}
