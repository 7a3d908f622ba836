//! One step of a character, from a state to the next: where games call in.

use super::capsule::settings::Capsule;
use super::check::{GATHERINGS, upright};
use super::cuboid::attempt::Attempt;
use super::cuboid::{Box, BoxState};
use super::room::Room;
use super::state::{Input, State, Step, Task};
use crate::character::CharacterSpace;
use crate::math::{Real, ScalarOf};
use crate::pair::QueryError;
use crate::scene::{Accept, Data, Scene};

impl<V: CharacterSpace> Capsule<V> {
    /// Moves the character by one step of time.
    ///
    /// The scene does not change: objects that the character presses against stay where they are, and are
    /// listed in [`Step::hits`]. The character itself must not be among the objects that `about` accepts.
    ///
    /// An object that has moved since the state was made is a moving platform: it carries the character that
    /// stands on it, and a character that leaves it keeps its velocity. Other objects that move push the
    /// character on all of their way if the step is told of the way ([`Room::movers`]), else out of where
    /// they are now. The character is never moved into anything: where there is no room left,
    /// [`Step::crushed`] says so.
    ///
    /// Errors: a wish, jump or time that is not finite, a negative time, a way that leads beyond the range of
    /// floats, and those of [`clearance`](crate::clearance()).
    ///
    /// ```
    /// use clearance::{Pose, character::{Capsule, Input, Settings, State}, d3::Shape, glam::DVec3};
    /// use clearance::scene::{Filter, Object, Scene};
    /// let mut scene = Scene::<DVec3>::default();
    /// scene.add(Object::new(Shape::half_space(DVec3::Y, 0.0)?, Pose::IDENTITY))?;
    /// scene.update()?;
    /// let walker = Capsule::new(&Settings::new(0.3, 1.8, 9.81))?;
    /// let mut state = State::at(DVec3::Y); // a metre above the ground
    /// for _ in 0..60 {
    ///     let step = walker.step(&scene, &state, &Input::walk(DVec3::X), 1.0 / 60.0, &Filter::ALL)?;
    ///     state = step.state;
    /// }
    /// assert!(state.is_standing() && (state.position.x - 1.0).abs() < 1e-6);
    /// assert!((state.position.y - walker.settings().skin).abs() < 2e-3); // it keeps a small gap
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step<T: Data>(
        &self,
        scene: &Scene<V, T>,
        state: &State<V>,
        input: &Input<V>,
        time: V::Scalar,
        about: &impl Accept<V, T>,
    ) -> Result<Step<V>, QueryError> {
        let mut room = Room::default();
        self.step_in(&mut room, scene, state, input, time, about)?;
        Ok(room.capsule.step)
    }
    /// The same with memory that is kept from step to step, of one character or of many in turn. Such a step
    /// does not allocate.
    ///
    /// Errors: those of [`step`](Self::step).
    ///
    /// ```
    /// use clearance::{Pose, character::{Capsule, Input, Room, Settings, State}, d2::Shape, glam::DVec2};
    /// use clearance::scene::{Filter, Object, Scene};
    /// let mut scene = Scene::<DVec2>::default();
    /// scene.add(Object::new(Shape::half_space(DVec2::Y, 0.0)?, Pose::IDENTITY))?;
    /// let walker = Capsule::new(&Settings::new(0.3, 1.8, 9.81))?;
    /// let mut crowd: Vec<_> = (0..100).map(|i| State::at(DVec2::X * f64::from(i))).collect();
    /// let (mut room, input) = (Room::default(), Input::walk(DVec2::X));
    /// for state in &mut crowd {
    ///     *state = walker.step_in(&mut room, &scene, state, &input, 0.5, &Filter::ALL)?.state;
    /// }
    /// assert!(crowd.iter().all(|state| state.is_standing()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_in<'r, T: Data>(
        &self,
        room: &'r mut Room<V>,
        scene: &Scene<V, T>,
        state: &State<V>,
        input: &Input<V>,
        time: V::Scalar,
        about: &impl Accept<V, T>,
    ) -> Result<&'r Step<V>, QueryError> {
        let start = (state.position, state.fall, state.standing.as_ref());
        let foot = state.position + self.lower_center();
        let mut task = Task::new(scene, start, foot, (input, self.settings().up), time)?;
        task.wish = self.horizontal(task.wish);
        let mut more = ScalarOf::<V>::ZERO;
        for _ in 0..GATHERINGS {
            let scene = (scene, &room.movers);
            let lacks = self.attempt(&mut room.capsule, scene, state, &task, about, more)?;
            if lacks <= more || !lacks.is_finite() {
                break;
            }
            more = lacks;
        }
        let end = &room.capsule.step.state;
        if !(end.position.is_finite() && end.fall.is_finite()) {
            return Err(QueryError::NotFinite("motion"));
        }
        Ok(&room.capsule.step)
    }
}

