//! What began, what goes on, what ended: read off the lists of pairs when asked.

use alloc::vec::Vec;

use super::pair_set::{Entries, PairSet, Step};
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
    /// The first.
    pub a: Handle,
    /// The second.
    pub b: Handle,
    /// How they lie to each other, where the scene finds that out.
    pub relation: Option<Relation>,
    /// Where they touch, from `a` to `b`, where the scene finds that out. Without points where contacts with
    /// others say it all ([`Scene::with_joined_seams`](crate::scene::Scene::with_joined_seams)).
    pub manifold: Option<&'a Manifold<V>>,
}

impl<V: Vector> Touch<'_, V> {
    /// What an object meets in this pair; `None` where it is not in it.
    pub fn other(&self, object: Handle) -> Option<Handle> {
        if object == self.a {
            return Some(self.b);
        }
        (object == self.b).then_some(self.a)
    }
}

/// The pairs of the last update, contacts or those of sensors.
///
/// Each list is in the order of storage, which depends on nothing but what was done with the scene. What one
/// does not read costs nothing.
#[derive(Debug)]
pub struct Pairs<'a, V: CastSpace, T> {
    pub(in crate::scene) store: &'a Store<V, T>,
    pub(in crate::scene) set: &'a PairSet<V>,
}

impl<V: CastSpace, T> Clone for Pairs<'_, V, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: CastSpace, T> Copy for Pairs<'_, V, T> {}

impl<'a, V: CastSpace, T: Data> Pairs<'a, V, T> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.set.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = Touch<'a, V>> {
        self.set.entries().map(move |entry| self.touch(entry))
    }
    /// Those that an object is in; none where the handle is not valid any more.
    ///
    /// After an update for which few objects had changed, takes time in proportion to how many these are;
    /// else it looks through all pairs.
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
    /// Those that were not there before the last update.
    pub fn began(self) -> impl Iterator<Item = Touch<'a, V>> {
        let now = &self.set.now.pairs;
        let (first, fresh) = match self.set.last {
            Step::Whole => (0, Sift::new(now, &self.set.before.pairs, false)),
            Step::Small => (
                now.len() - self.set.began.len(),
                Sift::new(&self.set.began, &[], false),
            ),
        };
        fresh.map(move |entry| self.touch((first + entry) as u32))
    }
    /// Those that were there before the last update and still are.
    pub fn ongoing(self) -> impl Iterator<Item = Touch<'a, V>> {
        let now = &self.set.now.pairs;
        let entries = match self.set.last {
            Step::Whole => Ongoing::Whole(Sift::new(now, &self.set.before.pairs, true)),
            Step::Small => Ongoing::Small(self.set.entries(), now.len() - self.set.began.len()),
        };
        entries.map(move |entry| self.touch(entry))
    }
    /// Those that were there before the last update and no longer are. Objects that were removed since are
    /// among them: their handles are no longer valid.
    pub fn ended(self) -> impl Iterator<Item = [Handle; 2]> {
        let (list, gone) = match self.set.last {
            Step::Whole => {
                let before = &self.set.before.pairs;
                (before, Sift::new(before, &self.set.now.pairs, false))
            }
            Step::Small => (&self.set.ended, Sift::new(&self.set.ended, &[], false)),
        };
        gone.map(move |entry| self.names(list[entry]))
    }
    fn names(&self, pair: SlotPair) -> [Handle; 2] {
        self.store
            .oriented(pair)
            .map(|slot| self.store.names[slot as usize])
    }
    pub(in crate::scene) fn touch(&self, entry: u32) -> Touch<'a, V> {
        let [a, b] = self.names(self.set.now.pairs[entry as usize]);
        Touch {
            a,
            b,
            relation: self.set.now.facts.relation(entry as usize),
            manifold: self.set.now.facts.manifold(entry as usize),
        }
    }
}

/// The entries of a sorted list whose pairs are, or are not, in another.
struct Sift<'a> {
    list: &'a [SlotPair],
    other: &'a [SlotPair],
    at: usize,
    in_other: bool,
}

impl<'a> Sift<'a> {
    fn new(list: &'a [SlotPair], other: &'a [SlotPair], in_other: bool) -> Self {
        Self {
            list,
            other,
            at: 0,
            in_other,
        }
    }
}

impl Iterator for Sift<'_> {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        while let Some(pair) = self.list.get(self.at) {
            self.at += 1;
            while let [first, rest @ ..] = self.other
                && key(*first) < key(*pair)
            {
                self.other = rest;
            }
            if (self.other.first() == Some(pair)) == self.in_other {
                return Some(self.at - 1);
            }
        }
        None
    }
}

enum Ongoing<'a, V: Vector> {
    Whole(Sift<'a>),
    /// With the first entry that is new.
    Small(Entries<'a, V>, usize),
}

impl<V: Vector> Iterator for Ongoing<'_, V> {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        match self {
            Self::Whole(sift) => sift.next().map(|entry| entry as u32),
            Self::Small(entries, first_new) => entries.find(|entry| (*entry as usize) < *first_new),
        }
    }
}
