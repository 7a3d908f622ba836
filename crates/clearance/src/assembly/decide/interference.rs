//! What a pair of parts is called: plain shapes by their relation (`plain.rs`), polyhedra step by step
//! (`decision.rs`).

use glam::DVec3;

use super::bodies::bodies_of;
use super::boxes::AlignedBoxes;
use super::decision::decision;
use super::kept::Kept;
use super::near_origin::NearOrigin;
use super::plain::{depth_of, is_plain_clash, plain_finding};
use crate::assembly::class::{Class, Finding, Settings, Tolerance};
use crate::assembly::solid::Solid;
use crate::assembly::unit::Unit;
use crate::cast::{DepthBounds, parted_along};
use crate::math::Pose;
use crate::pair::relation;
use crate::shape::Placed;

/// A motion that parts what overlaps by rounding is no longer than so many times that.
const PARTED_WITHIN: f64 = 4.0;

/// What a pair of parts is called, and what led to it; `None` where they are clear of each other.
///
/// Meshes and hulls count as the surfaces that they were made from, where these are recognised ([`Faces`]):
/// planes and recognised curved faces have no tolerance but the error of their fit. Of other curved faces the
/// [`Tolerance`] says how far their facets may be off. A gap up to a length that was given as tolerance is
/// contact for all faces.
///
/// Limits. A common part is asked at samples of its border, and the least gap of two surfaces, or of an edge
/// and a surface, is searched from where facets are near. Spheres, cylinders and other curved shapes that
/// are no meshes are compared by their relation, with the facets of the other part as tolerance. Areas and
/// volumes are those of the facets.
///
/// Cost: a relation and a clearance; where the parts overlap their common part as a mesh, some µs for each of
/// its triangles, and with [`Settings::depth`] tenths of a second for the depth. An
/// [`Assembly`](crate::assembly::Assembly) asks this once for all copies of a pair of solids that are beside
/// each other in the same way, but for the depth.
///
/// ```
/// use clearance::{Pose, assembly::{Class, Settings, Solid, interference}, d3::Shape, glam::DVec3};
/// // A square pillar, and a slab that stands on it.
/// let block = |low: f64, high: f64, half: f64| {
///     let corner = |x: f64, y: f64, z: f64| DVec3::new(x * half, y * half, z);
///     let ring = |z: f64| [corner(-1.0, -1.0, z), corner(1.0, -1.0, z), corner(1.0, 1.0, z), corner(-1.0, 1.0, z)];
///     let hull = Shape::convex(&[ring(low), ring(high)].concat())?;
///     Ok::<_, clearance::shape::InvalidShape>(Solid::new(hull, 0.0, 0.0))
/// };
/// let (pillar, slab, here) = (block(0.0, 5.0, 1.0)?, block(5.0, 6.0, 3.0)?, Pose::IDENTITY);
/// let found = interference((&pillar, &here), (&slab, &here), &Settings::default()).expect("contact");
/// assert_eq!(found.class, Class::Contact);
/// assert_eq!(found.contact.map(|contact| contact.area), Some(4.0));
/// # Ok::<(), clearance::shape::InvalidShape>(())
/// ```
///
/// [`Faces`]: crate::assembly::Faces
/// [`Tolerance`]: crate::assembly::Tolerance
pub fn interference(
    a: (&Solid, &Pose<DVec3>),
    b: (&Solid, &Pose<DVec3>),
    settings: &Settings,
) -> Option<Finding> {
    interference_kept(a, b, settings, None)
}

/// The same, with answers that are kept for other places of the same solids.
pub(in crate::assembly) fn interference_kept(
    a: (&Solid, &Pose<DVec3>),
    b: (&Solid, &Pose<DVec3>),
    settings: &Settings,
    kept: Option<&Kept>,
) -> Option<Finding> {
    let (solids, poses) = ([a.0, b.0], [a.1, b.1]);
    let placed = [0, 1].map(|k| Placed::new(solids[k].shape(), poses[k]));
    if let Some((unit, [p, q])) = in_unit(placed, poses) {
        let found = interference_kept((a.0, &p), (b.0, &q), &unit.settings(settings), None)?;
        return Some(unit.inverse().finding(found));
    }
    let boxes = AlignedBoxes::new(&placed);
    let bodies = || bodies_of(solids, settings.tolerance);
    let Some(bodies) = boxes.is_none().then(bodies).flatten() else {
        let relation = relation(placed[0], placed[1]);
        return plain_finding((solids, placed), boxes.as_ref(), relation, settings);
    };
    let near = NearOrigin::of(solids, bodies, poses);
    let decide = || decision(solids, bodies, &near, settings).finding();
    let found = match kept {
        Some(kept) => kept.get((solids, &near), settings, decide),
        None => decide(),
    };
    let found = near.in_world(found?);
    // A motion that parts them does so as positions in the world are rounded.
    let depth = depth_by_rounding(placed, &found, &near, settings);
    let depth = depth.or_else(|| depth_of(placed, found.relation, settings));
    Some(Finding { depth, ..found })
}

/// How parts in contact are parted that overlap by no more than rounding: along the normal. In a file of
/// singles a third of all contacts do; by how much they must be moved at least says nothing then, and takes
/// most of the time of a check.
fn depth_by_rounding(
    placed: [Placed<'_, DVec3>; 2],
    found: &Finding,
    near: &NearOrigin,
    settings: &Settings,
) -> Option<DepthBounds<DVec3>> {
    let rounding = near.rounding[0] + near.rounding[1];
    let clearance = found.clearance.ok().filter(|c| c.depth() <= rounding)?;
    if found.class != Class::Contact || !settings.depth || !found.relation.overlaps() {
        return None;
    }
    let bounds = parted_along(placed, clearance.normal, clearance.depth())?;
    (bounds.at_most <= PARTED_WITHIN * rounding).then_some(bounds)
}

/// Whether a pair of parts is a clash, as [`interference`] calls it, without what else is said of it; `None`
/// where it is unanswered.
pub(crate) fn is_clash(
    a: (&Solid, &Pose<DVec3>),
    b: (&Solid, &Pose<DVec3>),
    tolerance: Tolerance,
) -> Option<bool> {
    let settings = &Settings {
        tolerance,
        ..Settings::default()
    };
    let (solids, poses) = ([a.0, b.0], [a.1, b.1]);
    let placed = [0, 1].map(|k| Placed::new(solids[k].shape(), poses[k]));
    if let Some((unit, [p, q])) = in_unit(placed, poses) {
        return is_clash((a.0, &p), (b.0, &q), unit.tolerance(tolerance));
    }
    let bodies = bodies_of(solids, tolerance);
    let Some(bodies) = bodies.filter(|_| AlignedBoxes::new(&placed).is_none()) else {
        return Some(is_plain_clash((solids, placed), settings));
    };
    let near = NearOrigin::of(solids, bodies, poses);
    decision(solids, bodies, &near, settings).is_clash()
}

/// The poses times a unit, where lengths are not of an ordinary size.
fn in_unit(placed: [Placed<'_, DVec3>; 2], poses: [&Pose<DVec3>; 2]) -> Option<(Unit, [Pose<DVec3>; 2])> {
    let unit = Unit::of(placed.into_iter())?;
    Some((unit, [unit.pose(poses[0])?, unit.pose(poses[1])?]))
}
