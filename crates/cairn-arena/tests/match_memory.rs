//! A match of many games takes no more memory than one of few.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cairn_arena::{AnyGame, Conditions, Matchup, Openings, SequentialTest, Sprt, Tournament};

/// The system's allocator. It counts the bytes in use, now and at the peak.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: it does what the system's allocator does, and counts. The default `realloc` calls these two.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`, and `alloc` took the block there.
        unsafe { System.dealloc(block, layout) }
    }
}

/// The most bytes that were taken at a time during a match.
fn peak(games: u32, mut progress: impl FnMut(&cairn_arena::GameRecord) -> bool) -> usize {
    let agent = "mc:playouts=1".to_string();
    let matchups = [Matchup {
        game: AnyGame::new("tictactoe").unwrap(),
        agents: [agent.clone(), agent],
        conditions: Conditions { seed: 1, openings: Openings::None },
    }];
    let stop = AtomicBool::new(false);
    let tournament =
        Tournament { matchups: &matchups, threads: 4, limit: None, stop: &stop, warn: &|_| {} };
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = tournament.play_match(games, |game, _| progress(game)).unwrap();
    assert!(result.complete);
    PEAK.load(Ordering::Relaxed) - before
}

/// One test: the allocator counts for the whole process.
#[test]
fn a_hundred_times_as_many_games_take_no_more_memory() {
    // What waits to be counted is a matter of chance: results in the queue, games out of order.
    let slack = 1 << 18;
    let few = peak(1_000, |_| true);
    let many = peak(100_000, |_| true);
    assert!(many < few + slack, "{few} bytes for 1,000 games, {many} for 100,000");

    // A test that never comes to its verdict, as between equals.
    let mut test = SequentialTest::new(Sprt::new(-1.0, 1.0));
    let tested = peak(100_000, |game| test.add(game));
    assert!(test.games() == 100_000 && tested < few + slack, "{tested} bytes with a test");
    println!("{few} bytes for 1,000 games, {many} for 100,000, {tested} with a test");
}
