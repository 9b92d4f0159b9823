//! Games and players of every kind, their types forgotten.
//!
//! The searches are compiled for each game anew, because that makes them quick. Programs that serve
//! any game come here instead: what they use is compiled once.
//!
//! ```
//! use cairn_arena::AnyGame;
//!
//! let game = AnyGame::new("go:size=5").unwrap();
//! let mut play = game.play();
//! play.play_text("C3").unwrap();
//! let mut player = game.player("grave:playouts=200").unwrap();
//! let decision = player.choose(&*play, 1, &mut || false);
//! play.play_text(&decision.mv.unwrap()).unwrap();
//! assert_eq!(play.plies(), 2);
//! ```

mod play;
mod player;

use std::fmt;

use cairn_core::game::Game;
use cairn_core::mcts::{Footprint, Settings, random_playout};
use cairn_core::rng::Rng;
use cairn_core::spec::{Explicit, Spec, SpecError};
use cairn_games::registry::{GameInfo, Visitor, with_game};

use crate::history::{MoveError, new_game};
use crate::openings::{OpeningError, Openings};
use crate::player::{Player, PlayerError};
use crate::survey::Survey;
use crate::table::{AnyTable, Rounds, Table};

pub use play::AnyPlay;
use player::Seated;
pub use player::{AnyDecision, AnyPlayer};

/// Any game, at its start: what a spec such as `go:size=13` names.
pub struct AnyGame {
    spec: String,
    info: &'static GameInfo,
    start: Box<dyn AnyStart>,
}

/// A game spec that names no game; it says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoGame(String);

/// An agent spec that is of no use for the game; it says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("agent {spec}: {error}")]
pub struct NoAgent {
    /// The spec.
    pub spec: String,
    /// What is wrong with it.
    pub error: String,
    /// Whether the agent is right, and only the machine's memory too small for it.
    pub lacks_memory: bool,
}

/// A position that a game cannot come to; it says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPosition {
    /// The text is no position.
    #[error("'{text}' is no position of {game}: {error}{hint}")]
    Text {
        /// The text.
        text: String,
        /// The game's spec.
        game: String,
        /// What is wrong.
        error: &'static str,
        /// What a position looks like, if the game has a notation.
        hint: String,
    },
    /// A move cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// What is wrong.
        error: MoveError,
    },
}

/// What an agent amounts to in a game.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The spec with every value explicit.
    pub explicit: String,
    /// The same, for programs.
    pub settings: Settings,
    /// What it takes.
    pub footprint: Footprint,
}

impl Explained {
    /// The nodes of both levels.
    pub fn nodes(&self) -> u32 {
        self.footprint.top.0 + self.footprint.second.map_or(0, |(nodes, _)| nodes)
    }

    /// What a node takes with its AMAF table, on average over both levels.
    pub fn bytes_per_node(&self) -> f64 {
        let levels = [Some(self.footprint.top), self.footprint.second];
        let bytes =
            levels.into_iter().flatten().map(|(nodes, each)| f64::from(nodes) * each as f64);
        bytes.sum::<f64>() / f64::from(self.nodes())
    }
}

