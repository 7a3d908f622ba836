//! What a check is given besides its parts: rules, accepted clashes, the output of an earlier check, and
//! where it goes on.

use std::path::PathBuf;

use clearance::glam::DVec3;
use clearance_io::check::{Checked, Earlier, Plan};
use clearance_io::files::Access;
use clearance_io::known::{Clash, OldOutput, compare, read_known, read_output, resume, resume_checked};
use clearance_io::rules::{Given, RuleFile, plan, read_rules};
use clearance_io::scene::Objects;
use clearance_io::{Code, Problem};
use pyo3::prelude::*;

use super::findings::Findings;
use crate::errors::{Raised, raise};

/// What the files say.
#[derive(Default)]
pub struct Against {
    rules: Option<RuleFile>,
    /// The clashes that were known, and whether pairs that are no clash are compared too.
    known: Option<(Vec<Clash>, bool)>,
    stopped: Option<Stopped>,
}

/// A check that was stopped.
pub enum Stopped {
    /// Its output, and the file of it.
    Output(Box<OldOutput>, PathBuf),
    /// What it found.
    Findings(Py<Findings>),
}

impl Against {
    /// Reads the files of rules, of accepted clashes, of an earlier output and of one that was stopped. Of
    /// the second and third one may be given.
    pub fn read(py: Python<'_>, [rules, known, baseline, stopped]: [Option<PathBuf>; 4]) -> PyResult<Self> {
        if known.is_some() && baseline.is_some() {
            let message = "not together with 'known': a pair is compared with one of them";
            return Err(raise(Raised::argument("baseline", message)));
        }
        let access = Access::default();
        let named = |field: &'static str| move |problem| refused(field, &problem);
        let rules = rules.map(|file| py.detach(|| read_rules(&file, &access)).map_err(named("rules")));
        let accepted = |file: PathBuf| read_known(&file, &access).map(|list| (list.clashes, false));
        let known = known.map(|file| py.detach(|| accepted(file)).map_err(named("known")));
        let earlier = |file: PathBuf| {
            let old = read_output(&file, &access)?.clashes();
            old.map(|clashes| (clashes, true))
                .map_err(|problem| problem.in_file(&file))
        };
        let baseline = baseline.map(|file| py.detach(|| earlier(file)).map_err(named("baseline")));
        let stopped = stopped.map(|file| {
            let old = py.detach(|| read_output(&file, &access));
            let old = old.map_err(named("resume"))?;
            Ok::<_, PyErr>(Stopped::Output(Box::new(old), file))
        });
        Ok(Self {
            rules: rules.transpose()?,
            known: known.or(baseline).transpose()?,
            stopped: stopped.transpose()?,
        })
    }
    /// The same, going on from these findings, if there are any.
    pub fn or_from(self, findings: Option<Py<Findings>>) -> Self {
        let stopped = findings.map(Stopped::Findings).or(self.stopped);
        Self { stopped, ..self }
    }
    /// Where the check goes on.
    pub fn earlier(
        &self,
        py: Python<'_>,
        scene: &Objects<DVec3>,
        plan: &Plan,
    ) -> PyResult<Option<Earlier<DVec3>>> {
        let earlier = self.stopped.as_ref().map(|stopped| match stopped {
            Stopped::Output(old, file) => {
                py.detach(|| resume(old, scene, plan).map_err(|problem| problem.in_file(file)))
            }
            Stopped::Findings(found) => {
                let found = found.get();
                py.detach(|| resume_checked(found.checked(), scene, plan))
            }
        });
        earlier.transpose().map_err(|problem| refused("resume", &problem))
    }
    /// What is asked of these parts, and notes about sets of the rules that have no part.
    pub fn plan(&self, scene: &Objects<DVec3>, given: Given, details: [bool; 2]) -> (Plan, Vec<String>) {
        plan(self.rules.as_ref(), scene, given, details)
    }
    /// Gives the pairs their states.
    pub fn compare(&self, scene: &Objects<DVec3>, checked: &mut Checked<DVec3>) -> Result<(), Problem> {
        match &self.known {
            Some((clashes, all)) => compare(scene, checked, clashes, *all),
            None => Ok(()),
        }
    }
}

/// The exception of a problem with a file that an argument names. One that is missing is Python's own.
pub fn refused(field: &str, problem: &Problem) -> PyErr {
    if problem.code == Code::FileNotFound {
        return pyo3::exceptions::PyFileNotFoundError::new_err(problem.to_string());
    }
    raise(Raised::argument(field, problem))
}
