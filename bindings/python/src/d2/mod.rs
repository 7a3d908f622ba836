//! The plane: `clearance.d2`.

/// Of two texts, the one of this dimension: for documentation in `both/` that differs.
macro_rules! in_this_dimension {
    ($plane:literal, $space:literal) => {
        $plane
    };
}

mod at;
#[path = "../both/mod.rs"]
mod both;
mod matrix;
mod own_kinds;
mod pose;
mod ragged;
mod rings;

use clearance::glam::DVec2;
use pyo3::prelude::*;

pub use both::module;

use crate::numbers::number;

/// The name of the module.
const NAME: &str = "d2";
/// The vectors of this dimension.
type Vector = DVec2;
/// A vector as Python has it.
type Coordinates = (f64, f64);
/// How many coordinates a vector has.
const DIMENSION: usize = 2;
/// The numbers of columns that an array of poses may have: `x, y`, then `angle`, then `scale`.
const POSE_COLUMNS: [usize; 3] = [2, 3, 4];
/// The numbers of columns that an array of motions may have: a displacement, then an angle.
const MOTION_COLUMNS: [usize; 2] = [2, 3];
/// The function of `clearance._friends` that converts shapes of other libraries.
const FRIENDS: &str = "plane";

use clearance::d2::Shape as AnyKind;
/// A shape of the plane.
type Kind = AnyKind<Vector>;

/// Adds the functions that only this dimension has.
fn own_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(rings::common_rings, module)?)
}

/// The argument `angular`: an angle in radians.
fn angular(given: &Bound<'_, PyAny>) -> PyResult<pose::Angular> {
    number(given, "angular")
}

/// The same from the rest of a row of numbers, 0 if nothing is left.
fn angular_of(row: &[f64]) -> pose::Angular {
    row.first().copied().unwrap_or(0.0)
}

fn angular_to_python(py: Python<'_>, angular: pose::Angular) -> PyResult<Py<PyAny>> {
    Ok(angular.into_pyobject(py)?.into_any().unbind())
}
