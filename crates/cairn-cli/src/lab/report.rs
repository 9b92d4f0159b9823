//! `cairn lab report`: a page with tables and a plot.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use cairn_lab::report::Report;
use cairn_lab::slurm::quoted;
use cairn_lab::{contest_results, make_directory, replace_file};

use super::{StoreArgs, read_experiment, store_error};
use crate::End;
use crate::output::bad_input;

/// Write a page with tables and plots
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn lab report experiments/example.toml
  cairn lab report experiments/paper/*.toml --out results/paper

Writes NAME.md for each experiment, and NAME.svg if it has a [plot] and games. The page has the \
results so far with 95 % intervals, published numbers to compare with, the commands that repeat it, \
and every agent with every key. The same games give the same files. Existing files are replaced.

--png also writes NAME.png, twice as large, if the program was built with that feature: cargo \
install --path crates/cairn-cli --features png. Or: rsvg-convert -z 2 NAME.svg -o NAME.png")]
pub struct Args {
    /// The experiments
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    /// The directory to write to; it is created if necessary
    #[arg(long, default_value = "reports", value_name = "DIR")]
    out: PathBuf,
    /// Write the plots as PNG too
    #[arg(long)]
    png: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    if args.png && cfg!(not(feature = "png")) {
        let text = "built without PNG: build it with --features png, or convert the SVG";
        return Err(bad_input(format_args!("this cairn was {text} (rsvg-convert -z 2)")));
    }
    // Everything is read before anything is written.
    let mut experiments = Vec::new();
    for file in &args.files {
        let experiment = read_experiment(file)?;
        let same = |(_, other): &(_, cairn_lab::Experiment)| other.name == experiment.name;
        if let Some((other, _)) = experiments.iter().find(|entry| same(entry)) {
            let other: &&PathBuf = other;
            return Err(bad_input(format_args!(
                "{} and {} are both called '{}': write their reports to different directories",
                other.display(),
                file.display(),
                experiment.name
            )));
        }
        experiments.push((file, experiment));
    }
    let store = args.store.existing()?;
    make_directory(&args.out)
        .map_err(|error| bad_input(format_args!("{}: {error}", args.out.display())))?;
    let mut written = Vec::new();
    for (file, experiment) in &experiments {
        let results = contest_results(experiment, &store).map_err(store_error)?;
        let report = Report::new(experiment, &results, &commands(args, file));
        let path = |ending: &str| args.out.join(format!("{}.{ending}", experiment.name));
        write(&path("md"), report.markdown.as_bytes(), &mut written)?;
        if let Some(svg) = &report.svg {
            write(&path("svg"), svg.as_bytes(), &mut written)?;
            #[cfg(feature = "png")]
            if args.png {
                write(&path("png"), &cairn_lab::report::png(svg, 2.0)?, &mut written)?;
            }
        }
    }
    // Last, because a reader may close the pipe early.
    for path in written {
        writeln!(out, "{}", path.display())?;
    }
    Ok(End::Done)
}

/// The commands that repeat the experiment and this page.
fn commands(args: &Args, file: &Path) -> Vec<String> {
    let store = match args.store.given() {
        Some(store) => format!(" --store {}", quoted(&store.display().to_string())),
        None => String::new(),
    };
    let [file, to] = [file, &args.out].map(|path| quoted(&path.display().to_string()));
    vec![
        format!("cairn lab run {file}{store}       # play the missing games"),
        format!("cairn lab verify {file}{store}    # play some games again and compare"),
        format!("cairn lab report {file}{store} --out {to}"),
    ]
}

fn write(path: &Path, bytes: &[u8], written: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    replace_file(path, bytes).with_context(|| path.display().to_string())?;
    written.push(path.into());
    Ok(())
}
