//! `cairn games`: what can be played.

use std::io::Write;

use cairn_games::registry::{GAMES, GameOption};
use serde_json::json;

use crate::End;
use crate::output::{table, write_json, write_table};

/// List the games
#[derive(clap::Args)]
#[command(after_help = "\
A game is named by a spec, name[:option=value,…]:
  cairn search --game tictactoe --agent uct
  cairn search --game go:size=13,komi=6.5 --agent grave:playouts=5000

JSON: a list of {name, about, options: [{name, values, default, about}], defaults}.")]
pub struct Args {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    if args.json {
        let list: Vec<_> = GAMES
            .iter()
            .map(|game| {
                let option = |option: &GameOption| {
                    json!({"name": option.name, "values": option.values,
                        "default": option.default, "about": option.about})
                };
                let options: Vec<_> = game.options.iter().map(option).collect();
                json!({"name": game.name, "about": game.about, "options": options,
                    "defaults": game.defaults})
            })
            .collect();
        write_json(out, &list.into())?;
        return Ok(End::Done);
    }
    let mut list = table(&["game", "what it is"]);
    for game in GAMES {
        let options = game.options.iter().map(|option| {
            let (name, values, default) = (option.name, option.values, option.default);
            format!("\n{name}= {}: {values}; default: {default}", option.about)
        });
        list.add_row([game.name.to_owned(), game.about.to_owned() + &options.collect::<String>()]);
    }
    write_table(out, list)?;
    writeln!(out, "\nName one with --game, such as --game go:size=13,komi=6.5")?;
    Ok(End::Done)
}
