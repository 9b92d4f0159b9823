//! The formulas: how values are backed up, and which child leads to the best leaf.

use super::plan::Node;
use super::settings::Method;
use crate::score::Score;

/// A conspiracy that cannot be: a value cannot be reached whatever changes.
pub(super) const NEVER: u8 = u8::MAX;

/// The tree in its block.
pub(super) struct Tree<'a> {
    pub nodes: &'a mut [Node],
    /// For each node and grade, how many leaves must change for the node to have that grade or one
    /// beyond it. 0 at the node's own grade. Empty without conspiracy numbers.
    pub conspiracies: &'a mut [u8],
    pub grades: usize,
    /// The bound of evaluations.
    pub bound: i16,
}

/// What the root wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// To expand the leaf below this child.
    Child(usize),
    /// Nothing: the search is settled.
    Settled,
}

impl Tree<'_> {
    pub fn children(&self, node: usize) -> core::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[node];
        first as usize..first as usize + usize::from(count)
    }

    /// The grade of a value: 0 if the root's player has lost, the last if he has won.
    pub fn grade(&self, value: i16) -> usize {
        let score = Score::from_raw(value);
        match () {
            () if score.is_loss() => 0,
            () if score.is_win() => self.grades - 1,
            () => {
                let bound = i32::from(self.bound);
                let value = i32::from(value).clamp(-bound, bound) + bound;
                1 + (value * (self.grades as i32 - 2) / (2 * bound + 1)) as usize
            }
        }
    }

    fn conspiracy(&self, node: usize, grade: usize) -> u8 {
        self.conspiracies[node * self.grades + grade]
    }

    /// The conspiracy numbers of a leaf: it alone can change its value, unless that is final.
    pub fn begin_leaf(&mut self, node: usize) {
        if self.grades == 0 {
            return;
        }
        let own = self.grade(self.nodes[node].low);
        let other = if self.nodes[node].ended { NEVER } else { 1 };
        let row = &mut self.conspiracies[node * self.grades..][..self.grades];
        for (grade, number) in row.iter_mut().enumerate() {
            *number = if grade == own { 0 } else { other };
        }
    }

    /// Gives a node what its children have.
    pub fn back_up(&mut self, node: usize) {
        let children = self.children(node);
        let own = self.nodes[node].own;
        let pick = |a: i16, b: i16| if own { a.max(b) } else { a.min(b) };
        let (mut low, mut high) = (None, None);
        for child in children.clone() {
            let Node { low: l, high: h, .. } = self.nodes[child];
            low = Some(low.map_or(l, |low| pick(low, l)));
            high = Some(high.map_or(h, |high| pick(high, h)));
        }
        let node_at = &mut self.nodes[node];
        node_at.work = node_at.work.saturating_add(1);
        if let (Some(low), Some(high)) = (low, high) {
            (node_at.low, node_at.high) = (low, high);
        }
        for grade in 0..self.grades {
            let at = self.grade(self.nodes[node].low);
            let mut all = 0u8;
            let mut least = NEVER;
            for child in children.clone() {
                let (number, theirs) =
                    (self.conspiracy(child, grade), self.grade(self.nodes[child].low));
                // To exceed: children that do already need no conspiracy.
                let there = if grade > at { theirs >= grade } else { theirs <= grade };
                let number = if there { 0 } else { number };
                least = least.min(number);
                all = match (all, number) {
                    (NEVER, _) | (_, NEVER) => NEVER,
                    (a, b) => a.saturating_add(b).min(NEVER - 1),
                };
            }
            // One child is enough to raise a node of one's own, all are needed to lower it.
            let one = (grade > at) == own;
            let number = match () {
                () if grade == at => 0,
                () if one => least,
                () => all,
            };
            self.conspiracies[node * self.grades + grade] = number;
        }
    }

    /// The child whose value the node has. Of several, the first.
    pub fn best_child(&self, node: usize) -> Option<usize> {
        let own = self.nodes[node].own;
        let sign = |value: i16| if own { value } else { -value };
        let rank = |child: &usize| {
            let Node { low, high, .. } = self.nodes[*child];
            // For B*, the middle; of equals, the one that is more certain to be good.
            let sum = i32::from(sign(low)) + i32::from(sign(high));
            (sum, sign(if own { low } else { high }))
        };
        // `max_by_key` would take the last.
        self.children(node)
            .reduce(|best, child| if rank(&child) > rank(&best) { child } else { best })
    }

    /// The child that the player to move is most optimistic about.
    fn most_optimistic(&self, node: usize, but: Option<usize>) -> Option<usize> {
        let own = self.nodes[node].own;
        let rank = |child: usize| {
            let Node { low, high, .. } = self.nodes[child];
            if own { (high, low) } else { (-low, -high) }
        };
        let children = self.children(node).filter(|&child| Some(child) != but);
        children.reduce(|best, child| if rank(child) > rank(best) { child } else { best })
    }

    /// Which child of the root leads to the next leaf. The root has children.
    pub fn aim(&self, method: Method) -> Aim {
        let root = 0;
        match method {
            Method::BestFirst => self.below(root, method, None),
            Method::BStar { .. } => {
                let Some(best) = self.most_optimistic(root, None) else { return Aim::Settled };
                let Some(rival) = self.most_optimistic(root, Some(best)) else {
                    return Aim::Settled;
                };
                let (best_node, rival_node) = (self.nodes[best], self.nodes[rival]);
                if best_node.low >= rival_node.high {
                    return Aim::Settled;
                }
                let known = |node: Node| node.low == node.high;
                let prove =
                    known(rival_node) || (!known(best_node) && best_node.work <= rival_node.work);
                Aim::Child(if prove { best } else { rival })
            }
            Method::Conspiracy { threshold, .. } => match self.target(threshold) {
                Some(grade) => self.below(root, method, Some(grade)),
                None => Aim::Settled,
            },
        }
    }

    /// The grade that the root is to be changed to: of the likely ones, the one furthest from its own;
    /// of two, the higher one. `None` if no other is likely.
    pub fn target(&self, threshold: u8) -> Option<usize> {
        let at = self.grade(self.nodes[0].low);
        let likely = |grade: &usize| *grade != at && self.conspiracy(0, *grade) <= threshold;
        let low = (0..self.grades).find(likely).filter(|&grade| grade < at);
        let high = (0..self.grades).rfind(likely).filter(|&grade| grade > at);
        match (low, high) {
            (Some(low), Some(high)) if at - low > high - at => Some(low),
            (low, high) => high.or(low),
        }
    }

    /// Which child of a node leads to the best leaf.
    pub fn below(&self, node: usize, method: Method, target: Option<usize>) -> Aim {
        let child = match (method, target) {
            (Method::BestFirst, _) => self.best_child(node),
            (Method::BStar { .. }, _) => self.most_optimistic(node, None),
            (Method::Conspiracy { .. }, Some(grade)) => {
                // The smallest conspiracy among the children that are not there yet.
                let up = grade > self.grade(self.nodes[0].low);
                let open = |child: &usize| {
                    let theirs = self.grade(self.nodes[*child].low);
                    let there = if up { theirs >= grade } else { theirs <= grade };
                    !there && self.conspiracy(*child, grade) < NEVER
                };
                let number = |child: usize| self.conspiracy(child, grade);
                let children = self.children(node).filter(open);
                children
                    .reduce(|best, child| if number(child) < number(best) { child } else { best })
            }
            (Method::Conspiracy { .. }, None) => None,
        };
        match child.filter(|&child| !self.nodes[child].ended) {
            Some(child) => Aim::Child(child),
            None => Aim::Settled,
        }
    }
}
