//! Job scripts for Slurm.

use std::fmt::Write;
use std::path::Path;

/// A job script that plays the shards of a directory, one array task for each.
///
/// A task that is killed, or whose node fails, is queued again and continues: its games are in the
/// directory, which all nodes must share.
pub struct Script<'a> {
    /// The path of the program on the nodes.
    pub program: &'a Path,
    /// The directory with the manifest.
    pub directory: &'a Path,
    /// The experiment's name.
    pub name: &'a str,
    /// How many shards there are.
    pub shards: usize,
    /// Cores per task.
    pub cores: usize,
    /// More lines for `#SBATCH`, such as `--partition=long`.
    pub options: &'a [String],
}

impl Script<'_> {
    /// The script's text.
    pub fn text(&self) -> String {
        let Script { program, directory, name, shards, cores, options } = self;
        let mut text = String::from("#!/bin/sh\n");
        let directory = directory.display().to_string();
        let mut option = |line: String| {
            let _ = writeln!(text, "#SBATCH {line}");
        };
        option(format!("--job-name=cairn-{name}"));
        option(format!("--array=0-{}", shards.saturating_sub(1)));
        option("--requeue".into());
        option("--open-mode=append".into());
        option(format!("--output=\"{}/slurm-%a.log\"", directory.replace('%', "%%")));
        option(format!("--cpus-per-task={cores}"));
        options.iter().for_each(|line| option(line.clone()));
        let _ = writeln!(
            text,
            "exec {} lab run {} --shard \"$SLURM_ARRAY_TASK_ID\" --jobs {cores}",
            quoted(&program.display().to_string()),
            quoted(&directory),
        );
        text
    }
}

/// A word, quoted for the shell if necessary.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.into();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
