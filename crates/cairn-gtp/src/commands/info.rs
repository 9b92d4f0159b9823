//! About the program, the protocol and the player.

use core::fmt::Write;

use cairn_core::spec::{FullSpec, Spec};
use cairn_games::go::Geometry;

use super::{CommandResult, names};
use crate::args::Args;
use crate::host::Host;
use crate::reply::{Call, GtpError};
use crate::session::GtpSession;

impl<B: Geometry, H: Host> GtpSession<'_, B, H> {
    /// Answers with `text`.
    pub(super) fn text<'c>(&mut self, call: &mut Call<'c, H>, text: &str) -> CommandResult<'c> {
        let _ = call.out.write_str(text);
        Ok(())
    }

    pub(super) fn known_command<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let name = call.args.word().ok_or(GtpError::Syntax("expected the name of a command"))?;
        let known = names::<H>().any(|known| known == name);
        self.text(call, if known { "true" } else { "false" })
    }

    pub(super) fn list_commands<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        names::<H>().for_each(|name| {
            let _ = writeln!(call.out, "{name}");
        });
        Ok(())
    }

    pub(super) fn quit<'c>(&mut self, _: &mut Call<'c, H>) -> CommandResult<'c> {
        self.quit = true;
        Ok(())
    }

    /// Changes the agent if one is given, and writes the agent's whole spec.
    pub(super) fn cairn_agent<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let text = call.args.rest();
        if !text.is_empty() {
            self.replace_player(Spec::parse(text)?, call.out.host)?;
        }
        let settings = *self.prepare_player(call.out.host)?.settings();
        let _ = write!(call.out, "{}", FullSpec(&self.options.agent.agent, &settings));
        Ok(())
    }

    /// Everything that decides how it plays: program, agent and seed.
    pub(super) fn describe_engine<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let _ = call.out.write_str(concat!("Cairn ", env!("CARGO_PKG_VERSION"), "\n"));
        call.args = Args::new("");
        self.cairn_agent(call)?;
        let _ = write!(call.out, "\nseed {}", self.options.seed);
        Ok(())
    }

    /// The player and its last search, a name and a value on each line.
    pub(super) fn cairn_stats<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let out = &mut call.out;
        self.prepare_player(out.host)?;
        let player = self.player.as_ref().expect("prepared");
        let nodes = player.nodes();
        let _ = writeln!(out, "agent {}", FullSpec(&self.options.agent.agent, player.settings()));
        let _ = writeln!(out, "bytes {}", player.bytes());
        let _ = writeln!(out, "nodes {} of {}", nodes.used, nodes.capacity);
        let _ = writeln!(out, "recycled {}", nodes.recycled);
        let _ = writeln!(out, "playouts {}", player.playouts());
        let _ = writeln!(out, "seed {}", self.options.seed);
        if let Some(result) = &self.last_search {
            let _ = writeln!(out, "value {:.4}", result.value);
            let _ = writeln!(out, "milliseconds {}", result.millis);
        }
        Ok(())
    }

    /// A hash over the visit counts of a fixed set of searches: programs with the same number search
    /// alike, on any machine. The player forgets everything.
    pub(super) fn cairn_signature<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let signature = match call.out.host.signature() {
            Some(signature) => signature,
            None => self.small_signature(call.out.host)?,
        };
        let _ = write!(call.out, "{signature:016x}");
        Ok(())
    }
}
