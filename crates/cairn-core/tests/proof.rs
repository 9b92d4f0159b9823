//! Proof search is right: it agrees with solvers that are too simple to be wrong, however little memory
//! it has, and wherever it is stopped.

mod games;

use std::collections::HashMap;

use cairn_core::capabilities::Repetition;
use cairn_core::memory::{Block, Word, words};
use cairn_core::proof::{
    Goal, Growth, Method, MoveStats, Numbers, PlanError, Search, Second, Settings, Table, Tree,
    Value, bytes_needed,
};
use cairn_core::score::Score;
use cairn_core::{Game, Outcome, Rng, Turn};
use cairn_games::domineering::DomineeringSmall;
use cairn_games::hex::HexSmall;
use cairn_games::race::Breakthrough;
use games::{Coins, Columns, Dice, Graph, GraphRules, Nim, Pairs, Shape, TicTacToe, erased};

fn search<G: Game>(settings: Settings, game: &G) -> Search<G, Owned> {
    let block = vec![Word::uninit(); words(bytes_needed(&settings, game).unwrap())];
    let mut search = Search::new(settings, game, Owned(block.into_boxed_slice())).unwrap();
    search.start(game, &[], &[], 0);
    search
}

/// A block that ends with its search.
struct Owned(Box<[Word]>);

// SAFETY: the search owns the box, and nothing else changes it.
unsafe impl Block for Owned {
    fn words(&mut self) -> &mut [Word] {
        &mut self.0
    }
}

/// All methods, with enough memory for small games, and every switch in both positions.
fn roomy() -> Vec<Settings> {
    all_methods(60_000, 4096)
}

fn all_methods(nodes: u32, entries: u32) -> Vec<Settings> {
    let tree = Tree { nodes, recycle: true };
    let second = Second { nodes: 200, growth: None, stop: None };
    let methods = [
        Method::Pn(tree),
        Method::Pn(Tree { recycle: false, ..tree }),
        Method::Pn2 { top: tree, second },
        Method::Pn2 {
            top: tree,
            second: Second {
                growth: Some(Growth { half: 50, scale: 20 }),
                stop: Some(2),
                ..second
            },
        },
        Method::Dfpn(Table { entries, epsilon: 0, moves: None }),
        Method::Dfpn(Table { entries, epsilon: 25, moves: None }),
    ];
    let mut all = Vec::new();
    for (index, method) in methods.into_iter().enumerate() {
        let base = Settings { method, mobility: false, weak: false, ..Settings::pn(1) };
        all.push(base);
        all.push(Settings { mobility: true, ..base });
        all.push(Settings { mobility: index % 2 == 0, weak: true, ..base });
    }
    all
}

/// All methods with hardly any memory.
fn cramped() -> Vec<Settings> {
    let mut all = Vec::new();
    for nodes in [1, 2, 5, 9, 14, 20, 33] {
        for recycle in [false, true] {
            let tree = Tree { nodes, recycle };
            all.push(Method::Pn(tree));
            for small in [1, 4, 12] {
                let second = Second { nodes: small, growth: None, stop: None };
                all.push(Method::Pn2 { top: tree, second });
            }
        }
    }
    for entries in [1, 8, 40] {
        for moves in [None, Some(3), Some(12), Some(30)] {
            all.push(Method::Dfpn(Table { entries, epsilon: 0, moves }));
        }
    }
    let with = |(index, method)| Settings {
        method,
        mobility: index % 2 == 0,
        weak: index % 3 == 0,
        ..Settings::pn(1)
    };
    all.into_iter().enumerate().map(with).collect()
}

fn is_dfpn(settings: &Settings) -> bool {
    matches!(settings.method, Method::Dfpn(_))
}

fn value_of(outcome: Outcome, player: usize, denominator: u32) -> Value {
    match Score::of(outcome, player, denominator) {
        score if score.is_win() => Value::Win,
        score if score.is_loss() => Value::Loss,
        _ => Value::Draw,
    }
}

