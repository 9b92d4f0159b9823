//! `cairn match`: two agents against each other.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use cairn_lab::{
    AnyGame, Conditions, Elo, FewerThreads, GameHistory, GameRecord, GameStatus, MatchResult,
    Matchup, Pairing, Score, SequentialTest, Sprt, SprtVerdict, Tournament, los,
};
use indicatif::ProgressBar;
use serde_json::json;

use crate::arguments::{jobs, seed, threads, whole};
use crate::output::{
    bad_input, check_not_a_game, merged, printable, read_game, score_json, table,
    warn_of_few_nodes, write_json, write_table,
};
use crate::progress::{bar, keep_ticking, style, warn};
use crate::records::{SgfWriter, check_no_records, check_sgf};
use crate::{End, demo, stop};

/// Let two agents play a match
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn match                                     32 KiB against 32 KiB, then against 40 times that
  cairn match --games 200                         the same, with narrower intervals
  cairn match graver2:paper,nodes=160,top=160,second=80 grave:paper,playouts=10000
  cairn match grave:playouts=1000 uct:playouts=1000
  cairn match grave:playouts=1000,ref=50 grave:playouts=1000 --openings 4 --sprt 0,20
  cairn match uct:playouts=50 mc:playouts=50 --game tictactoe --games 1000 --json

A moves first in even games (the first is game 0), B in odd ones. In a game of three, such as \
threecolorgo, A takes the seats in turn and a B takes each of the others: game 0 is A B B, game 1 B \
A B, game 2 B B A. Equal players then score a third; a multiple of three games is fair.

Each game's seed derives from the match's seed and the game's number, so the result does not depend \
on --jobs, unless an agent has a time limit. With --sprt the match ends when the sequential \
probability ratio test, over pairs of games with swapped colours, has a verdict. Ctrl-C ends the \
match and counts the finished games; pressed again after a second, it exits at once.

JSON: {game, a, b, full_spec: {a, b}, bytes: {a, b}, games, wins, draws, losses, rate, ci95: [low, \
high], wilson95: [low, high], elo: {difference, low, high}, los, failed, seconds, seed, complete}, \
all from A's side; rate is from 0 to 1 and counts a draw as half a win (null before the first game), \
ci95 its Agresti–Coull and wilson95 its Wilson 95 % interval; elo is null where it is infinite, los \
the likelihood that A is stronger (both null in games of three); failed counts games that crashed or \
had an illegal move. With --sprt also sprt: {elo0, elo1, llr, bounds: [low, high], verdict (H0, H1 \
or none), pairs: [how many pairs of games brought A 0, ½, 1, 1½, 2 points], trinomial_llr (over \
single games)}; with --moves also list: [{number, seat, result, plies, moves}].")]
pub struct Args {
    /// The first agent (see 'cairn agents'); without agents, two matches show what 32 KiB can do
    a: Option<String>,
    /// The second agent [default: the game's default agent, see 'cairn games']
    b: Option<String>,
    /// The game (see 'cairn games')
    #[arg(long, default_value = "go9")]
    pub game: String,
    /// How many games; with --sprt the maximum [default: 20; 40 per match without agents; 20000 with
    /// --sprt]
    #[arg(long, value_parser = whole::<u32>(1..=1_000_000_000))]
    games: Option<u32>,
    /// Play until a test decides whether A is better by ELO0 or by ELO1 (5 % error probabilities)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// How many games to play at the same time [default: one per core]
    #[arg(long, value_parser = jobs)]
    jobs: Option<NonZero<usize>>,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Openings: a number of random plies, the same for both games of a pair, or a list separated by
    /// semicolons ('D4 C3; D4 E5'). If moves are numbers, write '4;' for the move 4
    #[arg(long, default_value = "0", value_name = "PLIES|MOVES")]
    openings: String,
    /// List every game with its moves
    #[arg(long)]
    moves: bool,
    /// Write every game of Go to this directory in SGF
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    /// An option that was given but needs two agents.
    pub fn only_with_agents(&self) -> Option<&'static str> {
        let given = [
            ("--sprt", self.sprt.is_some()),
            ("--moves", self.moves),
            ("--sgf", self.sgf.is_some()),
            ("--json", self.json),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(option, _)| option)
    }
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let stop = stop::on_ctrl_c()?;
    let Some(a) = &args.a else { return demo::run(args, stop, out) };
    let b = match &args.b {
        Some(b) => b,
        None => read_game(&args.game)?.default_agent(),
    };
    Ok(play_match(args, [a, b], stop, out)?.end)
}

