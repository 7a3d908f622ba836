//! A moving shape and another one of which one has no facets: by the questions about two moving shapes.
//!
//! Where the other one is a mesh with curved faces, a meeting may be explained by how far its facets are off,
//! as of a cylinder in a hole of facets. From there on the class of the parts is asked each time the moving
//! one has moved by a part of its size.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use std::sync::Arc;

use glam::DVec3;

use super::body::{Body, corners_of};
use super::screw::Screw;
use super::two_solids::{Meeting, TwoSolids, WINDOW, first_clash};
use crate::assembly::{Part, Tolerance, is_clash};
use crate::cast::{Motion, Start, closest_approach, sweep};
use crate::math::{InvalidPose, Pose, Rotation};
use crate::pair::{QueryError, clearance};
use crate::shape::{Part as CompoundPart, Placed, Shape3};

/// So small a part of the move is not divided, however small the moving part is.
const SHORTEST_STEP: f64 = 1.0 / 4096.0;

/// When they first meet; a touch at the start is passed over while the motion parts them or slides along it.
pub(super) fn meeting(
    [moving, other]: [&Part; 2],
    screw: &Screw,
    tolerance: Tolerance,
    is_touching: bool,
) -> Result<Option<Meeting>, QueryError> {
    let mut met = meeting_of_shapes([moving, other], screw)?;
    let is_resolved = met.is_none_or(|met| met.is_resolved);
    if !is_resolved && [moving, other].iter().any(|part| is_compound(part)) {
        met = meeting_of_pieces([moving, other], screw, tolerance, is_touching)?;
    }
    let Some(met) = met else {
        return Ok(None);
    };
    match facets_explain([moving, other], tolerance) {
        true => Ok(clash_after(met, [moving, other], screw, tolerance)),
        false => Ok(Some(met)),
    }
}

fn meeting_of_shapes([moving, other]: [&Part; 2], screw: &Screw) -> Result<Option<Meeting>, QueryError> {
    let still = other.placed();
    let ask =
        |placed: Placed<'_, DVec3>| sweep(placed, &motion_of(screw), still, &Motion::none(), Start::Release);
    let hit = as_a_motion(moving, screw, ask)?;
    Ok(hit.map(|hit| Meeting {
        time: hit.time,
        point: hit.point,
        normal: hit.normal,
        is_resolved: hit.is_resolved,
    }))
}

fn is_compound(part: &Part) -> bool {
    matches!(part.solid.shape(), Shape3::Compound(_))
}

/// The first meeting of a piece of the one with one of the other. Of two with facets these are followed,
/// which resolves what sweeps do not.
fn meeting_of_pieces(
    [moving, other]: [&Part; 2],
    screw: &Screw,
    tolerance: Tolerance,
    is_touching: bool,
) -> Result<Option<Meeting>, QueryError> {
    let mut first: Option<Meeting> = None;
    let (pieces, others) = (pieces(moving), pieces(other));
    let bodies: Vec<_> = others.iter().map(Body::new).collect();
    for p in &pieces {
        let mine = Body::new(p);
        for (q, body) in others.iter().zip(&bodies) {
            let found = match (&mine, body) {
                (Some(a), Some(b)) => TwoSolids::new([a, b], screw, tolerance, is_touching).meeting(),
                _ => meeting_of_shapes([p, q], screw)?,
            };
            let is_first = |met: &Meeting| first.is_none_or(|first| met.time < first.time);
            first = found.filter(is_first).or(first);
        }
    }
    Ok(first)
}

/// What a part is put together of, as parts.
fn pieces(part: &Part) -> Vec<Part> {
    let Shape3::Compound(compound) = part.solid.shape() else {
        return vec![part.clone()];
    };
    let piece = |piece: &CompoundPart<DVec3>| Part {
        name: String::new(),
        solid: Arc::new(part.solid.of_shape(piece.shape.clone())),
        // In range, since the whole is.
        pose: composed(&part.pose, &piece.pose).unwrap_or(part.pose),
    };
    let parts = compound.parts().iter().map(piece);
    parts.flat_map(|part| pieces(&part)).collect()
}

/// A pose in the frame of another, in the world.
fn composed(outer: &Pose<DVec3>, inner: &Pose<DVec3>) -> Result<Pose<DVec3>, InvalidPose> {
    let turn = outer.rotation().after(inner.rotation());
    let turned = Pose::new(outer.frame().point(inner.position()), turn)?;
    turned.scaled(outer.scale() * inner.scale())
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

/// The shape with the axis through its position, if it turns about another point; `None` where it need not be
/// changed.
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
