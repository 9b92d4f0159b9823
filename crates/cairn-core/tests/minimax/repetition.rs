//! Positions that occur again: on graphs with cycles, against searches that follow every path.

use cairn_core::capabilities::{Capabilities, Repetition};
use cairn_core::minimax::{Certainty, Driver, Settings};
use cairn_core::score::Score;
use cairn_core::{Game, Outcome, Turn};
use proptest::prelude::*;

use crate::search;
use crate::trees::mix;

const NODES: usize = 8;

/// A piece moves along the arrows of a graph; the players take turns. Where no arrow leads away, the
/// game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Graph {
    /// From each node to these, as bits.
    arrows: [u8; 8],
    /// Who wins at a node without arrows; 2 is a draw.
    ends: [u8; 8],
    rule: Repetition,
    cutoff: u8,
    /// After this many moves the game is a draw; 0 is never.
    limit: u8,
    node: u8,
    player: u8,
    counter: u8,
}

impl Graph {
    /// The key of another position.
    fn key_of(mut self, node: u8, player: u8) -> u64 {
        (self.node, self.player) = (node, player);
        self.repetition_key().unwrap()
    }

    fn is_counted_out(&self) -> bool {
        self.limit > 0 && self.counter >= self.limit
    }
}

impl Game for Graph {
    type Move = u8;

    fn keys(&self) -> usize {
        NODES
    }

    fn max_plies(&self) -> usize {
        50
    }

    fn turn(&self) -> Turn {
        let node = usize::from(self.node);
        if self.arrows[node] == 0 {
            return Turn::Over(match self.ends[node] {
                2 => Outcome::draw(),
                player => Outcome::win(player.into()),
            });
        }
        if self.is_counted_out() {
            return Turn::Over(Outcome::draw());
        }
        Turn::Player(self.player.into())
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        let arrows = self.arrows[usize::from(self.node)];
        (0..NODES as u8).filter(move |to| arrows >> to & 1 != 0)
    }

    fn play(&mut self, to: u8) {
        (self.node, self.player) = (to, 1 - self.player);
        self.counter += u8::from(self.limit > 0);
    }

    fn key(&self, to: u8) -> usize {
        to.into()
    }

    fn cutoff(&self) -> Outcome {
        if self.cutoff == 2 { Outcome::draw() } else { Outcome::win(self.cutoff.into()) }
    }

    fn hash64(&self) -> u64 {
        mix(self.node.into(), self.player.into())
    }

    fn repetition(&self) -> Repetition {
        self.rule
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.hash64() ^ 1)
    }

    fn capabilities(&self) -> Capabilities<Self> {
        let clock = |graph: &Self| u16::from(graph.limit - graph.counter);
        Capabilities { clock: (self.limit > 0).then_some(clock), ..Capabilities::NONE }
    }
}

/// The value with the rule as it is written, on this very path. `path` has the keys of all positions
/// before this one; how often a position occurs among them decides.
fn by_path(graph: &Graph, path: &mut Vec<u64>) -> Score {
    let player = usize::from(graph.player);
    if let Turn::Over(outcome) = graph.turn() {
        return Score::of(outcome, player, 2);
    }
    let key = graph.repetition_key().unwrap();
    let cutoff = Score::of(graph.cutoff(), player, 2);
    let times = path.iter().filter(|&&other| other == key).count() + 1;
    if let Repetition::Ends(end) = graph.rule
        && times >= usize::from(end)
    {
        return cutoff;
    }
    path.push(key);
    let mut best = None;
    for mv in graph.legal_moves() {
        let mut next = *graph;
        next.play(mv);
        let key = next.repetition_key().unwrap();
        if graph.rule == Repetition::Forbidden && path.contains(&key) {
            continue;
        }
        best = best.max(Some((-by_path(&next, path)).one_ply_earlier()));
    }
    path.pop();
    best.unwrap_or(cutoff)
}