impl AnyGame {
    /// The game that a spec names.
    pub fn new(spec: &str) -> Result<Self, NoGame> {
        struct Forget<'a>(&'a str);
        impl Visitor for Forget<'_> {
            type Output = AnyGame;
            fn visit<G: Game + Send + Sync + 'static>(
                self,
                info: &'static GameInfo,
                start: G,
            ) -> AnyGame {
                AnyGame { spec: self.0.into(), info, start: Box::new(Start(start)) }
            }
        }
        with_game(spec, Forget(spec)).map_err(|error| NoGame(error.to_string()))
    }

    /// The spec it was made from.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// What there is to know about it.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// How many take part.
    pub fn players(&self) -> usize {
        self.start.players()
    }

    /// A game from the start.
    pub fn play(&self) -> Box<dyn AnyPlay> {
        self.start.play()
    }

    /// The same game with another start, in the game's notation. Its players are planned for games
    /// from there: komi, which decides whether there can be a draw, is part of a position of Go.
    pub fn at(&self, position: &str) -> Result<Self, NoPosition> {
        let start = self.start.at(position).map_err(|error| {
            let start = self.play().position_text();
            let hint = start.map_or(String::new(), |start| format!("; the start is '{start}'"));
            NoPosition::Text { text: position.into(), game: self.spec.clone(), error, hint }
        })?;
        Ok(AnyGame { spec: self.spec.clone(), info: self.info, start })
    }

    /// A game from `position`, or from the start, after `moves`, separated by blanks or commas.
    pub fn play_to(
        &self,
        position: Option<&str>,
        moves: &str,
    ) -> Result<Box<dyn AnyPlay>, NoPosition> {
        let mut play = match position {
            None => self.play(),
            Some(text) => self.at(text)?.play(),
        };
        let separates = |c: char| c.is_whitespace() || c == ',';
        let moves = moves.split(separates).filter(|text| !text.is_empty());
        for (before, text) in moves.enumerate() {
            let number = before + 1;
            play.play_text(text).map_err(|error| NoPosition::Move { number, error })?;
        }
        Ok(play)
    }

    /// The agent that a spec names, with the game's defaults where the spec is silent.
    pub fn agent(&self, spec: &str) -> Result<Spec, NoAgent> {
        Spec::parse(spec)
            .and_then(|read| read.with_defaults(self.info.defaults))
            .map_err(|error| no_agent(spec, &error))
    }

    /// A player for this game, all its memory taken.
    pub fn player(&self, spec: &str) -> Result<Box<dyn AnyPlayer>, NoAgent> {
        self.start.player(spec, &self.agent(spec)?)
    }

    /// The same without the game's defaults.
    pub fn plain_player(&self, spec: &str) -> Result<Box<dyn AnyPlayer>, NoAgent> {
        self.start.player(spec, &Spec::parse(spec).map_err(|error| no_agent(spec, &error))?)
    }

    /// What an agent amounts to.
    pub fn explain(&self, spec: &str) -> Result<Explained, NoAgent> {
        let read = self.agent(spec)?;
        self.start.explain(&read).map_err(|error| no_agent(spec, &error))
    }

    /// The same without the game's defaults.
    pub fn explain_plain(&self, spec: &str) -> Result<Explained, NoAgent> {
        let read = Spec::parse(spec).map_err(|error| no_agent(spec, &error))?;
        self.start.explain(&read).map_err(|error| no_agent(spec, &error))
    }

    /// A warning for people if the `memory=` of an agent leaves it only a handful of nodes.
    pub fn warning(&self, spec: &Spec) -> Option<String> {
        let memory = spec.memory()?;
        let nodes = |spec: &Spec| self.start.explain(spec).map(|explained| explained.nodes());
        let few = nodes(spec).ok().filter(|&nodes| nodes < FEW)?;
        let larger = (1..=12).filter_map(|doubled| memory.next_power_of_two().checked_shl(doubled));
        let larger: Vec<_> = larger
            .filter_map(|bytes| Some((bytes, nodes(&spec.with_memory(bytes)).ok()?)))
            .collect();
        // An agent may not need more, for its playouts or because it was told so.
        let most = larger.last().map(|&(_, nodes)| nodes).filter(|&most| most > few)?;
        let &(bytes, more) = larger.iter().find(|&&(_, nodes)| nodes >= ENOUGH.min(most))?;
        let (node, fit) = if few == 1 { ("node", "fits") } else { ("nodes", "fit") };
        let (memory, bytes, game) = (in_bytes(memory), in_bytes(bytes), &self.spec);
        Some(format!(
            "only {few} {node} {fit} in {memory} for {game}: expect weak play; \
             {bytes} would hold {more}"
        ))
    }

    /// A table with an A and as many Bs as there are other seats.
    pub fn table(&self, a: &str, b: &str) -> Result<Box<dyn AnyTable>, NoAgent> {
        Ok(self.tables(a, b, 1)?.remove(0))
    }

    /// Tables for `jobs` games at a time, with all the memory they need.
    pub fn tables(&self, a: &str, b: &str, jobs: usize) -> Result<Vec<Box<dyn AnyTable>>, NoAgent> {
        self.start.tables([a, b], [self.agent(a)?, self.agent(b)?], jobs.max(1))
    }

    /// The game of a round, its opening played.
    pub fn begin(&self, rounds: &Rounds, round: u64) -> Result<Box<dyn AnyPlay>, OpeningError> {
        self.start.begin(rounds, round)
    }

    /// Whether games can begin like that.
    pub fn check(&self, openings: &Openings) -> Result<(), OpeningError> {
        self.start.check(openings)
    }

    /// What the game is like, measured over random playouts.
    pub fn survey(&self, games: u32, seed: u64) -> Survey {
        self.start.survey(games, seed)
    }

    /// Plays so many uniformly random playouts from the start.
    pub fn random_playouts(&self, count: u32, rng: &mut Rng) {
        self.start.random_playouts(count, rng);
    }
}

/// With fewer nodes than this an agent plays hardly better than at random.
const FEW: u32 = 32;

/// And with this many it plays well enough to be recommended.
const ENOUGH: u32 = 128;

