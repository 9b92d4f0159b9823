//! What a newcomer reads first.

use std::io::Write;

use cairn_lab::{AnyGame, AnyPlay};

use super::{HUMAN, turn};
use crate::output::plain;

/// What the game is about, who plays, and how to type a move.
pub fn greet(
    game: &AnyGame,
    play: &dyn AnyPlay,
    players: &[String],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match game.info().rules() {
        Some(rules) => {
            for paragraph in rules.split("\n\n").take(2) {
                writeln!(out, "{}\n", paragraph.trim_end())?;
            }
        }
        None => writeln!(out, "{}\n", game.info().about)?,
    }
    let name = |seat: usize| play.player_name(seat);
    let seats = || players.iter().enumerate();
    let people: Vec<_> =
        seats().filter(|(_, who)| *who == HUMAN).map(|(seat, _)| name(seat)).collect();
    let agents = seats().filter(|(_, who)| *who != HUMAN);
    let mut said: Vec<String> = match people[..] {
        [] => vec![],
        [one] => vec![format!("You are {one}.")],
        _ => vec![format!("People play {}.", people.join(" and "))],
    };
    said.extend(
        agents.map(|(seat, agent)| format!("{} is the agent {}.", name(seat), plain(agent))),
    );
    writeln!(out, "{}", said.join(" "))?;
    if !people.is_empty() {
        if let Some(turn) = turn::example(play) {
            write!(out, "Type a move, for example {turn}. ")?;
        }
        writeln!(out, "'help', 'hint' and 'rules' say more.")?;
    }
    Ok(())
}
