//! Facets that the other body's border does not come near: one of each connected piece of them.
//!
//! All of such a piece is inside the other body or outside of it. So one sample tells, and none is needed
//! where a facet of the piece is out of the box around the other body.
//!
//! The facets near the other border cut the connected components of a border into pieces. A component without
//! such facets is a piece, and the shape knows its components. All other pieces have a facet beside a near
//! one. The other border does not come to the edge between them, so beside that edge the near facet, of which
//! all parts are sampled, is in the same region: the piece needs no sample. Only where one of the two facets
//! has no area, a few facets around them are looked at, by which most of them are seen to be of one piece.
//! More than one sample of a piece does no harm.

use alloc::collections::{BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::contacts::NearFacets;
use crate::math::Aabb;
use crate::pair::solids::border::PlacedBorder;
use crate::shape::{Border, ShapeSpace};

/// How many facets are looked at around a facet beside a near one.
const AROUND: usize = 64;

/// One facet with an area of each piece that may be inside a body with this box, at least.
pub(in crate::pair::solids) fn free_facets<V: ShapeSpace, const D: usize>(
    border: &PlacedBorder<'_, V, D>,
    near: &NearFacets<D>,
    other: &Aabb<V>,
) -> Vec<usize> {
    let mut search = PieceSearch {
        border,
        near,
        other,
        seen: BTreeSet::new(),
    };
    match border.local.components() {
        Some(components) => {
            let cut: BTreeSet<u32> = near.groups().map(|(i, _)| components.of(i)).collect();
            let whole = (0..).zip(components.firsts()).filter(|(c, _)| !cut.contains(c));
            let mut starts: Vec<usize> = whole.map(|(_, &first)| first as usize).collect();
            let is_flat = |i: usize| border.facet(i).is_flat();
            for (i, _) in near.groups() {
                let free = neighbours(border.local, i).filter(|n| !near.contains(*n));
                starts.extend(free.filter(|&n| is_flat(n) || is_flat(i)));
            }
            search.one_of_each(starts, AROUND)
        }
        None => {
            let mut starts = Vec::new();
            let _ = border.meeting_box(other, &mut |i| {
                starts.push(i);
                ControlFlow::Continue(())
            });
            search.one_of_each(starts, usize::MAX)
        }
    }
}

/// A search for pieces, facet by facet.
struct PieceSearch<'a, 'b, V: ShapeSpace, const D: usize> {
    border: &'a PlacedBorder<'b, V, D>,
    near: &'a NearFacets<D>,
    other: &'a Aabb<V>,
    seen: BTreeSet<usize>,
}

impl<V: ShapeSpace, const D: usize> PieceSearch<'_, '_, V, D> {
    fn one_of_each(&mut self, starts: Vec<usize>, around: usize) -> Vec<usize> {
        starts
            .into_iter()
            .filter_map(|start| self.piece_at(start, around))
            .collect()
    }
    /// A facet with an area of the piece of `start`. `None` if the piece was seen before, has none, or is
    /// outside. Looks at some `around` facets, at more only while none has an area.
    fn piece_at(&mut self, start: usize, around: usize) -> Option<usize> {
        if self.near.contains(start) || !self.seen.insert(start) {
            return None;
        }
        let (mut own, mut open) = (BTreeSet::from([start]), VecDeque::from([start]));
        let mut chosen = None;
        while let Some(facet) = open.pop_front() {
            if !self.border.facet_box(facet).overlaps(self.other) {
                return None;
            }
            if chosen.is_none() && !self.border.facet(facet).is_flat() {
                chosen = Some(facet);
            }
            if own.len() >= around && chosen.is_some() {
                break;
            }
            for next in neighbours(self.border.local, facet).filter(|n| !self.near.contains(*n)) {
                if self.seen.insert(next) {
                    own.insert(next);
                    open.push_back(next);
                } else if !own.contains(&next) {
                    return None;
                }
            }
        }
        chosen
    }
}

fn neighbours<V: ShapeSpace>(border: &dyn Border<V>, facet: usize) -> impl Iterator<Item = usize> {
    (0..V::DIM).filter_map(move |k| border.neighbour(facet, k))
}
