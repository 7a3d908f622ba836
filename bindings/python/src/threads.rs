//! Pools of threads, one for each number asked for, made once and kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{Raised, raise};

/// More threads than any machine has; asking for more is a mistake.
const MOST: usize = 4096;

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
