//! Work for several threads of rayon's pool, of whom the caller is one.
//!
//! `rayon::join` hands over what a thread asks that is not of the pool, to whichever of the pool wakes first: the same part of
//! a table would be one thread's in this step and another's in the next, and all of it go from the cache of one processor to
//! that of another. Here who calls does the first half where it is, so that from step to step a part mostly stays with its
//! processor.

/// How many parts of a table are worth it: a thread needs some thousand boxes to be worth waking.
pub(crate) fn parts(boxes: usize) -> usize {
    rayon::current_num_threads().min(boxes / 2048).max(1)
}

/// What comes of both, the first on the caller's thread.
pub(crate) fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    if rayon::current_thread_index().is_some() {
        return rayon::join(a, b);
    }
    let mut of_b = None;
    let of_a = rayon::in_place_scope(|scope| {
        scope.spawn(|_| of_b = Some(b()));
        a()
    });
    (of_a, of_b.expect("a scope waits for what it has spawned"))
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
