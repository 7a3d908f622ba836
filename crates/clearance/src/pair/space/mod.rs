//! The float tests of space: separating axes for two boxes, support searches for all other cores.
//!
//! Each computes a clearance, or bounds of it, in double precision and in A's local frame, and compares it
//! with the error bound of [`Meeting`]; what is within that is for exact arithmetic.

mod boxes;
mod boxes_single;
mod containment;
pub(super) mod rod_triangle;
mod sat_hull;
mod search;
pub(crate) mod triangles;

pub(crate) use search::{Found, hand_out, search};

use core::cmp::Ordering;

use glam::DVec3;

use super::answer::{Clearance, Manifold, Relation};
use super::contact::{clip3, one_contact};
use super::core3::{Hull, Meeting, Solid};
use super::gjk_epa::epa::Depth;
use super::gjk_epa::gjk::{Limits, Outcome};
use super::question::{
    ClearanceQuestion, DistanceQuestion, FloatTest, IntersectsQuestion, ManifoldQuestion, RelationQuestion,
    Space,
};
use super::round::{ball_cuboid, balls, closed_form, rods};
use crate::math::{Pose, Real};
use crate::shape::FewEdges;
use crate::shape::{Placed, Shape3, Space3};
use boxes_single::Sure;
use search::{STEPS, apart, axis_beyond, depth, find, gap};
use triangles::Triangles;

/// Polygons are of the plane.
pub(crate) fn few_edges<V: Space3>(_: &Shape3<V>) -> Option<FewEdges<'_, V::Scalar>> {
    None
}

/// Polygons are of the plane.
#[inline(always)]
pub(crate) fn few_meet<V: Space3>(_: [FewEdges<'_, V::Scalar>; 2], _: [&Pose<V>; 2]) -> Option<bool> {
    None
}

/// Two shapes of one common kind, each with its own test; `None` for all others.
macro_rules! of_one_kind {
    ($a:ident, $b:ident, $test:ident) => {
        match ($a.shape, $b.shape) {
            (Shape3::Sphere(x), Shape3::Sphere(y)) => {
                balls::$test((x.radius(), $a.place), (y.radius(), $b.place))
            }
            (Shape3::Capsule(x), Shape3::Capsule(y)) => rods::$test((x, $a.place), (y, $b.place)),
            _ => None,
        }
    };
}

impl<V: Space3> FloatTest<V, Space> for IntersectsQuestion {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fast_path(self, a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<bool> {
        of_one_kind!(a, b, meet)
    }
    #[inline]
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
        if let Some(sure) = boxes_single::ask(&a, &b, 0.0) {
            return Some(sure == Sure::Meet);
        }
        if let Some(answer) = closed_form::intersects3(a, b).or_else(|| ball_cuboid::intersects3(a, b)) {
            return Some(answer);
        }
        let (a, b) = (Solid::new(a), Solid::new(b));
        let (a, b) = (a.as_ref()?, b.as_ref()?);
        let meeting = Meeting::new(a, b);
        meets(&meeting)
    }
}

impl<V: Space3> FloatTest<V, Space> for RelationQuestion {
    #[inline(always)]
    fn fast_path(self, _: &Placed<'_, V>, _: &Placed<'_, V>) -> Option<Relation> {
        None
    }
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
        if let Some(answer) = closed_form::relation3(a, b) {
            return Some(answer);
        }
        let (a, b) = (Solid::new(a), Solid::new(b));
        let (a, b) = (a.as_ref()?, b.as_ref()?);
        let meeting = Meeting::new(a, b);
        let overlap = overlaps(&meeting)?;
        if overlap {
            containment::relation_of_overlapping(&meeting)
        } else {
            Some(Relation::Disjoint)
        }
    }
}

