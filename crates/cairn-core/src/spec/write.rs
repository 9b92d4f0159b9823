//! Settings written out as a spec.

use core::fmt;

use super::table::{AMAF_MODES, Agent, Family};
use crate::mcts::{Playout, Policy, Schedule, Settings};

/// Writes settings as a spec with every value explicit, whatever the defaults are: what to store
/// beside a result. Reading it back gives the same settings.
#[derive(Clone, Copy, Debug)]
pub struct Explicit<'a>(pub &'a Agent, pub &'a Settings);

impl fmt::Display for Explicit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Explicit(agent, settings) = *self;
        write!(f, "{}:", agent.name)?;
        let off_or = |f: &mut fmt::Formatter<'_>, key: &str, value: Option<f32>| match value {
            Some(value) => write!(f, "{key}={value},"),
            None => write!(f, "{key}=off,"),
        };
        match settings.second {
            Some(second) => {
                write!(f, "top_nodes={},second_nodes={},", settings.top.nodes, second.nodes)?;
                match (settings.top.playouts, settings.playouts) {
                    // Of the three only two may be given; the product follows.
                    (_, Some(playouts)) => write!(f, "playouts={playouts},")?,
                    (Some(top), None) => write!(f, "top={top},")?,
                    (None, None) => {}
                }
                write!(f, "second={},", second.playouts)?;
                write!(f, "sharing={},", if second.sharing { "on" } else { "off" })?;
                off_or(f, "stop", second.stop)?;
            }
            None => {
                if agent.family != Family::Mc {
                    write!(f, "nodes={},", settings.top.nodes)?;
                }
                if let Some(playouts) = settings.playouts {
                    write!(f, "playouts={playouts},")?;
                }
            }
        }
        if let Some(time) = settings.time {
            write!(f, "time={}ms,", time.as_secs_f64() * 1e3)?;
        }
        match settings.policy {
            Policy::Flat => {}
            Policy::Uct { c, fpu } => {
                write!(f, "c={c},")?;
                off_or(f, "fpu", fpu)?;
            }
            Policy::Amaf { reference, mode, schedule } => {
                if agent.family == Family::Grave {
                    write!(f, "ref={reference},")?;
                }
                match schedule {
                    Schedule::Bias(bias) => write!(f, "bias={bias},")?,
                    Schedule::K(k) => write!(f, "k={k},")?,
                }
                let name = AMAF_MODES.iter().find(|(_, other)| *other == mode);
                write!(f, "amaf={},", name.map_or("", |(name, _)| name))?;
            }
        }
        if agent.family != Family::Mc {
            off_or(f, "prior", settings.prior)?;
            write!(f, "reuse={},", if settings.reuse { "on" } else { "off" })?;
        }
        match settings.playout {
            Playout::Patterns => write!(f, "playout=patterns")?,
            Playout::Uniform => write!(f, "playout=uniform")?,
            Playout::Mast { epsilon, decay } => {
                write!(f, "playout=mast,epsilon={epsilon},decay={decay}")?;
            }
        }
        match settings.counters {
            Some(width) => write!(f, ",counters={}", width as u32),
            None => write!(f, ",counters=auto"),
        }
    }
}
