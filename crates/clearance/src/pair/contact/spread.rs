//! Of many contacts along one normal the two to four that span them all.

use crate::math::{PowerOfTwo, Real, ScalarOf, Vector};
use crate::pair::answer::{Contact, Manifold};

/// The deepest contact, the one furthest from it, and in space those furthest to either side of the line
/// through the two.
pub(in crate::pair) fn chosen<V: Vector>(normal: V, contacts: &[Contact<V>]) -> Manifold<V> {
    let mut manifold = Manifold::new(normal);
    let Some(first) = best(contacts, |c| -c.clearance) else {
        return manifold;
    };
    manifold.push(*first);
    // Scaled to about 1, so that squares neither vanish nor overflow.
    let widest = contacts.iter().map(|c| (c.point_a - first.point_a).max_abs());
    let unit = unit(widest.fold(Real::ZERO, Real::max));
    let from_first = |c: &Contact<V>| (c.point_a - first.point_a) * unit;
    let Some(second) = best(contacts, |c| from_first(c).length_squared()) else {
        return manifold;
    };
    let line = from_first(second);
    if line.length_squared() <= Real::ZERO {
        return manifold;
    }
    manifold.push(*second);
    let Some(across) = normal.across(line) else {
        return manifold; // in the plane two are enough
    };
    let least = line.length_squared() * ScalarOf::<V>::lit(1e-6);
    for side in [ScalarOf::<V>::ONE, -ScalarOf::<V>::ONE] {
        let offset = |c: &Contact<V>| from_first(c).dot(across) * side;
        if let Some(third) = best(contacts, offset).filter(|c| offset(c) > least) {
            manifold.push(*third);
        }
    }
    manifold
}

/// A power of two that brings a length to about 1.
fn unit<S: Real>(length: S) -> S {
    let exponent = PowerOfTwo::above(length).unwrap_or(0);
    // Not beyond what a float can hold.
    let most = PowerOfTwo::above(S::MAX).unwrap_or(0) - 2;
    PowerOfTwo((-exponent).min(most)).times(S::ONE)
}

fn best<V: Vector>(
    contacts: &[Contact<V>],
    measure: impl Fn(&Contact<V>) -> V::Scalar,
) -> Option<&Contact<V>> {
    contacts
        .iter()
        .reduce(|best, c| if measure(c) > measure(best) { c } else { best })
}
