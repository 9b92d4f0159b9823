//! Two agents at a game: what results are kept under.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use cairn_arena::{AgentError, AnyGame, Conditions, GameSpecError, Matchup, Opponents};

/// A game, the two agents with every value explicit, the seed and the openings. With the number of
/// a game this decides its every move, so results are kept under it and shared by all experiments
/// that ask for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The game's spec.
    pub game: String,
    /// One agent.
    pub a: String,
    /// The other.
    pub b: String,
    /// What all chance follows from.
    pub seed: u64,
    /// How games begin ([`Openings`](crate::Openings) as text).
    pub openings: String,
}

/// What is wrong with a pairing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// The game.
    #[error("{0}")]
    Game(String),
    /// An agent.
    #[error("agent {spec}: {error}")]
    Agent {
        /// The agent.
        spec: String,
        /// What is wrong.
        error: String,
    },
    /// The machine's memory is too small for an agent.
    #[error("agent {spec}: {error}")]
    Memory {
        /// The agent.
        spec: String,
        /// What is wrong.
        error: String,
    },
    /// The openings.
    #[error("{0}")]
    Openings(String),
}

impl From<GameSpecError> for PairingError {
    fn from(error: GameSpecError) -> Self {
        PairingError::Game(error.to_string())
    }
}

impl From<AgentError> for PairingError {
    fn from(AgentError { spec, error, lacks_memory }: AgentError) -> Self {
        match lacks_memory {
            true => PairingError::Memory { spec, error },
            false => PairingError::Agent { spec, error },
        }
    }
}

impl Pairing {
    /// The pairing of two agents' specs, checked and made explicit.
    pub fn new(
        game: &str,
        a: &str,
        b: &str,
        conditions: &Conditions,
    ) -> Result<Self, PairingError> {
        let any = AnyGame::new(game)?;
        any.check(&conditions.openings)
            .map_err(|error| PairingError::Openings(error.to_string()))?;
        Ok(Pairing {
            game: game.trim().into(),
            a: any.summary(a)?.spec,
            b: any.summary(b)?.spec,
            seed: conditions.seed,
            openings: conditions.openings.to_string(),
        })
    }

    /// A pairing that an earlier program wrote, as this one writes it: keys that have come since
    /// then have the values that had been the only choice.
    pub fn renewed(&self) -> Result<Self, PairingError> {
        let any = AnyGame::new(&self.game)?.without_defaults();
        let (a, b) = (any.summary(&self.a)?.spec, any.summary(&self.b)?.spec);
        Ok(Pairing { a, b, ..self.clone() })
    }

    /// The seed and openings of its games.
    pub fn conditions(&self) -> Conditions {
        let openings = self.openings.parse().expect("any text is some openings");
        Conditions { seed: self.seed, openings }
    }

    /// The same, ready to be played.
    pub fn matchup(&self) -> Result<Matchup, PairingError> {
        Ok(Matchup {
            game: AnyGame::new(&self.game)?.without_defaults(),
            agents: [self.a.clone(), self.b.clone()],
            conditions: self.conditions(),
        })
    }

    /// Its players, with all the memory that they need.
    pub fn opponents(&self) -> Result<Opponents, PairingError> {
        Ok(AnyGame::new(&self.game)?.without_defaults().opponents(&self.a, &self.b)?)
    }

    /// Whether a game played again is the same: not if an agent looks at the clock.
    pub fn is_replayable(&self) -> bool {
        ![&self.a, &self.b].iter().any(|spec| spec.contains("time="))
    }

    /// How many take part in the game; the seats of a round.
    pub fn players(&self) -> Result<usize, PairingError> {
        Ok(AnyGame::new(&self.game)?.players())
    }
}

/// `{name}` in `text` replaced by its value. `{nodes*ratio/2}` calculates, from left to right, and
/// rounds to a whole number.
pub(crate) fn fill(text: &str, values: &[(String, String)]) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let close = rest[open..].find('}').ok_or_else(|| format!("'{text}' lacks a '}}'"))? + open;
        let value = evaluate(&rest[open + 1..close], values)
            .map_err(|message| format!("'{text}': {message}"))?;
        let _ = write!(filled, "{}{value}", &rest[..open]);
        rest = &rest[close + 1..];
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Whether `{name}`, or a formula with that name, stands in `text`.
pub(crate) fn names_value(text: &str, name: &str) -> bool {
    let formulas = text.split('{').skip(1).filter_map(|part| part.split('}').next());
    formulas.flat_map(|formula| formula.split(['*', '/'])).any(|word| word.trim() == name)
}

