//! What the record of a real game needs of a position: moves out of turn, chains, areas and boards
//! without their dead stones.

use cairn_core::game::Game;
use cairn_games::bits::{PointSet, Points};
use cairn_games::go::{BLACK, Go9, GoAny, WHITE};

fn after(size: usize, moves: &str) -> GoAny {
    let mut position = GoAny::new(size).unwrap();
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|| panic!("{text} is not legal"));
        position.play(mv);
    }
    position
}

#[test]
fn a_player_may_go_on() {
    // Black takes a ko at B2; white may not retake at C2.
    let ko = after(5, "B1 C1 A2 D2 B3 C3 pass B2 C2");
    let retake = ko.parse_point("B2").unwrap();
    assert_eq!((ko.to_move(), ko.ko()), (WHITE, Some(retake)));
    assert_eq!(ko.continued_by(WHITE), ko, "it is white's turn: nothing changes");

    let again = ko.continued_by(BLACK);
    assert_eq!((again.to_move(), again.ko(), again.passes()), (BLACK, None, 0));
    for player in [BLACK, WHITE] {
        assert_eq!(again.stones(player), ko.stones(player));
    }
    let mut moved = again;
    moved.play(again.parse_move("E5").unwrap());
    assert_eq!(moved.stone(24), Some(BLACK));

    let over = after(5, "C3 pass pass");
    assert!(over.turn().is_over());
    for player in [BLACK, WHITE] {
        let resumed = over.continued_by(player);
        assert_eq!((resumed.turn().outcome(), resumed.to_move()), (None, player));
    }
    let passed = after(5, "C3 pass");
    assert_eq!(passed.continued_by(BLACK).passes(), 1);
}

#[test]
fn chains_and_areas() {
    let position = after(5, "A2 E4 B2 E5 B1 D5");
    let chain: Vec<usize> = Points(position.chain(5)).collect();
    assert_eq!(chain, [1, 5, 6]);
    assert!(position.chain(12).is_empty());
    assert_eq!(Points(position.area(BLACK)).collect::<Vec<_>>(), [0, 1, 5, 6], "A1 is inside");
    assert_eq!(position.area(WHITE), position.stones(WHITE), "the rest is open to both");
}

#[test]
fn dead_stones_can_be_taken_off() {
    let mut position = Go9::new();
    for text in ["E5", "D5", "C5", "A1", "D4", "J9", "D6"] {
        let mv = position.parse_move(text).unwrap();
        position.play(mv);
    }
    let corner = position.parse_point("A1").unwrap();
    let cleared = position.without(position.chain(corner));
    assert_eq!(cleared.stone(corner), None);
    assert_eq!(cleared.stones(BLACK), position.stones(BLACK));
    assert_eq!(cleared.to_move(), position.to_move());
    // The chains were rebuilt: the removed stone is a liberty again and can be played on.
    assert!(cleared.parse_move("A1").is_some());
    assert_eq!(cleared.area_score() - position.area_score(), 2);
}
