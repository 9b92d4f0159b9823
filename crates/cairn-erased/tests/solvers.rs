//! Agents without playouts find the value that naive minimax finds, in any game.

use cairn_core::memory::{Word, words};
use cairn_core::minimax::Certainty;
use cairn_core::proof::Value;
use cairn_core::score::Score;
use cairn_core::spec::{Spec, SpecError};
use cairn_core::{Game, Rng, Turn};
use cairn_erased::{
    AnyPosition, AnySearch, Engine, EngineVisitor, Report, SearchType, start, with_engine,
};

/// Games, of which endings are solved.
const GAMES: [&str; 7] = [
    "tictactoe",
    "hex:size=3",
    "connect4",
    "domineering",
    "nogo:size=3",
    "othello",
    "breakthrough:columns=3,rows=4",
];

/// Those that leave nothing out, so that they know the distance too.
const EXACT: [&str; 6] = [
    "minimax:memory=200KiB",
    "alphabeta:memory=60KiB,reductions=off",
    "pvs:memory=1MiB,killers=off,null=off,reductions=off",
    "mtdf:table=100,reductions=off",
    "sss:table=1000,ordering=off,reductions=off",
    "pvs:table=off,deepening=0,reductions=off",
];

const PROVING: [&str; 4] =
    ["pn:memory=2MiB", "pn2:nodes=2000", "dfpn:memory=100KiB", "alphabeta:memory=60KiB"];

/// What a position is worth to the player to move, and the plies to the end of the game. `None` if that
/// takes more than `most` positions.
fn naive(position: &AnyPosition, most: &mut u32) -> Option<Score> {
    let Turn::Player(player) = position.turn() else { panic!("a player moves") };
    let mut best = None;
    for mv in position.legal_moves() {
        *most = most.checked_sub(1)?;
        let mut next = *position;
        next.play(mv);
        let worth = match next.turn() {
            Turn::Over(outcome) => Score::of(outcome, player, position.denominator()),
            Turn::Player(other) if other == player => naive(&next, most)?,
            Turn::Player(_) => -naive(&next, most)?,
            Turn::Chance => panic!("no dice"),
        };
        best = best.max(Some(worth.one_ply_earlier()));
    }
    assert!(best.is_some(), "a game that is not over has a move");
    best
}

struct Make<'a>(&'a AnyPosition);

impl EngineVisitor for Make<'_> {
    type Output = Result<Box<dyn AnySearch>, SpecError<'static>>;

    fn visit<G: SearchType, E: Engine<G> + 'static>(self, settings: E, game: &G) -> Self::Output {
        let bytes = settings.bytes_needed(game)?;
        let block = vec![Word::uninit(); words(bytes)].leak();
        let mut search = settings.search(game, block)?;
        AnySearch::start(&mut search, self.0, &[], &[], 1);
        assert_eq!(AnySearch::bytes(&search), bytes);
        Ok(Box::new(search))
    }
}

fn search(agent: &str, position: &AnyPosition) -> Box<dyn AnySearch> {
    let spec = Spec::parse(agent).unwrap().endless();
    let made = with_engine(&spec, position, Make(position)).and_then(|made| made);
    made.unwrap_or_else(|error| panic!("{agent}: {error}"))
}

/// A position `left` moves before the end of a random game, and its value; `None` if it is too hard.
fn ending(game: &str, left: usize, rng: &mut Rng) -> Option<(AnyPosition, Score)> {
    let (_, first): (_, AnyPosition) = start(game).unwrap();
    let mut positions = vec![first];
    while let Some(last) = positions.last().filter(|last| !last.turn().is_over()) {
        let mut next = *last;
        next.play(next.random_playout_move(rng));
        positions.push(next);
    }
    let position = *positions.iter().rev().nth(left)?;
    Some((position, naive(&position, &mut 6_000)?))
}

