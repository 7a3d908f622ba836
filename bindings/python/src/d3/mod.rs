//! Space: `clearance.d3`.

/// Of two texts, the one of this dimension: for documentation in `both/` that differs.
macro_rules! in_this_dimension {
    ($plane:literal, $space:literal) => {
        $space
    };
}

mod at;
#[path = "../both/mod.rs"]
mod both;
mod convex_parts;
mod files;
mod matrix;
mod meshes;
mod near_meshes;
mod own_kinds;
mod pose;
mod triangles;
mod view;

use clearance::glam::DVec3;
use pyo3::prelude::*;

pub use both::module;
pub use both::placed::ShapeAndPose;
pub use files::reading;
pub use own_kinds::wrap;
pub use pose::Pose;

use crate::arrays::vector;
use pyo3::types::PyTuple;

/// The name of the module.
const NAME: &str = "d3";
/// The vectors of this dimension.
type Vector = DVec3;
/// A vector as Python has it.
type Coordinates = (f64, f64, f64);
/// How many coordinates a vector has.
const DIMENSION: usize = 3;
/// The numbers of columns that an array of poses may have: `x, y, z`, then a quaternion `x, y, z, w`, then
/// `scale`.
const POSE_COLUMNS: [usize; 3] = [3, 7, 8];
/// The numbers of columns that an array of motions may have: a displacement, then a rotation vector.
const MOTION_COLUMNS: [usize; 2] = [3, 6];
/// The function of `clearance._friends` that converts shapes of other libraries.
const FRIENDS: &str = "space";

use clearance::d3::Shape as AnyKind;
/// A shape of space.
type Kind = AnyKind<Vector>;

/// Adds the functions that only this dimension has.
fn own_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    convex_parts::register(module)?;
    files::register(module)?;
    meshes::register(module)?;
    near_meshes::register(module)?;
    module.add_function(wrap_pyfunction!(triangles::common_mesh, module)?)?;
    module.add_function(wrap_pyfunction!(triangles::triangle_pairs, module)?)
}

/// The argument `angular`: a rotation vector, along the axis and as long as the angle in radians.
fn angular(given: &Bound<'_, PyAny>) -> PyResult<pose::Angular> {
    Ok(Vector::from_array(vector(given, "angular")?))
}

/// The same from the rest of a row of numbers, 0 if nothing is left.
fn angular_of(row: &[f64]) -> pose::Angular {
    row.first_chunk()
        .copied()
        .map_or(Vector::ZERO, Vector::from_array)
}

fn angular_to_python(py: Python<'_>, angular: pose::Angular) -> PyResult<Py<PyAny>> {
    Ok(PyTuple::new(py, angular.to_array())?.into_any().unbind())
}
