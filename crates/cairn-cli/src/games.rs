//! `cairn games`: what can be played, and what it is like.

use std::io::Write;

use cairn_games::registry::{GAMES, GameInfo, GameOption};
use cairn_lab::Survey;
use serde_json::{Value, json};

use crate::End;
use crate::output::{bad_input, grouped, read_game, table, write_json, write_table};

/// List the games
#[derive(clap::Args)]
#[command(after_help = "\
A game is named by a spec, name[:option=value,…]:
  cairn search --game tictactoe --agent uct
  cairn search --game go:size=13,komi=6.5 --agent grave:playouts=5000

Moves and plies are averages over 100 uniformly random playouts of the game as it is without options:
legal moves in a position, and positions in a game. Bytes/node is what a node of the agent 'grave'
costs there.

JSON: a list of {name, about, players, moves, plies, cut, bytes_per_node, options: [{name, values,
default, about}], defaults}; cut is the share of playouts that were too long to be finished.")]
pub struct Args {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Enough for two digits.
const PLAYOUTS: u32 = 100;
const SEED: u64 = 1;

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let lines = GAMES.iter().map(measure).collect::<anyhow::Result<Vec<Line>>>()?;
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

fn measure(info: &'static GameInfo) -> anyhow::Result<Line> {
    let game = read_game(info.name)?;
    let explained = game.explain("grave").map_err(bad_input)?;
    Ok(Line {
        info,
        players: game.players(),
        survey: game.survey(PLAYOUTS, SEED),
        bytes_per_node: explained.bytes_per_node(),
    })
}

impl Line {
    fn cells(&self) -> [String; 6] {
        let options = self.info.options.iter().map(|option| {
            let (name, values, default) = (option.name, option.values, option.default);
            format!("\n{name}= {}: {values}; default: {default}", option.about)
        });
        [
            self.info.name.to_owned(),
            self.players.to_string(),
            format!("{:.0}", self.survey.moves),
            format!("{:.0}", self.survey.plies),
            grouped(self.bytes_per_node.round() as u64),
            self.info.about.to_owned() + &options.collect::<String>(),
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
            "options": options, "defaults": self.info.defaults})
    }
}
