//! Best-first searches do what their papers say: each step is compared with a naive version that
//! looks at the whole tree.

mod games;

use std::collections::HashMap;

use cairn_core::best::{Method, PlanError, Search, Settings, bytes_needed};
use cairn_core::memory::{Block, Word, words};
use cairn_core::score::Score;
use cairn_core::{Game, Rng, Turn};
use games::{Dice, Graph, GraphRules, Pairs, Shape, TicTacToe};

struct Owned(Box<[Word]>);

// SAFETY: the search owns the box, and nothing else changes it.
unsafe impl Block for Owned {
    fn words(&mut self) -> &mut [Word] {
        &mut self.0
    }
}

fn search<G: Game>(settings: Settings, game: &G) -> Search<G, Owned> {
    let block = vec![Word::uninit(); words(bytes_needed(&settings, game).unwrap())];
    let mut search = Search::new(settings, game, Owned(block.into_boxed_slice())).unwrap();
    search.start(game, &[], &[], 0);
    search
}

/// The positions that were expanded so far, in a graph that is a tree.
struct Naive {
    game: Graph,
    player: usize,
    expanded: Vec<u16>,
    margin: i16,
}

/// What is known of a position: low and high, for the root's player.
type Range = (i16, i16);

impl Naive {
    fn own(&self, at: u16) -> bool {
        self.game.rules.turns[at as usize] == Ok(self.player)
    }

    fn children(&self, at: u16) -> &[u16] {
        &self.game.rules.moves[at as usize]
    }

    fn is_over(&self, at: u16) -> bool {
        self.game.rules.turns[at as usize].is_err()
    }

    /// A position's values, as B* and minimax define them.
    fn range(&self, at: u16, depth: u16) -> Range {
        if let Err(twice) = self.game.rules.turns[at as usize] {
            let twice = if self.player == 0 { twice } else { 2 - twice };
            let score = [Score::loss_in(depth), Score::DRAW, Score::win_in(depth)][twice as usize];
            return (score.get(), score.get());
        }
        if !self.expanded.contains(&at) {
            let value = self.game.rules.values[at as usize];
            // The graph's values are player 0's.
            let value = if self.player == 0 { value } else { -value };
            let margin = if at == 0 { 0 } else { self.margin };
            return (value - margin, value + margin);
        }
        let ranges = self.children(at).iter().map(|&to| self.range(to, depth + 1));
        let pick = |a: Range, b: Range| match self.own(at) {
            true => (a.0.max(b.0), a.1.max(b.1)),
            false => (a.0.min(b.0), a.1.min(b.1)),
        };
        ranges.reduce(pick).unwrap()
    }

    /// Expanded positions at or below this one.
    fn work(&self, at: u16) -> usize {
        usize::from(self.expanded.contains(&at))
            + self.children(at).iter().map(|&to| self.work(to)).sum::<usize>()
    }

    /// The first child with the greatest rank.
    fn first_best<R: PartialOrd>(&self, at: u16, rank: impl Fn(u16) -> R) -> u16 {
        let better = |best: u16, to: u16| if rank(to) > rank(best) { to } else { best };
        self.children(at).iter().copied().reduce(better).unwrap()
    }
}

/// A random tree whose first position is not the end.
fn tree(rng: &mut Rng, size: u16) -> Graph {
    GraphRules::random(Shape::Tree, size, true, rng).leak()
}

#[test]
fn best_first_minimax_expands_the_end_of_the_principal_variation() {
    let mut rng = Rng::new(1);
    for _ in 0..300 {
        let game = tree(&mut rng, 40);
        let player = game.turn().player().unwrap();
        let mut naive = Naive { game, player, expanded: Vec::new(), margin: 0 };
        let mut search = search(Settings::new(Method::BestFirst, 500), &game);
        for _ in 0..100 {
            // Down the line of children that have their parent's value.
            let (mut at, mut depth) = (0, 0);
            while naive.expanded.contains(&at) {
                let value = naive.range(at, depth);
                depth += 1;
                let same = |&&to: &&u16| naive.range(to, depth) == value;
                at = *naive.children(at).iter().find(same).unwrap();
            }
            search.step();
            if naive.is_over(at) {
                assert!(search.is_settled() && search.is_done());
                break;
            }
            naive.expanded.push(at);
            assert_eq!(search.expansions() as usize, naive.expanded.len());
            let value = Score::from_raw(naive.range(0, 0).0);
            assert_eq!(search.value(), (value, value));
            let best = naive.first_best(0, |to| naive.range(to, 1));
            let worst = naive.first_best(0, |to| std::cmp::Reverse(naive.range(to, 1)));
            let expected = if naive.own(0) { best } else { worst };
            assert_eq!(search.best_move(), Some(expected));
        }
        assert!(search.is_settled());
    }
}

