//! Work on one thread or on several, in pieces, which a signal ends: Ctrl-C is seen while a batch runs.
//!
//! There is a pool for each number of threads asked for, made once and kept, and each process has its own:
//! the threads of a pool do not come along when a process forks, so that work for it would never be done.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{Raised, raise};
use crate::signals::{Caller, SIGNAL_INTERVAL, SharedCaller, StopCheck};

/// More threads than any machine has; asking for more is a mistake.
const MOST: usize = 4096;

/// Questions that show what the others will take.
const FIRST: usize = 64;
/// Questions that a thread takes at a time, at most.
const PIECE: usize = 1024;
/// Work that lasts less is done sooner than others have been woken for it.
const WORTH_WAKING: Duration = Duration::from_micros(400);
/// What a thread takes at a time shall last about so long.
const PIECE_DURATION: Duration = Duration::from_micros(100);

/// How many threads a call may use: one, or a pool.
pub enum Threads {
    One,
    Pool(Arc<ThreadPool>),
}

/// As many threads as this; `None` for one on each core.
pub fn number(count: Option<usize>) -> PyResult<usize> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    match count.unwrap_or_else(cores) {
        count @ 1..=MOST => Ok(count),
        _ => Err(raise(Raised::argument(
            "threads",
            format_args!("must be from 1 to {MOST}, or None for one on each core"),
        ))),
    }
}

