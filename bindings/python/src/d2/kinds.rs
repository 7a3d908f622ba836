//! A class for each kind of shape of the plane.

use std::sync::Arc;

use clearance::Pose;
use clearance::shape::{AnyShape, InvalidShape, Parts, Polygon as NativePolygon};
use numpy::PyArray2;
use pyo3::prelude::*;

use super::arguments;
use super::batch::vectors;
use super::kind::kind;
use super::shape::{Shape, made};
use super::stand::Stand;
use super::{Kind, Vector};
use crate::arrays::{rows, vector};
use crate::errors::{Raised, raise};
use crate::mask::Mask;
use crate::read;

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
    raise(Raised::argument(
        "shape",
        format_args!("is of the kind {}", kind.kind()),
    ))
}

kind!(
    /// The origin: place it where you like.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Point().at((3.0, 4.0))
    /// Point().at((3.0, 4.0))
    Point, (), () -> Ok(Kind::Point););
kind!(
    /// The straight line from ``a`` to ``b``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Segment((0, 0), (1, 2))
    /// Segment((0.0, 0.0), (1.0, 2.0))
    Segment, (a, b), (a: Any<'_, '_>, b: Any<'_, '_>) -> Kind::segment(point(a, "a")?, point(b, "b")?);
    /// One end.
    a: Two = Kind::Segment(it) => it.ends()[0].into();
    /// The other end.
    b: Two = Kind::Segment(it) => it.ends()[1].into());
