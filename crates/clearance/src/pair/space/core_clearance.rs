//! A clearance in double precision, and its way to an answer in the scene's.

use glam::DVec3;

use crate::math::{Real, ScalarOf, Space};
use crate::pair::answer::{Clearance, DepthKind};
use crate::pair::core_pair::CorePair;
use crate::shape::Space3;

/// The clearance of two hulls in A's frame, balls not counted, before its sign is known to be sure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoreClearance {
    /// Signed distance of the hulls.
    pub distance: f64,
    /// How far apart the two bounds of it are.
    pub error_bound: f64,
    /// Unit vector from A towards B.
    pub normal: DVec3,
    pub point_a: DVec3,
    pub point_b: DVec3,
}

/// What is found where only a gap is of interest.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GapOrOverlap {
    /// The hulls surely overlap.
    Overlap,
    Clearance(CoreClearance),
}

/// What is found where a clearance beyond a limit is of no interest.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AxisOrClearance<C> {
    /// The gap along this unit vector is surely beyond the limit.
    Axis(DVec3),
    Clearance(C),
}

/// Adds the balls, checks that the sign is sure and the error bound small enough, and goes to the world and
/// the scene's precision.
pub(crate) fn to_world<V: Space3>(pair: &CorePair<'_, V>, found: CoreClearance) -> Option<Clearance<V>> {
    let (ra, rb) = (pair.a.radius, pair.b.radius);
    let distance = found.distance - (ra + rb);
    let is_sure = distance.abs() > pair.error + found.error_bound;
    let rounded = ScalarOf::<V>::lit(distance);
    if !is_sure || found.error_bound > pair.largest_error_bound() || rounded == ScalarOf::<V>::ZERO {
        return None;
    }
    Some(Clearance {
        distance: rounded,
        normal: V::from_double(DVec3::combine(&pair.a.frame.axes, found.normal)),
        point_a: V::from_double(pair.in_world(found.point_a + found.normal * ra)),
        point_b: V::from_double(pair.in_world(found.point_b - found.normal * rb)),
        depth_kind: DepthKind::Exact,
    })
}
