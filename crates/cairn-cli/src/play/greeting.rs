//! What a newcomer reads first.

use std::io::Write;

use crate::output::info;
use cairn_games::go::HalfPoints;
use cairn_lab::{AnyGame, GameHistory, SavedGame, go_position};

use super::{HUMAN, opponent, turn};
use crate::output::{flowed, plain};

/// What the game is about, who plays, and how to type a move.
pub fn greet(
    game: &AnyGame,
    play: &GameHistory,
    saved: &SavedGame,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match info(game).rules_for(&saved.game) {
        Some(rules) => {
            let mut paragraphs = rules.split("\n\n").map(str::trim_end);
            writeln!(out, "{}\n", paragraphs.next().unwrap_or_default())?;
            writeln!(out, "{}", paragraphs.next().unwrap_or_default())?;
            if let Some(komi) = komi(game, play) {
                writeln!(out, "{komi}")?;
            }
            writeln!(out)?;
        }
        None => writeln!(out, "{}\n", info(game).about)?,
    }
    writeln!(out, "{}", flowed(&who_plays(game, play, &saved.players), 0))?;
    if saved.players.iter().any(|who| who == HUMAN) {
        let example = turn::example(play).map(|turn| format!("Type a move, for example {turn}. "));
        let example = example.unwrap_or_default();
        writeln!(out, "{}", flowed(&format!("{example}'help', 'hint' and 'rules' say more."), 0))?;
    }
    Ok(())
}

/// In Go, what White, or Black, gets beside the board.
fn komi(game: &AnyGame, play: &GameHistory) -> Option<String> {
    let komi = go_position(game, play)?.komi();
    let points = HalfPoints(i32::from(komi).abs());
    Some(match komi {
        1.. => format!("White gets {points} extra points, the komi, for moving second."),
        0 => "There is no komi: White gets no extra points for moving second.".into(),
        _ => format!("Black gets {points} extra points: komi is below zero."),
    })
}

/// `You are Black. White is Cairn, a second a move.`
fn who_plays(game: &AnyGame, play: &GameHistory, players: &[String]) -> String {
    let mut said = Vec::new();
    let mut told: Vec<&String> = Vec::new();
    for who in players {
        if told.contains(&who) {
            continue;
        }
        told.push(who);
        let seats = (0..players.len()).filter(|&seat| players[seat] == *who);
        let names: Vec<_> = seats.map(|seat| play.player_name(seat)).collect();
        let be = if names.len() == 1 { "is" } else { "are" };
        let names = listed(&names);
        said.push(match who.as_str() {
            HUMAN if be == "is" => format!("You are {names}."),
            HUMAN => format!("People play {names}."),
            usual if usual == opponent(game) => {
                format!("{names} {be} Cairn, a second a move.")
            }
            agent => format!("{names} {be} the agent {}.", plain(agent)),
        });
    }
    said.join(" ")
}

/// `Black, White and Red`
fn listed(names: &[&str]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}
