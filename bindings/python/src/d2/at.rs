//! `Shape.at`: the pose of a shape, from numbers or from a `Pose`.

use pyo3::prelude::*;

use super::both::placed::Placed;
use super::both::shape::Shape;
use super::pose::Pose;
use crate::errors::{Raised, raise};
use crate::read;

#[pymethods]
impl Shape {
    /// The shape at a position, rotated counter-clockwise by an angle in radians, and scaled; or the shape at
    /// a ``Pose``.
    ///
    /// Raises ``InvalidPose`` if a number is not finite or is too large, or if the scale is not positive.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Box((2.0, 0.5)).at((1.0, 0.0), angle=0.25)
    /// Box((2.0, 0.5)).at((1.0, 0.0), angle=0.25)
    #[pyo3(signature = (position, angle=0.0, scale=1.0))]
    fn at(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::angle)] angle: f64,
        #[pyo3(from_py_with = read::scale)] scale: f64,
    ) -> PyResult<Placed> {
        let pose = match position.cast::<Pose>() {
            Ok(pose) if angle == 0.0 && scale == 1.0 => pose.get().clone(),
            Ok(_) => {
                let message = "a Pose already has an angle and a scale";
                return Err(raise(Raised::argument("position", message)));
            }
            Err(_) => Pose::read(position, angle, scale)?,
        };
        Ok(Placed::new(slf.clone().unbind(), pose))
    }
}
