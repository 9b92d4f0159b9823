//! Instruction counts of whole searches and of their parts, by Valgrind: the same for the same
//! program on any machine, however busy. `cargo bench --bench instructions --features std` (needs
//! valgrind, and `gungraun-runner` of the version in Cargo.lock).
#![allow(missing_docs)]

use std::hint::black_box;

use cairn_core::Rng;
use cairn_core::mcts::{Search, bytes_needed, random_playout};
use cairn_core::memory::{Word, words};
use cairn_core::spec::Spec;
use cairn_games::go::Go9;
use gungraun::{
    Callgrind, EntryPoint, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};

type Boxed = Search<Go9, Box<[Word]>>;

fn search(spec: &str) -> Boxed {
    let start = Go9::new();
    let settings = Spec::parse(spec).unwrap().mcts_settings(&start).unwrap();
    let bytes = bytes_needed(&settings, &start).unwrap();
    let block = vec![Word::uninit(); words(bytes)].into_boxed_slice();
    let mut search = Search::new(settings, &start, block).unwrap();
    search.start(&start, &[], 1);
    search
}

/// Only what happens inside functions with this name counts. (The wide versions, which is what runs
/// under Valgrind on any recent x86-64; a pattern that also met their callers would count nothing.)
fn inside(function: &str) -> LibraryBenchmarkConfig {
    let mut callgrind = Callgrind::default();
    callgrind.entry_point(EntryPoint::Custom(function.to_owned()));
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

#[library_benchmark]
fn thousand_uniform_playouts() -> u32 {
    let mut rng = Rng::new(1);
    let start = black_box(Go9::new());
    (0..1000).map(|_| random_playout(start, &mut rng).0.reward(start.to_move(), 1)).sum()
}

#[library_benchmark]
#[bench::uct(args = ("uct:playouts=1000"), setup = search)]
#[bench::rave(args = ("rave:playouts=1000"), setup = search)]
#[bench::grave(args = ("grave:playouts=1000"), setup = search)]
#[bench::grave_mast(args = ("grave:paper,playouts=1000"), setup = search)]
#[bench::graver(args = ("graver:nodes=150,playouts=1000"), setup = search)]
#[bench::grave2(args = ("grave2:nodes=64,playouts=1000"), setup = search)]
#[bench::graver2(args = ("graver2:nodes=40,top=50,second=20"), setup = search)]
fn whole_search(mut search: Boxed) -> u64 {
    search.run(|| false);
    search.playouts()
}

#[library_benchmark(config = inside("cairn_core::mcts::select::descend::wide*"))]
#[bench::uct(args = ("uct:playouts=1000"), setup = search)]
#[bench::grave(args = ("grave:playouts=1000"), setup = search)]
#[bench::graver2(args = ("graver2:nodes=40,top=50,second=20"), setup = search)]
fn selection(mut search: Boxed) -> u64 {
    search.run(|| false);
    search.playouts()
}

#[library_benchmark(config = inside("cairn_core::mcts::backup::back_up::wide*"))]
#[bench::uct(args = ("uct:playouts=1000"), setup = search)]
#[bench::grave(args = ("grave:playouts=1000"), setup = search)]
#[bench::graver2(args = ("graver2:nodes=40,top=50,second=20"), setup = search)]
fn backup(mut search: Boxed) -> u64 {
    search.run(|| false);
    search.playouts()
}

#[library_benchmark(config = inside("cairn_core::mcts::playout::play_out::wide*"))]
#[bench::uniform(args = ("grave:playouts=1000"), setup = search)]
#[bench::mast(args = ("grave:paper,playouts=1000"), setup = search)]
fn playouts(mut search: Boxed) -> u64 {
    search.run(|| false);
    search.playouts()
}

library_benchmark_group!(
    name = instructions,
    benchmarks = [thousand_uniform_playouts, whole_search, selection, backup, playouts]
);
main!(library_benchmark_groups = instructions);
