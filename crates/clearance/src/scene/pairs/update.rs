//! A step: from what has changed since the last one to the pairs there are now.

use super::persistent_pairs::PersistentPairs;
use super::pile::has_more_pairs_than;
use crate::cast::CastSpace;
#[cfg(feature = "rayon")]
use crate::index::threads::with_threads_awake;
use crate::index::{Threads, key};
use crate::pair::QueryError;
use crate::scene::store::object::Data;
use crate::scene::{Detail, Handle, Scene, SceneError, StopSignal};

/// A step is small when at most one in this many objects has changed, or two: a walk through all pairs, which
/// touches memory in order, takes as long as looking up those of one in fifty.
const SMALL: usize = 64;
/// So many objects are worth several threads.
const MANY: usize = 1 << 15;

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Brings the pairs up to date with everything that was added, moved, changed or removed since the last
    /// update.
    ///
    /// What began, goes on and ended is then read from [`contacts`](Self::contacts) and
    /// [`sensors`](Self::sensors). Takes time in proportion to the objects that changed where those are few,
    /// else to all; allocates nothing once its lists have grown, but for contacts at seams. The same answers
    /// whatever the index and however many threads.
    ///
    /// Errors: [`SceneError::TooManyPairs`]. Where a pile is seen before its pairs are listed, nothing is
    /// done and the pairs stay those of the last update; where they are too many only once listed, they are
    /// all there. Either way the scene goes on once enough objects have moved away or been removed.
    pub fn update(&mut self) -> Result<(), SceneError> {
        self.update_unless(&|| false)
    }
    /// The same, given up as soon as `is_unwanted` says so, for programs that can be interrupted. It is asked
    /// after every eight pairs, and at seams between two objects, by all threads that work; once it has said
    /// yes it must go on to. To bring the index up to date and to find the boxes that meet is not
    /// interrupted.
    ///
    /// Errors: those of [`update`](Self::update), and [`SceneError::Interrupted`]. Then all objects are where
    /// they were put, and rays and the like are answered as ever; the lists of pairs are empty, as before the
    /// first update. The next update finds all pairs, which count as begun then.
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
            // By a thread of the pool: it need not be asked again for each part of the work.
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
        match self.detail {
            Detail::Nothing => {}
            Detail::Boxes
                if self.store.accepts_all_pairs() && self.index.prefers_all_pairs(&self.store.boxes) =>
            {
                self.list_boxes();
            }
            _ => {
                if !self.step(stop) {
                    return Err(self.give_up());
                }
            }
        }
        self.store.boxes.settle();
        let pairs = self.contacts.len() + self.sensors.len();
        if pairs > self.max_pairs {
            return Err(self.too_many_pairs());
        }
        Ok(())
    }
    /// Forgets all pairs, and has all objects asked about anew at the next update.
    fn give_up(&mut self) -> SceneError {
        self.contacts = PersistentPairs::default();
        self.sensors = PersistentPairs::default();
        self.unanswered.clear();
        self.store.boxes.change_all();
        SceneError::Interrupted
    }
    /// Restores the storage order now, at the cost of a few steps, instead of when it is due; handles stay
    /// what they are. What began and ended at the last update is forgotten.
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
    /// Boxes are soon searched: below a size, waking other threads and collecting what they found takes
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
    /// The whole step where every candidate is a contact: the index writes the list.
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
    /// Finds the pairs of what has changed; whether it came to its end.
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
            self.candidates
                .test_all(&self.store, self.detail, self.threads, stop);
            self.merge_results();
        }
        if self.candidates.results.is_interrupted {
            return false;
        }
        if all {
            // Also those of which nothing has changed were asked about again.
            self.unanswered.clear();
        }
        let is_whole = self.fix_inner_edges(all && !is_small, stop);
        self.note_unanswered();
        is_whole
    }
    /// Judges the candidates of a step in which everything has changed right into the lists of pairs.
    fn test_all_pairs(&mut self, stop: StopSignal<'_>) {
        let results = &mut self.candidates.results;
        self.contacts.begin_whole();
        self.sensors.begin_whole();
        core::mem::swap(&mut self.contacts.now, &mut results.contacts);
        core::mem::swap(&mut self.sensors.now, &mut results.sensors);
        self.candidates
            .test_all(&self.store, self.detail, self.threads, stop);
        let results = &mut self.candidates.results;
        core::mem::swap(&mut self.contacts.now, &mut results.contacts);
        core::mem::swap(&mut self.sensors.now, &mut results.sensors);
        self.contacts.end_whole();
        self.sensors.end_whole();
    }
    /// Puts the pairs of what has changed in place of those it was in before.
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
    /// Keeps the pairs whose question had no answer, with why not.
    fn note_unanswered(&mut self) {
        let store = &self.store;
        let still = |[a, b]: [Handle; 2]| {
            let unchanged = |handle| {
                let slot = store.handle_slot(handle);
                slot.is_some_and(|slot| !store.boxes.is_changed(slot))
            };
            unchanged(a) && unchanged(b)
        };
        self.unanswered.retain(|(pair, _)| still(*pair));
        let unanswered = &mut self.candidates.results.unanswered;
        unanswered.sort_unstable_by_key(|(pair, _)| key(*pair));
        for (pair, error) in &self.candidates.results.unanswered {
            self.unanswered.push((store.handles_of(*pair), *error));
        }
    }
    /// How many pairs the index proposed at the last update, whose boxes meet: those were asked about
    /// exactly. 0 with [`Detail::Nothing`], and with [`Detail::Boxes`] where the proposals are the answer.
    pub fn candidate_count(&self) -> usize {
        self.candidates.pairs.len()
    }
    /// The pairs that could not be judged, with why not: their boxes meet, but they are in no list.
    pub fn unanswered(&self) -> &[([Handle; 2], QueryError)] {
        &self.unanswered
    }
}
