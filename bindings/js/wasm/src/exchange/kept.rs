//! Lists that are answers. They stay in the module's memory until the next such answer, so that JavaScript
//! reads them where they are, or copies them once.
//!
//! A call returns how many numbers there are. The exchange array has the address of the numbers, the address
//! of the labels, and how many labels there are.

use std::cell::Cell;

use crate::error::{Answer, Problem, number};
use crate::exchange::{MOST_NUMBERS, Writer};

/// Numbers, and whole numbers beside them: how many answers there are for each question, or parts and facets.
#[derive(Default)]
pub struct Kept {
    pub numbers: Vec<f64>,
    pub labels: Vec<u32>,
}

/// Longer lists are given back before the next answer.
const MOST: usize = 1 << 16;

thread_local! {
    static KEPT: Cell<Kept> = const {
        Cell::new(Kept {
            numbers: Vec::new(),
            labels: Vec::new(),
        })
    };
}

/// Fills the kept lists, which are empty at first; how many numbers there are then.
pub fn keep(fill: impl FnOnce(&mut Kept) -> Answer<()>) -> i32 {
    let mut kept = KEPT.take();
    kept.numbers.clear();
    kept.labels.clear();
    if kept.numbers.capacity() > MOST || kept.labels.capacity() > MOST {
        kept = Kept::default();
    }
    let filled = fill(&mut kept).map(|()| kept.numbers.len() as i32);
    let mut writer = Writer::answer();
    writer.number(kept.numbers.as_ptr() as usize as f64);
    writer.number(kept.labels.as_ptr() as usize as f64);
    writer.number(kept.labels.len() as f64);
    KEPT.set(kept);
    number(filled)
}

/// Keeps numbers one by one.
pub fn keep_all(numbers: impl IntoIterator<Item = f64>) -> i32 {
    keep(|kept| {
        kept.numbers.extend(numbers);
        Ok(())
    })
}

/// Keeps rows of numbers, each with a part and a facet at its end, as columns of these widths.
pub fn keep_columns(rows: Answer<Vec<f64>>, widths: &[usize]) -> i32 {
    keep(|kept| {
        let rows = rows?;
        let width = widths.iter().sum::<usize>() + 2;
        if kept.numbers.try_reserve_exact(rows.len()).is_err() || rows.len() > MOST_NUMBERS {
            return Err(Problem::too_many("answers"));
        }
        let mut first = 0;
        for &columns in widths {
            let each = rows.chunks_exact(width);
            each.for_each(|row| kept.numbers.extend(&row[first..first + columns]));
            first += columns;
        }
        for label in first..width {
            kept.labels
                .extend(rows.chunks_exact(width).map(|row| row[label] as i32 as u32));
        }
        Ok(())
    })
}
