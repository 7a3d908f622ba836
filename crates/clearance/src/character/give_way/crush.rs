//! What a character is told that has no room left.

use crate::math::Vector;
use crate::scene::Handle;

/// A character has no room: something overlaps it that it could not be moved out of.
///
/// A step never moves a character into anything, so what moves into it may be left within it: a lift under a
/// ceiling, a wall that closes on another. What that means is for the game to say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crush<V: Vector> {
    /// The object that came too far; of several, the one that is deepest in the character.
    pub by: Handle,
    /// What the character could not be moved through; none where no single object opposes, as in the middle
    /// of something.
    pub against: Option<Handle>,
    /// How deep `by` is in the character at the end of the step; where it has gone through it within the
    /// step, how far it went on after there was no room left.
    pub depth: V::Scalar,
}
