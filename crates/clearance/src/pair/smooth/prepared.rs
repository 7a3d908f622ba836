//! Two shapes in double precision, at a common scale and near the origin, and how each pair is answered:
//! closed forms where there are any, else the search.

use core::cmp::Ordering;

use glam::{DVec2, DVec3};

use super::body::ConvexBody;
use super::contain;
use super::search::Search;
use super::shortest_way::ShortestWay;
use crate::math::{Aabb, DoubleFrame, Real, Space, Vector, lift};
use crate::pair::decide::half_space::half_space_of;
use crate::pair::order::order;
use crate::shape::{AnyShape, Placed, ShapeSpace};

/// A half-space in the world's directions: `normal · x <= offset`, with a normal of length 1.
pub(in crate::pair) struct WorldHalfSpace {
    pub normal: DVec3,
    pub offset: f64,
}

/// A body or a half-space.
pub(super) enum Operand {
    Body(ConvexBody),
    HalfSpace(WorldHalfSpace),
}

/// Two shapes prepared for a question, in a frame around `around`. The space is a parameter of each question,
/// not of this type, so that nothing that only space needs is compiled for the plane.
pub(super) struct SmoothPair {
    pub a: Operand,
    pub b: Operand,
    pub around: DVec3,
    /// All lengths are multiplied by this power of two, so that the answer is the same at every scale.
    pub unit: f64,
    /// A clearance up to this counts as touching.
    pub tolerance: f64,
}

impl SmoothPair {
    /// The two in the order of `order.rs`, and whether that swaps them.
    pub fn in_order<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> (Self, bool) {
        let is_swapped = order(a, b).is_gt();
        let pair = if is_swapped {
            Self::new(b, a)
        } else {
            Self::new(a, b)
        };
        (pair, is_swapped)
    }
    pub fn new<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Self {
        let bounded = if half_space_of::<V>(a.shape).is_some() {
            b
        } else {
            a
        };
        let around = DoubleFrame::of_place(&bounded.place).origin();
        let unit = unit(a, b);
        // Boxes are rounded outwards, for the smallest shapes by more than their size.
        let largest = reach(a.aabb())
            .max(reach(b.aabb()))
            .min(2.0 * (farthest(a) + farthest(b)));
        Self {
            a: operand(a, around, unit),
            b: operand(b, around, unit),
            around,
            unit,
            tolerance: 8.0 * f64::EPSILON * unit * largest,
        }
    }
    /// The sign of the answer's distance, with less work where it is clear.
    pub fn sign<V: Space>(&self) -> Ordering {
        let clear = match (&self.a, &self.b) {
            (Operand::Body(a), Operand::Body(b)) if !a.is_point() && !b.is_point() => {
                let (search, balls) = (Search::new(a, b), a.radius + b.radius);
                if V::DIM == 2 {
                    search.sign::<DVec2>(balls, 2.0 * self.tolerance)
                } else {
                    search.sign::<DVec3>(balls, 2.0 * self.tolerance)
                }
            }
            _ => None,
        };
        clear.unwrap_or_else(|| self.answer::<V>().distance.total_cmp(&0.0))
    }
    /// With balls included, and a distance of 0 where the shapes count as touching.
    pub fn answer<V: Space>(&self) -> ShortestWay {
        let mut found = match (&self.a, &self.b) {
            (Operand::Body(a), Operand::Body(b)) => self.between::<V>(a, b).grown(a, b),
            (Operand::Body(a), Operand::HalfSpace(b)) => above(b, a).mirrored(),
            (Operand::HalfSpace(a), Operand::Body(b)) => above(a, b),
            // The table sends two half-spaces elsewhere.
            (Operand::HalfSpace(a), Operand::HalfSpace(_)) => ShortestWay {
                distance: f64::NEG_INFINITY,
                normal: a.normal,
                point_a: DVec3::ZERO,
            },
        };
        if found.distance.abs() <= self.tolerance {
            found.distance = 0.0;
        }
        found
    }
    fn between<V: Space>(&self, a: &ConvexBody, b: &ConvexBody) -> ShortestWay {
        if let Some(found) = point_in(b, a) {
            return found;
        }
        if let Some(found) = point_in(a, b) {
            return found.mirrored();
        }
        let search = Search::new(a, b);
        if V::DIM == 2 {
            search.run::<DVec2>()
        } else {
            search.run::<DVec3>()
        }
    }
}

