//! Meshes and points: winding numbers, triangles near a point, barycentric coordinates.

use clearance::glam::DVec3;
use clearance::math::{Frame, Real};
use clearance::mesh::{self, NearTriangle, WindingTree};
use clearance::pair::QueryError;
use clearance::shape::Mesh;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use super::Kind;
use super::both::arguments;
use super::both::ask::points::read_points;
use super::both::ask::rays::row_starts;
use super::both::batch::{array, count, each, vectors};
use super::both::placed::ShapeAndPose;
use super::meshes::unsupported;
use crate::answers::classes;
use crate::arrays::{list, vector};
use crate::errors::{Raised, raise, raise_at};
use crate::read;

/// Adds the functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(winding_number, module)?)?;
    module.add_function(wrap_pyfunction!(winding_number_many, module)?)?;
    module.add_function(wrap_pyfunction!(triangles_within, module)?)?;
    module.add_function(wrap_pyfunction!(triangles_within_many, module)?)?;
    module.add_function(wrap_pyfunction!(barycentric, module)?)?;
    module.add_function(wrap_pyfunction!(barycentric_many, module)?)
}

/// How often the surface of a mesh or terrain winds around a point: 1 inside of a closed mesh, 0 outside; of
/// an open one a number between, above a half where the surface encloses the point more than not.
///
/// So it tells inside from outside for meshes with holes, gaps, doubled or crossing triangles. Triangles
/// count as positive where they are seen from behind. Within some 1e-15 for each triangle; ``contains`` is
/// exact, for closed meshes. Takes some 100 ns for a triangle.
///
/// Raises ``InvalidArgument`` if the point is not finite or is too large, and ``UnsupportedPair`` for a shape
/// without triangles.
///
/// >>> from clearance import d3
/// >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2)]
/// >>> round(d3.winding_number((1e-9, 1e-9, 1e-9), d3.Mesh(corners, faces)), 6)
/// 0.875
#[pyfunction]
fn winding_number(
    point: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
) -> PyResult<f64> {
    let point = DVec3::from_array(vector(point, "point")?);
    with_triangles(&shape)?;
    mesh::winding_number(shape.placed(), point).map_err(raise)
}

/// The winding number around each of n points: an array of shape (n,).
///
/// ``points`` has shape (n, 3). With ``approximate=True`` groups of far triangles are summed up as one:
/// within some 2e-3, and a few microseconds for each point at any number of triangles; only for meshes. Other
/// threads can use the interpreter meanwhile; ``threads=None`` uses every core.
///
/// >>> from clearance import d3
/// >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2)]
/// >>> (d3.winding_number_many([(0.1, 0.1, 0.1), (0.7, 0.7, 0.7)], d3.Mesh(corners, faces)) > 0.5).tolist()
/// [True, False]
#[pyfunction]
#[pyo3(signature = (points, shape, *, approximate=false, threads=1), text_signature = "(points, shape, *, approximate=False, threads=1)")]
fn winding_number_many(
    py: Python<'_>,
    points: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::approximate)] approximate: bool,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<Py<PyArray1<f64>>> {
    let points = read_points(points)?;
    with_triangles(&shape)?;
    let found = if approximate {
        let mesh = mesh_of(&shape)?;
        let tree = py.detach(|| WindingTree::new(mesh));
        let frame = shape.pose.frame();
        each(py, points.len(), threads, |i| in_frame(&tree, &frame, points[i]))?
    } else {
        each(py, points.len(), threads, |i| {
            mesh::winding_number(shape.placed(), points[i])
        })?
    };
    Ok(array(py, found))
}

/// The approximate winding number around a point of the world.
fn in_frame(tree: &WindingTree, frame: &Frame<DVec3>, point: DVec3) -> Result<f64, QueryError> {
    check_point(point)?;
    // Refused is only a point that is too far away, in units of the mesh, to see anything of it.
    Ok(tree.at(frame.local_point(point)).unwrap_or(0.0))
}

