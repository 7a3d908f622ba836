//! Assemblies: their parts, what a check of them finds, and the reports of it.
//!
//! `clearance._assembly` has the classes that users see; here are the parts, which keep what a file says of
//! them, and the findings, which know how to write themselves down.

mod against;
mod findings;
mod part;
mod records;
mod view;
mod ways;

use pyo3::prelude::*;

/// Adds the classes and functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<part::Part>()?;
    module.add_class::<findings::Findings>()?;
    module.add_function(wrap_pyfunction!(part::load_assembly, module)?)?;
    module.add_function(wrap_pyfunction!(findings::check_assembly, module)?)?;
    module.add_function(wrap_pyfunction!(view::view_parts, module)?)?;
    module.add_function(wrap_pyfunction!(ways::remove_parts, module)?)?;
    module.add_function(wrap_pyfunction!(ways::follow_parts, module)?)
}
