//! Signals during long work: Python's handlers run in the main thread, between two questions.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// So often who works or waits check_signals for signals.
pub const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);
/// Questions between two check_signals at the clock, at most.
const BETWEEN: u32 = 31;
/// Where so many questions last longer than this, there are fewer from then on.
const SLOW: Duration = Duration::from_micros(100);

/// Tells who works whether to stop; asked before each question.
pub enum StopCheck<'a> {
    /// The caller works, and check_signals for signals itself.
    Own(&'a Caller),
    /// The caller waits, and check_signals for signals.
    Others(&'a AtomicBool),
}

impl StopCheck<'_> {
    /// Whether to stop.
    #[inline]
    pub fn must_stop(&self) -> bool {
        match self {
            Self::Own(caller) => caller.must_stop(),
            Self::Others(is_stopped) => is_stopped.load(Ordering::Relaxed),
        }
    }
}

/// The thread that has called, detached from the interpreter: when it looked for signals last, and what they
/// raised.
pub struct Caller {
    looked: Cell<Instant>,
    /// When it looked at the clock last.
    watched: Cell<Instant>,
    /// Questions until it check_signals at the clock again, now and after the next time.
    left: Cell<u32>,
    between: Cell<u32>,
    /// Another thread than the main one runs no handlers, and need not wait for the interpreter to find none.
    runs_handlers: Cell<Option<bool>>,
    raised: RefCell<Option<PyErr>>,
}

impl Default for Caller {
    fn default() -> Self {
        let now = Instant::now();
        Self {
            looked: Cell::new(now),
            watched: Cell::new(now),
            left: Cell::new(0),
            between: Cell::new(0),
            runs_handlers: Cell::new(None),
            raised: RefCell::new(None),
        }
    }
}

impl Caller {
    /// What a handler raised, once.
    pub fn raised(&self) -> Option<PyErr> {
        self.raised.take()
    }
    /// Whether a handler has raised something.
    pub fn is_stopped(&self) -> bool {
        self.raised.borrow().is_some()
    }
    /// One question more; whether to stop instead.
    #[inline]
    fn must_stop(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.wrapping_sub(1));
        left == 0 && self.check_clock()
    }
    /// Looks at the clock, and for signals where it is time.
    #[cold]
    fn check_clock(&self) -> bool {
        let now = Instant::now();
        let between = if now - self.watched.replace(now) < SLOW {
            BETWEEN.min(2 * self.between.get() + 1)
        } else {
            self.between.get() / 4
        };
        self.between.set(between);
        self.left.set(between);
        if now - self.looked.get() < SIGNAL_INTERVAL {
            return self.is_stopped();
        }
        self.check_signals()
    }
    /// Looks for signals and runs their handlers; whether one of them raised something, now or before.
    pub fn check_signals(&self) -> bool {
        if self.runs_handlers.get() != Some(false) && !self.is_stopped() {
            let found = Python::attach(|py| {
                self.runs_handlers.set(Some(is_main_thread(py)?));
                py.check_signals()
            });
            *self.raised.borrow_mut() = found.err();
            self.looked.set(Instant::now());
        }
        self.is_stopped()
    }
}

/// A caller for work that tells nobody on which thread it asks: the same in a form that several may share.
#[derive(Default)]
pub struct SharedCaller {
    /// Questions until the caller check_signals at the clock again; 0 once it has been stopped.
    left: AtomicU32,
    caller: Mutex<Caller>,
}

impl SharedCaller {
    /// One question more; whether to stop instead. Having said so, it goes on to.
    #[inline]
    pub fn must_stop(&self) -> bool {
        let left = self.left.load(Ordering::Relaxed);
        if left > 0 {
            self.left.store(left - 1, Ordering::Relaxed);
            return false;
        }
        self.check_clock()
    }
    #[cold]
    fn check_clock(&self) -> bool {
        let caller = self.caller.lock().unwrap_or_else(PoisonError::into_inner);
        let must_stop = caller.check_clock();
        let left = if must_stop { 0 } else { caller.between.get() };
        self.left.store(left, Ordering::Relaxed);
        must_stop
    }
    /// What a handler raised, once.
    pub fn raised(self) -> Option<PyErr> {
        let caller = self.caller.into_inner().unwrap_or_else(PoisonError::into_inner);
        caller.raised()
    }
}

fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?.getattr("ident")?;
    main.eq(threading.call_method0("get_ident")?)
}
