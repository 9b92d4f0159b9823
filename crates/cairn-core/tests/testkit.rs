//! The testkit finds capabilities that break their promises.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cairn_core::capabilities::{Capabilities, Forcing, Measure, Repetition};
use cairn_core::score::Score;
use cairn_core::{Game, Outcome, Turn, testkit};

/// A race to twelve: each move adds 1 to 3 to the player's own sum. `FAULT` breaks a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Race<const FAULT: u8> {
    sums: [i16; 2],
    player: usize,
}

const GOAL: i16 = 12;

fn start<const FAULT: u8>() -> Race<FAULT> {
    Race { sums: [0, 0], player: 0 }
}

impl<const FAULT: u8> Race<FAULT> {
    fn ahead(&self) -> i16 {
        match FAULT {
            1 => 2 * GOAL,
            2 => self.sums[0] - self.sums[1],
            _ => self.sums[self.player] - self.sums[1 - self.player],
        }
    }

    fn margin(&self) -> i16 {
        let margin = self.sums[0] - self.sums[1];
        if FAULT == 3 { -margin } else { margin }
    }

    fn threatened(&self) -> bool {
        self.sums[1 - self.player] >= GOAL - 3
    }

    fn forcing(&self, each: &mut dyn FnMut(u8)) {
        match FAULT {
            4 => [3, 1].into_iter().for_each(each),
            5 => each(4),
            6 => each(1),
            _ if self.threatened() => (1..=3).for_each(each),
            _ => each(3),
        }
    }

    fn pass(&self) -> Option<Self> {
        match FAULT {
            7 => Some(*self),
            8 => Some(Race { sums: [0, 0], player: 1 - self.player }),
            _ => Some(Race { player: 1 - self.player, ..*self }),
        }
    }

    fn mirrored(&self) -> Self {
        let [first, second] = self.sums;
        match FAULT {
            9 => Race { sums: [second, first], ..*self },
            10 => Race { player: 1 - self.player, ..*self },
            11 => Race { sums: [second, first.max(1)], player: 1 - self.player },
            _ => Race { sums: [second, first], player: 1 - self.player },
        }
    }
}

impl<const FAULT: u8> Game for Race<FAULT> {
    type Move = u8;

    const UNIQUE_KEYS: bool = true;

    fn keys(&self) -> usize {
        4
    }

    fn max_plies(&self) -> usize {
        100
    }

    fn turn(&self) -> Turn {
        let winner = self.sums.iter().position(|&sum| sum >= GOAL);
        winner.map_or(Turn::Player(self.player), |winner| Turn::Over(Outcome::win(winner)))
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        // A move that takes both players back, for a game that can go round in circles.
        let back = FAULT == 12 && self.sums == [1, 1];
        (1..=3).chain(back.then_some(0))
    }

    fn play(&mut self, mv: u8) {
        if mv == 0 {
            self.sums = [0, 0];
            return;
        }
        self.sums[self.player] += i16::from(mv);
        self.player = 1 - self.player;
    }

    fn key(&self, mv: u8) -> usize {
        mv.into()
    }

    fn repetition(&self) -> Repetition {
        match FAULT {
            13 => Repetition::Forbidden,
            14 => Repetition::Ends(3),
            _ => Repetition::Never,
        }
    }

    fn capabilities(&self) -> Capabilities<Self> {
        let bound = if FAULT == 15 { i16::MAX } else { GOAL + 2 };
        // These faults are of the mirrored position alone.
        let judged = !matches!(FAULT, 9..=11);
        Capabilities {
            evaluation: judged.then_some(Measure { bound: GOAL, of: Self::ahead }),
            margin: Some(Measure { bound, of: Self::margin }),
            forcing: Some(Forcing { moves: Self::forcing, threatened: Self::threatened }),
            pass: Some(Self::pass),
            order: Some(|_, mv| mv.into()),
            mirrored: Some(Self::mirrored),
            bounds: Some(|_| match FAULT {
                16 => (Score::WON, Score::LOST),
                _ => (Score::LOST, Score::WON),
            }),
            clock: Some(|race| if FAULT == 17 { 0 } else { 100 - race.sums[0] as u16 }),
        }
    }
}

/// What the testkit says of the game with a fault.
fn verdict<const FAULT: u8>() -> String {
    let check = AssertUnwindSafe(|| testkit::check(&start::<FAULT>(), 300, 1));
    let Err(panic) = catch_unwind(check) else { return String::new() };
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap()
}

#[test]
fn broken_promises_are_found() {
    assert_eq!(verdict::<0>(), "");
    for (verdict, says) in [
        (verdict::<1>(), "the evaluation is 24, but its bound is 12"),
        (verdict::<2>(), "when mirrored"),
        (verdict::<3>(), "but player 0 gets"),
        (verdict::<4>(), "forcing move 1 is not legal, or not in the order"),
        (verdict::<5>(), "forcing move 4 is not legal"),
        (verdict::<6>(), "not all legal moves are forcing"),
        (verdict::<7>(), "it is not the other player's turn"),
        (verdict::<8>(), "two passes change the position"),
        (verdict::<9>(), "in the mirrored position it is not the other player's turn"),
        (verdict::<10>(), "no move of the mirrored position corresponds"),
        (verdict::<11>(), "mirrored twice"),
        (verdict::<12>(), "a position occurs again"),
        (verdict::<13>(), "there is no repetition_key"),
        (verdict::<14>(), "needs a repetition_key"),
        (verdict::<15>(), "the bound of the margin must be 1 to 30000"),
        (verdict::<16>(), "the lower one comes first"),
        (verdict::<17>(), "the clock is 0"),
    ] {
        assert!(verdict.contains(says), "'{verdict}' should say '{says}'");
    }
}
