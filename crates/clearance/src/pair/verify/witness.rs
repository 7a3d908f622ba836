//! Whether a witness point is where its shape's border faces along the normal, by evaluation.
//!
//! A core is the hull of points grown by a ball of radius r: the point, moved back by r along the normal,
//! must be in the hull of those vertices that lie furthest along the normal. A smooth solid has few points
//! that face a given way: the witness must be near one, or its own normal near the given one. All differences
//! are lengths, compared with the bound.
//!
//! Limit: where one of the two is smooth, normals come from a search in floating point, which may leave them
//! off by some 1e-10. How a border faces is then compared with 1e-9 of the size.

use alloc::vec::Vec;
use core::cmp::Ordering;

use glam::DVec3;
use smallvec::SmallVec;

use super::claims::Flaw;
use super::curved::{self, PlacedCurved};
use super::{Claim, OPEN_BOUNDS, tolerance};
use crate::exact::hulls::half_space::HalfSpaceAndHull;
use crate::exact::place::ExactPoint;
use crate::exact::{Dyadic, ExactPair};
use crate::math::{DoubleFrame, Real, ScalarOf, Vector, lift};
use crate::pair::ask::table::{PairSpace, Test, choose};
use crate::pair::decide;
use crate::pair::dimension::in_dimension;
use crate::pair::smooth::{WorldHalfSpace, furthest_of_curved, half_space_in_world};
use crate::shape::{AnyShape, Placed};

/// How far the numbers of an answer may be off: a part of the largest coordinate, plus a subnormal number.
pub(super) fn bound<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> f64 {
    let size = match (reach_of_box(a), reach_of_box(b)) {
        (Some(a_size), Some(b_size)) => a_size.max(b_size),
        (None, Some(size)) => size.max(foot(a, b)),
        (Some(size), None) => size.max(foot(b, a)),
        (None, None) => foot(a, b).max(foot(b, a)),
    };
    tolerance::<ScalarOf<V>>() * size + ScalarOf::<V>::MIN_POSITIVE.to_f64()
}

/// The largest coordinate of the box around a shape; `None` where it is unbounded.
fn reach_of_box<V: PairSpace>(s: Placed<'_, V>) -> Option<f64> {
    let around = s.aabb();
    let size = around.min.max_abs().max(around.max.max_abs());
    size.is_finite().then(|| size.to_f64())
}

/// How far from the world's origin the border of a half-space is at its point nearest to the origin of the
/// other shape's frame.
fn foot<V: PairSpace>(half_space: Placed<'_, V>, other: Placed<'_, V>) -> f64 {
    let Some(WorldHalfSpace { normal, offset }) = half_space_in_world(half_space, DVec3::ZERO, 1.0) else {
        return 0.0;
    };
    let from = DoubleFrame::of_place(&other.place).origin();
    let foot = from + normal * (offset - normal.dot(from));
    foot.abs().max_element()
}

/// The support function of a convex shape along a unit vector, from the origin of the world. It is infinite
/// for a half-space, except along its own normal. For parts it is the greatest of all.
pub(super) fn reach_along<V: PairSpace>(s: Placed<'_, V>, n: DVec3) -> f64 {
    let frame = DoubleFrame::of_place(&s.place);
    let (local, base) = (frame.turned_back(n), frame.origin().dot(n));
    if let Some(curved) = s.shape.curved() {
        let grown = s.shape.as_rounded().map_or(0.0, |r| r.radius().to_f64());
        return base + (furthest_of_curved(&curved, local).dot(local) + grown) * frame.scale;
    }
    if let Some(core) = s.shape.core() {
        let along = core.vertices.iter().map(|&v| lift(v).dot(local));
        let furthest = along.fold(f64::NEG_INFINITY, f64::max);
        return base + (furthest + core.radius.to_f64()) * frame.scale;
    }
    if let Some(parts) = s.shape.parts() {
        let each = (0..parts.part_count()).map(|i| parts.part(i).placed_in(&s.place, |p| reach_along(p, n)));
        return each.fold(f64::NEG_INFINITY, f64::max);
    }
    match half_space_in_world(s, DVec3::ZERO, 1.0) {
        Some(h) if (h.normal - n).length() <= tolerance::<ScalarOf<V>>() => h.offset,
        _ => f64::INFINITY,
    }
}

/// How far two shapes are apart across a plane with this normal; negative where it does not separate them.
pub(super) fn gap<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>, normal: V) -> f64 {
    let n = lift(normal);
    -reach_along(b, -n) - reach_along(a, n)
}

/// How far numbers may be off.
#[derive(Clone, Copy)]
struct Tolerances {
    /// For points: how far from their shapes, and along the normal.
    bound: f64,
    /// How far from the points that face along the normal.
    facing: f64,
}

/// Whether both witness points are where their shapes face each other along the normal. Together with the
/// agreement of the numbers, this shows that a plane separates the two by the distance, up to four times the
/// bound.
pub(super) fn check_witnesses<V: PairSpace>(claim: &Claim<'_, V>) -> Result<(), Flaw> {
    let Claim { answer, a, b, bound } = *claim;
    let facing = match choose::<V>(a.shape, b.shape) {
        Test::Smooth => bound.max(bound / tolerance::<ScalarOf<V>>() * FACING),
        _ => bound,
    };
    let (n, allowed) = (answer.normal, Tolerances { bound, facing });
    check_witness(a, n, answer.point_a, allowed, Flaw::PointAOutside)?;
    check_witness(b, -n, answer.point_b, allowed, Flaw::PointBOutside)
}

