//! Pools of threads, one for each number asked for, made once and kept.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{Raised, raise};

/// More threads than any machine has; asking for more is a mistake.
const MOST: usize = 4096;

/// Questions that show what the others will take.
const FIRST: usize = 64;
/// Questions that a thread takes at a time, at most.
const PIECE: usize = 1024;
/// Work that lasts less is done sooner than others have been woken for it.
const WORTH_WAKING: Duration = Duration::from_micros(400);
/// What a thread takes at a time shall last about so long.
const SPELL: Duration = Duration::from_micros(100);

static POOLS: Mutex<BTreeMap<usize, Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());

/// How many threads a call may use: one, or a pool.
pub enum Threads {
    One,
    Pool(Arc<ThreadPool>),
}

impl Threads {
    /// As many as this; `None` for one on each core.
    pub fn of(count: Option<usize>) -> PyResult<Self> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let count = count.unwrap_or_else(cores);
        match count {
            1 => Ok(Self::One),
            2..=MOST => pool(count).map(Self::Pool),
            _ => Err(raise(Raised::argument(
                "threads",
                format_args!("must be from 1 to {MOST}, or None for one on each core"),
            ))),
        }
    }
    pub fn are_many(&self) -> bool {
        matches!(self, Self::Pool(_))
    }
    /// Runs on these threads, the interpreter free for others meanwhile.
    pub fn run<R: Send>(&self, py: Python<'_>, work: impl FnOnce() -> R + Send) -> R {
        py.detach(|| match self {
            Self::One => work(),
            Self::Pool(pool) => pool.install(work),
        })
    }
    /// Does 0 … count in pieces, in order; on several threads only where the first of them show that it is worth it.
    pub fn pieces<R: Send>(&self, count: usize, work: impl Fn(Range<usize>) -> R + Sync + Send) -> Vec<R> {
        let Self::Pool(pool) = self else {
            return cut(0..count, PIECE).into_iter().map(work).collect();
        };
        let first = FIRST.min(count);
        let start = Instant::now();
        let mut done = vec![work(0..first)];
        let each = start.elapsed().as_secs_f64() / first.max(1) as f64;
        let rest = first..count;
        if each * (rest.len() as f64) < WORTH_WAKING.as_secs_f64() {
            done.extend(cut(rest, PIECE).into_iter().map(work));
            return done;
        }
        let at_a_time = ((SPELL.as_secs_f64() / each) as usize).clamp(1, PIECE);
        let all = cut(rest, at_a_time);
        done.extend(pool.install(|| all.into_par_iter().map(work).collect::<Vec<R>>()));
        done
    }
}

/// A range in pieces of this length, the last shorter.
fn cut(range: Range<usize>, length: usize) -> Vec<Range<usize>> {
    let piece = |start: usize| start..(start + length).min(range.end);
    range.clone().step_by(length).map(piece).collect()
}

fn pool(count: usize) -> PyResult<Arc<ThreadPool>> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&count) {
        return Ok(Arc::clone(pool));
    }
    let made = ThreadPoolBuilder::new().num_threads(count).build();
    let pool = made.map_err(|error| raise(Raised::argument("threads", error)))?;
    let pool = Arc::new(pool);
    pools.insert(count, Arc::clone(&pool));
    Ok(pool)
}
