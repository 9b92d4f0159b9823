//! Playing weaker on purpose: `UCI_LimitStrength` and `UCI_Elo`.
//!
//! A weaker player visits fewer positions. [`STRENGTH`] says how many make which rating. It is the only
//! thing that a calibration changes: `scripts/uci-calibrate` plays the matches that measure it and
//! prints its rows.

/// Ratings, and the positions that a move takes for each.
///
/// Between two rows the number changes in proportion. These rows are not calibrated yet: they say that
/// twice as many positions are worth 100 points.
pub const STRENGTH: &[(u16, u32)] = &[
    (1000, 100),
    (1100, 200),
    (1200, 400),
    (1300, 800),
    (1400, 1_600),
    (1500, 3_200),
    (1600, 6_400),
    (1700, 12_800),
    (1800, 25_600),
    (1900, 51_200),
    (2000, 102_400),
    (2100, 204_800),
    (2200, 409_600),
];

/// The lowest and the highest rating.
pub const RATINGS: (u16, u16) = (STRENGTH[0].0, STRENGTH[STRENGTH.len() - 1].0);

/// The positions that a move of a player with this rating takes.
///
/// ```
/// assert!(cairn_uci::nodes_of(1250) > cairn_uci::nodes_of(1200));
/// assert_eq!(cairn_uci::nodes_of(0), cairn_uci::STRENGTH[0].1.into());
/// ```
pub fn nodes_of(rating: u16) -> u64 {
    let rating = rating.clamp(RATINGS.0, RATINGS.1);
    let rows = STRENGTH.windows(2).find(|rows| rating <= rows[1].0).unwrap_or(&STRENGTH[..2]);
    let [(low, few), (high, many)] = [rows[0], rows[1]];
    let part = u64::from(rating - low) * u64::from(many - few) / u64::from(high - low);
    u64::from(few) + part
}
