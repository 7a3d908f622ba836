//! A point against a solid, and in space a segment.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::Solid;
use super::compare::Facts;
use super::fraction::{Fraction, between, middles};
use super::sample::Sample;
use super::world::{World, cross, dot, exponent_of};
use crate::exact::Dyadic;
use crate::exact::place::{self, ExactPoint};
use crate::pair::Relation;
use crate::pair::table::PairSpace;
use crate::shape::Placed;

/// The relation of a solid to the point `p` of a shape that is only that point.
pub(super) fn point<V: PairSpace, const D: usize>(a: Solid<'_, V>, b: Placed<'_, V>, p: V) -> Relation {
    let (a_box, b_box) = (a.placed.aabb(), b.aabb());
    if !a_box.overlaps(&b_box) {
        return Relation::Disjoint;
    }
    let exponent = exponent_of(&a_box, &b_box);
    let world = World::<V, D>::new(a.border, &a.placed.place, exponent);
    let [p] = exact_points(&b, [p]);
    let sample = Sample::new(p, Dyadic::one(), exponent);
    if world.touches(&sample) {
        Relation::Touching
    } else if world.holds(&sample) {
        Relation::BInA
    } else {
        Relation::Disjoint
    }
}

/// The relation of a solid of space to a segment. It is cut wherever it crosses the plane of a facet near it, or in
/// that plane the line of a side; each piece is then inside, outside or on the border all along.
pub(super) fn segment<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
    ends: [V; 2],
) -> Relation {
    let (a_box, b_box) = (a.placed.aabb(), b.aabb());
    if !a_box.overlaps(&b_box) {
        return Relation::Disjoint;
    }
    let exponent = exponent_of(&a_box, &b_box);
    let world = World::<V, D>::new(a.border, &a.placed.place, exponent);
    let [start, end] = exact_points(&b, ends);
    let mut cuts = Vec::new();
    let _ = world.meeting_box(&b_box, &mut |i| {
        let facet = world.exact(i);
        let mut cut = |normal: &ExactPoint<D>, offset: &Dyadic| {
            let [from, to] = [&start, &end].map(|p| dot(normal, p).minus(offset));
            cuts.extend(Fraction::within(from.clone(), from.minus(&to)));
        };
        cut(&facet.normal, &facet.offset);
        for k in 0..D {
            let corner = &facet.corners[k];
            let next = &facet.corners[(k + 1) % D];
            let side = core::array::from_fn(|c| next[c].minus(&corner[c]));
            let inwards = cross(&facet.normal, &side);
            cut(&inwards, &dot(&inwards, corner));
        }
        ControlFlow::Continue(())
    });
    let mut facts = Facts {
        out: [true, false],
        ..Facts::default()
    };
    for p in [&start, &end] {
        facts.touch |= world.touches(&Sample::new(p.clone(), Dyadic::one(), exponent));
    }
    // The cuts themselves, too: a segment may pass through a single point of the border.
    for cut in &cuts {
        facts.touch = facts.touch || world.touches(&between(&start, &end, cut, exponent));
    }
    for at in middles(cuts, Fraction::ends()) {
        let sample = between(&start, &end, &at, exponent);
        if world.touches(&sample) {
            facts.touch = true;
        } else if world.holds(&sample) {
            facts.overlap = true;
        } else {
            facts.out[1] = true;
        }
    }
    facts.relation()
}

fn exact_points<V: PairSpace, const D: usize, const N: usize>(
    b: &Placed<'_, V>,
    points: [V; N],
) -> [ExactPoint<D>; N] {
    let placement = place::Placement::new(&b.place);
    points.map(|p| placement.point(p))
}
