//! Numbered jobs on several threads.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{Builder, Scope, scope};
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
    take: impl FnMut(Vec<T>),
) {
    run_with(start_thread, workers, jobs, warn, work, take);
}

type Task<'scope> = Box<dyn FnOnce() + Send + 'scope>;

fn start_thread<'scope>(scope: &'scope Scope<'scope, '_>, task: Task<'scope>) -> io::Result<()> {
    Builder::new().spawn_scoped(scope, task).map(drop)
}

/// [`run_jobs`] with a given way to start threads.
fn run_with<W: Send, T: Send>(
    start: impl for<'scope, 'env> Fn(&'scope Scope<'scope, 'env>, Task<'scope>) -> io::Result<()>,
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
            let task = Box::new(move || {
                while let Some(result) = next_result(worker) {
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            });
            if let Err(error) = start(scope, task) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::{Cell, RefCell};

    /// Runs 100 jobs where only `most` threads can be started. Returns the number of jobs that each
    /// worker did, the results and the warnings.
    fn run(most: usize, workers: usize) -> (Vec<usize>, Vec<usize>, Vec<String>) {
        let started = Cell::new(0);
        let mut done = vec![0; workers];
        let (mut results, warnings) = (Vec::new(), RefCell::new(Vec::new()));
        run_with(
            |scope, task| {
                if started.get() == most {
                    return Err(io::Error::other("no more"));
                }
                started.set(started.get() + 1);
                start_thread(scope, task)
            },
            &mut done,
            100,
            &|fewer| warnings.borrow_mut().push(fewer.to_string()),
            |done, job| {
                *done += 1;
                Some(job)
            },
            |batch| results.extend(batch),
        );
        results.sort_unstable();
        (done, results, warnings.into_inner())
    }

    #[test]
    fn every_job_is_done_once_however_many_threads_start() {
        let all: Vec<usize> = (0..100).collect();
        for most in [0, 1, 3, 8] {
            let (done, results, warnings) = run(most, 8);
            assert_eq!(results, all, "{most} threads");
            assert_eq!(done.iter().sum::<usize>(), 100);
            assert!(done[most.max(1)..].iter().all(|&jobs| jobs == 0), "{done:?}");
            let playing = most.max(1);
            let expected =
                format!("playing on {playing} of 8 threads: no more could be started (no more)");
            assert_eq!(warnings, if most < 8 { vec![expected] } else { vec![] });
        }
        assert_eq!(run(0, 1), (vec![100], all, vec![]), "the calling thread is as good as one");
    }

    #[test]
    fn a_worker_that_has_enough_ends() {
        let mut taken = 0;
        let work = |_: &mut (), job: usize| (job < 10).then_some(job);
        run_jobs(&mut [(); 3], 1000, &|_| {}, work, |batch| taken += batch.len());
        assert_eq!(taken, 10);
    }
}
