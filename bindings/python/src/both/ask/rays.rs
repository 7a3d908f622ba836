//! Rays at one shape: where they first meet it, whether they do, and every facet that they meet.

use clearance::cast::{self, Ray, RayHit};
use numpy::PyArray1;
use pyo3::prelude::*;

use super::super::batch::{array, count, each, vectors};
use super::super::placed::ShapeAndPose;
use super::super::{DIMENSION, Vector, arguments, tuple};
use super::points::features;
use crate::answers::classes;
use crate::arrays::{rows, vector};
use crate::errors::raise;
use crate::read;

/// Adds the functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(ray, module)?)?;
    module.add_function(wrap_pyfunction!(any_hit, module)?)?;
    module.add_function(wrap_pyfunction!(all_hits, module)?)?;
    module.add_function(wrap_pyfunction!(count_hits, module)?)?;
    module.add_function(wrap_pyfunction!(ray_many, module)?)?;
    module.add_function(wrap_pyfunction!(any_hit_many, module)?)?;
    module.add_function(wrap_pyfunction!(all_hits_many, module)?)?;
    module.add_function(wrap_pyfunction!(count_hits_many, module)?)
}

/// Where a ray first meets a shape, and which part and facet: a ``RayHit``, or ``None``.
///
/// ``direction`` may have any length except zero. Times are in units of it; a hit at ``max_time`` still
/// counts, and ``None`` means no limit. If the ray starts inside the shape, the time is 0 and there is no
/// normal. Raises ``InvalidArgument`` if a number is not finite or the direction is zero.
///
/// >>> from clearance import d2
/// >>> hit = d2.ray((-3.0, 0.0), (2.0, 0.0), d2.Circle(1.0))
/// >>> hit.time, hit.point, hit.normal
/// (1.0, (-1.0, 0.0), (-1.0, 0.0))
#[pyfunction]
#[pyo3(signature = (origin, direction, shape, max_time=None))]
fn ray(
    py: Python<'_>,
    origin: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::max_time)] max_time: Option<f64>,
) -> PyResult<Option<Py<PyAny>>> {
    let ray = read_ray(origin, direction, max_time)?;
    let hit = cast::ray(shape.placed(), &ray).map_err(raise)?;
    hit.map(|hit| ray_hit_to_python(py, &hit)).transpose()
}

/// Whether a ray meets a shape at all, for shadows and lines of sight: faster than ``ray`` if it does.
///
/// The arguments and errors are those of ``ray``.
///
/// >>> from clearance import d2
/// >>> d2.any_hit((-3.0, 0.0), (1.0, 0.0), d2.Circle(1.0), max_time=1.5)
/// False
#[pyfunction]
#[pyo3(signature = (origin, direction, shape, max_time=None))]
fn any_hit(
    origin: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::max_time)] max_time: Option<f64>,
) -> PyResult<bool> {
    let ray = read_ray(origin, direction, max_time)?;
    cast::any_hit(shape.placed(), &ray).map_err(raise)
}

/// Every facet that a ray meets, in the order of time: a list of ``RayHit``. The arguments and errors are
/// those of ``ray``.
///
/// Facets are the triangles of a mesh or terrain and the segments of a polyline or of the border of a
/// polygon. A ray through an edge meets each of its facets; one that starts inside a solid mesh has no hit at
/// its start. Any other shape, alone or in a compound, is hit once, as by ``ray``.
///
/// >>> from clearance import d2
/// >>> fence = d2.Polyline([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], closed=True)
/// >>> [(hit.time, hit.facet) for hit in d2.all_hits((-1.0, 1.0), (1.0, 0.0), fence)]
/// [(1.0, 3), (5.0, 1)]
#[pyfunction]
#[pyo3(signature = (origin, direction, shape, max_time=None))]
fn all_hits(
    py: Python<'_>,
    origin: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::max_time)] max_time: Option<f64>,
) -> PyResult<Vec<Py<PyAny>>> {
    let ray = read_ray(origin, direction, max_time)?;
    let hits = cast::all_hits(shape.placed(), &ray).map_err(raise)?;
    hits.iter().map(|hit| ray_hit_to_python(py, hit)).collect()
}

