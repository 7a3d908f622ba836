//! Rays at one simple shape, tried before the filter: one branch to predict, decided as early as possible.
//!
//! Whether a ray hits is unpredictable, and a mispredicted branch costs all the work done until it is
//! decided. So hit or miss is decided first, from products alone, before any division or square root. All
//! other checks are gathered in one flag, which is nearly always set. The error bounds are those of
//! [`filter`](super::filter), which is asked next: about starts inside, grazes, and all other shapes.
//!
//! The filter treats the same shapes, since the fast path leaves starts inside, flat hits and parts of
//! shapes, and the exact tests take about ten times as long. In instructions (callgrind): a sphere takes 170
//! here; a start inside it takes 420 with the filter and 5,800 without. For a box of space these are 440,
//! 1,500 and 24,000, for a capsule 710, 1,300 and 8,300.

mod flat;
mod round;

use glam::{DVec2, DVec3};

use super::feature::Feature;
use super::filter::time_tolerance;
use super::{Ray, RayHit};
use crate::math::{GivenRotation, Pose, Real, Rotation, ScalarOf, Space, Vector, magnitude, turned_axes};
use crate::shape::{Shape2, Shape3, Space2, Space3};

/// Between this and its inverse, products of six lengths neither overflow nor vanish.
const MODERATE: f64 = 1e40;

/// Whether a ray hits, when, and the unit normal there. Unless `is_decided`, the rest means nothing.
#[derive(Clone, Copy, Debug)]
pub struct FlaggedHit<D> {
    is_decided: bool,
    is_hit: bool,
    time: f64,
    normal: D,
}

impl<D: Vector> FlaggedHit<D> {
    /// A miss, if that is sure.
    #[inline(always)]
    fn miss(is_decided: bool) -> Self {
        Self {
            is_decided,
            is_hit: false,
            time: 0.0,
            normal: D::ZERO,
        }
    }
    #[inline]
    fn undecided() -> Self {
        Self::miss(false)
    }
    /// The answer to a ray, where it is decided. As the caller returns it: to make it from a
    /// [`Filtered`](crate::cast::decided::Filtered) would copy every hit once more.
    #[inline(always)]
    pub(super) fn decide<V: Vector<Double = D>>(self, ray: &Ray<V>) -> Option<Option<RayHit<V>>>
    where
        D: Vector<Scalar = f64>,
    {
        if !self.is_decided {
            return None;
        }
        if !self.is_hit {
            return Some(None);
        }
        let rounded = V::Scalar::lit(self.time);
        let is_late = (self.time > ray.max_time.to_f64()) & (rounded > ray.max_time) | !rounded.is_finite();
        let hit = RayHit {
            time: rounded,
            point: V::from_double(ray.origin.to_double() + ray.direction.to_double() * self.time),
            normal: Some(V::from_double(self.normal)),
            feature: Feature::NONE,
        };
        Some((!is_late).then_some(hit))
    }
    /// The same with its normal in another frame.
    #[inline(always)]
    fn with_normal(self, normal: impl FnOnce(D) -> D) -> Self {
        Self {
            normal: normal(self.normal),
            ..self
        }
    }
}

/// A ray in double precision, in the frame of a shape but in the world's unit.
#[derive(Clone, Copy, Debug)]
struct FastRay<D> {
    origin: D,
    direction: D,
    /// The square of the direction's length.
    speed2: f64,
    /// The inverse of that.
    inverse: f64,
    /// No coordinate that entered the origin is larger.
    away: f64,
    /// The relative error of a shape whose axes are rounded.
    turn: f64,
    /// The relative error that a time may have.
    tolerance: f64,
    is_valid: bool,
}

