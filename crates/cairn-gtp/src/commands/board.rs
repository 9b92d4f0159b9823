//! The board and the moves on it.

use core::fmt::Write;

use cairn_core::Game;
use cairn_games::go::{BLACK, Geometry, GoAny, GoMove, HalfPoints, WHITE};
use cairn_games::goban::{PointSet, Points};

use super::Answer;
use crate::args::{Args, colour_letter};
use crate::host::{Host, SgfItem};
use crate::record::{ILLEGAL, Record};
use crate::reply::{Fault, Reply};
use crate::session::Session;
use crate::status;

impl<B: Geometry, H: Host> Session<'_, B, H> {
    pub(super) fn boardsize<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let size = args.number()? as usize;
        self.need_board(size, out.host)?;
        self.restart(self.empty);
        Ok(())
    }

    pub(super) fn clear_board<'c>(&mut self, _: &mut Args<'c>, _: &mut Reply<'_, H>) -> Answer<'c> {
        self.restart(self.empty);
        Ok(())
    }

    pub(super) fn komi<'c>(&mut self, args: &mut Args<'c>, _: &mut Reply<'_, H>) -> Answer<'c> {
        self.options.komi = args.komi()?;
        self.record.set_komi(self.options.komi);
        self.forget();
        Ok(())
    }

    pub(super) fn play<'c>(&mut self, args: &mut Args<'c>, _: &mut Reply<'_, H>) -> Answer<'c> {
        let player = args.colour()?;
        let mv = args.vertex(&self.empty)?;
        self.forget();
        self.record.play(player, mv)
    }

    pub(super) fn undo<'c>(&mut self, _: &mut Args<'c>, _: &mut Reply<'_, H>) -> Answer<'c> {
        self.forget();
        self.lost_turns = [0; 2];
        self.record.undo()
    }

    pub(super) fn showboard<'c>(&mut self, _: &mut Args<'c>, out: &mut Reply<'_, H>) -> Answer<'c> {
        let position = self.record.position();
        let _ = out.write_char('\n');
        let _ = position.draw(out);
        let moves = self.record.moves();
        let _ = write!(out, "{} to move, {} played", name(position.to_move()), moves.len());
        if let Some(last) = moves.last() {
            let _ = write!(out, ", last {} ", colour_letter(last.player()));
            let _ = position.write_move(last.mv(), out);
        }
        let _ =
            write!(out, "\nX is Black, O is White, komi {}", HalfPoints(position.komi().into()));
        Ok(())
    }

    pub(super) fn fixed_handicap<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
        free: bool,
    ) -> Answer<'c> {
        let number = args.number()? as usize;
        self.check_empty()?;
        let size = self.empty.size();
        let mut stones = B::Set::EMPTY;
        // A free choice may be of fewer stones: so many as the standard has places for.
        let most = (2..=9).rev().find(|&n| status::fixed_handicap(size, n, |_| {}).is_some());
        let wanted = if free && number >= 2 { number.min(most.unwrap_or(0)) } else { number };
        let add = |point| {
            stones = stones | B::Set::single(point);
            let _ = out.write_str(if stones.count() > 1 { " " } else { "" });
            let _ = self.empty.write_point(point, out);
        };
        status::fixed_handicap(size, wanted, add).ok_or(Fault::Text("invalid number of stones"))?;
        self.place_handicap(stones)
    }

    pub(super) fn set_free_handicap<'c>(
        &mut self,
        args: &mut Args<'c>,
        _: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        self.check_empty()?;
        let mut stones = B::Set::EMPTY;
        while args.peek().is_some() {
            let point = args.vertex(&self.empty)?.point();
            let point = point.ok_or(Fault::Text("bad vertex list: a stone cannot pass"))?;
            if stones.contains(point) {
                return Err(Fault::Text("bad vertex list: a point stands there twice"));
            }
            stones = stones | B::Set::single(point);
        }
        if !(2..self.empty.points() as u32).contains(&stones.count()) {
            return Err(Fault::Text("bad vertex list: a handicap is two stones or more"));
        }
        self.place_handicap(stones)
    }

    fn check_empty(&self) -> Answer<'static> {
        let position = self.record.position();
        let empty = (position.stones(BLACK) | position.stones(WHITE)).is_empty();
        if empty { Ok(()) } else { Err(Fault::Text("board not empty")) }
    }

    fn place_handicap(&mut self, stones: B::Set) -> Answer<'static> {
        let start = self.empty.setup(Points(stones), [], WHITE);
        self.restart(start.map_err(Fault::Text)?);
        Ok(())
    }

    pub(super) fn loadsgf<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        // A file's name may have blanks in it; a number at the end is the move to stop before.
        let text = args.rest();
        let (file, until) = match text.rsplit_once(' ') {
            Some((file, number)) if number.parse::<u32>().is_ok() => {
                (file.trim_end_matches(' '), number.parse().unwrap_or(u32::MAX))
            }
            _ => (text, u32::MAX),
        };
        if file.is_empty() {
            return Err(Fault::Syntax("missing filename"));
        }
        let mut size = 0;
        out.host.load_sgf(file, 0, &mut |item| {
            if let SgfItem::Size(of) = item {
                size = of;
            }
            Ok(())
        })?;
        let accepted = self.need_board(size, out.host);
        if !matches!(accepted, Ok(()) | Err(Fault::Board(_))) {
            return accepted;
        }
        // First on a board apart, so that a file that is refused leaves the game as it is.
        let board = GoAny::new(size).map_err(Fault::Text)?;
        load(&mut Record::new(board, self.record.room()), file, until, out.host)?;
        accepted?;
        self.restart(self.empty);
        load(&mut self.record, file, until, out.host)?;
        self.options.komi = self.record.position().komi();
        Ok(())
    }
}