/// How many hits ``all_hits`` lists, without a list of them.
///
/// >>> from clearance import d2
/// >>> fence = d2.Polyline([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], closed=True)
/// >>> d2.count_hits((-1.0, 1.0), (1.0, 0.0), fence)
/// 2
#[pyfunction]
#[pyo3(signature = (origin, direction, shape, max_time=None))]
fn count_hits(
    origin: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::max_time)] max_time: Option<f64>,
) -> PyResult<usize> {
    let ray = read_ray(origin, direction, max_time)?;
    cast::count_hits(shape.placed(), &ray).map_err(raise)
}

/// Where each of n rays first meets a shape: ``RayHits``, arrays of shapes (n,) and (n, dimension), with the
/// parts and triangles that are hit.
///
/// ``origins`` and ``directions`` have shape (n, dimension). The time is infinite for a ray that hits
/// nothing.
///
/// >>> from clearance import d2
/// >>> d2.ray_many([(-3.0, 0.0), (-3.0, 5.0)], [(1.0, 0.0), (1.0, 0.0)], d2.Circle(1.0)).time
/// array([ 2., inf])
#[pyfunction]
#[pyo3(signature = (origins, directions, shape, max_time=None, *, threads=1))]
fn ray_many(
    py: Python<'_>,
    origins: &Bound<'_, PyAny>,
    directions: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::max_time)] max_time: Option<f64>,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let rays = read_rays(origins, directions, max_time)?;
    let hits = each(py, rays.len(), threads, |i| cast::ray(shape.placed(), &rays[i]))?;
    ray_hits_to_python(py, &hits, None)
}

/// Whether each of n rays meets a shape at all: an array of bool, shape (n,).
///
/// ``origins`` and ``directions`` have shape (n, dimension). Other threads can use the interpreter meanwhile;
/// ``threads=None`` uses every core.
///
/// >>> from clearance import d2
/// >>> d2.any_hit_many([(-3.0, 0.0), (-3.0, 5.0)], [(1.0, 0.0), (1.0, 0.0)], d2.Circle(1.0))
/// array([ True, False])
#[pyfunction]
#[pyo3(signature = (origins, directions, shape, max_time=None, *, threads=1))]
fn any_hit_many(
    py: Python<'_>,
    origins: &Bound<'_, PyAny>,
    directions: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::max_time)] max_time: Option<f64>,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<Py<PyArray1<bool>>> {
    let rays = read_rays(origins, directions, max_time)?;
    let met = each(py, rays.len(), threads, |i| {
        cast::any_hit(shape.placed(), &rays[i])
    })?;
    Ok(array(py, met))
}

/// Every facet that each of n rays meets: ``AllHits``, in rows one after the other; row i is from
/// ``start[i]`` to ``start[i + 1]``, in the order of time, as in a sparse matrix (CSR).
///
/// The arguments are those of ``ray_many``; what counts as a hit is as in ``all_hits``.
///
/// >>> from clearance import d2
/// >>> fence = d2.Polyline([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], closed=True)
/// >>> found = d2.all_hits_many([(-1.0, 1.0), (-1.0, 9.0), (1.0, 1.0)], [(1.0, 0.0)] * 3, fence)
/// >>> found.start, found.hits.time, found.hits.facet
/// (array([0, 2, 2, 3]), array([1., 5., 3.]), array([3, 1, 1]))
#[pyfunction]
#[pyo3(signature = (origins, directions, shape, max_time=None, *, threads=1))]
fn all_hits_many(
    py: Python<'_>,
    origins: &Bound<'_, PyAny>,
    directions: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::max_time)] max_time: Option<f64>,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let rays = read_rays(origins, directions, max_time)?;
    let found = each(py, rays.len(), threads, |i| {
        cast::all_hits(shape.placed(), &rays[i])
    })?;
    let start = array(py, row_starts(found.iter().map(Vec::len)));
    let hits: Vec<_> = found.into_iter().flatten().map(Some).collect();
    let hits = ray_hits_to_python(py, &hits, None)?;
    classes(py)?.all_hits.call1(py, (start, hits))
}

