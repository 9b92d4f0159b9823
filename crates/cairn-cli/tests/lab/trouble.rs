//! A run that is killed, stopped, doubled, or has no room.

use std::process::{Child, Command};
use std::time::{Duration, Instant};

use super::{GAMES, Lab, failure, undisturbed};

/// Waits until `games` games are in the store, while another process plays them.
fn wait_for(lab: &Lab, games: u64) {
    let begun = Instant::now();
    while lab.count() < games {
        assert!(begun.elapsed() < Duration::from_secs(60), "still not {games} games");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn killed_twice_it_ends_as_if_nothing_had_happened() {
    let lab = Lab::new(GAMES);
    let mut there = 0;
    for _ in 0..2 {
        let mut run = lab.command("run x.toml").spawn().unwrap();
        wait_for(&lab, there + 10);
        run.kill().unwrap();
        assert_eq!(run.wait().unwrap().code(), None, "it had not ended by itself");
        let now = lab.count();
        assert!((there + 10..160).contains(&now), "{now} games, {there} before");
        there = now;
    }
    lab.ok("run x.toml");
    assert_eq!(lab.games(""), undisturbed());
}

#[test]
fn ctrl_c_loses_nothing() {
    for name in ["-INT", "-TERM"] {
        let lab = Lab::new(GAMES);
        let run = lab.command("run x.toml --json").spawn().unwrap();
        wait_for(&lab, 5);
        signal(&run, name);
        let output = run.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(said, lab.json("status x.toml --json"), "it shows what is there");
        assert!((5..160).contains(&lab.count()));
        lab.ok("run x.toml");
        assert_eq!(lab.games(""), undisturbed());
    }
}

/// Both begin with no store, and play the same games.
#[test]
fn two_runs_at_once_both_end_well() {
    let lab = Lab::new(GAMES);
    let runs = [0; 2].map(|_| lab.command("run x.toml").spawn().unwrap());
    for run in runs {
        let output = run.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    }
    assert_eq!(lab.games(""), undisturbed());
}

/// A file system of a few pages, mounted for a test; gone with it.
struct SmallDisk<'a>(&'a Lab);

impl<'a> SmallDisk<'a> {
    fn mount(lab: &'a Lab) -> Option<Self> {
        std::fs::create_dir(lab.path("disk")).unwrap();
        let mounted = Self::call(lab, "mount", &["-t", "tmpfs", "-o", "size=256k", "none"]);
        mounted.map_err(|why| println!("skipped, a small disk cannot be mounted: {why}")).ok()?;
        Some(SmallDisk(lab))
    }

    fn grow(&self) {
        Self::call(self.0, "mount", &["-o", "remount,size=16m"]).unwrap();
    }

    fn call(lab: &Lab, program: &str, args: &[&str]) -> Result<(), String> {
        let mut command = Command::new(program);
        let output = command.args(args).arg(lab.path("disk")).output();
        let output = output.map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr).trim().to_string();
        if output.status.success() { Ok(()) } else { Err(said) }
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Self::call(self.0, "umount", &[]);
    }
}

#[test]
fn a_full_disk_is_said_and_when_there_is_room_it_goes_on() {
    let lab = Lab::new(GAMES);
    let Some(disk) = SmallDisk::mount(&lab) else { return };
    let said = lab.fails("run x.toml --store disk/games.db --jobs 1", 1);
    assert!(said.contains("disk/games.db: the disk is full: free some space"), "{said}");
    // It is still full.
    let said = failure(&lab.output("run x.toml --store disk/games.db"), 1);
    assert!(said.contains("disk is full"), "{said}");
    disk.grow();
    let kept = lab.games("--store disk/games.db").len();
    assert!((3..undisturbed().len()).contains(&kept), "{kept} games were kept");
    lab.ok("run x.toml --store disk/games.db");
    assert_eq!(lab.games("--store disk/games.db"), undisturbed());
}

