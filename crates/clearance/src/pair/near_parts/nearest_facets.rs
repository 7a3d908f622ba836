//! The pairs of facets of two surfaces that may be the nearest: so that the full question is asked about few.
//!
//! The tree gives a few facets of A with a few of B. Two near points of the first two are an upper bound of
//! the distance, which the tree is searched with; the gap of two facets along the direction between the
//! nearest points so far, which most pairs near the nearest one share, is a lower bound. So one walk finds
//! those whose lower bound is not above the least upper bound. All is in double precision, and bounds are
//! moved by what is rounded.

use alloc::vec::Vec;

use arrayvec::ArrayVec;
use glam::DVec3;

use super::facet_distance::{WorldFacets, closest_on_triangle};
use crate::index::MOST_IN_A_BOX;
use crate::math::{Place, Real, ScalarOf};
use crate::pair::ask::table::PairSpace;
use crate::shape::PartBoxes;

/// From one facet to the other and back.
const STEPS: usize = 4;

/// The facets that share a box of the tree.
type Few = ArrayVec<[DVec3; 3], MOST_IN_A_BOX>;

/// Two facets, and a lower bound of how far they are apart.
pub(super) struct Candidate {
    pub gap: f64,
    pub facets: [usize; 2],
}

/// The candidates so far.
struct Search {
    /// The distance of the nearest points and the direction between them, from A to B.
    within: f64,
    normal: DVec3,
    candidates: Vec<Candidate>,
}

/// The pairs of facets of two surfaces in space that may be the nearest, nearest bounds first. `rounding` is
/// a bound on the error of a distance.
pub(super) fn nearest_candidates<V: PairSpace>(
    [a, b]: [&WorldFacets<'_, V>; 2],
    places: [&Place<'_, V>; 2],
    rounding: f64,
) -> Vec<Candidate> {
    let mut search = Search {
        within: f64::INFINITY,
        normal: DVec3::ZERO,
        candidates: Vec::new(),
    };
    let boxes = [a, b].map(WorldFacets::boxes);
    PartBoxes::nearest_pairs(boxes, places, &mut |own, other| {
        search.look(([a, b], [own, other]), rounding);
        V::Scalar::lit(search.within + rounding) * (ScalarOf::<V>::ONE + ScalarOf::<V>::EPSILON)
    });
    let Search {
        within,
        normal,
        mut candidates,
    } = search;
    for candidate in &mut candidates {
        let [i, j] = candidate.facets;
        let gap = begin(&b.triangle(j), normal) - reach(&a.triangle(i), normal);
        candidate.gap = candidate.gap.max(gap - rounding);
    }
    candidates.retain(|candidate| candidate.gap <= within + rounding);
    candidates.sort_unstable_by(|p, q| p.gap.total_cmp(&q.gap).then(p.facets.cmp(&q.facets)));
    candidates
}

impl Search {
    /// Looks at every pair of a few facets; the first two are likely to be the nearest.
    fn look<V: PairSpace>(&mut self, (of, numbers): ([&WorldFacets<'_, V>; 2], [&[u32]; 2]), rounding: f64) {
        let corners = |k: usize| -> Few { numbers[k].iter().map(|&i| of[k].triangle(i as usize)).collect() };
        let (a, b) = (corners(0), corners(1));
        // In the plane the tree does not know which are nearest.
        let tried = if V::DIM == 2 { MOST_IN_A_BOX } else { 1 };
        for first in a.iter().take(tried) {
            for other in b.iter().take(tried) {
                self.shorten(first, other);
            }
        }
        let begins: ArrayVec<f64, MOST_IN_A_BOX> = b.iter().map(|facet| begin(facet, self.normal)).collect();
        for (corners, &i) in a.iter().zip(numbers[0]) {
            let reach = reach(corners, self.normal);
            for (begin, &j) in begins.iter().zip(numbers[1]) {
                let gap = begin - reach - rounding;
                if gap <= self.within + rounding {
                    let facets = [i as usize, j as usize];
                    self.candidates.push(Candidate { gap, facets });
                }
            }
        }
    }
    /// Takes the distance of two facets, if it is less than that so far: from a point of one to the nearest
    /// of the other, and back, which comes nearer with every step (Cheney and Goldstein, "Proximity maps for
    /// convex sets", 1959). No more steps than pay: any two points are an upper bound.
    fn shorten(&mut self, a: &[DVec3; 3], b: &[DVec3; 3]) {
        let mut q = (b[0] + b[1] + b[2]) / 3.0;
        for _ in 0..STEPS {
            let p = closest_on_triangle(a, q);
            q = closest_on_triangle(b, p);
            let distance = (q - p).length();
            if distance == 0.0 {
                self.within = 0.0;
            }
            if distance.is_nan() || distance >= self.within {
                return;
            }
            (self.within, self.normal) = (distance, (q - p) / distance);
        }
    }
}

/// How far a facet reaches along a direction.
fn reach(facet: &[DVec3; 3], direction: DVec3) -> f64 {
    let [a, b, c] = facet.map(|p| p.dot(direction));
    a.max(b).max(c)
}

/// Where a facet begins along a direction.
fn begin(facet: &[DVec3; 3], direction: DVec3) -> f64 {
    let [a, b, c] = facet.map(|p| p.dot(direction));
    a.min(b).min(c)
}