/// The result of a match.
pub struct MatchSummary {
    pub score: Score,
    /// The memory of A and of B.
    pub bytes: [usize; 2],
    pub end: End,
}

/// Plays a match between two agents, until it is over or `stop` is set.
pub fn play_match(
    args: &Args,
    [a, b]: [&str; 2],
    stop: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<MatchSummary> {
    let game = read_game(&args.game)?;
    if args.sprt.is_some() && game.players() != 2 {
        return Err(bad_input("--sprt needs a game of two players"));
    }
    let agents = [MatchAgent::new(a, &game)?, MatchAgent::new(b, &game)?];
    let alone = args.a.is_none();
    let default = if alone { demo::GAMES } else { 20 };
    let games = args.games.unwrap_or(if args.sprt.is_some() { 20_000 } else { default });
    let jobs = threads(args.jobs).min(games as usize);
    let conditions = Conditions { seed: args.seed, openings: args.openings.parse()? };
    let pairing = Pairing::new(&args.game, a, b, &conditions).map_err(bad_input)?;
    let mut records = match &args.sgf {
        None => None,
        Some(directory) => {
            check_sgf(&args.game)?;
            check_no_records(directory)?;
            Some(SgfWriter::new(directory)?)
        }
    };
    let bar = bar(games.into(), "{bar:30} {pos}/{len} games  {elapsed}");
    let _ = keep_ticking(&bar);
    let start = game.history();
    let mut test = args.sprt.map(SequentialTest::new);
    let (mut list, mut written) = (Vec::new(), Ok(()));
    let warn = |fewer: &FewerThreads| warn(&bar, fewer);
    let matchups = [Matchup { game: game.clone(), agents: [a, b].map(String::from), conditions }];
    let tournament =
        Tournament { matchups: &matchups, threads: jobs, limit: None, stop, warn: &warn };
    let result = tournament.play_match(games, |game, score| {
        if alone {
            bar.println(demo::game_line(game, start.player_name(game.seat), &score_text(score)));
        }
        show_progress(&bar, score, test.as_ref());
        if args.moves {
            list.push(game.clone());
        }
        if let Some(records) = &mut records {
            written = records.write(&pairing, game);
        }
        written.is_ok() && test.as_mut().is_none_or(|test| test.add(game))
    });
    bar.finish_and_clear();
    let mut result = result.map_err(bad_input)?;
    written?;
    result.complete |= test.as_ref().is_some_and(|test| test.verdict() != SprtVerdict::Continue);
    if args.json {
        let mut value = as_json(args, &agents, &result, test.as_ref(), game.players());
        if args.moves {
            value["list"] = list.iter().map(game_json).collect();
        }
        write_json(out, &value)?;
    } else {
        if args.moves {
            write_games(&list, &start, out)?;
        }
        write_result(args, &agents, &result, games, game.players(), out)?;
        if let Some(test) = &test {
            write_test(test, out)?;
        }
    }
    let end = if result.complete { End::Done } else { End::Stopped };
    Ok(MatchSummary { score: result.score, bytes: agents.map(|agent| agent.bytes), end })
}

/// One of the two agents, with its settings and memory.
struct MatchAgent<'a> {
    text: &'a str,
    full_spec: String,
    bytes: usize,
}

impl<'a> MatchAgent<'a> {
    fn new(text: &'a str, game: &AnyGame) -> anyhow::Result<Self> {
        check_not_a_game(text)?;
        let summary = game.summary(text).map_err(bad_input)?;
        warn_of_few_nodes(game, text);
        Ok(MatchAgent { text, full_spec: summary.spec, bytes: summary.bytes })
    }
}

/// Shows the score, and an estimate of the time left or the state of the sequential test.
fn show_progress(bar: &ProgressBar, score: Score, test: Option<&SequentialTest>) {
    match test {
        None => {
            bar.set_style(style("{bar:30} {pos}/{len} games  {msg}  {elapsed}, about {eta} left"));
            bar.set_message(score_text(score));
        }
        Some(test) => {
            bar.set_style(style("{pos} games  {msg}  {elapsed}"));
            let (low, high) = test.sprt().bounds();
            let llr = test.llr();
            bar.set_message(format!("{}  LLR {llr:.2} ({low:.2}, {high:.2})", score_text(score)));
        }
    }
    bar.inc(1);
}

