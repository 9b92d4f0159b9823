//! Analysis: what the search finds, line by line while it runs, in the formats of Leela Zero and
//! KataGo.

use core::fmt::Write;

use arrayvec::ArrayVec;
use cairn_core::Game;
use cairn_core::mcts::Search;
use cairn_core::memory::Block;
use cairn_games::go::conventions::{Excluded, Ownership};
use cairn_games::go::{BLACK, Geometry, Go, GoMove};

use super::CommandResult;
use crate::args::{Args, vertex};
use crate::host::Host;
use crate::reply::{Call, GtpError, Reply};
use crate::search::{Until, for_each_move};
use crate::session::GtpSession;

/// How analysis is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Leela Zero's: win rates are whole numbers up to 10,000.
    Lz,
    /// KataGo's: win rates are numbers from 0 to 1.
    Kata,
    /// One line of JSON, when the search is over.
    Cgos,
}

/// What an analysis command asks for.
pub(super) struct Analysis<B: Geometry> {
    pub player: usize,
    pub excluded: Excluded<B>,
    pub writer: AnalysisWriter,
}

/// Centiseconds between lines, unless another interval is asked for.
const INTERVAL: u32 = 100;

impl<B: Geometry> Analysis<B> {
    /// Reads `colour vertex,vertex… depth`: moves that are not searched, or the only ones. This search
    /// can restrict its first move only, so a greater depth changes nothing.
    fn restrict<'c>(
        &mut self,
        args: &mut Args<'c>,
        position: &Go<B>,
        allow: bool,
    ) -> Result<(), GtpError<'c>> {
        let mine = args.colour()? == self.player;
        let list = args.word().ok_or(GtpError::Syntax("expected vertices, like D4,E5"))?;
        let named = |mv| list.split(',').any(|word| vertex(word, position) == Some(mv));
        if list.split(',').any(|word| vertex(word, position).is_none()) {
            return Err(GtpError::Syntax("expected vertices, like D4,E5"));
        }
        if args.number()? == 0 || !mine {
            return Ok(());
        }
        let moves = (0..position.points()).map(GoMove::at).chain([GoMove::PASS]);
        moves.filter(|&mv| named(mv) != allow).for_each(|mv| self.excluded.push(mv));
        Ok(())
    }
}

fn truth<'c>(args: &mut Args<'c>) -> Result<bool, GtpError<'c>> {
    match args.word() {
        Some(word) if word.eq_ignore_ascii_case("true") => Ok(true),
        Some(word) if word.eq_ignore_ascii_case("false") => Ok(false),
        _ => Err(GtpError::Syntax("expected true or false")),
    }
}

impl<B: Geometry, H: Host> GtpSession<'_, B, H> {
    /// Reads `[colour] [interval] [option value]…` and accepts the command.
    pub(super) fn begin_analysis<'c>(
        &mut self,
        call: &mut Call<'c, H>,
        style: Style,
    ) -> Result<Analysis<B>, GtpError<'c>> {
        let (position, args) = (self.game.position(), &mut call.args);
        let player = args.colour_or(position.to_move());
        let mut interval = INTERVAL;
        if args.peek().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            interval = args.number()?;
        }
        let kata = style == Style::Kata;
        let writer = AnalysisWriter {
            style,
            interval: 0,
            least: 0,
            most: MAX_MOVES,
            ownership: style == Style::Cgos,
            root_info: false,
            pv_visits: false,
            ownership_playouts: self.options.ownership_playouts,
            seed: self.ownership_seed(),
            next: 0,
            written: false,
        };
        let mut analysis = Analysis { player, excluded: Excluded::NONE, writer };
        let mut restriction = None;
        while let Some(option) = args.word() {
            let writer = &mut analysis.writer;
            match option {
                "interval" => interval = args.number()?,
                "minmoves" => writer.least = (args.number()? as usize).min(MAX_MOVES),
                "maxmoves" => writer.most = (args.number()? as usize).clamp(1, MAX_MOVES),
                "ownership" if kata => writer.ownership = truth(args)?,
                "rootInfo" if kata => writer.root_info = truth(args)?,
                "pvVisits" if kata => writer.pv_visits = truth(args)?,
                "avoid" | "allow" => {
                    let allow = option == "allow";
                    // As in KataGo: any number of avoid, or one allow, never both.
                    if restriction.replace(allow).is_some_and(|earlier| earlier || allow) {
                        return Err(GtpError::Message(
                            "give one allow and nothing else, or any number of avoid",
                        ));
                    }
                    analysis.restrict(args, position, allow)?;
                }
                option => return Err(GtpError::UnknownOption(option)),
            }
        }
        let interval = u64::from(interval.max(1)) * 10;
        (analysis.writer.interval, analysis.writer.next) = (interval, interval);
        self.prepare_player(call.out.host)?;
        call.out.send_line();
        Ok(analysis)
    }

    /// Writes lines until the next line of input. The search ends with the agent's number of
    /// playouts, because its counters hold no more.
    pub(super) fn analyze<'c>(
        &mut self,
        call: &mut Call<'c, H>,
        style: Style,
    ) -> CommandResult<'c> {
        let Analysis { player, excluded, mut writer } = self.begin_analysis(call, style)?;
        let (seed, out) = (self.turn_seed(), &mut call.out);
        self.begin_question();
        self.search(player, seed, Until::Input, excluded, Some(&mut writer), out)?;
        out.host.wait_for_input();
        Ok(())
    }
}

