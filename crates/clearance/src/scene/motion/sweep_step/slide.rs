//! What slides: it goes on along what it has met with what is left of its motion.
//!
//! Of the velocity is kept what leads into none of the planes that were met since the object last moved:
//! along a plane, or in space along the crease of two, whichever keeps most (Quake's clipping of velocities
//! against several planes). It is then one more sweep as any other, so nothing rests on the planes being
//! right. Velocities that lead back are dropped, else an object would tremble in a corner. Where rounding has
//! taken some of the gap, the next motion gives it back.

use alloc::vec::Vec;

use super::near::Step;
use crate::cast::{CastSpace, Motion, swept_aabb};
use crate::math::{Aabb, Real, ScalarOf, Vector, length_above};
use crate::pair::clearance;
use crate::scene::SceneError;
use crate::scene::store::object::Data;
use crate::shape::Placed;

/// So often an object goes on in a step.
const BUMPS: usize = 5;

/// Parts of a velocity that may lead into a plane and count as rounding.
const LEAN: f64 = 16.0;

/// Roundings of the size for which there is room beside the way: more than the gaps given back take.
const ROOM: f64 = 2048.0;

/// An object that slides.
pub(super) struct Slider<V: CastSpace> {
    pub(super) slot: u32,
    /// The way it was to go in the whole step.
    wish: V,
    /// The way it goes in a whole step.
    velocity: V,
    /// What it may not go into, since it last moved, from it on.
    planes: Vec<V>,
    /// What it met in this round.
    touches: Vec<V>,
    /// Which part of the step it has used up.
    pub(super) used: V::Scalar,
    pub(super) is_on: bool,
    /// No way leads out of this.
    pub(super) room: Aabb<V>,
    /// More than any gap that is kept.
    margin: V::Scalar,
}

impl<V: CastSpace> Slider<V> {
    pub(super) fn new(slot: u32, motion: &Motion<V>, way: &Aabb<V>) -> Self {
        let length = length_above(motion.linear);
        let size = [way.min, way.max]
            .map(Vector::max_abs)
            .into_iter()
            .filter(|x| x.is_finite());
        let size = size.fold(length, Real::max);
        let margin = size * (ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(ROOM));
        Self {
            slot,
            wish: motion.linear,
            velocity: motion.linear,
            planes: Vec::new(),
            touches: Vec::new(),
            used: Real::ZERO,
            is_on: true,
            room: way.inflated(length + margin),
            margin,
        }
    }
    /// Chooses the way on after a part of the last one.
    fn choose(&mut self, part: V::Scalar) {
        if part > Real::ZERO {
            self.planes.clear();
        }
        self.used += part * (ScalarOf::<V>::ONE - self.used);
        self.planes.append(&mut self.touches);
        self.velocity = along(self.velocity, &self.planes);
        self.is_on = self.used < Real::ONE && self.velocity.dot(self.wish) > Real::ZERO;
    }
}

