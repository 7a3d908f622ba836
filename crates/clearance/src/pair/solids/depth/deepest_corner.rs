//! Of a border with very many facets: the corner that is deepest inside a solid.
//!
//! How deep a point is, negative outside, changes by no more than the point moves. So no corner in a box is
//! deeper than the middle of the box by more than half its diagonal (branch and bound over the tree of the
//! border). The bound is good for small boxes, and a few hundred depths decide about millions of corners.
//! Boxes beside the box of the solid have no corner inside: of two parts that lie on each other, that is
//! nearly all.
//!
//! Limit: a search ends after [`MOST`] depths, with the deepest corner found until then.

use super::InteriorTest;
use crate::math::{Aabb, Real, ScalarOf};
use crate::pair::ask::table::PairSpace;
use crate::pair::solids::border::PlacedBorder;

/// How many depths are computed at most.
const MOST: usize = 2000;

/// The corner of a border that is deepest inside a solid; `None` where none is inside.
pub(in crate::pair::solids) fn deepest_corner<V: PairSpace, const D: usize>(
    of: &PlacedBorder<'_, V, D>,
    interior: &InteriorTest<'_, V, D>,
) -> Option<V> {
    let depths = core::cell::Cell::new(0);
    let depth = |p: V| {
        depths.set(depths.get() + 1);
        signed_depth(p, interior)
    };
    let solid_box = interior.solid.placed.aabb();
    let mut deepest = None;
    of.local.facet_boxes().tree().nearest(
        |b| {
            if depths.get() > MOST {
                return Real::INFINITY;
            }
            let b = of.placed_box(b);
            if !b.overlaps(&solid_box) {
                return Real::INFINITY;
            }
            let half = (b.max - b.min) * ScalarOf::<V>::HALF;
            -(depth(b.center()) + half.length() * V::Scalar::lit(1.0 + 1e-6))
        },
        |i, best| {
            let facet = of.facet(i as usize);
            let mut best = best.min(Real::ZERO);
            for p in facet.corners.map(|c| of.world_point(c)) {
                let depth = depth(p);
                if -depth < best {
                    (best, deepest) = (-depth, Some(p));
                }
            }
            best
        },
    );
    deepest
}

/// How far a point is from the border of a solid, negative outside; rounded.
fn signed_depth<V: PairSpace, const D: usize>(p: V, interior: &InteriorTest<'_, V, D>) -> V::Scalar {
    let solid = interior.solid;
    let here = Aabb::at(p);
    let mut least = f64::INFINITY;
    solid
        .border
        .facet_boxes()
        .nearest_to(&solid.placed.place, &here, &mut |i| {
            least = least.min(interior.facets.distance_from(i, p));
            V::Scalar::lit(least * (1.0 + 1e-6))
        });
    let distance = V::Scalar::lit(least);
    if interior.contains(p, [0.0; D]) {
        distance
    } else {
        -distance
    }
}
