//! What a search has found, line by line, and how it is written.

use core::fmt::{self, Write};

use arrayvec::ArrayVec;
use cairn_core::Game;
use cairn_core::minimax::Bound;
use cairn_core::score::Score;
use cairn_games::chess::{Chess, ChessMove};

/// The most lines that an analysis shows (`MultiPV`).
pub const MOST_LINES: usize = 16;

/// The most moves of a line.
pub(crate) const LINE: usize = 24;

/// The best line that was found, or the best without the moves of some others.
#[derive(Clone, PartialEq)]
pub(crate) struct Line {
    pub score: Score,
    pub bound: Bound,
    pub depth: u16,
    /// The deepest ply that was visited.
    pub selective: u16,
    /// At least one.
    pub moves: Moves,
}

/// The moves of a line.
pub(crate) type Moves = ArrayVec<ChessMove, LINE>;

impl Line {
    pub fn mv(&self) -> ChessMove {
        self.moves[0]
    }
}

/// The lines, best first. While an iteration is running, the first are its own and the others those of
/// the iteration before.
pub(crate) type Lines = ArrayVec<Line, MOST_LINES>;

/// Makes a line that leads to a mate end with it. The table may not know the last move, or go on with
/// another that it found good enough.
pub(crate) fn end_with_mate(moves: &mut Moves, plies: usize, root: &Chess) {
    let Some(before) = plies.checked_sub(1).and_then(|before| moves.get(..before)) else { return };
    let mut position = *root;
    before.iter().for_each(|&mv| position.play(mv));
    let mates = |&mv: &ChessMove| {
        let mut next = position;
        next.play(mv);
        next.checkers() != 0 && !next.can_move()
    };
    if let Some(mate) = position.moves().find(mates) {
        moves.truncate(plies - 1);
        // A line of the greatest length has no room for it.
        let _ = moves.try_push(mate);
    }
}

/// Puts a line in its place: among the first `fresh` lines by its score, since it may turn out better
/// than one that was searched before. An older line with the same move is gone then.
pub(crate) fn insert(lines: &mut Lines, fresh: usize, line: Line, wanted: usize) {
    let mut place = 0;
    lines.retain(|old| {
        place += 1;
        place <= fresh || old.mv() != line.mv()
    });
    if lines.is_full() {
        lines.pop();
    }
    let at = lines[..fresh].partition_point(|old| old.score >= line.score);
    lines.insert(at, line);
    lines.truncate(wanted);
}

/// What a search has cost so far.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    pub nodes: u64,
    /// Milliseconds; `None` without a clock.
    pub elapsed: Option<u64>,
    /// Thousandths of the table.
    pub table: u16,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nodes {}", self.nodes)?;
        if let Some(elapsed) = self.elapsed {
            write!(f, " nps {} time {elapsed}", self.nodes * 1000 / elapsed.max(1))?;
        }
        write!(f, " hashfull {}", self.table)
    }
}

/// A score as UCI writes it: hundredths of a pawn, or moves to a mate, which are negative for the
/// player who is mated.
struct UciScore(Score);

impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.distance() {
            None => write!(f, "cp {}", self.0.get()),
            Some(plies) if self.0.is_win() => write!(f, "mate {}", plies.div_ceil(2)),
            // Not "-0": a player who is mated already is mated in 0.
            Some(plies) => write!(f, "mate {}", -i32::from(plies.div_ceil(2))),
        }
    }
}

/// Writes what is known of a line; `number` counts from 1.
pub(crate) fn write_line(
    line: &Line,
    number: usize,
    root: &Chess,
    cost: Cost,
    out: &mut dyn Write,
) -> fmt::Result {
    let Line { depth, selective, score, bound, .. } = *line;
    let bound = match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let score = UciScore(score);
    write!(out, "info depth {depth} seldepth {} multipv {number}", selective.max(depth))?;
    write!(out, " score {score}{bound} {cost} pv")?;
    let mut position = *root;
    for &mv in &line.moves {
        out.write_char(' ')?;
        position.write_move(mv, out)?;
        position.play(mv);
    }
    out.write_char('\n')
}

/// Writes the answer to `go`: a move and the reply to think about meanwhile.
pub(crate) fn write_best(
    best: Option<ChessMove>,
    reply: Option<ChessMove>,
    root: &Chess,
    out: &mut dyn Write,
) -> fmt::Result {
    out.write_str("bestmove ")?;
    let Some(best) = best else { return out.write_str("(none)\n") };
    root.write_move(best, out)?;
    if let Some(reply) = reply {
        out.write_str(" ponder ")?;
        let mut next = *root;
        next.play(best);
        next.write_move(reply, out)?;
    }
    out.write_char('\n')
}

/// Writes the score of a finished game.
pub(crate) fn write_over(position: &Chess, out: &mut dyn Write) -> fmt::Result {
    let mated = position.checkers() != 0 && !position.can_move();
    let score = UciScore(if mated { Score::LOST } else { Score::DRAW });
    writeln!(out, "info depth 0 score {score}")
}
