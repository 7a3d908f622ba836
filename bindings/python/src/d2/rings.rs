//! The common part of two regions as rings.

use clearance::glam::DVec2;
use clearance::measure;
use numpy::PyArray2;
use pyo3::prelude::*;

use super::both::arguments;
use super::both::placed::ShapeAndPose;
use crate::arrays::shaped;
use crate::errors::raise;

/// The part that two regions of the plane have in common, as a list of rings: arrays of shape (n, 2).
///
/// The region is on the left of each ring: rings run counter-clockwise around it, clockwise around its holes.
/// ``a`` and ``b`` are polygons, bitmaps, convex polygons or boxes, as for ``common``. Which edges cross is
/// decided exactly; points are within some units in the last place of the largest coordinate. Empty where the
/// regions are apart or only touch. Raises ``UnsupportedPair`` as ``common`` does.
///
/// >>> from clearance import d2
/// >>> box = d2.Box((1.0, 1.0))
/// >>> [ring] = d2.common_rings(box, box.at((1.5, 1.0)))
/// >>> sorted(ring.tolist())
/// [[0.5, 0.0], [0.5, 1.0], [1.0, 0.0], [1.0, 1.0]]
#[pyfunction]
pub fn common_rings(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
) -> PyResult<Vec<Py<PyArray2<f64>>>> {
    let found = py
        .detach(|| measure::common_rings(a.placed(), b.placed()))
        .map_err(raise)?;
    let array = |ring: &Vec<DVec2>| {
        let flat = ring.iter().flat_map(|p| p.to_array()).collect();
        shaped(py, flat, [ring.len(), 2])
    };
    found.iter().map(array).collect()
}
