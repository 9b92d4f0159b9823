//! The principal variation: for each of the first plies, the best line from there on.

use core::mem::MaybeUninit;

/// A triangle of moves: the line from ply `p` has at most `length - p` of them.
pub(crate) struct Line<'a, M> {
    pub moves: &'a mut [MaybeUninit<M>],
    /// One for each ply that has a line, and a last one that is always 0.
    pub lengths: &'a mut [u16],
}

impl<M: Copy> Line<'_, M> {
    /// The moves of all lines.
    pub const fn room(length: usize) -> usize {
        length * (length + 1) / 2
    }

    fn first(&self, ply: usize) -> usize {
        let length = self.lengths.len() - 1;
        Self::room(length) - Self::room(length - ply)
    }

    /// Empties the line from a ply.
    #[hot]
    pub fn clear(&mut self, ply: usize) {
        if let Some(length) = self.lengths.get_mut(ply) {
            *length = 0;
        }
    }

    /// The best line from `ply` is this move and the line after it.
    pub fn set(&mut self, ply: usize, mv: M) {
        if ply + 1 >= self.lengths.len() {
            return;
        }
        let (first, next) = (self.first(ply), self.first(ply + 1));
        let length = usize::from(self.lengths[ply + 1]);
        self.moves[first].write(mv);
        self.moves.copy_within(next..next + length, first + 1);
        self.lengths[ply] = length as u16 + 1;
    }

    /// The best line from the root.
    pub fn get(&self) -> &[M] {
        let moves = &self.moves[..usize::from(self.lengths[0])];
        // SAFETY: that many were written, and MaybeUninit has the layout of its move.
        unsafe { core::slice::from_raw_parts(moves.as_ptr().cast(), moves.len()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_move_and_the_line_after_it() {
        let mut moves = [MaybeUninit::uninit(); Line::<u8>::room(3)];
        let mut lengths = [0; 4];
        let mut line = Line { moves: &mut moves, lengths: &mut lengths };
        for (ply, mv) in [(4, 9), (3, 9), (2, 3), (1, 2), (0, 1)] {
            line.set(ply, mv);
        }
        assert_eq!(line.get(), [1, 2, 3]);
        line.clear(2);
        line.set(1, 7);
        line.set(0, 6);
        assert_eq!(line.get(), [6, 7]);
        let mut none = Line::<u8> { moves: &mut [], lengths: &mut [0] };
        none.set(0, 1);
        assert_eq!(none.get(), []);
    }
}
