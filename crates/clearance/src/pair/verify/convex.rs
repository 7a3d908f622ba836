//! Two convex shapes: the witness points sit where the borders face each other, and no shorter way parts the
//! two.

use core::cmp::Ordering;

use super::again::again;
use super::claims::{Flaw, Shown, Verified};
use super::{OPEN, seat, tolerance};
use crate::exact::hulls::half_space::AgainstHull;
use crate::exact::hulls::proof::Broken;
use crate::exact::{Dyadic, Pair};
use crate::math::{Real, ScalarOf};
use crate::pair::answer::{Clearance, DepthKind, Relation};
use crate::pair::decide::half_space;
use crate::pair::table::{PairSpace, Test, choose};
use crate::pair::{decide, smooth};
use crate::shape::Placed;

/// All claims of an answer about two convex shapes but how its numbers agree with each other.
pub(super) fn check<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
) -> Result<Verified, Flaw> {
    if answer.depth_kind != DepthKind::Exact {
        return Err(Flaw::WrongDepthKind);
    }
    let test = choose::<V>(a.shape, b.shape);
    match seat::both(answer, a, b, bound) {
        // The search for the normal is less precise once in some thousand cases.
        Err(Flaw::WrongNormal) if test == Test::Smooth => {
            let again = again(answer, a, b, bound).map_err(|_| Flaw::WrongNormal)?;
            let points = Shown::Within;
            return Ok(Verified { points, ..again });
        }
        sat => sat?,
    }
    let distance = answer.distance.to_f64();
    if distance > OPEN * bound {
        return Ok(Verified::within(bound, Shown::Exactly, Some(Shown::Within)));
    }
    let (sign, shortest) = match test {
        Test::Core => match V::DIM {
            2 => of_cores::<V, 2>(distance, a, b, bound)?,
            _ => of_cores::<V, 3>(distance, a, b, bound)?,
        },
        Test::HalfSpace | Test::HalfSpaces => (of_half_space(distance, a, b)?, Shown::Within),
        // Nothing but its own normal leads out of a half-space.
        _ if has_half_space(a, b) => (of_rounding(distance, bound), Shown::Within),
        _ => of_curved(distance, a, b, bound)?,
    };
    Ok(Verified::within(bound, sign, Some(shortest)))
}

fn sign_of(distance: f64) -> Ordering {
    distance.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
}

/// Exactly where rounding cannot change it.
fn of_rounding(distance: f64, bound: f64) -> Shown {
    if distance.abs() > OPEN * bound {
        Shown::Exactly
    } else {
        Shown::Within
    }
}

/// The sign by a certificate that is evaluated in integers; its axis is that of the shortest way.
fn of_cores<V: PairSpace, const D: usize>(
    distance: f64,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
) -> Result<(Shown, Shown), Flaw> {
    let pair: Pair<D> = decide::pair(a, b);
    let certificate = pair.certificate();
    pair.check(&certificate, sign_of(distance))
        .map_err(|broken| match broken {
            Broken::NotShortest => Flaw::NotShortest,
            Broken::Axis | Broken::Meeting => Flaw::WrongSign,
        })?;
    let axis = certificate.normal.map(|c| Dyadic::new(c, 0));
    if pair.parts_by(&axis, distance + OPEN * bound) {
        return Err(Flaw::NotShortest);
    }
    Ok((Shown::Exactly, Shown::Within))
}

/// The sign where one is a half-space and the other a core or a half-space, exactly.
fn of_half_space<V: PairSpace>(distance: f64, a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Shown, Flaw> {
    let truth = match (choose::<V>(a.shape, b.shape), V::DIM) {
        (Test::HalfSpaces, _) => half_space::relation_of_two(a, b).clearance_sign(),
        (_, 2) => meeting::<V, 2>(a, b)?,
        _ => meeting::<V, 3>(a, b)?,
    };
    if truth == sign_of(distance) {
        Ok(Shown::Exactly)
    } else {
        Err(Flaw::WrongSign)
    }
}

fn meeting<V: PairSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Ordering, Flaw> {
    if let Some(plane) = decide::half_space::<V, D>(a) {
        return Ok(AgainstHull::new(&plane, &decide::placed(&b)).meeting());
    }
    let plane = decide::half_space::<V, D>(b).ok_or(Flaw::NotProvable)?;
    Ok(AgainstHull::new(&plane, &decide::placed(&a)).meeting())
}

fn has_half_space<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    [a, b].iter().any(|s| !s.aabb().min.max_abs().is_finite())
}

/// How much shorter another way out may be, relative to the size: what the search for it leaves open.
const SEARCHED: f64 = 2e-7;

/// Curved shapes that touch or overlap.
fn of_curved<V: PairSpace>(
    distance: f64,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
) -> Result<(Shown, Shown), Flaw> {
    if distance >= -OPEN * bound {
        return Ok((Shown::Within, Shown::Within));
    }
    let size = bound / tolerance::<ScalarOf<V>>();
    match smooth::is_as_deep(a, b, -distance - (OPEN * bound).max(size * SEARCHED)) {
        Some(true) => Ok((Shown::Exactly, Shown::Within)),
        Some(false) => Err(Flaw::NotShortest),
        // Half as deep is easier to show, and tells the sign.
        None if smooth::is_as_deep(a, b, -0.5 * distance) == Some(true) => Ok((Shown::Exactly, Shown::Not)),
        None => match crate::pair::relation(a, b).map(Relation::overlaps) {
            Ok(true) => Ok((Shown::Again, Shown::Not)),
            _ => Err(Flaw::WrongSign),
        },
    }
}
