//! The winding number of the other border around each corner: carried from corner to corner.
//!
//! Corners outside of the other shape's box have 0. From one corner of a facet to the next the number changes
//! by the crossings of the edge between them, and neighbouring facets have corners in common. A piece of the
//! border that is reached from no corner outside gets its first number from a ray (`facets/body.rs`).

use alloc::vec;
use alloc::vec::Vec;

use super::crossing::Event;
use crate::exact::number::round::times_power_of_two;
use crate::math::{Aabb, Real, Vector};
use crate::measure::facets::body::Body;
use crate::measure::facets::signs::Moves;
use crate::measure::facets::site::{Site, Unit};
use crate::shape::ShapeSpace;

/// The box of the other shape, as corners are compared with it.
pub(in crate::measure) struct Limits([[f64; 2]; 3]);

impl Limits {
    /// Never too small.
    pub fn new<V: Vector>(around: &Aabb<V>, unit: &Unit) -> Self {
        let origin = unit.rounded_origin();
        let relative = |x: V::Scalar, i: usize| times_power_of_two(x.to_f64(), -unit.exponent) - origin[i];
        let margin = 32.0 * f64::EPSILON; // no coordinate is larger than 4
        Self(core::array::from_fn(|i| match i < V::DIM {
            true => [
                relative(around.min.get(i), i) - margin,
                relative(around.max.get(i), i) + margin,
            ],
            false => [-1.0, 1.0],
        }))
    }
    fn excludes(&self, site: &Site) -> bool {
        let beyond = |i: usize| site.high[i] < self.0[i][0] || site.high[i] > self.0[i][1];
        (0..3).any(beyond)
    }
}

/// Winding numbers of the other border around the first corners of the loaded facets.
pub(in crate::measure) struct Windings {
    /// For each facet how much the number changes along each of its edges.
    changes: Vec<[i32; 3]>,
    first: Vec<Option<i32>>,
}

impl Windings {
    /// Of one body's facets. `other` is the body that they wind in.
    pub fn new<V: ShapeSpace>(
        own: &Body<'_, V>,
        events: &[Event],
        other: &mut Body<'_, V>,
        (limits, unit): (&Limits, &Unit),
        moves: Moves,
    ) -> Self {
        let mut all = Self {
            changes: vec![[0; 3]; own.facets.len()],
            first: vec![None; own.facets.len()],
        };
        for event in events {
            all.changes[event.slot as usize][event.edge as usize] += i32::from(event.turn);
        }
        let mut open = Vec::new();
        for (slot, facet) in own.facets.iter().enumerate() {
            let is_outside = |k: &usize| limits.excludes(&own.sites[facet.corners[*k] as usize]);
            if let Some(k) = (0..V::DIM).find(is_outside) {
                all.set(slot, k, 0, &mut open);
            }
        }
        all.carry(own, &mut open);
        for slot in 0..own.facets.len() {
            if all.first[slot].is_none() {
                let corner = own.corners_of(slot)[0];
                all.set(slot, 0, other.winding(corner, unit, moves), &mut open);
                all.carry(own, &mut open);
            }
        }
        all
    }
    /// The number around the first corner of a facet.
    pub fn first(&self, slot: usize) -> i32 {
        self.first[slot].unwrap_or(0)
    }
    /// The number around any corner.
    fn around(&self, slot: usize, k: usize) -> i32 {
        self.first(slot) + self.changes[slot][..k].iter().sum::<i32>()
    }
    fn set(&mut self, slot: usize, k: usize, winding: i32, open: &mut Vec<usize>) {
        if self.first[slot].is_none() {
            let before: i32 = self.changes[slot][..k].iter().sum();
            self.first[slot] = Some(winding - before);
            open.push(slot);
        }
    }
    /// Goes on from the facets in `open` to their neighbours.
    fn carry<V: ShapeSpace>(&mut self, own: &Body<'_, V>, open: &mut Vec<usize>) {
        while let Some(slot) = open.pop() {
            let index = own.facets[slot].index;
            for k in 0..V::DIM {
                let next = own.border.neighbour(index, k);
                let Some(next) = next.and_then(|n| own.slot(n)) else {
                    continue;
                };
                if self.first[next].is_some() {
                    continue;
                }
                let shared = own.border.corner(index, k);
                let there = own.facets[next].index;
                if let Some(j) = (0..V::DIM).find(|&j| own.border.corner(there, j) == shared) {
                    self.set(next, j, self.around(slot, k), open);
                }
            }
        }
    }
}
