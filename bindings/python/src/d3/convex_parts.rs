//! Hulls that cover a solid mesh, and meshes that deform.

use std::sync::Arc;

use clearance::mesh::{ConvexParts, ConvexPartsError, ConvexPartsOptions};
use clearance::shape::Polyhedron;
use numpy::PyArray1;
use pyo3::prelude::*;

use super::both::shape::kinds::points;
use super::meshes::{OnlyMesh, only_mesh};
use super::own_kinds::wrap;
use super::{Kind, Vector};
use crate::answers::classes;
use crate::errors::{Raised, raise};
use crate::numbers::{number, whole};
use crate::signals::Caller;

/// Adds the functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(convex_parts, module)?)?;
    module.add_function(wrap_pyfunction!(refit, module)?)
}

/// Convex hulls that together cover a solid mesh and reach out of it only so far: ``ConvexParts``.
///
/// ``mesh`` is a ``Mesh`` without a pose, or one of another library. No hull reaches out farther than
/// ``concavity`` times the longest side of the box around the mesh, unless that takes more than ``max_parts``
/// hulls; ``error`` says how far they do, and is proven. 10 000 triangles take some 4 s. Other threads can
/// use the interpreter meanwhile, and signals such as Ctrl+C stop the work.
///
/// Raises ``InvalidShape`` with the field ``mesh`` for a mesh that is open, not consistently oriented or
/// crosses itself, ``InvalidArgument`` for options out of range, and ``UnsupportedPair`` for another shape.
///
/// >>> from clearance import d3
/// >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
/// >>> beside = [(x + 9, y, z) for x, y, z in corners]
/// >>> two = d3.Mesh(corners + beside, faces + [(a + 4, b + 4, c + 4) for a, b, c in faces])
/// >>> parts = d3.convex_parts(two)
/// >>> parts.hulls, parts.error < 1e-12
/// ([<Convex, 4 vertices, 4 faces>, <Convex, 4 vertices, 4 faces>], True)
/// >>> d3.intersects(parts.compound, d3.Sphere(0.5).at((5, 0, 0)))
/// False
#[pyfunction]
#[pyo3(signature = (mesh, concavity=0.025, max_parts=64), text_signature = "(mesh, concavity=0.025, max_parts=64)")]
fn convex_parts(
    py: Python<'_>,
    #[pyo3(from_py_with = only_mesh)] mesh: OnlyMesh,
    #[pyo3(from_py_with = read_concavity)] concavity: f64,
    #[pyo3(from_py_with = read_max_parts)] max_parts: usize,
) -> PyResult<Py<PyAny>> {
    let options = ConvexPartsOptions { concavity, max_parts };
    let (made, raised) = py.detach(|| {
        let caller = Caller::default();
        let made = ConvexParts::new_unless(&mesh.0, &options, &mut |_| caller.check_signals());
        (made, caller.raised())
    });
    if let Some(raised) = raised {
        return Err(raised);
    }
    let made = made.map_err(refused)?;
    let hull = |hull: &Polyhedron<Vector>| wrap(py, Arc::new(Kind::Convex(hull.clone())));
    let hulls: Vec<_> = made.hulls().iter().map(hull).collect::<PyResult<_>>()?;
    let errors = PyArray1::from_slice(py, made.errors());
    let compound = wrap(py, Arc::new(made.compound().clone()))?;
    classes(py)?
        .convex_parts
        .call1(py, (hulls, compound, errors, made.error()))
}

/// The same triangles with their vertices elsewhere, shape (n, 3), as of a body that deforms: a ``Mesh``.
///
/// Takes a fraction of the time of a new mesh, since the tree over the triangles keeps its structure.
/// Vertices that were in one place must stay in one place. Raises ``InvalidShape`` with the field
/// ``vertices``, and ``UnsupportedPair`` for another shape.
///
/// >>> from clearance import d3
/// >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
/// >>> moved = d3.refit(d3.Mesh(corners, faces), [(2 * x, y, z) for x, y, z in corners])
/// >>> moved.is_solid, moved.aabb().max[0] >= 2
/// (True, True)
#[pyfunction]
fn refit(
    py: Python<'_>,
    #[pyo3(from_py_with = only_mesh)] mesh: OnlyMesh,
    vertices: &Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    let vertices: Vec<Vector> = points(vertices, "vertices")?;
    let made = py.detach(|| mesh.0.refit(vertices)).map_err(raise)?;
    wrap(py, Arc::new(Kind::Mesh(made)))
}

fn refused(error: ConvexPartsError) -> PyErr {
    let class = match error.field() {
        "mesh" => "InvalidShape",
        _ => "InvalidArgument",
    };
    raise(Raised::about(class, error.field(), error.to_string()))
}

fn read_concavity(given: &Bound<'_, PyAny>) -> PyResult<f64> {
    number(given, "concavity")
}

fn read_max_parts(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole(given, "max_parts")
}
