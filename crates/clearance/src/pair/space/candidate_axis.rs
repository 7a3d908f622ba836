//! A candidate axis of the separating axis theorem, with the gap along it.

use glam::DVec3;

/// What a candidate axis is perpendicular to. Faces and edges are numbered; those of a box by the axes of its
/// frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AxisKind {
    FaceOfA(usize),
    FaceOfB(usize),
    /// An edge of A and one of B.
    Edges(usize, usize),
}

/// A candidate axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct CandidateAxis {
    /// The gap along it; minus the overlap where that is no gap.
    pub gap: f64,
    /// Unit vector in A's frame, from A to B.
    pub normal: DVec3,
    pub kind: AxisKind,
}

/// The error bound of a cross product, in units of `EPSILON |e| |f|`.
pub(super) const CROSS_ERROR: f64 = 8.0;
/// Squares of cross products below this have lost digits, or will: the edges are so short beside the rest
/// that products vanish.
pub(crate) const VANISHING: f64 = 1e-280;
