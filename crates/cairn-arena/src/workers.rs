//! Numbered jobs on several threads.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{Builder, scope};
use std::time::Duration;

/// Fewer threads than requested could be started. Play goes on with those.
#[derive(Debug, thiserror::Error)]
#[error("playing on {started} of {wanted} threads: no more could be started ({error})")]
pub struct FewerThreads {
    /// How many threads play; at least one, which may be the calling thread.
    pub started: usize,
    /// How many threads were requested.
    pub wanted: usize,
    /// Why no more could be started.
    pub error: io::Error,
}

/// The most results handed over at a time.
const BATCH: usize = 512;
/// How many results may wait to be taken. Beyond that the workers wait, so that memory is bounded.
const QUEUE: usize = 4 * BATCH;
/// The longest wait for results.
const WAIT: Duration = Duration::from_millis(50);

/// Does jobs 0 to `jobs - 1`, each worker in its own thread. `work` returns a job's result, or `None`
/// to end its worker. Results go to `take` on the calling thread, in the order in which they come;
/// after a while without any, `take` gets an empty list. If a thread cannot be started, `warn` is
/// called and the workers started so far do all jobs.
pub fn run_jobs<W: Send, T: Send>(
    workers: &mut [W],
    jobs: usize,
    warn: &dyn Fn(&FewerThreads),
    work: impl Fn(&mut W, usize) -> Option<T> + Sync,
    mut take: impl FnMut(Vec<T>),
) {
    let next = AtomicUsize::new(0);
    let next_result = |worker: &mut W| {
        let job = next.fetch_add(1, Ordering::Relaxed);
        if job < jobs { work(worker, job) } else { None }
    };
    let wanted = workers.len();
    let mut started = 0;
    // A single worker runs on the calling thread.
    let workers_in_threads = if wanted > 1 { wanted } else { 0 };
    scope(|scope| {
        let (sender, receiver) = sync_channel(QUEUE);
        for worker in workers.iter_mut().take(workers_in_threads) {
            let (sender, next_result) = (sender.clone(), &next_result);
            let task = move || {
                while let Some(result) = next_result(worker) {
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            };
            if let Err(error) = Builder::new().spawn_scoped(scope, task) {
                warn(&FewerThreads { started: started.max(1), wanted, error });
                break;
            }
            started += 1;
        }
        drop(sender);
        while let Some(batch) = next_batch(&receiver) {
            take(batch);
        }
    });
    if let (0, Some(worker)) = (started, workers.first_mut()) {
        while let Some(result) = next_result(worker) {
            take(vec![result]);
        }
    }
}

/// The next results, an empty list if none come for a while; `None` when all workers have ended.
fn next_batch<T>(receiver: &Receiver<T>) -> Option<Vec<T>> {
    let first = match receiver.recv_timeout(WAIT) {
        Ok(result) => Some(result),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => return None,
    };
    Some(first.into_iter().chain(receiver.try_iter().take(BATCH - 1)).collect())
}
