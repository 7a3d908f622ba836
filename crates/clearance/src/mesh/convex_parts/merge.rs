//! Hulls that are next to each other become one, as long as that reaches out no farther than allowed.
//!
//! As in CoACD, the cheapest pair goes first: that whose common hull has the least volume outside of both. A
//! common hull covers what both covered. Where there are more parts than allowed, the cheapest pairs are
//! merged however far their hulls reach out.

use alloc::vec::Vec;

use super::part::PartHull;
use super::reach::{Until, reach};
use super::solid::Solid;
use crate::shape::InvalidShape;

/// A hull, and the volume of the solid that it stands for.
pub(super) struct Piece {
    pub hull: PartHull,
    pub volume: f64,
}

/// Two pieces, by their places, that would be one.
struct Pair {
    places: [usize; 2],
    hull: PartHull,
    /// The volume of the common hull outside of both.
    excess: f64,
    /// It reaches out too far.
    is_refused: bool,
}

/// Pieces that are merged, step by step.
pub(super) struct Merging<'a> {
    solid: &'a Solid,
    /// `None` where one went into another.
    pieces: Vec<Option<Piece>>,
    pairs: Vec<Pair>,
    until: Until,
    max_parts: usize,
}

impl<'a> Merging<'a> {
    pub fn new(solid: &'a Solid, pieces: Vec<Piece>, until: Until, max_parts: usize) -> Self {
        let mut merging = Self {
            solid,
            pieces: Vec::with_capacity(2 * pieces.len()),
            pairs: Vec::new(),
            until,
            max_parts,
        };
        pieces.into_iter().for_each(|piece| merging.add(piece));
        merging
    }
    /// How many pieces there are.
    pub fn count(&self) -> usize {
        self.pieces.iter().flatten().count()
    }
    pub fn into_hulls(self) -> Vec<PartHull> {
        self.pieces
            .into_iter()
            .flatten()
            .map(|piece| piece.hull)
            .collect()
    }
    /// Merges a pair, or finds that one must not be merged; `false` where none is left.
    pub fn step(&mut self) -> Result<bool, InvalidShape> {
        let is_forced = self.pairs.iter().all(|pair| pair.is_refused);
        if is_forced && self.count() <= self.max_parts {
            return Ok(false);
        }
        if self.pairs.is_empty() {
            self.pair_all();
        }
        let open = (0..self.pairs.len()).filter(|&k| is_forced || !self.pairs[k].is_refused);
        let excess = |k: &usize| self.pairs[*k].excess;
        let Some(cheapest) = open.min_by(|a, b| excess(a).total_cmp(&excess(b))) else {
            return Ok(false);
        };
        let corners = &self.pairs[cheapest].hull.corners;
        if !is_forced && reach(self.solid, corners, self.until)? > self.until.near_enough {
            self.pairs[cheapest].is_refused = true;
        } else {
            self.merge(cheapest);
        }
        Ok(true)
    }
    fn merge(&mut self, pair: usize) {
        let Pair { places, hull, .. } = self.pairs.swap_remove(pair);
        let gone = places.map(|k| self.pieces[k].take().map_or(0.0, |piece| piece.volume));
        self.pairs
            .retain(|p| !p.places.iter().any(|k| places.contains(k)));
        let volume = gone[0] + gone[1];
        self.add(Piece { hull, volume });
    }
    /// Adds a piece, and its pairs with those whose boxes it meets.
    fn add(&mut self, piece: Piece) {
        let place = self.pieces.len();
        let room = piece.hull.bounds.inflated(self.solid.rounding);
        let meets = |other: &Option<Piece>| other.as_ref().is_some_and(|o| room.overlaps(&o.hull.bounds));
        let near: Vec<usize> = (0..place).filter(|&k| meets(&self.pieces[k])).collect();
        self.pieces.push(Some(piece));
        near.into_iter().for_each(|other| self.pair(other, place));
    }
    /// All pairs, where none meet any more and there are still too many pieces.
    fn pair_all(&mut self) {
        for second in 1..self.pieces.len() {
            (0..second).for_each(|first| self.pair(first, second));
        }
    }
    /// Adds the pair of two pieces, if both are there.
    fn pair(&mut self, first: usize, second: usize) {
        let [Some(a), Some(b)] = [&self.pieces[first], &self.pieces[second]] else {
            return;
        };
        if let Some(hull) = PartHull::of_both(&a.hull, &b.hull) {
            self.pairs.push(Pair {
                places: [first, second],
                excess: hull.volume - (a.volume + b.volume),
                hull,
                is_refused: false,
            });
        }
    }
}
