//! Two cores of the plane in floats: the filter for every question, by the separating axis theorem.
//!
//! Source: C. Ericson, "Real-Time Collision Detection", 2005, 5.2.1. Each core becomes a [`CoreOutline`]: the
//! corners and edge normals of its hull, and a radius. `separation.rs` finds the edge with the greatest gap
//! to the other outline, `closest.rs` the closest features from there, `containment.rs` whether one contains
//! the other, and `separating_axes.rs` puts them together.
//!
//! Two boxes, two polygons, two capsules, two circles, and a box and a circle are so common that each has a
//! fast path of its own (`cuboids.rs`, `polygons.rs`, `capsules.rs`, `round/balls.rs`,
//! `round/ball_cuboid.rs`), asked before. The first two end in the same closest features and manifold
//! (`edge_corner.rs`), on the line of one edge. What a fast path leaves undecided comes here once more: a
//! direction that it could not prove, or a pair that touches. Of 3000 random pairs of boxes, and as many of
//! polygons of 3 to 8 corners, the fast path left none.
//!
//! Error bound: gaps are computed in the scene's own precision and compared with the bound of
//! `exact/filter.rs`; what is within it is undecided, `None`, and left to exact arithmetic. Everything is
//! computed in the axes of one outline or the other by the same code, and ties are broken by the outlines'
//! own numbers: exchanging A and B gives the same bits, mirrored.
//!
//! Imports run one way: `hull` → `outline` → `separation` → `closest` → `separating_axes` → `containment` →
//! `clip` → `box_and_circle` → `edge_corner` → `cuboids` → `polygons` → `capsules` → `regions`.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

mod box_and_circle;
mod capsules;
pub(super) mod clip;
mod closest;
mod containment;
mod cuboids;
mod edge_corner;
mod hull;
mod outline;
mod polygons;
mod regions;
mod separating_axes;
mod separation;
#[cfg(test)]
mod tests;

use core::convert::identity;

use glam::DVec3;

use super::answer::{Clearance, Relation};
use super::ask::question::{
    ClearanceQuestion, Dimension2, DistanceQuestion, FloatTest, IntersectsQuestion, ManifoldQuestion,
    RelationQuestion,
};
use super::memory::Memory;
use super::round::{ball_cuboid, balls};
use super::support_feature::SupportFeature;
use crate::math::Real;
use crate::shape::{Placed, Shape2, Space2};
pub(crate) use clip::clip;
#[cfg(target_family = "wasm")]
pub(crate) use hull::AnyHull;
pub(crate) use hull::{CuboidHull, OutlineHull};
use outline::CoreOutline;
pub(crate) use polygons::{few_edges, few_meet};
pub(crate) use regions::{few_regions_meet, few_segments, regions_meet};

/// Pairs of the plane are decided as fast as anything that could be remembered of them.
pub(crate) fn is_searched<V: Space2>(_: &Shape2<V>, _: &Shape2<V>) -> bool {
    false
}

/// So nothing is.
pub(crate) fn overlaps_recalling<V: Space2>(
    _: &Placed<'_, V>,
    _: &Placed<'_, V>,
    _: &mut Memory,
) -> Option<bool> {
    None
}

/// The same of relations.
pub(crate) fn relation_recalling<V: Space2>(
    _: &Placed<'_, V>,
    _: &Placed<'_, V>,
    _: &mut Memory,
) -> Option<Relation> {
    None
}

/// The same of gaps.
pub(crate) fn are_apart<V: Space2>(_: &Placed<'_, V>, _: &Placed<'_, V>, _: V::Scalar, _: &Memory) -> bool {
    false
}

/// Two shapes of one common kind, or a box and a circle, each with its own test, whose answer is `$made` into
/// that to the question; for all others `$otherwise`. Each kind makes its own answer: what all of them would
/// share had to be copied.
macro_rules! of_common_kinds {
    ($a:ident, $b:ident, $test:ident, $made:expr, $otherwise:expr, $swapped:expr) => {
        match ($a.shape, $b.shape) {
            (Shape2::Box(x), Shape2::Box(y)) => match cuboids::$test((x, &$a.place), (y, &$b.place)) {
                Some(found) => $made(found),
                None => $otherwise,
            },
            (Shape2::Capsule(x), Shape2::Capsule(y)) => match capsules::$test((x, &$a.place), (y, &$b.place))
            {
                Some(found) => $made(found),
                None => $otherwise,
            },
            (Shape2::Convex(x), Shape2::Convex(y)) => match polygons::$test((x, &$a.place), (y, &$b.place)) {
                Some(found) => $made(found),
                None => $otherwise,
            },
            (Shape2::Circle(x), Shape2::Circle(y)) => {
                match balls::$test((x.radius(), $a.place), (y.radius(), $b.place)) {
                    Some(found) => $made(found),
                    None => $otherwise,
                }
            }
            (Shape2::Box(x), Shape2::Circle(y)) => match ball_cuboid::$test((x, &$a.place), (y, &$b.place)) {
                Some(found) => $made(found),
                None => $otherwise,
            },
            (Shape2::Circle(x), Shape2::Box(y)) => match ball_cuboid::$test((y, &$b.place), (x, &$a.place)) {
                Some(found) => $made($swapped(found)),
                None => $otherwise,
            },
            _ => $otherwise,
        }
    };
}

