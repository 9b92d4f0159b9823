//! What GoGui shows on its board: heat maps of the last search.

use core::fmt::Write;

use cairn_core::Game;
use cairn_games::go::{BLACK, Geometry, GoMove, SIZES};

use super::CommandResult;
use super::analyze::ranked;
use crate::host::Host;
use crate::reply::{Call, GtpError, Reply};
use crate::search::for_each_move;
use crate::session::GtpSession;

/// The points of the largest board.
const MAX_POINTS: usize = *SIZES.end() * *SIZES.end();

/// GoGui's menu: type, label and command on each line. A `dboard` is a board of numbers from −1 to 1,
/// which GoGui shows as shades.
pub(super) const MENU: &str = "\
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

impl<B: Geometry, H: Host> GtpSession<'_, B, H> {
    /// Writes a board of numbers, rows from the top.
    fn write_board(&self, out: &mut Reply<'_, H>, mut value: impl FnMut(usize) -> f32) {
        let size = self.empty.size();
        for row in (0..size).rev() {
            let _ = out.write_char('\n');
            for point in row * size..(row + 1) * size {
                let blank = if point % size > 0 { " " } else { "" };
                // Adding zero turns a negative zero into a positive one.
                let _ = write!(out, "{blank}{:.3}", value(point) + 0.0);
            }
        }
    }

    /// Writes a number for each point from what the search knows about the move there; 0 if it knows
    /// nothing.
    fn write_moves(
        &mut self,
        out: &mut Reply<'_, H>,
        value: impl Fn((u32, f32), Option<(u32, f32)>) -> f32,
    ) -> CommandResult<'static> {
        let (_, search) = self.current_search(self.game.position().to_move(), out)?;
        let mut values = [0.0; MAX_POINTS];
        for_each_move(search, &mut |stats| {
            if let Some(point) = stats.mv.point() {
                values[point] = value((stats.visits, stats.mean), stats.amaf);
            }
        });
        self.write_board(out, |point| values[point]);
        Ok(())
    }

    /// Each move's visits, as a share of the most visited one's.
    pub(super) fn cairn_visits<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let player = self.game.position().to_move();
        let (_, search) = self.current_search(player, &mut call.out)?;
        let mut most = 1;
        for_each_move(search, &mut |stats| most = most.max(stats.visits));
        self.write_moves(&mut call.out, |(visits, _), _| visits as f32 / most as f32)
    }

    /// Each visited move's mean, from −1 (lost) to 1 (won).
    pub(super) fn cairn_winrate<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        self.write_moves(&mut call.out, |own, _| scaled(Some(own)))
    }

    /// Each move's mean in all playouts in which it was played at any time, from −1 to 1.
    pub(super) fn cairn_amaf<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let mut known = false;
        let search = self.prepare_player(call.out.host)?;
        for_each_move(search, &mut |stats| known |= stats.amaf.is_some());
        if !known {
            return Err(GtpError::Message(
                "the agent has no AMAF: the rave, grave and hrave agents do",
            ));
        }
        self.write_moves(&mut call.out, |_, amaf| scaled(amaf))
    }

    /// Each point's average over all playouts for one colour, from −1 to 1.
    pub(super) fn cairn_mast<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let to_move = self.game.position().to_move();
        let player = call.args.colour_or(to_move);
        if self.prepare_player(call.out.host)?.move_average(player, 0).is_none() {
            return Err(GtpError::Message("the agent has no move averages: give it playout=mast"));
        }
        let mut values = [0.0; MAX_POINTS];
        let points = self.empty.points();
        let (_, search) = self.current_search(to_move, &mut call.out)?;
        for (point, value) in values.iter_mut().enumerate().take(points) {
            if let Some((mean, count)) = search.move_average(player, point)
                && count > 0.0
            {
                *value = 2.0 * mean - 1.0;
            }
        }
        self.write_board(&mut call.out, |point| values[point]);
        Ok(())
    }

    /// Who owns each point at the end of playouts, from −1 (always white) to 1 (always black).
    pub(super) fn cairn_ownership<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let ownership = self.ownership(u16::MAX);
        self.write_board(&mut call.out, |point| ownership.of(point));
        Ok(())
    }

    /// The best moves with their values, the expected line, and a summary.
    pub(super) fn cairn_gfx<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let (position, out) = (*self.game.position(), &mut call.out);
        let player = position.to_move();
        let (result, search) = self.current_search(player, out)?;
        let moves = ranked(search, 0, LABELS);
        let playouts = search.playouts();
        if let Some(best) = result.best {
            let _ = out.write_str("VAR");
            let mut mover = player;
            search.principal_variation(best, LABELS, |mv, _| {
                let _ = write!(out, " {} ", ['b', 'w'][mover]);
                let _ = position.write_move(mv, out);
                mover = 1 - mover;
            });
            let _ = out.write_char('\n');
        }
        for (kind, share) in [("INFLUENCE", true), ("LABEL", false)] {
            let _ = out.write_str(kind);
            let most = moves.iter().map(|entry| entry.visits).max().unwrap_or(0).max(1);
            for entry in moves.iter().filter(|entry| entry.mv != GoMove::PASS) {
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
        let _ = position.write_move(result.best.unwrap_or(GoMove::PASS), out);
        let _ = write!(out, " {:.1} % after {playouts} playouts", 100.0 * result.value);
        Ok(())
    }
}

/// A mean as a number from −1 to 1; 0 without visits.
fn scaled(stats: Option<(u32, f32)>) -> f32 {
    stats.filter(|&(visits, _)| visits > 0).map_or(0.0, |(_, mean)| 2.0 * mean - 1.0)
}
