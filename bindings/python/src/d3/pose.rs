//! `clearance.d3.Pose`.

use clearance::glam::{DQuat, DVec3};
use clearance::math::{InvalidPose, Rotation};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::{Coordinates, Vector};
use crate::arrays::vector;
use crate::errors::raise;
use crate::read;

/// A pose of the library.
pub type Native = clearance::Pose<Vector>;
type Four = (f64, f64, f64, f64);
/// A rotation.
pub type Turn = DQuat;
/// An angular velocity.
pub type Angular = DVec3;

/// The pose of a shape: it is scaled, then rotated by a quaternion ``(x, y, z, w)`` of any length, then moved
/// by ``position``.
///
/// Raises ``InvalidPose`` if a number is not finite or is too large, if the quaternion is zero, or if the
/// scale is not positive.
///
/// >>> from clearance import d3
/// >>> d3.Pose((1.0, 2.0, 3.0)).point((1.0, 0.0, 0.0))
/// (2.0, 2.0, 3.0)
#[pyclass(frozen)]
#[derive(Clone)]
pub struct Pose {
    pub native: Native,
}

/// A quaternion `x, y, z, w`, or an object with a method `as_quat()`, as the rotations of scipy have.
fn quaternion(given: &Bound<'_, PyAny>) -> PyResult<DQuat> {
    let numbers = if given.hasattr("as_quat")? {
        vector(&given.call_method0("as_quat")?, "rotation")?
    } else {
        vector(given, "rotation")?
    };
    Ok(DQuat::from_array(numbers))
}

impl Pose {
    /// From the arguments of `Shape.at` and the constructor.
    pub fn read(
        position: &Bound<'_, PyAny>,
        rotation: Option<&Bound<'_, PyAny>>,
        scale: f64,
    ) -> PyResult<Self> {
        let mut native = Native::at(DVec3::from_array(vector(position, "position")?)).map_err(raise)?;
        if let Some(rotation) = rotation {
            native = native.turned(quaternion(rotation)?).map_err(raise)?;
        }
        if scale != 1.0 {
            native = native.scaled(scale).map_err(raise)?;
        }
        Ok(Self { native })
    }
    /// Position and scale from a row of 3, 7 or 8 numbers, without the rotation, which must be valid.
    #[inline(always)]
    pub fn unturned(row: &[f64]) -> Result<Native, InvalidPose> {
        let pose = Native::at(DVec3::new(row[0], row[1], row[2]))?;
        if !Rotation::<Vector>::is_valid(&Self::turn(row)) {
            return Err(InvalidPose::Rotation);
        }
        row.get(7).map_or(Ok(pose), |scale| pose.scaled(*scale))
    }
    /// The rotation of such a row.
    #[inline(always)]
    pub fn turn(row: &[f64]) -> Turn {
        match row {
            [_, _, _, x, y, z, w, ..] => DQuat::from_xyzw(*x, *y, *z, *w),
            _ => DQuat::IDENTITY,
        }
    }
    /// The rotation the other way.
    pub fn turned_back(pose: &Native) -> Turn {
        pose.rotation().normalize().conjugate()
    }
    /// The rotation of the inner pose, then that of the outer one.
    pub fn turned_twice(outer: &Native, inner: &Native) -> Turn {
        outer.rotation().normalize() * inner.rotation().normalize()
    }
    /// The numbers of a row: `x, y, z`, then the quaternion.
    pub fn row(native: &Native) -> [f64; 7] {
        let ([x, y, z], [i, j, k, w]) = (native.position().to_array(), native.rotation().to_array());
        [x, y, z, i, j, k, w]
    }
    /// The rotation as it is printed behind `.at`; nothing if there is none.
    pub fn turn_argument(&self) -> String {
        if self.native.rotation() == DQuat::IDENTITY {
            return String::new();
        }
        format!(", rotation={:?}", self.rotation())
    }
}

#[pymethods]
impl Pose {
    #[new]
    #[pyo3(signature = (position=None, rotation=None, scale=1.0))]
    fn new(
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        rotation: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = read::scale)] scale: f64,
    ) -> PyResult<Self> {
        let origin = PyTuple::new(py, [0.0; 3])?.into_any();
        Self::read(position.unwrap_or(&origin), rotation, scale)
    }
    /// From a matrix of shape (4, 4), as trimesh and fcl use: a rotation times one scale, and a position.
    /// ``matrix`` is the way back.
    ///
    /// Raises ``InvalidArgument`` if the matrix has shear or reflection.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Pose.from_matrix([[0, -1, 0, 5], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]).position
    /// (5.0, 0.0, 0.0)
    #[staticmethod]
    fn from_matrix(matrix: &Bound<'_, PyAny>) -> PyResult<Self> {
        super::matrix::pose(matrix).map(Self::of_native)
    }
    /// The quaternion ``(x, y, z, w)``, as it was given.
    #[getter]
    fn rotation(&self) -> Four {
        self.native.rotation().into()
    }
    fn __getnewargs__(&self) -> (Coordinates, Four, f64) {
        (self.position(), self.rotation(), self.scale())
    }
}