fn evaluate(formula: &str, values: &[(String, String)]) -> Result<String, String> {
    let value = |name: &str| {
        let found = values.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
        found.ok_or_else(|| match values {
            [] => format!("{name} has no values, only a sweep can have them"),
            _ => {
                let names: Vec<_> = values.iter().map(|(name, _)| name.as_str()).collect();
                format!("{name} has no values, there are {}", names.join(", "))
            }
        })
    };
    let Some(first) = formula.find(['*', '/']) else { return Ok(value(formula.trim())?.into()) };
    let number = |word: &str| {
        let word = word.trim();
        let text = if word.parse::<f64>().is_ok() { word } else { value(word)? };
        text.parse::<f64>().map_err(|_| format!("'{text}' is no number to calculate with"))
    };
    let mut result = number(&formula[..first])?;
    let mut rest = &formula[first..];
    while let Some(operator) = rest.chars().next() {
        let end = rest[1..].find(['*', '/']).map_or(rest.len(), |end| end + 1);
        let operand = number(&rest[1..end])?;
        result = if operator == '*' { result * operand } else { result / operand };
        rest = &rest[end..];
    }
    if !result.is_finite() {
        return Err(format!("{formula} is no number"));
    }
    Ok(format!("{:.0}", result.round()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_arena::Openings;

    fn pairing(game: &str, a: &str, b: &str) -> Result<Pairing, PairingError> {
        Pairing::new(game, a, b, &Conditions { seed: 1, openings: Openings::Random(2) })
    }

    #[test]
    fn a_pairing_is_explicit() {
        let pairing = pairing("tictactoe", "uct:playouts=50", "mc:playouts=20").unwrap();
        assert!(pairing.a.starts_with("uct:nodes=50,playouts=50,"), "{}", pairing.a);
        assert_eq!((pairing.openings.as_str(), pairing.players()), ("2", Ok(2)));
        let again = Pairing::new(&pairing.game, &pairing.a, &pairing.b, &pairing.conditions());
        assert_eq!(again.as_ref(), Ok(&pairing), "made explicit, it stays as it is");
        assert_eq!(pairing.renewed().as_ref(), Ok(&pairing));
        let old = pairing.a.replace(",reuse=off", "").replace(",prior=off", "");
        assert_ne!(old, pairing.a);
        assert_eq!(Pairing { a: old, ..pairing.clone() }.renewed().as_ref(), Ok(&pairing));
        let record =
            pairing.opponents().unwrap().play(&pairing.conditions(), 0, None, &|| false).unwrap();
        assert_eq!(record.unwrap().opening, 2);
    }

    #[test]
    fn clocks_cannot_be_replayed() {
        let replayable = |a| pairing("tictactoe", a, "mc:playouts=2").unwrap().is_replayable();
        assert!(replayable("uct:playouts=50"));
        assert!(!replayable("uct:nodes=50,time=1ms"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |game, a| pairing(game, a, "mc:playouts=2").unwrap_err().to_string();
        assert!(error("chess", "uct").starts_with("no game is called 'chess'"));
        assert!(error("tictactoe", "uct:depth=3").starts_with("agent uct:depth=3: "));
    }

    #[test]
    fn placeholders_are_filled() {
        let values = [("n".to_string(), "160".to_string()), ("l".to_string(), "0.5".to_string())];
        assert_eq!(
            fill("grave2:nodes={n},lambda={l}", &values).unwrap(),
            "grave2:nodes=160,lambda=0.5"
        );
        assert_eq!(fill("top={n*l},second={n/3*2}", &values).unwrap(), "top=80,second=107");
        assert!(names_value("top={n*l}", "l") && names_value("{n}", "n"));
        assert!(!names_value("n={no}", "n") && !names_value("n=l", "l"));
        assert!(fill("{m}", &values).unwrap_err().contains("there are n, l"));
        assert!(fill("{n*m}", &values).unwrap_err().contains("there are n, l"));
        assert!(fill("{n/0}", &values).unwrap_err().contains("no number"));
        assert!(fill("{n", &values).is_err());
    }
}
