//! When to pass and resign in Go, komi, handicaps and scores as text.

use cairn_core::Game;
use cairn_games::go::conventions::{
    Counting, Excluded, GiveUp, Ownership, RESIGN_BELOW, TurnContext, fixed_handicap,
    max_fixed_handicap,
};
use cairn_games::go::{Go9, GoAny, parse_komi};

fn seven(text: &str) -> GoAny {
    GoAny::new(7).unwrap().parse_position(text).unwrap()
}

/// Black is 7 points behind, or ahead if White's side counts for nothing; D5 is dead.
const SETTLED: &str = "1O1O1O1/OOOOOOO/OO1X1OO/OOOOOOO/XXXXXXX/X1X1X1X/XXXXXXX";

#[test]
fn nobody_gives_up_early_unless_the_other_insists() {
    let turn = |plies, passed| TurnContext::new(&Go9::new(), plies, passed, Counting::WithoutDead);
    assert!(turn(19, [true, false]).early && !turn(20, [true, false]).early);
    assert!(!turn(3, [true, true]).early);
    let full =
        TurnContext::new(&seven(&format!("{SETTLED} b - 0")), 0, [false; 2], Counting::AllStones);
    assert!(!full.early && full.late, "a game may begin with stones");

    let mut lost = 0;
    let give_up = |turn: TurnContext, lost: &mut u8| turn.give_up(0.01, Some(RESIGN_BELOW), lost);
    assert_eq!(give_up(turn(3, [true, false]), &mut lost), None);
    assert_eq!(give_up(turn(30, [false; 2]), &mut lost), None, "one turn is not enough");
    assert_eq!(give_up(turn(30, [false; 2]), &mut lost), Some(GiveUp::Resign));
    assert_eq!(give_up(turn(30, [true, false]), &mut lost), Some(GiveUp::Pass));
    assert_eq!(turn(30, [false; 2]).give_up(0.01, None, &mut lost), None, "it never resigns");
    let cleanup = TurnContext::new(&Go9::new(), 30, [true; 2], Counting::Cleanup);
    assert_eq!(give_up(cleanup, &mut 9), None);
}

#[test]
fn a_settled_game_is_passed_if_that_wins() {
    let should_pass = |text: &str, passed: bool, counting| {
        let position = seven(text);
        let turn = TurnContext::new(&position, 40, [passed, false], counting);
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
    let passes = |millis, passed, counting, reply: f32| {
        let turn = TurnContext::new(&position, 40, [passed, false], counting);
        let ownership = |most: u16| Ownership::new(&position, most.min(200), 1);
        let reply = |_| Ok::<_, ()>(reply);
        turn.before_search(&position, millis, Excluded::NONE, ownership, reply).unwrap().is_none()
    };
    let counting = Counting::AllStones;
    assert!(passes(None, false, counting, 0.1) && !passes(None, false, counting, 0.5));
    assert!(passes(None, true, counting, 0.5), "no threat matters after a pass");
    assert!(!passes(Some(10), false, counting, 0.1) && passes(Some(10), true, counting, 0.1));
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
