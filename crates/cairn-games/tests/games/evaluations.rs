//! Evaluations, margins and orders of moves: what they say of positions that people can judge, and
//! that they are worth something in play.

use crate::common::{after, at, move_text};
use cairn_core::game::Game;
use cairn_core::{Rng, Turn};
use cairn_games::awari::Awari;
use cairn_games::connect_four::ConnectFour;
use cairn_games::draughts::Draughts;
use cairn_games::evaluation::Weighted;
use cairn_games::lines_of_action::LinesOfAction;
use cairn_games::morris::Morris;
use cairn_games::othello::Othello;
use cairn_games::race::{Breakthrough, Knightthrough, Race};

fn value<G: Game>(position: &G) -> i16 {
    assert!(!position.turn().is_over());
    (position.capabilities().evaluation.unwrap().of)(position)
}

/// The first position of each pair is better for the player to move.
#[track_caller]
fn prefers<G: Game>(start: &G, pairs: &[(&str, &str)]) {
    for (better, worse) in pairs {
        let [high, low] = [better, worse].map(|text| value(&at(start, text)));
        assert!(high > low, "{better} is worth {high}, {worse} {low}");
    }
}

fn breakthrough() -> Breakthrough {
    Race::new(8, 8, false).unwrap()
}

fn knightthrough() -> Knightthrough {
    Race::new(8, 8, false).unwrap()
}

#[test]
fn draughts_counts_pieces_and_ways() {
    prefers(
        &Draughts::default(),
        &[
            ("B:W21,22:B1,2,3", "B:W21,22,23:B1,2,3"),
            ("B:W21,22:BK10,2", "B:W21,22:B10,2"),
            ("W:W21,22,23:B1,2", "W:W21,22:B1,2"),
            // Ahead by one man, the fewer the better.
            ("B:W21:B1,2", "B:W21,22,23,24,30:B1,2,3,4,9,11"),
            // Nobody is in the man's way.
            ("B:W29,21:B20,3", "B:W31,21:B20,3"),
            ("B:W32:BK14", "B:W32:BK29"),
        ],
    );
    assert_eq!(value(&Draughts::default()), 0);
}

#[test]
fn othello_wants_corners_and_moves() {
    let start = Othello::default();
    prefers(
        &start,
        &[
            ("X7/8/8/3OX3/3XO3/8/8/8 b", "O7/8/8/3OX3/3XO3/8/8/8 b"),
            ("XX6/8/8/3OX3/3XO3/8/8/8 b", "X7/8/8/3OX3/3XO3/8/8/1X6 b"),
            ("8/8/8/3OX3/3XO3/8/8/8 b", "8/1X6/8/3OX3/3XO3/8/8/8 b"),
            ("8/8/8/3OX3/3XO3/8/1O6/8 b", "8/8/8/3OX3/3XO3/2O5/8/8 b"),
        ],
    );
    assert_eq!(value(&start), 0);
}

#[test]
fn breakthrough_sees_who_comes_first() {
    prefers(
        &breakthrough(),
        &[
            ("BB6/8/8/8/8/8/WW6/8 w", "BBB5/8/8/8/8/8/WW6/8 w"),
            // To move, or not, one step from the goal.
            ("8/W7/8/8/8/8/7B/8 w", "8/8/W7/8/8/8/7B/8 w"),
            // The one that threatens to get through can be captured.
            ("B7/8/8/8/8/8/7B/6W1 w", "B7/8/8/8/8/8/7B/2W5 w"),
            // Two cannot.
            ("B7/8/8/8/8/8/7B/6W1 w", "8/8/8/8/8/8/4B2B/4WW1W w"),
            // Nobody stops the first.
            ("7B/8/8/W7/8/6B1/8/8 w", "1B6/8/8/W7/8/6B1/8/8 w"),
            // Guarded.
            ("4B3/3B4/8/3B4/2W5/1W6/8/8 w", "4B3/3B4/8/3B4/2W5/8/8/1W6 w"),
        ],
    );
    assert_eq!(value(&breakthrough()), 0);
    let misere = Breakthrough::new(8, 8, true).unwrap();
    assert!(misere.capabilities().evaluation.is_none(), "what is good there is another matter");
}

#[test]
fn knights_see_who_comes_first() {
    prefers(
        &knightthrough(),
        &[
            ("8/8/W7/8/8/6B1/8/8 w", "8/8/8/W7/8/6B1/8/8 w"),
            ("8/8/8/W7/8/B7/8/1W6 w", "8/8/8/W7/8/B7/8/7W w"),
        ],
    );
    assert_eq!(value(&knightthrough()), 0);
}

