//! A contact before it is rounded to the scene's precision.

use glam::DVec3;
use smallvec::SmallVec;

use crate::pair::answer::FeatureId;

/// A contact in double precision, relative to an origin near both shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawContact {
    pub a: DVec3,
    pub b: DVec3,
    pub clearance: f64,
    pub feature: FeatureId,
}

pub(crate) type RawContacts = SmallVec<[RawContact; 16]>;

impl RawContact {
    /// The contact of the reference shape with the other one: a point and a feature number of each, and the
    /// clearance there.
    #[inline]
    pub fn new(points: [DVec3; 2], features: [u32; 2], clearance: f64, reference_is_a: bool) -> Self {
        let (a, b) = if reference_is_a { (0, 1) } else { (1, 0) };
        Self {
            a: points[a],
            b: points[b],
            clearance,
            feature: feature_id(features[a], features[b]),
        }
    }
}

/// The feature numbers of A and of B.
#[inline]
pub(crate) fn feature_id(a: u32, b: u32) -> FeatureId {
    FeatureId { a, b }
}
