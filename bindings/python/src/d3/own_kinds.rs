//! A class for each kind of shape that only space has.

use std::sync::Arc;

use clearance::shape::{self, AnyShape, InvalidShape, TreeBuild};
use numpy::PyArray2;
use pyo3::prelude::*;

use super::both::shape::kind::{all_kinds, kind};
use super::both::shape::kinds::{
    Any, Box, Capsule, Compound, HalfSpace, Point, Rounded, Segment, array, coordinates, of_class,
    other_kind, point, points,
};
use super::both::shape::{Shape, made};
use super::{Coordinates, Kind, Vector};
use crate::arrays::{indices, shaped, table, vector};
use crate::errors::{Raised, raise};
use crate::read;

/// The round shape of this dimension, for `Shapes.balls`.
pub fn ball(radius: f64) -> Result<Kind, InvalidShape> {
    Kind::sphere(radius)
}

kind!(
    /// A flat triangle with these vertices, shape (3, 3).
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
    /// A filled sphere around the origin. The radius must be positive.
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
    /// A filled ellipsoid around the origin, with ``radii`` along x, y and z.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Ellipsoid((2, 1, 1))
    /// Ellipsoid((2.0, 1.0, 1.0))
    Ellipsoid, (radii), (radii: Any<'_, '_>) -> Kind::ellipsoid(point(radii, "radii")?);
    /// Along each axis.
    radii: Coordinates = Kind::Ellipsoid(it) => it.radii().into());
kind!(
    /// A solid cylinder around the y axis, from ``-half_height`` to ``half_height``.
    ///
    /// Raises ``InvalidShape`` with the field and index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Cylinder(2, 0.5)
    /// Cylinder(2.0, 0.5)
    Cylinder, (half_height, radius), (#[pyo3(from_py_with = read::half_height)] half_height: f64, #[pyo3(from_py_with = read::radius)] radius: f64) -> Kind::cylinder(half_height, radius);
    /// From the center to either end.
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
    /// From the center to either end.
    half_height: f64 = Kind::Cone(it) => it.half_height();
    /// The radius.
    radius: f64 = Kind::Cone(it) => it.radius());
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
    /// The faces, each as the indices of its vertices, counter-clockwise seen from outside. A flat hull has
    /// two, a line none.
    faces: Vec<Vec<u32>> = Kind::Convex(it) => (0..it.face_count()).map(|i| it.face_vertices(i).to_vec()).collect());
