//! Prefetching: requesting memory before it is needed.

/// A loop over a list prefetches for the item so many items ahead; twice as many where one read depends on
/// another.
pub(crate) const AHEAD: usize = 8;

/// Prefetches an item of a list, if the processor can. Beyond the end of the list, does nothing.
#[inline(always)]
pub(crate) fn prefetch<T>(list: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = list.get(index) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and any address is allowed; this one is an
        // item's.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, index);
}
