//! A list of values that are made when they are first asked for. Its memory grows with what was asked for:
//! of a list of a million, an untouched one takes some thousand bytes.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::OnceCell;

/// How many cells a page has.
const PAGE: usize = 64;

type Page<T> = Box<[OnceCell<T>; PAGE]>;

/// Cells in pages of pages: a page is made when a cell of it is filled.
pub(in crate::pair::solids) struct SparseCells<T>(Vec<OnceCell<Page<Page<T>>>>);

fn empty_page<T>() -> Page<T> {
    Box::new([const { OnceCell::new() }; PAGE])
}

impl<T> SparseCells<T> {
    pub fn new(count: usize) -> Self {
        let pages = count.div_ceil(PAGE * PAGE);
        Self((0..pages).map(|_| OnceCell::new()).collect())
    }
    /// Value `i`, which is less than the count.
    pub fn get_or_init(&self, i: usize, make: impl FnOnce() -> T) -> &T {
        let outer = self.0[i / (PAGE * PAGE)].get_or_init(empty_page);
        let inner = outer[i / PAGE % PAGE].get_or_init(empty_page);
        inner[i % PAGE].get_or_init(make)
    }
}
