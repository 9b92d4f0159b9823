//! `cairn search`: one position.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use cairn_lab::{Decision, GameHistory, MoveReport, Player, Report};
use comfy_table::Table;
use serde_json::{Value, json};

use crate::arguments::{seed, whole};
use crate::output::{
    bad_input, exact_bytes, grouped, merged, read_game_at, table, warn_of_few_nodes, write_json,
    write_table,
};
use crate::progress::with_spinner;
use crate::{End, findings, stop};

/// Search one position for its best move
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn search                                               the empty 9×9 board
  cairn search --moves \"E5 C3 G6\" --agent graver2:memory=64KiB,time=2s
  cairn search --game go:size=5 --position \"5/5/2X2/2O2/5 b - 0 0.5\"
  cairn search --game tictactoe --agent uct:playouts=500 --json
  cairn search --game chess --agent pvs:depth=8,memory=1MiB

The same game, agent, moves and seed give the same answer, unless the agent has a time limit. Ctrl-C \
ends the search and shows the result so far; pressed again after a second, it exits at once. The \
option --position reads the position that is shown (without its history, which superko needs).

JSON: {game, agent, full_spec, seed, complete, rolled, position, to_move, move, value, playouts, \
seconds, bytes, nodes: {capacity, used, recycled}, moves: [{move, visits, mean, amaf: {visits, \
mean}}]}, the moves by visits; rolled is the roll of the dice before the search, if any; value is the \
best move's mean, from 0 (lost) to 1 (won) for the player to move; a mean without visits is null, and \
so is the position of a game without a notation. Agents without playouts have positions (visited) \
instead of playouts, and score, outcome (win, draw or loss, if it is proved), line and the moves' value and \
score; alpha-beta also bound, distance (plies to the end of a proved game), depth, selective_depth and \
table_use (in thousandths); proof search proof and disproof (null: infinite) and gave_up; best-first \
search expansions and settled. The score is a number for the player to move; best-first search has the \
least and the most.")]
pub struct Args {
    /// The game (see 'cairn games')
    #[arg(long, default_value = "go9")]
    game: String,
    /// The agent (see 'cairn agents') [default: the game's default agent, see 'cairn games']
    #[arg(long)]
    agent: Option<String>,
    /// Moves that lead to the position, separated by blanks or commas
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    moves: String,
    /// The starting position in the game's notation [default: the usual start]
    #[arg(long)]
    position: Option<String>,
    /// The seed of the search and of the dice
    #[arg(long, default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// How many moves to show
    #[arg(long, default_value_t = 10, value_parser = whole::<usize>(1..=1_000_000))]
    top: usize,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let game = read_game_at(&args.game, args.position.as_deref())?;
    let mut history = game.history_after(None, &args.moves).map_err(bad_input)?;
    let given = history.plies();
    history.set_dice(args.seed);
    if history.outcome().is_some() {
        return Err(bad_input("the game is over in this position: give one in which it is not"));
    }
    let agent = args.agent.as_deref().unwrap_or(game.default_agent());
    let mut player = game.player(agent).map_err(bad_input)?;
    warn_of_few_nodes(&game, agent);
    let stop = stop::on_ctrl_c()?;
    let decision = with_spinner("searching (Ctrl-C: answer now)".into(), || {
        player.choose(&history, args.seed, &mut || stop.load(Ordering::Relaxed))
    });
    let complete = decision.complete;
    let moves = player.moves_text(&history);
    let line = history.line_text(&player.principal_variation());
    let report = player.report();
    let found = SearchOutput::new(&history, given, &player, decision, moves, line, report);
    if args.json {
        write_json(out, &found.json(args, agent))?;
    } else {
        found.write(args, out)?;
    }
    Ok(if complete { End::Done } else { End::Stopped })
}

/// What the command shows of a search.
pub(crate) struct SearchOutput<'a> {
    pub history: &'a GameHistory,
    /// The rolls of the dice before the search.
    pub rolled: Vec<String>,
    pub player: &'a Player,
    pub decision: Decision,
    /// The move to play.
    pub answer: Option<String>,
    /// Sorted by visits, without playouts by value; among equals the move to play is first.
    pub moves: Vec<MoveReport<String>>,
    /// The best move's value.
    pub value: Option<f64>,
    /// The moves that are expected.
    pub line: Vec<String>,
    pub report: Report,
}

/// A value, rounded.
pub(crate) fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6
}

/// The mean, rounded; `None` without visits.
fn mean(visits: u32, mean: f32) -> Option<f64> {
    (visits > 0).then(|| rounded(mean))
}

pub(crate) fn percent(mean: Option<f64>) -> String {
    mean.map_or("–".into(), |mean| format!("{:.1} %", 100.0 * mean))
}

