//! The rounded part of the solid-leaf tree: planes with error bounds, and distances to faces.

use glam::DVec3;

use crate::math::Real;

/// A plane, its normal of any length, and the error bound of a height above it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundedPlane {
    normal: DVec3,
    /// For each component of the normal, the sum of the magnitudes of its terms.
    magnitude: DVec3,
    through: DVec3,
}

/// Relative error bound of the sums below, as a share of the magnitudes that enter them. They take some ten
/// operations; this covers more.
const ERROR: f64 = 32.0 * f64::EPSILON;

impl BoundedPlane {
    pub(super) fn of_axis(axis: usize, at: f64) -> Self {
        let normal = DVec3::AXES[axis];
        Self {
            normal,
            magnitude: normal,
            through: normal * at,
        }
    }
    pub(super) fn of_face([a, b, c]: [DVec3; 3], dimensions: usize) -> Self {
        let other = if dimensions == 2 { DVec3::Z } else { c - a };
        // Only directions matter below: with edges of length 1 nothing overflows, and little underflows.
        let [u, v] = [b - a, other].map(|e| e / e.abs().max_element().max(f64::MIN_POSITIVE));
        let magnitude = |i: usize, j: usize| (u[i] * v[j]).abs() + (u[j] * v[i]).abs();
        Self {
            normal: u.cross(v),
            magnitude: DVec3::new(magnitude(1, 2), magnitude(2, 0), magnitude(0, 1)),
            through: a,
        }
    }
    pub(super) fn flipped(self) -> Self {
        Self {
            normal: -self.normal,
            ..self
        }
    }
    /// How far in front a point is, in lengths of the normal, and the error bound of that.
    fn height(&self, p: DVec3) -> [f64; 2] {
        let size = self.magnitude.dot(p.abs() + self.through.abs());
        [self.normal.dot(p - self.through), size * ERROR]
    }
    /// A box around the part of a box in front of the plane or on it, enlarged by the error bound; `None`
    /// where there is no such part.
    pub(super) fn part_in_front(&self, [min, max]: [DVec3; 2]) -> Option<[DVec3; 2]> {
        let [p, q] = [min, max].map(|corner| self.normal * (corner - self.through));
        let farthest = p.max(q);
        let size = self.magnitude.dot(min.abs().max(max.abs()) + self.through.abs());
        let error = size * ERROR;
        if farthest.x + farthest.y + farthest.z < -error {
            return None;
        }
        let (mut low, mut high) = (min, max);
        for k in (0..3).filter(|&k| self.normal[k] != 0.0) {
            // Even with the other coordinates at their farthest, this one must make up for the rest.
            let others = (0..3).filter(|&j| j != k).map(|j| farthest[j]).sum::<f64>();
            let least = (-others - error) / self.normal[k];
            let margin = (least.abs() + self.through[k].abs()) * ERROR;
            let at = self.through[k] + least;
            if self.normal[k] > 0.0 {
                low[k] = low[k].max(at - margin).min(max[k]);
            } else {
                high[k] = high[k].min(at + margin).max(min[k]);
            }
        }
        Some([low, high])
    }
    /// The times within a range at which a ray is in front of the plane or on it, enlarged by the error
    /// bound.
    pub(super) fn times_in_front(&self, ray: [DVec3; 2], [from, to]: [f64; 2]) -> Option<[f64; 2]> {
        let [origin, direction] = ray;
        let [height, error] = self.height(origin);
        let climb = self.normal.dot(direction);
        let error = error + self.magnitude.dot(direction.abs()) * to * ERROR;
        // Where height + t * climb is at least -error.
        let crossing = (-error - height) / climb;
        let [from, to] = if climb > 0.0 {
            [from.max(crossing), to]
        } else if climb < 0.0 {
            [from, to.min(crossing)]
        } else if height >= -error {
            [from, to]
        } else {
            return None;
        };
        // If one of the times is NaN, keep the range: that is safe.
        let is_over = from > to;
        (!is_over).then_some([from, to])
    }
    /// Whether a ball whose center is on a segment may reach in front of the plane.
    pub(super) fn may_reach_front(&self, segment: [DVec3; 2], radius: f64) -> bool {
        let length = Real::sqrt(self.magnitude.dot(self.magnitude));
        segment.into_iter().any(|p| {
            let [height, error] = self.height(p);
            let is_behind = height < -(error + radius * length * (1.0 + ERROR));
            !is_behind
        })
    }
}

/// The distance of a segment from a face: an edge in 2D, a triangle in 3D.
pub(super) fn distance_to_face(face: &[DVec3; 3], [p, q]: [DVec3; 2], dimensions: usize) -> f64 {
    let [a, b, c] = *face;
    // Relative to the segment and scaled to size 1: squares neither overflow nor underflow.
    let differences = [q, a, b, c].map(|v| v - p);
    let largest = differences
        .iter()
        .fold(0.0, |most: f64, v| most.max(v.abs().max_element()));
    if largest == 0.0 {
        return 0.0;
    }
    let [q, a, b, c] = differences.map(|v| v / largest);
    let segment = [DVec3::ZERO, q];
    let squared = if dimensions == 2 {
        between_segments(segment, [a, b])
    } else {
        let edges = [[a, b], [b, c], [c, a]].map(|edge| between_segments(segment, edge));
        let ends = segment.map(|end| to_triangle(end, [a, b, c]));
        let closest = edges.into_iter().chain(ends).fold(f64::INFINITY, f64::min);
        if pierces(segment, [a, b, c]) { 0.0 } else { closest }
    };
    Real::sqrt(squared) * largest
}

/// Whether a segment passes through a triangle: its ends lie on different sides, and it passes all three
/// edges on the same side.
fn pierces([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let normal = (b - a).cross(c - a);
    let [below, above] = [p, q].map(|end| normal.dot(end - a));
    let turns = [(a, b), (b, c), (c, a)].map(|(a, b)| (q - p).dot((a - p).cross(b - p)));
    below * above <= 0.0 && (turns.iter().all(|&t| t > 0.0) || turns.iter().all(|&t| t < 0.0))
}

/// The squared distance of two segments (Ericson 5.1.9).
fn between_segments([p, q]: [DVec3; 2], [a, b]: [DVec3; 2]) -> f64 {
    let (u, v, w) = (q - p, b - a, p - a);
    let (uu, vv, uv) = (u.dot(u), v.dot(v), u.dot(v));
    let at = |x: f64, y: f64| if y > 0.0 { (x / y).clamp(0.0, 1.0) } else { 0.0 };
    let start = at(uv * v.dot(w) - u.dot(w) * vv, uu * vv - uv * uv);
    // Each is the point closest to the other: the second step corrects for what the first one clamped.
    let t = at(v.dot(p + (q - p) * start - a), vv);
    let s = at(u.dot(a + (b - a) * t - p), uu);
    let apart = p + (q - p) * s - (a + (b - a) * t);
    apart.dot(apart)
}

/// The squared distance of a point from a triangle: from its plane where the point is above the triangle,
/// else from an edge (Ericson 5.1.5).
fn to_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a);
    let edges = [(a, b), (b, c), (c, a)];
    if edges.iter().all(|&(a, b)| normal.cross(b - a).dot(p - a) >= 0.0) {
        let height = normal.dot(p - a);
        return height * height / normal.dot(normal);
    }
    let to_edges = edges.map(|(a, b)| between_segments([p, p], [a, b]));
    to_edges.into_iter().fold(f64::INFINITY, f64::min)
}
