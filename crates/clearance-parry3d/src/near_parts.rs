//! Searches for parts that parry itself does not do, or does not end: which parts are in a box, and when a
//! moving shape first meets one of them.
//!
//! A cast is asked of each part in the box around the whole way. parry's own searches are faster for long
//! ways through large shapes, but its walk over a height field of space (0.31.1) does not end for some casts
//! without a time limit, and ends early for level ones; and its search for casts that turn passes over parts
//! that are met.

use parry::bounding_volume::{Aabb, BoundingVolume};
use parry::math::{Pose, Real, Vector};
use parry::query::details::ShapeCastOptions;
use parry::query::{NonlinearRigidMotion, QueryDispatcher, ShapeCastHit, ShapeIntersection, Unsupported};
use parry::shape::Shape;

use crate::ClearanceDispatcher;

/// In how many pieces the way of a shape that turns is looked at.
const PIECES: usize = 16;

/// Calls `f` with the number, the pose and the shape of each part that may be in a box of the frame of the
/// whole.
fn for_each_part_in(g: &dyn Shape, bounds: &Aabb, f: &mut dyn FnMut(u32, &Pose, &dyn Shape)) {
    let here = Pose::IDENTITY;
    if let Some(field) = g.as_heightfield() {
        field.map_elements_in_local_aabb(bounds, &mut |i, part| f(i, &here, part));
    } else if let Some(whole) = g.as_composite_shape() {
        for i in whole.bvh().intersect_aabb(bounds) {
            whole.map_part_at(i, &mut |pose, part, _| f(i, pose.unwrap_or(&here), part));
        }
    }
}

/// Whether a part meets a shape.
pub(crate) fn intersection_test(
    pos12: &Pose,
    g1: &dyn Shape,
    g2: &dyn Shape,
) -> Result<ShapeIntersection, Unsupported> {
    let mut found = Ok(ShapeIntersection::new(false));
    for_each_part_in(g1, &g2.compute_aabb(pos12), &mut |i, at, part| {
        if matches!(&found, Ok(found) if !found.intersecting) {
            let with_part = ClearanceDispatcher.intersection_test(&at.inv_mul(pos12), part, g2);
            found = with_part.map(|with| match with.intersecting {
                true => with.with_subshapes(i, with.subshape2),
                false => ShapeIntersection::new(false),
            });
        }
    });
    found
}

/// The first of several hits.
struct First(Result<Option<ShapeCastHit>, Unsupported>);

impl First {
    fn add(&mut self, i: u32, at: &Pose, hit: Result<Option<ShapeCastHit>, Unsupported>) {
        match (&self.0, hit) {
            (Err(Unsupported), _) | (_, Ok(None)) => {}
            (Ok(Some(first)), Ok(Some(hit))) if first.time_of_impact <= hit.time_of_impact => {}
            (_, Ok(Some(hit))) => {
                let hit = hit.transform1_by(at);
                self.0 = Ok(Some(ShapeCastHit { subshape1: i, ..hit }));
            }
            (_, Err(Unsupported)) => self.0 = Err(Unsupported),
        }
    }
}

/// When a shape that goes straight first meets a part of the first one.
pub(crate) fn cast_shapes(
    pos12: &Pose,
    velocity: Vector,
    g1: &dyn Shape,
    g2: &dyn Shape,
    options: ShapeCastOptions,
) -> Result<Option<ShapeCastHit>, Unsupported> {
    let start = g2.compute_aabb(pos12).loosened(options.target_distance);
    let whole = g1.compute_local_aabb();
    // After this time the two boxes have passed each other, whichever way they went.
    let apart = (start.center() - whole.center()).length();
    let reach = apart + start.half_extents().length() + whole.half_extents().length();
    let (speed, most) = (velocity.length(), options.max_time_of_impact);
    let end = if speed > 0.0 {
        most.min(1.001 * reach / speed)
    } else {
        0.0
    };
    if !reach.is_finite() {
        return Err(Unsupported);
    }
    let way = start.merged(&Aabb::new(
        start.mins + velocity * end,
        start.maxs + velocity * end,
    ));
    let mut first = First(Ok(None));
    for_each_part_in(g1, &way, &mut |i, at, part| {
        let (pos12, velocity) = (at.inv_mul(pos12), at.rotation.inverse() * velocity);
        first.add(
            i,
            at,
            ClearanceDispatcher.cast_shapes(&pos12, velocity, part, g2, options),
        );
    });
    first.0
}

/// When two shapes that turn first meet; the first has parts.
pub(crate) fn cast_shapes_nonlinear(
    [g1, g2]: [&dyn Shape; 2],
    [motion1, motion2]: [&NonlinearRigidMotion; 2],
    [from, to]: [Real; 2],
    stop: bool,
) -> Result<Option<ShapeCastHit>, Unsupported> {
    let way = way_of_second(g2, [motion1, motion2], [from, to]).ok_or(Unsupported)?;
    let mut first = First(Ok(None));
    for_each_part_in(g1, &way, &mut |i, at, part| {
        let motion1 = motion1.prepend(*at);
        let hit = ClearanceDispatcher.cast_shapes_nonlinear(&motion1, part, motion2, g2, from, to, stop);
        first.add(i, at, hit);
    });
    first.0
}

/// A box, in the frame of the first shape, around all that the second passes. All its points stay within a
/// ball about the point that it turns about. Between two times that are looked at, that point goes no further
/// than at its highest speed.
fn way_of_second(
    g2: &dyn Shape,
    [motion1, motion2]: [&NonlinearRigidMotion; 2],
    [from, to]: [Real; 2],
) -> Option<Aabb> {
    let ball = g2.compute_local_bounding_sphere();
    let radius = (ball.center - motion2.local_center).length() + ball.radius;
    let piece = (to - from) / PIECES as Real;
    let speed = (motion2.linvel - motion1.linvel).length();
    let mut way = Aabb::new_invalid();
    for i in 0..=PIECES {
        let time = from + piece * i as Real;
        let [at1, at2] = [motion1, motion2].map(|motion| motion.position_at_time(time));
        let center = at2 * motion2.local_center;
        let apart = (center - at1 * motion1.local_center).length() + speed * piece.abs();
        let strayed = (speed + turns(motion1) * apart) * piece.abs();
        let half = Vector::splat(radius + strayed);
        way.merge(&Aabb::from_half_extents(
            at1.inverse_transform_point(center),
            half,
        ));
    }
    way.half_extents().is_finite().then_some(way)
}

#[cfg(feature = "dim2")]
fn turns(motion: &NonlinearRigidMotion) -> Real {
    motion.angvel.abs()
}
#[cfg(feature = "dim3")]
fn turns(motion: &NonlinearRigidMotion) -> Real {
    motion.angvel.length()
}
