//! Two solids (or a solid and a surface) compared, exactly.
//!
//! Idea: let the border of A be divided into pieces wherever the border of B meets it, and the other way
//! round. No border runs through a piece, so all points infinitely close to a piece on one side of it are in
//! the same of four regions (in A or not, in B or not). These sides are enough to tell whether a region has
//! points at all. If the interiors of two solids meet, walk from a common point until a border is met; just
//! before that, the walk is beside a piece and still in both. (There is no border only if both are
//! everything.) The same holds for A without B and for B without A. So with one sample for each side of each
//! piece:
//!
//! - the interiors meet exactly if a sample is in both;
//! - A is a part of B exactly if no sample is in A and not in B; and the other way round.
//!
//! Samples are points infinitely close to a piece; the signs of exact forms tell on which side they are
//! (`border/sample.rs`). In the plane pieces are intervals: edges are cut at all contacts. In space two
//! triangles that cross decide at once: the interiors meet, and neither solid contains the other. If none
//! cross, a triangle is divided only by edges that lie in its plane (`pieces.rs`). Where two triangles lie
//! face to face, their plane may have all of each solid on its own side: then the two touch. Triangles that
//! the other border does not come near need one sample for each connected piece of the border
//! (`free_pieces.rs`). Of two solids of space, few pieces need a sample: what is beside the others follows
//! from their neighbours (`beside.rs`).
//!
//! A surface has no sides. A piece of it meets the interior of a solid where both of its sides are in the
//! solid, and is outside where neither is.
//!
//! Limit: a solid whose own surface crosses itself is judged by its orientation.

mod beside;
mod contacts;
mod divided_facet;
mod free_pieces;
mod pieces;
mod segments;
pub(super) mod triangles;

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use crate::pair::Relation;
use crate::pair::solids::border::PlacedBorder;
use crate::pair::solids::border::Sample;
use crate::shape::{Border, ShapeSpace};
use beside::{BorderSides, Side};
use contacts::{Contacts, FacetContact, NearFacets};
use free_pieces::free_facets;
use pieces::{center, samples};

/// One of two bodies to be compared: the border of a solid, or a surface (in the plane: of a region, or a
/// line).
pub(in crate::pair::solids) struct ComparedBody<'a, V: ShapeSpace, const D: usize> {
    pub border: PlacedBorder<'a, V, D>,
    pub solid: bool,
}

/// Which regions are known to have points.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::pair::solids) struct OccupiedRegions {
    /// The two have a point in common.
    pub touch: bool,
    /// Their interiors meet; of a surface, a point of it is in the interior of the solid.
    pub overlap: bool,
    /// A has points outside of B; B has points outside of A.
    pub out: [bool; 2],
}

impl OccupiedRegions {
    pub(in crate::pair::solids) const APART: Self = Self {
        touch: false,
        overlap: false,
        out: [true; 2],
    };
    /// The border of each runs through the interior of the other.
    const CROSSING: Self = Self {
        touch: true,
        overlap: true,
        out: [true; 2],
    };
    /// They touch, and a plane has one of them on each side.
    const BESIDE: Self = Self {
        touch: true,
        overlap: false,
        out: [true; 2],
    };
    pub(in crate::pair::solids) fn is_final(&self) -> bool {
        self.overlap && self.out[0] && self.out[1]
    }
    pub fn relation(&self) -> Relation {
        match (self.overlap, self.out) {
            (false, _) if self.touch => Relation::Touching,
            (false, _) => Relation::Disjoint,
            (true, [true, true]) => Relation::Overlapping,
            (true, [false, true]) => Relation::AInB,
            (true, [true, false]) => Relation::BInA,
            (true, [false, false]) => Relation::Equal,
        }
    }
}

/// Compares two bodies, of which at least one is a solid. With `intersects_only`, stops at the first point in
/// common.
pub(in crate::pair::solids) fn compare<V: ShapeSpace, const D: usize>(
    a: &ComparedBody<'_, V, D>,
    b: &ComparedBody<'_, V, D>,
    touches: &mut dyn FnMut(usize, usize) -> bool,
    intersects_only: bool,
) -> OccupiedRegions {
    // A surface never contains a solid; and whether a body has points outside is of no interest to one who
    // asks whether the two meet.
    let mut regions = OccupiedRegions {
        out: [
            intersects_only || (a.solid && !b.solid),
            intersects_only || (b.solid && !a.solid),
        ],
        ..OccupiedRegions::default()
    };
    let mut near = [NearFacets::default(), NearFacets::default()];
    let mut contacts = Contacts {
        borders: [&a.border, &b.border],
        are_solids: a.solid && b.solid,
        near: &mut near,
        regions: &mut regions,
        intersects_only,
    };
    let mut done = contacts.find(touches);
    if (intersects_only && regions.touch) || done.is_break() {
        return regions;
    }
    regions.out[0] = regions.out[0] || (b.solid && reaches_out(a, b));
    regions.out[1] = regions.out[1] || (a.solid && reaches_out(b, a));
    for own in [0, 1] {
        let (x, y) = if own == 0 { (a, b) } else { (b, a) };
        if done.is_continue() && y.solid {
            let mut sampler = Sampler {
                x,
                y,
                own,
                regions: &mut regions,
            };
            done = sampler.take_samples(&near[own]);
        }
    }
    regions
}

