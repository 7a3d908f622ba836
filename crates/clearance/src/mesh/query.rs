//! What the questions about a mesh and a point take.

use crate::math::{InvalidPose, Pose};
use crate::pair::{PairSpace, QueryError};
use crate::shape::{AnyShape, Border, Parts, Placed};

/// The triangles of a mesh or terrain.
pub(super) fn triangles<'s, V: PairSpace>(shape: &Placed<'s, V>) -> Result<&'s dyn Border<V>, QueryError> {
    let facets = shape.shape.parts().and_then(Parts::facets);
    let unsupported = QueryError::UnsupportedPair {
        a: shape.shape.kind(),
        b: "point",
    };
    facets.filter(|_| V::DIM == 3).ok_or(unsupported)
}

/// The pose of a point that is asked about.
pub(super) fn point_pose<V: PairSpace>(point: V) -> Result<Pose<V>, QueryError> {
    Pose::at(point).map_err(|error| match error {
        InvalidPose::PositionTooLarge => QueryError::TooLarge("point"),
        _ => QueryError::NotFinite("point"),
    })
}
