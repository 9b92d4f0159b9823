//! The capabilities of an erased game: those of the game itself, called through its rules.

use cairn_core::Game;
use cairn_core::capabilities::{Capabilities, Forcing, Measure};
use cairn_core::game::PackedMove;
use cairn_core::score::Score;

use crate::position::{AnyMove, Erased, Ptr, PtrMut, RulesOf};

/// Which capabilities a position's game has, with the bounds of its measures.
struct Offer {
    evaluation: Option<i16>,
    margin: Option<i16>,
    forcing: bool,
    pass: bool,
    order: bool,
    bounds: bool,
    clock: bool,
    mirrored: bool,
}

/// The capabilities of one game. A function whose capability the game lacks panics.
pub(crate) struct CapabilityTable {
    offer: fn(Ptr) -> Offer,
    evaluation: fn(Ptr) -> i16,
    margin: fn(Ptr) -> i16,
    forcing: fn(Ptr, &mut dyn FnMut(AnyMove)),
    threatened: fn(Ptr) -> bool,
    /// Writes the position after a pass, if it returns true.
    pass: fn(Ptr, PtrMut) -> bool,
    order: fn(Ptr, AnyMove) -> i16,
    bounds: fn(Ptr) -> (Score, Score),
    clock: fn(Ptr) -> u16,
    mirrored: fn(Ptr, PtrMut),
}

const MISSING: &str = "a capability that the game offers";

impl<G: Game<Move: PackedMove> + 'static> RulesOf<G> {
    pub(crate) const CAPABILITIES: CapabilityTable = CapabilityTable {
        offer: |at| {
            let offered = Self::get(at).capabilities();
            Offer {
                evaluation: offered.evaluation.map(|measure| measure.bound),
                margin: offered.margin.map(|measure| measure.bound),
                forcing: offered.forcing.is_some(),
                pass: offered.pass.is_some(),
                order: offered.order.is_some(),
                bounds: offered.bounds.is_some(),
                clock: offered.clock.is_some(),
                mirrored: offered.mirrored.is_some(),
            }
        },
        evaluation: |at| {
            let game = Self::get(at);
            (game.capabilities().evaluation.expect(MISSING).of)(game)
        },
        margin: |at| {
            let game = Self::get(at);
            (game.capabilities().margin.expect(MISSING).of)(game)
        },
        forcing: |at, each| {
            let game = Self::get(at);
            let forcing = game.capabilities().forcing.expect(MISSING);
            (forcing.moves)(game, &mut |mv| each(AnyMove::new(game, mv)));
        },
        threatened: |at| {
            let game = Self::get(at);
            (game.capabilities().forcing.expect(MISSING).threatened)(game)
        },
        pass: |at, to| {
            let game = Self::get(at);
            let next = game.capabilities().pass.expect(MISSING)(game);
            next.map(|next| Self::write(&next, to)).is_some()
        },
        order: |at, mv| {
            let game = Self::get(at);
            game.capabilities().order.expect(MISSING)(game, mv.unpack())
        },
        bounds: |at| {
            let game = Self::get(at);
            game.capabilities().bounds.expect(MISSING)(game)
        },
        clock: |at| {
            let game = Self::get(at);
            game.capabilities().clock.expect(MISSING)(game)
        },
        mirrored: |at, to| {
            let game = Self::get(at);
            Self::write(&game.capabilities().mirrored.expect(MISSING)(game), to);
        },
    };
}

impl<const W: usize, const S: bool> Erased<W, S> {
    /// What the game offers beyond its rules; nothing in a compact build.
    pub(crate) fn offered(&self) -> Capabilities<Self> {
        let Some(table) = self.capability_table() else { return Capabilities::NONE };
        let offer = (table.offer)(self.at());
        let measure =
            |bound: Option<i16>, of: fn(&Self) -> i16| bound.map(|bound| Measure { bound, of });
        Capabilities {
            evaluation: measure(offer.evaluation, |game| (game.table().evaluation)(game.at())),
            margin: measure(offer.margin, |game| (game.table().margin)(game.at())),
            forcing: offer.forcing.then_some(Forcing {
                moves: |game, each| (game.table().forcing)(game.at(), each),
                threatened: |game| (game.table().threatened)(game.at()),
            }),
            pass: offer.pass.then_some(|game| {
                let mut next = *game;
                (game.table().pass)(game.at(), next.at_mut()).then_some(next)
            }),
            order: offer.order.then_some(|game, mv| (game.table().order)(game.at(), mv)),
            bounds: offer.bounds.then_some(|game| (game.table().bounds)(game.at())),
            clock: offer.clock.then_some(|game| (game.table().clock)(game.at())),
            mirrored: offer.mirrored.then_some(|game| {
                let mut other = *game;
                (game.table().mirrored)(game.at(), other.at_mut());
                other
            }),
        }
    }

    fn table(&self) -> &'static CapabilityTable {
        self.capability_table().expect(MISSING)
    }
}
