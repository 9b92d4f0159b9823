//! The first player's chance of winning during the game, as a line of bars.

/// The first player's chance of winning after each turn, if an agent estimated it.
#[derive(Default)]
pub struct WinChances(Vec<Option<f64>>);

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// How many of the last turns are shown: a line must fit into 80 columns.
const SHOWN: usize = 60;

impl WinChances {
    /// Sets the chance after turn number `turns`.
    pub fn set(&mut self, turns: usize, chance: Option<f64>) {
        self.0.resize(turns, None);
        if let Some(last) = self.0.last_mut() {
            *last = chance;
        }
    }

    /// Keeps only the first `turns` turns.
    pub fn truncate(&mut self, turns: usize) {
        self.0.truncate(turns);
    }

    /// A bar for each of the last turns, or a dot if the chance is unknown; `None` if all are.
    pub fn line(&self) -> Option<String> {
        self.0.iter().rev().find_map(|chance| *chance)?;
        let from = self.0.len().saturating_sub(SHOWN);
        let bar = |chance: &Option<f64>| match chance {
            Some(chance) => BARS[((chance * 8.0) as usize).min(7)],
            None => '·',
        };
        Some(self.0[from..].iter().map(bar).collect())
    }
}
