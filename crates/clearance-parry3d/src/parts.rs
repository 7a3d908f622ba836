//! Shapes made of parts: parry goes through them, and asks the dispatcher about each two parts that come near
//! each other.
//!
//! Why not as whole shapes of clearance? A mesh of parry is a surface, and a closed mesh of clearance is a
//! solid; parry reports which parts meet, and a manifold for each two; and a mesh would have to be converted
//! for each question, since no question but one has a place to keep it.
//!
//! parry's boxes around parts are rounded to nearest, not outwards: two parts that touch to the last place
//! may be passed over. No part is passed over that overlaps another by more than a rounding error.

use parry::math::{Pose, Real, Vector};
use parry::query::details::{self, ContactManifoldsWorkspace, ShapeCastOptions};
use parry::query::{
    ClosestPoints, Contact, ContactManifold, NonlinearRigidMotion, ShapeCastHit, ShapeDistance,
    ShapeIntersection, Unsupported,
};
use parry::shape::Shape;

use crate::ClearanceDispatcher;
use crate::near_parts;
use crate::shape::is_mapped;

const ASKED: &ClearanceDispatcher = &ClearanceDispatcher;

/// Whether a shape is made of parts.
pub(crate) fn has_parts(shape: &dyn Shape) -> bool {
    shape.as_composite_shape().is_some() || shape.as_heightfield().is_some()
}

/// Whether all of both shapes is converted: parry leaves out parts that a dispatcher does not answer, without
/// a word.
pub(crate) fn check(g1: &dyn Shape, g2: &dyn Shape) -> Result<(), Unsupported> {
    if is_mapped(g1) && is_mapped(g2) {
        Ok(())
    } else {
        Err(Unsupported)
    }
}

pub(crate) fn intersection_test(
    pos12: &Pose,
    g1: &dyn Shape,
    g2: &dyn Shape,
) -> Result<ShapeIntersection, Unsupported> {
    if let Some(c1) = g1.as_composite_shape() {
        Ok(details::intersection_test_composite_shape_shape(
            ASKED, pos12, c1, g2,
        ))
    } else if let Some(c2) = g2.as_composite_shape() {
        Ok(details::intersection_test_shape_composite_shape(
            ASKED, pos12, g1, c2,
        ))
    } else if g1.as_heightfield().is_some() {
        near_parts::intersection_test(pos12, g1, g2)
    } else {
        near_parts::intersection_test(&pos12.inverse(), g2, g1).map(ShapeIntersection::swapped)
    }
}

