//! `Mass` and `Body`: what moves when two shapes bounce or are parted.

use clearance::response::{Body as NativeBody, Mass as NativeMass};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::pose::{Angular, Pose};
use super::{DIMENSION, Vector, angular, arguments, given, tuple};
use crate::arrays::vector;
use crate::errors::{Raised, raise};
use crate::numbers::number;
use crate::read;

/// The mass and the moments of inertia of a body. The moments are about the axes of the body through its
/// centre of mass: one number in the plane, three in space.
///
/// Raises ``InvalidArgument`` if a number is not positive and finite.
///
/// >>> from clearance import d2
/// >>> d2.Mass.ball(2.0, radius=1.0).inverse, d2.Mass.fixed().inverse
/// (0.5, 0.0)
#[pyclass(frozen)]
#[derive(Clone)]
pub struct Mass {
    pub native: NativeMass<Vector>,
}

/// One over the mass, and over the moments.
type Inverses = (f64, Py<PyAny>);

/// The argument `moments`.
fn moments(given: &Bound<'_, PyAny>) -> PyResult<Angular> {
    let numbers = if DIMENSION == 2 {
        vec![number(given, "moments")?]
    } else {
        vector::<3>(given, "moments")?.to_vec()
    };
    Ok(super::angular_of(&numbers))
}

/// The moments are of squares, which do not tell a negative length.
fn not_negative(field: &str, length: f64) -> PyResult<()> {
    let refused = || raise(Raised::argument(field, "must not be negative"));
    (length >= 0.0).then_some(()).ok_or_else(refused)
}

#[pymethods]
impl Mass {
    #[new]
    fn new(#[pyo3(from_py_with = read::mass)] mass: f64, moments: &Bound<'_, PyAny>) -> PyResult<Self> {
        let native = NativeMass::new(mass, self::moments(moments)?).map_err(raise)?;
        Ok(Self { native })
    }
    /// A solid ball; in the plane a disc.
    #[staticmethod]
    fn ball(
        #[pyo3(from_py_with = read::mass)] mass: f64,
        #[pyo3(from_py_with = read::radius)] radius: f64,
    ) -> PyResult<Self> {
        not_negative("radius", radius)?;
        let native = NativeMass::ball(mass, radius).map_err(raise)?;
        Ok(Self { native })
    }
    /// A solid box.
    #[staticmethod]
    fn r#box(
        #[pyo3(from_py_with = read::mass)] mass: f64,
        half_extents: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let half_extents = given::finite(half_extents, "half_extents")?;
        not_negative("half_extents", half_extents.min_element())?;
        let native = NativeMass::cuboid(mass, half_extents).map_err(raise)?;
        Ok(Self { native })
    }
    /// A mass that moves but never turns.
    #[staticmethod]
    fn without_turning(#[pyo3(from_py_with = read::mass)] mass: f64) -> PyResult<Self> {
        let native = NativeMass::without_turning(mass).map_err(raise)?;
        Ok(Self { native })
    }
    /// A body that nothing moves: a wall, the ground, a platform.
    #[staticmethod]
    fn fixed() -> Self {
        Self {
            native: NativeMass::fixed(),
        }
    }
    /// One over the mass; 0 for a fixed body.
    #[getter]
    fn inverse(&self) -> f64 {
        self.native.inverse()
    }
    /// One over the moments of inertia; 0 where nothing turns it.
    #[getter]
    fn inverse_moments(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        super::angular_to_python(py, self.native.inverse_moments())
    }
    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Inverses)> {
        let read = slf.getattr("_from_inverses")?.unbind();
        let mass = slf.get();
        Ok((read, (mass.inverse(), mass.inverse_moments(slf.py())?)))
    }
    #[staticmethod]
    fn _from_inverses(inverse: f64, moments: &Bound<'_, PyAny>) -> PyResult<Self> {
        let native = NativeMass::from_inverses(inverse, self::moments(moments)?).map_err(raise)?;
        Ok(Self { native })
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().native == self.native)
    }
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.inverse(), self.inverse_moments(py)?)
            .into_pyobject(py)?
            .hash()
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let moments = self.inverse_moments(py)?.bind(py).repr()?.to_string();
        Ok(format!(
            "<Mass, inverse {:?}, inverse moments {moments}>",
            self.inverse()
        ))
    }
}

