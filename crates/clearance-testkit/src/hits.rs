//! `Hits`: checks the hit rate of a property test, since cases that all hit, or all miss, test little.

/// Counts how many cases of a test hit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hits {
    hits: usize,
    cases: usize,
}

impl Hits {
    /// Counts one case.
    pub fn count(&mut self, hit: bool) {
        self.hits += usize::from(hit);
        self.cases += 1;
    }
    /// The share of the cases that hit.
    pub fn rate(&self) -> f64 {
        self.hits as f64 / self.cases.max(1) as f64
    }
    /// Fails unless 30 to 70 % of at least 50 cases hit.
    #[track_caller]
    pub fn check(&self, what: &str) {
        let (hits, cases) = (self.hits, self.cases);
        assert!(cases >= 50, "{what}: only {cases} cases");
        assert!(
            (0.3..=0.7).contains(&self.rate()),
            "{what}: {hits} of {cases} cases hit"
        );
    }
}
