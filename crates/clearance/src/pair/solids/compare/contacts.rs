//! Which facets of two borders come near each other, and how they lie to each other.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::OccupiedRegions;
use super::triangles::{TrianglePair, meeting};
use crate::pair::solids::border::PlacedBorder;
use crate::shape::ShapeSpace;

/// A facet of one border beside one of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacetContact<const D: usize> {
    pub own: usize,
    pub other: usize,
    /// In space: on which side of the own plane the corners of the other facet are.
    pub of_other: [Ordering; D],
    /// In space: on which side of the other plane the own corners are.
    pub of_own: [Ordering; D],
}

/// The facets of one border that the other comes near.
#[derive(Default)]
pub(super) struct NearFacets<const D: usize>(Vec<FacetContact<D>>);

impl<const D: usize> NearFacets<D> {
    fn sort(&mut self) {
        self.0.sort_unstable_by_key(|c| (c.own, c.other));
    }
    /// The contacts of each facet, by the numbers of the facets.
    pub fn groups(&self) -> impl Iterator<Item = (usize, &[FacetContact<D>])> {
        self.0.chunk_by(|a, b| a.own == b.own).map(|c| (c[0].own, c))
    }
    /// The contacts of facet `i`, by the numbers of the other facets; empty where none is near.
    pub fn of(&self, i: usize) -> &[FacetContact<D>] {
        let start = self.0.partition_point(|c| c.own < i);
        let count = self.0[start..].iter().take_while(|c| c.own == i).count();
        &self.0[start..start + count]
    }
    pub fn contains(&self, i: usize) -> bool {
        self.0.binary_search_by_key(&i, |c| c.own).is_ok()
    }
    /// The contact of facet `i` with facet `other`.
    pub fn between(&self, i: usize, other: usize) -> Option<&FacetContact<D>> {
        let found = self.0.binary_search_by_key(&(i, other), |c| (c.own, c.other));
        found.ok().map(|at| &self.0[at])
    }
}

/// What is found before any winding number is counted.
pub(super) struct Contacts<'c, 'b, V: ShapeSpace, const D: usize> {
    pub borders: [&'c PlacedBorder<'b, V, D>; 2],
    pub near: &'c mut [NearFacets<D>; 2],
    pub regions: &'c mut OccupiedRegions,
    pub intersects_only: bool,
}

impl<V: ShapeSpace, const D: usize> Contacts<'_, '_, V, D> {
    /// Looks at all pairs of facets whose boxes meet.
    pub fn find(&mut self, touches: &mut dyn FnMut(usize, usize) -> bool) -> ControlFlow<()> {
        let [a, b] = self.borders;
        let flow = a.pairs(b, &mut |i, j| {
            let mut signs = [[Ordering::Equal; D]; 2];
            if D == 3 {
                match meeting(&a.facet(i), &b.facet(j)) {
                    TrianglePair::Apart => return ControlFlow::Continue(()),
                    TrianglePair::Crossing => {
                        *self.regions = OccupiedRegions::CROSSING;
                        return ControlFlow::Break(());
                    }
                    TrianglePair::Contact(found) => signs = found,
                }
            }
            self.add([i, j], signs);
            self.regions.touch = self.regions.touch || touches(i, j);
            if self.intersects_only && self.regions.touch {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        self.near.iter_mut().for_each(NearFacets::sort);
        flow
    }
    fn add(&mut self, [i, j]: [usize; 2], [of_b, of_a]: [[Ordering; D]; 2]) {
        let [of_first, of_second] = self.near;
        of_first.0.push(FacetContact {
            own: i,
            other: j,
            of_other: of_b,
            of_own: of_a,
        });
        of_second.0.push(FacetContact {
            own: j,
            other: i,
            of_other: of_a,
            of_own: of_b,
        });
    }
}
