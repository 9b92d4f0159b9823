//! The layout of a best-first search in its block.

use core::mem::MaybeUninit;

use super::settings::{Method, Settings};
use crate::capabilities::Measure;
use crate::game::Game;
use crate::memory::{Carver, Region, Zeroable};
use crate::proof::PlanError;
use crate::proof::plan::{MAX_PLIES, check};
use crate::proof::rules::LineRules;

/// Not a node.
pub(super) const NIL: u32 = u32::MAX;

/// A position.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Node {
    /// The least that it may be worth to the root's player, and the most: scores. They are equal unless
    /// the method is B*.
    pub low: i16,
    pub high: i16,
    /// Its children are numbered from here, one after the other.
    pub first: u32,
    pub count: u16,
    /// Which of its parent's legal moves leads here.
    pub number: u16,
    /// Expansions below and here.
    pub work: u32,
    /// Whether the root's player is to move.
    pub own: bool,
    /// Whether its value is final: the game is over, or the line as long as it may be.
    pub ended: bool,
}

// SAFETY: integers, and false is zero.
unsafe impl Zeroable for Node {}

/// The layout of the whole block.
pub(super) struct Plan<G: Game> {
    pub bytes: usize,
    pub line: LineRules,
    pub evaluation: Measure<G>,
    /// Conspiracy numbers of a node: one for each grade.
    pub grades: usize,
    /// The root and the current position.
    pub positions: Region<MaybeUninit<G>>,
    pub keys: Region<u64>,
    pub earlier: Region<u64>,
    pub excluded: Region<u32>,
    pub nodes: Region<Node>,
    pub path: Region<u32>,
    pub conspiracies: Region<u8>,
}

impl<G: Game> Plan<G> {
    pub fn new(settings: &Settings, game: &G) -> Result<Self, PlanError> {
        use crate::capabilities::Repetition;
        check(game)?;
        let evaluation = game.capabilities().evaluation.ok_or(PlanError::NoEvaluation)?;
        let (max_plies, max_moves) = (game.max_plies(), game.max_moves());
        let repetition = game.repetition();
        let limit = settings.depth.map_or(MAX_PLIES, usize::from).clamp(1, MAX_PLIES);
        let plies = max_plies.min(limit);
        let nodes = settings.nodes as usize;
        if nodes == 0 {
            return Err(PlanError::Empty);
        }
        if settings.nodes == NIL || max_moves > usize::from(u16::MAX) {
            return Err(PlanError::TooMany);
        }
        let grades = match settings.method {
            Method::Conspiracy { grades, .. } => usize::from(grades.max(3)),
            _ => 0,
        };
        let remembers = matches!(repetition, Repetition::Forbidden | Repetition::Ends(_));
        let earlier = if remembers { crate::history::longest(game) } else { 0 };
        let earlier = settings.earlier.map_or(earlier, |most| earlier.min(most as usize));
        let mut carver = Carver::default();
        Ok(Plan {
            line: LineRules { repetition, plies, final_plies: plies == max_plies },
            evaluation,
            grades,
            positions: carver.take(2),
            keys: carver.take(if repetition == Repetition::Never { 0 } else { plies + 1 }),
            earlier: carver.take(earlier),
            excluded: carver.take(max_moves.div_ceil(32)),
            nodes: carver.take(nodes),
            path: carver.take(plies + 1),
            conspiracies: carver.take(nodes.saturating_mul(grades)),
            bytes: carver.bytes(),
        })
    }
}