/// How far off a search may leave the facing of curved borders, relative to the size.
const FACING: f64 = 1e-9;

fn check_witness<V: PairSpace>(
    s: Placed<'_, V>,
    n: V,
    point: V,
    allowed: Tolerances,
    outside: Flaw,
) -> Result<(), Flaw> {
    let fault = fault(s, n, point, allowed);
    // A point of the core that faces along the normal within the bound is also within the bound of the shape.
    let is_known = fault.is_none() && allowed.facing <= allowed.bound && s.shape.core().is_some();
    if !is_known && !contains(s, point, allowed.bound) {
        return Err(outside);
    }
    fault.map_or(Ok(()), Err)
}

/// What is wrong with a point as the one where a shape's border faces along `n`.
fn fault<V: PairSpace>(s: Placed<'_, V>, n: V, point: V, allowed: Tolerances) -> Option<Flaw> {
    let (up, at) = (lift(n), lift(point));
    let curved = s.shape.curved();
    if s.shape.core().is_none() && curved.is_none() {
        return in_dimension!(V, fault_on_plane(s, n, point, allowed.bound));
    }
    if reach_along(s, up) - up.dot(at) > allowed.bound {
        return Some(Flaw::NotParting);
    }
    let faces = match (curved, V::DIM) {
        (Some(curved), _) => curved::faces(&PlacedCurved::new(s, curved), up, at, allowed.facing),
        (None, 2) => faces_of_core::<V, 2>(s, n, point, allowed.facing),
        (None, _) => faces_of_core::<V, 3>(s, n, point, allowed.facing),
    };
    (!faces).then_some(Flaw::WrongNormal)
}

/// Whether a point is in a convex shape, or no further from it than the bound.
pub(super) fn contains<V: PairSpace>(s: Placed<'_, V>, point: V, bound: f64) -> bool {
    if let Some(curved) = s.shape.curved() {
        return curved::contains(&PlacedCurved::new(s, curved), lift(point), bound);
    }
    in_dimension!(V, is_near_core(s, point, bound))
}

fn exact<V: Vector, const D: usize>(v: V) -> ExactPoint<D> {
    core::array::from_fn(|i| Dyadic::from_real(v.get(i)))
}

/// Whether a point, moved back along the normal by the radius of a core, is in the hull of those vertices
/// that lie furthest along the normal.
fn faces_of_core<V: PairSpace, const D: usize>(s: Placed<'_, V>, n: V, point: V, bound: f64) -> bool {
    let (hull, radius) = decide::exact_core::<V, D>(&s);
    let along = heights(s, lift(n));
    let top = along.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let is_top = |h: f64| h >= top - OPEN_BOUNDS * bound;
    let face = hull
        .into_iter()
        .zip(along)
        .filter(|(_, h)| is_top(*h))
        .map(|(p, _)| p);
    let (point, n) = (exact::<V, D>(point), exact::<V, D>(n));
    let back = core::array::from_fn(|i| point[i].minus(&n[i].times(&radius)));
    is_near::<D>(back, bound, (face.collect(), Dyadic::zero()))
}

/// How far the vertices of a core lie along a unit vector, without its ball.
fn heights<V: PairSpace>(s: Placed<'_, V>, n: DVec3) -> SmallVec<[f64; 8]> {
    let frame = DoubleFrame::of_place(&s.place);
    let (local, base) = (frame.turned_back(n) * frame.scale, frame.origin().dot(n));
    let vertices = s.shape.core().map(|core| core.vertices);
    let along = vertices
        .iter()
        .flat_map(|all| all.iter())
        .map(|&v| base + lift(v).dot(local));
    along.collect()
}

fn is_near_core<V: PairSpace, const D: usize>(s: Placed<'_, V>, point: V, bound: f64) -> bool {
    if s.shape.core().is_some() {
        return is_near::<D>(exact(point), bound, decide::exact_core(&s));
    }
    let ball = (Vec::from([exact(point)]), Dyadic::from_real(bound));
    decide::exact_half_space::<V, D>(s)
        .is_some_and(|h| HalfSpaceAndHull::new(&h, &ball).clearance_sign() != Ordering::Greater)
}

/// Whether a ball of this radius around a point meets a grown hull: decided exactly.
fn is_near<const D: usize>(point: ExactPoint<D>, bound: f64, set: (Vec<ExactPoint<D>>, Dyadic)) -> bool {
    let ball = (Vec::from([point]), Dyadic::from_real(bound));
    ExactPair::<D>::new(ball, set).clearance_sign() != Ordering::Greater
}

/// What is wrong with a point as one on the border of a half-space.
fn fault_on_plane<V: PairSpace, const D: usize>(
    s: Placed<'_, V>,
    n: V,
    point: V,
    bound: f64,
) -> Option<Flaw> {
    let Some(half_space) = decide::exact_half_space::<V, D>(s) else {
        return Some(Flaw::NotProvable);
    };
    let ball = (Vec::from([exact(point)]), Dyadic::from_real(bound));
    let against = HalfSpaceAndHull::new(&half_space, &ball);
    let truth: V::Double = decide::rounded::<V::Double, D>(&against.clearance()).normal;
    if (n.to_double() - truth).max_abs() > tolerance::<ScalarOf<V>>() {
        return Some(Flaw::WrongNormal);
    }
    // If all of the ball is within, the point is deeper than the bound.
    against.holds_all().then_some(Flaw::NotParting)
}
