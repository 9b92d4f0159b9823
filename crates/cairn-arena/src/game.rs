//! Any game: by its name, or one of your own.

use cairn_core::game::{Game, PackedMove};
use cairn_core::rng::Rng;
use cairn_core::spec::Spec;
use cairn_erased::AnyPosition;
#[cfg(feature = "games")]
use cairn_games::registry::GameInfo;

use crate::history::GameHistory;
use crate::opponents::Opponents;
use crate::player::{AgentError, AgentSummary, Player, summary};

/// Any game, at its start.
///
/// ```
/// use cairn_arena::AnyGame;
///
/// let game = AnyGame::new("go:size=5").unwrap();
/// let mut history = game.history();
/// history.play_text("C3").unwrap();
/// let mut player = game.player("grave:playouts=200").unwrap();
/// let decision = player.choose(&history, 1, &mut || false);
/// history.play(decision.mv.unwrap());
/// assert_eq!(history.plies(), 2);
/// ```
#[derive(Clone)]
pub struct AnyGame {
    spec: String,
    agent: &'static str,
    defaults: &'static str,
    #[cfg(feature = "games")]
    info: Option<&'static GameInfo>,
    /// The starting position, as A and as B searches it.
    starts: [AnyPosition; 2],
}

/// A game spec that does not name a game; the message says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GameSpecError(String);

/// A position that the game cannot have; the message says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(String);

impl AnyGame {
    /// The game that a spec such as `go:size=13` names.
    #[cfg(feature = "games")]
    pub fn new(spec: &str) -> Result<Self, GameSpecError> {
        let (info, start) =
            cairn_erased::start(spec).map_err(|error| GameSpecError(error.to_string()))?;
        let GameInfo { agent, defaults, .. } = *info;
        Ok(AnyGame { spec: spec.into(), agent, defaults, info: Some(info), starts: [start; 2] })
    }

