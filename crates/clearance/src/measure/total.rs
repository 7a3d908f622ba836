//! A sum of many numbers without the errors of its intermediate results.

use crate::math::two_sum;

/// The sum, and the sum of what its roundings lost (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur
/// Summation endlicher Summen", 1974).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Total {
    sum: f64,
    lost: f64,
}

impl Total {
    pub fn add(&mut self, x: f64) {
        let (sum, lost) = two_sum(self.sum, x);
        self.sum = sum;
        self.lost += lost;
    }
    pub fn value(self) -> f64 {
        self.sum + self.lost
    }
}
