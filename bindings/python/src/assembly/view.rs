//! Parts as a page that can be turned, for notebooks.

use clearance_io::report::view;
use clearance_io::scene::Objects;
use pyo3::prelude::*;

use super::part::Part;

/// The page, whose title is read aloud; of very large meshes, it has less detail.
#[pyfunction]
pub fn view_parts(py: Python<'_>, title: &str, parts: Vec<PyRef<'_, Part>>) -> String {
    let objects = parts.iter().map(|part| part.object.clone()).collect();
    let scene = Objects { objects, unit: None };
    let page = py.detach(|| view(title, &scene));
    String::from_utf8_lossy(&page.content).into_owned()
}
