//! The update of a scene: from what has changed since the last update to the pairs there are now.

use super::persistent_pairs::PersistentPairs;
use super::pile::has_more_pairs_than;
use crate::cast::CastSpace;
#[cfg(feature = "rayon")]
use crate::index::threads::with_threads_awake;
use crate::index::{Threads, key};
use crate::pair::QueryError;
use crate::scene::store::object::Data;
use crate::scene::{Detail, Handle, Scene, SceneError, StopSignal};

/// A step is small if at most two objects or one in this many have changed. Walking through all pairs, which
/// reads memory in order, takes as long as looking up the pairs of one object in fifty.
const SMALL: usize = 64;
/// The number of objects from which on several threads are worth waking.
const MANY: usize = 1 << 15;

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Brings the pairs up to date with everything that was added, moved, changed or removed since the last
    /// update.
    ///
    /// Which pairs began, go on and ended is then in [`contacts`](Self::contacts) and
    /// [`sensors`](Self::sensors). Takes time in proportion to the number of changed objects if these are
    /// few, otherwise to all objects. Allocates nothing once its lists have grown, except for contacts at
    /// inner edges. The answers are the same with every index and any number of threads.
    ///
    /// Errors: [`SceneError::TooManyPairs`]. If a pile is recognised before its pairs are listed, nothing is
    /// done and the pairs stay those of the last update. If they are found to be too many only once listed,
    /// they are all there. In both cases the scene works again once enough objects have moved away or been
    /// removed.
    pub fn update(&mut self) -> Result<(), SceneError> {
        self.update_unless(&|| false)
    }
    /// The same, stopped as soon as `is_unwanted` says so, for programs that can be interrupted. All threads
    /// that work call it, once per eight pairs, and at inner edges between two objects; once it has said yes
    /// it must go on to say yes. The refresh of the index and its search for boxes that meet are not
    /// interrupted.
    ///
    /// Errors: those of [`update`](Self::update), and [`SceneError::Interrupted`]. Then all objects are where
    /// they were put, queries are answered as usual, and the lists of pairs are empty, as before the first
    /// update. The next update finds all pairs, which then count as begun.
    ///
    /// ```
    /// use clearance::{Pose, d2::Shape, glam::DVec2, scene::{Object, Scene, SceneError}};
    /// let mut scene = Scene::<DVec2>::default();
    /// for _ in 0..2 {
    ///     scene.add(Object::new(Shape::circle(1.0)?, Pose::IDENTITY))?;
    /// }
    /// assert_eq!(scene.update_unless(&|| true), Err(SceneError::Interrupted));
    /// assert_eq!(scene.contacts().len(), 0);
    /// scene.update()?;
    /// assert_eq!((scene.contacts().len(), scene.contacts().began().count()), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update_unless(&mut self, is_unwanted: &(dyn Fn() -> bool + Sync)) -> Result<(), SceneError> {
        #[cfg(feature = "rayon")]
        if self.threads_of_index() == Threads::All {
            // On a thread of the pool: then the pool need not be entered anew for each part of the work.
            return with_threads_awake(|| self.update_pairs(is_unwanted));
        }
        self.update_pairs(is_unwanted)
    }
    fn update_pairs(&mut self, stop: StopSignal<'_>) -> Result<(), SceneError> {
        if self.order.is_due(&self.store) {
            self.sort_storage();
        }
        self.check_pile()?;
        self.store.release_vacated();
        self.store.boxes.sort_changed();
        let threads = self.threads_of_index();
        self.index.refresh(&self.store.boxes, threads);
        let detail = self.detail;
        match detail {
            Detail::Nothing => {}
            Detail::Boxes if self.is_listed_by_index() => self.list_boxes(),
            _ if self.step(stop) => {}
            _ => return Err(self.give_up()),
        }
        self.store.boxes.settle();
        let pairs = self.contacts.len() + self.sensors.len();
        if pairs > self.max_pairs {
            return Err(self.too_many_pairs());
        }
        Ok(())
    }
    /// Forgets all pairs, and marks all objects as changed for the next update.
    fn give_up(&mut self) -> SceneError {
        self.contacts = PersistentPairs::default();
        self.sensors = PersistentPairs::default();
        self.unanswered.clear();
        self.store.boxes.change_all();
        SceneError::Interrupted
    }
    /// Restores the storage order now instead of when it is due. Costs as much as a few steps. Handles stay
    /// valid. Which pairs began and ended at the last update is forgotten.
    pub fn sort_storage(&mut self) {
        let sets = [&mut self.contacts, &mut self.sensors];
        self.order.restore(&mut self.store, sets);
    }
    fn too_many_pairs(&self) -> SceneError {
        SceneError::TooManyPairs {
            limit: self.max_pairs,
        }
    }
    fn is_small_step(&self) -> bool {
        self.store.boxes.changed().len() <= 2 + self.store.boxes.len() / SMALL
    }
    /// Boxes are searched fast: with few of them, waking other threads and collecting their results takes
    /// longer.
    fn threads_of_index(&self) -> Threads {
        self.threads_for(self.store.boxes.changed().len())
    }
    pub(in crate::scene) fn threads_for(&self, objects: usize) -> Threads {
        if objects < MANY {
            Threads::One
        } else {
            self.threads
        }
    }
    fn check_pile(&self) -> Result<(), SceneError> {
        let boxes = &self.store.boxes;
        let possible = boxes.changed().len() as u64 * boxes.len() as u64;
        let listed = self.detail != Detail::Nothing;
        if listed && possible > self.max_pairs as u64 && has_more_pairs_than(boxes, self.max_pairs) {
            return Err(self.too_many_pairs());
        }
        Ok(())
    }
    /// Whether every candidate is a contact, and the index finds all faster than those of changed objects.
    fn is_listed_by_index(&mut self) -> bool {
        self.store.accepts_all_pairs() && self.index.prefers_all_pairs(&self.store.boxes)
    }
    /// A whole step in which every candidate is a contact: the index writes the list.
    fn list_boxes(&mut self) {
        self.unanswered.clear();
        self.sensors.begin_whole();
        self.sensors.now.clear();
        self.sensors.end_whole();
        self.contacts.begin_whole();
        let threads = self.threads_of_index();
        let found = &mut self.contacts.now.pairs;
        self.index.pairs(&self.store.boxes, threads, found);
        self.contacts.end_whole();
    }
    /// Finds the pairs of what has changed; whether it was not interrupted.
    fn step(&mut self, stop: StopSignal<'_>) -> bool {
        let all = self.store.boxes.changed().len() >= self.store.boxes.len();
        let (is_small, threads) = (self.is_small_step(), self.threads_of_index());
        let found = &mut self.candidates.pairs;
        if all {
            self.index.pairs(&self.store.boxes, threads, found);
        } else if is_small {
            self.index.find_changed_pairs(&self.store.boxes, found);
        } else {
            self.index.changed_pairs(&self.store.boxes, threads, found);
        }
        if all && !is_small {
            self.test_all_pairs(stop);
        } else {
            self.test_candidates(stop);
            self.merge_results();
        }
        if self.candidates.results.is_interrupted {
            return false;
        }
        if all {
            // Pairs that have not changed were tested again, too.
            self.unanswered.clear();
        }
        let is_whole = self.fix_inner_edges(all && !is_small, stop);
        self.note_unanswered();
        is_whole
    }
    fn test_candidates(&mut self, stop: StopSignal<'_>) {
        let (store, detail, threads) = (&self.store, self.detail, self.threads);
        self.candidates.test_all(store, detail, threads, stop);
    }
    /// Tests the candidates of a step in which everything has changed, and writes the results right into the
    /// lists of pairs.
    fn test_all_pairs(&mut self, stop: StopSignal<'_>) {
        self.contacts.begin_whole();
        self.sensors.begin_whole();
        self.swap_results();
        self.test_candidates(stop);
        self.swap_results();
        self.contacts.end_whole();
        self.sensors.end_whole();
    }
    fn swap_results(&mut self) {
        let results = &mut self.candidates.results;
        core::mem::swap(&mut self.contacts.now, &mut results.contacts);
        core::mem::swap(&mut self.sensors.now, &mut results.sensors);
    }
    /// Replaces the pairs of what has changed.
    fn merge_results(&mut self) {
        let (boxes, results) = (&self.store.boxes, &self.candidates.results);
        let small = self.is_small_step();
        let sets = [
            (&mut self.contacts, &results.contacts),
            (&mut self.sensors, &results.sensors),
        ];
        for (set, found) in sets {
            if small {
                set.small_step(boxes.changed(), boxes.slots().len(), found);
            } else {
                set.whole_step(found, |pair| pair.iter().any(|&slot| boxes.is_changed(slot)));
            }
        }
    }
    /// Keeps the pairs whose question had no answer, with the error.
    fn note_unanswered(&mut self) {
        let store = &self.store;
        let is_unchanged = |handle: &Handle| {
            let slot = store.handle_slot(*handle);
            slot.is_some_and(|slot| !store.boxes.is_changed(slot))
        };
        self.unanswered.retain(|(pair, _)| pair.iter().all(is_unchanged));
        let unanswered = &mut self.candidates.results.unanswered;
        unanswered.sort_unstable_by_key(|(pair, _)| key(*pair));
        let new = unanswered
            .iter()
            .map(|(pair, error)| (store.handles_of(*pair), *error));
        self.unanswered.extend(new);
    }
    /// The number of pairs that the index proposed at the last update: their boxes meet, and each was tested
    /// exactly. 0 with [`Detail::Nothing`], and with [`Detail::Boxes`] where the proposals are the answer.
    pub fn candidate_count(&self) -> usize {
        self.candidates.pairs.len()
    }
    /// The pairs whose question had no answer, with the error. Their boxes meet, but they are in no other
    /// list.
    pub fn unanswered(&self) -> &[([Handle; 2], QueryError)] {
        &self.unanswered
    }
}