/// The value with infinite play as a draw, by retrograde analysis: wins and losses with their
/// distances, and everything else.
fn by_retrograde(graph: &Graph) -> Score {
    let mut values = [[None; 2]; NODES];
    loop {
        let mut changed = false;
        for node in 0..NODES {
            for player in 0..2 {
                let at = Graph { node: node as u8, player: player as u8, ..*graph };
                let value = match at.turn() {
                    Turn::Over(outcome) => Some(Score::of(outcome, player, 2)),
                    _ => {
                        let next = |mv| values[usize::from(mv)][1 - player];
                        let known = at.legal_moves().filter_map(next);
                        let known: Vec<Score> =
                            known.map(|v: Score| (-v).one_ply_earlier()).collect();
                        let all = known.len() == at.legal_moves().count();
                        known.into_iter().max().filter(|best| best.is_win() || all)
                    }
                };
                changed |= value != values[node][player];
                values[node][player] = value;
            }
        }
        if !changed {
            break;
        }
    }
    values[usize::from(graph.node)][usize::from(graph.player)].unwrap_or(Score::DRAW)
}

fn graphs(rules: &'static [Repetition]) -> impl Strategy<Value = Graph> {
    let arrows = prop::array::uniform6(0..64u8);
    let ends = prop::array::uniform6(0..3u8);
    (arrows, ends, any::<[u8; 6]>(), prop::sample::select(rules)).prop_map(
        |(mut arrows, ends, thin, rule)| {
            for (node, arrows) in arrows.iter_mut().enumerate() {
                // Every third node ends the game; others have at most three arrows, none to itself.
                *arrows &= !(1 << node);
                while arrows.count_ones() > 3 {
                    *arrows &= *arrows - 1;
                }
                if thin[node].is_multiple_of(3) && node > 0 {
                    *arrows = 0;
                }
            }
            arrows[0] |= 2;
            // Small enough to follow every path.
            let [a, b, c, d, e, f] = arrows;
            let arrows = [a, b, c, d, e, f, 0, 0];
            let [a, b, c, d, e, f] = ends;
            let ends = [a, b, c, d, e, f, 2, 2];
            Graph { arrows, ends, rule, cutoff: 2, limit: 0, node: 0, player: 0, counter: 0 }
        },
    )
}

fn settings() -> impl Strategy<Value = Settings> {
    let driver = prop::sample::select(&[Driver::AlphaBeta, Driver::Pvs, Driver::Mtdf, Driver::Sss]);
    let table = prop::sample::select(&[0u32, 2, 256]);
    (driver, table, 0..3u16, any::<bool>()).prop_map(|(driver, table, deepening, ordering)| {
        let earlier = 16;
        Settings { table, deepening, ordering, earlier, ..Settings::plain(driver) }
    })
}

/// Searches to the end, or 300,000 positions.
fn solve(graph: &Graph, settings: Settings, earlier: &[u64]) -> Option<(Score, Certainty)> {
    let mut search = search(Settings { nodes: Some(300_000), ..settings }, graph);
    search.start(graph, &[], earlier, 0);
    search.run_nodes(u64::MAX);
    let score = search.score()?;
    search.is_finished().then_some((score.score, score.certainty))
}

