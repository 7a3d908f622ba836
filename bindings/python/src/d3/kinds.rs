//! A class for each kind of shape of space.

use std::path::PathBuf;
use std::sync::Arc;

use clearance::Pose;
use clearance::shape::{AnyShape, InvalidShape};
use numpy::PyArray2;
use pyo3::prelude::*;

use super::arguments;
use super::batch::vectors;
use super::kind::kind;
use super::shape::{Shape, made};
use super::stand::Stand;
use super::{Kind, Vector};
use crate::arrays::{indices, rows, shaped, table, vector};
use crate::errors::{Raised, raise};
use crate::numbers::{Name, short};
use crate::read;

type Any<'a, 'py> = &'a Bound<'py, PyAny>;
type Three = (f64, f64, f64);

/// The kind of the round shape: `Shapes.spheres`.
pub fn ball(radius: f64) -> Result<Kind, InvalidShape> {
    Kind::sphere(radius)
}

fn point(given: Any<'_, '_>, field: &str) -> PyResult<Vector> {
    Ok(Vector::from_array(vector(given, field)?))
}
fn points(given: Any<'_, '_>, field: &str) -> PyResult<Vec<Vector>> {
    Ok(rows::<3>(given, field)?
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
    /// >>> from clearance import d3
    /// >>> d3.Point().at((3.0, 4.0, 0.0))
    /// Point().at((3.0, 4.0, 0.0))
    Point, (), () -> Ok(Kind::Point););
kind!(
    /// The straight line from ``a`` to ``b``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Segment((0, 0, 0), (1, 2, 3))
    /// Segment((0.0, 0.0, 0.0), (1.0, 2.0, 3.0))
    Segment, (a, b), (a: Any<'_, '_>, b: Any<'_, '_>) -> Kind::segment(point(a, "a")?, point(b, "b")?);
    /// One end.
    a: Three = Kind::Segment(it) => it.ends()[0].into();
    /// The other end.
    b: Three = Kind::Segment(it) => it.ends()[1].into());
kind!(
    /// A flat triangle with these corners, shape (3, 3).
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Triangle([(0, 0, 0), (1, 0, 0), (0, 1, 0)])
    /// Triangle([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
    Triangle, (vertices), (vertices: Any<'_, '_>) -> Kind::triangle(corners(vertices)?);
    /// The vertices, shape (n, dimension).
    vertices: Py<PyArray2<f64>> = Kind::Triangle(it) => array(it.vertices())?);
kind!(
    /// A sphere with its inside, around the origin. The radius must be positive.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Sphere(2)
    /// Sphere(2.0)
    Sphere, (radius), (#[pyo3(from_py_with = read::radius)] radius: f64) -> Kind::sphere(radius);
    /// The radius.
    radius: f64 = Kind::Sphere(it) => it.radius());
kind!(
    /// An ellipsoid with its inside, around the origin, ``radii`` along x, y and z.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Ellipsoid((2, 1, 1))
    /// Ellipsoid((2.0, 1.0, 1.0))
    Ellipsoid, (radii), (radii: Any<'_, '_>) -> Kind::ellipsoid(point(radii, "radii")?);
    /// Along each axis.
    radii: Three = Kind::Ellipsoid(it) => it.radii().into());
kind!(
    /// All points no further than ``radius`` from the segment from ``a`` to ``b``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Capsule((0, 0, 0), (0, 2, 0), 0.5)
    /// Capsule((0.0, 0.0, 0.0), (0.0, 2.0, 0.0), 0.5)
    Capsule, (a, b, radius), (a: Any<'_, '_>, b: Any<'_, '_>, #[pyo3(from_py_with = read::radius)] radius: f64)
    -> Kind::capsule(point(a, "a")?, point(b, "b")?, radius);
    /// One end.
    a: Three = Kind::Capsule(it) => it.ends()[0].into();
    /// The other end.
    b: Three = Kind::Capsule(it) => it.ends()[1].into();
    /// The radius.
    radius: f64 = Kind::Capsule(it) => it.radius());
kind!(
    /// A solid cylinder around the y axis, from ``-half_height`` to ``half_height``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Cylinder(2, 0.5)
    /// Cylinder(2.0, 0.5)
    Cylinder, (half_height, radius), (#[pyo3(from_py_with = read::half_height)] half_height: f64, #[pyo3(from_py_with = read::radius)] radius: f64) -> Kind::cylinder(half_height, radius);
    /// From the middle to the ends.
    half_height: f64 = Kind::Cylinder(it) => it.half_height();
    /// The radius.
    radius: f64 = Kind::Cylinder(it) => it.radius());
kind!(
    /// A solid cone around the y axis, its apex up.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Cone(2, 0.5)
    /// Cone(2.0, 0.5)
    Cone, (half_height, radius), (#[pyo3(from_py_with = read::half_height)] half_height: f64, #[pyo3(from_py_with = read::radius)] radius: f64) -> Kind::cone(half_height, radius);
    /// From the middle to the ends.
    half_height: f64 = Kind::Cone(it) => it.half_height();
    /// The radius.
    radius: f64 = Kind::Cone(it) => it.radius());
kind!(
    /// A box around the origin, from ``-half_extents`` to ``half_extents``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Box((3, 2, 1))
    /// Box((3.0, 2.0, 1.0))
    Box, (half_extents), (half_extents: Any<'_, '_>) -> Kind::cuboid(point(half_extents, "half_extents")?);
    /// From the middle to the sides.
    half_extents: Three = Kind::Box(it) => it.half_extents().into());
kind!(
    /// The convex hull of points in any order, shape (n, 3).
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Convex([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    /// <Convex, 4 vertices, 4 faces>
    Convex, (vertices), (vertices: Any<'_, '_>) -> Kind::convex(&points(vertices, "vertices")?);
    /// The vertices, shape (n, dimension).
    vertices: Py<PyArray2<f64>> = Kind::Convex(it) => array(it.vertices())?;
    /// The faces, each by the indices of its vertices, counter-clockwise from outside; a flat hull has two, a
    /// line none.
    faces: Vec<Vec<u32>> = Kind::Convex(it) => (0..it.face_count()).map(|i| it.face_vertices(i).to_vec()).collect());
kind!(
    /// Triangles as rows of indices, shape (m, 3), into ``vertices``, shape (n, 3): a solid where they close,
    /// else a surface.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    /// <Mesh, surface of 1 triangles>
    Mesh, (vertices, triangles), (vertices: Any<'_, '_>, triangles: Any<'_, '_>)
    -> Kind::mesh(points(vertices, "vertices")?, indices::<3>(triangles, "triangles")?);
    /// The vertices, shape (n, dimension).
    vertices: Py<PyArray2<f64>> = Kind::Mesh(it) => array(it.vertices())?;
    /// Rows of indices into the vertices, shape (m, 3).
    triangles: Py<PyArray2<u32>> = Kind::Mesh(it) => triples(it.triangles())?;
    /// Whether it closes, so that its inside counts.
    is_solid: bool = Kind::Mesh(it) => it.is_solid();
    /// Whether its triangles faced inwards, and were turned.
    was_inside_out: bool = Kind::Mesh(it) => it.was_inside_out());
kind!(
    /// A height field: ``heights[i, j]`` is y at ``x = j * spacing[0]``, ``z = i * spacing[1]``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Terrain([[0, 1], [0, 2]], (1.0, 1.0))
    /// <Terrain, 2 x 2 heights>
    Terrain, (heights, spacing), (heights: Any<'_, '_>, spacing: Any<'_, '_>) -> terrain(heights, spacing)?;
    /// How many heights along x and z.
    size: (usize, usize) = Kind::Terrain(it) => it.size().into();
    /// Between heights along x and z.
    spacing: (f64, f64) = Kind::Terrain(it) => it.spacing().into());
kind!(
    /// Everything with ``normal · x <= offset``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.HalfSpace((0, 1, 0), 2)
    /// HalfSpace((0.0, 1.0, 0.0), 2.0)
    HalfSpace, (normal, offset=0.0), (normal: Any<'_, '_>, #[pyo3(from_py_with = read::offset)] offset: f64)
    -> Kind::half_space(point(normal, "normal")?, offset);
    /// As it was given.
    normal: Three = Kind::HalfSpace(it) => it.normal().into();
    /// As it was given.
    offset: f64 = Kind::HalfSpace(it) => it.offset());
kind!(
    /// A convex shape grown by ``radius`` on all sides.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Rounded(d3.Box((2, 1, 1)), 0.5)
    /// Rounded(Box((2.0, 1.0, 1.0)), 0.5)
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
    /// >>> from clearance import d3
    /// >>> d3.Compound([d3.Sphere(1), d3.Box((1, 1, 1)).at((2, 0, 0))])
    /// <Compound, 2 parts>
    Compound, (parts), (#[pyo3(from_py_with = arguments::parts)] parts: Vec<Stand>)
    -> Kind::compound(parts.iter().map(|part| (part.shape.as_ref().clone(), part.pose)).collect());
    /// The parts.
    parts: Vec<Py<PyAny>> = Kind::Compound(it) =>
        it.parts().iter().map(|part| placed(&part.shape, &part.pose)).collect::<PyResult<_>>()?);

#[pymethods]
impl Mesh {
    /// From a file: STL, OBJ, PLY, glTF or GLB.
    #[staticmethod]
    fn load(py: Python<'_>, path: Any<'_, '_>) -> PyResult<Py<PyAny>> {
        let path: PathBuf = path
            .extract()
            .map_err(|_| Name::from("path").wrong_type("a path", &short(path)))?;
        let read = py.detach(|| {
            let surface = clearance_io::mesh::read_merged(&path, &clearance_io::files::Access::default())?;
            clearance_io::shape::build_mesh::<Vector>(&surface)
        });
        let kind = read.map_err(|problem| {
            raise(Raised::about(
                "InvalidShape",
                "path",
                format!("{}: {}", path.display(), problem.message),
            ))
        })?;
        wrap(py, Arc::new(kind))
    }
}

fn corners(given: Any<'_, '_>) -> PyResult<[Vector; 3]> {
    let given = points(given, "vertices")?;
    given.try_into().map_err(|given: Vec<_>| {
        raise(Raised::argument(
            "vertices",
            format_args!("must be 3 points, got {}", given.len()),
        ))
    })
}

fn terrain(heights: Any<'_, '_>, spacing: Any<'_, '_>) -> PyResult<Result<Kind, InvalidShape>> {
    let heights = table(heights, "heights", &[])?;
    let view = heights.view();
    let heights: Vec<Vec<f64>> = view.rows().into_iter().map(|row| row.to_vec()).collect();
    Ok(Kind::terrain(&heights, vector(spacing, "spacing")?))
}

fn triples(list: &[[u32; 3]]) -> PyResult<Py<PyArray2<u32>>> {
    Python::attach(|py| shaped(py, list.as_flattened().to_vec(), [list.len(), 3]))
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
        Segment, Triangle, Sphere, Ellipsoid, Capsule, Cylinder, Cone, Box, Convex, Mesh, Terrain, HalfSpace,
        Rounded, Compound
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
    let three = |v: Vector| format!("({:?}, {:?}, {:?})", v.x, v.y, v.z);
    match shape {
        Kind::Point => "Point()".into(),
        Kind::Segment(it) => format!("Segment({}, {})", three(it.ends()[0]), three(it.ends()[1])),
        Kind::Triangle(it) => {
            let [a, b, c] = it.vertices().map(three);
            format!("Triangle([{a}, {b}, {c}])")
        }
        Kind::Sphere(it) => format!("Sphere({:?})", it.radius()),
        Kind::Ellipsoid(it) => format!("Ellipsoid({})", three(it.radii())),
        Kind::Capsule(it) => {
            format!(
                "Capsule({}, {}, {:?})",
                three(it.ends()[0]),
                three(it.ends()[1]),
                it.radius()
            )
        }
        Kind::Cylinder(it) => format!("Cylinder({:?}, {:?})", it.half_height(), it.radius()),
        Kind::Cone(it) => format!("Cone({:?}, {:?})", it.half_height(), it.radius()),
        Kind::Box(it) => format!("Box({})", three(it.half_extents())),
        Kind::Convex(it) => format!(
            "<Convex, {} vertices, {} faces>",
            it.vertices().len(),
            it.face_count()
        ),
        Kind::Mesh(it) => {
            let what = if it.is_solid() { "solid" } else { "surface" };
            format!("<Mesh, {what} of {} triangles>", it.triangles().len())
        }
        Kind::Terrain(it) => format!("<Terrain, {} x {} heights>", it.size()[0], it.size()[1]),
        Kind::HalfSpace(it) => format!("HalfSpace({}, {:?})", three(it.normal()), it.offset()),
        Kind::Rounded(it) => format!("Rounded({}, {:?})", written(it.shape()), it.radius()),
        Kind::Compound(it) => format!("<Compound, {} parts>", it.parts().len()),
        other => format!("<{}>", other.kind()),
    }
}

/// The classes of this room.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Point>()?;
    module.add_class::<Segment>()?;
    module.add_class::<Triangle>()?;
    module.add_class::<Sphere>()?;
    module.add_class::<Ellipsoid>()?;
    module.add_class::<Capsule>()?;
    module.add_class::<Cylinder>()?;
    module.add_class::<Cone>()?;
    module.add_class::<Box>()?;
    module.add_class::<Convex>()?;
    module.add_class::<Mesh>()?;
    module.add_class::<Terrain>()?;
    module.add_class::<HalfSpace>()?;
    module.add_class::<Rounded>()?;
    module.add_class::<Compound>()
}
