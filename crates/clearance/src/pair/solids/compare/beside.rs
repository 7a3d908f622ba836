//! On both sides of the facets of one border: the winding numbers of another border, from few counts.
//!
//! A count costs a search through the whole other border. Where two solids lie face on face along hundreds of
//! facets, the numbers beside one facet follow from those beside its neighbour instead. Around an edge that
//! two facets share, the space on one side of them is a wedge. If no facet of the other border that contains
//! a part of the edge lies within the wedge, then just beside both facets the number is the same. Otherwise
//! the neighbour is counted anew. Beside a single facet, `divided_facet.rs` tells where the number changes.
//!
//! Only facets whose plane contains the edge can contain a part of it. A wedge that is less than a half-space
//! is in front of both facets: what is behind one of them is not in it. A larger wedge is in front of one or
//! the other: what is behind both is not in it.
//!
//! A facet near the other border, which does not come to its edge with a facet that is not near, has there on
//! both sides the numbers of its neighbour. So free pieces that begin at such edges are known, too.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::contacts::{FacetContact, NearFacets};
pub(super) use super::divided_facet::Side;
use super::divided_facet::{CornerPlace, DividedFacet, FacetPlace};
use super::twin;
use crate::pair::solids::border::float_normal;
use crate::pair::solids::border::{PlacedBorder, PlacedFacet, Sample};
use crate::pair::solids::border::{difference, spread};
use crate::shape::ShapeSpace;

/// A place beside a facet, and the winding number there.
type Known = (CornerPlace, i32);

/// What is told of each winding number.
type Visit<'v> = &'v mut dyn FnMut(Side, i32) -> ControlFlow<()>;

/// The facets of `x` that `y` comes near, and what is known of the winding numbers of `y` beside them.
pub(super) struct BorderSides<'a, 'b, V: ShapeSpace, const D: usize> {
    x: &'a PlacedBorder<'b, V, D>,
    y: &'a PlacedBorder<'b, V, D>,
    near: &'a NearFacets<D>,
    /// Those with an area.
    facets: Vec<PlacedFacet<'a, 'b, V, D>>,
    /// For each of them, on the outer and the inner side.
    known: Vec<[Option<Known>; 2]>,
}

