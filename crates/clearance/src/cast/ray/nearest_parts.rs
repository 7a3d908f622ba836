//! Which parts or facets of a shape may be the nearest to a point, by the tree of their boxes.
//!
//! The answer is that of looking at all of them one after the other, whatever the order of the tree: what the
//! tree proposes is put in order and looked at once more.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::facets::Facets;
use crate::cast::ray::space::RaySpace;
use crate::math::{Aabb, DoubleFrame, Real, ScalarOf, Space, Vector, lift};
use crate::pair::QueryError;
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
    fn gap<V: Space>(&self, bounds: &Aabb<V>) -> f64 {
        box_gap(bounds, self.scale, self.local)
    }
    /// Up to `most` parts whose boxes the point is in or next to.
    pub(super) fn touching<V: RaySpace>(&self, parts: &dyn Parts<V>, most: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let _ = parts
            .part_boxes()
            .tree()
            .passing(&|bounds| self.gap(bounds) <= self.error, &mut |i| {
                found.push(i as usize);
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
        parts.part_boxes().tree().nearest(
            |bounds| V::Scalar::lit(self.gap(bounds)),
            |i, best| match ask(i as usize) {
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
        let (boxes, mut best) = (parts.part_boxes().boxes(), None);
        for (i, distance, found) in answers {
            let is_better = best
                .as_ref()
                .is_none_or(|&(least, _)| distance < least && self.gap(&boxes[i as usize]) <= room(least));
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

/// A lower bound of the distance of a point from a box whose numbers are enlarged by `scale`.
fn box_gap<V: Space>(bounds: &Aabb<V>, scale: f64, p: DVec3) -> f64 {
    let [min, max] = [bounds.min, bounds.max].map(|v| lift(v) * scale);
    (0..V::DIM).fold(0.0_f64, |gap, i| {
        let error = 1e-14 * (min[i].abs() + max[i].abs() + p[i].abs());
        gap.max(min[i] - p[i] - error).max(p[i] - max[i] - error)
    })
}

/// The facet nearest to a point, up to rounding; for a point on the border or next to it, all candidates in
/// order. Points and facets are in the unit of `facets`, which enlarges them by `scale`.
pub(super) fn nearest_facets<V: RaySpace>(
    border: &dyn Border<V>,
    facets: &Facets<'_, V>,
    scale: f64,
    p: DVec3,
    error: f64,
) -> Vec<usize> {
    let (mut near, mut least) = (Vec::new(), f64::INFINITY);
    let boxes = border.facet_boxes();
    boxes.tree().nearest(
        |bounds| V::Scalar::lit(box_gap(bounds, scale, p)),
        |i, _| {
            let i = i as usize;
            // The plane of a sliver may be too inexact; no point of it is nearer than its box.
            let distance = distance_to_corners(facets.corners(i), p);
            let distance = distance.max(box_gap(&boxes.boxes()[i], scale, p));
            if distance <= least + error {
                near.push((i, distance));
                least = least.min(distance);
            }
            V::Scalar::lit(least + error)
        },
    );
    near.sort_unstable_by_key(|&(i, _)| i);
    let is_near_border = least <= error;
    let kept = |distance: f64| distance == least || is_near_border && distance <= least + error;
    let kept = near.into_iter().filter(|(_, distance)| kept(*distance));
    kept.map(|(i, _)| i)
        .take(if is_near_border { usize::MAX } else { 1 })
        .collect()
}

/// The distance of a point from a segment or a triangle, in a unit of about the size of the whole.
fn distance_to_corners(corners: impl Iterator<Item = DVec3>, p: DVec3) -> f64 {
    let mut at = [DVec3::ZERO; 3];
    let mut count = 0;
    for (slot, corner) in at.iter_mut().zip(corners) {
        (*slot, count) = (corner - p, count + 1);
    }
    let [a, b, c] = at;
    if count < 3 {
        return to_segment(a, b);
    }
    let normal = (b - a).cross(c - a);
    let over = |p: DVec3, q: DVec3| normal.dot(p.cross(q)) >= 0.0;
    // A triangle so small that squares of areas underflow is as near as its edges.
    if normal.length_squared() > 1e-280 && over(a, b) && over(b, c) && over(c, a) {
        return a.dot(normal.normalize()).abs();
    }
    to_segment(a, b).min(to_segment(b, c)).min(to_segment(c, a))
}

/// The distance of a segment from the origin.
fn to_segment(a: DVec3, b: DVec3) -> f64 {
    let e = b - a;
    let t = (-a.dot(e) / e.length_squared()).clamp(0.0, 1.0);
    if t.is_nan() {
        a.length()
    } else {
        (a + e * t).length()
    }
}
