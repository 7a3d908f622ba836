//! Space: `clearance.d3`.

#[path = "../both/arguments.rs"]
mod arguments;
mod at;
#[path = "../both/batch.rs"]
mod batch;
#[path = "../both/character.rs"]
mod character;
#[path = "../both/character_step.rs"]
mod character_step;
#[path = "../both/kind.rs"]
mod kind;
mod kinds;
mod matrix;
#[path = "../both/motion.rs"]
mod motion;
#[path = "../both/movers.rs"]
mod movers;
mod pose;
#[path = "../both/poses.rs"]
mod poses;
#[path = "../both/query.rs"]
mod query;
#[path = "../both/scene.rs"]
mod scene;
#[path = "../both/scene_query.rs"]
mod scene_query;
#[path = "../both/scene_step.rs"]
mod scene_step;
#[path = "../both/shape.rs"]
mod shape;
#[path = "../both/shapes.rs"]
mod shapes;
#[path = "../both/stand.rs"]
mod stand;

use clearance::glam::DVec3;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::vector;

/// The space of all that is here.
type Vector = DVec3;
/// How many coordinates a vector has.
const DIMENSION: usize = 3;
/// How many numbers say where something is: `x, y, z`, then a quaternion `x, y, z, w`, then `scale`.
const POSE_COLUMNS: [usize; 3] = [3, 7, 8];
/// How many numbers say how something moves: how far, then how far it turns about each axis.
const MOTION_COLUMNS: [usize; 2] = [3, 6];
/// The function of `clearance._friends` that knows shapes of other libraries.
const FRIENDS: &str = "space";

use clearance::d3::Shape as AnyKind;
/// A shape of space.
type Kind = AnyKind<Vector>;

/// The module, under its name in Python.
pub fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    let module = PyModule::new(py, "d3")?;
    module.add_class::<pose::Pose>()?;
    module.add_class::<shape::Shape>()?;
    module.add_class::<stand::Placed>()?;
    module.add_class::<motion::Motion>()?;
    module.add_class::<shapes::Shapes>()?;
    module.add_class::<scene::Scene>()?;
    module.add_class::<character::Character>()?;
    module.add_class::<movers::Movers>()?;
    kinds::register(&module)?;
    query::register(&module)?;
    batch::register(&module)?;
    Ok(module)
}

/// A vector as a tuple.
fn tuple(py: Python<'_>, vector: Vector) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, vector.to_array())
}

/// How fast something turns: a vector along the axis of as many radians.
fn angular(given: &Bound<'_, PyAny>) -> PyResult<pose::Angular> {
    Ok(Vector::from_array(vector(given, "angular")?))
}

/// The same from what a row of numbers has left, if anything.
fn angular_of(row: &[f64]) -> pose::Angular {
    row.first_chunk()
        .copied()
        .map_or(Vector::ZERO, Vector::from_array)
}

fn angular_to_python(py: Python<'_>, angular: pose::Angular) -> PyResult<Py<PyAny>> {
    Ok(tuple(py, angular)?.into_any().unbind())
}
