//! `cairn games`: the games, their options and rules.

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
  cairn games                   all games
  cairn games go                one game, with its rules

A game is named by a spec, name[:option=value,…]:
  cairn search --game tictactoe --agent uct
  cairn search --game go:size=13,komi=6.5 --agent grave:playouts=5000

Moves (legal moves in a position) and plies (moves in a game) are averages over 100 uniformly random \
playouts with the default options. Bytes/node is the size of a node of the agent 'grave'. Below are \
the game's default agent and its default values for the keys of all agents.

JSON: a list of {name, about, players, moves, plies, cut, bytes_per_node, options: [{name, values, \
default, about}], agent, defaults, rules}; cut is the share of playouts that were cut \
off for their length, rules the text or null.")]
pub struct Args {
    /// The name of a game [default: all games]
    name: Option<String>,
    /// The seed of the random playouts
    #[arg(long, default_value = "1", value_parser = arguments::seed)]
    seed: u64,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Enough for two significant digits.
const PLAYOUTS: u32 = 100;

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    if let Some(name) = &args.name
        && !GAMES.iter().any(|info| info.name == name)
    {
        // An unknown game, or a spec with options.
        read_game(name)?;
        let only = printable(name.split(':').next().unwrap_or_default());
        return Err(bad_input(format_args!("give the name without options: 'cairn games {only}'")));
    }
    let wanted = |info: &&GameInfo| args.name.as_deref().is_none_or(|name| info.name == name);
    let rows = GAMES.iter().filter(wanted).map(|info| measure(info, args.seed));
    let rows = rows.collect::<anyhow::Result<Vec<GameRow>>>()?;
    if args.json {
        let list: Vec<_> = rows.iter().map(GameRow::json).collect();
        write_json(out, &list.into())?;
        return Ok(End::Done);
    }
    let mut list = table(&["game", ">players", ">moves", ">plies", ">bytes/node", "what it is"]);
    for row in &rows {
        list.add_row(row.cells());
    }
    write_table(out, list)?;
    // Half a page each, so only for a single game.
    if args.name.is_some()
        && let Some(rules) = rows.first().and_then(|row| row.info.rules())
    {
        writeln!(out, "\n{}", rules.trim_end())?;
    }
    writeln!(out, "\nName one with --game, such as --game go:size=13,komi=6.5")?;
    Ok(End::Done)
}

/// A game with its averages.
struct GameRow {
    info: &'static GameInfo,
    players: usize,
    survey: Survey,
    bytes_per_node: f64,
}

fn measure(info: &'static GameInfo, seed: u64) -> anyhow::Result<GameRow> {
    let game = read_game(info.name)?;
    let summary = game.summary("grave").map_err(bad_input)?;
    Ok(GameRow {
        info,
        players: game.players(),
        survey: Survey::new(game.start(), PLAYOUTS, seed),
        bytes_per_node: summary.bytes_per_node().unwrap_or_default(),
    })
}

impl GameRow {
    fn cells(&self) -> [String; 6] {
        let options = self.info.options.iter().map(|option| {
            let (name, values, default) = (option.name, option.values, option.default);
            format!("\n{name}= {}: {values}; default: {default}", option.about)
        });
        let defaults = match self.info.defaults {
            "" => String::new(),
            defaults => format!("; default keys: {defaults}"),
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
