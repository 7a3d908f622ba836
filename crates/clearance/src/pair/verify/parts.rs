//! Shapes of many parts: the two that decide, and a walk of the boxes that leaves nobody out.
//!
//! Apart: two parts hold the witness points, each where it faces the other; every other two whose boxes are
//! no farther from each other than the distance are shown to be as far apart, across a half_space_in_world. Then borders do
//! not meet, and one point of each connected piece tells whether a solid of space holds it.
//!
//! Overlapping: of unions and regions of the half_space_in_world, two parts overlap as deeply as said, and each other two,
//! moved along some normal by that depth, are parted: so none is deeper. Most are told by their boxes along
//! the answer's own normal. A solid of space overlaps by its inside, not by two triangles: there the question
//! is asked again. That parts which touch do not overlap is asked again, too.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use glam::DVec3;

use super::again::again;
use super::claims::{Flaw, Shown, Verified};
use super::{OPEN_BOUNDS, convex, witness};
use crate::math::{Aabb, Real, ScalarOf, lift};
use crate::pair::answer::{Clearance, DepthKind, Relation};
use crate::pair::infallible;
pub(super) use crate::pair::near_parts::are_single;
use crate::pair::near_parts::{at_point, for_each_near_pair, for_each_pair, is_compound, parts_against};
use crate::pair::solids::Solid;
use crate::pair::table::PairSpace;
use crate::shape::{AnyShape, Border, Placed};

/// All claims of an answer about shapes at least one of which is not convex.
pub(super) fn check<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
) -> Result<Verified, Flaw> {
    let distance = answer.distance.to_f64();
    if distance > 0.0 {
        return apart(answer, a, b, bound);
    }
    let relation = infallible::relation(a, b);
    if relation.overlaps() != (distance < 0.0) || relation == Relation::Disjoint {
        return Err(Flaw::WrongSign);
    }
    if distance < 0.0 {
        overlapping(answer, a, b, bound)
    } else {
        touching(answer, a, b, bound)
    }
}

/// Whether two boxes, or any larger ones, are to be looked into.
type BoxFilter<'n, V> = &'n dyn Fn(&Aabb<V>, &Aabb<V>) -> bool;
/// What a walk asks about two shapes, and whether to go on to their parts.
type PairVisitor<'e, V> = &'e mut dyn FnMut(Placed<'_, V>, Placed<'_, V>) -> Result<bool, Flaw>;

