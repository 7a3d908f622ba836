//! The native half of the Python package `clearance`: `clearance.d2` and `clearance.d3`.
//!
//! Python classes cannot be generic. What both dimensions have in common is therefore written once, in
//! `both/`, and compiled twice: as a part of `d2` and as a part of `d3`, which define `Vector`, `Kind` and
//! `Pose`.
#![allow(clippy::duplicate_mod)] // the modules of `both/`, once for each dimension
#![allow(missing_docs)] // the stubs `*.pyi` have the documentation that users read

mod answers;
mod arrays;
mod assembly;
mod command;
mod converter;
mod d2;
mod d3;
mod errors;
mod indices;
mod mask;
mod numbers;
mod pixels;
mod read;
mod robot;
mod shared;
mod signals;
mod spread;
mod threads;

use pyo3::prelude::*;

/// The native half of the package.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<mask::Mask>()?;
    module.add_class::<pixels::MaskBase>()?;
    module.add_function(wrap_pyfunction!(command::run_command, module)?)?;
    module.add_function(wrap_pyfunction!(spread::run_command_on, module)?)?;
    module.add_function(wrap_pyfunction!(spread::decide_task, module)?)?;
    module.add_class::<spread::KeptSolids>()?;
    assembly::register(module)?;
    robot::register(module)?;
    module.add_submodule(&d2::module(module.py())?)?;
    module.add_submodule(&d3::module(module.py())?)
}
