//! Any agent in any game from any source of choices: what the test and the fuzz target share.

use cairn_arena::{AnyGame, GameHistory, Player};
use cairn_core::spec::{AGENTS, Agent, KEYS};
use cairn_core::{Game, Turn};
use cairn_games::registry::{GAMES, GameInfo};

/// Where choices come from: a generator of random numbers, or a fuzzer's bytes.
pub trait Choices {
    /// A number below `n`.
    fn below(&mut self, n: u32) -> u32;

    fn one_of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u32) as usize]
    }
}

/// Values for each key that does not bound the search; `""` is for a key without a value.
pub const VALUES: &[(&str, &[&str])] = &[
    ("nodes", &["1", "2", "3", "7", "20", "60"]),
    ("memory", &["1KiB", "5KiB", "30KiB", "200KiB", "2MiB"]),
    ("lambda", &["0.01", "0.3", "0.99"]),
    ("top_nodes", &["1", "2", "9"]),
    ("second_nodes", &["1", "2", "9"]),
    ("sharing", &["on", "off"]),
    ("stop", &["off", "1", "3.5"]),
    ("c", &["0", "0.4", "1000"]),
    ("fpu", &["off", "-1", "0", "1.1"]),
    ("ref", &["0", "1", "5", "50", "4000000000"]),
    ("bias", &["0", "0.00001", "0.1", "1000000"]),
    ("k", &["off", "0.001", "1", "1000"]),
    ("amaf", &["both", "own", "own-any", "point"]),
    ("prior", &["off", "0.01", "10", "1000000"]),
    ("reuse", &["on", "off"]),
    ("playout", &["uniform", "mast", "patterns"]),
    ("epsilon", &["0", "0.4", "1"]),
    ("decay", &["0", "0.2", "1"]),
    ("tables", &["all", "1", "2", "5", "40"]),
    ("second_tables", &["all", "1", "3"]),
    ("table_at", &["1", "2", "7"]),
    ("table_counters", &["auto", "8", "16", "32"]),
    ("keep_root", &["on", "off"]),
    ("counters", &["auto", "8", "16", "32"]),
    ("paper", &[""]),
    ("depth", &["1", "2", "3", "9", "60000"]),
    ("table", &["1", "4", "100", "off"]),
    ("second", &["1", "9", "40"]),
    ("moves", &["auto", "1", "30", "1000"]),
    ("deepening", &["0", "1", "2"]),
    ("value", &["outcome", "margin"]),
    ("strict", &["on", "off"]),
    ("aspiration", &["off", "1", "50"]),
    ("ordering", &["on", "off"]),
    ("priors", &["on", "off"]),
    ("killers", &["on", "off"]),
    ("history", &["on", "off"]),
    ("null", &["on", "off"]),
    ("reductions", &["on", "off"]),
    ("quiescence", &["off", "1", "5"]),
    ("goal", &["value", "win", "draw"]),
    ("mobility", &["on", "off"]),
    ("weak", &["on", "off"]),
    ("recycle", &["on", "off"]),
    ("margin", &["0", "20", "60000"]),
    ("threshold", &["1", "3", "253"]),
    ("grades", &["3", "10", "255"]),
];

/// A spec with a small budget, so that nothing takes long. It may contradict itself or not fit the
/// game; that must be an error.
pub fn spec(agent: &Agent, choices: &mut impl Choices) -> String {
    let mut spec = format!("{}:", agent.name);
    let small = &["1", "2", "3", "5", "8", "13"];
    let steps = ["nodes", "positions", "expansions"];
    let bounds = |key: &&str| KEYS.iter().any(|k| k.name == *key && k.applies_to(agent));
    let bound = match agent.two_levels {
        _ if !agent.has_playouts() => {
            // Not the nodes of a tree, if there is another limit.
            let key = steps.into_iter().rfind(bounds).expect("every search has a limit");
            let memory = choices.one_of(&["2KiB", "30KiB", "200KiB", "1MiB", "4MiB"]);
            format!("{key}={},memory={memory}", choices.one_of(&["1", "2", "10", "300", "3000"]))
        }
        true if choices.below(2) == 0 => {
            format!("top={},second={}", choices.one_of(small), choices.one_of(small))
        }
        _ => format!("playouts={}", choices.one_of(&["1", "2", "10", "40", "100"])),
    };
    spec += &bound;
    if choices.below(8) == 0 {
        spec += ",time=1ms";
    }
    for key in KEYS.iter().filter(|key| key.applies_to(agent)) {
        let Some((name, values)) = VALUES.iter().find(|(name, _)| *name == key.name) else {
            continue;
        };
        let given = spec.contains(&format!("{name}="));
        if !given && choices.below(5) == 0 {
            let value = choices.one_of(values);
            spec += &format!(",{name}{}{value}", if value.is_empty() { "" } else { "=" });
        }
    }
    spec
}

