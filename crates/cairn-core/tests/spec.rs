//! The agent language, with a game that has only a size.

use cairn_core::mcts::{AmafMode, Level, Playout, Policy, Schedule, Settings, Width, bytes_needed};
use cairn_core::spec::{AGENTS, Agent, FullSpec, KEYS, Spec};
use cairn_core::{Game, Outcome, Turn};

/// As large as 9×9 Go and over at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Sized9;

impl Game for Sized9 {
    type Move = u16;
    const UNIQUE_KEYS: bool = true;
    fn keys(&self) -> usize {
        82
    }
    fn max_plies(&self) -> usize {
        243
    }
    fn turn(&self) -> Turn {
        Turn::Over(Outcome::draw())
    }
    fn legal_moves(&self) -> impl Iterator<Item = u16> {
        core::iter::empty()
    }
    fn play(&mut self, _: u16) {}
    fn key(&self, mv: u16) -> usize {
        mv.into()
    }
}

fn settings(text: &str) -> Settings {
    let spec = Spec::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    spec.mcts_settings(&Sized9).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn error(text: &str) -> String {
    match Spec::parse(text).and_then(|spec| spec.mcts_settings(&Sized9)) {
        Ok(settings) => panic!("{text} is accepted: {settings:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_papers_headline() {
    let settings = settings("graver2:paper,nodes=160,top=160,second=80");
    let second = settings.second.unwrap();
    assert_eq!(
        settings.top,
        Level { nodes: 80, playouts: Some(160), recycle: true, tables: u32::MAX }
    );
    assert_eq!((second.nodes, second.playouts, second.sharing, second.stop), (80, 80, true, None));
    assert_eq!(settings.max_playouts(), Some(12_800));
    assert_eq!(settings.playout, Playout::Mast { epsilon: 0.4, decay: 0.2 });
    let schedule = Schedule::Bias(0.01);
    let mode = AmafMode::OwnAny;
    assert_eq!(settings.policy, Policy::Amaf { reference: 25, mode, schedule });
}

#[test]
fn the_table_tells_the_truth_about_paper_and_defaults() {
    for agent in AGENTS.into_iter().filter(Agent::has_playouts) {
        let explicit: Vec<String> = KEYS
            .iter()
            .filter(|key| key.applies_to(&agent) && !key.paper.is_empty() && key.name != "k")
            .map(|key| format!("{}={}", key.name, key.paper))
            .collect();
        let written = format!("{}:{}", agent.name, explicit.join(","));
        assert_eq!(settings(&format!("{}:paper", agent.name)), settings(&written), "{written}");
        for key in KEYS.iter().filter(|key| key.applies_to(&agent)) {
            let mast = if matches!(key.name, "epsilon" | "decay") { ",playout=mast" } else { "" };
            let plain = format!("{}:playouts=50000{mast}", agent.name);
            let given = format!("{plain},{}={}", key.name, key.default);
            if Spec::parse(&given).is_ok() {
                assert_eq!(settings(&plain), settings(&given), "{given}");
            }
        }
    }
}

/// Some defaults follow from other keys. `resolve.rs` works them out; the table describes them.
#[test]
fn the_table_tells_the_truth_about_other_defaults() {
    let default = |name| KEYS.iter().find(|key| key.name == name).unwrap().default;
    let check = |name, words: &str| assert!(default(name).contains(words), "{name}: not {words}");
    let playouts = settings("uct").playouts.unwrap();
    check("playouts", &format!("{playouts} (two levels"));
    check("second", &format!("(P = {playouts} unless given)"));
    let nodes = |agent| {
        let settings = settings(agent);
        settings.top.nodes + settings.second.map_or(0, |second| second.nodes)
    };
    let [one, two, both] = ["uctr", "uct2", "uctr2"].map(nodes);
    check("nodes", &format!("(recycling: {one}; two levels: {two}, both: {both})"));
    let (_, memory) = default("memory").split_once("alone: ").unwrap();
    let given = format!("grave:time=1s,memory={}", memory.trim_end_matches(')'));
    assert_eq!(settings("grave:time=1s"), settings(&given), "{given}");
}

#[test]
fn full_specs_read_back_the_same() {
    let extra = [
        "",
        ":playouts=777",
        ":time=1.5s",
        ":time=2s,playouts=9",
        ":playout=mast,epsilon=0.1",
        ":playout=patterns",
        ":counters=16",
        ":memory=64KiB,time=1s",
    ];
    let special = [
        "uct:c=0.4,fpu=1.1",
        "grave:k=500,ref=0,amaf=both",
        "grave2:nodes=240,lambda=0.2,sharing=off,stop=2",
        "graver2:top_nodes=3,second_nodes=9,playouts=1000,top=7",
        "hrave:amaf=point",
        "grave:prior=12.5,playout=patterns",
        "graver:memory=16KiB,tables=auto,table_at=12,keep_root=on",
        "uctr2:prior=3",
    ];
    let all = AGENTS.iter().filter(|agent| agent.has_playouts());
    let all = all.flat_map(|a| extra.iter().map(move |e| format!("{}{e}", a.name)));
    for text in all.chain(special.map(String::from)) {
        let spec = Spec::parse(&text).unwrap();
        let first = spec.mcts_settings(&Sized9).unwrap_or_else(|e| panic!("{text}: {e}"));
        let written = FullSpec(&spec.agent, &first).to_string();
        assert_eq!(first, settings(&written), "{text} became {written}");
    }
}

/// A sixth of the nodes has tables, but no more than can be of use; in a small memory they are narrow.
#[test]
fn memory_is_divided_between_nodes_and_tables() {
    let keys = "tables=auto,table_at=12,playouts=10000";
    for (agent, most) in [("grave", 64 << 10), ("graver", 8 << 10), ("graver", 16 << 10)] {
        let text = format!("{agent}:memory={most},{keys}");
        let settings = settings(&text);
        assert_eq!(settings.top.tables, settings.top.nodes.div_ceil(6), "{text}");
        assert_eq!(settings.table_counters, Some(Width::W8), "{text}");
        let mut larger = settings;
        (larger.top.nodes, larger.top.tables) = (settings.top.nodes + 6, settings.top.tables + 1);
        let bytes = |settings| bytes_needed(settings, &Sized9).unwrap();
        assert!(bytes(&settings) <= most && bytes(&larger) > most, "{text} could be larger");
    }
    let roomy = settings(&format!("graver:memory=64MiB,{keys}"));
    assert_eq!((roomy.top.nodes, roomy.top.tables, roomy.table_counters), (10_000, 834, None));
    let two =
        settings("graver2:nodes=160,top=160,second=80,tables=auto,second_tables=auto,table_at=12");
    assert_eq!((two.top.tables, two.second.unwrap().tables), (80, 7));
    assert_eq!(
        settings("graver:memory=16KiB,tables=auto,table_counters=16").table_counters,
        Some(Width::W16)
    );
}

#[test]
fn memory_picks_the_most_nodes_that_fit() {
    for name in ["uct", "grave", "graver", "grave2", "graver2", "hraver2"] {
        let text = format!("{name}:memory=48KiB,time=1s");
        let settings = settings(&text);
        let bytes = bytes_needed(&settings, &Sized9).unwrap();
        assert!(bytes <= 48 << 10, "{text} takes {bytes}");
        let mut larger = settings;
        larger.top.nodes += 6;
        larger.top.tables = larger.top.tables.saturating_add(1);
        if let Some(second) = &mut larger.second {
            second.nodes += 1;
            second.playouts += 1;
        }
        assert!(bytes_needed(&larger, &Sized9).unwrap() > 48 << 10, "{text} could be larger");
    }
    assert_eq!(settings("graver:memory=1MiB,time=1s").counters, Some(Width::W16));
    assert_eq!(settings("grave:memory=64MiB,playouts=500").top.nodes, 500, "more are useless");
    assert_eq!(settings("grave:time=1s").playouts, None);
}

/// However much memory there is, the top level has leaves to choose among.
#[test]
fn two_levels_share_the_playouts() {
    for agent in ["uct2", "uctr2", "grave2", "graver2:reuse=on"] {
        for size in ["100KiB", "1MiB", "64MiB", "4GiB"] {
            for (bounds, playouts) in [
                ("", 10_000),
                (",time=1s", 10_000),
                (",playouts=1000", 1000),
                (",playouts=32000,time=1s", 32_000),
            ] {
                let colon = if agent.contains(':') { "," } else { ":" };
                let text = format!("{agent}{colon}memory={size}{bounds}");
                let settings = settings(&text);
                let second = settings.second.unwrap();
                let leaves = playouts / second.playouts;
                assert!(leaves + 2 >= second.playouts, "{text}: {leaves} leaves");
                assert!(second.nodes <= second.playouts, "{text} has nodes without use");
                let most = settings.top.playouts.map_or(u32::MAX, |leaves| 4 * leaves);
                assert!(settings.top.nodes <= most, "{text} has nodes without use");
            }
        }
    }
    let second = |text| settings(text).second.unwrap();
    assert_eq!(second("uct2:nodes=2000,playouts=1000").playouts, 32);
    assert_eq!(second("uct2:playouts=90").playouts, 10);
    assert_eq!(second("grave2:nodes=2000,time=1s").playouts, 100);
    let plain = settings("grave2:nodes=2000");
    assert_eq!((plain.top.playouts, plain.second.unwrap().playouts), (Some(1000), 1000));
    // Values that are given are used.
    assert_eq!(second("grave2:memory=1MiB,playouts=1000,second=500").playouts, 500);
    assert_eq!(second("grave2:memory=1MiB,playouts=1000,top=4").playouts, 250);
    let shared = settings("graver2:memory=64KiB,time=1s,lambda=0.25");
    let (top, second) = (shared.top.nodes, shared.second.unwrap().nodes);
    assert!((3 * second).abs_diff(top) <= 3, "{top} and {second}");
}

#[test]
fn sizes_have_units() {
    let same = |one: &str, other: &str| {
        let settings = |size| settings(&format!("grave:memory={size},time=1s"));
        assert_eq!(settings(one), settings(other), "{one} is {other}");
    };
    same("64KiB", "65536");
    same("64KB", "64000B");
    same("1.5MiB", "1_572_864");
    same("0.5gb", "500MB");
    assert_ne!(settings("grave:memory=64KB,time=1s"), settings("grave:memory=64KiB,time=1s"));
}

/// The limit that an error names is itself accepted.
#[test]
fn the_limits_are_accepted() {
    for spec in [
        "grave:playouts=18_446_744_073_709_551_615",
        "grave:nodes=4_294_967_294,ref=4_294_967_294,bias=1000000",
        "grave:time=10000h,memory=1000000GiB,k=1000000",
        "uct2:top_nodes=4_294_967_294,second_nodes=1,c=1000000,fpu=-1000000,stop=1000000",
    ] {
        assert!(Spec::parse(spec).is_ok(), "{spec}");
    }
}

#[test]
fn playouts_and_nodes_follow_from_each_other() {
    assert_eq!(settings("grave:playouts=500").top.nodes, 500);
    assert_eq!(settings("grave:nodes=500").playouts, Some(500));
    assert_eq!(settings("graver:nodes=500").playouts, Some(10_000));
    assert_eq!(settings("grave2:nodes=200").max_playouts(), Some(10_000));
    assert_eq!(settings("grave2:nodes=200,playouts=5000").top.playouts, Some(71));
    assert_eq!(settings("grave2:nodes=200,playouts=5000,top=10").second.unwrap().playouts, 500);
    assert_eq!(settings("grave2:nodes=240,lambda=0.2").second.unwrap().nodes, 48);
    assert_eq!(settings("GRAVE2:Nodes=2_00").second.unwrap().nodes, 100);
}

#[test]
fn a_games_defaults_fill_what_is_silent() {
    let spec = Spec::parse("grave:bias=0.5").unwrap().with_defaults("bias=0.1,ref=50,c=3").unwrap();
    let Policy::Amaf { reference, schedule, .. } = spec.mcts_settings(&Sized9).unwrap().policy
    else {
        panic!("grave is an AMAF policy")
    };
    assert_eq!((reference, schedule), (50, Schedule::Bias(0.5)));
    // These agents set the value of an untried move themselves.
    for (text, prior) in [("uct", Some(9.0)), ("uct:fpu=1", None), ("uct:prior=off", None)] {
        let spec = Spec::parse(text).unwrap().with_defaults("prior=9").unwrap();
        assert_eq!(spec.mcts_settings(&Sized9).unwrap().prior, prior, "{text}");
    }
    let paper = Spec::parse("grave:paper").unwrap();
    assert_eq!(paper.with_defaults("ref=50").unwrap(), paper);
    assert!(Spec::parse("grave").unwrap().with_defaults("nonsense=1").is_err());
}

#[test]
fn mistakes_are_answered_with_what_would_be_right() {
    let cases = [
        ("gravy", "no agent is called 'gravy': there are mc, uct,"),
        ("", "no agent is called ''"),
        ("grave:nods=3", "grave has no key 'nods': it has memory, nodes, playouts, time, ref,"),
        ("grave:second=3", "grave has no key 'second': only agents with two levels and pn2 do"),
        ("uct:amaf=own", "uct has no key 'amaf': only the rave, grave and hrave agents do"),
        ("rave:ref=3", "rave has no key 'ref': only the grave agents do"),
        (
            "mc:nodes=3",
            "mc has no key 'nodes': only agents with a tree, minimax, alphabeta, pvs, mtdf and sss and pn, \
             pn2, bestfirst, bstar and conspiracy do",
        ),
        ("grave:nodes=0", "nodes=0 does not fit: nodes is a whole number from 1 to 4_294_967_294"),
        ("grave:nodes=-5", "nodes=-5 does not fit: nodes is a whole number from 1"),
        ("grave:nodes=99999999999", "nodes=99999999999 does not fit"),
        ("grave:nodes", "nodes= needs a value: a whole number from 1"),
        ("grave:", "grave has no key '': it has"),
        ("grave:paper=1", "'paper' takes no value"),
        ("grave:bias=nan", "bias=nan does not fit: bias is a number from 0 to 1000000"),
        ("grave:nodes=3,nodes=4", "'nodes' is given twice"),
        ("grave:time=5", "time=5 does not fit: time is a time above 0 and up to 10000h, such as"),
        ("grave:time=0s", "time=0s does not fit"),
        ("grave:time=10001h", "time=10001h does not fit"),
        ("grave:memory=64kibi", "64KiB (65,536 bytes), 64KB (64,000 bytes), 1.5MiB or 2GB"),
        ("grave:memory=1.5", "memory=1.5 does not fit: memory is a size up to 1000000GiB: bytes"),
        ("grave:memory=.5MiB", "memory=.5MiB does not fit"),
        ("grave:memory=1e3MiB", "memory=1e3MiB does not fit"),
        ("grave:memory=0.0000001KiB", "does not fit"),
        ("grave:memory=1000001GiB", "does not fit"),
        ("grave:memory=99999999999999999999GiB", "does not fit"),
        ("uct:c=1e7", "c=1e7 does not fit: c is a number from 0 to 1000000"),
        ("uct:fpu=-1e7", "fpu is off or a number from -1000000 to 1000000"),
        ("grave2:stop=0.5", "stop is off or a number from 1 to 1000000"),
        ("grave:playouts=18446744073709551616", "to 18_446_744_073_709_551_615"),
        ("grave:memory=64kb,nodes=1000,table_at=1", "nodes=185 would fit"),
        ("grave:memory=100,nodes=9", "memory=100 is too little: the smallest such player"),
        ("grave2:top_nodes=99,second_nodes=9,memory=9KiB", "give fewer top_nodes and second_nodes"),
        ("grave:prior=2000000", "prior is off or a number above 0 and up to 1000000"),
        ("grave:memory=100", "memory=100 is too little: the smallest such player"),
        ("grave2:nodes=1", "two levels need at least nodes=2"),
        ("grave2:lambda=1", "lambda=1 does not fit: lambda is a number between 0 and 1"),
        ("grave2:top_nodes=5", "top_nodes= and second_nodes= go together"),
        ("grave2:top_nodes=5,second_nodes=5,nodes=10", "not both"),
        ("grave2:top=5,second=5,playouts=25", "give two of the three"),
        ("grave:bias=1,k=1", "give one of them"),
        ("grave:epsilon=0.1", "epsilon= and decay= need playout=mast"),
        ("grave:playout=patterns,decay=0.1", "epsilon= and decay= need playout=mast"),
        ("grave:prior=0", "prior=0 does not fit: prior is off or a number above 0"),
        ("mc:prior=3", "mc has no key 'prior': only agents with a tree do"),
        ("uct:prior=3,fpu=1", "give one of them"),
        ("grave:amaf=all", "amaf=all does not fit: amaf is both, own, own-any or point"),
        ("grave:counters=8,nodes=1000", "counters=8 can number at most 255 nodes"),
        ("grave2:counters=8,sharing=off", "counters=8 allows at most 63 second-level playouts"),
    ];
    for (text, expected) in cases {
        let error = error(text);
        assert!(error.contains(expected), "{text}: {error}");
        assert!(!error.contains('\n'));
    }
}
