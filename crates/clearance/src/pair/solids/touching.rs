//! Two shapes of parts that touch: distance 0, and the normal that best separates the wholes.
//!
//! Each two parts that touch offer a normal, and so do the facets of a solid, which know where the outside
//! is. The best is the one along which the wholes overlap least: not at all where a plane separates them, as
//! with two boxes. For shapes that interlock there is no such plane; they get the normal that most of the
//! touching parts agree on.

use alloc::vec::Vec;

use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::pair;
use crate::pair::answer::{Clearance, DepthKind, QueryError};
use crate::pair::ask::table::PairSpace;
use crate::pair::near_parts::{is_compound, try_for_each_near_pair};
use crate::pair::solids::Solid;
use crate::shape::{AnyShape, BoundedFrame, Parts, Placed};

/// At most this many different normals are compared, and this many touching pairs looked at.
const NORMALS: usize = 24;
const PAIRS: usize = 512;

/// A normal that was offered, and by how many touching parts.
struct Candidate<V> {
    normal: V,
    point: V,
    votes: usize,
}

/// The clearance of two shapes that touch.
pub(in crate::pair) fn clearance<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    let mut candidates: Vec<Candidate<V>> = Vec::new();
    let mut seen = 0;
    let by_facets = V::DIM == 3 && !is_compound(a) && !is_compound(b);
    let facets = [a, b].map(|s| Solid::new(s).filter(|_| by_facets));
    try_for_each_near_pair(a, b, V::Scalar::ZERO, &mut |p, q, [i, j]| {
        if !pair::intersects(p, q) {
            return Ok(true);
        }
        let c = crate::pair::clearance(p, q)?;
        let point = c.point_a.midpoint(c.point_b);
        let outwards = [
            facets[0].and_then(|s| facet_normal(s, i)),
            facets[1].and_then(|s| facet_normal(s, j)).map(|n| -n),
        ];
        // Two facets that face each other offer the same normal.
        for normal in outwards.into_iter().flatten() {
            offer(&mut candidates, normal, point, 2);
        }
        offer(&mut candidates, c.normal, point, 1);
        if facets.iter().any(Option::is_some) {
            offer(&mut candidates, -c.normal, point, 0);
        }
        seen += 1;
        Ok(seen < PAIRS)
    })?;
    best(a, b, candidates)
}

fn offer<V: Vector>(candidates: &mut Vec<Candidate<V>>, normal: V, point: V, votes: usize) {
    let near_one = ScalarOf::<V>::ONE - ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(1024.0);
    if let Some(known) = candidates.iter_mut().find(|c| c.normal.dot(normal) > near_one) {
        known.votes += votes;
    } else if candidates.len() < NORMALS {
        candidates.push(Candidate { normal, point, votes });
    }
}

/// The outward unit normal of a triangle of a solid in the world.
pub(in crate::pair) fn facet_normal<V: PairSpace>(solid: Solid<'_, V>, i: usize) -> Option<V> {
    let frame = BoundedFrame::of(&solid.placed.place);
    let [p, q, r] = [0, 1, 2].map(|k| frame.point(solid.border.corner(i, k)));
    let unit = |v: V| v.normalized();
    let (u, v) = (unit(q - p)?, unit(r - p)?);
    unit(u.across(v)?)
}

fn best<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    candidates: Vec<Candidate<V>>,
) -> Result<Clearance<V>, QueryError> {
    let (a_box, b_box) = (a.aabb(), b.aabb());
    let size = a_box.min.max_abs().max(a_box.max.max_abs());
    let size = size.max(b_box.min.max_abs()).max(b_box.max.max_abs());
    let rounding = size * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(256.0);
    let overlap = |c: &Candidate<V>| match (reach(a, c.normal), reach(b, -c.normal)) {
        (Some(of_a), Some(of_b)) => (of_a + of_b - rounding).max(Real::ZERO),
        _ => Real::ZERO,
    };
    let mut best: Option<(V::Scalar, Candidate<V>)> = None;
    for c in candidates {
        let measure = overlap(&c);
        let better = best
            .as_ref()
            .is_none_or(|(least, known)| measure < *least || (measure == *least && c.votes > known.votes));
        if better {
            best = Some((measure, c));
        }
    }
    match best {
        Some((_, c)) => Ok(Clearance {
            distance: Real::ZERO,
            normal: c.normal,
            point_a: c.point,
            point_b: c.point,
            depth_kind: DepthKind::Exact,
        }),
        // Two shapes that touch always have two parts that touch, so this is not reached.
        None => crate::pair::near_parts::nearest::clearance(a, b).map(|c| Clearance {
            distance: Real::ZERO,
            ..c
        }),
    }
}

/// How far a shape reaches along a unit vector in the world; `None` for smooth shapes and half-spaces.
fn reach<V: PairSpace>(s: Placed<'_, V>, normal: V) -> Option<V::Scalar> {
    if let Some(parts) = s.shape.parts() {
        return furthest_part(s, parts, normal);
    }
    let (core, frame) = (s.shape.core()?, BoundedFrame::of(&s.place));
    let along = core.vertices.iter().map(|&v| frame.point(v).dot(normal));
    let furthest = along.fold(-ScalarOf::<V>::INFINITY, Real::max);
    Some(furthest + core.radius * frame.scale())
}

/// How far the parts of a shape reach. Of a compound all are asked, for one may not tell. Of other shapes,
/// boxes that do not reach as far as a part that was seen are passed over.
fn furthest_part<V: PairSpace>(s: Placed<'_, V>, parts: &dyn Parts<V>, normal: V) -> Option<V::Scalar> {
    let of_part = |i: usize| parts.part(i).placed_in(&s.place, |p| reach(p, normal));
    if parts.holds_any_shape() {
        let all = (0..parts.part_count()).map(of_part);
        return all.reduce(|a, b| Some(a?.max(b?))).flatten();
    }
    let frame = BoundedFrame::of(&s.place);
    let least = parts.part_boxes().nearest(
        |b| -box_reach(&frame.turned_box(*b), normal),
        |i, best| of_part(i).map_or(best, |part| best.min(-part)),
    );
    Some(-least)
}

/// How far a box reaches along a unit vector, rounded up.
fn box_reach<V: Vector>(b: &Aabb<V>, normal: V) -> V::Scalar {
    let corner = V::from_fn(|i| {
        let end = if normal.get(i) < Real::ZERO { b.min } else { b.max };
        end.get(i)
    });
    let size = (0..V::DIM).map(|i| (corner.get(i) * normal.get(i)).abs());
    let error = size.sum::<V::Scalar>() * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(16.0);
    let reach = corner.dot(normal) + error + V::Scalar::MIN_POSITIVE;
    if reach.is_finite() { reach } else { Real::INFINITY }
}
