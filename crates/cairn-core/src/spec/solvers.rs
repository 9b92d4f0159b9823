//! From a spec to the settings of an agent without playouts: like `resolve.rs`, for the other engines.
//!
//! Such an agent has two kinds of memory. Its table or tree may have any size. Its *stacks* (the
//! positions and moves of one line) have a size that follows from the game, and can be large: a game may
//! last thousands of plies. So with a budget, the stacks get at most half of it, and the table or the
//! tree gets what is left:
//!
//! 1. A search that can do without going to the end of the game gets a smaller depth, but not below
//!    [`ENOUGH`].
//! 2. If that is not enough, fewer moves are listed: as few as the search can work with.
//! 3. If even that is not, the depth gets as small as it must.
//!
//! Nothing is adjusted that the spec gives. Without `memory=` the budget is [`MEMORY`]; there is none if
//! the spec gives the size of the table or the tree.

use super::resolve::largest;
use super::value::MAX_COUNT;
use super::{Family, Settings, Spec, SpecError};
use crate::capabilities::Repetition;
use crate::game::Game;
use crate::minimax::{self, Driver};
use crate::proof::{self, Goal, Method, Table, Tree};
use crate::{best, history};

/// The memory of a player that is given neither memory nor a size.
const MEMORY: u64 = 16 << 20;
/// The depth that a player gets, if possible, before anything else is given up.
const ENOUGH: u16 = 32;
/// The longest line that settings ask for: what the engines have room for.
const MOST_PLIES: usize = 60_000;
/// The principal variation that a search without the usual limit keeps.
const LONG_LINE: u16 = 64;
/// Earlier positions that are remembered where a repetition only ends the game.
const EARLIER: usize = 128;

/// The steps of a search that is given no limit, by alpha-beta, proof and best-first search; and how the
/// list of keys says it.
const STEPS: [u64; 3] = [100_000, 100_000, 10_000];
pub(super) const LIMITS: [&str; 3] = [
    "no limit with depth= or time=; otherwise 100000",
    "no limit with time=; otherwise 100000",
    "no limit with time=; otherwise 10000",
];

/// What the keys of agents without playouts set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SolverSpec {
    /// What the keys of alpha-beta set directly.
    pub minimax: minimax::Settings,
    pub goal: Goal,
    pub mobility: bool,
    pub weak: bool,
    pub recycle: bool,
    /// 0 is off.
    pub stop: u16,
    pub epsilon: u16,
    pub margin: u16,
    pub threshold: u8,
    pub grades: u8,
    pub depth: Option<u16>,
    /// Positions or expansions.
    pub limit: Option<u64>,
    /// Entries of the table or nodes of the tree; 0 is without a table.
    pub size: Option<u32>,
    pub second: Option<u32>,
    pub moves: Option<u32>,
    /// Whether a spec without a limit has none.
    pub endless: bool,
}

/// What decides the memory.
#[derive(Clone, Copy)]
struct Shape {
    depth: Option<u16>,
    moves: Option<u32>,
    size: u32,
}

impl SolverSpec {
    /// Nothing given: the defaults of `solver_keys.rs` come next.
    pub const fn new(family: Family) -> Self {
        let driver = match family {
            Family::Minimax(driver) => driver,
            _ => Driver::Minimax,
        };
        SolverSpec {
            minimax: minimax::Settings { line: 16, ..minimax::Settings::plain(driver) },
            goal: Goal::Value,
            mobility: false,
            weak: false,
            recycle: false,
            stop: 0,
            epsilon: 0,
            margin: 0,
            threshold: 0,
            grades: 0,
            depth: None,
            limit: None,
            size: None,
            second: None,
            moves: None,
            endless: false,
        }
    }
}

impl Spec {
    /// This spec without the usual limit of an agent without playouts, for a caller who waits until
    /// the search is done. Limits that the spec gives stay.
    pub fn endless(mut self) -> Self {
        self.solver.endless = true;
        self
    }

