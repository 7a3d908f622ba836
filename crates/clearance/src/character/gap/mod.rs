//! How far a segment and a convex shape are apart: closed forms in plain floats.
//!
//! A character needs the distance of everything around it very often, and no exact sign. Its capsule is a
//! segment with a ball around it, so while a shape does not meet the segment itself, the gap is the distance
//! from the segment minus the radius. Where shape and segment meet, and for shapes without a closed form
//! here, the answer is `None`; then [`clearance`](crate::pair::clearance()) has it.
//!
//! Two shortcuts make it cheap. Most shapes are further away than the caller asks about, and any separating
//! plane shows that. And a character that stands on a floor or by a wall is nearest to it with one of its
//! ends: the point of a convex shape nearest to that end lies in a plane across the line between the two
//! (Ericson, "Real-Time Collision Detection", 2005, 5.1). If the other end is not nearer to that plane, it is
//! the answer. Edges are tested only if both shortcuts fail.
//!
//! Every answer is verified: the distance of the two points found is an upper bound on the distance, the gap
//! along their direction a lower bound, and the two agree up to rounding.

mod entry;
mod polygons;
mod solids;
#[cfg(test)]
mod tests;

use glam::DVec3;

pub use entry::SegmentEntry;
pub(crate) use entry::{entry2, entry3};

use crate::math::{Real, Space, lift};
use crate::pair::space::triangles::closest_of_segments;
use crate::shape::{Rounded, Shape2, Shape3, ShapeSpace, Space2, Space3};

/// How far apart the two bounds of a distance may be, relative to the size of the numbers that entered.
const ERROR: f64 = 1e-13;
/// A distance less than this, relative to the size, is undecided: its direction is lost in rounding.
const CLOSE: f64 = 1e-9;

/// The gap between a shape and a segment.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct SegmentGap {
    /// The gap between the two planes perpendicular to `normal`.
    pub distance: f64,
    /// Unit vector from the shape to the segment.
    pub normal: DVec3,
    /// A point of the shape; the nearest one to the segment if `distance` is the distance of the two.
    pub point: DVec3,
    /// Whether the gap is the distance of the two, not only a lower bound.
    pub is_distance: bool,
}

impl SegmentGap {
    /// A separating plane at more than the distance that was asked about.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn by_plane(distance: f64, normal: DVec3, axis: &LocalSegment) -> Self {
        Self {
            distance,
            normal,
            point: axis.ends[0] - normal * distance,
            is_distance: false,
        }
    }
    /// The gap to the shape grown by a ball.
    fn grown(self, radius: f64) -> Self {
        Self {
            distance: self.distance - radius,
            point: self.point + self.normal * radius,
            ..self
        }
    }
}

/// A segment in the frame and units of a shape.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct LocalSegment {
    ends: [DVec3; 2],
}

