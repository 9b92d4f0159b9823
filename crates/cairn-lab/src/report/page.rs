//! The page.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::experiment::Experiment;
use crate::pairing::Pairing;
use crate::standing::Standing;
use cairn_arena::GameStatus;
use cairn_arena::Openings;

use super::figure::{Figure, common};
use super::markdown::{code, counted, details, escape, grouped};
use super::tables::results;
use super::{agrees, fair_share};

/// The report as Markdown.
pub fn page(
    experiment: &Experiment,
    standings: &[Standing<'_>],
    figure: Option<&Figure>,
    commands: &[String],
) -> String {
    let mut page = format!("# {}\n\n", escape(&experiment.title));
    // The paragraph is Markdown already: whoever wrote the experiment wrote it for this page.
    if !experiment.about.trim().is_empty() {
        let _ = writeln!(page, "{}\n", experiment.about.trim());
    }
    let _ = writeln!(page, "{}\n", progress(standings));
    if let Some(text) = agreement(experiment, standings) {
        let _ = writeln!(page, "{text}\n");
    }
    if let Some(figure) = figure {
        let (title, caption) = (escape(&experiment.title), escape(&figure.caption));
        let _ = writeln!(page, "![{title}]({}.svg)\n\n*{caption}*\n", experiment.name);
    }
    let _ = writeln!(page, "## Results\n\n{}", results(experiment, standings));
    let _ = writeln!(page, "{}\n", reading(standings));
    let _ = writeln!(page, "## How to repeat it\n\n```sh\n{}\n```\n", commands.join("\n"));
    let _ = writeln!(page, "{}\n", conditions(standings));
    if let Some(text) = programs(standings) {
        let _ = writeln!(page, "{text}\n");
    }
    let _ = write!(page, "{}", details("Every agent with every value", &agents(standings)));
    page
}

/// The pairings, each once: several contests may share one.
fn pairings<'a>(standings: &'a [Standing<'a>]) -> Vec<&'a Standing<'a>> {
    let mut list: Vec<&Standing<'_>> = Vec::new();
    for standing in standings {
        if list.iter().all(|other| other.contest.pairing != standing.contest.pairing) {
            list.push(standing);
        }
    }
    list
}

/// Games so far, and wanted.
fn progress(standings: &[Standing<'_>]) -> String {
    let all = pairings(standings);
    let wanted: usize = all.iter().map(|standing| standing.contest.games as usize).sum();
    let played: usize = all.iter().map(|standing| standing.games.len()).sum();
    let useful: usize =
        all.iter().map(|standing| standing.games.len().min(standing.contest.games as usize)).sum();
    let mut text = match useful {
        _ if played == 0 => format!("**No games yet** of {} wanted.", grouped(wanted)),
        _ if useful == wanted && played == wanted => {
            format!("**Complete**: all {} have been played.", counted(wanted, "game"))
        }
        _ if useful == wanted => {
            let all = counted(wanted, "game");
            format!(
                "**Complete**: all {all} wanted and {} more have been played.",
                grouped(played - wanted)
            )
        }
        _ => {
            let share = 100.0 * useful as f64 / wanted as f64;
            let more = played - useful;
            let more = if more > 0 { format!(", and {} more", grouped(more)) } else { "".into() };
            format!(
                "**{} of {} games** ({share:.0} %) so far{more}.",
                grouped(useful),
                grouped(wanted)
            )
        }
    };
    let failed: usize = all.iter().map(|standing| standing.failed()).sum();
    if failed > 0 {
        let count = |status| all.iter().map(|standing| standing.count(status)).sum::<usize>();
        let _ = write!(
            text,
            " {} failed and count for nobody: {} crashed, {} took too long, {} had an \
             illegal move; `cairn lab run --retry` plays them again.",
            grouped(failed),
            count(GameStatus::Crash),
            count(GameStatus::Timeout),
            count(GameStatus::Illegal)
        );
    }
    text
}

/// How many of the published numbers are inside our intervals.
fn agreement(experiment: &Experiment, standings: &[Standing<'_>]) -> Option<String> {
    let published = standings.iter().filter(|s| s.contest.published.is_some()).count();
    if published == 0 {
        return None;
    }
    let judged: Vec<bool> = standings.iter().filter_map(agrees).collect();
    let inside = judged.iter().filter(|agrees| **agrees).count();
    let whose = experiment.plot.as_ref().and_then(|plot| plot.published.as_ref());
    let whose = whose.map(|whose| format!(" ({})", escape(whose))).unwrap_or_default();
    let numbers = counted(published, "published number");
    Some(match judged.len() {
        0 => format!("Nothing can be said yet about the {numbers}{whose}."),
        some => format!(
            "**Beside the {numbers}{whose}**: {} games of ours; {inside} of them inside our 95 % \
             interval (✓), {} outside (✗). Published numbers are results of games too, so some \
             fall outside by chance even where the players are the same: more than 1 in 20.",
            match (some, published) {
                (some, all) if some == all => "all have".into(),
                (1, _) => "1 has".to_string(),
                (some, _) => format!("{some} have"),
            },
            some - inside
        ),
    })
}

/// What the numbers mean.
fn reading(standings: &[Standing<'_>]) -> String {
    let mut text = "All rates are those of the first agent; a draw counts half. A 95 % interval \
                    (Agresti–Coull) is made so that of 100 such intervals about 95 contain the rate \
                    that endless games would give."
        .to_string();
    if standings.iter().any(|standing| fair_share(standing.contest) == 0.5) {
        text += " Elo is the difference in strength that such a rate means, with its own 95 % \
                 interval: 0 is equal, +100 wins 64 %.";
    }
    if standings.iter().any(|standing| fair_share(standing.contest) != 0.5) {
        text += " Where three take part, the first agent meets two of the second, and an equal \
                 would win one game in three.";
    }
    text
}

/// Games, seeds and openings.
fn conditions(standings: &[Standing<'_>]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for standing in standings {
        let Pairing { game, seed, openings, .. } = &standing.contest.pairing;
        let openings = match openings.parse() {
            Ok(Openings::Random(plies)) => {
                let plies = if plies == 1 {
                    "1 random ply".into()
                } else {
                    format!("{plies} random plies")
                };
                format!("openings of {plies}, each played from every seat")
            }
            Ok(Openings::List(list)) => {
                format!(
                    "{}, each played from every seat: {}",
                    counted(list.len(), "opening"),
                    code(openings)
                )
            }
            _ => "every game from the start, the seats in turn".into(),
        };
        let line = format!("- {}, seed {seed}, {openings}", code(game));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let fixed = standings.iter().all(|standing| standing.contest.pairing.is_replayable());
    lines.push(String::new());
    lines.push(if fixed {
        "Seed, openings and the number of a game fix its every move: played again it is the same."
            .into()
    } else {
        "Some agents look at the clock: their games, played again, differ.".into()
    });
    lines.join("\n")
}

/// Which programs played the games, as far as that was recorded.
fn programs(standings: &[Standing<'_>]) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for standing in pairings(standings) {
        for game in &standing.games {
            *counts.entry(&game.program).or_default() += 1;
        }
    }
    let unknown = counts.remove("");
    let mut parts: Vec<String> = Vec::new();
    for (program, games) in counts {
        parts.push(format!("{} by cairn {}", counted(games, "game"), escape(program)));
    }
    if parts.is_empty() {
        return None;
    }
    parts.extend(unknown.map(|games| format!("{} not recorded", counted(games, "game"))));
    Some(format!("Played (version and signature of the program): {}.", parts.join(", ")))
}

/// Every agent as it was played; an opponent that all have in common only once.
fn agents(standings: &[Standing<'_>]) -> String {
    let mut text = String::new();
    let opponent = common(standings.iter().map(|standing| &standing.contest.pairing.b));
    if let Some(opponent) = opponent {
        let _ = writeln!(text, "The second agent is always {}.\n", code(opponent));
    }
    for standing in standings {
        let contest = standing.contest;
        let _ = write!(text, "- {}: {}", escape(&contest.label), code(&contest.pairing.a));
        if opponent.is_none() {
            let _ = write!(text, " against {}", code(&contest.pairing.b));
        }
        text.push('\n');
    }
    text
}
