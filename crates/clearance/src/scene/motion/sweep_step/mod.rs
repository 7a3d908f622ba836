//! A step in which nothing tunnels: everything moves at once, and what is fast stops before what it first
//! meets.
//!
//! The boxes around all ways go into an index of their own; two objects whose ways come near, at least one of
//! them fast, are swept against each other. Meetings then happen in the order of time: whoever stops stands
//! from then on where it has stopped, so its later meetings are found anew from there.
//!
//! A pose is rounded. What stopped at the very time of its meeting would overlap half of the time, and from
//! an overlap no sweep can tell what lies ahead. So a gap is kept that is above what rounding does to poses
//! and sweeps (`stop.rs`), the relation of the two where they end up is asked for, and whoever overlaps stops
//! sooner; at the latest where it stood before the step, which nothing overlapped. So by induction each sweep
//! starts from two that are apart, and no step ends in an overlap.
//!
//! Of two without a thickness the relation does not tell on which side each is: `side.rs` looks at the way
//! between the poses.
//!
//! What slides goes on along what it has met in further rounds, in which all others stand (`slide.rs`).

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

/// How an object goes through a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Travel<V: Space> {
    /// It stays.
    Still,
    /// It goes all the way, through whatever is there.
    Free(Motion<V>),
    /// It is fast: it goes to where it first meets something.
    Swept(Motion<V>),
    /// It is fast, and goes on along what it meets with what is left of its straight motion; it turns no
    /// further.
    Slide(Motion<V>),
}

/// A fast object has met another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting<V: Space> {
    /// The one that is fast; the one with the smaller handle where both are.
    pub a: Handle,
    /// The other.
    pub b: Handle,
    /// When they stop, as a part of the step, and where they meet; the normal is from `a` to `b`. The time is
    /// that of the pose where what is [`Swept`](Travel::Swept) stands after the step: never later than the
    /// two would touch.
    pub hit: SweepHit<V>,
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Moves everything by a step. An object that is [`Swept`](Travel::Swept) stops before what it first
    /// meets, be that still or moving; the meetings are returned in the order of time, each two once. The
    /// pairs are those of the next update.
    ///
    /// **What is kept.** Two objects of which one is `Swept` or [`Slide`](Travel::Slide) and the other
    /// anything but [`Free`](Travel::Free), and which do not overlap before the step, do not overlap after
    /// it, by their exact [`relation`](crate::relation) where they then stand, and neither has passed through
    /// the other. So what presses against a wall never gets to its other side, however many steps it presses.
    /// What stops keeps a gap of some 2^-39 of the size (coordinates, lengths and motion of the two, seen
    /// from where they are; in `f32`, 2^-16) and some units in the last place of its position, or the smaller
    /// one that it had.
    ///
    /// **At the start.** A touch does not stop what parts or slides along it. An overlap stops what would
    /// make it deeper and lets go all else; of the two, only the one that moves towards the other is stopped.
    /// To part them is left to the contacts. See
    /// [`Start::ReleaseOverlap`](crate::cast::Start::ReleaseOverlap).
    ///
    /// **What goes on.** An object that is `Free` stops for nothing: what it meets is stopped, and it goes
    /// on, into or over that if that is where it goes. A wall that is not to do so is `Swept` too. Sensors
    /// are met and do not stop anything, nor are they stopped. Filters apply.
    ///
    /// **Sliding.** An object that is `Slide` and stops goes on with what its motion has left along the
    /// surface, or in space the crease of two, up to five times, and keeps the gap as it goes; everything
    /// else has made its step by then and stands. It is let go nowhere against the direction it was given.
    /// The time of a meeting is then the part of its motion that was used up.
    ///
    /// Takes about a step of an index ([`Auto`]), a sweep for every pair of ways that come near, and a
    /// relation for those whose boxes meet at the end.
    ///
    /// Errors: a motion that is not finite or leaves the supported range, a pair that cannot be swept: then
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
    /// The same, given up as soon as `is_unwanted` says so, which is asked between two pairs; once it has
    /// said yes it must go on to.
    ///
    /// Errors: those of [`sweep_step`](Self::sweep_step), and [`SceneError::Interrupted`]: then nothing has
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
