//! Questions between turns: each has one answer, however often it is asked, and none changes what is
//! played.

use crate::host::Script;
use cairn_core::spec::Spec;
use cairn_gtp::Options;

const MAST: &str = "grave:playouts=100,playout=mast";

/// Everything that searches and is not a turn.
const QUESTIONS: [&str; 9] = [
    "reg_genmove b",
    "reg_genmove w",
    "lz-analyze b 1",
    "kata-analyze w 1 ownership true",
    "cairn-gfx",
    "cairn-visits",
    "final_score",
    "final_status_list seki",
    "cairn-ownership",
];

/// What an agent answers to these lines on a board of size 5.
fn answers(agent: &str, lines: &[&str]) -> Vec<String> {
    let mut options = Options::new(Spec::parse(agent).unwrap());
    let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
    Script::default().run(&mut options, 5, &lines)
}

/// Twelve moves of a game.
fn turns() -> impl Iterator<Item = &'static str> {
    ["genmove b", "genmove w"].into_iter().cycle().take(12)
}

#[test]
fn questions_do_not_change_the_game() {
    let game: Vec<&str> = turns().collect();
    let alone = answers(MAST, &game);
    let asked: Vec<&str> = turns().flat_map(|turn| QUESTIONS.into_iter().chain([turn])).collect();
    let answers = answers(MAST, &asked);
    let played = answers.chunks(QUESTIONS.len() + 1).map(|chunk| chunk.last().unwrap());
    assert!(played.eq(&alone), "{answers:?}");
}

#[test]
fn a_question_has_one_answer() {
    for agent in [MAST, "grave:playouts=100,reuse=on", "uct:playouts=100,reuse=on,playout=mast"] {
        for question in QUESTIONS {
            let asked: Vec<&str> =
                turns().flat_map(|turn| [turn, question, "name", question]).collect();
            for chunk in answers(agent, &asked).chunks(4) {
                assert_eq!(chunk[1], chunk[3], "{agent}, {question}");
            }
        }
    }
}

#[test]
fn reg_genmove_says_what_genmove_plays() {
    let lines: Vec<&str> = turns()
        .flat_map(|turn| {
            [if turn.ends_with('b') { "reg_genmove b" } else { "reg_genmove w" }, turn]
        })
        .collect();
    let answers = answers(MAST, &lines);
    for pair in answers.chunks(2) {
        assert_eq!(pair[0], pair[1], "{answers:?}");
    }
    assert!(answers.iter().any(|answer| answer != &answers[0]));
}

/// With `reuse=on` a turn begins with the tree of the last, but not under another komi and not after
/// a question, which had the tree for itself.
#[test]
fn a_tree_is_kept_for_the_game_it_is_about() {
    let kept = |between: &str| {
        let lines = ["genmove b", between, "lz-genmove_analyze w 1"];
        ["on", "off"].map(|reuse| answers(&format!("uct:playouts=200,reuse={reuse}"), &lines))
    };
    let [on, off] = kept("name");
    assert_eq!(on[0], off[0]);
    assert_ne!(on[2], off[2], "this is what reuse=on is for");
    for between in ["komi 3.5", "komi 27.5", "final_score", "reg_genmove w", "reg_genmove b"] {
        let [on, off] = kept(between);
        assert_eq!(on, off, "{between}");
    }
}
