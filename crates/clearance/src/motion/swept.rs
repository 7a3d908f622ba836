//! A moving shape and another one of which one has no facets: by sweeps, and by distances along the way.

use alloc::vec;
use alloc::vec::Vec;

use glam::DVec3;

use super::screw::Screw;
use super::two_solids::{Meeting, corners_of};
use crate::assembly::Part;
use crate::cast::{Motion, Start, sweep};
use crate::math::Pose;
use crate::pair::{QueryError, distance};
use crate::shape::{Placed, Shape3};

/// Distances are looked at until their least one is known within this part of the way, or so many times.
const STEPS: u32 = 4096;

/// When they first meet; a touch at the start is passed over while the motion parts them or slides along it.
pub(super) fn meeting(moving: &Part, other: &Part, screw: &Screw) -> Result<Option<Meeting>, QueryError> {
    let hit = |placed: Placed<'_, DVec3>| {
        let motion = Motion {
            linear: screw.linear,
            angular: screw.angular,
        };
        let other = Placed::new(other.solid.shape(), &other.pose);
        sweep(placed, &motion, other, &Motion::none(), Start::Release)
    };
    let found = match turned_about(moving, screw) {
        Some((shape, pose)) => hit(Placed::new(&shape, &pose)),
        None => hit(Placed::new(moving.solid.shape(), &moving.pose)),
    }?;
    Ok(found.map(|hit| Meeting {
        time: hit.time,
        point: hit.point,
        normal: hit.normal,
        is_resolved: hit.is_resolved,
    }))
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

/// How near they come, if that is nearer than `best`, when, and by how much less it may be.
pub(super) fn approach(moving: &Part, other: &Part, screw: &Screw, best: f64) -> Option<(f64, f64, f64)> {
    let bounds = Placed::new(moving.solid.shape(), &moving.pose).aabb();
    let speed = screw.greatest_speed(corners_of(&bounds));
    let at = |time: f64| {
        let pose = screw.pose(&moving.pose, time).ok()?;
        let [p, q] =
            [(moving, &pose), (other, &other.pose)].map(|(part, pose)| Placed::new(part.solid.shape(), pose));
        Some(distance(p, q))
    };
    let (mut least, mut when) = (best, None);
    let mut open: Vec<([f64; 2], f64)> = vec![([0.0, 1.0], f64::NEG_INFINITY)];
    let mut steps = 0;
    let mut bound = f64::INFINITY;
    while let Some(([start, end], lower)) = open.pop() {
        if lower >= least * (1.0 - 1e-3) {
            continue;
        }
        let middle = 0.5 * (start + end);
        let here = at(middle)?;
        if here < least {
            (least, when) = (here, Some(middle));
        }
        let lower = here - 0.5 * (end - start) * speed;
        steps += 1;
        if steps > STEPS || end - start <= f64::EPSILON {
            bound = bound.min(lower);
            continue;
        }
        open.extend([([middle, end], lower), ([start, middle], lower)]);
    }
    when.map(|time| (least, time, (least - bound.min(least * (1.0 - 1e-3))).min(least)))
}
