//! The surface area heuristic: a box is met as often as its surface is large, and costs as much as there is
//! in it.

use super::Part;

/// How many parts there are to cut between, at most.
const MOST: usize = 16;

fn cost(part: &Part) -> f32 {
    match part.len() {
        0 => 0.0,
        count => part.bounds.half_surface() * count as f32,
    }
}

/// The first of up to 16 parts that goes to the right, where the sum of surface times count is least, and how
/// many entries are to the left. `None` where all of them would be on one side.
pub(super) fn best_cut(parts: &[Part]) -> Option<(usize, usize)> {
    let mut right_costs = [0.0; MOST];
    let mut right = Part::of(&[], 0);
    for k in (1..parts.len()).rev() {
        right = right.joined(&parts[k]);
        right_costs[k] = cost(&right);
    }
    let all = right.len() + parts.first()?.len();
    let (mut left, mut least, mut best) = (Part::of(&[], 0), f32::INFINITY, None);
    for k in 1..parts.len() {
        left = left.joined(&parts[k - 1]);
        let sum = cost(&left) + right_costs[k];
        if sum < least && left.len() > 0 && left.len() < all {
            (least, best) = (sum, Some((k, left.len())));
        }
    }
    best
}
