//! The names and keys of the language, each in one place: this table feeds the parser, its errors
//! and every list that a person sees.

use crate::decimal::parse_decimal;
use core::time::Duration;

use super::Spec;
use crate::mcts::{AmafMode, Width};

/// Which formula an agent selects by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Flat Monte Carlo.
    Mc,
    /// Upper confidence bounds.
    Uct,
    /// AMAF of the node itself.
    Rave,
    /// AMAF of the nearest well-visited node above.
    Grave,
    /// AMAF of the root.
    Hrave,
}

/// A name that a spec can start with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agent {
    /// The name.
    pub name: &'static str,
    /// Its selection.
    pub family: Family,
    /// Whether a new leaf is searched by a second tree of its own.
    pub two_levels: bool,
    /// Whether full pools reuse their least recently used nodes.
    pub recycles: bool,
    /// What it is, in a few words.
    pub about: &'static str,
}

const fn agent(
    name: &'static str,
    family: Family,
    two_levels: bool,
    recycles: bool,
    about: &'static str,
) -> Agent {
    Agent { name, family, two_levels, recycles, about }
}

/// Every agent.
pub const AGENTS: [Agent; 17] = {
    use Family::*;
    [
        agent("mc", Mc, false, false, "flat Monte Carlo: every move the same number of playouts"),
        agent("uct", Uct, false, false, "upper confidence bounds for trees"),
        agent("uct2", Uct, true, false, "UCT with a second-level search at each new leaf"),
        agent("uctr", Uct, false, true, "UCT that recycles nodes"),
        agent("uctr2", Uct, true, true, "UCT with two levels and recycling"),
        agent("rave", Rave, false, false, "move values shared within each subtree"),
        agent("rave2", Rave, true, false, "RAVE with two levels"),
        agent("raver", Rave, false, true, "RAVE that recycles nodes"),
        agent("raver2", Rave, true, true, "RAVE with two levels and recycling"),
        agent("grave", Grave, false, false, "RAVE that borrows from a well-visited node above"),
        agent("grave2", Grave, true, false, "GRAVE with two levels"),
        agent("graver", Grave, false, true, "GRAVE that recycles nodes"),
        agent("graver2", Grave, true, true, "GRAVE with two levels and recycling"),
        agent("hrave", Hrave, false, false, "RAVE that always borrows from the root"),
        agent("hrave2", Hrave, true, false, "HRAVE with two levels"),
        agent("hraver", Hrave, false, true, "HRAVE that recycles nodes"),
        agent("hraver2", Hrave, true, true, "HRAVE with two levels and recycling"),
    ]
};

/// A key that a spec can give a value to.
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// What may stand behind it, with its unit.
    pub values: &'static str,
    /// What it is if it is not given.
    pub default: &'static str,
    /// What `paper` sets it to, or nothing.
    pub paper: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The agents that have it, in words, and as a test.
    pub only: &'static str,
    pub(super) fits: fn(&Agent) -> bool,
    /// Reads the value; `None` if it is not one of `values`.
    pub(super) set: fn(&mut Spec, &str) -> Option<()>,
}

impl Key {
    /// Whether `agent` has this key.
    pub fn fits(&self, agent: &Agent) -> bool {
        (self.fits)(agent)
    }
}

fn any(_: &Agent) -> bool {
    true
}
fn tree(agent: &Agent) -> bool {
    agent.family != Family::Mc
}
fn two(agent: &Agent) -> bool {
    agent.two_levels
}
fn uct(agent: &Agent) -> bool {
    agent.family == Family::Uct
}
fn grave(agent: &Agent) -> bool {
    agent.family == Family::Grave
}
fn amaf(agent: &Agent) -> bool {
    matches!(agent.family, Family::Rave | Family::Grave | Family::Hrave)
}

/// The numbers of nodes and the like that fit the layout, where the largest means none.
const COUNT: &str = "a whole number from 1 to 4_294_967_294";

/// The largest of the settings that weigh something, far beyond any that means something.
const MOST: f32 = 1e6;

