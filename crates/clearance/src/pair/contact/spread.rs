//! Of many contacts along one normal the two to four that span them all.

use smallvec::SmallVec;

use crate::math::{PowerOfTwo, Real, ScalarOf, Vector};
use crate::pair::answer::{Contact, Manifold};

/// The contacts that span them all.
pub(in crate::pair) fn chosen<V: Vector>(normal: V, contacts: &[Contact<V>]) -> Manifold<V> {
    manifold_of(normal, contacts, &spanning(normal, contacts))
}

/// The manifold of some contacts of a list.
pub(in crate::pair) fn manifold_of<V: Vector>(
    normal: V,
    contacts: &[Contact<V>],
    chosen: &[usize],
) -> Manifold<V> {
    let mut manifold = Manifold::new(normal);
    chosen.iter().for_each(|&k| manifold.push(contacts[k]));
    manifold
}

/// The deepest contact, the one furthest from it, and in space those furthest to either side of the line
/// through the two: where they are in the list.
pub(in crate::pair) fn spanning<V: Vector>(normal: V, contacts: &[Contact<V>]) -> SmallVec<[usize; 4]> {
    let mut found = SmallVec::new();
    let Some(first) = best(contacts, |c| -c.clearance) else {
        return found;
    };
    found.push(first);
    let from = contacts[first].point_a;
    // Scaled to about 1, so that squares neither vanish nor overflow.
    let widest = contacts.iter().map(|c| (c.point_a - from).max_abs());
    let unit = unit(widest.fold(Real::ZERO, Real::max));
    let from_first = |c: &Contact<V>| (c.point_a - from) * unit;
    let Some(second) = best(contacts, |c| from_first(c).length_squared()) else {
        return found;
    };
    let line = from_first(&contacts[second]);
    if line.length_squared() <= Real::ZERO {
        return found;
    }
    found.push(second);
    let Some(across) = normal.across(line) else {
        return found; // in the plane two are enough
    };
    let least = line.length_squared() * ScalarOf::<V>::lit(1e-6);
    for side in [ScalarOf::<V>::ONE, -ScalarOf::<V>::ONE] {
        let offset = |c: &Contact<V>| from_first(c).dot(across) * side;
        found.extend(best(contacts, offset).filter(|&third| offset(&contacts[third]) > least));
    }
    found
}

/// A power of two that brings a length to about 1.
fn unit<S: Real>(length: S) -> S {
    let exponent = PowerOfTwo::above(length).unwrap_or(0);
    // Not beyond what a float can hold.
    let most = PowerOfTwo::above(S::MAX).unwrap_or(0) - 2;
    PowerOfTwo((-exponent).min(most)).times(S::ONE)
}

/// The first contact with the largest measure.
fn best<V: Vector>(contacts: &[Contact<V>], measure: impl Fn(&Contact<V>) -> V::Scalar) -> Option<usize> {
    let measured = contacts.iter().map(measure).enumerate();
    let best = measured.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(k, _)| k)
}
