//! Shapes of many parts: the two parts that decide, and a walk through the boxes that omits no pair.
//!
//! Apart: two parts contain the witness points, each where it faces the other. Every other pair whose boxes
//! are no further from each other than the distance is shown to be as far apart, across a plane. Borders then
//! do not meet, so one point of each connected piece tells whether a solid of space contains it.
//!
//! Overlapping unions and regions of the plane: two parts overlap as deeply as claimed, and every other pair
//! is separated when moved along some normal by that depth, so none is deeper. For most pairs their boxes
//! along the answer's own normal show it. A solid of space overlaps by its interior, not by two triangles:
//! there the question is asked again. That touching parts do not overlap is asked again, too.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use glam::DVec3;

use super::claims::{Flaw, Shown, Verified};
use super::{Claim, witness};
use crate::math::{Aabb, Real, ScalarOf, lift};
use crate::pair;
use crate::pair::answer::{Clearance, DepthKind, Relation};
use crate::pair::ask::table::PairSpace;
use crate::pair::near_parts::{
    are_single, at_point, at_world_point, for_each_near_pair, for_each_pair, is_compound, parts_against,
};
use crate::pair::solids::Solid;
use crate::shape::{AnyShape, Placed};

/// Whether two boxes are close enough to look at their parts; it must hold for larger boxes, too.
type BoxFilter<'n, V> = &'n dyn Fn(&Aabb<V>, &Aabb<V>) -> bool;
/// Checks two shapes and answers whether to go on to their parts.
type PairVisitor<'e, V> = &'e mut dyn FnMut(Placed<'_, V>, Placed<'_, V>) -> Result<bool, Flaw>;

/// Calls `each` with every two convex parts whose boxes are near, and before with all shapes that these are
/// parts of. Parts of shapes for which it answers `false` are left out.
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

impl<V: PairSpace> Claim<'_, V> {
    /// All claims of an answer about shapes at least one of which is not convex.
    pub(super) fn check_parts(&self) -> Result<Verified, Flaw> {
        let distance = self.distance();
        if distance > 0.0 {
            return self.check_apart();
        }
        let relation = pair::relation(self.a, self.b);
        if relation.overlaps() != (distance < 0.0) || relation == Relation::Disjoint {
            return Err(Flaw::WrongSign);
        }
        if distance < 0.0 {
            self.check_overlapping()
        } else {
            self.check_touching()
        }
    }
    fn check_apart(&self) -> Result<Verified, Flaw> {
        let overlap = |p: &Aabb<V>, q: &Aabb<V>| p.overlaps(q);
        // Where the gap is as small as rounding, each two parts are asked again.
        let is_clear = self.distance() > self.open();
        walk([self.a, self.b], &overlap, &mut |p, q| {
            if are_single(p, q) {
                let is_apart = is_clear || !pair::intersects(p, q);
                return if is_apart { Ok(true) } else { Err(Flaw::WrongSign) };
            }
            check_none_inside(p, q)?;
            Ok(!is_clear || is_compound(p) || is_compound(q))
        })?;
        self.check_all_separated(Flaw::NotShortest)?;
        let sign = if is_clear { Shown::Exactly } else { Shown::Again };
        match self.check_deciding_parts() {
            Some(_) => Ok(Verified::within(self.bound, sign, Some(Shown::Within))),
            None => Err(self.why_misplaced()),
        }
    }
    fn check_touching(&self) -> Result<Verified, Flaw> {
        // The plane must separate the wholes: two parts that touch in a corner would accept many planes.
        let separates_all = witness::gap(self.a, self.b, self.answer.normal) >= -self.open();
        if separates_all && self.check_deciding_parts().is_some() {
            return Ok(Verified::within(self.bound, Shown::Again, Some(Shown::Again)));
        }
        self.ask_again()
    }
    fn check_overlapping(&self) -> Result<Verified, Flaw> {
        if self.answer.depth_kind != DepthKind::Local {
            return Err(Flaw::WrongDepthKind);
        }
        let others = self.check_all_separated(Flaw::NotDeepest)?;
        match self.check_deciding_parts() {
            Some(of_parts) if others <= Shown::Within => {
                Ok(Verified::within(self.bound, of_parts.sign, None))
            }
            _ => self.ask_again(),
        }
    }
    /// Two convex parts for which the answer holds; their boxes contain the witness points.
    fn check_deciding_parts(&self) -> Option<Verified> {
        let answer = self.answer;
        let margin = ScalarOf::<V>::lit(2.0 * self.bound);
        let contains = |s: &Aabb<V>, at: V| s.inflated(margin).contains(&Aabb::at(at));
        let near = |p: &Aabb<V>, q: &Aabb<V>| contains(p, answer.point_a) && contains(q, answer.point_b);
        let depth_kind = DepthKind::Exact;
        let answer = &Clearance {
            depth_kind,
            ..*answer
        };
        let mut found = None;
        // The visitor never fails.
        let _ = walk([self.a, self.b], &near, &mut |a, b| {
            if found.is_none() && are_single(a, b) && near(&a.aabb(), &b.aabb()) {
                let bound = self.bound;
                found = Claim { answer, a, b, bound }.check_convex().ok();
            }
            Ok(found.is_none())
        });
        found
    }
    /// Shows that each two convex parts are at least as far apart as the answer says, or overlap by no more,
    /// across a plane. The plane across the answer's normal settles most pairs by their boxes; the others
    /// have one of their own. `Again` where a solid of space overlaps another part: triangles do not tell how
    /// deep.
    fn check_all_separated(&self, flaw: Flaw) -> Result<Shown, Flaw> {
        let (distance, n) = (self.distance(), lift(self.answer.normal));
        let least = distance - self.open();
        // Boxes are compared in the precision of the space, so half of what the bound leaves open is kept
        // back.
        let half_open = distance - 0.5 * self.open();
        let near = |p: &Aabb<V>, q: &Aabb<V>| {
            let is_close = p.overlaps(q) || p.distance(q).to_f64() < half_open;
            // The gap of unbounded boxes is not a number: their parts are looked at.
            let gap = gap_of_boxes(p, q, n).partial_cmp(&half_open);
            is_close && !gap.is_some_and(Ordering::is_ge)
        };
        let mut shown = Shown::Within;
        walk([self.a, self.b], &near, &mut |p, q| {
            if !are_single(p, q) {
                let by_interiors = distance <= 0.0 && overlap_by_interiors(p, q);
                shown = if by_interiors { Shown::Again } else { shown };
                return Ok(!by_interiors);
            }
            let own = || crate::pair::clearance(p, q).map(|c| witness::gap(p, q, c.normal));
            let is_separated = witness::gap(p, q, self.answer.normal) >= least
                || own().map_err(|_| Flaw::NotProvable)? >= least;
            if is_separated { Ok(true) } else { Err(flaw) }
        })?;
        Ok(shown)
    }
    /// Why no two parts contain the witness points where they face each other.
    fn why_misplaced(&self) -> Flaw {
        if !is_near_some_part(self.a, self.answer.point_a, self.bound) {
            Flaw::PointAOutside
        } else if !is_near_some_part(self.b, self.answer.point_b, self.bound) {
            Flaw::PointBOutside
        } else {
            Flaw::WrongNormal
        }
    }
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

