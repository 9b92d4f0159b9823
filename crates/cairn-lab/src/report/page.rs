//! The page of a report.

use std::collections::BTreeMap;
use std::fmt::Write;

use cairn_arena::{GameStatus, Openings};

use crate::experiment::Experiment;
use crate::pairing::Pairing;
use crate::results::ContestResult;

use super::figure::{Figure, common};
use super::markdown::{code, counted, details, escape, grouped};
use super::tables::result_tables;
use super::{agrees, fair_share};

/// The report as Markdown.
pub fn page(
    experiment: &Experiment,
    results: &[ContestResult<'_>],
    figure: Option<&Figure>,
    commands: &[String],
) -> String {
    let mut page = format!("# {}\n\n", escape(&experiment.title));
    // The paragraph is already Markdown.
    if !experiment.about.trim().is_empty() {
        let _ = writeln!(page, "{}\n", experiment.about.trim());
    }
    let _ = writeln!(page, "{}\n", progress(results));
    if let Some(text) = agreement(experiment, results) {
        let _ = writeln!(page, "{text}\n");
    }
    if let Some(figure) = figure {
        let (title, caption) = (escape(&experiment.title), escape(&figure.caption));
        let _ = writeln!(page, "![{title}]({}.svg)\n\n*{caption}*\n", experiment.name);
    }
    let _ = writeln!(page, "## Results\n\n{}", result_tables(experiment, results));
    let _ = writeln!(page, "{}\n", explanation(results));
    let _ = writeln!(page, "## How to repeat it\n\n```sh\n{}\n```\n", commands.join("\n"));
    let _ = writeln!(page, "{}\n", conditions(results));
    if let Some(text) = programs(results) {
        let _ = writeln!(page, "{text}\n");
    }
    let _ = write!(page, "{}", details("Every agent with every key", &agents(results)));
    page
}

/// One result for each pairing: several contests may share one.
fn pairings<'a>(results: &'a [ContestResult<'a>]) -> Vec<&'a ContestResult<'a>> {
    let mut list: Vec<&ContestResult<'_>> = Vec::new();
    for result in results {
        if list.iter().all(|other| other.contest.pairing != result.contest.pairing) {
            list.push(result);
        }
    }
    list
}

/// How many games have been played, and how many are missing.
fn progress(results: &[ContestResult<'_>]) -> String {
    let all = pairings(results);
    let wanted: u64 = all.iter().map(|result| u64::from(result.contest.games)).sum();
    let played: u64 = all.iter().map(|result| result.games.len() as u64).sum();
    let useful = |result: &&ContestResult<'_>| {
        u64::from(result.contest.games).min(result.games.len() as u64)
    };
    let useful: u64 = all.iter().map(useful).sum();
    let (more, comma) = match played - useful {
        0 => (String::new(), ""),
        more => (format!(" and {} more", grouped(more)), ","),
    };
    let mut text = if played == 0 {
        format!("**No games yet** of {}.", grouped(wanted))
    } else if useful == wanted {
        format!("**Complete**: all {}{more} have been played.", counted(wanted, "game"))
    } else {
        let share = 100.0 * useful as f64 / wanted as f64;
        let [useful, wanted] = [useful, wanted].map(grouped);
        format!("**{useful} of {wanted} games** ({share:.0} %) so far{comma}{more}.")
    };
    let failed: u64 = all.iter().map(|result| result.failed() as u64).sum();
    if failed > 0 {
        let count = |status| all.iter().map(|result| result.count(status)).sum::<usize>();
        let _ = write!(
            text,
            " {} failed and are not counted: {} crashed, {} took too long, {} had an illegal move; \
             `cairn lab run --retry` plays them again.",
            grouped(failed),
            count(GameStatus::Crash),
            count(GameStatus::Timeout),
            count(GameStatus::Illegal)
        );
    }
    text
}

/// How many published numbers are inside our intervals.
fn agreement(experiment: &Experiment, results: &[ContestResult<'_>]) -> Option<String> {
    let published = results.iter().filter(|s| s.contest.published.is_some()).count();
    if published == 0 {
        return None;
    }
    let judged: Vec<bool> = results.iter().filter_map(agrees).collect();
    let inside = judged.iter().filter(|agrees| **agrees).count();
    let whose = experiment.plot.as_ref().and_then(|plot| plot.published.as_ref());
    let whose = whose.map(|whose| format!(" ({})", escape(whose))).unwrap_or_default();
    let numbers = counted(published as u64, "published number");
    Some(match judged.len() {
        0 => format!("There are no games yet to compare with the {numbers}{whose}."),
        some => format!(
            "**Compared with the {numbers}{whose}**: {} games of ours: {inside} inside our 95 % \
             interval (✓), {} outside (✗). Published numbers are results of games too, so \
             more than 1 in 20 fall outside by chance even if the players are the same.",
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
fn explanation(results: &[ContestResult<'_>]) -> String {
    let mut text = "All rates are those of the first agent; a draw counts half. Of 100 such 95 % \
                    intervals (Agresti–Coull) about 95 contain the rate that endless games would \
                    give."
        .to_string();
    if results.iter().any(|result| fair_share(result.contest) == 0.5) {
        text += " Elo is the difference in strength for that rate, with its 95 % interval: 0 is \
                 equal, +100 wins 64 %.";
    }
    if results.iter().any(|result| fair_share(result.contest) != 0.5) {
        text += " In games of three, the first agent plays two of the second, and an equal player \
                 wins one game in three.";
    }
    text
}

/// Games, seeds and openings.
fn conditions(results: &[ContestResult<'_>]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for result in results {
        let Pairing { game, seed, openings, .. } = &result.contest.pairing;
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
                    counted(list.len() as u64, "opening"),
                    code(openings)
                )
            }
            _ => "every game from the start, with every seat in turn".into(),
        };
        let line = format!("- {}, seed {seed}, {openings}", code(game));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let fixed = results.iter().all(|result| result.contest.pairing.is_replayable());
    lines.push(String::new());
    lines.push(if fixed {
        "Seed, openings and a game's number determine its moves, so it can be reproduced.".into()
    } else {
        "Some agents have a time limit: their games cannot be reproduced.".into()
    });
    lines.join("\n")
}

/// Which programs played the games, if that was recorded.
fn programs(results: &[ContestResult<'_>]) -> Option<String> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for result in pairings(results) {
        for game in &result.games {
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

/// Every agent with every key; a common opponent only once.
fn agents(results: &[ContestResult<'_>]) -> String {
    let mut text = String::new();
    let opponent = common(results.iter().map(|result| &result.contest.pairing.b));
    if let Some(opponent) = opponent {
        let _ = writeln!(text, "The second agent is always {}.\n", code(opponent));
    }
    for result in results {
        let contest = result.contest;
        let _ = write!(text, "- {}: {}", escape(&contest.label), code(&contest.pairing.a));
        if opponent.is_none() {
            let _ = write!(text, " against {}", code(&contest.pairing.b));
        }
        text.push('\n');
    }
    text
}
