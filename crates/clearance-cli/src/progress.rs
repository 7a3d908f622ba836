//! A progress bar on stderr, where that is a terminal and the work takes long.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
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
    /// Notes that steps are done.
    pub fn advance(&self, steps: usize) {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        if self.started.elapsed() > PATIENCE {
            // indicatif draws nothing where stderr is no terminal.
            let bar = self
                .bar
                .get_or_init(|| ProgressBar::new(self.total as u64).with_style(style()));
            bar.set_message(format!("{:.0} s", self.left(done)));
            bar.set_position(done as u64);
        }
    }
    /// In seconds, if the rest takes as long as what is done did. The bar's own guess starts when it appears, and takes
    /// all that was done before for the work of no time.
    fn left(&self, done: usize) -> f64 {
        let rest = self.total.saturating_sub(done);
        self.started.elapsed().as_secs_f64() * rest as f64 / done.max(1) as f64
    }
    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {pos}/{len} objects, {msg} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
