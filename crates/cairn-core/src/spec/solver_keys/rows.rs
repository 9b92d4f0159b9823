//! The table of keys of agents without playouts.

use super::SolverKey;
use crate::best;
use crate::minimax::{self, Value as Worth};
use crate::proof::{self, Goal, Method};
use crate::spec::Settings;
use crate::spec::agents::solvers::{
    BEST, BSTAR, CONSPIRACY, DFPN, LISTS, MINIMAX, NO_PLAYOUTS, PN, PN2, PROOF, PRUNING, TREES,
    WINDOW,
};
use crate::spec::keys::{COUNT, KEY, Key, set};
use crate::spec::solvers::LIMITS;
use crate::spec::value::{OFF_ON, Value, count, on_off, positive, whole, word};

const GOALS: [Goal; 3] = [Goal::Value, Goal::Win, Goal::Draw];
const GOAL_NAMES: [&str; 3] = ["value", "win", "draw"];
const WORTHS: [Worth; 2] = [Worth::Outcome, Worth::Margin];
const WORTH_NAMES: [&str; 2] = ["outcome", "margin"];
const ANY_COUNT: &str = "a whole number from 1 to 18_446_744_073_709_551_615";
const TABLE: &str = "off or a whole number from 1 to 4_294_967_294";
const SWITCH: &str = "on or off";

