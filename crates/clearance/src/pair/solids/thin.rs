//! A point against a solid, and in space a segment; also a facet without area.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::exact::Dyadic;
use crate::exact::place;
use crate::exact::place::ExactPoint;
use crate::math::Aabb;
use crate::pair::ask::table::PairSpace;
use crate::pair::solids::border::PlacedBorder;
use crate::pair::solids::border::Sample;
use crate::pair::solids::border::fraction::{Fraction, between, middles};
use crate::pair::solids::border::{difference, dot};
use crate::pair::solids::compare::OccupiedRegions;
use crate::shape::Placed;

/// A point or a segment never contains a solid.
const NO_PART: OccupiedRegions = OccupiedRegions {
    touch: false,
    overlap: false,
    out: [true, false],
};

/// How a solid lies relative to the segment between two points; `aabb` is the box around it. In the plane the
/// two points are always the same: longer segments have sides there and are compared as surfaces.
pub(super) fn relate<V: PairSpace, const D: usize>(
    solid: &PlacedBorder<'_, V, D>,
    aabb: &Aabb<V>,
    [start, end]: [ExactPoint<D>; 2],
) -> OccupiedRegions {
    if (0..D).all(|c| start[c].compare(&end[c]).is_eq()) {
        point(solid, start)
    } else {
        segment(solid, aabb, [start, end])
    }
}

/// How a solid lies relative to the point `p`.
fn point<V: PairSpace, const D: usize>(solid: &PlacedBorder<'_, V, D>, p: ExactPoint<D>) -> OccupiedRegions {
    let sample = Sample::new(p, Dyadic::one(), solid.exponent);
    let touch = solid.has_on_border(&sample);
    let overlap = !touch && solid.contains(&sample);
    OccupiedRegions {
        touch,
        overlap,
        out: [true, !touch && !overlap],
    }
}

/// How a solid of space lies relative to a segment; `aabb` is the box around it. The segment is cut wherever
/// it crosses the plane of a facet near it, or a side plane of that facet. Each piece is then inside, outside
/// or on the border along its whole length.
fn segment<V: PairSpace, const D: usize>(
    solid: &PlacedBorder<'_, V, D>,
    aabb: &Aabb<V>,
    [start, end]: [ExactPoint<D>; 2],
) -> OccupiedRegions {
    let exponent = solid.exponent;
    let mut cuts = Vec::new();
    let _ = solid.meeting_box(aabb, &mut |i| {
        let facet = solid.exact(i);
        let mut cut = |normal: &ExactPoint<D>, offset: &Dyadic| {
            let [from, to] = [&start, &end].map(|p| dot(normal, p).minus(offset));
            cuts.extend(Fraction::within(from.clone(), from.minus(&to)));
        };
        cut(&facet.normal, &facet.offset);
        for (inwards, offset) in (0..D).map(|k| facet.side_plane(k)) {
            cut(&inwards, &offset);
        }
        ControlFlow::Continue(())
    });
    let mut regions = NO_PART;
    for p in [&start, &end] {
        regions.touch |= solid.has_on_border(&Sample::new(p.clone(), Dyadic::one(), exponent));
    }
    // The cuts are tested, too: a segment may pass through a single point of the border.
    for cut in &cuts {
        regions.touch = regions.touch || solid.has_on_border(&between(&start, &end, cut, exponent));
    }
    for at in middles(cuts, Fraction::ends()) {
        let sample = between(&start, &end, &at, exponent);
        if solid.has_on_border(&sample) {
            regions.touch = true;
        } else if solid.contains(&sample) {
            regions.overlap = true;
        } else {
            regions.out[1] = true;
        }
    }
    regions
}

/// Points of a placed shape's own frame, in the world.
pub(super) fn exact_points<V: PairSpace, const D: usize, const N: usize>(
    b: &Placed<'_, V>,
    points: [V; N],
) -> [ExactPoint<D>; N] {
    let placement = place::ExactFrame::new(&b.place);
    points.map(|p| placement.point(p))
}

/// The segment that a facet without area (or length) is in the world: its two furthest corners.
pub(super) fn ends<const D: usize>(corners: &[ExactPoint<D>; D]) -> [&ExactPoint<D>; 2] {
    let length = |[p, q]: [&ExactPoint<D>; 2]| {
        let way = difference(q, p);
        dot(&way, &way)
    };
    let sides = (0..D).map(|k| [&corners[k], &corners[(k + 1) % D]]);
    let longer = |p: [_; 2], q: [_; 2]| {
        if length(q).compare(&length(p)).is_gt() {
            q
        } else {
            p
        }
    };
    sides.reduce(longer).unwrap_or([&corners[0]; 2])
}
