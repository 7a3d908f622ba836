//! Peers with a tree and nothing else: told what moved, then asked box by box what meets it.

use clearance::math::{Aabb, Vector};

use super::search::Search;
use crate::engine::locked_version;
use crate::heap::Meter;
use crate::scene::{Engine, World};

/// Such a tree.
pub trait Asked<V> {
    /// The crate it comes from.
    const CRATE: &'static str;
    /// Takes over the boxes that moved.
    fn update(&mut self, boxes: &[Aabb<V>], moved: &[u32]);
    /// Offers every box which box `a` may meet.
    fn meeting(&self, boxes: &[Aabb<V>], a: u32, offer: impl FnMut(u32));
}

/// The tree as an engine, with its memory counted.
pub struct ByBox<P> {
    tree: P,
    search: Search,
    meter: Meter,
}

impl<P> ByBox<P> {
    /// Built over the boxes of the world.
    pub fn new<V: Vector>(world: &World<V>, build: impl FnOnce(&World<V>) -> P) -> Self {
        let mut meter = Meter::default();
        Self {
            tree: meter.run(|| build(world)),
            search: Search::new(world.boxes.len()),
            meter,
        }
    }
}

impl<V: Vector, P: Asked<V>> Engine<V> for ByBox<P> {
    fn name(&self) -> String {
        P::CRATE.to_string()
    }
    fn version(&self) -> String {
        locked_version(P::CRATE)
    }
    fn step(&mut self, boxes: &[Aabb<V>], moved: &[u32]) {
        let Self { tree, search, meter } = self;
        meter.run(|| tree.update(boxes, moved));
        search.begin(moved);
        for &a in moved {
            tree.meeting(boxes, a, |b| search.offer(boxes, a, b));
        }
        search.end(moved);
    }
    fn pairs(&self) -> &[[u32; 2]] {
        &self.search.found
    }
    fn object(&self, name: u32) -> u32 {
        name
    }
    fn bytes(&self) -> usize {
        self.meter.bytes() + self.search.bytes()
    }
}
