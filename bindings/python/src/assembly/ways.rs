//! Ways of the parts of an assembly: which can be taken out, and what they meet when they are moved.

use std::ops::ControlFlow;

use clearance::assembly::Tolerance;
use clearance::glam::DVec3;
use clearance_io::scene::Objects;
use clearance_io::ways::{Directions, Moves, path_of, remove_from};
use clearance_io::{Code, Problem};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use super::findings::refused;
use super::part::Part;
use crate::arrays::rows;
use crate::numbers::{flag, whole};
use crate::read;
use crate::threads::Threads;

fn scene(parts: &[PyRef<'_, Part>]) -> Objects<DVec3> {
    Objects {
        objects: parts.iter().map(|part| part.object.clone()).collect(),
        unit: None,
    }
}

fn flow(is_stopped: bool) -> ControlFlow<()> {
    match is_stopped {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// Which of these parts block which on their way out, as the JSON of the command.
#[pyfunction]
pub fn remove_parts(
    py: Python<'_>,
    parts: Vec<PyRef<'_, Part>>,
    #[pyo3(from_py_with = read::tolerance_or_none)] tolerance: Option<Tolerance>,
    own_axes: &Bound<'_, PyAny>,
    spread: &Bound<'_, PyAny>,
    directions: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<String> {
    let scene = scene(&parts);
    let directions = Directions {
        own: flag(own_axes, "own_axes")?,
        spread: whole(spread, "spread")?,
        given: rows::<3>(directions, "directions")?
            .into_iter()
            .map(Vec::from)
            .collect(),
    };
    let threads = Threads::pool_of(py, threads)?;
    let removed = py.detach(|| {
        threads.watched(|is_stopped| {
            remove_from(&scene, &directions, tolerance.unwrap_or_default(), &|_| {
                flow(is_stopped())
            })
        })
    })?;
    let removed = removed.map_err(|problem| refused(&problem))?;
    removed.map_or_else(stopped, |removed| Ok(removed.json()))
}

/// What moves of these parts, given as JSON, meet on the way, as the JSON of the command.
#[pyfunction]
pub fn follow_parts(
    py: Python<'_>,
    parts: Vec<PyRef<'_, Part>>,
    moves: &str,
    #[pyo3(from_py_with = read::tolerance_or_none)] tolerance: Option<Tolerance>,
) -> PyResult<String> {
    let scene = scene(&parts);
    let threads = Threads::pool_of(py, None)?;
    let followed = py.detach(|| {
        threads.watched(|is_stopped| {
            let settings = (tolerance.unwrap_or_default(), 0);
            path_of(&scene, &Moves::Text(moves), settings, &|| flow(is_stopped()))
        })
    })?;
    let followed = followed.map_err(|problem| refused(&with_place(problem)))?;
    followed.map_or_else(stopped, |followed| Ok(followed.json()))
}

/// A problem of a move whose message begins with its place.
fn with_place(problem: Problem) -> Problem {
    let place = &problem.place.field;
    match place.is_empty() {
        true => problem,
        false => Problem::new(Code::InvalidPose, format!("{place}: {}", problem.message)),
    }
}

/// Only a signal stops the work, and one whose handler raises is raised before.
fn stopped() -> PyResult<String> {
    Err(PyKeyboardInterrupt::new_err("stopped"))
}
