//! Two agents, their game and its conditions: the key under which results are kept.

use serde::{Deserialize, Serialize};

use cairn_arena::{AgentError, AnyGame, Conditions, GameSpecError, Matchup, OpeningError};
use cairn_core::spec::Spec;

/// A game, two agents with every key written out, the seed and the openings. Together with a game's
/// number this determines every move, so results are kept under it and shared by all experiments
/// that contain it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The game's spec.
    pub game: String,
    /// The first agent.
    pub a: String,
    /// The second agent.
    pub b: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How games begin ([`Openings`](crate::Openings) as text).
    pub openings: String,
}

/// What is wrong with a pairing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum PairingError {
    /// The game.
    Game(#[from] GameSpecError),
    /// An agent.
    Agent(#[from] AgentError),
    /// The openings.
    Opening(#[from] OpeningError),
}

impl Pairing {
    /// A pairing from the specs of a game and two agents, checked and with every key written out.
    pub fn new(
        game: &str,
        a: &str,
        b: &str,
        conditions: &Conditions,
    ) -> Result<Self, PairingError> {
        let any = AnyGame::new(game)?;
        conditions.openings.check(any.start())?;
        Ok(Pairing {
            game: game.trim().into(),
            a: any.summary(a)?.spec,
            b: any.summary(b)?.spec,
            seed: conditions.seed,
            openings: conditions.openings.to_string(),
        })
    }

    /// A pairing that an earlier version wrote, as this one writes it. New keys get the values that
    /// reproduce the earlier behaviour: the paper's, because keys that came later have changed nothing
    /// there.
    pub fn renewed(&self) -> Result<Self, PairingError> {
        let any = AnyGame::new(&self.game)?.without_defaults();
        let renewed = |spec: &str| {
            let old = any.summary(&spec.replacen(':', ":paper,", 1));
            old.or_else(|_| any.summary(spec)).map(|new| new.spec)
        };
        Ok(Pairing { a: renewed(&self.a)?, b: renewed(&self.b)?, ..self.clone() })
    }

    /// The seed and openings of its games.
    pub fn conditions(&self) -> Conditions {
        let openings = self.openings.parse().expect("any text is some openings");
        Conditions { seed: self.seed, openings }
    }

    /// The pairing as a matchup, ready to play.
    pub fn matchup(&self) -> Result<Matchup, PairingError> {
        Ok(Matchup {
            game: AnyGame::new(&self.game)?.without_defaults(),
            agents: [self.a.clone(), self.b.clone()],
            conditions: self.conditions(),
        })
    }

    /// Whether its games can be reproduced: not if an agent has a time limit.
    pub fn is_replayable(&self) -> bool {
        let timed = |spec| Spec::parse(spec).is_ok_and(|spec| spec.time().is_some());
        !timed(&self.a) && !timed(&self.b)
    }

    /// How many players the game has.
    pub fn players(&self) -> Result<usize, PairingError> {
        Ok(AnyGame::new(&self.game)?.players())
    }
}

/// The matchups of pairings, for a [`Tournament`](crate::Tournament).
pub fn matchups(pairings: &[Pairing]) -> Result<Vec<Matchup>, PairingError> {
    pairings.iter().map(Pairing::matchup).collect()
}

/// Replaces `{name}` in `text` by its value. `{nodes*ratio/2}` calculates from left to right and
/// rounds to a whole number.
pub(crate) fn fill(text: &str, values: &[(String, String)]) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let closed = after.split_once('}').ok_or_else(|| format!("'{text}' has no closing '}}'"));
        let (formula, after) = closed?;
        filled += before;
        filled += &evaluate(formula, values).map_err(|message| format!("'{text}': {message}"))?;
        rest = after;
    }
    Ok(filled + rest)
}

/// Whether `text` contains `{name}` or a formula with that name.
pub(crate) fn names_value(text: &str, name: &str) -> bool {
    let formulas = text.split('{').skip(1).filter_map(|part| part.split('}').next());
    formulas.flat_map(|formula| formula.split(['*', '/'])).any(|word| word.trim() == name)
}

fn evaluate(formula: &str, values: &[(String, String)]) -> Result<String, String> {
    let value = |name: &str| {
        let found = values.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
        found.ok_or_else(|| match values {
            [] => format!("{name} has no value: only a sweep gives values"),
            _ => {
                let names: Vec<_> = values.iter().map(|(name, _)| name.as_str()).collect();
                format!("{name} has no value: the sweep has {}", names.join(", "))
            }
        })
    };
    let mut words = formula.split(['*', '/']).map(str::trim);
    let first = words.next().unwrap_or_default();
    let mut operations = formula.matches(['*', '/']).zip(words).peekable();
    if operations.peek().is_none() {
        return Ok(value(first)?.into());
    }
    let number = |word: &str| {
        let text = if word.parse::<f64>().is_ok() { word } else { value(word)? };
        text.parse::<f64>().map_err(|_| format!("'{text}' is not a number"))
    };
    let mut result = number(first)?;
    for (operator, word) in operations {
        let operand = number(word)?;
        result = if operator == "*" { result * operand } else { result / operand };
    }
    if !result.is_finite() {
        return Err(format!("{formula} is not a number"));
    }
    Ok(format!("{:.0}", result.round()))
}
