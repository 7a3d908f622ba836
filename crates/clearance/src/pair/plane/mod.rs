//! Separating axes in the plane: two cores as outlines of corners, normals and a radius.
//!
//! [`outline`] prepares the two, [`separation`] finds the edge that parts them most, [`closest`] the features
//! there, [`contain`] says whether one holds the other. Two boxes and two rods have shorter ways.
//!
//! Everything is computed in the axes of one outline or the other by the same code, and ties are broken by
//! the outlines' own numbers: exchanging A and B gives the same bits, mirrored.

mod capsules;
pub(super) mod clip;
mod closest;
mod contain;
mod cuboids;
mod facing;
mod hull;
mod outline;
mod polygons;
mod separation;

use super::answer::{Clearance, DepthKind, Relation};
use super::bounding_balls;
use super::question::{
    ClearanceQuestion, DistanceQuestion, FloatTest, IntersectsQuestion, ManifoldQuestion, Plane,
    RelationQuestion,
};
use super::round::{balls, closed_form};
use crate::math::{Real, ScalarOf};
use crate::shape::{ConvexPolygon, Placed, Shape2, Space2};
pub(crate) use clip::clip;
use closest::closest;
pub(crate) use hull::AnyHull;
pub(crate) use hull::{CuboidHull, Hull};
pub(super) use outline::Outline;
use outline::View;
pub(crate) use polygons::{few_edges, few_meet};
use separation::{Interest, Separation, most};

/// Runs a body on the outlines of two cores that are not two boxes: once for polygons, once for any pair.
macro_rules! with_outlines {
    ($a:ident, $b:ident, |$x:ident, $y:ident| $body:expr) => {
        if let Some([$x, $y]) = polygons(&$a, &$b) {
            $body
        } else {
            let ($x, $y) = (Outline::of($a)?, Outline::of($b)?);
            $body
        }
    };
}

/// Two shapes of one common kind, each with its own test; `None` for all others.
macro_rules! of_one_kind {
    ($a:ident, $b:ident, $test:ident $(, $margin:ident)?) => {
        match ($a.shape, $b.shape) {
            (Shape2::Box(x), Shape2::Box(y)) => cuboids::$test((x, $a.place), (y, $b.place) $(, $margin)?),
            (Shape2::Capsule(x), Shape2::Capsule(y)) => capsules::$test((x, $a.place), (y, $b.place) $(, $margin)?),
            (Shape2::Convex(x), Shape2::Convex(y)) => polygons::$test((x, $a.place), (y, $b.place) $(, $margin)?),
            (Shape2::Circle(x), Shape2::Circle(y)) => {
                balls::$test((x.radius(), $a.place), (y.radius(), $b.place) $(, $margin)?)
            }
            _ => None,
        }
    };
}

impl<V: Space2> FloatTest<V, Plane> for IntersectsQuestion {
    #[inline(always)]
    fn fast_path(self, a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<bool> {
        of_one_kind!(a, b, meet)
    }
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
        with_outlines!(a, b, |a, b| outlines_meet(&a, &b))
    }
}

impl<V: Space2> FloatTest<V, Plane> for RelationQuestion {
    #[inline(always)]
    fn fast_path(self, _: &Placed<'_, V>, _: &Placed<'_, V>) -> Option<Relation> {
        None
    }
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
        let fast = IntersectsQuestion.fast_path(&a, &b);
        if !fast.or_else(|| IntersectsQuestion.filter(a, b))? {
            return Some(Relation::Disjoint);
        }
        if let Some([a, b]) = cuboids(&a, &b) {
            return contain::relation_of_overlapping(&a, &b);
        }
        with_outlines!(a, b, |a, b| contain::relation_of_overlapping(&a, &b))
    }
}

