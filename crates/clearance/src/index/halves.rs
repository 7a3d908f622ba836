//! Work for several threads of rayon's pool, each of which takes the same part of a table every time.
//!
//! `rayon::join` from outside the pool goes to whichever thread of it wakes first, which does the first half and leaves the
//! second to others: the same part would be one thread's in this step and another's in the next, and all of it go from the
//! cache of one processor to that of another. Here the threads of the pool's first half begin with the first, the others with
//! the second.

use core::sync::atomic::{AtomicBool, Ordering};

/// How many parts of a table are worth it: a thread needs some thousand boxes to be worth waking.
pub(crate) fn parts(boxes: usize) -> usize {
    rayon::current_num_threads().min(boxes / 2048).max(1)
}

/// What comes of both.
pub(crate) fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    let Some(thread) = rayon::current_thread_index() else {
        return rayon::scope(|_| join(a, b));
    };
    if 2 * thread < rayon::current_num_threads() {
        return rayon::join(a, b);
    }
    let (of_b, of_a) = rayon::join(b, a);
    (of_a, of_b)
}

/// Does some work of which parts are one thread's and parts are for several: the others of the pool do not go to sleep
/// between those. Waking one takes as long as sorting some thousand boxes.
pub(crate) fn wide_awake<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let Some(own) = rayon::current_thread_index() else {
        return rayon::scope(|_| wide_awake(work));
    };
    let is_done = AtomicBool::new(false);
    let others = rayon::current_num_threads() - 1;
    let work = || {
        let _done = Done(&is_done);
        work()
    };
    rayon::join(work, || stay_awake(others, own, &is_done)).0
}

/// Says so also where the work ends in a panic.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// So many times a thread asks for work before it goes to sleep all the same, about a millisecond.
const PATIENCE: u32 = 1 << 13;

/// Has so many threads ask for work until it is done, but for its `own`, which does it.
fn stay_awake(threads: usize, own: usize, is_done: &AtomicBool) {
    if threads > 1 && !is_done.load(Ordering::Acquire) {
        let (one, others) = (
            || stay_awake(1, own, is_done),
            || stay_awake(threads - 1, own, is_done),
        );
        rayon::join(one, others);
        return;
    }
    let mut idle = 0;
    while rayon::current_thread_index() != Some(own) && idle < PATIENCE && !is_done.load(Ordering::Acquire) {
        idle = match rayon::yield_now() {
            Some(rayon::Yield::Executed) => 0,
            _ => idle + 1,
        };
        core::hint::spin_loop();
    }
}

/// Does `act` to each item, which it is given with its number: from `first` on.
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
