//! Rays against convex shapes in plain floating point; `None` where rounding might matter.
//!
//! The exact tests beside this room form every sum on which a hit depends in twice the precision, at ten
//! times the cost. Nearly all rays pass or meet by a margin that no rounding can make up, so they are asked
//! here first, as pairs are asked in `pair/plane/` and `pair/space/`.
//!
//! # What is bounded
//!
//! The ray is brought into the shape's frame, in the world's unit. There each of its points up to a shape of
//! size `s` is off by at most [`Aim::error_bound`]: with `R` the largest coordinates of start and position
//! together, a few roundings of `R + s` (the difference, three products with the axes, the products with
//! time; Higham, "Accuracy and Stability of Numerical Algorithms", 2002, 3.1), and by what a rotation kept in
//! single precision turns the shape about its own position, a rounding of `s`. The exact tests round the ray
//! once when they bring it in, by less than that. An answer is given only if it holds for every ray within
//! this doubt of the computed one: so it is the truth, and that of the exact test.
//!
//! - A hit is sure if a point of the ray is inside by more than the doubt.
//! - A miss is sure if a plane parts the ray from the shape by more than the doubt.
//! - A time is sure to within the doubt over the speed at which the ray comes in through the border there;
//!   where that is more than [`Aim::precision`] of the time itself, which takes a ray that nearly grazes or
//!   starts next to the border, it is left to the exact test, too.
//!
//! Two planes that a ray passes at nearly one time have an edge there: either's normal will do, and the later
//! of the two is the time, so edges need no exact decision as long as the ray goes on inside.

mod flat;
mod hull;
mod round;
mod triangle;

use glam::DVec3;
pub(crate) use triangle::{crossed, facet};

use super::Ray;
use super::exact::line::Crossing;
use crate::cast::ray::space::RaySpace;
use crate::math::{DoubleFrame, Real, ScalarOf, Space, Vector, lift};
use crate::shape::{AnyShape, Placed, Rounded, Shape2, Shape3, ShapeSpace, Space2, Space3};

/// Whether a ray hits, and where; `None` where that is not sure.
pub(crate) type Verdict = Option<Option<Crossing>>;
/// It surely passes by.
pub(super) const MISS: Verdict = Some(None);
/// It surely starts inside.
pub(super) const INSIDE: Verdict = Some(Some(Crossing {
    time: 0.0,
    normal: None,
}));

/// A ray in a shape's frame, in the world's unit, and how sure that is.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    pub(crate) origin: DVec3,
    pub(crate) direction: DVec3,
    /// By how much the shape's own numbers are enlarged.
    pub(crate) scale: f64,
    /// The largest coordinates that entered the origin.
    pub(crate) away: f64,
    /// How many poses, as a number.
    pub(crate) poses: f64,
    /// By what part of its size rounded axes may turn or stretch a shape.
    pub(crate) turn: f64,
    /// By what part of itself a time may be off.
    pub(crate) precision: f64,
}

impl Aim {
    /// By how much points of the ray near a shape of this size, in the world's unit, may be off.
    #[inline(always)]
    pub(crate) fn error_bound(&self, size: f64) -> f64 {
        24.0 * f64::EPSILON * self.poses * (self.away + size) + self.turn * size
    }
    /// A point of the shape.
    #[inline(always)]
    pub(crate) fn point<V: Space>(&self, p: V) -> DVec3 {
        lift(p) * self.scale
    }
    /// A length of the shape.
    #[inline(always)]
    pub(crate) fn length<S: Real>(&self, length: S) -> f64 {
        length.to_f64() * self.scale
    }
    /// The hit at a positive time that may be off by `error`.
    #[inline(always)]
    pub(crate) fn hit(&self, time: f64, error: f64, normal: DVec3) -> Verdict {
        (error < self.precision * time).then_some(Some(Crossing {
            time,
            normal: Some(normal),
        }))
    }
    /// The same ray from a point further on, where it is nearest to a center; and the time there.
    #[inline(always)]
    pub(crate) fn moved_to(&self, center: DVec3) -> (Self, f64) {
        let to = center - self.origin;
        let time = to.dot(self.direction) / self.direction.length_squared();
        let origin = self.origin + self.direction * time;
        (Self { origin, ..*self }, time)
    }
    /// Whether products of eight of its lengths are numbers far from the ends of their range.
    #[inline(always)]
    fn is_moderate(&self, size: f64) -> bool {
        let fastest = self.direction.abs().max_element();
        let reach = self.away + size;
        fastest > 1e-30 && fastest < 1e30 && reach > 1e-30 && reach < 1e30
    }
}

