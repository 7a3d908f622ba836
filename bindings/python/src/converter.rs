//! STEP and IFC files: `clearance._cad` makes meshes of them, here they become parts.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use clearance::glam::DMat4;
use clearance_io::about::About;
use clearance_io::mesh::{Part, Parts, Surface};
use clearance_io::{Code, Problem};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::arrays::{indices, rows};

/// Why a file could not be converted.
pub enum Failure {
    /// What Python raised.
    Raised(PyErr),
    /// What is wrong with the meshes.
    Problem(Problem),
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}
impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl Failure {
    /// An error of the file, whatever it was: the command has no other way to say it.
    pub fn into_problem(self) -> Problem {
        match self {
            Self::Problem(problem) => problem,
            Self::Raised(error) => Python::attach(|py| problem_of(py, &error)),
        }
    }
    /// The same; but what is no error of the file (Ctrl-C, no memory) is handed to `keep`.
    pub fn or_keep(self, keep: impl FnOnce(PyErr)) -> Problem {
        match self {
            Self::Raised(error) if !Python::attach(|py| is_about_the_file(py, &error)) => {
                keep(error);
                Problem::new(Code::FileNotFound, "interrupted")
            }
            other => other.into_problem(),
        }
    }
}

fn is_about_the_file(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyException>(py)
}

fn problem_of(py: Python<'_>, error: &PyErr) -> Problem {
    let value = error.value(py);
    let code = match value.getattr("is_missing").and_then(|flag| flag.extract()) {
        Ok(true) => Code::UnsupportedFormat,
        _ => Code::InvalidShape,
    };
    Problem::new(code, value.to_string())
}

/// Vertices and triangles of each mesh, as arrays.
type Meshes<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;
/// Of each part its name, the number of its mesh, the rows of its matrix, its class, and what else is said of
/// it.
type Placed = Vec<(String, usize, [[f64; 4]; 4], String, BTreeMap<String, String>)>;

/// The parts of a STEP or IFC file. Called without the interpreter's lock.
pub fn convert(path: &Path, deflection: Option<f64>) -> Result<Vec<Part>, Failure> {
    Python::attach(|py| {
        let read = py.import("clearance._cad")?.getattr("read")?;
        let (meshes, placed): (Meshes<'_>, Placed) = read.call1((path, deflection))?.extract()?;
        let mut surfaces = Vec::with_capacity(meshes.len());
        for (vertices, triangles) in meshes {
            let (vertices, triangles) = (rows(&vertices, "vertices")?, indices(&triangles, "triangles")?);
            surfaces.push(Arc::new(Surface::new(vertices, triangles)?));
        }
        let mut parts = Parts::default();
        for (name, mesh, matrix, class, metadata) in placed {
            let surface = surfaces.get(mesh).ok_or_else(|| {
                Problem::new(
                    Code::InvalidShape,
                    format!("part {name}: there is no mesh {mesh}"),
                )
            })?;
            let matrix = DMat4::from_cols_array_2d(&matrix).transpose();
            parts.add_at(Some(name).filter(|name| !name.is_empty()), surface, matrix)?;
            let class = Some(class).filter(|class| !class.is_empty());
            parts.describe(About { class, metadata });
        }
        Ok(parts.into_list())
    })
}
