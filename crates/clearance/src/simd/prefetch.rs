//! Asking for memory before it is needed.

/// So many items ahead, a loop over a list asks for what they need; a step further for each read that waits
/// for another.
pub(crate) const AHEAD: usize = 8;

/// Has an item of a list on its way into the cache, where the processor can be told so; nothing else changes.
/// Out of the list, nothing happens.
#[inline(always)]
pub(crate) fn prefetch<T>(list: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = list.get(index) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 has the instruction, and it may be given any address; this one is an item's.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, index);
}
