//! Work for several threads of rayon's pool, each of which gets the same part of a table in every step.
//!
//! `rayon::join` from outside the pool goes to the thread that wakes first. It does the first half and
//! leaves the second to others, so a part would belong to one thread in this step and to another in the
//! next, and move from the cache of one processor to that of another. Here the threads of the pool's first
//! half start with the first part, the others with the second.
//!
//! A thread of the pool that waits takes any job it finds, also those that the rest of the program gives to
//! the pool. Such a job may take long, and the step would wait for it. So threads that wait here take only
//! the jobs of this module, for about a millisecond; then they wait as rayon's threads do.

use core::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use core::time::Duration;
use std::time::Instant;

/// Into how many parts to divide a table. It takes some thousand boxes to make waking a thread worth its
/// cost.
pub(crate) fn parts(boxes: usize) -> usize {
    rayon::current_num_threads().min(boxes / 2048).max(1)
}

/// Runs both closures, if possible on two threads.
pub(crate) fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    let Some(thread) = rayon::current_thread_index() else {
        return rayon::scope(|_| join(a, b));
    };
    if 2 * thread < rayon::current_num_threads() {
        return join_shared(a, b);
    }
    let (of_b, of_a) = join_shared(b, a);
    (of_a, of_b)
}

/// Runs the first closure and meanwhile shares the second with the other threads.
fn join_shared<A: Send, B: Send>(own: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    let (job, is_done) = (SharedJob::default(), AtomicBool::new(false));
    let own = || {
        job.open();
        let of_own = own();
        if job.is_closed_already() {
            take_jobs_until(&is_done);
        }
        of_own
    };
    let other = || {
        job.is_closed_already();
        let _done = SetOnDrop(&is_done);
        other()
    };
    rayon::join(own, other)
}

/// How many shared jobs are open; below 0 for a moment if one is taken before it is opened.
static OPEN_JOBS: AtomicIsize = AtomicIsize::new(0);

/// Part of a thread's work that any other thread may take. It is opened once it is where other threads find
/// it, and closed before it is taken from there: so a thread that looks for it finds this and no other job.
#[derive(Default)]
struct SharedJob {
    is_closed: AtomicBool,
}

impl SharedJob {
    fn open(&self) {
        OPEN_JOBS.fetch_add(1, Ordering::AcqRel);
    }
    /// Closes the job. Returns whether it was closed already.
    fn is_closed_already(&self) -> bool {
        let already = self.is_closed.swap(true, Ordering::AcqRel);
        if !already {
            OPEN_JOBS.fetch_sub(1, Ordering::AcqRel);
        }
        already
    }
}

/// Sets the flag when dropped, so also if the work panics.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Takes shared jobs until the work is done, or there was none for some time.
fn take_jobs_until(is_done: &AtomicBool) {
    let mut since = Instant::now();
    while !is_done.load(Ordering::Acquire) && since.elapsed() < LONGEST_WAIT {
        if OPEN_JOBS.load(Ordering::Acquire) > 0 && rayon::yield_now() == Some(rayon::Yield::Executed) {
            since = Instant::now();
        } else if since.elapsed() < SPIN_TIME {
            core::hint::spin_loop();
        } else {
            // The thread that is waited for may need this processor.
            std::thread::yield_now();
        }
    }
}

/// How long a thread looks for shared jobs, and how long without letting others have its processor.
const LONGEST_WAIT: Duration = Duration::from_millis(1);
const SPIN_TIME: Duration = Duration::from_micros(50);

/// Does some work that alternates between one thread and several. The other threads of the pool do not go
/// to sleep in between: waking one takes as long as sorting some thousand boxes.
pub(crate) fn with_threads_awake<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let Some(own) = rayon::current_thread_index() else {
        return rayon::scope(|_| with_threads_awake(work));
    };
    let is_done = AtomicBool::new(false);
    let others = rayon::current_num_threads() - 1;
    let work = || {
        let _done = SetOnDrop(&is_done);
        work()
    };
    join_shared(work, || keep_awake(others, own, &is_done)).0
}

/// Has so many threads wait for shared jobs until the work is done. The thread `own`, which does the work,
/// must not wait: the others would wait for it, and it for them.
fn keep_awake(threads: usize, own: usize, is_done: &AtomicBool) {
    if rayon::current_thread_index() == Some(own) || is_done.load(Ordering::Acquire) {
        return;
    }
    let one = || take_jobs_until(is_done);
    if threads > 1 {
        join_shared(one, || keep_awake(threads - 1, own, is_done));
    } else {
        one();
    }
}

/// Calls `act` with each item and its number, counted from `first`.
pub(crate) fn each<T: Send>(items: &mut [T], first: usize, act: &(impl Fn(usize, &mut T) + Sync)) {
    match items {
        [] => {}
        [item] => act(first, item),
        _ => {
            let middle = items.len() / 2;
            let (before, after) = items.split_at_mut(middle);
            join(|| each(before, first, act), || each(after, first + middle, act));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::sync::Arc;

    /// A thread kept awake used to take a job that others had given to the pool, and the step, long done,
    /// waited for that job: half of all steps did where the job came while they ran.
    #[test]
    fn a_step_waits_for_no_other_work_of_the_pool() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let waited = (0..20).filter(|_| waits_for_others(&pool)).count();
        assert!(waited < 5, "{waited} of 20");
    }
    /// Whether a step ends only after a foreign job that begins while the step runs and lasts until the
    /// step has ended.
    fn waits_for_others(pool: &rayon::ThreadPool) -> bool {
        let is_step_over = Arc::new(AtomicBool::new(false));
        let step = || {
            pass(Duration::from_micros(200));
            let is_over = Arc::clone(&is_step_over);
            let others = move || while_waiting_for(&is_over);
            std::thread::scope(|scope| scope.spawn(|| pool.spawn(others)).join().unwrap());
            for _ in 0..20 {
                join(
                    || pass(Duration::from_micros(20)),
                    || pass(Duration::from_micros(10)),
                );
            }
        };
        let begin = Instant::now();
        pool.install(|| with_threads_awake(step));
        is_step_over.store(true, Ordering::Release);
        begin.elapsed() >= LONG
    }
    const LONG: Duration = Duration::from_millis(200);

    fn while_waiting_for(is_over: &AtomicBool) {
        let begin = Instant::now();
        while !is_over.load(Ordering::Acquire) && begin.elapsed() < LONG {
            std::thread::yield_now();
        }
    }
    fn pass(time: Duration) {
        let begin = Instant::now();
        while begin.elapsed() < time {
            core::hint::spin_loop();
        }
    }
}
