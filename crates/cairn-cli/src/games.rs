//! `cairn games`: what can be played, and what it is like.

use std::io::Write;

use cairn_games::registry::{GAMES, GameInfo, GameOption};
use cairn_lab::Survey;
use serde_json::{Value, json};

use crate::End;
use crate::arguments;
use crate::output::{bad_input, grouped, printable, read_game, table, write_json, write_table};

/// List the games, or show one
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn games                   all of them
  cairn games go                one of them, with its rules

A game is named by a spec, name[:option=value,…]:
  cairn search --game tictactoe --agent uct
  cairn search --game go:size=13,komi=6.5 --agent grave:playouts=5000

Moves and plies are averages over 100 uniformly random playouts of the game as it is without options: \
legal moves in a position, and positions in a game. Bytes/node is what a node of the agent 'grave' \
costs there. Under it are the agent that plays unless you name another, and the game's own defaults \
for the keys of all agents.

JSON: a list of {name, about, players, moves, plies, cut, bytes_per_node, options: [{name, values, \
default, about}], agent, defaults, rules}; cut is the share of playouts that were too long to be \
finished, rules the text or null.")]
pub struct Args {
    /// One game's name; without it, all
    name: Option<String>,
    /// What the random playouts follow from
    #[arg(long, default_value = "1", value_parser = arguments::seed)]
    seed: u64,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Enough for two digits.
const PLAYOUTS: u32 = 100;

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    if let Some(name) = &args.name
        && !GAMES.iter().any(|info| info.name == name)
    {
        // The error for an unknown game, or that options are none of this command's business.
        read_game(name)?;
        let (name, only) = (printable(name), name.split(':').next().unwrap_or(""));
        return Err(bad_input(format_args!("'{name}' has options: 'cairn games {only}' shows it")));
    }
    let wanted = |info: &&GameInfo| args.name.as_deref().is_none_or(|name| info.name == name);
    let lines = GAMES.iter().filter(wanted).map(|info| measure(info, args.seed));
    let lines = lines.collect::<anyhow::Result<Vec<Line>>>()?;
    if args.json {
        let list: Vec<_> = lines.iter().map(Line::json).collect();
        write_json(out, &list.into())?;
        return Ok(End::Done);
    }
    let mut list = table(&["game", ">players", ">moves", ">plies", ">bytes/node", "what it is"]);
    for line in &lines {
        list.add_row(line.cells());
    }
    write_table(out, list)?;
    // Half a page each: only if one was asked for.
    if args.name.is_some()
        && let Some(rules) = lines.first().and_then(|line| line.info.rules())
    {
        writeln!(out, "\n{}", rules.trim_end())?;
    }
    writeln!(out, "\nName one with --game, such as --game go:size=13,komi=6.5")?;
    Ok(End::Done)
}

/// What there is to tell about a game.
struct Line {
    info: &'static GameInfo,
    players: usize,
    survey: Survey,
    bytes_per_node: f64,
}

fn measure(info: &'static GameInfo, seed: u64) -> anyhow::Result<Line> {
    let game = read_game(info.name)?;
    let explained = game.summary("grave").map_err(bad_input)?;
    Ok(Line {
        info,
        players: game.players(),
        survey: game.survey(PLAYOUTS, seed),
        bytes_per_node: explained.bytes_per_node(),
    })
}

impl Line {
    fn cells(&self) -> [String; 6] {
        let options = self.info.options.iter().map(|option| {
            let (name, values, default) = (option.name, option.values, option.default);
            format!("\n{name}= {}: {values}; default: {default}", option.about)
        });
        let defaults = match self.info.defaults {
            "" => String::new(),
            defaults => format!("; all agents have by default {defaults}"),
        };
        let agent = format!("\nagent: {}", self.info.agent);
        [
            self.info.name.to_owned(),
            self.players.to_string(),
            format!("{:.0}", self.survey.moves),
            format!("{:.0}", self.survey.plies),
            grouped(self.bytes_per_node.round() as u64),
            self.info.about.to_owned() + &options.collect::<String>() + &agent + &defaults,
        ]
    }

    fn json(&self) -> Value {
        let option = |option: &GameOption| {
            json!({"name": option.name, "values": option.values, "default": option.default,
                "about": option.about})
        };
        let options: Vec<_> = self.info.options.iter().map(option).collect();
        let Survey { moves, plies, cut } = self.survey;
        json!({"name": self.info.name, "about": self.info.about, "players": self.players,
            "moves": moves, "plies": plies, "cut": cut, "bytes_per_node": self.bytes_per_node,
            "options": options, "agent": self.info.agent, "defaults": self.info.defaults,
            "rules": self.info.rules()})
    }
}
