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
            bar.set_position(done as u64);
        }
    }
    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {pos}/{len} objects, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
