//! Job scripts for Slurm.

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
        let directory = directory.display().to_string();
        let (last, logs) = (shards.saturating_sub(1), directory.replace('%', "%%"));
        let more: String = options.iter().map(|line| format!("#SBATCH {line}\n")).collect();
        let (program, directory) = (quoted(&program.display().to_string()), quoted(&directory));
        format!(
            "#!/bin/sh
#SBATCH --job-name=cairn-{name}
#SBATCH --array=0-{last}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=\"{logs}/slurm-%a.log\"
#SBATCH --cpus-per-task={cores}
{more}exec {program} lab run {directory} --shard \"$SLURM_ARRAY_TASK_ID\" --jobs {cores}
"
        )
    }
}

/// A word, quoted for the shell if necessary.
pub fn quoted(text: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@".contains(c);
    if !text.is_empty() && text.chars().all(safe) {
        return text.into();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
