//! `clearance.d2.Pose`.

use clearance::glam::DVec2;
use clearance::math::{InvalidPose, Rotation2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::Vector;
use crate::arrays::vector;
use crate::errors::raise;
use crate::read;

/// A pose of the library.
pub type Native = clearance::Pose<Vector>;
/// How something is turned.
pub type Turn = Rotation2<f64>;
/// How fast something turns.
pub type Angular = f64;

/// Where a shape is: scaled, then turned counter-clockwise by ``angle`` radians, then moved by ``position``.
///
/// Raises ``InvalidPose`` where a number is not finite or too large, or the scale is not positive.
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
    /// Where something stands that is not placed.
    pub fn identity() -> Self {
        Self::of_native(Native::IDENTITY)
    }
    /// From what `Shape.at` and the constructor take.
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
    /// Position and scale of a row of 2, 3 or 4 numbers, if its angle is one, too.
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
    /// From such a row.
    #[inline(always)]
    pub fn of_row(row: &[f64]) -> Result<Native, InvalidPose> {
        Self::unturned(row)?.turned(Self::turn(row))
    }
    /// From the library.
    pub fn of_native(native: Native) -> Self {
        Self { native }
    }
    /// The numbers of a row: `x, y, angle`.
    pub fn row(native: &Native) -> [f64; 3] {
        let position = native.position();
        [position.x, position.y, native.rotation().angle()]
    }
    /// As it is written, behind `.at`.
    pub fn arguments(&self) -> String {
        let [x, y] = self.native.position().to_array();
        let mut text = format!("({x:?}, {y:?})");
        if self.angle() != 0.0 {
            text += &format!(", angle={:?}", self.angle());
        }
        if self.native.scale() != 1.0 {
            text += &format!(", scale={:?}", self.native.scale());
        }
        text
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
    /// Where the shape's own origin is, ``(x, y)``.
    #[getter]
    fn position(&self) -> (f64, f64) {
        self.native.position().into()
    }
    /// Counter-clockwise, in radians, as it was given.
    #[getter]
    fn angle(&self) -> f64 {
        self.native.rotation().angle()
    }
    /// By how much the shape is scaled; 1 if not said.
    #[getter]
    fn scale(&self) -> f64 {
        self.native.scale()
    }
    /// A point of the shape's own frame in the world.
    fn point(&self, point: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
        Ok(self
            .native
            .frame()
            .point(DVec2::from_array(vector(point, "point")?))
            .into())
    }
    fn __repr__(&self) -> String {
        format!("Pose({})", self.arguments())
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().native == self.native)
    }
    fn __hash__(&self) -> u64 {
        let [x, y] = self.native.position().to_array();
        [x, y, self.angle(), self.scale()]
            .iter()
            .fold(0, |hash: u64, number| {
                hash.rotate_left(7) ^ (number + 0.0).to_bits()
            })
    }
    fn __getnewargs__(&self) -> ((f64, f64), f64, f64) {
        (self.position(), self.angle(), self.scale())
    }
}
