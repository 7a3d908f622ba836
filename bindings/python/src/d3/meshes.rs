//! A mesh by itself: what is wrong with it, and other meshes that are made of it.

use std::sync::Arc;

use clearance::glam::DVec3;
use clearance::mesh;
use clearance::shape::{AnyShape, Mesh};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use super::Kind;
use super::both::placed::ShapeAndPose;
use super::own_kinds::wrap;
use super::pose::Native;
use crate::answers::classes;
use crate::arrays::shaped;
use crate::errors::{Raised, raise};
use crate::numbers::Name;
use crate::read;

/// Adds the functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mesh_report, module)?)?;
    module.add_function(wrap_pyfunction!(weld, module)?)?;
    module.add_function(wrap_pyfunction!(fill_holes, module)?)?;
    module.add_function(wrap_pyfunction!(split, module)?)?;
    module.add_function(wrap_pyfunction!(without_doubles, module)?)
}

/// Looks a mesh over: whether it is closed and consistently oriented, where it crosses itself, which
/// triangles are flat or there twice, in how many pieces it is, how large it is: a ``MeshReport``.
///
/// ``mesh`` is a ``Mesh`` without a pose, or one of another library. Vertices with equal coordinates count as
/// one. Which triangles are flat and which cross is decided exactly. Other threads can use the interpreter
/// meanwhile. Raises ``UnsupportedPair`` for any other shape.
///
/// >>> from clearance import d3
/// >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
/// >>> whole = d3.mesh_report(d3.Mesh(corners, faces))
/// >>> whole.is_sound, round(whole.volume, 6), len(whole.pieces)
/// (True, 0.166667, 1)
/// >>> open = d3.mesh_report(d3.Mesh(corners, faces[:3]))
/// >>> open.is_closed, open.open_edges.tolist(), open.volume
/// (False, [[1, 2], [1, 3], [2, 3]], None)
#[pyfunction]
fn mesh_report(py: Python<'_>, #[pyo3(from_py_with = only_mesh)] mesh: OnlyMesh) -> PyResult<Py<PyAny>> {
    let found = py.detach(|| mesh::report(&mesh.0));
    let pieces: Vec<_> = found.pieces.iter().map(|piece| numbers(py, piece)).collect();
    let lists = (
        rows(py, &found.open_edges)?,
        rows(py, &found.inconsistent_edges)?,
        rows(py, &found.crowded_edges)?,
        numbers(py, &found.flat_triangles),
        rows(py, &found.doubles)?,
        rows(py, &found.crossings)?,
        pieces,
        found.euler_characteristic,
        found.volume,
        found.area,
    );
    classes(py)?.mesh_report.call1(py, lists)
}

/// Merges vertices that are within ``distance`` of each other: a ``WeldedMesh``.
///
/// Vertices are gone through in their order: each one that was not merged stays where it is, and later ones
/// within the distance of it are merged with it. So no vertex moves further than ``distance``. 0 merges
/// vertices with equal coordinates. Triangles of which two corners become one are dropped, and vertices
/// without triangles too.
///
/// Raises ``InvalidArgument`` for a distance that is negative or not finite, ``InvalidShape`` with the field
/// ``mesh`` if no triangle is left, and ``UnsupportedPair`` for another shape.
///
/// >>> from clearance import d3
/// >>> corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1.001, 0, 0), (0, 1.001, 0), (1, 1, 0)]
/// >>> welded = d3.weld(d3.Mesh(corners, [(0, 1, 2), (3, 5, 4)]), 0.01)
/// >>> welded.mesh.triangles.tolist(), welded.kept_vertex.tolist()
/// ([[0, 1, 2], [1, 3, 2]], [0, 1, 2, 1, 2, 5])
#[pyfunction]
fn weld(
    py: Python<'_>,
    #[pyo3(from_py_with = only_mesh)] mesh: OnlyMesh,
    #[pyo3(from_py_with = read::distance)] distance: f64,
) -> PyResult<Py<PyAny>> {
    let made = py.detach(|| mesh::weld(&mesh.0, distance)).map_err(raise)?;
    let lists = [&made.kept_vertex, &made.vertices, &made.triangles, &made.dropped];
    let [kept, vertices, triangles, dropped] = lists.map(|list| numbers(py, list));
    classes(py)?
        .welded_mesh
        .call1(py, (python(py, made.mesh)?, kept, vertices, triangles, dropped))
}

