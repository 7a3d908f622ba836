//! Which triangles of two meshes meet, and the common part of two solids as a mesh.

use clearance::glam::DVec3;
use clearance::measure::{self, TriangleMeetings, Which};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

use super::both::arguments;
use super::both::placed::ShapeAndPose;
use crate::answers::classes;
use crate::arrays::shaped;
use crate::errors::raise;
use crate::read;

/// Every pair of a triangle of ``a`` and one of ``b`` that meet, touching included: ``TrianglePairs``. Exact.
///
/// ``a`` and ``b`` are meshes, open or closed, or terrains; triangles have the numbers of their rows. With
/// ``segments=True`` also the segment that each pair has in common, within some units in the last place of
/// the largest coordinate; that a segment is only a point is exact. Other threads can use the interpreter
/// meanwhile. Raises ``UnsupportedPair`` with the field ``a`` or ``b`` for any other shape.
///
/// >>> from clearance import d3
/// >>> flat = d3.Mesh([(0, 0, 0), (4, 0, 0), (0, 4, 0)], [(0, 1, 2)])
/// >>> upright = d3.Mesh([(1, 1, -1), (1, 1, 1), (1, 0, 0)], [(0, 1, 2)])
/// >>> found = d3.triangle_pairs(flat, upright, segments=True)
/// >>> found.pairs, found.coplanar
/// (array([[0, 0]]), array([False]))
/// >>> sorted(found.segments[0].tolist())
/// [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]
#[pyfunction]
#[pyo3(signature = (a, b, segments=false), text_signature = "(a, b, segments=False)")]
pub fn triangle_pairs(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
    #[pyo3(from_py_with = read::segments)] segments: bool,
) -> PyResult<Py<PyAny>> {
    let found = py.detach(|| match segments {
        true => measure::triangle_segments(a.placed(), b.placed()),
        false => measure::triangle_pairs(a.placed(), b.placed()).map(|pairs| TriangleMeetings {
            pairs,
            ..TriangleMeetings::default()
        }),
    });
    let found = found.map_err(raise)?;
    let flat = found.pairs.as_flattened().iter().map(|i| i64::from(*i)).collect();
    let pairs = shaped(py, flat, [found.pairs.len(), 2])?;
    let ends = segments.then(|| ends_of(py, &found.segments)).transpose()?;
    let coplanar = found.segments.iter().map(Option::is_none);
    let coplanar = segments.then(|| PyArray1::from_iter(py, coplanar));
    classes(py)?.triangle_pairs.call1(py, (pairs, ends, coplanar))
}

/// The part that two solids have in common as a mesh: a ``CommonMesh``. It is closed, and faces outwards.
///
/// ``a`` and ``b`` are closed meshes, convex polyhedra or boxes, as for ``common``. Which edges cross which
/// faces is decided exactly, so that the mesh closes in every position; vertices are within some units in the
/// last place of the largest coordinate. Empty where the solids are apart or only touch. Other threads can
/// use the interpreter meanwhile. Raises ``UnsupportedPair`` as ``common`` does.
///
/// >>> from clearance import d3
/// >>> box = d3.Box((1.0, 1.0, 1.0))
/// >>> found = d3.common_mesh(box, box.at((1.0, 0.0, 0.0)))
/// >>> d3.mass_properties(d3.Mesh(found.vertices, found.triangles)).volume
/// 4.0
#[pyfunction]
pub fn common_mesh(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
) -> PyResult<Py<PyAny>> {
    let found = py
        .detach(|| measure::common_mesh(a.placed(), b.placed()))
        .map_err(raise)?;
    let points = found.vertices.iter().flat_map(|p| p.to_array()).collect();
    let vertices = shaped(py, points, [found.vertices.len(), 3])?;
    let corners = found
        .triangles
        .as_flattened()
        .iter()
        .map(|i| i64::from(*i))
        .collect();
    let triangles = shaped(py, corners, [found.triangles.len(), 3])?;
    let of_b = found.sources.iter().map(|source| source.0 == Which::B);
    let of_b = PyArray1::from_iter(py, of_b);
    let numbers = found.sources.iter().map(|source| source.1.map_or(-1, i64::from));
    let numbers = PyArray1::from_iter(py, numbers);
    classes(py)?
        .common_mesh
        .call1(py, (vertices, triangles, of_b, numbers))
}

/// Both ends of each segment: an array of shape (n, 2, 3).
fn ends_of(py: Python<'_>, segments: &[Option<[DVec3; 2]>]) -> PyResult<Py<PyArray3<f64>>> {
    let ends = segments.iter().flat_map(|ends| ends.unwrap_or([DVec3::NAN; 2]));
    let flat: Vec<f64> = ends.flat_map(|p| p.to_array()).collect();
    let shape = [segments.len(), 2, 3];
    PyArray1::from_vec(py, flat).reshape(shape).map(Bound::unbind)
}
