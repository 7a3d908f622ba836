//! How far facets are from a point or from each other, in double precision: so that the full question is
//! asked only about those that may be the nearest.
//!
//! A lower bound of a distance is worth what it costs: most facets near the nearest one are passed over by
//! it.

use alloc::vec::Vec;

use glam::DVec3;

use crate::math::{Aabb, DoubleFrame, Place, Real, ScalarOf, Vector, lift};
use crate::pair::ask::table::PairSpace;
use crate::pair::round::closed_form::closest_on_segment;
use crate::shape::{AnyShape, Border, PartBoxes, Placed};

/// The facets of a shape in the world.
pub(in crate::pair) struct WorldFacets<'a, V: PairSpace> {
    border: &'a dyn Border<V>,
    frame: DoubleFrame,
}

impl<'a, V: PairSpace> WorldFacets<'a, V> {
    /// Of a border whose shape is at `place`.
    pub fn new(border: &'a dyn Border<V>, place: &Place<'_, V>) -> Self {
        let frame = DoubleFrame::of_place(&border.place_in(place));
        Self { border, frame }
    }
    fn corners(&self, i: usize) -> impl ExactSizeIterator<Item = DVec3> {
        self.triangle(i).into_iter().take(V::DIM)
    }
    /// The corners of facet `i`; of a segment, the second end twice.
    #[inline]
    pub fn triangle(&self, i: usize) -> [DVec3; 3] {
        let corners = self.border.corners(i);
        corners.map(|p| self.frame.outward(lift(p) * self.frame.scale))
    }
    /// The boxes around them, in the frame of the shape.
    pub(super) fn boxes(&self) -> &'a PartBoxes<V> {
        self.border.facet_boxes()
    }
    /// How far facet `i` is from a point of the world.
    pub fn distance_from(&self, i: usize, p: V) -> f64 {
        distance_to_facet(self.corners(i), lift(p))
    }
    /// How far facet `i` reaches along a direction.
    fn reach(&self, i: usize, direction: DVec3) -> f64 {
        self.corners(i)
            .map(|p| p.dot(direction))
            .fold(f64::NEG_INFINITY, f64::max)
    }
}

/// A ball around a shape: never nearer to a facet than the shape is by more than its radius.
pub(in crate::pair) struct BallAround {
    center: DVec3,
    /// The vertices of a core, in the world, and the radius that they are grown by.
    vertices: Vec<DVec3>,
    grown_by: f64,
    pub radius: f64,
    /// The error bound of distances from the center.
    pub error: f64,
}

impl BallAround {
    /// `None` where there is none in an ordinary range of numbers.
    pub fn new<V: PairSpace>(b: Placed<'_, V>, other: Placed<'_, V>) -> Option<Self> {
        let frame = DoubleFrame::of_place(&b.place);
        let world = |v: V| frame.outward(lift(v) * frame.scale);
        let bounds = b.aabb();
        let core = b.shape.core();
        let vertices: Vec<DVec3> = core
            .iter()
            .flat_map(|core| core.vertices.iter().map(|&v| world(v)))
            .collect();
        let grown_by = core.map_or(0.0, |core| core.radius.to_f64() * frame.scale);
        let (center, radius) = if vertices.is_empty() {
            let (low, high) = (lift(bounds.min), lift(bounds.max));
            (0.5 * low + 0.5 * high, (0.5 * high - 0.5 * low).length())
        } else {
            let center = vertices.iter().sum::<DVec3>() / vertices.len() as f64;
            let largest = vertices.iter().map(|v| (v - center).length()).fold(0.0, f64::max);
            (center, largest + grown_by)
        };
        let error = rounding([b, other])?;
        let is_ordinary = center.is_finite() && radius.is_finite();
        let radius = radius + error;
        is_ordinary.then_some(Self {
            center,
            vertices,
            grown_by,
            radius,
            error,
        })
    }
    /// A lower bound of the distance of the shape, if it is a core, from facet `i`: their gap along a normal
    /// from the facet.
    pub fn gap_along<V: PairSpace>(&self, facets: &WorldFacets<'_, V>, i: usize, normal: V) -> f64 {
        let normal = lift(normal);
        let nearest = self
            .vertices
            .iter()
            .map(|v| v.dot(normal))
            .fold(f64::INFINITY, f64::min);
        match nearest < f64::INFINITY {
            true => nearest - self.grown_by - facets.reach(i, normal) - self.error,
            false => f64::NEG_INFINITY,
        }
    }
    /// The center, rounded, as a box.
    pub fn center<V: Vector>(&self) -> Aabb<V> {
        Aabb::at(V::from_fn(|i| V::Scalar::lit(self.center[i])))
    }
    /// A lower bound of the distance of facet `i` from the center.
    pub fn distance_to<V: PairSpace>(&self, facets: &WorldFacets<'_, V>, i: usize) -> f64 {
        distance_to_facet(facets.corners(i), self.center) - self.error
    }
}

