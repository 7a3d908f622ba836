//! What a check of an assembly finds, and the reports of it.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::SystemTime;

use clearance::assembly::Tolerance;
use clearance::glam::DVec3;
use clearance_io::check::{Checked, check_by};
use clearance_io::files::Access;
use clearance_io::junit::junit;
use clearance_io::known::{Accepted, accept, digest, read_known};
use clearance_io::report::{BcfOptions, BcfVersion, Drawn, Kind, Report};
use clearance_io::rules::Given;
use clearance_io::scene::Objects;
use clearance_io::{Problem, table};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::against::{self, Against};
use super::part::Part;
use super::records::{gone_record, record};
use crate::errors::{Raised, raise};
use crate::read;
use crate::threads::Threads;

/// The pairs of an assembly that are not clear of each other.
#[pyclass(frozen)]
pub struct Findings {
    title: String,
    scene: Objects<DVec3>,
    checked: Checked<DVec3>,
    /// What is odd about the files that were given.
    notes: Vec<String>,
}

/// Checks these parts, whose lengths have this unit; also returns what a signal handler has raised, which
/// stopped it. It goes on from the file or the findings of one that was stopped.
#[pyfunction]
#[expect(clippy::too_many_arguments)] // those of Python
pub fn check_assembly(
    py: Python<'_>,
    title: String,
    unit: Option<String>,
    parts: Vec<PyRef<'_, Part>>,
    #[pyo3(from_py_with = read::tolerance_or_none)] tolerance: Option<Tolerance>,
    #[pyo3(from_py_with = read::within_or_all)] within: Option<f64>,
    #[pyo3(from_py_with = read::depth)] depth: bool,
    #[pyo3(from_py_with = read::shapes)] shapes: bool,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
    files: [Option<PathBuf>; 4],
    stopped: Option<Py<Findings>>,
) -> PyResult<(Findings, Option<PyErr>)> {
    let objects = parts.iter().map(|part| part.object.clone()).collect();
    let scene = Objects { objects, unit };
    let against = Against::read(py, files)?.or_from(stopped);
    let given = Given { tolerance, within };
    let (plan, notes) = against.plan(&scene, given, [depth, shapes]);
    let threads = Threads::pool_of(py, threads)?;
    let earlier = against.earlier(py, &scene, &plan)?;
    let work = |is_stopped: &(dyn Fn() -> bool + Sync)| {
        check_by(&scene, &plan, earlier.as_ref(), &|_| match is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    };
    let (checked, raised) = py.detach(|| threads.stopped(work))?;
    let mut checked = checked.map_err(|problem| refused(&problem))?;
    if raised.is_some() {
        checked.digest = Some(py.detach(|| digest(&scene, &plan)));
    }
    against
        .compare(&scene, &mut checked)
        .map_err(|problem| refused(&problem))?;
    let found = Findings {
        title,
        checked,
        scene,
        notes,
    };
    Ok((found, raised))
}

/// The error of an argument: its message begins with the name.
pub(super) fn refused(problem: &Problem) -> PyErr {
    let message = &problem.message;
    let field = message.split(':').next().unwrap_or_default();
    raise(Raised::about("InvalidArgument", field, message.as_str()))
}

#[pymethods]
impl Findings {
    /// How many pairs of parts the layers, masks and groups allow.
    #[getter]
    fn pairs_tested(&self) -> u64 {
        self.checked.pairs_tested
    }
    /// How many pairs that are near each other have not been decided, if it was stopped.
    #[getter]
    fn left(&self) -> u64 {
        self.checked.left.map_or(0, |left| left.pairs)
    }
    /// All of them, as records.
    fn records(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let each = self.checked.findings.iter();
        each.map(|finding| record(py, &self.scene.objects, &self.checked, finding))
            .collect()
    }
    /// What was known and is there no more, as records; `None` if nothing was compared.
    fn gone(&self, py: Python<'_>) -> PyResult<Option<Vec<Py<PyAny>>>> {
        let gone = self.checked.gone.as_ref();
        gone.map(|clashes| clashes.iter().map(|clash| gone_record(py, clash)).collect())
            .transpose()
    }
    /// Sets of the rules that have no part.
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }
    /// The text of the list of accepted clashes that becomes of the one in this file.
    fn accepted(&self, py: Python<'_>, file: PathBuf) -> PyResult<String> {
        let text = py.detach(|| {
            let old = match file.exists() {
                true => read_known(&file, &Access::default())?,
                false => Accepted::default(),
            };
            accept(&old, &self.scene, &self.checked).map_err(|problem| problem.in_file(&file))
        });
        text.map_err(|problem| against::refused("path", &problem))
    }
    /// What is wrong with parts, each with the number of its part.
    fn remarks(&self) -> Vec<(usize, String)> {
        let remarks = self.scene.remarks();
        remarks.map(|(i, remark)| (i, remark.into_owned())).collect()
    }
    /// The document that the command prints as JSON.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| table::json(&self.scene, &self.checked))
    }
    /// The table that the command prints as CSV.
    fn csv(&self, py: Python<'_>) -> String {
        py.detach(|| table::csv(&self.scene, &self.checked))
    }
    /// The tests that the command prints as JUnit XML.
    fn junit(&self, py: Python<'_>) -> String {
        py.detach(|| junit(&self.title, &self.scene, &self.checked))
    }
    /// The page of a report, and what was left out of it.
    fn html<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
        self.draw(py, Kind::Html)
    }
    /// The pairs as BCF of this version, and what was left out.
    fn bcf<'py>(
        &self,
        py: Python<'py>,
        version: &str,
        #[pyo3(from_py_with = read::every)] every: bool,
    ) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
        let version = match version {
            "2.1" => BcfVersion::V2_1,
            "3.0" => BcfVersion::V3_0,
            _ => return Err(raise(Raised::argument("version", "must be '2.1' or '3.0'"))),
        };
        self.draw(
            py,
            Kind::Bcf(BcfOptions {
                version,
                all: every,
                date: SystemTime::now(),
            }),
        )
    }
}

impl Findings {
    /// What was found.
    pub fn checked(&self) -> &Checked<DVec3> {
        &self.checked
    }
    fn draw<'py>(&self, py: Python<'py>, kind: Kind) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
        let report = Report {
            title: &self.title,
            scene: &self.scene,
            checked: &self.checked,
        };
        let written = py.detach(|| DVec3::draw(&report, kind));
        let written = written.map_err(|problem| raise(Raised::argument("report", problem.message)))?;
        Ok((PyBytes::new(py, &written.content), written.left_out))
    }
}