/// How many facets each of n rays meets: an array of int64, shape (n,).
///
/// The arguments are those of ``ray_many``; what counts as a hit is as in ``all_hits``.
///
/// >>> from clearance import d2
/// >>> fence = d2.Polyline([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], closed=True)
/// >>> d2.count_hits_many([(-1.0, 1.0), (-1.0, 9.0), (1.0, 1.0)], [(1.0, 0.0)] * 3, fence)
/// array([2, 0, 1])
#[pyfunction]
#[pyo3(signature = (origins, directions, shape, max_time=None, *, threads=1))]
fn count_hits_many(
    py: Python<'_>,
    origins: &Bound<'_, PyAny>,
    directions: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::max_time)] max_time: Option<f64>,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<Py<PyArray1<i64>>> {
    let rays = read_rays(origins, directions, max_time)?;
    let counts = each(py, rays.len(), threads, |i| {
        cast::count_hits(shape.placed(), &rays[i])
    })?;
    Ok(array(py, counts.into_iter().map(|count| count as i64).collect()))
}

/// Where the rows of these lengths start in one list of all, and where the last one ends.
pub fn row_starts(lengths: impl Iterator<Item = usize>) -> Vec<i64> {
    let mut end = 0;
    let ends = lengths.map(|length| {
        end += length as i64;
        end
    });
    std::iter::once(0).chain(ends).collect()
}

/// A ray from its arguments.
pub fn read_ray(
    origin: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
    max_time: Option<f64>,
) -> PyResult<Ray<Vector>> {
    let (origin, direction) = (vector(origin, "origin")?, vector(direction, "direction")?);
    Ok(ray_of(origin, direction, max_time))
}

/// A ray from numbers; no `max_time` means no limit.
fn ray_of(origin: [f64; DIMENSION], direction: [f64; DIMENSION], max_time: Option<f64>) -> Ray<Vector> {
    Ray {
        origin: Vector::from_array(origin),
        direction: Vector::from_array(direction),
        max_time: max_time.unwrap_or(f64::INFINITY),
    }
}

/// A hit as its named tuple.
pub fn ray_hit_to_python(py: Python<'_>, hit: &RayHit<Vector>) -> PyResult<Py<PyAny>> {
    let normal = hit.normal.map(|normal| tuple(py, normal)).transpose()?;
    let (part, facet) = (hit.feature.part(), hit.feature.facet());
    classes(py)?
        .ray_hit
        .call1(py, (hit.time, tuple(py, hit.point)?, normal, part, facet))
}

/// Rays from two arrays.
pub fn read_rays(
    origins: &Bound<'_, PyAny>,
    directions: &Bound<'_, PyAny>,
    max_time: Option<f64>,
) -> PyResult<Vec<Ray<Vector>>> {
    let origins = rows::<DIMENSION>(origins, "origins")?;
    let directions = rows::<DIMENSION>(directions, "directions")?;
    let count = count(&[
        ("origins", Some(origins.len())),
        ("directions", Some(directions.len())),
    ])?;
    let ray = |i: usize| ray_of(origins[i], directions[i], max_time);
    Ok((0..count).map(ray).collect())
}

/// Hits as arrays; the time is infinite and the vectors are zero if there is none.
pub fn ray_hits_to_python(
    py: Python<'_>,
    hits: &[Option<RayHit<Vector>>],
    handles: Option<Vec<u64>>,
) -> PyResult<Py<PyAny>> {
    let times = hits
        .iter()
        .map(|hit| hit.map_or(f64::INFINITY, |hit| hit.time))
        .collect();
    let points = vectors(
        py,
        hits.iter().map(|hit| hit.map_or(Vector::NAN, |hit| hit.point)),
    )?;
    let normal = |hit: &Option<RayHit<Vector>>| hit.and_then(|hit| hit.normal).unwrap_or(Vector::ZERO);
    let normals = vectors(py, hits.iter().map(normal))?;
    let [parts, facets] = features(py, hits.iter().map(|hit| hit.map(|hit| hit.feature)));
    let handles = handles.map(|handles| array(py, handles));
    classes(py)?
        .ray_hits
        .call1(py, (array(py, times), points, normals, handles, parts, facets))
}
