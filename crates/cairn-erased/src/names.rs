//! Starting positions by the name of their game.

use core::any::Any;

use cairn_core::Game;
use cairn_core::game::PackedMove;
use cairn_games::go::{Go9, GoAny};
use cairn_games::registry::{GameError, GameInfo, Visitor, with_game};

use crate::position::{AnyPosition, Erased, SHARED, go9};

/// The starting position of the game that `spec` names. (It is generic so that it is compiled in the
/// crate that calls it, with that crate's optimization settings.)
pub fn start<const WORDS: usize>(
    spec: &str,
) -> Result<(&'static GameInfo, Erased<WORDS, SHARED>), GameError<'_>> {
    with_game(spec, Erase::<WORDS>)
}

struct Erase<const WORDS: usize>;

impl<const WORDS: usize> Visitor for Erase<WORDS> {
    type Output = (&'static GameInfo, Erased<WORDS, SHARED>);

    fn visit<G: Game<Move: PackedMove> + Send + Sync + 'static>(
        self,
        info: &'static GameInfo,
        start: G,
    ) -> Self::Output {
        const { assert!(size_of::<G>() <= size_of::<[u64; WORDS]>(), "raise LARGEST") };
        const {
            assert!(
                G::UNIQUE_KEYS || SHARED,
                "the compact search is not compiled for games whose moves share keys"
            )
        };
        let position = match (&start as &dyn Any).downcast_ref::<Go9>() {
            Some(go) => go9(go).resize(),
            None => Erased::new(&start),
        };
        (info, position.expect("the size was checked above"))
    }
}

impl AnyPosition {
    /// The position as one of Go on a board of any size, if the game is Go.
    pub fn to_go(&self) -> Option<GoAny> {
        let own = self.downcast().copied();
        own.or_else(|| Some(self.downcast::<Go9>()?.to_any_size()))
    }
}

const _: fn(&str) -> Result<(&'static GameInfo, AnyPosition), GameError<'_>> = start;
