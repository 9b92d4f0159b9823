//! The score of a finished game, where it has one.

use cairn_core::Game;
use cairn_games::go::HalfPoints;
use cairn_games::goban::AnySize;
use cairn_games::three_color_go::ThreeColorGo;
use cairn_lab::{AnyGame, GameHistory};

use super::{go, turn};
use crate::output::counted;

/// By how much a game was won: what follows `White wins` or `a draw`.
pub fn describe(game: &AnyGame, play: &GameHistory) -> Option<String> {
    let text = play.position_text()?;
    match game.name() {
        "go9" | "go" => go::score(play).map(|score| {
            let (points, s) = (HalfPoints(score.abs()), if score.abs() == 2 { "" } else { "s" });
            format!(" by {points} point{s}, all stones counted as they are")
        }),
        "threecolorgo" => {
            let size = text.split_whitespace().next()?.split('/').count();
            let board = ThreeColorGo::on(AnySize::new(size)?);
            let scores = board.parse_position(&text).ok()?.area_scores();
            Some(each(play, "has", &scores, "points"))
        }
        "awari" => seeds(play, &text),
        _ => None,
    }
}

/// `. South has 26 seeds, North 22`
fn each(play: &GameHistory, has: &str, scores: &[u32], unit: &str) -> String {
    let mut text = String::new();
    for (seat, score) in scores.iter().enumerate() {
        let name = play.player_name(seat);
        match seat {
            0 => text += &format!(". {name} {has} {score} {unit}"),
            _ => text += &format!(", {name} {score}"),
        }
    }
    text
}

/// In Awari, the seeds that each player has captured, if these decide the game. Otherwise those on the
/// players' own sides count too.
fn seeds(play: &GameHistory, position: &str) -> Option<String> {
    let captured = captured(position)?;
    if captured.iter().any(|&seeds| seeds > SEEDS / 2) {
        return Some(each(play, "has captured", &captured, "seeds"));
    }
    let (south, north) = position.split_whitespace().next()?.split_once('/')?;
    let sum =
        |houses: &str| houses.split(',').map_while(|seeds| seeds.parse::<u32>().ok()).sum::<u32>();
    let all = [captured[0] + sum(south), captured[1] + sum(north)];
    Some(each(play, "has", &all, "seeds") + ", captured or on their own side")
}

/// The seeds that each player of Awari has captured.
fn captured(position: &str) -> Option<[u32; 2]> {
    let (first, second) = position.split_whitespace().nth(1)?.split_once('-')?;
    Some([first.parse().ok()?, second.parse().ok()?])
}

/// What the last turn of a game of Awari has captured, if anything.
pub fn last_capture(game: &AnyGame, play: &GameHistory) -> Option<String> {
    if game.name() != "awari" {
        return None;
    }
    let before = turn::before_last(play)?;
    let seat = before.mover()?;
    let seeds = |play: &GameHistory| Some(captured(&play.position_text()?)?[seat]);
    let taken = seeds(play)?.checked_sub(seeds(&before)?).filter(|&taken| taken > 0)?;
    Some(format!("{} captures {}.", play.player_name(seat), counted(taken.into(), "seed")))
}

/// All seeds of Awari.
const SEEDS: u32 = 48;