kind!(
    /// A circle with its inside, around the origin. The radius must be positive.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Circle(2)
    /// Circle(2.0)
    Circle, (radius), (#[pyo3(from_py_with = read::radius)] radius: f64) -> Kind::circle(radius);
    /// The radius.
    radius: f64 = Kind::Circle(it) => it.radius());
kind!(
    /// An ellipse with its inside, around the origin, ``radii`` along x and y.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Ellipse((2, 1))
    /// Ellipse((2.0, 1.0))
    Ellipse, (radii), (radii: Any<'_, '_>) -> Kind::ellipse(point(radii, "radii")?);
    /// Along each axis.
    radii: Two = Kind::Ellipse(it) => it.radii().into());
kind!(
    /// All points no further than ``radius`` from the segment from ``a`` to ``b``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Capsule((0, 0), (0, 2), 0.5)
    /// Capsule((0.0, 0.0), (0.0, 2.0), 0.5)
    Capsule, (a, b, radius), (a: Any<'_, '_>, b: Any<'_, '_>, #[pyo3(from_py_with = read::radius)] radius: f64)
    -> Kind::capsule(point(a, "a")?, point(b, "b")?, radius);
    /// One end.
    a: Two = Kind::Capsule(it) => it.ends()[0].into();
    /// The other end.
    b: Two = Kind::Capsule(it) => it.ends()[1].into();
    /// The radius.
    radius: f64 = Kind::Capsule(it) => it.radius());
kind!(
    /// A rectangle around the origin, from ``-half_extents`` to ``half_extents``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Box((2, 1))
    /// Box((2.0, 1.0))
    Box, (half_extents), (half_extents: Any<'_, '_>) -> Kind::cuboid(point(half_extents, "half_extents")?);
    /// From the middle to the sides.
    half_extents: Two = Kind::Box(it) => it.half_extents().into());
kind!(
    /// The convex hull of points in any order, shape (n, 2); its own vertices run counter-clockwise.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Convex([(0, 0), (1, 0), (0, 1), (0.25, 0.25)])
    /// <Convex, 3 vertices>
    Convex, (vertices), (vertices: Any<'_, '_>) -> Kind::convex(&points(vertices, "vertices")?);
    /// The vertices, shape (n, dimension).
    vertices: Py<PyArray2<f64>> = Kind::Convex(it) => array(it.vertices())?);
kind!(
    /// A simple polygon, concave or not, with holes: any winding. ``vertices`` has shape (n, 2), ``holes`` is
    /// a list of such.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Polygon([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)])
    /// <Polygon, 5 vertices>
    Polygon, (vertices, holes=None), (vertices: Any<'_, '_>, holes: Option<Any<'_, '_>>)
    -> Kind::polygon(&points(vertices, "vertices")?, &rings(holes)?);
    /// The outer ring, then the holes, each of shape (n, 2).
    rings: Vec<Py<PyArray2<f64>>> = Kind::Polygon(it) =>
        it.rings().iter().map(|ring| array(ring)).collect::<PyResult<_>>()?;
    /// The parts.
    parts: Vec<Py<PyAny>> = Kind::Polygon(it) => parts(it)?);
kind!(
    /// A chain of segments, shape (n, 2); ``closed`` joins its ends. It has no inside.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Polyline([(0, 0), (1, 0), (1, 1)])
    /// <Polyline, 3 vertices>
    Polyline, (vertices, closed=false), (vertices: Any<'_, '_>, #[pyo3(from_py_with = read::closed)] closed: bool)
    -> Kind::polyline(&points(vertices, "vertices")?, closed);
    /// The vertices, shape (n, dimension).
    vertices: Py<PyArray2<f64>> = Kind::Polyline(it) => array(it.vertices())?;
    /// Whether the ends are joined.
    closed: bool = Kind::Polyline(it) => it.closed());
kind!(
    /// Everything with ``normal · x <= offset``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.HalfSpace((0, 1), 2)
    /// HalfSpace((0.0, 1.0), 2.0)
    HalfSpace, (normal, offset=0.0), (normal: Any<'_, '_>, #[pyo3(from_py_with = read::offset)] offset: f64)
    -> Kind::half_space(point(normal, "normal")?, offset);
    /// As it was given.
    normal: Two = Kind::HalfSpace(it) => it.normal().into();
    /// As it was given.
    offset: f64 = Kind::HalfSpace(it) => it.offset());
kind!(
    /// The filled pixels of a ``Mask`` as squares; the lower left corner is the origin.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Bitmap(["010", "111"], pixel_size=0.5)
    /// <Bitmap, 3 x 2 pixels>
    Bitmap, (mask, pixel_size=1.0), (mask: Any<'_, '_>, #[pyo3(from_py_with = read::pixel_size)] pixel_size: f64) -> bitmap(mask, pixel_size)?;
    /// The pixels.
    mask: Mask = Kind::Bitmap(it) => Mask { inner: it.mask().clone() };
    /// The side of a pixel.
    pixel_size: f64 = Kind::Bitmap(it) => it.pixel_size());
kind!(
    /// A convex shape grown by ``radius`` on all sides.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Rounded(d2.Box((2, 1)), 0.5)
    /// Rounded(Box((2.0, 1.0)), 0.5)
    Rounded, (shape, radius), (#[pyo3(from_py_with = arguments::bare_shape)] shape: Py<Shape>, #[pyo3(from_py_with = read::radius)] radius: f64)
    -> shape.get().inner.as_ref().clone().rounded(radius);
    /// The shape inside.
    shape: Py<PyAny> = Kind::Rounded(it) => wrapped(it.shape())?;
    /// The radius.
    radius: f64 = Kind::Rounded(it) => it.radius());
kind!(
    /// Several shapes, placed or not, as one.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Compound([d2.Circle(1), d2.Box((1, 1)).at((2, 0))])
    /// <Compound, 2 parts>
    Compound, (parts), (#[pyo3(from_py_with = arguments::parts)] parts: Vec<Stand>)
    -> Kind::compound(parts.iter().map(|part| (part.shape.as_ref().clone(), part.pose)).collect());
    /// The parts.
    parts: Vec<Py<PyAny>> = Kind::Compound(it) =>
        it.parts().iter().map(|part| placed(&part.shape, &part.pose)).collect::<PyResult<_>>()?);

fn rings(holes: Option<Any<'_, '_>>) -> PyResult<Vec<Vec<Vector>>> {
    let Some(holes) = holes else {
        return Ok(Vec::new());
    };
    let ring = |hole: PyResult<Bound<'_, PyAny>>| points(&hole?, "holes");
    arguments::each(holes, "holes")?.map(ring).collect()
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