impl<'a> SearchOutput<'a> {
    fn new(
        history: &'a GameHistory,
        given: usize,
        player: &'a Player,
        decision: Decision,
        mut moves: Vec<MoveReport<String>>,
        line: Vec<String>,
        report: Report,
    ) -> Self {
        let best_move = decision.mv.map(|mv| history.move_text(mv));
        let best = |stats: &MoveReport<String>| Some(&stats.mv) == best_move.as_ref();
        let value = |stats: &MoveReport<String>| stats.value.unwrap_or(0.0);
        moves.sort_by(|a, b| {
            let better = value(b).total_cmp(&value(a));
            match report {
                Report::Playouts { .. } => {
                    b.visits.cmp(&a.visits).then(better).then(best(b).cmp(&best(a)))
                }
                _ => best(b).cmp(&best(a)).then(better).then(b.visits.cmp(&a.visits)),
            }
        });
        let value = moves.iter().find(|stats| best(stats)).and_then(|best| best.value.map(rounded));
        let rolled =
            history.moves_text().split_whitespace().skip(given).map(String::from).collect();
        let answer = best_move;
        SearchOutput { history, rolled, player, decision, answer, moves, value, line, report }
    }

    fn json(&self, args: &Args, agent: &str) -> Value {
        let common = self.common_json(args, agent);
        match self.report {
            Report::Playouts { .. } => merged([common, self.playouts_json()]),
            _ => merged([common, findings::json(self)]),
        }
    }

    fn common_json(&self, args: &Args, agent: &str) -> Value {
        let (history, summary) = (self.history, self.player.summary());
        json!({
            "game": args.game, "agent": agent, "full_spec": summary.spec,
            "seed": args.seed, "complete": self.decision.complete,
            "rolled": self.rolled, "position": history.position_text(),
            "to_move": history.player_name(history.mover().unwrap_or(0)),
            "move": self.answer, "value": self.value,
        })
    }

    fn playouts_json(&self) -> Value {
        let moves = self.moves.iter().map(|stats| {
            let mut value = json!({"move": stats.mv, "visits": stats.visits,
                "mean": stats.value.map(rounded)});
            if let Some((visits, of)) = stats.amaf {
                value["amaf"] = json!({"visits": visits, "mean": mean(visits, of)});
            }
            value
        });
        let (nodes, summary) = (self.player.nodes(), self.player.summary());
        json!({
            "playouts": self.decision.playouts, "seconds": self.decision.time.as_secs_f64(),
            "bytes": summary.bytes,
            "nodes": {"capacity": nodes.capacity, "used": nodes.used, "recycled": nodes.recycled},
            "moves": moves.collect::<Vec<_>>(),
        })
    }

    fn write(&self, args: &Args, out: &mut dyn Write) -> io::Result<()> {
        if !self.rolled.is_empty() {
            writeln!(out, "rolled {}", self.rolled.join(" "))?;
        }
        if let Some(board) = self.history.drawing() {
            writeln!(out, "{board}")?;
        }
        if let Some(text) = self.history.position_text() {
            writeln!(out, "position {text}")?;
        }
        let (decision, nodes) = (&self.decision, self.player.nodes());
        let name = self.history.player_name(self.history.mover().unwrap_or(0));
        let answer = self.answer.as_deref().unwrap_or("nothing");
        if !matches!(self.report, Report::Playouts { .. }) {
            writeln!(out, "{name} plays {answer}{}", findings::summary(self))?;
            return findings::write(self, args.top, out);
        }
        writeln!(out, "{name} plays {answer}, value {}", percent(self.value))?;
        if !decision.complete {
            writeln!(out, "(stopped early: this is the result so far)")?;
        }
        writeln!(out)?;
        write_table(out, self.table(args.top))?;
        let seconds = decision.time.as_secs_f64();
        writeln!(
            out,
            "\n{} playouts in {seconds:.2} s ({} per second)",
            grouped(decision.playouts),
            grouped((decision.playouts as f64 / seconds.max(1e-9)) as u64),
        )?;
        writeln!(
            out,
            "{} of {} nodes used, {} recycled; {} in all",
            grouped(nodes.used.into()),
            grouped(nodes.capacity.into()),
            grouped(nodes.recycled),
            exact_bytes(self.player.summary().bytes),
        )
    }

    /// The best moves; with AMAF if the agent has it.
    fn table(&self, top: usize) -> Table {
        let header = ["move", ">visits", ">mean", ">AMAF visits", ">AMAF mean"];
        let amaf = self.moves.iter().any(|stats| stats.amaf.is_some());
        let mut moves = table(if amaf { &header } else { &header[..3] });
        for stats in self.moves.iter().take(top) {
            let own = [(stats.visits, stats.value.unwrap_or_default())];
            let cells = own
                .into_iter()
                .chain(stats.amaf)
                .flat_map(|(visits, of)| [grouped(visits.into()), percent(mean(visits, of))]);
            moves.add_row([stats.mv.clone()].into_iter().chain(cells));
        }
        moves
    }
}
