//! Closed meshes, polygons and bitmaps as solids: their inside counts.
//!
//! Three questions, by what stands on the other side. Another solid or a surface, flat shapes included:
//! `compare.rs`. A convex shape with an inside: `convex.rs`. A point or, in space, a segment: `thin.rs`.

mod compare;
mod convex;
mod depth;
mod fraction;
mod pieces;
mod sample;
mod segments;
mod thin;
pub(crate) mod touching;
mod triangles;
mod world;

use super::answer::{QueryError, Relation};
use super::table::PairSpace;
use crate::shape::{AnyShape, Border, Flat, Placed};
use compare::{Body, Facts, compare};
pub(super) use convex::corners_within;
pub(super) use depth::deepest;
pub(super) use sample::Sample;
pub(super) use world::{ExactFacet, World, cross, dot, exponent_of};

/// A region or solid where it stands.
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
}

/// The relation of a solid to any shape that is not a compound; with `hurry`, only whether it is `Disjoint`
/// is right.
pub(super) fn relation<V: PairSpace>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
    hurry: bool,
) -> Result<Relation, QueryError> {
    match V::DIM {
        2 => relation_in::<V, 2>(a, b, hurry),
        _ => relation_in::<V, 3>(a, b, hurry),
    }
}

fn relation_in<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
    hurry: bool,
) -> Result<Relation, QueryError> {
    if let Some(parts) = b.shape.parts() {
        return match parts.facets() {
            Some(facets) => {
                with_facets::<V, D>(a, (b, facets), parts.is_solid(), hurry).map(|facts| facts.relation())
            }
            None => super::relation(a.placed, b),
        };
    }
    match b.shape.flat() {
        None => convex::relation::<V, D>(a, b, hurry),
        Some(flat) => flat_facts::<V, D>(a, b, &flat, hurry).map(|facts| facts.relation()),
    }
}

/// Whether a solid holds a convex shape: one in its border counts, too.
pub(super) fn holds<V: PairSpace>(a: Solid<'_, V>, b: Placed<'_, V>) -> Result<bool, QueryError> {
    let Some(flat) = b.shape.flat() else {
        return Ok(matches!(relation(a, b, false)?, Relation::BInA | Relation::Equal));
    };
    let facts = match V::DIM {
        2 => flat_facts::<V, 2>(a, b, &flat, false)?,
        _ => flat_facts::<V, 3>(a, b, &flat, false)?,
    };
    Ok(!facts.out[1])
}

/// How a solid lies to a convex shape without an inside.
fn flat_facts<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
    flat: &Flat<V>,
    hurry: bool,
) -> Result<Facts, QueryError> {
    match flat {
        Flat::Point(p) => Ok(with_points::<V, D>(a, b, [*p; 2])),
        Flat::Segment(ends) => Ok(with_points::<V, D>(a, b, *ends)),
        Flat::Facets(sheet) => with_facets::<V, D>(a, (b, &**sheet), false, hurry),
    }
}

/// How a solid lies to a shape that is only a segment, or a point twice.
fn with_points<V: PairSpace, const D: usize>(a: Solid<'_, V>, b: Placed<'_, V>, ends: [V; 2]) -> Facts {
    let (a_box, b_box) = (a.placed.aabb(), b.aabb());
    if !a_box.overlaps(&b_box) {
        return Facts::APART;
    }
    let world = World::<V, D>::new(a.border, &a.placed.place, exponent_of(&a_box, &b_box));
    thin::relate(&world, &b_box, thin::exact_points(&b, ends))
}

fn with_facets<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    (b, facets): (Placed<'_, V>, &dyn Border<V>),
    solid: bool,
    hurry: bool,
) -> Result<Facts, QueryError> {
    let exponent = exponent_of(&a.placed.aabb(), &b.aabb());
    let bodies = [
        Body {
            world: World::<V, D>::new(a.border, &a.placed.place, exponent),
            solid: true,
        },
        Body {
            world: World::new(facets, &b.place, exponent),
            solid,
        },
    ];
    let mut failed = None;
    let mut touches = |i: usize, j: usize| {
        a.border.facet(i).placed_in(&a.placed.place, |p| {
            let met = facets.facet(j).placed_in(&b.place, |q| super::intersects(p, q));
            met.unwrap_or_else(|error| {
                failed = Some(error);
                false
            })
        })
    };
    let mut facts = compare(&bodies[0], &bodies[1], &mut touches, hurry, exponent);
    let is_known = facts.is_final() || (hurry && facts.touch);
    if !solid && !is_known {
        facts.add_thin(&bodies[0].world, &bodies[1].world);
    }
    match failed {
        Some(error) => Err(error),
        None => Ok(facts),
    }
}

impl Facts {
    /// Adds what the facets of a surface tell that have no area, or no length: the comparison passes over
    /// them, since in the border of a solid their points are those of others. In a surface they may be all
    /// there is.
    fn add_thin<V: PairSpace, const D: usize>(&mut self, solid: &World<'_, V, D>, surface: &World<'_, V, D>) {
        for facet in (0..surface.count()).filter(|&i| surface.is_flat(i)) {
            let ends = thin::ends(&surface.exact(facet).corners).map(Clone::clone);
            let found = thin::relate(solid, &surface.facet_box(facet), ends);
            self.touch |= found.touch;
            self.overlap |= found.overlap;
            self.out[1] |= found.out[1];
        }
    }
}
