//! A point that a facet and some corners in its plane surely have in common, in floats.
//!
//! The way through the corners is clipped by the sides of the facet, as a polygon is (I. Sutherland, G. Hodgman, "Reentrant polygon
//! clipping", 1974). Each corner of what is left is between corners that were given, so the mean of them is a point of
//! the hull of these up to rounding, in whatever order they come. If it is further inside of every side than that
//! rounding, the true point next to it is inside, too.
//!
//! Limits: where the two have less in common than an area or a length inside of the facet, nothing is found, and exact
//! arithmetic decides.

use smallvec::SmallVec;

use super::border::{PlacedCorner, float_normal, float_side, longest};

/// A point of the plane, without the coordinate along which the plane's normal is longest.
type Flat = [f64; 2];
type Polygon<const D: usize> = SmallVec<[[f64; D]; 12]>;

/// The point, in the units of corners. `error` bounds how far any coordinate of the facet and of the corners may be off. The
/// corners are exactly in the plane of the facet.
pub(super) fn common_point<const D: usize>(
    facet: &[[f64; D]; D],
    corners: &[PlacedCorner<D>],
    error: f64,
) -> Option<[f64; D]> {
    if D != 3 {
        return None;
    }
    let dropped = longest(float_normal(facet));
    let flat = |p: &[f64; D]| -> Flat { [(dropped + 1) % D, (dropped + 2) % D].map(|k| p[k]) };
    let triangle = turned_left([0, 1, 2].map(|k| flat(&facet[k])));
    let mut polygon: Polygon<D> = corners.iter().map(|c| c.at).collect();
    for k in 0..3 {
        let side = [triangle[k], triangle[(k + 1) % 3]];
        polygon = inside_of(&polygon, |p| -float_side::<2>(&side, flat(p), error).0);
    }
    let count = polygon.len() as f64;
    let sum = polygon
        .iter()
        .fold([0.0; D], |sum, p| core::array::from_fn(|k| sum[k] + p[k]));
    let mean = sum.map(|x| x / count);
    // Each of three cuts and the mean add some roundings of the largest coordinate, one for each corner.
    let size = polygon
        .iter()
        .flatten()
        .fold(0.0_f64, |size, x| size.max(libm::fabs(*x)));
    let error = error + (16.0 + count) * f64::EPSILON * size;
    let is_inside = (0..3).all(|k| {
        let (value, bound) = float_side::<2>(&[triangle[k], triangle[(k + 1) % 3]], flat(&mean), error);
        value < -bound
    });
    (is_inside && count > 0.0).then_some(mean)
}

/// In counter-clockwise order.
fn turned_left([p, q, r]: [Flat; 3]) -> [Flat; 3] {
    let is_left = float_side::<2>(&[p, q], r, 0.0).0 < 0.0;
    if is_left { [p, q, r] } else { [p, r, q] }
}

/// What of a way through corners is inside of a line, of which a measure of the depth inside is given.
fn inside_of<const D: usize>(polygon: &Polygon<D>, depth: impl Fn(&[f64; D]) -> f64) -> Polygon<D> {
    let mut kept = Polygon::new();
    for (i, here) in polygon.iter().enumerate() {
        let next = &polygon[(i + 1) % polygon.len()];
        let (d, e) = (depth(here), depth(next));
        if d >= 0.0 {
            kept.push(*here);
        }
        if (d >= 0.0) != (e >= 0.0) {
            let t = (d / (d - e)).clamp(0.0, 1.0);
            kept.push(core::array::from_fn(|k| here[k] + (next[k] - here[k]) * t));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::dice::Dice;

    /// Triangles in a plane of integers and corners in it, in whatever order: the point is in the triangle by exact sums, and in the
    /// hull of the corners. Where a corner is well inside, one is found.
    #[test]
    fn the_point_is_in_both() {
        let (mut dice, mut found, mut inside) = (Dice(5), [0; 2], 0);
        for _ in 0..4000 {
            let mut point = || {
                let v = dice.vector() * 8.0;
                let [x, z] = [libm::round(v.x), libm::round(v.z)];
                [x, 2.0 * x - z, z]
            };
            let triangle = [point(), point(), point()];
            let count = 1 + (libm::fabs(point()[0]) as usize) % 5;
            let corners: SmallVec<[_; 5]> = (0..count).map(|_| point()).collect();
            let flat = |p: [f64; 3]| [p[0], p[2]];
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
            let placed: SmallVec<[_; 5]> = corners
                .iter()
                .map(|&at| PlacedCorner {
                    at,
                    error: f64::MIN_POSITIVE,
                    is_exact: true,
                })
                .collect();
            let answer = common_point(&triangle, &placed, f64::MIN_POSITIVE);
            found[usize::from(answer.is_some())] += 1;
            let is_any_inside = whole != 0.0 && corners.iter().any(|&p| least(flat(p)) > 0.0);
            inside += usize::from(is_any_inside);
            assert!(answer.is_some() || !is_any_inside, "{triangle:?} {corners:?}");
            let Some(p) = answer else { continue };
            assert!(
                least(flat(p)) > 0.0 && libm::fabs(2.0 * p[0] - p[2] - p[1]) < 1e-13,
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
