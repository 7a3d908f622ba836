//! Two shapes, and whether they are free of each other once one of them is moved.

use super::DepthBounds;
use crate::cast::spaces::CastSpace;
use crate::math::{Aabb, Real, ScalarOf};
use crate::pair::{self, QueryError};
use crate::shape::{AnyShape, Placed};

/// Two shapes that overlap.
#[derive(Clone, Copy)]
pub(super) struct Two<'q, V: CastSpace> {
    pub a: Placed<'q, V>,
    pub b: Placed<'q, V>,
    /// The largest finite world coordinate of either shape.
    pub size: V::Scalar,
}

/// How often a length is made longer until it parts the two, by twice as much each time.
const MOST_STEPS: i32 = 64;

impl<'q, V: CastSpace> Two<'q, V> {
    pub fn new(a: Placed<'q, V>, b: Placed<'q, V>) -> Self {
        let size = size_of(&a).max(size_of(&b));
        Self { a, b, size }
    }
    pub fn with_size(self, size: V::Scalar) -> Self {
        Self { size, ..self }
    }
    /// How far a depth of two convex bodies may be from the true one, as `clearance` promises.
    pub fn error(&self) -> f64 {
        let relative = if V::Scalar::IS_SINGLE { 1e-5 } else { 1e-12 };
        self.size.to_f64() * relative
    }
    /// Whether B, moved by `way`, does not overlap A.
    pub fn is_free(&self, way: V) -> bool {
        let is_free = self.b.moved(way, &mut |b| !pair::relation(self.a, b).overlaps());
        is_free.unwrap_or(false)
    }
    /// The same, and whether A, moved as far the other way, does not overlap B.
    fn is_free_both(&self, way: V) -> bool {
        let of_a = || self.a.moved(-way, &mut |a| !pair::relation(a, self.b).overlaps());
        self.is_free(way) && of_a().unwrap_or(false)
    }
    /// The shortest length not below `length` that is tried, and that parts the two: longer by some
    /// roundings.
    pub fn confirmed(&self, direction: V, length: V::Scalar) -> Result<DepthBounds<V>, QueryError> {
        let unit = self.size.max(length) * V::Scalar::EPSILON * ScalarOf::<V>::HALF;
        let mut at_most = length;
        for step in 0..MOST_STEPS {
            if self.is_free_both(direction * at_most) {
                return Ok(DepthBounds {
                    at_least: Real::ZERO,
                    at_most,
                    direction,
                });
            }
            let longer = unit * ScalarOf::<V>::lit(libm::scalbn(1.0, step));
            at_most = (length + longer).max(at_most + V::Scalar::MIN_POSITIVE * V::Scalar::EPSILON);
        }
        Err(self.unsupported())
    }
    /// With what is known of shorter motions, less the error.
    pub fn at_least(&self, bounds: DepthBounds<V>, least: V::Scalar) -> DepthBounds<V> {
        let below = ScalarOf::<V>::lit(least.to_f64() - self.error());
        DepthBounds {
            at_least: below.max(Real::ZERO).min(bounds.at_most),
            ..bounds
        }
    }
    pub fn unsupported(&self) -> QueryError {
        QueryError::UnsupportedPair {
            a: self.a.shape.kind(),
            b: self.b.shape.kind(),
        }
    }
}

fn size_of<V: CastSpace>(placed: &Placed<'_, V>) -> V::Scalar {
    let Aabb { min, max } = placed.aabb();
    let corners = (0..V::DIM).flat_map(|i| [min.get(i), max.get(i)]);
    let places = placed.place.chain().map(|pose| pose.position().max_abs());
    corners
        .chain(places)
        .map(Real::abs)
        .filter(|x| x.is_finite())
        .fold(Real::ZERO, Real::max)
}
