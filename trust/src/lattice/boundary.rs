//! The boundary of a set of cells: the facets that belong to one cell only, each seen from outside.

use std::collections::BTreeMap;

use super::{Cell, Cells, Corner};

/// Facets of D corners, counter-clockwise seen from outside; in 2D the set is on their left.
pub struct Facets<const D: usize>(pub Vec<[Corner; D]>);

impl<const D: usize> Facets<D> {
    /// The boundary of a set.
    pub fn of(cells: &Cells) -> Self {
        let mut single: BTreeMap<[Corner; D], Option<[Corner; D]>> = BTreeMap::new();
        for cell in &cells.0 {
            for left_out in 0..=D {
                let facet = outwards::<D>(cell, left_out);
                let mut name = facet;
                name.sort_unstable();
                single
                    .entry(name)
                    .and_modify(|facet| *facet = None)
                    .or_insert(Some(facet));
            }
        }
        Self(single.into_values().flatten().collect())
    }
}

/// The facet of a cell opposite to one corner, in the order in which that corner is inside.
fn outwards<const D: usize>(cell: &Cell, left_out: usize) -> [Corner; D] {
    let mut facet: [Corner; D] = core::array::from_fn(|i| cell[if i < left_out { i } else { i + 1 }]);
    let inside = cell[left_out];
    if volume(&facet, inside) > 0 {
        facet.swap(0, 1);
    }
    facet
}

/// Positive if a point is on the outer side: to the right of two corners, or above three counter-clockwise
/// ones.
fn volume<const D: usize>(facet: &[Corner; D], point: Corner) -> i32 {
    let from = |p: Corner| [0, 1, 2].map(|i| p[i] - facet[0][i]);
    let (u, w) = (from(facet[1]), from(point));
    if D == 2 {
        return u[1] * w[0] - u[0] * w[1];
    }
    let v = from(facet[D - 1]);
    let n = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ];
    n[0] * w[0] + n[1] * w[1] + n[2] * w[2]
}
