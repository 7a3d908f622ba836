//! The orientation of points whose coordinates are floats, exactly.
//!
//! Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates"
//! (1997), as `robust` has it. Limit: no product of two, or three, differences of coordinates may overflow or
//! be subnormal; the caller sees to that.

use robust::{Coord, Coord3D};

/// Positive where three points turn counter-clockwise: the third is left of the line from the first to the
/// second. 0 on the line.
#[inline]
pub(crate) fn orient2d(points: [[f64; 2]; 3]) -> f64 {
    let [a, b, p] = points.map(|[x, y]| Coord { x, y });
    robust::orient2d(a, b, p)
}

/// Positive where the fourth point is above the plane of the others, on the side from which these are
/// counter-clockwise. 0 in the plane.
#[inline]
pub(crate) fn orient3d(points: [[f64; 3]; 4]) -> f64 {
    let [a, b, c, p] = points.map(|[x, y, z]| Coord3D { x, y, z });
    -robust::orient3d(a, b, c, p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_and_above_are_positive() {
        let (x, y) = ([1.0, 0.0], [0.0, 1.0]);
        assert!(orient2d([[0.0; 2], x, y]) > 0.0 && orient2d([x, [0.0; 2], y]) < 0.0);
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let side = |p: [f64; 3]| orient3d([corners[0], corners[1], corners[2], p]);
        assert!(side([0.0, 0.0, 1.0]) > 0.0 && side([0.0, 0.0, -1.0]) < 0.0);
        assert_eq!(side([0.3, 0.4, 0.0]), 0.0);
    }
}
