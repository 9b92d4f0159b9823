//! Files that are replaced in one step.

use std::fs;
use std::path::Path;

use cairn_lab::{check_writable, make_directory, replace_file};

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
