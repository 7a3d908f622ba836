//! The spaces in which characters walk.

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::gap::{Axis, Entry, Parted, beside2, beside3, enters2, enters3};
use crate::cast::CastSpace;

/// A space in which characters walk: every one of the four.
pub trait CharacterSpace: CastSpace {
    /// What parts a shape from a segment in its frame, where that is sure; of what is further than `enough`,
    /// any plane.
    #[doc(hidden)]
    fn beside(shape: &Self::Shape, axis: &Axis, enough: f64) -> Option<Parted>;
    /// Where a segment in a shape's frame comes into it, in plain floats: `None` where that is not sure.
    #[doc(hidden)]
    fn enters(shape: &Self::Shape, axis: &Axis) -> Option<Option<Entry>>;
}

macro_rules! impl_character_space {
    ($($v:ty: $beside:ident, $enters:ident);+) => { $(
        impl CharacterSpace for $v {
            #[inline(never)]
            fn beside(shape: &Self::Shape, axis: &Axis, enough: f64) -> Option<Parted> {
                $beside(shape, axis, enough)
            }
            #[inline(never)]
            fn enters(shape: &Self::Shape, axis: &Axis) -> Option<Option<Entry>> {
                $enters(shape, axis)
            }
        }
    )+ };
}
impl_character_space!(
    Vec2: beside2, enters2; DVec2: beside2, enters2;
    Vec3: beside3, enters3; DVec3: beside3, enters3
);
