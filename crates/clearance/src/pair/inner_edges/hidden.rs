//! Which points of a contact are hidden by another set of the ground.

use core::ops::ControlFlow;

use super::{GroundContact, GroundSets, SeamTolerance, SlideTest, VisitSet};
use crate::math::{Aabb, DoubleFrame, Pose, Real, ScalarOf, Vector, lift, lower};
use crate::pair;
use crate::pair::ask::table::PairSpace;
use crate::pair::border_pieces::BorderPiece;
use crate::pair::smooth::furthest_of_curved;
use crate::shape::{AnyShape, Placed};
use glam::DVec3;

impl<V: PairSpace, G: GroundSets<V>> SlideTest<'_, V, G> {
    /// Whether all supporting points of a contact with set `i` are hidden, and the middle of them. The middle
    /// counts because, for a body in a pocket that it fits, each corner may lie on the next wall, too.
    pub(super) fn is_hidden(&self, i: usize, touch: &GroundContact<V>) -> bool {
        let tolerance = self.tolerance(i);
        if !self.is_point_hidden(i, touch.point, touch.normal, tolerance) {
            return false;
        }
        let manifold = touch.manifold.unwrap_or_else(|| self.points(i, touch));
        // A manifold along another normal does not belong to this contact.
        let is_same = manifold.normal.dot(touch.normal) > ScalarOf::<V>::HALF;
        let points = manifold.contacts().iter().filter(|_| is_same);
        supporting_points(points.map(|c| c.point_a), touch.normal, tolerance.step)
            .all(|p| self.is_point_hidden(i, p, touch.normal, tolerance))
    }
    fn is_point_hidden(&self, i: usize, point: V, normal: V, tolerance: SeamTolerance<V::Scalar>) -> bool {
        let mut hides = |set: Placed<'_, V>| match hides(set, point, normal, tolerance) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.ground
            .each_near(i, point, tolerance.gap, &mut hides)
            .is_break()
    }
}

/// The supporting points of a convex set, preceded by their middle where there are several: points of the
/// contact that no other exceeds along the normal by more than a step that counts as none. At a lower point
/// the set itself goes on beyond the plane through it, so the normal is not a normal of the set there.
pub(crate) fn supporting_points<V: Vector>(
    points: impl Iterator<Item = V> + Clone,
    normal: V,
    step: V::Scalar,
) -> impl Iterator<Item = V> {
    let heights = points.clone().map(move |p| p.dot(normal));
    let top = heights.fold(-ScalarOf::<V>::INFINITY, Real::max);
    let supporting_points = points.filter(move |p| p.dot(normal) >= top - step);
    let (sum, count) = supporting_points
        .clone()
        .fold((V::ZERO, Real::ZERO), |(sum, count): (V, V::Scalar), p| {
            (sum + p, count + Real::ONE)
        });
    let middle = (count > Real::ONE).then(|| sum * (ScalarOf::<V>::ONE / count));
    middle.into_iter().chain(supporting_points)
}

/// Whether a set contains the point and reaches beyond the plane through it that is perpendicular to the
/// normal.
fn hides<V: PairSpace>(set: Placed<'_, V>, point: V, normal: V, tolerance: SeamTolerance<V::Scalar>) -> bool {
    if !set.shape.is_convex() {
        // The parts of a solid of space are only its border.
        return is_within_reach(set, point + normal * tolerance.gap, tolerance.error);
    }
    let height_beyond = height_beyond(set, lift(normal), lift(point));
    height_beyond > tolerance.error.to_f64() && is_within_reach(set, point, tolerance.gap)
}

/// Whether a shape comes within `reach` of a point. It is asked about a ball, so that floats can decide where
/// the point is on the shape's border.
pub(crate) fn is_within_reach<V: PairSpace>(set: Placed<'_, V>, point: V, reach: V::Scalar) -> bool {
    let (Ok(pose), Ok(ball)) = (Pose::at(point), V::Shape::ball(reach)) else {
        return false;
    };
    pair::intersects(set, Placed::new(&ball, &pose))
}

/// How far a convex shape reaches beyond the plane through `point` perpendicular to the unit vector `n`;
/// infinite for an unbounded one.
pub(crate) fn height_beyond<V: PairSpace>(set: Placed<'_, V>, n: DVec3, point: DVec3) -> f64 {
    furthest(set, n, point).map_or(f64::INFINITY, |p| p.dot(n))
}

/// Whether a convex shape has a flat face with the unit normal `n`, up to a tilt of `slope`.
pub(crate) fn has_face_along<V: PairSpace>(set: Placed<'_, V>, n: V, slope: V::Scalar) -> bool {
    let frame = DoubleFrame::of_place(&set.place);
    let mut found = false;
    V::outline(set.shape, &mut |piece| {
        if let BorderPiece::Face { normal, .. } = piece {
            let normal: V = lower(frame.turned(normal));
            found |= (normal - n).max_abs() <= slope;
        }
    });
    found
}

/// The support point of a bounded convex shape along the unit vector `n`, relative to `origin`.
pub(super) fn furthest<V: PairSpace>(set: Placed<'_, V>, n: DVec3, origin: DVec3) -> Option<DVec3> {
    let frame = DoubleFrame::of_place(&set.place).seen_from(origin);
    let local = frame.turned_back(n);
    if let Some(curved) = set.shape.curved() {
        let grown = set.shape.as_rounded().map_or(0.0, |r| r.radius().to_f64());
        let tip = furthest_of_curved(&curved, local);
        return Some(frame.outward(tip * frame.scale) + n * (grown * frame.scale));
    }
    let core = set.shape.core()?;
    let heights = core.vertices.iter().map(|&v| (lift(v), lift(v).dot(local)));
    let (tip, _) = heights.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    Some(frame.outward(tip * frame.scale) + n * (core.radius.to_f64() * frame.scale))
}

/// Calls `visit` with the convex parts of a shape near a box, except part `but`, and with the solids of space
/// whose border they are.
pub(crate) fn for_each_convex_near<V: PairSpace>(
    shape: Placed<'_, V>,
    but: Option<usize>,
    around: &Aabb<V>,
    visit: VisitSet<'_, V>,
) -> ControlFlow<()> {
    let Some(parts) = shape.shape.parts() else {
        return visit(shape);
    };
    parts.part_boxes().meeting(&shape.place, around, &mut |i| {
        if Some(i) == but {
            return ControlFlow::Continue(());
        }
        let part = parts.part(i);
        part.placed_in(&shape.place, |p| for_each_convex_near(p, None, around, visit))
    })?;
    if V::DIM == 3 && parts.is_solid() {
        return visit(shape);
    }
    ControlFlow::Continue(())
}
