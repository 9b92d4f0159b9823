//! What a search answers, beyond the letters of the transcripts.

use cairn_core::Game;
use cairn_games::chess::Chess;
use cairn_uci::{Budget, Clock, RATINGS, STRENGTH, nodes_of};

use crate::host::{Script, Talk};

fn talk() -> Talk {
    Talk::new(Script::default())
}

/// The number after a word in the last `info` line.
fn last(said: &str, word: &str) -> Option<i64> {
    let line = said.lines().rfind(|line| line.starts_with("info depth"))?;
    let mut words = line.split(' ').skip_while(|&other| other != word);
    words.nth(1)?.parse().ok()
}

fn best(said: &str) -> &str {
    let line = said.lines().find(|line| line.starts_with("bestmove ")).expect(said);
    line.split(' ').nth(1).unwrap()
}

const MATE_IN_2: &str = "position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1";

#[test]
fn limits_are_kept() {
    let mut talk = talk();
    let said = talk.ask("go depth 5");
    assert_eq!(last(&said, "depth"), Some(5), "{said}");
    let said = talk.ask("go nodes 777");
    assert_eq!(last(&said, "nodes"), Some(777), "{said}");
    let said = talk.ask("go movetime 300");
    assert!((200..=300).contains(&last(&said, "time").unwrap()), "{said}");
    let said = talk.ask("go wtime 3000 btime 10 winc 0 binc 0");
    assert!(last(&said, "time").unwrap() < 400, "{said}");
    talk.ask(MATE_IN_2);
    let said = talk.ask("go mate 2");
    assert_eq!(last(&said, "mate"), Some(2), "{said}");
    let said = talk.ask("go mate 1");
    assert!(said.contains("info string there is no mate in 1"), "{said}");
}

#[test]
fn an_endless_search_answers_when_it_is_stopped() {
    let mut talk = talk();
    talk.ask(MATE_IN_2);
    for go in
        ["go infinite", "go", "go infinite depth 2", "go ponder movetime 10", "go ponder depth 1"]
    {
        let said = talk.ask(go);
        assert!(!said.contains("bestmove") && talk.session.is_searching(), "{go}: {said}");
        assert!(talk.ask("isready").ends_with("readyok\n"));
        let said = talk.ask("stop");
        assert!(said.contains("bestmove ") && !talk.session.is_searching(), "{go}: {said}");
    }
    assert_eq!(talk.ask("stop"), "");
}

/// A search that is stopped at once has still looked at every move.
#[test]
fn a_move_is_never_blind() {
    let mut talk = talk();
    for go in ["go infinite", "go nodes 5000", "go movetime 1", "go ponder wtime 1 btime 1"] {
        talk.ask("ucinewgame");
        talk.ask("position fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
        talk.send(go.as_bytes(), 0);
        let said = talk.send(b"stop", 0).0;
        assert_eq!(best(&said), "e4d5", "{said}");
    }
}

#[test]
fn only_the_moves_that_are_named_are_searched() {
    let mut talk = talk();
    let said = talk.ask("go depth 4 searchmoves a2a3 h2h4");
    assert!(["a2a3", "h2h4"].contains(&best(&said)), "{said}");
    let said = talk.ask("go searchmoves h2h4 depth 3");
    assert_eq!(best(&said), "h2h4");
    assert!(talk.ask("go depth 2 searchmoves h2h5").contains("'h2h5' is not a legal move here"));
}

/// The lines are different moves, the best first, all of one depth, and the first is what a search for
/// one line finds.
#[test]
fn several_lines_are_the_best_ones() {
    let mut talk = talk();
    let fen = "position fen r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1";
    talk.ask(fen);
    let one = talk.ask("go depth 5");
    let score = last(&one, "cp");
    talk.ask("ucinewgame");
    talk.ask(fen);
    talk.ask("setoption name MultiPV value 4");
    let said = talk.ask("go depth 5");
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("info depth 5 ")).collect();
    assert_eq!(lines.len(), 4, "{said}");
    let field = |line: &str, name| {
        let mut words = line.split(' ').skip_while(|&word| word != name);
        words.nth(1).unwrap().to_string()
    };
    let scores: Vec<i32> = lines.iter().map(|line| field(line, "cp").parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
    assert!((i64::from(scores[0]) - score.unwrap()).abs() < 60, "{score:?} {scores:?}");
    let mut moves: Vec<String> = lines.iter().map(|line| field(line, "pv")).collect();
    assert_eq!(best(&said), moves[0]);
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 4, "{said}");
    // As many lines as there are moves.
    talk.ask("position fen k7/8/8/8/8/8/1r6/K7 w - - 0 1");
    let said = talk.ask("go depth 3");
    assert!(said.contains("multipv 1 ") && !said.contains("multipv 2 "), "{said}");
}

/// A player who is behind repeats the position for the third time, and one who is ahead does not. Both
/// know it from the moves of the game only.
#[test]
fn the_game_before_counts() {
    let shuffle = "moves g1h1 g8h8 h1g1 h8g8 g1h1 g8h8 h1g1";
    let mut talk = talk();
    // Black has a queen less; h8g8 draws.
    talk.ask(&format!("position fen 6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1 {shuffle}"));
    let said = talk.ask("go depth 4");
    assert_eq!((best(&said), last(&said, "cp")), ("h8g8", Some(0)), "{said}");
    // Black has a queen more.
    talk.ask(&format!("position fen 3q2k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1 {shuffle}"));
    let said = talk.ask("go depth 4");
    assert!(best(&said) != "h8g8", "{said}");
    // A pawn's move before: those positions cannot occur again.
    let said = talk.ask("position startpos moves e2e4 e7e5");
    assert_eq!(said, "");
}

