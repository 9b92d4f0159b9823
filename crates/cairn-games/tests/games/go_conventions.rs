//! When to pass and resign in Go, komi, handicaps and scores as text.

use std::convert::Infallible;

use cairn_core::Game;
use cairn_games::go::conventions::{
    Action, Counting, Excluded, Ownership, RESIGN_BELOW, TurnContext, TurnHost, fixed_handicap,
    max_fixed_handicap,
};
use cairn_games::go::{DEFAULT_KOMI, DEFAULT_KOMI_TEXT, GoAny, parse_komi};
use cairn_games::goban::AnySize;

fn seven(text: &str) -> GoAny {
    GoAny::new(7).unwrap().parse_position(text).unwrap()
}

/// Black is 7 points behind, or ahead if White's side counts for nothing; D5 is dead.
const SETTLED: &str = "1O1O1O1/OOOOOOO/OO1X1OO/OOOOOOO/XXXXXXX/X1X1X1X/XXXXXXX";

/// The turn after `plies` moves; `passed` says whether the other player's last turns were passes, the
/// last one first.
fn turn(position: &GoAny, plies: usize, passed: [bool; 2], counting: Counting) -> TurnContext {
    let mut moves = vec![false; plies];
    for (back, passed) in [1, 3].into_iter().zip(passed).filter(|&(back, _)| back <= plies) {
        moves[plies - back] = passed;
    }
    TurnContext::new(position, &moves, |passed| passed, counting)
}

/// A player whose searches find nothing but these values.
struct Finds {
    reply: f32,
    best: f32,
    position: GoAny,
}

impl TurnHost<AnySize> for Finds {
    type Error = Infallible;
    fn ownership(&mut self, most: u16) -> Ownership {
        Ownership::new(&self.position, most.min(200), 1)
    }
    fn reply(&mut self, _: Option<u64>) -> Result<f32, Infallible> {
        Ok(self.reply)
    }
    fn search(&mut self, _: Excluded<AnySize>) -> Result<f32, Infallible> {
        Ok(self.best)
    }
}

#[test]
fn nobody_gives_up_early_unless_the_other_insists() {
    let (empty, counting) = (GoAny::new(9).unwrap(), Counting::WithoutDead);
    let after = |plies, passed| turn(&empty, plies, passed, counting);
    assert!(after(19, [true, false]).early && !after(20, [true, false]).early);
    assert!(!after(3, [true, true]).early);
    let full = seven(&format!("{SETTLED} b - 0"));
    let full = turn(&full, 0, [false; 2], Counting::AllStones);
    assert!(!full.early && full.late, "a game may begin with stones");
    let passed = seven(&format!("{SETTLED} b - 1"));
    assert!(turn(&passed, 0, [false; 2], counting).passed, "or after a pass");

    let choose = |turn: TurnContext, resign, lost: &mut u8| {
        let mut host = Finds { reply: 0.5, best: 0.01, position: empty };
        let Ok(action) = turn.choose(&empty, Excluded::NONE, None, resign, lost, &mut host);
        action
    };
    let mut lost = 0;
    let mut lose = |turn| choose(turn, Some(RESIGN_BELOW), &mut lost);
    assert_eq!(lose(after(3, [true, false])), Action::Best);
    assert_eq!(lose(after(30, [false; 2])), Action::Best, "one turn is not enough");
    assert_eq!(lose(after(30, [false; 2])), Action::Resign);
    assert_eq!(lose(after(30, [true, false])), Action::Pass);
    assert_eq!(choose(after(30, [false; 2]), None, &mut 9), Action::Best, "it never resigns");
    let cleanup = turn(&empty, 30, [true; 2], Counting::Cleanup);
    assert_eq!(choose(cleanup, Some(RESIGN_BELOW), &mut 9), Action::Best);
}

#[test]
fn a_settled_game_is_passed_if_that_wins() {
    let should_pass = |text: &str, passed: bool, counting| {
        let position = seven(text);
        let turn = turn(&position, 40, [passed, false], counting);
        turn.should_pass(&position, &Ownership::new(&position, 200, 1))
    };
    // With all stones counted, Black's stone at D5 costs White two points of area at most.
    let (black, white) = (format!("{SETTLED} b - 0 0"), format!("{SETTLED} w - 0 0"));
    for counting in [Counting::WithoutDead, Counting::AllStones] {
        assert!(should_pass(&white, false, counting) && should_pass(&white, true, counting));
        assert!(!should_pass(&black, false, counting));
    }
    assert!(should_pass(&black, true, Counting::WithoutDead), "nothing is in doubt");
    assert!(!should_pass(&black, true, Counting::AllStones), "the pass would lose");
    assert!(!should_pass(&white, true, Counting::Cleanup), "D5 is still on the board");
}

#[test]
fn nobody_passes_while_there_is_a_threat_or_no_time() {
    let position = seven(&format!("{SETTLED} w - 0 0"));
    let passes = |millis, passed, reply: f32| {
        let turn = turn(&position, 40, [passed, false], Counting::AllStones);
        let (mut host, none) = (Finds { reply, best: 0.9, position }, Excluded::NONE);
        let Ok(action) = turn.choose(&position, none, millis, None, &mut 0, &mut host);
        action == Action::Pass
    };
    assert!(passes(None, false, 0.1) && !passes(None, false, 0.5));
    assert!(passes(None, true, 0.5), "no threat matters after a pass");
    assert!(!passes(Some(10), false, 0.1) && passes(Some(10), true, 0.1));
}

#[test]
fn eyes_are_not_filled() {
    let position = seven(&format!("{SETTLED} b - 0 0"));
    let mut eyes = Excluded::NONE;
    eyes.add_eyes(&position);
    let fills = |text: &str| eyes.contains(position.parse_move(text).unwrap());
    assert!(fills("B2") && !fills("C5") && !fills("pass"));
}

#[test]
fn komi_is_whole_or_half_points() {
    let read = ["7.5", "-3", "0", "6.50", "6.00"].map(parse_komi);
    assert_eq!(parse_komi(DEFAULT_KOMI_TEXT), Some(DEFAULT_KOMI));
    assert_eq!(read, [Some(15), Some(-6), Some(0), Some(13), Some(12)]);
    assert_eq!(["7.25", "7.", "", "many", "1e3", "99999"].map(parse_komi), [None; 6]);
}

#[test]
fn handicap_stones_are_apart() {
    for size in 2..=19 {
        let most = max_fixed_handicap(size);
        for stones in 2..=most {
            let mut points: Vec<usize> = fixed_handicap(size, stones).unwrap().collect();
            points.sort_unstable();
            points.dedup();
            assert!(points.len() == stones && points.iter().all(|&point| point < size * size));
        }
        assert!(fixed_handicap(size, most + 1).is_none() && fixed_handicap(size, 1).is_none());
    }
}
