//! `cairn match`: two agents against each other.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use cairn_lab::{
    AnyGame, AnyPlay, Elo, MatchResult, Pairing, Record, Rounds, Score, Sequential, Sprt, Status,
    Verdict, los, run_match, wilson,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::arguments::{jobs, seed, whole};
use crate::output::{
    bad_input, elo_json, grouped, plain, read_game, short_bytes, table, write_json, write_table,
};
use crate::records::{check_no_records, check_sgf, write_sgf};
use crate::{End, stop};

/// The two players of the GRAVE² paper's headline, with its settings.
const HEADLINE: [&str; 2] =
    ["graver2:paper,nodes=160,top=160,second=80", "grave:paper,playouts=10000"];

/// Let two agents play a match
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn match                                     160 nodes against 10,000: the paper's headline
  cairn match --games 200                         the same, with a narrower interval
  cairn match grave:playouts=1000 uct:playouts=1000
  cairn match grave:playouts=1000,ref=50 grave:playouts=1000 --openings 4 --sprt 0,20
  cairn match uct:playouts=50 mc:playouts=50 --game tictactoe --games 1000 --json

A moves first in even games (the first is game 0), B in odd ones. In a game of three, such as
threecolorgo, A takes the seats in turn and a B each of the others: game 0 is A B B, game 1 B A B,
game 2 B B A. Equals then score a third, and a number of games that three divides is fair.

Each game's seed follows from the match's seed and the game's number: the result does not depend on
--jobs, unless an agent is bound by time. With --sprt the match ends when the sequential
probability ratio test, over pairs of games with swapped colours, has its verdict. Ctrl-C once ends
the match and counts the finished games; again after a second leaves at once.

JSON: {game, a, b, explicit: {a, b}, bytes: {a, b}, games, wins, draws, losses, rate, ci95: [low,
high], wilson95: [low, high], elo: {difference, low, high}, los, failed, seconds, seed, complete},
all from A's side; rate is from 0 to 1 and counts a draw as half a win (null before the first game),
ci95 its Agresti–Coull and wilson95 its Wilson 95 % interval; elo is null where it is infinite, los
the likelihood that A is stronger (both null in games of three); failed counts games that crashed or
had an illegal move. With --sprt also sprt: {elo0, elo1, llr, bounds: [low, high], verdict (H0, H1
or none), pairs: [how many pairs of games brought A 0, ½, 1, 1½, 2 points], trinomial_llr (over
single games)}; with --moves also list: [{number, seat, result, plies, moves}].")]
pub struct Args {
    /// One agent (see 'cairn agents'); with neither given, the headline is played
    a: Option<String>,
    /// The other agent
    b: Option<String>,
    /// The game (see 'cairn games')
    #[arg(long, default_value = "go9")]
    game: String,
    /// How many games, with --sprt at most [default: 20, with --sprt 20000]
    #[arg(long, value_parser = whole::<u32>(1..=1_000_000_000))]
    games: Option<u32>,
    /// Play until it is plain whether A is better by ELO1 rather than ELO0 (errors of 5 %)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Games at a time [default: one for each core]
    #[arg(long, value_parser = jobs)]
    jobs: Option<NonZero<usize>>,
    /// What all chance follows from
    #[arg(long, default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// How games begin: random moves that each pair of games shares (a number of plies), or lists
    /// of moves between semicolons, taken in turn
    #[arg(long, default_value = "0", value_name = "PLIES|MOVES")]
    openings: String,
    /// List every game with its moves
    #[arg(long)]
    moves: bool,
    /// Write every game of Go there as a record that Go programs read
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let game = read_game(&args.game)?;
    let [a, b] = match (&args.a, &args.b) {
        (Some(a), Some(b)) => [a.as_str(), b],
        (None, None) => HEADLINE,
        _ => {
            let text = "a match needs two agents, such as 'cairn match uct grave', or none";
            return Err(bad_input(text));
        }
    };
    if args.sprt.is_some() && game.players() != 2 {
        return Err(bad_input("--sprt is for games of two: Elo compares two players"));
    }
    let sides = [Side::new(a, &game)?, Side::new(b, &game)?];
    let games = args.games.unwrap_or(if args.sprt.is_some() { 20_000 } else { 20 });
    let jobs = args.jobs.or(std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let rounds = Rounds { seed: args.seed, openings: args.openings.parse()? };
    game.check(&rounds.openings).map_err(bad_input)?;
    // All memory is taken before the first move, so that a lack of it shows at once.
    let tables = (0..jobs.clamp(1, games as usize)).map(|_| game.table(a, b));
    let tables = tables.collect::<Result<Vec<_>, _>>().map_err(bad_input)?;
    if let Some(directory) = &args.sgf {
        check_sgf(&args.game)?;
        check_no_records(directory)?;
    }
    let stop = stop::on_ctrl_c()?;
    let bar = progress_bar(games);
    let mut test = args.sprt.map(Sequential::new);
    let result = run_match(tables, &rounds, games, stop, &mut |game, score| {
        show_progress(&bar, score, test.as_ref());
        test.as_mut().is_none_or(|test| test.add(game))
    });
    bar.finish_and_clear();
    let mut result = result.map_err(bad_input)?;
    if let Some(test) = test.as_ref().filter(|test| test.verdict() != Verdict::Continue) {
        // Games that ended after the verdict came too late.
        result.games.retain(|game| game.number < test.games());
        result.complete = true;
    }
    if let Some(directory) = &args.sgf {
        let pairing = Pairing::new(&args.game, a, b, &rounds).map_err(bad_input)?;
        let games = result.games.iter().map(|game| (&pairing, game));
        write_sgf(directory, games)?;
    }
    let of_two = game.players() == 2;
    if args.json {
        write_json(out, &as_json(args, &sides, &result, test.as_ref(), of_two))?;
    } else {
        if args.moves {
            write_games(&result.games, &*game.play(), out)?;
        }
        write_result(args, &sides, &result, games, out)?;
        if of_two {
            write_elo(&result.score(), out)?;
        }
        write_failed(&result, out)?;
        if let Some(test) = &test {
            write_test(test, out)?;
        }
        if args.a.is_none() && result.score().games() > 0 {
            write_headline(&sides, result.score(), out)?;
        }
    }
    Ok(if result.complete { End::Done } else { End::Stopped })
}

/// One of the two agents.
struct Side<'a> {
    text: &'a str,
    explicit: String,
    bytes: usize,
    nodes: u32,
}