/// The longest time and the largest memory.
const MOST_SECONDS: f64 = 10_000.0 * 3600.0;
const MOST_BYTES: u64 = 1_000_000 << 30;

/// Every key, in the order of the lists.
pub const KEYS: [Key; 24] = [
    Key {
        name: "playouts",
        values: "a whole number from 1 to 18_446_744_073_709_551_615",
        default: "10000 (two levels: top × second)",
        paper: "",
        about: "playouts for each move, P",
        only: "all agents",
        fits: any,
        set: |spec, v| some(&mut spec.playouts, number(v)?),
    },
    Key {
        name: "time",
        values: "a time above 0 and up to 10000h, such as 500ms, 1.5s, 2m or 1h",
        default: "no limit",
        paper: "",
        about: "time for each move; without playouts= or top= it is the only bound",
        only: "all agents",
        fits: any,
        set: |spec, v| some(&mut spec.time, time(v)?),
    },
    Key {
        name: "memory",
        values: "a size up to 1000000GiB: bytes such as 50000, or with a unit such as 64KiB \
                 (65,536 bytes), 64KB (64,000 bytes), 1.5MiB or 2GB",
        default: "as much as nodes need (with time= alone: 64MiB)",
        paper: "",
        about: "bytes for the whole player; without nodes= the most nodes that fit",
        only: "all agents",
        fits: any,
        set: |spec, v| some(&mut spec.memory, parse_bytes(v)?),
    },
    Key {
        name: "nodes",
        values: COUNT,
        default: "playouts, with reuse=on twice that (recycling: 1536; two levels: 200, both: 160)",
        paper: "",
        about: "nodes, N; with two levels, of both trees together",
        only: "agents with a tree",
        fits: tree,
        set: |spec, v| some(&mut spec.nodes, number32(v)?),
    },
    Key {
        name: "lambda",
        values: "a number between 0 and 1",
        default: "0.5",
        paper: "0.5",
        about: "the second level's share of the nodes",
        only: "agents with two levels",
        fits: two,
        set: |spec, v| some(&mut spec.lambda, real(v).filter(|&x| x > 0.0 && x < 1.0)?),
    },
    Key {
        name: "top_nodes",
        values: COUNT,
        default: "nodes − second_nodes",
        paper: "",
        about: "nodes of the top level, instead of nodes and lambda",
        only: "agents with two levels",
        fits: two,
        set: |spec, v| some(&mut spec.top_nodes, number32(v)?),
    },
    Key {
        name: "second_nodes",
        values: COUNT,
        default: "lambda × nodes; told memory instead, at most second",
        paper: "",
        about: "nodes of the second level",
        only: "agents with two levels",
        fits: two,
        set: |spec, v| some(&mut spec.second_nodes, number32(v)?),
    },
    Key {
        name: "top",
        values: COUNT,
        default: "top_nodes (with recycling twice that)",
        paper: "",
        about: "leaves searched by the top level, P_top",
        only: "agents with two levels",
        fits: two,
        set: |spec, v| some(&mut spec.top, number32(v)?),
    },
    Key {
        name: "second",
        values: COUNT,
        default: "second_nodes; told playouts, time or memory, at most √P (P = 10000 if not told)",
        paper: "",
        about: "playouts for each leaf, P_sec",
        only: "agents with two levels",
        fits: two,
        set: |spec, v| some(&mut spec.second, number32(v)?),
    },
    Key {
        name: "sharing",
        values: "on or off",
        default: "on",
        paper: "on",
        about: "forward sharing: the second level reads and feeds the top level at once",
        only: "agents with two levels",
        fits: two,
        set: |spec, v| some(&mut spec.sharing, on_off(v)?),
    },
    Key {
        name: "stop",
        values: "off or a number from 1 to 1000000",
        default: "off",
        paper: "off",
        about: "give up a leaf whose odds are so many times worse than the search's",
        only: "agents with two levels",
        fits: two,
        set: |spec, v| some(&mut spec.stop, off_or(v, |x| (1.0..=MOST).contains(&x))?),
    },
    Key {
        name: "c",
        values: "a number from 0 to 1000000",
        default: "0.70710678",
        paper: "0.70710678",
        about: "UCT's exploration constant",
        only: "the uct agents",
        fits: uct,
        set: |spec, v| some(&mut spec.c, real(v).filter(|x| (0.0..=MOST).contains(x))?),
    },
    Key {
        name: "fpu",
        values: "off or a number from -1000000 to 1000000",
        default: "off",
        paper: "off",
        about: "first-play urgency: the value of an untried move; off: infinite",
        only: "the uct agents",
        fits: uct,
        set: |spec, v| some(&mut spec.fpu, off_or(v, |x| (-MOST..=MOST).contains(&x))?),
    },
    Key {
        name: "ref",
        values: "a whole number from 0 to 4_294_967_294",
        default: "25",
        paper: "25",
        about: "visits that make a node the reference for those below",
        only: "the grave agents",
        fits: grave,
        // The largest number is HRAVE, which has a name of its own.
        set: |spec, v| some(&mut spec.reference, whole(v).filter(|&n| n < u32::MAX.into())? as u32),
    },
    Key {
        name: "bias",
        values: "a number from 0 to 1000000",
        default: "0.01",
        paper: "0.01",
        about: "how fast a move's own mean outweighs its AMAF mean",
        only: "the rave, grave and hrave agents",
        fits: amaf,
        set: |spec, v| some(&mut spec.bias, real(v).filter(|x| (0.0..=MOST).contains(x))?),
    },
    Key {
        name: "k",
        values: "off or a number above 0 and up to 1000000",
        default: "off",
        paper: "off",
        about: "the older schedule instead of bias: AMAF weighs k/(visits + k)",
        only: "the rave, grave and hrave agents",
        fits: amaf,
        set: |spec, v| some(&mut spec.k, off_or(v, |x| x > 0.0 && x <= MOST)?),
    },
    Key {
        name: "amaf",
        values: "both, own, own-any or point",
        default: "own-any",
        paper: "own-any",
        about: "whose moves a table counts and who reads it",
        only: "the rave, grave and hrave agents",
        fits: amaf,
        set: |spec, v| {
            let mode = AMAF_MODES.iter().find(|(name, _)| name.eq_ignore_ascii_case(v))?.1;
            some(&mut spec.amaf, mode)
        },
    },
    Key {
        name: "prior",
        values: "off or a number above 0 and up to 1000000",
        default: "off",
        paper: "off",
        about: "how many visits the game's own opinion of a move counts for",
        only: "agents with a tree",
        fits: tree,
        set: |spec, v| some(&mut spec.prior, off_or(v, |x| x > 0.0 && x <= MOST)?),
    },
    Key {
        name: "reuse",
        values: "on or off",
        default: "off",
        paper: "off",
        about: "begin with what the turn before found out about the position",
        only: "agents with a tree",
        fits: tree,
        set: |spec, v| some(&mut spec.reuse, on_off(v)?),
    },
    Key {
        name: "playout",
        values: "uniform, mast or patterns",
        default: "uniform",
        paper: "mast",
        about: "how playouts choose: at random, by the game's move averages, by what it knows",
        only: "all agents",
        fits: any,
        set: |spec, v| {
            let playouts = [PlayoutName::Uniform, PlayoutName::Mast, PlayoutName::Patterns];
            some(&mut spec.playout, playouts[choice(v, ["uniform", "mast", "patterns"])?])
        },
    },
    Key {
        name: "epsilon",
        values: "a number from 0 to 1",
        default: "0.4",
        paper: "0.4",
        about: "with playout=mast: the probability of a random move",
        only: "all agents",
        fits: any,
        set: |spec, v| some(&mut spec.epsilon, real(v).filter(|&x| (0.0..=1.0).contains(&x))?),
    },
    Key {
        name: "decay",
        values: "a number from 0 to 1",
        default: "0.2",
        paper: "0.2",
        about: "with playout=mast: what is left of the averages after each turn",
        only: "all agents",
        fits: any,
        set: |spec, v| some(&mut spec.decay, real(v).filter(|&x| (0.0..=1.0).contains(&x))?),
    },
    Key {
        name: "counters",
        values: "auto, 8, 16 or 32 (bits)",
        default: "auto",
        paper: "",
        about: "width of the counters; past its range all of a tree's counts halve",
        only: "all agents",
        fits: any,
        set: |spec, v| {
            let widths = [None, Some(Width::W8), Some(Width::W16), Some(Width::W32)];
            some(&mut spec.counters, widths[choice(v, ["auto", "8", "16", "32"])?])
        },
    },
    Key {
        name: "paper",
        values: "nothing: it is a flag",
        default: "not set",
        paper: "",
        about: "every value that the GRAVE² paper fixes, and one mode of what it leaves open",
        only: "all agents",
        fits: any,
        set: |_, _| None,
    },
];

