//! The input bytes choose a game, an agent with a tiny budget, and what happens between its turns.
#![no_main]

#[path = "../../crates/cairn-arena/tests/any_agent/mod.rs"]
mod any_agent;

use any_agent::Choices;
use libfuzzer_sys::fuzz_target;

struct Bytes<'a>(&'a [u8]);

impl Choices for Bytes<'_> {
    /// Uses as many bytes as `n` needs; after the last byte, returns 0.
    fn below(&mut self, n: u32) -> u32 {
        let taken = (n - 1).checked_ilog2().map_or(0, |bits| bits as usize / 8 + 1);
        let (head, rest) = self.0.split_at(taken.min(self.0.len()));
        self.0 = rest;
        head.iter().fold(0u32, |number, &byte| number << 8 | u32::from(byte)) % n
    }
}

fuzz_target!(|data: &[u8]| any_agent::anything(&mut Bytes(data)));
