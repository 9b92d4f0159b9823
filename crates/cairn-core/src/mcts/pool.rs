//! AMAF tables on demand.
//!
//! A node takes about ten bytes, its AMAF table hundreds. But a table is read only if its node is a
//! *reference*, and in a search of `n` playouts at most a few nodes of each depth have the visits for
//! that: at most `n / ref`. So a node gets a table when it has `table_at` visits, from a pool.
//!
//! If the pool is empty, the table that was updated least recently changes hands. As with nodes, the
//! tables of the current path are not in the queue: no playout takes a table that it counts in. The
//! root's table is not in the pool, and is never given away.
//!
//! A table has one more tally than keys: its visits are the playouts that the table has counted. If
//! one more could overflow the counters, that table is halved, and no other.

use super::queue::{Links, Queue};
use super::select::AmafTable;
use super::width::{LinkArray, Tally};

/// The tallies of all tables, with counters of any width.
pub(crate) enum Tallies<'a> {
    Narrow(&'a mut [u16]),
    Middle(&'a mut [u32]),
    Wide(&'a mut [u64]),
}

impl<'a> Tallies<'a> {
    #[once]
    fn shared(&self) -> AmafTable<'_> {
        match self {
            Tallies::Narrow(all) => AmafTable::Narrow(all),
            Tallies::Middle(all) => AmafTable::Middle(all),
            Tallies::Wide(all) => AmafTable::Wide(all),
        }
    }

    fn into_shared(self) -> AmafTable<'a> {
        match self {
            Tallies::Narrow(all) => AmafTable::Narrow(all),
            Tallies::Middle(all) => AmafTable::Middle(all),
            Tallies::Wide(all) => AmafTable::Wide(all),
        }
    }
}

/// The few numbers of a pool that are not in its block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PoolState {
    /// The number of tables that were ever in use, the first of those that were given back
    /// (meaningless if there are none), and the number of those.
    used: u32,
    free: u32,
    freed: u32,
}

impl PoolState {
    /// Tables in use.
    pub fn in_use(&self) -> u32 {
        self.used - self.freed
    }
}

/// The neighbours of tables in the queue.
pub(crate) struct Neighbours<'a> {
    pub older: LinkArray<'a>,
    pub newer: LinkArray<'a>,
}

impl Links for Neighbours<'_> {
    fn is_empty(&self) -> bool {
        self.older.is_empty()
    }
    fn neighbours(&self, index: usize) -> [Option<usize>; 2] {
        [self.older.get(index), self.newer.get(index)]
    }
    fn set_older(&mut self, index: usize, older: Option<usize>) {
        self.older.set(index, older);
    }
    fn set_newer(&mut self, index: usize, newer: Option<usize>) {
        self.newer.set(index, newer);
    }
}

/// The tables of a tree, but for the root's.
pub(crate) struct TablePool<'a> {
    pub tallies: Tallies<'a>,
    /// The tallies of one table.
    pub len: usize,
    /// The visits after which a node asks for a table.
    pub at: u32,
    /// For each node its table, if it has one.
    pub slots: LinkArray<'a>,
    /// For each table in use its node, for each that was given back the next of those.
    pub owners: LinkArray<'a>,
    /// Has no links if there is a table for every node.
    pub queue: Queue<'a, Neighbours<'a>>,
    pub state: &'a mut PoolState,
    /// How many times a table changed hands.
    pub recycled: &'a mut u64,
}

impl<'a> TablePool<'a> {
    /// Takes all tables back.
    pub fn reset(&mut self) {
        *self.state = PoolState::default();
        self.queue.clear();
    }

    /// A node begins without a table.
    #[once]
    pub fn begin(&mut self, node: usize) {
        self.slots.set(node, None);
    }

    /// A node is on the current path.
    #[once]
    pub fn enter(&mut self, node: usize) {
        if let Some(slot) = self.slots.get(node) {
            self.queue.remove(slot);
        }
    }

    /// A node is no longer on the current path.
    #[once]
    pub fn leave(&mut self, node: usize) {
        if let Some(slot) = self.slots.get(node) {
            self.queue.push(slot);
        }
    }

