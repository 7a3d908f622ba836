//! A value that several Python threads read and change: many may read it at a time, one may change it, and
//! the others wait.
//!
//! Short work is done under the lock, while the thread is attached to the interpreter. Long work holds the
//! value instead and detaches from the interpreter: a reader takes a share in the value, a thread that
//! changes it takes it out. So no detached thread ever holds the lock, and when Python forks, nobody holds
//! it. A child process sees that the value was held at the fork, by threads that do not exist in the child.
//!
//! A thread that has to wait is put into a queue. It sleeps, detached, and checks for signals at intervals.
//! The queue is served in order, so that neither readers nor writers can keep the others out forever.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Thread, ThreadId};

use pyo3::prelude::*;

use crate::errors::{Raised, raise};
use crate::signals::SIGNAL_INTERVAL;

pub struct Shared<T> {
    name: &'static str,
    state: Mutex<State<T>>,
}

struct State<T> {
    /// `None` while a thread changes it.
    value: Option<Arc<T>>,
    /// The threads that read or change it.
    holders: Vec<Holder>,
    /// The threads that wait, in the order of their arrival.
    queue: VecDeque<(Holder, Thread)>,
}

/// A thread of a process.
#[derive(Clone, Copy, PartialEq)]
struct Holder {
    process: u32,
    thread: ThreadId,
}

impl Holder {
    fn this() -> Self {
        Self {
            process: std::process::id(),
            thread: std::thread::current().id(),
        }
    }
}

impl<T> State<T> {
    fn may_be_asked(&self) -> bool {
        self.value.is_some()
    }
    fn may_be_changed(&self) -> bool {
        self.value.is_some() && self.holders.is_empty()
    }
    fn wake_first(&self) {
        if let Some((_, thread)) = self.queue.front() {
            thread.unpark();
        }
    }
}

