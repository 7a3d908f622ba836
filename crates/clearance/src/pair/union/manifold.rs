//! The contacts of shapes of many parts: those of all parts that come near each other, along one normal.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, Contact, FeatureId, Manifold, QueryError};
use crate::pair::contact::spread::chosen;
use crate::pair::infallible;
use crate::pair::near_parts::{Visit, for_each_near_pair};
use crate::pair::near_parts::{at_world_point, is_compound};
use crate::pair::solids::Solid;
use crate::pair::solids::touching::facet_normal;
use crate::pair::table::PairSpace;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// Cosine of the angle, of about 2 degrees, within which normals count as alike.
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
    let facing = FacingFacets::new(a, b, whole.normal);
    let depth = (-whole.distance).max(Real::ZERO);
    let mut add = |p: Placed<'_, V>, q: Placed<'_, V>, [i, j]: [usize; 2]| {
        let found = if !(p.shape.is_convex() && q.shape.is_convex()) {
            crate::pair::manifold(p, q, margin)?
        } else if depth > Real::ZERO && facing.knows_outsides() {
            crate::pair::clip(p, q, whole, margin)
        } else {
            let part = crate::pair::clearance(p, q)?;
            if part.distance > margin {
                return Ok(true);
            }
            if part.normal.dot(whole.normal) <= ScalarOf::<V>::lit(ALIKE) {
                return Ok(true);
            }
            crate::pair::clip(p, q, &seen_along(&part, whole.normal), margin)
        };
        if found.normal.dot(whole.normal) > ScalarOf::<V>::lit(ALIKE) {
            let along = found.contacts().iter().filter(|c| is_along(c, whole.normal));
            let along = along.filter(|c| c.clearance > whole.distance || is_on_both(c, p, q));
            let new = along.map(|c| numbered(c, i, j));
            // Two facets of a solid that merely face each other are no deeper than the whole.
            contacts.extend(new.filter(|c| c.clearance >= whole.distance * ScalarOf::<V>::lit(1.0625)));
        }
        Ok(true)
    };
    if depth > Real::ZERO && facing.knows_outsides() {
        facing.each_near_pair(a, b, margin + depth, &mut add)?;
    } else {
        for_each_near_pair(a, b, margin + depth, &mut add)?;
    }
    Ok(chosen(whole.normal, &contacts))
}

/// A clearance as the normal of the whole sees it: what is clipped has its heights along that.
fn seen_along<V: Vector>(part: &Clearance<V>, normal: V) -> Clearance<V> {
    Clearance {
        normal,
        distance: (part.point_b - part.point_a).dot(normal),
        ..*part
    }
}

/// Whether the points of a contact lie along the manifold's normal, as its clearance says: a witness of parts
/// whose own normal is another does not.
fn is_along<V: Vector>(c: &Contact<V>, normal: V) -> bool {
    let aside = (c.point_b - c.point_a) - normal * c.clearance;
    aside.max_abs() <= largest(c) * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0)
}

/// Whether the points of a contact are points of the two parts. One as deep as the whole need not be: that is
/// the deepest place, to which clipping brings up what is deeper, and a facet that leans may be.
fn is_on_both<V: PairSpace>(c: &Contact<V>, p: Placed<'_, V>, q: Placed<'_, V>) -> bool {
    let near = largest(c) * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0);
    let is_on =
        |point: V, part: Placed<'_, V>| at_world_point(point, |s| infallible::distance(s, part)) <= near;
    is_on(c.point_a, p) && is_on(c.point_b, q)
}

fn largest<V: Vector>(c: &Contact<V>) -> V::Scalar {
    c.point_a.max_abs().max(c.point_b.max_abs())
}

/// Which facets of two solids of space look at each other along a normal: triangles that overlap know nothing
/// of that, so of shapes that do overlap only these make contacts.
struct FacingFacets<'a, V: PairSpace> {
    solids: [Option<Solid<'a, V>>; 2],
    normal: V,
}

impl<'a, V: PairSpace> FacingFacets<'a, V> {
    fn new(a: Placed<'a, V>, b: Placed<'a, V>, normal: V) -> Self {
        let by_facets = V::DIM == 3 && !is_compound(a) && !is_compound(b);
        Self {
            solids: [a, b].map(|s| Solid::new(s).filter(|_| by_facets)),
            normal,
        }
    }
    fn knows_outsides(&self) -> bool {
        self.solids.iter().any(Option::is_some)
    }
    /// Whether facet `i` of A (0) or B (1) looks at the other shape; parts of what is no solid always may.
    fn faces_other(&self, side: usize, i: usize) -> bool {
        let towards = if side == 0 { self.normal } else { -self.normal };
        self.solids[side]
            .is_none_or(|s| facet_normal(s, i).is_some_and(|n| n.dot(towards) > ScalarOf::<V>::lit(ALIKE)))
    }
    /// Calls `visit` with every two parts that look at each other and whose boxes are within `margin`. From
    /// each of the few such facets of a solid: two solids that overlap deeply have far too many parts near
    /// each other.
    fn each_near_pair(
        &self,
        a: Placed<'_, V>,
        b: Placed<'_, V>,
        margin: V::Scalar,
        visit: Visit<'_, V>,
    ) -> Result<(), QueryError> {
        let Some(own) = self.solids.iter().position(Option::is_some) else {
            return Ok(());
        };
        let (x, y) = if own == 0 { (a, b) } else { (b, a) };
        let (Some(parts), view) = (x.shape.parts(), BoundedFrame::of(&x.place)) else {
            return Ok(());
        };
        let mut result = Ok(());
        for i in (0..parts.part_count()).filter(|&i| self.faces_other(own, i)) {
            let near = view.turned_box(parts.part_boxes().boxes()[i]).inflated(margin);
            let mut meet = |p: Placed<'_, V>, q: Placed<'_, V>, j: usize| {
                let met = if own == 0 {
                    visit(p, q, [i, j])
                } else {
                    visit(q, p, [j, i])
                };
                result = met.map(|_| ());
                if result.is_ok() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let walk = parts.part(i).placed_in(&x.place, |p| match y.shape.parts() {
                None if near.overlaps(&y.aabb()) => meet(p, y, 0),
                None => ControlFlow::Continue(()),
                Some(others) => {
                    let view = BoundedFrame::of(&y.place);
                    let test = |b: &Aabb<V>| view.turned_box(*b).overlaps(&near);
                    others.part_boxes().tree().passing(&test, &mut |j| {
                        let j = j as usize;
                        if !self.faces_other(1 - own, j) {
                            return ControlFlow::Continue(());
                        }
                        others.part(j).placed_in(&y.place, |q| meet(p, q, j))
                    })
                }
            });
            if walk.is_break() {
                break;
            }
        }
        result
    }
}

/// With features that differ from part to part.
fn numbered<V: Vector>(c: &Contact<V>, i: usize, j: usize) -> Contact<V> {
    let mix = |feature: u32, part: usize| feature ^ (part as u32).wrapping_mul(0x9e37_79b1);
    Contact {
        feature: FeatureId {
            a: mix(c.feature.a, i),
            b: mix(c.feature.b, j),
        },
        ..*c
    }
}
