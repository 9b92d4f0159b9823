//! A player's memory is its block: all of it, nothing beyond it, and nothing from the heap.

mod games;
mod heap;

use cairn_core::Game;
use cairn_core::mcts::{PlanError, Playout, Policy, Search, Second, Settings, bytes_needed};
use cairn_core::memory::{Block, Carver, Word, words};
use cairn_core::spec::Spec;
use cairn_games::go::GoAny;
use games::agents::{
    MAST, PATTERNS, POLICIES, UNIFORM, all_forms, all_policies, all_tables, amaf, boxed, moves,
    one, second,
};
use games::{ByKey, Nim, Pairs, TicTacToe};
use heap::heap_calls;

#[test]
fn the_counter_counts() {
    assert_eq!(heap_calls(|| drop(std::hint::black_box(Box::new(1)))), 2);
    assert_eq!(heap_calls(|| assert_eq!(std::hint::black_box([0; 100]), [0; 100])), 0);
}

fn every_search(mut each: impl FnMut(Settings)) {
    let mut tables = all_tables().into_iter().cycle();
    for policy in all_policies() {
        for form in all_forms() {
            for playout in [UNIFORM, MAST] {
                each(form.of(policy, playout));
            }
            each(Settings { prior: Some(5.0), ..form.of(policy, PATTERNS) });
            each(Settings { reuse: true, ..form.of(policy, UNIFORM) });
            let tables = tables.next().expect("without end");
            each(tables.of(form.of(policy, UNIFORM)));
            each(tables.of(Settings { reuse: true, ..form.of(policy, MAST) }));
        }
    }
}

/// Everything a search can be asked, in two turns of a game.
fn use_fully<G: Game>(search: &mut Search<G, &mut [Word]>, game: &G) -> u64 {
    let mut visits = 0;
    let mut position = *game;
    for seed in 0..2 {
        search.start(&position, &[], seed);
        for _ in 0..10 {
            search.step();
        }
        search.flush_batch();
        search.best_move().expect("a legal move");
        search.run(|| false);
        let best = search.best_move().expect("a legal move");
        search.for_each_move(|stats| visits += u64::from(stats.visits));
        visits += search.playouts() + u64::from(search.nodes().used) + u64::from(search.is_done());
        search.end_turn();
        position.play(best);
        let reply = position.legal_moves().next().filter(|_| !position.turn().is_over());
        position = match reply {
            Some(reply) => {
                position.play(reply);
                position
            }
            None => *game,
        };
        if position.turn().is_over() {
            position = *game;
        }
    }
    search.new_game();
    visits
}

#[test]
fn a_search_allocates_nothing() {
    fn check<G: Game>(settings: Settings, game: G) {
        let mut block = vec![Word::uninit(); words(bytes_needed(&settings, &game).unwrap())];
        let calls = heap_calls(|| {
            let mut search = Search::new(settings, &game, &mut block[..]).unwrap();
            use_fully(&mut search, &game);
        });
        assert_eq!(calls, 0, "{settings:?}");
    }
    every_search(|settings| {
        check(settings, TicTacToe::default());
        check(settings, ByKey(Pairs::default()));
    });
    // Go's own choices as well.
    for policy in POLICIES {
        for form in all_forms().into_iter().step_by(3) {
            check(form.of(policy, MAST), GoAny::new(5).unwrap());
            let knowing = Settings { prior: Some(5.0), ..form.of(policy, PATTERNS) };
            check(knowing, GoAny::new(5).unwrap());
        }
    }
}

#[test]
fn a_block_of_exactly_the_bytes_needed_is_enough_and_nothing_beyond_it_is_touched() {
    const CANARY: u64 = 0x0123_4567_89ab_cdef;
    fn check<G: Game>(settings: Settings, game: G) {
        let bytes = bytes_needed(&settings, &game).unwrap();
        assert_eq!(bytes % size_of::<Word>(), 0);
        let len = words(bytes);
        let mut memory = vec![Word::new(CANARY); len + 8];
        let (before, rest) = memory.split_at_mut(4);
        let (block, after) = rest.split_at_mut(len);
        let mut search = Search::new(settings, &game, block).unwrap();
        assert_eq!(search.bytes(), bytes);
        use_fully(&mut search, &game);
        for canary in before.iter().chain(&*after) {
            // SAFETY: written above.
            assert_eq!(unsafe { canary.assume_init() }, CANARY, "{settings:?}");
        }
    }
    every_search(|settings| {
        check(settings, TicTacToe::default());
        check(settings, Nim::default());
    });
}

#[test]
fn one_word_less_is_refused() {
    every_search(|settings| {
        let game = TicTacToe::default();
        let needed = bytes_needed(&settings, &game).unwrap();
        let mut block = vec![Word::uninit(); words(needed) - 1];
        let refused = Search::new(settings, &game, &mut block[..]).err();
        assert_eq!(refused, Some(PlanError::Block { needed, given: needed - 8 }), "{settings:?}");
    });
}

/// Gigabytes that are zero already are not written: a player is made in no time.
#[test]
fn a_zeroed_block_is_not_zeroed_again() {
    struct Claims<'a>(&'a mut [Word]);
    // SAFETY: one slice for all its life; it is not zero, but every bit of it was written.
    unsafe impl Block for Claims<'_> {
        fn words(&mut self) -> &mut [Word] {
            self.0
        }
        fn is_zeroed(&self) -> bool {
            true
        }
    }
    const MARK: u64 = 0x1111_1111_1111_1111;
    let game = TicTacToe::default();
    let settings =
        Spec::parse("grave:nodes=1000,playouts=2000").unwrap().mcts_settings(&game).unwrap();
    let mut block = vec![Word::new(MARK); words(bytes_needed(&settings, &game).unwrap())];
    assert!(Search::new(settings, &game, Claims(&mut block)).is_ok());
    // SAFETY: every word was written above.
    let untouched = block.iter().filter(|word| unsafe { word.assume_init() } == MARK).count();
    assert!(untouched * 10 > block.len() * 9, "{untouched} of {} words", block.len());
}

