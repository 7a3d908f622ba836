//! A step in which nothing tunnels: everything moves at once, and what is fast stops where it first meets something.
//!
//! The boxes around all ways go into an index of the scene's kind; two objects whose ways come near, at least one of them
//! fast, are swept against each other. Meetings then happen in the order of time: whoever stops stands from then on where
//! it has stopped, so its later meetings are found anew from there.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::object::Data;
use super::store::Store;
use super::{Handle, ObjectRef, Scene, SceneError};
use crate::cast::{CastSpace, Motion, Start, SweepHit, sweep, swept_aabb};
use crate::index::{Boxes, Threads};
use crate::math::{InvalidPose, Pose, Real, ScalarOf, Space};
use crate::pair::{QueryError, relation};
use crate::shape::Placed;

/// How an object goes through a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Travel<V: Space> {
    /// It stays.
    Still,
    /// It goes all the way, through whatever is there.
    Free(Motion<V>),
    /// It is fast: it goes to where it first meets something.
    Swept(Motion<V>),
}

/// A fast object has met another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting<V: Space> {
    /// The one that is fast; the one with the smaller handle where both are.
    pub a: Handle,
    /// The other.
    pub b: Handle,
    /// When, as a part of the step, and where; the normal is from `a` to `b`.
    pub hit: SweepHit<V>,
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Moves everything by a step. An object that is [`Swept`](Travel::Swept) stops where it first meets another, be that
    /// still or moving; the meetings are returned in the order of time. The pairs are those of the next update.
    ///
    /// A touch at the start does not stop what parts or slides along it; what overlaps at the start is left to the
    /// contacts. Sensors are met and do not stop anything, nor are they stopped. Filters apply. Takes about a step of an
    /// index of the scene's kind, and a sweep for every pair of ways that come near.
    ///
    /// Errors: a motion that is not finite or leaves the supported range, a pair that cannot be swept: then nothing has
    /// moved.
    ///
    /// ```
    /// use clearance::{Pose, cast::Motion, d2::Shape, glam::DVec2, scene::{Object, Scene, Travel}};
    /// let mut scene = Scene::<DVec2, f64>::default(); // each object with its speed
    /// let at = |x: f64| Pose::at(DVec2::new(x, 0.0));
    /// let bullet = scene.add(Object::new(Shape::circle(0.5)?, at(0.0)?).with_data(900.0))?;
    /// let pane = scene.add(Object::new(Shape::cuboid(DVec2::new(0.125, 2.0))?, at(7.125)?).with_data(0.0))?;
    /// let met = scene.sweep_step(|object| Travel::Swept(Motion::linear(DVec2::X * *object.data())))?;
    /// assert_eq!((met[0].a, met[0].b), (bullet, pane));
    /// let stopped = scene.get(bullet).unwrap().pose().position().x;
    /// assert!((stopped - 6.5).abs() < 1e-9); // before the pane, not behind it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep_step(
        &mut self,
        travel: impl Fn(&ObjectRef<'_, V, T>) -> Travel<V>,
    ) -> Result<Vec<Meeting<V>>, SceneError> {
        let mut step = SweepStep {
            store: &self.store,
            movers: movers(&self.store, travel),
            pairs: Vec::new(),
            of_slot: Vec::new(),
            queue: BTreeSet::new(),
        };
        step.find_pairs(self.index.kind().create().as_mut())?;
        let met = step.run()?;
        for (slot, pose) in step.ends()? {
            self.store.set_pose(slot, &pose);
        }
        Ok(met)
    }
}

/// An object on its way.
#[derive(Clone, Copy)]
struct Mover<V: Space> {
    pose: Pose<V>,
    motion: Motion<V>,
    is_fast: bool,
    is_sensor: bool,
    /// When it stops; 1 where it goes all the way.
    stop: V::Scalar,
}

