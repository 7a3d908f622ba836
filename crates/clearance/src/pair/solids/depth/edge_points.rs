//! The points of a border that may be deepest inside a solid: its corners, and the middles of those pieces of
//! its edges that the solid's border cuts out. In floats; a point that is missed only makes a depth smaller.
//! Whether a point is inside is asked later, and only of those that may be deeper than the best so far.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::math::{Aabb, Real};
use crate::pair::ask::table::PairSpace;
use crate::pair::solids::border::PlacedBorder;
use crate::pair::solids::border::{extent_along, float_normal};
use crate::pair::solids::compare::triangles::{TrianglePair, meeting};

/// How many middles of pieces of edges are looked at, at most; of more, every n-th.
const MOST_MIDDLES: usize = 1024;
/// Of more facets than this in the box around a solid, corners are searched for the deepest
/// (`deepest_corner.rs`), and the edges of `FEW` facets that cross the border are looked at.
const MANY: usize = 1024;
const FEW: usize = 128;

/// A point on a border, and the normal of the facet that it is on.
pub(super) type BorderPoint<V, const D: usize> = (V, [f64; D]);

/// The points of a border that are tried.
pub(super) struct PointsToTry<V, const D: usize> {
    pub points: Vec<BorderPoint<V, D>>,
    /// Whether all corners in the box around the solid are among them.
    pub has_all_corners: bool,
}

/// Corners of a border and middles of pieces of its edges in the box around a solid, in the world.
pub(super) fn points_to_try<V: PairSpace, const D: usize>(
    of: &PlacedBorder<'_, V, D>,
    solid: &PlacedBorder<'_, V, D>,
    solid_box: &Aabb<V>,
) -> PointsToTry<V, D> {
    let FacetsToTry { facets, are_all } = facets_to_try(of, solid, solid_box);
    let (mut points, mut middles) = (Vec::new(), Vec::new());
    for i in facets {
        let c = of.facet(i).corners;
        let n = float_normal(&c);
        points.extend(c.map(|p| (of.world_point(p), n)));
        for k in 0..if D == 2 { 1 } else { D } {
            // Every edge once.
            if D == 3 && of.local.neighbour(i, k).is_some_and(|n| n < i) {
                continue;
            }
            let (a, b) = (c[k], c[(k + 1) % D]);
            for w in crossings(a, b, solid).windows(2).filter(|w| w[0] < w[1]) {
                let t = 0.5 * (w[0] + w[1]);
                let p = core::array::from_fn(|x| a[x] + t * (b[x] - a[x]));
                middles.push((of.world_point(p), n));
            }
        }
    }
    let mut seen = BTreeSet::new();
    let mut is_new = |p: V| seen.insert(core::array::from_fn::<_, D, _>(|x| p.get(x).to_f64().to_bits()));
    let is_near = |p: V| solid_box.contains(&Aabb::at(p));
    // A corner comes once for each of its facets.
    points.retain(|(p, _)| is_near(*p) && is_new(*p));
    middles.retain(|(p, _)| is_near(*p));
    let step = middles.len().div_ceil(MOST_MIDDLES).max(1);
    points.extend(middles.into_iter().step_by(step));
    PointsToTry {
        points,
        has_all_corners: are_all,
    }
}

/// Facets whose corners and edges are tried.
struct FacetsToTry {
    facets: Vec<usize>,
    /// Whether they are all in the box around the solid.
    are_all: bool,
}

/// The facets in the box around a solid; of very many, some of those that cross its border.
fn facets_to_try<V: PairSpace, const D: usize>(
    of: &PlacedBorder<'_, V, D>,
    solid: &PlacedBorder<'_, V, D>,
    solid_box: &Aabb<V>,
) -> FacetsToTry {
    let mut facets = Vec::new();
    let search = of.meeting_box(solid_box, &mut |i| {
        facets.push(i);
        if facets.len() > MANY {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if search.is_break() {
        let mut crossing = BTreeSet::new();
        let _ = of.pairs(solid, &mut |i, j| {
            if let TrianglePair::Crossing = meeting(&of.facet(i), &solid.facet(j)) {
                crossing.insert(i);
            }
            if crossing.len() < FEW {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        facets = crossing.into_iter().collect();
    }
    facets.sort_unstable();
    FacetsToTry {
        facets,
        are_all: search.is_continue(),
    }
}

/// Where the way from `a` to `b` passes facets, with 0 and 1, sorted; rounded.
pub(in crate::pair::solids) fn crossings<V: PairSpace, const D: usize>(
    a: [f64; D],
    b: [f64; D],
    border: &PlacedBorder<'_, V, D>,
) -> Vec<f64> {
    let mut times = Vec::from([0.0, 1.0]);
    let low = core::array::from_fn(|x| a[x].min(b[x]));
    let high = core::array::from_fn(|x| a[x].max(b[x]));
    let _ = border.within([low, high], 0.0, &mut |i| {
        let c = border.facet(i).corners;
        let is_near = (0..D).all(|x| {
            let (least, most) = extent_along(&c, x);
            least <= high[x] && low[x] <= most
        });
        if is_near {
            times.extend(crossing(a, b, &c));
        }
        ControlFlow::Continue(())
    });
    times.sort_by(f64::total_cmp);
    times
}

/// Where the way from `a` to `b` passes a facet, as a number from 0 to 1.
fn crossing<const D: usize>(a: [f64; D], b: [f64; D], c: &[[f64; D]; D]) -> Option<f64> {
    let n = float_normal(c);
    let height = |p: [f64; D]| -> f64 { (0..D).map(|x| n[x] * (p[x] - c[0][x])).sum() };
    let (from, to) = (height(a), height(b));
    if (from < 0.0) == (to < 0.0) || from == to {
        return None;
    }
    let t = (from / (from - to)).clamp(0.0, 1.0);
    let p = core::array::from_fn(|x| a[x] + t * (b[x] - a[x]));
    contains_in_plane(c, &n, p).then_some(t)
}

/// Whether a point in the plane of a facet (with normal `n`) is in the facet, border included; rounded. Its
/// barycentric coordinate for a corner is the share of the facet's area that remains when the point replaces
/// that corner.
fn contains_in_plane<const D: usize>(c: &[[f64; D]; D], n: &[f64; D], p: [f64; D]) -> bool {
    let along = |m: [f64; D]| -> f64 { (0..D).map(|x| m[x] * n[x]).sum() };
    (0..D).all(|k| {
        let mut with = *c;
        with[k] = p;
        along(float_normal(&with)) >= -1e-9 * along(*n)
    })
}
