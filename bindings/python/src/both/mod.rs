//! What the plane and space have in common: compiled as a part of each, with its `Vector`, `Kind` and `Pose`.

pub mod arguments;
pub mod batch;
mod batch_contacts;
mod body;
mod character;
mod character_step;
mod given;
pub mod kind;
pub mod kinds;
mod measure;
mod motion;
mod movers;
pub mod placed;
mod placed_shapes;
mod placed_shapes_ask;
pub mod points;
mod pose_methods;
mod poses;
mod query;
pub mod rays;
mod respond;
pub mod scene;
mod scene_batch;
mod scene_filter;
mod scene_query;
mod scene_step;
pub mod shape;
pub mod shapes;
mod verify;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::{
    Coordinates, DIMENSION, FRIENDS, Kind, MOTION_COLUMNS, NAME, POSE_COLUMNS, Vector, angular, angular_of,
    angular_to_python, own_functions, own_kinds, pose,
};

/// The module, under its name in Python.
pub fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    let module = PyModule::new(py, NAME)?;
    module.add_class::<pose::Pose>()?;
    module.add_class::<shape::Shape>()?;
    module.add_class::<placed::Placed>()?;
    module.add_class::<motion::Motion>()?;
    module.add_class::<shapes::Shapes>()?;
    module.add_class::<placed_shapes::PlacedShapes>()?;
    module.add_class::<scene::Scene>()?;
    module.add_class::<character::Character>()?;
    module.add_class::<movers::Movers>()?;
    module.add_class::<body::Mass>()?;
    module.add_class::<body::Body>()?;
    kinds::register(&module)?;
    query::register(&module)?;
    rays::register(&module)?;
    batch::register(&module)?;
    batch_contacts::register(&module)?;
    respond::register(&module)?;
    verify::register(&module)?;
    points::register(&module)?;
    measure::register(&module)?;
    own_functions(&module)?;
    Ok(module)
}

/// A vector as a tuple.
fn tuple(py: Python<'_>, vector: Vector) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, vector.to_array())
}