/// Whether a facet of `x` with an area is out of the box around `y`.
fn reaches_out<V: ShapeSpace, const D: usize>(
    x: &ComparedBody<'_, V, D>,
    y: &ComparedBody<'_, V, D>,
) -> bool {
    let border = &x.border;
    border.reaches_out_of(&y.border.bounds(), &|i| !border.facet(i).is_flat())
}

/// The edges of triangle `j` that have both ends in a plane, by their names.
fn coplanar_edges<V: ShapeSpace, const D: usize>(
    signs: [Ordering; D],
    border: &PlacedBorder<'_, V, D>,
    j: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let level = move |k: usize| signs[k] == Ordering::Equal && signs[(k + 1) % D] == Ordering::Equal;
    (0..D)
        .filter(move |&k| level(k))
        .map(move |k| edge_name(border, (j, k)))
}

/// An edge that two triangles share is named by the first of them, whose corners are in the other order.
fn edge_name<V: ShapeSpace, const D: usize>(
    border: &PlacedBorder<'_, V, D>,
    (j, k): (usize, usize),
) -> (usize, usize) {
    match border.local.neighbour(j, k) {
        Some(n) if n < j => twin(border.local, (j, k), n).map_or((j, k), |l| (n, l)),
        _ => (j, k),
    }
}

/// Which edge of triangle `n` runs back along edge `k` of triangle `j`.
fn twin<V: ShapeSpace>(border: &dyn Border<V>, (j, k): (usize, usize), n: usize) -> Option<usize> {
    let next = |l: usize| (l + 1) % V::DIM;
    let ends = [border.corner(j, next(k)), border.corner(j, k)];
    (0..V::DIM).find(|&l| [border.corner(n, l), border.corner(n, next(l))] == ends)
}

/// Takes samples beside the border of one body and finds where they are in the other.
struct Sampler<'a, 'b, V: ShapeSpace, const D: usize> {
    x: &'a ComparedBody<'b, V, D>,
    y: &'a ComparedBody<'b, V, D>,
    /// 0 if `x` is A, 1 if it is B.
    own: usize,
    regions: &'a mut OccupiedRegions,
}

impl<V: ShapeSpace, const D: usize> Sampler<'_, '_, V, D> {
    fn take_samples(&mut self, near: &NearFacets<D>) -> ControlFlow<()> {
        let (border, other) = (&self.x.border, &self.y.border);
        for i in free_facets(border, near, &other.bounds()) {
            self.note_sides(&center(border, i), true)?;
        }
        if D == 3 && self.x.solid {
            return self.beside_facets(near);
        }
        for (i, contacts) in near.groups() {
            if border.facet(i).is_flat() {
                continue;
            }
            if D == 2 {
                self.along_segment(i)?;
                continue;
            }
            let edges = |c: &FacetContact<D>| coplanar_edges(c.of_other, other, c.other);
            let mut edges: Vec<_> = contacts.iter().flat_map(edges).collect();
            edges.sort_unstable();
            edges.dedup();
            for sample in samples(border, i, other, &edges) {
                self.note_sides(&sample, false)?;
            }
        }
        ControlFlow::Continue(())
    }
    /// In space, beside the facets of a solid that the other border comes near.
    fn beside_facets(&mut self, near: &NearFacets<D>) -> ControlFlow<()> {
        let (own, other) = (self.own, 1 - self.own);
        let mut sides = Vec::new();
        if !self.regions.out[other] {
            sides.push(Side::Outer);
        }
        if !(self.regions.overlap && self.regions.out[own]) {
            sides.push(Side::Inner);
        }
        BorderSides::new(&self.x.border, &self.y.border, near).visit(&sides, &mut |side, winding| {
            let is_in = winding != 0;
            match side {
                Side::Outer => self.regions.out[other] |= is_in,
                Side::Inner => {
                    self.regions.overlap |= is_in;
                    self.regions.out[own] |= !is_in;
                }
            }
            self.note_touch(is_in)
        })
    }
    fn along_segment(&mut self, i: usize) -> ControlFlow<()> {
        let (x, y) = (&self.x.border, &self.y.border);
        let normal = &x.exact(i).normal;
        segments::pieces(x, i, y, &mut |sample| {
            self.note_sides(&sample.stepping([normal.clone()].into()), false)
        })
    }
    /// Notes in which regions the two sides of a piece are. The last step of the sample leads outwards. With
    /// `free` the other border is not near, so both sides are in the same region of the other body.
    fn note_sides(&mut self, outer: &Sample<'_, D>, free: bool) -> ControlFlow<()> {
        let [out_there, opposite] = self.y.border.contains_sides(outer);
        let in_here = if free { out_there } else { opposite };
        let (own, other) = (self.own, 1 - self.own);
        if self.x.solid {
            self.regions.overlap |= in_here;
            self.regions.out[own] |= !in_here;
            self.regions.out[other] |= out_there;
        } else {
            self.regions.overlap |= in_here && out_there;
            self.regions.out[own] |= !in_here && !out_there;
        }
        self.note_touch(in_here || out_there)
    }
    fn note_touch(&mut self, touches: bool) -> ControlFlow<()> {
        self.regions.touch |= touches;
        if self.regions.is_final() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
