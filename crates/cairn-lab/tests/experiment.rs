//! Experiments: what a file asks for, and mistakes in it.

use cairn_lab::{Entry, Experiment, ExperimentError};

const HEAD: &str = "name = \"test\"\ngame = \"tictactoe\"\ngames = 10\n";

fn parse(rest: &str) -> Result<Experiment, ExperimentError> {
    Experiment::parse(&format!("{HEAD}{rest}"))
}

fn error(rest: &str) -> String {
    parse(rest).expect_err("there is a mistake").to_string()
}

#[test]
fn pairings_sweeps_and_round_robins_are_played() {
    let experiment = parse(
        r#"
openings = 2
[agents]
base = "uct:playouts=20"
[[pairing]]
a = "mc:playouts=5"
b = "base"
games = 4
published = 31.5
[[sweep]]
a = "{name}:playouts={n}"
b = "base"
over.name = ["uct", "grave"]
over.n = [10, 20, 30]
series = "{name}"
published = [[1, 2, 3], [4, 5, nan]]
[[round-robin]]
agents = ["base", "mc:playouts=1", "flat"]
game = "connect4"
[plot]
x = "n"
"#
        .replace("\"flat\"", "\"mc:playouts=2\"")
        .as_str(),
    )
    .unwrap();
    let contests = &experiment.contests;
    assert_eq!(contests.len(), 1 + 6 + 3);
    assert_eq!((contests[0].games, contests[1].games), (4, 10));
    assert_eq!(contests[0].label, "mc:playouts=5 v base");
    assert!(contests[0].pairing.b.starts_with("uct:nodes=20,playouts=20"));
    assert_eq!(contests[0].pairing.openings, "2");
    assert_eq!((contests[0].published, contests[5].published), (Some(31.5), Some(5.0)));
    assert_eq!(contests[6].published, None);
    assert_eq!(contests[4].label, "name = grave, n = 10");
    assert_eq!((contests[4].series.as_str(), contests[3].series.as_str()), ("grave", "uct"));
    assert_eq!(contests[9].pairing.game, "connect4");
    assert_eq!((contests[1].entry, contests[9].entry), (Entry::Sweep(0), Entry::RoundRobin(0)));
    assert_eq!(contests[7].names, ["base", "mc:playouts=1"]);
    assert_eq!(contests[9].label, "mc:playouts=1 v mc:playouts=2");
    assert_eq!(experiment.with_games(7).contests[0].games, 7);
}

/// The values of a sweep can be agents of the file.
#[test]
fn a_sweep_goes_over_named_agents() {
    let experiment = parse(
        r#"
[agents]
"flat, few" = "mc:playouts=5"
tree = "uct:playouts=20"
[[sweep]]
a = "{agent}"
b = "mc:playouts=1"
over.agent = ["flat, few", "tree", "mc:playouts=2"]
"#,
    )
    .unwrap();
    let names: Vec<_> = experiment.contests.iter().map(|contest| &contest.names[0]).collect();
    assert_eq!(names, ["flat, few", "tree", "mc:playouts=2"]);
    assert!(experiment.contests[1].pairing.a.starts_with("uct:nodes=20,playouts=20"));
}

#[test]
fn placeholders_are_filled() {
    let label = |label: &str| {
        let sweep = "[[sweep]]\na = \"uct:playouts={n},c={l}\"\nb = \"mc\"\n";
        let over = "over.n = [160]\nover.l = [0.5]\n";
        let experiment = parse(&format!("{sweep}{over}label = \"{label}\"\n"));
        experiment.map(|mut experiment| experiment.contests.remove(0).label)
    };
    assert_eq!(label("{n} and {l}").unwrap(), "160 and 0.5");
    assert_eq!(label("top={n*l},second={n/3*2}").unwrap(), "top=80,second=107");
    for (wrong, says) in [
        ("{m}", "m has no value: the sweep has n, l"),
        ("{n*m}", "m has no value: the sweep has n, l"),
        ("{n/0}", "is not a number"),
        ("{n", ""),
    ] {
        let said = label(wrong).unwrap_err().to_string();
        assert!(said.starts_with("line 9: ") && said.contains(says), "{said}");
    }
}

/// The moves of Connect Four are numbers.
#[test]
fn a_list_of_openings_is_one_whatever_the_moves_are() {
    let first_moves = |openings: &str| -> Vec<String> {
        let agents =
            "[[pairing]]\ngame = \"connect4\"\na = \"mc:playouts=1\"\nb = \"mc:playouts=1\"\n";
        let experiment = parse(&format!("{agents}openings = {openings}\n")).unwrap();
        let pairing = &experiment.contests[0].pairing;
        let mut opponents = pairing.matchup().unwrap().opponents().unwrap();
        let conditions = pairing.conditions();
        let mut opening = |number| {
            let game = opponents.play(&conditions, number, None, &|| false).unwrap().unwrap();
            game.moves.split(' ').take(game.opening).collect::<Vec<_>>().join(" ")
        };
        [0, 1, 2, 3].map(&mut opening).into()
    };
    assert_eq!(first_moves("[\"4\"]"), ["4"; 4]);
    assert_eq!(first_moves("[\"4\", \"3\"]"), ["4", "4", "3", "3"]);
    assert_eq!(first_moves("[\"4 3\"]"), ["4 3"; 4]);
    assert_eq!(first_moves("[]"), [""; 4]);
    assert!(first_moves("4").iter().all(|moves| moves.split(' ').count() == 4));
    let two = "[[pairing]]\ngame = \"connect4\"\na = \"mc\"\nb = \"mc\"\nopenings = [\"4;3\"]\n";
    assert!(
        error(two).starts_with("line 8: opening '4;3' has a semicolon: write each"),
        "{}",
        error(two)
    );
}

