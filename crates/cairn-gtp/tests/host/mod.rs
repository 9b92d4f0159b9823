//! A host whose clock and input are part of the script, so that all it says is always the same.

use std::fmt;

use cairn_core::memory::Word;
use cairn_core::spec::Spec;
use cairn_games::go::{BLACK, WHITE};
use cairn_gtp::{AnySession, Fault, Host, Lines, Options, Played, SgfItem};

/// An analysis is interrupted at its so-many-th look at the input.
const LOOKS: u32 = 30;

/// The longest game.
const MOVES: usize = 2000;

#[derive(Default)]
pub struct Script {
    pub output: String,
    pub memory: Option<u64>,
    /// Each look at the clock takes a millisecond.
    millis: u64,
    looks: u32,
    clockless: bool,
}

impl fmt::Write for Script {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.output.push_str(text);
        Ok(())
    }
}

impl Host for Script {
    type Block = Vec<Word>;

    fn block(&mut self, words: usize) -> Option<Vec<Word>> {
        (words < 1 << 22).then(|| vec![Word::uninit(); words])
    }

    fn memory(&self) -> Option<u64> {
        self.memory
    }

    fn now(&mut self) -> Option<u64> {
        self.millis += 1;
        (!self.clockless).then_some(self.millis)
    }

    fn input_waiting(&mut self) -> bool {
        self.looks += 1;
        self.looks.is_multiple_of(LOOKS)
    }

    fn accepts(&mut self, size: usize, agent: &Spec) -> Result<(), Fault<'static>> {
        AnySession::<Self>::accepts(size, &self.memory.map_or(*agent, |bytes| agent.within(bytes)))
            .map(drop)
    }

    /// There is one record: a stone in each corner, three moves. In others of its kind something is
    /// wrong.
    fn load_sgf(
        &mut self,
        file: &str,
        until: u32,
        each: &mut dyn FnMut(SgfItem<'_>) -> Result<(), Fault<'static>>,
    ) -> Result<(), Fault<'static>> {
        const WRONG: [&str; 4] = ["illegal.sgf", "dead.sgf", "huge.sgf", "long.sgf"];
        if file != "five by five.sgf" && !WRONG.contains(&file) {
            return Err(Fault::Text("cannot load file: there is none of that name"));
        }
        each(SgfItem::Size(if file == "huge.sgf" { 25 } else { 5 }))?;
        each(SgfItem::Komi(1))?;
        each(SgfItem::Setup(&[(Some(BLACK), (0, 0)), (Some(WHITE), (4, 4))]))?;
        if file == "dead.sgf" {
            each(SgfItem::Setup(&[(Some(WHITE), (0, 1)), (Some(WHITE), (1, 0))]))?;
        }
        each(SgfItem::ToMove(WHITE))?;
        let second = if file == "illegal.sgf" { (2, 2) } else { (2, 3) };
        let moves = [(WHITE, Some((2, 2))), (BLACK, Some(second)), (WHITE, None)];
        for (player, at) in moves.into_iter().take((until as usize).saturating_sub(1)) {
            each(SgfItem::Play(player, at))?;
        }
        let passes = if file == "long.sgf" { MOVES } else { 0 };
        (0..passes).try_for_each(|_| each(SgfItem::Play(BLACK, None)))
    }
}

impl Script {
    #[allow(dead_code)] // Not every test has one.
    pub fn without_clock() -> Self {
        Script { clockless: true, ..Script::default() }
    }

    /// Feeds lines to a session; what it says to each, and whether it wants more.
    pub fn run(mut self, options: &mut Options, size: usize, lines: &[&[u8]]) -> Vec<String> {
        let mut room = vec![Played::default(); MOVES];
        let mut session = AnySession::new(size, options, &mut room).unwrap();
        let mut buffer = Lines::<200>::new();
        let mut said = vec![];
        for line in lines {
            self.output.clear();
            let mut more = true;
            for &byte in line.iter().chain(b"\n") {
                if buffer.push(byte) {
                    more &= session.answer(buffer.take(), &mut self);
                }
            }
            said.push(self.output.clone());
            if !more {
                break;
            }
        }
        said
    }
}
