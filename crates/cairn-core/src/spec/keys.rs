//! The keys of the language, each defined once: the parser, the errors, the lists that people read
//! and the written form of a spec all come from this table.
//!
//! Those of agents without playouts are in `solver_keys.rs`. A name may occur twice, for different
//! agents: `nodes` of a tree and of alpha-beta.
//!
//! **To add a key**, add an entry to [`PLAYOUT_KEYS`] and the field of [`Settings`] that it sets. A default
//! that `read` accepts is the value of the key when it is not given. Any other default describes
//! what `resolve.rs` works out.

use super::agents::{
    ALL, AMAF, AMAF_TWO_LEVELS, Agent, AgentGroup, GRAVE, PLAYOUTS, TREE, TWO_LEVELS, UCT,
};
use super::resolve::AUTO;
use super::solver_keys::SOLVER_KEYS;
use super::value::{
    MAX_COUNT, OFF_ON, Value, count, off_or, on_off, parse_bytes, positive, real, time, whole, word,
};
use super::{Bits, Spec};
use crate::mcts::{AmafMode, Playout, Policy, Schedule, Second, Settings, Width};

/// A key that a spec can give a value to.
#[derive(Clone, Copy)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// The values it accepts, with their units.
    pub values: &'static str,
    /// Its value if it is not given.
    pub default: &'static str,
    /// The value that `paper` sets it to; empty if `paper` does not set it.
    pub paper: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The agents that have it.
    pub agents: AgentGroup,
    /// Sets the key to a value; `None` if it is not one of `values`.
    pub(super) read: fn(&mut Spec, &str) -> Option<()>,
    /// The value in settings. `None` if other keys determine it, or if it has no effect there.
    pub(super) write: fn(&Settings) -> Option<Value>,
}

impl Key {
    /// Whether `agent` has this key.
    pub fn applies_to(&self, agent: &Agent) -> bool {
        (self.agents.contains)(agent)
    }
}

/// What most keys have in common.
pub(super) const KEY: Key = Key {
    name: "",
    values: "",
    default: "",
    paper: "",
    about: "",
    agents: PLAYOUTS,
    read: |_, _| None,
    write: |_| None,
};

pub(super) const COUNT: &str = "a whole number from 1 to 4_294_967_294";
const TABLES: &str = "auto, all or a whole number from 1 to 4_294_967_294";

/// The largest weight, far beyond any useful one.
const MAX: f32 = 1e6;
/// The smallest number above 0.
const ABOVE_0: f32 = f32::from_bits(1);

const AMAF_MODES: [AmafMode; 4] =
    [AmafMode::Both, AmafMode::Own, AmafMode::OwnAny, AmafMode::Point];
const AMAF_NAMES: [&str; 4] = ["both", "own", "own-any", "point"];
const PLAYOUT_NAMES: [&str; 3] = ["uniform", "mast", "patterns"];

/// How many keys there are.
const LEN: usize = PLAYOUT_KEYS.len() + SOLVER_KEYS.len();
const _: () = assert!(LEN <= Bits::BITS as usize, "each key has a bit");

/// Every key, in the order in which lists show them and specs are written.
pub static KEYS: [Key; LEN] = {
    let mut keys = [KEY; LEN];
    let mut index = 0;
    while index < LEN {
        keys[index] = match index < PLAYOUT_KEYS.len() {
            true => PLAYOUT_KEYS[index],
            false => SOLVER_KEYS[index - PLAYOUT_KEYS.len()].key,
        };
        index += 1;
    }
    keys
};

