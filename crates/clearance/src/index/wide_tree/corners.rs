//! The corners of the facets of a leaf, side by side in single precision: which of four triangles a line
//! surely misses.
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
//! passes an edge by less than about a millionth of the whole.
//!
//! Limit: a triangle smaller than that is never told.

use glam::Vec4;

use super::slab::Facet;
use super::walk::Mask;

/// Half a unit in the last place of 1, in single precision.
const HALF_ULP: f32 = 1.0 / 16_777_216.0;

/// Three corners of four triangles, each coordinate of four in a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners([[Vec4; 3]; 3]);

impl Corners {
    /// Of four triangles.
    pub fn of(facets: &[Facet]) -> Self {
        let lanes = |corner: usize, axis: usize| {
            let of = |f: &Facet| [f.x, f.y, f.z][axis][corner];
            Vec4::from_array(core::array::from_fn(|k| of(&facets[k])))
        };
        Self(core::array::from_fn(|corner| {
            core::array::from_fn(|axis| lanes(corner, axis))
        }))
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
    /// `reach u`; their difference by as much as both. So it is off by `(4 + 2 reach) u`. The shear, of a
    /// slope of at most 1, adds as much, and `4 (2 + reach) u` for its own rounding, that of the product and
    /// that of the difference of two numbers of up to `2 + reach`. Together `(16 + 8 reach) u`, and twice the
    /// error.
    pub fn new(origin: [f64; 3], direction: [f64; 3], reach: f32, error: f32) -> Self {
        let speed = direction.map(libm::fabs);
        let fastest = (1..3).fold(0, |best, i| if speed[i] > speed[best] { i } else { best });
        let axes = [(fastest + 1) % 3, (fastest + 2) % 3, fastest];
        let slope = |k: usize| (direction[axes[k]] / direction[fastest]) as f32;
        Self {
            origin: origin.map(|x| x as f32),
            axes,
            shear: [slope(0), slope(1)],
            error: 32.0 * HALF_ULP * reach + 3.0 * error,
        }
    }
    /// A coordinate of four corners, seen along the line.
    #[inline(always)]
    fn seen(&self, corners: &[Vec4; 3], k: usize) -> Vec4 {
        let from = |axis: usize| corners[axis] - Vec4::splat(self.origin[axis]);
        from(self.axes[k]) - from(self.axes[2]) * self.shear[k]
    }
    /// Which of four triangles it may pass through: all but those that it surely misses.
    ///
    /// With `m` for the largest projected coordinate and `e` for its error, a product of two is off by
    /// `2 e m + e^2`, the difference of two products by twice that, and by `4 u m^2` for what is rounded.
    #[inline(always)]
    pub fn may_pass(&self, triangles: &Corners) -> Mask {
        let [a, b, c] = &triangles.0;
        let [a, b, c] = [a, b, c].map(
            #[inline(always)]
            |corner| [self.seen(corner, 0), self.seen(corner, 1)],
        );
        let sides = [cross(&a, &b), cross(&b, &c), cross(&c, &a)];
        let largest = largest(&a).max(largest(&b)).max(largest(&c));
        let e = self.error;
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