/// The triangles of a mesh or terrain within ``radius`` of a point, the nearest first: ``NearTriangles``,
/// arrays of shapes (k,) and (k, 3).
///
/// Distances have no sign, also for a point inside. A triangle at exactly the radius is within it. Raises
/// ``InvalidArgument`` if the point is not finite or is too large, or the radius is negative or not finite,
/// and ``UnsupportedPair`` for a shape without triangles.
///
/// >>> from clearance import d3
/// >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
/// >>> near = d3.triangles_within((0.25, 0.25, -1.0), d3.Mesh(corners, faces), 1.0)
/// >>> near.triangle, near.distance, near.point
/// (array([0]), array([1.]), array([[0.25, 0.25, 0.  ]]))
#[pyfunction]
fn triangles_within(
    py: Python<'_>,
    point: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::radius)] radius: f64,
) -> PyResult<Py<PyAny>> {
    let point = DVec3::from_array(vector(point, "point")?);
    with_triangles(&shape)?;
    let found = mesh::triangles_within(shape.placed(), point, radius).map_err(raise)?;
    classes(py)?.near_triangles.call1(py, columns(py, &found)?)
}

/// The triangles of a mesh or terrain within ``radius`` of each of n points: ``NearTrianglesMany``, in rows
/// one after the other; row i is from ``start[i]`` to ``start[i + 1]``, as in a sparse matrix (CSR).
///
/// ``points`` has shape (n, 3). Other threads can use the interpreter meanwhile; ``threads=None`` uses every
/// core.
///
/// >>> from clearance import d3
/// >>> sheet = d3.Mesh([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)])
/// >>> near = d3.triangles_within_many([(1.5, 0.5, 0), (9, 9, 9), (1, 1, 0.5)], sheet, 0.5)
/// >>> near.start, near.triangle, near.distance
/// (array([0, 1, 1, 3]), array([0, 0, 1]), array([0. , 0.5, 0.5]))
#[pyfunction]
#[pyo3(signature = (points, shape, radius, *, threads=1))]
fn triangles_within_many(
    py: Python<'_>,
    points: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::radius)] radius: f64,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let points = read_points(points)?;
    with_triangles(&shape)?;
    check_radius(radius).map_err(raise)?;
    let found = each(py, points.len(), threads, |i| {
        mesh::triangles_within(shape.placed(), points[i], radius)
    })?;
    let start = row_starts(found.iter().map(Vec::len));
    let (triangles, distances, on_them) = columns(py, &found.concat())?;
    classes(py)?
        .near_triangles_many
        .call1(py, (array(py, start), triangles, distances, on_them))
}

/// The weights of the corners of one triangle, with sum 1, that give a point: to interpolate what is known at
/// the vertices, for example where a ray hits. ``None`` if the triangle has no area.
///
/// ``shape`` is a mesh, ``facet`` the number of a triangle. Raises ``InvalidArgument`` if there is no such
/// triangle, and ``UnsupportedPair`` if the shape is no mesh.
///
/// >>> from clearance import d3
/// >>> sheet = d3.Mesh([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)]).at((0, 0, 1))
/// >>> hit = d3.ray((1.5, 0.5, 9.0), (0.0, 0.0, -1.0), sheet)
/// >>> hit.facet, d3.barycentric(hit.point, sheet, hit.facet)
/// (0, (0.25, 0.5, 0.25))
#[pyfunction]
fn barycentric(
    point: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::facet)] facet: usize,
) -> PyResult<Option<(f64, f64, f64)>> {
    let point = DVec3::from_array(vector(point, "point")?);
    let mesh = mesh_of(&shape)?;
    check_point(point).map_err(raise)?;
    check_facet(mesh, facet, "facet").map_err(raise)?;
    let weights = mesh.barycentric(facet, shape.pose.frame().local_point(point));
    Ok(weights.map(Into::into))
}

