//! `Row`: a shape as a kernel reads it, and what a kernel is.

use crate::simd::{EIGHT, Lanes};

/// A shape in single precision, in one line of the cache. Which numbers these are, each kernel says.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Row(pub(super) [f32; 16]);

impl Row {
    /// The row of a shape that has none: nothing is sure of it.
    pub(crate) const NONE: Self = Self([f32::NAN; 16]);
}

/// Which kernel reads the row of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A box of the plane.
    PlaneBox,
    /// A box of space.
    SpaceBox,
    /// A triangle.
    Triangle,
}

impl RowKind {
    pub(crate) const ALL: [Self; 3] = [Self::PlaneBox, Self::SpaceBox, Self::Triangle];
}

/// Which of eight pairs surely meet, and which are surely apart.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sure {
    pub meet: u8,
    pub apart: u8,
}

/// A test of eight pairs.
pub(crate) trait Kernel {
    /// What it reads of a shape.
    type Row;
    /// Asks about eight pairs.
    fn ask<L: Lanes>(lanes: L, a: [&Self::Row; EIGHT], b: [&Self::Row; EIGHT]) -> Sure;
}

#[inline(always)]
pub(super) fn numbers(rows: [&Row; EIGHT]) -> [&[f32; 16]; EIGHT] {
    let [a, b, c, d, e, f, g, h] = rows;
    [&a.0, &b.0, &c.0, &d.0, &e.0, &f.0, &g.0, &h.0]
}
