//! The contacts of shapes of many parts: those of all parts that are near each other, along one normal.

use alloc::vec::Vec;
use core::ops::ControlFlow;

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
    match FacingFacets::new(a, b, whole.normal).filter(|_| depth > Real::ZERO) {
        Some(facing) => facing.for_each_near_pair(margin + depth, &mut |p, q, at| {
            add(&clip(p, q, whole, margin), p, q, at);
        }),
        None => try_for_each_near_pair(a, b, margin + depth, &mut |p, q, at| {
            if let Some(found) = of_parts(p, q, whole.normal, margin)? {
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
/// Where such shapes overlap only these make contacts: two triangles that cross do not know on which side the
/// interiors are.
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
        let towards = if side == 0 { self.normal } else { -self.normal };
        self.solids[side].is_none_or(|s| facet_normal(s, i).is_some_and(|n| is_alike(n, towards)))
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
