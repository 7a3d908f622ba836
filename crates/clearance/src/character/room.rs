//! Memory for the steps of characters.

use super::capsule::attempt::CapsuleScratch;
use super::cuboid::attempt::BoxScratch;
use super::push::movers::Movers;
use crate::character::CharacterSpace;

/// Memory that steps use and answer in, of one character or of many in turn. Only the movers have a meaning
/// from one step to the next.
#[derive(Default)]
pub struct Room<V: CharacterSpace> {
    /// The objects that have moved since the last step, and from where: they push characters out of their
    /// way.
    pub movers: Movers<V>,
    pub(super) capsule: CapsuleScratch<V>,
    pub(super) cuboid: BoxScratch<V>,
}
