//! Which plane cuts a part best, looking one cut ahead.
//!
//! As in CoACD, a tree search: what counts is what is left over after further cuts, since the first one of
//! two often gains nothing by itself. CoACD explores the tree at random (Monte Carlo); here it is bounded and
//! always the same: of all candidates the best few are kept, and each is judged by the best next cut of its
//! worse half. What is left over is measured by volume, as there: that of the hulls outside of the parts.

use alloc::vec::Vec;

use super::part::Part;
use super::planes::{ConcaveEdge, candidates};
use super::solid::Solid;

/// So many first cuts are looked at further.
const KEPT: usize = 3;

/// A part in two, and how much volume their hulls have outside of it.
struct Halved {
    halves: [Part; 2],
    excess: f64,
}

/// The halves of a part by the best plane; `None` if no candidate cuts it.
pub(super) fn best_halves(part: &Part, edges: &[ConcaveEdge], solid: &Solid) -> Option<[Part; 2]> {
    let kept = best_cuts(part, edges, solid, KEPT);
    let ahead = |cut: &Halved| {
        let [a, b] = &cut.halves;
        let worse = if a.excess() >= b.excess() { a } else { b };
        let next = best_cuts(worse, edges, solid, 1).pop();
        let gain = next.map_or(0.0, |next| worse.excess() - next.excess);
        cut.excess - gain.max(0.0)
    };
    let is_done = |cut: &Halved| cut.excess <= 1e-9 * part.volume;
    if kept.first().is_some_and(is_done) || kept.len() == 1 {
        return kept.into_iter().next().map(|cut| cut.halves);
    }
    let judged = kept.into_iter().map(|cut| (ahead(&cut), cut));
    let best = judged.reduce(|a, b| if b.0 < a.0 { b } else { a });
    best.map(|(_, cut)| cut.halves)
}

/// The cuts with the least excess, the best first; of equals that by the first plane.
fn best_cuts(part: &Part, edges: &[ConcaveEdge], solid: &Solid, most: usize) -> Vec<Halved> {
    let mut best: Vec<Halved> = Vec::with_capacity(most + 1);
    for plane in candidates(part, edges, solid) {
        let Some(halves) = part.cut(plane, solid) else {
            continue;
        };
        let excess = halves[0].excess() + halves[1].excess();
        let place = best.partition_point(|b| b.excess <= excess);
        if place < most {
            best.insert(place, Halved { halves, excess });
            best.truncate(most);
        }
    }
    best
}
