//! The rounded part of the solid-leaf tree: planes with their errors, and distances to faces.

use crate::math::Real;

type Point = [f64; 3];

fn minus(a: Point, b: Point) -> Point {
    core::array::from_fn(|k| a[k] - b[k])
}
fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn cross(a: Point, b: Point) -> Point {
    core::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        a[i] * b[j] - a[j] * b[i]
    })
}
fn along(a: Point, b: Point, t: f64) -> Point {
    core::array::from_fn(|k| a[k] + (b[k] - a[k]) * t)
}

/// A plane, its normal of any length, and how large what was summed up to each component was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundedPlane {
    normal: Point,
    magnitude: Point,
    through: Point,
}

/// An error bound of the sums below, relative to the magnitudes that enter them: some ten operations, and
/// more.
const SLACK: f64 = 32.0 * f64::EPSILON;

impl BoundedPlane {
    pub(super) fn of_axis(axis: usize, at: f64) -> Self {
        let only = |x| core::array::from_fn(|k| if k == axis { x } else { 0.0 });
        Self {
            normal: only(1.0),
            magnitude: only(1.0),
            through: only(at),
        }
    }
    pub(super) fn of_face([a, b, c]: [Point; 3], dimensions: usize) -> Self {
        let u = minus(b, a);
        let v = if dimensions == 2 {
            [0.0, 0.0, 1.0]
        } else {
            minus(c, a)
        };
        // Only directions matter below: of edges of length one nothing overflows, and little vanishes.
        let [u, v] = [u, v].map(|e| {
            let largest = e.iter().fold(f64::MIN_POSITIVE, |most, x| most.max(x.abs()));
            e.map(|x| x / largest)
        });
        Self {
            normal: cross(u, v),
            magnitude: core::array::from_fn(|k| {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                (u[i] * v[j]).abs() + (u[j] * v[i]).abs()
            }),
            through: a,
        }
    }
    pub(super) fn flipped(self) -> Self {
        Self {
            normal: self.normal.map(|x| -x),
            ..self
        }
    }
    /// How far in front a point is, in lengths of the normal, and a bound of the error.
    fn height(&self, p: Point) -> [f64; 2] {
        let size = (0..3).fold(0.0, |sum, k| {
            sum + self.magnitude[k] * (p[k].abs() + self.through[k].abs())
        });
        [dot(self.normal, minus(p, self.through)), size * SLACK]
    }
    /// A box around what of a box is in front of the plane or on it, and a little more for rounding; `None`
    /// where nothing is.
    pub(super) fn part_in_front(&self, [min, max]: [Point; 2]) -> Option<[Point; 2]> {
        let farthest: Point = core::array::from_fn(|k| {
            let ends = [min[k], max[k]].map(|x| self.normal[k] * (x - self.through[k]));
            ends[0].max(ends[1])
        });
        let size = (0..3).fold(0.0, |sum, k| {
            let largest = min[k].abs().max(max[k].abs()) + self.through[k].abs();
            sum + self.magnitude[k] * largest
        });
        let error = size * SLACK;
        if farthest[0] + farthest[1] + farthest[2] < -error {
            return None;
        }
        let (mut low, mut high) = (min, max);
        for k in (0..3).filter(|&k| self.normal[k] != 0.0) {
            // The others at their farthest, this coordinate must make up for the rest.
            let others = (0..3).filter(|&j| j != k).map(|j| farthest[j]).sum::<f64>();
            let least = (-others - error) / self.normal[k];
            let slack = (least.abs() + self.through[k].abs()) * SLACK;
            let at = self.through[k] + least;
            if self.normal[k] > 0.0 {
                low[k] = low[k].max(at - slack).min(max[k]);
            } else {
                high[k] = high[k].min(at + slack).max(min[k]);
            }
        }
        Some([low, high])
    }
    /// When a ray is in front or on the plane, within these times, and a little more for rounding.
    pub(super) fn times_in_front(
        &self,
        origin: Point,
        direction: Point,
        [from, to]: [f64; 2],
    ) -> Option<[f64; 2]> {
        let [height, error] = self.height(origin);
        let climb = dot(self.normal, direction);
        let size = (0..3).fold(0.0, |sum, k| sum + self.magnitude[k] * direction[k].abs());
        let slack = error + size * to * SLACK;
        // Where height + t climb is at least -slack.
        let crossing = (-slack - height) / climb;
        let [from, to] = if climb > 0.0 {
            [from.max(crossing), to]
        } else if climb < 0.0 {
            [from, to.min(crossing)]
        } else if height >= -slack {
            [from, to]
        } else {
            return None;
        };
        // Not a number: be safe.
        let is_over = from > to;
        (!is_over).then_some([from, to])
    }
    /// Whether a ball on a segment may reach in front of the plane.
    pub(super) fn may_reach_front(&self, segment: [Point; 2], radius: f64) -> bool {
        let length = Real::sqrt(dot(self.magnitude, self.magnitude));
        segment.into_iter().any(|p| {
            let [height, error] = self.height(p);
            let is_behind = height < -(error + radius * length * (1.0 + SLACK));
            !is_behind
        })
    }
}

