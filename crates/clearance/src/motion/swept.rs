//! A moving shape and another one of which one has no facets: by the questions about two moving shapes.

use alloc::vec;

use glam::DVec3;

use super::screw::Screw;
use super::two_solids::Meeting;
use crate::assembly::Part;
use crate::cast::{Motion, Start, closest_approach, sweep};
use crate::math::Pose;
use crate::pair::QueryError;
use crate::shape::{Placed, Shape3};

/// When they first meet; a touch at the start is passed over while the motion parts them or slides along it.
pub(super) fn meeting(moving: &Part, other: &Part, screw: &Screw) -> Result<Option<Meeting>, QueryError> {
    let still = Placed::new(other.solid.shape(), &other.pose);
    let ask =
        |placed: Placed<'_, DVec3>| sweep(placed, &motion_of(screw), still, &Motion::none(), Start::Release);
    let found = as_a_motion(moving, screw, ask)?;
    Ok(found.map(|hit| Meeting {
        time: hit.time,
        point: hit.point,
        normal: hit.normal,
        is_resolved: hit.is_resolved,
    }))
}

fn motion_of(screw: &Screw) -> Motion<DVec3> {
    Motion {
        linear: screw.linear,
        angular: screw.angular,
    }
}

/// Asks about the moving part with its position on the axis, so that its motion is one of the sweeps.
fn as_a_motion<R>(moving: &Part, screw: &Screw, ask: impl Fn(Placed<'_, DVec3>) -> R) -> R {
    match turned_about(moving, screw) {
        Some((shape, pose)) => ask(Placed::new(&shape, &pose)),
        None => ask(Placed::new(moving.solid.shape(), &moving.pose)),
    }
}

/// The shape with the axis through its position, if it turns about another point; `None` where it need not be changed.
fn turned_about(part: &Part, screw: &Screw) -> Option<(Shape3<DVec3>, Pose<DVec3>)> {
    if screw.angular == DVec3::ZERO || screw.about == part.pose.position() {
        return None;
    }
    let inner = part.pose.moved_to(part.pose.position() - screw.about).ok()?;
    let shape = Shape3::compound(vec![(part.solid.shape().clone(), inner)]).ok()?;
    Some((shape, Pose::at(screw.about).ok()?))
}

/// How near they come, if that is nearer than `best`; when; and by how much less it may be.
pub(super) fn approach(moving: &Part, other: &Part, screw: &Screw, best: f64) -> Option<(f64, f64, f64)> {
    let still = Placed::new(other.solid.shape(), &other.pose);
    let ask = |placed: Placed<'_, DVec3>| closest_approach(placed, &motion_of(screw), still, &Motion::none());
    let nearest = as_a_motion(moving, screw, ask).ok()?;
    (nearest.distance < best).then_some((nearest.distance, nearest.time, nearest.within))
}
