//! The surface area heuristic: a box is met as often as its surface is large, and costs as much as there is in
//! it.

use super::entry::LaneBox;

/// How many boxes there are to cut between, at most.
const MOST: usize = 16;

/// A box around some entries.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub bounds: LaneBox,
    pub count: u32,
}

impl Run {
    pub const EMPTY: Self = Self {
        bounds: LaneBox::EMPTY,
        count: 0,
    };
    pub fn union(&self, other: &Self) -> Self {
        Self {
            bounds: self.bounds.union(&other.bounds),
            count: self.count + other.count,
        }
    }
    fn cost(&self) -> f32 {
        match self.count {
            0 => 0.0,
            count => self.bounds.half_surface() * count as f32,
        }
    }
}

/// The first of up to 16 runs that goes to the right, where the sum of surface times count is least, and how
/// many entries are to the left. `None` where all of them would be on one side.
pub(super) fn best_cut(runs: &[Run]) -> Option<(usize, usize)> {
    let mut right_costs = [0.0; MOST];
    let mut right = Run::EMPTY;
    for k in (1..runs.len()).rev() {
        right = right.union(&runs[k]);
        right_costs[k] = right.cost();
    }
    let all = right.count + runs.first()?.count;
    let (mut left, mut least, mut best) = (Run::EMPTY, f32::INFINITY, None);
    for k in 1..runs.len() {
        left = left.union(&runs[k - 1]);
        let cost = left.cost() + right_costs[k];
        if cost < least && left.count > 0 && left.count < all {
            (least, best) = (cost, Some((k, left.count as usize)));
        }
    }
    best
}
