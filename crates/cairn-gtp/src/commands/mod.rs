//! Every command: one table, and a method of [`Session`] each, by what they are about.

mod admin;
pub(crate) mod analyze;
mod board;
mod cairn;
pub(crate) mod genmove;
mod gogui;
mod rules;
mod score;
mod time;

use cairn_games::go::Geometry;

use self::analyze::Style;
use crate::args::Args;
use crate::host::{Host, UNKNOWN_COMMAND};
use crate::reply::{Fault, Reply};
use crate::session::Session;

/// What a command comes to; its text is in the reply.
pub(crate) type Answer<'c> = Result<(), Fault<'c>>;

/// Calls a function, never inlined: a command takes stack only while it runs, and not as much as the
/// largest of all.
#[inline(never)]
fn apart<T>(call: impl FnOnce() -> T) -> T {
    call()
}

macro_rules! commands {
    (
        everywhere { $($name:literal => $method:ident $(($($value:expr),*))?,)* }
        with_room { $($extra:literal => $extra_method:ident,)* }
    ) => {
        /// The names of the commands that every place has.
        pub const COMMANDS: &[&str] = &[$($name),*];

        /// The names of those that a [small](Host::SMALL) place has not.
        pub const EXTRA_COMMANDS: &[&str] = &[$($extra),*];

        impl<B: Geometry, H: Host> Session<'_, B, H> {
            /// Runs a command.
            pub(crate) fn run<'c>(
                &mut self,
                name: &str,
                args: &mut Args<'c>,
                out: &mut Reply<'_, H>,
            ) -> Answer<'c> {
                match name {
                    $($name => apart(|| self.$method(args, out, $($($value),*)?)),)*
                    $($extra if !H::SMALL => apart(|| self.$extra_method(args, out)),)*
                    _ if H::COMMANDS.contains(&name) => H::command(name, args, out),
                    _ => Err(UNKNOWN_COMMAND),
                }
            }
        }
    };
}

/// The names of all commands in this place.
fn names<H: Host>() -> impl Iterator<Item = &'static str> {
    let extra = if H::SMALL { &[] } else { EXTRA_COMMANDS };
    COMMANDS.iter().chain(extra).chain(H::COMMANDS).copied()
}

commands! {
everywhere {
    // The standard's.
    "protocol_version" => protocol_version,
    "name" => name,
    "version" => version,
    "known_command" => known_command,
    "list_commands" => list_commands,
    "quit" => quit,
    "boardsize" => boardsize,
    "clear_board" => clear_board,
    "komi" => komi,
    "fixed_handicap" => fixed_handicap(false),
    "place_free_handicap" => fixed_handicap(true),
    "set_free_handicap" => set_free_handicap,
    "play" => play,
    "genmove" => genmove(false),
    "undo" => undo,
    "time_settings" => time_settings,
    "time_left" => time_left,
    "final_score" => final_score,
    "final_status_list" => final_status_list,
    "loadsgf" => loadsgf,
    "reg_genmove" => reg_genmove,
    "showboard" => showboard,
    // Of the server KGS.
    "kgs-rules" => kgs_rules,
    "kgs-time_settings" => kgs_time_settings,
    "kgs-genmove_cleanup" => genmove(true),
    // Analysis.
    "analyze" => analyze(Style::Lz),
    "lz-analyze" => analyze(Style::Lz),
    "kata-analyze" => analyze(Style::Kata),
    "genmove_analyze" => genmove_analyze(Style::Lz),
    "lz-genmove_analyze" => genmove_analyze(Style::Lz),
    "kata-genmove_analyze" => genmove_analyze(Style::Kata),
    "cgos-genmove_analyze" => genmove_analyze(Style::Cgos),
    // GoGui's.
    "gogui-analyze_commands" => gogui_analyze_commands,
    "cairn-gfx" => cairn_gfx,
    "cairn-visits" => cairn_visits,
    "cairn-winrate" => cairn_winrate,
    "cairn-amaf" => cairn_amaf,
    "cairn-mast" => cairn_mast,
    "cairn-ownership" => cairn_ownership,
    // Our own.
    "cairn-agent" => cairn_agent,
    "cairn-stats" => cairn_stats,
    "cairn-signature" => cairn_signature,
}
with_room {
    // GoGui's, for games it does not know.
    "gogui-rules_game_id" => rules_game_id,
    "gogui-rules_board" => rules_board,
    "gogui-rules_board_size" => rules_board_size,
    "gogui-rules_side_to_move" => rules_side_to_move,
    "gogui-rules_legal_moves" => rules_legal_moves,
    "gogui-rules_final_result" => rules_final_result,
    // Of the ringmaster gomill.
    "gomill-describe_engine" => describe_engine,
}
}
