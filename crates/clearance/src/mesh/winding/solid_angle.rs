//! The solid angle of a triangle.
//!
//! Source: van Oosterom and Strackee, "The solid angle of a plane triangle", 1983. Idea: with a, b and c the
//! corners seen from the point, and x, y and z their distances, the tangent of half the angle is a·(b × c) /
//! (xyz + (a·b) z + (b·c) x + (c·a) y). There is no other function in it than one arc tangent, and both
//! numbers tell the quadrant.

use core::f64::consts::TAU;

use glam::DVec3;

/// The solid angle of a triangle as a part of the whole sphere, positive if it is seen from behind.
///
/// From a point in the triangle's plane it is 0: in the triangle this is the mean of the values on its two
/// sides.
pub(super) fn part_of_sphere([a, b, c]: [DVec3; 3]) -> f64 {
    let volume = a.dot(b.cross(c));
    if volume == 0.0 {
        return 0.0;
    }
    let [x, y, z] = [a, b, c].map(DVec3::length);
    let base = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
    libm::atan2(volume, base) / TAU
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_octant_and_its_back() {
        assert_eq!(part_of_sphere([DVec3::X, DVec3::Y, DVec3::Z]), 0.125);
        assert_eq!(part_of_sphere([DVec3::Y, DVec3::X, DVec3::Z]), -0.125);
        // With this corner behind the point, four triangles enclose it; three of them are alike.
        let seen = part_of_sphere([DVec3::Y, DVec3::X, DVec3::NEG_ONE]);
        assert!((seen - 7.0 / 24.0).abs() < 1e-15);
    }
}