/// A bound on the rounding of distances between two shapes, in double precision here and in their own
/// elsewhere. `None` where their numbers are so small or large that products may not be numbers.
pub(in crate::pair) fn rounding<V: PairSpace>(shapes: [Placed<'_, V>; 2]) -> Option<f64> {
    let size = |s: Placed<'_, V>| {
        let b = s.aabb();
        b.min.max_abs().max(b.max.max_abs()).to_f64()
    };
    let largest = size(shapes[0]).max(size(shapes[1]));
    let is_ordinary = (1e-100..1e100).contains(&largest);
    is_ordinary.then_some(largest * ScalarOf::<V>::EPSILON.to_f64() * 256.0)
}

/// The distance of a point from a segment or a triangle, in a unit of about the size of the whole.
pub(crate) fn distance_to_facet(corners: impl Iterator<Item = DVec3>, p: DVec3) -> f64 {
    let mut at = [DVec3::ZERO; 3];
    let mut count = 0;
    for (slot, corner) in at.iter_mut().zip(corners) {
        (*slot, count) = (corner - p, count + 1);
    }
    let [a, b, c] = at;
    if count < 3 {
        return to_segment(a, b);
    }
    let normal = (b - a).cross(c - a);
    let over = |p: DVec3, q: DVec3| normal.dot(p.cross(q)) >= 0.0;
    // A triangle so small that squares of areas underflow is as near as its edges.
    if normal.length_squared() > 1e-280 && over(a, b) && over(b, c) && over(c, a) {
        return a.dot(normal.normalize()).abs();
    }
    to_segment(a, b).min(to_segment(b, c)).min(to_segment(c, a))
}

/// The distance of a segment from the origin.
fn to_segment(a: DVec3, b: DVec3) -> f64 {
    let e = b - a;
    let t = (-a.dot(e) / e.length_squared()).clamp(0.0, 1.0);
    if t.is_nan() {
        a.length()
    } else {
        (a + e * t).length()
    }
}

/// A point of a triangle near another point: the nearest one, but for what is rounded. Of a triangle without
/// area it is some point.
pub(crate) fn closest_on_triangle([a, b, c]: &[DVec3; 3], p: DVec3) -> DVec3 {
    let (ab, ac) = (*b - *a, *c - *a);
    let normal = ab.cross(ac);
    let from = p - *a;
    // Twice the areas over the edges, seen along the normal.
    let v = normal.dot(from.cross(ac));
    let w = normal.dot(ab.cross(from));
    let whole = normal.length_squared();
    if whole > 0.0 && v >= 0.0 && w >= 0.0 && v + w <= whole {
        return *a + ab * (v / whole) + ac * (w / whole);
    }
    // Not by `map`, which is not inlined everywhere.
    let mut nearest = closest_on_segment(p, *a, *b);
    let mut least = (nearest - p).length_squared();
    for (s, t) in [(*b, *c), (*c, *a)] {
        let q = closest_on_segment(p, s, t);
        let distance = (q - p).length_squared();
        if distance < least {
            (nearest, least) = (q, distance);
        }
    }
    nearest
}
