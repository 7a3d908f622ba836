//! Which parts or facets of a shape may be the nearest to a point, by the tree of their boxes.
//!
//! The answer is that of looking at all of them one after the other, whatever the order of the tree: what the
//! tree proposes is put in order and looked at once more.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::double_ray::{scaled, unit_of};
use super::facets::Facets;
use crate::cast::ray::space::RaySpace;
use crate::index::PointQuery;
use crate::math::{Aabb, DoubleFrame, Real, ScalarOf, Space, Vector, lift};
use crate::pair::{QueryError, distance_to_facet};
use crate::shape::{Border, Parts, Placed};

/// A point in the frame of a shape made of parts.
pub(super) struct PartsNear {
    local: DVec3,
    scale: f64,
    /// The error bound of the point.
    error: f64,
}

impl PartsNear {
    pub(super) fn new<V: RaySpace>(a: &Placed<'_, V>, point: V) -> Self {
        Self::at(a, point, start_error(&a.aabb(), point).to_f64())
    }
    pub(super) fn at<V: RaySpace>(a: &Placed<'_, V>, point: V, error: f64) -> Self {
        let frame = DoubleFrame::of_place(&a.place);
        Self {
            local: frame.inward(lift(point)),
            scale: frame.scale,
            error,
        }
    }
    fn widest_gap<V: Space>(&self, bounds: &Aabb<V>) -> f64 {
        widest_gap(bounds, self.scale, self.local)
    }
    /// Calls `visit` with the parts whose boxes the point is in or next to, until it breaks.
    pub(super) fn visit_touching<V: RaySpace>(
        &self,
        parts: &dyn Parts<V>,
        visit: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let boxes = parts.part_boxes();
        boxes.passing(&|bounds| self.widest_gap(bounds) <= self.error, visit)
    }
    /// Up to `most` of these parts.
    pub(super) fn touching<V: RaySpace>(&self, parts: &dyn Parts<V>, most: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let _ = self.visit_touching(parts, &mut |i| {
            found.push(i);
            match found.len() < most {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        found
    }
    /// The answer with the least distance among those of the parts; of equal ones that of the first part.
    pub(super) fn closest<V: RaySpace, T>(
        &self,
        parts: &dyn Parts<V>,
        ask: impl Fn(usize) -> Result<(V::Scalar, T), QueryError>,
    ) -> Result<Option<T>, QueryError> {
        // Next to a border, rounding may hide a part that contains the point.
        let room = |distance: V::Scalar| distance.to_f64().max(self.error);
        // Distances are rounded, so that two may be equal although one box is further away.
        let rounded = 1.0 + 8.0 * ScalarOf::<V>::EPSILON.to_f64();
        let (mut answers, mut failed) = (Vec::new(), None);
        parts.part_boxes().nearest(
            |bounds| V::Scalar::lit(box_gap(bounds, self.scale, self.local)),
            |i, best| match ask(i) {
                Ok((distance, found)) => {
                    answers.push((i, distance, found));
                    best.min(V::Scalar::lit(room(distance) * rounded))
                }
                Err(error) => {
                    failed = Some(error);
                    -V::Scalar::INFINITY
                }
            },
        );
        if let Some(error) = failed {
            return Err(error);
        }
        answers.sort_unstable_by_key(|&(i, ..)| i);
        let (boxes, mut best) = (parts.part_boxes(), None);
        for (i, distance, found) in answers {
            let is_better = best
                .as_ref()
                .is_none_or(|&(least, _)| distance < least && self.widest_gap(&boxes.aabb(i)) <= room(least));
            if is_better {
                best = Some((distance, found));
            }
        }
        Ok(best.map(|(_, found)| found))
    }
}

/// The error bound of a point in the frame of a shape, from the largest coordinate.
pub(super) fn start_error<V: Vector>(a: &Aabb<V>, point: V) -> V::Scalar {
    let finite = |v: V| if v.is_finite() { v.max_abs() } else { Real::ZERO };
    let largest = finite(a.min).max(finite(a.max)).max(point.max_abs());
    largest * V::Scalar::EPSILON * V::Scalar::lit(32.0)
}

/// Lower bounds of the distances of a point from a box along each axis, 0 where it is within. The numbers of
/// the box are enlarged by `scale`.
fn axis_gaps<V: Space>(bounds: &Aabb<V>, scale: f64, p: DVec3) -> DVec3 {
    let [min, max] = [bounds.min, bounds.max].map(|v| lift(v) * scale);
    let error = 1e-14 * (min.abs() + max.abs() + p.abs());
    // Where a box is infinite the error is too, and there is no gap.
    (min - p - error).max(p - max - error).max(DVec3::ZERO)
}

/// A lower bound of the distance of a point from a box: that along one axis.
fn widest_gap<V: Space>(bounds: &Aabb<V>, scale: f64, p: DVec3) -> f64 {
    axis_gaps(bounds, scale, p).max_element()
}

/// A lower bound of the distance of a point from a box.
fn box_gap<V: Space>(bounds: &Aabb<V>, scale: f64, p: DVec3) -> f64 {
    let gaps = axis_gaps(bounds, scale, p);
    let square = gaps.length_squared();
    // Squares of numbers of other magnitudes overflow or vanish.
    if square > 1e-280 && square < 1e280 {
        libm::sqrt(square) * (1.0 - 1e-14)
    } else {
        gaps.max_element()
    }
}

/// A point in the frame of a border, in a unit of about the size of both, so that products of a few lengths
/// neither overflow nor vanish.
pub(super) struct BorderNear<'a, V: RaySpace> {
    border: &'a dyn Border<V>,
    pub facets: Facets<'a, V>,
    pub local: DVec3,
    scale: f64,
    /// The error bound of the point, in that unit.
    error: f64,
}

impl<'a, V: RaySpace> BorderNear<'a, V> {
    /// `error` is the error bound of the point in the world.
    pub(super) fn new(a: &Placed<'_, V>, border: &'a dyn Border<V>, point: V, error: V::Scalar) -> Self {
        let frame = DoubleFrame::of_place(&a.place);
        let inward = frame.inward(lift(point));
        let size = V::extent(a.shape) * frame.scale;
        let unit = unit_of(size.max(inward.abs().max_element()), frame.scale);
        let scale = libm::scalbn(frame.scale, -unit);
        Self {
            border,
            facets: Facets::new(border, scale),
            local: scaled(inward, -unit),
            scale,
            error: libm::scalbn(error.to_f64(), -unit),
        }
    }
    fn gap(&self, bounds: &Aabb<V>) -> f64 {
        box_gap(bounds, self.scale, self.local)
    }
    /// The point, known to within `error`, for the tree.
    fn query(&self, error: f64) -> PointQuery {
        let error = error + 1e-14 * self.local.abs().max_element();
        let local = (self.local / self.scale).to_array();
        PointQuery::new(self.border.facet_boxes().tree().unit(), local, error / self.scale)
    }
    /// Whether the point is surely not on the border: so far inside or outside that floats tell which.
    /// `is_on` decides exactly whether it is on a facet. `Err` where it is on one.
    pub(super) fn is_clear(&self, is_on: impl Fn(usize) -> bool) -> Result<bool, OnBorder> {
        let mut is_clear = true;
        let boxes = self.border.facet_boxes();
        let query = self.query(self.error);
        let flow = boxes.tree().meeting(&query, &mut |i| {
            let i = i as usize;
            if self.gap(&boxes.aabb(i)) > self.error {
                return ControlFlow::Continue(());
            }
            if distance_to_facet(self.facets.corners(i), self.local) > self.error {
                return ControlFlow::Continue(());
            }
            is_clear = false;
            match is_on(i) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        match flow {
            ControlFlow::Break(()) => Err(OnBorder),
            ControlFlow::Continue(()) => Ok(is_clear),
        }
    }
    /// The facet nearest to the point, up to rounding; for a point on the border or next to it, all
    /// candidates in order.
    pub(super) fn nearest(&self) -> Vec<usize> {
        let (mut near, mut least) = (Vec::new(), f64::INFINITY);
        let boxes = self.border.facet_boxes();
        let tree = boxes.tree();
        tree.nearest_to(&self.query(0.0), &mut |i| {
            let i = i as usize;
            let distance = distance_to_facet(self.facets.corners(i), self.local);
            if distance <= least + self.error {
                // The plane of a sliver may be too inexact; no point of it is nearer than its box.
                let distance = distance.max(self.gap(&boxes.aabb(i)));
                if distance <= least + self.error {
                    near.push((i, distance));
                    least = least.min(distance);
                }
            }
            (least + self.error) / self.scale
        });
        near.sort_unstable_by_key(|&(i, _)| i);
        let is_near_border = least <= self.error;
        let kept = |distance: f64| distance == least || is_near_border && distance <= least + self.error;
        let kept = near.into_iter().filter(|(_, distance)| kept(*distance));
        kept.map(|(i, _)| i)
            .take(if is_near_border { usize::MAX } else { 1 })
            .collect()
    }
}

/// The point is on the border.
pub(super) struct OnBorder;