/// Plays the game in a file on a record that has just begun with an empty board.
fn load<B: Geometry>(
    record: &mut Record<'_, B>,
    file: &str,
    until: u32,
    host: &mut impl Host,
) -> Answer<'static> {
    let size = record.position().size();
    let point =
        |(column, row): (u8, u8)| (size - 1 - usize::from(row)) * size + usize::from(column);
    let mut number = 0;
    let mut to_move = None;
    host.load_sgf(file, until, &mut |item| {
        match item {
            SgfItem::Size(_) => {}
            SgfItem::Komi(komi) => record.set_komi(komi),
            SgfItem::Setup(changes) => {
                let now = record.position();
                let mut stones = [BLACK, WHITE].map(|player| now.stones(player));
                for &(player, at) in changes {
                    let at = B::Set::single(point(at));
                    stones = stones.map(|set| set & !at);
                    if let Some(player) = player {
                        stones[player] = stones[player] | at;
                    }
                }
                let [black, white] = stones;
                let setup = now.setup(Points(black), Points(white), now.to_move());
                let setup = setup
                    .map_err(|_| Fault::Text("cannot load file: a chain without liberties"))?;
                record.restart(setup);
            }
            SgfItem::ToMove(player) => to_move = Some(player),
            SgfItem::Play(player, at) => {
                number += 1;
                to_move = None;
                let mv = at.map_or(GoMove::PASS, |at| GoMove::at(point(at)));
                record.play(player, mv).map_err(|fault| match fault {
                    ILLEGAL => Fault::Move(number),
                    fault => fault,
                })?;
            }
        }
        Ok(())
    })?;
    // Who is to move, if it is not the one whose turn it would be, begins the game.
    let position = *record.position();
    if let Some(player) = to_move
        && position.to_move() != player
    {
        record.restart(position.continued_by(player));
    }
    Ok(())
}

fn name(player: usize) -> &'static str {
    if player == BLACK { "Black" } else { "White" }
}
