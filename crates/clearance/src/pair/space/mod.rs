//! Two cores of space in floats: the filter for every question, in double precision.
//!
//! The question is answered by the kinds of the two. Balls and capsules have closed forms (`round/`), and so
//! have a ball and a box. All other cores become a [`CorePair`] in A's local frame: two boxes are tested by
//! their fifteen axes (`boxes/`), two triangles by their eleven (`triangles/`), a box against a triangle by
//! their thirteen (`box_triangle.rs`), a segment against a box (`box_segment.rs`) and a point or segment
//! against a triangle (`capsule_triangle.rs`) in closed form, and everything else by its support points
//! (`search.rs`: GJK, then every axis of two small polyhedra or the expanding polytope). `few_features.rs`
//! and `by_kind.rs` choose.
//!
//! Error bound: each test computes a clearance, or bounds of it, and compares it with the error bound of the
//! [`CorePair`]. What is within that is undecided, `None`, and left to exact arithmetic.
//!
//! A box against a box, a ball, a triangle or a capsule, and two triangles, have two filters. `single/` tells
//! in single precision and four lanes whether they meet, before a `CorePair` is made. Of 3000 random pairs of
//! turned boxes near each other it decided all; `boxes/` decides those within its coarser bound, and has the
//! clearance and the manifold. `eight/` in the room above has the same tests for eight pairs of a batch.
//!
//! Imports run one way: `candidate_axis` → `core_clearance` → `triangles` → `capsule_triangle` → `single` →
//! `sat_hull` → `search` → `boxes` → `box_frame` → `box_segment` → `box_triangle` → `few_features` →
//! `containment` → `by_kind` → `recall`.
//!
//! `inline(always)`: what is not inlined into `simd::widest` loses its wide registers.
//!
//! Two cores are made by two statements: in a tuple each would be moved.

mod box_frame;
mod box_segment;
mod box_triangle;
mod boxes;
mod by_kind;
mod candidate_axis;
pub(super) mod capsule_triangle;
mod containment;
mod core_clearance;
mod few_features;
mod recall;
mod sat_hull;
mod search;
mod single;
pub(crate) mod triangles;

use core::convert::identity;

use glam::DVec3;

use super::answer::{Clearance, Manifold, Relation};
use super::ask::question::{
    ClearanceQuestion, Dimension3, DistanceQuestion, FloatTest, IntersectsQuestion, ManifoldQuestion,
    RelationQuestion,
};
use super::contact::{convex_manifold, single_contact};
use super::core_pair::{ConvexCore, CorePair};
use super::memory::Memory;
use super::round::{ball_cuboid, balls, capsule_pair, closed_form};
use super::support_feature::SupportFeature;
use crate::math::{Pose, Real};
use crate::shape::{FewEdges, FewSegments, Placed, Shape3, Space3, prefetch_both};
use core_clearance::{GapOrOverlap, to_world};
pub(crate) use recall::{are_apart, is_searched};

/// Polygons are of the plane.
pub(crate) fn few_edges<V: Space3>(_: &Shape3<V>) -> Option<FewEdges<'_, V::Scalar>> {
    None
}

/// Polygons are of the plane.
#[inline]
pub(crate) fn few_meet<V: Space3>(_: [FewEdges<'_, V::Scalar>; 2], _: [&Pose<V>; 2]) -> Option<bool> {
    None
}

/// Polygons are of the plane.
pub(crate) fn few_segments<V: Space3>(_: &Shape3<V>) -> Option<FewSegments<'_, V::Scalar>> {
    None
}

