//! A value that several threads of Python ask and change: many ask at a time, one changes it, the others
//! wait.
//!
//! What is soon done is done under the lock, attached to the interpreter. What takes long holds the value
//! meanwhile, detached: who asks has a part in it, who changes it takes it out. So the lock is never held by
//! a thread that is detached, and whenever Python forks, nobody holds it; and a child sees what was held at
//! the fork, since those who held it are not there.
//!
//! Who cannot go on waits in a queue, asleep and detached, and looks for signals now and then. The queue is
//! served in order, so that neither those who ask nor those who change can keep the others out.

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
    /// `None` while somebody changes it.
    value: Option<Arc<T>>,
    /// Who asks or changes it.
    holders: Vec<Holder>,
    /// Who waits, in the order in which they came.
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
    /// A value under the name by which errors speak of it.
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
    /// Asks what is soon answered. What is asked must not call Python.
    pub fn look<R>(&self, py: Python<'_>, ask: impl FnOnce(&T) -> R) -> PyResult<R> {
        let look = |state: &mut State<T>| state.value.as_deref().map(ask);
        self.when(py, State::may_be_asked, look)
    }
    /// Changes what is soon changed. The change must not call Python.
    pub fn touch<R>(&self, py: Python<'_>, change: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        let touch = |state: &mut State<T>| state.value.as_mut().and_then(Arc::get_mut).map(change);
        self.when(py, State::may_be_changed, touch)
    }
    /// Asks what may take long, together with others who ask, the interpreter free meanwhile.
    pub fn ask<R: Send>(&self, py: Python<'_>, ask: impl FnOnce(&T) -> R + Send) -> PyResult<R> {
        let part = self.part(py)?;
        Ok(py.detach(|| ask(&part)))
    }
    /// Asks what may take long only where it does not say that it is soon answered: to free the interpreter
    /// and to come back takes as long as a short question.
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
    /// A part in the value: as long as it is held, others ask and nobody changes it.
    pub fn part(&self, py: Python<'_>) -> PyResult<Part<'_, T>> {
        let (value, held) = self.hold(py, State::may_be_asked, |state| state.value.clone())?;
        Ok(Part { value, _held: held })
    }
    /// Changes what may take long to change, the interpreter free meanwhile.
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
    /// Acts on the state when it is so and nobody else has waited longer for it.
    fn when<R>(
        &self,
        py: Python<'_>,
        is_so: impl Fn(&State<T>) -> bool,
        act: impl FnOnce(&mut State<T>) -> Option<R>,
    ) -> PyResult<R> {
        let at_once = |state: &State<T>| state.queue.is_empty() && is_so(state);
        let done = match self.try_when(at_once, act) {
            Ok(done) => done,
            Err(act) => self.wait_until(py, is_so, act)?,
        };
        done.ok_or_else(|| self.refused("is in use"))
    }
    /// Acts if the state is so, else gives back what was to be done.
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
    /// The lock is held by threads that are attached to the interpreter, which do not call Python meanwhile.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A part in the value.
pub struct Part<'a, T> {
    // Dropped before it is said that it is: who changes the value next finds no other part of it.
    value: Arc<T>,
    _held: Held<'a, T>,
}

impl<T> Deref for Part<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

/// That a thread asks or changes the value, until it is dropped.
struct Held<'a, T> {
    shared: &'a Shared<T>,
    this: Holder,
    /// The value, where it is being changed.
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

/// A place in the queue, until it is left.
struct Waiting<'a, T> {
    shared: &'a Shared<T>,
    this: Holder,
}

impl<'a, T> Waiting<'a, T> {
    fn begin(shared: &'a Shared<T>) -> Self {
        let this = Holder::this();
        let mut state = shared.lock();
        // Those who waited when this process was forked are not there.
        state.queue.retain(|(waiting, _)| waiting.process == this.process);
        state.queue.push_back((this, std::thread::current()));
        Self { shared, this }
    }
    fn is_first(&self, state: &State<T>) -> bool {
        state.queue.front().is_some_and(|(first, _)| *first == self.this)
    }
    /// Why there is no use in waiting.
    fn is_hopeless(&self) -> Option<&'static str> {
        let state = self.shared.lock();
        let is_absent = |holder: &Holder| holder.process != self.this.process;
        if state.holders.contains(&self.this) {
            Some("is in use by this thread: a signal has interrupted a call")
        } else if self.is_first(&state) && state.holders.iter().any(is_absent) {
            Some("another thread was using it when this process was forked: make it anew")
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
