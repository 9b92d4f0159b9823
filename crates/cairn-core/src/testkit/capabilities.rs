//! Checks of [`Capabilities`](crate::capabilities::Capabilities) and of [`Game::repetition`].

use arrayvec::ArrayVec;

use crate::capabilities::{Forcing, Measure, Repetition};
use crate::game::{Game, Outcome, Turn};

/// Checks what does not depend on the position.
pub(super) fn check_bounds<G: Game>(start: &G) {
    let capabilities = start.capabilities();
    let measures = [("evaluation", capabilities.evaluation), ("margin", capabilities.margin)];
    for (name, bound) in measures.map(|(name, measure)| (name, measure.map(|it| it.bound))) {
        let most = Measure::<G>::MAX;
        assert!(
            bound.is_none_or(|bound| (1..=most).contains(&bound)),
            "the bound of the {name} must be 1 to {most}"
        );
    }
    let two = start.players() == 2;
    assert!(two || capabilities.evaluation.is_none(), "an evaluation is for games of two players");
    assert!(two || capabilities.pass.is_none(), "a pass is for games of two players");
    match start.repetition() {
        Repetition::Never | Repetition::Allowed => {}
        Repetition::Forbidden => assert!(
            start.repetition_key().is_some(),
            "repetition is forbidden, but there is no repetition_key"
        ),
        Repetition::Ends(times) => assert!(
            times > 1 && start.repetition_key().is_some(),
            "repetition ends the game: that needs a repetition_key and at least two occurrences"
        ),
    }
}

/// The positions of a game, to find one that occurs again.
pub(super) struct Seen(ArrayVec<u64, 2048>);

impl Seen {
    pub fn new() -> Self {
        Seen(ArrayVec::new())
    }

    /// Adds a position, and checks that it is new if it must be.
    pub fn add<G: Game>(&mut self, position: &G) {
        if position.repetition() != Repetition::Never {
            return;
        }
        let hash = position.hash64();
        assert!(!self.0.contains(&hash), "a position occurs again, but repetition says Never");
        // A longer game is not checked to its end.
        let _ = self.0.try_push(hash);
    }
}

/// Checks a position of an unfinished game in which a player is to move.
pub(super) fn check<G: Game>(position: &G) {
    let capabilities = position.capabilities();
    let evaluation = capabilities.evaluation.map(|measure| value("evaluation", measure, position));
    if let Some(forcing) = capabilities.forcing {
        check_forcing(position, forcing);
    }
    if let Some(next) = capabilities.pass.and_then(|pass| pass(position)) {
        let player = position.turn().player().expect("a player is to move");
        assert!(
            next.turn() == Turn::Player(1 - player),
            "after a pass of player {player} it is not the other player's turn"
        );
        let back = capabilities.pass.and_then(|pass| pass(&next));
        assert!(back.is_none_or(|back| back == *position), "two passes change the position");
    }
    if let Some(order) = capabilities.order {
        for mv in position.legal_moves() {
            let (first, second) = (order(position, mv), order(position, mv));
            assert!(first == second, "order gives {mv:?} {first}, then {second}");
        }
    }
    if let Some((low, high)) = capabilities.bounds.map(|bounds| bounds(position)) {
        assert!(low <= high, "the bounds are {low} and {high}: the lower one comes first");
    }
    if let Some(clock) = capabilities.clock {
        assert!(clock(position) > 0, "the clock is 0, but the game is not over");
    }
    if let Some(mirrored) = capabilities.mirrored {
        check_mirrored(position, mirrored, evaluation);
    }
}

/// A measure's value, which must be within its bound.
fn value<G: Game>(name: &str, measure: Measure<G>, position: &G) -> i16 {
    let (value, bound) = ((measure.of)(position), measure.bound);
    assert!((-bound..=bound).contains(&value), "the {name} is {value}, but its bound is {bound}");
    value
}

fn check_forcing<G: Game>(position: &G, forcing: Forcing<G>) {
    let mut legal = position.legal_moves();
    let mut count = 0;
    (forcing.moves)(position, &mut |mv| {
        let found = legal.by_ref().any(|other| other == mv);
        assert!(found, "forcing move {mv:?} is not legal, or not in the order of the legal moves");
        count += 1;
    });
    assert!(
        !(forcing.threatened)(position) || count == position.legal_moves().count(),
        "the player to move must answer a threat, but not all legal moves are forcing"
    );
}

/// What follows a position must follow what is mirrored, too, and be worth the same.
fn check_mirrored<G: Game>(position: &G, mirrored: fn(&G) -> G, evaluation: Option<i16>) {
    let player = position.turn().player().expect("a player is to move");
    let other = mirrored(position);
    assert!(mirrored(&other) == *position, "a position that is mirrored twice is another one");
    assert!(
        other.turn() == Turn::Player(1 - player),
        "in the mirrored position it is not the other player's turn"
    );
    let counts = [position, &other].map(|position| position.legal_moves().count());
    assert!(counts[0] == counts[1], "{} moves, but {} when mirrored", counts[0], counts[1]);
    for mv in position.legal_moves() {
        let mut next = *position;
        next.play(mv);
        let expected = mirrored(&next);
        let found = other.legal_moves().any(|mv| {
            let mut next = other;
            next.play(mv);
            next == expected
        });
        assert!(found, "no move of the mirrored position corresponds to {mv:?}");
    }
    if let (Some(here), Some(measure)) = (evaluation, position.capabilities().evaluation) {
        let there = value("evaluation", measure, &other);
        assert!(here == there, "the evaluation is {here}, but {there} when mirrored");
    }
}

/// Checks the margin of a finished game.
pub(super) fn check_margin<G: Game>(position: &G, outcome: Outcome) {
    let Some(measure) = position.capabilities().margin else { return };
    let margin = value("margin", measure, position);
    let (reward, whole) = (outcome.reward(0, position.denominator()), position.denominator());
    assert!(
        margin.signum() as i32 == (2 * reward).cmp(&whole) as i32,
        "the margin is {margin}, but player 0 gets {reward} of {whole}"
    );
    if let Some(mirrored) = position.capabilities().mirrored {
        let other = value("margin", measure, &mirrored(position));
        assert!(other == -margin, "the margin is {margin}, but {other} when mirrored");
    }
}
