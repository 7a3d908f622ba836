//! The corners of the facets of a leaf, side by side in 10 bits: which of four triangles a line surely
//! misses.
//!
//! Source: S. Woop, C. Benthin and I. Wald, "Watertight ray/triangle intersection" (2013): seen along the
//! ray, which is sheared to an axis, the line is the origin of a plane, and it passes within a triangle whose
//! three corners are around the origin, as the signs of three products tell. That four triangles lie side by
//! side where they are read, in the order of the leaves, is Embree's (Wald et al. 2014).
//!
//! Idea: most of the triangles in the boxes that a ray enters are missed, and what it takes to tell is to
//! fetch them: from a list of triangles and a list of corners in double precision, each in its own place.
//! Here four are read in one piece, and beyond the bound of what is rounded a miss is a miss. Whatever else
//! is left to the caller, who knows the facet exactly: a triangle that is hit, and those of which the line
//! passes an edge by less than a few steps.
//!
//! Coordinates are steps from a corner of the leaf, 1023 along its longest side, the three of a corner in one
//! number: so a leaf takes one line of memory.
//!
//! Limit: a triangle smaller than that is never told.

use glam::Vec4;

use super::slab::Facet;
use super::walk::Mask;

/// Half a unit in the last place of 1, in single precision.
pub(super) const HALF_ULP: f32 = 1.0 / 16_777_216.0;

/// The most steps.
const STEPS: f32 = 1023.0;
/// Bits of a number of steps.
const BITS: usize = 10;

/// Three corners of four triangles, in the unit of a tree.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Corners {
    /// Of the least coordinates, along each axis.
    low: [f32; 3],
    step: f32,
    /// How many steps each coordinate is from there, rounded; of each corner, four.
    steps: [[u32; 4]; 3],
}

impl Corners {
    /// Of four triangles.
    pub fn of(facets: &[Facet]) -> Self {
        let axis_of = |f: &Facet, axis: usize| [f.x, f.y, f.z][axis];
        let low = |axis| {
            facets
                .iter()
                .fold(Vec4::INFINITY, |low, f| low.min(axis_of(f, axis)))
        };
        let high = |axis| {
            facets
                .iter()
                .fold(Vec4::NEG_INFINITY, |high, f| high.max(axis_of(f, axis)))
        };
        let low: [f32; 3] = core::array::from_fn(|axis| low(axis).min_element());
        let extent = |axis: usize| high(axis).max_element() - low[axis];
        let step = extent(0).max(extent(1)).max(extent(2)) / STEPS;
        let mut steps = [[0; 4]; 3];
        if step == 0.0 {
            return Self { low, step, steps };
        }
        for (k, facet) in facets.iter().enumerate() {
            for (axis, low) in low.iter().enumerate() {
                let from_low = (axis_of(facet, axis) - *low) / step + 0.5;
                let numbers = from_low.min(Vec4::splat(STEPS));
                for corner in 0..3 {
                    steps[corner][k] |= (numbers[corner] as i32 as u32) << (axis * BITS);
                }
            }
        }
        Self { low, step, steps }
    }
    /// The least coordinates.
    pub fn low(&self) -> [f32; 3] {
        self.low
    }
    /// How far coordinates are apart at least, where they differ.
    pub fn step(&self) -> f32 {
        self.step
    }
    /// The coordinates of one corner from a point.
    #[inline(always)]
    pub fn from(&self, corner: usize, origin: &[f32; 3]) -> [Vec4; 3] {
        let [a, b, c, d] = self.steps[corner];
        let along = |axis: usize| {
            let number = |word: u32| (word >> (axis * BITS) & STEPS as u32) as i32 as f32;
            let steps = Vec4::new(number(a), number(b), number(c), number(d));
            steps * self.step + Vec4::splat(self.low[axis] - origin[axis])
        };
        [along(0), along(1), along(2)]
    }
}

/// The line of a ray in the unit of a tree, as corners are projected along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    origin: [f32; 3],
    /// The last is the one along which the line is fastest.
    axes: [usize; 3],
    /// How far the line moves along the other two for each step along that.
    shear: [f32; 2],
    /// The error bound of a projected coordinate.
    error: f32,
}