/// The keys of all agents, and of those with playouts.
const PLAYOUT_KEYS: [Key; 29] = [
    Key {
        name: "memory",
        values: "a size up to 1000000GiB: bytes such as 50000, or with a unit such as 64KiB \
                 (65,536 bytes), 64KB (64,000 bytes), 1.5MiB or 2GB",
        default: "what the nodes need (without playouts: 16MiB; with time= alone: 64MiB)",
        about: "bytes for the whole player; without nodes= or table=, as many as fit",
        agents: ALL,
        read: |spec, text| set(&mut spec.memory, parse_bytes(text).map(Some)),
        ..KEY
    },
    Key {
        name: "nodes",
        values: COUNT,
        default: "playouts, with reuse=on twice that (recycling: 1536; two levels: 200, both: 160)",
        about: "nodes, N; with two levels, of both trees together",
        agents: TREE,
        read: |spec, text| set(&mut spec.nodes, count(text).map(Some)),
        write: |settings| match settings.second {
            Some(_) => None,
            None => Some(Value::Count(settings.top.nodes.into())),
        },
        ..KEY
    },
    Key {
        name: "lambda",
        values: "a number between 0 and 1",
        default: "0.5",
        paper: "0.5",
        about: "the second level's share of the nodes",
        agents: TWO_LEVELS,
        read: |spec, text| {
            set(&mut spec.lambda, real(text, ABOVE_0..=1.0).filter(|&lambda| lambda < 1.0))
        },
        ..KEY
    },
    Key {
        name: "top_nodes",
        values: COUNT,
        default: "nodes − second_nodes",
        about: "nodes of the top level, instead of nodes and lambda",
        agents: TWO_LEVELS,
        read: |spec, text| set(&mut spec.top_nodes, count(text).map(Some)),
        write: |settings| Some(Value::Count(settings.top.nodes.into())),
        ..KEY
    },
    Key {
        name: "second_nodes",
        values: COUNT,
        default: "lambda × nodes; with memory instead of nodes, at most second",
        about: "nodes of the second level",
        agents: TWO_LEVELS,
        read: |spec, text| set(&mut spec.second_nodes, count(text).map(Some)),
        write: |settings| Some(Value::Count(settings.second?.nodes.into())),
        ..KEY
    },
    Key {
        name: "playouts",
        values: "a whole number from 1 to 18_446_744_073_709_551_615",
        default: "10000 (two levels: top × second)",
        about: "playouts for each move, P",
        read: |spec, text| set(&mut spec.settings.playouts, positive(text).map(Some)),
        write: |settings| settings.playouts.map(Value::Count),
        ..KEY
    },
    Key {
        name: "top",
        values: COUNT,
        default: "top_nodes (with recycling twice that)",
        about: "leaves searched by the top level, P_top",
        agents: TWO_LEVELS,
        read: |spec, text| set(&mut spec.top, count(text).map(Some)),
        // Of playouts, top and second only two may be given.
        write: |settings| match settings.playouts {
            Some(_) => None,
            None => settings.top.playouts.map(|leaves| Value::Count(leaves.into())),
        },
        ..KEY
    },
    Key {
        name: "second",
        values: COUNT,
        default: "second_nodes; given playouts, time or memory, at most √P (P = 10000 unless given)",
        about: "playouts for each leaf, P_sec",
        agents: TWO_LEVELS,
        read: |spec, text| set(&mut spec.second, count(text).map(Some)),
        write: |settings| Some(Value::Count(settings.second?.playouts.into())),
        ..KEY
    },
    Key {
        name: "sharing",
        values: "on or off",
        default: "on",
        paper: "on",
        about: "forward sharing: the second level reads and feeds the top level at once",
        agents: TWO_LEVELS,
        read: |spec, text| set(&mut second(spec)?.sharing, on_off(text)),
        write: |settings| Some(Value::Word(OFF_ON[usize::from(settings.second?.sharing)])),
    },
    Key {
        name: "stop",
        values: "off or a number from 1 to 1000000",
        default: "off",
        paper: "off",
        about: "give up a leaf whose odds are this many times worse than the whole search's",
        agents: TWO_LEVELS,
        read: |spec, text| set(&mut second(spec)?.stop, off_or(text, 1.0..=MAX)),
        write: |settings| Some(real_or_off(settings.second?.stop)),
    },
    Key {
        name: "time",
        values: "a time above 0 and up to 10000h, such as 500ms, 1.5s, 2m or 1h",
        default: "no limit",
        about: "time for each move; without playouts= and top= it is the only limit",
        agents: ALL,
        read: |spec, text| set(&mut spec.settings.time, time(text).map(Some)),
        write: |settings| settings.time.map(Value::Time),
        ..KEY
    },
    Key {
        name: "c",
        values: "a number from 0 to 1000000",
        default: "0.70710678",
        paper: "0.70710678",
        about: "UCT's exploration constant",
        agents: UCT,
        read: |spec, text| match &mut spec.settings.policy {
            Policy::Uct { c, .. } => set(c, real(text, 0.0..=MAX)),
            _ => None,
        },
        write: |settings| match settings.policy {
            Policy::Uct { c, .. } => Some(Value::Real(c)),
            _ => None,
        },
    },
    Key {
        name: "fpu",
        values: "off or a number from -1000000 to 1000000",
        default: "off",
        paper: "off",
        about: "first-play urgency: the value of an untried move; off: infinite",
        agents: UCT,
        read: |spec, text| match &mut spec.settings.policy {
            Policy::Uct { fpu, .. } => set(fpu, off_or(text, -MAX..=MAX)),
            _ => None,
        },
        write: |settings| match settings.policy {
            Policy::Uct { fpu, .. } => Some(real_or_off(fpu)),
            _ => None,
        },
    },
    Key {
        name: "ref",
        values: "a whole number from 0 to 4_294_967_294",
        default: "12",
        paper: "25",
        about: "playouts in a node's AMAF table that make it the reference for the nodes below it",
        agents: GRAVE,
        read: |spec, text| match &mut spec.settings.policy {
            Policy::Amaf { reference, .. } => {
                let visits = whole(text).filter(|&visits| visits <= MAX_COUNT.into());
                set(reference, visits.map(|visits| visits as u32))
            }
            _ => None,
        },
        write: |settings| match settings.policy {
            Policy::Amaf { reference, .. } => Some(Value::Count(reference.into())),
            _ => None,
        },
    },
    Key {
        name: "bias",
        values: "a number from 0 to 1000000",
        default: "0.01",
        paper: "0.01",
        about: "how fast a move's own mean outweighs its AMAF mean",
        agents: AMAF,
        read: |spec, text| set(&mut spec.bias, real(text, 0.0..=MAX)),
        write: |settings| match settings.policy {
            Policy::Amaf { schedule: Schedule::Bias(bias), .. } => Some(Value::Real(bias)),
            _ => None,
        },
    },
    Key {
        name: "k",
        values: "off or a number above 0 and up to 1000000",
        default: "off",
        paper: "off",
        about: "the older schedule instead of bias: AMAF weighs k/(visits + k)",
        agents: AMAF,
        read: |spec, text| set(&mut spec.k, off_or(text, ABOVE_0..=MAX)),
        write: |settings| match settings.policy {
            Policy::Amaf { schedule: Schedule::K(k), .. } => Some(Value::Real(k)),
            _ => None,
        },
    },
    Key {
        name: "amaf",
        values: "both, own, own-any or point",
        default: "own-any",
        paper: "own-any",
        about: "whose moves a table counts and who reads it",
        agents: AMAF,
        read: |spec, text| match &mut spec.settings.policy {
            Policy::Amaf { mode, .. } => {
                set(mode, word(text, &AMAF_NAMES).map(|index| AMAF_MODES[index]))
            }
            _ => None,
        },
        write: |settings| settings.policy.mode().map(|mode| Value::Word(AMAF_NAMES[mode as usize])),
    },
    Key {
        name: "tables",
        values: TABLES,
        default: "auto",
        paper: "all",
        about: "AMAF tables, the root's included; auto: one for every table_at / 2 nodes (top of two \
                levels: for every node), but no more than can be of use; all: as many as nodes",
        agents: AMAF,
        read: |spec, text| set(&mut spec.settings.top.tables, tables(text)),
        write: |settings| settings.policy.mode().map(|_| all_or(settings.top.tables)),
    },
    Key {
        name: "second_tables",
        values: TABLES,
        default: "auto",
        paper: "all",
        about: "AMAF tables of the second level",
        agents: AMAF_TWO_LEVELS,
        read: |spec, text| set(&mut second(spec)?.tables, tables(text)),
        write: |settings| settings.policy.mode().and(settings.second).map(|s| all_or(s.tables)),
    },
    Key {
        name: "table_at",
        values: COUNT,
        default: "ref, but from 1 to 12 (rave: 1)",
        paper: "1",
        about: "visits after which a node gets an AMAF table",
        agents: AMAF,
        read: |spec, text| set(&mut spec.settings.table_at, count(text)),
        write: |settings| settings.policy.mode().map(|_| Value::Count(settings.table_at.into())),
    },
    Key {
        name: "table_counters",
        values: "auto, 8, 16 or 32 (bits)",
        default: "auto",
        paper: "auto",
        about: "width of the counters in AMAF tables but the root's; auto: as wide as the nodes', with \
                tables=auto in a small memory= 8",
        agents: AMAF,
        read: |spec, text| set(&mut spec.settings.table_counters, width(text)),
        write: |settings| settings.policy.mode().map(|_| width_or_auto(settings.table_counters)),
    },
    Key {
        name: "keep_root",
        values: "on or off",
        default: "on with recycling, otherwise off",
        paper: "off",
        about: "the moves of the root keep their visits when their nodes are recycled",
        agents: TREE,
        read: |spec, text| set(&mut spec.settings.keep_root, on_off(text)),
        write: |settings| Some(Value::Word(OFF_ON[usize::from(settings.keep_root)])),
    },
    Key {
        name: "prior",
        values: "off or a number above 0 and up to 1000000",
        default: "off",
        paper: "off",
        about: "how many visits the game's own opinion of a move counts for",
        agents: TREE,
        read: |spec, text| set(&mut spec.settings.prior, off_or(text, ABOVE_0..=MAX)),
        write: |settings| Some(real_or_off(settings.prior)),
    },
    Key {
        name: "reuse",
        values: "on or off",
        default: "off",
        paper: "off",
        about: "begin with the part of the last turn's tree that is about the position",
        agents: TREE,
        read: |spec, text| set(&mut spec.settings.reuse, on_off(text)),
        write: |settings| Some(Value::Word(OFF_ON[usize::from(settings.reuse)])),
    },
    Key {
        name: "playout",
        values: "uniform, mast or patterns",
        default: "uniform",
        paper: "mast",
        about: "how playouts choose moves: at random, by move averages, by knowledge of the game",
        read: |spec, text| {
            let playouts =
                [Playout::Uniform, Playout::Mast { epsilon: 0.0, decay: 0.0 }, Playout::Patterns];
            set(&mut spec.settings.playout, word(text, &PLAYOUT_NAMES).map(|index| playouts[index]))
        },
        write: |settings| {
            let index = match settings.playout {
                Playout::Uniform => 0,
                Playout::Mast { .. } => 1,
                Playout::Patterns => 2,
            };
            Some(Value::Word(PLAYOUT_NAMES[index]))
        },
        ..KEY
    },
    Key {
        name: "epsilon",
        values: "a number from 0 to 1",
        default: "0.4",
        paper: "0.4",
        about: "with playout=mast: the probability of a random move",
        read: |spec, text| set(&mut spec.epsilon, real(text, 0.0..=1.0)),
        write: |settings| match settings.playout {
            Playout::Mast { epsilon, .. } => Some(Value::Real(epsilon)),
            _ => None,
        },
        ..KEY
    },
    Key {
        name: "decay",
        values: "a number from 0 to 1",
        default: "0.2",
        paper: "0.2",
        about: "with playout=mast: the share of the move averages' weight kept after each turn",
        read: |spec, text| set(&mut spec.decay, real(text, 0.0..=1.0)),
        write: |settings| match settings.playout {
            Playout::Mast { decay, .. } => Some(Value::Real(decay)),
            _ => None,
        },
        ..KEY
    },
    Key {
        name: "counters",
        values: "auto, 8, 16 or 32 (bits)",
        default: "auto",
        about: "width of the counters; when one could overflow, its whole tree's counts are halved",
        read: |spec, text| set(&mut spec.settings.counters, width(text)),
        write: |settings| Some(width_or_auto(settings.counters)),
        ..KEY
    },
    Key {
        name: "paper",
        values: "nothing: it is a flag",
        default: "not set",
        about: "every value that the GRAVE² paper fixes, and one reading of what it leaves open",
        ..KEY
    },
];