impl<T: Send + Sync> Shared<T> {
    /// A value, with the name that errors use for it.
    pub fn new(name: &'static str, value: T) -> Self {
        let state = State {
            value: Some(Arc::new(value)),
            holders: Vec::new(),
            queue: VecDeque::new(),
        };
        Self {
            name,
            state: Mutex::new(state),
        }
    }
    /// Reads the value for a short time. `ask` must not call Python.
    pub fn look<R>(&self, py: Python<'_>, ask: impl FnOnce(&T) -> R) -> PyResult<R> {
        let look = |state: &mut State<T>| state.value.as_deref().map(ask);
        self.when(py, State::may_be_asked, look)
    }
    /// Changes the value in a short time. `change` must not call Python.
    pub fn touch<R>(&self, py: Python<'_>, change: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        let touch = |state: &mut State<T>| state.value.as_mut().and_then(Arc::get_mut).map(change);
        self.when(py, State::may_be_changed, touch)
    }
    /// Reads the value for a time that may be long, together with other readers; the interpreter is free
    /// meanwhile.
    pub fn ask<R: Send>(&self, py: Python<'_>, ask: impl FnOnce(&T) -> R + Send) -> PyResult<R> {
        let part = self.part(py)?;
        Ok(py.detach(|| ask(&part)))
    }
    /// Reads the value as [`Self::look`] does if `is_soon` says that the question is short, else as
    /// [`Self::ask`]: detaching from the interpreter and attaching again takes as long as a short question.
    pub fn ask_or_look<R: Send>(
        &self,
        py: Python<'_>,
        is_soon: impl Fn(&T) -> bool,
        ask: impl FnOnce(&T) -> R + Send,
    ) -> PyResult<R> {
        if self.look(py, is_soon)? {
            self.look(py, ask)
        } else {
            self.ask(py, ask)
        }
    }
    /// A share in the value: while it is held, others can read the value and nobody can change it.
    pub fn part(&self, py: Python<'_>) -> PyResult<Part<'_, T>> {
        let (value, held) = self.hold(py, State::may_be_asked, |state| state.value.clone())?;
        Ok(Part { value, _held: held })
    }
    /// Changes the value in a time that may be long; the interpreter is free meanwhile.
    pub fn change<R: Send>(&self, py: Python<'_>, change: impl FnOnce(&mut T) -> R + Send) -> PyResult<R> {
        let (value, mut held) = self.hold(py, State::may_be_changed, |state| state.value.take())?;
        let value = held.taken.insert(value);
        let changed = Arc::get_mut(value).map(|value| py.detach(|| change(value)));
        changed.ok_or_else(|| self.refused("is in use"))
    }
    fn hold(
        &self,
        py: Python<'_>,
        is_free: impl Fn(&State<T>) -> bool,
        take: impl FnOnce(&mut State<T>) -> Option<Arc<T>>,
    ) -> PyResult<(Arc<T>, Held<'_, T>)> {
        let this = Holder::this();
        let value = self.when(py, is_free, |state| {
            state.holders.push(this);
            take(state)
        })?;
        let held = Held {
            shared: self,
            this,
            taken: None,
        };
        Ok((value, held))
    }
    /// Acts on the state once `is_so` holds and no other thread has waited longer.
    fn when<R>(
        &self,
        py: Python<'_>,
        is_so: impl Fn(&State<T>) -> bool,
        act: impl FnOnce(&mut State<T>) -> Option<R>,
    ) -> PyResult<R> {
        let is_free_now = |state: &State<T>| state.queue.is_empty() && is_so(state);
        let done = match self.try_when(is_free_now, act) {
            Ok(done) => done,
            Err(act) => self.wait_until(py, is_so, act)?,
        };
        done.ok_or_else(|| self.refused("is in use"))
    }
    /// Acts if `is_so` holds, else gives `act` back.
    fn try_when<R, A: FnOnce(&mut State<T>) -> R>(
        &self,
        is_so: impl Fn(&State<T>) -> bool,
        act: A,
    ) -> Result<R, A> {
        let mut state = self.lock();
        if is_so(&state) {
            Ok(act(&mut state))
        } else {
            Err(act)
        }
    }
    fn wait_until<R>(
        &self,
        py: Python<'_>,
        is_so: impl Fn(&State<T>) -> bool,
        mut act: impl FnOnce(&mut State<T>) -> R,
    ) -> PyResult<R> {
        let waiting = Waiting::begin(self);
        let is_turn = |state: &State<T>| waiting.is_first(state) && is_so(state);
        loop {
            act = match self.try_when(is_turn, act) {
                Ok(done) => return Ok(done),
                Err(act) => act,
            };
            if let Some(why) = waiting.is_hopeless() {
                return Err(self.refused(why));
            }
            py.detach(|| std::thread::park_timeout(SIGNAL_INTERVAL));
            py.check_signals()?;
        }
    }
    fn refused(&self, why: &str) -> PyErr {
        let name = self.name;
        raise(Raised::about("ClearanceError", name, format!("{name}: {why}")))
    }
}

impl<T> Shared<T> {
    /// The lock is held only by threads that are attached to the interpreter, and these do not call Python
    /// meanwhile.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A share in the value.
pub struct Part<'a, T> {
    // Dropped before `_held` announces it, so that the next writer finds no other share.
    value: Arc<T>,
    _held: Held<'a, T>,
}

impl<T> Deref for Part<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

/// Marks that a thread reads or changes the value, until it is dropped.
struct Held<'a, T> {
    shared: &'a Shared<T>,
    this: Holder,
    /// The value, while it is being changed.
    taken: Option<Arc<T>>,
}

impl<T> Drop for Held<'_, T> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        if let Some(value) = self.taken.take() {
            state.value = Some(value);
        }
        let place = state.holders.iter().position(|holder| *holder == self.this);
        place.map(|place| state.holders.swap_remove(place));
        state.wake_first();
    }
}

/// A place in the queue, until it is dropped.
struct Waiting<'a, T> {
    shared: &'a Shared<T>,
    this: Holder,
}

impl<'a, T> Waiting<'a, T> {
    fn begin(shared: &'a Shared<T>) -> Self {
        let this = Holder::this();
        let mut state = shared.lock();
        // Threads that waited when this process was forked do not exist in it.
        state.queue.retain(|(waiting, _)| waiting.process == this.process);
        state.queue.push_back((this, std::thread::current()));
        Self { shared, this }
    }
    fn is_first(&self, state: &State<T>) -> bool {
        state.queue.front().is_some_and(|(first, _)| *first == self.this)
    }
    /// Why waiting cannot succeed, if it cannot.
    fn is_hopeless(&self) -> Option<&'static str> {
        let state = self.shared.lock();
        let is_absent = |holder: &Holder| holder.process != self.this.process;
        if state.holders.contains(&self.this) {
            Some("is in use by this thread: a signal has interrupted a call")
        } else if self.is_first(&state) && state.holders.iter().any(is_absent) {
            Some("another thread was using it when this process was forked: make a new one")
        } else {
            None
        }
    }
}

impl<T> Drop for Waiting<'_, T> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        let place = state.queue.iter().position(|(waiting, _)| *waiting == self.this);
        place.map(|place| state.queue.remove(place));
        state.wake_first();
    }
}
