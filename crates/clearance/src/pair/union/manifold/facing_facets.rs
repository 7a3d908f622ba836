//! The facets of solids that face each other along a normal.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::ALIKE;
use crate::math::{Real, ScalarOf};
use crate::pair::ask::table::PairSpace;
use crate::pair::near_parts::is_compound;
use crate::pair::solids::Solid;
use crate::pair::solids::touching::facet_normal;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// Visits two parts, given with their indices.
type VisitFacets<'v, V> = &'v mut dyn FnMut(Placed<'_, V>, Placed<'_, V>, [usize; 2]);

/// The facets of two shapes of space, at least one of them a solid, that face each other along a normal.
/// Where such shapes overlap only these make contacts: two triangles do not know on which side the interiors
/// are.
pub(super) struct FacingFacets<'a, V: PairSpace> {
    shapes: [Placed<'a, V>; 2],
    solids: [Option<Solid<'a, V>>; 2],
    normal: V,
}

impl<'a, V: PairSpace> FacingFacets<'a, V> {
    /// `None` where neither shape is a solid of space, or one is a compound.
    pub fn new(a: Placed<'a, V>, b: Placed<'a, V>, normal: V) -> Option<Self> {
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
        self.solids[side].is_none_or(|s| facet_normal(s.facets(), i).is_some_and(|n| n.dot(towards) > least))
    }
    /// Whether two facets may touch along the normal, where the shapes do not overlap. Two triangles in one
    /// plane, or side by side, do so along both of their normals; of two solids the outside is in front of
    /// both. A normal of an edge or a corner is between those of its facets, so one of them is in front, too.
    pub fn may_touch(&self, at: [usize; 2]) -> bool {
        let rounding = ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0);
        [0, 1]
            .into_iter()
            .all(|side| self.is_in_front(side, at[side], rounding))
    }
    /// Calls `visit` with every two parts that face each other and whose boxes are within `margin`. The walk
    /// starts from each of the few such facets of a solid, because two solids that overlap deeply have far
    /// too many parts near each other.
    pub fn for_each_near_pair(&self, margin: V::Scalar, visit: VisitFacets<'_, V>) {
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
