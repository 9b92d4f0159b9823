//! About the program and the protocol.

use core::fmt::Write;

use cairn_games::go::Geometry;

use super::{Answer, names};
use crate::args::Args;
use crate::host::Host;
use crate::reply::{Fault, Reply};
use crate::session::Session;

impl<B: Geometry, H: Host> Session<'_, B, H> {
    pub(super) fn protocol_version<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        text(out, "2")
    }

    pub(super) fn name<'c>(&mut self, _: &mut Args<'c>, out: &mut Reply<'_, H>) -> Answer<'c> {
        text(out, "Cairn")
    }

    pub(super) fn version<'c>(&mut self, _: &mut Args<'c>, out: &mut Reply<'_, H>) -> Answer<'c> {
        text(out, env!("CARGO_PKG_VERSION"))
    }

    pub(super) fn known_command<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let name = args.word().ok_or(Fault::Syntax("expected the name of a command"))?;
        let known = names::<H>().any(|known| known == name);
        text(out, if known { "true" } else { "false" })
    }

    pub(super) fn list_commands<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        for name in names::<H>() {
            let _ = writeln!(out, "{name}");
        }
        Ok(())
    }

    pub(super) fn quit<'c>(&mut self, _: &mut Args<'c>, _: &mut Reply<'_, H>) -> Answer<'c> {
        self.quit = true;
        Ok(())
    }
}

fn text<'c, H: Host>(out: &mut Reply<'_, H>, text: &str) -> Answer<'c> {
    let _ = out.write_str(text);
    Ok(())
}
