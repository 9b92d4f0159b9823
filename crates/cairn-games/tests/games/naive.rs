//! Go written as plainly as possible, to be compared with: a grid of characters, a flood fill for
//! every question, and the rule of ko as "not the position before the last".

use std::collections::BTreeSet;

/// `.`, `X` (black) or `O` (white) by row from the bottom and column from the left.
pub type Grid = Vec<Vec<char>>;

#[derive(Clone, Debug)]
pub struct Naive {
    pub size: usize,
    pub grid: Grid,
    /// The grid before the last move.
    pub before: Option<Grid>,
    pub turn: char,
    pub passes: usize,
}

fn opponent(colour: char) -> char {
    if colour == 'X' { 'O' } else { 'X' }
}

pub fn neighbours(size: usize, row: usize, column: usize) -> Vec<(usize, usize)> {
    let mut all = vec![];
    for (dr, dc) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let (r, c) = (row as i32 + dr, column as i32 + dc);
        if r >= 0 && c >= 0 && r < size as i32 && c < size as i32 {
            all.push((r as usize, c as usize));
        }
    }
    all
}

/// The region of one symbol around a point, and the symbols met at its border.
pub fn region(
    grid: &Grid,
    row: usize,
    column: usize,
) -> (BTreeSet<(usize, usize)>, BTreeSet<char>) {
    let symbol = grid[row][column];
    let (mut inside, mut border) = (BTreeSet::from([(row, column)]), BTreeSet::new());
    let mut todo = vec![(row, column)];
    while let Some((r, c)) = todo.pop() {
        for (nr, nc) in neighbours(grid.len(), r, c) {
            if grid[nr][nc] != symbol {
                border.insert(grid[nr][nc]);
            } else if inside.insert((nr, nc)) {
                todo.push((nr, nc));
            }
        }
    }
    (inside, border)
}

impl Naive {
    pub fn new(size: usize) -> Self {
        Naive { size, grid: vec![vec!['.'; size]; size], before: None, turn: 'X', passes: 0 }
    }

    /// The grid after a stone at this point, or `None` if that is suicide or not empty.
    fn after(&self, row: usize, column: usize) -> Option<Grid> {
        if self.grid[row][column] != '.' {
            return None;
        }
        let mut grid = self.grid.clone();
        grid[row][column] = self.turn;
        for (r, c) in neighbours(self.size, row, column) {
            if grid[r][c] == opponent(self.turn) {
                let (chain, border) = region(&grid, r, c);
                if !border.contains(&'.') {
                    for (r, c) in chain {
                        grid[r][c] = '.';
                    }
                }
            }
        }
        region(&grid, row, column).1.contains(&'.').then_some(grid)
    }

    pub fn legal(&self, row: usize, column: usize) -> bool {
        let after = self.after(row, column);
        after.is_some() && after != self.before
    }

    pub fn eye(&self, row: usize, column: usize) -> bool {
        let own = |&(r, c): &(usize, usize)| self.grid[r][c] == self.turn;
        if self.grid[row][column] != '.' || !neighbours(self.size, row, column).iter().all(own) {
            return false;
        }
        let (mut hostile, mut off_board) = (0, 0);
        for (dr, dc) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let (r, c) = (row as i32 + dr, column as i32 + dc);
            if r < 0 || c < 0 || r >= self.size as i32 || c >= self.size as i32 {
                off_board += 1;
            } else if self.grid[r as usize][c as usize] == opponent(self.turn) {
                hostile += 1;
            }
        }
        if off_board > 0 { hostile == 0 } else { hostile < 2 }
    }

    pub fn play(&mut self, point: Option<(usize, usize)>) {
        let next = match point {
            Some((row, column)) => self.after(row, column).expect("a legal move"),
            None => self.grid.clone(),
        };
        self.passes = if point.is_none() { self.passes + 1 } else { 0 };
        // After a pass the position before is the current one, which no move recreates.
        self.before = Some(std::mem::replace(&mut self.grid, next));
        self.turn = opponent(self.turn);
    }

    /// Black's points less white's, without komi.
    pub fn score(&self) -> i32 {
        let mut score = 0;
        for row in 0..self.size {
            for column in 0..self.size {
                let black = BTreeSet::from(['X']);
                let white = BTreeSet::from(['O']);
                score += match self.grid[row][column] {
                    'X' => 1,
                    'O' => -1,
                    _ => match region(&self.grid, row, column).1 {
                        border if border == black => 1,
                        border if border == white => -1,
                        _ => 0,
                    },
                };
            }
        }
        score
    }
}
