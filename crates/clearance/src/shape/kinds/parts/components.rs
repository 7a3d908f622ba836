//! The connected components of a border.

use alloc::vec;
use alloc::vec::Vec;

/// Which facets are connected by neighbours.
#[derive(Clone, Debug)]
pub struct Components {
    /// The component of each facet; empty if there is only one.
    labels: Vec<u32>,
    /// The first facet of each.
    firsts: Vec<u32>,
}

impl Components {
    /// From the neighbours of each of `count` facets, of which there is at least one.
    pub(crate) fn new<I: IntoIterator<Item = u32>>(count: usize, neighbours: impl Fn(usize) -> I) -> Self {
        const NONE: u32 = u32::MAX;
        let mut labels = vec![NONE; count];
        let (mut firsts, mut open) = (Vec::new(), Vec::new());
        for first in 0..count {
            if labels[first] != NONE {
                continue;
            }
            let label = firsts.len() as u32;
            firsts.push(first as u32);
            labels[first] = label;
            open.push(first);
            while let Some(facet) = open.pop() {
                for next in neighbours(facet).into_iter().map(|n| n as usize) {
                    if next < count && labels[next] == NONE {
                        labels[next] = label;
                        open.push(next);
                    }
                }
            }
        }
        if firsts.len() == 1 {
            labels = Vec::new();
        }
        Self { labels, firsts }
    }
    /// How many components there are.
    pub fn count(&self) -> usize {
        self.firsts.len()
    }
    /// The component of a facet.
    pub fn of(&self, facet: usize) -> u32 {
        self.labels.get(facet).copied().unwrap_or(0)
    }
    /// The first facet of each component.
    pub fn firsts(&self) -> &[u32] {
        &self.firsts
    }
}
