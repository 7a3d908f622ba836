//! A point that a facet and some corners in its plane surely have in common, in floats.
//!
//! The closed path through the corners is clipped by the sides of the facet. Each corner of what is left is
//! between corners that were given, so the mean of them is a point of the hull of these up to rounding, in
//! whatever order they come. If it is further inside of every side than that rounding, the true point next to
//! it is inside, too.
//!
//! Limits: where the two have less in common than an area or a length inside of the facet, nothing is found,
//! and exact arithmetic decides.

use glam::DVec3;
use smallvec::SmallVec;

use super::border::float_side;
use crate::math::clip_polygon;
use crate::pair::support_feature::largest_component;

/// A point of the plane, without the coordinate along which the plane's normal is longest.
type Flat = [f64; 2];
type Polygon = SmallVec<[DVec3; 12]>;

/// The point. `error` bounds how far any coordinate of the facet and of the corners may be off. The true
/// corners are in the plane of the true facet.
pub(super) fn common_point(facet: &[DVec3; 3], corners: &[DVec3], error: f64) -> Option<DVec3> {
    let [p, q, r] = *facet;
    let dropped = largest_component((q - p).cross(r - p).abs());
    let flat = |p: DVec3| -> Flat { [(dropped + 1) % 3, (dropped + 2) % 3].map(|k| p[k]) };
    let sides = sides_of(facet.map(flat));
    let mut polygon = Polygon::from_slice(corners);
    for side in &sides {
        let mut kept = Polygon::new();
        let inside = |p: DVec3| -float_side::<2>(side, flat(p), error).0;
        clip_polygon(&polygon, inside, |p| kept.push(p));
        polygon = kept;
    }
    let count = polygon.len() as f64;
    let mean = polygon.iter().sum::<DVec3>() / count;
    // Each of three cuts and the mean add some roundings of the largest coordinate, one for each corner.
    let size = polygon
        .iter()
        .fold(0.0_f64, |size, p| size.max(p.abs().max_element()));
    let error = error + (16.0 + count) * f64::EPSILON * size;
    let is_inside = sides.iter().all(|side| {
        let (value, bound) = float_side::<2>(side, flat(mean), error);
        value < -bound
    });
    (is_inside && !polygon.is_empty()).then_some(mean)
}

/// The sides of a triangle in counter-clockwise order.
fn sides_of([p, q, r]: [Flat; 3]) -> [[Flat; 2]; 3] {
    match float_side::<2>(&[p, q], r, 0.0).0 < 0.0 {
        true => [[p, q], [q, r], [r, p]],
        false => [[p, r], [r, q], [q, p]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::dice::Dice;

    /// Triangles in a plane of integers and corners in it, in whatever order: the point is in the triangle by
    /// exact sums, and in the hull of the corners. Where a corner is well inside, one is found.
    #[test]
    fn the_point_is_in_both() {
        let (mut dice, mut found, mut inside) = (Dice(5), [0; 2], 0);
        for _ in 0..4000 {
            let mut point = || {
                let v = dice.vector() * 8.0;
                let [x, z] = [libm::round(v.x), libm::round(v.z)];
                DVec3::new(x, 2.0 * x - z, z)
            };
            let triangle = [point(), point(), point()];
            let count = 1 + (libm::fabs(point().x) as usize) % 5;
            let corners: SmallVec<[_; 5]> = (0..count).map(|_| point()).collect();
            let flat = |p: DVec3| [p.x, p.z];
            let area =
                |p: Flat, q: Flat, r: Flat| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
            let [a, b, c] = triangle.map(flat);
            let whole = area(a, b, c);
            let least = |p: Flat| {
                [(a, b), (b, c), (c, a)]
                    .map(|(u, v)| area(u, v, p) * whole.signum())
                    .into_iter()
                    .fold(f64::MAX, f64::min)
            };
            let answer = common_point(&triangle, &corners, f64::MIN_POSITIVE);
            found[usize::from(answer.is_some())] += 1;
            let is_any_inside = whole != 0.0 && corners.iter().any(|&p| least(flat(p)) > 0.0);
            inside += usize::from(is_any_inside);
            assert!(answer.is_some() || !is_any_inside, "{triangle:?} {corners:?}");
            let Some(p) = answer else { continue };
            assert!(
                least(flat(p)) > 0.0 && libm::fabs(2.0 * p.x - p.z - p.y) < 1e-13,
                "{p:?}"
            );
            // No line through two of the corners has the point on one side and all of them on the other.
            for &u in &corners {
                for &v in &corners {
                    let of_point = area(flat(u), flat(v), flat(p));
                    let is_apart = corners.iter().all(|&w| area(flat(u), flat(v), flat(w)) <= 0.0);
                    assert!(!is_apart || of_point < 1e-12, "{p:?} {corners:?}");
                }
            }
        }
        assert!(
            found.iter().all(|&n| n > 500) && inside > 500,
            "{found:?} {inside}"
        );
    }
}