impl<V: Space2> FloatTest<V, Dimension2> for IntersectsQuestion {
    #[inline(always)]
    fn fast_path(self, a: &Placed<'_, V>, b: &Placed<'_, V>, otherwise: impl FnOnce() -> bool) -> bool {
        of_common_kinds!(a, b, meet, identity, otherwise(), identity)
    }
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
        separating_axes::intersects(&CoreOutline::of(a)?, &CoreOutline::of(b)?)
    }
}

impl<V: Space2> FloatTest<V, Dimension2> for RelationQuestion {
    /// Of circles and capsules, and of a box and a circle.
    #[inline(always)]
    fn fast_path(
        self,
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        otherwise: impl FnOnce() -> Relation,
    ) -> Relation {
        use Shape2::{Box, Capsule, Circle};
        let found = match (a.shape, b.shape) {
            (Circle(x), Circle(y)) => balls::relation((x.radius(), a.place), (y.radius(), b.place)),
            (Capsule(x), Capsule(y)) => capsules::relation((x, &a.place), (y, &b.place)),
            (Box(x), Circle(y)) => ball_cuboid::relation((x, &a.place), (y, &b.place)),
            (Circle(x), Box(y)) => {
                ball_cuboid::relation((y, &b.place), (x, &a.place)).map(Relation::mirrored)
            }
            _ => None,
        };
        found.unwrap_or_else(otherwise)
    }
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
        let meet = of_common_kinds!(a, b, meet, Some, IntersectsQuestion.filter(a, b), identity);
        if !meet? {
            return Some(Relation::Disjoint);
        }
        containment::relation_of_overlapping(a, b)
    }
}

impl<V: Space2> FloatTest<V, Dimension2> for ClearanceQuestion {
    #[inline(always)]
    fn fast_path(
        self,
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        otherwise: impl FnOnce() -> Self::Answer,
    ) -> Self::Answer {
        of_common_kinds!(a, b, clearance, Ok, otherwise(), Clearance::mirrored)
    }
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer> {
        separating_axes::clearance(&CoreOutline::of(a)?, &CoreOutline::of(b)?).map(Ok)
    }
}

impl<V: Space2> FloatTest<V, Dimension2> for DistanceQuestion {
    #[inline(always)]
    fn fast_path(
        self,
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        otherwise: impl FnOnce() -> V::Scalar,
    ) -> V::Scalar {
        of_common_kinds!(a, b, distance, identity, otherwise(), identity)
    }
    /// The clearance where it is not negative: a depth costs nothing extra in the plane.
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<V::Scalar> {
        let clearance = separating_axes::clearance(&CoreOutline::of(a)?, &CoreOutline::of(b)?)?;
        Some(clearance.distance.max(Real::ZERO))
    }
}

impl<V: Space2> FloatTest<V, Dimension2> for ManifoldQuestion<V> {
    #[inline(always)]
    fn fast_path(
        self,
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        otherwise: impl FnOnce() -> Self::Answer,
    ) -> Self::Answer {
        let margin = self.margin;
        match (a.shape, b.shape) {
            (Shape2::Circle(x), Shape2::Circle(y)) => {
                match balls::manifold((x.radius(), a.place), (y.radius(), b.place), margin) {
                    Some(manifold) => Ok(manifold),
                    None => otherwise(),
                }
            }
            (Shape2::Box(x), Shape2::Box(y)) => {
                cuboids::manifold((x, &a.place), (y, &b.place), margin, otherwise)
            }
            (Shape2::Capsule(x), Shape2::Capsule(y)) => {
                capsules::manifold((x, &a.place), (y, &b.place), margin, otherwise)
            }
            (Shape2::Convex(x), Shape2::Convex(y)) => {
                polygons::manifold((x, &a.place), (y, &b.place), margin, otherwise)
            }
            (Shape2::Box(x), Shape2::Circle(y)) => {
                box_and_circle::manifold((x, &a.place), (y, &b.place), false, margin, otherwise)
            }
            (Shape2::Circle(x), Shape2::Box(y)) => {
                box_and_circle::manifold((y, &b.place), (x, &a.place), true, margin, otherwise)
            }
            _ => otherwise(),
        }
    }
    /// None: a clearance and then its contacts costs as little.
    fn filter(self, _: Placed<'_, V>, _: Placed<'_, V>) -> Option<Self::Answer> {
        None
    }
}

/// Features are only of space.
pub(crate) fn support_feature<V: Space2>(_: Placed<'_, V>, _: DVec3, _: DVec3) -> Option<SupportFeature> {
    None
}