/// The value for `player` of a game that ends by itself, by looking at everything.
fn naive<G: Game>(position: &G, player: usize, known: &mut HashMap<G, Value>) -> Value {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let value = match position.turn() {
        Turn::Over(outcome) => value_of(outcome, player, position.denominator()),
        Turn::Chance => unreachable!(),
        Turn::Player(mover) => {
            let (best, worst) =
                if mover == player { (Value::Win, Value::Loss) } else { (Value::Loss, Value::Win) };
            let mut value = worst;
            for mv in position.legal_moves() {
                let mut next = *position;
                next.play(mv);
                let reply = naive(&next, player, known);
                value = if mover == player { value.max(reply) } else { value.min(reply) };
                if value == best {
                    break;
                }
            }
            value
        }
    };
    known.insert(*position, value);
    value
}

fn naive_value<G: Game>(position: &G) -> Value {
    naive(position, position.turn().player().unwrap(), &mut HashMap::new())
}

/// Runs a search and compares all that it says with the naive solver. Returns whether it found the
/// value.
fn check<G: Game + std::fmt::Debug>(
    settings: Settings,
    game: &G,
    expected: Value,
    limit: Option<u64>,
) -> bool {
    let mut search = search(Settings { positions: limit, ..settings }, game);
    check_started(&mut search, game, expected)
}

fn check_started<G: Game + std::fmt::Debug>(
    search: &mut Search<G, Owned>,
    game: &G,
    expected: Value,
) -> bool {
    search.run(|| false);
    let settings = *search.settings();
    let context = || format!("{settings:?}\n{game:?}");
    let (low, high) = search.bounds();
    assert!(low <= expected && expected <= high, "{low:?} {high:?} {expected:?} {}", context());
    let value = search.value();
    if settings.positions.is_none() {
        assert_eq!(search.gave_up(), value.is_none(), "{}", context());
        let obstacles = search.obstacles();
        assert!(value.is_some() || obstacles.memory || obstacles.depth, "{}", context());
    }
    if let Some(value) = value {
        let best = search.best_move();
        let mut known = Vec::new();
        search.for_each_move(|stats: MoveStats<G::Move>| known.push(stats));
        let best = known.iter().find(|stats| Some(stats.mv) == best);
        // Where all moves were forbidden, there are none.
        assert!(
            best.is_none_or(|best| best.at_least == value || value == Value::Loss),
            "{}",
            context()
        );
        assert!(known.iter().all(|stats| stats.at_least <= value), "{}", context());
        assert!(value == Value::Win || known.iter().all(|stats| stats.at_most <= value));
    }
    value.is_some()
}

#[test]
fn every_position_of_tic_tac_toe() {
    let mut positions = vec![TicTacToe::default()];
    let mut at = 0;
    while at < positions.len() {
        let position = positions[at];
        at += 1;
        if position.turn().is_over() {
            continue;
        }
        for mv in position.legal_moves() {
            let mut next = position;
            next.play(mv);
            if !positions.contains(&next) {
                positions.push(next);
            }
        }
    }
    assert_eq!(positions.len(), 5478);
    let mut known = [HashMap::new(), HashMap::new()];
    let settings = roomy();
    for (index, position) in positions.iter().enumerate() {
        let Some(player) = position.turn().player() else { continue };
        let expected = naive(position, player, &mut known[player]);
        // Near the start all of them, later one after the other.
        let some = if index < 10 { 1 } else { settings.len() };
        for settings in settings.iter().skip(index % some).step_by(some) {
            assert!(check(*settings, position, expected, None), "{settings:?} {position:?}");
        }
    }
}

#[test]
fn games_with_double_moves_shared_keys_and_draws() {
    for settings in roomy() {
        assert!(check(settings, &Nim::default(), naive_value(&Nim::default()), None));
        assert!(check(settings, &Coins::default(), naive_value(&Coins::default()), None));
    }
    let mut columns = Columns::default();
    for mv in [0, 1, 3, 2] {
        columns.play(mv);
    }
    let expected = naive_value(&columns);
    for settings in roomy() {
        assert!(check(settings, &columns, expected, None));
    }
}