impl<'a, 'b, V: ShapeSpace, const D: usize> BorderSides<'a, 'b, V, D> {
    pub fn new(
        x: &'a PlacedBorder<'b, V, D>,
        y: &'a PlacedBorder<'b, V, D>,
        near: &'a NearFacets<D>,
    ) -> Self {
        let facets = near.groups().map(|(i, _)| x.facet(i));
        let facets: Vec<_> = facets.filter(|facet| !facet.is_flat()).collect();
        Self {
            x,
            y,
            near,
            known: alloc::vec![[None; 2]; facets.len()],
            facets,
        }
    }
    /// Calls `visit` with all winding numbers of `y` just beside these facets, on the given sides.
    pub fn visit(&mut self, sides: &[Side], visit: Visit<'_>) -> ControlFlow<()> {
        for at in 0..self.facets.len() {
            if sides.iter().all(|&side| self.known[at][side as usize].is_some()) {
                continue;
            }
            let place = CornerPlace { corner: 0, toward: 1 };
            let counted = self.y.windings(&self.sample(&self.facets[at], place));
            for &side in sides {
                if self.known[at][side as usize].is_none() {
                    self.known[at][side as usize] = Some((place, counted[side as usize]));
                    self.spread(side, at, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
    /// The place outside of a facet; with the last step reversed, inside.
    fn sample(&self, placed: &PlacedFacet<'a, 'b, V, D>, place: CornerPlace) -> Sample<'static, D> {
        let facet = placed.exact();
        let [p, q, r] = [place.corner, place.toward, place.third()].map(|k| &facet.corners[k]);
        let steps = [difference(q, p), difference(r, p), facet.normal.clone()];
        Sample::new(p.clone(), crate::exact::Dyadic::one(), self.x.exponent)
            .along(float_normal(&placed.corners))
            .stepping(steps.into())
    }
    /// From a facet with a known number to all that follow from it.
    fn spread(&mut self, side: Side, from: usize, visit: Visit<'_>) -> ControlFlow<()> {
        let mut open = Vec::from([from]);
        while let Some(at) = open.pop() {
            let Some(known) = self.known[at][side as usize] else {
                continue;
            };
            let placed = self.facets[at];
            let contacts = self.near.of(placed.index);
            let facet = DividedFacet::new(placed, (self.y, contacts), side);
            for winding in facet.windings(known) {
                visit(side, winding)?;
            }
            for k in 0..D {
                if let Some((next, number)) = self.across(side, (at, k), contacts, (&facet, known)) {
                    self.known[next][side as usize] = Some(number);
                    open.push(next);
                }
            }
        }
        ControlFlow::Continue(())
    }
    /// The neighbour across edge `k` of the facet at `at`, if it is not known yet and its number follows.
    fn across(
        &self,
        side: Side,
        (at, k): (usize, usize),
        contacts: &[FacetContact<D>],
        (facet, (start, winding)): (&DividedFacet<'a, 'b, V, D>, Known),
    ) -> Option<(usize, Known)> {
        let i = self.facets[at].index;
        let n = self.x.local.neighbour(i, k)?;
        let next = self.facets.binary_search_by_key(&n, |facet| facet.index).ok()?;
        if self.known[next][side as usize].is_some() {
            return None;
        }
        let l = twin(self.x.local, (i, k), n)?;
        if !self.wedge_is_free(side, [(at, k), (next, l)], contacts) {
            return None;
        }
        let ends = [(k, (l + 1) % D), ((k + 1) % D, l)];
        let [here, there] = if start.corner == ends[1].0 { [1, 0] } else { [0, 1] };
        let place = |corner, toward| CornerPlace { corner, toward };
        let beside = FacetPlace::Corner(place(ends[here].0, ends[there].0));
        let winding = winding + facet.change(start, &beside);
        Some((next, (place(ends[here].1, ends[there].1), winding)))
    }
    /// Whether the other border surely does not come from the common edge of two facets into the wedge on
    /// this side of them. Each is given by its place among the facets, with the number of that edge; the
    /// contacts are those of the first.
    fn wedge_is_free(
        &self,
        side: Side,
        [(at, k), (next, l)]: [(usize, usize); 2],
        contacts: &[FacetContact<D>],
    ) -> bool {
        let [here, there] = [at, next].map(|at| &self.facets[at]);
        let in_front = |c: &FacetContact<D>| c.of_other.iter().any(|&s| side.sees(s) == Ordering::Greater);
        let holds_edge =
            |c: &&FacetContact<D>| c.of_own[k] == Ordering::Equal && c.of_own[(k + 1) % D] == Ordering::Equal;
        let (mut any, mut rises) = (false, false);
        for contact in contacts.iter().filter(holds_edge) {
            // What does not come near the neighbour does not contain a part of the edge.
            let Some(of_next) = self.near.between(there.index, contact.other) else {
                continue;
            };
            let of_both = [in_front(contact), in_front(of_next)];
            if of_both == [true; 2] {
                return false;
            }
            any = true;
            rises |= of_both != [false; 2];
        }
        if !any {
            return true;
        }
        let third = || side.sees(here.side(there, (l + 2) % D));
        if rises {
            third() == Ordering::Greater
        } else {
            // Two facets folded onto each other leave nothing, or everything, between them.
            face_alike(here, there) || third() != Ordering::Equal
        }
    }
}

/// Whether the normals of two facets surely have an angle of less than a right angle between them.
fn face_alike<V: ShapeSpace, const D: usize>(
    a: &PlacedFacet<'_, '_, V, D>,
    b: &PlacedFacet<'_, '_, V, D>,
) -> bool {
    let [u, v] = [a, b].map(|f| float_normal(&f.corners));
    // With m, the largest difference of corners, a component is at most 2 m² and within 16 m (error +
    // EPSILON m), which is at most 32 m², of the true one. The product is a sum of three of two
    // components.
    let [m, w] = [a, b].map(|f| spread(&f.corners, f.corners[0]).max(f.error));
    let off = |m: f64, error: f64| 16.0 * m * (error + f64::EPSILON * m);
    let bound = 128.0 * (off(m, a.error) * w * w + off(w, b.error) * m * m) + f64::MIN_POSITIVE;
    (0..D).map(|x| u[x] * v[x]).sum::<f64>() > bound
}

#[cfg(test)]
mod tests;