/// Polygons are of the plane.
#[inline]
pub(crate) fn few_regions_meet<V: Space3>(
    _: [&Placed<'_, V>; 2],
    _: [FewSegments<'_, V::Scalar>; 2],
) -> Option<bool> {
    None
}

/// Polygons are of the plane.
#[inline]
pub(crate) fn regions_meet<V: Space3>(_: &Placed<'_, V>, _: &Placed<'_, V>) -> Option<bool> {
    None
}

/// A box and a ball, whichever is A.
#[inline]
fn is_box_and_ball<V: Space3>(a: &Placed<'_, V>, b: &Placed<'_, V>) -> bool {
    use Shape3::{Box, Sphere};
    matches!((a.shape, b.shape), (Box(_), Sphere(_)) | (Sphere(_), Box(_)))
}

/// Whether a box and a triangle meet, whichever is A; `None` for other shapes, too.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn box_meets_triangle<V: Space3>(a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<bool> {
    match (a.shape, b.shape) {
        (Shape3::Box(x), Shape3::Triangle(y)) => single::box_meets_triangle((x, &a.place), (y, &b.place)),
        (Shape3::Triangle(x), Shape3::Box(y)) => single::box_meets_triangle((y, &b.place), (x, &a.place)),
        _ => None,
    }
}

/// Whether the insides of two polyhedra of few faces overlap, in single precision: a sure yes or a sure no.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn few_faces_meet<V: Space3>(a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<bool> {
    use Shape3::{Box, Triangle};
    match (a.shape, b.shape) {
        (Box(x), Box(y)) => single::boxes_meet((x, &a.place), (y, &b.place)),
        (Triangle(x), Triangle(y)) => single::triangles_meet((x, &a.place), (y, &b.place)),
        _ => box_meets_triangle(a, b),
    }
}

/// The same of these, and of a box and a capsule.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn meet_in_single_precision<V: Space3>(a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<bool> {
    use Shape3::{Box, Capsule};
    match (a.shape, b.shape) {
        (Box(x), Capsule(y)) => single::box_meets_capsule((x, &a.place), (y, &b.place)),
        (Capsule(x), Box(y)) => single::box_meets_capsule((y, &b.place), (x, &a.place)),
        _ => few_faces_meet(a, b),
    }
}

/// Two shapes of one common kind, or a box and a ball, each with its own test, whose answer is `$made` into
/// that to the question; for all others `$otherwise`. One `match`, so that each kind is found by one jump;
/// and each kind makes its own answer, since what all of them would share had to be copied.
macro_rules! of_common_kinds {
    ($a:ident, $b:ident, $test:ident, $made:expr, $otherwise:expr, $box_and_ball:expr, $swapped:expr
        $(, $more:pat => $answer:expr)*) => {
        match ($a.shape, $b.shape) {
            (Shape3::Sphere(x), Shape3::Sphere(y)) => {
                match balls::$test((x.radius(), $a.place), (y.radius(), $b.place)) {
                    Some(found) => $made(found),
                    None => $otherwise,
                }
            }
            (Shape3::Capsule(x), Shape3::Capsule(y)) => {
                match capsule_pair::$test((x, &$a.place), (y, &$b.place)) {
                    Some(found) => $made(found),
                    None => $otherwise,
                }
            }
            (Shape3::Box(x), Shape3::Sphere(y)) => match $box_and_ball((x, &$a.place), (y, &$b.place)) {
                Some(found) => $made(found),
                None => $otherwise,
            },
            (Shape3::Sphere(x), Shape3::Box(y)) => match $box_and_ball((y, &$b.place), (x, &$a.place)) {
                Some(found) => $made($swapped(found)),
                None => $otherwise,
            },
            $($more => match $answer {
                Some(found) => $made(found),
                None => $otherwise,
            },)*
            _ => $otherwise,
        }
    };
}

