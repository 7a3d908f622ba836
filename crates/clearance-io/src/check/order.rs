//! The order of pairs for people: the gravest first.

use clearance::math::Real;

use super::{Checked, Finding};
use crate::shape::ReadSpace;

/// The order of a list that is added to it pair by pair: the gravest class first, and within a class the
/// deepest overlap; an overlap without a depth is worst.
#[derive(Debug, Default)]
pub struct Order(Vec<(usize, f64)>);

impl Order {
    /// Adds the next pair of the list.
    pub fn add<V: ReadSpace>(&mut self, finding: &Finding<V>) {
        self.0.push(gravity(finding));
    }
    /// The numbers of the pairs in this order; of two that are as grave, the first of the list comes first.
    pub fn gravest_first(&self) -> Vec<usize> {
        let mut order: Vec<_> = (0..self.0.len()).collect();
        order.sort_unstable_by(|&i, &j| {
            let (p, q) = (self.0[i], self.0[j]);
            p.0.cmp(&q.0).then(p.1.total_cmp(&q.1)).then(i.cmp(&j))
        });
        order
    }
}

impl<V: ReadSpace> Checked<V> {
    /// The pairs, in the order of [`Order`].
    pub fn gravest_first(&self) -> Vec<&Finding<V>> {
        let mut order = Order::default();
        self.findings.iter().for_each(|finding| order.add(finding));
        let order = order.gravest_first().into_iter();
        order.map(|i| &self.findings[i]).collect()
    }
}

/// Smaller is graver.
fn gravity<V: ReadSpace>(finding: &Finding<V>) -> (usize, f64) {
    let clearance = match &finding.clearance {
        Ok(c) => c.distance.to_f64(),
        Err(_) if finding.relation.overlaps() => f64::NEG_INFINITY,
        Err(_) => 0.0,
    };
    (finding.class.rank(), clearance)
}