fn operand<V: ShapeSpace>(placed: Placed<'_, V>, around: DVec3, unit: f64) -> Operand {
    match half_space_in_world(placed, around, unit) {
        Some(half_space) => Operand::HalfSpace(half_space),
        None => Operand::Body(ConvexBody::new(placed, around, unit)),
    }
}

/// The half-space that a shape is, seen from `around` with all lengths multiplied by `unit`.
pub(in crate::pair) fn half_space_in_world<V: ShapeSpace>(
    placed: Placed<'_, V>,
    around: DVec3,
    unit: f64,
) -> Option<WorldHalfSpace> {
    let (h, grown) = half_space_of::<V>(placed.shape)?;
    let frame = DoubleFrame::of_place(&placed.place)
        .seen_from(around)
        .enlarged(unit);
    let largest = lift(h.normal()).abs().max_element();
    let given = lift(h.normal()) / largest;
    let length = given.length();
    let normal = frame.turned(given / length);
    let offset = (h.offset().to_f64() / largest / length + grown.to_f64()) * frame.scale;
    Some(WorldHalfSpace {
        normal,
        offset: offset + normal.dot(frame.origin()),
    })
}

/// A power of two that brings both shapes, and the distance of their origins, to about 1.
fn unit<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> f64 {
    let [one, other] = [a, b].map(|s| DoubleFrame::of_place(&s.place));
    let size = |s: Placed<'_, V>, frame: &DoubleFrame| reach(s.shape.local_aabb()) * frame.scale;
    let between = (other.origin() - one.origin()).abs().max_element();
    let all = size(a, &one).max(size(b, &other)).max(between);
    if all > 0.0 {
        // Beyond that, the power of two would not be a float; 2^-74 serves as well as 1.
        libm::scalbn(1.0, (-libm::frexp(all).1).min(1000))
    } else {
        1.0
    }
}

/// A bound on all coordinates that enter a shape's world points: those of its origin and of the shape around
/// it, added up.
fn farthest<V: ShapeSpace>(s: Placed<'_, V>) -> f64 {
    let frame = DoubleFrame::of_place(&s.place);
    let around = s.shape.local_aabb();
    let own = V::DIM as f64 * reach(around) * frame.scale;
    frame.origin().abs().max_element() + own
}

/// The largest coordinate of a box; 0 for an infinite one.
fn reach<V: Vector>(b: Aabb<V>) -> f64 {
    let most = b.min.max_abs().max(b.max.max_abs());
    if most.is_finite() { most.to_f64() } else { 0.0 }
}

/// A half-space against a body, ball included.
fn above(a: &WorldHalfSpace, b: &ConvexBody) -> ShortestWay {
    let lowest = b.support(-a.normal) - a.normal * b.radius;
    let distance = lowest.dot(a.normal) - a.offset;
    ShortestWay {
        distance,
        normal: a.normal,
        point_a: lowest - a.normal * distance,
    }
}

/// A, which is one point, against the curved body B.
fn point_in(b: &ConvexBody, a: &ConvexBody) -> Option<ShortestWay> {
    let point = a.as_point()?;
    let nearest = b.nearest(point)?;
    Some(ShortestWay {
        distance: nearest.distance,
        normal: -nearest.normal,
        point_a: point,
    })
}

pub(super) fn is_within<V: Space>(a: &Operand, b: &Operand, tolerance: f64) -> bool {
    match (a, b) {
        (Operand::Body(a), Operand::Body(b)) => contain::is_within::<V>(a, b, tolerance),
        (Operand::Body(a), Operand::HalfSpace(b)) => a.height(b.normal) <= b.offset + tolerance,
        (Operand::HalfSpace(_), _) => false,
    }
}
