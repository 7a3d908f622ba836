//! `Motion`: how a shape moves from time 0 to time 1.

use clearance::cast::Motion as NativeMotion;
use clearance::math::Vector as _;
use numpy::ndarray::Ix2;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::pose::Angular;
use super::{DIMENSION, MOTION_COLUMNS, Vector};
use crate::arrays::{Numbers, table, vector};
use crate::errors::{Raised, raise};

/// How a shape moves from time 0 to time 1: straight by ``linear``, while it turns by ``angular`` about its
/// position.
///
/// ``angular`` is in radians. In space it is a rotation vector: along the axis, and as long as the angle.
///
/// >>> from clearance import d2
/// >>> d2.Motion((3.0, 0.0), angular=1.5)
/// Motion((3.0, 0.0), angular=1.5)
#[pyclass(frozen)]
#[derive(Clone)]
pub struct Motion {
    pub native: NativeMotion<Vector>,
}

impl Motion {
    pub fn none() -> Self {
        Self {
            native: NativeMotion::none(),
        }
    }
}

#[pymethods]
impl Motion {
    #[new]
    #[pyo3(signature = (linear=None, angular=None))]
    fn new(linear: Option<&Bound<'_, PyAny>>, angular: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let linear = linear.map_or(Ok([0.0; DIMENSION]), |given| vector(given, "linear"))?;
        let angular = angular.map_or(Ok(Angular::default()), super::angular)?;
        let linear = Vector::from_array(linear);
        Ok(Self {
            native: NativeMotion { linear, angular },
        })
    }
    /// The displacement.
    #[getter]
    fn linear<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        super::tuple(py, self.native.linear)
    }
    /// The rotation.
    #[getter]
    fn angular(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        super::angular_to_python(py, self.native.angular)
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let linear = super::tuple(py, self.native.linear)?.repr()?.to_string();
        Ok(format!(
            "Motion({linear}, angular={})",
            self.angular(py)?.bind(py).repr()?
        ))
    }
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let linear = super::tuple(py, self.native.linear)?;
        (linear, self.angular(py)?).into_pyobject(py)?.hash()
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().native == self.native)
    }
}

/// Motions: one for all, or one for each entry.
pub enum Motions {
    One(NativeMotion<Vector>),
    Many(Vec<NativeMotion<Vector>>),
}

impl Motions {
    /// From a `Motion`, or from an array with a row for each.
    pub fn read(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Self> {
        if let Ok(motion) = given.cast::<Motion>() {
            return Ok(Self::One(motion.get().native));
        }
        let rows: Numbers<'_, Ix2> = table(given, field, &MOTION_COLUMNS)?;
        let rows = rows.view();
        let read = |i: usize| {
            let row = rows.row(i).to_vec();
            if row.iter().any(|number| !number.is_finite()) {
                return Err(raise(Raised::argument(field, "must be finite").at(i)));
            }
            Ok(NativeMotion {
                linear: Vector::from_fn(|k| row[k]),
                angular: super::angular_of(&row[DIMENSION..]),
            })
        };
        (0..rows.nrows())
            .map(read)
            .collect::<PyResult<_>>()
            .map(Self::Many)
    }
    /// How many there are; `None` for one that is for all.
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::One(_) => None,
            Self::Many(list) => Some(list.len()),
        }
    }
    /// That of entry `i`.
    pub fn get(&self, i: usize) -> &NativeMotion<Vector> {
        match self {
            Self::One(motion) => motion,
            Self::Many(list) => &list[i],
        }
    }
}