impl<V: Space> Mover<V> {
    fn at(&self, time: V::Scalar) -> Result<Pose<V>, InvalidPose> {
        self.motion.at(&self.pose, time.min(self.stop))
    }
    /// How it moves from a time to the end.
    fn rest(&self, from: V::Scalar) -> Motion<V> {
        if self.stop < Real::ONE {
            return Motion::none();
        }
        self.motion.part(ScalarOf::<V>::ONE - from)
    }
    fn goes_on(&self) -> bool {
        self.is_fast && self.stop >= Real::ONE
    }
}

/// A fast object, another whose way comes near, and when they meet.
struct Near<V: Space> {
    slots: [u32; 2],
    hit: Option<SweepHit<V>>,
}

struct SweepStep<'s, V: CastSpace, T> {
    store: &'s Store<V, T>,
    /// By slot.
    movers: Vec<Option<Mover<V>>>,
    pairs: Vec<Near<V>>,
    /// Which slot is in which pair, in order.
    of_slot: Vec<(u32, u32)>,
    /// The bits of the time, which are ordered as times are, and the pair.
    queue: BTreeSet<(u64, u32)>,
}

fn movers<V: CastSpace, T: Data>(
    store: &Store<V, T>,
    travel: impl Fn(&ObjectRef<'_, V, T>) -> Travel<V>,
) -> Vec<Option<Mover<V>>> {
    let slots = 0..store.boxes.slots().len() as u32;
    let mover = |object: ObjectRef<'_, V, T>| {
        let (motion, is_fast) = match travel(&object) {
            Travel::Still => (Motion::none(), false),
            Travel::Free(motion) => (motion, false),
            Travel::Swept(motion) => (motion, !object.is_sensor()),
        };
        Mover {
            pose: *object.pose(),
            motion,
            is_fast,
            is_sensor: object.is_sensor(),
            stop: Real::ONE,
        }
    };
    slots.map(|slot| store.view(slot).map(mover)).collect()
}