/// A game of the registry, with options that may be out of range.
pub fn game(info: &GameInfo, choices: &mut impl Choices) -> String {
    let mut spec = info.name.to_owned();
    for option in info.options {
        let separator = if spec.contains(':') { ',' } else { ':' };
        spec += &match choices.below(4) {
            0 => format!("{separator}{}={}", option.name, choices.below(22)),
            1 => format!("{separator}{}={}", option.name, choices.one_of(&["yes", "no", "-1"])),
            _ => continue,
        };
    }
    spec
}

/// Plays a few turns of an agent somewhere in a random game. Panics if anything is wrong; whether
/// the agent could play at all.
pub fn play(game: &str, agent: &str, choices: &mut impl Choices) -> bool {
    // A spec that cannot be used is an error, not a panic: that is all there is to see.
    let Ok(game) = AnyGame::new(game) else { return false };
    let Ok(mut player) = game.player(agent) else { return false };
    let mut play = game.history();
    // Half of the games begin at the beginning, the others anywhere.
    let before = [0, play.start().max_plies() as u32][choices.below(2) as usize];
    for _ in 0..choices.below(before + 1) {
        if !random_ply(&mut play, choices) {
            break;
        }
    }
    let mut before = 0;
    for _ in 0..=choices.below(3) {
        while play.turn() == Turn::Chance {
            random_ply(&mut play, choices);
        }
        if play.turn().is_over() {
            break;
        }
        before = turn(&mut player, &mut play, before, choices);
        random_ply(&mut play, choices);
    }
    true
}

/// Plays a random move; whether the game goes on.
fn random_ply(play: &mut GameHistory, choices: &mut impl Choices) -> bool {
    if play.turn().is_over() {
        return false;
    }
    let allowed: Vec<_> = play.allowed().collect();
    let mv = allowed[choices.below(allowed.len() as u32) as usize];
    play.play(mv);
    true
}

/// One decision of the player, which must be one that can be played. It may know the playouts of the
/// turns `before`; how many the next one may know.
fn turn(
    player: &mut Player,
    play: &mut GameHistory,
    before: u64,
    choices: &mut impl Choices,
) -> u64 {
    let seed = choices.below(u32::MAX).into();
    let position = *play.position();
    let decision = player.choose(play, seed, &mut || false);
    let mv = decision.mv.expect("an unfinished game has a move");
    assert!(position.legal_moves().any(|other| other == mv), "{mv:?} is not legal");
    assert!(!play.excluded().contains(&mv), "{mv:?} repeats an earlier position");
    let settings = player.summary().settings;
    let Some(settings) = settings.playouts() else {
        play.play(mv);
        return 0;
    };
    let (most, reuse) = (settings.max_playouts(), settings.reuse);
    assert!(most.is_none_or(|most| decision.playouts <= most), "{} playouts", decision.playouts);
    let visits: u64 = player.moves().iter().map(|stats| u64::from(stats.visits)).sum();
    let known = decision.playouts + before;
    assert!(visits <= known, "{visits} visits in {known} playouts");
    play.play(mv);
    if reuse { known } else { 0 }
}

/// A game, an agent and its turns, everything chosen by `choices`.
#[allow(dead_code)] // The test goes through all of them instead.
pub fn anything(choices: &mut impl Choices) {
    let info = &GAMES[choices.below(GAMES.len() as u32) as usize];
    let agent = &AGENTS[choices.below(AGENTS.len() as u32) as usize];
    let (game, agent) = (game(info, choices), spec(agent, choices));
    play(&game, &agent, choices);
}
