//! Shapes of 3×3 points that are worth a move in the middle: hane, cuts and moves at the edge, after
//! the patterns of MoGo (Gelly, Wang, Munos and Teytaud, "Modification of UCT with patterns in
//! Monte-Carlo Go", 2006).
//!
//! A neighbourhood is sixteen bits: eight for the own stones around the middle, row by row from the
//! lower left, eight for the other player's; a point off the board is marked in both. All that match
//! a pattern, turned, mirrored and with the colours swapped, are a set of 2¹⁶ bits that is worked
//! out when the program is compiled.

/// Rows from the top. `X` and `O` are stones, `.` is empty, `x` is anything except `X`, `o` anything
/// except `O`, `?` anything at all, `#` off the board.
const PATTERNS: [[&[u8; 3]; 3]; 13] = [
    // Hane: around a stone from both sides, from one side, at the head of two, and diagonally.
    [b"XOX", b"...", b"???"],
    [b"XO.", b"...", b"?.?"],
    [b"XO?", b"X..", b"x.?"],
    [b".O.", b"X..", b"..."],
    // Cuts: nothing protects it, it was peeped at, straight through, along a knight's move.
    [b"XO?", b"O.o", b"?o?"],
    [b"XO?", b"O.X", b"???"],
    [b"?X?", b"O.O", b"ooo"],
    [b"OX?", b"o.O", b"???"],
    // At the edge: chase, block a cut, block a connection, step down, cut.
    [b"X.?", b"O.?", b"##?"],
    [b"OX?", b"X.O", b"###"],
    [b"?X?", b"x.O", b"###"],
    [b"?XO", b"x.x", b"###"],
    [b"?OX", b"X.O", b"###"],
];

/// What may be at a point: a bit for empty, own, other, off the board.
const fn allowed(symbol: u8, own: u8, other: u8) -> u8 {
    match symbol {
        b'.' => 0b0001,
        b'#' => 0b1000,
        b'?' => 0b1111,
        b'x' => 0b1111 & !own,
        b'o' => 0b1111 & !other,
        b'X' => own,
        _ => other,
    }
}

/// Where the eight points around the middle are, row and column.
const AROUND: [(usize, usize); 8] =
    [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];

/// Marks every neighbourhood whose points, from the `at`-th on, are as allowed.
const fn mark(table: &mut [u64; 1024], points: &[u8; 8], at: usize, index: usize) {
    if at == 8 {
        table[index / 64] |= 1 << (index % 64);
        return;
    }
    let mut value = 0;
    while value < 4 {
        if points[at] >> value & 1 != 0 {
            mark(table, points, at + 1, index | (value & 1) << at | (value >> 1) << (at + 8));
        }
        value += 1;
    }
}

#[allow(long_running_const_eval)]
static SHAPES: [u64; 1024] = {
    let mut table = [0; 1024];
    // Three bits of a number turn and mirror, a fourth swaps the colours.
    let mut variant = 0;
    while variant < 16 * PATTERNS.len() {
        let pattern = &PATTERNS[variant / 16];
        let (own, other) = if variant & 8 == 0 { (0b0010, 0b0100) } else { (0b0100, 0b0010) };
        let mut points = [0; 8];
        let mut i = 0;
        while i < 8 {
            let (mut row, mut column) = AROUND[i];
            if variant & 1 != 0 {
                (row, column) = (column, row);
            }
            if variant & 2 != 0 {
                row = 2 - row;
            }
            if variant & 4 != 0 {
                column = 2 - column;
            }
            points[i] = allowed(pattern[row][column], own, other);
            i += 1;
        }
        mark(&mut table, &points, 0, 0);
        variant += 1;
    }
    table
};

/// What is on the 5×5 points around one: own stones, the other player's, and the points of
/// interest, 25 bits each, row by row from the lower left; off the board is in the first two.
#[derive(Clone, Copy)]
pub(super) struct Window {
    /// The own stones in the lower half, the others in the upper.
    stones: u64,
    empty: u32,
}

/// The eight points around the middle.
const EIGHT: u32 = 0b00000_01110_01010_01110_00000;

#[hot]
impl Window {
    /// The bit of the middle.
    pub const MIDDLE: u32 = 12;

    pub fn new(own: u32, other: u32, empty: u32, off: u32) -> Self {
        let stones = u64::from(own | off) | u64::from(other | off) << 32;
        Window { stones, empty: empty & !off }
    }

    /// Those of the eight points around the middle that are empty and the middle of a pattern.
    pub fn patterns(&self) -> u32 {
        let (mut rest, mut found) = (self.empty & EIGHT, 0);
        while rest != 0 {
            let at = rest.trailing_zeros();
            rest &= rest - 1;
            found |= u32::from(self.is_pattern(at)) << at;
        }
        found
    }

    /// Whether the 3×3 points around the middle or one of the eight are a pattern.
    pub fn is_pattern(&self, at: u32) -> bool {
        // From its lower left corner: three bits, the outer two of the next row, three of the last;
        // both halves at once.
        let bits = self.stones >> (at - 6);
        let both = |mask: u64| mask | mask << 32;
        let eight = bits & both(0b111)
            | bits >> 2 & both(0b1000)
            | bits >> 3 & both(0b1_0000)
            | bits >> 5 & both(0b1110_0000);
        let index = (eight | eight >> 24) as usize & 0xffff;
        SHAPES[index / 64] >> (index % 64) & 1 != 0
    }
}
