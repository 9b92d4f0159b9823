//! A search of an erased game finds exactly what a search of the game itself finds.

use cairn_core::game::PackedMove;
use cairn_core::mcts::{Ended, Search, bytes_needed};
use cairn_core::memory::{Word, words};
use cairn_core::spec::Spec;
use cairn_core::{Game, Outcome, Rng, Turn, testkit};
use cairn_erased::{AnyPosition, AnySearch, Erased, SearchType, SearchVisitor, with_search_type};
use cairn_games::registry::{GAMES, GameInfo, Visitor, with_game};

/// Three heaps; the player who takes the last stone wins. The key of a move is the number of stones
/// that it takes, from any heap, so moves of a position share keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Nim {
    heaps: [u8; 3],
    player: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take {
    heap: u8,
    stones: u8,
}

impl PackedMove for Take {
    fn pack(self) -> u32 {
        u16::from_le_bytes([self.heap, self.stones]).into()
    }
    fn unpack(bits: u32) -> Self {
        let [heap, stones, ..] = bits.to_le_bytes();
        Take { heap, stones }
    }
}

impl Game for Nim {
    type Move = Take;

    fn keys(&self) -> usize {
        5
    }

    fn max_moves(&self) -> usize {
        15
    }

    fn max_plies(&self) -> usize {
        15
    }

    fn turn(&self) -> Turn {
        let player = self.player.into();
        match self.heaps {
            [0, 0, 0] => Turn::Over(Outcome::win(1 - player)),
            _ => Turn::Player(player),
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = Take> {
        let heaps = (0..3).zip(self.heaps);
        heaps.flat_map(|(heap, left)| (1..=left).map(move |stones| Take { heap, stones }))
    }

    fn play(&mut self, Take { heap, stones }: Take) {
        self.heaps[usize::from(heap)] -= stones;
        self.player = 1 - self.player;
    }

    fn key(&self, mv: Take) -> usize {
        usize::from(mv.stones) - 1
    }

    fn write_move(&self, mv: Take, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
        write!(out, "{}from{}", mv.stones, mv.heap + 1)
    }
}

const NIM: Nim = Nim { heaps: [3, 4, 5], player: 0 };

const AGENTS: [&str; 6] = [
    "uct:playouts=150",
    "grave:playouts=150,playout=mast,amaf=both",
    "graver2:nodes=40,playouts=150,sharing=off",
    "rave:playouts=100,playout=patterns,prior=5",
    "mc:playouts=60",
    "grave:nodes=60,playouts=150,reuse=on",
];

/// What a search knows of a move: its text, its visits, its AMAF visits.
type Found = (String, u32, u32);

fn text<G: Game>(position: &G, mv: G::Move) -> String {
    let mut text = String::new();
    position.write_move(mv, &mut text).unwrap();
    text
}

/// A search of the game itself.
fn own<G: Game>(position: &G, excluded: &[G::Move], agent: &str) -> Vec<Found> {
    let settings = Spec::parse(agent).unwrap().mcts_settings(position).unwrap();
    let bytes = bytes_needed(&settings, position).unwrap();
    let mut block = vec![Word::uninit(); words(bytes)];
    let mut search = Search::new(settings, position, &mut block[..]).unwrap();
    search.start(position, excluded, 5);
    search.run(|| false);
    let mut found = Vec::new();
    search.for_each_move(|stats| {
        let amaf = stats.amaf.map_or(0, |(visits, _)| visits);
        found.push((text(position, stats.mv), stats.visits, amaf));
    });
    let best = search.best_move().expect("a move");
    if let Some(next) = next_turn(position, best).filter(|_| agent.contains("reuse")) {
        search.end_turn();
        search.start(&next, &[], 6);
        found.push((
            String::from("next turn"),
            search.playouts() as u32,
            search.nodes().used as u32,
        ));
    }
    found
}

/// The position after a move and the first answer to it, unless the game is over before.
fn next_turn<G: Game>(position: &G, mv: G::Move) -> Option<G> {
    let mut next = *position;
    next.play(mv);
    let mut answered = false;
    loop {
        match next.turn() {
            Turn::Over(_) => return None,
            Turn::Player(_) if answered => return Some(next),
            Turn::Player(_) => answered = true,
            Turn::Chance => (),
        }
        let first = next.legal_moves().next().expect("the game is not over");
        next.play(first);
    }
}

/// Makes a search that does not know its game.
struct MakeSearch<'a>(&'a str);

impl SearchVisitor for MakeSearch<'_> {
    type Output = Box<dyn AnySearch>;

