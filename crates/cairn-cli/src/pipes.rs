//! Standard input and output of the commands that speak a protocol.

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, sync_channel};

use crate::output::{bad_input, printable, start_reading};

/// Reads standard input in the background, so that a new line can end an analysis or a search.
pub fn read_input() -> anyhow::Result<Receiver<Vec<u8>>> {
    // A sender that is faster than the reader has to wait.
    let (sender, receiver) = sync_channel(64);
    start_reading(move || {
        let mut input = io::stdin().lock();
        while let Ok(chunk) = input.fill_buf().map(<[u8]>::to_vec) {
            input.consume(chunk.len());
            if chunk.is_empty() || sender.send(chunk).is_err() {
                break;
            }
        }
    })?;
    Ok(receiver)
}

/// The file that `--log` names, with all input and output.
pub struct Log {
    path: String,
    /// `None` since writing failed.
    file: Option<File>,
}

impl Log {
    pub fn create(path: &str) -> anyhow::Result<Self> {
        let file = File::create(path)
            .map_err(|error| bad_input(format_args!("--log {path} cannot be written: {error}")))?;
        Ok(Log { path: path.into(), file: Some(file) })
    }

    /// If the log cannot be written, it says so once and the game goes on without it.
    pub fn write(&mut self, bytes: &[u8]) {
        if let Some(file) = &mut self.file
            && let Err(error) = file.write_all(bytes)
        {
            self.file = None;
            let path = printable(&self.path);
            let _ = writeln!(
                io::stderr(),
                "cairn: --log {path} cannot be written: {error}; the game goes on without it"
            );
        }
    }

    /// Whether everything was written.
    pub fn is_whole(&self) -> bool {
        self.file.is_some()
    }
}