/// A number of bytes in the largest unit that says it exactly.
fn in_bytes(bytes: u64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
    let whole = units.iter().find(|(_, bits)| bytes > 0 && bytes.is_multiple_of(1 << bits));
    whole.map_or(format!("{bytes} bytes"), |(unit, bits)| format!("{} {unit}", bytes >> bits))
}

fn no_agent(spec: &str, error: &dyn fmt::Display) -> NoAgent {
    NoAgent { spec: spec.into(), error: error.to_string(), lacks_memory: false }
}

fn no_player(spec: &str, error: &PlayerError) -> NoAgent {
    let lacks_memory = matches!(error, PlayerError::Memory { .. });
    NoAgent { lacks_memory, ..no_agent(spec, error) }
}

trait AnyStart: Send + Sync {
    fn players(&self) -> usize;
    fn play(&self) -> Box<dyn AnyPlay>;
    fn at(&self, position: &str) -> Result<Box<dyn AnyStart>, &'static str>;
    fn player(&self, text: &str, spec: &Spec) -> Result<Box<dyn AnyPlayer>, NoAgent>;
    fn explain(&self, spec: &Spec) -> Result<Explained, SpecError<'static>>;
    fn tables(
        &self,
        texts: [&str; 2],
        specs: [Spec; 2],
        jobs: usize,
    ) -> Result<Vec<Box<dyn AnyTable>>, NoAgent>;
    fn begin(&self, rounds: &Rounds, round: u64) -> Result<Box<dyn AnyPlay>, OpeningError>;
    fn check(&self, openings: &Openings) -> Result<(), OpeningError>;
    fn survey(&self, games: u32, seed: u64) -> Survey;
    fn random_playouts(&self, count: u32, rng: &mut Rng);
}

struct Start<G>(G);

