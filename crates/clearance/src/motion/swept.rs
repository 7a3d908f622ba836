//! A moving shape and another one of which one has no facets: by the questions about two moving shapes.
//!
//! Where the other one is a mesh with curved faces, a meeting may be explained by how far its facets are off, as of a cylinder in a hole of
//! facets. From there on the class of the parts is asked each time the moving one has moved by a part of its size.

use alloc::vec;

use glam::DVec3;

use super::body::corners_of;
use super::screw::Screw;
use super::two_solids::{Meeting, WINDOW, first_clash};
use crate::assembly::{Part, Tolerance, is_clash};
use crate::cast::{Motion, Start, closest_approach, sweep};
use crate::math::Pose;
use crate::pair::{QueryError, clearance};
use crate::shape::{Placed, Shape3};

/// So small a part of the move is not divided, however small the moving part is.
const SHORTEST_STEP: f64 = 1.0 / 4096.0;

/// When they first meet; a touch at the start is passed over while the motion parts them or slides along it.
pub(super) fn meeting(
    [moving, other]: [&Part; 2],
    screw: &Screw,
    tolerance: Tolerance,
) -> Result<Option<Meeting>, QueryError> {
    let still = other.placed();
    let ask =
        |placed: Placed<'_, DVec3>| sweep(placed, &motion_of(screw), still, &Motion::none(), Start::Release);
    let Some(hit) = as_a_motion(moving, screw, ask)? else {
        return Ok(None);
    };
    let met = Meeting {
        time: hit.time,
        point: hit.point,
        normal: hit.normal,
        is_resolved: hit.is_resolved,
    };
    match facets_explain([moving, other], tolerance) {
        true => Ok(clash_after(met, [moving, other], screw, tolerance)),
        false => Ok(Some(met)),
    }
}

/// Whether parts may overlap that do not interfere.
fn facets_explain(parts: [&Part; 2], tolerance: Tolerance) -> bool {
    parts
        .into_iter()
        .filter(|part| part.solid.is_tessellated())
        .any(|part| match tolerance {
            Tolerance::Length(length) => length > 0.0,
            Tolerance::Auto => part.solid.faces().is_some_and(|faces| faces.deflection() > 0.0),
        })
}

/// When they first interfere, from when they meet on, as an assembly tells it.
fn clash_after(met: Meeting, parts: [&Part; 2], screw: &Screw, tolerance: Tolerance) -> Option<Meeting> {
    let [moving, other] = parts;
    let pose = |time: f64| screw.pose(&moving.pose, time).unwrap_or(moving.pose);
    // Shapes without facets are always told apart.
    let clashes = |time: f64| {
        let found = is_clash(
            (&moving.solid, &pose(time)),
            (&other.solid, &other.pose),
            tolerance,
        );
        found.unwrap_or(false)
    };
    if clashes(met.time) {
        return Some(met);
    }
    let bounds = moving.placed().aabb();
    let step = (bounds.max - bounds.min).length() * WINDOW / screw.greatest_speed(corners_of(&bounds));
    let step = step.max(SHORTEST_STEP);
    let mut apart = met.time;
    while apart < 1.0 {
        let end = (apart + step).min(1.0);
        if clashes(end) {
            return Some(at_time(first_clash([apart, end], &clashes), parts, screw));
        }
        apart = end;
    }
    None
}

/// A meeting at a time, as the shapes are.
fn at_time(time: f64, [moving, other]: [&Part; 2], screw: &Screw) -> Meeting {
    let pose = screw.pose(&moving.pose, time).unwrap_or(moving.pose);
    let nearest = clearance(moving.placed_at(&pose), other.placed()).ok();
    Meeting {
        time,
        point: nearest.map_or(pose.position(), |c| c.point_a.midpoint(c.point_b)),
        normal: nearest.map_or(DVec3::ZERO, |c| c.normal),
        is_resolved: nearest.is_some(),
    }
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
        None => ask(moving.placed()),
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
    let still = other.placed();
    let ask = |placed: Placed<'_, DVec3>| closest_approach(placed, &motion_of(screw), still, &Motion::none());
    let nearest = as_a_motion(moving, screw, ask).ok()?;
    (nearest.distance < best).then_some((nearest.distance, nearest.time, nearest.within))
}
