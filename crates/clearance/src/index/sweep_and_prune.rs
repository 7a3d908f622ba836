//! Sweep and prune along all axes: the ends of the boxes are kept sorted, and so is the list of pairs.
//!
//! Baraff, "Dynamic simulation of non-penetrating rigid bodies" (1992); Cohen, Lin, Manocha and Ponamgi,
//! "I-COLLIDE" (1995). Boxes move little from step to step, so insertion sort puts the ends back into order
//! with few exchanges. A pair can begin or end only where the end of one box is exchanged with the
//! beginning of another. At every such exchange the two boxes, as they are now, are compared; whatever
//! order the exchanges come in, the last one of a pair is right. Where we differ: the results are recorded
//! and merged with the list of pairs once a step, so that there is no set to keep and nothing to allocate;
//! many new boxes are sorted in together, and a [`Tree`] finds their pairs.
//!
//! Good: few boxes that move a little among many at rest. A pair that stays costs nothing, though the
//! hierarchy is faster even there. Bad: everything else. A box that comes, goes or moves far passes all
//! boxes between on every axis, although most are far away (Terdiman, "Sweep-and-prune", 2007); clusters
//! that all move cause exchanges without end; boxes, rays and nearest boxes are searched in the whole
//! table. O(exchanges + pairs) a step, O(n) for each box that comes or goes.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::error::ensure;
use super::pair_list::{heap, ordered};
use super::{
    Boxes, Broken, Brute, Index, IndexKind, SlotPair, Target, Threads, Tree, Visit, VisitWithin, key,
};
use crate::math::{Aabb, Real, Vector};

/// Persistent sweep and prune.
///
/// Good: few boxes that move a little among many at rest, where a pair that stays costs nothing; in this
/// library the tree is faster even there. Bad: a box that comes, goes or moves far passes all boxes between
/// on every axis; clusters that all move; boxes, rays and nearest boxes are searched in the whole table.
/// Baraff (1992); Cohen, Lin, Manocha and Ponamgi, "I-COLLIDE" (1995).
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune<V: Vector> {
    /// For each axis, where boxes begin and end, ascending.
    axes: [Vec<Endpoint<V::Scalar>>; 3],
    /// For each slot and axis, the positions of its beginning and its end in the list.
    places: Vec<[[u32; 2]; 3]>,
    /// All pairs that meet, ascending.
    pairs: Vec<SlotPair>,
    /// The results of exchanges since the pairs were brought up to date.
    exchanges: Vec<Exchange>,
    /// The list of pairs before, kept as memory for the next one.
    before: Vec<SlotPair>,
}

/// The result of an exchange: whether a pair meets now.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    pair: SlotPair,
    /// How many exchanges came before.
    time: u32,
    meets: bool,
}

/// Where a box begins or ends along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Endpoint<S> {
    at: S,
    slot: u32,
    /// 0 for the beginning, 1 for the end.
    which: u32,
}

impl<S: Real> Endpoint<S> {
    /// Boxes are closed, so of equal coordinates beginnings come before ends.
    fn is_after(&self, other: &Self) -> bool {
        self.at > other.at || self.at == other.at && self.which > other.which
    }
}

const NOWHERE: [[u32; 2]; 3] = [[u32::MAX; 2]; 3];

