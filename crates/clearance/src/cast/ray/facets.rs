//! The facets of the border of a solid or a polygon, as a ray meets them.
//!
//! All facets of one border are projected along the same ray, so that none slips through between them
//! (`exact/along.rs`).

use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::exact::along::{ProjectedVertex, Projection};
use super::exact::line::{LocalRay, Span};
use super::filter::{self, FilteredRay};
use super::space::{RayQuery, Search};
use crate::math::{Aabb, DoubleFrame, lift};
use crate::shape::{Border, LocalPoint, ShapeSpace};

/// The facets of a border, in the frame and unit of a ray.
pub(crate) struct Facets<'a, V: ShapeSpace> {
    border: &'a dyn Border<V>,
    frame: Option<DoubleFrame>,
    scale: f64,
}

impl<'a, V: ShapeSpace> Facets<'a, V> {
    pub(crate) fn new(border: &'a dyn Border<V>, scale: f64) -> Self {
        Self {
            border,
            frame: border
                .pose()
                .map(|pose| DoubleFrame::of_pose(pose).enlarged(scale)),
            scale,
        }
    }
    pub(crate) fn count(&self) -> usize {
        self.border.facet_count()
    }
    /// Whether a point is in the box around all facets; never wrongly `false`.
    pub(super) fn may_hold(&self, point: DVec3) -> bool {
        let [min, max] = self.whole();
        (0..V::DIM).all(|i| {
            let error = 1e-14 * (min[i].abs() + max[i].abs());
            (min[i] - error..=max[i] + error).contains(&point[i])
        })
    }
    /// Whether those of a region of the plane surely enclose a point, or surely do not.
    pub(super) fn surely_hold(&self, point: DVec3) -> Option<bool> {
        if V::DIM != 2 {
            return None;
        }
        let local = point / self.scale;
        let whole = self.border.facet_boxes().whole();
        self.border
            .surely_holds(&LocalPoint::rounded([local.x, local.y], &whole))
    }
    /// The box around all facets.
    pub(super) fn whole(&self) -> [DVec3; 2] {
        let whole = self.border.facet_boxes().whole();
        [whole.min, whole.max].map(|p| lift(p) * self.scale)
    }
    /// Whether a ray has surely left the box around all facets for good at the last time that counts.
    pub(super) fn whole_is_passed(&self, query: &RayQuery) -> bool {
        let [low, high] = self.whole();
        let (end, way) = (query.ray.at(query.last), query.ray.direction);
        (0..V::DIM).any(|i| {
            let room = 1e-14 * (low[i].abs() + high[i].abs() + query.ray.origin[i].abs());
            let is_ahead = way[i] > 0.0 && end[i] * (1.0 - 1e-14) > high[i] + room;
            is_ahead || way[i] < 0.0 && end[i] * (1.0 - 1e-14) < low[i] - room
        })
    }
    /// The facets whose boxes a ray enters up to this time.
    pub(super) fn near_until(&self, ray: LocalRay, last: f64) -> Vec<usize> {
        let mut found = Vec::new();
        self.visit_near(&self.query(ray, last), &mut |i| {
            found.push(i);
            ControlFlow::Continue(())
        });
        found
    }
    /// Visits these until `visit` breaks.
    pub(super) fn visit_near(&self, query: &RayQuery, visit: &mut dyn FnMut(usize) -> ControlFlow<()>) {
        let boxes = self.border.facet_boxes();
        let _ = match query.lanes(boxes) {
            Some(lanes) => boxes.tree().crossed_by(&lanes, &mut |i| visit(i as usize)),
            None => {
                let slabs = Slabs::new(query, &boxes.whole());
                boxes.passing(&|bounds| slabs.enters(bounds) < f64::INFINITY, visit)
            }
        };
    }
    /// A ray up to a time, in the frame and unit of the facets.
    pub(super) fn query(&self, ray: LocalRay, last: f64) -> RayQuery {
        RayQuery {
            ray,
            scale: self.scale,
            last,
            search: Search::First,
        }
    }
    /// Two in the plane, three in space.
    pub(crate) fn corners(&self, i: usize) -> impl ExactSizeIterator<Item = DVec3> {
        self.triangle(i).into_iter().take(V::DIM)
    }
    /// The same; of a segment, the second end twice.
    #[inline]
    pub(super) fn triangle(&self, i: usize) -> [DVec3; 3] {
        let corners = self.border.corners(i).map(lift);
        match &self.frame {
            None => corners.map(|p| p * self.scale),
            Some(frame) => corners.map(|p| frame.outward(p * frame.scale)),
        }
    }
    pub(crate) fn projected(&self, i: usize, projection: &Projection) -> [ProjectedVertex; 3] {
        self.triangle(i).map(|p| projection.project(p))
    }
    /// The filter of a facet of space.
    pub(super) fn filtered(&self, i: usize, query: &RayQuery) -> FilteredRay {
        if V::DIM == 2 {
            return None;
        }
        filter::facet(&query.for_filter::<V>(), self.triangle(i))
    }
    pub(super) fn span(&self, i: usize, projection: &Projection) -> Option<Span> {
        let [a, b, c] = self.projected(i, projection);
        let outward = self.normal(i).try_normalize();
        if V::DIM == 2 {
            return projection.segment(&a, &b, outward);
        }
        projection.triangle([&a, &b, &c], outward)
    }
    /// The outward normal, of any length; zero for a degenerate facet.
    pub(crate) fn normal(&self, i: usize) -> DVec3 {
        let mut corners = self.corners(i);
        let first = corners.next().unwrap_or_default();
        let e = corners.next().unwrap_or(first) - first;
        match corners.next() {
            None => DVec3::new(e.y, -e.x, 0.0),
            Some(third) => e.cross(third - first),
        }
    }
}

/// A ray against the boxes of one tree: when it enters them, never too late (Kay & Kajiya 1986).
pub(super) struct Slabs {
    origin: DVec3,
    inverse: DVec3,
    /// The error bound of a plane of a box.
    error: DVec3,
    scale: f64,
    last: f64,
    dimension: usize,
}

impl Slabs {
    pub(super) fn new<V: ShapeSpace>(query: &RayQuery, whole: &Aabb<V>) -> Self {
        let (min, max) = (lift(whole.min) * query.scale, lift(whole.max) * query.scale);
        Self {
            origin: query.ray.origin,
            inverse: query.ray.direction.recip(),
            error: 1e-14 * (min.abs() + max.abs() + query.ray.origin.abs()),
            scale: query.scale,
            last: query.last * (1.0 + 1e-12),
            dimension: V::DIM,
        }
    }
    /// When the ray enters a box; infinite where it does not, or not in time.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn enters<V: ShapeSpace>(&self, bounds: &Aabb<V>) -> f64 {
        let low = (lift(bounds.min) * self.scale - self.origin - self.error) * self.inverse;
        let high = (lift(bounds.max) * self.scale - self.origin + self.error) * self.inverse;
        let (mut enter, mut exit) = (0.0_f64, self.last);
        for i in 0..self.dimension {
            // NaN for a ray within the plane; `min` and `max` ignore it.
            enter = enter.max(low[i].min(high[i]));
            exit = exit.min(low[i].max(high[i]));
        }
        // The error of each quotient is a few roundings.
        if enter <= exit * (1.0 + 1e-14) {
            enter * (1.0 - 1e-14)
        } else {
            f64::INFINITY
        }
    }
}
