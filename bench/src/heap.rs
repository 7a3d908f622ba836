//! How much a peer keeps on the heap, where it does not say so itself: counted by the allocator, while it is
//! asked to.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};

/// The system's allocator, which counts live bytes while a meter runs. Otherwise it costs a load and a
/// branch.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

static IS_COUNTED: AtomicBool = AtomicBool::new(false);
static LIVE: AtomicIsize = AtomicIsize::new(0);

fn count(bytes: isize) {
    if IS_COUNTED.load(Relaxed) {
        LIVE.fetch_add(bytes, Relaxed);
    }
}

// SAFETY: every call goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: the caller keeps the contract.
        unsafe { System.realloc(pointer, layout, size) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Bytes that stay on the heap after building something and after its first steps, which are not timed.
#[derive(Default)]
pub struct Meter {
    bytes: isize,
    calls: usize,
}

impl Meter {
    /// Calls `work`, and counts what it leaves on the heap while it is one of the first three calls.
    pub fn run<T>(&mut self, work: impl FnOnce() -> T) -> T {
        self.calls += 1;
        if self.calls > 3 {
            return work();
        }
        let before = LIVE.load(Relaxed);
        IS_COUNTED.store(true, Relaxed);
        let result = work();
        IS_COUNTED.store(false, Relaxed);
        self.bytes += LIVE.load(Relaxed) - before;
        result
    }
    /// What it counted.
    pub fn bytes(&self) -> usize {
        self.bytes.max(0) as usize
    }
}
