//! The memory of proof searches and best-first searches: their block, all of it, and nothing else.

mod games;
mod heap;

use cairn_core::memory::{Word, words};
use cairn_core::proof::{self, Method, Second, Settings, Table, Tree};
use cairn_core::{Game, Rng, best};
use games::{Graph, GraphRules, Shape, TicTacToe};
use heap::heap_calls;

fn every_proof_search() -> Vec<Settings> {
    let mut all = Vec::new();
    for nodes in [1, 30, 400, 70_000] {
        for recycle in [false, true] {
            let top = Tree { nodes, recycle };
            let second = Second { nodes: nodes.min(100), growth: None, stop: Some(2) };
            all.extend([Method::Pn(top), Method::Pn2 { top, second }]);
        }
        for moves in [None, Some(20)] {
            all.push(Method::Dfpn(Table { entries: nodes, epsilon: 25, moves }));
        }
    }
    let with = |method| Settings { method, positions: Some(20_000), ..Settings::pn(1) };
    all.into_iter().map(with).collect()
}

fn every_best_search() -> Vec<best::Settings> {
    let methods = [
        best::Method::BestFirst,
        best::Method::BStar { margin: 10 },
        best::Method::Conspiracy { threshold: 2, grades: 8 },
    ];
    let with = |method| [1, 20, 1000].map(|nodes| best::Settings::new(method, nodes));
    methods.into_iter().flat_map(with).collect()
}

fn prove<G: Game>(search: &mut proof::Search<G, &mut [Word]>, game: &G) {
    search.start(game, &[], &[1, 2, 3], 0);
    for _ in 0..10 {
        search.step();
    }
    search.best_move();
    search.run(|| false);
    search.for_each_move(|_| {});
    search.principal_variation(30, |_| {});
    std::hint::black_box((search.value(), search.numbers(), search.best_move(), search.pool()));
}

fn play<G: Game>(search: &mut best::Search<G, &mut [Word]>, game: &G) {
    search.start(game, &[], &[1, 2, 3], 0);
    search.run(|| false);
    search.for_each_move(|_| {});
    search.principal_variation(30, |_| {});
    std::hint::black_box((search.value(), search.best_move(), search.conspiracy(1)));
}

/// A game with circles, an evaluation, and a rule about repetition.
fn graph() -> Graph {
    let mut rules = GraphRules::random(Shape::Circles, 40, true, &mut Rng::new(1));
    rules.repetition = cairn_core::capabilities::Repetition::Ends(3);
    rules.leak()
}

#[test]
fn no_search_allocates() {
    fn check<G: Game>(settings: Settings, game: G) {
        let mut block = vec![Word::uninit(); words(proof::bytes_needed(&settings, &game).unwrap())];
        let calls = heap_calls(|| {
            let mut search = proof::Search::new(settings, &game, &mut block[..]).unwrap();
            prove(&mut search, &game);
        });
        assert_eq!(calls, 0, "{settings:?}");
    }
    let game = graph();
    for settings in every_proof_search() {
        check(settings, TicTacToe::default());
        check(settings, game);
    }
    for settings in every_best_search() {
        let mut block = vec![Word::uninit(); words(best::bytes_needed(&settings, &game).unwrap())];
        let calls = heap_calls(|| {
            let mut search = best::Search::new(settings, &game, &mut block[..]).unwrap();
            play(&mut search, &game);
        });
        assert_eq!(calls, 0, "{settings:?}");
    }
}

/// Runs `search` in a block of `bytes` bytes with marks around it, and once more with a word less,
/// which it must refuse. (It returns the bytes it says it has, or the error's.)
fn check_block(
    bytes: usize,
    mut search: impl FnMut(&mut [Word]) -> Result<usize, proof::PlanError>,
) {
    const CANARY: u64 = 0x0123_4567_89ab_cdef;
    assert_eq!(bytes % size_of::<Word>(), 0);
    let len = words(bytes);
    let mut memory = vec![Word::new(CANARY); len + 8];
    let (before, rest) = memory.split_at_mut(4);
    let (block, after) = rest.split_at_mut(len);
    assert_eq!(search(block), Ok(bytes));
    for canary in before.iter().chain(&*after) {
        // SAFETY: written above.
        assert_eq!(unsafe { canary.assume_init() }, CANARY);
    }
    let refused = search(&mut vec![Word::uninit(); len - 1]);
    assert_eq!(refused, Err(proof::PlanError::Block { needed: bytes, given: bytes - 8 }));
}