/// Calls `each` with every two convex parts whose boxes are near, and on the way there with all that these
/// are parts of, which are left where it says `false`.
fn walk<V: PairSpace>(
    [a, b]: [Placed<'_, V>; 2],
    near: BoxFilter<'_, V>,
    each: PairVisitor<'_, V>,
) -> Result<(), Flaw> {
    let (a, b) = (a.simplest(), b.simplest());
    if !each(a, b)? || are_single(a, b) {
        return Ok(());
    }
    let mut result = Ok(());
    let parts = [parts_against(a, b), parts_against(b, a)];
    let _ = for_each_pair([a, b], parts, &|p, q| near(p, q), &mut |p, q, _| {
        result = walk([p, q], near, each);
        if result.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    result
}

/// Two convex parts of which the answer holds; their boxes hold the witness points.
fn deciding_parts<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
) -> Result<Option<Verified>, Flaw> {
    let margin = ScalarOf::<V>::lit(2.0 * bound);
    let holds = |s: &Aabb<V>, at: V| s.inflated(margin).contains(&Aabb { min: at, max: at });
    let near = |p: &Aabb<V>, q: &Aabb<V>| holds(p, answer.point_a) && holds(q, answer.point_b);
    let of_parts = Clearance {
        depth_kind: DepthKind::Exact,
        ..*answer
    };
    let mut found = None;
    walk([a, b], &near, &mut |p, q| {
        if found.is_none() && are_single(p, q) && near(&p.aabb(), &q.aabb()) {
            found = convex::check(&of_parts, p, q, bound).ok();
        }
        Ok(found.is_none())
    })?;
    Ok(found)
}

/// Shows that each two convex parts are as far apart as the answer says, or overlap by no more, across a
/// half_space_in_world: along the answer's normal, which settles most pairs by their boxes, or else their own. `Again`
/// where a solid of space overlaps another part, of which this does not tell how deep.
fn check_all_separated<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
    flaw: Flaw,
) -> Result<Shown, Flaw> {
    let (distance, n) = (answer.distance.to_f64(), lift(answer.normal));
    let least = distance - OPEN_BOUNDS * bound;
    // Boxes are compared in the precision of the space: with half of what the bound leaves.
    let half_open = distance - 0.5 * OPEN_BOUNDS * bound;
    let near = |p: &Aabb<V>, q: &Aabb<V>| {
        let is_close = p.overlaps(q) || p.distance(q).to_f64() < half_open;
        // Boxes without end have a gap that is no number: they are looked into.
        is_close
            && !matches!(
                gap_of_boxes(p, q, n).partial_cmp(&half_open),
                Some(Ordering::Greater | Ordering::Equal)
            )
    };
    let mut shown = Shown::Within;
    walk([a, b], &near, &mut |p, q| {
        if !are_single(p, q) {
            let by_insides = distance <= 0.0 && overlap_by_insides(p, q);
            shown = if by_insides { Shown::Again } else { shown };
            return Ok(!by_insides);
        }
        let own = || crate::pair::clearance(p, q).map(|c| witness::gap(p, q, c.normal));
        let is_parted =
            witness::gap(p, q, answer.normal) >= least || own().map_err(|_| Flaw::NotProvable)? >= least;
        if is_parted { Ok(true) } else { Err(flaw) }
    })?;
    Ok(shown)
}

/// How far two boxes are apart along a unit vector; negative where they overlap.
fn gap_of_boxes<V: PairSpace>(p: &Aabb<V>, q: &Aabb<V>, n: DVec3) -> f64 {
    let ([p_min, p_max], [q_min, q_max]) = ([p.min, p.max].map(lift), [q.min, q.max].map(lift));
    let along = |i: usize| {
        if n[i] > 0.0 {
            n[i] * (q_min[i] - p_max[i])
        } else {
            n[i] * (q_max[i] - p_min[i])
        }
    };
    (0..V::DIM).map(along).sum()
}

fn apart<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
) -> Result<Verified, Flaw> {
    let overlap = |p: &Aabb<V>, q: &Aabb<V>| p.overlaps(q);
    // A gap as small as rounding: that it is one, each two parts are asked again.
    let is_clear = answer.distance.to_f64() > OPEN_BOUNDS * bound;
    walk([a, b], &overlap, &mut |p, q| {
        if are_single(p, q) {
            let apart = is_clear || !infallible::intersects(p, q);
            return if apart { Ok(true) } else { Err(Flaw::WrongSign) };
        }
        check_none_inside(p, q)?;
        Ok(!is_clear || is_compound(p) || is_compound(q))
    })?;
    check_all_separated(answer, a, b, bound, Flaw::NotShortest)?;
    let sign = if is_clear { Shown::Exactly } else { Shown::Again };
    match deciding_parts(answer, a, b, bound)? {
        Some(_) => Ok(Verified::within(bound, sign, Some(Shown::Within))),
        None => Err(why_misplaced(answer, a, b, bound)),
    }
}

/// Why no two parts hold the witness points where they face each other.
fn why_misplaced<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
) -> Flaw {
    if !is_near_some_part(a, answer.point_a, bound) {
        Flaw::PointAOutside
    } else if !is_near_some_part(b, answer.point_b, bound) {
        Flaw::PointBOutside
    } else {
        Flaw::WrongNormal
    }
}

/// Whether a point is in a part, or no farther from one than the bound. The inside of a solid of space is not
/// looked at.
pub(super) fn is_near_some_part<V: PairSpace>(s: Placed<'_, V>, point: V, bound: f64) -> bool {
    let s = s.simplest();
    if s.shape.parts().is_none() {
        return witness::contains(s, point, bound);
    }
    let mut found = false;
    let margin = ScalarOf::<V>::lit(2.0 * bound);
    let _ = at_world_point(point, |p| {
        for_each_near_pair(s, p, margin, &mut |part, _, _| {
            found = is_near_some_part(part, point, bound);
            Ok(!found)
        })
    });
    found
}