    fn visit<G: SearchType>(self, position: &G) -> Self::Output {
        let settings = Spec::parse(self.0).unwrap().mcts_settings(position).unwrap();
        let bytes = bytes_needed(&settings, position).unwrap();
        let block = vec![Word::uninit(); words(bytes)].leak();
        Box::new(Search::new(settings, position, block).unwrap())
    }
}

fn erased(position: &AnyPosition, excluded: usize, agent: &str) -> Vec<Found> {
    let excluded: Vec<_> = position.legal_moves().take(excluded).collect();
    let mut search = with_search_type(position, MakeSearch(agent));
    search.start(position, &excluded, &[], 5);
    while search.run_steps(17) > 0 {}
    search.flush_batch();
    let mut found = Vec::new();
    search.for_each_move(&mut |stats| {
        let amaf = stats.amaf.map_or(0, |(visits, _)| visits);
        found.push((text(position, stats.mv), stats.visits, amaf));
    });
    let best = search.best_move().unwrap();
    assert!(found.iter().any(|(mv, ..)| *mv == text(position, best)));
    if let Some(next) = next_turn(position, best).filter(|_| agent.contains("reuse")) {
        search.end_turn();
        search.start(&next, &[], &[], 6);
        found.push((String::from("next turn"), search.steps() as u32, search.nodes().used as u32));
    }
    found
}

fn compare<G: Game<Move: PackedMove> + Send + Sync + 'static>(name: &str, position: &G) {
    let any = AnyPosition::new(position).unwrap();
    for agent in AGENTS {
        let all = own(position, &[], agent);
        assert_eq!(erased(&any, 0, agent), all, "{agent} on {name}");
    }
    // Without the first move, as if it repeated a position.
    let first: Vec<G::Move> = position.legal_moves().take(1).collect();
    let rest = own(position, &first, AGENTS[1]);
    assert_eq!(erased(&any, 1, AGENTS[1]), rest, "{name} without a move");
    assert_eq!(rest.len() + 1, position.legal_moves().count());
}

struct Compare;

impl Visitor for Compare {
    type Output = ();

    fn visit<G: Game<Move: PackedMove> + Send + Sync + 'static>(
        self,
        info: &'static GameInfo,
        start: G,
    ) {
        let mut position = start;
        let mut rng = Rng::new(2);
        while position.turn() == Turn::Chance {
            position.play(position.chance_move(&mut rng));
        }
        compare(info.name, &position);
    }
}

#[test]
fn every_registered_game() {
    for info in GAMES {
        with_game(info.name, Compare).unwrap();
    }
}

#[test]
fn a_game_whose_moves_share_keys() {
    testkit::check(&Erased::<2, true>::new(&NIM).unwrap(), 20, 1);
    compare("nim", &NIM);
}

/// A second search of the same object is like the first: nothing of the turn before is left.
#[test]
fn a_search_can_be_used_again() {
    let any = AnyPosition::new(&NIM).unwrap();
    let mut search = with_search_type(&any, MakeSearch("grave:playouts=80,playout=mast"));
    let mut visits = || {
        let mut visits = Vec::new();
        search.start(&any, &[], &[], 3);
        let ended = search.run_clocked(None, &mut || None, &mut || false);
        assert_eq!((search.steps(), ended), (80, Ended::Done));
        search.for_each_move(&mut |stats| visits.push(stats.visits));
        visits
    };
    assert_eq!(visits(), visits());
}

#[test]
fn resize_keeps_the_position() {
    let mut small = Erased::<2, true>::new(&NIM).unwrap();
    let mv = small.legal_moves().nth(4).unwrap();
    small.play(mv);
    let large: AnyPosition = small.resize().unwrap();
    assert_eq!(large.hash64(), small.hash64());
    assert_eq!(large.resize::<2, true>().unwrap(), small);
    assert!(large.resize::<1, true>().is_some(), "one word is enough");
    assert_eq!(large.downcast::<Nim>(), small.downcast());
    assert!(large.resize::<0, true>().is_none(), "too large for no words");
    assert!(large.resize::<2, false>().is_none(), "its moves share keys");
}

#[test]
fn downcast_gives_the_own_position_back() {
    let any = AnyPosition::new(&NIM).unwrap();
    assert_eq!(any.downcast::<Nim>(), Some(&NIM));
    assert_eq!(any.downcast::<cairn_games::tictactoe::TicTacToe>(), None);
    let (_, go): (_, AnyPosition) = cairn_erased::start("go9").ok().unwrap();
    assert!(go.downcast::<cairn_games::go::Go9>().is_some() && go.downcast::<Nim>().is_none());
    assert_ne!(any, go, "positions of different games");
}
