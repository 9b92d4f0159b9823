//! A session's memory is the player's block and itself: nothing from the heap.

use std::fmt;

use cairn_core::memory::{Word, words};
use cairn_uci::{Host, LineBuffer, Options, UciSession, player_bytes};

use crate::heap::heap_calls;

/// A microcontroller: a block, and a line that sends what is said.
struct Board<'a> {
    block: Option<&'a mut [Word]>,
    bytes: u64,
    said: usize,
}

impl fmt::Write for Board<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.said += text.len();
        Ok(())
    }
}

impl<'a> Host for Board<'a> {
    type Block = &'a mut [Word];

    fn block(&mut self, words: usize) -> Option<&'a mut [Word]> {
        let block = self.block.take()?;
        if block.len() < words {
            self.block = Some(block);
            return None;
        }
        Some(block)
    }

    fn release(&mut self, block: &'a mut [Word]) {
        self.block = Some(block);
    }

    fn memory(&self) -> Option<u64> {
        Some(self.bytes)
    }
}

#[test]
fn a_session_allocates_nothing() {
    assert_eq!(heap_calls(|| drop(std::hint::black_box(Box::new(1)))), 2);
    let mut memory = vec![Word::uninit(); words(50_000)];
    let mut host = Board { block: Some(&mut memory), bytes: 50_000, said: 0 };
    let mut session = UciSession::new(Options::default());
    let mut lines = LineBuffer::<1000>::new();
    let input = "uci\nisready\nposition startpos moves e2e4 e7e5 g1f3\ngo nodes 3000\n\
                 setoption name MultiPV value 3\ngo depth 4 searchmoves b8c6 g8f6 d7d6\n\
                 setoption name Memory value 30000\ngo mate 1\ngo infinite\nstop\nposition fen x\n\
                 go ponder wtime 100 btime 100\nponderhit\nfoo\nsetoption name Memory value 60000\n\
                 ucinewgame\ngo movetime 10\nquit\n";
    let calls = heap_calls(|| {
        for &byte in input.as_bytes() {
            if lines.push(byte) {
                session.line(lines.take(), &mut host);
                for _ in 0..500 {
                    session.think(&mut host);
                }
            }
        }
    });
    assert_eq!(calls, 0);
    assert!(host.said > 2000);
}

/// Everything but the player is small.
#[test]
fn a_session_is_small() {
    let size = size_of::<UciSession<Board<'_>>>();
    assert!(size < 5000, "{size} bytes");
}

/// The player's block is as large as it may be, but not larger; the table takes what there is.
#[test]
fn the_player_fits_its_budget() {
    let bytes = |budget| {
        let options = Options { memory: Some(budget), ..Options::default() };
        player_bytes(&options, None)
    };
    for budget in [30_000, 65_536, 100_000, 1 << 20, 64 << 20] {
        let used = bytes(budget).unwrap() as u64;
        assert!(used <= budget && used + 64 > budget, "{used} of {budget}");
    }
    let error = bytes(10_000).unwrap_err().to_string();
    let needed = error.split(' ').find_map(|word| word.parse::<u64>().ok()).unwrap();
    assert!(bytes(needed).is_ok() && bytes(needed - 1).is_err(), "{error}");
    let options = Options { hash: 16, ..Options::default() };
    assert!(player_bytes(&options, None).unwrap() > 15 << 20);
    assert!(player_bytes(&options, Some(40_000)).unwrap() <= 40_000);
}
