//! What is under the mouse in 3D, seen through a camera.

use crate::cast::{CastSpace, Ray};
use crate::math::{Real, Vector, Vector3};
use crate::pair::QueryError;
use crate::scene::store::object::Data;
use crate::scene::{Accept, Scene, SceneHit};

/// The ray from a camera's near plane through a point of its screen.
///
/// `inverse` takes clip coordinates to the scene's: the inverse of projection times view, by columns.
/// `cursor` is in normalised device coordinates, -1 to 1 from left to right and from the bottom up. `near`
/// and `far` are the depths of these planes: 0 and 1; 1 and 0 with reversed depth, also if the far plane is
/// at infinity; -1 and 1 in OpenGL. `None` if the matrix has no inverse or is not finite.
///
/// ```
/// use clearance::{glam::{DVec3, dvec3}, scene::ray_through_screen};
/// let flat = [[4.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0], [0.0, 0.0, -9.0, 0.0], [0.0, 0.0, -1.0, 1.0]];
/// let ray = ray_through_screen::<DVec3>(&flat, [0.5, -1.0], [0.0, 1.0]).unwrap();
/// assert_eq!((ray.origin, ray.direction), (dvec3(2.0, -3.0, -1.0), dvec3(0.0, 0.0, -1.0)));
/// ```
pub fn ray_through_screen<V: CastSpace + Vector3>(
    inverse: &[[f64; 4]; 4],
    cursor: [f64; 2],
    [near, far]: [f64; 2],
) -> Option<Ray<V>> {
    let through = |depth: f64| {
        let clip = [cursor[0], cursor[1], depth, 1.0];
        [0, 1, 2, 3].map(|row| (0..4).fold(0.0, |sum, column| sum + inverse[column][row] * clip[column]))
    };
    let (start, end) = (through(near), through(far));
    // end / end.w - start / start.w, multiplied by both w: the far plane may be at infinity, where w is 0.
    let along = V::Double::from_fn(|k| end[k] * start[3] - start[k] * end[3]);
    let direction = along.normalized()?;
    let origin = V::Double::from_fn(|k| start[k] / start[3]);
    let ray = Ray {
        origin: V::from_double(origin),
        direction: V::from_double(direction),
        max_time: Real::INFINITY,
    };
    (ray.origin.is_finite() && ray.direction.is_finite()).then_some(ray)
}

impl<V: CastSpace + Vector3, T: Data> Scene<V, T> {
    /// The first object under the mouse, seen through a camera; [`ray_through_screen`] explains the
    /// arguments. In 2D use [`at_point`](Self::at_point).
    pub fn pick(
        &self,
        inverse: &[[f64; 4]; 4],
        cursor: [f64; 2],
        depths: [f64; 2],
        about: &impl Accept<V, T>,
    ) -> Result<Option<SceneHit<V>>, QueryError> {
        let ray = ray_through_screen(inverse, cursor, depths).ok_or(QueryError::NotFinite("camera"))?;
        self.cast_ray(&ray, about)
    }
}
