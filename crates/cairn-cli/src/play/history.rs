//! How the chances went, as a line of bars.

/// The first player's chance of winning after each turn, where an agent said something.
#[derive(Default)]
pub struct History(Vec<Option<f64>>);

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// How many of the last turns are shown: a line must fit into 80 columns.
const SHOWN: usize = 60;

impl History {
    /// After `turns` turns the last of them was thought to be worth `chance`.
    pub fn set(&mut self, turns: usize, chance: Option<f64>) {
        self.0.resize(turns, None);
        if let Some(last) = self.0.last_mut() {
            *last = chance;
        }
    }

    /// Only the first `turns` turns are left.
    pub fn cut(&mut self, turns: usize) {
        self.0.truncate(turns);
    }

    /// A bar for each of the last turns, a dot where nothing is known; nothing if nothing is.
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