/// The bit that says that a key was given: of agents with playouts if others have it too.
pub(super) const fn bit(name: &str) -> Bits {
    let name = name.as_bytes();
    let mut index = 0;
    loop {
        let other = KEYS[index].name.as_bytes();
        let mut same = 0;
        while same < name.len() && same < other.len() && name[same] == other[same] {
            same += 1;
        }
        if same == name.len() && same == other.len() {
            return 1 << index;
        }
        index += 1;
    }
}

pub(super) fn set<T>(slot: &mut T, value: Option<T>) -> Option<()> {
    *slot = value?;
    Some(())
}

fn second(spec: &mut Spec) -> Option<&mut Second> {
    spec.settings.second.as_mut()
}

fn width(text: &str) -> Option<Option<Width>> {
    let widths = [None, Some(Width::W8), Some(Width::W16), Some(Width::W32)];
    word(text, &["auto", "8", "16", "32"]).map(|index| widths[index])
}

fn width_or_auto(width: Option<Width>) -> Value {
    width.map_or(Value::Word("auto"), |width| Value::Count(width as u64))
}

/// A number of tables: [`AUTO`] for `auto`, the largest number for `all`.
fn tables(text: &str) -> Option<u32> {
    word(text, &["auto", "all"]).map(|index| [AUTO, u32::MAX][index]).or_else(|| count(text))
}

fn all_or(tables: u32) -> Value {
    if tables == u32::MAX { Value::Word("all") } else { Value::Count(tables.into()) }
}

fn real_or_off(value: Option<f32>) -> Value {
    value.map_or(Value::Word("off"), Value::Real)
}
