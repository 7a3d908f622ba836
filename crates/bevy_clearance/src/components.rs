//! Components that belong to neither dimension.

use bevy_ecs::prelude::*;
use clearance::scene::Filter;

/// A collider that notices others and is never in their way: its pairs are reported, with
/// [`is_sensor`](crate::CollisionStart::is_sensor), and characters walk through it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sensor;

/// Takes a collider out of the scene while it is there. Bevy's `Disabled` does the same.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColliderDisabled;

/// Has [`CollisionStart`](crate::CollisionStart) and [`CollisionEnd`](crate::CollisionEnd) triggered for this
/// entity, so that observers see them. The messages are written in any case.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CollisionEventsEnabled;

/// A collider that pushes characters on all of its way, such as a lift, a door or a crusher that may go
/// further in a step than it is thick. Without it, a collider that moves pushes the characters that it
/// overlaps where it has come to. What a character stands on carries it in both cases.
///
/// Takes a box test for each such collider that moves and each character; meant for hundreds, not for
/// thousands.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PushesCharacters;

/// The layers a collider is on, and those that it is tested against, as bits. Two colliders are tested
/// against each other if each one's filters have a layer of the other.
///
/// ```
/// use bevy_clearance::CollisionLayers;
/// let (player, bullet, wall) = (1 << 1, 1 << 2, 1 << 0);
/// let of_player = CollisionLayers::new(player, wall);
/// let of_bullet = CollisionLayers::new(bullet, wall | player);
/// assert!(!of_player.interacts_with(of_bullet)); // the bullet wants to, the player does not
/// assert!(of_bullet.interacts_with(CollisionLayers::default()));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollisionLayers {
    /// The layers it is on; the first by default.
    pub memberships: u32,
    /// The layers it is tested against; all by default.
    pub filters: u32,
    /// Colliders of the same positive group are always tested against each other, of the same negative group
    /// never, whatever their layers; 0: no group.
    pub group: i32,
}

impl Default for CollisionLayers {
    fn default() -> Self {
        Self::of(Filter::default())
    }
}

impl CollisionLayers {
    /// On these layers and against those, in no group.
    pub const fn new(memberships: u32, filters: u32) -> Self {
        Self {
            memberships,
            filters,
            group: 0,
        }
    }
    /// Whether two colliders are tested against each other.
    pub fn interacts_with(self, other: Self) -> bool {
        self.filter().allows(&other.filter())
    }
    fn of(filter: Filter) -> Self {
        Self {
            memberships: filter.layer,
            filters: filter.mask,
            group: filter.group,
        }
    }
    pub(crate) fn filter(self) -> Filter {
        Filter {
            layer: self.memberships,
            mask: self.filters,
            group: self.group,
        }
    }
}