impl Threads {
    /// As many as this; `None` for one on each core.
    pub fn of(py: Python<'_>, count: Option<usize>) -> PyResult<Self> {
        match number(count)? {
            1 => Ok(Self::One),
            many => pool(py, many).map(Self::Pool),
        }
    }
    /// Does 0 … count in pieces, in order; on several threads only where the first of them show that it is
    /// worth it.
    ///
    /// The interpreter is free for others meanwhile. What a signal raises ends the work, and is answered.
    pub fn pieces<R: Send>(
        &self,
        py: Python<'_>,
        count: usize,
        work: impl Fn(Range<usize>, &StopCheck<'_>) -> R + Sync + Send,
    ) -> PyResult<Vec<R>> {
        py.detach(|| {
            let caller = Caller::default();
            let (mut done, start) = self.in_turn(count, &caller, &work);
            match self {
                Self::Pool(pool) if start < count => done.extend(shared(pool, start..count, &caller, &work)),
                _ => {}
            }
            caller.raised().map_or(Ok(done), Err)
        })
    }
    /// Does work that asks again and again whether to stop, on these threads; the caller is detached, and
    /// check_signals for signals. What it came to, or what a signal raised.
    pub fn watched<R: Send>(&self, work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> R + Send) -> PyResult<R> {
        let (done, raised) = match self {
            Self::One => {
                let caller = SharedCaller::default();
                let done = work(&|| caller.must_stop());
                (Some(done), caller.raised())
            }
            Self::Pool(pool) => elsewhere(pool, work),
        };
        match (done, raised) {
            (Some(done), None) => Ok(done),
            (_, raised) => {
                Err(raised.unwrap_or_else(|| raise(Raised::argument("threads", "gave no answer"))))
            }
        }
    }
    /// Does pieces one after the other: how far it came, which is less than all where the rest is for the
    /// pool.
    fn in_turn<R>(
        &self,
        count: usize,
        caller: &Caller,
        work: &impl Fn(Range<usize>, &StopCheck<'_>) -> R,
    ) -> (Vec<R>, usize) {
        let stop = StopCheck::Own(caller);
        let (begin, mut done, mut start, mut length) =
            (Instant::now(), Vec::new(), 0, PieceLength::default());
        while start < count && !caller.is_stopped() {
            let end = count.min(start + length.length);
            done.push(length.measured(|| work(start..end, &stop)));
            start = end;
            let spent = begin.elapsed();
            let shows = start >= FIRST || spent > WORTH_WAKING;
            let rest = spent.as_secs_f64() / start as f64 * (count - start) as f64;
            if matches!(self, Self::Pool(_)) && shows && rest > WORTH_WAKING.as_secs_f64() {
                break;
            }
        }
        (done, start)
    }
}

/// How many questions make a piece: twice as many as in the last one where that was soon done, half where it
/// was not.
struct PieceLength {
    length: usize,
}

impl Default for PieceLength {
    fn default() -> Self {
        Self { length: 1 }
    }
}

impl PieceLength {
    fn measured<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let answer = work();
        let spent = start.elapsed();
        if 2 * spent < PIECE_DURATION {
            self.length = PIECE.min(2 * self.length);
        } else if spent > 2 * PIECE_DURATION {
            self.length = 1.max(self.length / 2);
        }
        answer
    }
}

/// Does a range on the threads of a pool, each of which takes the next piece when it is done with one. The
/// caller waits, and check_signals for signals.
fn shared<R: Send>(
    pool: &ThreadPool,
    range: Range<usize>,
    caller: &Caller,
    work: &(impl Fn(Range<usize>, &StopCheck<'_>) -> R + Sync),
) -> Vec<R> {
    let (next, is_stopped) = (AtomicUsize::new(range.start), AtomicBool::new(false));
    let left = AtomicUsize::new(pool.current_num_threads());
    let found: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    let waiting = std::thread::current();
    let thread = || {
        let _done = Done {
            left: &left,
            waiting: &waiting,
        };
        let (stop, mut own, mut length) =
            (StopCheck::Others(&is_stopped), Vec::new(), PieceLength::default());
        while !is_stopped.load(Ordering::Relaxed) {
            let start = next.fetch_add(length.length, Ordering::Relaxed);
            if start >= range.end {
                break;
            }
            let piece = start..range.end.min(start + length.length);
            own.push((start, length.measured(|| work(piece, &stop))));
        }
        found.lock().unwrap_or_else(PoisonError::into_inner).extend(own);
    };
    pool.in_place_scope(|scope| {
        (0..pool.current_num_threads()).for_each(|_| scope.spawn(|_| thread()));
        wait(&left, caller, &is_stopped);
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|(start, _)| *start);
    found.into_iter().map(|(_, piece)| piece).collect()
}

/// Does work on a thread of a pool, which may ask the others. The caller waits, and check_signals for signals.
fn elsewhere<R: Send>(
    pool: &ThreadPool,
    work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> R + Send,
) -> (Option<R>, Option<PyErr>) {
    let (caller, is_stopped, left) = (Caller::default(), AtomicBool::new(false), AtomicUsize::new(1));
    let (waiting, mut done) = (std::thread::current(), None);
    let answer = &mut done;
    pool.in_place_scope(|scope| {
        scope.spawn(|_| {
            let _done = Done {
                left: &left,
                waiting: &waiting,
            };
            *answer = Some(work(&|| is_stopped.load(Ordering::Relaxed)));
        });
        wait(&left, &caller, &is_stopped);
    });
    (done, caller.raised())
}

/// Waits until none is left who works, and tells them to stop where a signal says so.
fn wait(left: &AtomicUsize, caller: &Caller, is_stopped: &AtomicBool) {
    while left.load(Ordering::Acquire) > 0 {
        std::thread::park_timeout(SIGNAL_INTERVAL);
        if left.load(Ordering::Acquire) > 0 && caller.check_signals() {
            is_stopped.store(true, Ordering::Relaxed);
        }
    }
}

/// Says that a thread is done, also where it panics; the last one wakes who waits.
struct Done<'a> {
    left: &'a AtomicUsize,
    waiting: &'a std::thread::Thread,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        // The scope ends, and with it what this borrows, only after this thread.
        if self.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.waiting.unpark();
        }
    }
}

/// The pools of a process, by how many threads they have.
struct Pools {
    process: u32,
    by_count: BTreeMap<usize, Arc<ThreadPool>>,
}

/// Locked only by threads that are attached to the interpreter, which do not let go of it meanwhile: whenever
/// Python forks, nobody holds it.
static POOLS: Mutex<Pools> = Mutex::new(Pools {
    process: 0,
    by_count: BTreeMap::new(),
});

fn pool(_attached: Python<'_>, count: usize) -> PyResult<Arc<ThreadPool>> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if pools.process != process {
        // Those of a parent are without threads. To drop them would wait for these.
        std::mem::forget(std::mem::take(&mut pools.by_count));
        pools.process = process;
    }
    if let Some(pool) = pools.by_count.get(&count) {
        return Ok(Arc::clone(pool));
    }
    let made = ThreadPoolBuilder::new().num_threads(count).build();
    if let Ok(pool) = made {
        let pool = Arc::new(pool);
        pools.by_count.insert(count, Arc::clone(&pool));
        return Ok(pool);
    }
    drop(pools);
    made.map(Arc::new)
        .map_err(|error| raise(Raised::argument("threads", error)))
}
