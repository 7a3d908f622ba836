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
    /// What it found out about a pair, and `None` inside where it does not list it; `None` if the pair must
    /// be decided. With `shapes`, a common part or contact without those that are drawn is decided again:
    /// outputs do not have them.
    pub(super) fn answer(&self, pair: [usize; 2], shapes: bool) -> Option<Option<Finding<V>>> {
        if pair >= self.first {
            return None;
        }
        let Some(listed) = self.findings.get(&pair) else {
            return Some(None);
        };
        let is_drawn = |finding: &Finding<V>| {
            let common = finding.common.as_ref().is_none_or(|common| common.mesh.is_some());
            let contact = finding.contact.as_ref();
            common && contact.is_none_or(|contact| !contact.polygons.is_empty())
        };
        let is_whole = |finding: &&Finding<V>| !shapes || is_drawn(finding);
        listed.as_ref().filter(is_whole).cloned().map(Some)
    }
}
