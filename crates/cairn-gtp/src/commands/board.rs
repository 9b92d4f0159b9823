//! The board and the moves on it.

use core::fmt::Write;

use cairn_core::Game;
use cairn_games::bits::{PointSet, Points};
use cairn_games::go::conventions::{SgfItem, fixed_handicap, max_fixed_handicap};
use cairn_games::go::{BLACK, Geometry, HalfPoints, WHITE};

use super::CommandResult;
use crate::host::Host;
use crate::reply::{Call, GtpError};
use crate::session::GtpSession;

impl<B: Geometry, H: Host> GtpSession<'_, B, H> {
    pub(super) fn boardsize<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let size = call.args.number()? as usize;
        self.need_board(size, call.out.host)?;
        self.clear_board(call)
    }

    pub(super) fn clear_board<'c>(&mut self, _: &mut Call<'c, H>) -> CommandResult<'c> {
        self.restart(self.empty);
        Ok(())
    }

    pub(super) fn komi<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        self.options.komi = call.args.komi()?;
        self.game.set_komi(self.options.komi);
        self.outdate_search();
        Ok(())
    }

    pub(super) fn play<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let player = call.args.colour()?;
        let mv = call.args.vertex(&self.empty)?;
        self.outdate_search();
        self.game.play(player, mv)
    }

    pub(super) fn undo<'c>(&mut self, _: &mut Call<'c, H>) -> CommandResult<'c> {
        self.outdate_search();
        self.lost_turns = [0; 2];
        self.game.undo()
    }

    pub(super) fn showboard<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let (position, moves, out) = (self.game.position(), self.game.moves(), &mut call.out);
        let _ = out.write_char('\n');
        let _ = position.draw(out);
        let mover = position.player_name(position.to_move());
        let _ = write!(out, "{mover} to move, {} played", moves.len());
        if let Some(last) = moves.last() {
            let _ = write!(out, ", last {} ", ['B', 'W'][last.player()]);
            let _ = position.write_move(last.mv(), out);
        }
        let komi = HalfPoints(position.komi().into());
        let _ = write!(out, "\nX is Black, O is White, komi {komi}");
        Ok(())
    }

    pub(super) fn fixed_handicap<'c>(
        &mut self,
        call: &mut Call<'c, H>,
        free: bool,
    ) -> CommandResult<'c> {
        let mut number = call.args.number()? as usize;
        self.check_empty()?;
        let size = self.empty.size();
        if free && number >= 2 {
            // The standard allows fewer stones than were asked for.
            number = number.min(max_fixed_handicap(size));
        }
        let mut stones = B::Set::EMPTY;
        let points = fixed_handicap(size, number);
        for point in points.ok_or(GtpError::Message("invalid number of stones"))? {
            let _ = call.out.write_str(if stones.is_empty() { "" } else { " " });
            let _ = self.empty.write_point(point, &mut call.out);
            stones = stones | B::Set::single(point);
        }
        self.place_handicap(stones)
    }

    pub(super) fn set_free_handicap<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        self.check_empty()?;
        let mut stones = B::Set::EMPTY;
        while call.args.peek().is_some() {
            let point = call.args.vertex(&self.empty)?.point();
            let point = point.ok_or(GtpError::Message("bad vertex list: a stone cannot pass"))?;
            if stones.contains(point) {
                return Err(GtpError::Message("bad vertex list: a point is given twice"));
            }
            stones = stones | B::Set::single(point);
        }
        if !(2..self.empty.points() as u32).contains(&stones.count()) {
            return Err(GtpError::Message("bad vertex list: a handicap is two stones or more"));
        }
        self.place_handicap(stones)
    }

    fn check_empty(&self) -> CommandResult<'static> {
        let position = self.game.position();
        let empty = (position.stones(BLACK) | position.stones(WHITE)).is_empty();
        if empty { Ok(()) } else { Err(GtpError::Message("board not empty")) }
    }

    fn place_handicap(&mut self, stones: B::Set) -> CommandResult<'static> {
        let start = self.empty.setup(Points(stones), [], WHITE);
        self.restart(start.map_err(GtpError::Message)?);
        Ok(())
    }

    pub(super) fn loadsgf<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        // A file's name may contain blanks. A number at the end is the move to stop before.
        let text = call.args.rest();
        let numbered = text.rsplit_once(' ');
        let numbered = numbered.and_then(|(file, end)| Some((file, end.parse::<u32>().ok()?)));
        let (file, until) = numbered.unwrap_or((text, u32::MAX));
        let file = file.trim_end_matches(' ');
        if file.is_empty() {
            return Err(GtpError::Syntax("missing filename"));
        }
        let (mut size, host) = (0, &mut *call.out.host);
        host.load_sgf(file, until, &mut |item| {
            if let SgfItem::Size(of) = item {
                size = of;
            }
            Ok(())
        })?;
        self.need_board(size, host)?;
        self.restart(self.empty);
        let mut number = 0;
        let loaded = host.load_sgf(file, until, &mut |item| self.load_item(item, &mut number));
        if loaded.is_err() {
            self.restart(self.empty);
        }
        self.options.komi = self.game.position().komi();
        loaded
    }

    /// Adds an item of a record to the game; `number` counts its moves.
    fn load_item(&mut self, item: SgfItem, number: &mut u32) -> CommandResult<'static> {
        let now = *self.game.position();
        match item {
            SgfItem::Size(_) => {}
            SgfItem::Komi(komi) => self.game.set_komi(komi),
            SgfItem::Setup([black, white]) => {
                let setup = now.setup(Points(black), Points(white), now.to_move());
                self.game.restart(
                    setup.map_err(|_| {
                        GtpError::Message("cannot load file: a chain has no liberty")
                    })?,
                );
            }
            SgfItem::ToMove(player) if player == now.to_move() => {}
            SgfItem::ToMove(player) => self.game.restart(now.continued_by(player)),
            SgfItem::Play(player, mv) => {
                *number += 1;
                self.game.play(player, mv).map_err(|error| match error {
                    GtpError::IllegalMove => GtpError::IllegalRecord(*number),
                    error => error,
                })?;
            }
        }
        Ok(())
    }
}
