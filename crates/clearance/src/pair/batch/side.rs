//! `Side`: a column of shapes and their poses.

use super::column::Column;
use crate::math::{Pose, Space};
use crate::pair::ask::table::PairSpace;
use crate::pair::bounding_balls::PlacedBalls;

/// The poses of one side of a batch, all valid, read in place from whatever holds the numbers: one pose for
/// all pairs, a slice or vector with one for each, or a type of yours.
pub trait Poses<V: Space> {
    /// Position and scale of pair `i`.
    fn unturned(&self, i: usize) -> Pose<V>;
    /// The rotation of pair `i`: asked for only where it matters.
    fn rotation(&self, i: usize) -> V::Rotation;
    /// The whole pose of pair `i`.
    #[inline]
    fn pose(&self, i: usize) -> Pose<V> {
        let unturned = self.unturned(i);
        Pose::from_parts(unturned.position(), self.rotation(i), unturned.scale())
    }
}

/// One pose for each pair: a slice, an array or a vector.
impl<V: Space, T: AsRef<[Pose<V>]> + ?Sized> Poses<V> for T {
    #[inline]
    fn unturned(&self, i: usize) -> Pose<V> {
        self.as_ref()[i]
    }
    #[inline]
    fn rotation(&self, i: usize) -> V::Rotation {
        self.as_ref()[i].rotation()
    }
    #[inline]
    fn pose(&self, i: usize) -> Pose<V> {
        self.as_ref()[i]
    }
}

/// One pose for all pairs.
impl<V: Space> Poses<V> for Pose<V> {
    #[inline]
    fn unturned(&self, _: usize) -> Pose<V> {
        *self
    }
    #[inline]
    fn rotation(&self, _: usize) -> V::Rotation {
        Pose::rotation(self)
    }
    #[inline]
    fn pose(&self, _: usize) -> Pose<V> {
        *self
    }
}

/// One side of a batch: a column of shapes and their poses.
#[derive(Debug)]
pub struct Side<'a, V: PairSpace, P: ?Sized> {
    /// The shapes.
    pub shapes: &'a Column<V>,
    /// Their poses.
    pub poses: &'a P,
}

impl<V: PairSpace, P: ?Sized> Clone for Side<'_, V, P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: PairSpace, P: ?Sized> Copy for Side<'_, V, P> {}

impl<V: PairSpace, P: Poses<V> + ?Sized> Side<'_, V, P> {
    /// The balls of the shape of pair `i` in the world.
    #[inline(always)]
    pub fn balls(&self, i: usize) -> PlacedBalls<V> {
        let unturned = self.poses.unturned(i);
        self.shapes.balls(i).standing(
            &unturned,
            #[inline(always)]
            || self.poses.rotation(i),
        )
    }
}