/// Every key of these agents but `memory` and `time`, which all agents have.
pub const SOLVER_KEYS: [SolverKey; 31] = [
    SolverKey {
        key: Key {
            name: "depth",
            values: "a whole number from 1 to 65535",
            default: "no limit, or in a small memory= what leaves half of it to the rest",
            about: "plies from the root after which positions are evaluated, or for proof unknown",
            agents: NO_PLAYOUTS,
            read: |spec, text| set(&mut spec.solver.depth, number(text, 1).map(Some)),
            ..KEY
        },
        write: |settings| {
            let depth = match settings {
                Settings::Minimax(settings) => settings.depth,
                Settings::Proof(settings) => settings.depth,
                Settings::Best(settings) => settings.depth,
                Settings::Playouts(_) => None,
            };
            depth.map(|depth| Value::Count(depth.into()))
        },
    },
    SolverKey {
        key: Key {
            name: "nodes",
            values: ANY_COUNT,
            default: LIMITS[0],
            about: "positions to visit for each move",
            agents: MINIMAX,
            read: |spec, text| set(&mut spec.solver.limit, positive(text).map(Some)),
            ..KEY
        },
        write: |settings| minimax(settings)?.nodes.map(Value::Count),
    },
    SolverKey {
        key: Key {
            name: "positions",
            values: ANY_COUNT,
            default: LIMITS[1],
            about: "positions to look at for each move",
            agents: PROOF,
            read: |spec, text| set(&mut spec.solver.limit, positive(text).map(Some)),
            ..KEY
        },
        write: |settings| proof(settings)?.positions.map(Value::Count),
    },
    SolverKey {
        key: Key {
            name: "expansions",
            values: ANY_COUNT,
            default: LIMITS[2],
            about: "leaves to expand for each move",
            agents: BEST,
            read: |spec, text| set(&mut spec.solver.limit, positive(text).map(Some)),
            ..KEY
        },
        write: |settings| best(settings)?.expansions.map(Value::Count),
    },
    SolverKey {
        key: Key {
            name: "table",
            values: TABLE,
            default: "what memory= leaves; minimax: off",
            about: "positions that the table can hold, of 16 bytes each",
            agents: MINIMAX,
            read: |spec, text| {
                let off = word(text, &["off"]).map(|_| 0);
                set(&mut spec.solver.size, off.or_else(|| count(text)).map(Some))
            },
            ..KEY
        },
        write: |settings| {
            let table = minimax(settings)?.table;
            Some(if table == 0 { Value::Word("off") } else { Value::Count(table.into()) })
        },
    },
    SolverKey {
        key: Key {
            name: "table",
            values: COUNT,
            default: "what memory= leaves",
            about: "positions that the table can hold",
            agents: DFPN,
            read: |spec, text| set(&mut spec.solver.size, count(text).map(Some)),
            ..KEY
        },
        write: |settings| match proof(settings)?.method {
            Method::Dfpn(table) => Some(Value::Count(table.entries.into())),
            _ => None,
        },
    },
    SolverKey {
        key: Key {
            name: "nodes",
            values: COUNT,
            default: "what memory= leaves",
            about: "nodes of the tree; of pn2, of the first one",
            agents: TREES,
            read: |spec, text| set(&mut spec.solver.size, count(text).map(Some)),
            ..KEY
        },
        write: |settings| match settings {
            Settings::Best(settings) => Some(Value::Count(settings.nodes.into())),
            _ => match proof(settings)?.method {
                Method::Pn(tree) | Method::Pn2 { top: tree, .. } => {
                    Some(Value::Count(tree.nodes.into()))
                }
                Method::Dfpn(_) => None,
            },
        },
    },
    SolverKey {
        key: Key {
            name: "second",
            values: COUNT,
            default: "nodes",
            about: "nodes of the second tree, which grows with the first",
            agents: PN2,
            read: |spec, text| set(&mut spec.solver.second, count(text).map(Some)),
            ..KEY
        },
        write: |settings| match proof(settings)?.method {
            Method::Pn2 { second, .. } => Some(Value::Count(second.nodes.into())),
            _ => None,
        },
    },
    SolverKey {
        key: Key {
            name: "moves",
            values: "auto or a whole number from 1 to 4_294_967_294",
            default: "auto",
            about: "moves that are listed for one line of positions; auto: all, or in a small memory= \
                    fewer. Without a list moves come in the game's order, and for dfpn not at all",
            agents: LISTS,
            read: |spec, text| {
                let auto = word(text, &["auto"]).map(|_| None);
                set(&mut spec.solver.moves, auto.or_else(|| count(text).map(Some)))
            },
            ..KEY
        },
        write: |settings| {
            let moves = match settings {
                Settings::Minimax(settings) => settings.moves,
                _ => match proof(settings)?.method {
                    Method::Dfpn(table) => table.moves,
                    _ => None,
                },
            };
            moves.map(|moves| Value::Count(moves.into()))
        },
    },
    SolverKey {
        key: Key {
            name: "deepening",
            values: "a whole number from 0 to 65535",
            default: "1",
            about: "plies that each iteration searches deeper; 0: to the end at once",
            agents: MINIMAX,
            read: |spec, text| set(&mut spec.solver.minimax.deepening, number(text, 0)),
            ..KEY
        },
        write: |settings| Some(Value::Count(minimax(settings)?.deepening.into())),
    },
    SolverKey {
        key: Key {
            name: "value",
            values: "outcome or margin",
            default: "outcome",
            about: "what the end of a game is worth: who wins and how soon, or by how much",
            agents: MINIMAX,
            read: |spec, text| {
                let value = word(text, &WORTH_NAMES).map(|index| WORTHS[index]);
                set(&mut spec.solver.minimax.value, value)
            },
            ..KEY
        },
        write: |settings| Some(Value::Word(WORTH_NAMES[minimax(settings)?.value as usize])),
    },
    SolverKey {
        key: Key {
            name: "strict",
            values: SWITCH,
            default: "on",
            about: "keep values that depend on a repetition out of the table",
            agents: MINIMAX,
            read: |spec, text| set(&mut spec.solver.minimax.strict, on_off(text)),
            ..KEY
        },
        write: |settings| switch(minimax(settings)?.strict),
    },
    SolverKey {
        key: Key {
            name: "reuse",
            values: SWITCH,
            default: "on",
            about: "begin with the last turn's table",
            agents: MINIMAX,
            read: |spec, text| set(&mut spec.solver.minimax.reuse, on_off(text)),
            ..KEY
        },
        write: |settings| switch(minimax(settings)?.reuse),
    },
    SolverKey {
        key: Key {
            name: "aspiration",
            values: "off or a whole number from 1 to 65535",
            default: "32",
            about: "half the width of the first window around the last iteration's value",
            agents: WINDOW,
            read: |spec, text| set(&mut spec.solver.minimax.aspiration, off_or_number(text)),
            ..KEY
        },
        write: |settings| Some(number_or_off(minimax(settings)?.aspiration)),
    },
    SolverKey {
        key: Key {
            name: "ordering",
            values: SWITCH,
            default: "on",
            about: "try good moves first; off: in the game's order",
            agents: PRUNING,
            read: |spec, text| set(&mut spec.solver.minimax.ordering, on_off(text)),
            ..KEY
        },
        write: |settings| switch(minimax(settings)?.ordering),
    },
    SolverKey {
        key: Key {
            name: "priors",
            values: SWITCH,
            default: "off",
            about: "the game's own opinion of moves orders them, in games without another order",
            agents: PRUNING,
            read: |spec, text| set(&mut spec.solver.minimax.priors, on_off(text)),
            ..KEY
        },
        write: |settings| switch(minimax(settings)?.priors),
    },
    SolverKey {
        key: Key {
            name: "killers",
            values: SWITCH,
            default: "on",
            about: "try moves early that refuted another at the same ply",
            agents: PRUNING,
            read: |spec, text| set(&mut spec.solver.minimax.killers, on_off(text)),
            ..KEY
        },
        write: |settings| switch(minimax(settings)?.killers),
    },
    SolverKey {
        key: Key {
            name: "history",
            values: SWITCH,
            default: "on",
            about: "try moves early that refuted others anywhere",
            agents: PRUNING,
            read: |spec, text| set(&mut spec.solver.minimax.history, on_off(text)),
            ..KEY
        },
        write: |settings| switch(minimax(settings)?.history),
    },
    SolverKey {
        key: Key {
            name: "null",
            values: SWITCH,
            default: "on",
            about: "cut off positions that are good even after a pass, where the game allows one",
            agents: PRUNING,
            read: |spec, text| set(&mut spec.solver.minimax.null, on_off(text)),
            ..KEY
        },
        write: |settings| switch(minimax(settings)?.null),
    },
    SolverKey {
        key: Key {
            name: "reductions",
            values: SWITCH,
            default: "on",
            about: "search late moves less deep at first; then hardly anything but wins is proved",
            agents: PRUNING,
            read: |spec, text| set(&mut spec.solver.minimax.reductions, on_off(text)),
            ..KEY
        },
        write: |settings| switch(minimax(settings)?.reductions),
    },
    SolverKey {
        key: Key {
            name: "quiescence",
            values: "off or a whole number from 1 to 65535",
            default: "32",
            about: "plies of forcing moves that may follow the depth limit",
            agents: PRUNING,
            read: |spec, text| set(&mut spec.solver.minimax.quiescence, off_or_number(text)),
            ..KEY
        },
        write: |settings| Some(number_or_off(minimax(settings)?.quiescence)),
    },
    SolverKey {
        key: Key {
            name: "goal",
            values: "value, win or draw",
            default: "value",
            about: "the question: what it is worth, is it a win, is it at least a draw",
            agents: PROOF,
            read: |spec, text| {
                let goal = word(text, &GOAL_NAMES).map(|index| GOALS[index]);
                set(&mut spec.solver.goal, goal)
            },
            ..KEY
        },
        write: |settings| Some(Value::Word(GOAL_NAMES[proof(settings)?.goal as usize])),
    },
    SolverKey {
        key: Key {
            name: "mobility",
            values: SWITCH,
            default: "on",
            about: "new leaves begin with their number of moves",
            agents: PROOF,
            read: |spec, text| set(&mut spec.solver.mobility, on_off(text)),
            ..KEY
        },
        write: |settings| switch(proof(settings)?.mobility),
    },
    SolverKey {
        key: Key {
            name: "weak",
            values: SWITCH,
            default: "off",
            about: "instead of the sum of numbers, take the greatest and 1 for each other move",
            agents: PN,
            read: |spec, text| set(&mut spec.solver.weak, on_off(text)),
            ..KEY
        },
        write: |settings| switch(proof(settings)?.weak),
    },
    SolverKey {
        key: Key {
            name: "weak",
            values: SWITCH,
            default: "on",
            about: "instead of the sum of numbers, take the greatest and 1 for each other move",
            agents: DFPN,
            read: |spec, text| set(&mut spec.solver.weak, on_off(text)),
            ..KEY
        },
        write: |settings| switch(proof(settings)?.weak),
    },
    SolverKey {
        key: Key {
            name: "recycle",
            values: SWITCH,
            default: "on",
            about: "a full tree forgets what it has not visited for longest",
            agents: PN,
            read: |spec, text| set(&mut spec.solver.recycle, on_off(text)),
            ..KEY
        },
        write: |settings| match proof(settings)?.method {
            Method::Pn(tree) | Method::Pn2 { top: tree, .. } => switch(tree.recycle),
            Method::Dfpn(_) => None,
        },
    },
    SolverKey {
        key: Key {
            name: "stop",
            values: "off or a whole number from 1 to 65535",
            default: "off",
            about: "give up a leaf whose proof number is this many times its disproof number",
            agents: PN2,
            read: |spec, text| set(&mut spec.solver.stop, off_or_number(text)),
            ..KEY
        },
        write: |settings| match proof(settings)?.method {
            Method::Pn2 { second, .. } => Some(number_or_off(second.stop.unwrap_or(0))),
            _ => None,
        },
    },
    SolverKey {
        key: Key {
            name: "epsilon",
            values: "a whole number from 0 to 65535 (per cent)",
            default: "25",
            about: "search a child until its number is this much greater than the second best",
            agents: DFPN,
            read: |spec, text| set(&mut spec.solver.epsilon, number(text, 0)),
            ..KEY
        },
        write: |settings| match proof(settings)?.method {
            Method::Dfpn(table) => Some(Value::Count(table.epsilon.into())),
            _ => None,
        },
    },
    SolverKey {
        key: Key {
            name: "margin",
            values: "a whole number from 0 to 65535",
            default: "50",
            about: "how far an evaluation may be wrong",
            agents: BSTAR,
            read: |spec, text| set(&mut spec.solver.margin, number(text, 0)),
            ..KEY
        },
        write: |settings| match best(settings)?.method {
            best::Method::BStar { margin } => Some(Value::Count(margin.into())),
            _ => None,
        },
    },
    SolverKey {
        key: Key {
            name: "threshold",
            values: "a whole number from 1 to 253",
            default: "3",
            about: "a value is unlikely if more leaves than this must change for it",
            agents: CONSPIRACY,
            read: |spec, text| {
                let threshold = number(text, 1).filter(|&leaves| leaves <= 253);
                set(&mut spec.solver.threshold, threshold.map(|leaves| leaves as u8))
            },
            ..KEY
        },
        write: |settings| match best(settings)?.method {
            best::Method::Conspiracy { threshold, .. } => Some(Value::Count(threshold.into())),
            _ => None,
        },
    },
    SolverKey {
        key: Key {
            name: "grades",
            values: "a whole number from 3 to 255",
            default: "16",
            about: "values that are told apart; each node takes a byte for each",
            agents: CONSPIRACY,
            read: |spec, text| {
                let grades = number(text, 3).filter(|&grades| grades <= 255);
                set(&mut spec.solver.grades, grades.map(|grades| grades as u8))
            },
            ..KEY
        },
        write: |settings| match best(settings)?.method {
            best::Method::Conspiracy { grades, .. } => Some(Value::Count(grades.into())),
            _ => None,
        },
    },
];

fn minimax(settings: &Settings) -> Option<&minimax::Settings> {
    if let Settings::Minimax(settings) = settings { Some(settings) } else { None }
}

fn proof(settings: &Settings) -> Option<&proof::Settings> {
    if let Settings::Proof(settings) = settings { Some(settings) } else { None }
}

fn best(settings: &Settings) -> Option<&best::Settings> {
    if let Settings::Best(settings) = settings { Some(settings) } else { None }
}

fn switch(on: bool) -> Option<Value> {
    Some(Value::Word(OFF_ON[usize::from(on)]))
}

/// A whole number from `least` to 65535.
fn number(text: &str, least: u16) -> Option<u16> {
    whole(text).and_then(|n| u16::try_from(n).ok()).filter(|&n| n >= least)
}

/// `off`, which is 0, or a whole number from 1 to 65535.
fn off_or_number(text: &str) -> Option<u16> {
    word(text, &["off"]).map(|_| 0).or_else(|| number(text, 1))
}

fn number_or_off(n: u16) -> Value {
    if n == 0 { Value::Word("off") } else { Value::Count(n.into()) }
}
