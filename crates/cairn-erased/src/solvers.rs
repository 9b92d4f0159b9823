//! Searches without playouts, of any game: alpha-beta, proof and best-first search as [`AnySearch`].
//!
//! They are compiled for two sizes of position, and for the games that gain much by it
//! ([`with_solver_type`]). They always select move by move, so it does not matter to them whether moves
//! share keys.

use cairn_core::best;
use cairn_core::mcts::PoolStats;
use cairn_core::memory::Block;
use cairn_core::minimax::{self, Ended};
use cairn_core::proof::{self, Value};
use cairn_core::score::Score;
use cairn_core::spec::{Settings, Spec, SpecError};

use crate::engine::{Engine, EngineVisitor};
use crate::position::{AnyMove, AnyPosition, LARGEST};
use crate::report::{MoveReport, MoveScore, Report};
use crate::search::{AnySearch, Callbacks, SMALL, SearchType, SearchVisitor};

/// An evaluation of this much is worth three quarters of a win: two pieces or so.
const SCALE: f32 = 200.0;
/// The same for margins.
const MARGIN_SCALE: f32 = 4.0;

/// Calls `visitor` with `position` as the type that searches without playouts are compiled for.
pub fn with_solver_type<V: SearchVisitor>(position: &AnyPosition, visitor: V) -> V::Output {
    match position.resize::<SMALL, true>() {
        Some(small) => visitor.visit(&small),
        None => {
            visitor.visit(&position.resize::<LARGEST, true>().expect("LARGEST holds every game"))
        }
    }
}

/// Calls `visitor` with the settings of an agent without playouts.
pub(crate) fn with_solver<V: EngineVisitor>(
    spec: &Spec,
    position: &AnyPosition,
    visitor: V,
) -> Result<V::Output, SpecError<'static>> {
    struct Solver<'a, V>(&'a Spec, V);
    impl<V: EngineVisitor> SearchVisitor for Solver<'_, V> {
        type Output = Result<V::Output, SpecError<'static>>;
        fn visit<G: SearchType>(self, position: &G) -> Self::Output {
            let Solver(spec, visitor) = self;
            Ok(match spec.solver_settings(position)? {
                Settings::Playouts(_) => return Err(SpecError::NoPlayouts(spec.agent.name)),
                Settings::Minimax(settings) => visitor.visit(settings, position),
                Settings::Proof(settings) => visitor.visit(settings, position),
                Settings::Best(settings) => visitor.visit(settings, position),
            })
        }
    }
    with_solver_type(position, Solver(spec, visitor))
}

/// A score as a number from 0 (lost) to 1 (won).
fn on_scale(score: Score, scale: f32) -> f32 {
    match score.get() {
        _ if score.is_win() => 1.0,
        _ if score.is_loss() => 0.0,
        number => {
            let number = f32::from(number);
            0.5 + 0.5 * number / (number.abs() + scale)
        }
    }
}

/// Makes the settings of an engine an [`Engine`]: its module, its settings and its errors.
macro_rules! engine {
    ($engine:ident, $settings:ident, $error:ident) => {
        impl<G: SearchType> Engine<G> for $engine::Settings {
            type Search<B: Block + Send> = $engine::Search<G, B>;
            fn general(&self) -> Settings {
                Settings::$settings(*self)
            }
            fn bytes_needed(&self, game: &G) -> Result<usize, SpecError<'static>> {
                $engine::bytes_needed(self, game).map_err(SpecError::$error)
            }
            fn search<B: Block + Send>(
                self,
                game: &G,
                block: B,
            ) -> Result<Self::Search<B>, SpecError<'static>> {
                $engine::Search::new(self, game, block).map_err(SpecError::$error)
            }
        }
    };
}

engine!(minimax, Minimax, Minimax);
engine!(proof, Proof, Proof);
engine!(best, Best, Proof);

/// The methods of [`AnySearch`] that all searches without playouts have in common.
macro_rules! common_methods {
    () => {
        fn start(
            &mut self,
            position: &AnyPosition,
            excluded: &[AnyMove],
            earlier: &[u64],
            seed: u64,
        ) {
            let is_excluded: &dyn Fn(_) -> bool =
                &|mv| excluded.iter().any(|&other| G::move_from_any(other) == mv);
            let is_excluded = (!excluded.is_empty()).then_some(is_excluded);
            self.start_without(&G::from_any(position), is_excluded, earlier, seed);
        }
        fn run_clocked(
            &mut self,
            limit: Option<u64>,
            now: &mut dyn FnMut() -> Option<u64>,
            stop: &mut dyn FnMut() -> bool,
        ) -> Ended {
            self.run_clocked(limit, &mut Callbacks { now, stop }).0
        }
        fn flush_batch(&mut self) {}
        fn best_move(&mut self) -> Option<AnyMove> {
            let best = self.best_move();
            best.map(|mv| self.root().move_to_any(mv))
        }
        fn principal_variation(&mut self, each: &mut dyn FnMut(AnyMove)) {
            let mut position = *self.root();
            self.principal_variation(usize::MAX, |mv| {
                each(position.move_to_any(mv));
                position.play(mv);
            });
        }
        fn bytes(&self) -> usize {
            self.bytes()
        }
        fn millis(&self) -> Option<u64> {
            self.settings().millis()
        }
    };
}

