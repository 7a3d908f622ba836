//! The contacts of shapes of many parts: those of all parts that are near each other, along one normal.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use smallvec::SmallVec;

use crate::math::{Real, ScalarOf, Vector};
use crate::pair;
use crate::pair::answer::{Clearance, Contact, FeatureId, Manifold, QueryError};
use crate::pair::ask::table::PairSpace;
use crate::pair::clip;
use crate::pair::contact::spread::chosen;
use crate::pair::near_parts::{at_world_point, is_compound, try_for_each_near_pair};
use crate::pair::solids::Solid;
use crate::pair::solids::touching::facet_normal;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// Cosine of the angle, about 2 degrees, within which normals count as equal.
const ALIKE: f64 = 0.9995;
/// The sine of that angle, a little more.
const ALIKE_SINE: f64 = 0.0317;

/// Parts of more corners are asked for their clearance without being looked at beforehand.
const FEW: usize = 8;

/// The contacts along the normal of `whole` with clearance up to `margin`.
pub(super) fn manifold<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    whole: &Clearance<V>,
    margin: V::Scalar,
) -> Result<Manifold<V>, QueryError> {
    let mut contacts = Vec::from([Contact {
        point_a: whole.point_a,
        point_b: whole.point_b,
        clearance: whole.distance,
        feature: FeatureId::default(),
    }]);
    let mut add = |found: &Manifold<V>, p: Placed<'_, V>, q: Placed<'_, V>, [i, j]: [usize; 2]| {
        if is_alike(found.normal, whole.normal) {
            let along = found.contacts().iter().filter(|c| is_along(c, whole.normal));
            let along = along.filter(|c| c.clearance > whole.distance || is_on_both(c, p, q));
            let new = along.map(|c| numbered(c, i, j));
            // Two facets of a solid that merely face each other are no deeper than the whole.
            contacts.extend(new.filter(|c| c.clearance >= whole.distance * ScalarOf::<V>::lit(1.0625)));
        }
    };
    let depth = (-whole.distance).max(Real::ZERO);
    match FacingFacets::new(a, b, whole.normal) {
        Some(facing) if depth > Real::ZERO => facing.for_each_near_pair(margin + depth, &mut |p, q, at| {
            add(&clip(p, q, whole, margin), p, q, at);
        }),
        facing => try_for_each_near_pair(a, b, margin + depth, &mut |p, q, at| {
            let may_touch = facing.as_ref().is_none_or(|facing| facing.may_touch(at));
            // Where the wholes do not overlap no two parts do.
            let may_be_parted = || depth > Real::ZERO || may_be_parted_along(p, q, whole.normal);
            if may_touch
                && may_be_parted()
                && let Some(found) = of_parts(p, q, whole.normal, margin)?
            {
                add(&found, p, q, at);
            }
            Ok(true)
        })?,
    }
    Ok(chosen(whole.normal, &contacts))
}

/// The contacts of two parts, where these have about the normal of the whole.
fn of_parts<V: PairSpace>(
    p: Placed<'_, V>,
    q: Placed<'_, V>,
    normal: V,
    margin: V::Scalar,
) -> Result<Option<Manifold<V>>, QueryError> {
    if !(p.shape.is_convex() && q.shape.is_convex()) {
        return crate::pair::manifold(p, q, margin).map(Some);
    }
    let part = crate::pair::clearance(p, q)?;
    if part.distance > margin || !is_alike(part.normal, normal) {
        return Ok(None);
    }
    // Clipping measures heights along the normal of the clearance: here that of the whole.
    let along = Clearance {
        normal,
        distance: (part.point_b - part.point_a).dot(normal),
        ..part
    };
    Ok(Some(clip(p, q, &along, margin)))
}