impl<V: CharacterSpace> Box<V> {
    /// Moves the character by one step of time. Objects that move carry, push and crush it as they do a
    /// capsule. The character itself must not be among the objects that `about` accepts.
    ///
    /// Errors: those of [`Capsule::step`].
    ///
    /// ```
    /// use clearance::{Pose, character::{Box, BoxSettings, BoxState, Input}, d2::Shape, glam::DVec2};
    /// use clearance::scene::{Filter, Object, Scene};
    /// let mut scene = Scene::<DVec2>::default();
    /// let ramp = Shape::convex(&[DVec2::ZERO, DVec2::new(20.0, 0.0), DVec2::new(20.0, 10.0)])?;
    /// scene.add(Object::new(ramp, Pose::IDENTITY))?;
    /// let settings = BoxSettings { half_extents: DVec2::new(0.5, 1.0), gravity: 9.81, max_slope: 0.7, reach: 0.5, skin: 0.01 };
    /// let walker = Box::new(&settings)?;
    /// let mut state = BoxState::at(DVec2::new(5.0, 3.0));
    /// for _ in 0..120 {
    ///     state = walker.step(&scene, &state, &Input::walk(DVec2::X), 1.0 / 60.0, &Filter::ALL)?;
    /// }
    /// assert!(state.ground.is_some() && (state.position.x - 7.0).abs() < 0.05); // it had to land first
    /// # Ok::<(), std::boxed::Box<dyn std::error::Error>>(())
    /// ```
    pub fn step<T: Data>(
        &self,
        scene: &Scene<V, T>,
        state: &BoxState<V>,
        input: &Input<V>,
        time: V::Scalar,
        about: &impl Accept<V, T>,
    ) -> Result<BoxState<V>, QueryError> {
        self.step_in(&mut Room::default(), scene, state, input, time, about)
    }
    /// The same with memory that is kept from step to step, of one character or of many in turn. Such a step
    /// does not allocate.
    ///
    /// Errors: those of [`step`](Self::step).
    pub fn step_in<T: Data>(
        &self,
        room: &mut Room<V>,
        scene: &Scene<V, T>,
        state: &BoxState<V>,
        input: &Input<V>,
        time: V::Scalar,
        about: &impl Accept<V, T>,
    ) -> Result<BoxState<V>, QueryError> {
        let start = (state.position, state.fall, state.ground.as_ref());
        let task = Task::new(scene, start, state.position, (input, upright()), time)?;
        let scene = (scene, &room.movers);
        let mut more = ScalarOf::<V>::ZERO;
        for gathering in 0..=GATHERINGS {
            let limits = (more, gathering == GATHERINGS);
            match self.attempt(&mut room.cuboid, scene, state, &task, about, limits)? {
                Attempt::Ended(end) => return Ok(end),
                Attempt::Lacks(lacks) => more = lacks,
            }
        }
        Err(QueryError::NotFinite("motion")) // not reached: the last attempt ends
    }
}