kind!(
    /// Triangles as rows of indices, shape (m, 3), into ``vertices``, shape (n, 3): a solid if they form a
    /// closed surface, else a surface.
    ///
    /// With ``build="fast"`` it is made in two thirds of the time that ``"good"`` takes, for meshes that are
    /// asked few questions: answers are the same, and take longer. Raises ``InvalidShape`` with the field and
    /// index that is wrong.
    ///
    /// >>> from clearance import d3
    /// >>> d3.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    /// <Mesh, surface of 1 triangles>
    Mesh, (vertices, triangles, build="good"),
    (vertices: Any<'_, '_>, triangles: Any<'_, '_>, #[pyo3(from_py_with = read::build)] build: &str)
    -> mesh(vertices, triangles, build)?;
    /// The vertices, shape (n, dimension).
    vertices: Py<PyArray2<f64>> = Kind::Mesh(it) => array(it.vertices())?;
    /// Rows of indices into the vertices, shape (m, 3).
    triangles: Py<PyArray2<u32>> = Kind::Mesh(it) => triples(it.triangles())?;
    /// Whether it is a closed surface, so that it has an inside.
    is_solid: bool = Kind::Mesh(it) => it.is_solid();
    /// Whether its triangles were given facing inwards, and have been turned.
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
    /// The distance between heights along x and z.
    spacing: (f64, f64) = Kind::Terrain(it) => it.spacing().into());

#[pymethods]
impl Mesh {
    /// The same triangles with each axis multiplied by its factor: a ``Mesh`` that is stretched or mirrored.
    ///
    /// Its corners are the products, rounded. It is made in a fraction of the time of a new mesh, and shares
    /// what does not depend on where the corners are, so that instances of one mesh may be stretched each in
    /// its own way. Raises ``InvalidShape`` with the field ``factors`` and the index of one that is 0, not
    /// finite, or too large for this mesh.
    ///
    /// >>> from clearance import d3
    /// >>> faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    /// >>> corner = d3.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], faces)
    /// >>> long = corner.scaled((6, 1, -1))
    /// >>> d3.mass_properties(long).volume, long.is_solid
    /// (1.0, True)
    fn scaled(slf: PyRef<'_, Self>, py: Python<'_>, factors: Any<'_, '_>) -> PyResult<Py<PyAny>> {
        let Kind::Mesh(mesh) = slf.as_super().inner.as_ref() else {
            return Err(other_kind(slf.as_super().inner.as_ref()));
        };
        let factors: Vector = point(factors, "factors")?;
        let made = py.detach(|| mesh.scaled(factors)).map_err(raise)?;
        wrap(py, Arc::new(Kind::Mesh(made)))
    }
    /// Reads all parts of a file as one mesh: STL, OBJ, PLY, glTF, GLB, 3MF, and with the extras ``step`` and
    /// ``ifc`` also STEP and IFC. ``deflection`` is how far a mesh of the latter may be from its curved
    /// faces, see ``load_parts``.
    #[staticmethod]
    #[pyo3(signature = (path, deflection = None))]
    fn load(
        py: Python<'_>,
        path: Any<'_, '_>,
        #[pyo3(from_py_with = read::deflection)] deflection: Option<f64>,
    ) -> PyResult<Py<PyAny>> {
        let mesh = super::files::read(py, path, deflection, |path, access| {
            let surface = clearance_io::mesh::read_merged(path, access)?;
            clearance_io::shape::build_mesh::<Vector>(&surface)
        })?;
        wrap(py, Arc::new(mesh))
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

fn mesh(vertices: Any<'_, '_>, triangles: Any<'_, '_>, build: &str) -> PyResult<Result<Kind, InvalidShape>> {
    let how = match build {
        "good" => TreeBuild::Good,
        "fast" => TreeBuild::Fast,
        _ => return Err(raise(Raised::argument("build", "must be 'good' or 'fast'"))),
    };
    let (vertices, triangles) = (points(vertices, "vertices")?, indices(triangles, "triangles")?);
    Ok(shape::Mesh::with_build(vertices, triangles, how).map(Kind::Mesh))
}

/// The heights are copied once, from the array into the shape.
fn terrain(heights: Any<'_, '_>, spacing: Any<'_, '_>) -> PyResult<Result<Kind, InvalidShape>> {
    let heights = table(heights, "heights", &[])?;
    let (view, spacing) = (heights.view(), vector(spacing, "spacing")?);
    let rows = view.iter().copied().collect();
    Ok(shape::Terrain::from_rows(rows, view.ncols(), spacing, &[]).map(Kind::Terrain))
}

fn triples(list: &[[u32; 3]]) -> PyResult<Py<PyArray2<u32>>> {
    Python::attach(|py| shaped(py, list.as_flattened().to_vec(), [list.len(), 3]))
}

all_kinds!(
    Segment, Triangle, Sphere, Ellipsoid, Capsule, Cylinder, Cone, Box, Convex, Mesh, Terrain, HalfSpace,
    Rounded, Compound
);

/// A shape of these kinds as its constructor call; long lists as their length.
pub fn written(shape: &Kind) -> String {
    match shape {
        Kind::Triangle(it) => {
            let [a, b, c] = it.vertices().map(coordinates);
            format!("Triangle([{a}, {b}, {c}])")
        }
        Kind::Sphere(it) => format!("Sphere({:?})", it.radius()),
        Kind::Ellipsoid(it) => format!("Ellipsoid({})", coordinates(it.radii())),
        Kind::Cylinder(it) => format!("Cylinder({:?}, {:?})", it.half_height(), it.radius()),
        Kind::Cone(it) => format!("Cone({:?}, {:?})", it.half_height(), it.radius()),
        Kind::Convex(it) => {
            let (vertices, faces) = (it.vertices().len(), it.face_count());
            format!("<Convex, {vertices} vertices, {faces} faces>")
        }
        Kind::Mesh(it) => {
            let what = if it.is_solid() { "solid" } else { "surface" };
            format!("<Mesh, {what} of {} triangles>", it.triangles().len())
        }
        Kind::Terrain(it) => format!("<Terrain, {} x {} heights>", it.size()[0], it.size()[1]),
        other => format!("<{}>", other.kind()),
    }
}
