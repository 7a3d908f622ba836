//! `Shape`: what all shapes have in common. `kinds.rs` and `own_kinds.rs` have a class for each kind.

pub mod kind;
pub mod kinds;
pub mod many;

use std::sync::Arc;

use clearance::Placed as NativePlaced;
use clearance::shape::{AnyShape, InvalidShape};
use pyo3::prelude::*;

use super::pose::Pose;
use super::{Kind, arguments};
use crate::answers::classes;
use crate::errors::{Raised, raise};

/// A shape in its own frame. It is checked once, when it is made, and never changes.
///
/// >>> from clearance import d2
/// >>> shape = d2.Box((2.0, 0.5))
/// >>> shape.kind, shape.is_convex
/// ('box', True)
#[pyclass(frozen, subclass)]
pub struct Shape {
    pub inner: Arc<Kind>,
}

/// A shape that its constructor accepted, for the class of its kind.
pub fn made<K>(inner: Result<Kind, InvalidShape>, class: K) -> PyResult<PyClassInitializer<K>>
where
    K: pyo3::PyClass<BaseType = Shape>,
{
    let inner = Arc::new(inner.map_err(raise)?);
    Ok(PyClassInitializer::from(Shape { inner }).add_subclass(class))
}

#[pymethods]
impl Shape {
    /// The name of the kind: ``"circle"``, ``"box"``, ``"convex"``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.inner.kind()
    }
    /// A picture for notebooks: an SVG, or ``None`` if nothing of it can be drawn, or too much would be.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let module = slf.py().import("clearance._notebook")?;
        module.call_method1("picture", (slf,)).map(Bound::unbind)
    }
    /// Whether it is one convex set.
    #[getter]
    fn is_convex(&self) -> bool {
        self.inner.is_convex()
    }
    /// The axis-aligned bounding box of the shape at a pose, or at the origin. It is never too small, and
    /// hardly larger than needed.
    ///
    /// >>> from clearance import d2
    /// >>> low, high = d2.Circle(1.0).aabb(d2.Pose((5.0, 0.0)))
    /// >>> round(low[0], 9), round(high[0], 9)
    /// (4.0, 6.0)
    #[pyo3(signature = (pose=None))]
    fn aabb(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::pose_or_none)] pose: Option<Pose>,
    ) -> PyResult<Py<PyAny>> {
        let pose = pose.unwrap_or_else(Pose::identity);
        let aabb = NativePlaced::new(self.inner.as_ref(), &pose.native).aabb();
        let (low, high) = (super::tuple(py, aabb.min)?, super::tuple(py, aabb.max)?);
        classes(py)?.aabb.call1(py, (low, high))
    }
    fn __repr__(&self) -> String {
        kinds::written(&self.inner)
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(false);
        };
        let (a, b) = (&self.inner, &other.get().inner);
        Ok(Arc::ptr_eq(a, b) || a.kind() == b.kind() && data(a)? == data(b)?)
    }
    fn __hash__(&self) -> PyResult<u64> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        data(&self.inner)?.hash(&mut hasher);
        Ok(hasher.finish())
    }
    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let read = slf.getattr("_from_data")?.unbind();
        Ok((read, (data(&slf.get().inner)?,)))
    }
    #[staticmethod]
    fn _from_data(py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
        let inner: Kind =
            serde_json::from_str(text).map_err(|error| raise(Raised::argument("text", error)))?;
        kinds::wrap(py, Arc::new(inner))
    }
}

/// The arguments of the constructor as text.
fn data(inner: &Kind) -> PyResult<String> {
    serde_json::to_string(inner).map_err(|error| raise(Raised::argument("shape", error)))
}