/// A body and its motion. The position of its pose is its centre of mass; ``angular`` is in radians per unit
/// of time: a number in the plane, a vector along the axis in space.
///
/// >>> from clearance import d2
/// >>> body = d2.Body(d2.Pose((0.0, 0.0)), d2.Mass.ball(1.0, 1.0), (3.0, 0.0), 2.0)
/// >>> body.velocity_at((0.0, 1.0)), body.energy
/// ((1.0, 0.0), 5.5)
#[pyclass(frozen)]
#[derive(Clone)]
pub struct Body {
    pub native: NativeBody<Vector>,
}

/// The pose, the mass, the velocity and the angular velocity.
type Numbers<'py> = (Pose, Mass, Bound<'py, PyTuple>, Py<PyAny>);

#[pymethods]
impl Body {
    #[new]
    #[pyo3(signature = (pose, mass, velocity=None, angular=None))]
    fn new(
        #[pyo3(from_py_with = arguments::pose)] pose: Pose,
        #[pyo3(from_py_with = arguments::body_mass)] mass: Mass,
        velocity: Option<&Bound<'_, PyAny>>,
        angular: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut native = NativeBody::new(pose.native, mass.native);
        if let Some(velocity) = velocity {
            native.velocity = given::finite(velocity, "velocity")?;
        }
        if let Some(angular) = angular {
            native.angular = self::angular(angular)?;
            if !native.angular.is_finite() {
                return Err(raise(Raised::argument("angular", "must be finite")));
            }
        }
        Ok(Self { native })
    }
    /// Where its centre of mass is, and how it is turned.
    #[getter]
    fn pose(&self) -> Pose {
        Pose::of_native(self.native.pose)
    }
    /// Its mass.
    #[getter]
    fn mass(&self) -> Mass {
        Mass {
            native: self.native.mass,
        }
    }
    /// The velocity of its centre of mass.
    #[getter]
    fn velocity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.native.velocity)
    }
    /// Its angular velocity.
    #[getter]
    fn angular(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        super::angular_to_python(py, self.native.angular)
    }
    /// The kinetic energy; 0 for a fixed body.
    #[getter]
    fn energy(&self) -> f64 {
        self.native.energy()
    }
    /// The velocity of its point at ``arm`` from its centre.
    fn velocity_at<'py>(&self, py: Python<'py>, arm: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.native.velocity_at(given::finite(arm, "arm")?))
    }
    /// The body after an impulse at ``arm`` from its centre.
    fn pushed(&self, arm: &Bound<'_, PyAny>, impulse: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut native = self.native;
        native.push(given::finite(arm, "arm")?, given::finite(impulse, "impulse")?);
        Ok(Self { native })
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().native == self.native)
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Numbers<'py>)> {
        let (py, body) = (slf.py(), slf.get());
        let numbers = (body.pose(), body.mass(), body.velocity(py)?, body.angular(py)?);
        Ok((slf.getattr("_from_numbers")?, numbers))
    }
    /// Without the checks of the constructor: a push may have made it infinitely fast.
    #[staticmethod]
    fn _from_numbers(
        pose: &Pose,
        mass: &Mass,
        velocity: &Bound<'_, PyAny>,
        angular: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let mut native = NativeBody::new(pose.native, mass.native);
        native.velocity = Vector::from_array(vector(velocity, "velocity")?);
        native.angular = self::angular(angular)?;
        Ok(Self { native })
    }
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.pose(), self.mass(), self.velocity(py)?, self.angular(py)?)
            .into_pyobject(py)?
            .hash()
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (velocity, angular) = (self.velocity(py)?.repr()?, self.angular(py)?);
        let angular = angular.bind(py).repr()?.to_string();
        Ok(format!(
            "<Body at {}, velocity {velocity}, angular {angular}>",
            self.pose().arguments()
        ))
    }
}
