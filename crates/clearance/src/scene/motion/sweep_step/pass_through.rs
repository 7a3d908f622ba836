//! Whether rounding has carried an object to the other side of another.
//!
//! Poses are rounded. An object that is thicker than the rounding overlaps what it was carried into, and the
//! relation shows that. But of two thin objects, such as a point and a plate without thickness, one may end
//! on the other side and overlap nothing. If it kept clear of the other on its exact path, it is now no
//! further from it than the rounding. So for pairs that end as near as that, the straight way from the pose
//! at the start to the rounded pose at the end is swept, too.
//!
//! Limit: a turning object is swept with its intended turn, not with the rounded one.

use super::step::{MovingObject, placed};
use crate::cast::{CastSpace, Motion, Start, SweepHit, sweep};
use crate::math::{Pose, Real};
use crate::pair::clearance;
use crate::scene::SceneError;
use crate::shape::{AnyShape, Placed};

/// What one of two objects went through to end at these poses, if only rounding took it there.
pub(super) fn passed_through<V: CastSpace>(
    two: &[MovingObject<'_, V>; 2],
    ends: &[Pose<V>; 2],
) -> Result<Option<SweepHit<V>>, SceneError> {
    let starts = [two[0].pose, two[1].pose];
    let ([p, q], [r, s]) = (placed(two, &starts), placed(two, ends));
    let drift = drift(two);
    if is_thicker(r, drift) || is_thicker(s, drift) || clearance(r, s)?.distance > drift {
        return Ok(None);
    }
    let way = |k: usize| Motion {
        linear: ends[k].position() - starts[k].position(),
        ..two[k].motion.part(two[k].stop)
    };
    Ok(sweep(p, &way(0), q, &way(1), Start::ReleaseOverlap)?)
}

/// How far rounding may carry two objects towards each other.
pub(super) fn drift<V: CastSpace>(two: &[MovingObject<'_, V>; 2]) -> V::Scalar {
    two[0].rounding() + two[1].rounding()
}

/// Whether a shape is known to hold a ball of this radius.
fn is_thicker<V: CastSpace>(placed: Placed<'_, V>, radius: V::Scalar) -> bool {
    let (shape, scale) = (placed.shape, placed.place.pose.scale());
    if shape.as_half_space().is_some() {
        return true;
    }
    let extent = |share: f64| {
        let aabb = shape.local_aabb();
        (aabb.max - aabb.min).min_element() * V::Scalar::lit(share) * scale > radius
    };
    match shape.core() {
        Some(core) => core.radius * scale > radius || shape.is_cuboid() && extent(0.5),
        // An ellipsoid, a cylinder or a cone: the inscribed ball of a cone as high as wide has a radius of
        // 0.3 of its height.
        None => shape.curved().is_some() && extent(0.125),
    }
}