impl<V: Vector> SweepAndPrune<V> {
    fn is_in(&self, slot: u32) -> bool {
        self.places[slot as usize] != NOWHERE
    }
    /// Sorts all ends and finds all pairs anew.
    fn rebuild(&mut self, boxes: &Boxes<V>) {
        self.places.fill(NOWHERE);
        for (k, ends) in self.axes.iter_mut().enumerate().take(V::DIM) {
            let end = |slot, corner: V, which| Endpoint {
                at: corner.get(k),
                slot,
                which,
            };
            ends.clear();
            ends.extend(
                boxes
                    .iter()
                    .flat_map(|(slot, b)| [end(slot, b.min, 0), end(slot, b.max, 1)]),
            );
            ends.sort_unstable_by(|a, b| {
                let place = a.at.partial_cmp(&b.at).unwrap_or(core::cmp::Ordering::Equal);
                place.then((a.which, a.slot).cmp(&(b.which, b.slot)))
            });
            for (place, end) in (0..).zip(&*ends) {
                self.places[end.slot as usize][k][end.which as usize] = place;
            }
        }
        self.exchanges.clear();
        let mut tree = Tree::<V>::over(boxes, Threads::One);
        tree.pairs(boxes, Threads::One, &mut self.pairs);
    }
    /// Brings the list of pairs up to date: for each pair the last result counts.
    fn merge(&mut self) {
        if self.exchanges.is_empty() {
            return;
        }
        self.exchanges
            .sort_unstable_by_key(|exchange| (key(exchange.pair), exchange.time));
        core::mem::swap(&mut self.pairs, &mut self.before);
        self.pairs.clear();
        let mut old = self.before.iter().copied().peekable();
        for (i, exchange) in self.exchanges.iter().enumerate() {
            if self
                .exchanges
                .get(i + 1)
                .is_some_and(|next| next.pair == exchange.pair)
            {
                continue;
            }
            while let Some(pair) = old.next_if(|&pair| key(pair) < key(exchange.pair)) {
                self.pairs.push(pair);
            }
            old.next_if_eq(&exchange.pair);
            if exchange.meets {
                self.pairs.push(exchange.pair);
            }
        }
        self.pairs.extend(old);
        self.exchanges.clear();
    }
    fn note(&mut self, pair: SlotPair, meets: bool) {
        let time = self.exchanges.len() as u32;
        self.exchanges.push(Exchange { pair, time, meets });
        // Where clusters move there may be very many exchanges: this bounds the memory for their results.
        if time >= 1 << 22 {
            self.merge();
        }
    }
    /// Appends the ends of a new box behind all others, at infinity; moving it then sorts them in.
    fn append(&mut self, slot: u32) {
        for (k, ends) in self.axes.iter_mut().enumerate().take(V::DIM) {
            for which in [0, 1] {
                self.places[slot as usize][k][which] = ends.len() as u32;
                ends.push(Endpoint {
                    at: Real::INFINITY,
                    slot,
                    which: 2 + which as u32,
                });
            }
        }
    }
    fn remove(&mut self, slot: u32, boxes: &Boxes<V>) {
        for k in 0..V::DIM {
            // Behind even those that end at infinity.
            for which in [1, 0] {
                self.shift(k, slot, which, (Real::INFINITY, 2 + which as u32), boxes);
            }
            self.axes[k].truncate(self.axes[k].len() - 2);
        }
        self.places[slot as usize] = NOWHERE;
    }
    fn move_to(&mut self, slot: u32, corners: [V; 2], boxes: &Boxes<V>) {
        for k in 0..V::DIM {
            let [min, max] = corners.map(|corner| corner.get(k));
            let end = self.axes[k][self.places[slot as usize][k][1] as usize];
            // The end first if it moves to the right, else the beginning, so that neither passes the other.
            let order = if max > end.at { [1, 0] } else { [0, 1] };
            for which in order {
                self.shift(k, slot, which, ([min, max][which], which as u32), boxes);
            }
        }
    }
    /// Moves one end to another coordinate, and exchanges it with its neighbours until the list is sorted
    /// again.
    fn shift(&mut self, k: usize, slot: u32, which: usize, (at, rank): (V::Scalar, u32), boxes: &Boxes<V>) {
        let mut place = self.places[slot as usize][k][which] as usize;
        let end = Endpoint {
            at,
            slot,
            which: rank,
        };
        while place > 0 && self.axes[k][place - 1].is_after(&end) {
            self.pass(k, place - 1, place, which == 0, slot, boxes);
            place -= 1;
        }
        while place + 1 < self.axes[k].len() && end.is_after(&self.axes[k][place + 1]) {
            self.pass(k, place + 1, place, which == 1, slot, boxes);
            place += 1;
        }
        self.axes[k][place] = end;
        self.places[slot as usize][k][which] = place as u32;
    }
    /// Moves the end at `from` to `to`, past an end of `slot`. With `is_closer` the two boxes may meet now;
    /// else they part.
    #[inline]
    fn pass(&mut self, k: usize, from: usize, to: usize, is_closer: bool, slot: u32, boxes: &Boxes<V>) {
        let other = self.axes[k][from];
        self.axes[k][to] = other;
        let which = other.which as usize % 2;
        self.places[other.slot as usize][k][which] = to as u32;
        // A beginning passes ends, and an end passes beginnings: only these begin or end a pair.
        let passes_opposite = which == usize::from((from > to) != is_closer);
        if other.slot == slot || !passes_opposite {
            return;
        }
        let pair = ordered(slot, other.slot);
        if !is_closer {
            self.note(pair, false);
        } else if boxes.slots()[slot as usize].overlaps(&boxes.slots()[other.slot as usize]) {
            self.note(pair, true);
        }
    }
}

