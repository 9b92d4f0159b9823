//! Every command: one table, and a method of [`GtpSession`] each, by subject.

pub(crate) mod analyze;
mod board;
mod genmove;
mod gogui;
mod info;
mod rules;
mod score;
mod time;

use cairn_games::go::Geometry;

use self::analyze::Style;
use crate::host::{Host, UNKNOWN_COMMAND};
use crate::reply::{Call, GtpError};
use crate::session::GtpSession;

/// Whether a command succeeded; its text is in the reply.
pub(crate) type CommandResult<'c> = Result<(), GtpError<'c>>;

/// Calls a function, never inlined: a command's stack is in use only while it runs, instead of the
/// largest of all commands' at all times.
#[inline(never)]
fn call_out_of_line<T>(function: impl FnOnce() -> T) -> T {
    function()
}

macro_rules! commands {
    (
        everywhere { $($name:literal => $method:ident $(($($value:expr),*))?,)* }
        with_room { $($extra:literal => $extra_method:ident $(($($extra_value:expr),*))?,)* }
    ) => {
        /// The names of the commands that every host has.
        pub const COMMANDS: &[&str] = &[$($name),*];

        /// The names of the commands that a [small](Host::SMALL) host does not have.
        pub const EXTRA_COMMANDS: &[&str] = &[$($extra),*];

        impl<B: Geometry, H: Host> GtpSession<'_, B, H> {
            /// Runs a command.
            pub(crate) fn run<'c>(
                &mut self,
                name: &str,
                call: &mut Call<'c, H>,
            ) -> CommandResult<'c> {
                match name {
                    $($name => call_out_of_line(|| self.$method(call, $($($value),*)?)),)*
                    $($extra if !H::SMALL => {
                        call_out_of_line(|| self.$extra_method(call, $($($extra_value),*)?))
                    })*
                    _ if H::COMMANDS.contains(&name) => H::command(name, call),
                    _ => Err(UNKNOWN_COMMAND),
                }
            }
        }
    };
}

/// The names of all commands of this host.
fn names<H: Host>() -> impl Iterator<Item = &'static str> {
    let extra = if H::SMALL { &[] } else { EXTRA_COMMANDS };
    COMMANDS.iter().chain(extra).chain(H::COMMANDS).copied()
}

commands! {
everywhere {
    // Of the standard.
    "protocol_version" => text("2"),
    "name" => text("Cairn"),
    "version" => text(env!("CARGO_PKG_VERSION")),
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
    // Of GoGui.
    "gogui-analyze_commands" => text(gogui::MENU),
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
    // Of GoGui, for games that it does not know.
    "gogui-rules_game_id" => text("Go"),
    "gogui-rules_board" => rules_board,
    "gogui-rules_board_size" => rules_board_size,
    "gogui-rules_side_to_move" => rules_side_to_move,
    "gogui-rules_legal_moves" => rules_legal_moves,
    "gogui-rules_final_result" => rules_final_result,
    // Of the ringmaster gomill.
    "gomill-describe_engine" => describe_engine,
}
}
