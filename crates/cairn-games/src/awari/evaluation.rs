//! What a position of Awari is worth.

use cairn_core::Game;
use cairn_core::capabilities::{Capabilities, Forcing, Measure};

use super::{Awari, HOUSES, last_house};
use crate::evaluation::{Weight, Weighted, difference};

/// The features and their weights, in hundredths of a seed.
pub const WEIGHTS: [Weight; 6] = [
    ("captured seeds", 100),
    ("seeds on the player's side", 8),
    ("houses with seeds", 6),
    ("houses with more than eleven seeds", 40),
    ("seeds in houses where the other player can capture", -25),
    ("seeds in the two rightmost houses", 3),
];

/// The features of the player who has the first six houses, without captured seeds.
fn features(houses: &[u8; 2 * HOUSES]) -> [i16; 6] {
    let (own, other) = houses.split_at(HOUSES);
    let of = |houses: &[u8]| houses.iter().map(|&seeds| i16::from(seeds)).sum();
    let with = |least: u8| own.iter().filter(|&&seeds| seeds >= least).count() as i16;
    // As far as no house gets a second seed in passing.
    let mut attacked = [0; HOUSES];
    for (house, &seeds) in other.iter().enumerate().filter(|(_, seeds)| (1..12).contains(*seeds)) {
        let last = (last_house(house, seeds.into()) + HOUSES) % (2 * HOUSES);
        if last < HOUSES && (1..3).contains(&own[last]) {
            attacked[last] = own[last];
        }
    }
    [0, of(own), with(1), with(12), of(&attacked), of(&own[HOUSES - 2..])]
}

impl Weighted<6> for Awari {
    const BOUND: i16 = 6_000;

    fn weights(&self) -> &'static [Weight; 6] {
        &WEIGHTS
    }

    fn features(&self) -> [i16; 6] {
        let mut turned = self.houses;
        turned.rotate_left(HOUSES);
        let mut features = difference(features(&self.houses), features(&turned));
        let [own, other] = self.captured.map(i16::from);
        features[0] = own - other;
        features
    }
}

impl Awari {
    /// By how many seeds South has won, those on the players' sides included.
    pub fn margin(&self) -> i16 {
        let total = |player: usize| {
            let seeds = self.seeds(player).into_iter().map(i16::from).sum::<i16>();
            seeds + self.captured(player) as i16
        };
        total(0) - total(1)
    }

    /// The seeds that a move captures.
    fn captures(&self, house: u8) -> i16 {
        let mut next = *self;
        next.play(house);
        i16::from(next.captured[1]) - i16::from(self.captured[0])
    }

    /// Captures by seeds, then houses on the right, from which less is lost.
    fn order(&self, house: u8) -> i16 {
        10 * self.captures(house) + i16::from(house)
    }

    /// Captures.
    fn forcing(&self, each: &mut dyn FnMut(u8)) {
        self.legal_moves().filter(|&house| self.captures(house) > 0).for_each(each);
    }

    /// A pass would often be best, so it says nothing.
    pub(super) const CAPABILITIES: Capabilities<Self> = Capabilities {
        evaluation: Some(Measure { bound: Self::BOUND, of: Self::evaluate }),
        margin: Some(Measure { bound: 48, of: Self::margin }),
        forcing: Some(Forcing { moves: Self::forcing, threatened: |_| false }),
        order: Some(|position, house| position.order(house)),
        mirrored: Some(|position| Awari { to_move: position.to_move ^ 1, ..*position }),
        clock: Some(|position| (super::QUIET_LIMIT - position.quiet).into()),
        ..Capabilities::NONE
    };
}