#[test]
fn b_star_proves_the_best_or_disproves_the_rest() {
    let mut rng = Rng::new(2);
    let mut both = [0, 0];
    for index in 0..400 {
        let game = tree(&mut rng, 60);
        let player = game.turn().player().unwrap();
        let margin = [5, 20, 60, 150][index % 4];
        let mut naive = Naive { game, player, expanded: Vec::new(), margin };
        let mut search = search(Settings::new(Method::BStar { margin: margin as u16 }, 500), &game);
        for _ in 0..200 {
            let at = if naive.expanded.is_empty() {
                Some(0)
            } else {
                let high = |to: u16| (naive.range(to, 1).1, naive.range(to, 1).0);
                let best = naive.first_best(0, high);
                let rest = || naive.children(0).iter().copied().filter(|&to| to != best);
                let rival = rest().reduce(|a, b| if high(b) > high(a) { b } else { a });
                match rival {
                    None => None,
                    Some(rival) if naive.range(best, 1).0 >= naive.range(rival, 1).1 => None,
                    Some(rival) => {
                        let known = |to| naive.range(to, 1).0 == naive.range(to, 1).1;
                        let prove = known(rival) || naive.work(best) <= naive.work(rival);
                        both[usize::from(prove)] += 1;
                        let (mut at, mut depth) = (if prove { best } else { rival }, 1);
                        while naive.expanded.contains(&at) {
                            let range = |to| naive.range(to, depth + 1);
                            at = match naive.own(at) {
                                true => naive.first_best(at, |to| (range(to).1, range(to).0)),
                                false => naive.first_best(at, |to| (-range(to).0, -range(to).1)),
                            };
                            depth += 1;
                        }
                        Some(at)
                    }
                }
            };
            let Some(at) = at else {
                assert!(search.is_settled());
                // No other move can be better than the best.
                let best = search.best_move().unwrap();
                let (low, mut others) = (naive.range(best, 1).0, naive.children(0).iter());
                assert!(others.all(|&to| to == best || naive.range(to, 1).1 <= low));
                break;
            };
            assert!(!search.is_settled());
            search.step();
            naive.expanded.push(at);
            let (low, high) = search.value();
            assert_eq!((low.get(), high.get()), naive.range(0, 0), "{:?}", naive.expanded);
            search.for_each_move(|stats| {
                assert_eq!((stats.low.get(), stats.high.get()), naive.range(stats.mv, 1));
                assert_eq!(stats.expansions as usize, naive.work(stats.mv));
            });
        }
        assert!(search.is_settled());
    }
    assert!(both.iter().all(|&times| times > 50), "{both:?}");
}

const GRADES: usize = 7;

fn grade(value: i16) -> usize {
    match Score::from_raw(value) {
        score if score.is_loss() => 0,
        score if score.is_win() => GRADES - 1,
        _ => 1 + (i32::from(value + 100) * (GRADES as i32 - 2) / 201) as usize,
    }
}

impl Naive {
    fn leaves(&self, at: u16, depth: u16, into: &mut Vec<(u16, u16)>) {
        if self.expanded.contains(&at) {
            self.children(at).iter().for_each(|&to| self.leaves(to, depth + 1, into));
        } else if !self.is_over(at) {
            into.push((at, depth));
        }
    }

