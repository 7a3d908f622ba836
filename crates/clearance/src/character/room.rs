//! Memory for the steps of characters.

use alloc::vec::Vec;

use super::capsule::state::{State, Step};
use super::capsule::survey::Notes;
use super::cuboid::BoxRoom;
use super::give_way::ShoveRoom;
use super::give_way::movers::Movers;
use super::near::Near;
use super::planes::Plane;
use crate::character::CharacterSpace;
use crate::scene::Handle;

/// Memory that steps work in and answer in, of one character or of many in turn: but for the movers, what was
/// in it counts for nothing.
pub struct Room<V: CharacterSpace> {
    /// What has moved since the last step, and from where: it pushes characters out of its way.
    pub movers: Movers<V>,
    pub(super) near: Near<'static, V>,
    pub(super) moving: Near<'static, V>,
    pub(super) without: Vec<Handle>,
    pub(super) shove: ShoveRoom,
    pub(super) notes: Notes<V>,
    /// Planes that stopped a step where it was.
    pub(super) blocked: Vec<Plane<V>>,
    pub(super) step: Step<V>,
    pub(super) boxes: BoxRoom,
}

impl<V: CharacterSpace> Default for Room<V> {
    fn default() -> Self {
        Self {
            movers: Movers::default(),
            near: Near::default(),
            moving: Near::default(),
            without: Vec::new(),
            shove: ShoveRoom::default(),
            notes: Notes::default(),
            blocked: Vec::new(),
            step: Step {
                state: State::at(V::ZERO),
                hits: Vec::new(),
                planes: Vec::new(),
                carried: V::ZERO,
                crushed: None,
            },
            boxes: BoxRoom::default(),
        }
    }
}