/// The distance of a segment from a face: an edge in 2D, a triangle in 3D.
pub(super) fn distance_to_face(face: &[Point; 3], [p, q]: [Point; 2], dimensions: usize) -> f64 {
    let [a, b, c] = *face;
    // Around the segment, and no larger than one: squares neither overflow nor vanish.
    let differences = [q, a, b, c].map(|v| minus(v, p));
    let largest = differences
        .iter()
        .flatten()
        .fold(0.0, |most: f64, x| most.max(x.abs()));
    if largest == 0.0 {
        return 0.0;
    }
    let [q, a, b, c] = differences.map(|v| v.map(|x| x / largest));
    let segment = [[0.0; 3], q];
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

/// Whether a segment runs through a triangle: its ends on two sides, and the triangle's edges all around it.
fn pierces([p, q]: [Point; 2], [a, b, c]: [Point; 3]) -> bool {
    let normal = cross(minus(b, a), minus(c, a));
    let [below, above] = [p, q].map(|end| dot(normal, minus(end, a)));
    let turns = [(a, b), (b, c), (c, a)].map(|(a, b)| dot(minus(q, p), cross(minus(a, p), minus(b, p))));
    below * above <= 0.0 && (turns.iter().all(|&t| t > 0.0) || turns.iter().all(|&t| t < 0.0))
}

/// Ericson 5.1.9, the square of the distance.
fn between_segments([p, q]: [Point; 2], [a, b]: [Point; 2]) -> f64 {
    let (u, v, w) = (minus(q, p), minus(b, a), minus(p, a));
    let (uu, vv, uv) = (dot(u, u), dot(v, v), dot(u, v));
    let at = |x: f64, y: f64| if y > 0.0 { (x / y).clamp(0.0, 1.0) } else { 0.0 };
    let start = at(uv * dot(v, w) - dot(u, w) * vv, uu * vv - uv * uv);
    // Each in turn the closest to where the other is: the second step mends what the first clamped.
    let on_second = |s: f64| at(dot(v, minus(along(p, q, s), a)), vv);
    let on_first = |t: f64| at(dot(u, minus(along(a, b, t), p)), uu);
    let t = on_second(start);
    let s = on_first(t);
    let apart = minus(along(p, q, s), along(a, b, t));
    dot(apart, apart)
}

/// Ericson 5.1.5, the square of the distance: to the plane where the point is over the triangle, else to an
/// edge.
fn to_triangle(p: Point, [a, b, c]: [Point; 3]) -> f64 {
    let normal = cross(minus(b, a), minus(c, a));
    let edges = [(a, b), (b, c), (c, a)];
    if edges
        .iter()
        .all(|&(a, b)| dot(cross(normal, minus(b, a)), minus(p, a)) >= 0.0)
    {
        let height = dot(normal, minus(p, a));
        return height * height / dot(normal, normal);
    }
    let to_edges = edges.map(|(a, b)| between_segments([p, p], [a, b]));
    to_edges.into_iter().fold(f64::INFINITY, f64::min)
}