impl<'a> Side<'a> {
    fn new(text: &'a str, game: &AnyGame) -> anyhow::Result<Self> {
        let explained = game.explain(text).map_err(bad_input)?;
        let (bytes, nodes) = (explained.footprint.bytes, explained.nodes());
        Ok(Side { text, explicit: explained.explicit, bytes, nodes })
    }
}

/// On stderr, and only if that is a terminal.
fn progress_bar(games: u32) -> ProgressBar {
    let bar = ProgressBar::new(games.into());
    bar.set_style(style("{bar:30} {pos}/{len} games  {elapsed}"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Once there is a game, there is a score and a guess at the time left.
fn show_progress(bar: &ProgressBar, score: Score, test: Option<&Sequential>) {
    match test {
        None => {
            bar.set_style(style("{bar:30} {pos}/{len} games  {msg}  {elapsed}, about {eta} left"));
            bar.set_message(running(score));
        }
        Some(test) => {
            bar.set_style(style("{pos} games  {msg}  {elapsed}"));
            let (low, high) = test.sprt().bounds();
            let llr = test.llr();
            bar.set_message(format!("{}  LLR {llr:.2} ({low:.2}, {high:.2})", running(score)));
        }
    }
    bar.inc(1);
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template that is right")
}

fn running(score: Score) -> String {
    let drawn = match score.draws {
        0 => String::new(),
        draws => format!(", {draws} drawn"),
    };
    format!("A {} – B {}{drawn}", score.wins, score.losses)
}

fn result_of(game: &Record) -> &'static str {
    let mut score = Score::default();
    game.count(&mut score);
    match score {
        _ if game.status != Status::Done => game.status.name(),
        Score { wins: 1, .. } => "win",
        Score { draws: 1, .. } => "draw",
        _ => "loss",
    }
}

fn as_json(
    args: &Args,
    [a, b]: &[Side<'_>; 2],
    result: &MatchResult,
    test: Option<&Sequential>,
    of_two: bool,
) -> serde_json::Value {
    let score = result.score();
    let (low, high) = score.interval();
    let wilson = wilson(score.points(), score.games().into());
    let mut value = json!({
        "game": args.game, "a": a.text, "b": b.text,
        "explicit": {"a": a.explicit, "b": b.explicit},
        "bytes": {"a": a.bytes, "b": b.bytes},
        "games": score.games(), "wins": score.wins, "draws": score.draws, "losses": score.losses,
        "rate": (score.games() > 0).then(|| score.rate()), "ci95": [low, high],
        "wilson95": [wilson.0, wilson.1],
        "elo": elo_json(&score, of_two), "los": of_two.then(|| los(&score)),
        "failed": result.games.len() as u32 - score.games(),
        "seconds": result.time.as_secs_f64(), "seed": args.seed, "complete": result.complete,
    });
    if let Some(test) = test {
        let (low, high) = test.sprt().bounds();
        value["sprt"] = json!({"elo0": test.sprt().elo0, "elo1": test.sprt().elo1,
            "llr": test.llr(), "bounds": [low, high], "verdict": verdict_name(test.verdict()),
            "pairs": test.pairs().0, "trinomial_llr": test.trinomial_llr()});
    }
    if args.moves {
        let game = |game: &Record| {
            json!({"number": game.number, "seat": game.seat, "result": result_of(game),
                "plies": game.plies, "moves": game.moves})
        };
        value["list"] = result.games.iter().map(game).collect();
    }
    value
}

fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::H0 => "H0",
        Verdict::H1 => "H1",
        Verdict::Continue => "none",
    }
}

fn write_test(test: &Sequential, out: &mut dyn Write) -> anyhow::Result<()> {
    let (low, high) = test.sprt().bounds();
    let Sprt { elo0, elo1, .. } = test.sprt();
    let verdict = match test.verdict() {
        Verdict::H0 => format!("A is better by {elo0} Elo rather than {elo1}: H0"),
        Verdict::H1 => format!("A is better by {elo1} Elo rather than {elo0}: H1"),
        Verdict::Continue => "no verdict yet".into(),
    };
    let games = test.games();
    writeln!(
        out,
        "SPRT after {games} games: {verdict} (LLR {:.2}, {low:.2} to {high:.2})",
        test.llr()
    )?;
    Ok(())
}

fn write_games(games: &[Record], start: &dyn AnyPlay, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut list = table(&[">game", "A is", "A's result", ">plies", "moves"]);
    for game in games {
        list.add_row([
            &game.number.to_string(),
            start.player_name(game.seat),
            result_of(game),
            &game.plies.to_string(),
            &game.moves,
        ]);
    }
    write_table(out, list)?;
    writeln!(out)?;
    Ok(())
}

fn write_result(
    args: &Args,
    [a, b]: &[Side<'_>; 2],
    result: &MatchResult,
    all: u32,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let score = result.score();
    let (low, high) = score.interval();
    let seconds = result.time.as_secs_f64();
    writeln!(out, "A  {}\nB  {}", plain(a.text), plain(b.text))?;
    if !result.complete {
        let done = score.games();
        writeln!(out, "Stopped early: {done} of {all} games were finished; only they count.")?;
    }
    if score.games() == 0 {
        return Ok(());
    }
    writeln!(
        out,
        "{} on {}: A won {}, drew {}, lost {} in {seconds:.1} s",
        if score.games() == 1 { "1 game".into() } else { format!("{} games", score.games()) },
        plain(&args.game),
        score.wins,
        score.draws,
        score.losses,
    )?;
    writeln!(
        out,
        "A scores {:.1} % (95 % interval {:.1} to {:.1} %)",
        100.0 * score.rate(),
        100.0 * low,
        100.0 * high
    )?;
    Ok(())
}

fn write_elo(score: &Score, out: &mut dyn Write) -> anyhow::Result<()> {
    let Elo { difference, low, high } = Elo::of(score);
    if score.games() > 0 && difference.is_finite() {
        let sure = 100.0 * los(score);
        writeln!(
            out,
            "Elo {difference:+.0} ({low:+.0} to {high:+.0}); A is stronger with {sure:.1} % likelihood"
        )?;
    }
    Ok(())
}

fn write_failed(result: &MatchResult, out: &mut dyn Write) -> anyhow::Result<()> {
    match result.games.len() as u32 - result.score().games() {
        0 => {}
        1 => writeln!(out, "1 more game failed and counts for nobody (see --moves)")?,
        failed => writeln!(out, "{failed} more games failed and count for nobody (see --moves)")?,
    }
    Ok(())
}

/// What the paper's headline shows.
fn write_headline([a, b]: &[Side<'_>; 2], score: Score, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "\nA keeps {} nodes in {}, B {} nodes in {}: {:.0} times as much.",
        grouped(a.nodes.into()),
        short_bytes(a.bytes),
        grouped(b.nodes.into()),
        short_bytes(b.bytes),
        b.bytes as f64 / a.bytes as f64,
    )?;
    let verdict = match score.interval() {
        (low, _) if low > 0.5 => "show that A is stronger all the same",
        (_, high) if high < 0.5 => "show that B is stronger",
        _ => "cannot tell who is stronger",
    };
    let games = score.games();
    writeln!(out, "{games} games {verdict}; 'cairn match --games 400' tells it to ±5 %.")?;
    Ok(())
}
