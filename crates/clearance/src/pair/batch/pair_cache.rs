//! Coherence: what was seen of a pair the last time, so that a step in which little moved need not search
//! again.
//!
//! Two hulls of space that are apart have a separating axis, and two that overlap have a simplex of their
//! Minkowski difference around the origin. GJK finds either from support points, in four or five steps. While
//! the two hardly move, the same axis parts them still, or the same four pairs of corners still hold the
//! origin (van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, 4.3.4; Box2D's
//! `b2SimplexCache`). So that is looked at first: one support point of each, or one tetrahedron.
//!
//! Where we differ: what is remembered is a witness that is proven anew, with the error bound of the pair,
//! and never a start from which a search goes on. So no answer depends on it: neither on the last step, nor
//! on whose memory it is. A wrong or old one costs time.
//!
//! Limits: pairs of space of which one is a polyhedron and the other is one, or a box, a triangle, a segment
//! or a capsule; other pairs have tests that take no longer. `intersects` and `relation` are answered from
//! memory, and that a manifold is empty; a manifold itself, a distance or a depth is computed as ever.

use alloc::vec::Vec;

use crate::math::Real;
use crate::pair::ask::table::PairSpace;
use crate::pair::memory::{Memory, Witness};
use crate::pair::{self, Relation};
use crate::shape::Placed;

impl Memory {
    /// [`relation`](crate::relation()) of two shapes, first by what was seen of them; and what is seen now.
    ///
    /// ```
    /// use clearance::pair::Memory;
    /// use clearance::{Placed, Pose, Relation, d3::Shape, glam::DVec3};
    /// let wedge = Shape::convex(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z])?;
    /// let (beside, mut memory) = (Pose::at(DVec3::X * 1.5)?, Memory::default());
    /// let (a, b) = (Placed::new(&wedge, &Pose::IDENTITY), Placed::new(&wedge, &beside));
    /// assert_eq!(memory.relation(a, b), Relation::Disjoint);
    /// assert_ne!(memory, Memory::default()); // it has an axis now, which is looked at first the next time
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn relation<V: PairSpace>(&mut self, a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
        V::relation_recalling(&a, &b, self).unwrap_or_else(|| pair::relation(a, b))
    }
    /// [`intersects`](crate::intersects) of two shapes, first by what was seen of them; and what is seen now.
    pub fn intersects<V: PairSpace>(&mut self, a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
        V::overlaps_recalling(&a, &b, self).unwrap_or_else(|| pair::intersects(a, b))
    }
    /// Whether an axis that was seen shows that two shapes are further apart than `margin`.
    pub(crate) fn parts<V: PairSpace>(
        &self,
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        margin: V::Scalar,
    ) -> bool {
        matches!(self.0, Witness::Axis(_)) && V::are_apart_recalling(a, b, margin, self)
    }
    /// Remembers an axis of the world along which B is apart from A.
    pub(crate) fn see_axis<V: PairSpace>(&mut self, [a, b]: [&Placed<'_, V>; 2], axis: V) {
        if !V::is_remembered(a.shape, b.shape) {
            return;
        }
        let frame = a.place.frame();
        let local = V::project(&frame.axes, axis);
        let mut numbers = [0.0; 3];
        for (k, number) in numbers.iter_mut().enumerate().take(V::DIM) {
            *number = local.get(k).to_f64() as f32;
        }
        self.0 = Witness::Axis(numbers);
    }
}

/// Memories of pairs, by two numbers of the caller's. A scene keeps one by itself.
///
/// It is a table in which a pair has one place; two pairs of one place take turns, and what is forgotten is
/// found again. So nothing need be removed. 28 bytes for each place, of which there are two to four for each
/// pair.
///
/// ```
/// use clearance::pair::PairCache;
/// use clearance::{Placed, Pose, Relation, d3::Shape, glam::DVec3};
/// let wedge = Shape::convex(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z])?;
/// let mut cache = PairCache::with_capacity(1);
/// for step in 0..10 {
///     let pose = Pose::at(DVec3::X * (1.5 - 0.125 * f64::from(step)))?;
///     let (a, b) = (Placed::new(&wedge, &Pose::IDENTITY), Placed::new(&wedge, &pose));
///     assert_eq!(cache.relation([7, 8], a, b), clearance::relation(a, b));
/// }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PairCache {
    /// A power of two of them, or none.
    places: Vec<([u32; 2], Memory)>,
}

impl PairCache {
    /// A cache for this many pairs.
    pub fn with_capacity(pairs: usize) -> Self {
        let mut cache = Self::default();
        cache.reserve(pairs);
        cache
    }
    /// [`relation`](crate::relation()) of two shapes, first by what was seen of this pair. A cache without
    /// room remembers nothing.
    pub fn relation<V: PairSpace>(&mut self, pair: [u32; 2], a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
        self.ask(pair, |memory| memory.relation(a, b))
    }
    /// [`intersects`](crate::intersects) of two shapes, first by what was seen of this pair.
    pub fn intersects<V: PairSpace>(&mut self, pair: [u32; 2], a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
        self.ask(pair, |memory| memory.intersects(a, b))
    }
    /// Makes room for this many pairs, and forgets all if that takes more memory.
    pub fn reserve(&mut self, pairs: usize) {
        let places = if pairs == 0 {
            0
        } else {
            (2 * pairs).next_power_of_two()
        };
        if places > self.places.len() {
            self.places.clear();
            self.places.resize(places, Default::default());
        }
    }
    /// What was seen of a pair.
    #[inline]
    pub(crate) fn get(&self, pair: [u32; 2]) -> Memory {
        match self.places.get(self.place(pair)) {
            Some((owner, memory)) if *owner == pair => *memory,
            _ => Memory::default(),
        }
    }
    pub(crate) fn set(&mut self, pair: [u32; 2], memory: Memory) {
        let place = self.place(pair);
        if let Some(entry) = self.places.get_mut(place) {
            *entry = (pair, memory);
        }
    }
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.places[..])
    }
    fn ask<T>(&mut self, pair: [u32; 2], ask: impl FnOnce(&mut Memory) -> T) -> T {
        let before = self.get(pair);
        let mut memory = before;
        let answer = ask(&mut memory);
        if memory != before {
            self.set(pair, memory);
        }
        answer
    }
    /// By the high bits of a product (Knuth, "The Art of Computer Programming" 3, 6.4).
    #[inline]
    fn place(&self, [a, b]: [u32; 2]) -> usize {
        let key = u64::from(a) << 32 | u64::from(b);
        let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & self.places.len().wrapping_sub(1)
    }
}
