//! A class for each kind of shape of the plane.

use std::sync::Arc;

use clearance::Pose;
use clearance::shape::{AnyShape, InvalidShape, Parts, Polygon as NativePolygon};
use numpy::PyArray2;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::batch::vectors;
use super::kind::kind;
use super::shape::{Shape, made};
use super::stand::Stand;
use super::{Kind, Vector};
use crate::arrays::{rows, vector};
use crate::mask::Mask;

type Any<'a, 'py> = &'a Bound<'py, PyAny>;
type Two = (f64, f64);

/// The kind of the round shape: `Shapes.circles`.
pub fn ball(radius: f64) -> Result<Kind, InvalidShape> {
    Kind::circle(radius)
}

fn point(given: Any<'_, '_>, field: &str) -> PyResult<Vector> {
    Ok(Vector::from_array(vector(given, field)?))
}
fn points(given: Any<'_, '_>, field: &str) -> PyResult<Vec<Vector>> {
    Ok(rows::<2>(given, field)?
        .into_iter()
        .map(Vector::from_array)
        .collect())
}
fn array(list: &[Vector]) -> PyResult<Py<PyArray2<f64>>> {
    Python::attach(|py| vectors(py, list.iter().copied()))
}
fn other_kind(kind: &Kind) -> PyErr {
    PyTypeError::new_err(format!("a shape of the kind {}", kind.kind()))
}

kind!(Point, (), () -> Ok(Kind::Point););
kind!(Segment, (a, b), (a: Any<'_, '_>, b: Any<'_, '_>) -> Kind::segment(point(a, "a")?, point(b, "b")?);
    a: Two = Kind::Segment(it) => it.ends()[0].into();
    b: Two = Kind::Segment(it) => it.ends()[1].into());
kind!(Circle, (radius), (radius: f64) -> Kind::circle(radius);
    radius: f64 = Kind::Circle(it) => it.radius());
kind!(Ellipse, (radii), (radii: Any<'_, '_>) -> Kind::ellipse(point(radii, "radii")?);
    radii: Two = Kind::Ellipse(it) => it.radii().into());
kind!(Capsule, (a, b, radius), (a: Any<'_, '_>, b: Any<'_, '_>, radius: f64)
    -> Kind::capsule(point(a, "a")?, point(b, "b")?, radius);
    a: Two = Kind::Capsule(it) => it.ends()[0].into();
    b: Two = Kind::Capsule(it) => it.ends()[1].into();
    radius: f64 = Kind::Capsule(it) => it.radius());
kind!(Box, (half_extents), (half_extents: Any<'_, '_>) -> Kind::cuboid(point(half_extents, "half_extents")?);
    half_extents: Two = Kind::Box(it) => it.half_extents().into());
kind!(Convex, (vertices), (vertices: Any<'_, '_>) -> Kind::convex(&points(vertices, "vertices")?);
    vertices: Py<PyArray2<f64>> = Kind::Convex(it) => array(it.vertices())?);
kind!(Polygon, (vertices, holes=None), (vertices: Any<'_, '_>, holes: Option<Any<'_, '_>>)
    -> Kind::polygon(&points(vertices, "vertices")?, &rings(holes)?);
    rings: Vec<Py<PyArray2<f64>>> = Kind::Polygon(it) =>
        it.rings().iter().map(|ring| array(ring)).collect::<PyResult<_>>()?;
    parts: Vec<Py<PyAny>> = Kind::Polygon(it) => parts(it)?);
kind!(Polyline, (vertices, closed=false), (vertices: Any<'_, '_>, closed: bool)
    -> Kind::polyline(&points(vertices, "vertices")?, closed);
    vertices: Py<PyArray2<f64>> = Kind::Polyline(it) => array(it.vertices())?;
    closed: bool = Kind::Polyline(it) => it.closed());
kind!(HalfSpace, (normal, offset=0.0), (normal: Any<'_, '_>, offset: f64)
    -> Kind::half_space(point(normal, "normal")?, offset);
    normal: Two = Kind::HalfSpace(it) => it.normal().into();
    offset: f64 = Kind::HalfSpace(it) => it.offset());
kind!(Bitmap, (mask, pixel_size=1.0), (mask: Any<'_, '_>, pixel_size: f64) -> bitmap(mask, pixel_size)?;
    mask: Mask = Kind::Bitmap(it) => Mask { inner: it.mask().clone() };
    pixel_size: f64 = Kind::Bitmap(it) => it.pixel_size());
kind!(Rounded, (shape, radius), (shape: Py<Shape>, radius: f64)
    -> shape.get().inner.as_ref().clone().rounded(radius);
    shape: Py<PyAny> = Kind::Rounded(it) => wrapped(it.shape())?;
    radius: f64 = Kind::Rounded(it) => it.radius());
kind!(Compound, (parts), (parts: Vec<Stand>)
    -> Kind::compound(parts.iter().map(|part| (part.shape.as_ref().clone(), part.pose)).collect());
    parts: Vec<Py<PyAny>> = Kind::Compound(it) =>
        it.parts().iter().map(|part| placed(&part.shape, &part.pose)).collect::<PyResult<_>>()?);

