//! Sliding: an object goes on along what it has met with the rest of its motion.
//!
//! The velocity loses what leads into any of the planes that were met since the object last moved. Along one
//! plane, or in 3D along the crease of two, it takes the direction that keeps most of it (Quake's clipping of
//! velocities against several planes). It is then swept as any other motion, so nothing depends on the planes
//! being exact. Velocities against the intended direction are dropped, or else an object would tremble in a
//! corner. If rounding has reduced the gap, the next motion restores it.

use alloc::vec::Vec;

use super::step::{SweepStep, placed};
use super::stop::kept_gap;
use crate::cast::{CastSpace, Motion, swept_aabb};
use crate::math::{Aabb, Real, ScalarOf, Vector, length_above};
use crate::pair::clearance;
use crate::scene::SceneError;
use crate::scene::store::object::Data;

/// How often an object goes on in a step.
const BUMPS: usize = 5;

/// The part of a velocity, in units of the epsilon, that may lead into a plane by rounding.
const LEAN: f64 = 16.0;

/// Space around the path, in units of the epsilon of the size: more than restoring gaps needs.
const ROOM: f64 = 2048.0;

/// A sliding object.
pub(super) struct Slider<V: CastSpace> {
    /// Its place in the list of objects.
    pub(super) object: u32,
    /// The intended motion of the whole step.
    intended: V,
    /// Its motion per step now.
    velocity: V,
    /// The normals of the planes it has met since it last moved, towards them.
    planes: Vec<V>,
    /// The normals of the planes it met in this round.
    new_planes: Vec<V>,
    /// The fraction of the step that it has used up.
    pub(super) used: V::Scalar,
    pub(super) is_sliding: bool,
    /// It never leaves this box.
    pub(super) bounds: Aabb<V>,
    /// More than any gap that is kept.
    margin: V::Scalar,
}

impl<V: CastSpace> Slider<V> {
    pub(super) fn new(object: u32, motion: &Motion<V>, way: &Aabb<V>) -> Self {
        let length = length_above(motion.linear);
        let size = [way.min, way.max]
            .map(Vector::max_abs)
            .into_iter()
            .filter(|x| x.is_finite());
        let size = size.fold(length, Real::max);
        let margin = size * (ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(ROOM));
        Self {
            object,
            intended: motion.linear,
            velocity: motion.linear,
            planes: Vec::new(),
            new_planes: Vec::new(),
            used: Real::ZERO,
            is_sliding: true,
            bounds: way.inflated(length + margin),
            margin,
        }
    }
    /// Chooses the next motion, after a part of the last one.
    fn choose(&mut self, part: V::Scalar) {
        if part > Real::ZERO {
            self.planes.clear();
        }
        self.used += part * (ScalarOf::<V>::ONE - self.used);
        self.planes.append(&mut self.new_planes);
        self.velocity = along(self.velocity, &self.planes);
        self.is_sliding = self.used < Real::ONE && self.velocity.dot(self.intended) > Real::ZERO;
    }
}

impl<V: CastSpace, T: Data> SweepStep<'_, V, T> {
    pub(super) fn slider(&self, object: u32) -> Option<&Slider<V>> {
        let found = self.sliders.binary_search_by_key(&object, |slider| slider.object);
        found.ok().map(|i| &self.sliders[i])
    }
    /// Notes a plane that an object must not go into, if the object slides.
    pub(super) fn add_plane(&mut self, object: u32, normal: V) {
        if let Ok(i) = self.sliders.binary_search_by_key(&object, |slider| slider.object) {
            self.sliders[i].new_planes.push(normal);
        }
    }
    /// Sets all sliding objects on their next way; whether there are any.
    pub(super) fn redirect_sliders(&mut self, round: usize) -> Result<bool, SceneError> {
        if self.sliders.is_empty() {
            return Ok(false);
        }
        let mut sliders = core::mem::take(&mut self.sliders);
        if round == 0 {
            self.stop_all();
        }
        for slider in sliders.iter_mut().filter(|slider| slider.is_sliding) {
            let stop = self.objects[slider.object as usize].stop;
            slider.is_sliding = stop < Real::ONE && round < BUMPS;
            let mut gaps = V::ZERO;
            if slider.is_sliding {
                gaps = self.lost_gaps(slider)?;
                slider.choose(stop);
            }
            self.start_slider(slider, gaps)?;
        }
        let is_any_on = sliders.iter().any(|slider| slider.is_sliding);
        self.sliders = sliders;
        Ok(is_any_on)
    }
    /// After the first round all objects stand still where they have come to.
    fn stop_all(&mut self) {
        let moving = self.objects.iter_mut().zip(&mut self.path_boxes);
        for (object, path) in moving.filter(|(object, _)| object.moves()) {
            object.motion = Motion::none();
            object.is_fast = false;
            *path = object.placed(&object.pose).aabb();
        }
    }
    /// Sets a sliding object on its way, or stops it.
    fn start_slider(&mut self, slider: &mut Slider<V>, gaps: V) -> Result<(), SceneError> {
        let object = &mut self.objects[slider.object as usize];
        let placed = object.placed(&object.pose);
        let rest = slider.velocity * (ScalarOf::<V>::ONE - slider.used) + gaps;
        let still = Motion::none();
        let mut motion = if slider.is_sliding {
            Motion::linear(rest)
        } else {
            still
        };
        let mut path = swept_aabb(placed, &motion)?;
        if !slider.bounds.contains(&path) {
            slider.is_sliding = false;
            (motion, path) = (still, placed.aabb());
        }
        object.motion = motion;
        object.is_fast = slider.is_sliding;
        (object.stop, object.stops) = (Real::ONE, 0);
        self.path_boxes[slider.object as usize] = path;
        Ok(())
    }
    /// What rounding has taken from the gaps to what a sliding object has met, as a motion away from that.
    fn lost_gaps(&self, slider: &Slider<V>) -> Result<V, SceneError> {
        let mut gaps = V::ZERO;
        for pair in self.pairs_of(slider.object) {
            let objects = self.pairs[pair as usize].objects;
            let [a, b] = objects.map(|object| &self.end_boxes[object as usize]);
            let two = self.both(objects);
            if !a.inflated(slider.margin).overlaps(b) || two.iter().any(|m| m.is_sensor) {
                continue;
            }
            let poses = [two[0].pose, two[1].pose];
            let [p, q] = placed(&two, &poses);
            let (kept_gap, c) = (kept_gap(&two)?, clearance(p, q)?);
            if c.distance < kept_gap {
                let is_first = objects[0] == slider.object;
                let away = if is_first { -c.normal } else { c.normal };
                gaps += away * (kept_gap - c.distance).min(kept_gap);
            }
        }
        Ok(gaps)
    }
}

/// The part of a velocity that leads into none of some planes and keeps most of it.
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
