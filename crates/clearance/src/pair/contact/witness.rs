//! The manifold of one contact, at the witness points of a clearance.

use crate::math::Vector;
use crate::pair::answer::{Clearance, Contact, FeatureId, Manifold};

/// The manifold whose one contact is the clearance's witness.
#[inline]
pub(crate) fn at_witness<V: Vector>(c: &Clearance<V>, feature: FeatureId) -> Manifold<V> {
    Manifold::of_one(c.normal, witness(c, feature), true)
}

/// The clearance's witness as a contact.
#[inline(always)]
pub(crate) fn witness<V: Vector>(c: &Clearance<V>, feature: FeatureId) -> Contact<V> {
    Contact {
        point_a: c.point_a,
        point_b: c.point_b,
        clearance: c.distance,
        feature,
    }
}

/// The same with feature numbers 0, where the features are not known.
pub(crate) fn without_features<V: Vector>(c: &Clearance<V>) -> Manifold<V> {
    at_witness(c, FeatureId::default())
}
