//! Rays at one simple shape, asked first of all: with one branch to predict, and that soon known.
//!
//! Whether a ray hits is a coin toss, and a processor that guesses it wrong has worked in vain until the
//! branch is decided. So that is decided first, by products alone: no quotient, no root. All other doubts
//! come together in one flag, which is nearly always set. What is bounded, and by what, is said in
//! [`filter`](super::filter), which is asked next: about starts inside, grazes, and all other shapes.

mod flat;
mod round;

use glam::{DVec2, DVec3};

use super::filter::precision;
use super::{Ray, RayHit};
use crate::cast::ray::space::RaySpace;
use crate::math::{GivenRotation, Pose, Real, Rotation, ScalarOf, Space, Vector, magnitude, turned_axes};
use crate::shape::{Placed, Shape2, Shape3, Space2, Space3};

/// Products of six lengths between this and its inverse are numbers.
const MODERATE: f64 = 1e40;

/// Whether a ray hits, when, and the unit normal there; all but the first flag mean nothing unless it is set.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<D> {
    is_sure: bool,
    is_hit: bool,
    time: f64,
    normal: D,
}

impl<D: Vector> Outcome<D> {
    #[inline(always)]
    fn unsure() -> Self {
        Self {
            is_sure: false,
            is_hit: false,
            time: 0.0,
            normal: D::ZERO,
        }
    }
    /// It passes by, if that is sure.
    #[inline(always)]
    fn miss(is_sure: bool) -> Self {
        Self {
            is_sure,
            ..Self::unsure()
        }
    }
    /// The same with its normal seen from elsewhere.
    #[inline(always)]
    fn with_normal(self, normal: impl FnOnce(D) -> D) -> Self {
        Self {
            normal: normal(self.normal),
            ..self
        }
    }
}

/// A ray in double precision, from some origin.
#[derive(Clone, Copy, Debug)]
struct Shot<D> {
    origin: D,
    direction: D,
    /// The square of the direction's length.
    speed2: f64,
    /// The inverse of that.
    inverse: f64,
    /// No coordinate that entered the origin is larger.
    away: f64,
    /// By what part of its size rounded axes may turn or stretch a shape.
    turn: f64,
    /// By what part of itself a time may be off.
    precision: f64,
    is_valid: bool,
}

impl<D: Space<Scalar = f64>> Shot<D> {
    /// Seen from where a shape stands, not yet turned into its axes.
    #[inline(always)]
    fn new<V: Vector<Double = D>>(ray: &Ray<V>, position: V) -> Self {
        let (start, position) = (ray.origin.to_double(), position.to_double());
        let direction = ray.direction.to_double();
        let farthest = Real::min(ScalarOf::<V>::LARGEST_COORDINATE.to_f64(), MODERATE);
        // Not a number where any of their coordinates is not.
        let (fastest, away) = (magnitude(direction), magnitude(start));
        let speed2 = direction.length_squared();
        let is_moderate = (fastest > 1.0 / MODERATE) & (fastest < MODERATE);
        Self {
            origin: start - position,
            direction,
            speed2,
            inverse: 1.0 / speed2,
            away: away + magnitude(position),
            turn: 0.0,
            precision: precision::<V>(),
            is_valid: is_moderate & (away <= farthest) & (ray.max_time >= Real::ZERO),
        }
    }
    /// The same ray in a frame that stands in the same place.
    #[inline(always)]
    fn turned(self, turned_back: impl Fn(D) -> D) -> Self {
        Self {
            origin: turned_back(self.origin),
            direction: turned_back(self.direction),
            ..self
        }
    }
    /// By how much points of the ray near a shape of this size may be off, as of [`filter`](super::filter).
    #[inline(always)]
    fn error_bound(&self, size: f64) -> f64 {
        24.0 * f64::EPSILON * (self.away + size) + self.turn * size
    }
    /// Whether arithmetic with such lengths neither overflows nor vanishes.
    #[inline(always)]
    fn is_sound(&self, error_bound: f64) -> bool {
        self.is_valid & (error_bound > 1e-54) & (error_bound < 1e24)
    }
}