impl<G: Game + Send + Sync + 'static> AnyStart for Start<G> {
    fn players(&self) -> usize {
        self.0.players()
    }
    fn play(&self) -> Box<dyn AnyPlay> {
        Box::new(new_game(self.0))
    }
    fn at(&self, position: &str) -> Result<Box<dyn AnyStart>, &'static str> {
        Ok(Box::new(Start(self.0.parse_position(position)?)))
    }
    fn player(&self, text: &str, spec: &Spec) -> Result<Box<dyn AnyPlayer>, NoAgent> {
        let player = Player::new(spec, &self.0).map_err(|error| no_player(text, &error))?;
        Ok(Box::new(Seated { player, start: self.0 }))
    }
    fn explain(&self, spec: &Spec) -> Result<Explained, SpecError<'static>> {
        let settings = spec.settings(&self.0)?;
        Ok(Explained {
            explicit: Explicit(&spec.agent, &settings).to_string(),
            footprint: Footprint::new(&settings, &self.0).map_err(SpecError::Plan)?,
            settings,
        })
    }
    fn tables(
        &self,
        [a, b]: [&str; 2],
        [for_a, for_b]: [Spec; 2],
        jobs: usize,
    ) -> Result<Vec<Box<dyn AnyTable>>, NoAgent> {
        // Each on its own first, so that an error names the right one.
        for (text, spec) in [(a, &for_a), (b, &for_b)] {
            self.explain(spec).map_err(|error| no_agent(text, &error))?;
        }
        let tables = Table::several(&self.0, [&for_a, &for_b], jobs);
        let tables = tables.map_err(|error| no_player(&format!("{a} or {b}"), &error))?;
        Ok(tables.into_iter().map(|table| Box::new(table) as _).collect())
    }
    fn begin(&self, rounds: &Rounds, round: u64) -> Result<Box<dyn AnyPlay>, OpeningError> {
        Ok(Box::new(rounds.openings.begin(&self.0, rounds.seed, round)?))
    }
    fn check(&self, openings: &Openings) -> Result<(), OpeningError> {
        openings.check(&self.0)
    }
    fn survey(&self, games: u32, seed: u64) -> Survey {
        Survey::new(&self.0, games, seed)
    }
    fn random_playouts(&self, count: u32, rng: &mut Rng) {
        for _ in 0..count {
            std::hint::black_box(random_playout(self.0, rng));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_played_without_its_type() {
        let game = AnyGame::new("tictactoe").unwrap();
        let mut play = game.play();
        let mut player = game.player("uct:playouts=300").unwrap();
        while !play.turn().is_over() {
            let found = player.choose(&*play, 1, &mut || false);
            let best = found.mv.unwrap();
            assert!(play.legal_moves().contains(&best));
            let visits: u32 = player.moves(&*play).iter().map(|stats| stats.visits).sum();
            assert_eq!((found.playouts, visits), (300, 299));
            let expected = player.principal_variation(&*play);
            assert_eq!(expected.first(), Some(&best));
            let mut line = play.copy();
            expected.iter().for_each(|mv| line.play_text(mv).unwrap());
            play.play_text(&best).unwrap();
        }
        let before = play.moves_text();
        assert!(play.undo());
        assert!(!play.turn().is_over() && before.starts_with(&play.moves_text()));
        while play.undo() {}
        assert_eq!((play.plies(), play.position_text()), (0, game.play().position_text()));
    }

    #[test]
    fn undo_brings_superko_back() {
        let game = AnyGame::new("go:size=2").unwrap();
        let mut play = game.play_to(None, "A1 B2 A2, B1,A1 A2").unwrap();
        assert!(play.play_text("A1").is_err());
        play.play_text("pass").unwrap();
        assert!(play.undo());
        assert!(play.play_text("A1").is_err(), "still forbidden");
    }

    #[test]
    fn what_cannot_be_reached_is_said() {
        let game = AnyGame::new("tictactoe").unwrap();
        let error = |position, moves| game.play_to(position, moves).err().unwrap().to_string();
        let text = error(Some("X"), "");
        assert!(text.starts_with("'X' is no position of tictactoe: write nine squares"), "{text}");
        assert!(text.ends_with("; the start is '.../.../...'"), "{text}");
        let text = error(Some("X../.../..."), "b2 a4");
        assert!(text.starts_with("move 2: 'a4' is not a legal move"), "{text}");
        assert!(error(None, "b2 b2").starts_with("move 2: b2 is occupied"));
    }

    /// Whole komi makes draws, which half komi has not: rewards are out of another number then.
    #[test]
    fn chances_are_shares_whatever_komi_a_position_has() {
        let game = AnyGame::new("go:size=5,komi=0.5").unwrap();
        let drawn = game.at("XXOOO/XXOO1/1XOO1/XXO2/5 b - 0 0").unwrap();
        assert_eq!((game.play().denominator(), drawn.play().denominator()), (1, 2));
        let mut player = drawn.player("grave:playouts=300").unwrap();
        let play = drawn.play();
        player.choose(&*play, 1, &mut || false);
        assert!(player.moves(&*play).iter().all(|stats| (0.0..=1.0).contains(&stats.mean)));
        // Counters that just hold the playouts must be wider where each counts for two.
        let tally = |game: &AnyGame| game.explain("uct:playouts=255").unwrap().footprint.top.1;
        assert!(tally(&drawn) > tally(&game));
        assert!(game.at("5/5 b").err().unwrap().to_string().starts_with("'5/5 b' is no position"));
    }

    #[test]
    fn a_handful_of_nodes_is_a_warning() {
        let warning = |game: &str, spec: &str| {
            let game = AnyGame::new(game).unwrap();
            game.warning(&game.agent(spec).unwrap())
        };
        let nodes = |spec: &str| AnyGame::new("amazons").unwrap().explain(spec).unwrap().nodes();
        let (few, more) = (nodes("grave:memory=20KiB"), nodes("grave:memory=256KiB"));
        assert!(few < FEW && more >= ENOUGH, "{few}, {more}");
        assert_eq!(
            warning("amazons", "grave:memory=20KiB").unwrap(),
            format!(
                "only {few} nodes fit in 20 KiB for amazons: expect weak play; \
                 256 KiB would hold {more}"
            )
        );
        assert_eq!(warning("amazons", "grave:memory=256KiB"), None);
        // These are as few as was asked for, or as can be used.
        assert_eq!(warning("amazons", "grave:nodes=5,memory=1MiB"), None);
        assert_eq!(warning("amazons", "grave:playouts=9,memory=1MiB"), None);
        let few = warning("amazons", "grave:playouts=50,memory=20KiB").unwrap();
        assert!(few.ends_with(" would hold 50"), "{few}");
        assert_eq!(warning("tictactoe", "mc:memory=64KiB"), None);
    }

    #[test]
    fn agents_are_explained() {
        let game = AnyGame::new("go9").unwrap();
        let explained = game.explain("graver2:nodes=160,top=160,second=80,amaf=own-any").unwrap();
        assert_eq!((explained.nodes(), explained.footprint.bytes), (160, 44_136));
        let same =
            game.player("graver2:nodes=160,top=160,second=80,amaf=own-any").unwrap().explain();
        assert_eq!(same.explicit, explained.explicit);
        let error = game.explain("graver2:depth=3").unwrap_err().to_string();
        assert!(error.starts_with("agent graver2:depth=3: "), "{error}");
        assert!(AnyGame::new("chess").err().unwrap().to_string().contains("no game is called"));
    }
}
