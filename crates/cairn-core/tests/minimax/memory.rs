//! A search's memory is its block: all of it, nothing beyond it, and nothing from the heap.

use cairn_core::Game;
use cairn_core::memory::{Word, words};
use cairn_core::minimax::{Driver, PlanError, Search, Settings, Value, bytes_needed};

use crate::DRIVERS;
use crate::games::{Dice, Pairs, TicTacToe};
use crate::heap::heap_calls;
use crate::trees::{Shape, Tree};

fn tree() -> Tree {
    Tree::new(Shape {
        seed: 3,
        plies: 8,
        moves: 4,
        uniform: false,
        width: 30,
        values: 20,
        turns: false,
    })
}

fn every_settings(mut each: impl FnMut(Settings)) {
    for driver in DRIVERS {
        each(Settings::plain(driver));
        each(Settings { table: 7, ..Settings::plain(driver) });
        each(Settings::full(driver, 6, 1000));
        each(Settings { moves: Some(5), priors: true, ..Settings::full(driver, 3, 2) });
        each(Settings { value: Value::Margin, ..Settings::full(driver, 8, 64) });
    }
}

#[test]
fn a_search_allocates_nothing() {
    assert_eq!(heap_calls(|| drop(std::hint::black_box(Box::new(1)))), 2);
    let tree = tree();
    every_settings(|settings| {
        let mut block = vec![Word::uninit(); words(bytes_needed(&settings, &tree).unwrap())];
        let calls = heap_calls(|| {
            let mut search = Search::new(settings, &tree, &mut block[..]).unwrap();
            for _ in 0..2 {
                search.start(&tree, &[1], &[1, 2], 0);
                search.run_nodes(50);
                let mut sum = search.best_move().map_or(0, u64::from);
                search.run(|| false);
                search.for_each_move(|score| sum += u64::from(score.nodes));
                search.principal_variation(9, |mv| sum += u64::from(mv));
                std::hint::black_box((sum, search.score(), search.table_use()));
                search.end_turn();
            }
        });
        assert_eq!(calls, 0, "{settings:?}");
    });
}

/// It uses exactly the bytes that it says, and none beyond.
#[test]
fn the_block_is_all_it_needs() {
    let tree = tree();
    every_settings(|settings| {
        let bytes = bytes_needed(&settings, &tree).unwrap();
        let given = bytes - size_of::<Word>();
        let mut small = vec![Word::uninit(); words(given)];
        let refused = Search::new(settings, &tree, &mut small[..]).err();
        assert_eq!(refused, Some(PlanError::Block { needed: bytes, given }));
        const BEYOND: u64 = 0x5a5a_5a5a_5a5a_5a5a;
        let mut block = vec![Word::new(BEYOND); words(bytes) + 8];
        let mut search = Search::new(settings, &tree, &mut block[..]).unwrap();
        assert_eq!(search.bytes(), bytes);
        search.run(|| false);
        for word in &block[words(bytes)..] {
            // SAFETY: it was written when the block was made.
            assert_eq!(unsafe { word.assume_init() }, BEYOND, "{settings:?}");
        }
    });
}

/// What each part costs.
#[test]
fn bytes_are_as_stated() {
    let game = TicTacToe::default();
    let bytes = |settings: Settings| bytes_needed(&settings, &game).unwrap();
    let plain = Settings::plain(Driver::Pvs);
    assert_eq!(bytes(Settings { table: 1000, ..plain }) - bytes(plain), 16_000);
    // A number for each player and key, as soon as moves are ordered.
    let history = Settings { history: true, ordering: true, ..plain };
    assert!((bytes(history) - bytes(plain)).abs_diff(2 * 2 * 9) < 8);
    // Nothing for what this game does not have.
    let settings = Settings { quiescence: 50, earlier: 100, null: true, ..plain };
    assert_eq!(bytes(settings), bytes(plain));
    // A search of a game with large lists can do with little.
    assert!(bytes(Settings { moves: Some(9), ..plain }) < bytes(plain));
}

#[test]
fn games_that_it_cannot_search_are_refused() {
    fn refusal<G: Game>(settings: Settings, game: &G) -> PlanError {
        bytes_needed(&settings, game).expect_err("a refusal")
    }
    let plain = Settings::plain(Driver::AlphaBeta);
    assert_eq!(refusal(plain, &Pairs::default()), PlanError::Players { players: 3 });
    assert_eq!(refusal(plain, &Dice::default()), PlanError::Chance);
    let game = TicTacToe::default();
    let shallow = Settings { depth: Some(4), ..plain };
    assert_eq!(refusal(shallow, &game), PlanError::NoEvaluation);
    let margin = Settings { value: Value::Margin, ..plain };
    assert_eq!(refusal(margin, &game), PlanError::NoMargin);
    // To the end of the game, no evaluation is needed.
    assert!(bytes_needed(&Settings { depth: Some(9), ..plain }, &game).is_ok());
    let text = PlanError::Players { players: 3 }.to_string();
    assert!(text.contains("this game has 3: use"), "{text}");
}
