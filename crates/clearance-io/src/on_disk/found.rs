//! The result of a check whose pairs are in a file.

use clearance::glam::DVec3;

use super::blobs::on_disk;
use super::check::Answers;
use super::outline::Outline;
use super::rows::{NewRows, Rows};
use super::task::merge;
use crate::check::{Checked, Left, Plan, count_pairs};
use crate::known::read_row;
use crate::problem::Problem;

/// The result of a check whose pairs are in a file.
#[derive(Debug)]
pub struct FoundOnDisk {
    /// The number of pairs that the layers, masks and groups allow.
    pub pairs_tested: u64,
    /// The names of the rules, by their numbers.
    pub rules: Vec<String>,
    /// What is left to do, if the check was stopped.
    pub left: Option<Left>,
    /// Whether a pair counts against the input, as [`Checked::fails`] says.
    pub fails: bool,
    /// Whether a pair has no class, as [`Checked::is_open`] says.
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
    /// Errors: `InvalidShape` for bytes that [`decide_task`](super::decide_task) did not return; the disk is full.
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
    /// The same in memory: about a kilobyte for each pair.
    ///
    /// Errors: the file cannot be read.
    pub fn in_memory(&self, outline: &Outline, plan: &Plan) -> Result<Checked<DVec3>, Problem> {
        let mut findings = Vec::with_capacity(self.rows.len());
        for row in self.rows.each() {
            let (pair, text) = row.map_err(|error| on_disk(&error))?;
            findings.push(read_row(&text, pair, &outline.scene, plan)?);
        }
        Ok(Checked {
            pairs_tested: self.pairs_tested,
            findings,
            rules: self.rules.clone(),
            left: self.left,
            gone: None,
            digest: None,
        })
    }
}
