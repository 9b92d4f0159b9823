//! The contents of an experiment's file, before they are checked.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Plot;
use cairn_arena::Openings;

/// A value with its place in the file.
pub type At<T> = toml::Spanned<T>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct File {
    pub name: At<String>,
    pub title: Option<String>,
    pub about: Option<String>,
    pub game: Option<At<String>>,
    pub games: Option<At<u32>>,
    #[serde(default = "one")]
    pub seed: u64,
    pub openings: Option<At<OpeningsValue>>,
    pub timeout: Option<At<f64>>,
    #[serde(default)]
    pub agents: BTreeMap<String, At<String>>,
    #[serde(default)]
    pub pairing: Vec<PairingEntry>,
    #[serde(default)]
    pub sweep: Vec<Sweep>,
    #[serde(default)]
    pub round_robin: Vec<RoundRobin>,
    pub plot: Option<At<Plot>>,
}

fn one() -> u64 {
    1
}

/// The fields that every kind of entry may have.
#[derive(Clone, Copy)]
pub struct Common<'a> {
    pub game: Option<&'a At<String>>,
    pub games: Option<&'a At<u32>>,
    pub openings: Option<&'a At<OpeningsValue>>,
    pub label: Option<&'a At<String>>,
    pub series: Option<&'a At<String>>,
}

/// Defines an entry: the common fields and some of its own. (Serde's `flatten` would lose the places
/// of values.)
macro_rules! entry {
    ($name:ident { $($field:ident: $kind:ty),* }) => {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            game: Option<At<String>>,
            games: Option<At<u32>>,
            openings: Option<At<OpeningsValue>>,
            label: Option<At<String>>,
            series: Option<At<String>>,
            $(pub $field: $kind,)*
        }

        impl $name {
            pub fn common(&self) -> Common<'_> {
                Common {
                    game: self.game.as_ref(),
                    games: self.games.as_ref(),
                    openings: self.openings.as_ref(),
                    label: self.label.as_ref(),
                    series: self.series.as_ref(),
                }
            }
        }
    };
}

entry!(PairingEntry { a: At<String>, b: At<String>, published: Option<At<f64>> });
entry!(Sweep {
    a: At<String>, b: At<String>, over: At<toml::Table>, published: Option<At<Published>>
});
entry!(RoundRobin { agents: At<Vec<At<String>>> });

/// A number of random plies, or a list of openings.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "openings is a number of random plies, or a list of texts with moves"
)]
pub enum OpeningsValue {
    Plies(u32),
    List(Vec<String>),
}

impl OpeningsValue {
    pub fn read(&self) -> Openings {
        match self {
            OpeningsValue::Plies(0) => Openings::None,
            OpeningsValue::Plies(plies) => Openings::Random(*plies),
            OpeningsValue::List(list) => Openings::list(list),
        }
    }
}

/// Published results, in the order of a sweep's values: its last value varies fastest.
#[derive(Deserialize)]
#[serde(untagged, expecting = "published is a list of numbers, or a list of such lists")]
pub enum Published {
    Row(Vec<f64>),
    Rows(Vec<Vec<f64>>),
}
