//! Positions that occur again: the path from the root, and the real game before it.

use super::table::spread;

/// The counters of the filter that answers most questions: a power of two.
pub(crate) const FILTER: usize = 512;

/// What the search does about positions that occur again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// Nothing: they cannot, or it has no effect.
    Free,
    /// A move must not lead to one.
    Forbidden,
    /// Where one occurs for this many times, the game ends.
    Ends(u8),
}

/// The repetition keys of the real game's earlier positions, and after them those of the path.
pub(crate) struct Path<'a> {
    pub keys: &'a mut [u64],
    /// How many keys have each remainder.
    pub filter: &'a mut [u16],
    pub rule: Rule,
    /// The number of earlier positions.
    pub earlier: usize,
}

impl Path<'_> {
    #[hot]
    fn slot(key: u64) -> usize {
        (spread(key) >> 40) as usize % FILTER
    }

    /// Empties the path and writes down the earlier positions. Returns how many there was room for:
    /// the last ones.
    pub fn start(&mut self, earlier: &[u64], room: usize) -> usize {
        self.filter.fill(0);
        let earlier = &earlier[earlier.len() - earlier.len().min(room)..];
        self.keys[..earlier.len()].copy_from_slice(earlier);
        for &key in earlier {
            self.filter[Self::slot(key)] += 1;
        }
        self.earlier = earlier.len();
        self.earlier
    }

    /// What the earlier positions change about every position of the search: a number that is part
    /// of the table's keys. Positions of [`Rule::Ends`] matter if they end the game at once.
    pub fn salt(&self) -> u64 {
        let earlier = &self.keys[..self.earlier];
        match self.rule {
            Rule::Free => 0,
            Rule::Forbidden => {
                earlier.iter().fold(0, |sum, &key| sum.wrapping_add(Self::part(key)))
            }
            Rule::Ends(times) => {
                let count = |key| earlier.iter().filter(|&&other| other == key).count();
                let deadly = |at: usize, key| {
                    count(key) + 1 >= usize::from(times) && !earlier[..at].contains(&key)
                };
                let deadly = earlier.iter().enumerate().filter(|&(at, &key)| deadly(at, key));
                deadly.fold(0, |sum, (_, &key)| sum.wrapping_add(Self::part(key)))
            }
        }
    }

    /// A position's part of the sum that stands for a set of positions.
    #[hot]
    pub fn part(key: u64) -> u64 {
        spread(key ^ 0x5bd1_e995_9d1c_a4a7)
    }

    /// Writes down the key of the position at a ply.
    #[hot]
    pub fn enter(&mut self, ply: usize, key: u64) {
        self.keys[self.earlier + ply] = key;
        self.filter[Self::slot(key)] += 1;
    }

    /// Forgets the position at a ply.
    #[hot]
    pub fn leave(&mut self, ply: usize) {
        self.filter[Self::slot(self.keys[self.earlier + ply])] -= 1;
    }

    /// Whether a move from the position at `ply` to one with this key is forbidden.
    #[hot]
    pub fn forbids(&self, ply: usize, key: u64) -> bool {
        let before = &self.keys[..self.earlier + ply + 1];
        self.filter[Self::slot(key)] > 0 && before.contains(&key) && before.last() != Some(&key)
    }

    /// Whether the position with this key at `ply` ends the game, and with it the ply on the path of
    /// the position that it repeats; that is [`NONE`](super::frame::NONE) if earlier positions alone
    /// end it. The path counts from ply `barrier` on, and the game before it only from 0.
    ///
    /// A second time on the path is enough, see [the module](super#repetition).
    #[hot]
    pub fn ends(&self, ply: usize, key: u64, barrier: usize) -> Option<u16> {
        let Rule::Ends(times) = self.rule else { return None };
        if self.filter[Self::slot(key)] == 0 {
            return None;
        }
        let path = &self.keys[self.earlier + barrier..self.earlier + ply];
        if let Some(back) = path.iter().rposition(|&other| other == key) {
            return Some((barrier + back) as u16);
        }
        let before = self.keys[..self.earlier].iter().filter(|&&other| other == key).count();
        (barrier == 0 && before + 1 >= usize::from(times)).then_some(super::frame::NONE)
    }
}
