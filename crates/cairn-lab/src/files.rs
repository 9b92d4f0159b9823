//! Files that are written in one step.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file in one step: whoever reads it finds the old one or the whole new one, and an error
/// leaves nothing behind. A symbolic link stays: the file that it names is written, also if that
/// does not exist yet.
pub fn replace_file(path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = followed(path)?;
    let mut file = beside(&path)?;
    file.write_all(contents).map_err(unnamed)?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    sync_directory(directory_of(&path))
}

/// Makes a directory, and those above it, unless it is there. A symbolic link stays: the directory
/// that it names is made.
pub fn make_directory(path: &Path) -> io::Result<()> {
    fs::create_dir_all(followed(path)?)
}

/// Whether [`replace_file`] could write here: an error says why not.
pub fn check_writable(path: &Path) -> io::Result<()> {
    beside(&followed(path)?).map(drop)
}

/// A new file in the same directory, which goes away unless it takes the name of `path`.
fn beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let name = path.file_name().unwrap_or_default();
    let mut builder = tempfile::Builder::new();
    builder.prefix(name).suffix(".tmp");
    // Temporary files are for their owner alone; this one is to be like any other.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory_of(path)).map_err(unnamed)
}

/// An error without the name of the temporary file, which nobody knows.
fn unnamed(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((what, _)) => io::Error::new(error.kind(), what),
        None => error,
    }
}

/// Where symbolic links lead to, if it exists or not.
fn followed(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
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

/// A new name is on the disk only when its directory is.
pub(crate) fn sync_directory(directory: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("it");
        replace_file(&path, b"one").unwrap();
        replace_file(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        // A directory cannot be replaced by a file.
        fs::create_dir(directory.path().join("taken")).unwrap();
        assert!(replace_file(&directory.path().join("taken"), b"three").is_err());
        assert_eq!(names(directory.path()), ["it", "taken"]);
        let missing = directory.path().join("none/it");
        for error in [check_writable(&missing), replace_file(&missing, b"four")] {
            let error = error.unwrap_err().to_string();
            assert!(!error.contains(".tmp"), "{error}");
        }
        assert!(check_writable(&path).is_ok() && names(directory.path()).len() == 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_also_to_what_does_not_exist() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::create_dir(at("games")).unwrap();
        symlink("games/new", at("one")).unwrap();
        symlink("one", at("two")).unwrap();
        replace_file(&at("two"), b"text").unwrap();
        assert_eq!(fs::read(at("games/new")).unwrap(), b"text");
        assert!(fs::symlink_metadata(at("two")).unwrap().is_symlink());
        assert!(fs::symlink_metadata(at("one")).unwrap().is_symlink());
        fs::write(at("plain"), "").unwrap();
        let mode = |name| fs::metadata(at(name)).unwrap().permissions().mode();
        assert_eq!(mode("games/new"), mode("plain"), "readable as any other file");
        symlink("games/deep", at("three")).unwrap();
        make_directory(&at("three")).unwrap();
        make_directory(&at("three/deeper")).unwrap();
        assert!(at("games/deep/deeper").is_dir());
        symlink("round", at("round")).unwrap();
        assert!(replace_file(&at("round"), b"").is_err());
    }
}