    /// A game of your own.
    ///
    /// # Panics
    /// If its position is larger than [`LARGEST`](cairn_erased::LARGEST) words.
    pub fn of<G: Game<Move: PackedMove> + Send + Sync + 'static>(name: &str, start: &G) -> Self {
        let start = AnyPosition::new(start).expect("a position of at most LARGEST words");
        AnyGame {
            spec: name.into(),
            agent: "grave",
            defaults: "",
            #[cfg(feature = "games")]
            info: None,
            starts: [start; 2],
        }
    }

    /// The same game, but in matches B searches another version of it, from `start`: one with the same
    /// moves but with other priors or playouts. So a match shows what those are worth.
    ///
    /// # Panics
    /// As [`AnyGame::of`].
    pub fn with_version_for_b<G: Game<Move: PackedMove> + Send + Sync + 'static>(
        self,
        start: &G,
    ) -> Self {
        AnyGame { starts: [self.starts[0], AnyGame::of(&self.spec, start).starts[0]], ..self }
    }

    /// The spec or the name that it was made with.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The spec without its options.
    pub fn name(&self) -> &str {
        #[cfg(feature = "games")]
        if let Some(info) = self.info {
            return info.name;
        }
        &self.spec
    }

    /// The spec of the agent that plays it by default.
    pub fn default_agent(&self) -> &'static str {
        self.agent
    }

    /// The game's default values for keys that an agent's spec does not set.
    pub fn defaults(&self) -> &'static str {
        self.defaults
    }

    /// Its entry in the registry; `None` for a game of your own.
    #[cfg(feature = "games")]
    pub fn info(&self) -> Option<&'static GameInfo> {
        self.info
    }

    /// The starting position.
    pub fn start(&self) -> &AnyPosition {
        &self.starts[0]
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.starts[0].players()
    }

    /// A game from the start.
    pub fn history(&self) -> GameHistory {
        GameHistory::new(self.starts[0])
    }

    /// The same game with another start, in the game's notation. Make the players from the result:
    /// in Go, komi is part of a position and decides whether there can be a draw.
    pub fn at(&self, position: &str) -> Result<Self, PositionError> {
        let [a, b] = self.starts.map(|start| start.parse_position(position));
        let error = |error| {
            let start = self.history().position_text();
            let hint = start.map_or(String::new(), |start| format!("; the start is '{start}'"));
            let game = &self.spec;
            PositionError(format!("'{position}' is not a position of {game}: {error}{hint}"))
        };
        Ok(AnyGame { starts: [a.map_err(error)?, b.map_err(error)?], ..self.clone() })
    }

    /// A game from `position`, or from the start, after `moves`, separated by blanks or commas.
    pub fn history_after(
        &self,
        position: Option<&str>,
        moves: &str,
    ) -> Result<GameHistory, PositionError> {
        let mut history = match position {
            None => self.history(),
            Some(text) => self.at(text)?.history(),
        };
        let separates = |c: char| c.is_whitespace() || c == ',';
        let moves = moves.split(separates).filter(|text| !text.is_empty());
        for (number, text) in (1..).zip(moves) {
            let wrong = |error| PositionError(format!("move {number}: {error}"));
            history.play_text(text).map_err(wrong)?;
        }
        Ok(history)
    }

    /// The agent that a spec names, with the game's defaults for keys that the spec does not set.
    pub fn agent(&self, spec: &str) -> Result<Spec, AgentError> {
        Spec::parse(spec)
            .and_then(|read| read.with_defaults(self.defaults))
            .map_err(|error| AgentError::new(spec, &error))
    }

    /// A player for this game, with all its memory allocated.
    pub fn player(&self, spec: &str) -> Result<Player, AgentError> {
        Player::new(spec, &self.agent(spec)?, &self.starts[0])
    }

    /// The same game without its defaults for the keys of agents.
    pub fn without_defaults(self) -> Self {
        AnyGame { defaults: "", ..self }
    }

    /// An agent's settings and memory in this game.
    pub fn summary(&self, spec: &str) -> Result<AgentSummary, AgentError> {
        summary(&self.agent(spec)?, &self.starts[0]).map_err(|error| AgentError::new(spec, &error))
    }

    /// A warning for people if the `memory=` of an agent with playouts leaves it only a handful of nodes.
    pub fn warning(&self, spec: &Spec) -> Option<String> {
        if !spec.agent.has_playouts() {
            return None;
        }
        let memory = spec.memory()?;
        let nodes = |spec: &Spec| summary(spec, &self.starts[0]).map(|summary| summary.nodes());
        let few = nodes(spec).ok().filter(|&nodes| nodes < FEW)?;
        let larger = (1..=12).filter_map(|doubled| memory.next_power_of_two().checked_shl(doubled));
        let larger: Vec<_> = larger
            .filter_map(|bytes| Some((bytes, nodes(&spec.with_memory(bytes)).ok()?)))
            .collect();
        // More memory may not help: the spec may fix the nodes, or need no more for its playouts.
        let most = larger.last().map(|&(_, nodes)| nodes).filter(|&most| most > few)?;
        let &(bytes, more) = larger.iter().find(|&&(_, nodes)| nodes >= ENOUGH.min(most))?;
        let (node, fit) = if few == 1 { ("node", "fits") } else { ("nodes", "fit") };
        let (memory, bytes, game) = (in_bytes(memory), in_bytes(bytes), &self.spec);
        Some(format!(
            "only {few} {node} {fit} in {memory} for {game}: expect weak play; \
             {bytes} would hold {more}"
        ))
    }

    /// One player A and a player B for each other seat, with all their memory allocated.
    pub fn opponents(&self, a: &str, b: &str) -> Result<Opponents, AgentError> {
        // Check each by itself first, so that an error names the right one.
        self.summary(a)?;
        self.summary(b)?;
        Opponents::new(self.starts, [(a, self.agent(a)?), (b, self.agent(b)?)])
    }

    /// Plays `count` uniformly random playouts from the start.
    pub fn random_playouts(&self, count: u32, rng: &mut Rng) {
        for _ in 0..count {
            std::hint::black_box(self.starts[0].random_playout(rng));
        }
    }
}

/// The names of the games that have an evaluation.
#[cfg(feature = "games")]
pub fn evaluated_games() -> Vec<&'static str> {
    let has_one = |name| {
        let start = cairn_erased::start::<{ cairn_erased::LARGEST }>(name);
        start.is_ok_and(|(_, start): (_, AnyPosition)| start.capabilities().evaluation.is_some())
    };
    cairn_games::registry::GAMES.iter().map(|game| game.name).filter(|name| has_one(name)).collect()
}

/// With fewer nodes than this an agent hardly plays better than at random.
const FEW: u32 = 32;

/// The number of nodes that the warning recommends.
const ENOUGH: u32 = 128;

/// A number of bytes in the largest unit that divides it.
pub(crate) fn in_bytes(bytes: u64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
    let whole = units.iter().find(|(_, bits)| bytes > 0 && bytes.is_multiple_of(1 << bits));
    whole.map_or(format!("{bytes} bytes"), |(unit, bits)| format!("{} {unit}", bytes >> bits))
}