/// Random positions of a game, a number of plies before its end.
fn late_positions<G: Game>(start: &G, before: usize, count: usize, seed: u64) -> Vec<G> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut line = vec![*start];
        let mut position = *start;
        while !position.turn().is_over() {
            let moves: Vec<_> = position.legal_moves().collect();
            position.play(moves[rng.below(moves.len() as u32) as usize]);
            line.push(position);
        }
        if let Some(at) = line.len().checked_sub(before + 1) {
            found.push(line[at]);
        }
    }
    found
}

#[test]
fn small_boards_of_real_games() {
    fn all<G: Game + std::fmt::Debug>(positions: &[G]) {
        let settings = roomy();
        let (mut found, mut searched) = (0, 0);
        for (index, position) in positions.iter().enumerate() {
            let expected = naive_value(position);
            for settings in settings.iter().skip(index % 3).step_by(3) {
                found += u32::from(check(*settings, position, expected, Some(60_000)));
                searched += 1;
            }
        }
        assert!(found * 10 >= searched * 7, "{found} of {searched}");
    }
    all(&late_positions(&Breakthrough::new(3, 5, false).unwrap(), 5, 40, 1));
    all(&late_positions(&HexSmall::new(4).unwrap(), 6, 40, 2));
    all(&[HexSmall::new(3).unwrap()]);
    all(&late_positions(&DomineeringSmall::new(5, 4).unwrap(), 5, 40, 3));
    all(&[DomineeringSmall::new(3, 3).unwrap(), DomineeringSmall::new(3, 4).unwrap()]);
}

#[test]
fn erased_games_are_solved_alike() {
    for settings in roomy() {
        let game = TicTacToe::after(&[0, 4]);
        let (mut plain, mut any) = (search(settings, &game), search(settings, &erased(game)));
        plain.run(|| false);
        any.run(|| false);
        assert_eq!((plain.value(), plain.positions()), (any.value(), any.positions()));
    }
}

/// The value of the first position of a graph for its player, if circles are worth the cutoff: who can
/// force an outcome is found by going backwards from the ends.
fn retrograde(rules: &GraphRules) -> Value {
    let player = rules.turns[0].unwrap();
    let worth = |twice: u8| match (twice, player) {
        (1, _) => Value::Draw,
        (2, 0) | (0, 1) => Value::Win,
        _ => Value::Loss,
    };
    // For each question: the positions where the answer is forced against the circles.
    let reaches = |least: Value| {
        let circles = worth(rules.cutoff) >= least;
        // `forced`: the answer differs from what circles give.
        let mut forced: Vec<bool> = rules
            .turns
            .iter()
            .map(|turn| turn.is_err_and(|t| (worth(t) >= least) != circles))
            .collect();
        loop {
            let before = forced.clone();
            for (at, forced) in forced.iter_mut().enumerate() {
                let Ok(mover) = rules.turns[at] else { continue };
                let wants = (mover == player) != circles;
                let mut next = rules.moves[at].iter().map(|&to| before[to as usize]);
                *forced |= if wants { next.any(|f| f) } else { next.all(|f| f) };
            }
            if forced == before {
                return forced[0] != circles;
            }
        }
    };
    match (reaches(Value::Win), reaches(Value::Draw)) {
        (true, _) => Value::Win,
        (_, true) => Value::Draw,
        _ => Value::Loss,
    }
}

#[test]
fn random_trees_and_graphs_with_transpositions() {
    let mut rng = Rng::new(1);
    let settings = all_methods(4000, 512);
    for index in 0..12_000 {
        let shape = if index % 2 == 0 { Shape::Tree } else { Shape::Transpositions };
        let size = 10 + rng.below(60) as u16;
        let mut rules = GraphRules::random(shape, size, index % 3 > 0, &mut rng);
        if index % 5 > 0 {
            rules.repetition = Repetition::Never;
        }
        let game = rules.leak();
        let expected = naive_value(&game);
        assert_eq!(retrograde(game.rules), expected);
        for settings in settings.iter().skip(index % 6).step_by(6) {
            let found = check(*settings, &game, expected, Some(300_000));
            assert!(found || !is_dfpn(settings), "{settings:?} {game:?}");
        }
    }
}

