//! `python -m clearance`: the command `clearance` in this process.

use std::ffi::OsString;

use clearance_cli::Convert;
use pyo3::prelude::*;

use crate::converter::{Failure, convert};

/// Runs the command with these arguments, of which the first is its name, and returns its exit status.
#[pyfunction]
pub fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let convert: Convert =
        std::sync::Arc::new(|path, deflection| convert(path, deflection).map_err(Failure::into_problem));
    py.detach(|| clearance_cli::run(arguments, Some(&convert)))
}