/// The most moves on a line: all of a 9×9 board.
const MAX_MOVES: usize = 82;
/// The longest variation.
const MAX_VARIATION: usize = 32;

/// Writes lines of analysis.
pub(crate) struct AnalysisWriter {
    style: Style,
    /// In milliseconds, or in playouts without a clock.
    interval: u64,
    /// The fewest and the most moves.
    least: usize,
    most: usize,
    ownership: bool,
    root_info: bool,
    pv_visits: bool,
    ownership_playouts: u16,
    seed: u64,
    /// When the next line is due.
    next: u64,
    written: bool,
}

impl AnalysisWriter {
    /// Whether it is time for a line.
    pub fn is_due(&mut self, now: u64) -> bool {
        let due = now >= self.next && self.style != Style::Cgos;
        if due {
            self.next = now + self.interval;
        }
        due
    }

    /// Whether there has been no line yet.
    pub fn has_written_nothing(&self) -> bool {
        !self.written
    }

    /// Writes a line.
    pub fn write<B: Geometry, W: Block, H: Host>(
        &mut self,
        search: &mut Search<Go<B>, W>,
        position: &Go<B>,
        out: &mut Reply<'_, H>,
    ) {
        self.written = true;
        let moves = ranked(search, self.least, self.most);
        // Without a move to search, a line of moves would be empty and end the response.
        if moves.is_empty() && self.style != Style::Cgos {
            return;
        }
        // The host notices if writing fails.
        let _ = match self.style {
            Style::Cgos => self.write_json(search, &moves, position, out),
            _ => self.write_info(search, &moves, position, out),
        };
        out.send_line();
    }

    fn write_info<B: Geometry, W: Block, H: Host>(
        &self,
        search: &mut Search<Go<B>, W>,
        moves: &Ranked,
        position: &Go<B>,
        out: &mut Reply<'_, H>,
    ) -> core::fmt::Result {
        for (order, &Entry { mv, visits, mean }) in moves.iter().enumerate() {
            let lcb = lower_bound(visits, mean);
            out.write_str(if order > 0 { " info move " } else { "info move " })?;
            position.write_move(mv, out)?;
            write!(out, " visits {visits} ")?;
            match self.style {
                Style::Lz => write!(out, "winrate {} lcb {}", basis(mean), basis(lcb))?,
                _ => {
                    let utility = |rate: f32| 2.0 * rate - 1.0;
                    write!(out, "utility {:.6} winrate {mean:.6} lcb {lcb:.6} ", utility(mean))?;
                    write!(out, "utilityLcb {:.6}", utility(lcb))?;
                }
            }
            write!(out, " order {order} pv")?;
            let mut length = 0;
            search.principal_variation(mv, MAX_VARIATION, |mv, _| {
                length += 1;
                let _ = out.write_char(' ');
                let _ = position.write_move(mv, out);
            });
            if length == 0 {
                out.write_char(' ')?;
                position.write_move(mv, out)?;
            }
            if self.pv_visits {
                out.write_str(" pvVisits")?;
                search.principal_variation(mv, MAX_VARIATION, |_, visits| {
                    let _ = write!(out, " {visits}");
                });
            }
        }
        if self.root_info
            && let Some(best) = moves.first()
        {
            let utility = 2.0 * best.mean - 1.0;
            write!(out, " rootInfo visits {} utility {utility:.6}", search.playouts())?;
            write!(out, " winrate {:.6}", best.mean)?;
        }
        if self.ownership {
            out.write_str(" ownership")?;
            self.for_each_owner(position, |owner| {
                let _ = write!(out, " {owner:.3}");
            });
        }
        Ok(())
    }

