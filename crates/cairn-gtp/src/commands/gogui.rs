//! What GoGui shows on its board: heat maps of the last search.

use core::fmt::Write;

use cairn_core::Game;
use cairn_games::go::{BLACK, Geometry, GoMove};

use super::Answer;
use super::analyze::Ranked;
use crate::args::{Args, colour_letter};
use crate::host::Host;
use crate::reply::{Fault, Reply};
use crate::session::Session;
use crate::status::MAX_POINTS;

/// Type, label and command, as GoGui's menu wants them. A `dboard` is a board of numbers from −1 to
/// 1 that it shows as shades.
const MENU: &str = "\
gfx/Cairn Search/cairn-gfx
dboard/Cairn Visits/cairn-visits
dboard/Cairn Win Rate/cairn-winrate
dboard/Cairn AMAF/cairn-amaf
dboard/Cairn MAST/cairn-mast %c
dboard/Cairn Ownership/cairn-ownership
hstring/Cairn Statistics/cairn-stats
string/Cairn Agent/cairn-agent %s
plist/Dead Stones/final_status_list dead
string/Final Score/final_score
";

/// The moves that `cairn-gfx` labels.
const LABELS: usize = 10;

impl<B: Geometry, H: Host> Session<'_, B, H> {
    pub(super) fn gogui_analyze_commands<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let _ = out.write_str(MENU);
        Ok(())
    }

    /// Writes a board of numbers, rows from the top.
    fn write_board(&self, out: &mut Reply<'_, H>, mut value: impl FnMut(usize) -> f32) {
        let size = self.empty.size();
        for row in (0..size).rev() {
            let _ = out.write_char('\n');
            for point in row * size..(row + 1) * size {
                let blank = if point % size > 0 { " " } else { "" };
                // Adding zero turns a negative zero into a plain one.
                let _ = write!(out, "{blank}{:.3}", value(point) + 0.0);
            }
        }
    }

    /// Writes a number for each point from what the search knows of the move there; 0 is nothing.
    fn write_moves(
        &mut self,
        out: &mut Reply<'_, H>,
        value: impl Fn((u32, f32), Option<(u32, f32)>) -> f32,
    ) -> Answer<'static> {
        self.recall(self.record.position().to_move(), out)?;
        let mut values = [0.0; MAX_POINTS];
        let search = self.player.as_mut().expect("it has just thought");
        search.for_each_move(|stats| {
            if let Some(point) = stats.mv.point() {
                values[point] = value((stats.visits, stats.mean), stats.amaf);
            }
        });
        self.write_board(out, |point| values[point]);
        Ok(())
    }

    /// Each move's visits, as a share of the most visited one's.
    pub(super) fn cairn_visits<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        self.recall(self.record.position().to_move(), out)?;
        let mut most = 1;
        let search = self.player.as_mut().expect("it has just thought");
        search.for_each_move(|stats| most = most.max(stats.visits));
        self.write_moves(out, |(visits, _), _| visits as f32 / most as f32)
    }

    /// Each visited move's mean, from −1 (lost) to 1 (won).
    pub(super) fn cairn_winrate<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        self.write_moves(out, |(visits, mean), _| if visits > 0 { 2.0 * mean - 1.0 } else { 0.0 })
    }

    /// Each move's mean as if it had been the first, wherever it was played, from −1 to 1.
    pub(super) fn cairn_amaf<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        self.wake_player(out.host)?;
        let mut known = false;
        self.player.as_mut().expect("woken").for_each_move(|stats| known |= stats.amaf.is_some());
        if !known {
            return Err(Fault::Text("the agent has no AMAF: the rave, grave and hrave agents do"));
        }
        self.write_moves(out, |_, amaf| match amaf {
            Some((visits, mean)) if visits > 0 => 2.0 * mean - 1.0,
            _ => 0.0,
        })
    }

    /// Each point's average over all playouts for one colour, from −1 to 1.
    pub(super) fn cairn_mast<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let player = args.colour_or(self.record.position().to_move());
        self.wake_player(out.host)?;
        let search = self.player.as_mut().expect("woken");
        if search.move_average(player, 0).is_none() {
            return Err(Fault::Text("the agent has no move averages: give it playout=mast"));
        }
        self.recall(self.record.position().to_move(), out)?;
        let mut values = [0.0; MAX_POINTS];
        let search = self.player.as_mut().expect("it has just thought");
        for (point, value) in values.iter_mut().enumerate().take(self.empty.points()) {
            if let Some((mean, count)) = search.move_average(player, point)
                && count > 0.0
            {
                *value = 2.0 * mean - 1.0;
            }
        }
        self.write_board(out, |point| values[point]);
        Ok(())
    }

    /// From −1, white's in the end, to 1, black's.
    pub(super) fn cairn_ownership<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let status = self.status(u16::MAX);
        self.write_board(out, |point| status.ownership(point));
        Ok(())
    }

    /// The best moves with their values, the expected line, and a summary.
    pub(super) fn cairn_gfx<'c>(&mut self, _: &mut Args<'c>, out: &mut Reply<'_, H>) -> Answer<'c> {
        let position = *self.record.position();
        let player = position.to_move();
        let thought = self.recall(player, out)?;
        let search = self.player.as_mut().expect("it has just thought");
        let moves = Ranked::new(search, 0, LABELS);
        let playouts = search.playouts();
        if let Some(best) = thought.best {
            let _ = out.write_str("VAR");
            let mut mover = player;
            search.principal_variation(best, LABELS, |mv, _| {
                let _ = write!(out, " {} ", colour_letter(mover).to_ascii_lowercase());
                let _ = position.write_move(mv, out);
                mover = 1 - mover;
            });
            let _ = out.write_char('\n');
        }
        for (kind, share) in [("INFLUENCE", true), ("LABEL", false)] {
            let _ = out.write_str(kind);
            let most = moves.as_slice().iter().map(|entry| entry.visits).max().unwrap_or(0).max(1);
            for entry in moves.as_slice().iter().filter(|entry| entry.mv != GoMove::PASS) {
                let _ = out.write_char(' ');
                let _ = position.write_move(entry.mv, out);
                let _ = match share {
                    true => {
                        let sign = if player == BLACK { 1.0 } else { -1.0 };
                        write!(out, " {:.2}", sign * entry.visits as f32 / most as f32)
                    }
                    false => write!(out, " {:.0}", 100.0 * entry.mean),
                };
            }
            let _ = out.write_char('\n');
        }
        let _ = out.write_str("STATUS ");
        let _ = position.write_move(thought.best.unwrap_or(GoMove::PASS), out);
        let _ = write!(out, " {:.1} % after {playouts} playouts", 100.0 * thought.value);
        Ok(())
    }
}
