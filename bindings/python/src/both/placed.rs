//! `Placed`, and the shapes with poses that questions take.

use std::sync::Arc;

use clearance::Placed as NativePlaced;
use pyo3::prelude::*;

use super::pose::{Native, Pose};
use super::shape::Shape;
use super::{FRIENDS, Kind, Vector, arguments};
use crate::numbers::{Name, short};

/// A shape and its pose: what ``shape.at(…)`` returns and all questions take.
///
/// >>> from clearance import d2
/// >>> placed = d2.Circle(1.0).at((3.0, 0.0), angle=0.5)
/// >>> placed
/// Circle(1.0).at((3.0, 0.0), angle=0.5)
/// >>> placed.pose.position
/// (3.0, 0.0)
#[pyclass(frozen)]
pub struct Placed {
    shape: Py<Shape>,
    pose: Pose,
}

impl Placed {
    pub fn new(shape: Py<Shape>, pose: Pose) -> Self {
        Self { shape, pose }
    }
}

#[pymethods]
impl Placed {
    #[new]
    #[pyo3(signature = (shape, pose=None))]
    fn from_python(
        #[pyo3(from_py_with = arguments::bare_shape)] shape: Py<Shape>,
        #[pyo3(from_py_with = arguments::pose_or_none)] pose: Option<Pose>,
    ) -> Self {
        Self::new(shape, pose.unwrap_or_else(Pose::identity))
    }
    /// The shape.
    #[getter]
    fn shape(&self, py: Python<'_>) -> Py<Shape> {
        self.shape.clone_ref(py)
    }
    /// Its pose.
    #[getter]
    fn pose(&self) -> Pose {
        self.pose.clone()
    }
    /// A picture for notebooks: an SVG, or ``None`` if nothing of it can be drawn, or too much would be.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let module = slf.py().import("clearance._notebook")?;
        module.call_method1("picture", (slf,)).map(Bound::unbind)
    }
    /// Its axis-aligned bounding box.
    fn aabb(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.shape.call_method1(py, "aabb", (self.pose.clone(),))
    }
    fn __repr__(&self) -> String {
        format!(
            "{}.at({})",
            super::shape::kinds::written(&self.shape.get().inner),
            self.pose.arguments()
        )
    }
    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(false);
        };
        let other = other.get();
        Ok(self.pose.native == other.pose.native && self.shape.bind(py).eq(other.shape.bind(py))?)
    }
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.shape.clone_ref(py), self.pose.clone())
            .into_pyobject(py)?
            .hash()
    }
    fn __getnewargs__(&self, py: Python<'_>) -> (Py<Shape>, Pose) {
        (self.shape.clone_ref(py), self.pose.clone())
    }
}

/// A shape and its pose, read from a `Placed`, from a `Shape` at the origin, or from a shape of another
/// library.
pub struct ShapeAndPose {
    pub shape: Arc<Kind>,
    pub pose: Native,
}

impl ShapeAndPose {
    pub fn placed(&self) -> NativePlaced<'_, Vector> {
        NativePlaced::new(self.shape.as_ref(), &self.pose)
    }
    fn known(given: &Bound<'_, PyAny>) -> Option<Self> {
        if let Ok(placed) = given.cast::<Placed>() {
            let placed = placed.get();
            return Some(Self {
                shape: Arc::clone(&placed.shape.get().inner),
                pose: placed.pose.native,
            });
        }
        let shape = given.cast::<Shape>().ok()?;
        Some(Self {
            shape: Arc::clone(&shape.get().inner),
            pose: Native::IDENTITY,
        })
    }
    /// From one of our classes, or through `clearance._friends`, which raises an error if it finds no shape
    /// in the argument.
    pub fn read<'a>(given: &Bound<'_, PyAny>, name: impl Into<Name<'a>>) -> PyResult<Self> {
        if let Some(known) = Self::known(given) {
            return Ok(known);
        }
        let name = name.into();
        let friends = given.py().import("clearance._friends")?;
        let ours = friends.call_method1(FRIENDS, (given, name.field, name.index))?;
        Self::known(&ours).ok_or_else(|| name.wrong_type("a shape", &short(&ours)))
    }
}
