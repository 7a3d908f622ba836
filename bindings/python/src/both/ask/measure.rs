//! Measures: the common part of two shapes; volume, center and inertia of one.

use clearance::measure;
use pyo3::prelude::*;

use super::super::placed::ShapeAndPose;
use super::super::{arguments, tuple};
use crate::answers::classes;
use crate::arrays::shaped;
use crate::errors::{Raised, raise};

/// Adds the functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(common, module)?)?;
    module.add_function(wrap_pyfunction!(depth_bounds, module)?)?;
    module.add_function(wrap_pyfunction!(mass_properties, module)?)
}

#[doc = in_this_dimension!(
    "The area that two regions have in common, the length of its border, and its center: a ``CommonPart``.\n\
     \n\
     Regions are polygons, bitmaps, convex polygons and boxes. The area is in the square of the unit of the input.",
    "The volume that two solids have in common, the area of its border, and its center: a ``CommonPart``.\n\
     \n\
     Solids are closed meshes, convex polyhedra and boxes. The volume is in the cube of the unit of the input."
)]
/// All is exactly 0 if they are apart or only touch. Borders in one place that face the same way count once.
/// Errors are about 1e-14 of the size of the input. Other threads can use the interpreter meanwhile.
///
/// Raises ``UnsupportedPair`` with the field ``a`` or ``b`` if that has no inside, has no end or is of
/// another kind, and ``InvalidShape`` for one that crosses itself where the other border meets it.
///
#[doc = in_this_dimension!(
    ">>> from clearance import d2\n\
     >>> box = d2.Box((1.0, 1.0))\n\
     >>> d2.common(box, box.at((1.0, 0.0)))\n\
     CommonPart(volume=2.0, border=6.0, center=(0.5, 0.0))\n\
     >>> d2.common(box, box.at((2.0, 0.0)))  # touching\n\
     CommonPart(volume=0.0, border=0.0, center=None)",
    ">>> from clearance import d3\n\
     >>> box = d3.Box((1.0, 1.0, 1.0))\n\
     >>> d3.common(box, box.at((1.0, 0.0, 0.0)))\n\
     CommonPart(volume=4.0, border=16.0, center=(0.5, 0.0, 0.0))\n\
     >>> d3.common(box, box.at((2.0, 0.0, 0.0)))  # touching\n\
     CommonPart(volume=0.0, border=0.0, center=None)"
)]
#[pyfunction]
fn common(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
) -> PyResult<Py<PyAny>> {
    let part = py
        .detach(|| measure::common(a.placed(), b.placed()))
        .map_err(raise)?;
    let center = part.center.map(|center| tuple(py, center)).transpose()?;
    classes(py)?
        .common_part
        .call1(py, (part.volume, part.border, center))
}

/// How far one of two shapes must be moved until they no longer overlap: ``DepthBounds``, a motion that parts
/// them and a length that no shorter motion does it with. ``None`` where they do not overlap.
///
/// For two convex shapes both are the depth, to 1e-12 of the size of the input. For others they may be apart.
/// Between large meshes deep within each other it takes seconds. Other threads can use the interpreter
/// meanwhile. Raises ``UnsupportedPair`` where no motion was found, as for half-spaces that do not face each
/// other.
///
#[doc = in_this_dimension!(
    ">>> from clearance import d2\n\
     >>> box = d2.Box((1.0, 1.0))\n\
     >>> d2.depth_bounds(box, box.at((1.5, 0.0))).direction\n\
     (1.0, 0.0)",
    ">>> from clearance import d3\n\
     >>> box = d3.Box((1.0, 1.0, 1.0))\n\
     >>> d3.depth_bounds(box, box.at((1.5, 0.0, 0.0))).direction\n\
     (1.0, 0.0, 0.0)"
)]
#[pyfunction]
fn depth_bounds(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
) -> PyResult<Option<Py<PyAny>>> {
    let found = py
        .detach(|| clearance::depth_bounds(a.placed(), b.placed()))
        .map_err(raise)?;
    let Some(bounds) = found else { return Ok(None) };
    let direction = tuple(py, bounds.direction)?;
    classes(py)?
        .depth_bounds
        .call1(py, (bounds.at_least, bounds.at_most, direction))
        .map(Some)
}

#[doc = in_this_dimension!(
    "Area, center and inertia of a region of density 1: ``MassProperties``.\n\
     \n\
     Regions are polygons, bitmaps, convex polygons, boxes, circles, ellipses and capsules. The unit of the area\n\
     is that of the input squared, that of the inertia is its fourth power.",
    "Volume, center and inertia of a solid of density 1: ``MassProperties``.\n\
     \n\
     Solids are closed meshes, convex polyhedra, boxes, spheres, ellipsoids, cylinders, cones and capsules. The\n\
     unit of the volume is that of the input cubed, that of the inertia is its fifth power."
)]
/// A compound is the sum of its parts: where parts overlap, both count. Raises ``UnsupportedPair`` for a
/// shape that has no inside, has no end or is rounded.
///
#[doc = in_this_dimension!(
    ">>> from clearance import d2\n\
     >>> plate = d2.mass_properties(d2.Box((3.0, 3.0)).at((5.0, 0.0)))\n\
     >>> plate.volume, plate.center, plate.inertia.diagonal().round(9)\n\
     (36.0, (5.0, 0.0), array([108., 108., 216.]))",
    ">>> from clearance import d3\n\
     >>> cube = d3.mass_properties(d3.Box((3.0, 3.0, 3.0)).at((5.0, 0.0, 0.0)))\n\
     >>> cube.volume, cube.center, cube.inertia.diagonal().round(9)\n\
     (216.0, (5.0, 0.0, 0.0), array([1296., 1296., 1296.]))"
)]
#[pyfunction]
fn mass_properties(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
) -> PyResult<Py<PyAny>> {
    let mass = py.detach(|| measure::mass_properties(shape.placed()));
    let mass = mass.map_err(|error| raise(about_shape(error)))?;
    let inertia = shaped(py, mass.inertia.as_flattened().to_vec(), [3, 3])?;
    classes(py)?
        .mass_properties
        .call1(py, (mass.volume, tuple(py, mass.center)?, inertia))
}

/// The error about the only shape, which is called `shape` here.
fn about_shape(error: measure::MeasureError) -> Raised {
    let message = format!("shape: {}", error.why);
    Raised {
        message,
        field: Some("shape".into()),
        ..error.into()
    }
}
