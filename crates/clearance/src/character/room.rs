//! Memory for the steps of characters.

use alloc::vec::Vec;

use super::cuboid::BoxRoom;
use super::near::Near;
use super::planes::Plane;
use super::state::{State, Step};
use super::survey::Notes;
use crate::cast::CastSpace;

/// Memory that steps work in and answer in, of one character or of many in turn: what was in it counts for nothing.
pub struct Room<V: CastSpace> {
    pub(super) near: Near<'static, V>,
    pub(super) notes: Notes<V>,
    /// Planes that stopped a step where it was.
    pub(super) blocked: Vec<Plane<V>>,
    pub(super) step: Step<V>,
    pub(super) boxes: BoxRoom,
}

impl<V: CastSpace> Default for Room<V> {
    fn default() -> Self {
        Self {
            near: Near::default(),
            notes: Notes::default(),
            blocked: Vec::new(),
            step: Step {
                state: State::at(V::ZERO),
                hits: Vec::new(),
                planes: Vec::new(),
                carried: V::ZERO,
            },
            boxes: BoxRoom::default(),
        }
    }
}