    /// Takes back the table of a node that is not on the path, if it has one.
    #[inline(never)]
    pub fn release(&mut self, node: usize) {
        let Some(slot) = self.slots.get(node) else { return };
        self.queue.remove(slot);
        self.slots.set(node, None);
        self.owners.set(slot, (self.state.freed > 0).then_some(self.state.free as usize));
        self.state.free = slot as u32;
        self.state.freed += 1;
    }

    /// The table of a node, and the playouts that it has counted.
    #[once]
    pub fn get(&self, node: usize) -> Option<(AmafTable<'_>, u32)> {
        let slot = self.slots.get(node)?;
        let (start, last) = (slot * self.len, (slot + 1) * self.len - 1);
        let all = self.tallies.shared();
        Some((all.slice(start..last), all.visits(last)))
    }

    /// The tables of nodes, for as long as the block is borrowed.
    pub fn into_tables(self) -> impl Fn(usize) -> Option<AmafTable<'a>> {
        let (slots, len, all) = (self.slots, self.len, self.tallies.into_shared());
        move |node| slots.get(node).map(|slot| all.slice(slot * len..(slot + 1) * len - 1))
    }

    /// A table for a node on the path that has none, if there is one.
    #[inline(never)]
    pub fn grant(&mut self, node: usize) -> Option<usize> {
        let slot = if self.state.freed > 0 {
            let slot = self.state.free as usize;
            self.state.freed -= 1;
            self.state.free = self.owners.get(slot).unwrap_or(0) as u32;
            slot
        } else if (self.state.used as usize) < self.owners.len() {
            self.state.used += 1;
            self.state.used as usize - 1
        } else {
            let slot = self.queue.oldest()?;
            self.queue.remove(slot);
            let owner = self.owners.get(slot).expect("a table in the queue has an owner");
            self.slots.set(owner, None);
            *self.recycled += 1;
            slot
        };
        self.owners.set(slot, Some(node));
        self.slots.set(node, Some(slot));
        let tallies = slot * self.len..(slot + 1) * self.len;
        match &mut self.tallies {
            Tallies::Narrow(all) => all[tallies].fill(0),
            Tallies::Middle(all) => all[tallies].fill(0),
            Tallies::Wide(all) => all[tallies].fill(0),
        }
        Some(slot)
    }

    /// Calls `count` with the table in which a node counts `playouts` more: its own, or if it has
    /// `visits` enough a new one.
    #[inline(never)]
    pub fn count(
        &mut self,
        node: usize,
        visits: u32,
        playouts: u32,
        denominator: u32,
        count: impl CountIn,
    ) {
        let mut slot = self.slots.get(node);
        if slot.is_none() && visits >= self.at {
            slot = self.grant(node);
        }
        let Some(slot) = slot else { return };
        let tallies = slot * self.len..(slot + 1) * self.len;
        match &mut self.tallies {
            Tallies::Narrow(all) => add(&mut all[tallies], playouts, denominator, count),
            Tallies::Middle(all) => add(&mut all[tallies], playouts, denominator, count),
            Tallies::Wide(all) => add(&mut all[tallies], playouts, denominator, count),
        }
    }

    /// Copies the table of a node to `root`, whose counters are as wide or wider. Returns the playouts
    /// that it has counted.
    pub fn copy_to<T: Tally>(&self, node: usize, root: &mut [T]) -> u32 {
        fn widen<A: Tally, T: Tally>(table: &[A], root: &mut [T]) {
            for (to, from) in root.iter_mut().zip(table) {
                *to = T::new(from.visits(), from.reward());
            }
        }
        let Some((table, counted)) = self.get(node) else { return 0 };
        match table {
            AmafTable::Narrow(table) => widen(table, root),
            AmafTable::Middle(table) => widen(table, root),
            AmafTable::Wide(table) => widen(table, root),
        }
        counted
    }
}

/// Something that counts playouts in a table with counters of any width.
pub(crate) trait CountIn {
    fn count_in<T: Tally>(self, table: &mut [T]);
}

/// Not inlined: this is compiled once for each width of table, not also for each kind of tree.
#[inline(never)]
fn add<T: Tally>(tallies: &mut [T], playouts: u32, denominator: u32, count: impl CountIn) {
    let limit = T::LIMIT / denominator;
    let last = tallies.len() - 1;
    if tallies[last].visits() > limit - playouts {
        tallies.iter_mut().for_each(T::halve);
    }
    tallies[last].add(T::new(playouts, 0));
    count.count_in(&mut tallies[..last]);
}
