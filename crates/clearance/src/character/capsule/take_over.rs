//! Changing into another size: to crouch, to stand up, to grow.
//!
//! The feet stay where they are. A wider one on a slope would be in that, and is lifted out of it; in
//! anything else there is no room.

use core::fmt;

use super::carry::nearest;
use super::settings::Capsule;
use super::state::State;
use super::survey::{Ground, Notes, Touch};
use crate::character::CharacterSpace;
use crate::character::near::Near;
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::QueryError;
use crate::scene::{Accept, Data, Handle, Scene};

/// Why a character cannot take over the state of another.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum NoRoom<V: Vector> {
    /// It would be in something.
    Blocked {
        /// The object that it would be deepest in.
        by: Handle,
        /// How deep.
        depth: V::Scalar,
    },
    /// A question that has no answer.
    Query(QueryError),
}

impl<V: Vector> From<QueryError> for NoRoom<V> {
    fn from(error: QueryError) -> Self {
        Self::Query(error)
    }
}

impl<V: Vector> fmt::Display for NoRoom<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocked { by, depth } => {
                write!(f, "no room: it would be {} deep in object {by:?}", depth.to_f64())
            }
            Self::Query(error) => error.fmt(f),
        }
    }
}
impl<V: Vector> core::error::Error for NoRoom<V> {}

impl<V: CharacterSpace> Capsule<V> {
    /// The state of a character of another size as this one's, feet where they are, or on a slope as much
    /// higher as this one is wider. The character itself must not be among the objects that `about` accepts.
    ///
    /// Errors: [`NoRoom::Blocked`] where it would be in something; else those of
    /// [`clearance`](crate::clearance()).
    ///
    /// ```
    /// use clearance::{Pose, character::{Capsule, NoRoom, Settings, State}, d3::Shape, glam::DVec3};
    /// use clearance::scene::{Filter, Object, Scene};
    /// let mut scene = Scene::<DVec3>::default();
    /// scene.add(Object::new(Shape::half_space(DVec3::Y, 0.0)?, Pose::IDENTITY))?;
    /// let table = scene.add(Object::new(Shape::cuboid(DVec3::new(2.0, 0.25, 2.0))?, Pose::at(DVec3::Y * 1.5)?))?;
    /// let tall = Capsule::new(&Settings::new(0.3, 1.8, 9.81))?;
    /// let under = State::at(DVec3::Y * 0.01); // of one that crouches
    /// let refused = tall.take_over(&scene, &under, &Filter::ALL);
    /// assert!(matches!(refused, Err(NoRoom::Blocked { by, .. }) if by == table));
    /// let beside = State::at(DVec3::new(2.5, 0.01, 0.0));
    /// assert_eq!(tall.take_over(&scene, &beside, &Filter::ALL)?.position, beside.position);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_over<T: Data>(
        &self,
        scene: &Scene<V, T>,
        state: &State<V>,
        about: &impl Accept<V, T>,
    ) -> Result<State<V>, NoRoom<V>> {
        let (at, settings) = (state.position, self.settings());
        if !at.is_finite() {
            return Err(QueryError::NotFinite("state").into());
        }
        let mut near = Near::default();
        let more = settings.step_height + settings.skin + settings.skin;
        let reach = self.aabb(at).inflated(more);
        near.gather(scene, &reach, about);
        let mut notes = Notes::default();
        let mut ground = Ground {
            who: self,
            near,
            reach,
            lacks: Real::ZERO,
            moving: Near::default(),
            notes: &mut notes,
            without: alloc::vec::Vec::new(),
        };
        let Some((deepest, lift)) = ground.in_the_way(at)? else {
            return Ok(*state);
        };
        let mut blocked = deepest;
        if lift > Real::ZERO && lift <= settings.step_height {
            let position = at + settings.up * lift;
            match ground.in_the_way(position)? {
                Some((other, _)) => blocked = other,
                None => return Ok(State { position, ..*state }),
            }
        }
        Err(NoRoom::Blocked {
            by: ground.near.handle(blocked.part()),
            depth: -blocked.gap,
        })
    }
}

/// What a character is deepest in, and how far up it would be out of all that it can stand on.
type InTheWay<V> = (Touch<V>, ScalarOf<V>);

impl<V: CharacterSpace> Ground<'_, '_, V> {
    /// What would be in the way at a place.
    fn in_the_way(&mut self, at: V) -> Result<Option<InTheWay<V>>, QueryError> {
        let skin = self.who.settings().skin;
        let survey = self.survey(at, V::ZERO, skin)?;
        let touches = self.touches(&survey);
        let deepest = nearest(touches).filter(|touch| touch.gap < Real::ZERO);
        let ground = touches
            .iter()
            .filter(|t| self.who.rise(t.normal) >= self.who.level);
        let lift = ground.fold(Real::ZERO, |lift: V::Scalar, t| {
            lift.max((skin - t.gap) / self.who.rise(t.normal))
        });
        Ok(deepest.map(|deepest| (deepest, lift)))
    }
}
