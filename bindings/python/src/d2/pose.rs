//! `clearance.d2.Pose`.

use clearance::glam::DVec2;
use clearance::math::{InvalidPose, Rotation2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::{Coordinates, Vector};
use crate::arrays::vector;
use crate::errors::raise;
use crate::read;

/// A pose of the library.
pub type Native = clearance::Pose<Vector>;
/// A rotation.
pub type Turn = Rotation2<f64>;
/// An angular velocity.
pub type Angular = f64;

/// The pose of a shape: it is scaled, then rotated counter-clockwise by ``angle`` radians, then moved by
/// ``position``.
///
/// Raises ``InvalidPose`` if a number is not finite or is too large, or if the scale is not positive.
///
/// >>> from clearance import d2
/// >>> d2.Pose((1.0, 2.0), angle=0.5)
/// Pose((1.0, 2.0), angle=0.5)
#[pyclass(frozen)]
#[derive(Clone)]
pub struct Pose {
    pub native: Native,
}

impl Pose {
    /// From the arguments of `Shape.at` and the constructor.
    pub fn read(position: &Bound<'_, PyAny>, angle: f64, scale: f64) -> PyResult<Self> {
        let mut native = Native::at(DVec2::from_array(vector(position, "position")?)).map_err(raise)?;
        if angle != 0.0 {
            native = native.turned(Rotation2::from_angle(angle)).map_err(raise)?;
        }
        if scale != 1.0 {
            native = native.scaled(scale).map_err(raise)?;
        }
        Ok(Self { native })
    }
    /// Position and scale from a row of 2, 3 or 4 numbers, without the angle, which must be finite.
    #[inline(always)]
    pub fn unturned(row: &[f64]) -> Result<Native, InvalidPose> {
        let pose = Native::at(DVec2::new(row[0], row[1]))?;
        if row.get(2).is_some_and(|angle| !angle.is_finite()) {
            return Err(InvalidPose::Rotation);
        }
        row.get(3).map_or(Ok(pose), |scale| pose.scaled(*scale))
    }
    /// The rotation of such a row.
    #[inline(always)]
    pub fn turn(row: &[f64]) -> Turn {
        match row.get(2) {
            Some(angle) if *angle != 0.0 => Turn::from_angle(*angle),
            _ => Native::IDENTITY.rotation(),
        }
    }
    /// The rotation the other way.
    pub fn turned_back(pose: &Native) -> Turn {
        Turn::from_angle(-pose.rotation().angle())
    }
    /// The rotation of the inner pose, then that of the outer one.
    pub fn turned_twice(outer: &Native, inner: &Native) -> Turn {
        Turn::from_angle(outer.rotation().angle() + inner.rotation().angle())
    }
    /// The numbers of a row: `x, y, angle`.
    pub fn row(native: &Native) -> [f64; 3] {
        let position = native.position();
        [position.x, position.y, native.rotation().angle()]
    }
    /// The angle as it is printed behind `.at`; nothing if it is 0.
    pub fn turn_argument(&self) -> String {
        match self.angle() {
            0.0 => String::new(),
            angle => format!(", angle={angle:?}"),
        }
    }
}

#[pymethods]
impl Pose {
    #[new]
    #[pyo3(signature = (position=None, angle=0.0, scale=1.0))]
    fn new(
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = read::angle)] angle: f64,
        #[pyo3(from_py_with = read::scale)] scale: f64,
    ) -> PyResult<Self> {
        let origin = PyTuple::new(py, [0.0; 2])?.into_any();
        Self::read(position.unwrap_or(&origin), angle, scale)
    }
    /// From a matrix of shape (3, 3): a rotation times one scale, and a position. ``matrix`` is the way back.
    ///
    /// Raises ``InvalidArgument`` if the matrix has shear or reflection.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Pose.from_matrix([[0, -2, 5], [2, 0, 6], [0, 0, 1]]).scale
    /// 2.0
    #[staticmethod]
    fn from_matrix(matrix: &Bound<'_, PyAny>) -> PyResult<Self> {
        super::matrix::pose(matrix).map(Self::of_native)
    }
    /// Counter-clockwise, in radians, as it was given.
    #[getter]
    fn angle(&self) -> f64 {
        self.native.rotation().angle()
    }
    fn __getnewargs__(&self) -> (Coordinates, f64, f64) {
        (self.position(), self.angle(), self.scale())
    }
}
