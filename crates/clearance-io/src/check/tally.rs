//! How many pairs there are of each kind.

use std::io;

use super::{Class, Finding, Findings, GONE, State};
use crate::shape::ReadSpace;

/// How many pairs a check found of each class, of each state, and with each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By the rank of the class.
    classes: [usize; Class::ALL.len()],
    new: usize,
    still: usize,
    /// How many count against the input.
    pub fails: usize,
    /// How many of severity `error` have no class.
    pub open: usize,
}

impl Tally {
    /// That of a whole list.
    ///
    /// Errors: the file that it is in cannot be read.
    pub fn of(findings: &impl Findings) -> io::Result<Self> {
        let mut tally = Self::default();
        for finding in findings.each() {
            tally.add(&*finding?);
        }
        Ok(tally)
    }
    /// Counts one more.
    pub fn add<V: ReadSpace>(&mut self, finding: &Finding<V>) {
        self.classes[finding.class.rank()] += 1;
        self.new += usize::from(finding.state == Some(State::New));
        self.still += usize::from(finding.state == Some(State::Still));
        self.fails += usize::from(finding.fails());
        self.open += usize::from(finding.is_open());
    }
    /// How many there are.
    pub fn pairs(&self) -> usize {
        self.classes.iter().sum()
    }
    /// How many are duplicates, containments or interferences.
    pub fn clashes(&self) -> usize {
        let of = |class: Class| self.classes[class.rank()];
        Class::ALL
            .into_iter()
            .filter(|class| class.is_clash())
            .map(of)
            .sum()
    }
    /// How many pairs there are of each class that has some, in words, the gravest first: "2 contacts".
    pub fn counts(&self) -> Vec<String> {
        let in_words = |(class, &count): (Class, &usize)| {
            let is_plural = count > 1 && !matches!(class, Class::Near | Class::Unanswered);
            (count > 0).then(|| format!("{count} {class}{}", if is_plural { "s" } else { "" }))
        };
        Class::ALL
            .into_iter()
            .zip(&self.classes)
            .filter_map(in_words)
            .collect()
    }
    /// How many pairs there are of each state, in words, beside so many that are there no more: "1 new".
    pub fn states(&self, gone: usize) -> Vec<String> {
        let counts = [
            (self.new, State::New.as_str()),
            (self.still, State::Still.as_str()),
            (gone, GONE),
        ];
        counts
            .iter()
            .map(|(count, state)| format!("{count} {state}"))
            .collect()
    }
}