impl<V: Vector> Index<V> for SweepAndPrune<V> {
    fn kind(&self) -> IndexKind {
        IndexKind::SweepAndPrune
    }
    fn refresh(&mut self, boxes: &Boxes<V>, _: Threads) {
        self.places.resize(boxes.slots().len(), NOWHERE);
        let comes_or_goes = |slot: &&u32| self.is_in(**slot) != boxes.get(**slot).is_some();
        if boxes.changed().iter().filter(comes_or_goes).count() > 4 + boxes.len() / 1000 {
            return self.rebuild(boxes);
        }
        for &slot in boxes.changed() {
            match (boxes.get(slot), self.is_in(slot)) {
                (Some(aabb), true) => self.move_to(slot, [aabb.min, aabb.max], boxes),
                (Some(aabb), false) => {
                    self.append(slot);
                    self.move_to(slot, [aabb.min, aabb.max], boxes);
                }
                (None, true) => self.remove(slot, boxes),
                (None, false) => {}
            }
        }
        self.merge();
    }
    fn pairs(&mut self, _: &Boxes<V>, _: Threads, found: &mut Vec<SlotPair>) {
        found.clear();
        found.extend_from_slice(&self.pairs);
    }
    fn changed_pairs(&mut self, boxes: &Boxes<V>, _: Threads, found: &mut Vec<SlotPair>) {
        found.clear();
        let fresh = self.pairs.iter().filter(|&&pair| boxes.is_changed_pair(pair));
        found.extend(fresh);
    }
    fn overlapping(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: Visit<'_>) -> ControlFlow<()> {
        Brute.overlapping(boxes, query, visit)
    }
    fn approach(&self, boxes: &Boxes<V>, target: Target<'_, V>, visit: VisitWithin<'_, V>) -> V::Scalar {
        Brute.approach(boxes, target, visit)
    }
    fn draw(&self, boxes: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        Index::<V>::draw(&Brute, boxes, visit);
    }
    fn validate(&self, boxes: &Boxes<V>) -> Result<(), Broken> {
        for (k, ends) in self.axes.iter().enumerate().take(V::DIM) {
            ensure(
                ends.len() == 2 * boxes.len(),
                "an axis does not hold each box once",
            )?;
            let is_sorted = ends.windows(2).all(|pair| !pair[0].is_after(&pair[1]));
            ensure(is_sorted, "an axis is not sorted")?;
            for (place, end) in (0..).zip(ends) {
                let which = end.which as usize;
                let corner = boxes.get(end.slot).map(|aabb| [aabb.min, aabb.max][which % 2]);
                let is_at_end = corner.map(|c| c.get(k)) == Some(end.at) && end.which < 2;
                ensure(is_at_end, "an end is not where its box ends")?;
                let is_known = self.places[end.slot as usize][k][which] == place;
                ensure(is_known, "a box does not know where it ends")?;
            }
        }
        let meets = |[a, b]: &SlotPair| boxes.slots()[*a as usize].overlaps(&boxes.slots()[*b as usize]);
        let is_sorted = self.pairs.is_sorted_by(|a, b| key(*a) < key(*b));
        ensure(is_sorted, "the pairs are not in order")?;
        let is_sound = self.pairs.iter().all(|pair| pair[0] < pair[1] && meets(pair));
        ensure(is_sound, "a pair is kept that does not meet")
    }
    fn bytes(&self) -> usize {
        let kept = heap(&self.places) + heap(&self.pairs) + heap(&self.before) + heap(&self.exchanges);
        self.axes.iter().map(heap).sum::<usize>() + kept
    }
}
