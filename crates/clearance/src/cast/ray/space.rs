//! What rays need from a space, and a ray as the exact tests take it.

use glam::DVec3;

use super::Ray;
use super::exact::line::{Crossing, LocalRay};
use super::fast_path::FlaggedHit;
use super::filter::{self, FilterRay, FilteredRay};
use crate::index::RayLanes;
use crate::math::{Pose, Real, Vector, lift};
use crate::pair::PairSpace;
use crate::shape::{PartBoxes, ShapeSpace};

/// A space in which rays are cast: every one of the four. See [`CastSpace`](crate::cast::CastSpace).
pub trait RaySpace: PairSpace {
    /// How far from the local origin a shape reaches; 0 for a half-space.
    #[doc(hidden)]
    fn extent(shape: &Self::Shape) -> f64;
    /// The exact way.
    #[doc(hidden)]
    fn first_hit(shape: &Self::Shape, query: &RayQuery) -> Option<Crossing>;
    /// The filter.
    #[doc(hidden)]
    fn filtered_hit(shape: &Self::Shape, local: &FilterRay) -> FilteredRay;
    /// The fast path, of a shape with a single pose.
    #[doc(hidden)]
    fn fast_path_hit(shape: &Self::Shape, pose: &Pose<Self>, ray: &Ray<Self>) -> FlaggedHit<Self::Double>;
}

/// What a ray looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The first hit.
    First,
    /// Any hit in time.
    Any,
}

/// A ray in a shape's frame, for the exact tests, and by how much the shape's own numbers are enlarged there.
#[derive(Clone, Copy, Debug)]
pub struct RayQuery {
    pub(in crate::cast) ray: LocalRay,
    pub(in crate::cast) scale: f64,
    /// The last time that counts.
    pub(in crate::cast) last: f64,
    /// What is looked for.
    pub(in crate::cast) search: Search,
}

impl RayQuery {
    /// The same for the tree of these boxes; `None` where its unit does not suit.
    #[inline]
    pub(in crate::cast) fn lanes<V: Vector>(&self, boxes: &PartBoxes<V>) -> Option<RayLanes> {
        let in_shape = |v: DVec3| (v / self.scale).to_array();
        RayLanes::new(
            boxes.tree().unit(),
            in_shape(self.ray.origin),
            in_shape(self.ray.direction),
            0.0,
        )
    }
    /// The same for the filter; the ray counts as exact, as for the exact tests.
    pub(in crate::cast) fn for_filter<V: Vector>(&self) -> FilterRay {
        FilterRay {
            origin: self.ray.origin,
            direction: self.ray.direction,
            scale: self.scale,
            away: self.ray.origin.abs().max_element(),
            turn: 0.0,
            tolerance: filter::time_tolerance::<V>(),
        }
    }
    /// A point of the shape.
    pub(in crate::cast) fn point<V: ShapeSpace>(&self, v: V) -> DVec3 {
        lift(v) * self.scale
    }
    /// A length of the shape.
    pub(in crate::cast) fn length<S: Real>(&self, s: S) -> f64 {
        s.to_f64() * self.scale
    }
}
