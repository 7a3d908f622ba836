//! Checks whose pairs are decided by other processes: `clearance.distributed` sends the tasks, here they are
//! made and decided.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use clearance_cli::{Convert, Spread};
use clearance_io::on_disk::{KeptSolids as Solids, ReadShapes, decide_task as decide};
use clearance_io::{Code, Problem};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::converter::{Failure, convert};
use crate::errors::{Raised, raise};
use crate::threads::Threads;

/// What a shell expects of a command that Ctrl-C ended.
const STOPPED: u8 = 130;

/// Runs the command with these arguments. The pairs of a check are divided into `tiles` tiles;
/// `decide(shapes, tasks)` gives what was found in them, one after the other, in any order.
#[pyfunction]
pub fn run_command_on(py: Python<'_>, arguments: Vec<OsString>, tiles: usize, decide: Py<PyAny>) -> u8 {
    let convert_here: Convert =
        Arc::new(|path, deflection| convert(path, deflection).map_err(Failure::into_problem));
    let elsewhere = Elsewhere {
        tiles,
        decide,
        raised: std::sync::OnceLock::new(),
    };
    let status = py.detach(|| clearance_cli::run_spread(arguments, Some(&convert_here), Some(&elsewhere)));
    match elsewhere.raised.into_inner() {
        Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => STOPPED,
        _ => status, // the command has said what was raised
    }
}

/// What Python decides with.
struct Elsewhere {
    tiles: usize,
    decide: Py<PyAny>,
    /// What it raised.
    raised: std::sync::OnceLock<PyErr>,
}

impl Spread for Elsewhere {
    fn tiles(&self) -> usize {
        self.tiles
    }
    fn run(
        &self,
        shapes: &Path,
        tasks: Vec<Vec<u8>>,
        take: &mut (dyn FnMut(&[u8]) -> Result<(), Problem> + Send),
    ) -> Result<(), Problem> {
        let found = Python::attach(|py| {
            let tasks: Vec<_> = tasks.iter().map(|task| PyBytes::new(py, task)).collect();
            let all = self.decide.bind(py).call1((shapes, tasks))?;
            for found in all.try_iter()? {
                let found: Vec<u8> = found?.extract()?;
                if let Err(problem) = py.detach(|| take(&found)) {
                    return Ok(Err(problem));
                }
            }
            Ok(Ok(()))
        });
        found.unwrap_or_else(|error: PyErr| {
            let problem = Problem::new(Code::FileNotFound, error.to_string());
            let _ = self.raised.set(error);
            Err(problem)
        })
    }
}

/// The solids of a file of shapes that are in memory, for the next task.
#[pyclass(frozen, module = "clearance._native")]
#[derive(Default)]
pub struct KeptSolids(Solids);

#[pymethods]
impl KeptSolids {
    #[new]
    fn new() -> Self {
        Self::default()
    }
}

/// Decides the pairs of a task, given a function that reads bytes of the file of shapes from a place on. What
/// is in memory of the file is kept for the next task, which another thread may decide at the same time.
#[pyfunction]
pub fn decide_task<'py>(
    py: Python<'py>,
    task: &[u8],
    read: Py<PyAny>,
    kept: &KeptSolids,
    memory: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let shapes = Read(read);
    let threads = Threads::pool_of(py, Some(1))?;
    let found = py.detach(|| {
        threads.watched(|is_stopped| {
            decide(task, &shapes, &kept.0, memory, &|_| match is_stopped() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        })
    })?;
    match found {
        Ok(found) => Ok(PyBytes::new(py, &found)),
        Err(problem) => Err(raise(Raised::argument("task", problem.to_string()))),
    }
}

/// Python's function.
struct Read(Py<PyAny>);

impl ReadShapes for Read {
    fn bytes(&self, at: u64, count: usize) -> Result<Vec<u8>, Problem> {
        let bytes: PyResult<Vec<u8>> = Python::attach(|py| self.0.bind(py).call1((at, count))?.extract());
        match bytes {
            Ok(bytes) if bytes.len() == count => Ok(bytes),
            Ok(bytes) => Err(unreadable(&format!("{} of {count} bytes at {at}", bytes.len()))),
            Err(error) => Err(unreadable(&error.to_string())),
        }
    }
}

fn unreadable(what: &str) -> Problem {
    Problem::new(Code::FileNotFound, format!("the file of shapes: {what}"))
}
