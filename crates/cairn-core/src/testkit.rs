//! Checks for any implementation of [`Game`]: run them in your game's tests.
//!
//! ```
//! let start = cairn_games::tictactoe::TicTacToe::default();
//! cairn_core::testkit::check(&start, 100, 1);
//! cairn_core::testkit::check_uniform(&start, 3_000, 1);
//! ```
//!
//! They panic with a sentence that says what is wrong. They cannot see whether a game allocates:
//! make your crate `#![no_std]` without `alloc` to be sure that it does not.

mod capabilities;

use arrayvec::{ArrayString, ArrayVec};

use crate::game::{Game, MAX_KEYS, MAX_PLAYERS, MOVE_TEXT, Outcome, Turn, best_of};
use crate::rng::Rng;

/// The most scores: one for each key, in whole groups of eight.
const MAX_SCORES: usize = MAX_KEYS.next_multiple_of(8);

/// Plays `games` random games from `start` and checks every position on the way:
///
/// - limits, keys, the order of moves, the weights of chance, the outcome;
/// - overridden methods choose the same moves as the defaults;
/// - a move played twice gives equal positions with equal hashes;
/// - moves and positions are read back as they were written;
/// - capabilities keep their promises: numbers stay within their bounds, margins agree with outcomes,
///   forcing moves are legal, a pass changes the turn, what is mirrored has the same moves and the
///   same evaluation;
/// - what [`Game::repetition`] says is not contradicted.
pub fn check<G: Game>(start: &G, games: u32, seed: u64) {
    assert!(
        (1..=MAX_PLAYERS).contains(&start.players()),
        "there must be 1 to {MAX_PLAYERS} players"
    );
    assert!((1..=MAX_KEYS).contains(&start.keys()), "there must be 1 to {MAX_KEYS} keys");
    assert!((1..=255).contains(&start.denominator()), "the denominator must be 1 to 255");
    assert!(start.max_plies() > 0, "max_plies must be at least 1");
    capabilities::check_bounds(start);
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut position = *start;
        let mut seen = capabilities::Seen::new();
        for _ in 0..start.max_plies() {
            seen.add(&position);
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => check_chance(&position, &mut rng),
                Turn::Player(player) => {
                    assert!(
                        player < position.players(),
                        "it is the turn of player {player}, who does not exist"
                    );
                    check_position(&position, &mut rng);
                }
            }
            let mv = random_legal(&position, &mut rng);
            let before = position;
            let mut again = position;
            again.play(mv);
            position.play(mv);
            assert!(position == again, "{mv:?} played twice gives different positions");
            assert_eq!(
                position.hash64(),
                again.hash64(),
                "{mv:?} played twice gives different hashes"
            );
            assert_eq!(
                position == before,
                position.hash64() == before.hash64(),
                "{mv:?} changes the position but not its hash, or the hash but not the position"
            );
            assert_eq!(position.keys(), start.keys(), "the number of keys changes during the game");
        }
        if let Turn::Over(outcome) = position.turn() {
            capabilities::check_margin(&position, outcome);
        }
        let outcome = position.turn().outcome().unwrap_or(position.cutoff());
        check_outcome(&position, &outcome);
    }
}

fn random_legal<G: Game>(position: &G, rng: &mut Rng) -> G::Move {
    let count = position.legal_moves().count();
    assert!(count > 0, "an unfinished game has no legal move");
    position.legal_moves().nth(rng.below(count as u32) as usize).expect("the same moves twice")
}

/// For constant-sum games: plays `games` random games from `start` and checks that the rewards of
/// each game add up to the denominator.
pub fn check_sums<G: Game>(start: &G, games: u32, seed: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut position = *start;
        for _ in 0..start.max_plies() {
            if let Turn::Over(outcome) = position.turn() {
                let whole = position.denominator();
                let rewards = outcome.rewards(whole);
                let sum: u32 = rewards[..position.players()].iter().copied().map(u32::from).sum();
                assert!(sum == whole, "the rewards add up to {sum} instead of {whole}");
                break;
            }
            let mv = random_legal(&position, &mut rng);
            position.play(mv);
        }
    }
}

