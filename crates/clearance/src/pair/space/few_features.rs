//! Pairs of hulls with few features, each with a test of its own: no search is needed.

use super::box_segment::BoxSegment;
use super::box_triangle::BoxTriangle;
use super::capsule_triangle;
use super::core_clearance::{AxisOrClearance, CoreClearance, GapOrOverlap};
use super::triangles::TrianglePair;
use crate::pair::core_pair::{CoreHull, CorePair};
use crate::shape::Space3;

/// Two such hulls. Every test answers `None` where it is not sure; then a search decides.
pub(super) enum FewFeatures<'p, 'c, V: Space3> {
    Triangles(TrianglePair),
    BoxTriangle(BoxTriangle<'p, 'c, V>),
    BoxSegment(BoxSegment<'p, 'c, V>),
    /// A triangle and a point or segment.
    SegmentTriangle(&'p CorePair<'c, V>),
}

impl<'p, 'c, V: Space3> FewFeatures<'p, 'c, V> {
    /// `None` for hulls that have no such test.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn new(pair: &'p CorePair<'c, V>) -> Option<Self> {
        use CoreHull::{Box, Simplex};
        match (&pair.a.hull, &pair.b.hull) {
            (Simplex(a, 3), Simplex(b, 3)) => Some(Self::Triangles(TrianglePair::new(pair, a, b))),
            (Simplex(_, 3), Simplex(..)) | (Simplex(..), Simplex(_, 3)) => Some(Self::SegmentTriangle(pair)),
            (Box(_), Simplex(_, 3)) | (Simplex(_, 3), Box(_)) => {
                BoxTriangle::new(pair).map(Self::BoxTriangle)
            }
            (Box(_), Simplex(_, 2)) | (Simplex(_, 2), Box(_)) => BoxSegment::new(pair).map(Self::BoxSegment),
            _ => None,
        }
    }
    /// Whether they overlap, with their balls: a sure yes or a sure no.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn overlap(&self, radii: f64) -> Option<bool> {
        match self {
            Self::Triangles(both) if radii == 0.0 => both.overlap(),
            Self::BoxSegment(both) => both.overlap(),
            _ => None,
        }
    }
    /// The clearance.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn clearance(&self) -> Option<CoreClearance> {
        match self {
            Self::Triangles(both) => both.clearance(),
            Self::BoxTriangle(both) => both.clearance(),
            Self::BoxSegment(both) => both.clearance(),
            Self::SegmentTriangle(pair) => capsule_triangle::clearance(pair),
        }
    }
    /// The same where only a gap is of interest.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn gap_or_overlap(&self) -> Option<GapOrOverlap> {
        match self {
            Self::Triangles(both) => both.gap_or_overlap(),
            Self::BoxTriangle(both) => both.gap_or_overlap(),
            Self::BoxSegment(both) => both.gap_or_overlap(),
            Self::SegmentTriangle(pair) => capsule_triangle::clearance(pair).map(GapOrOverlap::Clearance),
        }
    }
    /// An axis along which the gap is more than `enough`, which must be at least the error bound, else the clearance.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn axis_or_clearance(&self, enough: f64) -> Option<AxisOrClearance<CoreClearance>> {
        match self {
            Self::Triangles(both) => both.axis_or_clearance(enough),
            Self::BoxTriangle(both) => both.axis_or_clearance(enough),
            Self::BoxSegment(both) => both.axis_or_clearance(enough),
            Self::SegmentTriangle(_) => None,
        }
    }
}
