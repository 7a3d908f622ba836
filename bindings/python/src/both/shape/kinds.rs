//! A class for each kind of shape that both dimensions have; `own_kinds.rs` has the others.

use std::sync::Arc;

use clearance::Pose;
use clearance::shape::AnyShape;
use numpy::PyArray2;
use pyo3::prelude::*;

use super::super::arguments;
use super::super::batch::vectors;
use super::super::own_kinds;
pub use super::super::own_kinds::{ball, register, wrap};
use super::super::placed::ShapeAndPose;
use super::super::{Coordinates, DIMENSION, Kind, Vector};
use super::kind::{example, kind};
use super::{Shape, made};
use crate::arrays::{rows, vector};
use crate::errors::{Raised, raise};
use crate::read;

/// What a constructor is given.
pub type Any<'a, 'py> = &'a Bound<'py, PyAny>;

pub fn point(given: Any<'_, '_>, field: &str) -> PyResult<Vector> {
    Ok(Vector::from_array(vector(given, field)?))
}
pub fn points(given: Any<'_, '_>, field: &str) -> PyResult<Vec<Vector>> {
    Ok(rows::<DIMENSION>(given, field)?
        .into_iter()
        .map(Vector::from_array)
        .collect())
}
pub fn array(list: &[Vector]) -> PyResult<Py<PyArray2<f64>>> {
    Python::attach(|py| vectors(py, list.iter().copied()))
}
pub fn other_kind(kind: &Kind) -> PyErr {
    raise(Raised::argument(
        "shape",
        format_args!("is of the kind {}", kind.kind()),
    ))
}

kind!(
    /// A point at the origin; ``at`` moves it.
    ///
    #[doc = example!(
        "d2.Point().at((3.0, 4.0))\nPoint().at((3.0, 4.0))",
        "d3.Point().at((3.0, 4.0, 0.0))\nPoint().at((3.0, 4.0, 0.0))"
    )]
    Point, (), () -> Ok(Kind::Point););
kind!(
    /// The straight line from ``a`` to ``b``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    #[doc = example!(
        "d2.Segment((0, 0), (1, 2))\nSegment((0.0, 0.0), (1.0, 2.0))",
        "d3.Segment((0, 0, 0), (1, 2, 3))\nSegment((0.0, 0.0, 0.0), (1.0, 2.0, 3.0))"
    )]
    Segment, (a, b), (a: Any<'_, '_>, b: Any<'_, '_>) -> Kind::segment(point(a, "a")?, point(b, "b")?);
    /// One end.
    a: Coordinates = Kind::Segment(it) => it.ends()[0].into();
    /// The other end.
    b: Coordinates = Kind::Segment(it) => it.ends()[1].into());
kind!(
    /// All points no further than ``radius`` from the segment from ``a`` to ``b``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    #[doc = example!(
        "d2.Capsule((0, 0), (0, 2), 0.5)\nCapsule((0.0, 0.0), (0.0, 2.0), 0.5)",
        "d3.Capsule((0, 0, 0), (0, 2, 0), 0.5)\nCapsule((0.0, 0.0, 0.0), (0.0, 2.0, 0.0), 0.5)"
    )]
    Capsule, (a, b, radius), (a: Any<'_, '_>, b: Any<'_, '_>, #[pyo3(from_py_with = read::radius)] radius: f64)
    -> Kind::capsule(point(a, "a")?, point(b, "b")?, radius);
    /// One end.
    a: Coordinates = Kind::Capsule(it) => it.ends()[0].into();
    /// The other end.
    b: Coordinates = Kind::Capsule(it) => it.ends()[1].into();
    /// The radius.
    radius: f64 = Kind::Capsule(it) => it.radius());
kind!(
    #[doc = in_this_dimension!(
        "A rectangle around the origin, from ``-half_extents`` to ``half_extents``.",
        "A box around the origin, from ``-half_extents`` to ``half_extents``."
    )]
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    #[doc = example!(
        "d2.Box((2, 1))\nBox((2.0, 1.0))",
        "d3.Box((3, 2, 1))\nBox((3.0, 2.0, 1.0))"
    )]
    Box, (half_extents), (half_extents: Any<'_, '_>) -> Kind::cuboid(point(half_extents, "half_extents")?);
    /// From the middle to the sides.
    half_extents: Coordinates = Kind::Box(it) => it.half_extents().into());
