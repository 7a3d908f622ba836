//! The result of a check whose pairs are in a file.

use std::borrow::Cow;
use std::io;

use clearance::glam::DVec3;

use super::blobs::on_disk;
use super::check::Answers;
use super::outline::Outline;
use super::rows::{NewRows, Rows};
use super::task::merge;
use crate::check::{CheckedList, Finding, Findings, Left, Plan, State, count_pairs};
use crate::known::read_row;
use crate::problem::Problem;
use crate::scene::Objects;

/// The result of a check whose pairs are in a file.
#[derive(Debug)]
pub struct FoundOnDisk {
    /// The number of pairs that the layers, masks and groups allow.
    pub pairs_tested: u64,
    /// The names of the rules, by their numbers.
    pub rules: Vec<String>,
    /// What is left to do, if the check was stopped.
    pub left: Option<Left>,
    /// Whether a pair counts against the input, as [`Finding::fails`] says.
    pub fails: bool,
    /// Whether a pair has no class, as [`Finding::is_open`] says.
    pub is_open: bool,
    /// How often a shape was loaded.
    pub loads: u64,
    /// The pairs.
    pub rows: Rows,
}

impl FoundOnDisk {
    pub(super) fn new(
        outline: &Outline,
        plan: &Plan,
        answers: Answers,
        rows: NewRows,
    ) -> Result<Self, Problem> {
        Ok(Self {
            pairs_tested: count_pairs(&outline.scene.objects),
            rules: plan.names.clone(),
            left: answers.left,
            fails: answers.fails,
            is_open: answers.is_open,
            loads: answers.loads,
            rows: rows.finish()?,
        })
    }
    /// What was found in all tasks, in any order: `run` is given what takes each of them.
    ///
    /// Errors: `InvalidShape` for bytes that [`decide_task`](super::decide_task) did not return; the disk is
    /// full.
    pub fn of_tasks(
        outline: &Outline,
        plan: &Plan,
        run: impl FnOnce(&mut (dyn FnMut(&[u8]) -> Result<(), Problem> + Send)) -> Result<(), Problem>,
    ) -> Result<Self, Problem> {
        let rows = NewRows::new()?;
        let mut answers = Answers::default();
        run(&mut |found| merge(found, &rows, &mut answers))?;
        Self::new(outline, plan, answers, rows)
    }
    /// The result, with pairs that are read from the file when they are asked for.
    pub fn checked<'a>(
        &'a self,
        scene: &'a Objects<DVec3>,
        plan: &'a Plan,
    ) -> CheckedList<FindingsOnDisk<'a>> {
        CheckedList {
            pairs_tested: self.pairs_tested,
            findings: FindingsOnDisk {
                rows: &self.rows,
                scene,
                plan,
                states: Vec::new(),
            },
            rules: self.rules.clone(),
            left: self.left,
            gone: None,
            before: std::collections::BTreeMap::new(),
            digest: None,
        }
    }
}

/// Pairs in a file, each read as often as it is asked for. In memory are their places, and of those that are
/// compared with what was known whether they are new.
#[derive(Debug)]
pub struct FindingsOnDisk<'a> {
    rows: &'a Rows,
    scene: &'a Objects<DVec3>,
    plan: &'a Plan,
    states: Vec<Option<State>>,
}

impl Findings for FindingsOnDisk<'_> {
    type Space = DVec3;
    fn count(&self) -> usize {
        self.rows.len()
    }
    fn get(&self, i: usize) -> io::Result<Cow<'_, Finding<DVec3>>> {
        let (pair, text) = self
            .rows
            .get(i)
            .map_err(|error| io::Error::other(on_disk(&error)))?;
        let mut finding = read_row(&text, pair, self.scene, self.plan).map_err(io::Error::other)?;
        finding.state = self.states.get(i).copied().flatten();
        Ok(Cow::Owned(finding))
    }
    fn set_state(&mut self, i: usize, state: State) {
        self.states.resize(self.rows.len(), None);
        self.states[i] = Some(state);
    }
}