/// Whether a point is in a part, or no further from one than the bound. The interior of a solid of space is
/// not looked at.
pub(super) fn is_near_some_part<V: PairSpace>(s: Placed<'_, V>, point: V, bound: f64) -> bool {
    let s = s.simplest();
    if s.shape.parts().is_none() {
        return witness::contains(s, point, bound);
    }
    let margin = ScalarOf::<V>::lit(2.0 * bound);
    let walk = at_world_point(point, |p| {
        for_each_near_pair(s, p, margin, &mut |part, _, _| {
            if is_near_some_part(part, point, bound) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    });
    walk.is_break()
}

/// Shows that neither of two shapes whose borders do not meet, if it is a solid of space, contains a
/// connected piece of the other.
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

/// Whether a solid contains the first corner of any connected piece of another shape.
fn contains_a_piece<V: PairSpace>(solid: Placed<'_, V>, other: Placed<'_, V>) -> bool {
    let contains = |s: Placed<'_, V>| {
        let corner = match s.shape.core() {
            Some(core) => core.vertices[0],
            // The middle of a curved shape. No solid contains a half-space, and none is asked about here.
            None => V::ZERO,
        };
        at_point(corner, &s.place, |p| pair::intersects(p, solid))
    };
    let Some(facets) = other.shape.parts().and_then(|p| p.facets()) else {
        return other.aabb().min.is_finite() && contains(other);
    };
    let contains_facet = |i: usize| facets.facet(i).placed_in(&other.place, contains);
    // A terrain is one piece, though it does not know its neighbours.
    if other.shape.kind() == "terrain" {
        return contains_facet(0);
    }
    match facets.components() {
        Some(components) => components.firsts().iter().any(|&i| contains_facet(i as usize)),
        None => (0..facets.facet_count()).any(contains_facet),
    }
}

/// Whether one of two shapes is a solid of space and neither is a compound: triangles do not tell how deep
/// these overlap.
fn overlap_by_interiors<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let is_solid = |s: Placed<'_, V>| Solid::new(s.simplest()).is_some();
    V::DIM == 3 && !is_compound(a) && !is_compound(b) && (is_solid(a) || is_solid(b))
}
