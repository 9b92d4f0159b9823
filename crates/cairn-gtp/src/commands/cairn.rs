//! Cairn's own commands.

use core::fmt::Write;

use cairn_core::spec::{FullSpec, Spec};
use cairn_games::go::Geometry;

use super::Answer;
use crate::args::Args;
use crate::host::Host;
use crate::reply::{Fault, Reply};
use crate::session::Session;

impl<B: Geometry, H: Host> Session<'_, B, H> {
    /// Another agent takes over; says its whole spec. Without an argument, that of the one there is.
    pub(super) fn cairn_agent<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        match args.rest() {
            "" => self.wake_player(out.host)?,
            text => {
                let agent = Spec::parse(text).map_err(Fault::Agent)?;
                self.replace_player(agent, out.host)?;
            }
        }
        let player = self.player.as_ref().expect("just made");
        let _ = write!(out, "{}", FullSpec(&self.options.agent.agent, player.settings()));
        Ok(())
    }

    /// All that decides how it plays: program, agent and seed.
    pub(super) fn describe_engine<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let _ = out.write_str(concat!("Cairn ", env!("CARGO_PKG_VERSION"), "\n"));
        self.cairn_agent(&mut Args::new(""), out)?;
        let _ = write!(out, "\nseed {}", self.options.seed);
        Ok(())
    }

    /// About the player and its last search, a name and a value on each line.
    pub(super) fn cairn_stats<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        self.wake_player(out.host)?;
        let player = self.player.as_ref().expect("woken");
        let nodes = player.nodes();
        let _ = writeln!(out, "agent {}", FullSpec(&self.options.agent.agent, player.settings()));
        let _ = writeln!(out, "bytes {}", player.bytes());
        let _ = writeln!(out, "nodes {} of {}", nodes.used, nodes.capacity);
        let _ = writeln!(out, "recycled {}", nodes.recycled);
        let _ = writeln!(out, "playouts {}", player.playouts());
        let _ = writeln!(out, "seed {}", self.options.seed);
        if let Some(thought) = &self.thought {
            let _ = writeln!(out, "value {:.4}", thought.value);
            let _ = writeln!(out, "milliseconds {}", thought.millis);
        }
        Ok(())
    }

    /// A hash over the visit counts of some small searches on this board: two programs that say the
    /// same number search alike, whatever machines they run on. A player that there was starts anew.
    pub(super) fn cairn_signature<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let signature = self.signature(out.host)?;
        let _ = write!(out, "{signature:016x}");
        Ok(())
    }
}
