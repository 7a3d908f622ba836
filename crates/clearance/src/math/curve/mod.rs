//! Cells of space in the order of a curve, so that what is near in space is mostly near in the order.

mod hilbert;
mod morton;

pub(crate) use hilbert::{CURVE_CELLS, along_curve};
pub(crate) use morton::{spread2, spread3};
