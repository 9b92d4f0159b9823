//! The score of a finished game, where it has one.

use cairn_core::Game;
use cairn_games::go::HalfPoints;
use cairn_games::goban::AnySize;
use cairn_games::three_color_go::ThreeColorGo;
use cairn_lab::{AnyGame, AnyPlay};

use super::go;

/// By how much a game was won, or with what result: what follows `White wins` or `a draw`.
pub fn describe(game: &AnyGame, play: &dyn AnyPlay) -> Option<String> {
    let text = play.position_text()?;
    match game.info().name {
        "go9" | "go" => go::score(game, play).map(|score| {
            let (points, s) = (HalfPoints(score.abs()), if score.abs() == 2 { "" } else { "s" });
            format!(" by {points} point{s}, all stones counted as they are")
        }),
        "threecolorgo" => {
            let size = text.split_whitespace().next()?.split('/').count();
            let board = ThreeColorGo::on(AnySize::new(size)?);
            let scores = board.parse_position(&text).ok()?.area_scores();
            Some(each(play, &scores, "points"))
        }
        "awari" => seeds(play, &text),
        _ => None,
    }
}

/// `, South 26, North 22 seeds`
fn each(play: &dyn AnyPlay, scores: &[u32], unit: &str) -> String {
    let score = |(seat, score): (usize, &u32)| format!("{} {score}", play.player_name(seat));
    let scores: Vec<_> = scores.iter().enumerate().map(score).collect();
    format!(": {} {unit}", scores.join(", "))
}

/// In Awari the seeds that each player has captured, if these decide; otherwise those on the players'
/// own sides count too.
fn seeds(play: &dyn AnyPlay, position: &str) -> Option<String> {
    let mut words = position.split_whitespace();
    let (south, north) = words.next()?.split_once('/')?;
    let (first, second) = words.next()?.split_once('-')?;
    let captured = [first.parse::<u32>().ok()?, second.parse::<u32>().ok()?];
    if captured.iter().any(|&seeds| seeds > SEEDS / 2) {
        return Some(each(play, &captured, "seeds captured"));
    }
    let sum =
        |houses: &str| houses.split(',').map_while(|seeds| seeds.parse::<u32>().ok()).sum::<u32>();
    let all = [captured[0] + sum(south), captured[1] + sum(north)];
    Some(each(play, &all, "seeds, captured or on the player's own side"))
}

/// All seeds of Awari.
const SEEDS: u32 = 48;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_and_points_are_told() {
        let told = |game: &str, position: &str| {
            let game = AnyGame::new(game).unwrap().at(position).unwrap();
            describe(&game, &*game.play())
        };
        assert_eq!(
            told("awari", "0,0,0,0,0,2/0,0,0,0,0,4 20-22 N 0").unwrap(),
            ": South 22, North 26 seeds, captured or on the player's own side"
        );
        assert_eq!(
            told("awari", "0,3,0,0,0,2/0,9,0,0,0,0 9-25 S 0").unwrap(),
            ": South 9, North 25 seeds captured"
        );
        assert_eq!(
            told("threecolorgo:size=3", "XX1/XO1/1## b - 3").unwrap(),
            ": Black 3, White 1, Red 2 points"
        );
        assert_eq!(
            told("go:size=3", "XX1/XXX/3 b - 2 0.5").unwrap(),
            " by 8.5 points, all stones counted as they are"
        );
        assert_eq!(told("go:size=3", "3/3/3 b - 0 0.5"), None, "it is not over");
        assert_eq!(told("tictactoe", ".../.../..."), None);
    }
}
