//! The table of games: each starts, and its defaults fit every agent.

use cairn_core::spec::{AGENTS, Spec};
use cairn_core::{Game, Rng, Turn, testkit};
use cairn_games::registry::{GAMES, GameInfo, Visitor, with_game};

/// How a game starts: the size of a position in bytes, moves and position text.
struct Start;

impl Visitor for Start {
    type Output = (usize, usize, String);

    fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) -> Self::Output {
        let mut text = String::new();
        // A game may do without a notation.
        let _ = start.write_position(&mut text);
        (size_of::<G>(), start.legal_moves().count(), text)
    }
}

fn start(spec: &str) -> (usize, usize, String) {
    with_game(spec, Start).unwrap()
}

/// The players' names.
struct Names;

impl Visitor for Names {
    type Output = Vec<&'static str>;

    fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) -> Self::Output {
        (0..start.players()).map(|player| start.player_name(player)).collect()
    }
}

#[test]
fn players_have_different_names_with_a_capital_letter() {
    for game in GAMES {
        let names = with_game(game.name, Names).unwrap();
        assert!(names.iter().all(|name| name.starts_with(char::is_uppercase)), "{names:?}");
        assert!(names.iter().all(|name| names.iter().filter(|other| other == &name).count() == 1));
    }
}

/// The rewards of its random games.
struct Sums;

impl Visitor for Sums {
    type Output = ();

    fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) {
        testkit::check_sums(&start, 50, 1);
    }
}

/// In all of these games, what one player wins the others lose.
#[test]
fn rewards_sum_to_one_win() {
    for game in GAMES {
        with_game(game.name, Sums).unwrap();
    }
}

/// Whether a text is a turn: its moves one after another, all by the player who begins, after some
/// roll of the dice.
struct IsTurn<'a>(&'a str);

impl Visitor for IsTurn<'_> {
    type Output = bool;

    fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) -> bool {
        fn is_turn<G: Game>(position: G, text: &str) -> bool {
            (1..=text.len()).any(|end| {
                position.parse_move(&text[..end]).is_some_and(|mv| {
                    let mut next = position;
                    next.play(mv);
                    let ended = next.turn() != position.turn();
                    if ended { end == text.len() } else { is_turn(next, &text[end..]) }
                })
            })
        }
        (0..100).any(|seed| {
            let (mut position, mut dice) = (start, Rng::new(seed));
            while position.turn() == Turn::Chance {
                position.play(position.chance_move(&mut dice));
            }
            is_turn(position, self.0)
        })
    }
}

/// Half a page that fits a terminal: what it is about in two lines, who plays, and how to type a
/// move, with one that is legal.
#[test]
fn every_game_has_rules_for_a_newcomer() {
    let misere = ["breakthrough:misere=yes", "knightthrough:columns=5, Misere = YES"];
    for spec in GAMES.iter().map(|game| game.name).chain(misere) {
        let game = GAMES.iter().find(|game| spec.split(':').next() == Some(game.name)).unwrap();
        let rules = game.rules_for(spec).unwrap_or_else(|| panic!("{spec} has no rules text"));
        assert_eq!(rules.contains("loses at once"), spec.contains(':'), "{spec}");
        let lines = rules.lines().count();
        assert!((12..=30).contains(&lines), "{}: {lines} lines", game.name);
        assert!(
            rules.lines().all(|line| line.chars().count() <= 78),
            "{}: a line is wider than 78",
            game.name
        );
        let mut paragraphs = rules.split("\n\n");
        assert_eq!(paragraphs.next().unwrap().lines().count(), 2, "{}", game.name);
        let players = paragraphs.next().unwrap();
        for name in with_game(game.name, Names).unwrap() {
            assert!(players.contains(name), "{}: {name} in '{players}'", game.name);
        }
        let quoted = |text: &&str| !text.contains(char::is_whitespace) && !text.is_empty();
        let example = rules.split('\'').skip(1).find(quoted).expect("a move in quotes");
        assert!(with_game(game.name, IsTurn(example)).unwrap(), "{}: {example}", game.name);
    }
}

/// A game's default agent has a name and keys, fits the game, and sets no limits.
#[test]
fn every_game_has_an_agent_without_bounds() {
    for game in GAMES {
        let spec = Spec::parse(game.agent).unwrap_or_else(|error| panic!("{error}"));
        assert!(spec.with_defaults(game.defaults).is_ok(), "{}: {}", game.name, game.agent);
        let bounds = ["playouts", "time", "memory", "nodes", "top", "second"];
        let keys = game.agent.split([':', ',']).skip(1).filter_map(|key| key.split('=').next());
        assert!(keys.into_iter().all(|key| !bounds.contains(&key)), "{}", game.agent);
    }
}

#[test]
fn every_game_starts_and_has_defaults_that_agents_understand() {
    for game in GAMES {
        assert!(start(game.name).1 > 0, "{}", game.name);
        for agent in &AGENTS {
            let spec = Spec::parse(agent.name).unwrap();
            assert!(spec.with_defaults(game.defaults).is_ok(), "{} for {}", game.name, agent.name);
        }
        for option in game.options {
            let spec = format!("{}:{}={}", game.name, option.name, option.default);
            assert_eq!(start(&spec), start(game.name), "{spec} is the default");
        }
    }
}

#[test]
fn nine_by_nine_is_the_quick_board_however_it_is_written() {
    let quick = start("go9");
    assert_eq!(quick.0, size_of::<cairn_games::go::Go9>());
    for spec in ["go", "go:size=9", "GO:SIZE=9", " go : size = 9 , komi = 7.5 "] {
        assert_eq!(start(spec), quick, "{spec}");
    }
    assert_eq!(start("go:size=13").0, size_of::<cairn_games::go::GoAny>());
}

#[test]
fn options_reach_the_game() {
    assert_eq!(start("go:size=2").1, 5);
    assert_eq!(start("go:size=19").1, 362);
    assert!(start("go9:komi=-3.5").2.ends_with(" -3.5"));
    assert!(start("breakthrough:columns=5,rows=4").2.starts_with("BBBBB/BBBBB/WWWWW/WWWWW"));
    assert_eq!(start("breakthrough:columns=3,rows=5").1, 7);
    assert_eq!(start("knightthrough:rows=6").2.matches('/').count(), 5);
    assert_eq!(start("breakthrough:MISERE=Yes").1, 22);
    for (game, more) in [("atarigo", 0), ("nogo", 0), ("threecolorgo", 1)] {
        for size in [2, 8, 9, 11, 12, 19] {
            assert_eq!(
                start(&format!("{game}:size={size}")).1,
                size * size + more,
                "{game} {size}"
            );
        }
    }
}

#[test]
fn wrong_options_are_explained() {
    for (spec, said) in [
        ("breakthrough:columns=9", "columns=9 does not fit: columns is a whole number from 2 to 8"),
        (
            "knightthrough:columns=3",
            "columns=3 does not fit: columns is a whole number from 4 to 8",
        ),
        ("breakthrough:rows=+5", "rows=+5 does not fit: rows is a whole number from 4 to 8"),
        ("breakthrough:misere=maybe", "misere=maybe does not fit: misere is yes or no"),
        ("othello:size=8", "othello has no option 'size': it has none"),
        ("chess:size=8", "chess has no option 'size': it has none"),
    ] {
        assert_eq!(with_game(spec, Start).unwrap_err().to_string(), said);
    }
}