    /// Calls `each` with the ownership of each point, from −1 (the other player) to 1, rows from the
    /// top. Returns the mean lead of the player to move.
    fn for_each_owner<B: Geometry>(&self, position: &Go<B>, mut each: impl FnMut(f32)) -> f32 {
        let ownership = Ownership::new(position, self.ownership_playouts, self.seed);
        let sign = if position.to_move() == BLACK { 1.0 } else { -1.0 };
        let size = position.size();
        for point in (0..size).rev().flat_map(|row| row * size..(row + 1) * size) {
            // Adding zero turns a negative zero into a positive one.
            each(sign * ownership.of(point) + 0.0);
        }
        sign * ownership.lead()
    }

    fn write_json<B: Geometry, W: Block, H: Host>(
        &self,
        search: &mut Search<Go<B>, W>,
        moves: &Ranked,
        position: &Go<B>,
        out: &mut Reply<'_, H>,
    ) -> core::fmt::Result {
        const DIGITS: &[u8; 63] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";
        let winrate = moves.first().map_or(0.5, |best| best.mean);
        let lead = self.for_each_owner(position, |_| {});
        let visits = search.playouts();
        write!(
            out,
            "{{\"winrate\":{winrate:.4},\"score\":{lead:.2},\"visits\":{visits},\"moves\":["
        )?;
        for (order, &Entry { mv, visits, mean }) in moves.iter().enumerate() {
            out.write_str(if order > 0 { ",{\"move\":\"" } else { "{\"move\":\"" })?;
            position.write_move(mv, out)?;
            write!(out, "\",\"winrate\":{mean:.4},\"visits\":{visits},\"pv\":\"")?;
            let mut blank = "";
            search.principal_variation(mv, MAX_VARIATION, |mv, _| {
                let _ = out.write_str(blank);
                let _ = position.write_move(mv, out);
                blank = " ";
            });
            out.write_str("\"}")?;
        }
        out.write_str("],\"ownership\":\"")?;
        self.for_each_owner(position, |owner| {
            let digit = DIGITS[((owner + 1.0) * 31.0 + 0.5) as usize % DIGITS.len()];
            let _ = out.write_char(digit.into());
        });
        out.write_str("\"}")
    }
}

/// A rate in hundredths of a percent.
fn basis(rate: f32) -> u32 {
    (rate.clamp(0.0, 1.0) * 10_000.0 + 0.5) as u32
}

/// The lower end of the 95 % Agresti–Coull interval of a mean.
fn lower_bound(visits: u32, mean: f32) -> f32 {
    const Z2: f32 = 3.841_459;
    let visits = visits as f32;
    let rate = (visits * mean + Z2 / 2.0) / (visits + Z2);
    (rate - libm::sqrtf(Z2 * rate * (1.0 - rate) / (visits + Z2))).max(0.0)
}

#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub mv: GoMove,
    pub visits: u32,
    pub mean: f32,
}

/// The best moves of a search in order, the one it would play first.
pub(super) type Ranked = ArrayVec<Entry, MAX_MOVES>;

/// Ranks all moves with visits, but at least `least` and at most `most` moves.
pub(super) fn ranked<B: Geometry, W: Block>(
    search: &mut Search<Go<B>, W>,
    least: usize,
    most: usize,
) -> Ranked {
    let mut ranked = Ranked::new();
    let best = search.best_move();
    for_each_move(search, &mut |stats| {
        let entry = Entry { mv: stats.mv, visits: stats.visits, mean: stats.mean };
        let rank = |entry: &Entry| (best == Some(entry.mv), entry.visits, entry.mean);
        let after = ranked.iter().position(|other| rank(other) < rank(&entry));
        let at = after.unwrap_or(ranked.len());
        if at < most {
            ranked.truncate(most - 1);
            ranked.insert(at, entry);
        }
    });
    let visited = ranked.iter().filter(|entry| entry.visits > 0).count();
    ranked.truncate(visited.max(least).max(1));
    ranked
}
