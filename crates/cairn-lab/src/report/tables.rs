//! The tables of a report.

use cairn_arena::{Elo, GameStatus, RatingsError, Score, ratings};

use crate::experiment::{Entry, Experiment};
use crate::results::ContestResult;

use super::figure::common;
use super::markdown::{MarkdownTable, NOTHING, counted, details, escape, grouped, percent, signed};
use super::{agrees, fair_share};

/// All results in tables: sweeps over two values as grids, round robins as cross tables, all others in
/// one list. Several tables have headings.
pub fn result_tables(experiment: &Experiment, results: &[ContestResult<'_>]) -> String {
    let mut parts: Vec<(String, String)> = Vec::new();
    let mut rest: Vec<&ContestResult<'_>> = Vec::new();
    for entry in results.chunk_by(|a, b| a.contest.entry == b.contest.entry) {
        let part: Vec<_> = entry.iter().collect();
        let table = match entry[0].contest.entry {
            Entry::Sweep(_) => grid(experiment, &part),
            Entry::RoundRobin(_) => Some(cross_table(&part)),
            Entry::Pairing(_) => None,
        };
        match table {
            Some((heading, text)) => {
                let all = details("All numbers", &list(&part));
                parts.push((heading, format!("{text}\n{all}")));
            }
            None => rest.extend(part),
        }
    }
    if !rest.is_empty() {
        let heading = if parts.is_empty() { "All" } else { "The others" };
        parts.push((heading.into(), list(&rest)));
    }
    match parts.as_slice() {
        [(_, text)] => text.clone(),
        parts => {
            let part = |(heading, text): &(String, String)| format!("### {heading}\n\n{text}");
            parts.iter().map(part).collect::<Vec<_>>().join("\n")
        }
    }
}

/// The published number, and a mark that says whether it is inside our interval.
fn published(result: &ContestResult<'_>) -> Option<String> {
    let rate = result.contest.published?;
    let mark = match agrees(result) {
        Some(true) => " ✓",
        Some(false) => " ✗",
        None => "",
    };
    Some(format!("{rate:.1}{mark}"))
}

/// A row for each contest.
fn list(results: &[&ContestResult<'_>]) -> String {
    let labels: Vec<&str> = results.iter().map(|s| s.contest.label.as_str()).collect();
    // Name the game if there are several and the labels do not contain it.
    let games = common(results.iter().map(|s| &s.contest.pairing.game)).is_none()
        && results.iter().any(|s| !s.contest.label.contains(&s.contest.pairing.game));
    let beside = results.iter().any(|s| s.contest.published.is_some());
    let failures: Vec<(GameStatus, &str)> = GameStatus::NAMES[1..]
        .iter()
        .filter(|(status, _)| results.iter().any(|s| s.count(*status) > 0))
        .copied()
        .collect();
    let mut header = vec![""];
    header.extend(games.then_some("game"));
    header.extend([">games", ">won / drawn / lost", ">rate, %", ">95 % interval"]);
    let of_two = results.iter().any(|s| fair_share(s.contest) == 0.5);
    header.extend(of_two.then_some(">Elo"));
    header.extend(beside.then_some(">published, %"));
    header.extend(failures.iter().map(|(status, _)| match status {
        GameStatus::Crash => ">crashed",
        GameStatus::Timeout => ">timed out",
        _ => ">illegal move",
    }));
    let mut table = MarkdownTable::new(&header);
    for result in results {
        let (contest, score) = (result.contest, result.score());
        // A label that occurs twice needs the series too.
        let twice = labels.iter().filter(|label| **label == contest.label).count() > 1;
        let label = if twice {
            format!("{}: {}", contest.series, contest.label)
        } else {
            contest.label.clone()
        };
        let mut row = vec![escape(&label)];
        row.extend(games.then(|| escape(&contest.pairing.game)));
        let short = result.games.len() < contest.games as usize;
        row.push(match (score.games(), short) {
            (0, _) => format!("{NOTHING} of {}", grouped(contest.games.into())),
            (games, true) => {
                format!("{} of {}", grouped(games.into()), grouped(contest.games.into()))
            }
            (games, false) => grouped(games.into()),
        });
        if score.games() > 0 {
            let (low, high) = score.interval();
            row.push(format!("{} / {} / {}", score.wins, score.draws, score.losses));
            row.push(format!("**{}**", percent(score.rate())));
            row.push(format!("{} to {}", percent(low), percent(high)));
        } else {
            row.extend(std::iter::repeat_n(NOTHING.to_string(), 3));
        }
        row.extend(of_two.then(|| match score.games() {
            0 => NOTHING.to_string(),
            _ if fair_share(contest) != 0.5 => String::new(),
            _ => elo(&Elo::of(&score)),
        }));
        row.extend(beside.then(|| published(result).unwrap_or_default()));
        row.extend(failures.iter().map(|(status, _)| result.count(*status).to_string()));
        table.row(row);
    }
    table.finish()
}

fn elo(elo: &Elo) -> String {
    format!("{} ({} to {})", signed(elo.difference), signed(elo.low), signed(elo.high))
}

/// A cell of a grid.
fn cell(result: &ContestResult<'_>) -> String {
    let score = result.score();
    let ours = if score.games() == 0 {
        NOTHING.to_string()
    } else {
        let (low, high) = score.interval();
        let (rate, games) = (percent(score.rate()), grouped(score.games().into()));
        if low > 0.0 && high < 1.0 {
            format!("**{rate}** ± {} ({games})", percent((high - low) / 2.0))
        } else {
            // An interval that was cut at 0 or 1 is not symmetrical.
            format!("**{rate}**, {} to {} ({games})", percent(low), percent(high))
        }
    };
    match published(result) {
        Some(published) => format!("{ours}<br>*{published}*"),
        None => ours,
    }
}

/// The distinct texts, in their order.
pub fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut list = Vec::new();
    for text in texts {
        if !list.contains(&text) {
            list.push(text);
        }
    }
    list
}

/// A sweep over two values, the first down and the second across.
fn grid(experiment: &Experiment, results: &[&ContestResult<'_>]) -> Option<(String, String)> {
    let value = |result: &ContestResult<'_>, index: usize| result.contest.values[index].1.clone();
    let [(down, _), (across, _)] = results[0].contest.values.as_slice() else { return None };
    let keys: Vec<[String; 2]> = results.iter().map(|s| [value(s, 0), value(s, 1)]).collect();
    let rows = distinct(keys.iter().map(|key| key[0].as_str()));
    let columns = distinct(keys.iter().map(|key| key[1].as_str()));
    if rows.len() < 2 || columns.len() < 2 {
        return None;
    }
    let name = |name: &str| match &experiment.plot {
        Some(plot) if plot.x == name => plot.x_label.clone().unwrap_or_else(|| name.into()),
        _ => name.into(),
    };
    let (down, across) = (escape(&name(down)), escape(&name(across)));
    // If each column is a series, its name says more than the value.
    let series: Vec<Option<&str>> = columns
        .iter()
        .map(|column| {
            let inside = results.iter().zip(&keys).filter(|(_, key)| key[1] == *column);
            common(inside.map(|(result, _)| result.contest.series.as_str()))
        })
        .collect();
    let named = series.iter().all(|name| name.is_some())
        && distinct(series.iter().flatten().copied()).len() == columns.len();
    let mut header = vec![if named { down.clone() } else { format!("{down} ↓, {across} →") }];
    for (column, series) in columns.iter().zip(&series) {
        let text = if named { series.unwrap_or_default() } else { column };
        header.push(format!(">{}", escape(text)));
    }
    let mut table = MarkdownTable::new(&header);
    for row in rows {
        let mut cells = vec![escape(row)];
        for column in &columns {
            let found = keys.iter().position(|key| key[0] == row && key[1] == *column);
            cells.push(found.map(|index| cell(results[index])).unwrap_or_default());
        }
        table.row(cells);
    }
    let beside = results.iter().any(|result| result.contest.published.is_some());
    let mut text = "Each cell: win rate in %, ± half its 95 % interval (games)".to_string();
    text += if beside { "; below it, in italics, the published number.\n\n" } else { ".\n\n" };
    let mut heading = format!("Over {down} and {across}");
    if named {
        let shared = escape(&shared_words(&series));
        if !shared.is_empty() && shared != across {
            heading += &format!(": {shared}");
        }
    }
    Some((heading, text + &table.finish()))
}

/// The words that all names begin with.
fn shared_words(names: &[Option<&str>]) -> String {
    let words = |name: &Option<&str>| -> Vec<String> {
        name.unwrap_or_default().split_whitespace().map(String::from).collect()
    };
    let mut shared = words(&names[0]);
    for name in names {
        let same = words(name).iter().zip(&shared).take_while(|(a, b)| a == b).count();
        shared.truncate(same);
    }
    shared.join(" ").trim_end_matches([',', ':', ';', '=', ' ']).into()
}

/// The rate of every agent against every other, the best first, with ratings.
fn cross_table(results: &[&ContestResult<'_>]) -> (String, String) {
    let agents = distinct(results.iter().flat_map(|s| s.contest.names.iter().map(|n| n.as_str())));
    let index = |name: &str| agents.iter().position(|agent| *agent == name).unwrap_or(0);
    let scores: Vec<(usize, usize, Score)> = results
        .iter()
        .map(|s| (index(&s.contest.names[0]), index(&s.contest.names[1]), s.score()))
        .collect();
    // The score of `row` against `column`, if they met.
    let met = |row: usize, column: usize| -> Option<Score> {
        let mut sum = Score::default();
        for (a, b, score) in &scores {
            if (*a, *b) == (row, column) {
                sum = plus(sum, *score);
            } else if (*a, *b) == (column, row) {
                sum = plus(sum, reversed(*score));
            }
        }
        (sum.games() > 0).then_some(sum)
    };
    let rated = ratings(agents.len(), &scores, None);
    let mut order: Vec<usize> = (0..agents.len()).collect();
    if let Ok(rated) = &rated {
        order.sort_by(|a, b| rated[*b].difference.total_cmp(&rated[*a].difference));
    }
    let mut header =
        vec!["".to_string(), "".to_string(), ">Elo".into(), ">games".into(), ">%".into()];
    header.extend((1..=agents.len()).map(|place| format!(">v {place}")));
    let mut table = MarkdownTable::new(&header);
    for (place, &row) in order.iter().enumerate() {
        let all =
            (0..agents.len()).filter_map(|other| met(row, other)).fold(Score::default(), plus);
        let some = all.games() > 0;
        let mut cells = vec![(place + 1).to_string(), escape(agents[row])];
        cells.push(match &rated {
            Ok(rated) => elo(&rated[row]),
            Err(_) => NOTHING.into(),
        });
        cells.push(if some { grouped(all.games().into()) } else { NOTHING.into() });
        cells.push(if some { format!("**{}**", percent(all.rate())) } else { NOTHING.into() });
        for &column in &order {
            cells.push(match met(row, column) {
                _ if row == column => String::new(),
                Some(score) => percent(score.rate()),
                None => NOTHING.into(),
            });
        }
        table.row(cells);
    }
    let said = match &rated {
        Ok(_) => {
            "Elo is the rating over all games (Bradley–Terry, from the mean of all), with its \
                  95 % interval;"
                .to_string()
        }
        Err(RatingsError(a, b)) => format!(
            "There are no ratings yet, because no games connect {} with {};",
            escape(agents[*a]),
            escape(agents[*b])
        ),
    };
    let text = format!(
        "{said} % is the win rate over all games, v 1 the one against the first agent.\n\n"
    );
    let heading = format!("{} against each other", counted(agents.len() as u64, "agent"));
    (heading, text + &table.finish())
}

fn plus(a: Score, b: Score) -> Score {
    Score { wins: a.wins + b.wins, draws: a.draws + b.draws, losses: a.losses + b.losses }
}

fn reversed(score: Score) -> Score {
    Score { wins: score.losses, draws: score.draws, losses: score.wins }
}