/// The rules of random games with circles.
fn circles(index: usize, size: u16, rng: &mut Rng) -> GraphRules {
    let mut rules = GraphRules::random(Shape::Circles, size, !index.is_multiple_of(3), rng);
    rules.cutoff = [1, 1, 0, 2][index % 4];
    rules
}

#[test]
fn circles_are_worth_the_cutoff() {
    let mut rng = Rng::new(2);
    let settings = all_methods(2000, 512);
    let mut values = [0; 3];
    for index in 0..20_000 {
        let size = 5 + rng.below(16) as u16;
        let mut rules = circles(index, size, &mut rng);
        rules.repetition =
            [Repetition::Allowed, Repetition::Ends(2), Repetition::Ends(3)][index % 3];
        let game = rules.leak();
        let expected = retrograde(game.rules);
        values[expected as usize] += 1;
        for settings in settings.iter().skip(index % 6).step_by(6) {
            let found = check(*settings, &game, expected, Some(300_000));
            assert!(found || !is_dfpn(settings), "{settings:?} {game:?}");
        }
    }
    assert!(values.iter().all(|&count| count > 500), "{values:?}");
}

/// The value for player `player` by the very rules: every line with its history.
fn by_the_rules(game: &Graph, line: &mut Vec<u16>, player: usize) -> Value {
    let mover = match game.turn() {
        Turn::Over(outcome) => return value_of(outcome, player, 2),
        turn => turn.player().unwrap(),
    };
    let cutoff = value_of(game.cutoff(), player, 2);
    if let Repetition::Ends(times) = game.rules.repetition
        && line.len() > 1
        && line.iter().filter(|&&at| at == game.at).count() >= times as usize
    {
        return cutoff;
    }
    let mut best = None;
    for mv in game.legal_moves() {
        if game.rules.repetition == Repetition::Forbidden && line.contains(&mv) {
            continue;
        }
        line.push(mv);
        let next = Graph { at: mv, ..*game };
        let value = by_the_rules(&next, line, player);
        line.pop();
        best =
            best.map(|best: Value| if mover == player { best.max(value) } else { best.min(value) });
        best = best.or(Some(value));
        if value == if mover == player { Value::Win } else { Value::Loss } {
            break;
        }
    }
    best.unwrap_or(cutoff)
}

#[test]
fn the_rule_about_repetition_is_kept_with_the_history_of_the_game() {
    let mut rng = Rng::new(3);
    let settings = all_methods(1000, 256);
    for index in 0..20_000 {
        let size = 4 + rng.below(5) as u16;
        let mut rules = circles(index, size, &mut rng);
        rules.repetition =
            [Repetition::Forbidden, Repetition::Ends(2), Repetition::Ends(3)][index % 3];
        let game = rules.leak();
        // What was played before: any positions but the first, as often as a game may have them.
        let often = if index % 3 == 2 { 2 } else { 1 };
        let mut before: Vec<u16> = (1..size).filter(|_| rng.below(4) == 0).collect();
        if often == 2 {
            let again: Vec<u16> = before.iter().copied().filter(|_| rng.below(2) == 0).collect();
            before.extend(again);
        }
        let excluded: Vec<u16> = match game.rules.repetition {
            Repetition::Forbidden => game.legal_moves().filter(|mv| before.contains(mv)).collect(),
            _ => Vec::new(),
        };
        let mut line = before.clone();
        line.push(0);
        let expected = by_the_rules(&game, &mut line, game.turn().player().unwrap());
        let earlier: Vec<u64> = before.iter().map(|&at| at.into()).collect();
        for settings in settings.iter().skip(index % 4).step_by(4) {
            let settings = Settings { positions: Some(100_000), ..*settings };
            let mut search = search(settings, &game);
            search.start(&game, &excluded, &earlier, 0);
            check_started(&mut search, &game, expected);
            assert!(search.value().is_some() || !is_dfpn(&settings), "{settings:?} {game:?}");
        }
    }
}

