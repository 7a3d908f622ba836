//! `Shape.at`: where a shape stands, by numbers or by a `Pose`.

use pyo3::prelude::*;

use super::both::placed::Placed;
use super::both::shape::Shape;
use super::pose::Pose;
use crate::errors::{Raised, raise};
use crate::read;

#[pymethods]
impl Shape {
    /// The shape at a position, turned by a quaternion ``(x, y, z, w)`` of any length, scaled; or at a
    /// ``Pose``.
    ///
    /// ``rotation`` may be a rotation of scipy. Raises ``InvalidPose`` where a number is not finite or too
    /// large, the quaternion is zero, or the scale is not positive.
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
                let message = "a Pose has a rotation and a scale of its own";
                return Err(raise(Raised::argument("position", message)));
            }
            Err(_) => Pose::read(position, rotation, scale)?,
        };
        Ok(Placed::new(slf.clone().unbind(), pose))
    }
}
