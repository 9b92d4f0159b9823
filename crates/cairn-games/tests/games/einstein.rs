//! EinStein würfelt nicht: the rules, the dice, and searches against exact chances.

use std::collections::HashMap;

use crate::common::{after, move_text, moves, position_text, refuses};
use cairn_core::mcts::{Search, bytes_needed};
use cairn_core::memory::{Word, words};
use cairn_core::spec::Spec;
use cairn_core::{Game, Outcome, Rng, Turn, testkit};
use cairn_games::einstein::Einstein;

fn at(text: &str) -> Einstein {
    crate::common::at(&Einstein::default(), text)
}

#[test]
fn is_a_game() {
    let start = Einstein::default();
    testkit::check(&start, 30, 1);
    testkit::check_sums(&start, 200, 2);
    testkit::check_uniform(&start, 30_000, 3);
    testkit::check_uniform(&after(start, "123456 654321"), 6_000, 4);
    testkit::check_uniform(&after(start, "123456 654321 3"), 6_000, 5);
}

#[test]
fn stones_are_dealt_then_rolled_then_moved() {
    let start = Einstein::default();
    assert_eq!(position_text(&start), "5/5/5/5/5 w -");
    let deals = moves(&start);
    assert_eq!((deals.len(), deals[0].as_str(), deals[719].as_str()), (720, "123456", "654321"));
    let dealt = after(start, "123456 123456");
    assert_eq!(position_text(&dealt), "abc2/de3/f3F/3ED/2CBA w -");
    assert_eq!((dealt.turn(), moves(&dealt).join(" ").as_str()), (Turn::Chance, "1 2 3 4 5 6"));
    let rolled = after(dealt, "5");
    assert_eq!(rolled.turn(), Turn::Player(0));
    assert_eq!(moves(&rolled), ["d2-c2", "d2-c3", "d2-d3"]);
    assert_eq!(after(rolled, "d2-c3").turn(), Turn::Chance);
}

/// What a second, naive implementation allows: stones as a list, squares as pairs.
fn plain_moves(position: &Einstein) -> Vec<String> {
    let text = position_text(position);
    let mut words = text.split(' ');
    let rows: Vec<Vec<char>> = words.next().unwrap().split('/').map(spread).collect();
    let white = words.next() == Some("w");
    let die: i32 = words.next().unwrap().parse().unwrap();
    let mut own = Vec::new();
    for (from_top, row) in rows.iter().enumerate() {
        for (column, &cell) in row.iter().enumerate() {
            if cell != '.' && cell.is_uppercase() == white {
                let number = cell.to_ascii_uppercase() as i32 - 'A' as i32 + 1;
                own.push((number, column as i32, 5 - from_top as i32));
            }
        }
    }
    let chosen: Vec<i32> = match own.iter().any(|&(number, ..)| number == die) {
        true => vec![die],
        false => {
            let lower = own.iter().map(|stone| stone.0).filter(|&number| number < die).max();
            let higher = own.iter().map(|stone| stone.0).filter(|&number| number > die).min();
            lower.into_iter().chain(higher).collect()
        }
    };
    let way = if white { 1 } else { -1 };
    let mut moves = Vec::new();
    for &(number, column, row) in &own {
        for (right, up) in [(-way, 0), (0, way), (-way, way)] {
            let (to_column, to_row) = (column + right, row + up);
            if chosen.contains(&number) && (0..5).contains(&to_column) && (1..=5).contains(&to_row)
            {
                let letter = |column: i32| char::from(b'a' + column as u8);
                moves.push(format!("{}{row}-{}{to_row}", letter(column), letter(to_column)));
            }
        }
    }
    moves.sort();
    moves
}

fn spread(row: &str) -> Vec<char> {
    let cell = |symbol: char| match symbol.to_digit(10) {
        Some(empty) => vec!['.'; empty as usize],
        None => vec![symbol],
    };
    row.chars().flat_map(cell).collect()
}

#[test]
fn plays_as_the_plain_rules() {
    let mut rng = Rng::new(3);
    let mut winners = [0; 2];
    for _ in 0..500 {
        let mut position = Einstein::default();
        let winner = loop {
            let mv = match position.turn() {
                Turn::Over(outcome) => break outcome,
                Turn::Chance => position.chance_move(&mut rng),
                Turn::Player(_) => {
                    assert_eq!(moves(&position), plain_moves(&position));
                    position.random_playout_move(&mut rng)
                }
            };
            position.play(mv);
        };
        winners[usize::from(winner == Outcome::win(1))] += 1;
    }
    assert!(winners.iter().all(|&won| won > 150), "{winners:?}");
}