/// A handful of nodes or entries: the search may give up or take too long, but is never wrong.
#[test]
fn hardly_any_memory_is_never_wrong() {
    let mut rng = Rng::new(4);
    let (mut found, mut gave_up) = (0, 0);
    for index in 0..10_000 {
        let shape = [Shape::Tree, Shape::Transpositions, Shape::Circles][index % 3];
        let size = 6 + rng.below(if shape == Shape::Circles { 10 } else { 30 }) as u16;
        let mut rules = GraphRules::random(shape, size, index % 2 > 0, &mut rng);
        rules.cutoff = [1, 0, 2][index / 3 % 3];
        let game = rules.leak();
        let expected = retrograde(game.rules);
        let all = cramped();
        let some = all.len() / 8;
        for settings in all.into_iter().skip(index % some).step_by(some) {
            match check(settings, &game, expected, Some(20_000)) {
                true => found += 1,
                false => gave_up += 1,
            }
        }
    }
    assert!(found > 10_000 && gave_up > 1_000, "{found} {gave_up}");
    let game = TicTacToe::after(&[0, 4]);
    for settings in cramped() {
        check(settings, &game, Value::Draw, Some(50_000));
    }
}

/// However small the table, df-pn goes on until it knows.
#[test]
fn two_entries_are_enough_for_dfpn() {
    for entries in [1, 2, 64] {
        let table = Table { entries, epsilon: 25, moves: None };
        let settings = Settings { method: Method::Dfpn(table), ..Settings::dfpn(1) };
        assert!(check(settings, &TicTacToe::after(&[4, 0]), Value::Draw, None));
        let game = DomineeringSmall::new(3, 4).unwrap();
        assert!(check(settings, &game, naive_value(&game), None));
    }
}

#[test]
fn a_full_tree_is_recycled() {
    let game = TicTacToe::default();
    let large = {
        let mut search = search(Settings::pn(1_000_000), &game);
        search.run(|| false);
        assert_eq!((search.value(), search.pool().recycled), (Some(Value::Draw), 0));
        search.pool().used
    };
    let mut small = search(Settings::pn(large / 4), &game);
    small.run(|| false);
    assert_eq!(small.value(), Some(Value::Draw));
    assert!(small.pool().recycled > 0 && small.pool().used <= large / 4);
    // Without recycling, the same tree is not enough, and the search says so.
    let tree = Tree { nodes: large / 4, recycle: false };
    let mut full = search(Settings { method: Method::Pn(tree), ..Settings::pn(1) }, &game);
    full.run(|| false);
    assert!(full.is_done() && full.gave_up() && full.obstacles().memory);
    assert_eq!((full.value(), full.bounds()), (None, (Value::Loss, Value::Win)));
}

/// A graph made by hand: `moves` from each position; positions without moves have an outcome.
fn by_hand(turns: &[Result<usize, u8>], moves: &[&[u16]]) -> Graph {
    GraphRules {
        turns: turns.to_vec(),
        moves: moves.iter().map(|to| to.to_vec()).collect(),
        values: vec![0; turns.len()],
        repetition: Repetition::Never,
        cutoff: 1,
        max_plies: 20,
    }
    .leak()
}

fn numbers<G: Game>(settings: Settings, game: &G, steps: usize) -> (u32, u32) {
    let mut search = search(settings, game);
    for _ in 0..steps {
        search.step();
    }
    let Numbers { proof, disproof } = search.numbers();
    (proof, disproof)
}