/// Asks about a point of the world, as a shape.
pub(super) fn at_world_point<V: PairSpace, R>(point: V, question: impl FnOnce(Placed<'_, V>) -> R) -> R {
    let nowhere = crate::math::Pose::IDENTITY;
    at_point(point, &crate::math::Place::world(&nowhere), question)
}

/// Shows that neither of two shapes, if it is a solid of space, holds a connected piece of the other, whose
/// border its own does not meet.
fn check_none_inside<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<(), Flaw> {
    if V::DIM == 2 || is_compound(a) || is_compound(b) || !a.aabb().overlaps(&b.aabb()) {
        return Ok(());
    }
    for (solid, other) in [(a, b), (b, a)] {
        if Solid::new(solid).is_some() && contains_a_piece(solid, other) {
            return Err(Flaw::WrongSign);
        }
    }
    Ok(())
}

/// Whether a solid holds the first corner of any connected piece of another shape.
fn contains_a_piece<V: PairSpace>(solid: Placed<'_, V>, other: Placed<'_, V>) -> bool {
    let holds = |s: Placed<'_, V>| {
        let corner = match s.shape.core() {
            Some(core) => core.vertices[0],
            // The middle of a curved shape. A half-space is in no solid, and is not asked about here.
            None => V::ZERO,
        };
        at_point(corner, &s.place, |p| infallible::intersects(p, solid))
    };
    let Some(facets) = other.shape.parts().and_then(|p| p.facets()) else {
        return other.aabb().min.is_finite() && holds(other);
    };
    // A terrain is one piece, though it does not tell its neighbours.
    let is_one = other.shape.kind() == "terrain";
    let firsts = if is_one {
        Vec::from([0])
    } else {
        one_of_each_piece(facets)
    };
    firsts
        .into_iter()
        .any(|first| facets.facet(first).placed_in(&other.place, holds))
}

/// A facet of each set of facets that hang together.
fn one_of_each_piece<V: PairSpace>(facets: &dyn Border<V>) -> Vec<usize> {
    let mut seen = alloc::vec![false; facets.facet_count()];
    let (mut firsts, mut open) = (Vec::new(), Vec::new());
    for first in 0..seen.len() {
        if seen[first] {
            continue;
        }
        seen[first] = true;
        firsts.push(first);
        open.push(first);
        while let Some(facet) = open.pop() {
            for next in (0..V::DIM).filter_map(|k| facets.neighbour(facet, k)) {
                if !core::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
    }
    firsts
}

fn touching<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
) -> Result<Verified, Flaw> {
    // The half_space_in_world must part the wholes: two parts that touch in a corner would take many another.
    let parts_all = witness::gap(a, b, answer.normal) >= -OPEN_BOUNDS * bound;
    if parts_all && deciding_parts(answer, a, b, bound)?.is_some() {
        return Ok(Verified::within(bound, Shown::Again, Some(Shown::Again)));
    }
    again(answer, a, b, bound)
}

fn overlapping<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
) -> Result<Verified, Flaw> {
    if answer.depth_kind != DepthKind::Local {
        return Err(Flaw::WrongDepthKind);
    }
    let others = check_all_separated(answer, a, b, bound, Flaw::NotDeepest)?;
    match deciding_parts(answer, a, b, bound)? {
        Some(of_parts) if others <= Shown::Within => Ok(Verified::within(bound, of_parts.sign, None)),
        _ => again(answer, a, b, bound),
    }
}

/// Whether one of two shapes is a solid of space and neither a compound: how deep they overlap is not told by
/// triangles.
fn overlap_by_insides<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let is_solid = |s: Placed<'_, V>| Solid::new(s.simplest()).is_some();
    V::DIM == 3 && !is_compound(a) && !is_compound(b) && (is_solid(a) || is_solid(b))
}
