//! Ctrl-C during a check: the first stops it, so that what it has can be written; the next ends the program
//! at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// What is known of Ctrl-C; there is one for the process, since a handler cannot be taken away again.
struct Flags {
    /// It was pressed.
    is_pressed: Arc<AtomicBool>,
    /// It ends the program, as it does without a handler.
    ends: Arc<AtomicBool>,
}

/// A time during which Ctrl-C does not end the program.
pub struct Stop(Option<&'static Flags>);

impl Stop {
    /// From now on. Where no handler can be set, Ctrl-C ends the program as ever.
    pub fn watch() -> Self {
        static FLAGS: OnceLock<Option<Flags>> = OnceLock::new();
        let flags = FLAGS.get_or_init(set_up).as_ref();
        if let Some(flags) = flags {
            flags.is_pressed.store(false, Ordering::SeqCst);
            flags.ends.store(false, Ordering::SeqCst);
        }
        Self(flags)
    }
    /// Whether to go on: until Ctrl-C is pressed.
    pub fn flow(&self) -> ControlFlow<()> {
        match self
            .0
            .is_some_and(|flags| flags.is_pressed.load(Ordering::Relaxed))
        {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        if let Some(flags) = self.0 {
            flags.ends.store(true, Ordering::SeqCst);
        }
    }
}

fn set_up() -> Option<Flags> {
    let flags = Flags {
        is_pressed: Arc::default(),
        ends: Arc::default(),
    };
    // In this order: the first Ctrl-C finds that it does not end the program, and then says that the next one
    // does.
    flag::register_conditional_default(SIGINT, Arc::clone(&flags.ends)).ok()?;
    flag::register(SIGINT, Arc::clone(&flags.ends)).ok()?;
    flag::register(SIGINT, Arc::clone(&flags.is_pressed)).ok()?;
    Some(flags)
}