impl<V: Space2> FloatTest<V, Plane> for ClearanceQuestion {
    #[inline(always)]
    fn fast_path(self, a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<Self::Answer> {
        of_one_kind!(a, b, clearance).map(Ok)
    }
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer> {
        with_outlines!(a, b, |a, b| outlines_clearance(&a, &b).map(Ok))
    }
}

impl<V: Space2> FloatTest<V, Plane> for DistanceQuestion {
    #[inline(always)]
    fn fast_path(self, a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<V::Scalar> {
        of_one_kind!(a, b, distance)
    }
    /// A depth costs nothing extra in the plane.
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<V::Scalar> {
        let clearance = with_outlines!(a, b, |a, b| outlines_clearance(&a, &b));
        clearance.map(|c| c.distance.max(Real::ZERO))
    }
}

impl<V: Space2> FloatTest<V, Plane> for ManifoldQuestion<V> {
    #[inline(always)]
    fn fast_path(self, a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<Self::Answer> {
        let margin = self.margin;
        of_one_kind!(a, b, manifold, margin).map(Ok)
    }
    /// A clearance and then its contacts is as short.
    fn filter(self, _: Placed<'_, V>, _: Placed<'_, V>) -> Option<Self::Answer> {
        None
    }
}

/// Two boxes.
#[inline(always)]
pub(super) fn cuboids<V: Space2>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
) -> Option<[Outline<V, CuboidHull<V>>; 2]> {
    let (Shape2::Box(x), Shape2::Box(y)) = (a.shape, b.shape) else {
        return None;
    };
    let outline = |placed, half| Outline::new(placed, CuboidHull(half), Real::ZERO);
    Some([outline(a, x.half_extents()), outline(b, y.half_extents())])
}

/// Two polygons that have an inside.
#[inline(always)]
pub(super) fn polygons<'a, V: Space2>(
    a: &Placed<'a, V>,
    b: &Placed<'a, V>,
) -> Option<[Outline<V, &'a ConvexPolygon<V>>; 2]> {
    let (Shape2::Convex(x), Shape2::Convex(y)) = (a.shape, b.shape) else {
        return None;
    };
    let outline = |placed, polygon| Outline::new(placed, polygon, Real::ZERO);
    (x.rank() == 2 && y.rank() == 2).then(|| [outline(a, x), outline(b, y)])
}

/// Whether two outlines meet.
#[inline]
fn outlines_meet<V: Space2, H: Hull<V>>(a: &Outline<V, H>, b: &Outline<V, H>) -> Option<bool> {
    let bound = a.bound(b);
    let error = bound.error;
    let radii = a.radius + b.radius;
    let view_b = View::new(&a.frame, &b.frame);
    if let Some(answer) = balls_meet(a, b, &view_b, radii, error) {
        return Some(answer);
    }
    // Of gaps below 0 only the sign matters.
    let interest = Interest {
        from: Real::ZERO,
        enough: radii + error,
        error,
    };
    let mut gap = most(a, b, &view_b, interest).gap;
    if !bound.is_positive(gap - radii) {
        let view_a = View::new(&b.frame, &a.frame);
        gap = gap.max(most(b, a, &view_a, interest).gap);
    }
    if bound.is_positive(gap - radii) {
        return Some(false);
    }
    if has_inside(a, b) && bound.is_negative(gap) {
        return Some(true);
    }
    if radii <= error {
        return None;
    }
    // In front of an edge by less than the radii: the closest feature may be a corner.
    outlines_clearance(a, b).map(|c| c.distance < Real::ZERO)
}

/// Whether balls around and within the two decide.
#[inline(always)]
fn balls_meet<V: Space2, H: Hull<V>>(
    a: &Outline<V, H>,
    b: &Outline<V, H>,
    view: &View<V>,
    radii: V::Scalar,
    error: V::Scalar,
) -> Option<bool> {
    let squared = (view.point(b.center()) - a.center()).length_squared();
    let around = a.outer_radius() + b.outer_radius() + radii + error;
    let within = a.inner_radius() + b.inner_radius() + radii - error;
    bounding_balls::decide(squared, around, within)
}

/// Whether the Minkowski difference of the hulls may have an inside: else its edges say nothing of overlap.
#[inline(always)]
fn has_inside<V: Space2, H: Hull<V>>(a: &Outline<V, H>, b: &Outline<V, H>) -> bool {
    a.count() + b.count() > 3
}

#[inline]
fn outlines_clearance<V: Space2, H: Hull<V>>(a: &Outline<V, H>, b: &Outline<V, H>) -> Option<Clearance<V>> {
    if a.is_thin()
        && b.is_thin()
        && let Some(answer) = closed_form::clearance(&a.rod(), &b.rod())
    {
        return Some(answer);
    }
    if !has_inside(a, b) {
        return None;
    }
    let error = a.bound(b).error;
    let (view_a, view_b) = (View::new(&b.frame, &a.frame), View::new(&a.frame, &b.frame));
    let from = |from| Interest {
        from,
        enough: Real::INFINITY,
        error,
    };
    let from_a = most(a, b, &view_b, from(-ScalarOf::<V>::INFINITY));
    let from_b = most(b, a, &view_a, from(from_a.gap));
    from_separations([a, b], [from_a, from_b])
}

/// The clearance of A and B, given the greatest separation from either's edges.
#[inline(always)]
fn from_separations<V: Space2, H: Hull<V>>(
    [a, b]: [&Outline<V, H>; 2],
    [from_a, from_b]: [Separation<ScalarOf<V>>; 2],
) -> Option<Clearance<V>> {
    let by_a = parts_more(a, from_a.gap, b, from_b.gap);
    let (reference, other) = if by_a { (a, b) } else { (b, a) };
    let separation = if by_a { from_a } else { from_b };
    let bound = a.bound(b);
    let view = View::new(&reference.frame, &other.frame);
    let core = closest(reference, other, &view, separation, bound.error)?;
    let distance = core.distance - (a.radius + b.radius);
    bound.meets(distance)?;
    // In the world, from the reference to the other.
    let normal = reference.frame.direction(core.normal);
    let point = reference.frame.direction(core.point) + reference.frame.origin + normal * reference.radius;
    let points = [point, point + normal * distance];
    Some(Clearance {
        distance,
        normal: if by_a { normal } else { -normal },
        point_a: points[usize::from(!by_a)],
        point_b: points[usize::from(by_a)],
        depth_kind: DepthKind::Exact,
    })
}

/// Whether A's edge is the one to go by; between equals the outlines' own numbers decide, whichever is called
/// A.
#[inline(always)]
fn parts_more<V: Space2, H: Hull<V>>(
    a: &Outline<V, H>,
    gap_a: V::Scalar,
    b: &Outline<V, H>,
    gap_b: V::Scalar,
) -> bool {
    gap_a > gap_b || gap_a == gap_b && a.order(b).is_le()
}
