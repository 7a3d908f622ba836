//! Two shapes of parts that touch: distance 0, and the normal that best separates the wholes.
//!
//! Where facets of two solids lie on each other, no other plane than theirs can separate the wholes. So their
//! normal is the one, also of shapes that interlock, as a pin and its hole; of several such normals, the one
//! along which the wholes overlap least.
//!
//! Else each two parts that touch offer a normal, and so do the facets of a solid, which know where the
//! outside is. Again the best is the one along which the wholes overlap least: not at all where a plane
//! separates them. For shapes that interlock there is no such plane; they get the normal that most of the
//! touching parts agree on. The normal of two parts takes their exact clearance, some microseconds. If a
//! polytope is all on one side of a facet's plane, and touches it, the normal of the facet is one of theirs
//! and takes a fraction of that. Where a face of the polytope lies on a facet, and the plane of both
//! separates the polytope from all facets near it, no other normal is looked for.

mod candidates;
mod facets;

use crate::math::Real;
use crate::pair;
use crate::pair::answer::{Clearance, QueryError};
use crate::pair::ask::table::PairSpace;
use crate::pair::dimension::in_dimension;
use crate::pair::near_parts::{is_compound, nearest, try_for_each_near_pair};
use crate::pair::solids::Solid;
use crate::shape::Placed;
use candidates::Candidates;
pub(in crate::pair) use facets::facet_normal;
use facets::{FacetTouch, FacetsBeside, common_normal, lie_on_each_other};

/// At most this many touching parts are looked at.
const PAIRS: usize = 512;

/// The clearance of two shapes that touch.
pub(in crate::pair) fn clearance<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    let by_facets = V::DIM == 3 && !is_compound(a) && !is_compound(b);
    let solids = [a, b].map(|s| Solid::new(s).filter(|_| by_facets));
    if let [Some(a), Some(b)] = solids
        && let Some(found) = on_faces(a, b)?
    {
        return Ok(found);
    }
    match in_dimension!(V, of_parts(a, b, solids))? {
        Some(found) => Ok(found),
        // Two shapes that touch always have two parts that touch, so this is not reached.
        None => nearest::clearance(a, b).map(|c| Clearance {
            distance: Real::ZERO,
            ..c
        }),
    }
}

/// The clearance along the normal of facets that lie on each other; `None` where none do.
fn on_faces<V: PairSpace>(a: Solid<'_, V>, b: Solid<'_, V>) -> Result<Option<Clearance<V>>, QueryError> {
    let mut candidates = Candidates::new([a.placed, b.placed]);
    let mut seen = 0;
    try_for_each_near_pair(a.placed, b.placed, Real::ZERO, &mut |p, q, [i, j]| {
        let Some(normal) = common_normal((a, i), (b, j)) else {
            return Ok(true);
        };
        if lie_on_each_other((a, i), (b, j), normal) && pair::intersects(p, q) {
            seen += 1;
            candidates.offer(normal, 1, || Ok(middle(&pair::clearance(p, q)?)))?;
        }
        Ok(!candidates.is_settled() && seen < PAIRS)
    })?;
    Ok(candidates.best())
}

/// The clearance along the best of all normals that touching parts offer.
fn of_parts<V: PairSpace, const D: usize>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    solids: [Option<Solid<'_, V>>; 2],
) -> Result<Option<Clearance<V>>, QueryError> {
    let beside = FacetsBeside::<V, D>::new([a, b]);
    let mut candidates = Candidates::new([a, b]);
    let mut seen = 0;
    try_for_each_near_pair(a, b, Real::ZERO, &mut |p, q, [i, j]| {
        let across = beside.as_ref().and_then(|beside| beside.touch([i, j]));
        let is_known = |touch: &FacetTouch<V>| candidates.is_well_known(touch.normal);
        let they_meet =
            || across.as_ref().is_some_and(|touch| touch.point.is_some()) || pair::intersects(p, q);
        if across.as_ref().is_some_and(is_known) || !they_meet() {
            return Ok(true);
        }
        seen += 1;
        if let Some(touch) = across {
            let point = || {
                touch
                    .point
                    .map_or_else(|| Ok(middle(&pair::clearance(p, q)?)), Ok)
            };
            candidates.offer(touch.normal, touch.votes(), point)?;
            return Ok(seen < PAIRS && !(touch.is_of_face && candidates.is_settled()));
        }
        let c = pair::clearance(p, q)?;
        let mut offer = |normal: V, votes: usize| candidates.offer(normal, votes, || Ok(middle(&c)));
        if beside.is_none() {
            let outwards = |k: usize, i: usize| solids[k].and_then(|s| facet_normal(s.facets(), i));
            // Two facets that face each other offer the same normal.
            for normal in [outwards(0, i), outwards(1, j).map(|n| -n)].into_iter().flatten() {
                offer(normal, 2)?;
            }
        }
        offer(c.normal, 1)?;
        if solids.iter().any(Option::is_some) {
            offer(-c.normal, 0)?;
        }
        Ok(seen < PAIRS)
    })?;
    Ok(candidates.best())
}

fn middle<V: PairSpace>(c: &Clearance<V>) -> V {
    c.point_a.midpoint(c.point_b)
}