/// A playout policy without its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayoutName {
    Uniform,
    Mast,
    Patterns,
}

pub(super) const AMAF_MODES: [(&str, AmafMode); 4] = [
    ("both", AmafMode::Both),
    ("own", AmafMode::Own),
    ("own-any", AmafMode::OwnAny),
    ("point", AmafMode::Point),
];

fn some<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    *slot = Some(value);
    Some(())
}

/// A whole number, with or without `_` between its digits.
fn whole(text: &str) -> Option<u64> {
    if text.is_empty() || text.starts_with('_') || text.ends_with('_') {
        return None;
    }
    text.bytes().filter(|&b| b != b'_').try_fold(0u64, |n, b| {
        let digit = b.is_ascii_digit().then(|| u64::from(b - b'0'))?;
        n.checked_mul(10)?.checked_add(digit)
    })
}

fn number(text: &str) -> Option<u64> {
    whole(text).filter(|&n| n > 0)
}

fn number32(text: &str) -> Option<u32> {
    number(text).and_then(|n| u32::try_from(n).ok()).filter(|&n| n < u32::MAX)
}

fn real(text: &str) -> Option<f32> {
    parse_decimal(text).map(|x| x as f32).filter(|x| x.is_finite())
}

fn choice<const N: usize>(text: &str, names: [&str; N]) -> Option<usize> {
    names.iter().position(|name| name.eq_ignore_ascii_case(text))
}

