//! The order of pairs for people: the gravest first.

use clearance::math::Real;

use super::{Checked, Finding};
use crate::shape::ReadSpace;

impl<V: ReadSpace> Checked<V> {
    /// The pairs, the gravest class first, and within a class the deepest overlap; an overlap without a depth is
    /// worst.
    pub fn gravest_first(&self) -> Vec<&Finding<V>> {
        let mut findings: Vec<_> = self.findings.iter().collect();
        findings.sort_by(|p, q| {
            let (p, q) = (severity(p), severity(q));
            p.0.cmp(&q.0).then(p.1.total_cmp(&q.1))
        });
        findings
    }
}

/// Smaller is worse.
fn severity<V: ReadSpace>(finding: &Finding<V>) -> (usize, f64) {
    let clearance = match &finding.clearance {
        Ok(c) => c.distance.to_f64(),
        Err(_) if finding.relation.overlaps() => f64::NEG_INFINITY,
        Err(_) => 0.0,
    };
    (finding.class.rank(), clearance)
}
