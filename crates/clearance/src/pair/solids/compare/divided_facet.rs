//! A facet, and the edges of the other border at which the winding number beside it changes.
//!
//! Just above the plane of a facet that the other border does not cross, the winding number of that border
//! changes only above edges that lie in the plane and from which a facet rises. Of two such facets at one
//! edge, the changes cancel each other. So the number at one place of the facet, and the changes along the
//! straight way to another place, tell the number there.
//!
//! A place is infinitely close to a point of the facet, and on no line ("simulation of simplicity",
//! `border/sample.rs`). The way starts beside a corner, by a step that is smaller than all others. So on
//! which side of the way a point is can be told from the line through that corner and the point.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::contacts::FacetContact;
use super::edge_name;
use super::pieces::{ClippedEdge, LineEnd, TriangleProjection, samples_beside};
use crate::pair::solids::border::Sample;
use crate::pair::solids::border::{PlacedBorder, PlacedFacet};
use crate::shape::ShapeSpace;

/// One of the two sides of a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Outer,
    Inner,
}

impl Side {
    /// Seen from this side of a facet: `Greater` is in front of it.
    pub fn sees(self, sign: Ordering) -> Ordering {
        match self {
            Self::Outer => sign,
            Self::Inner => sign.reverse(),
        }
    }
}

/// A place beside a corner of a triangle, and inside it: a step along a side to the next corner, then a
/// smaller one to the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CornerPlace {
    pub corner: usize,
    pub toward: usize,
}

impl CornerPlace {
    pub fn third(&self) -> usize {
        3 - self.corner - self.toward
    }
}

/// A place on a facet.
#[derive(Clone, Copy)]
pub(super) enum FacetPlace<'s, const D: usize> {
    Corner(CornerPlace),
    Sample(&'s Sample<'s, D>),
}

/// An edge where the winding number changes: left of it, seen from outside, it is higher by `rise`.
struct Step<'a, const D: usize> {
    edge: ClippedEdge<'a, D>,
    rise: i32,
}

/// A facet and the edges where the winding number of the other border changes beside it, on one side.
pub(super) struct DividedFacet<'a, 'b, V: ShapeSpace, const D: usize> {
    seen: TriangleProjection<'a, 'b, V, D>,
    x: &'a PlacedBorder<'b, V, D>,
    steps: Vec<Step<'a, D>>,
}

impl<'a, 'b, V: ShapeSpace, const D: usize> DividedFacet<'a, 'b, V, D> {
    /// A facet with its contacts with facets of `y`.
    pub fn new(
        facet: PlacedFacet<'a, 'b, V, D>,
        (y, contacts): (&'a PlacedBorder<'b, V, D>, &[FacetContact<D>]),
        side: Side,
    ) -> Self {
        let seen = TriangleProjection::new(facet, y);
        let clipped = |(edge, rise)| ClippedEdge::new(&seen, edge).map(|edge| Step { edge, rise });
        let steps = rises(y, contacts, side).into_iter().filter_map(clipped).collect();
        Self {
            seen,
            x: facet.border,
            steps,
        }
    }
    /// The winding numbers beside the facet, where at one place it is `winding`.
    pub fn windings(&self, (start, winding): (CornerPlace, i32)) -> Vec<i32> {
        match &self.steps[..] {
            [] => Vec::from([winding]),
            [step] => match self.side_of_step(step, &FacetPlace::Corner(start)) {
                Ordering::Greater => Vec::from([winding, winding - step.rise]),
                _ => Vec::from([winding, winding + step.rise]),
            },
            steps => {
                let edges: Vec<_> = steps.iter().map(|step| &step.edge).collect();
                let samples = samples_beside(self.x, &self.seen, &edges);
                let at = |sample| winding + self.change(start, &FacetPlace::Sample(sample));
                samples.iter().map(at).collect()
            }
        }
    }
    /// By how much the winding number changes along the way from one place to another.
    pub fn change(&self, start: CornerPlace, end: &FacetPlace<'_, D>) -> i32 {
        let from = FacetPlace::Corner(start);
        let change = |step: &Step<'a, D>| {
            let side = self.side_of_step(step, end);
            if side == self.side_of_step(step, &from) || !self.passes(step, start, end) {
                return 0;
            }
            if side == Ordering::Greater {
                step.rise
            } else {
                -step.rise
            }
        };
        self.steps.iter().map(change).sum()
    }
    fn side_of_step(&self, step: &Step<'a, D>, place: &FacetPlace<'_, D>) -> Ordering {
        self.seen
            .side_of_line(step.edge.ends().map(LineEnd::Other), place)
    }
    /// Whether the ends of a step are on different sides of the way. A single step divides the facet from one
    /// side to another, or the winding number would change on a way around its end.
    fn passes(&self, step: &Step<'a, D>, start: CornerPlace, end: &FacetPlace<'_, D>) -> bool {
        if self.steps.len() == 1 {
            return true;
        }
        let [first, second] = step.edge.ends().map(|p| {
            let line = [LineEnd::Own(start.corner), LineEnd::Other(p)];
            match self.seen.side_of_line(line, end) {
                // The step ends in the corner: the way begins beside it, on the side of its own step.
                Ordering::Equal if start.toward == (start.corner + 1) % D => Ordering::Less,
                Ordering::Equal => Ordering::Greater,
                side => side,
            }
        });
        first != second
    }
}

/// The edges in the plane of a facet above which the winding number of `y` changes, and by how much to their
/// left.
fn rises<V: ShapeSpace, const D: usize>(
    y: &PlacedBorder<'_, V, D>,
    contacts: &[FacetContact<D>],
    side: Side,
) -> Vec<((usize, usize), i32)> {
    let mut edges = Vec::new();
    for contact in contacts {
        let signs = contact.of_other;
        let is_level = |k: usize| signs[k] == Ordering::Equal && signs[(k + 1) % D] == Ordering::Equal;
        let rises_above = |k: usize| side.sees(signs[(k + 2) % D]) == Ordering::Greater;
        for k in (0..D).filter(|&k| is_level(k) && rises_above(k)) {
            // Seen from outside, the inside of a facet that rises from an edge is left of that edge.
            let rise = if side == Side::Outer { 1 } else { -1 };
            let own = (contact.other, k);
            let name = edge_name(y, own);
            edges.push((name, if name == own { rise } else { -rise }));
        }
    }
    edges.sort_unstable();
    let sums = edges.chunk_by(|a, b| a.0 == b.0);
    let sums = sums.map(|same| (same[0].0, same.iter().map(|e| e.1).sum()));
    sums.filter(|&(_, rise)| rise != 0).collect()
}
