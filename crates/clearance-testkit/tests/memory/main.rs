//! Scenes and characters whose lists have grown allocate nothing: counted by a global allocator.

mod character;
mod mesh;
mod scene;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);
/// Counts allocations of a page and more: every list of a step in a crowd has at least that size, and no
/// block of a thread pool's queue is larger.
static LARGE: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);
static FREED: AtomicUsize = AtomicUsize::new(0);

#[allow(unsafe_code)] // a global allocator is unsafe; this one forwards every call
// SAFETY: every call is forwarded to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        LARGE.fetch_add(usize::from(layout.size() >= 4096), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        FREED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// A single test, so that nothing else allocates at the same time.
#[test]
fn what_is_warm_allocates_nothing() {
    scene::a_warm_scene_allocates_nothing();
    character::a_warm_character_allocates_nothing();
    mesh::memory_does_not_grow_with_the_mesh();
    mesh::a_mesh_takes_few_bytes_a_triangle();
}