/// The answer, where the outcome is sure.
#[inline(always)]
pub(crate) fn cast<V: RaySpace>(a: &Placed<'_, V>, ray: &Ray<V>) -> Option<Option<RayHit<V>>> {
    if a.place.outer.is_some() {
        return None;
    }
    let Outcome {
        is_sure,
        is_hit,
        time,
        normal,
    } = V::at_once(a.shape, a.place.pose, ray);
    if !is_sure {
        return None;
    }
    if !is_hit {
        return Some(None);
    }
    let rounded = V::Scalar::lit(time);
    let is_late = (time > ray.max_time.to_f64()) & (rounded > ray.max_time) | !rounded.is_finite();
    let hit = RayHit {
        time: rounded,
        point: V::from_double(ray.origin.to_double() + ray.direction.to_double() * time),
        normal: Some(V::from_double(normal)),
    };
    Some((!is_late).then_some(hit))
}

/// Shapes of the plane.
#[inline(always)]
pub(crate) fn plane<V: Space2>(shape: &Shape2<V>, pose: &Pose<V>, ray: &Ray<V>) -> Outcome<DVec2> {
    use Shape2 as S;
    let shot = Shot::new(ray, pose.position());
    let scale = pose.scale().to_f64();
    if let S::Circle(b) = shape {
        return round::ball(&shot, shot.origin, b.radius().to_f64() * scale);
    }
    let rotation = pose.rotation();
    let axis = DVec2::new(rotation.cos().to_f64(), rotation.sin().to_f64());
    let turn = 2.0 * ScalarOf::<V>::EPSILON.to_f64();
    let shot = Shot {
        turn: if axis == DVec2::X { 0.0 } else { turn },
        ..shot.turned(
            #[inline(always)]
            |v| DVec2::new(axis.dot(v), axis.perp_dot(v)),
        )
    };
    let outcome = match shape {
        S::Box(b) => flat::cuboid(&shot, b.half_extents().to_double() * scale),
        S::Capsule(c) => {
            let ends = c.ends().map(|p| p.to_double() * scale);
            round::capsule2(&shot, ends, c.radius().to_f64() * scale)
        }
        S::Convex(p) => flat::polygon(&shot, p, pose.scale()),
        _ => return Outcome::unsure(),
    };
    outcome.with_normal(
        #[inline(always)]
        |n| axis.rotate(n),
    )
}

/// Shapes of space.
#[inline(always)]
pub(crate) fn space<V: Space3>(shape: &Shape3<V>, pose: &Pose<V>, ray: &Ray<V>) -> Outcome<DVec3> {
    use Shape3 as S;
    if !matches!(shape, S::Sphere(_) | S::Box(_) | S::Capsule(_) | S::Triangle(_)) {
        return Outcome::unsure();
    }
    let shot = Shot::new(ray, pose.position());
    let scale = pose.scale().to_f64();
    if let S::Sphere(b) = shape {
        return round::ball(&shot, shot.origin, b.radius().to_f64() * scale);
    }
    let axes = match pose.rotation().given() {
        GivenRotation::Quaternion(q) => turned_axes(q),
        _ => DVec3::AXES,
    };
    let shot = shot.turned(
        #[inline(always)]
        |v| DVec3::new(axes[0].dot(v), axes[1].dot(v), axes[2].dot(v)),
    );
    let outcome = match shape {
        S::Box(b) => flat::cuboid(&shot, b.half_extents().to_double() * scale),
        S::Capsule(c) => {
            let ends = c.ends().map(|p| p.to_double() * scale);
            round::capsule3(&shot, ends, c.radius().to_f64() * scale)
        }
        S::Triangle(t) => flat::triangle(&shot, t.vertices().map(|v| v.to_double() * scale)),
        _ => return Outcome::unsure(),
    };
    outcome.with_normal(
        #[inline(always)]
        |n| axes[0] * n.x + axes[1] * n.y + axes[2] * n.z,
    )
}