impl<V: CastSpace, T: Data> SweepStep<'_, V, T> {
    /// All pairs of ways that come near, at least one of a fast object, and when they meet.
    fn find_pairs(&mut self, index: &mut dyn crate::index::Index<V>) -> Result<(), SceneError> {
        let mut boxes = Boxes::new();
        let mut slot_of = Vec::new();
        for (slot, mover) in (0_u32..).zip(&self.movers) {
            if let (Some(mover), Some(object)) = (mover, self.store.view(slot)) {
                let aabb = swept_aabb(object.placed(), &mover.motion)?;
                boxes
                    .insert(aabb.union(object.aabb()))
                    .map_err(|_| QueryError::NotFinite("motion"))?;
                slot_of.push(slot);
            }
        }
        index.refresh(&boxes, Threads::One);
        for (entry, &slot) in (0_u32..).zip(&slot_of) {
            if !self.is_fast(slot) {
                continue;
            }
            let mut others = Vec::new();
            let _ = index.overlapping(&boxes, &boxes.slots()[entry as usize], &mut |other| {
                others.push(slot_of[other as usize]);
                ControlFlow::Continue(())
            });
            others.retain(|&other| self.is_pair(slot, other));
            others.sort_unstable();
            for other in others {
                self.pairs.push(Near {
                    slots: [slot, other],
                    hit: None,
                });
            }
        }
        for pair in 0..self.pairs.len() as u32 {
            let slots = self.pairs[pair as usize].slots;
            self.of_slot.extend(slots.map(|slot| (slot, pair)));
            self.meet_after(pair, Real::ZERO)?;
        }
        self.of_slot.sort_unstable();
        Ok(())
    }
    fn is_fast(&self, slot: u32) -> bool {
        self.movers[slot as usize].is_some_and(|mover| mover.is_fast)
    }
    /// Whether two are tested, and this is the order in which a fast one comes first.
    fn is_pair(&self, fast: u32, other: u32) -> bool {
        let name = |slot: u32| self.store.names[slot as usize];
        let is_first = !self.is_fast(other) || name(fast) < name(other);
        is_first && fast != other && self.store.filter(fast).allows(self.store.filter(other))
    }
    /// Finds out when two meet, not before `from`.
    fn meet_after(&mut self, pair: u32, from: V::Scalar) -> Result<(), SceneError> {
        let near = &self.pairs[pair as usize];
        if let Some(old) = near.hit {
            self.queue.remove(&(order(old.time), pair));
        }
        let [a, b] = near.slots.map(|slot| self.movers[slot as usize]);
        let (Some(a), Some(b)) = (a, b) else { return Ok(()) };
        let mut hit = None;
        if a.goes_on() || b.goes_on() {
            let poses = [a.at(from)?, b.at(from)?];
            let shapes = near
                .slots
                .map(|slot| self.store.view(slot).map(|object| object.shape()));
            let [Some(p), Some(q)] = shapes else { return Ok(()) };
            let (p, q) = (Placed::<V>::new(p, &poses[0]), Placed::<V>::new(q, &poses[1]));
            hit = sweep(p, &a.rest(from), q, &b.rest(from), Start::Release)?;
            if hit.is_some_and(|hit| hit.time <= Real::ZERO) && relation(p, q)?.overlaps() {
                hit = None;
            }
        }
        let rest = ScalarOf::<V>::ONE - from;
        let hit = hit.map(|hit| SweepHit {
            time: (from + hit.time * rest).min(Real::ONE),
            ..hit
        });
        self.pairs[pair as usize].hit = hit;
        if let Some(hit) = hit {
            self.queue.insert((order(hit.time), pair));
        }
        Ok(())
    }
    /// Lets the meetings happen.
    fn run(&mut self) -> Result<Vec<Meeting<V>>, SceneError> {
        let mut met = Vec::new();
        while let Some((_, pair)) = self.queue.pop_first() {
            let near = &mut self.pairs[pair as usize];
            let Some(hit) = near.hit.take() else { continue };
            let slots = near.slots;
            let [a, b] = slots.map(|slot| self.store.names[slot as usize]);
            met.push(Meeting { a, b, hit });
            let is_stop = slots.iter().all(|&slot| !self.is_sensor(slot));
            for slot in slots.into_iter().filter(|_| is_stop) {
                self.stop(slot, hit.time)?;
            }
        }
        Ok(met)
    }
    fn is_sensor(&self, slot: u32) -> bool {
        self.movers[slot as usize].is_some_and(|mover| mover.is_sensor)
    }
    /// A fast object stands still from now on; its other meetings are found anew.
    fn stop(&mut self, slot: u32, time: V::Scalar) -> Result<(), SceneError> {
        let Some(mover) = self.movers[slot as usize]
            .as_mut()
            .filter(|mover| mover.goes_on())
        else {
            return Ok(());
        };
        mover.stop = time;
        if time >= Real::ONE {
            return Ok(());
        }
        let first = self.of_slot.partition_point(|&(s, _)| s < slot);
        let pairs: Vec<u32> = self.of_slot[first..]
            .iter()
            .take_while(|&&(s, _)| s == slot)
            .map(|&(_, pair)| pair)
            .collect();
        pairs.into_iter().try_for_each(|pair| self.meet_after(pair, time))
    }
    /// Where everything that moves ends up.
    fn ends(&self) -> Result<Vec<(u32, Pose<V>)>, SceneError> {
        let movers = (0_u32..).zip(&self.movers);
        let moving = movers.filter_map(|(slot, mover)| mover.map(|mover| (slot, mover)));
        moving
            .filter(|(_, mover)| mover.motion != Motion::none())
            .map(|(slot, mover)| Ok((slot, mover.at(Real::ONE)?)))
            .collect()
    }
}

/// A time from 0 on as a number that compares as it does.
fn order<S: Real>(time: S) -> u64 {
    (time.to_f64() + 0.0).to_bits()
}
