//! A search can stop after any position, be read, and go on as if nothing had happened.

use cairn_core::Game;
use cairn_core::minimax::{Driver, Ended, RootScore, Search, Settings, Watch};
use cairn_games::connect_four::ConnectFour;

use crate::games::TicTacToe;
use crate::trees::{Shape, Tree};
use crate::{Boxed, DRIVERS, Heap, search, searched};

/// Everything that a search can tell.
fn told<G: Game>(search: &mut Boxed<G>) -> (Option<RootScore>, String, Vec<u64>) {
    let mut moves = Vec::new();
    search.for_each_move(|score| moves.push(score));
    let mut line = Vec::new();
    search.principal_variation(8, |mv| line.push(mv));
    let numbers = vec![
        search.nodes(),
        search.depth().into(),
        search.current_depth().into(),
        search.selective_depth().into(),
        search.table_use().into(),
    ];
    (search.score(), format!("{:?} {moves:?} {line:?}", search.best_move()), numbers)
}

fn trees() -> impl Iterator<Item = Tree> {
    (0..12).map(|seed| {
        let (width, turns) = ((seed % 3 * 20) as u8, seed % 4 == 3);
        Tree::new(Shape {
            seed,
            plies: 8,
            moves: 4,
            uniform: seed % 2 == 0,
            width,
            values: 30,
            turns,
        })
    })
}

#[test]
fn reading_after_every_step_changes_nothing() {
    for tree in trees() {
        for driver in DRIVERS {
            let settings = Settings::full(driver, 5, 64);
            let mut whole = searched(settings, &tree);
            let mut stepped = search(settings, &tree);
            let mut steps = 0;
            while !stepped.is_done() {
                let before = stepped.nodes();
                stepped.step();
                assert!(stepped.nodes() <= before + 1);
                let (score, ..) = told(&mut stepped);
                let best = stepped.best_move().unwrap();
                assert!(tree.legal_moves().any(|mv| mv == best));
                assert!(score.is_none_or(|score| score.depth <= stepped.current_depth()));
                steps += 1;
            }
            assert!(steps >= stepped.nodes());
            assert_eq!(told(&mut stepped), told(&mut whole), "{driver:?}");
        }
    }
}

#[test]
fn a_search_in_slices_is_the_same_search() {
    for tree in trees() {
        let settings = Settings::full(Driver::Pvs, 6, 256);
        let mut whole = searched(settings, &tree);
        let mut sliced = search(settings, &tree);
        let mut slice = 1;
        while !sliced.is_done() {
            assert!(sliced.run_nodes(slice) <= slice);
            slice = slice % 7 + 1;
        }
        assert_eq!(told(&mut sliced), told(&mut whole));
    }
}

/// The same position gives the same search, whatever was searched before.
#[test]
fn a_search_does_not_depend_on_the_one_before() {
    let settings = Settings::full(Driver::Pvs, 6, 256);
    let mut used: Option<Boxed<Tree>> = None;
    for tree in trees() {
        let mut fresh = searched(settings, &tree);
        let used = used.get_or_insert_with(|| search(settings, &tree));
        used.start(&tree, &[], &[], 0);
        used.run_nodes(100);
        used.start(&tree, &[], &[], 0);
        used.run(|| false);
        assert_eq!(told(used), told(&mut fresh));
    }
}

/// After the end of a turn, the table of the search before is used.
#[test]
fn a_table_is_used_again_after_a_turn() {
    let settings = Settings { nodes: None, ..Settings::full(Driver::Pvs, 7, 1 << 12) };
    let (mut helped, mut all) = (0, 0);
    for tree in trees() {
        let mut search = searched(settings, &tree);
        let best = search.best_move().unwrap();
        let mut next = tree;
        next.play(best);
        if next.turn().is_over() {
            continue;
        }
        search.end_turn();
        search.start(&next, &[], &[], 0);
        search.run(|| false);
        let again = search.nodes();
        search.start(&next, &[], &[], 0);
        search.run(|| false);
        helped += u32::from(again < search.nodes());
        all += 1;
    }
    assert!(helped * 3 > all * 2, "{helped} of {all}");
}

#[test]
fn limits_are_kept() {
    let game = ConnectFour::default();
    for nodes in [1, 2, 100, 5000] {
        let settings =
            Settings { nodes: Some(nodes), ordering: true, ..Settings::plain(Driver::Pvs) };
        let settings = Settings { deepening: 1, table: 1000, ..settings };
        let mut search = searched(settings, &game);
        assert_eq!((search.nodes(), search.is_done(), search.is_finished()), (nodes, true, false));
        assert!(search.best_move().is_some());
        // It goes on when asked to.
        search.step();
        assert_eq!(search.nodes(), nodes + 1);
    }
    let settings = Settings { deepening: 1, ..Settings::plain(Driver::AlphaBeta) };
    let mut search = searched(settings, &TicTacToe::after(&[0, 3, 1, 4]));
    assert!(search.is_finished() && search.depth() == 1);
    let nodes = search.nodes();
    search.step();
    assert_eq!(search.nodes(), nodes);
}

#[test]
fn excluded_moves_are_not_played() {
    let game = TicTacToe::after(&[0, 3, 1, 4]);
    let mut search = search(Settings::plain(Driver::AlphaBeta), &game);
    search.start(&game, &[2], &[], 0);
    search.run(|| false);
    let best = search.best_move().unwrap();
    assert!(best == 5, "5 stops the other row");
    let all: Vec<u8> = game.legal_moves().collect();
    search.start(&game, &all, &[], 0);
    assert!(search.is_done() && search.best_move().is_none() && search.score().is_none());
    let over = TicTacToe::after(&[0, 3, 1, 4, 2]);
    search.start(&over, &[], &[], 0);
    assert!(search.is_done() && search.best_move().is_none() && search.score().is_none());
}

/// A clock that goes on by a millisecond at each look.
struct Ticking(u64);

impl Watch<Search<ConnectFour, Heap>> for Ticking {
    fn now(&mut self) -> Option<u64> {
        self.0 += 1;
        Some(self.0)
    }
}

#[test]
fn the_clock_ends_it() {
    let settings = Settings { deepening: 1, table: 1 << 12, ..Settings::plain(Driver::Pvs) };
    let mut search = search(settings, &ConnectFour::default());
    assert_eq!(search.run_clocked(Some(5), &mut Ticking(0)), (Ended::Time, Some(5)));
    assert_eq!(search.nodes(), 5 * 256);
}
