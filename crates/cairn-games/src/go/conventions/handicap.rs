//! Handicap stones on their usual points.

/// The most stones of a fixed handicap on a board of `size`: 9, 4, or 0 on boards that are too small.
pub fn max_fixed_handicap(size: usize) -> usize {
    match size {
        9.. if size % 2 == 1 => 9,
        7.. => 4,
        _ => 0,
    }
}

/// The points of a fixed handicap in the order of the Go Text Protocol; `None` if there is no such
/// handicap on a board of `size`.
///
/// ```
/// use cairn_games::go::conventions::fixed_handicap;
/// assert!(fixed_handicap(9, 2).unwrap().eq([20, 60])); // C3 and G7
/// assert!(fixed_handicap(9, 10).is_none());
/// ```
pub fn fixed_handicap(size: usize, stones: usize) -> Option<impl Iterator<Item = usize>> {
    if !(2..=max_fixed_handicap(size)).contains(&stones) {
        return None;
    }
    let near = if size < 13 { 2 } else { 3 };
    let (far, middle) = (size - 1 - near, size / 2);
    // Column and row: the corners, then the sides. The middle completes odd numbers from five on.
    let around = [
        (near, near),
        (far, far),
        (near, far),
        (far, near),
        (near, middle),
        (far, middle),
        (middle, near),
        (middle, far),
    ];
    let centre = (stones >= 5 && stones % 2 == 1).then_some((middle, middle));
    let others = stones - usize::from(centre.is_some());
    let points = around.into_iter().take(others).chain(centre);
    Some(points.map(move |(column, row)| row * size + column))
}