impl<D: Space<Scalar = f64>> FastRay<D> {
    /// Relative to the position of a shape, not yet turned into its axes.
    #[inline(always)]
    fn new<V: Vector<Double = D>>(ray: &Ray<V>, position: V) -> Self {
        let (start, position) = (ray.origin.to_double(), position.to_double());
        let direction = ray.direction.to_double();
        let farthest = Real::min(ScalarOf::<V>::LARGEST_COORDINATE.to_f64(), MODERATE);
        // NaN where any coordinate is NaN, so that the comparisons below fail.
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
            tolerance: time_tolerance::<V>(),
            is_valid: is_moderate & (away <= farthest) & (ray.max_time >= Real::ZERO),
        }
    }
    /// The same ray in axes turned about the same position.
    #[inline(always)]
    fn turned(self, turned_back: impl Fn(D) -> D) -> Self {
        Self {
            origin: turned_back(self.origin),
            direction: turned_back(self.direction),
            ..self
        }
    }
    /// The error bound of points of the ray near a shape of this size, as in [`filter`](super::filter).
    #[inline]
    fn error_bound(&self, size: f64) -> f64 {
        24.0 * f64::EPSILON * (self.away + size) + self.turn * size
    }
    /// Whether arithmetic with such lengths neither overflows nor vanishes.
    #[inline]
    fn is_sound(&self, error_bound: f64) -> bool {
        self.is_valid & (error_bound > 1e-54) & (error_bound < 1e24)
    }
}

/// Shapes of the plane.
#[inline(always)]
pub(crate) fn plane<V: Space2>(shape: &Shape2<V>, pose: &Pose<V>, ray: &Ray<V>) -> FlaggedHit<DVec2> {
    use Shape2 as S;
    let local = FastRay::new(ray, pose.position());
    let scale = pose.scale().to_f64();
    if let S::Circle(b) = shape {
        return round::ball(&local, local.origin, b.radius().to_f64() * scale);
    }
    let rotation = pose.rotation();
    let axis = DVec2::new(rotation.cos().to_f64(), rotation.sin().to_f64());
    let turn = 2.0 * ScalarOf::<V>::EPSILON.to_f64();
    let local = FastRay {
        turn: if axis == DVec2::X { 0.0 } else { turn },
        ..local.turned(
            #[inline(always)]
            |v| DVec2::new(axis.dot(v), axis.perp_dot(v)),
        )
    };
    let hit = match shape {
        S::Box(b) => flat::cuboid(&local, b.half_extents().to_double() * scale),
        S::Capsule(c) => {
            let ends = c.ends().map(|p| p.to_double() * scale);
            round::capsule2(&local, ends, c.radius().to_f64() * scale)
        }
        S::Convex(p) => flat::polygon(&local, p, pose.scale()),
        _ => return FlaggedHit::undecided(),
    };
    hit.with_normal(
        #[inline(always)]
        |n| axis.rotate(n),
    )
}

/// Shapes of space.
#[inline(always)]
pub(crate) fn space<V: Space3>(shape: &Shape3<V>, pose: &Pose<V>, ray: &Ray<V>) -> FlaggedHit<DVec3> {
    use Shape3 as S;
    if !matches!(shape, S::Sphere(_) | S::Box(_) | S::Capsule(_) | S::Triangle(_)) {
        return FlaggedHit::undecided();
    }
    let local = FastRay::new(ray, pose.position());
    let scale = pose.scale().to_f64();
    if let S::Sphere(b) = shape {
        return round::ball(&local, local.origin, b.radius().to_f64() * scale);
    }
    let axes = match pose.rotation().given() {
        GivenRotation::Quaternion(q) => turned_axes(q),
        _ => DVec3::AXES,
    };
    let local = local.turned(
        #[inline(always)]
        |v| DVec3::new(axes[0].dot(v), axes[1].dot(v), axes[2].dot(v)),
    );
    let hit = match shape {
        S::Box(b) => flat::cuboid(&local, b.half_extents().to_double() * scale),
        S::Capsule(c) => {
            let ends = c.ends().map(|p| p.to_double() * scale);
            round::capsule3(&local, ends, c.radius().to_f64() * scale)
        }
        S::Triangle(t) => flat::triangle(&local, t.vertices().map(|v| v.to_double() * scale)),
        _ => return FlaggedHit::undecided(),
    };
    hit.with_normal(
        #[inline(always)]
        |n| axes[0] * n.x + axes[1] * n.y + axes[2] * n.z,
    )
}
