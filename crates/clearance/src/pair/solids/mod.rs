//! Closed meshes, polygons and bitmaps as solids: their interior counts.
//!
//! The way to answer depends on the other shape. For another solid or a surface, flat shapes included, see
//! `compare/`; for a convex shape with an interior, `convex.rs`; for a point or, in space, a segment,
//! `thin.rs`. How deep two shapes overlap is measured in `depth/`.
//!
//! Nothing is laid out in advance: facets are searched in the tree of the border and placed one by one, so a
//! question beside a mesh of a million triangles costs what is near.
//!
//! `border/` has the facets of a border in the world: floats with an error bound, and exact numbers
//! where floats do not decide. Its `sample.rs` tells whether a point, or a point infinitely close to one, is
//! inside.

mod border;
mod common_point;
mod compare;
mod convex;
mod depth;
mod facet_planes;
mod thin;
pub(crate) mod touching;

use super::answer::Relation;
use super::ask::table::PairSpace;
use super::near_parts::Facets;
use core::ops::ControlFlow;

use crate::index::PlacedTree;
use crate::pair;
use crate::pair::dimension::in_dimension;
use crate::shape::{AnyShape, Border, Flat, Placed};
pub(super) use border::{ExactFacet, PlacedBorder, Sample, cross, dot, exponent_of};
use compare::{ComparedBody, OccupiedRegions, compare};
pub(super) use convex::{corners_within, strongest_facet};
pub(super) use depth::deepest;

/// A region or solid and its border.
#[derive(Clone, Copy)]
pub(super) struct Solid<'a, V: PairSpace> {
    pub placed: Placed<'a, V>,
    pub border: &'a dyn Border<V>,
}

impl<'a, V: PairSpace> Solid<'a, V> {
    /// `None` if the shape is not a region or solid.
    pub fn new(placed: Placed<'a, V>) -> Option<Self> {
        let parts = placed.shape.parts().filter(|p| p.is_solid())?;
        Some(Self {
            placed,
            border: parts.facets()?,
        })
    }
    pub fn facets(self) -> Facets<'a, V> {
        (self.placed, self.border)
    }
}

/// The relation of a solid to any shape that is not a compound. With `intersects_only`, only whether the
/// answer is `Disjoint` is right.
pub(super) fn relation<V: PairSpace>(a: Solid<'_, V>, b: Placed<'_, V>, intersects_only: bool) -> Relation {
    in_dimension!(V, relation_in(a, b, intersects_only))
}

fn relation_in<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
    intersects_only: bool,
) -> Relation {
    if let Some(parts) = b.shape.parts() {
        return match parts.facets() {
            Some(facets) => with_facets::<V, D>(a, (b, facets), parts.is_solid(), intersects_only).relation(),
            None => pair::relation(a.placed, b),
        };
    }
    match b.shape.flat() {
        None => convex::relation::<V, D>(a, b, intersects_only),
        Some(flat) => flat_regions::<V, D>(a, b, &flat, intersects_only).relation(),
    }
}

/// Whether a solid contains a convex shape. A shape that lies in its border is contained, too.
pub(super) fn contains<V: PairSpace>(a: Solid<'_, V>, b: Placed<'_, V>) -> bool {
    let Some(flat) = b.shape.flat() else {
        return matches!(relation(a, b, false), Relation::BInA | Relation::Equal);
    };
    let regions = in_dimension!(V, flat_regions(a, b, &flat, false));
    !regions.out[1]
}

/// How a solid lies relative to a convex shape without an interior.
fn flat_regions<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
    flat: &Flat<V>,
    intersects_only: bool,
) -> OccupiedRegions {
    let ends = match flat {
        Flat::Point(p) => [*p; 2],
        Flat::Segment(ends) => *ends,
        Flat::Facets(sheet) => return with_facets::<V, D>(a, (b, &**sheet), false, intersects_only),
    };
    let (a_box, b_box) = (a.placed.aabb(), b.aabb());
    if !a_box.overlaps(&b_box) {
        return OccupiedRegions::APART;
    }
    let border = PlacedBorder::<V, D>::new(a.border, &a.placed.place, exponent_of(&a_box, &b_box));
    thin::relate(&border, &b_box, thin::exact_points(&b, ends))
}

/// In space: whether boxes around two shapes of facets, each along axes of its own, are surely apart.
pub(crate) fn are_wholes_apart<V: PairSpace>(a: Facets<'_, V>, b: Facets<'_, V>) -> bool {
    let [a, b] = [&a, &b].map(|(shape, border)| PlacedTree::new(border.facet_boxes().tree(), &shape.place));
    a.is_apart(&b)
}

fn with_facets<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    (b, facets): (Placed<'_, V>, &dyn Border<V>),
    solid: bool,
    intersects_only: bool,
) -> OccupiedRegions {
    if D == 3 && are_wholes_apart(a.facets(), (b, facets)) {
        return OccupiedRegions::APART;
    }
    let exponent = exponent_of(&a.placed.aabb(), &b.aabb());
    let bodies = [
        ComparedBody {
            border: PlacedBorder::<V, D>::new(a.border, &a.placed.place, exponent),
            solid: true,
        },
        ComparedBody {
            border: PlacedBorder::new(facets, &b.place, exponent),
            solid,
        },
    ];
    let mut touches = |i: usize, j: usize| {
        a.border.facet(i).placed_in(&a.placed.place, |p| {
            facets.facet(j).placed_in(&b.place, |q| pair::intersects(p, q))
        })
    };
    let mut regions = compare(&bodies[0], &bodies[1], &mut touches, intersects_only);
    let is_known = regions.is_final() || (intersects_only && regions.touch);
    if !solid && !is_known {
        regions.add_flat_facets(&bodies[0].border, &bodies[1].border);
    }
    regions
}

impl OccupiedRegions {
    /// Adds what the facets without area (or length) of a surface tell. The comparison skips these: in the
    /// border of a solid their points belong to other facets, too. In a surface they may be all there is.
    fn add_flat_facets<V: PairSpace, const D: usize>(
        &mut self,
        solid: &PlacedBorder<'_, V, D>,
        surface: &PlacedBorder<'_, V, D>,
    ) {
        let _ = surface.meeting_box(&solid.bounds(), &mut |i| {
            let facet = surface.facet(i);
            if facet.is_flat() {
                let ends = thin::ends(&facet.exact().corners).map(Clone::clone);
                let found = thin::relate(solid, &surface.facet_box(i), ends);
                self.touch |= found.touch;
                self.overlap |= found.overlap;
                self.out[1] |= found.out[1];
            }
            ControlFlow::Continue(())
        });
        self.out[1] |= surface.reaches_out_of(&solid.bounds(), &|i| surface.facet(i).is_flat());
    }
}