fn on_off(text: &str) -> Option<bool> {
    Some(choice(text, ["off", "on"])? == 1)
}

fn off_or(text: &str, allowed: impl Fn(f32) -> bool) -> Option<Option<f32>> {
    match choice(text, ["off"]) {
        Some(_) => Some(None),
        None => real(text).filter(|&x| allowed(x)).map(Some),
    }
}

/// Splits a number from the unit behind it.
fn with_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    text.split_at(end)
}

/// Reads a size like `64KiB`, `16MiB` or `50000`.
pub fn parse_bytes(text: &str) -> Option<u64> {
    let (count, unit) = with_unit(text);
    let units = ["", "B", "KiB", "MiB", "GiB", "KB", "MB", "GB"];
    let sizes = [1, 1, 1 << 10, 1 << 20, 1 << 30, 1_000, 1_000_000, 1_000_000_000];
    let size = sizes[choice(unit, units)?];
    let bytes = match count.split_once('.') {
        None => number(count)?.checked_mul(size)?,
        // Half a unit is a number of bytes; half a byte is not.
        Some((whole, part)) if size > 1 && [whole, part].iter().all(|s| is_digits(s)) => {
            (parse_decimal(count)? * size as f64) as u64
        }
        Some(_) => return None,
    };
    Some(bytes).filter(|bytes| (1..=MOST_BYTES).contains(bytes))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn time(text: &str) -> Option<Duration> {
    let (count, unit) = with_unit(text);
    let scale = [1e-3, 1.0, 60.0, 3600.0][choice(unit, ["ms", "s", "m", "h"])?];
    let seconds = parse_decimal(count)? * scale;
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    (!time.is_zero() && seconds <= MOST_SECONDS).then_some(time)
}