    /// A position's grade if some leaves have other grades.
    fn grade_with(&self, at: u16, depth: u16, changed: &HashMap<u16, usize>) -> usize {
        if let Some(&grade) = changed.get(&at) {
            return grade;
        }
        if !self.expanded.contains(&at) {
            return grade(self.range(at, depth).0);
        }
        let grades = self.children(at).iter().map(|&to| self.grade_with(to, depth + 1, changed));
        if self.own(at) { grades.max().unwrap() } else { grades.min().unwrap() }
    }

    /// McAllester's definition: the fewest leaves whose change can bring a position to a grade, of which
    /// one must be `member`. All sets of leaves are tried.
    fn conspiracy(&self, target: usize, member: Option<u16>) -> Option<usize> {
        let mut leaves = Vec::new();
        self.leaves(0, 0, &mut leaves);
        let now = self.grade_with(0, 0, &HashMap::new());
        let up = target > now;
        let reaches = |set: u32| {
            let extreme = if up { GRADES - 1 } else { 0 };
            let members = leaves.iter().enumerate().filter(|(bit, _)| set >> bit & 1 != 0);
            let changed = members.map(|(_, &(at, _))| (at, extreme)).collect();
            let grade = self.grade_with(0, 0, &changed);
            if up { grade >= target } else { grade <= target }
        };
        let member =
            leaves.iter().position(|&(at, _)| Some(at) == member).map_or(0, |bit| 1 << bit);
        let sets = (0..1u32 << leaves.len()).filter(|&set| set & member == member && reaches(set));
        sets.map(|set| set.count_ones() as usize).min()
    }
}

#[test]
fn conspiracy_numbers_are_the_smallest_sets_of_leaves() {
    let mut rng = Rng::new(3);
    let mut settled = 0;
    for index in 0..200 {
        let game = tree(&mut rng, 24);
        let player = game.turn().player().unwrap();
        let mut naive = Naive { game, player, expanded: Vec::new(), margin: 0 };
        let threshold = 1 + (index % 3) as u8;
        let method = Method::Conspiracy { threshold, grades: GRADES as u8 };
        let mut search = search(Settings::new(method, 300), &game);
        for _ in 0..30 {
            let before = search.positions();
            search.step();
            if search.positions() == before {
                break;
            }
            let mut expanded = Vec::new();
            search.for_each_expanded(|position| expanded.push(position.at));
            // It is a leaf of a smallest conspiracy for the likely grade that is furthest away.
            let leaf = *expanded.iter().find(|&at| !naive.expanded.contains(at)).unwrap();
            if !naive.expanded.is_empty() {
                let now = naive.grade_with(0, 0, &HashMap::new());
                let likely = |&target: &usize| {
                    let number = naive.conspiracy(target, None);
                    target != now && number.is_some_and(|n| n <= usize::from(threshold))
                };
                let furthest = |&target: &usize| (target.abs_diff(now), target);
                let target = (0..GRADES).filter(likely).max_by_key(furthest).unwrap();
                assert_eq!(naive.conspiracy(target, Some(leaf)), naive.conspiracy(target, None));
            }
            naive.expanded = expanded;
            let mut leaves = Vec::new();
            naive.leaves(0, 0, &mut leaves);
            if leaves.len() > 10 {
                break;
            }
            let now = naive.grade_with(0, 0, &HashMap::new());
            let mut likely = false;
            for target in 0..GRADES {
                let expected = naive.conspiracy(target, None);
                let found = search.conspiracy(target);
                assert_eq!(found, if target == now { Some(0) } else { expected.map(|n| n as u32) });
                likely |= target != now && expected.is_some_and(|n| n <= usize::from(threshold));
            }
            assert_eq!(search.is_settled(), !likely);
            if search.is_settled() {
                settled += 1;
                break;
            }
        }
    }
    assert!(settled > 20, "{settled}");
}

/// Tic-tac-toe with an evaluation: rows that are still open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Judged(TicTacToe);

impl Judged {
    fn open_rows(&self) -> i16 {
        // A quick guess that depends on the position: who has played the better points.
        let hash = self.0.hash64();
        (hash % 41) as i16 - 20
    }
}

