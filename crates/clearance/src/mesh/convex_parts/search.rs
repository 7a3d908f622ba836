//! Which plane cuts a part best, looking one cut ahead.
//!
//! As in CoACD, a tree search: what counts is what is left over after further cuts, since the first one of
//! two often gains nothing by itself. CoACD explores the tree at random (Monte Carlo); here it is bounded and
//! always the same: of all candidates the best few are kept, and each is judged by the best next cut of its
//! worse half. What is left over is measured by volume, as there: that of the hulls outside of the parts.
//!
//! Volume alone does not see a good first cut where it takes four, as around a hollow. So the concave edges
//! that are left inside of the parts count a little: each must be cut along at some time.

use alloc::vec::Vec;

use super::part::Part;
use super::planes::{BentEdge, bent_edges, candidates, edges_near, weight_inside};
use super::solid::Solid;

/// So many first cuts are looked at further.
const KEPT: usize = 3;
/// How much all concave edges together count, in volumes of the hull of the solid.
const ALL_EDGES: f64 = 0.05;

/// The search for cuts of one solid.
pub(super) struct Search<'a> {
    solid: &'a Solid,
    edges: Vec<BentEdge>,
    /// The volume that stands for an edge of weight 1.
    per_weight: f64,
}

/// A part in two, and what each half has left over.
struct Halved {
    halves: [Part; 2],
    left: [f64; 2],
}

impl Halved {
    fn sum(&self) -> f64 {
        self.left[0] + self.left[1]
    }
}

impl<'a> Search<'a> {
    /// In a solid, which is given as one part, too.
    pub fn new(solid: &'a Solid, whole: &Part) -> Self {
        let edges = bent_edges(solid);
        let sum: f64 = edges.iter().map(|e| e.weight).sum();
        Self {
            per_weight: if sum > 0.0 {
                ALL_EDGES * whole.hull.volume / sum
            } else {
                0.0
            },
            solid,
            edges,
        }
    }
    /// The halves of a part by the best plane; `None` if no candidate cuts it.
    pub fn best_halves(&self, part: &Part) -> Option<[Part; 2]> {
        let kept = self.best_cuts(part, KEPT);
        let is_done = |cut: &Halved| cut.sum() <= 1e-9 * part.volume;
        if kept.len() == 1 || kept.first().is_some_and(is_done) {
            return kept.into_iter().next().map(|cut| cut.halves);
        }
        let judged = kept.into_iter().map(|cut| (self.ahead(&cut), cut));
        let best = judged.reduce(|a, b| if b.0 < a.0 { b } else { a });
        best.map(|(_, cut)| cut.halves)
    }
    /// What is left over after the best next cut of the worse half.
    fn ahead(&self, cut: &Halved) -> f64 {
        let worse = usize::from(cut.left[1] > cut.left[0]);
        let next = self.best_cuts(&cut.halves[worse], 1).pop();
        let gain = next.map_or(0.0, |next| cut.left[worse] - next.sum());
        cut.sum() - gain.max(0.0)
    }
    /// The cuts that leave least over, the best first; of equals that by the first plane.
    fn best_cuts(&self, part: &Part, most: usize) -> Vec<Halved> {
        let near = edges_near(part, &self.edges);
        let mut best: Vec<Halved> = Vec::with_capacity(most + 1);
        for plane in candidates(part, &near, self.solid) {
            let Some(halves) = part.cut(plane, self.solid) else {
                continue;
            };
            let left_over = |half: &Part| half.excess() + self.per_weight * weight_inside(half, &near);
            let cut = Halved {
                left: halves.each_ref().map(left_over),
                halves,
            };
            let place = best.partition_point(|b| b.sum() <= cut.sum());
            if place < most {
                best.insert(place, cut);
                best.truncate(most);
            }
        }
        best
    }
}