impl<V: Space3> FloatTest<V, Space> for ClearanceQuestion {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fast_path(self, a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<Self::Answer> {
        of_one_kind!(a, b, clearance).map(Ok)
    }
    #[inline]
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer> {
        if let Some(answer) = closed_form::clearance3(a, b).or_else(|| ball_cuboid::clearance3(a, b)) {
            return Some(Ok(answer));
        }
        let (a, b) = (Solid::new(a), Solid::new(b));
        let (a, b) = (a.as_ref()?, b.as_ref()?);
        let (meeting, swapped) = ordered(a, b);
        let c = ordered_clearance(&meeting)?;
        Some(Ok(if swapped { c.mirrored() } else { c }))
    }
}

impl<V: Space3> FloatTest<V, Space> for DistanceQuestion {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fast_path(self, a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<V::Scalar> {
        of_one_kind!(a, b, distance)
    }
    #[inline]
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<V::Scalar> {
        if boxes_single::ask(&a, &b, 0.0) == Some(Sure::Meet) {
            return Some(Real::ZERO);
        }
        if let Some(answer) = closed_form::clearance3(a, b).or_else(|| ball_cuboid::clearance3(a, b)) {
            return Some(answer.distance.max(Real::ZERO));
        }
        let (a, b) = (Solid::new(a), Solid::new(b));
        let (a, b) = (a.as_ref()?, b.as_ref()?);
        let meeting = ordered(a, b).0;
        if !meeting.is_accurate() {
            return None;
        }
        let found = match (meeting.a.hull, meeting.b.hull) {
            (Hull::Box(a), Hull::Box(b)) => boxes::apart(&meeting, a, b),
            _ => triangles(&meeting)
                .and_then(|triangles| triangles.apart())
                .or_else(|| rod_triangle::clearance(&meeting).map(Some))
                .or_else(|| apart(&meeting, meeting.between)),
        };
        match found? {
            Some(found) => hand_out(&meeting, found).map(|c| c.distance.max(Real::ZERO)),
            None => Some(Real::ZERO),
        }
    }
}

impl<V: Space3> FloatTest<V, Space> for ManifoldQuestion<V> {
    /// The contact of two spheres.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fast_path(self, a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<Self::Answer> {
        match (a.shape, b.shape) {
            (Shape3::Sphere(x), Shape3::Sphere(y)) => {
                balls::manifold((x.radius(), a.place), (y.radius(), b.place), self.margin).map(Ok)
            }
            _ => None,
        }
    }
    /// The whole manifold of two boxes or polyhedra at once; the long way for others.
    #[inline]
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer> {
        if one_contact::serves(a.shape, b.shape) {
            return one_contact::manifold(a, b, self.margin).map(Ok);
        }
        if let Some(normal) = boxes_single::axis_beyond(&a, &b, self.margin.to_f64()) {
            return Some(Ok(Manifold::new(V::from_double(normal))));
        }
        let (a, b) = (Solid::new(a), Solid::new(b));
        let (a, b) = (a.as_ref()?, b.as_ref()?);
        let (meeting, swapped) = ordered(a, b);
        let boxed = match (&meeting.a.hull, &meeting.b.hull) {
            (Hull::Box(a), Hull::Box(b)) => boxes::manifold(&meeting, *a, *b, self.margin),
            _ => None,
        };
        let manifold = match boxed {
            Some(manifold) => manifold,
            None => general_manifold(&meeting, self.margin)?,
        };
        Some(Ok(if swapped { manifold.mirrored() } else { manifold }))
    }
}

/// Of two solids in order: an axis beyond the margin, else the clearance, and its contacts.
fn general_manifold<V: Space3>(meeting: &Meeting<'_, V>, margin: V::Scalar) -> Option<Manifold<V>> {
    let enough = margin.to_f64() + meeting.a.radius + meeting.b.radius + meeting.error;
    let c = match beyond_or_clearance(meeting, enough)? {
        Ok(normal) => return Some(Manifold::new(V::from_double(meeting.a.frame.direction(normal)))),
        Err(c) => c,
    };
    if c.distance > margin {
        return Some(Manifold::new(c.normal));
    }
    Some(clip3::manifold(meeting.a, meeting.b, &c, margin))
}

/// An axis along which the gap of the hulls is surely more than `enough`, else the clearance.
fn beyond_or_clearance<V: Space3>(
    meeting: &Meeting<'_, V>,
    enough: f64,
) -> Option<Result<DVec3, Clearance<V>>> {
    if meeting.is_accurate()
        && let Some(found) = triangles(meeting).and_then(|triangles| triangles.beyond_or_clearance(enough))
    {
        return match found {
            Ok(normal) => Some(Ok(normal)),
            Err(found) => hand_out(meeting, found).map(Err),
        };
    }
    if !matches!((&meeting.a.hull, &meeting.b.hull), (Hull::Box(_), Hull::Box(_)))
        && let Some(normal) = axis_beyond(meeting, enough)
    {
        return Some(Ok(normal));
    }
    ordered_clearance(meeting).map(Err)
}

/// The clearance of two triangles, and the distance of a triangle and a point or segment.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn in_closed_form<V: Space3>(meeting: &Meeting<'_, V>) -> Option<Found> {
    match triangles(meeting) {
        Some(triangles) => triangles.clearance(),
        None => rod_triangle::clearance(meeting),
    }
}