fn check_outcome<G: Game>(position: &G, outcome: &Outcome) {
    let most = position.denominator();
    assert!(
        *outcome != Outcome::draw() || most.is_multiple_of(2),
        "a draw is half a win, but a win is {most}: make the denominator even"
    );
    for player in 0..position.players() {
        let reward = outcome.reward(player, most);
        assert!(reward <= most, "player {player} gets {reward}, more than a win, which is {most}");
    }
}

/// Checks the legal moves, whether of a player or of chance.
fn check_moves<G: Game>(position: &G) {
    let (count, most) = (position.legal_moves().count(), position.max_moves());
    assert!(count <= most, "there are {count} legal moves, but max_moves is {most}");
    assert!(
        position.legal_moves().eq(position.legal_moves()),
        "legal_moves gives another order the second time"
    );
    for (index, mv) in position.legal_moves().enumerate() {
        let twice = position.legal_moves().take(index).any(|other| other == mv);
        assert!(!twice, "{mv:?} is listed twice");
        check_move_text(position, mv);
    }
}

fn check_chance<G: Game>(position: &G, rng: &mut Rng) {
    assert!(G::CHANCE, "it is the turn of chance, but Game::CHANCE is not set");
    check_moves(position);
    let mut sum = 0u32;
    for mv in position.legal_moves() {
        let weight = position.weight(mv);
        assert!(weight > 0, "the chance move {mv:?} has weight 0");
        sum = sum.checked_add(weight).expect("the weights of chance must add up to less than 2³²");
    }
    let drawn = position.chance_move(rng);
    assert!(
        position.legal_moves().any(|mv| mv == drawn),
        "chance_move drew {drawn:?}, which is not legal"
    );
    check_position_text(position);
}

fn check_position<G: Game>(position: &G, rng: &mut Rng) {
    check_moves(position);
    for (index, mv) in position.legal_moves().enumerate() {
        let key = position.key(mv);
        assert!(key < position.keys(), "{mv:?} has key {key}, but keys is {}", position.keys());
        for other in position.legal_moves().take(index) {
            assert!(
                !G::UNIQUE_KEYS || position.key(other) != key,
                "{mv:?} and {other:?} share key {key}, but UNIQUE_KEYS is set"
            );
        }
    }
    check_playout_moves(position, rng);
    check_priors(position);
    check_position_text(position);
    capabilities::check(position);
}

fn check_playout_moves<G: Game>(position: &G, rng: &mut Rng) {
    let mut legal = position.legal_moves();
    for mv in position.playout_moves() {
        let found = legal.by_ref().any(|other| other == mv);
        assert!(found, "playout move {mv:?} is not legal, or not in the order of the legal moves");
    }
    let drawn = position.random_playout_move(rng);
    assert!(position.playout_moves().any(|mv| mv == drawn), "{drawn:?} is not a playout move");

    if let Some(mv) = position.informed_playout_move(rng) {
        assert!(position.playout_moves().any(|other| other == mv), "{mv:?} is not a playout move");
    }

    // Coarse scores, so that there are ties. For the legal moves, also infinite and negative ones.
    let mut scores = [0.0f32; MAX_SCORES];
    let len = position.keys().next_multiple_of(8);
    for score in &mut scores[..position.keys()] {
        *score = rng.below(4) as f32 / 4.0;
    }
    let (mut ours, mut theirs) = (*rng, *rng);
    let by_key = |mv| scores[position.key(mv)];
    let expected = best_of(|| position.playout_moves(), by_key, &mut ours);
    let found = position.best_playout_move(&scores[..len], &mut theirs);
    assert_eq!(
        (Some(found), theirs),
        (expected, ours),
        "best_playout_move does not choose as its documentation says"
    );
    if G::UNIQUE_KEYS {
        for score in &mut scores[..position.keys()] {
            match rng.below(8) {
                0 => *score = f32::NEG_INFINITY,
                1 => *score = f32::INFINITY,
                2 => *score = -*score,
                _ => {}
            }
        }
        let (mut ours, mut theirs) = (*rng, *rng);
        let by_key = |mv| scores[position.key(mv)];
        let expected = best_of(|| position.legal_moves(), by_key, &mut ours);
        let found = position.best_legal_move(&scores[..len], &mut theirs);
        assert_eq!(
            (found, theirs),
            (expected, ours),
            "best_legal_move does not choose as its documentation says"
        );
    }
}