/// One block serves one player after the other, whatever is left in it.
#[test]
fn a_block_can_be_used_again() {
    let game = Pairs::default();
    let mut most = 0;
    every_search(|settings| most = most.max(bytes_needed(&settings, &game).unwrap()));
    let mut block = vec![Word::new(u64::MAX); words(most)];
    every_search(|settings| {
        let mut again = Search::new(settings, &game, &mut block[..]).unwrap();
        let mut fresh = boxed(settings, &game);
        again.start(&game, &[], 1);
        fresh.start(&game, &[], 1);
        again.run(|| false);
        fresh.run(|| false);
        assert!(moves(&mut again) == moves(&mut fresh), "{settings:?}");
    });
}

/// The sizes, added up by hand: the block contains nothing else.
#[test]
fn the_bytes_are_the_sum_of_the_parts() {
    let game = TicTacToe::default();
    assert_eq!(size_of::<TicTacToe>(), 6);
    let bytes = |settings: &Settings| bytes_needed(settings, &game).unwrap();

    // One-byte counters and links: a node is visits, reward, three links and a move.
    let uct = one(Policy::Uct { c: 0.7, fpu: None }, UNIFORM, 60, 60);
    let nodes = 60 * (2 + 3 + 1);
    let path = 10;
    let positions = 2 * 6;
    let plies = 9 * 2;
    let scores = 16 * 4;
    let excluded = 4;
    let common = path + positions + plies + scores + excluded;
    assert_eq!(bytes(&uct), (nodes + common as usize).next_multiple_of(8));

    // A recycling queue: two links a node.
    let mut recycling = Settings { playouts: Some(100), ..uct };
    recycling.top.recycle = true;
    recycling.top.playouts = None;
    assert_eq!(bytes(&recycling), (nodes + 60 * 2 + common as usize).next_multiple_of(8));

    // AMAF: a table of two-byte entries a node, weights beside the scores, a mark for each key and
    // a list for each player.
    let own = amaf(25, cairn_core::mcts::AmafMode::Own, cairn_core::mcts::Schedule::Bias(0.01));
    let tables = 60 * 9 * 2 + 64 + 9 + 1 + 2 * 9 * 2;
    let grave = Settings { policy: own, ..uct };
    assert_eq!(bytes(&grave), (nodes + common as usize + tables).next_multiple_of(8));

    // Move averages: a mean and a count for each player and key, now and after the last turn.
    let mast = Settings { playout: MAST, ..uct };
    assert_eq!(bytes(&mast), (nodes + common as usize + 2 * 2 * 2 * 64).next_multiple_of(8));

    // Priors: one for each key.
    let priors = Settings { prior: Some(1.0), ..uct };
    assert_eq!(bytes(&priors), (nodes + common as usize + 64).next_multiple_of(8));
}

/// Impossible settings are refused with an error.
#[test]
fn impossible_plans_are_refused() {
    let game = TicTacToe::default();
    let refusal = |settings: Settings| bytes_needed(&settings, &game).expect_err("a refusal");
    let uct = |nodes| one(Policy::Uct { c: 0.7, fpu: None }, Playout::Uniform, nodes, 1000);
    assert_eq!(refusal(uct(0)), PlanError::NoNodes);
    assert_eq!(refusal(Settings { second: Some(second(0, 5)), ..uct(9) }), PlanError::NoNodes);
    let narrow = |settings| Settings { counters: Some(cairn_core::mcts::Width::W8), ..settings };
    assert_eq!(refusal(narrow(uct(256))), PlanError::Nodes { counters: 8, max: 255 });
    assert!(bytes_needed(&narrow(uct(255)), &game).is_ok());
    let batch = |playouts| {
        let second = Second { sharing: false, ..second(9, playouts) };
        narrow(Settings { second: Some(second), ..uct(9) })
    };
    assert_eq!(refusal(batch(64)), PlanError::Counters { counters: 8, max: 63 });
    assert!(bytes_needed(&batch(63), &game).is_ok());
}

#[test]
fn a_layout_that_is_too_large_stays_too_large() {
    let mut carver = Carver::default();
    carver.take::<u64>(usize::MAX / 8);
    carver.take::<u8>(100);
    carver.take::<f32>(1);
    assert_eq!(carver.bytes(), usize::MAX);
}

#[test]
fn regions_are_aligned_disjoint_and_inside() {
    let mut carver = Carver::default();
    let bytes = carver.take::<u8>(3);
    let floats = carver.take::<f32>(2);
    let none = carver.take::<u64>(0);
    let pair = carver.take::<u16>(1);
    assert_eq!(carver.bytes(), 16);
    let mut block = [Word::uninit(); 2];
    block.fill(Word::new(0));
    let base = block.as_mut_ptr();
    // SAFETY: the block is as large as the carver said and each region is borrowed once.
    let (a, b, c, d) = unsafe { (bytes.of(base), floats.of(base), none.of(base), pair.of(base)) };
    a.fill(255);
    d[0] = 0x1234;
    assert_eq!((&*b, c.len()), (&[0.0, 0.0][..], 0));
    b.fill(1.0);
    assert_eq!((&*a, d[0]), (&[255; 3][..], 0x1234));
}
