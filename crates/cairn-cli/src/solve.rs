//! `cairn solve`: who wins a position, proved.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use cairn_core::proof::Value;
use cairn_core::spec::parse_bytes;
use cairn_lab::{GameHistory, MoveScore, Report, SOLVER, Solution, solve};
use serde_json::json;

use crate::output::{bad_input, check_not_a_game, exact_bytes, grouped, read_game_at, write_json};
use crate::progress::with_changing_spinner;
use crate::{End, findings, stop};

/// Find out who wins a position with best play, and how soon
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn solve --game tictactoe                                    a draw
  cairn solve --game connect4 --moves \"4 4 4 4 4 4 2 2 2 2 2\"     a middle game of Connect Four
  cairn solve --game breakthrough:columns=5,rows=5 --memory 256MiB
  cairn solve --game chess --position \"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\" --json
  cairn solve --game hex:size=4 --agent dfpn

It searches every move to the end of the game by alpha-beta, deeper and deeper, so the larger games \
are out of reach but for their endings. Proof search (--agent dfpn) often knows sooner who wins, but not \
how soon. Ctrl-C ends the search and shows what is known so far.

JSON: {game, agent, position, to_move, value, distance, score, line, depth, nodes, bytes, seconds}; value \
is win, draw or loss for the player to move, or null if it is not known; distance is the number of plies to \
the end with best play, or null; score is the margin with value=margin, otherwise an evaluation or null; \
depth is how many plies were searched completely, null for proof search.")]
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
    /// The solver: minimax, alphabeta, pvs, mtdf, sss, pn, pn2 or dfpn, with keys (see 'cairn agents')
    /// [default: pvs without anything that could overlook a move]
    #[arg(long)]
    agent: Option<String>,
    /// Bytes for the whole solver, such as 64KiB or 1GiB, unless its spec says
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
    let agent = args.agent.as_deref().unwrap_or(SOLVER);
    check_not_a_game(agent)?;
    let mut spec = game.agent(agent).map_err(bad_input)?;
    if spec.memory().is_none() {
        spec = spec.with_memory(args.memory);
    }
    let stop = stop::on_ctrl_c()?;
    let message = "solving (Ctrl-C: what is known so far)";
    let solution = with_changing_spinner(message.into(), |spinner| {
        let mut progress = |report: &Report| spinner.set_message(progress(message, report));
        solve(&history, agent, &spec, &mut || stop.load(Ordering::Relaxed), &mut progress)
    });
    let solution = solution.map_err(bad_input)?;
    let line = history.line_text(&solution.line);
    let name = history.player_name(history.mover().unwrap_or(0));
    if args.json {
        let score = match solution.score {
            Some(MoveScore::Score(score, _)) if score.distance().is_none() => Some(score.get()),
            _ => None,
        };
        let found = json!({
            "game": args.game, "agent": agent,
            "position": history.position_text(), "to_move": name,
            "value": solution.value.map(findings::outcome), "distance": solution.distance,
            "score": score, "line": line, "depth": depth(&solution.report),
            "nodes": solution.nodes, "bytes": solution.bytes,
            "seconds": solution.time.as_secs_f64(),
        });
        write_json(out, &found)?;
    } else {
        write(&history, name, &solution, &line, out)?;
    }
    Ok(if solution.complete { End::Done } else { End::Stopped })
}

/// The plies that alpha-beta has searched completely.
fn depth(report: &Report) -> Option<u16> {
    if let Report::Minimax { depth, .. } = report { Some(*depth) } else { None }
}

/// What the spinner says.
fn progress(message: &str, report: &Report) -> String {
    let score = report.score().map_or(String::new(), |score| format!(", {score}"));
    match *report {
        Report::Minimax { depth, nodes, .. } => {
            format!("{message}: {} positions, depth {depth}{score}", grouped(nodes))
        }
        Report::Proof { positions, .. } => {
            format!("{message}: {} positions{score}", grouped(positions))
        }
        _ => message.into(),
    }
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
    let margin = match solution.score {
        Some(MoveScore::Score(score, _)) if score.distance().is_none() => {
            format!(" with a margin of {}", score.get().abs())
        }
        _ => String::new(),
    };
    match solution.value {
        Some(Value::Win) => writeln!(out, "{name} wins{soon}{margin}.")?,
        Some(Value::Draw) => writeln!(out, "With best play it is a draw.")?,
        Some(Value::Loss) => writeln!(out, "{name} loses{soon}{margin}.")?,
        None => match depth(&solution.report) {
            Some(depth) => writeln!(
                out,
                "Not known: {} were searched completely, and nothing is decided by then.",
                plies(depth)
            )?,
            None => {
                let score = solution.score.map_or(String::new(), |score| format!(" ({score})"));
                writeln!(out, "Not known: nothing is proved so far{score}.")?
            }
        },
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