fn check_priors<G: Game>(position: &G) {
    let mut means = [0.5f32; MAX_SCORES];
    position.priors(&mut means[..position.keys().next_multiple_of(8)]);
    for mv in position.legal_moves() {
        let mean = means[position.key(mv)];
        assert!((0.0..=1.0).contains(&mean), "the prior of {mv:?} is {mean}, but must be 0 to 1");
    }
}

fn check_move_text<G: Game>(position: &G, mv: G::Move) {
    let mut text = ArrayString::<MOVE_TEXT>::new();
    position.write_move(mv, &mut text).expect("a move's text fits in MOVE_TEXT bytes");
    assert!(!text.is_empty(), "{mv:?} is written as an empty text");
    let read = position.parse_move(&text);
    assert_eq!(read, Some(mv), "{mv:?} is written as '{text}' but not read back");
}

fn check_position_text<G: Game>(position: &G) {
    let mut text = ArrayString::<2048>::new();
    if position.write_position(&mut text).is_err() {
        return; // No notation.
    }
    match position.parse_position(&text) {
        Err(error) => panic!("'{text}' is written but cannot be read: {error}"),
        Ok(read) => assert!(read == *position, "'{text}' is read as another position"),
    }
}

/// Draws `draws` moves and tests by chi-squared that each is as likely as it should be: at a chance
/// node by its weight, otherwise all playout moves alike. A correct implementation fails for about
/// one seed in ten thousand.
pub fn check_uniform<G: Game>(position: &G, draws: u32, seed: u64) {
    let chance = position.turn() == Turn::Chance;
    let mut weights = ArrayVec::<(G::Move, u32), 1024>::new();
    match chance {
        true => position.legal_moves().for_each(|mv| weights.push((mv, position.weight(mv)))),
        false => position.playout_moves().for_each(|mv| weights.push((mv, 1))),
    }
    if weights.len() == 1 {
        return;
    }
    let mut counts = [0u32; 1024];
    let mut rng = Rng::new(seed);
    for _ in 0..draws {
        let drawn = match chance {
            true => position.chance_move(&mut rng),
            false => position.random_playout_move(&mut rng),
        };
        let index = weights.iter().position(|&(mv, _)| mv == drawn);
        counts[index.unwrap_or_else(|| panic!("{drawn:?} was drawn but is not a legal choice"))] +=
            1;
    }
    let sum: u32 = weights.iter().map(|(_, weight)| weight).sum();
    let square = |(&count, &(_, weight)): (&u32, &(G::Move, u32))| {
        let expected = draws as f32 * weight as f32 / sum as f32;
        assert!(expected >= 5.0, "{draws} draws are too few for {} moves", weights.len());
        (count as f32 - expected) * (count as f32 - expected) / expected
    };
    let chi2: f32 = counts.iter().zip(&weights).map(square).sum();
    // Wilson and Hilferty: the cube root of chi-squared over its degrees is nearly normal.
    let degrees = (weights.len() - 1) as f32;
    let variance = 2.0 / (9.0 * degrees);
    let deviation = (libm::cbrtf(chi2 / degrees) - (1.0 - variance)) / libm::sqrtf(variance);
    assert!(
        deviation < 3.8,
        "the moves are not drawn as often as they should be: chi-squared {chi2} for {degrees} \
         degrees of freedom"
    );
}
