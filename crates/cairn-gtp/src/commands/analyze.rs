//! Analysis: what the search thinks, now and then while it thinks, in the formats that Leela Zero
//! and KataGo made common.

use core::fmt::Write;

use cairn_core::Game;
use cairn_core::mcts::Search;
use cairn_core::memory::Block;
use cairn_core::rng::derive_seed;
use cairn_games::go::{BLACK, Geometry, Go, GoMove};

use super::Answer;
use crate::args::{Args, vertex};
use crate::host::Host;
use crate::reply::{Fault, Reply};
use crate::session::{Options, Session};
use crate::status::Status;
use crate::think::{Excluded, Until, for_each_move};

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

/// What the arguments of an analysis command ask for.
pub(crate) struct Analysis {
    pub player: usize,
    pub excluded: Excluded,
    format: Format,
}

/// What its lines hold, and how often they come.
#[derive(Clone, Copy)]
struct Format {
    style: Style,
    /// In milliseconds (without a clock: in playouts).
    interval: u64,
    /// How many moves, at least and at most.
    least: usize,
    most: usize,
    ownership: bool,
    root_info: bool,
    pv_visits: bool,
}

/// Centiseconds between lines, if nothing else is asked for.
const INTERVAL: u32 = 100;

impl Analysis {
    /// `[colour] [interval] [option value]…`
    pub fn read<'c, B: Geometry>(
        args: &mut Args<'c>,
        style: Style,
        position: &Go<B>,
    ) -> Result<Self, Fault<'c>> {
        let player = args.colour_or(position.to_move());
        let format = Format {
            style,
            interval: 0,
            least: 0,
            most: MOST,
            ownership: style == Style::Cgos,
            root_info: false,
            pv_visits: false,
        };
        let mut analysis = Analysis { player, excluded: Excluded::new(), format };
        let mut interval = INTERVAL;
        if args.peek().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            interval = args.number()?;
        }
        let kata = style == Style::Kata;
        let mut restriction = None;
        while let Some(option) = args.word() {
            match option {
                "interval" => interval = args.number()?,
                "minmoves" => analysis.format.least = (args.number()? as usize).min(MOST),
                "maxmoves" => analysis.format.most = (args.number()? as usize).clamp(1, MOST),
                "ownership" if kata => analysis.format.ownership = truth(args)?,
                "rootInfo" if kata => analysis.format.root_info = truth(args)?,
                "pvVisits" if kata => analysis.format.pv_visits = truth(args)?,
                "avoid" | "allow" => {
                    let allow = option == "allow";
                    // As in KataGo: any number of avoid, or one allow, never both.
                    if restriction.replace(allow).is_some_and(|earlier| earlier || allow) {
                        return Err(Fault::Text("allow goes with no other allow or avoid"));
                    }
                    analysis.restrict(args, position, allow)?;
                }
                option => return Err(Fault::Option(option)),
            }
        }
        analysis.format.interval = u64::from(interval.max(1)) * 10;
        Ok(analysis)
    }

    /// `colour vertex,vertex… depth`: moves that are not searched, or the only ones. This search has
    /// such a choice for its first move, so a depth beyond it changes nothing.
    fn restrict<'c, B: Geometry>(
        &mut self,
        args: &mut Args<'c>,
        position: &Go<B>,
        allow: bool,
    ) -> Result<(), Fault<'c>> {
        let mine = args.colour()? == self.player;
        let list = args.word().ok_or(Fault::Syntax("expected vertices, like D4,E5"))?;
        let named = |mv| list.split(',').any(|word| vertex(word, position) == Some(mv));
        if list.split(',').any(|word| vertex(word, position).is_none()) {
            return Err(Fault::Syntax("expected vertices, like D4,E5"));
        }
        if args.number()? == 0 || !mine {
            return Ok(());
        }
        for point in 0..position.points() {
            if named(GoMove::at(point)) != allow {
                self.excluded.push(GoMove::at(point));
            }
        }
        if named(GoMove::PASS) != allow {
            self.excluded.push(GoMove::PASS);
        }
        Ok(())
    }
}

fn truth<'c>(args: &mut Args<'c>) -> Result<bool, Fault<'c>> {
    match args.word() {
        Some(word) if word.eq_ignore_ascii_case("true") => Ok(true),
        Some(word) if word.eq_ignore_ascii_case("false") => Ok(false),
        _ => Err(Fault::Syntax("expected true or false")),
    }
}

impl<B: Geometry, H: Host> Session<'_, B, H> {
    /// Streams until the next line of input. When the agent has run all its playouts the search is
    /// over, because its counters are made for no more, and the last line stands.
    pub(super) fn analyze<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
        style: Style,
    ) -> Answer<'c> {
        let analysis = Analysis::read(args, style, self.record.position())?;
        self.wake_player(out.host)?;
        let mut report = Report::new(&analysis, self.options);
        out.send_line();
        let Analysis { player, excluded, .. } = analysis;
        self.begin_question();
        let seed = self.turn_seed();
        self.think(player, seed, Until::Input, excluded, Some(&mut report), out)?;
        out.host.wait_for_input();
        Ok(())
    }
}

/// The most moves that are told of: all of a 9×9 board.
const MOST: usize = 82;
/// The longest variation.
const LONGEST: usize = 32;

/// Writes lines of analysis.
pub(crate) struct Report {
    format: Format,
    status_playouts: u16,
    seed: u64,
    next: u64,
    written: bool,
}

