//! The clocks and the rules of counting.

use cairn_games::go::Geometry;

use super::CommandResult;
use crate::clock::TimeSystem;
use crate::host::Host;
use crate::reply::{Call, GtpError};
use crate::session::GtpSession;

impl<B: Geometry, H: Host> GtpSession<'_, B, H> {
    pub(super) fn time_settings<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let args = &mut call.args;
        let (main, period, stones) = (args.seconds()?, args.seconds()?, args.number()?);
        self.options.clock.set_standard(main, period, stones);
        Ok(())
    }

    pub(super) fn time_left<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let args = &mut call.args;
        let (player, time, stones) = (args.colour()?, args.seconds()?, args.number()?);
        self.options.clock.set_left(player, time, stones);
        Ok(())
    }

    pub(super) fn kgs_time_settings<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let args = &mut call.args;
        let system = match args.word() {
            Some("none") => TimeSystem::None,
            Some("absolute") => TimeSystem::Absolute { main: args.seconds()? },
            Some("byoyomi") => TimeSystem::ByoYomi {
                main: args.seconds()?,
                period: args.seconds()?,
                periods: args.number()?,
            },
            Some("canadian") => TimeSystem::Canadian {
                main: args.seconds()?,
                period: args.seconds()?,
                stones: args.number()?,
            },
            _ => return Err(GtpError::Syntax("expected none, absolute, byoyomi or canadian")),
        };
        self.options.clock.set(system);
        Ok(())
    }

    /// Our rules are area scoring, no suicide and positional superko. Sets of rules that agree in these
    /// are accepted.
    pub(super) fn kgs_rules<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let word = call.args.word().unwrap_or_default();
        let is = |name| word.eq_ignore_ascii_case(name);
        match () {
            () if is("chinese") || is("aga") => Ok(()),
            () if is("japanese") => {
                Err(GtpError::Message("Cairn cannot count territory: use chinese or aga"))
            }
            () if is("new_zealand") => {
                Err(GtpError::Message("Cairn does not allow suicide: use chinese or aga"))
            }
            () => Err(GtpError::Syntax("expected chinese or aga")),
        }
    }
}
