//! A progress bar or a spinner on stderr, if that is a terminal and the work takes long.

use std::sync::OnceLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use clearance_io::check;
use indicatif::{ProgressBar, ProgressStyle};

use crate::stop::Stop;

/// How long work may take before a bar appears.
const PATIENCE: Duration = Duration::from_millis(700);

/// Shows how many pairs have been decided, from any thread.
struct Progress {
    started: Instant,
    /// How many had been decided before.
    before: OnceLock<u64>,
    bar: OnceLock<ProgressBar>,
}

impl Default for Progress {
    /// Starting now.
    fn default() -> Self {
        Self {
            started: Instant::now(),
            before: OnceLock::new(),
            bar: OnceLock::new(),
        }
    }
}

impl Progress {
    /// Shows how far the work has come.
    fn advance(&self, steps: check::Progress) {
        let before = *self.before.get_or_init(|| steps.done.saturating_sub(1));
        if self.started.elapsed() > PATIENCE {
            // indicatif draws nothing if stderr is not a terminal.
            let bar = self
                .bar
                .get_or_init(|| ProgressBar::new(steps.total).with_style(style()));
            bar.set_message(format!("{:.0} s", self.left(steps, before)));
            bar.set_position(steps.done);
        }
    }
    /// The remaining seconds, if the rest is as fast as the work so far. The bar's own estimate starts when
    /// the bar appears, and assumes that all earlier work took no time.
    fn left(&self, steps: check::Progress, before: u64) -> f64 {
        let rest = steps.total.saturating_sub(steps.done);
        let done = steps.done.saturating_sub(before).max(1);
        self.started.elapsed().as_secs_f64() * rest as f64 / done as f64
    }
    /// Removes the bar.
    fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

/// Does work of pairs, and shows how far it has come; Ctrl-C stops it.
pub fn watched<T>(work: impl FnOnce(&check::Watch<'_>) -> T) -> T {
    let (progress, stop) = (Progress::default(), Stop::watch());
    let done = work(&|steps| {
        progress.advance(steps);
        stop.flow()
    });
    progress.finish();
    done
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
    ProgressStyle::with_template("{bar:40} {pos}/{len} pairs, {msg} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
