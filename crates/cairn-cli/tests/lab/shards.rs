//! Experiments in shards.

use std::process::Command;
use std::time::{Duration, Instant};

use super::{GAMES, Lab, undisturbed};

/// The lines of a shard's unfinished files.
fn begun(lab: &Lab, shard: usize) -> usize {
    let start = format!("shard-{shard}.jsonl.");
    let files = std::fs::read_dir(lab.path("cairn-small")).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let files =
        files.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(&start));
    files.map(|path| std::fs::read_to_string(path).unwrap_or_default().lines().count()).sum()
}

#[test]
fn a_killed_shard_goes_on_and_all_are_collected_once() {
    let lab = Lab::new(GAMES);
    let said = lab.ok("submit x.toml --shards 2");
    assert!(said.starts_with("160 games in 2 shards: cairn-small/manifest.json\n"), "{said}");
    assert!(lab.fails("submit x.toml", 2).contains("cairn-small already has shards"));
    assert!(
        lab.fails("run cairn-small", 2)
            .contains("a directory of shards: choose one with --shard K")
    );
    assert!(lab.fails("run cairn-small --shard 2", 2).contains("the manifest has shards 0 to 1"));

    let mut run = lab.command("run cairn-small --shard 1").spawn().unwrap();
    let start = Instant::now();
    while begun(&lab, 1) < 5 {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    run.kill().unwrap();
    assert_eq!(run.wait().unwrap().code(), None, "it had not ended by itself");
    lab.ok("run cairn-small --shard 0 --jobs 1");
    let output = lab.output("collect cairn-small");
    assert!(super::failure(&output, 1).contains("cairn-small is missing shards 1: play them"));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "cairn-small: 80 games added\n");

    let said = lab.ok("run cairn-small --shard 1");
    assert_eq!(said, "shard 1 of small: all 80 games have been played\n");
    assert_eq!(begun(&lab, 1), 0, "nothing is left over");
    assert_eq!(lab.ok("run cairn-small --shard 1"), said, "again, it has nothing to do");
    let said = lab.ok("collect cairn-small");
    assert_eq!(said, "cairn-small: 80 games added, 80 were already there\n");
    let said = lab.ok("collect cairn-small");
    assert_eq!(said, "cairn-small: 0 games added, 160 were already there\n");
    assert_eq!(lab.games(""), undisturbed());
    assert!(lab.ok("submit x.toml --dir more").contains("are already in the store"));
}

#[test]
fn a_shard_that_is_not_what_was_asked_for_is_refused() {
    let lab = Lab::new(GAMES);
    lab.ok("submit x.toml --shards 4 --games 10");
    assert!(lab.fails("collect cairn-small", 1).contains("is missing shards 0-3: play them"));
    for shard in [1, 0, 2, 3] {
        lab.ok(&format!("run cairn-small --shard {shard} --jobs 1"));
        if shard == 1 {
            assert!(lab.fails("collect cairn-small", 1).contains("is missing shards 0,2-3: "));
        }
    }
    lab.ok("collect cairn-small");
    let games = lab.ok("export");
    let whole = lab.read("cairn-small/shard-2.jsonl");
    let said = |changed: &str, store: &str, code| {
        assert_ne!(changed, whole);
        lab.write("cairn-small/shard-2.jsonl", changed);
        lab.fails(&format!("collect cairn-small --store {store}"), code)
    };
    // The same game, otherwise: an error, and the store stays as it is.
    let other = whole.replacen("\"playouts\":[", "\"playouts\":[1", 1);
    let error = said(&other, "cairn-lab.db", 1);
    assert!(error.contains("is already there and went differently"), "{error}");
    // A game too many, or one too few; a line that is cut.
    let last = whole.lines().last().unwrap();
    let error = said(&format!("{whole}{last}\n"), "new.db", 2);
    assert!(error.contains("shard-2.jsonl: does not contain exactly the games"), "{error}");
    let error = said(&whole.replacen(last, "", 1), "new.db", 2);
    assert!(error.contains("shard-2.jsonl: does not contain exactly the games"), "{error}");
    let error = said(&whole[..whole.len() - 9], "new.db", 2);
    assert!(error.contains("shard-2.jsonl: line 6: neither a game nor a pairing"), "{error}");
    assert_eq!(lab.ok("export"), games);
    let taken = lab.ok("export --store new.db");
    assert!(taken.lines().all(|line| games.contains(line)), "only whole shards");
    assert_eq!(taken.lines().filter(|line| line.contains("number")).count(), 10);
}

/// Runs a command line as a person would, in the lab's directory.
fn shell(lab: &Lab, line: &str, task: &str) {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_cairn")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(lab.directory.path());
    let output = command.env("PATH", path).env("SLURM_ARRAY_TASK_ID", task).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{line}: {output:?}");
}

/// In a directory whose name a shell would take apart.
#[test]
fn what_submit_tells_to_do_does_it() {
    let lab = Lab::new(GAMES);
    let submit = |more: &str| {
        let mut command = lab.command(&format!("submit x.toml --shards 3 {more}"));
        let output = command.args(["--dir", "it's here"]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let line = |said: &str, name: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix(name)).map(String::from);
        line.unwrap_or_else(|| panic!("no line {name} in {said}"))
    };
    let said = submit("");
    let parallel = line(&said, "Now: ");
    if Command::new("parallel").arg("--version").output().is_ok() {
        shell(&lab, &parallel, "");
    } else {
        println!("GNU parallel is not there: xargs instead");
        shell(&lab, &parallel.replace("parallel -q", "xargs -P 2 -I{}"), "");
    }
    shell(&lab, &line(&said, "Then: "), "");
    assert_eq!(lab.games(""), undisturbed());

    std::fs::remove_dir_all(lab.path("it's here")).unwrap();
    let said = submit("--slurm --sbatch=--partition=long --store slurm.db");
    assert_eq!(line(&said, "Now: "), "sbatch 'it'\\''s here/job.sh'");
    let script = lab.read("it's here/job.sh");
    assert!(script.contains("#SBATCH --array=0-2\n#SBATCH --requeue\n"), "{script}");
    assert!(script.contains("#SBATCH --partition=long\n"), "{script}");
    for task in ["0", "1", "2"] {
        shell(&lab, "sh it*here/job.sh", task);
    }
    shell(&lab, &line(&said, "Then: "), "");
    assert_eq!(lab.games("--store slurm.db"), undisturbed());
}
