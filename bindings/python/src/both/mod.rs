//! What the plane and space have in common: compiled as a part of each, with its `Vector`, `Kind` and `Pose`.

pub mod arguments;
pub mod ask;
pub mod batch;
mod body;
mod by_index;
mod character;
mod given;
mod motion;
pub mod placed;
mod pose_methods;
mod poses;
mod respond;
pub mod scene;
pub mod shape;

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
    module.add_class::<shape::many::Shapes>()?;
    module.add_class::<by_index::PlacedShapes>()?;
    module.add_class::<scene::Scene>()?;
    module.add_class::<character::Character>()?;
    module.add_class::<character::movers::Movers>()?;
    module.add_class::<body::Mass>()?;
    module.add_class::<body::Body>()?;
    shape::kinds::register(&module)?;
    ask::query::register(&module)?;
    ask::rays::register(&module)?;
    batch::register(&module)?;
    batch::contacts::register(&module)?;
    respond::register(&module)?;
    ask::verify::register(&module)?;
    ask::points::register(&module)?;
    ask::measure::register(&module)?;
    own_functions(&module)?;
    Ok(module)
}

/// A vector as a tuple.
fn tuple(py: Python<'_>, vector: Vector) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, vector.to_array())
}
