//! Proof and disproof numbers, and how they add up.

/// The numbers of a node (Allis 1994): how many leaves must at least be proved to prove the node,
/// and how many disproved to disprove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// 0 if proved, [`Numbers::INFINITE`] if disproved.
    pub proof: u32,
    /// 0 if disproved, [`Numbers::INFINITE`] if proved.
    pub disproof: u32,
}

impl Numbers {
    /// It cannot be: the opposite has been shown.
    pub const INFINITE: u32 = INFINITE;
    /// This search cannot show it: all ways to it end where it ran out of memory or depth.
    pub const UNREACHABLE: u32 = DEAD;

    pub(crate) fn new([proof, disproof]: Pair) -> Self {
        Numbers { proof, disproof }
    }

    /// Whether it is proved.
    pub const fn is_proved(self) -> bool {
        self.proof == 0
    }

    /// Whether it is disproved.
    pub const fn is_disproved(self) -> bool {
        self.disproof == 0
    }
}

/// Proof number, then disproof number. A node's *side* is the index of the number that its player
/// wants to be 0: [`OR`] or [`AND`]. The formulas are the same for both sides.
pub(crate) type Pair = [u32; 2];

/// The side of nodes where the player to move wants to reach the goal.
pub(crate) const OR: usize = 0;
/// The side of nodes where the other player is to move.
pub(crate) const AND: usize = 1;

pub(crate) const INFINITE: u32 = u32::MAX;
/// A number that no search can change. Sums with it are dead too, unless they are infinite.
pub(crate) const DEAD: u32 = u32::MAX - 1;
/// The greatest number: sums stop here.
const MOST: u32 = u32::MAX - 2;

/// A leaf that cannot be expanded.
pub(crate) const UNKNOWN: Pair = [DEAD, DEAD];

/// The numbers of a leaf that reaches the goal, or does not.
pub(crate) const fn solved(reached: bool) -> Pair {
    if reached { [0, INFINITE] } else { [INFINITE, 0] }
}

pub(crate) const fn is_solved(numbers: Pair) -> bool {
    numbers[OR] == 0 || numbers[AND] == 0
}

/// Whether a search can change nothing any more.
pub(crate) const fn is_stuck(numbers: Pair) -> bool {
    numbers[OR] >= DEAD && numbers[AND] >= DEAD
}

pub(crate) fn add(a: u32, b: u32) -> u32 {
    let high = a.max(b);
    if high >= DEAD { high } else { a.saturating_add(b).min(MOST) }
}

/// Puts the numbers of children together: the least on the node's own side, the sum on the other.
///
/// A *weak* sum (Ueda and others 2008) is the greatest number and 1 for each other child that is not
/// solved. Where lines transpose, sums count the same leaves many times, and weak sums do not.
#[derive(Clone, Copy)]
pub(crate) struct Total {
    side: usize,
    weak: bool,
    least: u32,
    greatest: u32,
    sum: u32,
    open: u32,
}

impl Total {
    pub fn new(side: usize, weak: bool) -> Self {
        Total { side, weak, least: INFINITE, greatest: 0, sum: 0, open: 0 }
    }

    pub fn add(&mut self, child: Pair) {
        let (own, other) = (child[self.side], child[1 - self.side]);
        self.least = self.least.min(own);
        self.greatest = self.greatest.max(other);
        self.sum = add(self.sum, other);
        self.open += u32::from(other > 0);
    }

    /// What a weak sum adds to the greatest number.
    pub fn others(&self) -> u32 {
        self.open.saturating_sub(1)
    }

    pub fn numbers(&self) -> Pair {
        let sum = if self.weak { add(self.greatest, self.others()) } else { self.sum };
        let mut numbers = [sum; 2];
        numbers[self.side] = self.least;
        // A sum of infinite numbers says that a child is solved, so the least is 0.
        debug_assert!((sum == INFINITE) == (self.least == 0));
        debug_assert!((sum == 0) == (self.least == INFINITE));
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(side: usize, weak: bool, children: &[Pair]) -> Pair {
        let mut total = Total::new(side, weak);
        children.iter().for_each(|&child| total.add(child));
        total.numbers()
    }

    #[test]
    fn or_takes_the_least_proof_number_and_adds_disproof_numbers() {
        assert_eq!(total(OR, false, &[[2, 3], [1, 4], [5, 1]]), [1, 8]);
        assert_eq!(total(AND, false, &[[2, 3], [1, 4], [5, 1]]), [8, 1]);
        assert_eq!(total(OR, true, &[[2, 3], [1, 4], [INFINITE, 0]]), [1, 5]);
        assert_eq!(total(OR, false, &[[2, 3], [0, INFINITE]]), [0, INFINITE]);
        assert_eq!(total(AND, false, &[[0, INFINITE], [0, INFINITE]]), [0, INFINITE]);
    }

    #[test]
    fn what_cannot_be_searched_stays_unknown() {
        assert_eq!(total(OR, false, &[UNKNOWN, [2, 3]]), [2, DEAD]);
        assert_eq!(total(OR, false, &[UNKNOWN, [INFINITE, 0]]), UNKNOWN);
        assert_eq!(total(OR, false, &[UNKNOWN, [0, INFINITE]]), [0, INFINITE]);
        assert_eq!(total(AND, true, &[[7, DEAD], [INFINITE, 0]]), [INFINITE, 0]);
        assert_eq!(add(MOST, 5), MOST);
    }
}
