//! Real games: repetition against a naive look at all earlier positions, taking back, dice, lists.
#![cfg(feature = "std")]

mod games;

use std::mem::MaybeUninit;

use cairn_core::history::{History, List, Lists, MoveError, SliceList, room};
use cairn_core::{Game, Outcome, Rng, Turn};
use cairn_games::draughts::Draughts;
use cairn_games::go::GoAny;
use games::{Dice, Tug};

type Owned<G> = History<G, Vec<<G as Game>::Move>, Vec<u64>>;

fn begun<G: Game>(start: G) -> Owned<G> {
    History::new(start, Lists::default())
}

/// The legal moves that would recreate a position whose key is in `seen`.
fn repeating<G: Game>(position: &G, seen: &[u64]) -> Vec<G::Move> {
    let now = position.repetition_key();
    let repeats = |mv: &G::Move| {
        let mut next = *position;
        next.play(*mv);
        next.repetition_key() != now && next.repetition_key().is_some_and(|key| seen.contains(&key))
    };
    position.legal_moves().filter(repeats).collect()
}

#[test]
fn what_is_excluded_is_what_repeats() {
    let mut found = 0;
    for seed in 0..1000 {
        let start = GoAny::new(2 + (seed % 2) as usize).unwrap();
        let (mut game, mut rng) = (begun(start), Rng::new(seed));
        let mut seen: Vec<u64> = start.repetition_key().into_iter().collect();
        while !game.turn().is_over() {
            let (mut ours, expected) =
                (game.excluded().to_vec(), repeating(game.position(), &seen));
            ours.sort_by_key(|&mv| game.position().key(mv));
            assert_eq!(ours, expected);
            found += expected.len();
            let allowed: Vec<_> = game.allowed().collect();
            game.play(allowed[rng.below(allowed.len() as u32) as usize]);
            seen.extend(game.position().repetition_key());
        }
    }
    assert!(found > 100, "{found} moves were excluded");
}

/// Black's last move would take three white stones and leave just A1, as after the first move: no
/// simple ko forbids it.
#[test]
fn superko_looks_back_over_the_whole_game() {
    let mut game = begun(GoAny::new(2).unwrap());
    for text in "A1 B2 A2 B1 A1 A2".split(' ') {
        game.play(game.read_move(text).unwrap());
    }
    assert_eq!(game.read_move("A1"), Err(MoveError::Repeats));
    assert!(game.position().parse_move("A1").is_some(), "legal but for the game's history");
    game.play(game.read_move("pass").unwrap());
    assert!(game.undo());
    assert_eq!(game.read_move("A1"), Err(MoveError::Repeats));
    let mut text = String::new();
    game.write_moves(&mut text).unwrap();
    assert_eq!(text, "A1 B2 A2 B1 A1 A2");
}

#[test]
fn a_game_that_goes_on_for_ever_ends() {
    let mut game = begun(Tug::default());
    let longest = room(game.start())[0];
    for ply in 0..longest {
        assert_eq!(game.turn(), Turn::Player(ply % 2));
        game.play(if ply % 2 == 0 { 3 } else { 1 });
    }
    assert_eq!(game.turn(), Turn::Over(game.position().cutoff()));
    assert_eq!(game.read_move("1"), Err(MoveError::Over));
    assert!(game.undo() && !game.turn().is_over());
}

/// In draughts a position that occurs for the third time ends the game, and forbids nothing.
#[test]
fn the_third_occurrence_ends_the_game() {
    let start = Draughts::default().parse_position("B:WK32:BK1").unwrap();
    assert_eq!(room(&start)[1], 0, "no move is excluded");
    let mut game = begun(start);
    let round = ["1-5", "32-28", "5-1", "28-32"];
    for (ply, text) in round.iter().cycle().enumerate().take(8) {
        assert!(!game.turn().is_over(), "ply {ply}");
        game.play(game.read_move(text).unwrap());
        assert!(game.excluded().is_empty());
    }
    assert_eq!(game.turn(), Turn::Over(Outcome::draw()));
    assert_eq!(game.read_move("1-5"), Err(MoveError::Over));
    assert!(game.undo() && !game.turn().is_over());
    game.play(game.read_move("28-24").unwrap());
    assert!(!game.turn().is_over(), "another position");
    // A game that begins elsewhere has not seen the others.
    game.replay_from(start.parse_position("B:WK32:BK1,9").unwrap());
    assert!(!game.turn().is_over());
}