#[test]
fn a_block_of_exactly_the_bytes_needed_is_enough_and_nothing_beyond_it_is_touched() {
    let game = graph();
    for settings in every_proof_search() {
        check_block(proof::bytes_needed(&settings, &game).unwrap(), |block| {
            let mut search = proof::Search::new(settings, &game, block)?;
            prove(&mut search, &game);
            Ok(search.bytes())
        });
        let game = TicTacToe::default();
        check_block(proof::bytes_needed(&settings, &game).unwrap(), |block| {
            let mut search = proof::Search::new(settings, &game, block)?;
            prove(&mut search, &game);
            Ok(search.bytes())
        });
    }
    for settings in every_best_search() {
        check_block(best::bytes_needed(&settings, &game).unwrap(), |block| {
            let mut search = best::Search::new(settings, &game, block)?;
            play(&mut search, &game);
            Ok(search.bytes())
        });
    }
}

/// The sizes, added up by hand: the block contains nothing else.
#[test]
fn the_bytes_are_the_sum_of_the_parts() {
    let game = TicTacToe::default();
    assert_eq!(size_of::<TicTacToe>(), 6);
    let bytes = |settings: &Settings| proof::bytes_needed(settings, &game).unwrap();
    // Positions and repetition keys of ten depths, and a word of excluded moves.
    let common = 10 * 6 + 4 + 10 * 8 + 4;
    // Two numbers, two links, a move and two flags; the queue has two links. The path has ten.
    let tree = Settings::pn(50);
    assert_eq!(bytes(&tree), (common + 50 * (16 + 4) + 10 * 2usize).next_multiple_of(8));
    assert_eq!(
        bytes(&Settings::pn(70_000)),
        (common + 70_000 * (20 + 8) + 40usize).next_multiple_of(8)
    );
    let two = Settings::pn2(50, 30);
    assert_eq!(bytes(&two), (common + 50 * 20 + 30 * 16 + 2 * 10 * 2usize).next_multiple_of(8));
    // Frames of 48 bytes, moves of 24, entries of 24.
    let table = Table { entries: 100, epsilon: 0, moves: Some(40) };
    let dfpn = Settings { method: Method::Dfpn(table), ..Settings::dfpn(1) };
    assert_eq!(bytes(&dfpn), (common + 10 * 48 + 40 * 24 + 100 * 24usize).next_multiple_of(8));
    assert_eq!(proof::Footprint::new(&dfpn, &game).unwrap().unit, 24);
    assert_eq!(proof::Footprint::new(&tree, &game).unwrap().unit, 20);
}

/// One block serves one search after the other, whatever is left in it.
#[test]
fn a_block_can_be_used_again() {
    let game = graph();
    let all = every_proof_search();
    let most = all.iter().map(|settings| proof::bytes_needed(settings, &game).unwrap()).max();
    let mut block = vec![Word::new(u64::MAX); words(most.unwrap())];
    for settings in all {
        let mut fresh = vec![Word::new(0); words(proof::bytes_needed(&settings, &game).unwrap())];
        let mut fresh = proof::Search::new(settings, &game, &mut fresh[..]).unwrap();
        let mut again = proof::Search::new(settings, &game, &mut block[..]).unwrap();
        prove(&mut fresh, &game);
        prove(&mut again, &game);
        assert_eq!(
            (fresh.value(), fresh.numbers(), fresh.positions(), fresh.pool()),
            (again.value(), again.numbers(), again.positions(), again.pool()),
            "{settings:?}"
        );
    }
}
