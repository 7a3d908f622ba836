//! `Random`: a seed gives the same sequence of cases on every machine.

use clearance::math::{Real, Vector};

/// Seeded random numbers: PCG, through `oorandom`.
#[derive(Clone, Debug)]
pub struct Random {
    source: oorandom::Rand64,
    single: bool,
}

impl Random {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            source: oorandom::Rand64::new(u128::from(seed)),
            single: false,
        }
    }
    /// The same sequence rounded to single precision, so that both precisions get the same shapes.
    pub fn single(seed: u64) -> Self {
        Self {
            single: true,
            ..Self::new(seed)
        }
    }
    /// A number from `low` up to, but not including, `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let x = low + (high - low) * self.source.rand_float();
        if self.single { f64::from(x as f32) } else { x }
    }
    /// An integer from `low` to `high`, both included.
    pub fn whole(&mut self, low: i64, high: i64) -> i64 {
        let count = high.abs_diff(low) + 1;
        low.wrapping_add_unsigned(self.source.rand_range(0..count))
    }
    /// A number of items: `low..=high`.
    pub fn count(&mut self, low: usize, high: usize) -> usize {
        low + self.source.rand_range(0..(high - low + 1) as u64) as usize
    }
    /// `true` with a probability of 1 in `n`.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.source.rand_range(0..n) == 0
    }
    /// One entry of a list that is not empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.count(0, list.len() - 1)]
    }
    /// A vector whose components are between `-reach` and `reach`.
    pub fn vector<V: Vector>(&mut self, reach: f64) -> V {
        V::from_fn(|_| V::Scalar::lit(self.between(-reach, reach)))
    }
    /// A vector of integers between `-reach` and `reach`: sums and products of a few of them are exact.
    pub fn grid<V: Vector>(&mut self, reach: i64) -> V {
        V::from_fn(|_| V::Scalar::lit(self.whole(-reach, reach) as f64))
    }
    /// A unit vector; every direction is equally likely.
    pub fn direction<V: Vector>(&mut self) -> V {
        loop {
            let v: V = self.vector(1.0);
            let square = v.length_squared();
            if square > Real::lit(0.01) && square <= Real::ONE {
                return v / square.sqrt();
            }
        }
    }
}
