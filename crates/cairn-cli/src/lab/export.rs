//! `cairn lab export`: games as lines of JSON.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use cairn_lab::records::Writer;

use super::{StoreArgs, read_experiment, store_error};
use crate::End;
use crate::output::bad_input;
use crate::records::{SgfWriter, check_sgf};

/// Write recorded games as lines of JSON
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn lab export > games.jsonl                             every game of the store
  cairn lab export experiments/example.toml > games.jsonl    those of one experiment
  cairn lab collect games.jsonl --store other.db             into another store
  cairn lab export experiments/example.toml --sgf games      games of Go in SGF

A line {\"pairing\": {game, a, b, seed, openings}} comes before the games of each pairing: {number, \
seat, status, reward, denominator, opening, plies, moves, playouts: [A, others], seconds, program}. \
seat is A's; reward is A's, out of denominator; opening is the number of opening moves; \
program is the version and signature of the cairn that played it ('cairn --version'). \
The order does not depend on when the games were played.")]
pub struct Args {
    /// The experiment [default: all games in the store]
    file: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    /// Write every game of Go to this directory in SGF instead
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let experiment = args.file.as_deref().map(read_experiment).transpose()?;
    let store = args.store.existing()?;
    let mut pairings = match experiment {
        Some(experiment) => {
            experiment.contests.into_iter().map(|contest| contest.pairing).collect()
        }
        None => store.pairings().map_err(store_error)?,
    };
    pairings.sort();
    pairings.dedup();
    if let Some(directory) = &args.sgf {
        pairings.retain(|pairing| check_sgf(&pairing.game).is_ok());
        let (mut writer, mut written) = (None, 0);
        for pairing in &pairings {
            for game in store.records(pairing).map_err(store_error)? {
                let writer = match &mut writer {
                    Some(writer) => writer,
                    none => none.insert(SgfWriter::new(directory)?),
                };
                writer.write(pairing, &game)?;
                written += 1;
            }
        }
        if written == 0 {
            return Err(bad_input("there are no games of Go: only they can be written in SGF"));
        }
        writeln!(out, "{written} records in {}", directory.display())?;
        return Ok(End::Done);
    }
    let mut writer = Writer::new(BufWriter::new(out));
    for pairing in &pairings {
        for game in store.records(pairing).map_err(store_error)? {
            writer.write(pairing, &game)?;
        }
    }
    writer.get_mut().flush()?;
    Ok(End::Done)
}