pub(crate) fn distance(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Result<ShapeDistance, Unsupported> {
    if let Some(c1) = g1.as_composite_shape() {
        Ok(details::distance_composite_shape_shape(ASKED, pos12, c1, g2))
    } else if let Some(c2) = g2.as_composite_shape() {
        Ok(details::distance_shape_composite_shape(ASKED, pos12, g1, c2))
    } else {
        Err(Unsupported)
    }
}

pub(crate) fn contact(
    pos12: &Pose,
    g1: &dyn Shape,
    g2: &dyn Shape,
    prediction: Real,
) -> Result<Option<Contact>, Unsupported> {
    Ok(if let Some(field) = g1.as_heightfield() {
        details::contact_heightfield_shape(ASKED, pos12, field, g2, prediction)
    } else if let Some(field) = g2.as_heightfield() {
        details::contact_shape_heightfield(ASKED, pos12, g1, field, prediction)
    } else if let Some(c1) = g1.as_composite_shape() {
        details::contact_composite_shape_shape(ASKED, pos12, c1, g2, prediction)
    } else {
        let c2 = g2.as_composite_shape().ok_or(Unsupported)?;
        details::contact_shape_composite_shape(ASKED, pos12, g1, c2, prediction)
    })
}

pub(crate) fn closest_points(
    pos12: &Pose,
    g1: &dyn Shape,
    g2: &dyn Shape,
    max_dist: Real,
) -> Result<ClosestPoints, Unsupported> {
    if let Some(c1) = g1.as_composite_shape() {
        Ok(details::closest_points_composite_shape_shape(
            ASKED, pos12, c1, g2, max_dist,
        ))
    } else if let Some(c2) = g2.as_composite_shape() {
        Ok(details::closest_points_shape_composite_shape(
            ASKED, pos12, g1, c2, max_dist,
        ))
    } else {
        Err(Unsupported)
    }
}

pub(crate) fn cast_shapes(
    pos12: &Pose,
    velocity: Vector,
    g1: &dyn Shape,
    g2: &dyn Shape,
    options: ShapeCastOptions,
) -> Result<Option<ShapeCastHit>, Unsupported> {
    if g1.as_heightfield().is_some() {
        near_parts::cast_shapes(pos12, velocity, g1, g2, options)
    } else if g2.as_heightfield().is_some() {
        let (back, way) = (pos12.inverse(), pos12.rotation.inverse() * -velocity);
        near_parts::cast_shapes(&back, way, g2, g1, options).map(|hit| hit.map(ShapeCastHit::swapped))
    } else if let Some(c1) = g1.as_composite_shape() {
        Ok(details::cast_shapes_composite_shape_shape(
            ASKED, pos12, velocity, c1, g2, options,
        ))
    } else {
        let c2 = g2.as_composite_shape().ok_or(Unsupported)?;
        Ok(details::cast_shapes_shape_composite_shape(
            ASKED, pos12, velocity, g1, c2, options,
        ))
    }
}

pub(crate) fn cast_shapes_nonlinear(
    [g1, g2]: [&dyn Shape; 2],
    [motion1, motion2]: [&NonlinearRigidMotion; 2],
    [from, to]: [Real; 2],
    stop: bool,
) -> Result<Option<ShapeCastHit>, Unsupported> {
    let (motions, times) = ([motion1, motion2], [from, to]);
    if has_parts(g1) {
        return near_parts::cast_shapes_nonlinear([g1, g2], motions, times, stop);
    }
    let back = near_parts::cast_shapes_nonlinear([g2, g1], [motion2, motion1], times, stop);
    back.map(|hit| hit.map(ShapeCastHit::swapped))
}

pub(crate) fn contact_manifolds<M, C>(
    pos12: &Pose,
    g1: &dyn Shape,
    g2: &dyn Shape,
    prediction: Real,
    manifolds: &mut Vec<ContactManifold<M, C>>,
    workspace: &mut Option<ContactManifoldsWorkspace>,
) -> Result<(), Unsupported>
where
    M: Default + Clone + Send + Sync,
    C: Default + Copy + Send + Sync,
{
    use details::{
        contact_manifolds_composite_shape_composite_shape as parts_and_parts,
        contact_manifolds_composite_shape_shape as parts_and_one,
        contact_manifolds_heightfield_composite_shape as field_and_parts,
        contact_manifolds_heightfield_shape_shapes as field_and_one,
        contact_manifolds_trimesh_shape_shapes as mesh_and_one,
    };
    let parts = [g1.as_composite_shape(), g2.as_composite_shape()];
    let back = pos12.inverse();
    let (p, m, w) = (prediction, manifolds, workspace);
    match (parts, [g1.as_heightfield(), g2.as_heightfield()]) {
        ([Some(c1), Some(c2)], _) => parts_and_parts(ASKED, pos12, c1, c2, p, m, w),
        ([None, Some(c2)], [Some(f1), _]) => field_and_parts(ASKED, pos12, &back, f1, c2, p, m, w, false),
        ([Some(c1), None], [_, Some(f2)]) => field_and_parts(ASKED, &back, pos12, f2, c1, p, m, w, true),
        (_, [Some(_), _] | [_, Some(_)]) => field_and_one(ASKED, pos12, g1, g2, p, m, w),
        _ if g1.as_trimesh().is_some() || g2.as_trimesh().is_some() => {
            mesh_and_one(ASKED, pos12, g1, g2, p, m, w);
        }
        ([Some(c1), None], _) => parts_and_one(ASKED, pos12, c1, g2, p, m, w, false),
        ([None, Some(c2)], _) => parts_and_one(ASKED, &back, c2, g1, p, m, w, true),
        ([None, None], _) => return Err(Unsupported),
    }
    Ok(())
}