impl Report {
    pub fn new(analysis: &Analysis, options: &Options) -> Self {
        Report {
            format: analysis.format,
            status_playouts: options.status_playouts,
            seed: derive_seed(options.seed, u64::MAX),
            next: analysis.format.interval,
            written: false,
        }
    }

    /// Whether it is time for a line.
    pub fn is_due(&mut self, now: u64) -> bool {
        let due = now >= self.next && self.format.style != Style::Cgos;
        if due {
            self.next = now + self.format.interval;
        }
        due
    }

    /// Whether there has been no line yet.
    pub fn is_missing(&self) -> bool {
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
        let moves = Ranked::new(search, self.format.least, self.format.most);
        // Writing to a reply fails only where the host notices it.
        let _ = match self.format.style {
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
        for (order, ranked) in moves.as_slice().iter().enumerate() {
            let Entry { mv, visits, mean } = *ranked;
            let lcb = lower_bound(visits, mean);
            out.write_str(if order > 0 { " info move " } else { "info move " })?;
            position.write_move(mv, out)?;
            write!(out, " visits {visits} ")?;
            match self.format.style {
                Style::Lz => write!(out, "winrate {} lcb {}", basis(mean), basis(lcb))?,
                _ => {
                    let utility = |rate: f32| 2.0 * rate - 1.0;
                    write!(out, "utility {:.6} winrate {mean:.6} lcb {lcb:.6} ", utility(mean))?;
                    write!(out, "utilityLcb {:.6}", utility(lcb))?;
                }
            }
            write!(out, " order {order} pv")?;
            let mut length = 0;
            search.principal_variation(mv, LONGEST, |mv, _| {
                length += 1;
                let _ = out.write_char(' ');
                let _ = position.write_move(mv, out);
            });
            if length == 0 {
                out.write_char(' ')?;
                position.write_move(mv, out)?;
            }
            if self.format.pv_visits {
                out.write_str(" pvVisits")?;
                search.principal_variation(mv, LONGEST, |_, visits| {
                    let _ = write!(out, " {visits}");
                });
            }
        }
        if self.format.root_info
            && let Some(best) = moves.as_slice().first()
        {
            let utility = 2.0 * best.mean - 1.0;
            write!(out, " rootInfo visits {} utility {utility:.6}", search.playouts())?;
            write!(out, " winrate {:.6}", best.mean)?;
        }
        if self.format.ownership {
            out.write_str(" ownership")?;
            self.for_each_owner(position, |owner, _| {
                let _ = write!(out, " {owner:.3}");
            });
        }
        Ok(())
    }

    /// Calls `each` with who owns each point, from −1 (the other player) to 1, rows from the top;
    /// gives the mean lead of the player to move.
    fn for_each_owner<B: Geometry>(
        &self,
        position: &Go<B>,
        mut each: impl FnMut(f32, usize),
    ) -> f32 {
        let status = Status::new(position, self.status_playouts, self.seed);
        let sign = if position.to_move() == BLACK { 1.0 } else { -1.0 };
        let size = position.size();
        for row in (0..size).rev() {
            for point in row * size..(row + 1) * size {
                // Adding zero turns a negative zero into a plain one.
                each(sign * status.ownership(point) + 0.0, point);
            }
        }
        sign * status.lead()
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
        let winrate = moves.as_slice().first().map_or(0.5, |best| best.mean);
        let lead = self.for_each_owner(position, |_, _| {});
        let visits = search.playouts();
        write!(
            out,
            "{{\"winrate\":{winrate:.4},\"score\":{lead:.2},\"visits\":{visits},\"moves\":["
        )?;
        for (order, ranked) in moves.as_slice().iter().enumerate() {
            let Entry { mv, visits, mean } = *ranked;
            out.write_str(if order > 0 { ",{\"move\":\"" } else { "{\"move\":\"" })?;
            position.write_move(mv, out)?;
            write!(out, "\",\"winrate\":{mean:.4},\"visits\":{visits},\"pv\":\"")?;
            let mut blank = "";
            search.principal_variation(mv, LONGEST, |mv, _| {
                let _ = out.write_str(blank);
                let _ = position.write_move(mv, out);
                blank = " ";
            });
            out.write_str("\"}")?;
        }
        out.write_str("],\"ownership\":\"")?;
        self.for_each_owner(position, |owner, _| {
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
pub(super) struct Ranked {
    entries: [Entry; MOST],
    len: usize,
}

impl Ranked {
    /// All moves with visits and at least `least` moves, but at most `most`.
    pub fn new<B: Geometry, W: Block>(
        search: &mut Search<Go<B>, W>,
        least: usize,
        most: usize,
    ) -> Self {
        let nobody = Entry { mv: GoMove::PASS, visits: 0, mean: 0.0 };
        let mut ranked = Ranked { entries: [nobody; MOST], len: 0 };
        let best = search.best_move();
        for_each_move(search, &mut |stats| {
            let entry = Entry { mv: stats.mv, visits: stats.visits, mean: stats.mean };
            let rank = |entry: &Entry| (best == Some(entry.mv), entry.visits, entry.mean);
            let after = ranked.as_slice().iter().position(|other| rank(other) < rank(&entry));
            let at = after.unwrap_or(ranked.len);
            if at < most {
                ranked.len = (ranked.len + 1).min(most);
                ranked.entries.copy_within(at..ranked.len - 1, at + 1);
                ranked.entries[at] = entry;
            }
        });
        let visited = ranked.as_slice().iter().filter(|entry| entry.visits > 0).count();
        ranked.len = ranked.len.min(visited.max(least).max(1));
        ranked
    }

    pub fn as_slice(&self) -> &[Entry] {
        &self.entries[..self.len]
    }
}