#[test]
fn the_corner_and_the_last_stone_win() {
    let corner = after(at("1B3/5/a4/5/5 w 2"), "b5-a5");
    assert_eq!(corner.turn(), Turn::Over(Outcome::win(0)));
    let taken = after(at("5/2a2/3B1/5/5 w 6"), "d3-c4");
    assert_eq!(taken.turn(), Turn::Over(Outcome::win(0)));
    // A friend is taken too.
    let friend = after(at("a4/5/3C1/4B/5 w 2"), "e2-d3");
    assert_eq!(position_text(&friend), "a4/5/3B1/5/5 b -");
    assert_eq!(at("A4/5/5/5/5 b -").turn(), Turn::Over(Outcome::win(0)));
    assert_eq!(at("5/5/5/5/4a w -").turn(), Turn::Over(Outcome::win(1)));
}

#[test]
fn wrong_positions_and_moves_are_explained() {
    refuses(
        &Einstein::default(),
        &[
            ("", "first come the rows"),
            ("5/5/5/5 w -", "as many rows"),
            ("A5/5/5/5/5 w -", "as many places"),
            ("AA3/5/5/5/5 w -", "once"),
            ("A4/5/5/5/5 x -", "side to move"),
            ("a4/5/5/5/4A w 7", "the die"),
            ("a4/5/5/5/4A w 3 9", "nothing may follow"),
            ("5/5/5/5/5 w 3", "dealt"),
            ("A4/5/5/5/4a w 3", "the game is over"),
        ],
    );
    let position = at("a4/b4/5/3C1/4F w 3");
    let why = |text: &str| position.why_illegal(text).unwrap();
    assert!(why("e1-e2").starts_with("is not the stone of the die"));
    assert!(why("a5-a4").starts_with("is not your stone"));
    assert!(why("c3-c4").starts_with("begins on an empty square"));
    assert!(why("d2-e2").starts_with("goes nowhere"));
}

/// The chance that White wins if both play their best; `known` are those worked out before.
fn exact(position: &Einstein, known: &mut HashMap<Einstein, f64>) -> f64 {
    if let Some(&chance) = known.get(position) {
        return chance;
    }
    let mut next = |mv| {
        let mut next = *position;
        next.play(mv);
        exact(&next, known)
    };
    let chance = match position.turn() {
        Turn::Over(outcome) => f64::from(outcome.reward(0, 1)),
        Turn::Chance => position.legal_moves().map(&mut next).sum::<f64>() / 6.0,
        Turn::Player(0) => position.legal_moves().map(&mut next).fold(0.0, f64::max),
        Turn::Player(_) => position.legal_moves().map(&mut next).fold(1.0, f64::min),
    };
    known.insert(*position, chance);
    chance
}

/// A random ending with two stones each.
fn ending(rng: &mut Rng) -> Option<Einstein> {
    let mut cells = ['.'; 25];
    for stones in ["ABCDEF", "abcdef"] {
        for _ in 0..2 {
            let stone = stones.chars().nth(rng.below(6) as usize).unwrap();
            cells[rng.below(25) as usize] = stone;
        }
    }
    let rows: Vec<String> = cells.chunks(5).map(|row| row.iter().collect()).collect();
    let rows = rows.join("/");
    let text = format!("{rows} {} {}", ["w", "b"][rng.below(2) as usize], 1 + rng.below(6));
    Einstein::default().parse_position(&text).ok()
}

/// Every family of searches finds moves whose exact chances are next to the best, in endings in which
/// the choice matters; one and two levels, with recycling, with AMAF and MAST.
#[test]
fn searches_find_the_best_chances() {
    let (mut known, mut rng, mut endings) = (HashMap::new(), Rng::new(1), 0);
    while endings < 5 {
        let Some(position) = ending(&mut rng) else { continue };
        let Turn::Player(player) = position.turn() else { continue };
        let chance = |mv| {
            let mut next = position;
            next.play(mv);
            let white = exact(&next, &mut known);
            (move_text(&position, mv), if player == 0 { white } else { 1.0 - white })
        };
        let mut chances: Vec<_> = position.legal_moves().map(chance).collect();
        chances.sort_by(|a, b| b.1.total_cmp(&a.1));
        let best = chances[0].1;
        if chances.len() < 3 || best < 0.3 || best - chances[1].1 < 0.1 {
            continue;
        }
        endings += 1;
        for agent in [
            "uct:playouts=20000",
            "uctr:nodes=4000,playouts=20000,playout=mast",
            "grave:playouts=20000",
            "graver2:nodes=400,playouts=40000",
            "uct2:nodes=800,playouts=40000,sharing=off",
        ] {
            let settings = Spec::parse(agent).unwrap().mcts_settings(&position).unwrap();
            let bytes = bytes_needed(&settings, &position).unwrap();
            let mut block = vec![Word::uninit(); words(bytes)];
            let mut search = Search::new(settings, &position, &mut block[..]).unwrap();
            search.start(&position, &[], 1);
            search.run(|| false);
            let chosen = move_text(&position, search.best_move().unwrap());
            let text = position_text(&position);
            assert_eq!(chosen, chances[0].0, "{agent} in {text}: {chances:?}");
        }
    }
}
