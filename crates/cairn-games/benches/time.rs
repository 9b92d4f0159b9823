//! Wall time of playouts and whole searches on the empty 9×9 board, one thread. `cargo bench
//! --bench time --features std`; compare only what ran in one go, since machines are noisy.
#![allow(missing_docs)]

use cairn_core::Rng;
use cairn_core::mcts::{Search, bytes_needed, random_playout};
use cairn_core::memory::{Word, words};
use cairn_core::spec::Spec;
use cairn_games::go::Go9;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const AGENTS: [&str; 8] = [
    "uct:playouts=10000",
    "rave:playouts=10000",
    "grave:playouts=10000",
    "grave:paper,playouts=10000",
    "graver:nodes=1536,playouts=10000",
    "grave2:nodes=200",
    "graver2:nodes=160,top=160,second=80",
    "graver2:paper,nodes=160,top=160,second=80",
];

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("playout");
    let mut rng = Rng::new(1);
    group.throughput(Throughput::Elements(1));
    group.bench_function("uniform", |b| b.iter(|| random_playout(Go9::new(), &mut rng)));
}

fn searches(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    let start = Go9::new();
    for spec in AGENTS {
        let settings = Spec::parse(spec).unwrap().mcts_settings(&start).unwrap();
        let bytes = bytes_needed(&settings, &start).unwrap();
        let block = vec![Word::uninit(); words(bytes)].into_boxed_slice();
        let mut search = Search::new(settings, &start, block).unwrap();
        let mut seed = 0;
        group.throughput(Throughput::Elements(settings.max_playouts().unwrap()));
        group.bench_function(spec, |b| {
            b.iter(|| {
                seed += 1;
                search.new_game();
                search.start(&start, &[], seed);
                search.run(|| false);
                search.best_move()
            });
        });
    }
}

criterion_group!(time, playouts, searches);
criterion_main!(time);