fn rings(holes: Option<Any<'_, '_>>) -> PyResult<Vec<Vec<Vector>>> {
    let Some(holes) = holes else {
        return Ok(Vec::new());
    };
    let ring = |hole: PyResult<Bound<'_, PyAny>>| points(&hole?, "holes");
    holes.try_iter()?.map(ring).collect()
}

/// From rows of `0` and `1`, a `Mask`, or what a `Mask` is made of.
fn bitmap(given: Any<'_, '_>, pixel_size: f64) -> PyResult<Result<Kind, InvalidShape>> {
    let mask = Mask::read(given)?;
    Ok(clearance::shape::Bitmap::from_mask(mask.inner, pixel_size).map(Kind::Bitmap))
}

/// The convex parts, as shapes of their own.
fn parts(polygon: &NativePolygon<Vector>) -> PyResult<Vec<Py<PyAny>>> {
    (0..polygon.part_count())
        .map(|i| wrapped(polygon.part(i).shape()))
        .collect()
}

fn placed(shape: &Kind, pose: &Pose<Vector>) -> PyResult<Py<PyAny>> {
    let (shape, pose) = (wrapped(shape)?, super::pose::Pose::of_native(*pose));
    Python::attach(|py| shape.call_method1(py, "at", (pose,)))
}

fn wrapped(shape: &Kind) -> PyResult<Py<PyAny>> {
    Python::attach(|py| wrap(py, Arc::new(shape.clone())))
}

/// A shape as the class of its kind.
pub fn wrap(py: Python<'_>, inner: Arc<Kind>) -> PyResult<Py<PyAny>> {
    macro_rules! class_of {
        ($($kind:ident),+) => {
            match inner.as_ref() {
                Kind::Point => of_class(py, Point, Arc::clone(&inner)),
                $(Kind::$kind(_) => of_class(py, $kind, Arc::clone(&inner)),)+
                other => Err(other_kind(other)),
            }
        };
    }
    class_of!(
        Segment, Circle, Ellipse, Capsule, Box, Convex, Polygon, Polyline, HalfSpace, Bitmap, Rounded,
        Compound
    )
}

fn of_class<K: pyo3::PyClass<BaseType = Shape>>(
    py: Python<'_>,
    class: K,
    inner: Arc<Kind>,
) -> PyResult<Py<PyAny>> {
    let initial = PyClassInitializer::from(Shape { inner }).add_subclass(class);
    Ok(Py::new(py, initial)?.into_any())
}

/// A shape as it would be typed; long lists by their length.
pub fn written(shape: &Kind) -> String {
    let two = |v: Vector| format!("({:?}, {:?})", v.x, v.y);
    match shape {
        Kind::Point => "Point()".into(),
        Kind::Segment(it) => format!("Segment({}, {})", two(it.ends()[0]), two(it.ends()[1])),
        Kind::Circle(it) => format!("Circle({:?})", it.radius()),
        Kind::Ellipse(it) => format!("Ellipse({})", two(it.radii())),
        Kind::Capsule(it) => {
            format!(
                "Capsule({}, {}, {:?})",
                two(it.ends()[0]),
                two(it.ends()[1]),
                it.radius()
            )
        }
        Kind::Box(it) => format!("Box({})", two(it.half_extents())),
        Kind::Convex(it) => format!("<Convex, {} vertices>", it.vertices().len()),
        Kind::Polygon(it) => match it.rings() {
            [outer] => format!("<Polygon, {} vertices>", outer.len()),
            [outer, holes @ ..] => format!("<Polygon, {} vertices, {} holes>", outer.len(), holes.len()),
            [] => "<Polygon>".into(),
        },
        Kind::Polyline(it) => format!("<Polyline, {} vertices>", it.vertices().len()),
        Kind::HalfSpace(it) => format!("HalfSpace({}, {:?})", two(it.normal()), it.offset()),
        Kind::Bitmap(it) => format!("<Bitmap, {} x {} pixels>", it.size()[0], it.size()[1]),
        Kind::Rounded(it) => format!("Rounded({}, {:?})", written(it.shape()), it.radius()),
        Kind::Compound(it) => format!("<Compound, {} parts>", it.parts().len()),
        other => format!("<{}>", other.kind()),
    }
}

/// The classes of this room.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Point>()?;
    module.add_class::<Segment>()?;
    module.add_class::<Circle>()?;
    module.add_class::<Ellipse>()?;
    module.add_class::<Capsule>()?;
    module.add_class::<Box>()?;
    module.add_class::<Convex>()?;
    module.add_class::<Polygon>()?;
    module.add_class::<Polyline>()?;
    module.add_class::<HalfSpace>()?;
    module.add_class::<Bitmap>()?;
    module.add_class::<Rounded>()?;
    module.add_class::<Compound>()
}
