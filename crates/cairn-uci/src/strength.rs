//! Playing weaker on purpose: `UCI_LimitStrength` and `UCI_Elo`.
//!
//! A weaker player visits fewer positions. [`STRENGTH`] says how many make which rating. It is the only
//! thing that a calibration changes: `scripts/uci-calibrate` plays the matches that measure it and
//! prints its rows.

/// Ratings, and the positions that a move takes for each. Between two rows, each point of rating takes
/// the same factor more positions.
///
/// This is a first measurement: 16 games for each row against Stockfish 15.1 with `UCI_Elo`, at 0.05 s a
/// move. A row is uncertain by 100 to 200 points.
pub const STRENGTH: &[(u16, u32)] = &[(1060, 200), (1580, 3_200), (1970, 51_200)];

/// The lowest and the highest rating.
pub const RATINGS: (u16, u16) = (STRENGTH[0].0, STRENGTH[STRENGTH.len() - 1].0);

/// The positions that a move of a player with this rating takes.
///
/// ```
/// use cairn_uci::{STRENGTH, nodes_of};
/// assert!(nodes_of(1250) > nodes_of(1200));
/// assert_eq!(nodes_of(0), STRENGTH[0].1.into());
/// ```
pub fn nodes_of(rating: u16) -> u64 {
    let rating = rating.clamp(RATINGS.0, RATINGS.1);
    let rows = STRENGTH.windows(2).find(|rows| rating <= rows[1].0).unwrap_or(&STRENGTH[..2]);
    let row = |at: usize| (rows[at].0, u64::from(rows[at].1));
    let ((mut low, mut few), (mut high, mut many)) = (row(0), row(1));
    // Half way in rating is the geometric mean in positions.
    while high - low > 1 {
        let (middle, mean) = (low.midpoint(high), (few * many).isqrt());
        match rating < middle {
            true => (high, many) = (middle, mean),
            false => (low, few) = (middle, mean),
        }
    }
    if rating == high { many } else { few }
}
