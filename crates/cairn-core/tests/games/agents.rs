//! Every kind of search that the settings can describe, as tables to loop over.

use cairn_core::Game;
use cairn_core::mcts::{
    AmafMode, Level, Playout, Policy, Schedule, Search, Second, Settings, Width,
};
use cairn_core::mcts::{MoveStats, bytes_needed};
use cairn_core::memory::{Block, Word, words};

/// A search in a box of its own.
pub fn boxed<G: Game>(settings: Settings, game: &G) -> Search<G, &'static mut [Word]> {
    let bytes = bytes_needed(&settings, game).expect("settings that can be laid out");
    let block = vec![Word::uninit(); words(bytes)].leak();
    Search::new(settings, game, block).expect("a block of the right size")
}

/// What a search knows of the moves at its root.
pub fn moves<G: Game, B: Block>(search: &mut Search<G, B>) -> Vec<MoveStats<G::Move>> {
    let mut all = Vec::new();
    search.for_each_move(|stats| all.push(stats));
    all
}

pub const AMAF_MODES: [AmafMode; 4] =
    [AmafMode::Both, AmafMode::Own, AmafMode::OwnAny, AmafMode::Point];

pub const UNIFORM: Playout = Playout::Uniform;
pub const PATTERNS: Playout = Playout::Patterns;
pub const MAST: Playout = Playout::Mast { epsilon: 0.4, decay: 0.2 };

/// RAVE, GRAVE or HRAVE.
pub const fn amaf(reference: u32, mode: AmafMode, schedule: Schedule) -> Policy {
    Policy::Amaf { reference, mode, schedule }
}

/// One policy of each kind, for tests that are about something else.
pub const POLICIES: [Policy; 5] = [
    Policy::Flat,
    Policy::Uct { c: 0.7, fpu: None },
    amaf(0, AmafMode::Both, Schedule::Bias(0.01)),
    amaf(25, AmafMode::Own, Schedule::Bias(0.01)),
    amaf(u32::MAX, AmafMode::Point, Schedule::K(50.0)),
];

/// All of them: UCT with and without first-play urgency, and RAVE, GRAVE and HRAVE with every
/// mode and both schedules.
pub fn all_policies() -> Vec<Policy> {
    let mut policies = vec![
        Policy::Flat,
        Policy::Uct { c: 0.7, fpu: None },
        Policy::Uct { c: 0.4, fpu: Some(0.6) },
    ];
    for mode in AMAF_MODES {
        for schedule in [Schedule::Bias(0.02), Schedule::K(20.0)] {
            policies.extend([0, 12, u32::MAX].map(|reference| amaf(reference, mode, schedule)));
        }
    }
    policies
}

/// One level.
pub const fn one(policy: Policy, playout: Playout, nodes: u32, playouts: u32) -> Settings {
    Settings {
        policy,
        prior: None,
        playout,
        reuse: false,
        table_at: 1,
        table_counters: None,
        keep_root: false,
        top: Level { nodes, playouts: Some(playouts), recycle: false, tables: u32::MAX },
        second: None,
        playouts: None,
        time: None,
        counters: None,
    }
}

/// A second level: `nodes`, `playouts`.
pub const fn second(nodes: u32, playouts: u32) -> Second {
    Second { nodes, playouts, recycle: false, tables: u32::MAX, sharing: true, stop: None }
}

impl Form {
    /// The settings of this form of a search.
    pub fn of(&self, policy: Policy, playout: Playout) -> Settings {
        let settings = one(policy, playout, self.top.nodes, 0);
        Settings { top: self.top, second: self.second, ..settings }
    }
}

/// Levels, pools and recycling.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    pub top: Level,
    pub second: Option<Second>,
}

/// A level with a table in each node: `nodes`, `playouts`.
pub const fn level(nodes: u32, playouts: u32, recycle: bool) -> Level {
    Level { nodes, playouts: Some(playouts), recycle, tables: u32::MAX }
}

/// One and two levels, with ample and with short pools, recycling in each, in both and in neither,
/// with sharing and without, with and without the early stop.
pub fn all_forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for (nodes, playouts) in [(1000, 90), (1000, 140), (20, 120), (3, 60), (2, 50), (1, 30)] {
        forms.extend(
            [false, true]
                .map(|recycle| Form { top: level(nodes, playouts, recycle), second: None }),
        );
    }
    for sharing in [false, true] {
        for (nodes, second) in [(12, second(9, 9)), (6, second(4, 14)), (2, second(1, 7))] {
            for recycle in 0..4 {
                let second = Second { sharing, recycle: recycle & 1 > 0, ..second };
                forms.push(Form { top: level(nodes, 13, recycle & 2 > 0), second: Some(second) });
            }
        }
        // A quarter of its playouts is not a whole number.
        let hasty = Second { sharing, recycle: true, stop: Some(1.2), ..second(8, 14) };
        forms.extend(
            [30, 10].map(|nodes| Form { top: level(nodes, 20, nodes < 20), second: Some(hasty) }),
        );
    }
    forms
}

/// Which nodes have AMAF tables, how far counters count, and whether root moves are kept.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// The most tables, on the top level and on the second.
    pub most: (u32, u32),
    pub at: u32,
    /// The widths of the counters in nodes and in tables.
    pub counters: (Option<Width>, Option<Width>),
    pub keep_root: bool,
}

impl Tables {
    /// The settings with these tables.
    pub fn of(&self, settings: Settings) -> Settings {
        let mut settings = settings;
        settings.top.tables = self.most.0;
        settings.second = settings.second.map(|two| Second { tables: self.most.1, ..two });
        (settings.counters, settings.table_counters) = self.counters;
        (settings.table_at, settings.keep_root) = (self.at, self.keep_root);
        settings
    }
}

/// Tables for all nodes that ask and for a few, at once and later, with narrow counters and with
/// counters as wide as the nodes', with the root moves kept and not. Their number is prime, so that
/// tests can take them in turn.
pub fn all_tables() -> [Tables; 11] {
    let tables = |most, at, keep_root| Tables { most, at, counters: (None, None), keep_root };
    let narrow = |tables| Tables { counters: (Some(Width::W16), Some(Width::W8)), ..tables };
    let many = (u32::MAX, u32::MAX);
    [
        tables(many, 1, true),
        tables(many, 2, false),
        tables(many, 5, true),
        tables((3, 2), 1, false),
        tables((7, 3), 2, true),
        tables((4, 4), 2, false),
        tables((2, 2), 5, true),
        tables((1, 1), 1, false),
        narrow(tables(many, 1, false)),
        narrow(tables((6, 3), 2, true)),
        narrow(tables((9, 5), 5, false)),
    ]
}
