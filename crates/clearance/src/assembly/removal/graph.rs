//! An order in which parts leave, given who blocks whom.
//!
//! What leaves blocks nobody any more, and nothing new is ever blocked: so a part that can leave may as well
//! leave at once, and taking out whatever is free finds an order of single parts if there is one. Where no
//! single part is free, a group may be: in one direction, a group of parts is free if nobody outside of it
//! blocks any of them. The smallest group around a part holds its blockers, their blockers, and so on (Wilson
//! and Latombe, 1994: a strong component of the graph).

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

/// Parts that leave together, in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Their indices.
    pub parts: Vec<usize>,
    /// The number of the direction.
    pub direction: usize,
}

/// Who blocks whom in each direction.
pub(super) struct Graph<'a> {
    pub directions: usize,
    /// Those that block a part in a direction, at `part * directions + direction`.
    pub blockers: &'a [Vec<u32>],
}

impl Graph<'_> {
    fn blockers(&self, part: usize, direction: usize) -> &[u32] {
        &self.blockers[part * self.directions + direction]
    }
    /// Takes single parts out of a set while there are free ones. What is left is stuck.
    pub fn take_out(&self, present: &mut BTreeSet<usize>) -> Vec<Step> {
        let mut left = vec![usize::MAX; self.blockers.len()];
        let mut blocked_by: Vec<Vec<usize>> = vec![Vec::new(); self.blockers.len() / self.directions.max(1)];
        let mut free = BTreeSet::new();
        for &part in present.iter() {
            for direction in 0..self.directions {
                let way = part * self.directions + direction;
                let blockers = self.blockers[way].iter().map(|&by| by as usize);
                let blockers = blockers.filter(|by| present.contains(by));
                left[way] = blockers.map(|by| blocked_by[by].push(way)).count();
                if left[way] == 0 {
                    free.insert(way);
                }
            }
        }
        let mut steps = Vec::new();
        while let Some(way) = free.pop_first() {
            let (part, direction) = (way / self.directions, way % self.directions);
            if !present.remove(&part) {
                continue;
            }
            steps.push(Step {
                parts: vec![part],
                direction,
            });
            for &way in &blocked_by[part] {
                left[way] -= 1;
                if left[way] == 0 {
                    free.insert(way);
                }
            }
        }
        steps
    }
    /// The smallest group of a set that can leave it in one direction; the first of several.
    pub fn free_group(&self, present: &BTreeSet<usize>) -> Option<Step> {
        let groups = (0..self.directions)
            .flat_map(|direction| present.iter().map(move |&part| (direction, part)))
            .map(|(direction, part)| Step {
                parts: self.around(part, direction, present),
                direction,
            });
        let groups = groups.filter(|group| group.parts.len() < present.len());
        groups.min_by_key(|group| group.parts.len())
    }
    /// A part with all those that must leave with it in a direction, sorted.
    fn around(&self, part: usize, direction: usize, present: &BTreeSet<usize>) -> Vec<usize> {
        let mut group = BTreeSet::from([part]);
        let mut open = vec![part];
        while let Some(part) = open.pop() {
            let blockers = self.blockers(part, direction).iter().map(|&by| by as usize);
            open.extend(blockers.filter(|by| present.contains(by) && group.insert(*by)));
        }
        group.into_iter().collect()
    }
}