/// 0 is an OR node with the AND nodes 1 and 2 below it; 1 has three leaves, 2 has two, of which one is
/// lost for player 0. Nothing is known of the other leaves until they are expanded.
#[test]
fn numbers_of_a_tree_made_by_hand() {
    let over = Err(2);
    let turns = [Ok(0), Ok(1), Ok(1), Ok(0), Ok(0), Ok(0), Err(0), Ok(0), over, over, over, over];
    let moves: [&[u16]; 12] =
        [&[1, 2], &[3, 4, 5], &[7, 6], &[8], &[9], &[10], &[], &[11], &[], &[], &[], &[]];
    let game = by_hand(&turns, &moves);
    let plain = Settings { mobility: false, ..Settings::pn(100) };
    assert_eq!(numbers(plain, &game, 0), (1, 1));
    // Both children are leaves of numbers 1 and 1.
    assert_eq!(numbers(plain, &game, 1), (1, 2));
    // The first is expanded: three leaves to prove, one to disprove. The second is nearer now.
    assert_eq!(numbers(plain, &game, 2), (1, 2));
    // One of its leaves is lost, so it is disproved. Three are left to prove, one to disprove.
    assert_eq!(numbers(plain, &game, 3), (3, 1));
    assert_eq!(numbers(plain, &game, 4), (2, 1));
    assert_eq!(numbers(plain, &game, 6), (0, Numbers::INFINITE));
    let mobile = Settings { mobility: true, ..plain };
    // With mobility, the numbers of the children are known at once: 3 to prove, or 2.
    assert_eq!(numbers(mobile, &game, 1), (2, 2));
    let weak = Settings { weak: true, ..mobile };
    assert_eq!(numbers(weak, &game, 1), (2, 2));
    let mut search = search(plain, &game);
    search.run(|| false);
    let mut line = Vec::new();
    search.principal_variation(10, |mv| line.push(mv));
    assert_eq!((search.value(), &line[..]), (Some(Value::Win), &[1, 3, 8][..]));
}

/// A position that is lost only because its way out repeats the line: 3 may go back to 1, which wins
/// unless the line came from there. (The graph history interaction problem.)
#[test]
fn a_result_of_one_line_is_not_used_on_another() {
    for cutoff in 0..3 {
        for order in [[1, 2], [2, 1]] {
            let turns = [Ok(0), Ok(1), Ok(1), Ok(0), Err(2), Err(0)];
            let moves: [&[u16]; 6] = [&order, &[3, 4], &[3], &[5, 1], &[], &[]];
            let (turns, moves) = (turns.to_vec(), moves.map(<[u16]>::to_vec).to_vec());
            let (values, repetition) = (vec![0; 6], Repetition::Allowed);
            let game =
                GraphRules { turns, moves, values, repetition, cutoff, max_plies: 40 }.leak();
            for settings in roomy() {
                assert!(check(settings, &game, retrograde(game.rules), Some(10_000)));
            }
        }
    }
}

#[test]
fn stopping_and_going_on_changes_nothing() {
    let game = TicTacToe::after(&[1, 0]);
    for settings in roomy().into_iter().chain(cramped()) {
        let settings = Settings { positions: Some(20_000), ..settings };
        let mut whole = search(settings, &game);
        whole.run(|| false);
        let mut parts = search(settings, &game);
        let mut rng = Rng::new(5);
        while !parts.is_done() {
            let mut left = rng.below(30);
            parts.run(|| {
                left = left.saturating_sub(1);
                left == 0
            });
            // Whatever is asked in between.
            parts.best_move().unwrap();
            parts.principal_variation(20, |_| {});
            parts.for_each_move(|_| {});
            parts.numbers();
        }
        let all = |search: &mut Search<TicTacToe, Owned>| {
            let mut moves = Vec::new();
            search.for_each_move(|stats| moves.push(stats));
            let mut line = Vec::new();
            search.principal_variation(20, |mv| line.push(mv));
            let counts = (search.positions(), search.expansions(), search.pool());
            (search.value(), search.numbers(), search.best_move(), moves, line, counts)
        };
        assert_eq!(all(&mut whole), all(&mut parts), "{settings:?}");
        // And a second start is like the first.
        parts.start(&TicTacToe::default(), &[], &[], 0);
        for _ in 0..20 {
            parts.step();
        }
        parts.start(&game, &[], &[], 0);
        parts.run(|| false);
        assert_eq!(all(&mut whole), all(&mut parts), "{settings:?}");
    }
}