const ENDS: &[Repetition] = &[Repetition::Ends(2), Repetition::Ends(3)];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// A game that ends when a position occurs again has the value of one in which endless play is a
    /// draw, with and without a table.
    #[test]
    fn cycles_are_draws(graph in graphs(ENDS), settings in settings()) {
        let expected = by_retrograde(&graph);
        if let Some(found) = solve(&graph, settings, &[]) {
            prop_assert_eq!(found, (expected, Certainty::Exact));
        }
    }

    /// The same against the rule as it is written, when some positions have occurred before.
    #[test]
    fn earlier_positions_count(
        graph in graphs(&[Repetition::Ends(2)]),
        settings in settings(),
        earlier in prop::collection::vec((0..6u8, 0..2u8), 0..6),
    ) {
        let key = |&(node, player): &(u8, u8)| graph.key_of(node, player);
        let mut earlier: Vec<u64> = earlier.iter().map(key).collect();
        earlier.retain(|&key| Some(key) != graph.repetition_key());
        let expected = by_path(&graph, &mut earlier.clone());
        if let Some(found) = solve(&graph, settings, &earlier) {
            prop_assert_eq!(found, (expected, Certainty::Exact));
        }
    }

    /// Where repetition is forbidden, the value depends on the whole path.
    #[test]
    fn forbidden_repetition(
        graph in graphs(&[Repetition::Forbidden]),
        settings in settings(),
        earlier in prop::collection::vec((0..6u8, 0..2u8), 0..4),
    ) {
        let key = |&(node, player): &(u8, u8)| graph.key_of(node, player);
        let earlier: Vec<u64> = earlier.iter().map(key).collect();
        let expected = by_path(&graph, &mut earlier.clone());
        let free = graph.legal_moves().any(|mv| {
            let mut next = graph;
            next.play(mv);
            !earlier.contains(&next.repetition_key().unwrap())
        });
        if let Some(found) = solve(&graph, settings, &earlier)
            && free
        {
            prop_assert_eq!(found, (expected, Certainty::Exact));
        }
    }

    /// Where repetition has no effect, wins are proved, and draws by endless play are not.
    #[test]
    fn endless_games(graph in graphs(&[Repetition::Allowed]), settings in settings()) {
        let expected = by_retrograde(&graph);
        let settings = Settings { deepening: 1, table: 256, ..settings };
        if let Some((score, certainty)) = solve(&graph, settings, &[]) {
            prop_assert_eq!(score, expected);
            prop_assert!(certainty == Certainty::Exact || score == Score::DRAW);
        }
    }

    /// A repetition that one player wins: who wins is right, and wins by repetition are not claimed
    /// to be proved.
    #[test]
    fn cycles_that_a_player_wins(graph in graphs(&[Repetition::Ends(2)]), settings in settings()) {
        let graph = Graph { cutoff: 1, ..graph };
        let expected = by_path(&graph, &mut vec![]);
        if let Some((score, certainty)) = solve(&graph, settings, &[]) {
            let sign = |score: Score| score.get().signum();
            prop_assert_eq!(sign(score), sign(expected));
            prop_assert!(certainty == Certainty::Estimate || score == expected);
        }
    }

    /// A counter that the hash leaves out, as of moves without a capture.
    #[test]
    fn counters(graph in graphs(&[Repetition::Ends(2)]), settings in settings(), limit in 2..10u8) {
        let graph = Graph { limit, ..graph };
        let expected = by_path(&graph, &mut vec![]);
        if let Some((score, certainty)) = solve(&graph, settings, &[]) {
            prop_assert_eq!(score, expected, "{:?}", certainty);
        }
    }
}

/// The classic case (Palay 1983): from the start, A wins through B, unless the path came through B.
#[test]
fn a_loop_on_one_path_is_no_draw_on_another() {
    // 0 → 1, 2; 1 → 2; 2 → 3; 3 → 1, 4; 4 is the end.
    let arrows = [0b00110, 0b00100, 0b01000, 0b10010, 0, 0, 0, 0];
    for winner in 0..2 {
        let graph = Graph {
            arrows,
            ends: [2, 2, 2, 2, winner, 2, 2, 2],
            rule: Repetition::Ends(2),
            cutoff: 2,
            limit: 0,
            node: 0,
            player: 0,
            counter: 0,
        };
        let expected = by_path(&graph, &mut vec![]);
        assert_eq!(expected, by_retrograde(&graph));
        let settings = Settings { table: 64, ..Settings::plain(Driver::AlphaBeta) };
        assert_eq!(solve(&graph, settings, &[]), Some((expected, Certainty::Exact)));
    }
}

/// A win that is quick enough on one path, and too slow on another that leads to the same position.
#[test]
fn a_counter_ends_the_game_before_the_win() {
    // 0 → 1; 1 → 2, 3; 3 → 4 → 2: a detour; 2 → 5 → 6 → 7: the end.
    let arrows = [0b10, 0b1100, 0b10_0000, 0b1_0000, 0b100, 0b100_0000, 0b1000_0000, 0];
    let ends = [2, 2, 2, 2, 2, 2, 2, 0];
    let rule = Repetition::Ends(2);
    for (limit, expected) in
        [(0, Score::win_in(7)), (5, Score::DRAW), (6, Score::DRAW), (7, Score::win_in(7))]
    {
        let graph = Graph { arrows, ends, rule, cutoff: 2, limit, node: 0, player: 0, counter: 0 };
        assert_eq!(by_path(&graph, &mut vec![]), expected);
        let settings = Settings { table: 64, ..Settings::plain(Driver::AlphaBeta) };
        assert_eq!(solve(&graph, settings, &[]).unwrap().0, expected, "{limit}");
    }
}
