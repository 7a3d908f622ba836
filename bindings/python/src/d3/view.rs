//! Shapes and scenes of space in notebooks: a picture that can be turned.

use pyo3::prelude::*;

use super::both::placed::Placed;
use super::both::scene::Scene;
use super::both::shape::Shape;

fn view(given: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let module = given.py().import("clearance._notebook")?;
    module.call_method1("view", (given,)).map(Bound::unbind)
}

#[pymethods]
impl Shape {
    /// A picture for notebooks that can be turned: HTML, or ``None`` if too much would have to be drawn.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        view(slf.as_any())
    }
}

#[pymethods]
impl Placed {
    /// A picture for notebooks that can be turned: HTML, or ``None`` if too much would have to be drawn.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        view(slf.as_any())
    }
}

#[pymethods]
impl Scene {
    /// A picture for notebooks that can be turned: HTML, or ``None`` if too much would have to be drawn.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        view(slf.as_any())
    }
}
