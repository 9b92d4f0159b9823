//! Files that are replaced in one step.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file in one step: a reader sees either the old contents or all of the new, and an error
/// leaves no temporary file. A symbolic link is followed, even if its target does not exist yet.
pub fn replace_file(path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = followed(path)?;
    let mut file = temporary_beside(&path, ".tmp")?;
    file.write_all(contents).map_err(unnamed)?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    sync_directory(directory_of(&path))
}

/// Creates a directory and its parents if they are missing. A symbolic link is followed, even if its
/// target does not exist yet.
pub fn make_directory(path: &Path) -> io::Result<()> {
    fs::create_dir_all(followed(path)?)
}

/// Checks that [`replace_file`] could write here.
pub fn check_writable(path: &Path) -> io::Result<()> {
    temporary_beside(&followed(path)?, ".tmp").map(drop)
}

/// A new file in the same directory. Its name begins like the path's, and no other process has it.
pub(crate) fn temporary_beside(path: &Path, ending: &str) -> io::Result<tempfile::NamedTempFile> {
    let name = path.file_name().unwrap_or_default();
    let mut builder = tempfile::Builder::new();
    builder.prefix(name).suffix(ending);
    // By default only the owner may read a temporary file; this one becomes an ordinary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory_of(path)).map_err(unnamed)
}

/// The error without the name of the temporary file, which means nothing to people.
fn unnamed(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((what, _)) => io::Error::new(error.kind(), what),
        None => error,
    }
}

/// The path with symbolic links followed. The target need not exist, so `fs::canonicalize` cannot do
/// it.
fn followed(path: &Path) -> io::Result<PathBuf> {
    /// As in Linux.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => {
                path = directory_of(&path).join(fs::read_link(&path)?);
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes sure that a new name is on the disk.
pub(crate) fn sync_directory(directory: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}
