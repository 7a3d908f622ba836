//! A class for each kind of shape that only the plane has.

use std::sync::Arc;

use clearance::shape::{AnyShape, InvalidShape, Parts, Polygon as NativePolygon};
use numpy::PyArray2;
use pyo3::prelude::*;

use super::both::arguments;
use super::both::shape::kind::{all_kinds, kind};
use super::both::shape::kinds::{
    Any, Box, Capsule, Compound, HalfSpace, Point, Rounded, Segment, array, coordinates, of_class,
    other_kind, point, points, wrapped,
};
use super::both::shape::{Shape, made};
use super::{Coordinates, Kind, Vector};
use crate::mask::Mask;
use crate::read;

/// The round shape of this dimension, for `Shapes.balls`.
pub fn ball(radius: f64) -> Result<Kind, InvalidShape> {
    Kind::circle(radius)
}

kind!(
    /// A filled circle around the origin. The radius must be positive.
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
    /// A filled ellipse around the origin, with ``radii`` along x and y.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Ellipse((2, 1))
    /// Ellipse((2.0, 1.0))
    Ellipse, (radii), (radii: Any<'_, '_>) -> Kind::ellipse(point(radii, "radii")?);
    /// Along each axis.
    radii: Coordinates = Kind::Ellipse(it) => it.radii().into());
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
    /// A simple polygon, convex or concave, with holes; every winding is accepted. ``vertices`` has shape (n,
    /// 2), and ``holes`` is a list of such arrays.
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
    /// Its convex parts.
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

fn rings(holes: Option<Any<'_, '_>>) -> PyResult<Vec<Vec<Vector>>> {
    let Some(holes) = holes else {
        return Ok(Vec::new());
    };
    let ring = |hole: PyResult<Bound<'_, PyAny>>| points(&hole?, "holes");
    arguments::each(holes, "holes")?.map(ring).collect()
}

/// From rows of `0` and `1`, a `Mask`, or anything that a `Mask` can be made from.
fn bitmap(given: Any<'_, '_>, pixel_size: f64) -> PyResult<Result<Kind, InvalidShape>> {
    let mask = Mask::read(given)?;
    Ok(clearance::shape::Bitmap::from_mask(mask.inner, pixel_size).map(Kind::Bitmap))
}

/// The convex parts as separate shapes.
fn parts(polygon: &NativePolygon<Vector>) -> PyResult<Vec<Py<PyAny>>> {
    (0..polygon.part_count())
        .map(|i| wrapped(polygon.part(i).shape()))
        .collect()
}

all_kinds!(
    Segment, Circle, Ellipse, Capsule, Box, Convex, Polygon, Polyline, HalfSpace, Bitmap, Rounded, Compound
);

/// A shape of these kinds as its constructor call; long lists as their length.
pub fn written(shape: &Kind) -> String {
    match shape {
        Kind::Circle(it) => format!("Circle({:?})", it.radius()),
        Kind::Ellipse(it) => format!("Ellipse({})", coordinates(it.radii())),
        Kind::Convex(it) => format!("<Convex, {} vertices>", it.vertices().len()),
        Kind::Polygon(it) => match it.rings() {
            [outer] => format!("<Polygon, {} vertices>", outer.len()),
            [outer, holes @ ..] => format!("<Polygon, {} vertices, {} holes>", outer.len(), holes.len()),
            [] => "<Polygon>".into(),
        },
        Kind::Polyline(it) => format!("<Polyline, {} vertices>", it.vertices().len()),
        Kind::Bitmap(it) => format!("<Bitmap, {} x {} pixels>", it.size()[0], it.size()[1]),
        other => format!("<{}>", other.kind()),
    }
}
