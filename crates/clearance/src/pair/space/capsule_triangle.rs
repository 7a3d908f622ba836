//! A point or segment against a triangle, where they are apart, in closed form.
//!
//! Source: C. Ericson, "Real-Time Collision Detection", 2005, 5.1.9 and 5.1.10. The closest pair is an end of
//! the segment over the face, or a point of the segment and one of an edge. The end nearer to the face is
//! tried first, since that answers for whatever stands on a floor.
//!
//! Error bound: the pair found bounds the distance from above, and the gap along its direction bounds it from
//! below. Where the two differ by more than rounding explains, and where the segment passes through the
//! triangle, the answer is `None`, and GJK decides.

use glam::DVec3;

use crate::math::Vector;
use crate::pair::core_pair::{CoreHull, CorePair};
use crate::pair::space::candidate_axis::VANISHING;
use crate::pair::space::core_clearance::CoreClearance;
use crate::pair::space::triangles::{closest_of_segments, edges, highest, is_over, lowest};
use crate::shape::Space3;

/// A triangle and the ends of a segment, relative to the triangle's first corner.
struct SegmentTriangle {
    corners: [DVec3; 3],
    edges: [DVec3; 3],
    ends: [DVec3; 2],
    /// The error bound of sums of these numbers.
    sum_error: f64,
}

/// A point of the triangle and one of the segment, and the unit vector from the one to the other.
type WitnessAndNormal = (DVec3, DVec3, DVec3);

/// The distance of a point or segment and a triangle; `None` for other hulls, and where it is not sure.
#[inline]
pub(crate) fn clearance<V: Space3>(pair: &CorePair<'_, V>) -> Option<CoreClearance> {
    let ends = |p: &[DVec3; 3], count: usize| [p[0], p[count - 1]];
    match (&pair.a.hull, &pair.b.hull) {
        (CoreHull::Simplex(a, 3), CoreHull::Simplex(b, count @ 1..=2)) => {
            let ends = ends(b, *count).map(|p| pair.placed_b(p));
            SegmentTriangle::new(*a, ends, pair.sum_error()).found(a[0])
        }
        (CoreHull::Simplex(a, count @ 1..=2), CoreHull::Simplex(b, 3)) => {
            let corners = b.map(|p| pair.placed_b(p));
            let found = SegmentTriangle::new(corners, ends(a, *count), pair.sum_error()).found(corners[0])?;
            Some(CoreClearance {
                normal: -found.normal,
                point_a: found.point_b,
                point_b: found.point_a,
                ..found
            })
        }
        _ => None,
    }
}

impl SegmentTriangle {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new(corners: [DVec3; 3], ends: [DVec3; 2], sum_error: f64) -> Self {
        let origin = corners[0];
        let corners = corners.map(|p| p - origin);
        Self {
            edges: edges(&corners),
            corners,
            ends: ends.map(|p| p - origin),
            sum_error,
        }
    }
    /// The clearance of the triangle and the segment, if the points found are surely the closest.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn found(&self, origin: DVec3) -> Option<CoreClearance> {
        let (p, q, normal) = self.over_face().or_else(|| self.beside())?;
        let distance = (q - p).dot(normal);
        let gap = lowest_end(&self.ends, normal) - highest(self.corners.map(|c| normal.dot(c)));
        let error_bound = distance - gap;
        (distance > self.sum_error && error_bound <= 4.0 * self.sum_error).then(|| CoreClearance {
            distance,
            error_bound: error_bound.max(self.sum_error),
            normal,
            point_a: p + origin,
            point_b: q + origin,
        })
    }
    /// The end nearer to the face, if its projection is inside the face.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn over_face(&self) -> Option<WitnessAndNormal> {
        let across = self.edges[0].cross(self.edges[1]);
        if across.length_squared() < VANISHING {
            return None;
        }
        let normal = across.normalized()?;
        let heights = self.ends.map(|p| normal.dot(p));
        if heights[0] * heights[1] < 0.0 {
            return None;
        }
        let lower = usize::from(heights[1].abs() < heights[0].abs());
        let (end, height) = (self.ends[lower], heights[lower]);
        let foot = end - normal * height;
        let towards = if height < 0.0 { -normal } else { normal };
        is_over(&self.corners, &self.edges, foot).then_some((foot, end, towards))
    }
    /// The closest points of the segment and any edge.
    #[inline(never)]
    fn beside(&self) -> Option<WitnessAndNormal> {
        let axis = self.ends[1] - self.ends[0];
        let with = |i: usize| closest_of_segments((self.corners[i], self.edges[i]), (self.ends[0], axis));
        let pairs = [with(0), with(1), with(2)];
        let squares = pairs.map(|(p, q)| (q - p).length_squared());
        let least = lowest(squares);
        let (p, q) = pairs[squares.iter().position(|square| *square == least)?];
        Some((p, q, (q - p).normalized()?))
    }
}

#[inline]
fn lowest_end(ends: &[DVec3; 2], n: DVec3) -> f64 {
    n.dot(ends[0]).min(n.dot(ends[1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::pair::core_pair::ConvexCore;
    use crate::pair::dice::Dice;
    use crate::pair::space::search;
    use crate::shape::{Placed, Shape3};

    /// A triangle and a capsule or a ball, anywhere or on a grid, where parallel and level ones are common.
    fn shapes(dice: &mut Dice, case: usize) -> [Shape3<DVec3>; 2] {
        let mut point = || {
            let p = DVec3::from_fn(|_| 2.0 * dice.next());
            if case.is_multiple_of(2) {
                p
            } else {
                (p * 2.0).round()
            }
        };
        loop {
            let triangle = Shape3::triangle([point(), point(), point()]);
            let rod = match case % 3 {
                0 => Shape3::Point.rounded(0.25),
                _ => Shape3::capsule(point(), point(), 0.25),
            };
            if let (Ok(triangle), Ok(rod)) = (triangle, rod) {
                return [triangle, rod];
            }
        }
    }

    // GJK knows nothing of ends and edges. Where the two are apart, both find the same distance, and the
    // closed form answers nearly always.
    #[test]
    fn the_distance_is_that_of_gjk() {
        let (mut dice, mut apart, mut answered) = (Dice(3), 0, 0);
        for case in 0..20_000 {
            let shapes = shapes(&mut dice, case);
            let poses = [Pose::IDENTITY, Pose::at(DVec3::from_fn(|_| dice.next())).unwrap()];
            for (i, j) in [(0, 1), (1, 0)] {
                let solid = |k: usize| ConvexCore::new(Placed::new(&shapes[k], &poses[k])).unwrap();
                let (a, b) = (solid(i), solid(j));
                let pair = CorePair::new(&a, &b);
                let found = clearance(&pair);
                let want = search::clearance(&pair, pair.between).filter(|want| want.distance > 1e-6);
                apart += usize::from(want.is_some());
                answered += usize::from(found.is_some());
                if let (Some(found), Some(want)) = (found, want) {
                    assert!(
                        (found.distance - want.distance).abs() <= 1e-12,
                        "{found:?}, {want:?}"
                    );
                    let step = found.point_b - found.point_a - found.normal * found.distance;
                    assert!(step.max_abs() <= 1e-12, "{found:?}");
                }
            }
        }
        assert!(apart > 20_000, "{apart}");
        assert!(answered * 100 > apart * 97, "{answered} of {apart}");
    }
}
