//! What an earlier check found that was stopped.

use std::collections::BTreeMap;

use super::Finding;
use crate::shape::ReadSpace;

/// The pairs that an earlier check of the same input has decided: all before one.
#[derive(Clone, Debug)]
pub struct Earlier<V: ReadSpace> {
    /// The first pair that it has not decided.
    pub first: [usize; 2],
    /// What it listed; `None` for pairs that must be decided again.
    pub findings: BTreeMap<[usize; 2], Option<Finding<V>>>,
}

impl<V: ReadSpace> Earlier<V> {
    /// What it found out about a pair, and `None` inside where it does not list it; `None` if the pair must be decided.
    /// Of what is drawn, the shapes were not kept.
    pub(super) fn answer(&self, pair: [usize; 2], shapes: bool) -> Option<Option<Finding<V>>> {
        if pair >= self.first {
            return None;
        }
        let Some(listed) = self.findings.get(&pair) else {
            return Some(None);
        };
        let is_whole =
            |finding: &&Finding<V>| !shapes || finding.common.is_none() && finding.contact.is_none();
        listed.as_ref().filter(is_whole).cloned().map(Some)
    }
}
