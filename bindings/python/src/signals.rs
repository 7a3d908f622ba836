//! Signals during long work: Python's signal handlers run in the main thread, between two questions.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// The interval at which working or waiting threads check for signals.
pub const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);
/// The most questions between two looks at the clock.
const BETWEEN: u32 = 31;
/// If that many questions take longer than this, fewer are asked between looks from then on.
const SLOW: Duration = Duration::from_micros(100);

/// Tells a working thread whether to stop; asked before each question.
pub enum StopCheck<'a> {
    /// The calling thread works, and checks for signals itself.
    Own(&'a Caller),
    /// The calling thread waits, and checks for signals for the others.
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

/// The calling thread, detached from the interpreter: when it last checked for signals, and what their
/// handlers raised.
pub struct Caller {
    looked: Cell<Instant>,
    /// When it last looked at the clock.
    watched: Cell<Instant>,
    /// The number of questions until the next look at the clock, now and after the next one.
    left: Cell<u32>,
    between: Cell<u32>,
    /// Only the main thread runs handlers; other threads need not wait for the interpreter to find none.
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
    /// Takes what a handler raised.
    pub fn raised(&self) -> Option<PyErr> {
        self.raised.take()
    }
    /// Whether a handler has raised something.
    pub fn is_stopped(&self) -> bool {
        self.raised.borrow().is_some()
    }
    /// Counts one more question; whether to stop instead.
    #[inline]
    fn must_stop(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.wrapping_sub(1));
        left == 0 && self.check_clock()
    }
    /// Looks at the clock, and checks for signals if it is time.
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
    /// Checks for signals and runs their handlers; whether one of them has raised something, now or before.
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

/// A [`Caller`] for work that may ask from any thread: it can be shared.
#[derive(Default)]
pub struct SharedCaller {
    /// The number of questions until the next look at the clock; 0 once the work has been stopped.
    left: AtomicU32,
    caller: Mutex<Caller>,
}

impl SharedCaller {
    /// Counts one more question; whether to stop instead. Once true, it stays true.
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
    /// Takes what a handler raised.
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