#[test]
fn every_solver_finds_the_value() {
    let mut rng = Rng::new(19);
    let mut found = [0; 3];
    for game in GAMES {
        let endings = (0..500).filter_map(|round| ending(game, 1 + round % 9, &mut rng));
        let endings: Vec<_> = endings.take(12).collect();
        assert_eq!(endings.len(), 12, "{game} has endings");
        for (position, expected) in endings {
            let value = match () {
                () if expected.is_win() => Value::Win,
                () if expected.is_loss() => Value::Loss,
                () => Value::Draw,
            };
            found[value as usize] += 1;
            for agent in EXACT.into_iter().chain(PROVING) {
                let mut search = search(agent, &position);
                while search.run_steps(1000) > 0 {}
                let report = search.report();
                match report {
                    Report::Minimax { score: Some(root), .. } if !EXACT.contains(&agent) => {
                        // With reductions it may overlook something, but claims nothing wrong.
                        if root.certainty == Certainty::Estimate {
                            continue;
                        }
                        assert_eq!(root.score.is_win(), expected.is_win(), "{agent} in {game}");
                        assert_eq!(root.score.is_loss(), expected.is_loss(), "{agent} in {game}");
                    }
                    Report::Minimax { score: Some(root), .. } => {
                        assert_eq!(root.score, expected, "{agent} in {game}: {report:?}");
                        assert_eq!(root.certainty, Certainty::Exact, "{agent} in {game}");
                    }
                    Report::Proof { at_least, at_most, .. } => {
                        assert_eq!((at_least, at_most), (value, value), "{agent} in {game}");
                    }
                    _ => panic!("{agent}: {report:?}"),
                }
                assert!(report.score().is_some() && search.steps() > 0);
                check_moves(&mut *search, &position, expected);
            }
        }
    }
    assert!(found.iter().all(|&n| n > 0), "losses, draws and wins: {found:?}");
}

/// The best move keeps the value, the line begins with it, and it is among the moves.
fn check_moves(search: &mut dyn AnySearch, position: &AnyPosition, expected: Score) {
    let best = search.best_move().expect("a move");
    assert!(position.legal_moves().any(|mv| mv == best));
    let mut line = Vec::new();
    search.principal_variation(&mut |mv| line.push(mv));
    assert_eq!(line.first(), Some(&best));
    let mut listed = false;
    search.for_each_move(&mut |report| listed |= report.mv == best);
    assert!(listed);
    let value = search.value(best).expect("the best move has a value");
    let (low, high) = match () {
        () if expected.is_win() => (1.0, 1.0),
        () if expected.is_loss() => (0.0, 0.0),
        () => (0.5, 0.5),
    };
    assert!((low..=high).contains(&value), "{value} for {expected}");
}

/// The best-first searches play what has an evaluation, and say so of what has none.
#[test]
fn best_first_searches_need_an_evaluation() {
    for agent in ["bestfirst", "bstar", "conspiracy"] {
        let (_, othello): (_, AnyPosition) = start("othello").unwrap();
        let mut search = search(&format!("{agent}:memory=1MiB,expansions=200"), &othello);
        while search.run_steps(50) > 0 {}
        let report = search.report();
        let Report::Best { expansions, nodes, .. } = report else { panic!("{report:?}") };
        assert!(expansions <= 200 && nodes.used > 1, "{report:?}");
        assert!(search.best_move().is_some());
        let (_, hex): (_, AnyPosition) = start("hex:size=4").unwrap();
        let spec = Spec::parse(agent).unwrap();
        let error = with_engine(&spec, &hex, Make(&hex)).map(|_| ()).unwrap_err();
        assert!(error.needs_evaluation(), "{agent}: {error}");
    }
}

/// A player that is told to leave moves out does not play them.
#[test]
fn excluded_moves_are_not_played() {
    let (_, position): (_, AnyPosition) = start("tictactoe").unwrap();
    for agent in EXACT.into_iter().chain(PROVING) {
        let mut search = search(agent, &position);
        let moves: Vec<_> = position.legal_moves().collect();
        search.start(&position, &moves[1..], &[], 1);
        while search.run_steps(1000) > 0 {}
        assert_eq!(search.best_move(), Some(moves[0]), "{agent}");
    }
}
