//! `Row`: a shape as a kernel reads it, and what a kernel is.

use crate::math::{Real, ScalarOf, Vector};
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
    /// A capsule of the plane or of space.
    Capsule,
}

impl RowKind {
    /// In their order.
    pub(crate) const ALL: [Self; 4] = [Self::PlaneBox, Self::SpaceBox, Self::Triangle, Self::Capsule];
}

/// Which of eight pairs surely meet, and which are surely apart.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sure {
    pub meet: u8,
    pub apart: u8,
}

impl Sure {
    /// Of two axes: what meets, meets along both, and one is enough to part them.
    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            meet: self.meet & other.meet,
            apart: self.apart | other.apart,
        }
    }
}

/// A test of eight pairs.
pub(crate) trait Kernel {
    /// What it reads of the first shape.
    type A;
    /// What it reads of the second one.
    type B;
    /// Asks about eight pairs.
    fn ask<L: Lanes>(lanes: L, a: [&Self::A; EIGHT], b: [&Self::B; EIGHT]) -> Sure;
}

/// How far a world vertex may be from the true one, in units of the scene's epsilon times its magnitude: 4 in
/// each coordinate, by `exact/filter.rs`, and what the axes are rounded by.
const WORLD_ERROR: f64 = 8.0;

/// The error bound of a world vertex in single precision, in units of its magnitude.
pub(super) fn rounding<V: Vector>() -> f64 {
    WORLD_ERROR * ScalarOf::<V>::EPSILON.to_f64() + f64::from(f32::EPSILON)
}

/// A square, and what sums and products of singles can add to it.
pub(super) const ABOVE_ONE: f32 = 1.0 + 8.0 * f32::EPSILON;

/// Sums of sizes whose squares neither overflow nor vanish, as bits.
#[inline(always)]
pub(super) fn are_ordinary<L: Lanes>(lanes: L, sizes: L::Eight) -> u8 {
    lanes.are_at_most(lanes.splat(1e-15), sizes) & lanes.are_at_most(sizes, lanes.splat(1e15))
}

#[inline(always)]
pub(super) fn numbers(rows: [&Row; EIGHT]) -> [&[f32; 16]; EIGHT] {
    let [a, b, c, d, e, f, g, h] = rows;
    [&a.0, &b.0, &c.0, &d.0, &e.0, &f.0, &g.0, &h.0]
}
