//! The spaces in which characters walk.

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::gap::{LocalSegment, SegmentEntry, SegmentGap, entry2, entry3, gap2, gap3};
use crate::cast::CastSpace;

/// A space in which characters walk: every one of the four.
pub trait CharacterSpace: CastSpace {
    /// How far a shape is from a segment in its frame; `None` where that is undecided. If they are further
    /// apart than `enough`, the answer may be any separating plane.
    #[doc(hidden)]
    fn segment_gap(shape: &Self::Shape, segment: &LocalSegment, enough: f64) -> Option<SegmentGap>;
    /// Where a segment in a shape's frame enters the shape, in plain floats. `None`: undecided; `Some(None)`:
    /// it surely misses.
    #[doc(hidden)]
    fn segment_entry(shape: &Self::Shape, segment: &LocalSegment) -> Option<Option<SegmentEntry>>;
}

macro_rules! impl_character_space {
    ($($v:ty: $gap:ident, $entry:ident);+) => { $(
        impl CharacterSpace for $v {
            #[inline(never)]
            fn segment_gap(shape: &Self::Shape, segment: &LocalSegment, enough: f64) -> Option<SegmentGap> {
                $gap(shape, segment, enough)
            }
            #[inline(never)]
            fn segment_entry(shape: &Self::Shape, segment: &LocalSegment) -> Option<Option<SegmentEntry>> {
                $entry(shape, segment)
            }
        }
    )+ };
}
impl_character_space!(
    Vec2: gap2, entry2; DVec2: gap2, entry2;
    Vec3: gap3, entry3; DVec3: gap3, entry3
);