    /// The settings of an agent without playouts, for games like `game`.
    pub fn solver_settings<G: Game>(&self, game: &G) -> Result<Settings, SpecError<'static>> {
        let given = &self.solver;
        let (least, least_moves) = self.least(game);
        let size = given.size.or(match self.agent.family {
            Family::Minimax(Driver::Minimax) => Some(0),
            _ => None,
        });
        let mut shape =
            Shape { depth: given.depth, moves: given.moves, size: size.unwrap_or(least) };
        let bytes = |shape| self.shaped(game, shape).bytes_needed(game);
        // What is wrong with the game shows here.
        bytes(shape)?;
        let budget = match (self.memory, given.size) {
            (Some(memory), _) => memory,
            (None, None) => MEMORY,
            (None, Some(_)) => return Ok(self.shaped(game, shape)),
        };
        let fits = |shape, room| bytes(shape).is_ok_and(|bytes| bytes as u64 <= room);
        let half = if size.is_some_and(|size| size > 0) { budget } else { budget / 2 };
        let shallow = given.depth.is_none() && self.may_stop_early(game);
        let plies = game.max_plies().min(MOST_PLIES) as u16;
        let deepest = |shape: Shape, low: u16, room| {
            let deep = |depth: u32| fits(Shape { depth: Some(depth as u16), ..shape }, room);
            largest(low.into(), plies.max(low).into(), deep).map(|depth| depth as u16)
        };
        if !fits(shape, half) && shallow {
            let enough = ENOUGH.min(plies).max(1);
            shape.depth = Some(deepest(shape, enough, half).unwrap_or(enough));
        }
        if !fits(shape, half) && given.moves.is_none() {
            let listed = |moves| fits(Shape { moves: Some(moves), ..shape }, half);
            shape.moves = Some(largest(least_moves, MAX_COUNT, listed).unwrap_or(least_moves));
        }
        if !fits(shape, half) && shallow {
            shape.depth = deepest(shape, 1, half).or(deepest(shape, 1, budget)).or(Some(1));
        }
        if size.is_none() {
            let larger = |size| fits(Shape { size, ..shape }, budget);
            shape.size = largest(least, MAX_COUNT, larger).unwrap_or(least);
        }
        match bytes(shape)? {
            needed if needed as u64 > budget => Err(SpecError::Memory { needed, given: budget }),
            _ => Ok(self.shaped(game, shape)),
        }
    }

    /// The smallest table or tree with which the search works, and the fewest moves listed: a tree must
    /// hold the children of the root, and df-pn the moves of a few positions.
    fn least<G: Game>(&self, game: &G) -> (u32, u32) {
        let moves = game.max_moves().clamp(1, 1 << 16) as u32;
        match self.agent.family {
            Family::Minimax(_) => (0, 1),
            Family::Dfpn => (1, 4 * moves),
            _ => (moves + 1, 1),
        }
    }

    /// Whether the search makes sense if it does not go to the end of the game.
    fn may_stop_early<G: Game>(&self, game: &G) -> bool {
        match self.agent.family {
            Family::Minimax(_) => game.capabilities().evaluation.is_some(),
            _ => true,
        }
    }

    /// The settings with this depth and size.
    fn shaped<G: Game>(&self, game: &G, shape: Shape) -> Settings {
        let given = &self.solver;
        let Shape { depth, moves, size } = shape;
        let time = self.settings.time;
        let steps = |kind: usize, bounded: bool| {
            let bounded = bounded || time.is_some() || given.endless;
            given.limit.or((!bounded).then_some(STEPS[kind]))
        };
        match self.agent.family {
            Family::BestFirst | Family::BStar | Family::Conspiracy => {
                Settings::Best(best::Settings {
                    depth,
                    expansions: steps(2, false),
                    time,
                    ..best::Settings::new(self.best_method(), size)
                })
            }
            Family::Pn | Family::Dfpn => Settings::Proof(proof::Settings {
                method: self.proof_method(size, moves),
                goal: given.goal,
                mobility: given.mobility,
                weak: given.weak,
                depth,
                earlier: None,
                positions: steps(1, false),
                time,
            }),
            _ => Settings::Minimax(minimax::Settings {
                depth,
                nodes: steps(0, given.depth.is_some()),
                time,
                table: size,
                earlier: earlier(game, given.endless),
                moves,
                line: if given.endless { LONG_LINE } else { given.minimax.line },
                ..given.minimax
            }),
        }
    }

    fn best_method(&self) -> best::Method {
        let given = &self.solver;
        match self.agent.family {
            Family::BStar => best::Method::BStar { margin: given.margin },
            Family::Conspiracy => {
                best::Method::Conspiracy { threshold: given.threshold, grades: given.grades }
            }
            _ => best::Method::BestFirst,
        }
    }

    fn proof_method(&self, size: u32, moves: Option<u32>) -> Method {
        let given = &self.solver;
        let tree = Tree { nodes: size, recycle: given.recycle };
        let second = given.second.unwrap_or(size);
        match (self.agent.family, proof::Settings::pn2(size, second).method) {
            (Family::Dfpn, _) => {
                Method::Dfpn(Table { entries: size, epsilon: given.epsilon, moves })
            }
            (_, Method::Pn2 { second, .. }) if self.agent.two_levels => {
                let stop = (given.stop > 0).then_some(given.stop);
                Method::Pn2 { top: tree, second: proof::Second { stop, ..second } }
            }
            _ => Method::Pn(tree),
        }
    }
}

/// How many earlier positions alpha-beta remembers: all if none may occur again, or if the answer must be
/// exact.
fn earlier<G: Game>(game: &G, exact: bool) -> u16 {
    let all = history::longest(game);
    let earlier = match game.repetition() {
        Repetition::Never | Repetition::Allowed => 0,
        Repetition::Ends(_) if !exact => all.min(EARLIER),
        Repetition::Ends(_) | Repetition::Forbidden => all,
    };
    earlier.min(u16::MAX.into()) as u16
}
