//! What `cairn search` shows of a search without playouts: scores instead of visits and means.

use std::io::{self, Write};

use cairn_core::minimax::{Bound, Certainty};
use cairn_core::proof::{self, Numbers};
use cairn_core::score::Score;
use cairn_lab::{MoveScore, Report};
use serde_json::{Value, json};

use crate::output::{exact_bytes, grouped, merged, table, write_table};
use crate::search::{SearchOutput, percent, rounded};

/// What is proved, as JSON says it.
pub fn outcome(value: proof::Value) -> &'static str {
    match value {
        proof::Value::Win => "win",
        proof::Value::Draw => "draw",
        proof::Value::Loss => "loss",
    }
}

/// A score that is proved, as an outcome.
pub fn proved(score: Score) -> proof::Value {
    match () {
        () if score.is_win() => proof::Value::Win,
        () if score.is_loss() => proof::Value::Loss,
        () => proof::Value::Draw,
    }
}

/// The fields that a search without playouts has beside those of every search.
pub fn json(found: &SearchOutput<'_>) -> Value {
    // Proved wins and losses have a distance and no number.
    let number = |score: Score| score.distance().is_none().then(|| score.get());
    let own = match found.report {
        Report::Playouts { .. } => json!({}),
        Report::Minimax { depth, selective_depth, score, table_use, .. } => {
            let known = score.filter(|root| root.certainty > Certainty::Estimate);
            let exact = score.filter(|root| root.certainty == Certainty::Exact);
            json!({
                "score": score.and_then(|root| number(root.score)),
                "bound": score.map(|root| bound(root.bound)),
                "outcome": known.map(|root| outcome(proved(root.score))),
                "distance": exact.and_then(|root| root.score.distance()),
                "depth": depth, "selective_depth": selective_depth, "table_use": table_use,
            })
        }
        Report::Proof { numbers, at_least, at_most, gave_up, nodes, .. } => {
            let finite = |number: u32| {
                let infinite = [Numbers::INFINITE, Numbers::UNREACHABLE].contains(&number);
                (!infinite).then_some(number)
            };
            json!({
                "outcome": (at_least == at_most).then(|| outcome(at_least)),
                "proof": finite(numbers.proof), "disproof": finite(numbers.disproof),
                "gave_up": gave_up, "nodes": pool(nodes),
            })
        }
        Report::Best { expansions, low, high, settled, nodes, .. } => json!({
            "score": [number(low), number(high)],
            "expansions": expansions, "settled": settled, "nodes": pool(nodes),
        }),
    };
    let moves = found.moves.iter().map(|report| {
        json!({
            "move": report.mv, "visits": report.visits, "value": report.value.map(rounded),
            "score": report.score.map(|score| score.to_string()),
        })
    });
    let (decision, summary) = (&found.decision, found.player.summary());
    let rest = json!({
        "line": found.line, "positions": decision.playouts,
        "seconds": decision.time.as_secs_f64(), "bytes": summary.bytes,
        "moves": moves.collect::<Vec<_>>(),
    });
    merged([own, rest])
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "at least",
        Bound::Upper => "at most",
    }
}

fn pool(nodes: cairn_core::mcts::PoolStats) -> Value {
    json!({"capacity": nodes.capacity, "used": nodes.used, "recycled": nodes.recycled})
}

/// What the search says about the position, after the move to play.
pub fn summary(found: &SearchOutput<'_>) -> String {
    let certainty = match found.report {
        Report::Minimax { score: Some(root), .. } if root.certainty > Certainty::Estimate => {
            " (proved)"
        }
        Report::Proof { gave_up: true, .. } => " (gave up)",
        Report::Best { settled: true, .. } => " (settled)",
        _ => "",
    };
    found.report.score().map_or(String::new(), |score| format!(", {}{certainty}", named(score)))
}

/// A score, with the word "score" before a number.
fn named(score: MoveScore) -> String {
    match score {
        MoveScore::Proof(..) => score.to_string(),
        MoveScore::Score(score, Bound::Exact) if score.distance().is_some() => score.to_string(),
        _ => format!("score {score}"),
    }
}

/// The table of moves, and what the search has done.
pub fn write(found: &SearchOutput<'_>, top: usize, out: &mut dyn Write) -> io::Result<()> {
    let decision = &found.decision;
    if !decision.complete {
        writeln!(out, "(stopped early: this is the result so far)")?;
    }
    writeln!(out)?;
    let counts = match found.report {
        Report::Proof { .. } => None,
        Report::Best { .. } => Some(">expansions"),
        _ => Some(">positions"),
    };
    let header: Vec<_> = ["move", ">score", ">value"].into_iter().chain(counts).collect();
    let mut moves = table(&header);
    for report in found.moves.iter().take(top) {
        let score = report.score.map_or("–".into(), |score| score.to_string());
        let cells = [report.mv.clone(), score, percent(report.value.map(rounded))];
        moves.add_row(cells.into_iter().chain(counts.map(|_| grouped(report.visits.into()))));
    }
    write_table(out, moves)?;
    if !found.line.is_empty() {
        writeln!(out, "\nexpected: {}", found.line.join(" "))?;
    }
    let seconds = decision.time.as_secs_f64();
    writeln!(
        out,
        "\n{} positions in {seconds:.2} s ({} per second)",
        grouped(decision.playouts),
        grouped((decision.playouts as f64 / seconds.max(1e-9)) as u64),
    )?;
    let bytes = exact_bytes(found.player.summary().bytes);
    let nodes = found.player.nodes();
    let used = format!("{} of {}", grouped(nodes.used.into()), grouped(nodes.capacity.into()));
    match found.report {
        Report::Minimax { depth, selective_depth, table_use, .. } => writeln!(
            out,
            "depth {depth}, at most {selective_depth}; {:.1} % of the table used; {bytes} in all",
            f64::from(table_use) / 10.0
        ),
        Report::Proof { .. } => {
            let entries = nodes.recycled;
            writeln!(out, "{used} nodes used, {} recycled; {bytes} in all", grouped(entries))
        }
        _ => writeln!(out, "{used} nodes used; {bytes} in all"),
    }
}