#[test]
fn a_full_disk_ends_a_shard_and_when_there_is_room_it_goes_on() {
    let lab = Lab::new(GAMES);
    let Some(disk) = SmallDisk::mount(&lab) else { return };
    lab.ok("submit x.toml --dir disk/shards --shards 1");
    let fill = |bytes: usize| std::fs::write(lab.path("disk/ballast"), vec![0; bytes]);
    // All but a page or two.
    let mut bytes = 256 << 10;
    while fill(bytes).is_err() {
        bytes -= 4096;
    }
    fill(bytes - 4096).unwrap();
    let said = lab.fails("run disk/shards --shard 0", 1);
    assert!(said.contains("partial: No space left on device"), "{said}");
    disk.grow();
    lab.ok("run disk/shards --shard 0");
    lab.ok("collect disk/shards");
    assert_eq!(lab.games(""), undisturbed());
}

/// The program with stacks of half a gibibyte and an address space of four, so that only a few threads
/// start. (A limit on processes would not apply to root.)
#[cfg(target_os = "linux")]
fn with_few_threads(lab: &Lab, args: &str) -> std::process::Output {
    let line = format!("ulimit -v 4194304 && exec {} {args}", env!("CARGO_BIN_EXE_cairn"));
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(lab.directory.path());
    command.env("RUST_MIN_STACK", (512 << 20).to_string()).output().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn where_few_threads_start_it_goes_on_with_them() {
    let lab = Lab::new(GAMES);
    let agents = "match grave:playouts=10 uct:playouts=10 --game go:size=3 --openings 1 --games 80";
    for args in [
        &format!("{agents} --jobs 64"),
        "lab run x.toml --jobs 64",
        "lab verify x.toml --sample 160 --jobs 64",
    ] {
        let output = with_few_threads(&lab, args);
        assert_eq!(output.status.code(), Some(0), "{args}: {output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("cairn: playing on ") && said.lines().count() == 1, "{said}");
        assert!(said.contains(" of 64 threads: no more could be started ("), "{said}");
    }
    assert_eq!(lab.games(""), undisturbed());
}

/// The one line that the program ends with where it has `kib` KiB of addresses.
#[cfg(target_os = "linux")]
fn with_memory(lab: &Lab, kib: u32, args: &str) -> String {
    let line = format!("ulimit -v {kib} && exec {} {args}", env!("CARGO_BIN_EXE_cairn"));
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(lab.directory.path());
    failure(&command.output().unwrap(), 2)
}

#[test]
#[cfg(target_os = "linux")]
fn where_memory_is_short_the_advice_is_less_of_it_or_fewer_jobs() {
    let agent = "uctr:memory=300MiB,time=1ms";
    let lab = Lab::new(&GAMES.replace("grave:playouts=10", agent));
    let play = format!("match {agent} mc:playouts=1 --game go:size=3 --games 8 --jobs");
    let said = with_memory(&lab, 1_400_000, &format!("{play} 8"));
    let start = format!("cairn: agent {agent} or mc:playouts=1: there is memory for only ");
    assert!(said.starts_with(&start), "{said}");
    assert!(said.contains(" of 8 games at a time: use fewer jobs, or give the agents"), "{said}");
    for jobs in [1, 8] {
        let said = with_memory(&lab, 250_000, &format!("{play} {jobs}"));
        // How much is free depends on the program's own size.
        let advice = said.trim_end().rsplit(": give it less, such as memory=").next();
        let mebibytes = advice.and_then(|text| text.strip_suffix("MiB")?.parse().ok());
        assert!(mebibytes.is_some_and(|free: u32| free < 244), "{said}");
    }
    let said = with_memory(&lab, 1_400_000, "lab run x.toml --jobs 8");
    assert!(said.contains(": there is memory for only "), "{said}");
    assert!(said.contains(" of 8 games at a time: use fewer jobs, or give the agents"), "{said}");
}
