//! A step without tunnelling: everything moves at once, and a fast object stops before what it first meets.
//!
//! The boxes around all paths go into an index of their own. Two objects whose path boxes meet, at least one
//! of them fast, are swept against each other. Meetings are then handled in the order of time: an object that
//! stops stands still from then on, so its later meetings are computed again.
//!
//! Poses are rounded. An object that stopped exactly at the time of its meeting would overlap half of the
//! time, and in an overlap no sweep can tell what lies ahead. So a gap is kept that is larger than the
//! rounding of poses and sweeps (`stop.rs`). In the end, the relation of the two is tested, and an object
//! that overlaps stops sooner; at the latest where it was before the step, where it overlapped nothing. So by
//! induction each sweep starts from two objects that are apart, and no step ends in an overlap.
//!
//! For two objects without thickness, the relation does not tell which side each is on: `pass_through.rs`
//! sweeps the way between the rounded poses.
//!
//! A sliding object goes on along what it has met, in further rounds in which all others stand still
//! (`slide.rs`).

mod pass_through;
mod round;
mod slide;
mod step;
mod stop;

use alloc::vec::Vec;

use crate::cast::{CastSpace, Motion, SweepHit};
use crate::index::Auto;
use crate::math::Space;
use crate::scene::store::object::Data;
use crate::scene::{Handle, ObjectRef, Scene, SceneError};
use step::SweepStep;

/// How an object moves in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Travel<V: Space> {
    /// It stays where it is.
    Still,
    /// It goes all the way, through everything.
    Free(Motion<V>),
    /// It is fast: it stops before what it first meets.
    Swept(Motion<V>),
    /// It is fast, and goes on along what it meets with the rest of its linear motion, without turning
    /// further.
    Slide(Motion<V>),
}

/// A fast object has met another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting<V: Space> {
    /// The fast object; if both are fast, the one with the smaller handle.
    pub a: Handle,
    /// The other object.
    pub b: Handle,
    /// When they stop, as a fraction of the step, and where they meet; the normal is from `a` to `b`. The
    /// time is that of the pose in which a [`Swept`](Travel::Swept) object is after the step: never later
    /// than the two would touch.
    pub hit: SweepHit<V>,
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Moves everything by a step. A [`Swept`](Travel::Swept) object stops before the first thing it meets,
    /// moving or not. Returns the meetings in the order of time, one for each pair. The pairs of the scene
    /// change with the next update.
    ///
    /// **What is guaranteed.** Take two objects of which one is `Swept` or [`Slide`](Travel::Slide) and the
    /// other is not [`Free`](Travel::Free), and which do not overlap before the step. Then they do not
    /// overlap after it, by the exact [`relation`](crate::relation) of their rounded poses, and neither has
    /// passed through the other. So an object that presses against a wall never gets to its other side,
    /// however many steps it presses. An object that stops keeps a gap of about 2^-39 of the size
    /// (coordinates, lengths and motion of the two, relative to their positions; in `f32`, 2^-16) and some
    /// units in the last place of its position, or the smaller gap that it had.
    ///
    /// **At the start.** Objects that touch are not stopped if they separate or slide along each other. If
    /// two overlap, motion that would make the overlap deeper is stopped, and other motion is not; of the
    /// two, only the one that moves towards the other is stopped. Separating them is left to the contacts.
    /// See [`Start::ReleaseOverlap`](crate::cast::Start::ReleaseOverlap).
    ///
    /// **What goes on.** A `Free` object stops for nothing: what it meets is stopped, and it goes on, even
    /// into or over that. To have a wall stop, make it `Swept`, too. Sensors are met, but neither stop
    /// anything nor are stopped. Filters apply.
    ///
    /// **Sliding.** A `Slide` object that stops goes on with the rest of its motion along the surface, in 3D
    /// also along the crease of two, up to five times, and keeps the gap. All other objects have made their
    /// step by then and stand still. It never goes against the direction it was given. The time of a meeting
    /// is then the fraction of its motion that was used up.
    ///
    /// Costs about a step of an index ([`Auto`]), a sweep for every pair of paths that come near each other,
    /// and a relation for the pairs whose boxes meet at the end.
    ///
    /// Errors: a motion that is not finite or leaves the supported range, a pair that cannot be swept; then
    /// nothing has moved.
    ///
    /// ```
    /// use clearance::{Pose, cast::Motion, d2::Shape, glam::DVec2, scene::{Object, Scene, Travel}};
    /// let mut scene = Scene::<DVec2, f64>::default(); // each object with its speed
    /// let at = |x: f64| Pose::at(DVec2::new(x, 0.0));
    /// let bullet = scene.add(Object::new(Shape::circle(0.5)?, at(0.0)?).with_data(900.0))?;
    /// let pane = scene.add(Object::new(Shape::cuboid(DVec2::new(0.125, 2.0))?, at(7.125)?).with_data(0.0))?;
    /// for _ in 0..100 {
    ///     let met = scene.sweep_step(|object| Travel::Swept(Motion::linear(DVec2::X * *object.data())))?;
    ///     assert_eq!((met[0].a, met[0].b), (bullet, pane));
    ///     let stopped = scene.get(bullet).unwrap().pose().position().x;
    ///     assert!(stopped < 6.5 && stopped > 6.5 - 1e-8); // before the pane, not behind it, however long it presses
    /// }
    /// let slant = DVec2::new(900.0, 1.0);
    /// scene.sweep_step(|object| match *object.data() {
    ///     0.0 => Travel::Still,
    ///     _ => Travel::Slide(Motion::linear(slant)),
    /// })?;
    /// let slid = scene.get(bullet).unwrap().pose().position();
    /// assert!(slid.x < 6.5 && (slid.y - 1.0).abs() < 1e-8); // up along the pane
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep_step(
        &mut self,
        travel: impl Fn(&ObjectRef<'_, V, T>) -> Travel<V>,
    ) -> Result<Vec<Meeting<V>>, SceneError> {
        self.sweep_step_unless(travel, &|| false)
    }
    /// The same, stopped as soon as `is_unwanted` says so. It is called between two pairs; once it has said
    /// yes it must go on to say yes.
    ///
    /// Errors: those of [`sweep_step`](Self::sweep_step), and [`SceneError::Interrupted`]; then nothing has
    /// moved.
    pub fn sweep_step_unless(
        &mut self,
        travel: impl Fn(&ObjectRef<'_, V, T>) -> Travel<V>,
        is_unwanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Meeting<V>>, SceneError> {
        let mut step = SweepStep::new(&self.store, travel, &mut Auto::<V>::default(), is_unwanted)?;
        step.rounds()?;
        let (met, ends) = (step.meetings(), step.final_poses());
        for (slot, pose) in ends {
            self.store.set_pose(slot, &pose);
        }
        Ok(met)
    }
}