#[test]
fn connect_four_counts_threats() {
    let start = ConnectFour::default();
    prefers(
        &start,
        &[
            // Three in a row and the square beside it.
            ("7/7/7/7/OOO4/XXX4 x", "7/7/7/7/OO5/XX1O2X x"),
            ("7/7/7/7/7/3XO2 x", "7/7/7/7/7/X2O3 x"),
        ],
    );
    // X needs d3, the third row, and nobody can play there yet.
    let odd = at(&start, "7/7/7/XXX1O2/OOX1X2/XOO1X1O o");
    assert!(value(&odd) < 0, "{}", value(&odd));
}

#[test]
fn awari_counts_seeds() {
    prefers(
        &Awari::default(),
        &[
            ("4,4,4,4,4,4/4,4,4,4,0,0 5-3 S 0", "4,4,4,4,4,4/4,4,4,4,0,0 3-5 S 0"),
            ("4,4,4,4,4,4/4,4,4,4,0,0 3-5 N 0", "4,4,4,4,4,4/4,4,4,4,0,0 5-3 N 0"),
            ("4,4,4,4,4,4/4,4,4,0,0,0 8-4 S 0", "4,4,4,0,0,0/4,4,4,4,4,4 8-4 S 0"),
        ],
    );
    assert_eq!(value(&Awari::default()), 0);
}

#[test]
fn morris_counts_men_and_mills() {
    prefers(
        &Morris::default(),
        &[
            ("W.W/.B./.../...B../.../.../... 6-7 w 0", "W../.BW/.../...B../.../.../... 6-7 w 0"),
            ("W.W/.W./.../...W../B../.../B.B 0-0 w 0", "W.W/.W./.../....../B../.../B.B 0-0 w 0"),
            ("WWW/.../.../....../B../.../B.B 0-0 wx 0", "WWW/.../.../....../B../.../B.B 0-0 w 0"),
        ],
    );
    assert_eq!(value(&Morris::default()), 0);
}

#[test]
fn lines_of_action_wants_pieces_together() {
    prefers(
        &LinesOfAction::default(),
        &[
            ("8/8/2X5/3X4/8/4X3/O6O/O6O b", "X7/8/8/3X4/8/7X/O6O/O6O b"),
            ("O6O/8/2X5/3X4/8/4X3/8/O6O b", "8/8/2X5/3XO3/4O3/1X4O1/8/8 b"),
        ],
    );
}

/// The best value in `depth` plies, and what to do.
fn search<G: Game>(position: &G, depth: u32, mut alpha: i32, beta: i32) -> (i32, Option<G::Move>) {
    let player = match position.turn() {
        Turn::Player(player) => player,
        Turn::Over(_) | Turn::Chance => unreachable!("the game goes on"),
    };
    let order = position.capabilities().order.unwrap();
    let mut moves: Vec<_> = position.legal_moves().collect();
    moves.sort_by_key(|&mv| std::cmp::Reverse(order(position, mv)));
    let mut best = None;
    for mv in moves {
        let mut next = *position;
        next.play(mv);
        let sign = if next.turn() == Turn::Player(player) { 1 } else { -1 };
        let value = match next.turn() {
            Turn::Over(outcome) => {
                let twice = 2 * outcome.reward(player, next.denominator());
                40_000 * (twice as i32 - next.denominator() as i32) + depth as i32
            }
            _ if depth == 1 => sign * i32::from(value(&next)),
            _ if sign > 0 => search(&next, depth - 1, alpha, beta).0,
            _ => -search(&next, depth - 1, -beta, -alpha).0,
        };
        if value > alpha || best.is_none() {
            (alpha, best) = (alpha.max(value), Some(mv));
        }
        if alpha >= beta {
            break;
        }
    }
    (alpha, best)
}

/// The share of games that a player who looks `depth` plies ahead wins against one who moves at random.
fn wins_at<G: Game>(start: &G, depth: u32, games: u64) -> f64 {
    let mut won = 0;
    for game in 0..games {
        let (mut position, mut rng) = (*start, Rng::new(game));
        let ours = (game % 2) as usize;
        for _ in 0..start.max_plies() {
            let Turn::Player(player) = position.turn() else { break };
            let ahead = || search(&position, depth, -1_000_000, 1_000_000).1.unwrap();
            let mv = if player == ours { ahead() } else { position.random_playout_move(&mut rng) };
            position.play(mv);
        }
        let outcome = position.turn().outcome().unwrap_or(position.cutoff());
        won += outcome.reward(ours, position.denominator()) * 2 / position.denominator();
    }
    f64::from(won) / (2 * games) as f64
}

/// With the wrong sign, or about nothing, an evaluation would lose most of these games.
#[test]
fn two_plies_ahead_beat_chance() {
    let shares = [
        ("draughts", wins_at(&Draughts::default(), 2, 60)),
        ("othello", wins_at(&Othello::default(), 2, 60)),
        ("breakthrough", wins_at(&breakthrough(), 2, 60)),
        ("knightthrough", wins_at(&knightthrough(), 2, 60)),
        ("connect4", wins_at(&ConnectFour::default(), 2, 60)),
        ("awari", wins_at(&Awari::default(), 2, 60)),
        ("morris", wins_at(&Morris::default(), 2, 40)),
        ("loa", wins_at(&LinesOfAction::default(), 2, 40)),
    ];
    println!("{shares:?}");
    assert!(shares.iter().all(|&(_, share)| share > 0.9), "{shares:?}");
}

