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
//! (`border/sample.rs`). In the plane pieces are intervals: edges are cut at all contacts. In space two triangles
//! that cross decide at once: the interiors meet, and neither solid contains the other. If none cross, a
//! triangle is divided only by edges that lie in its plane (`pieces.rs`). Triangles that the other border
//! does not come near need one sample for each connected piece of the border (`free_pieces.rs`).
//!
//! A surface has no sides. A piece of it meets the interior of a solid where both of its sides are in the
//! solid, and is outside where neither is.
//!
//! Limit: a solid whose own surface crosses itself is judged by its orientation.

mod free_pieces;
mod pieces;
mod segments;
pub(super) mod triangles;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use crate::pair::Relation;
use crate::pair::solids::border::PlacedBorder;
use crate::pair::solids::border::Sample;
use crate::shape::ShapeSpace;
use free_pieces::free_facets;
use pieces::{center, samples};
use triangles::{TrianglePair, meeting};

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

/// The facets of one body that the other border comes near, and in space for each of them the edges of that
/// border in its plane.
pub(in crate::pair::solids) type NearFacets = BTreeMap<usize, Vec<(usize, usize)>>;

/// Compares two bodies, of which at least one is a solid. With `intersects_only`, stops at the first point in
/// common.
pub(in crate::pair::solids) fn compare<V: ShapeSpace, const D: usize>(
    a: &ComparedBody<'_, V, D>,
    b: &ComparedBody<'_, V, D>,
    touches: &mut dyn FnMut(usize, usize) -> bool,
    intersects_only: bool,
) -> OccupiedRegions {
    // A surface never contains a solid.
    let mut regions = OccupiedRegions {
        out: [a.solid && !b.solid, b.solid && !a.solid],
        ..OccupiedRegions::default()
    };
    let mut near = [NearFacets::new(), NearFacets::new()];
    let mut contacts = Contacts {
        borders: [&a.border, &b.border],
        near: &mut near,
        regions: &mut regions,
        intersects_only,
    };
    let mut done = contacts.find(touches);
    if (intersects_only && regions.touch) || regions.is_final() {
        return regions;
    }
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

/// What is found before any sample is taken.
struct Contacts<'c, 'b, V: ShapeSpace, const D: usize> {
    borders: [&'c PlacedBorder<'b, V, D>; 2],
    near: &'c mut [NearFacets; 2],
    regions: &'c mut OccupiedRegions,
    intersects_only: bool,
}

impl<V: ShapeSpace, const D: usize> Contacts<'_, '_, V, D> {
    /// Looks at all pairs of facets whose boxes meet.
    fn find(&mut self, touches: &mut dyn FnMut(usize, usize) -> bool) -> ControlFlow<()> {
        let [a, b] = self.borders;
        a.pairs(b, &mut |i, j| {
            let mut edges = [Vec::new(), Vec::new()];
            if D == 3 {
                match meeting(&a.facet(i), &b.facet(j)) {
                    TrianglePair::Apart => return ControlFlow::Continue(()),
                    TrianglePair::Crossing => {
                        *self.regions = OccupiedRegions {
                            touch: true,
                            overlap: true,
                            out: [true; 2],
                        };
                        return ControlFlow::Break(());
                    }
                    TrianglePair::Contact([of_b, of_a]) => {
                        edges[0].extend(coplanar_edges(of_b, b, j));
                        edges[1].extend(coplanar_edges(of_a, a, i));
                    }
                }
            }
            for (near, (facet, edges)) in self.near.iter_mut().zip([i, j].into_iter().zip(edges)) {
                near.entry(facet).or_default().extend(edges);
            }
            self.regions.touch = self.regions.touch || touches(i, j);
            if self.intersects_only && self.regions.touch {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })
    }
}

/// The edges of triangle `j` that have both ends in a plane. An edge that two triangles share is named by the
/// first of them.
fn coplanar_edges<V: ShapeSpace, const D: usize>(
    signs: [Ordering; D],
    border: &PlacedBorder<'_, V, D>,
    j: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let level = move |k: usize| signs[k] == Ordering::Equal && signs[(k + 1) % D] == Ordering::Equal;
    let first_name = move |k: usize| match border.local.neighbour(j, k) {
        Some(n) if n < j => (0..D)
            .find(|&l| border.local.neighbour(n, l) == Some(j))
            .map_or((j, k), |l| (n, l)),
        _ => (j, k),
    };
    (0..D).filter(move |&k| level(k)).map(first_name)
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
    fn take_samples(&mut self, near: &NearFacets) -> ControlFlow<()> {
        let (border, other) = (&self.x.border, &self.y.border);
        let around = other.bounds();
        if border.reaches_out_of(&around, &|i| !border.facet(i).is_flat()) {
            self.regions.out[self.own] = true;
        }
        for i in free_facets(border, near, &around) {
            self.note_sides(&center(border, i), true)?;
        }
        for (&i, edges) in near {
            if border.facet(i).is_flat() {
                continue;
            }
            if D == 2 {
                self.along_segment(i)?;
                continue;
            }
            let mut edges = edges.clone();
            edges.sort_unstable();
            edges.dedup();
            for sample in samples(border, i, other, &edges) {
                self.note_sides(&sample, false)?;
            }
        }
        ControlFlow::Continue(())
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
    fn note_sides(&mut self, outer: &Sample<D>, free: bool) -> ControlFlow<()> {
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
        self.regions.touch |= in_here || out_there;
        if self.regions.is_final() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