/// Both hulls, where they are triangles.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn triangles<V: Space3>(meeting: &Meeting<'_, V>) -> Option<Triangles> {
    match (&meeting.a.hull, &meeting.b.hull) {
        (Hull::Few(a, 3), Hull::Few(b, 3)) => Some(Triangles::new(meeting, a, b)),
        _ => None,
    }
}

/// From one side always: the same bits whichever is asked about first. Also whether the two were exchanged.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn ordered<'a, V: Space3>(a: &'a Solid<'a, V>, b: &'a Solid<'a, V>) -> (Meeting<'a, V>, bool) {
    let swapped = a.order(b) == Ordering::Greater;
    let (first, second) = if swapped { (b, a) } else { (a, b) };
    (Meeting::new(first, second), swapped)
}

/// Contacts of two convex shapes whose clearance is known.
pub(crate) fn clip<V: Space3>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    clip3::clip(a, b, c, margin)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn meets<V: Space3>(meeting: &Meeting<'_, V>) -> Option<bool> {
    let touch = meeting.a.radius + meeting.b.radius;
    if let (Hull::Box(a), Hull::Box(b), true) = (meeting.a.hull, meeting.b.hull, touch == 0.0) {
        return boxes::overlaps(meeting, a, b);
    }
    overlaps(meeting)
}

/// Whether the insides meet: a sure yes or a sure no.
fn overlaps<V: Space3>(meeting: &Meeting<'_, V>) -> Option<bool> {
    let touch = meeting.a.radius + meeting.b.radius;
    if let (Hull::Box(a), Hull::Box(b), true) = (meeting.a.hull, meeting.b.hull, touch == 0.0) {
        return boxes::overlaps(meeting, a, b);
    }
    if meeting.between.length() - (meeting.a.reach + meeting.b.reach) > touch + meeting.error {
        return Some(false);
    }
    if !meeting.is_in_range() {
        return None;
    }
    if let (Some(triangles), true) = (triangles(meeting), touch == 0.0)
        && let Some(answer) = triangles.meet()
    {
        return Some(answer);
    }
    let limits = Limits {
        gap: gap(meeting),
        enough: touch + meeting.error,
        steps: STEPS,
    };
    let (at_least, at_most, simplex) = match find(meeting, meeting.between, limits) {
        Outcome::Separated(s, simplex) | Outcome::Unconverged(s, simplex) => (s.at_least, s.at_most, simplex),
        Outcome::Overlapping(simplex) => (-f64::INFINITY, limits.gap, simplex),
    };
    if at_least > touch + meeting.error {
        return Some(false);
    }
    if at_most < touch - meeting.error {
        return Some(true);
    }
    if touch > 0.0 {
        return None;
    }
    let enough = meeting.error;
    if simplex.depth() > enough {
        return Some(true);
    }
    match depth(meeting, &simplex, enough) {
        Depth::Found(f) => (f.at_least > enough).then_some(true),
        Depth::Unconverged { at_least, .. } => (at_least > enough).then_some(true),
        Depth::Flat => None,
    }
}

fn ordered_clearance<V: Space3>(meeting: &Meeting<'_, V>) -> Option<Clearance<V>> {
    if !meeting.is_accurate() {
        return None;
    }
    let found = match (meeting.a.hull, meeting.b.hull) {
        (Hull::Box(a), Hull::Box(b)) => boxes::clearance(meeting, a, b)?,
        _ => match in_closed_form(meeting) {
            Some(found) => found,
            None => search(meeting, meeting.between)?,
        },
    };
    hand_out(meeting, found)
}
