//! The settings of any search, and how a spec writes them.

use core::fmt;
use core::time::Duration;

use super::{Agent, KEYS, Spec, SpecError};
use crate::game::Game;
use crate::mcts;
#[cfg(feature = "solvers")]
use crate::{best, minimax, proof};

/// The settings of a search, by its engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Settings {
    /// With playouts: [`mcts`].
    Playouts(mcts::Settings),
    /// Alpha-beta and its relatives: [`minimax`].
    #[cfg(feature = "solvers")]
    Minimax(minimax::Settings),
    /// Proof search: [`proof`].
    #[cfg(feature = "solvers")]
    Proof(proof::Settings),
    /// Best first: [`best`].
    #[cfg(feature = "solvers")]
    Best(best::Settings),
}

impl Settings {
    /// The time limit.
    pub fn time(&self) -> Option<Duration> {
        match self {
            Settings::Playouts(settings) => settings.time,
            #[cfg(feature = "solvers")]
            Settings::Minimax(settings) => settings.time,
            #[cfg(feature = "solvers")]
            Settings::Proof(settings) => settings.time,
            #[cfg(feature = "solvers")]
            Settings::Best(settings) => settings.time,
        }
    }

    /// The time limit in whole milliseconds, rounded up.
    pub fn millis(&self) -> Option<u64> {
        crate::clock::millis(self.time())
    }

    /// The most playouts, positions or expansions of a search, if they are limited.
    pub fn max_steps(&self) -> Option<u64> {
        match self {
            Settings::Playouts(settings) => settings.max_playouts(),
            #[cfg(feature = "solvers")]
            Settings::Minimax(settings) => settings.nodes,
            #[cfg(feature = "solvers")]
            Settings::Proof(settings) => settings.positions,
            #[cfg(feature = "solvers")]
            Settings::Best(settings) => settings.expansions,
        }
    }

    /// The settings of a search with playouts, if it is one.
    pub fn playouts(&self) -> Option<&mcts::Settings> {
        match self {
            Settings::Playouts(settings) => Some(settings),
            #[cfg(feature = "solvers")]
            _ => None,
        }
    }

    /// The bytes that the search needs, for games like `game`.
    pub fn bytes_needed<G: Game>(&self, game: &G) -> Result<usize, SpecError<'static>> {
        match self {
            Settings::Playouts(settings) => {
                mcts::bytes_needed(settings, game).map_err(SpecError::Plan)
            }
            #[cfg(feature = "solvers")]
            Settings::Minimax(settings) => {
                minimax::bytes_needed(settings, game).map_err(SpecError::Minimax)
            }
            #[cfg(feature = "solvers")]
            Settings::Proof(settings) => {
                proof::bytes_needed(settings, game).map_err(SpecError::Proof)
            }
            #[cfg(feature = "solvers")]
            Settings::Best(settings) => {
                best::bytes_needed(settings, game).map_err(SpecError::Proof)
            }
        }
    }
}

impl Spec {
    /// The settings of a search with this spec, for games like `game`.
    pub fn settings<G: Game>(&self, game: &G) -> Result<Settings, SpecError<'static>> {
        #[cfg(feature = "solvers")]
        if !self.agent.has_playouts() {
            return self.solver_settings(game);
        }
        self.mcts_settings(game).map(Settings::Playouts)
    }
}

/// Settings written as a spec with every value given, to be stored beside a result. Reading it gives
/// the same settings, even if defaults have changed.
#[derive(Clone, Copy, Debug)]
pub struct FullSpec<'a, S = Settings>(pub &'a Agent, pub &'a S);

impl fmt::Display for FullSpec<'_, mcts::Settings> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FullSpec(agent, settings) = *self;
        f.write_str(agent.name)?;
        let mut separator = ':';
        for key in KEYS.iter().filter(|key| key.applies_to(agent)) {
            if let Some(value) = (key.write)(settings) {
                write!(f, "{separator}{}={value}", key.name)?;
                separator = ',';
            }
        }
        Ok(())
    }
}

impl fmt::Display for FullSpec<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FullSpec(agent, settings) = *self;
        match settings {
            Settings::Playouts(settings) => write!(f, "{}", FullSpec(agent, settings)),
            #[cfg(feature = "solvers")]
            _ => {
                f.write_str(agent.name)?;
                let mut separator = ':';
                let keys = super::solver_keys::SOLVER_KEYS;
                for entry in keys.iter().filter(|entry| entry.key.applies_to(agent)) {
                    if let Some(value) = (entry.write)(settings) {
                        write!(f, "{separator}{}={value}", entry.key.name)?;
                        separator = ',';
                    }
                }
                // The one key that all agents share and that a full spec has.
                let time = settings.time().map(super::value::Value::Time);
                time.map_or(Ok(()), |time| write!(f, "{separator}time={time}"))
            }
        }
    }
}