/// Whether a normal like this one may be that of two parts that do not overlap; `false` proves that none is. The clearance
/// of two triangles that touch takes some microseconds, and of two bodies that lie face on face thousands touch.
///
/// A normal of theirs leads from no corner of A back to one of B, less their radii. So what leads back along this
/// normal may do so only as steeply as the angle between the two allows.
fn may_be_parted_along<V: PairSpace>(p: Placed<'_, V>, q: Placed<'_, V>, normal: V) -> bool {
    let [Some(a), Some(b)] = [p, q].map(|s| s.shape.core()) else {
        return true;
    };
    if a.vertices.len().max(b.vertices.len()) > FEW {
        return true;
    }
    let frames = [p, q].map(|s| BoundedFrame::of(&s.place));
    let corners_of_b: SmallVec<[V; FEW]> = b.vertices.iter().map(|&v| frames[1].point(v)).collect();
    let steepest = ScalarOf::<V>::lit(ALIKE_SINE);
    a.vertices.iter().map(|&v| frames[0].point(v)).all(|from| {
        corners_of_b.iter().all(|&to| {
            let back = from - to;
            let rounding =
                from.max_abs().max(to.max_abs()) * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0);
            back.dot(normal) <= back.length() * steepest + rounding
        })
    })
}

fn is_alike<V: Vector>(m: V, n: V) -> bool {
    m.dot(n) > ScalarOf::<V>::lit(ALIKE)
}

/// Whether the points of a contact lie along the manifold's normal, as its clearance says. A witness of parts
/// with another normal of their own does not.
fn is_along<V: Vector>(c: &Contact<V>, normal: V) -> bool {
    let aside = (c.point_b - c.point_a) - normal * c.clearance;
    aside.max_abs() <= tolerance(c)
}

/// Whether the points of a contact are points of the two parts. A contact as deep as the whole need not be
/// one: clipping moves what is deeper up to the deepest place, and a slanted facet may be deeper.
fn is_on_both<V: PairSpace>(c: &Contact<V>, p: Placed<'_, V>, q: Placed<'_, V>) -> bool {
    let is_on =
        |point: V, part: Placed<'_, V>| at_world_point(point, |s| pair::distance(s, part)) <= tolerance(c);
    is_on(c.point_a, p) && is_on(c.point_b, q)
}

/// How far the points of a contact may be off, relative to their coordinates.
fn tolerance<V: Vector>(c: &Contact<V>) -> V::Scalar {
    let largest = c.point_a.max_abs().max(c.point_b.max_abs());
    largest * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0)
}

/// Visits two parts, given with their indices.
type VisitFacets<'v, V> = &'v mut dyn FnMut(Placed<'_, V>, Placed<'_, V>, [usize; 2]);

