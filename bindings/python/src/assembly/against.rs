//! The files that a check is given: rules, accepted clashes, the output of an earlier check.

use std::path::PathBuf;

use clearance::glam::DVec3;
use clearance_io::check::{Checked, Plan};
use clearance_io::files::Access;
use clearance_io::known::{Clash, compare, read_known, read_output};
use clearance_io::rules::{Given, RuleFile, plan, read_rules};
use clearance_io::scene::Objects;
use clearance_io::{Code, Problem};
use pyo3::prelude::*;

use crate::errors::{Raised, raise};

/// What the files say.
#[derive(Default)]
pub struct Against {
    rules: Option<RuleFile>,
    /// The clashes that were known, and whether pairs that are no clash are compared too.
    known: Option<(Vec<Clash>, bool)>,
}

impl Against {
    /// Reads the files of rules, of accepted clashes and of an earlier output. Of the last two one may be given.
    pub fn read(py: Python<'_>, [rules, known, baseline]: [Option<PathBuf>; 3]) -> PyResult<Self> {
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
        Ok(Self {
            rules: rules.transpose()?,
            known: known.or(baseline).transpose()?,
        })
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