/// Solves an Othello endgame for the margin, in discs of the player to move.
fn margin(position: &Othello, mut alpha: i16, beta: i16) -> i16 {
    let capabilities = position.capabilities();
    let margin_of = capabilities.margin.unwrap().of;
    let Turn::Player(player) = position.turn() else { panic!("over") };
    let order = capabilities.order.unwrap();
    let mut moves: Vec<_> = position.legal_moves().collect();
    moves.sort_by_cached_key(|&mv| std::cmp::Reverse(order(position, mv)));
    for mv in moves {
        let mut next = *position;
        next.play(mv);
        let value = match next.turn() {
            Turn::Over(_) => margin_of(&next) * [1, -1][player],
            _ => -margin(&next, -beta, -alpha),
        };
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Positions 1, 3 and 9 of the FForum suite with the exact score of the player to move (as published;
/// in abulmo/edax-reversi, where empty squares go to the winner).
#[test]
fn othello_endgames_have_their_published_margins() {
    for (board, side, score) in [
        ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--", "b", 18),
        ("----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX", "b", 2),
        ("--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO--", "w", -8),
    ] {
        let rows: Vec<String> =
            (0..8).map(|row| board[8 * row..8 * row + 8].replace('-', ".")).collect();
        let position = at(&Othello::default(), &format!("{} {side}", rows.join("/")));
        assert_eq!(margin(&position, -64, 64), score, "{board}");
    }
}

/// Empty squares go to the winner.
#[test]
fn margins_of_finished_games() {
    let wiped = at(&Othello::default(), "8/8/3X4/3XX3/3XX3/8/8/8 w");
    assert_eq!((wiped.discs(), wiped.margin()), ([5, 0], 64));
    let halves = ["XXXXXXXX"; 4].into_iter().chain(["OOOOOOOO"; 4]).collect::<Vec<_>>().join("/");
    let drawn = at(&wiped, &format!("{halves} b"));
    assert!(drawn.turn().is_over() && drawn.margin() == 0);
    let south = at(&Awari::default(), "0,3,0,0,0,2/0,9,0,0,0,0 25-9 S 0");
    assert!(south.turn().is_over());
    assert_eq!(south.margin(), 25 + 5 - 9 - 9);
}

/// The move that is tried first.
#[track_caller]
fn first<G: Game>(position: &G) -> String {
    let order = position.capabilities().order.unwrap();
    let mut moves: Vec<_> = position.legal_moves().collect();
    moves.sort_by_key(|&mv| std::cmp::Reverse(order(position, mv)));
    move_text(position, moves[0])
}

#[test]
fn good_moves_are_tried_first() {
    assert_eq!(first(&ConnectFour::default()), "4");
    assert_eq!(first(&after(ConnectFour::default(), "1 7 1 7 1")), "1", "saves");
    assert_eq!(first(&after(ConnectFour::default(), "1 7 1 7 1 7")), "1", "wins");
    assert_eq!(first(&at(&Draughts::default(), "B:W6,15,22,23:B2,18")), "2x9");
    assert_eq!(first(&at(&Draughts::default(), "B:W6,15,22:B2,18")), "2x9");
    assert_eq!(first(&at(&breakthrough(), "8/W7/8/8/2B5/1W6/8/8 w")), "a7-a8");
    assert_eq!(first(&at(&breakthrough(), "8/8/8/8/2B5/1W6/8/8 w")), "b3xc4");
    let corner = at(&Othello::default(), "1XO5/8/8/3OX3/3XO3/8/8/8 w");
    assert_eq!(first(&corner), "a1");
    let mill = at(&Morris::default(), "WW./.B./.../...B../.../.../... 7-7 w 0");
    assert_eq!(first(&mill), "g7");
}

/// The features of a position and their names, for whoever tunes the weights.
#[test]
fn features_are_named() {
    fn names<const N: usize, G: Weighted<N>>(position: &G) {
        let names: Vec<_> = position.weights().iter().map(|(name, _)| name).collect();
        assert!(names.iter().all(|name| names.iter().filter(|other| other == &name).count() == 1));
        let sum: i32 = (position.features().iter().zip(position.weights()))
            .map(|(&feature, &(_, weight))| i32::from(feature) * i32::from(weight))
            .sum();
        assert_eq!(i32::from(position.evaluate()), sum, "within the bound at the start");
    }
    names(&Draughts::default());
    names(&Othello::default());
    names(&breakthrough());
    names(&knightthrough());
    names(&ConnectFour::default());
    names(&Awari::default());
    names(&Morris::default());
    names(&LinesOfAction::default());
}
