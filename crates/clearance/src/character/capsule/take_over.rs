//! Changing into another size: to crouch, to stand up, to grow.
//!
//! The feet stay where they are. A wider character on a slope would overlap the slope, and is lifted out of
//! it; if it would overlap anything else, there is no room.

use super::attempt::StepLists;
use super::settings::Capsule;
use super::surroundings::{CapsuleContact, Surroundings};
use crate::character::CharacterSpace;
use crate::character::error::NoRoom;
use crate::character::nearby::NearbyParts;
use crate::character::state::State;
use crate::math::{Real, ScalarOf};
use crate::pair::QueryError;
use crate::scene::{Accept, Data, Scene};

impl<V: CharacterSpace> Capsule<V> {
    /// The state of a character of another size as this character's state. The feet stay where they are; on a
    /// slope they are lifted by as much as this character is wider. The character itself must not be among
    /// the objects that `about` accepts.
    ///
    /// Errors: [`NoRoom::Blocked`] where it would overlap something; otherwise those of
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
        let mut near = NearbyParts::default();
        let more = settings.step_height + settings.skin + settings.skin;
        let reach = self.aabb(at).inflated(more);
        near.gather(scene, &reach, about);
        let mut lists = StepLists::default();
        let mut around = Surroundings::new(self, near, NearbyParts::default(), reach, &mut lists);
        let Some((deepest, lift)) = around.in_the_way(at)? else {
            return Ok(*state);
        };
        let mut blocked = deepest;
        if lift > Real::ZERO && lift <= settings.step_height {
            let position = at + settings.up * lift;
            match around.in_the_way(position)? {
                Some((other, _)) => blocked = other,
                None => return Ok(State { position, ..*state }),
            }
        }
        Err(NoRoom::Blocked {
            by: around.near.handle(blocked.part),
            depth: -blocked.gap,
        })
    }
}

/// What a character is deepest in, and how far it must be lifted out of all that it can stand on.
type InTheWay<V> = (CapsuleContact<V>, ScalarOf<V>);

impl<V: CharacterSpace> Surroundings<'_, '_, V> {
    /// What would be in the way at a position.
    fn in_the_way(&mut self, at: V) -> Result<Option<InTheWay<V>>, QueryError> {
        let (capsule, skin) = (self.capsule, self.capsule.settings().skin);
        let scan = self.scan(at, V::ZERO, skin)?;
        let deepest = self.nearest(&scan).filter(|contact| contact.gap < Real::ZERO);
        let ground = self
            .contacts(&scan)
            .iter()
            .filter(|t| capsule.is_walkable(t.normal));
        let lift = ground.fold(Real::ZERO, |lift: V::Scalar, t| {
            lift.max((skin - t.gap) / capsule.rise(t.normal))
        });
        Ok(deepest.map(|deepest| (deepest, lift)))
    }
}
