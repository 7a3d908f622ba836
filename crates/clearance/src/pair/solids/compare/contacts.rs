//! Which facets of two borders come near each other, and how they lie to each other.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::OccupiedRegions;
use super::triangles::{TrianglePair, meeting};
use crate::pair::solids::border::{PlacedBorder, PlacedFacet};
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
        // One number is compared faster than two.
        self.0
            .sort_unstable_by_key(|c| (c.own as u64) << 32 | c.other as u64);
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
    /// Whether both are borders of solids.
    pub are_solids: bool,
    pub near: &'c mut [NearFacets<D>; 2],
    pub regions: &'c mut OccupiedRegions,
    pub intersects_only: bool,
}

impl<V: ShapeSpace, const D: usize> Contacts<'_, '_, V, D> {
    /// Looks at all pairs of facets whose boxes meet.
    pub fn find(&mut self, touches: &mut dyn FnMut(usize, usize) -> bool) -> ControlFlow<()> {
        let [a, b] = self.borders;
        let mut recent = [RecentFacets::new(a), RecentFacets::new(b)];
        let mut face_to_face = 0_usize;
        let are_beside = D == 3 && self.are_solids && a.bounds().is_beside(&b.bounds());
        let flow = a.pairs(b, &mut |i, j| {
            let mut signs = [[Ordering::Equal; D]; 2];
            let [recent_a, recent_b] = &mut recent;
            let (p, q) = (recent_a.get(i), recent_b.get(j));
            if D == 3 {
                match meeting(p, q) {
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
            if are_beside && self.regions.touch {
                *self.regions = OccupiedRegions::BESIDE;
                return ControlFlow::Break(());
            }
            if D == 3 && self.are_solids && self.regions.touch && are_face_to_face((p, q), &signs) {
                face_to_face += 1;
                // A try that fails is repeated, but not often.
                if face_to_face.is_power_of_two() && self.are_parted_by(p) {
                    *self.regions = OccupiedRegions::BESIDE;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        self.near.iter_mut().for_each(NearFacets::sort);
        flow
    }
    /// Whether the plane of a facet of A has all of A inside and all of B outside. Then no point is in the
    /// interiors of both.
    fn are_parted_by(&self, facet: &PlacedFacet<'_, '_, V, D>) -> bool {
        let [a, b] = self.borders;
        a.is_beside(facet, Ordering::Less) && b.is_beside(facet, Ordering::Greater)
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

/// Whether two facets lie in one plane, and their outsides are opposed.
fn are_face_to_face<V: ShapeSpace, const D: usize>(
    (p, q): (&PlacedFacet<'_, '_, V, D>, &PlacedFacet<'_, '_, V, D>),
    signs: &[[Ordering; D]; 2],
) -> bool {
    signs.iter().flatten().all(|sign| sign.is_eq()) && p.normals_agree(q) < 0.0
}

/// How many facets of a border are kept in floats: a power of two.
const RECENT: usize = 32;

/// Facets of a border that were looked at: a search by two trees asks for the same ones many times.
struct RecentFacets<'c, 'b, V: ShapeSpace, const D: usize> {
    border: &'c PlacedBorder<'b, V, D>,
    facets: [Option<PlacedFacet<'c, 'b, V, D>>; RECENT],
}

impl<'c, 'b, V: ShapeSpace, const D: usize> RecentFacets<'c, 'b, V, D> {
    fn new(border: &'c PlacedBorder<'b, V, D>) -> Self {
        let facets = core::array::from_fn(|_| None);
        Self { border, facets }
    }
    fn get(&mut self, i: usize) -> &PlacedFacet<'c, 'b, V, D> {
        let border = self.border;
        // Fibonacci hashing (Knuth, volume 3, 6.4): facets side by side have numbers that are a multiple of
        // some number apart.
        let hash = (i as u32).wrapping_mul(0x9E37_79B1) >> (32 - RECENT.ilog2());
        let place = &mut self.facets[hash as usize];
        if place.as_ref().is_some_and(|facet| facet.index != i) {
            *place = None;
        }
        place.get_or_insert_with(|| border.facet(i))
    }
}