impl LocalSegment {
    /// From one point to another, which may be the same.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(crate) fn new(ends: [DVec3; 2]) -> Self {
        Self { ends }
    }
    /// An upper bound on the magnitude of its coordinates.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn size(&self) -> f64 {
        self.ends[0].abs().max(self.ends[1].abs()).max_element()
    }
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn vector(&self) -> DVec3 {
        self.ends[1] - self.ends[0]
    }
    /// The heights of both ends.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn along(&self, normal: DVec3) -> [f64; 2] {
        self.ends.map(|p| normal.dot(p))
    }
    /// The height of the lower end.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn lowest(&self, normal: DVec3) -> f64 {
        let [a, b] = self.along(normal);
        a.min(b)
    }
    /// The answer, if the point of a convex shape nearest to one end is the nearest one to the whole segment.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn by_end(&self, end: usize, nearest: DVec3) -> Option<SegmentGap> {
        self.between(nearest, self.ends[end], |_| 0.0)
    }
    /// The answer, if two points are the nearest points of shape and segment. `beyond` says how far the shape
    /// reaches beyond its point in a direction.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn between(&self, nearest: DVec3, point: DVec3, beyond: impl FnOnce(DVec3) -> f64) -> Option<SegmentGap> {
        let way = point - nearest;
        let most = way.length();
        let normal = way * (1.0 / most);
        let size = self.size() + most;
        let least = self.lowest(normal) - normal.dot(nearest) - beyond(normal);
        // These are not numbers where the points are the same: then the answer is `None`.
        (most > CLOSE * size && most - least <= ERROR * size).then_some(SegmentGap {
            distance: most,
            normal,
            point: nearest,
            is_distance: true,
        })
    }
    /// The nearest points of the segment and of any of some edges, each a start and a vector.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn nearest_of(&self, edges: impl Iterator<Item = (DVec3, DVec3)>) -> Option<(DVec3, DVec3)> {
        let (mut best, mut least) = (None, f64::INFINITY);
        for edge in edges {
            let pair = closest_of_segments(edge, (self.ends[0], self.vector()));
            let squared = (pair.1 - pair.0).length_squared();
            if squared < least {
                (best, least) = (Some(pair), squared);
            }
        }
        best
    }
    /// The gap to another segment.
    fn segment(&self, [p, q]: [DVec3; 2]) -> Option<SegmentGap> {
        let (nearest, point) = closest_of_segments((p, q - p), (self.ends[0], self.vector()));
        self.between(nearest, point, |n| n.dot(p - nearest).max(n.dot(q - nearest)))
    }
    /// The gap to a half-space. One formula holds outside and inside.
    fn half_space(&self, normal: DVec3, offset: f64) -> Option<SegmentGap> {
        let length = normal.length();
        let is_plain = length > 1e-100 && length < 1e100;
        let unit = normal * (1.0 / length);
        let [a, b] = self.along(unit).map(|height| height - offset / length);
        let lower = if b < a { self.ends[1] } else { self.ends[0] };
        is_plain.then(|| SegmentGap {
            distance: a.min(b),
            normal: unit,
            point: lower - unit * a.min(b),
            is_distance: true,
        })
    }
}

fn ends<V: Space>(ends: &[V; 2]) -> [DVec3; 2] {
    ends.map(lift)
}

/// The gap between a 2D shape and a segment. If they are further apart than `enough`, any separating plane
/// may be the answer.
pub(crate) fn gap2<V: Space2>(shape: &Shape2<V>, axis: &LocalSegment, enough: f64) -> Option<SegmentGap> {
    match shape {
        Shape2::Box(b) => axis.cuboid(lift(b.half_extents()), enough),
        Shape2::Segment(s) => axis.segment(ends(s.ends())),
        Shape2::Convex(p) => axis.polygon(p, enough),
        Shape2::HalfSpace(h) => axis.half_space(lift(h.normal()), h.offset().to_f64()),
        Shape2::Point => axis.segment([DVec3::ZERO; 2]),
        Shape2::Circle(b) => Some(axis.segment([DVec3::ZERO; 2])?.grown(b.radius().to_f64())),
        Shape2::Capsule(c) => Some(axis.segment(ends(c.ends()))?.grown(c.radius().to_f64())),
        Shape2::Rounded(r) => rounded(r, axis, enough, gap2),
        _ => None,
    }
}

/// The same in 3D.
pub(crate) fn gap3<V: Space3>(shape: &Shape3<V>, axis: &LocalSegment, enough: f64) -> Option<SegmentGap> {
    match shape {
        Shape3::Triangle(t) => axis.triangle(&t.vertices().map(lift), enough),
        Shape3::Box(b) => axis.cuboid(lift(b.half_extents()), enough),
        Shape3::Convex(p) => axis.polyhedron(p, enough),
        Shape3::HalfSpace(h) => axis.half_space(lift(h.normal()), h.offset().to_f64()),
        Shape3::Cylinder(c) => axis.upright_cylinder(c.half_height().to_f64(), c.radius().to_f64()),
        Shape3::Point => axis.segment([DVec3::ZERO; 2]),
        Shape3::Segment(s) => axis.segment(ends(s.ends())),
        Shape3::Sphere(b) => Some(axis.segment([DVec3::ZERO; 2])?.grown(b.radius().to_f64())),
        Shape3::Capsule(c) => Some(axis.segment(ends(c.ends()))?.grown(c.radius().to_f64())),
        Shape3::Rounded(r) => rounded(r, axis, enough, gap3),
        _ => None,
    }
}

fn rounded<V: ShapeSpace>(
    rounded: &Rounded<V>,
    axis: &LocalSegment,
    enough: f64,
    inner: impl Fn(&V::Shape, &LocalSegment, f64) -> Option<SegmentGap>,
) -> Option<SegmentGap> {
    let radius = rounded.radius().to_f64();
    Some(inner(rounded.shape(), axis, enough + radius)?.grown(radius))
}
