//! The score of a finished game, where it has one.

use cairn_games::awari::Awari;
use cairn_games::bits::PointSet;
use cairn_games::go::HalfPoints;
use cairn_games::goban::{AnySize, Geometry, Nine, SmallSize};
use cairn_games::three_color_go::ThreeColorGo;
use cairn_lab::GameHistory;

use super::{go, turn};
use crate::output::counted;

/// By how much a game was won: what follows `White wins` or `a draw`.
pub fn describe(play: &GameHistory) -> Option<String> {
    if let Some(score) = go::score(play) {
        let (points, s) = (HalfPoints(score.abs()), if score.abs() == 2 { "" } else { "s" });
        return Some(format!(" by {points} point{s}, all stones counted as they are"));
    }
    if let Some((_, scores)) = three_color_go(play) {
        return Some(each(play, "has", &scores, "points"));
    }
    play.position().downcast().map(|position| seeds(play, position))
}

/// The stones and the area of each player in Three Color Go.
pub fn three_color_go(play: &GameHistory) -> Option<([u32; 3], [u32; 3])> {
    fn on<B: Geometry + 'static>(play: &GameHistory) -> Option<([u32; 3], [u32; 3])> {
        let position = play.position().downcast::<ThreeColorGo<B>>()?;
        Some(([0, 1, 2].map(|player| position.stones(player).count()), position.area_scores()))
    }
    on::<Nine>(play).or_else(|| on::<SmallSize>(play)).or_else(|| on::<AnySize>(play))
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
fn seeds(play: &GameHistory, position: &Awari) -> String {
    let captured = [0, 1].map(|player| position.captured(player) as u32);
    if captured.iter().any(|&seeds| seeds > SEEDS / 2) {
        return each(play, "has captured", &captured, "seeds");
    }
    let own = |player| position.seeds(player).into_iter().map(u32::from).sum::<u32>();
    let all = [captured[0] + own(0), captured[1] + own(1)];
    each(play, "has", &all, "seeds") + ", captured or on their own side"
}

/// What the last turn of a game of Awari has captured, if anything.
pub fn last_capture(play: &GameHistory) -> Option<String> {
    let position = play.position().downcast::<Awari>()?;
    let before = turn::before_last(play)?;
    let (seat, old) = (before.mover()?, before.position().downcast::<Awari>()?);
    let taken = position.captured(seat) - old.captured(seat);
    let name = play.player_name(seat);
    (taken > 0).then(|| format!("{name} captures {}.", counted(taken as u64, "seed")))
}

/// All seeds of Awari.
const SEEDS: u32 = 48;
