//! `cairn agents`: the agents and their keys.

use std::io::Write;

use cairn_core::mcts::Footprint;
use cairn_core::proof::{self, Method};
use cairn_core::spec::{AGENTS, KEYS, Settings};
use cairn_games::registry::GAMES;
use cairn_lab::{AgentSummary, evaluated_games};
use serde_json::json;

use crate::End;
use crate::output::{
    bad_input, exact_bytes, few_nodes, grouped, merged, printable, read_game, table,
    warn_of_few_nodes, write_json, write_table, write_wrapped,
};

/// List the agents and their keys, or show one spec
#[derive(clap::Args)]
#[command(after_help = "\
An agent is named by a spec, name[:key=value,…]. Keys that are not given have the game's default or \
the general one.
  cairn agents                                     every name and key
  cairn agents graver2:memory=64KiB                its settings and memory on the 9×9 board
  cairn agents grave:playouts=10000 --game tictactoe

JSON: {agents: [{name, about, keys}], keys: [{name, values, default, paper, about, only}]}; \
with a spec {game, agent, full_spec, bytes, bytes_per_node, nodes, playouts, seconds}; without playouts \
also steps, the limit on positions or expansions.")]
pub struct Args {
    /// The spec of an agent to show
    spec: Option<String>,
    /// Its game [default: go9]
    #[arg(long, requires = "spec")]
    game: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    match &args.spec {
        Some(agent) => show(agent, args, out),
        None if args.json => list_json(out),
        None => list(out),
    }
}

fn list_json(out: &mut dyn Write) -> anyhow::Result<End> {
    let agents = AGENTS.iter().map(|agent| {
        let keys = KEYS.iter().filter(|key| key.applies_to(agent)).map(|key| key.name);
        json!({"name": agent.name, "about": agent.about, "keys": keys.collect::<Vec<_>>()})
    });
    let keys = KEYS.iter().map(|key| {
        json!({"name": key.name, "values": key.values, "default": key.default,
            "paper": key.paper, "about": key.about, "only": key.agents.name})
    });
    let (agents, keys): (Vec<_>, Vec<_>) = (agents.collect(), keys.collect());
    write_json(out, &json!({"agents": agents, "keys": keys}))?;
    Ok(End::Done)
}

fn list(out: &mut dyn Write) -> anyhow::Result<End> {
    let mut names = table(&["agent", "what it is"]);
    for agent in &AGENTS {
        names.add_row([agent.name, agent.about]);
    }
    write_table(out, names)?;
    let mut shown: Vec<&str> = Vec::new();
    for key in &KEYS {
        if shown.contains(&key.agents.name) {
            continue;
        }
        shown.push(key.agents.name);
        writeln!(out, "\nKeys of {}:", key.agents.name)?;
        let mut keys = table(&[]);
        for key in KEYS.iter().filter(|other| other.agents.name == key.agents.name) {
            let paper = match key.paper {
                "" => String::new(),
                paper => format!("; paper: {paper}"),
            };
            let values = format!("{}; default: {}{paper}", key.values, key.default);
            keys.add_row([format!("{:12}", key.name), format!("{}\n{values}", key.about)]);
        }
        write_table(out, keys)?;
    }
    writeln!(out, "\nThese games have their own defaults:")?;
    for game in GAMES.iter().filter(|game| !game.defaults.is_empty()) {
        writeln!(out, "  {:12}  {}", game.name, game.defaults)?;
    }
    writeln!(out, "\nAgents without playouts are for games of two players without chance.")?;
    let evaluated = evaluated_games().join(", ");
    write_wrapped(
        out,
        &format!(
            "These games have the evaluation that the best-first ones, and the others with depth=, need: {evaluated}."
        ),
        0,
    )?;
    writeln!(out, "\nWrite name:key=value,… such as graver2:memory=64KiB,time=1s.")?;
    writeln!(out, "'cairn agents SPEC' shows an agent's settings and memory.")?;
    Ok(End::Done)
}

fn show(agent: &str, args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let game = args.game.as_deref().unwrap_or("go9");
    let any = read_game(game)?;
    let summary = any.summary(agent).map_err(bad_input)?;
    let (nodes, per_node) = (summary.nodes(), summary.bytes_per_node());
    let AgentSummary { spec: full_spec, settings, bytes, footprint } = summary;
    let (steps, time) = (settings.max_steps(), settings.time());
    let playouts = steps.filter(|_| settings.playouts().is_some());
    if args.json {
        warn_of_few_nodes(&any, agent);
        let value = json!({
            "game": game, "agent": agent, "full_spec": full_spec,
            "bytes": bytes, "bytes_per_node": per_node, "nodes": nodes,
            "playouts": playouts, "seconds": time.map(|time| time.as_secs_f64()),
        });
        let value = match settings.playouts() {
            Some(_) => value,
            None => merged([value, json!({"steps": steps})]),
        };
        write_json(out, &value)?;
        return Ok(End::Done);
    }
    writeln!(out, "{full_spec}\n")?;
    writeln!(out, "  on {}:", printable(game))?;
    writeln!(out, "  memory    {} in all", exact_bytes(bytes))?;
    let name = match settings {
        Settings::Minimax(_) => "table",
        Settings::Proof(proof::Settings { method: Method::Dfpn(_), .. }) => "table",
        _ => "nodes",
    };
    write!(out, "  {name}     {}", grouped(nodes.into()))?;
    match footprint {
        None if name == "table" => writeln!(out, " positions")?,
        None => writeln!(out)?,
        Some(Footprint { top, second: Some(second), .. }) => {
            let [(a, each), (b, small)] =
                [top, second].map(|level| (grouped(level.nodes.into()), level.node_bytes));
            writeln!(out, ", {a} of {each} bytes and {b} of {small} bytes")?;
        }
        Some(Footprint { top, second: None, .. }) => {
            writeln!(out, ", {} bytes each", top.node_bytes)?
        }
    }
    let levels = footprint.map(|footprint| [Some(footprint.top), footprint.second]);
    let levels = levels.into_iter().flatten().flatten();
    for level in levels.filter(|level| level.tables > 0) {
        let tables = grouped(level.tables.into());
        writeln!(out, "  tables    {tables} on demand, {} bytes each", level.table_bytes)?;
    }
    if let Some(steps) = steps {
        let name = match settings {
            Settings::Playouts(_) => "playouts ",
            Settings::Best(_) => "expanded ",
            Settings::Minimax(_) | Settings::Proof(_) => "positions",
        };
        writeln!(out, "  {name} {} per move", grouped(steps))?;
    }
    let depth = match settings {
        Settings::Playouts(_) => None,
        Settings::Minimax(settings) => settings.depth,
        Settings::Proof(settings) => settings.depth,
        Settings::Best(settings) => settings.depth,
    };
    if let Some(depth) = depth {
        writeln!(out, "  depth     {depth} plies")?;
    }
    if let Some(time) = time {
        writeln!(out, "  time      {time:?} per move")?;
    }
    if let Some(warning) = few_nodes(&any, agent) {
        writeln!(out, "  warning   {warning}")?;
    }
    Ok(End::Done)
}
