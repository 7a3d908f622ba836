//! Rays against convex shapes in plain floating point; `None` where rounding might matter.
//!
//! The exact tests form every sum on which a hit depends in twice the precision, at about ten times the cost.
//! Nearly all rays hit or miss by a margin that no rounding can make up, so they are tried here first, as
//! pairs are in `pair/plane/` and `pair/space/`.
//!
//! # Error bounds
//!
//! The ray is brought into the shape's frame, in the world's unit. There each of its points up to a shape of
//! size `s` has an error of at most [`FilterRay::error_bound`]. With `R` the sum of the largest coordinates
//! of start and position, that is a few roundings of `R + s` (the difference, three products with the axes,
//! the products with time; Higham, "Accuracy and Stability of Numerical Algorithms", 2002, 3.1), and a
//! rounding of `s` by which a rotation kept in single precision turns the shape about its own position. The
//! exact tests round the ray once when they bring it in, by less than that. An answer is given only if it
//! holds for every ray within this bound of the computed one. So it is the truth, and it is also the answer
//! of the exact test.
//!
//! - A hit is sure if a point of the ray is inside by more than the error bound.
//! - A miss is sure if a plane separates the ray from the shape by more than the error bound.
//! - The error of a time is at most the error bound over the speed at which the ray enters through the
//!   border. Where that is more than [`FilterRay::tolerance`] of the time itself, the ray nearly grazes or
//!   starts next to the border, and is left to the exact test.
//!
//! Two planes that a ray enters at nearly one time have an edge there. Either normal will do, and the later
//! crossing is the time, so edges need no exact decision as long as the ray goes on inside.

mod flat;
mod hull;
mod round;
mod triangle;

use glam::DVec3;
pub(crate) use triangle::{crossed, facet, triangle};

use super::Ray;
use super::exact::line::Crossing;
use crate::cast::decided::{Decided, Filtered};
use crate::math::{DoubleFrame, Real, ScalarOf, Space, Vector, lift};
use crate::shape::{AnyShape, Placed, Rounded, Shape2, Shape3, ShapeSpace, Space2, Space3};

/// The answer of a filter of rays.
pub(crate) type FilteredRay = Filtered<Crossing>;
pub(super) const MISS: FilteredRay = Some(Decided::Miss);
/// The ray surely starts inside.
pub(super) const INSIDE: FilteredRay = Some(Decided::Hit(Crossing::INSIDE));

/// A ray in a shape's frame, in the world's unit, with what its error bounds depend on.
#[derive(Clone, Copy, Debug)]
pub struct FilterRay {
    pub(crate) origin: DVec3,
    pub(crate) direction: DVec3,
    /// By how much the shape's own numbers are enlarged.
    pub(crate) scale: f64,
    /// The largest coordinates that entered the origin.
    pub(crate) away: f64,
    /// The relative error of a shape whose axes are rounded.
    pub(crate) turn: f64,
    /// The relative error that a time may have.
    pub(crate) tolerance: f64,
}

impl FilterRay {
    /// The error bound of points of the ray near a shape of this size, in the world's unit.
    #[inline]
    pub(crate) fn error_bound(&self, size: f64) -> f64 {
        24.0 * f64::EPSILON * (self.away + size) + self.turn * size
    }
    /// A point of the shape.
    #[inline]
    pub(crate) fn point<V: Space>(&self, p: V) -> DVec3 {
        lift(p) * self.scale
    }
    /// A length of the shape.
    #[inline]
    pub(crate) fn length<S: Real>(&self, length: S) -> f64 {
        length.to_f64() * self.scale
    }
    /// The hit at a positive time with this error bound, if that is small enough.
    #[inline]
    pub(crate) fn hit(&self, time: f64, error: f64, normal: DVec3) -> FilteredRay {
        (error < self.tolerance * time).then_some(Decided::Hit(Crossing::new(time, normal)))
    }
    /// The same ray from its point nearest to a center; and the time there.
    #[inline]
    pub(crate) fn moved_to(&self, center: DVec3) -> (Self, f64) {
        let to = center - self.origin;
        let time = to.dot(self.direction) / self.direction.length_squared();
        let origin = self.origin + self.direction * time;
        (Self { origin, ..*self }, time)
    }
    /// Whether products of eight of its lengths are numbers far from the ends of their range.
    #[inline]
    pub(crate) fn is_moderate(&self, size: f64) -> bool {
        let fastest = self.direction.abs().max_element();
        let reach = self.away + size;
        fastest > 1e-30 && fastest < 1e30 && reach > 1e-30 && reach < 1e30
    }
}

