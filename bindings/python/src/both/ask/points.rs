//! Points and one shape: which it contains, and which points of its border are closest.

use clearance::cast::{self, ClosestPoint, Feature};
use numpy::PyArray1;
use pyo3::prelude::*;

use super::super::batch::{array, each, vectors};
use super::super::placed::ShapeAndPose;
use super::super::{DIMENSION, Vector, arguments, tuple};
use crate::answers::classes;
use crate::arrays::{rows, vector};
use crate::errors::raise;
use crate::read;

/// Adds the functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(closest_point, module)?)?;
    module.add_function(wrap_pyfunction!(contains, module)?)?;
    module.add_function(wrap_pyfunction!(contains_many, module)?)?;
    module.add_function(wrap_pyfunction!(closest_point_many, module)?)
}

/// The closest point on the border of a shape to a given point, and which part and facet it is on: a
/// ``ClosestPoint``. The distance is negative if the given point is inside.
///
/// Raises ``InvalidArgument`` if the point is not finite or is too large.
///
/// >>> from clearance import d2
/// >>> d2.closest_point((0.25, 0.0), d2.Box((1.0, 1.0))).distance
/// -0.75
#[pyfunction]
fn closest_point(
    py: Python<'_>,
    point: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
) -> PyResult<Py<PyAny>> {
    let point = Vector::from_array(vector(point, "point")?);
    let found = cast::closest_point(shape.placed(), point).map_err(raise)?;
    let (point, normal) = (tuple(py, found.point)?, tuple(py, found.normal)?);
    let (part, facet) = (found.feature.part(), found.feature.facet());
    classes(py)?
        .closest_point
        .call1(py, (point, found.distance, normal, part, facet))
}

/// Whether a point is in a shape, exactly. The border counts.
///
/// Raises ``InvalidArgument`` if the point is not finite or is too large.
///
/// >>> from clearance import d2
/// >>> d2.contains((1.0, 0.0), d2.Circle(1.0))
/// True
#[pyfunction]
fn contains(
    point: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
) -> PyResult<bool> {
    let point = Vector::from_array(vector(point, "point")?);
    cast::contains(shape.placed(), point).map_err(raise)
}

/// Whether each of n points is in a shape, exactly; the border counts: an array of bool, shape (n,).
///
/// ``points`` has shape (n, dimension). Other threads can use the interpreter meanwhile; ``threads=None``
/// uses every core.
///
/// >>> from clearance import d2
/// >>> d2.contains_many([(0.5, 0.0), (1.0, 0.0), (1.5, 0.0)], d2.Circle(1.0))
/// array([ True,  True, False])
#[pyfunction]
#[pyo3(signature = (points, shape, *, threads=1))]
fn contains_many(
    py: Python<'_>,
    points: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<Py<PyArray1<bool>>> {
    let points = read_points(points)?;
    let inside = each(py, points.len(), threads, |i| {
        cast::contains(shape.placed(), points[i])
    })?;
    Ok(array(py, inside))
}

/// The closest point on the border of a shape to each of n points: ``ClosestPoints``, arrays of shapes (n,)
/// and (n, dimension).
///
/// ``points`` has shape (n, dimension). Other threads can use the interpreter meanwhile; ``threads=None``
/// uses every core.
///
/// >>> from clearance import d2
/// >>> bend = d2.Polyline([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)])
/// >>> found = d2.closest_point_many([(1.0, -2.0), (5.0, 3.0)], bend)
/// >>> found.distance, found.facet
/// (array([2., 1.]), array([0, 1]))
#[pyfunction]
#[pyo3(signature = (points, shape, *, threads=1))]
fn closest_point_many(
    py: Python<'_>,
    points: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let points = read_points(points)?;
    let found = each(py, points.len(), threads, |i| {
        cast::closest_point(shape.placed(), points[i])
    })?;
    let vectors = |of: fn(&ClosestPoint<Vector>) -> Vector| vectors(py, found.iter().map(of));
    let distances = array(py, found.iter().map(|c| c.distance).collect());
    let [parts, facets] = features(py, found.iter().map(|c| Some(c.feature)));
    let (on_border, normals) = (vectors(|c| c.point)?, vectors(|c| c.normal)?);
    classes(py)?
        .closest_points
        .call1(py, (on_border, distances, normals, parts, facets))
}

/// Points from an array.
pub fn read_points(points: &Bound<'_, PyAny>) -> PyResult<Vec<Vector>> {
    let points = rows::<DIMENSION>(points, "points")?;
    Ok(points.into_iter().map(Vector::from_array).collect())
}

/// The parts and the facets of many answers; -1 where there is none.
pub fn features(
    py: Python<'_>,
    features: impl Iterator<Item = Option<Feature>> + Clone,
) -> [Py<PyArray1<i64>>; 2] {
    [Feature::part, Feature::facet].map(|number: fn(Feature) -> Option<u32>| {
        let numbers = features
            .clone()
            .map(|feature| feature.and_then(number).map_or(-1, i64::from));
        array(py, numbers.collect())
    })
}
