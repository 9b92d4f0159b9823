//! An erased game offers what the game itself offers, and solvers find the same with it.

use cairn_core::capabilities::Capabilities;
use cairn_core::game::PackedMove;
use cairn_core::memory::{Word, words};
use cairn_core::minimax::{Driver, Search, Settings, bytes_needed};
use cairn_core::score::Score;
use cairn_core::{Game, Rng};
use cairn_erased::AnyPosition;
use cairn_games::registry::{GAMES, GameInfo, Visitor, with_game};

/// Everything that a position's capabilities say, with positions as their hashes and moves packed.
#[derive(Debug, PartialEq)]
struct Answers {
    chance: bool,
    evaluation: Option<(i16, i16)>,
    margin: Option<(i16, Option<i16>)>,
    forcing: Option<(Vec<usize>, bool)>,
    pass: Option<Option<u64>>,
    order: Option<Vec<i16>>,
    bounds: Option<(Score, Score)>,
    clock: Option<u16>,
    mirrored: Option<u64>,
}

fn ask<G: Game>(game: &G) -> Answers {
    let over = game.turn().is_over();
    let Capabilities { evaluation, margin, forcing, pass, order, bounds, clock, mirrored } =
        game.capabilities();
    let moves: Vec<G::Move> = if over { Vec::new() } else { game.legal_moves().collect() };
    // What is about unfinished games is asked of those only, and margins of finished ones.
    Answers {
        chance: game.has_chance(),
        evaluation: evaluation.filter(|_| !over).map(|measure| (measure.bound, (measure.of)(game))),
        margin: margin.map(|measure| (measure.bound, over.then(|| (measure.of)(game)))),
        forcing: forcing.filter(|_| !over).map(|forcing| {
            let mut places = Vec::new();
            (forcing.moves)(game, &mut |mv| {
                places.push(moves.iter().position(|&other| other == mv).expect("a legal move"));
            });
            (places, (forcing.threatened)(game))
        }),
        pass: pass.filter(|_| !over).map(|pass| pass(game).map(|next| next.hash64())),
        order: order.map(|order| moves.iter().map(|&mv| order(game, mv)).collect()),
        bounds: bounds.filter(|_| !over).map(|bounds| bounds(game)),
        clock: clock.map(|clock| clock(game)),
        mirrored: mirrored.filter(|_| !over).map(|mirrored| mirrored(game).hash64()),
    }
}

/// Alpha-beta to two plies: its score and the positions that it visited.
fn search<G: Game>(game: &G) -> Option<(Option<i16>, u64)> {
    let settings = Settings::full(Driver::Pvs, 2, 1 << 10);
    let mut block = vec![Word::uninit(); words(bytes_needed(&settings, game).ok()?)];
    let mut search = Search::new(settings, game, &mut block[..]).ok()?;
    search.start(game, &[], &[], 1);
    search.run(|| false);
    Some((search.score().map(|root| root.score.get()), search.nodes()))
}

struct Compare;

impl Visitor for Compare {
    type Output = bool;

    fn visit<G: Game<Move: PackedMove> + Send + Sync + 'static>(
        self,
        info: &'static GameInfo,
        start: G,
    ) -> bool {
        let mut searched = false;
        for seed in 0..3 {
            let (mut position, mut rng) = (start, Rng::new(seed));
            for ply in 0.. {
                let erased = AnyPosition::new(&position).expect("LARGEST holds every game");
                assert_eq!(ask(&erased), ask(&position), "{} at ply {ply}", info.name);
                if position.turn().is_over() {
                    break;
                }
                if ply % 16 == 0 {
                    let found = search(&position);
                    assert_eq!(search(&erased), found, "{} at ply {ply}", info.name);
                    searched |= found.is_some();
                }
                position.play(position.random_playout_move(&mut rng));
            }
        }
        searched
    }
}

#[test]
fn an_erased_game_offers_what_the_game_offers() {
    let searched = |info: &&GameInfo| with_game(info.name, Compare).expect("a game of the table");
    let names: Vec<&str> = GAMES.iter().filter(searched).map(|info| info.name).collect();
    let with_evaluation = [
        "connect4",
        "othello",
        "breakthrough",
        "knightthrough",
        "loa",
        "awari",
        "morris",
        "chess",
        "draughts",
    ];
    for name in with_evaluation {
        assert!(names.contains(&name), "alpha-beta refuses {name}: {names:?}");
    }
    assert_eq!(names.len(), with_evaluation.len(), "{names:?}");
}
