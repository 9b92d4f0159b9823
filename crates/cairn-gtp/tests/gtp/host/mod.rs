//! A host whose clock and input are part of the script, so that its output is always the same.

use std::fmt;

use cairn_core::memory::Word;
use cairn_core::spec::Spec;
use cairn_games::bits::{PointSet, Words};
use cairn_games::go::conventions::SgfItem;
use cairn_games::go::{BLACK, GoMove, WHITE};
use cairn_gtp::{AnySizeSession, GameMemory, GtpError, Host, LineBuffer, Options};

/// An analysis is interrupted when it looks at the input for this many times.
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

    fn accepts(&mut self, size: usize, agent: &Spec) -> Result<(), GtpError<'static>> {
        let agent = self.memory.map_or(*agent, |bytes| agent.within(bytes));
        AnySizeSession::<Self>::bytes_needed(size, &agent).map(drop)
    }

    /// There is one record: two stones, three moves. Others are like it but for one mistake.
    fn load_sgf(
        &mut self,
        file: &str,
        until: u32,
        each: &mut dyn FnMut(SgfItem) -> Result<(), GtpError<'static>>,
    ) -> Result<(), GtpError<'static>> {
        const WRONG: [&str; 4] = ["illegal.sgf", "dead.sgf", "huge.sgf", "long.sgf"];
        if file != "five by five.sgf" && !WRONG.contains(&file) {
            return Err(GtpError::File("there is none of that name"));
        }
        if file == "dead.sgf" {
            return Err(GtpError::File("a chain has no liberty"));
        }
        each(SgfItem::Size(if file == "huge.sgf" { 25 } else { 5 }))?;
        each(SgfItem::Komi(1))?;
        each(SgfItem::Setup([20, 4].map(Words::single)))?;
        each(SgfItem::ToMove(WHITE))?;
        let second = if file == "illegal.sgf" { 12 } else { 7 };
        let moves = [(WHITE, 12), (BLACK, second)].map(|(player, at)| (player, GoMove::at(at)));
        let moves = moves.into_iter().chain([(WHITE, GoMove::PASS)]);
        for (player, mv) in moves.take((until as usize).saturating_sub(1)) {
            each(SgfItem::Play(player, mv))?;
        }
        let passes = if file == "long.sgf" { MOVES } else { 0 };
        (0..passes).try_for_each(|_| each(SgfItem::Play(BLACK, GoMove::PASS)))
    }
}

impl Script {
    #[allow(dead_code)] // Not every test has one.
    pub fn without_clock() -> Self {
        Script { clockless: true, ..Script::default() }
    }

    /// Gives lines to a session and returns its answer to each, up to `quit`.
    pub fn run(mut self, options: &mut Options, size: usize, lines: &[&[u8]]) -> Vec<String> {
        let mut memory = Box::new(GameMemory::<MOVES>::new());
        let mut session = AnySizeSession::new(size, options, memory.lists()).unwrap();
        let mut buffer = LineBuffer::<200>::new();
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