/// Fills the holes of up to ``max_edges`` edges with triangles of the least area: a ``FilledMesh``.
///
/// A hole is a simple ring of open edges; those that meet other holes in a vertex stay open. So do holes of
/// more than 1000 edges: the time grows with the cube of their number, and is some seconds there. The outer
/// border of a surface is a ring as well. No vertices are added. Other threads can use the interpreter
/// meanwhile.
///
/// >>> from clearance import d3
/// >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 1, 3), (0, 3, 2), (1, 2, 3)]
/// >>> filled = d3.fill_holes(d3.Mesh(corners, faces), 10)
/// >>> filled.mesh.is_solid, [hole.tolist() for hole in filled.holes]
/// (True, [[0, 2, 1]])
#[pyfunction]
fn fill_holes(
    py: Python<'_>,
    #[pyo3(from_py_with = only_mesh)] mesh: OnlyMesh,
    #[pyo3(from_py_with = read::max_edges)] max_edges: usize,
) -> PyResult<Py<PyAny>> {
    let made = py
        .detach(|| mesh::fill_holes(&mesh.0, max_edges))
        .map_err(raise)?;
    let holes: Vec<_> = made.holes.iter().map(|hole| numbers(py, hole)).collect();
    let open = rows(py, &made.open_edges)?;
    classes(py)?
        .filled_mesh
        .call1(py, (python(py, made.mesh)?, holes, open))
}

/// The connected pieces of a mesh, in the order of their first triangles: a list of ``MeshPiece``.
///
/// Triangles with a common edge are of one piece. The border of a cavity is a piece of its own, whose
/// triangles are turned outwards (``was_inside_out``). Raises ``InvalidShape`` with the field ``mesh`` if no
/// triangle has three different corners.
///
/// >>> from clearance import d3
/// >>> corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (5, 0, 0), (6, 0, 0), (5, 1, 0)]
/// >>> [piece.triangles.tolist() for piece in d3.split(d3.Mesh(corners, [(0, 1, 2), (3, 4, 5), (2, 1, 0)]))]
/// [[0, 2], [1]]
#[pyfunction]
fn split(py: Python<'_>, #[pyo3(from_py_with = only_mesh)] mesh: OnlyMesh) -> PyResult<Vec<Py<PyAny>>> {
    let pieces = py.detach(|| mesh::split(&mesh.0)).map_err(raise)?;
    let class = &classes(py)?.mesh_piece;
    let piece = |piece: mesh::MeshPiece<DVec3>| {
        let (vertices, triangles) = (numbers(py, &piece.vertices), numbers(py, &piece.triangles));
        class.call1(py, (python(py, piece.mesh)?, vertices, triangles))
    };
    pieces.into_iter().map(piece).collect()
}

/// Of triangles with the same three corners, in any order, keeps the first: a ``MeshWithoutDoubles``.
///
/// So a sheet that was given with both of its sides keeps one of them. Corners are the same if their
/// coordinates are.
///
/// >>> from clearance import d3
/// >>> single = d3.without_doubles(d3.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2), (2, 1, 0)]))
/// >>> single.mesh.triangles.tolist(), single.removed.tolist()
/// ([[0, 1, 2]], [[0, 1]])
#[pyfunction]
fn without_doubles(py: Python<'_>, #[pyo3(from_py_with = only_mesh)] mesh: OnlyMesh) -> PyResult<Py<PyAny>> {
    let made = py.detach(|| mesh::without_doubles(&mesh.0)).map_err(raise)?;
    let (vertices, triangles) = (numbers(py, &made.vertices), numbers(py, &made.triangles));
    let removed = rows(py, &made.removed)?;
    classes(py)?
        .mesh_without_doubles
        .call1(py, (python(py, made.mesh)?, vertices, triangles, removed))
}

/// A mesh in its own frame.
pub struct OnlyMesh(pub Mesh<DVec3>);

/// The argument `mesh`: a mesh without a pose, since what is said of it is about its own frame.
pub fn only_mesh(given: &Bound<'_, PyAny>) -> PyResult<OnlyMesh> {
    let given = ShapeAndPose::read(given, Name::from("mesh"))?;
    if given.pose != Native::IDENTITY {
        let message = "mesh: must not have a pose: it is asked about in its own frame";
        return Err(raise(Raised::about("InvalidArgument", "mesh", message)));
    }
    match given.shape.as_ref() {
        Kind::Mesh(mesh) => Ok(OnlyMesh(mesh.clone())),
        other => Err(unsupported("mesh", "a mesh", other)),
    }
}

/// What is raised for a shape of another kind.
pub fn unsupported(field: &str, wanted: &str, shape: &Kind) -> PyErr {
    let message = format!("{field}: must be {wanted}, and is of the kind {}", shape.kind());
    raise(Raised::about("UnsupportedPair", field, message))
}

fn python(py: Python<'_>, mesh: Mesh<DVec3>) -> PyResult<Py<PyAny>> {
    wrap(py, Arc::new(Kind::Mesh(mesh)))
}

/// An array of shape (n,).
fn numbers(py: Python<'_>, list: &[u32]) -> Py<PyArray1<i64>> {
    PyArray1::from_iter(py, list.iter().map(|&i| i64::from(i))).unbind()
}

/// An array of shape (n, 2).
fn rows(py: Python<'_>, pairs: &[[u32; 2]]) -> PyResult<Py<PyArray2<i64>>> {
    let flat = pairs.as_flattened().iter().map(|&i| i64::from(i)).collect();
    shaped(py, flat, [pairs.len(), 2])
}