impl<V: Space3> FloatTest<V, Dimension3> for IntersectsQuestion {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fast_path(self, a: &Placed<'_, V>, b: &Placed<'_, V>, otherwise: impl FnOnce() -> bool) -> bool {
        use Shape3::{Box, Capsule, Triangle};
        of_common_kinds!(a, b, meet, identity, otherwise(), single::box_meets_ball, identity,
            (Box(x), Box(y)) => single::boxes_meet((x, &a.place), (y, &b.place)),
            (Box(x), Triangle(y)) => single::box_meets_triangle((x, &a.place), (y, &b.place)),
            (Triangle(x), Box(y)) => single::box_meets_triangle((y, &b.place), (x, &a.place)),
            (Box(x), Capsule(y)) => single::box_meets_capsule((x, &a.place), (y, &b.place)),
            (Capsule(x), Box(y)) => single::box_meets_capsule((y, &b.place), (x, &a.place)),
            (Triangle(x), Triangle(y)) => single::triangles_meet((x, &a.place), (y, &b.place))
        )
    }
    #[inline]
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
        if let Some(answer) = closed_form::intersects3(a, b) {
            return Some(answer);
        }
        let a = ConvexCore::new(a);
        let b = ConvexCore::new(b);
        let (a, b) = (a.as_ref()?, b.as_ref()?);
        let pair = CorePair::new(a, b);
        by_kind::overlaps(&pair)
    }
}

impl<V: Space3> FloatTest<V, Dimension3> for RelationQuestion {
    /// Of balls and capsules, and of a box and a ball.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fast_path(
        self,
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        otherwise: impl FnOnce() -> Relation,
    ) -> Relation {
        of_common_kinds!(
            a,
            b,
            relation,
            identity,
            otherwise(),
            ball_cuboid::relation,
            Relation::mirrored
        )
    }
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
        let met = meet_in_single_precision(&a, &b);
        if met == Some(false) {
            return Some(Relation::Disjoint);
        }
        if let Some(answer) = closed_form::relation3(a, b) {
            return Some(answer);
        }
        let a = ConvexCore::new(a);
        let b = ConvexCore::new(b);
        let (a, b) = (a.as_ref()?, b.as_ref()?);
        let pair = CorePair::new(a, b);
        let overlap = met.or_else(|| by_kind::overlaps(&pair))?;
        relation_if(overlap, &pair)
    }
}

/// The relation of two cores of which it is known whether they overlap.
fn relation_if<V: Space3>(overlap: bool, pair: &CorePair<'_, V>) -> Option<Relation> {
    if overlap {
        containment::relation_of_overlapping(pair)
    } else {
        Some(Relation::Disjoint)
    }
}

/// Whether the insides of two cores overlap, by what was seen of them.
pub(crate) fn overlaps_recalling<V: Space3>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
    memory: &mut Memory,
) -> Option<bool> {
    recalling(a, b, memory, |overlap, _| Some(overlap))
}

/// The relation of two cores, by what was seen of them.
pub(crate) fn relation_recalling<V: Space3>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
    memory: &mut Memory,
) -> Option<Relation> {
    recalling(a, b, memory, relation_if)
}

/// What follows from whether two cores overlap, by what was seen of them; `None` for pairs that are not
/// searched.
#[inline]
fn recalling<V: Space3, T>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
    memory: &mut Memory,
    then: impl FnOnce(bool, &CorePair<'_, V>) -> Option<T>,
) -> Option<T> {
    if !recall::is_searched(a.shape, b.shape) {
        return None;
    }
    prefetch_both(a, b);
    let a = ConvexCore::new(*a);
    let b = ConvexCore::new(*b);
    let pair = CorePair::new(a.as_ref()?, b.as_ref()?);
    then(recall::overlaps(&pair, memory)?, &pair)
}

impl<V: Space3> FloatTest<V, Dimension3> for ClearanceQuestion {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fast_path(
        self,
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        otherwise: impl FnOnce() -> Self::Answer,
    ) -> Self::Answer {
        of_common_kinds!(
            a,
            b,
            clearance,
            Ok,
            otherwise(),
            ball_cuboid::clearance,
            Clearance::mirrored
        )
    }
    #[inline]
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer> {
        if let Some(answer) = closed_form::clearance3(a, b) {
            return Some(Ok(answer));
        }
        let a = ConvexCore::new(a);
        let b = ConvexCore::new(b);
        let (a, b) = (a.as_ref()?, b.as_ref()?);
        let (pair, swapped) = CorePair::ordered(a, b);
        let c = by_kind::clearance(&pair)?;
        Some(Ok(if swapped { c.mirrored() } else { c }))
    }
}

