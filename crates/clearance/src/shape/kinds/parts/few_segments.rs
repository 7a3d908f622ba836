//! The border of a small polygon in groups of four segments, so that a loop over them fills vector registers.

use alloc::vec::Vec;

use crate::math::Vector2;
use crate::shape::convex::EDGES;

/// A border of more segments is searched by its tree.
const MOST: usize = 64;
/// So many groups at most.
pub(crate) const SEGMENT_GROUPS: usize = MOST / EDGES;

/// Four segments: x and y of where they start, and of where they end. The last group repeats the last
/// segment.
#[derive(Clone, Copy, Debug)]
pub struct SegmentColumns<S> {
    pub(crate) start: [[S; EDGES]; 2],
    pub(crate) end: [[S; EDGES]; 2],
}

/// The segments of a small border.
#[derive(Clone, Copy, Debug)]
pub struct FewSegments<'a, S> {
    /// None where there are many, or the shape is no polygon.
    pub(crate) columns: &'a [SegmentColumns<S>],
    /// How many segments there are.
    pub(crate) count: usize,
    /// A bound on their distance from the origin of the shape.
    pub(crate) reach: S,
}

/// So many segments, given by their ends, in groups; none where there are many.
pub(super) fn segment_columns<V: Vector2>(
    count: usize,
    ends: impl Fn(usize) -> [V; 2],
) -> Vec<SegmentColumns<V::Scalar>> {
    let groups = if count > MOST { 0 } else { count.div_ceil(EDGES) };
    let group = |g: usize| {
        let of = |lane: usize| ends((g * EDGES + lane).min(count - 1));
        let column = |end: usize, axis: usize| core::array::from_fn(|lane| of(lane)[end].get(axis));
        SegmentColumns {
            start: [column(0, 0), column(0, 1)],
            end: [column(1, 0), column(1, 1)],
        }
    };
    (0..groups).map(group).collect()
}
