//! `Shape.at`: the pose of a shape, from numbers or from a `Pose`.

use pyo3::prelude::*;

use super::both::placed::Placed;
use super::both::shape::Shape;
use super::pose::Pose;
use crate::errors::{Raised, raise};
use crate::read;

#[pymethods]
impl Shape {
    /// The shape at a position, rotated by a quaternion ``(x, y, z, w)`` of any length, and scaled; or the
    /// shape at a ``Pose``.
    ///
    /// ``rotation`` may be a rotation of scipy. Raises ``InvalidPose`` if a number is not finite or is too
    /// large, if the quaternion is zero, or if the scale is not positive.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Sphere(1.0).at((1.0, 0.0, 2.0), scale=2.0)
    /// Sphere(1.0).at((1.0, 0.0, 2.0), scale=2.0)
    #[pyo3(signature = (position, rotation=None, scale=1.0))]
    fn at(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        rotation: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = read::scale)] scale: f64,
    ) -> PyResult<Placed> {
        let pose = match position.cast::<Pose>() {
            Ok(pose) if rotation.is_none() && scale == 1.0 => pose.get().clone(),
            Ok(_) => {
                let message = "a Pose already has a rotation and a scale";
                return Err(raise(Raised::argument("position", message)));
            }
            Err(_) => Pose::read(position, rotation, scale)?,
        };
        Ok(Placed::new(slf.clone().unbind(), pose))
    }
}
