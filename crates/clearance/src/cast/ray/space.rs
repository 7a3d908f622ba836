//! What a ray asks of a shape of either dimension.

use glam::DVec3;

use super::Ray;
use super::exact::line::{Crossing, LocalRay};
use super::fast_path::Outcome;
use super::filter::{self, Aim, Verdict};
use crate::math::{Pose, Real, Vector, lift};
use crate::pair::PairSpace;
use crate::shape::ShapeSpace;

/// A space in which rays are cast: every one of the four. See [`CastSpace`](crate::cast::CastSpace).
pub trait RaySpace: PairSpace {
    #[doc(hidden)]
    fn extent(shape: &Self::Shape) -> f64;
    #[doc(hidden)]
    fn first_hit(shape: &Self::Shape, hits: &Hits) -> Option<Crossing>;
    /// The same in plain floats, where that is sure.
    #[doc(hidden)]
    fn quick_hit(shape: &Self::Shape, aim: &Aim) -> Verdict;
    /// The same, in a straight run, of a shape that stands in the world.
    #[doc(hidden)]
    fn at_once(shape: &Self::Shape, pose: &Pose<Self>, ray: &Ray<Self>) -> Outcome<Self::Double>;
}

/// A ray in a shape's frame and by how much the shape's own numbers are enlarged there.
#[derive(Clone, Copy, Debug)]
pub struct Hits {
    pub(in crate::cast) ray: LocalRay,
    pub(in crate::cast) scale: f64,
    /// The last time that counts.
    pub(in crate::cast) last: f64,
}

impl Hits {
    /// The same for the tests in plain floats: the ray is what the exact ones take it for.
    pub(in crate::cast) fn aim<V: Vector>(&self) -> Aim {
        Aim {
            origin: self.ray.origin,
            direction: self.ray.direction,
            scale: self.scale,
            away: self.ray.origin.abs().max_element(),
            poses: 1.0,
            turn: 0.0,
            precision: filter::precision::<V>(),
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