impl<V: Space3> FloatTest<V, Dimension3> for DistanceQuestion {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fast_path(
        self,
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        otherwise: impl FnOnce() -> V::Scalar,
    ) -> V::Scalar {
        of_common_kinds!(
            a,
            b,
            distance,
            identity,
            otherwise(),
            ball_cuboid::distance,
            identity
        )
    }
    #[inline]
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<V::Scalar> {
        if few_faces_meet(&a, &b) == Some(true) {
            return Some(Real::ZERO);
        }
        if let Some(answer) = closed_form::clearance3(a, b) {
            return Some(answer.distance.max(Real::ZERO));
        }
        let a = ConvexCore::new(a);
        let b = ConvexCore::new(b);
        let (a, b) = (a.as_ref()?, b.as_ref()?);
        let pair = CorePair::ordered(a, b).0;
        if !pair.is_accurate() {
            return None;
        }
        match by_kind::gap_or_overlap(&pair)? {
            GapOrOverlap::Clearance(found) => to_world(&pair, found).map(|c| c.distance.max(Real::ZERO)),
            GapOrOverlap::Overlap => Some(Real::ZERO),
        }
    }
}

impl<V: Space3> FloatTest<V, Dimension3> for ManifoldQuestion<V> {
    /// The one contact of two spheres, of a box and a sphere, or of two capsules that are not parallel.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fast_path(
        self,
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        otherwise: impl FnOnce() -> Self::Answer,
    ) -> Self::Answer {
        use single_contact::{of_box_and_ball, of_capsules};
        let margin = self.margin;
        match (a.shape, b.shape) {
            (Shape3::Sphere(x), Shape3::Sphere(y)) => {
                match balls::manifold((x.radius(), a.place), (y.radius(), b.place), margin) {
                    Some(manifold) => Ok(manifold),
                    None => otherwise(),
                }
            }
            (Shape3::Capsule(x), Shape3::Capsule(y)) => {
                of_capsules((x, &a.place), (y, &b.place), margin, otherwise)
            }
            (Shape3::Box(x), Shape3::Sphere(y)) => {
                of_box_and_ball((x, &a.place), (y, &b.place), false, margin, otherwise)
            }
            (Shape3::Sphere(x), Shape3::Box(y)) => {
                of_box_and_ball((y, &b.place), (x, &a.place), true, margin, otherwise)
            }
            _ => otherwise(),
        }
    }
    /// The whole manifold of two boxes or polyhedra in one run; a clearance and then its contacts for others.
    #[inline]
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer> {
        if is_box_and_ball(&a, &b) {
            return None; // asked already
        }
        if single_contact::serves(a.shape, b.shape) {
            return single_contact::manifold(a, b, self.margin).map(Ok);
        }
        if let Some(normal) = single::axis_beyond(&a, &b, self.margin.to_f64()) {
            return Some(Ok(Manifold::new(V::from_double(normal))));
        }
        let met = box_meets_triangle(&a, &b) == Some(true);
        let a = ConvexCore::new(a);
        let b = ConvexCore::new(b);
        let (a, b) = (a.as_ref()?, b.as_ref()?);
        let (pair, swapped) = CorePair::ordered(a, b);
        let manifold = by_kind::manifold(&pair, self.margin, met)?;
        Some(Ok(if swapped { manifold.mirrored() } else { manifold }))
    }
}

/// Contacts of two convex shapes whose clearance is known.
pub(crate) fn clip<V: Space3>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    convex_manifold::clip(a, b, c, margin)
}

/// The feature of a core that faces along a unit vector of the world, with its ball; `None` of all other
/// shapes.
pub(crate) fn support_feature<V: Space3>(
    placed: Placed<'_, V>,
    n: DVec3,
    origin: DVec3,
) -> Option<SupportFeature> {
    ConvexCore::new(placed).map(|core| core.support_feature(n, origin))
}
