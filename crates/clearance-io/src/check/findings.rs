//! The list of what a check found, in memory or in a file. Whoever prints it walks it pair by pair, so that
//! it need not be in memory as a whole.

use std::borrow::Cow;
use std::io;

use super::{Finding, State};
use crate::shape::ReadSpace;

/// A list of pairs, in the order of the file that was checked.
pub trait Findings {
    /// Where the objects are.
    type Space: ReadSpace;
    /// How many there are.
    fn count(&self) -> usize;
    /// The one of this number.
    ///
    /// Errors: the file that it is in cannot be read.
    fn get(&self, i: usize) -> io::Result<Cow<'_, Finding<Self::Space>>>;
    /// Says whether the pair of this number is new.
    fn set_state(&mut self, i: usize, state: State);
    /// Each of them.
    fn each(&self) -> impl Iterator<Item = io::Result<Cow<'_, Finding<Self::Space>>>> {
        (0..self.count()).map(|i| self.get(i))
    }
}

impl<V: ReadSpace> Findings for Vec<Finding<V>> {
    type Space = V;
    fn count(&self) -> usize {
        self.len()
    }
    fn get(&self, i: usize) -> io::Result<Cow<'_, Finding<V>>> {
        Ok(Cow::Borrowed(&self[i]))
    }
    fn set_state(&mut self, i: usize, state: State) {
        self[i].state = Some(state);
    }
}