/// In slices that the caller provides, a game is the same, and it ends when they are full.
#[test]
fn slices_hold_the_same_game() {
    let start = GoAny::new(3).unwrap();
    let [moves, legal] = room(&start);
    let mut places = [vec![MaybeUninit::uninit(); moves], vec![MaybeUninit::uninit(); legal]];
    let mut keys = vec![MaybeUninit::uninit(); legal];
    let [moves, excluded] = &mut places;
    let (moves, excluded) = (SliceList::new(moves), SliceList::new(excluded));
    let lists = Lists { moves, excluded, keys: SliceList::new(&mut keys) };
    let (mut one, mut other, mut rng) = (History::new(start, lists), begun(start), Rng::new(7));
    for step in 0..200 {
        if one.turn().is_over() || step % 7 == 6 {
            assert!(one.undo() && other.undo());
        } else {
            let allowed: Vec<_> = one.allowed().collect();
            let mv = allowed[rng.below(allowed.len() as u32) as usize];
            one.play(mv);
            other.play(mv);
        }
        assert_eq!((one.moves(), one.excluded()), (other.moves(), other.excluded()));
        assert_eq!((one.position(), one.turn()), (other.position(), other.turn()));
    }
    let mut two = [MaybeUninit::uninit(); 2];
    let lists = Lists { moves: SliceList::new(&mut two), ..empty() };
    let mut short = History::new(Tug::default(), lists);
    short.play(3);
    assert!(!short.turn().is_over());
    short.play(3);
    assert!(short.turn().is_over(), "there is no room for a third move");
}

fn empty<'a>() -> Lists<SliceList<'a, u8>, SliceList<'a, u64>> {
    let list = || SliceList::new(&mut []);
    Lists { moves: list(), excluded: list(), keys: SliceList::new(&mut []) }
}

#[test]
fn dice_follow_from_their_seed_and_the_ply() {
    let rolled = |seed: u64| {
        let mut game = begun(Dice::default());
        game.set_dice(seed);
        while !game.turn().is_over() && game.moves().len() < 30 {
            assert!(game.turn().player().is_some(), "the dice roll by themselves");
            game.play(10);
        }
        game
    };
    let game = rolled(1);
    assert_eq!(game.moves(), rolled(1).moves());
    assert_ne!(game.moves(), rolled(2).moves());
    // Without dice, the recorded rolls are moves like all others.
    let mut again = begun(Dice::default());
    for &mv in game.moves() {
        let legal = again.allowed().any(|other| other == mv);
        assert!(legal);
        again.play(mv);
    }
    assert_eq!(again.position(), game.position());
    assert!(again.undo() && again.moves().len() == game.moves().len() - 1);
}

#[test]
fn taking_back_takes_back_a_players_move_and_the_dice_after_it() {
    let mut game = begun(Dice::default());
    game.set_dice(3);
    assert!(!game.undo(), "nobody has moved yet");
    let mut before = Vec::new();
    for mv in [10, 11, 10] {
        before.push((game.moves().to_vec(), *game.position()));
        game.play(mv);
    }
    for (moves, position) in before.iter().rev() {
        assert!(game.undo());
        assert_eq!((game.moves(), game.position()), (&moves[..], position));
    }
    assert!(!game.undo());
}

#[test]
fn lists_end_where_their_slice_does() {
    let mut places = [MaybeUninit::uninit(); 3];
    let mut list = SliceList::new(&mut places);
    assert!((0..3).all(|item| list.push(item)) && !list.has_room() && !list.push(3));
    list.reverse();
    list.truncate(2);
    assert_eq!(*list, [2, 1]);
    list.truncate(5);
    assert_eq!(*list, [2, 1]);
}