fn score_text(score: Score) -> String {
    let drawn = match score.draws {
        0 => String::new(),
        draws => format!(", {draws} drawn"),
    };
    format!("A {} – B {}{drawn}", score.wins, score.losses)
}

fn result_of(game: &GameRecord) -> &'static str {
    let mut score = Score::default();
    game.count(&mut score);
    match score {
        _ if game.status != GameStatus::Done => game.status.name(),
        Score { wins: 1, .. } => "win",
        Score { draws: 1, .. } => "draw",
        _ => "loss",
    }
}

fn as_json(
    args: &Args,
    [a, b]: &[MatchAgent<'_>; 2],
    result: &MatchResult,
    test: Option<&SequentialTest>,
    players: usize,
) -> serde_json::Value {
    let mut value = merged([
        json!({
            "game": args.game, "a": a.text, "b": b.text,
            "full_spec": {"a": a.full_spec, "b": b.full_spec},
            "bytes": {"a": a.bytes, "b": b.bytes},
        }),
        score_json(&result.score, players),
        json!({
            "failed": result.failed, "seconds": result.time.as_secs_f64(),
            "seed": args.seed, "complete": result.complete,
        }),
    ]);
    if let Some(test) = test {
        let (low, high) = test.sprt().bounds();
        value["sprt"] = json!({"elo0": test.sprt().elo0, "elo1": test.sprt().elo1,
            "llr": test.llr(), "bounds": [low, high], "verdict": verdict_name(test.verdict()),
            "pairs": test.pairs().0, "trinomial_llr": test.trinomial_llr()});
    }
    value
}

fn game_json(game: &GameRecord) -> serde_json::Value {
    json!({"number": game.number, "seat": game.seat, "result": result_of(game),
        "plies": game.plies, "moves": game.moves})
}

fn verdict_name(verdict: SprtVerdict) -> &'static str {
    match verdict {
        SprtVerdict::H0 => "H0",
        SprtVerdict::H1 => "H1",
        SprtVerdict::Continue => "none",
    }
}

fn write_test(test: &SequentialTest, out: &mut dyn Write) -> io::Result<()> {
    let (low, high) = test.sprt().bounds();
    let Sprt { elo0, elo1, .. } = test.sprt();
    let verdict = match test.verdict() {
        SprtVerdict::H0 => format!("A is better by {elo0} Elo rather than {elo1}: H0"),
        SprtVerdict::H1 => format!("A is better by {elo1} Elo rather than {elo0}: H1"),
        SprtVerdict::Continue => "no verdict yet".into(),
    };
    let games = test.games();
    writeln!(
        out,
        "SPRT after {games} games: {verdict} (LLR {:.2}, {low:.2} to {high:.2})",
        test.llr()
    )
}

fn write_games(games: &[GameRecord], start: &GameHistory, out: &mut dyn Write) -> io::Result<()> {
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
    writeln!(out)
}

fn write_result(
    args: &Args,
    [a, b]: &[MatchAgent<'_>; 2],
    result: &MatchResult,
    all: u32,
    players: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let score = result.score;
    let (low, high) = score.interval();
    let seconds = result.time.as_secs_f64();
    writeln!(out, "A  {}\nB  {}", printable(a.text), printable(b.text))?;
    if !result.complete {
        let done = score.games();
        writeln!(out, "Stopped early: only {done} of {all} games were finished.")?;
    }
    if score.games() > 0 {
        writeln!(
            out,
            "{} on {}: A won {}, drew {}, lost {} in {seconds:.1} s",
            if score.games() == 1 { "1 game".into() } else { format!("{} games", score.games()) },
            printable(&args.game),
            score.wins,
            score.draws,
            score.losses,
        )?;
        let [rate, low, high] = [score.rate(), low, high].map(|share| 100.0 * share);
        writeln!(out, "A scores {rate:.1} % (95 % interval {low:.1} to {high:.1} %)")?;
    }
    let Elo { difference, low, high } = Elo::of(&score);
    if players == 2 && score.games() > 0 && difference.is_finite() {
        let sure = 100.0 * los(&score);
        writeln!(
            out,
            "Elo {difference:+.0} ({low:+.0} to {high:+.0}); A is stronger with {sure:.1} % likelihood"
        )?;
    }
    match result.failed {
        0 => Ok(()),
        1 => writeln!(out, "1 more game failed and is not counted (see --moves)"),
        failed => writeln!(out, "{failed} more games failed and are not counted (see --moves)"),
    }
}