impl<V: CastSpace, T: Data> Step<'_, V, T> {
    pub(super) fn slider(&self, slot: u32) -> Option<&Slider<V>> {
        let found = self.sliders.binary_search_by_key(&slot, |slider| slider.slot);
        found.ok().map(|i| &self.sliders[i])
    }
    /// Notes a plane that an object may not go into, if it slides.
    pub(super) fn touch(&mut self, slot: u32, normal: V) {
        if let Ok(i) = self.sliders.binary_search_by_key(&slot, |slider| slider.slot) {
            self.sliders[i].touches.push(normal);
        }
    }
    /// Sends those on their new way that slide on; false where there are none.
    pub(super) fn bend(&mut self, round: usize) -> Result<bool, SceneError> {
        if self.sliders.is_empty() {
            return Ok(false);
        }
        let mut sliders = core::mem::take(&mut self.sliders);
        let stops: Vec<_> = sliders
            .iter()
            .map(|slider| self.movers[slider.slot as usize].map(|m| m.stop))
            .collect();
        if round == 0 {
            self.stand()?;
        }
        for (slider, stop) in sliders.iter_mut().zip(stops).filter(|(slider, _)| slider.is_on) {
            let stop = stop.unwrap_or(Real::ONE);
            slider.is_on = stop < Real::ONE && round < BUMPS;
            let gaps = if slider.is_on {
                self.give_back(slider)?
            } else {
                V::ZERO
            };
            if slider.is_on {
                slider.choose(stop);
            }
            self.send(slider, gaps)?;
        }
        let is_any_on = sliders.iter().any(|slider| slider.is_on);
        self.sliders = sliders;
        Ok(is_any_on)
    }
    /// After the first round all stand where they have come to.
    fn stand(&mut self) -> Result<(), SceneError> {
        for slot in 0..self.movers.len() {
            let Some(mover) = self.movers[slot].as_mut().filter(|mover| mover.moves()) else {
                continue;
            };
            mover.motion = Motion::none();
            mover.is_fast = false;
            if let Some(shape) = self.store.shape(slot as u32) {
                self.ways[slot] = Placed::<V>::new(shape, &mover.pose).aabb();
            }
        }
        Ok(())
    }
    /// Puts a slider on its way, or lets it stand.
    fn send(&mut self, slider: &mut Slider<V>, gaps: V) -> Result<(), SceneError> {
        let slot = slider.slot as usize;
        let (Some(mover), Some(shape)) = (self.movers[slot].as_mut(), self.store.shape(slider.slot)) else {
            return Ok(());
        };
        let placed = Placed::<V>::new(shape, &mover.pose);
        let rest = slider.velocity * (ScalarOf::<V>::ONE - slider.used) + gaps;
        let mut motion = if slider.is_on {
            Motion::linear(rest)
        } else {
            Motion::none()
        };
        let mut way = swept_aabb(placed, &motion)?;
        if !slider.room.contains(&way) {
            slider.is_on = false;
            (motion, way) = (Motion::none(), placed.aabb());
        }
        mover.motion = motion;
        mover.is_fast = slider.is_on;
        (mover.stop, mover.stops) = (Real::ONE, 0);
        self.ways[slot] = way;
        Ok(())
    }
    /// What rounding has taken off the gaps to what a slider has met, as a motion away from that.
    fn give_back(&self, slider: &Slider<V>) -> Result<V, SceneError> {
        let mut gaps = V::ZERO;
        for pair in self.pairs_of(slider.slot) {
            let slots = self.pairs[pair as usize].slots;
            let [a, b] = slots.map(|slot| &self.ends[slot as usize]);
            let is_near = a.inflated(slider.margin).overlaps(b);
            let Some(two) = self
                .two(slots)
                .filter(|two| is_near && two.iter().all(|m| !m.is_sensor))
            else {
                continue;
            };
            let poses = [two[0].pose, two[1].pose];
            let Some([p, q]) = self.placed(slots, &poses) else {
                continue;
            };
            let (skin, c) = (self.skin(slots)?, clearance(p, q)?);
            if c.distance < skin {
                let away = if slots[0] == slider.slot {
                    -c.normal
                } else {
                    c.normal
                };
                gaps += away * (skin - c.distance).min(skin);
            }
        }
        Ok(gaps)
    }
}

/// The part of a velocity that leads into none of some planes and keeps most.
fn along<V: Vector>(velocity: V, planes: &[V]) -> V {
    let lean = velocity.length() * (ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(LEAN));
    let is_free = |v: V| planes.iter().all(|plane| v.dot(*plane) <= lean);
    if is_free(velocity) {
        return velocity;
    }
    let mut best = V::ZERO;
    let mut offer = |v: V| {
        if v.dot(velocity) > best.dot(velocity) && is_free(v) {
            best = v;
        }
    };
    for (i, one) in planes.iter().enumerate() {
        offer(velocity - *one * velocity.dot(*one));
        for other in planes[i + 1..]
            .iter()
            .filter_map(|other| one.across(*other)?.normalized())
        {
            offer(other * velocity.dot(other));
        }
    }
    best
}
