//! The agent language for agents without playouts.

use cairn_core::capabilities::{Capabilities, Measure};
use cairn_core::minimax::{Driver, Value};
use cairn_core::proof::{Goal, Method};
use cairn_core::spec::{AGENTS, Agent, Family, FullSpec, KEYS, SOLVERS, Settings, Spec};
use cairn_core::{Game, Outcome, Turn, best, minimax, proof};

/// A long game, with an evaluation if it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Long {
    players: usize,
    evaluated: bool,
}

impl Game for Long {
    type Move = u16;
    fn players(&self) -> usize {
        self.players
    }
    fn keys(&self) -> usize {
        50
    }
    fn max_plies(&self) -> usize {
        900
    }
    fn max_moves(&self) -> usize {
        50
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
    fn capabilities(&self) -> Capabilities<Self> {
        let evaluation = self.evaluated.then_some(Measure { bound: 9, of: |_| 0 });
        Capabilities { evaluation, ..Capabilities::NONE }
    }
}

const GAME: Long = Long { players: 2, evaluated: true };
const BLIND: Long = Long { players: 2, evaluated: false };

fn settings_for(text: &str, game: &Long) -> Settings {
    let spec = Spec::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    spec.settings(game).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn settings(text: &str) -> Settings {
    settings_for(text, &GAME)
}

fn minimax(text: &str) -> minimax::Settings {
    let Settings::Minimax(settings) = settings(text) else { panic!("{text} is not alpha-beta") };
    settings
}

fn proof(text: &str) -> proof::Settings {
    let Settings::Proof(settings) = settings(text) else { panic!("{text} is not proof search") };
    settings
}

fn best(text: &str) -> best::Settings {
    let Settings::Best(settings) = settings(text) else { panic!("{text} is not best first") };
    settings
}

fn error(text: &str, game: &Long) -> String {
    match Spec::parse(text).and_then(|spec| spec.settings(game)) {
        Ok(settings) => panic!("{text} is accepted: {settings:?}"),
        Err(error) => error.to_string(),
    }
}

fn solvers() -> impl Iterator<Item = Agent> {
    AGENTS.into_iter().filter(|agent| !agent.has_playouts())
}

#[test]
fn every_solver_is_an_agent() {
    assert_eq!(solvers().map(|agent| agent.name).collect::<Vec<_>>(), SOLVERS);
    let driver = |name: &str| match Spec::parse(name).unwrap().agent.family {
        Family::Minimax(driver) => driver,
        family => panic!("{name} is {family:?}"),
    };
    assert_eq!(driver("mtdf"), Driver::Mtdf);
    assert_eq!(minimax("pvs").driver, Driver::Pvs);
    assert!(matches!(proof("pn").method, Method::Pn(_)));
    assert!(matches!(proof("pn2").method, Method::Pn2 { .. }));
    assert!(matches!(proof("DFPN").method, Method::Dfpn(_)));
    assert_eq!(best("bstar:margin=7").method, best::Method::BStar { margin: 7 });
    let conspiracy = best::Method::Conspiracy { threshold: 5, grades: 9 };
    assert_eq!(best("conspiracy:threshold=5,grades=9").method, conspiracy);
}

#[test]
fn the_table_tells_the_truth_about_defaults() {
    for agent in solvers() {
        for key in KEYS.iter().filter(|key| key.applies_to(&agent)) {
            let given = format!("{}:{}={}", agent.name, key.name, key.default);
            if Spec::parse(&given).is_ok() {
                assert_eq!(settings(agent.name), settings(&given), "{given}");
            }
        }
    }
}

/// Only the first limit is a default: with another, there is none.
#[test]
fn a_search_without_limits_gets_one() {
    let limit = |text: &str| settings(text).max_steps();
    let default = |agent: &str, name: &str| {
        let agent = AGENTS.iter().find(|other| other.name == agent).unwrap();
        let key = KEYS.iter().find(|key| key.name == name && key.applies_to(agent)).unwrap();
        key.default
    };
    for (agent, key, steps) in [
        ("pvs", "nodes", 100_000),
        ("dfpn", "positions", 100_000),
        ("bestfirst", "expansions", 10_000),
    ] {
        assert_eq!(limit(agent), Some(steps), "{agent}");
        assert!(default(agent, key).ends_with(&format!("otherwise {steps}")), "{agent}");
        assert_eq!(limit(&format!("{agent}:{key}=7")), Some(7));
        assert_eq!(limit(&format!("{agent}:time=1s")), None);
        assert_eq!(limit(&format!("{agent}:time=1s,{key}=7")), Some(7));
        let endless = Spec::parse(agent).unwrap().endless().settings(&GAME).unwrap();
        assert_eq!(endless.max_steps(), None, "{agent}");
    }
    assert_eq!(limit("alphabeta:depth=4"), None);
    assert_eq!(limit("dfpn:depth=4"), Some(100_000), "a depth alone does not end a proof");
}

#[test]
fn keys_set_what_they_say() {
    let plain = minimax(
        "alphabeta:ordering=off,priors=on,killers=off,history=off,null=off,reductions=off,\
         quiescence=off,aspiration=off,deepening=0,strict=off,reuse=off,table=off,depth=3,moves=9",
    );
    let expected = minimax::Settings {
        depth: Some(3),
        strict: false,
        priors: true,
        moves: Some(9),
        line: plain.line,
        ..minimax::Settings::plain(Driver::AlphaBeta)
    };
    assert_eq!(plain, expected);
    let full = minimax("pvs:depth=5,table=1000");
    let expected =
        minimax::Settings { earlier: 0, ..minimax::Settings::full(Driver::Pvs, 5, 1000) };
    assert_eq!(full, expected, "the defaults are those of a search for play");
    let Settings::Proof(weak) = settings("pn:weak=on,mobility=off,goal=draw,nodes=5,recycle=off")
    else {
        panic!("pn is proof search")
    };
    let tree = proof::Tree { nodes: 5, recycle: false };
    assert_eq!((weak.method, weak.goal), (Method::Pn(tree), Goal::Draw));
    assert_eq!((weak.weak, weak.mobility), (true, false));
    assert_eq!(
        proof::Settings { positions: None, ..proof("dfpn:table=80") },
        proof::Settings::dfpn(80)
    );
    let pn2 = proof::Settings { positions: None, ..proof("pn2:nodes=80,second=40") };
    assert_eq!(pn2, proof::Settings::pn2(80, 40));
}

#[test]
fn full_specs_read_back_the_same() {
    let extra = ["", ":time=1.5s", ":memory=200KiB", ":depth=9,memory=100KB", ":depth=3,time=1s"];
    let special = [
        "mtdf:table=off,value=outcome,nodes=5",
        "pvs:moves=70,table=12,aspiration=off",
        "pn2:nodes=9,second=4,stop=2",
        "dfpn:epsilon=0,weak=off,moves=90,table=8,goal=win",
        "bstar:margin=1,nodes=77,expansions=3",
    ];
    let all = SOLVERS.iter().flat_map(|name| extra.iter().map(move |e| format!("{name}{e}")));
    for text in all.chain(special.map(String::from)) {
        let spec = Spec::parse(&text).unwrap();
        for game in [GAME, BLIND] {
            let Ok(first) = spec.settings(&game) else { continue };
            let written = FullSpec(&spec.agent, &first).to_string();
            assert_eq!(first, settings_for(&written, &game), "{text} became {written}");
        }
    }
}

#[test]
fn memory_is_used_and_never_exceeded() {
    for name in SOLVERS {
        for size in [8 << 10, 30 << 10, 300 << 10, 2 << 20] {
            let text = format!("{name}:memory={size}");
            for game in [GAME, BLIND] {
                let spec = Spec::parse(&text).unwrap();
                let settings = match spec.settings(&game) {
                    Ok(settings) => settings,
                    Err(error) => {
                        let error = error.to_string();
                        let small = error.contains("is too little") && size <= 30 << 10;
                        assert!(small || error.contains("evaluation"), "{text}: {error}");
                        continue;
                    }
                };
                let bytes = settings.bytes_needed(&game).unwrap();
                assert!(bytes <= size, "{text} takes {bytes}");
                let unused = size - bytes;
                assert!(name == "minimax" || unused < 256, "{text} leaves {unused} bytes");
            }
        }
    }
    // The table comes before lines that nobody will search.
    let small = minimax("pvs:memory=64KiB");
    assert!(small.table >= 1900, "{}", small.table);
    assert!(small.depth.is_some_and(|depth| depth >= 30), "{:?}", small.depth);
    assert_eq!(minimax("pvs:memory=64MiB").depth, None, "there is room for every line");
    // A tree has room for the children of the root, and df-pn for some lists of moves.
    let Method::Pn(tree) = proof("pn:memory=3KiB").method else { panic!("pn has a tree") };
    assert!(tree.nodes > 50, "{}", tree.nodes);
    let Method::Dfpn(table) = proof("dfpn:memory=8KiB").method else { panic!("dfpn has a table") };
    assert!(table.moves.is_none_or(|moves| moves >= 200), "{table:?}");
    // What is given is kept.
    assert_eq!(minimax("pvs:memory=64KiB,depth=8").depth, Some(8));
    assert_eq!(minimax("pvs:memory=64KiB,table=64").table, 64);
}

/// The smallest player that the error names exists.
#[test]
fn the_smallest_player_fits() {
    for name in SOLVERS {
        for game in [GAME, BLIND] {
            let spec = format!("{name}:memory=9");
            let error = error(&spec, &game);
            if error.contains("evaluation") {
                continue;
            }
            let needed = error.strip_suffix(" bytes").and_then(|text| text.rsplit(' ').next());
            let needed = needed.unwrap_or_else(|| panic!("{spec}: {error}"));
            settings_for(&format!("{name}:memory={needed}"), &game);
        }
    }
}

#[test]
fn mistakes_are_answered_with_what_would_be_right() {
    let cases = [
        ("alphabeta:playouts=9", "alphabeta has no key 'playouts': only agents with playouts do"),
        ("dfpn:null=off", "dfpn has no key 'null': only alphabeta, pvs, mtdf and sss do"),
        ("minimax:killers=on", "minimax has no key 'killers': only alphabeta, pvs, mtdf and sss"),
        ("mtdf:aspiration=9", "only alphabeta and pvs do"),
        ("pvs:epsilon=1", "pvs has no key 'epsilon': only agents with playouts and dfpn do"),
        ("pvs:depth=0", "depth=0 does not fit: depth is a whole number from 1 to 65535"),
        ("pvs:table=0", "table=0 does not fit: table is off or a whole number from 1"),
        ("dfpn:table=off", "table=off does not fit: table is a whole number from 1"),
        ("pvs:null=maybe", "null=maybe does not fit: null is on or off"),
        ("pvs:nods=3", "pvs has no key 'nods': it has memory, time, depth, nodes, table,"),
        ("pvs:value=margin", "this game has no margins"),
        ("pn:nodes=5,nodes=6", "'nodes' is given twice"),
        ("conspiracy:grades=2", "grades=2 does not fit: grades is a whole number from 3 to 255"),
        ("pvs:memory=9KiB,table=4000", "memory=9216 is too little: the smallest such player"),
    ];
    for (text, expected) in cases {
        let error = error(text, &GAME);
        assert!(error.contains(expected), "{text}: {error}");
        assert!(!error.contains('\n'));
    }
    for text in ["pvs:depth=4", "bestfirst", "bstar:nodes=9"] {
        let spec = Spec::parse(text).unwrap();
        let error = spec.settings(&BLIND).unwrap_err();
        assert!(error.needs_evaluation(), "{text}: {error}");
    }
    for name in SOLVERS {
        let error = error(name, &Long { players: 3, evaluated: true });
        assert!(error.contains("grave"), "{name}: {error}");
        let spec = Spec::parse(name).unwrap();
        let error = spec.mcts_settings(&GAME).unwrap_err().to_string();
        assert!(error.contains("use an agent with playouts, such as grave"), "{error}");
    }
    assert_eq!(minimax("sss").value, Value::Outcome);
}

/// What a game says for agents with playouts does not reach the others by chance.
#[test]
fn a_games_defaults_go_to_the_agents_that_have_the_key() {
    let defaults = "amaf=both,playout=patterns,prior=10,null=off";
    let spec = Spec::parse("pvs:depth=3").unwrap().with_defaults(defaults).unwrap();
    let Settings::Minimax(settings) = spec.settings(&GAME).unwrap() else { panic!("alpha-beta") };
    assert_eq!(settings, minimax("pvs:depth=3,null=off"));
    assert!(Spec::parse("grave").unwrap().with_defaults(defaults).is_ok());
}