/// The first hit of a placed shape, with its normal in the world; `hit` is the filter of its space.
#[inline]
pub(crate) fn cast<V: ShapeSpace>(
    a: &Placed<'_, V>,
    ray: &Ray<V>,
    hit: impl FnOnce(&V::Shape, &FilterRay) -> FilteredRay,
) -> FilteredRay {
    if a.place.outer.is_some() || a.shape.parts().is_some() {
        return None;
    }
    let (origin, direction) = (lift(ray.origin), lift(ray.direction));
    let pose = a.place.pose;
    let position = lift(pose.position());
    let mut local = FilterRay {
        origin: origin - position,
        direction,
        scale: pose.scale().to_f64(),
        away: origin.abs().max_element() + position.abs().max_element(),
        turn: 0.0,
        tolerance: time_tolerance::<V>(),
    };
    if let Some(radius) = a.shape.ball_radius() {
        let radius = local.length(radius);
        let ball = local.is_moderate(radius).then(|| round::ball(&local, radius));
        return ball.flatten();
    }
    // In the plane a rotation is kept rounded, which moves a shape by a part of its size. A half-space has no
    // size; it is turned with a new sine and cosine in double precision.
    let is_rounded = V::DIM == 2 && a.shape.as_half_space().is_none();
    let frame = if is_rounded {
        DoubleFrame::of_frame(&pose.frame())
    } else {
        DoubleFrame::of_pose(pose)
    };
    if is_rounded && frame.is_turned() {
        local.turn = 2.0 * ScalarOf::<V>::EPSILON.to_f64();
    }
    local.origin = frame.turned_back(local.origin);
    local.direction = frame.turned_back(direction);
    if !local.is_moderate(local.scale) {
        return None;
    }
    Some(hit(a.shape, &local)?.map(|hit| hit.with_normal(|n| frame.turned(n))))
}

/// The first hit of a shape of the plane.
#[inline]
pub(crate) fn hit2<V: Space2>(shape: &Shape2<V>, local: &FilterRay) -> FilteredRay {
    use Shape2 as S;
    match shape {
        S::Circle(b) => round::ball(local, local.length(b.radius())),
        S::Capsule(c) => round::capsule(local, c.ends().map(|p| local.point(p)), local.length(c.radius())),
        S::Box(b) => flat::cuboid(local, local.point(b.half_extents()), 2),
        S::Convex(c) => hull::polygon(local, c),
        S::HalfSpace(h) => flat::half_space(local, lift(h.normal()), local.length(h.offset())),
        S::Rounded(r) => rounded(local, r),
        _ => None,
    }
}

/// The first hit of a shape of space.
#[inline]
pub(crate) fn hit3<V: Space3>(shape: &Shape3<V>, local: &FilterRay) -> FilteredRay {
    use Shape3 as S;
    match shape {
        S::Sphere(b) => round::ball(local, local.length(b.radius())),
        S::Capsule(c) => round::capsule(local, c.ends().map(|p| local.point(p)), local.length(c.radius())),
        S::Box(b) => flat::cuboid(local, local.point(b.half_extents()), 3),
        S::Convex(p) => hull::polyhedron(local, p),
        S::Triangle(t) => triangle::triangle(local, t.vertices().map(|v| local.point(v))),
        S::HalfSpace(h) => flat::half_space(local, lift(h.normal()), local.length(h.offset())),
        S::Rounded(r) => rounded(local, r),
        _ => None,
    }
}

/// A segment grown by a ball is a capsule.
fn rounded<V: ShapeSpace>(local: &FilterRay, r: &Rounded<V>) -> FilteredRay {
    let core = r.shape().core()?;
    let radius = local.length(core.radius) + local.length(r.radius());
    match core.vertices[..] {
        [a] => round::capsule(local, [local.point(a); 2], radius),
        [a, b] => round::capsule(local, [a, b].map(|p| local.point(p)), radius),
        _ => None,
    }
}

/// The relative error that a time may have: in double precision what is promised, in single precision less
/// than a few roundings.
pub(crate) fn time_tolerance<V: Vector>() -> f64 {
    1e-12_f64.max(16.0 * V::Scalar::EPSILON.to_f64())
}

#[cfg(test)]
mod tests;
