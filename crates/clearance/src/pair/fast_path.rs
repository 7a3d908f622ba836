//! `Quick`: what the float tests of each dimension offer, and what they must promise.
//!
//! A quick test answers only when it is sure: its floating-point result is further from the decision than the
//! proven bound of its rounding errors. Otherwise it returns `None` and exact arithmetic decides (`decide/`).

use super::answer::{Clearance, Manifold, Relation};
use crate::shape::{Placed, ShapeSpace};

/// The float tests for two cores (see [`Core`](crate::shape::Core)) in one space.
///
/// The tests called `…_at_once` are for pairs of one common kind alone: two boxes, two balls. They are asked
/// first of all, before it is known what the shapes are, and are part of the tests of the same names without
/// it.
pub trait Quick: ShapeSpace {
    /// As [`intersects`](Self::intersects); `None` for most shapes.
    fn intersects_at_once(a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Option<bool>;
    /// As [`clearance`](Self::clearance); `None` for most shapes.
    fn clearance_at_once(a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Option<Clearance<Self>>;
    /// As [`distance`](Self::distance); `None` for most shapes.
    fn distance_at_once(a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Option<Self::Scalar>;
    /// As [`manifold`](Self::manifold); `None` for most shapes.
    fn manifold_at_once(
        a: &Placed<'_, Self>,
        b: &Placed<'_, Self>,
        margin: Self::Scalar,
    ) -> Option<Manifold<Self>>;

    /// Whether two cores meet; `None` when too close to call.
    fn intersects(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<bool>;
    /// `Disjoint`, or `Overlapping` where both containments are surely ruled out, or a sure containment.
    fn relation(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<Relation>;
    /// Signed distance within 1e-12 of the size (f64; 1e-5 in f32), its sign surely right; `None` else. Most
    /// answers are a hundred times closer; the proof of none allows more than 64 `EPSILON` times the reach of
    /// both shapes (`exact/filter.rs`).
    fn clearance(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<Clearance<Self>>;
    /// The distance alone, 0 where they meet: as for the clearance, but cheaper where they overlap.
    fn distance(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<Self::Scalar>;
    /// The whole manifold at once, where that is shorter than a clearance and then its contacts; `None` also
    /// elsewhere.
    fn manifold(a: Placed<'_, Self>, b: Placed<'_, Self>, margin: Self::Scalar) -> Option<Manifold<Self>>;
    /// Contacts of two convex shapes (cores or smooth) given their clearance answer (normal and witness
    /// points): clips the two features that face each other along the normal. Keeps contacts with clearance
    /// <= margin.
    fn clip(
        a: Placed<'_, Self>,
        b: Placed<'_, Self>,
        c: &Clearance<Self>,
        margin: Self::Scalar,
    ) -> Manifold<Self>;
}