/// The facets of two shapes of space, at least one of them a solid, that face each other along a normal.
/// Where such shapes overlap only these make contacts: two triangles do not know on which side the interiors are.
struct FacingFacets<'a, V: PairSpace> {
    shapes: [Placed<'a, V>; 2],
    solids: [Option<Solid<'a, V>>; 2],
    normal: V,
}

impl<'a, V: PairSpace> FacingFacets<'a, V> {
    /// `None` where neither shape is a solid of space, or one is a compound.
    fn new(a: Placed<'a, V>, b: Placed<'a, V>, normal: V) -> Option<Self> {
        let shapes = [a, b];
        let solids = shapes.map(Solid::new);
        let by_facets = V::DIM == 3 && !is_compound(a) && !is_compound(b);
        (by_facets && solids.iter().any(Option::is_some)).then_some(Self {
            shapes,
            solids,
            normal,
        })
    }
    /// Whether facet `i` of A (0) or B (1) faces the other shape; a part of what is no solid always may.
    fn faces_other(&self, side: usize, i: usize) -> bool {
        self.is_in_front(side, i, ScalarOf::<V>::lit(ALIKE))
    }
    /// Whether the cosine of the angle from the outside of a facet to the other shape is more than `least`.
    fn is_in_front(&self, side: usize, i: usize, least: V::Scalar) -> bool {
        let towards = if side == 0 { self.normal } else { -self.normal };
        self.solids[side].is_none_or(|s| facet_normal(s, i).is_some_and(|n| n.dot(towards) > least))
    }
    /// Whether two facets may touch along the normal, where the shapes do not overlap. Two triangles in one plane, or side
    /// by side, do so along both of their normals; of two solids the outside is in front of both. A normal of an edge
    /// or a corner is between those of its facets, so one of them is in front, too.
    fn may_touch(&self, at: [usize; 2]) -> bool {
        let rounding = ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0);
        [0, 1]
            .into_iter()
            .all(|side| self.is_in_front(side, at[side], rounding))
    }
    /// Calls `visit` with every two parts that face each other and whose boxes are within `margin`. The walk
    /// starts from each of the few such facets of a solid, because two solids that overlap deeply have far
    /// too many parts near each other.
    fn for_each_near_pair(&self, margin: V::Scalar, visit: VisitFacets<'_, V>) {
        let own = usize::from(self.solids[0].is_none());
        let (x, y) = (self.shapes[own], self.shapes[1 - own]);
        let Some(parts) = x.shape.parts() else { return };
        let x_frame = BoundedFrame::of(&x.place);
        let mut reached = Vec::new();
        let _ = parts
            .part_boxes()
            .meeting(&x.place, &y.aabb().inflated(margin), &mut |i| {
                reached.push(i);
                ControlFlow::Continue(())
            });
        reached.sort_unstable();
        for i in reached.into_iter().filter(|&i| self.faces_other(own, i)) {
            let near = x_frame.turned_box(parts.part_boxes().aabb(i)).inflated(margin);
            let mut visit = |p: Placed<'_, V>, q: Placed<'_, V>, j: usize| match own {
                0 => visit(p, q, [i, j]),
                _ => visit(q, p, [j, i]),
            };
            parts.part(i).placed_in(&x.place, |p| match y.shape.parts() {
                None if near.overlaps(&y.aabb()) => visit(p, y, 0),
                None => {}
                Some(others) => {
                    let _ = others.part_boxes().meeting(&y.place, &near, &mut |j| {
                        if self.faces_other(1 - own, j) {
                            others.part(j).placed_in(&y.place, |q| visit(p, q, j));
                        }
                        ControlFlow::Continue(())
                    });
                }
            });
        }
    }
}

/// With features that differ from part to part.
fn numbered<V: Vector>(c: &Contact<V>, i: usize, j: usize) -> Contact<V> {
    let mix = |feature: u32, part: usize| feature ^ (part as u32).wrapping_mul(0x9e37_79b1);
    let (a, b) = (mix(c.feature.a, i), mix(c.feature.b, j));
    let feature = FeatureId { a, b };
    Contact { feature, ..*c }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::pair::dice::Dice;
    use crate::shape::Shape3;
    use glam::DVec3;

    /// Where a normal is ruled out, that of the clearance is none like it: of random triangles near each other, and of
    /// those that have a corner in common.
    #[test]
    fn what_is_ruled_out_is_no_normal() {
        let (mut dice, mut ruled_out, mut alike) = (Dice(41), [0; 2], 0);
        for case in 0..4000 {
            let mut corner = || dice.vector() * 4.0;
            let round = |p: DVec3| DVec3::from_array(p.to_array().map(libm::round));
            let shared = round(corner());
            let mut triangle = || {
                let first = if case % 2 == 0 { shared } else { round(corner()) };
                Shape3::convex(&[first, round(corner()), round(corner())])
            };
            let (Ok(a), Ok(b)) = (triangle(), triangle()) else {
                continue;
            };
            let [p, q] = [&a, &b].map(|s| Placed::new(s, &Pose::IDENTITY));
            let c: Clearance<DVec3> = crate::pair::clearance(p, q).expect("an answer");
            if c.distance < 0.0 {
                continue;
            }
            let normals = [
                (dice.vector() * 0.02 + c.normal).normalize(),
                dice.vector().normalize(),
            ];
            for (normal, ruled_out) in normals.into_iter().zip(&mut ruled_out) {
                let is_alike = is_alike(c.normal, normal);
                alike += usize::from(is_alike);
                if !may_be_parted_along(p, q, normal) {
                    assert!(!is_alike, "{a:?} {b:?} {normal:?} {c:?}");
                    *ruled_out += 1;
                }
            }
        }
        assert!(alike > 500 && ruled_out[1] > 500, "{alike} {ruled_out:?}");
    }
}
