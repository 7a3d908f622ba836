//! The native half of the Python package `clearance`: `clearance.d2` and `clearance.d3`.
//!
//! Classes of Python cannot be generic. So what is the same in the plane and in space is written once, in
//! `both/`, and compiled twice: as a part of `d2` and as a part of `d3`, which say by `Vector`, `Kind` and
//! `Pose` what they stand for.
#![allow(clippy::duplicate_mod)] // the rooms of `both/`, once for each dimension
#![allow(missing_docs)] // the stubs `*.pyi` hold the documentation that users read

mod answers;
mod arrays;
mod d2;
mod d3;
mod errors;
mod mask;
mod numbers;
mod read;
mod shared;
mod signals;
mod threads;

use pyo3::prelude::*;

/// The native half of the package.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<mask::Mask>()?;
    module.add_submodule(&d2::module(module.py())?)?;
    module.add_submodule(&d3::module(module.py())?)
}