/// Nobody has claimed the draw: the mate is found all the same.
#[test]
fn after_fifty_moves_it_plays_on() {
    let mut talk = talk();
    talk.ask("position fen 7k/8/6K1/8/8/8/8/1R6 w - - 100 90");
    let said = talk.ask("go depth 3");
    assert_eq!(best(&said), "b1b8", "{said}");
    talk.ask("position fen 8/8/8/8/8/6k1/8/4N2K w - - 0 1");
    let said = talk.ask("go depth 3");
    assert!(said.contains("score cp 0") && best(&said) != "(none)", "{said}");
}

#[test]
fn pondering_ends_with_a_move_in_time() {
    let mut talk = talk();
    talk.ask("position startpos moves e2e4 e7e5");
    talk.send(b"go ponder wtime 1000 btime 1000 winc 100 binc 100", 100);
    assert!(talk.session.is_searching());
    let said = talk.send(b"ponderhit", 0).0;
    if talk.session.is_searching() {
        assert!(!said.contains("bestmove"));
        talk.think(800);
    }
    assert!(!talk.session.is_searching(), "{}", talk.host.output);
    assert!(talk.host.output.contains("bestmove "));
    assert!(talk.ask("ponderhit").contains("no search is pondering"));
}

#[test]
fn a_line_that_mates_ends_with_the_mate() {
    let mut talk = talk();
    for (fen, moves) in [
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        talk.ask(&format!("position fen {fen}"));
        // The second mate is a zugzwang, which null moves overlook: a search for mates has none.
        let quick = if fen.starts_with('k') { "go mate 9" } else { "go depth 7" };
        for go in [format!("go mate {moves}").as_str(), quick] {
            let said = talk.ask(go);
            assert_eq!(last(&said, "mate"), Some(moves), "{said}");
            let line = said.lines().rfind(|line| line.contains(" pv ")).unwrap();
            let mut position = Chess::default().parse_position(fen).unwrap();
            let line = line.split_once(" pv ").unwrap().1;
            for mv in line.split(' ') {
                position.play(position.parse_move(mv).unwrap());
            }
            assert_eq!(line.split(' ').count() as i64, 2 * moves - 1, "{said}");
            assert!(position.checkers() != 0 && position.turn().is_over(), "{said}");
        }
    }
}

/// Every move of every principal variation is legal, and so is the move to think about.
#[test]
fn lines_are_legal() {
    let mut talk = talk();
    talk.ask("setoption name MultiPV value 2");
    let mut position = Chess::default();
    let mut game = String::from("position startpos moves");
    for _ in 0..60 {
        talk.ask(&game);
        let said = talk.ask("go nodes 3000");
        for line in said.lines().filter_map(|line| line.split_once(" pv ")) {
            let mut next = position;
            for mv in line.1.split(' ') {
                next.play(next.parse_move(mv).unwrap_or_else(|| panic!("{mv} in {said}")));
            }
        }
        let words: Vec<&str> = said.lines().last().unwrap().split(' ').collect();
        position.play(position.parse_move(words[1]).expect(&said));
        if let Some(reply) = words.get(3) {
            assert!(position.parse_move(reply).is_some(), "{said}");
        }
        if position.turn().is_over() {
            break;
        }
        game = format!("{game} {}", words[1]);
    }
    assert!(game.len() > 200, "{game}");
}

/// However long a game goes on, a move that takes its hard limit and half of the overhead leaves time on
/// the clock, as long as there is more than the overhead.
#[test]
fn no_game_is_lost_on_time() {
    for overhead in [0, 50, 300] {
        for increment in [0, 10, 100, 2000] {
            for moves_to_go in [None, Some(40), Some(2), Some(1)] {
                let (mut left, mut to_go, mut played) = (1000 + overhead, moves_to_go, 0);
                while played < 400 && left > overhead + overhead / 2 + 2 {
                    let clock = Clock { left, increment, moves_to_go: to_go };
                    let Budget { soft, hard } = Budget::new(clock, overhead);
                    let (soft, hard) = (soft.unwrap(), hard.unwrap());
                    assert!(0 < soft && soft <= hard, "{clock:?}");
                    let spent = hard + overhead / 2;
                    assert!(spent < left, "{played}: {clock:?} {hard}");
                    left = left - spent + increment;
                    to_go = to_go.map(|moves| moves - 1);
                    if to_go == Some(0) {
                        (to_go, left) = (moves_to_go, left + 1000);
                    }
                    played += 1;
                }
                let lasting = increment > overhead || moves_to_go == Some(1);
                assert!(
                    played == 400 || !lasting,
                    "{overhead} {increment} {moves_to_go:?} {played}"
                );
            }
        }
    }
}

#[test]
fn a_weaker_player_thinks_less() {
    let (low, high) = RATINGS;
    let nodes: Vec<u64> = (low..=high).map(nodes_of).collect();
    assert!(nodes.is_sorted() && nodes[0] > 0 && nodes[0] < *nodes.last().unwrap() / 100);
    for &(rating, count) in STRENGTH {
        assert_eq!(nodes_of(rating), u64::from(count));
    }
    for rows in STRENGTH.windows(2) {
        let [(low, few), (high, many)] = [rows[0], rows[1]].map(|row| (row.0, f64::from(row.1)));
        let middle = nodes_of(low.midpoint(high)) as f64;
        assert!((middle / (few * many).sqrt() - 1.0).abs() < 0.02, "{middle}");
    }
    let mut talk = talk();
    talk.ask("setoption name UCI_LimitStrength value true");
    talk.ask(&format!("setoption name UCI_Elo value {low}"));
    let said = talk.ask("go depth 30");
    assert_eq!(last(&said, "nodes"), Some(nodes_of(low) as i64), "{said}");
}
