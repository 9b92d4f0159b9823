//! What orders and cuts must never be wrong, only slow.

use cairn_core::capabilities::{Capabilities, Repetition};
use cairn_core::minimax::{Certainty, Driver, Settings};
use cairn_core::score::Score;
use cairn_core::{Game, Turn};
use proptest::prelude::*;

use crate::games::TicTacToe;
use crate::reference::{TO_THE_END, value};
use crate::{DRIVERS, searched};

/// Tic-tac-toe with other capabilities, and hashes with only some of their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Odd {
    game: TicTacToe,
    /// The bits of the hash that are left.
    bits: u64,
    knows_bounds: bool,
    misled: bool,
}

impl Odd {
    fn new() -> Self {
        Odd { game: TicTacToe::default(), bits: u64::MAX, knows_bounds: false, misled: false }
    }

    /// The moves that win at once.
    fn wins(&self) -> usize {
        let over = |&mv: &u8| {
            let mut next = self.game;
            next.play(mv);
            next.turn().outcome().is_some_and(|outcome| outcome.reward(self.player(), 2) == 2)
        };
        self.legal_moves().filter(over).count()
    }

    fn player(&self) -> usize {
        self.turn().player().unwrap()
    }
}

impl Game for Odd {
    type Move = u8;

    fn keys(&self) -> usize {
        9
    }

    fn max_plies(&self) -> usize {
        9
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        self.game.legal_moves()
    }

    fn play(&mut self, mv: u8) {
        self.game.play(mv);
    }

    fn key(&self, mv: u8) -> usize {
        mv.into()
    }

    fn hash64(&self) -> u64 {
        self.game.hash64() & self.bits
    }

    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    fn capabilities(&self) -> Capabilities<Self> {
        let bounds = |odd: &Self| match odd.wins() {
            0 => (Score::loss_in(2), Score::win_in(3)),
            _ => (Score::win_in(1), Score::win_in(1)),
        };
        let order = |_: &Self, mv: u8| i16::from(mv) * 7 % 5 - 2;
        Capabilities {
            bounds: self.knows_bounds.then_some(bounds),
            order: self.misled.then_some(order),
            ..Capabilities::NONE
        }
    }
}

/// All settings that make no difference to the value.
fn every(mut each: impl FnMut(Settings)) {
    for driver in DRIVERS {
        for table in [0, 64, 4096] {
            for switches in 0..8 {
                let [ordering, killers, history] = [1, 2, 4].map(|bit| switches & bit != 0);
                let plain = Settings { table, ordering, ..Settings::plain(driver) };
                each(Settings { killers, history, deepening: switches / 3, ..plain });
            }
        }
    }
}

#[test]
fn knowledge_of_the_game_changes_no_value() {
    for first in [None, Some(0), Some(4), Some(7)] {
        for (knows_bounds, misled) in [(true, false), (false, true), (true, true)] {
            let mut odd = Odd { knows_bounds, misled, ..Odd::new() };
            first.into_iter().for_each(|mv| odd.play(mv));
            let expected = value(&odd, TO_THE_END);
            every(|settings| {
                let found = searched(settings, &odd).score().unwrap();
                assert_eq!(
                    (found.score, found.certainty),
                    (expected, Certainty::Exact),
                    "{settings:?}"
                );
            });
        }
    }
}

#[test]
fn bounds_save_positions() {
    let plain = Settings::plain(Driver::AlphaBeta);
    let nodes = |odd| searched(plain, &odd).nodes();
    assert!(nodes(Odd { knows_bounds: true, ..Odd::new() }) * 3 < nodes(Odd::new()));
}

proptest! {
    /// Where different positions have the same hash, the table says what is false. The moves are
    /// legal nonetheless, and the search ends.
    #[test]
    fn confused_positions_do_no_other_harm(bits in any::<u64>(), table in 1..600u32, deep in 0..3u16) {
        let odd = Odd { bits: bits & bits.rotate_left(17), ..Odd::new() };
        for driver in DRIVERS {
            let settings = Settings { table, deepening: deep, nodes: Some(100_000), ..Settings::plain(driver) };
            let settings = Settings { ordering: true, history: true, ..settings };
            let mut search = searched(settings, &odd);
            let mut position = odd;
            prop_assert!(search.best_move().is_some());
            search.principal_variation(9, |mv| {
                assert!(position.legal_moves().any(|legal| legal == mv));
                position.play(mv);
            });
        }
    }
}
