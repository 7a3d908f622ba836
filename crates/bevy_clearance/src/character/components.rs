//! What a game says to a character, and what the character answers.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::{GlobalTransform, Transform};
use clearance::character::{Capsule, Settings, State};

use crate::dimension::Dimension;
use crate::error::Reason;

/// A character: an upright capsule that walks where [`CharacterInput`] says, slides along walls, climbs
/// steps, falls, and is carried by what it stands on.
///
/// The entity's `Transform` is the middle of the capsule, and is moved by the character; rotation and scale
/// of the transform do not count. Moved by the game, it is there in the next step, in the air. The entity and
/// its children may have colliders, so that others notice it; these are never in its own way, and neither are
/// sensors. Its [`CollisionLayers`](crate::CollisionLayers) say which colliders are.
///
/// All fields are as in clearance's `character::Settings`.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(Transform, CharacterInput<V>, CharacterOutput<V>, CharacterMemory<V>)]
pub struct Character<V: Dimension> {
    /// The direction up, of any length.
    pub up: V,
    /// The radius of its round ends.
    pub radius: f32,
    /// The distance from its lowest to its highest point.
    pub height: f32,
    /// Its acceleration when it falls.
    pub gravity: f32,
    /// The slope limit: the steepest ground that it stands on, in radians from level ground.
    pub max_slope: f32,
    /// The highest step that it climbs without a jump; 0 for none.
    pub step_height: f32,
    /// How far the ground may fall away under it within a step so that it still stays on the ground.
    pub snap: f32,
    /// The gap it keeps to everything.
    pub skin: f32,
}

impl<V: Dimension> Character<V> {
    /// Upright along Y, falling by 9.81, with a slope limit of 45 degrees, steps as high as the radius, and a
    /// skin of a 32nd of the radius.
    pub fn new(radius: f32, height: f32) -> Self {
        let settings = Settings::<V::Native>::new(radius, height, 9.81);
        Self {
            up: V::UP,
            radius,
            height,
            gravity: settings.gravity,
            max_slope: settings.max_slope,
            step_height: settings.step_height,
            snap: settings.snap,
            skin: settings.skin,
        }
    }
    pub(crate) fn settings(&self) -> Settings<V::Native> {
        Settings {
            up: self.up.to_native(),
            radius: self.radius,
            height: self.height,
            gravity: self.gravity,
            max_slope: self.max_slope,
            step_height: self.step_height,
            snap: self.snap,
            skin: self.skin,
        }
    }
}

/// What a character wishes. Set it in `Update` or `FixedUpdate`; it holds until it is changed, except for a
/// jump.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct CharacterInput<V: Dimension> {
    /// The velocity it wishes. Only the horizontal part counts, and as speed seen from above.
    pub velocity: V,
    /// The speed at which it jumps up. Taken by the next step, which jumps if the character stands.
    pub jump: Option<f32>,
}

/// What happened to a character in the last step.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct CharacterOutput<V: Dimension> {
    /// What it stands on; none in the air.
    pub ground: Option<Ground<V>>,
    /// Its own velocity of falling, rising or sliding; zero where it stands.
    pub fall: V,
    /// What stopped it, in order.
    pub hits: Vec<CharacterHit<V>>,
    /// The collider that overlaps it and that it could not be moved out of.
    pub crushed_by: Option<Entity>,
}

impl<V: Dimension> Default for CharacterOutput<V> {
    fn default() -> Self {
        Self {
            ground: None,
            fall: V::default(),
            hits: Vec::new(),
            crushed_by: None,
        }
    }
}

impl<V: Dimension> CharacterOutput<V> {
    /// Whether it stands.
    pub fn is_grounded(&self) -> bool {
        self.ground.is_some()
    }
}

/// What a character stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground<V: Dimension> {
    /// The collider.
    pub entity: Entity,
    /// Unit vector out of the ground.
    pub normal: V,
    /// The point of contact.
    pub point: V,
}

/// What stopped a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterHit<V: Dimension> {
    /// The collider.
    pub entity: Entity,
    /// Unit vector towards the character.
    pub normal: V,
    /// The point of contact, on the collider.
    pub point: V,
    /// How much further the character would have gone into it. To have the character push the collider, move
    /// it by as much of this as its weight lets through.
    pub pressed: V,
}

/// What the system keeps from step to step.
#[derive(Component)]
pub(crate) struct CharacterMemory<V: Dimension> {
    pub(crate) capsule: Option<Capsule<V::Native>>,
    pub(crate) state: State<V::Native>,
    /// The translation, and the parent's transform, that `state` is for.
    pub(crate) seen: Option<(Vec3, Option<GlobalTransform>)>,
    /// Why the last step had no answer.
    pub(crate) failed: Option<Reason>,
}

impl<V: Dimension> Default for CharacterMemory<V> {
    fn default() -> Self {
        Self {
            capsule: None,
            state: State::default(),
            seen: None,
            failed: None,
        }
    }
}