#[test]
fn mistakes_point_at_their_line() {
    let axes: String = (0..70).map(|axis| format!(", x{axis} = [1, 2]")).collect();
    for (rest, line, message) in [
        ("[[pairing]]\na = \"uct:depth=1\"\nb = \"mc\"\n", 5, "agent uct:depth=1: "),
        ("[[pairing]]\na = \"mc\"\nb = \"uct:depth=1\"\n", 6, "agent uct:depth=1: "),
        ("[[pairing]]\na = \"mc\"\nb = \"mc\"\ngame = \"shogi\"\n", 7, "no game is called 'shogi'"),
        ("[[pairing]]\na = \"mc\"\nc = \"mc\"\n", 6, "unknown field `c`"),
        ("[[pairing]]\na = \"mc\"\n", 4, "missing field `b`"),
        ("[[pairing]\n", 4, ""),
        ("[[pairing]]\na = \"mc:playouts={n}\"\nb = \"mc\"\n", 5, "only a sweep gives"),
        ("[[pairing]]\na = \"mc\"\nb = \"mc\"\ngames = 0\n", 7, "games must be a number from 1"),
        ("[[pairing]]\na = \"mc\"\nb = \"mc\"\ngames = -1\n", 7, "a whole number, 0 or more"),
        ("[[pairing]]\na = \"mc\"\nb = \"mc\"\nopenings = [\"d4\"]\n", 7, "opening 'd4'"),
        ("[[pairing]]\na = \"mc\"\nb = \"mc\"\nopenings = \"d4\"\n", 7, "openings is a number"),
        ("[[sweep]]\na = \"mc\"\nb = \"mc\"\nover.n = 3\n", 7, "'over' needs lists"),
        ("[[sweep]]\na = \"mc\"\nb = \"mc\"\nover.n = []\n", 7, "at least one value"),
        (
            "[[sweep]]\na = \"mc:playouts={n}\"\nb = \"mc\"\nover.n = [1, 2]\npublished = [1]\n",
            8,
            "'published' needs 2 numbers",
        ),
        (
            "[[pairing]]\na = \"mc\"\nb = \"mc\"\ngames = 4294967295\n",
            7,
            "games must be a number from 1 to 10000000",
        ),
        (
            &format!("[[sweep]]\na = \"mc\"\nb = \"mc\"\nover = {{ {} }}\n", &axes[2..]),
            7,
            "a sweep can have at most 10000 points",
        ),
        ("[agents]\nx = \"mc\"\ngame = \"go9\"\n", 6, "no agent is called 'go9'"),
        (
            "[agents]\nx = \"uct:depth=1\"\n[[pairing]]\na = \"mc\"\nb = \"x\"\n",
            5,
            "agent uct:depth=1: ",
        ),
        (
            "[agents]\nbase = \"mc\"\n[[pairing]]\na = \"mc\"\nb = \"bsae\"\n",
            8,
            "; this file defines base",
        ),
        ("[pairing]\na = \"mc\"\nb = \"mc\"\n", 4, "in two brackets"),
        ("[[pairing]]\na = \"mc\"\nb = \"mc\"\npublished = 150\n", 7, "from 0 to 100, or nan"),
        (
            "[[sweep]]\na = \"mc:playouts={n}\"\nb = \"mc\"\nover.n = [1]\npublished = [-1]\n",
            8,
            "from 0 to 100, or nan",
        ),
        (
            "[[sweep]]\na = \"mc:playouts={n}\"\nb = \"mc\"\nover.n = [1, 2]\nlabel = \"x\"\n",
            8,
            "two contests are called 'x'",
        ),
        (
            "[[sweep]]\na = \"mc:playouts={n}\"\nb = \"mc\"\nover.n = [1, 2]\nover.z = [1, 2]\n",
            7,
            "none of a, b and game contains {z}",
        ),
        (
            "[[sweep]]\na = \"mc:playout=mast,epsilon={n}\"\nb = \"mc\"\nover.n = [0, 1]\n[plot]\nx = \"n\"\nlog = true\n",
            8,
            "log = true needs values of 'n' above 0",
        ),
        ("[[round-robin]]\nagents = []\n", 5, "at least two agents"),
        (
            "[[round-robin]]\nagents = [\"mc\", \"uct\"]\ngame = \"threecolorgo\"\n",
            5,
            "needs a game of two players",
        ),
        ("timeout = 1e300\n[[pairing]]\na = \"mc\"\nb = \"mc\"\n", 4, "timeout must be"),
        ("timeout = -1.0\n[[pairing]]\na = \"mc\"\nb = \"mc\"\n", 4, "timeout must be"),
        ("", 1, "there is nothing to play"),
        ("[[round-robin]]\nagents = [\"mc\"]\n", 5, "at least two agents"),
        ("[plot]\nx = \"n\"\n[[pairing]]\na = \"mc\"\nb = \"mc\"\n", 4, "no sweep is over 'n'"),
    ] {
        let said = error(rest);
        assert!(said.starts_with(&format!("line {line}: ")), "{rest}\n{said}");
        assert!(said.contains(message), "{rest}\n{said}");
        assert!(!said.contains('\n'), "{said}");
    }
}
