//! Work for several threads of rayon's pool, each of which takes the same part of a table every time.
//!
//! `rayon::join` from outside the pool goes to whichever thread of it wakes first, which does the first half and leaves the
//! second to others: the same part would be one thread's in this step and another's in the next, and all of it go from the
//! cache of one processor to that of another. Here the threads of the pool's first half begin with the first, the others with
//! the second.

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
