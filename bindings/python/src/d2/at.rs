//! `Shape.at`: where a shape stands, by numbers or by a `Pose`.

use pyo3::prelude::*;

use super::both::placed::Placed;
use super::both::shape::Shape;
use super::pose::Pose;
use crate::errors::{Raised, raise};
use crate::read;

#[pymethods]
impl Shape {
    /// The shape at a position, turned counter-clockwise by an angle in radians, scaled; or at a ``Pose``.
    ///
    /// Raises ``InvalidPose`` where a number is not finite or too large, or the scale is not positive.
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
                let message = "a Pose has an angle and a scale of its own";
                return Err(raise(Raised::argument("position", message)));
            }
            Err(_) => Pose::read(position, angle, scale)?,
        };
        Ok(Placed::new(slf.clone().unbind(), pose))
    }
}
