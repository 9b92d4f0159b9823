//! The game so far. GTP lets either colour move at any time, and go on after two passes.

use core::hash::{Hash, Hasher};
use core::mem::MaybeUninit;

use cairn_core::history::{History, Lists, SliceList};
use cairn_core::{Game, Turn};
use cairn_games::bits::{PointSet, Points};
use cairn_games::go::conventions::play;
use cairn_games::go::{BLACK, Geometry, Go, GoMove, SIZES, WHITE};

use crate::reply::GtpError;

/// A move and the colour that plays it, in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColouredMove(u16);

const PLAYER: u32 = 15;
/// No board has this many points.
const PASS: u16 = 0x7fff;

impl ColouredMove {
    /// A move of `player`.
    pub fn new(player: usize, mv: GoMove) -> Self {
        ColouredMove((player as u16) << PLAYER | mv.point().map_or(PASS, |point| point as u16))
    }

    /// Who plays it.
    pub fn player(self) -> usize {
        usize::from(self.0 >> PLAYER)
    }

    /// The move.
    pub fn mv(self) -> GoMove {
        match self.0 & PASS {
            PASS => GoMove::PASS,
            point => GoMove::at(point.into()),
        }
    }
}

/// Go in which either colour may move at any time. As such a game, it can use the history that all
/// other games use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct EitherColour<B: Geometry>(pub Go<B>);

impl<B: Geometry> Hash for EitherColour<B> {
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.0.hash(state);
    }
}

impl<B: Geometry> Game for EitherColour<B> {
    type Move = ColouredMove;

    fn keys(&self) -> usize {
        2 * self.0.keys()
    }

    /// The caller's lists limit a game, nothing else.
    fn max_plies(&self) -> usize {
        usize::MAX / 8
    }

    fn turn(&self) -> Turn {
        Turn::Player(self.0.to_move())
    }

    fn legal_moves(&self) -> impl Iterator<Item = ColouredMove> {
        let of = |player| {
            let position = self.0.continued_by(player);
            let points = position.legal_moves().filter_map(GoMove::point);
            let points = points.fold(B::Set::EMPTY, |set, point| set | B::Set::single(point));
            let moves = Points(points).map(GoMove::at).chain([GoMove::PASS]);
            moves.map(move |mv| ColouredMove::new(player, mv))
        };
        of(BLACK).chain(of(WHITE))
    }

    fn play(&mut self, coloured: ColouredMove) {
        let (player, mv) = (coloured.player(), coloured.mv());
        let over = self.0.passes() == 2 && mv == GoMove::PASS;
        // One more pass after two leaves the game over.
        let next = if over { 1 - player } else { player };
        self.0 = self.0.continued_by(next);
        if over {
            play(&mut self.0, GoMove::PASS);
        }
        play(&mut self.0, mv);
    }

    fn key(&self, mv: ColouredMove) -> usize {
        mv.player() * self.0.keys() + self.0.key(mv.mv())
    }

    fn repetition_key(&self) -> Option<u64> {
        self.0.repetition_key()
    }
}

/// The lists of a game, in memory of the caller.
pub type GameLists<'a> = Lists<SliceList<'a, ColouredMove>, SliceList<'a, u64>>;

/// The most legal stones, those of both colours together, on a board of `size`.
pub const fn max_legal(size: usize) -> usize {
    2 * size * size
}

/// Memory for games of at most `MOVES` moves, on boards with at most `LEGAL` [legal
/// stones](max_legal).
pub struct GameMemory<const MOVES: usize, const LEGAL: usize = { max_legal(*SIZES.end()) }> {
    moves: [MaybeUninit<ColouredMove>; MOVES],
    excluded: [MaybeUninit<ColouredMove>; LEGAL],
    keys: [MaybeUninit<u64>; LEGAL],
}

impl<const MOVES: usize, const LEGAL: usize> GameMemory<MOVES, LEGAL> {
    /// Unused memory.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        GameMemory {
            moves: [MaybeUninit::uninit(); MOVES],
            excluded: [MaybeUninit::uninit(); LEGAL],
            keys: [MaybeUninit::uninit(); LEGAL],
        }
    }

    /// The lists of a game that is kept here.
    pub fn lists(&mut self) -> GameLists<'_> {
        Lists {
            moves: SliceList::new(&mut self.moves),
            excluded: SliceList::new(&mut self.excluded),
            keys: SliceList::new(&mut self.keys),
        }
    }
}

/// A game between any two players, each of whom may move at any time.
pub struct GtpGame<'a, B: Geometry> {
    history: History<EitherColour<B>, SliceList<'a, ColouredMove>, SliceList<'a, u64>>,
}

impl<'a, B: Geometry> GtpGame<'a, B> {
    /// A game that starts from `start`.
    pub fn new(start: Go<B>, lists: GameLists<'a>) -> Self {
        GtpGame { history: History::new(EitherColour(start), lists) }
    }

    /// Ends the game and gives its lists back.
    pub fn into_lists(self) -> GameLists<'a> {
        self.history.into_lists()
    }

    /// Forgets all moves and starts from `start`.
    pub fn restart(&mut self, start: Go<B>) {
        self.history.restart(EitherColour(start));
    }

    /// Changes komi, in half points.
    pub fn set_komi(&mut self, komi: i16) {
        self.history.replay_from(EitherColour(self.history.start().0.with_komi(komi)));
    }

    /// The position now.
    pub fn position(&self) -> &Go<B> {
        &self.history.position().0
    }

    /// The moves so far.
    pub fn moves(&self) -> &[ColouredMove] {
        self.history.moves()
    }

    /// Whether a legal move would repeat an earlier position of this game (positional superko).
    pub fn repeats(&self, player: usize, mv: GoMove) -> bool {
        self.history.excluded().contains(&ColouredMove::new(player, mv))
    }

    /// Plays a move, if it is legal and there is room.
    pub fn play(&mut self, player: usize, mv: GoMove) -> Result<(), GtpError<'static>> {
        if let Some(point) = mv.point()
            && (!self.position().continued_by(player).is_legal(point) || self.repeats(player, mv))
        {
            return Err(GtpError::IllegalMove);
        }
        if self.history.turn().is_over() {
            return Err(GtpError::Message("the game is too long for this program's memory"));
        }
        self.history.play(ColouredMove::new(player, mv));
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Result<(), GtpError<'static>> {
        if self.history.undo() { Ok(()) } else { Err(GtpError::Message("cannot undo")) }
    }
}