impl<G: SearchType, B: Block + Send> AnySearch for minimax::Search<G, B> {
    common_methods!();
    fn new_game(&mut self) {
        self.new_game();
    }
    fn end_turn(&mut self) {
        self.end_turn();
    }
    fn forget(&mut self) {
        self.forget_table();
    }
    fn run_steps(&mut self, limit: u32) -> u32 {
        self.run_nodes(limit.into()) as u32
    }
    fn for_each_move(&mut self, each: &mut dyn FnMut(MoveReport<AnyMove>)) {
        let root = *self.root();
        let scale = match self.settings().value {
            minimax::Value::Outcome => SCALE,
            minimax::Value::Margin => MARGIN_SCALE,
        };
        self.for_each_move(|minimax::MoveScore { mv, score, nodes, .. }| {
            each(MoveReport {
                mv: root.move_to_any(mv),
                visits: nodes,
                value: score.map(|(score, _)| on_scale(score, scale)),
                amaf: None,
                score: score.map(|(score, bound)| MoveScore::Score(score, bound)),
            });
        });
    }
    fn steps(&self) -> u64 {
        self.nodes()
    }
    fn nodes(&self) -> PoolStats {
        PoolStats::default()
    }
    fn report(&mut self) -> Report {
        Report::Minimax {
            nodes: self.nodes(),
            depth: self.depth(),
            selective_depth: self.selective_depth(),
            score: self.score(),
            table_use: self.table_use(),
        }
    }
}

impl<G: SearchType, B: Block + Send> AnySearch for proof::Search<G, B> {
    common_methods!();
    fn new_game(&mut self) {}
    fn end_turn(&mut self) {}
    fn forget(&mut self) {}
    fn run_steps(&mut self, limit: u32) -> u32 {
        let mut steps = 0;
        while steps < limit && !self.is_done() {
            self.step();
            steps += 1;
        }
        steps
    }
    fn for_each_move(&mut self, each: &mut dyn FnMut(MoveReport<AnyMove>)) {
        let root = *self.root();
        self.for_each_move(|proof::MoveStats { mv, numbers, at_least, at_most }| {
            let worth = |value| match value {
                Value::Loss => 0.0,
                Value::Draw => 0.5,
                Value::Win => 1.0,
            };
            let known = (at_least, at_most) != (Value::Loss, Value::Win);
            each(MoveReport {
                mv: root.move_to_any(mv),
                visits: 0,
                value: known.then(|| 0.5 * (worth(at_least) + worth(at_most))),
                amaf: None,
                score: Some(MoveScore::Proof(numbers, at_least, at_most)),
            });
        });
    }
    fn steps(&self) -> u64 {
        self.positions()
    }
    fn nodes(&self) -> PoolStats {
        self.pool()
    }
    fn report(&mut self) -> Report {
        let (at_least, at_most) = self.bounds();
        Report::Proof {
            positions: self.positions(),
            numbers: self.numbers(),
            at_least,
            at_most,
            gave_up: self.gave_up(),
            nodes: self.pool(),
        }
    }
}

impl<G: SearchType, B: Block + Send> AnySearch for best::Search<G, B> {
    common_methods!();
    fn new_game(&mut self) {}
    fn end_turn(&mut self) {}
    fn forget(&mut self) {}
    fn run_steps(&mut self, limit: u32) -> u32 {
        let mut steps = 0;
        while steps < limit && !self.is_done() {
            self.step();
            steps += 1;
        }
        steps
    }
    fn for_each_move(&mut self, each: &mut dyn FnMut(MoveReport<AnyMove>)) {
        let root = *self.root();
        self.for_each_move(|best::MoveStats { mv, low, high, expansions }| {
            let value = 0.5 * (on_scale(low, SCALE) + on_scale(high, SCALE));
            each(MoveReport {
                mv: root.move_to_any(mv),
                visits: expansions,
                value: Some(value),
                amaf: None,
                score: Some(MoveScore::Range(low, high)),
            });
        });
    }
    fn steps(&self) -> u64 {
        self.positions()
    }
    fn nodes(&self) -> PoolStats {
        self.pool()
    }
    fn report(&mut self) -> Report {
        let (low, high) = self.value();
        Report::Best {
            expansions: self.expansions(),
            positions: self.positions(),
            low,
            high,
            settled: self.is_settled(),
            nodes: self.pool(),
        }
    }
}