impl Game for Judged {
    type Move = u8;
    fn keys(&self) -> usize {
        9
    }
    fn max_plies(&self) -> usize {
        9
    }
    fn turn(&self) -> Turn {
        self.0.turn()
    }
    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        self.0.legal_moves()
    }
    fn play(&mut self, mv: u8) {
        self.0.play(mv);
    }
    fn key(&self, mv: u8) -> usize {
        self.0.key(mv)
    }
    fn capabilities(&self) -> cairn_core::capabilities::Capabilities<Self> {
        let measure = cairn_core::capabilities::Measure { bound: 20, of: Self::open_rows };
        cairn_core::capabilities::Capabilities {
            evaluation: Some(measure),
            ..cairn_core::capabilities::Capabilities::NONE
        }
    }
}

fn all(nodes: u32) -> [Settings; 3] {
    [
        Method::BestFirst,
        Method::BStar { margin: 10 },
        Method::Conspiracy { threshold: 3, grades: 9 },
    ]
    .map(|method| Settings::new(method, nodes))
}

#[test]
fn a_win_is_found_and_a_loss_avoided() {
    for settings in all(50_000) {
        // X wins at 2; O must not let it happen.
        for (moves, expected) in [(&[0, 3, 1, 4][..], 2), (&[0, 4, 1][..], 2)] {
            let game = Judged(TicTacToe::after(moves));
            let mut search = search(settings, &game);
            search.run(|| false);
            assert_eq!(search.best_move(), Some(expected), "{settings:?} {moves:?}");
        }
    }
}

#[test]
fn a_full_tree_ends_the_search() {
    for nodes in [1, 5, 10, 60] {
        for settings in all(nodes) {
            let game = Judged(TicTacToe::default());
            let mut search = search(settings, &game);
            search.run(|| false);
            assert!(search.is_done() && (search.is_full() || search.is_settled()));
            assert!(search.best_move().is_some() && search.pool().used <= nodes);
        }
    }
}

#[test]
fn stopping_and_going_on_changes_nothing() {
    let game = Judged(TicTacToe::default());
    for settings in all(3000) {
        let mut whole = search(settings, &game);
        whole.run(|| false);
        let mut parts = search(settings, &game);
        while !parts.is_done() {
            parts.step();
            parts.best_move().unwrap();
            parts.principal_variation(9, |_| {});
            parts.value();
        }
        let report = |search: &mut Search<Judged, Owned>| {
            let (mut moves, mut line) = (Vec::new(), Vec::new());
            search.for_each_move(|stats| moves.push(stats));
            search.principal_variation(9, |mv| line.push(mv));
            (search.value(), search.best_move(), moves, line, search.expansions(), search.pool())
        };
        assert_eq!(report(&mut whole), report(&mut parts));
        parts.start(&Judged(TicTacToe::after(&[4])), &[], &[], 1);
        parts.run(|| false);
        parts.start(&game, &[], &[], 1);
        parts.run(|| false);
        assert_eq!(report(&mut whole), report(&mut parts));
        // Excluded moves are not looked at.
        parts.start(&game, &[0, 1, 2, 3, 4, 5, 6, 7], &[], 0);
        parts.run(|| false);
        assert_eq!(parts.best_move(), Some(8));
    }
}

#[test]
fn circles_end() {
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let game = GraphRules::random(Shape::Circles, 12, true, &mut rng).leak();
        for settings in all(2000) {
            let mut search = search(Settings { expansions: Some(500), ..settings }, &game);
            search.run(|| false);
            assert!(search.best_move().is_some());
        }
    }
}

#[test]
fn what_cannot_be_searched_is_refused() {
    for settings in all(100) {
        let game = TicTacToe::default();
        assert_eq!(bytes_needed(&settings, &game), Err(PlanError::NoEvaluation));
        let players = Err(PlanError::Players { players: 3 });
        assert_eq!(bytes_needed(&settings, &Pairs::default()), players);
        assert_eq!(bytes_needed(&settings, &Dice::default()), Err(PlanError::Chance));
        let none = Settings { nodes: 0, ..settings };
        assert_eq!(bytes_needed(&none, &Judged(game)), Err(PlanError::Empty));
    }
    assert_eq!(
        PlanError::NoEvaluation.to_string(),
        "this search needs an evaluation, and the game has none: use uct or grave to play it, dfpn to \
         solve it"
    );
}