kind!(
    /// All points with ``normal · x <= offset``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    #[doc = example!(
        "d2.HalfSpace((0, 1), 2)\nHalfSpace((0.0, 1.0), 2.0)",
        "d3.HalfSpace((0, 1, 0), 2)\nHalfSpace((0.0, 1.0, 0.0), 2.0)"
    )]
    HalfSpace, (normal, offset=0.0), (normal: Any<'_, '_>, #[pyo3(from_py_with = read::offset)] offset: f64)
    -> Kind::half_space(point(normal, "normal")?, offset);
    /// As it was given.
    normal: Coordinates = Kind::HalfSpace(it) => it.normal().into();
    /// As it was given.
    offset: f64 = Kind::HalfSpace(it) => it.offset());
kind!(
    /// A convex shape, grown by ``radius`` in all directions.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    #[doc = example!(
        "d2.Rounded(d2.Box((2, 1)), 0.5)\nRounded(Box((2.0, 1.0)), 0.5)",
        "d3.Rounded(d3.Box((2, 1, 1)), 0.5)\nRounded(Box((2.0, 1.0, 1.0)), 0.5)"
    )]
    Rounded, (shape, radius), (#[pyo3(from_py_with = arguments::bare_shape)] shape: Py<Shape>, #[pyo3(from_py_with = read::radius)] radius: f64)
    -> shape.get().inner.as_ref().clone().rounded(radius);
    /// The shape inside.
    shape: Py<PyAny> = Kind::Rounded(it) => wrapped(it.shape())?;
    /// The radius.
    radius: f64 = Kind::Rounded(it) => it.radius());
kind!(
    /// The union of several shapes, each with or without a pose.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    #[doc = example!(
        "d2.Compound([d2.Circle(1), d2.Box((1, 1)).at((2, 0))])\n<Compound, 2 parts>",
        "d3.Compound([d3.Sphere(1), d3.Box((1, 1, 1)).at((2, 0, 0))])\n<Compound, 2 parts>"
    )]
    Compound, (parts), (#[pyo3(from_py_with = arguments::parts)] parts: Vec<ShapeAndPose>)
    -> Kind::compound(parts.iter().map(|part| (part.shape.as_ref().clone(), part.pose)).collect());
    /// The parts.
    parts: Vec<Py<PyAny>> = Kind::Compound(it) =>
        it.parts().iter().map(|part| placed(&part.shape, &part.pose)).collect::<PyResult<_>>()?);

fn placed(shape: &Kind, pose: &Pose<Vector>) -> PyResult<Py<PyAny>> {
    let (shape, pose) = (wrapped(shape)?, super::super::pose::Pose::of_native(*pose));
    Python::attach(|py| shape.call_method1(py, "at", (pose,)))
}

pub fn wrapped(shape: &Kind) -> PyResult<Py<PyAny>> {
    Python::attach(|py| wrap(py, Arc::new(shape.clone())))
}

/// A shape in the class of its kind.
pub fn of_class<K: pyo3::PyClass<BaseType = Shape>>(
    py: Python<'_>,
    class: K,
    inner: Arc<Kind>,
) -> PyResult<Py<PyAny>> {
    let initial = PyClassInitializer::from(Shape { inner }).add_subclass(class);
    Ok(Py::new(py, initial)?.into_any())
}

/// A vector as it is printed.
pub fn coordinates(vector: Vector) -> String {
    format!("{:?}", Coordinates::from(vector))
}

/// A shape as its constructor call; long lists as their length.
pub fn written(shape: &Kind) -> String {
    match shape {
        Kind::Point => "Point()".into(),
        Kind::Segment(it) => {
            let [a, b] = it.ends().map(coordinates);
            format!("Segment({a}, {b})")
        }
        Kind::Capsule(it) => {
            let [a, b] = it.ends().map(coordinates);
            format!("Capsule({a}, {b}, {:?})", it.radius())
        }
        Kind::Box(it) => format!("Box({})", coordinates(it.half_extents())),
        Kind::HalfSpace(it) => format!("HalfSpace({}, {:?})", coordinates(it.normal()), it.offset()),
        Kind::Rounded(it) => format!("Rounded({}, {:?})", written(it.shape()), it.radius()),
        Kind::Compound(it) => format!("<Compound, {} parts>", it.parts().len()),
        other => own_kinds::written(other),
    }
}