impl Line {
    /// Through a point, whose coordinates are at most `reach`, which is at least 1; point and corners
    /// together are known to within `error` along each axis.
    ///
    /// With `u` for [`HALF_ULP`]: corners are less than 2 along each axis, and rounded by `2 u`; the point by
    /// `reach u`. The difference of the least corner and the point is rounded by as much as both, and so is
    /// the sum of that and of the steps, whose length, below 4, is rounded by `4 u`. So a coordinate is off
    /// by `(10 + 3 reach) u`, but for half a step. The shear, of a slope of at most 1, adds as much, and `4
    /// (2 + reach) u` for its own rounding, that of the product and that of the difference of two numbers of
    /// up to `2 + reach`. Together `(28 + 10 reach) u`, twice the error, and a step.
    pub fn new(origin: [f64; 3], direction: [f64; 3], reach: f32, error: f32) -> Self {
        let speed = direction.map(libm::fabs);
        let fastest = (1..3).fold(0, |best, i| if speed[i] > speed[best] { i } else { best });
        let axes = [(fastest + 1) % 3, (fastest + 2) % 3, fastest];
        let slope = |k: usize| (direction[axes[k]] / direction[fastest]) as f32;
        Self {
            origin: origin.map(|x| x as f32),
            axes,
            shear: [slope(0), slope(1)],
            error: 40.0 * HALF_ULP * reach + 3.0 * error,
        }
    }
    /// One corner of four triangles, seen along the line.
    #[inline(always)]
    fn seen(&self, triangles: &Corners, corner: usize) -> [Vec4; 2] {
        let from = triangles.from(corner, &self.origin);
        let along = from[self.axes[2]];
        [
            from[self.axes[0]] - along * self.shear[0],
            from[self.axes[1]] - along * self.shear[1],
        ]
    }
    /// Which of four triangles it may pass through: all but those that it surely misses.
    ///
    /// With `m` for the largest projected coordinate and `e` for its error, a product of two is off by
    /// `2 e m + e^2`, the difference of two products by twice that, and by `4 u m^2` for what is rounded.
    #[inline(always)]
    pub fn may_pass(&self, triangles: &Corners) -> Mask {
        let [a, b, c] = [
            self.seen(triangles, 0),
            self.seen(triangles, 1),
            self.seen(triangles, 2),
        ];
        let sides = [cross(&a, &b), cross(&b, &c), cross(&c, &a)];
        let largest = largest(&a).max(largest(&b)).max(largest(&c));
        let e = self.error + 1.01 * triangles.step;
        let bound = largest * (largest * (5.0 * HALF_ULP) + Vec4::splat(4.1 * e)) + Vec4::splat(3.0 * e * e);
        let least = sides[0].min(sides[1]).min(sides[2]);
        let most = sides[0].max(sides[1]).max(sides[2]);
        // What is no number is no miss.
        let is_missed = least.cmplt(-bound) & most.cmpgt(bound);
        !is_missed.bitmask() & 0xf
    }
}

#[inline(always)]
fn cross(a: &[Vec4; 2], b: &[Vec4; 2]) -> Vec4 {
    a[0] * b[1] - a[1] * b[0]
}

#[inline(always)]
fn largest(a: &[Vec4; 2]) -> Vec4 {
    a[0].abs().max(a[1].abs())
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::noise;

    /// A number from -1 to 1 that single precision holds.
    fn number(seed: &mut u64) -> f64 {
        f64::from(((noise::next(seed) >> 40) as f32) / 8_388_608.0 - 1.0)
    }

    fn facet(corners: &[DVec3; 3]) -> Facet {
        let lanes = |axis: usize| {
            let [a, b, c] = corners.map(|p| p[axis] as f32);
            Vec4::new(a, b, c, a)
        };
        Facet {
            x: lanes(0),
            y: lanes(1),
            z: lanes(2),
        }
    }

    /// Of a leaf as large as the whole, whose steps are large, lines go through corners and points of edges.
    #[test]
    fn no_triangle_that_a_line_touches_is_missed() {
        let (mut seed, mut passed) = (9, 0);
        for round in 0..2000 {
            let mut vector = || DVec3::new(number(&mut seed), number(&mut seed), number(&mut seed));
            let all: [[DVec3; 3]; 4] = core::array::from_fn(|_| core::array::from_fn(|_| vector()));
            let corners = Corners::of(&all.each_ref().map(facet));
            let [a, b, _] = all[round % 4];
            let on = if round % 8 < 4 { a } else { a.lerp(b, 0.5) };
            let direction = vector();
            let line = Line::new((on - direction).to_array(), direction.to_array(), 4.0, 0.0);
            let mask = line.may_pass(&corners);
            assert!(mask >> (round % 4) & 1 == 1, "round {round}");
            passed += mask.count_ones();
        }
        assert!(passed < 2000 * 3, "{passed} of 8000 left to the caller");
    }
}