/// The principal variation of a solved position ends with its value.
#[test]
fn the_line_of_a_proof_is_played_to_its_end() {
    for settings in roomy() {
        let game = DomineeringSmall::new(3, 4).unwrap();
        let mut search = search(settings, &game);
        search.run(|| false);
        let (value, mut position) = (search.value().unwrap(), game);
        assert_eq!(value, naive_value(&game));
        let mut legal = true;
        search.principal_variation(100, |mv| {
            legal &= position.legal_moves().any(|other| other == mv);
            position.play(mv);
        });
        assert!(legal);
        let outcome = position
            .turn()
            .outcome()
            .unwrap_or_else(|| panic!("the line ends early: {settings:?}"));
        assert_eq!(value_of(outcome, 0, 2), value, "{settings:?}");
    }
}

#[test]
fn a_question_can_be_asked_alone() {
    let game = TicTacToe::default();
    for settings in roomy() {
        let ask = |goal| {
            let mut search = search(Settings { goal, ..settings }, &game);
            search.run(|| false);
            assert!(!search.gave_up());
            search.bounds()
        };
        assert_eq!(ask(Goal::Win), (Value::Loss, Value::Draw));
        assert_eq!(ask(Goal::Draw), (Value::Draw, Value::Win));
    }
}

#[test]
fn excluded_moves_are_not_played() {
    // X to move wins only at 2.
    let game = TicTacToe::after(&[0, 3, 1, 4]);
    for settings in roomy() {
        let mut search = search(settings, &game);
        search.start(&game, &[2], &[], 0);
        search.run(|| false);
        assert_eq!((search.value(), search.best_move()), (Some(Value::Draw), Some(5)));
        // Without any move, the game is over.
        search.start(&game, &[2, 5, 6, 7, 8], &[], 0);
        search.run(|| false);
        assert_eq!((search.value(), search.best_move()), (Some(Value::Draw), None));
    }
}

#[test]
fn a_limit_of_depth_leaves_the_value_open() {
    let game = TicTacToe::after(&[0, 3]);
    for settings in roomy() {
        let shallow = Settings { depth: Some(2), ..settings };
        let mut shallow = search(shallow, &game);
        shallow.run(|| false);
        assert!(shallow.gave_up() && shallow.obstacles().depth && !shallow.met_cutoff());
        // X wins within five plies.
        let enough = Settings { depth: Some(5), ..settings };
        assert!(check(enough, &game, Value::Win, None));
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for settings in [Settings::pn(100), Settings::pn2(100, 50), Settings::dfpn(100)] {
        let error = bytes_needed(&settings, &Pairs::default()).unwrap_err();
        assert_eq!(error, PlanError::Players { players: 3 });
        assert_eq!(
            error.to_string(),
            "this search is for two players, but the game has 3: use uct or grave, which play games \
             of 1 to 8 players"
        );
        assert_eq!(bytes_needed(&settings, &Dice::default()), Err(PlanError::Chance));
        assert_eq!(bytes_needed(&settings, &erased(Dice::default())), Err(PlanError::Chance));
    }
    let game = TicTacToe::default();
    assert_eq!(bytes_needed(&Settings::pn(0), &game), Err(PlanError::Empty));
    assert_eq!(bytes_needed(&Settings::pn2(5, 0), &game), Err(PlanError::Empty));
    assert_eq!(bytes_needed(&Settings::dfpn(0), &game), Err(PlanError::Empty));
    assert_eq!(bytes_needed(&Settings::pn(u32::MAX), &game), Err(PlanError::TooMany));
}
