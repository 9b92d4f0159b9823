//! How the chances went, as a line of bars.

/// The first player's chance of winning after each move, where an agent said something.
#[derive(Default)]
pub struct History(Vec<Option<f64>>);

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// So many of the last moves are shown: a line must fit into 80 columns.
const SHOWN: usize = 60;

impl History {
    /// The game has so many moves; the last of them was thought to be worth this.
    pub fn set(&mut self, plies: usize, chance: Option<f64>) {
        self.0.resize(plies, None);
        if let Some(last) = self.0.last_mut() {
            *last = chance;
        }
    }

    /// The game has only so many moves now.
    pub fn cut(&mut self, plies: usize) {
        self.0.truncate(plies);
    }

    /// A bar for each of the last moves, a dot where nothing is known; nothing if nothing is.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_follow_the_chances() {
        let mut history = History::default();
        assert_eq!(history.line(), None);
        history.set(1, None);
        assert_eq!(history.line(), None);
        history.set(2, Some(0.0));
        history.set(4, Some(0.5));
        history.set(5, Some(1.0));
        assert_eq!(history.line().unwrap(), "·▁·▅█");
        history.cut(2);
        assert_eq!(history.line().unwrap(), "·▁");
    }
}
