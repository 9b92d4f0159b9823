//! Chess.
//!
//! The laws of FIDE, with what a program needs to end a game by itself: it is a draw when neither side
//! can mate with what it has (a king each and at most a knight or a bishop, or bishops that are all on
//! squares of one colour), after a hundred plies without a capture or a pawn's move, and when a position
//! occurs for the third time ([`Repetition::Ends`]). Nobody has to claim it.
//!
//! # Why a board of our own
//!
//! The search copies positions instead of taking moves back, and keeps them in the block of bytes that
//! it is given, down to 64 KiB on a microcontroller. cozy-chess 0.3.4, our reference in the tests, has
//! a fast and careful board; but its `Board` is not `Copy`, has 104 bytes (without an evaluation), and
//! its slider tables take 704 KB, more than the flash of most microcontrollers. Here a position has 72
//! bytes and all tables together about 12 KB:
//!
//! - Four words hold the board: three planes with the bits of each square's [`Kind`], and White's pieces.
//!   A set of pieces is two or three operations away, what is on a square as well. The kinds are numbered
//!   such that the sets used most, all diagonal and all straight sliders, are one operation each.
//! - Slider attacks are computed: see `attacks.rs`. Whether a square is attacked is found without
//!   slider attacks, by the squares between it and each hostile slider on its lines.
//! - Checks and pins are found once, when a move is played, and kept: the end of the game, the moves and
//!   the search all ask for them.
//!
//! `cargo run --release -p cairn-games --example chess_perft` measures it beside cozy-chess.
//!
//! # Keys
//!
//! A key is a piece and the square it arrives on: 384. A pawn that promotes arrives as what it becomes.
//! Two knights that can go to one square share a key, so keys are not unique. From and to would be
//! unique but need some 1,900 keys and five times the memory in each GRAVE node, and AMAF learns more
//! slowly from them.
//!
//! # Text
//!
//! Moves are written like programs do, `e2e4`, `e7e8q`, castling `e1g1`; SAN is read too. A position is
//! its FEN.
//!
//! ```
//! use cairn_core::game::Game;
//! use cairn_games::chess::Chess;
//!
//! let mut position = Chess::default();
//! for text in ["e2e4", "c7c5", "Nf3"] {
//!     position.play(position.parse_move(text).unwrap());
//! }
//! let mut fen = String::new();
//! position.write_position(&mut fen).unwrap();
//! assert_eq!(fen, "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
//! ```

mod attacks;
mod board;
mod eval;
mod fen;
mod moves;
mod notation;
mod score;
mod zobrist;

use core::fmt::{self, Write};

use cairn_core::capabilities::{Capabilities, Forcing, Measure, Repetition};
use cairn_core::game::{Game, Outcome, Turn, best_of};
use cairn_core::rng::Rng;

pub use board::{Chess, FIFTY_MOVES, KINDS, Kind};
pub use eval::BOUND;
pub use moves::{ChessMove, Moves};
pub use score::{
    FULL_PHASE, PHASES, Pair, PieceSquare, Placement, USUAL_MOBILITY, WEIGHTS, Weights,
};

/// The start of a game.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// How often a position occurs until the game is drawn.
const OCCURRENCES: u8 = 3;

impl Default for Chess {
    fn default() -> Self {
        Chess::parse_fen(START).expect("the start is a position")
    }
}

impl Game for Chess {
    type Move = ChessMove;

    fn keys(&self) -> usize {
        KINDS * 64
    }

    /// Random games take 340 plies on average, and one in 130 takes more than this: it counts as a draw.
    fn max_plies(&self) -> usize {
        600
    }

    /// The most that a position of a game has.
    fn max_moves(&self) -> usize {
        218
    }

    #[hot]
    fn turn(&self) -> Turn {
        if self.is_insufficient() {
            return Turn::Over(Outcome::draw());
        }
        if !self.can_move() {
            return Turn::Over(match self.checkers {
                0 => Outcome::draw(),
                _ => Outcome::win(1 - self.to_move()),
            });
        }
        match self.quiet >= FIFTY_MOVES {
            true => Turn::Over(Outcome::draw()),
            false => Turn::Player(self.to_move()),
        }
    }

    #[hot]
    fn legal_moves(&self) -> impl Iterator<Item = ChessMove> {
        self.moves()
    }

    #[hot]
    fn play(&mut self, mv: ChessMove) {
        self.make(mv);
    }

    #[hot]
    fn key(&self, mv: ChessMove) -> usize {
        let arrives = mv.promotion().or(self.on(mv.from()));
        let kind = arrives.map_or(0, Kind::index);
        64 * kind + mv.to() as usize
    }

    #[hot]
    fn random_playout_move(&self, rng: &mut Rng) -> ChessMove {
        let mut moves = self.moves();
        let number = rng.below(moves.left());
        moves.nth(number as usize).expect("an unfinished game has a move")
    }

    #[hot]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> ChessMove {
        let moves = self.moves();
        best_of(|| moves.clone(), |mv| scores[self.key(mv)], rng)
            .expect("an unfinished game has a move")
    }

    #[hot]
    fn hash64(&self) -> u64 {
        self.hash
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ends(OCCURRENCES)
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.hash)
    }

    fn capabilities(&self) -> Capabilities<Self> {
        Capabilities {
            evaluation: Some(Measure { bound: BOUND, of: Chess::evaluate }),
            forcing: Some(Forcing { moves: forcing, threatened: |chess| chess.checkers != 0 }),
            pass: Some(pass),
            order: Some(Chess::guess),
            clock: Some(|chess| (FIFTY_MOVES - chess.quiet).into()),
            mirrored: Some(Chess::mirrored),
            ..Capabilities::NONE
        }
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["White", "Black"][player]
    }

    fn write_move(&self, mv: ChessMove, out: &mut dyn Write) -> fmt::Result {
        self.write_uci(mv, out)
    }

    fn parse_move(&self, text: &str) -> Option<ChessMove> {
        self.parse_any(text)
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        self.why_not(text)
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        self.write_fen(out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        Chess::parse_fen(text)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        fen::NOTATION.draw(8, 8, |row, column| self.symbol_on((8 * row + column) as u32), out)?;
        match self.checkers {
            0 => Ok(()),
            _ => writeln!(out, "{} is in check", self.player_name(self.to_move())),
        }
    }
}

/// Captures and promotions; in check, all legal moves.
fn forcing(chess: &Chess, each: &mut dyn FnMut(ChessMove)) {
    let moves = if chess.checkers == 0 { chess.captures() } else { chess.moves() };
    moves.for_each(each);
}

/// A pass says nothing in check, and with pawns only, to have to move is often what loses. It would lose
/// the right to capture en passant.
fn pass(chess: &Chess) -> Option<Chess> {
    let pawns = chess.all(Kind::Pawn) | chess.all(Kind::King);
    let pieces = chess.of(chess.side.into()) & !pawns;
    let says_much = chess.checkers == 0 && pieces != 0 && chess.en_passant == 0;
    says_much.then(|| chess.passed()).filter(|next| !next.turn().is_over())
}