/// The first hit of a shape where it stands, with its normal in the world.
#[inline]
pub(crate) fn cast<V: RaySpace>(a: &Placed<'_, V>, ray: &Ray<V>) -> Verdict {
    let (origin, direction) = (lift(ray.origin), lift(ray.direction));
    if a.place.outer.is_some() {
        return None;
    }
    let pose = a.place.pose;
    let position = lift(pose.position());
    let mut aim = Aim {
        origin: origin - position,
        direction,
        scale: pose.scale().to_f64(),
        away: origin.abs().max_element() + position.abs().max_element(),
        poses: 1.0,
        turn: 0.0,
        precision: precision::<V>(),
    };
    if let Some(radius) = a.shape.ball_radius() {
        let radius = aim.length(radius);
        return aim
            .is_moderate(radius)
            .then(|| round::ball(&aim, radius))
            .flatten();
    }
    // A rounded turn moves a shape by a part of its size; one that has none is turned with sine and cosine
    // anew.
    let is_rounded = V::DIM == 2 && a.shape.as_half_space().is_none();
    let stand = if is_rounded {
        DoubleFrame::of_frame(&pose.frame())
    } else {
        DoubleFrame::of_pose(pose)
    };
    if is_rounded && stand.is_turned() {
        aim.turn = 2.0 * ScalarOf::<V>::EPSILON.to_f64();
    }
    aim.origin = stand.turned_back(aim.origin);
    aim.direction = stand.turned_back(direction);
    let verdict = local::<V>(a.shape, &aim)?;
    Some(verdict.map(|hit| Crossing {
        time: hit.time,
        normal: hit.normal.map(|n| stand.turned(n)),
    }))
}

/// The first hit of a shape by a ray in its own frame.
#[inline]
pub(crate) fn local<V: RaySpace>(shape: &V::Shape, aim: &Aim) -> Verdict {
    if aim.is_moderate(aim.scale) {
        V::quick_hit(shape, aim)
    } else {
        None
    }
}

/// The first hit of a shape of the plane.
#[inline]
pub(crate) fn hit2<V: Space2>(shape: &Shape2<V>, aim: &Aim) -> Verdict {
    use Shape2 as S;
    match shape {
        S::Circle(b) => round::ball(aim, aim.length(b.radius())),
        S::Capsule(c) => round::capsule(aim, c.ends().map(|p| aim.point(p)), aim.length(c.radius())),
        S::Box(b) => flat::cuboid(aim, aim.point(b.half_extents()), 2),
        S::Convex(c) => hull::polygon(aim, c),
        S::HalfSpace(h) => flat::half_space(aim, lift(h.normal()), aim.length(h.offset())),
        S::Rounded(r) => rounded(aim, r),
        _ => None,
    }
}

/// The first hit of a shape of space.
#[inline]
pub(crate) fn hit3<V: Space3>(shape: &Shape3<V>, aim: &Aim) -> Verdict {
    use Shape3 as S;
    match shape {
        S::Sphere(b) => round::ball(aim, aim.length(b.radius())),
        S::Capsule(c) => round::capsule(aim, c.ends().map(|p| aim.point(p)), aim.length(c.radius())),
        S::Box(b) => flat::cuboid(aim, aim.point(b.half_extents()), 3),
        S::Convex(p) => hull::polyhedron(aim, p),
        S::Triangle(t) => triangle::triangle(aim, t.vertices().map(|v| aim.point(v))),
        S::HalfSpace(h) => flat::half_space(aim, lift(h.normal()), aim.length(h.offset())),
        S::Rounded(r) => rounded(aim, r),
        _ => None,
    }
}

/// A segment grown by a ball is a capsule.
fn rounded<V: ShapeSpace>(aim: &Aim, r: &Rounded<V>) -> Verdict {
    let core = r.shape().core()?;
    let radius = aim.length(core.radius) + aim.length(r.radius());
    match core.vertices[..] {
        [a] => round::capsule(aim, [aim.point(a); 2], radius),
        [a, b] => round::capsule(aim, [a, b].map(|p| aim.point(p)), radius),
        _ => None,
    }
}

/// By what part of itself a time may be off: less than the space's own precision asks, and in double
/// precision what is promised.
pub(crate) fn precision<V: Vector>() -> f64 {
    1e-12_f64.max(16.0 * V::Scalar::EPSILON.to_f64())
}

#[cfg(test)]
mod tests;
