//! Robots, and what stands around them.

mod model;
mod obstacles;
mod records;

use pyo3::prelude::*;

/// Adds the classes of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<model::Robot>()?;
    module.add_class::<obstacles::Obstacles>()
}
