//! Work on one thread or on several, in pieces, which a signal ends: Ctrl-C is noticed while a batch runs.
//!
//! There is one pool for each number of threads asked for; it is made once and kept. Each process has its own
//! pools: when a process forks, the threads of a pool are not copied, and work given to it would never be
//! done.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{Raised, raise};
use crate::signals::{Caller, SIGNAL_INTERVAL, SharedCaller, StopCheck};

/// More threads than any machine has; asking for more must be a mistake.
const MOST: usize = 4096;

/// After this many questions it is clear how long the others will take.
const FIRST: usize = 64;
/// The most questions that a thread takes at a time.
const PIECE: usize = 1024;
/// Work shorter than this ends sooner on one thread than others can be woken for it.
const WORTH_WAKING: Duration = Duration::from_micros(400);
/// About how long one piece of work should take.
const PIECE_DURATION: Duration = Duration::from_micros(100);

/// The threads that a call may use: the calling one, or a pool.
pub enum Threads {
    One,
    Pool(Arc<ThreadPool>),
}

/// The number of threads; `None` means one for each core.
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
    /// The threads for this number; `None` means one for each core.
    pub fn of(py: Python<'_>, count: Option<usize>) -> PyResult<Self> {
        match number(count)? {
            1 => Ok(Self::One),
            many => pool(py, many).map(Self::Pool),
        }
    }
    /// The same, but one thread is a pool as well: for work that uses all threads of the pool that it runs
    /// in.
    pub fn pool_of(py: Python<'_>, count: Option<usize>) -> PyResult<Self> {
        pool(py, number(count)?).map(Self::Pool)
    }
    /// Does 0 … count in pieces, in order. Other threads are used only if the first pieces show that it is
    /// worth it.
    ///
    /// The interpreter is free for other threads meanwhile. What a signal handler raises ends the work, and
    /// is returned.
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
    /// Does work that repeatedly asks whether to stop, on these threads. The calling thread is detached, and
    /// checks for signals. Returns the result, or what a signal handler raised.
    pub fn watched<R: Send>(&self, work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> R + Send) -> PyResult<R> {
        match self.stopped(work)? {
            (done, None) => Ok(done),
            (_, Some(raised)) => Err(raised),
        }
    }
    /// The same, for work whose result is of use where it was stopped: returns both.
    pub fn stopped<R: Send>(
        &self,
        work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> R + Send,
    ) -> PyResult<(R, Option<PyErr>)> {
        let (done, raised) = match self {
            Self::One => {
                let caller = SharedCaller::default();
                let done = work(&|| caller.must_stop());
                (Some(done), caller.raised())
            }
            Self::Pool(pool) => elsewhere(pool, work),
        };
        match done {
            Some(done) => Ok((done, raised)),
            None => Err(raised.unwrap_or_else(|| raise(Raised::argument("threads", "gave no answer")))),
        }
    }
    /// Does pieces one after the other, on the calling thread; also returns how many questions it has done,
    /// which is less than all if the rest is for the pool.
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
            let is_known = start >= FIRST || spent > WORTH_WAKING;
            let rest = spent.as_secs_f64() / start as f64 * (count - start) as f64;
            if matches!(self, Self::Pool(_)) && is_known && rest > WORTH_WAKING.as_secs_f64() {
                break;
            }
        }
        (done, start)
    }
}

/// The number of questions in a piece: it is doubled if the last piece took little time, halved if it took
/// long.
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

/// Does a range on the threads of a pool, each of which takes the next piece when it has done one. The
/// calling thread waits, and checks for signals.
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

/// Does work on one thread of a pool, which may use the others. The calling thread waits, and checks for
/// signals.
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

/// Waits until no thread works any more, and tells them to stop if a signal says so.
fn wait(left: &AtomicUsize, caller: &Caller, is_stopped: &AtomicBool) {
    while left.load(Ordering::Acquire) > 0 {
        std::thread::park_timeout(SIGNAL_INTERVAL);
        if left.load(Ordering::Acquire) > 0 && caller.check_signals() {
            is_stopped.store(true, Ordering::Relaxed);
        }
    }
}

/// Announces that a thread is done, even if it panics. The last one wakes the waiting thread.
struct Done<'a> {
    left: &'a AtomicUsize,
    waiting: &'a std::thread::Thread,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        // The scope, and with it what this borrows, ends only after this thread.
        if self.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.waiting.unpark();
        }
    }
}

/// The pools of a process, by their number of threads.
struct Pools {
    process: u32,
    by_count: BTreeMap<usize, Arc<ThreadPool>>,
}

/// Locked only by threads that are attached to the interpreter, and these do not detach meanwhile: when
/// Python forks, nobody holds it.
static POOLS: Mutex<Pools> = Mutex::new(Pools {
    process: 0,
    by_count: BTreeMap::new(),
});

fn pool(_attached: Python<'_>, count: usize) -> PyResult<Arc<ThreadPool>> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if pools.process != process {
        // The pools of the parent process have no threads here; dropping them would wait for these forever.
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
