//! All agents play every game with random seeds and tiny random budgets, for a second each: none
//! panics, and every decision is a move that can be played.
//!
//! Each run plays different games. A failure names the case; `CAIRN_SEED=number` repeats it.

#[path = "any_agent/mod.rs"]
mod any_agent;

use std::time::{Duration, Instant, SystemTime};

use any_agent::{Choices, VALUES, game, play, spec};
use cairn_arena::AnyGame;
use cairn_core::rng::derive_seed;
use cairn_core::spec::{AGENTS, Agent, Family, KEYS};
use cairn_core::{Game, Rng};
use cairn_games::registry::GAMES;

/// For each game, however many there are.
const TIME: Duration = Duration::from_secs(1);

/// More rounds than this without a spec that fits, and no spec will.
const ROUNDS: u32 = 100;

/// The keys that bound a search: every spec has some of them.
const BOUNDS: &[&str] = &["playouts", "time", "top", "second", "positions", "expansions"];

impl Choices for Rng {
    fn below(&mut self, n: u32) -> u32 {
        Rng::below(self, n)
    }
}

/// Says which case it was if dropped by a panic.
struct Case<'a>(u64, &'a str, &'a str);

impl Drop for Case<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Case(seed, game, agent) = self;
            eprintln!("agent {agent} in game {game}; CAIRN_SEED={seed} repeats it");
        }
    }
}

/// One case, chosen by the seed except for the game and the agent's name. Returns whether the agent
/// could play.
fn case(seed: u64, info: usize, agent: usize) -> bool {
    let mut rng = Rng::new(seed);
    let (game, agent) = (game(&GAMES[info], &mut rng), spec(&AGENTS[agent], &mut rng));
    let _case = Case(seed, &game, &agent);
    play(&game, &agent, &mut rng)
}

#[test]
fn all_agents_play_every_game() {
    let given = std::env::var("CAIRN_SEED").map(|text| text.parse().expect("a number"));
    if let Ok(seed) = given {
        for info in 0..GAMES.len() {
            for agent in 0..AGENTS.len() {
                case(seed, info, agent);
            }
        }
        return;
    }
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seed = now.expect("a clock after 1970").as_nanos() as u64;
    std::thread::scope(|threads| {
        for first in 0..2 {
            threads.spawn(move || {
                (first..GAMES.len()).step_by(2).for_each(|game| all_agents_play(game, seed));
            });
        }
    });
}

/// Whether an agent can play a game at all.
fn suits(game: &str, agent: &Agent) -> bool {
    let start = *AnyGame::new(game).unwrap().start();
    let evaluated = start.capabilities().evaluation.is_some();
    let best = matches!(agent.family, Family::BestFirst | Family::BStar | Family::Conspiracy);
    let certain = start.players() == 2 && !start.has_chance();
    agent.has_playouts() || certain && (evaluated || !best)
}

/// All agents play one game until its time is over and each has played.
fn all_agents_play(game: usize, seed: u64) {
    let seed = derive_seed(seed, game as u64);
    let (begun, mut round, mut played) = (Instant::now(), 0, [0; AGENTS.len()]);
    let suited = AGENTS.map(|agent| suits(GAMES[game].name, &agent));
    let some_wait = |played: &[u32]| played.iter().zip(suited).any(|(&n, suits)| suits && n == 0);
    while begun.elapsed() < TIME || some_wait(&played) {
        assert!(round < ROUNDS || !some_wait(&played), "in {} some never fit", GAMES[game].name);
        for (agent, played) in played.iter_mut().enumerate() {
            let number = u64::from(round) * AGENTS.len() as u64 + agent as u64;
            *played += u32::from(case(derive_seed(seed, number), game, agent));
        }
        round += 1;
    }
    let unsuited = |(&n, suits): (&u32, bool)| suits || n == 0;
    assert!(played.iter().zip(suited).all(unsuited), "{} {played:?}", GAMES[game].name);
    println!("{}: {round} rounds, agents that fit {played:?}", GAMES[game].name);
}

#[test]
fn every_key_is_tried() {
    for key in &KEYS {
        let tried = BOUNDS.contains(&key.name) || VALUES.iter().any(|(name, _)| *name == key.name);
        assert!(tried, "give VALUES some for the key '{}'", key.name);
    }
}
