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

/// Prefetches all of a list, line by line.
#[inline(always)]
pub(crate) fn prefetch_all<T>(list: &[T]) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..size_of_val(list)).step_by(64) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and any address is allowed; this one is within
        // the list.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(list.as_ptr().cast::<i8>().add(line)) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = list;
}
