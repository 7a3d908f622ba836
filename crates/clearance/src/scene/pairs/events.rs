//! Which pairs began, go on and ended: read from the lists of pairs when a caller asks.

use alloc::vec::Vec;

use super::persistent_pairs::{PersistentPairs, StepKind};
use crate::cast::CastSpace;
use crate::index::{SlotPair, key};
use crate::math::Vector;
use crate::pair::{Manifold, Relation};
use crate::scene::Handle;
use crate::scene::store::Store;
use crate::scene::store::object::Data;

/// Two objects that meet. `a` is the one with the smaller handle, in every step.
#[derive(Clone, Copy, Debug)]
pub struct Touch<'a, V: Vector> {
    /// The first object.
    pub a: Handle,
    /// The second object.
    pub b: Handle,
    /// The relation of the two; `None` where the scene's [`Detail`](crate::scene::Detail) does not include
    /// it.
    pub relation: Option<Relation>,
    /// The contact manifold, normal from `a` to `b`; `None` where the scene's
    /// [`Detail`](crate::scene::Detail) does not include it. It has no points where the contacts with other
    /// objects suffice ([`Scene::with_joined_seams`](crate::scene::Scene::with_joined_seams)).
    pub manifold: Option<&'a Manifold<V>>,
}

impl<V: Vector> Touch<'_, V> {
    /// The partner of an object in this pair; `None` where the object is not in it.
    pub fn other(&self, object: Handle) -> Option<Handle> {
        if object == self.a {
            return Some(self.b);
        }
        (object == self.b).then_some(self.a)
    }
}

/// The pairs of the last update: the contacts, or the pairs with a sensor.
///
/// Each list is in storage order, which depends only on the calls that changed the scene. A list that is not
/// read costs nothing.
#[derive(Debug)]
pub struct Pairs<'a, V: CastSpace, T> {
    pub(in crate::scene) store: &'a Store<V, T>,
    pub(in crate::scene) set: &'a PersistentPairs<V>,
}

impl<V: CastSpace, T> Clone for Pairs<'_, V, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: CastSpace, T> Copy for Pairs<'_, V, T> {}

impl<'a, V: CastSpace, T: Data> Pairs<'a, V, T> {
    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.set.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// All pairs.
    pub fn iter(self) -> impl Iterator<Item = Touch<'a, V>> {
        self.set.entries().map(move |entry| self.touch(entry))
    }
    /// The pairs that an object is in; none where the handle is no longer valid.
    ///
    /// Takes time in proportion to the number of these pairs if few objects had changed before the last
    /// update; otherwise it looks through all pairs.
    ///
    /// ```
    /// use clearance::{d2::Shape, glam::Vec2, math::Pose, scene::{Object, Scene}};
    /// let mut scene = Scene::<Vec2, ()>::default();
    /// let ball = Shape::circle(1.0)?;
    /// let [left, middle, right] = [0.0, 1.5, 3.0].map(|x| {
    ///     scene.add(Object::new(ball.clone(), Pose::at(Vec2::X * x).unwrap())).unwrap()
    /// });
    /// scene.update()?;
    /// assert_eq!(scene.contacts().of(middle).count(), 2);
    /// assert!(scene.contacts().of(right).all(|touch| touch.other(right) == Some(middle)));
    /// # let _ = left;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(self, object: Handle) -> impl Iterator<Item = Touch<'a, V>> {
        let slot = self.store.handle_slot(object);
        let entries = slot.map_or_else(Vec::new, |slot| self.set.entries_of(slot));
        entries.into_iter().map(move |entry| self.touch(entry))
    }
    /// The pairs that were not there before the last update.
    pub fn began(self) -> impl Iterator<Item = Touch<'a, V>> {
        let now = &self.set.now.pairs;
        let first = match self.set.last {
            StepKind::Whole => 0,
            StepKind::Small => now.len() - self.set.began.len(),
        };
        let mut before = SortedSet(self.set.previous_pairs());
        let began = (first..now.len()).filter(move |&entry| !before.has(now[entry]));
        began.map(move |entry| self.touch(entry as u32))
    }
    /// The pairs that were there before the last update and still are.
    pub fn ongoing(self) -> impl Iterator<Item = Touch<'a, V>> {
        let (now, last) = (&self.set.now.pairs, self.set.last);
        let first_new = now.len() - self.set.began.len();
        let mut before = SortedSet(self.set.previous_pairs());
        let ongoing = self.set.entries().filter(move |&entry| match last {
            StepKind::Whole => before.has(now[entry as usize]),
            StepKind::Small => (entry as usize) < first_new,
        });
        ongoing.map(move |entry| self.touch(entry))
    }
    /// The pairs that were there before the last update and no longer are. Objects that were removed since
    /// are among them: their handles are no longer valid.
    pub fn ended(self) -> impl Iterator<Item = [Handle; 2]> {
        let (before, mut now) = match self.set.last {
            StepKind::Whole => (&self.set.before.pairs, SortedSet(&self.set.now.pairs)),
            StepKind::Small => (&self.set.ended, SortedSet(&[])),
        };
        let ended = before.iter().filter(move |pair| !now.has(**pair));
        ended.map(move |pair| self.store.handles_of(*pair))
    }
    fn touch(&self, entry: u32) -> Touch<'a, V> {
        let [a, b] = self.store.handles_of(self.set.now.pairs[entry as usize]);
        let details = &self.set.now.details;
        let (relation, manifold) = (details.relation(entry as usize), details.manifold(entry as usize));
        Touch {
            a,
            b,
            relation,
            manifold,
        }
    }
}

/// A sorted list of pairs that is asked for pairs in ascending order.
struct SortedSet<'a>(&'a [SlotPair]);

impl SortedSet<'_> {
    fn has(&mut self, pair: SlotPair) -> bool {
        while let [first, rest @ ..] = self.0
            && key(*first) < key(pair)
        {
            self.0 = rest;
        }
        self.0.first() == Some(&pair)
    }
}
