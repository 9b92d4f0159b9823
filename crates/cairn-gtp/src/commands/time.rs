//! The clocks.

use cairn_games::go::Geometry;

use super::Answer;
use crate::args::Args;
use crate::clock::System;
use crate::host::Host;
use crate::reply::{Fault, Reply};
use crate::session::Session;

impl<B: Geometry, H: Host> Session<'_, B, H> {
    pub(super) fn time_settings<'c>(
        &mut self,
        args: &mut Args<'c>,
        _: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let (main, period, stones) = (args.seconds()?, args.seconds()?, args.number()?);
        self.options.clock.set_standard(main, period, stones);
        Ok(())
    }

    pub(super) fn time_left<'c>(
        &mut self,
        args: &mut Args<'c>,
        _: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let (player, time, stones) = (args.colour()?, args.seconds()?, args.number()?);
        self.options.clock.set_left(player, time, stones);
        Ok(())
    }

    pub(super) fn kgs_time_settings<'c>(
        &mut self,
        args: &mut Args<'c>,
        _: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let system = match args.word() {
            Some("none") => System::None,
            Some("absolute") => System::Absolute { main: args.seconds()? },
            Some("byoyomi") => System::ByoYomi {
                main: args.seconds()?,
                period: args.seconds()?,
                periods: args.number()?,
            },
            Some("canadian") => System::Canadian {
                main: args.seconds()?,
                period: args.seconds()?,
                stones: args.number()?,
            },
            _ => return Err(Fault::Syntax("expected none, absolute, byoyomi or canadian")),
        };
        self.options.clock.set(system);
        Ok(())
    }

    /// Ours are area scoring and no suicide, and superko by the position: what the others have in
    /// common with that is accepted.
    pub(super) fn kgs_rules<'c>(
        &mut self,
        args: &mut Args<'c>,
        _: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let word = args.word().unwrap_or_default();
        let is = |name| word.eq_ignore_ascii_case(name);
        match () {
            () if is("chinese") || is("aga") => Ok(()),
            () if is("japanese") => Err(Fault::Text("territory is not counted: chinese or aga")),
            () if is("new_zealand") => Err(Fault::Text("suicide is not played: chinese or aga")),
            () => Err(Fault::Syntax("expected chinese or aga")),
        }
    }
}
