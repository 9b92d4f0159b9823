//! Random games of the real rules and of a naive implementation side by side.

use crate::naive::Naive;
use cairn_core::Rng;
use cairn_core::game::{Game, Outcome};
use cairn_games::go::{Geometry, Go, Go9, GoAny, GoMove};

/// Everything one can ask about a position, asked of both.
fn compare<B: Geometry>(real: &Go<B>, naive: &Naive) {
    let size = naive.size;
    let black_to_move = naive.turn == 'X';
    assert_eq!(real.to_move() == 0, black_to_move);
    assert_eq!(real.passes(), naive.passes);
    let (mut legal, mut playout) = (vec![], vec![]);
    for point in 0..size * size {
        let (row, column) = (point / size, point % size);
        let stone = match real.stone(point) {
            Some(0) => 'X',
            Some(_) => 'O',
            None => '.',
        };
        assert_eq!(stone, naive.grid[row][column], "stone at {point}");
        if naive.legal(row, column) {
            legal.push(GoMove::at(point));
            if !naive.eye(row, column) {
                playout.push(GoMove::at(point));
            }
        }
    }
    legal.push(GoMove::PASS);
    if playout.is_empty() {
        playout.push(GoMove::PASS);
    }
    assert!(real.legal_moves().eq(legal.iter().copied()), "legal moves of {naive:?}");
    assert!(real.playout_moves().eq(playout.iter().copied()), "playout moves of {naive:?}");
}

fn compare_score<B: Geometry>(real: &Go<B>, naive: &Naive) {
    let score = 2 * naive.score() - i32::from(real.komi());
    assert_eq!(real.area_score(), score, "score of {naive:?}");
    let rewards = match (score, real.komi() % 2 == 0) {
        (0, _) => [1, 1],
        (1.., false) => [1, 0],
        (1.., true) => [2, 0],
        (_, false) => [0, 1],
        (_, true) => [0, 2],
    };
    let of = |outcome: Outcome| [0, 1].map(|player| outcome.reward(player, real.denominator()));
    assert_eq!(of(real.cutoff()), rewards);
    assert_eq!(real.turn().outcome().map(of), (naive.passes == 2).then_some(rewards));
}

/// One game; `legal_share` in ten moves are any legal move, the others playout moves by one of the
/// quick choices.
fn game<B: Geometry>(start: Go<B>, rng: &mut Rng, legal_share: u32) {
    let size = start.size();
    let (mut real, mut naive) = (start, Naive::new(size));
    let mut scores = vec![0.0; start.keys().next_multiple_of(8)];
    for ply in 0..start.max_plies() {
        compare(&real, &naive);
        if ply % 4 == 0 {
            compare_score(&real, &naive);
        }
        let mv = if rng.below(10) < legal_share {
            let choice = rng.below(real.legal_moves().count() as u32);
            real.legal_moves().nth(choice as usize).unwrap()
        } else if rng.below(2) == 0 {
            real.random_playout_move(rng)
        } else {
            scores[..start.keys()].fill_with(|| rng.below(4) as f32);
            real.best_playout_move(&scores, rng)
        };
        naive.play(mv.point().map(|point| (point / size, point % size)));
        real.play(mv);
        if real.turn().is_over() {
            break;
        }
    }
    compare(&real, &naive);
    compare_score(&real, &naive);
}

fn games(size: usize, count: u32) {
    let mut rng = Rng::new(size as u64);
    for number in 0..count {
        let komi = (number % 7) as i16 - 2;
        game(GoAny::new(size).unwrap().with_komi(komi), &mut rng, number % 11);
    }
}

#[test]
fn tiny_boards() {
    games(2, 5_000);
    games(3, 10_000);
}

#[test]
fn small_boards() {
    games(4, 6_000);
}

#[test]
fn middle_boards() {
    games(5, 1_500);
    games(6, 300);
    games(7, 100);
}

#[test]
fn large_boards() {
    games(9, 30);
    games(13, 4);
    games(19, 2);
}

#[test]
fn other_sizes() {
    for size in [8, 10, 11, 12, 14, 16, 17, 18] {
        games(size, 1);
    }
}

fn games_of_go9(seed: u64, count: u32) {
    let mut rng = Rng::new(seed);
    for number in 0..count {
        game(Go9::new().with_komi(14 + (number % 3) as i16), &mut rng, number % 11);
    }
}

#[test]
fn nine_by_nine() {
    games_of_go9(9, 120);
}

#[test]
#[ignore = "twenty minutes: after a change to the rules or the bit sets"]
fn a_hundred_thousand_on_nine_by_nine() {
    std::thread::scope(|scope| {
        for seed in 0..4 {
            scope.spawn(move || games_of_go9(1_000 + seed, 25_000));
        }
    });
}

/// The fast board and the general one are the same game: moves, hashes, choices and draws.
#[test]
fn go9_is_goany_9() {
    let mut rng = Rng::new(3);
    let mut scores = vec![0.0; 88];
    for _ in 0..200 {
        let (mut nine, mut any) = (Go9::new(), GoAny::new(9).unwrap());
        for _ in 0..nine.max_plies() {
            if nine.turn().is_over() {
                break;
            }
            assert_eq!(
                (nine.hash64(), nine.repetition_key()),
                (any.hash64(), any.repetition_key())
            );
            assert!(nine.legal_moves().eq(any.legal_moves()));
            scores[..82].fill_with(|| rng.below(9) as f32);
            let mut draws = (rng, rng);
            assert_eq!(
                nine.best_legal_move(&scores, &mut draws.0),
                any.best_legal_move(&scores, &mut draws.1)
            );
            assert_eq!(
                nine.best_playout_move(&scores, &mut draws.0),
                any.best_playout_move(&scores, &mut draws.1)
            );
            assert_eq!(draws.0, draws.1);
            let mv = nine.random_playout_move(&mut draws.0);
            assert_eq!(any.random_playout_move(&mut draws.1), mv);
            rng = draws.0;
            nine.play(mv);
            any.play(mv);
        }
        assert_eq!(nine.turn().outcome(), any.turn().outcome());
    }
}