/// The barycentric coordinates of each of n points in one triangle each: an array of shape (n, 3).
///
/// ``points`` has shape (n, 3), ``facets`` shape (n,). A row is not a number where the triangle has no area
/// or the facet is -1, as for a ray that hits nothing.
///
/// >>> from clearance import d3
/// >>> sheet = d3.Mesh([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)])
/// >>> hits = d3.ray_many([(1.5, 0.5, 9.0), (9, 9, 9)], [(0, 0, -1), (0, 0, -1)], sheet)
/// >>> d3.barycentric_many(hits.point, sheet, hits.facet)
/// array([[0.25, 0.5 , 0.25],
///        [ nan,  nan,  nan]])
#[pyfunction]
fn barycentric_many(
    py: Python<'_>,
    points: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    facets: &Bound<'_, PyAny>,
) -> PyResult<Py<PyArray2<f64>>> {
    let points = read_points(points)?;
    let facets = facet_numbers(facets)?;
    count(&[("points", Some(points.len())), ("facets", Some(facets.len()))])?;
    let (mesh, frame) = (mesh_of(&shape)?, shape.pose.frame());
    let one = |(i, facet): (usize, &Option<usize>)| {
        let Some(facet) = *facet else {
            return Ok(DVec3::NAN);
        };
        check_point(points[i]).map_err(raise_at(i))?;
        check_facet(mesh, facet, "facets").map_err(raise_at(i))?;
        let weights = mesh.barycentric(facet, frame.local_point(points[i]));
        Ok(weights.map_or(DVec3::NAN, DVec3::from_array))
    };
    let weights: PyResult<Vec<DVec3>> = facets.iter().enumerate().map(one).collect();
    vectors(py, weights?.into_iter())
}

/// What the questions about triangles need.
fn with_triangles(shape: &ShapeAndPose) -> PyResult<()> {
    match shape.shape.as_ref() {
        Kind::Mesh(_) | Kind::Terrain(_) => Ok(()),
        other => Err(unsupported("shape", "a mesh or a terrain", other)),
    }
}

fn mesh_of(shape: &ShapeAndPose) -> PyResult<&Mesh<DVec3>> {
    match shape.shape.as_ref() {
        Kind::Mesh(mesh) => Ok(mesh),
        other => Err(unsupported("shape", "a mesh", other)),
    }
}

fn check_point(point: DVec3) -> Result<(), QueryError> {
    let size = point.abs().max_element();
    match size <= f64::LARGEST_COORDINATE {
        true => Ok(()),
        false if point.is_finite() => Err(QueryError::TooLarge("point")),
        false => Err(QueryError::NotFinite("point")),
    }
}

fn check_radius(radius: f64) -> Result<(), QueryError> {
    let fits = radius >= 0.0 && radius.is_finite();
    fits.then_some(()).ok_or(QueryError::NotFinite("radius"))
}

fn check_facet(mesh: &Mesh<DVec3>, facet: usize, field: &str) -> Result<(), Raised> {
    let count = mesh.triangles().len();
    let refused = || Raised::argument(field, format_args!("there are {count} triangles, got {facet}"));
    (facet < count).then_some(()).ok_or_else(refused)
}

/// Numbers of facets; `None` for -1.
fn facet_numbers(given: &Bound<'_, PyAny>) -> PyResult<Vec<Option<usize>>> {
    let one = |(i, facet): (usize, f64)| match facet {
        -1.0 => Ok(None),
        _ if facet.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&facet) => Ok(Some(facet as usize)),
        _ => {
            let message = format_args!("must be whole numbers from -1 on, got {facet:?}");
            Err(raise(Raised::argument("facets", message).at(i)))
        }
    };
    list(given, "facets")?.into_iter().enumerate().map(one).collect()
}

type Columns = (Py<PyArray1<i64>>, Py<PyArray1<f64>>, Py<PyArray2<f64>>);

/// The numbers of triangles, their distances, and their points.
fn columns(py: Python<'_>, found: &[NearTriangle<DVec3>]) -> PyResult<Columns> {
    let triangles = found.iter().map(|near| i64::from(near.triangle)).collect();
    let distances = found.iter().map(|near| near.distance).collect();
    let points = vectors(py, found.iter().map(|near| near.point))?;
    Ok((array(py, triangles), array(py, distances), points))
}
