//! A progress bar or a spinner on stderr, if that is a terminal and the work takes long.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long work may take before a bar appears.
const PATIENCE: Duration = Duration::from_millis(700);

/// Counts work done, from any thread.
pub struct Progress {
    total: usize,
    done: AtomicUsize,
    started: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Work of this many steps, starting now.
    pub fn new(total: usize) -> Self {
        Self {
            total,
            done: AtomicUsize::new(0),
            started: Instant::now(),
            bar: OnceLock::new(),
        }
    }
    /// Counts steps as done.
    pub fn advance(&self, steps: usize) {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        if self.started.elapsed() > PATIENCE {
            // indicatif draws nothing if stderr is not a terminal.
            let bar = self
                .bar
                .get_or_init(|| ProgressBar::new(self.total as u64).with_style(style()));
            bar.set_message(format!("{:.0} s", self.left(done)));
            bar.set_position(done as u64);
        }
    }
    /// The remaining seconds, if the rest is as fast as the work so far. The bar's own estimate starts when
    /// the bar appears, and assumes that all earlier work took no time.
    fn left(&self, done: usize) -> f64 {
        let rest = self.total.saturating_sub(done);
        self.started.elapsed().as_secs_f64() * rest as f64 / done.max(1) as f64
    }
    /// Removes the bar.
    pub fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

/// Does work whose steps cannot be counted; if it takes long, shows what it is and for how long.
pub fn waiting<T>(for_what: &str, work: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        // Without a thread there is only no spinner.
        let _ = std::thread::Builder::new().spawn_scoped(scope, move || {
            if is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let spinner = ProgressBar::new_spinner().with_style(spinning());
                spinner.set_message(for_what.to_owned());
                spinner.enable_steady_tick(Duration::from_millis(100));
                let _ = is_done.recv();
                spinner.finish_and_clear();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

fn spinning() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {msg}, {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner())
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {pos}/{len} objects, {msg} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
