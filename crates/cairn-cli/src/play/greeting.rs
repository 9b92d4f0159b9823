//! The text at the start of a game.

use std::io::Write;

use cairn_games::go::HalfPoints;
use cairn_lab::{AnyGame, GameHistory, SavedGame};

use super::{HUMAN, opponent, turn};
use crate::output::{info, printable, write_wrapped};

/// Shows what the game is about, who plays, and how to type a move.
pub fn greet(
    game: &AnyGame,
    history: &GameHistory,
    saved: &SavedGame,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match info(game).rules_for(&saved.game) {
        Some(rules) => {
            let mut paragraphs = rules.split("\n\n").map(str::trim_end);
            writeln!(out, "{}\n", paragraphs.next().unwrap_or_default())?;
            writeln!(out, "{}", paragraphs.next().unwrap_or_default())?;
            if let Some(komi) = komi(history) {
                writeln!(out, "{komi}")?;
            }
            writeln!(out)?;
        }
        None => writeln!(out, "{}\n", info(game).about)?,
    }
    write_wrapped(out, &who_plays(game, history, &saved.players), 0)?;
    if saved.players.iter().any(|who| who == HUMAN) {
        let example =
            turn::example(history).map(|turn| format!("Type a move, for example {turn}. "));
        let example = example.unwrap_or_default();
        write_wrapped(out, &format!("{example}See also 'help', 'hint' and 'rules'."), 0)?;
    }
    Ok(())
}

/// In Go, a sentence about komi.
fn komi(history: &GameHistory) -> Option<String> {
    let komi = history.position().to_go()?.komi();
    let points = HalfPoints(i32::from(komi).abs());
    Some(match komi {
        1.. => format!("White gets {points} extra points, the komi, for moving second."),
        0 => "There is no komi: White gets no extra points for moving second.".into(),
        _ => format!("Black gets {points} extra points: komi is below zero."),
    })
}

/// `You are Black. White is Cairn, with a second per move.`
fn who_plays(game: &AnyGame, history: &GameHistory, players: &[String]) -> String {
    let mut said = Vec::new();
    let mut named: Vec<&String> = Vec::new();
    for who in players {
        if named.contains(&who) {
            continue;
        }
        named.push(who);
        let seats = (0..players.len()).filter(|&seat| players[seat] == *who);
        let names: Vec<_> = seats.map(|seat| history.player_name(seat)).collect();
        let be = if names.len() == 1 { "is" } else { "are" };
        let names = listed(&names);
        said.push(match who.as_str() {
            HUMAN if be == "is" => format!("You are {names}."),
            HUMAN => format!("People play {names}."),
            usual if usual == opponent(game) => {
                format!("{names} {be} Cairn, with a second per move.")
            }
            agent => format!("{names} {be} the agent {}.", printable(agent)),
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
