//! Planes that may cut a part well.
//!
//! CoACD spaces its candidates evenly. But where a solid has a step, only the plane through its inner edge
//! leaves nothing over. So each axis of a part is divided into slices, and the candidate of a slice is the
//! coordinate at which most of the concave edges end, by length and angle: an edge in the plane has both of
//! its ends there. Convex edges count next to nothing, but they tell where two pieces of a solid only touch.
//! A slice in which no edge ends has its middle.

use alloc::vec::Vec;

use glam::DVec3;

use super::chain::Plane;
use super::part::Part;
use super::solid::Solid;
use crate::exact::orientation::orient3d;
use crate::math::Aabb;

/// How many candidates there are along each axis.
const SLICES: usize = 8;

/// What a convex edge counts, beside a concave one.
const CONVEX: f64 = 1e-6;

/// An edge at which the solid bends.
pub(super) struct BentEdge {
    bounds: Aabb<DVec3>,
    ends: [DVec3; 2],
    /// Its length times 1 − the cosine of the angle between its triangles' normals; times [`CONVEX`] where
    /// the solid bends outwards.
    pub weight: f64,
}

/// The edges of a solid at which it bends.
pub(super) fn bent_edges(solid: &Solid) -> Vec<BentEdge> {
    let mesh = solid.mesh();
    let mut edges = Vec::new();
    for (t, across) in mesh.neighbours().iter().enumerate() {
        for (k, &other) in across.iter().enumerate() {
            if other == u32::MAX || t as u32 >= other {
                continue;
            }
            let [own, others] = [mesh.corners(t), mesh.corners(other as usize)];
            let ends = [own[k], own[(k + 1) % 3]];
            let opposite = others.into_iter().find(|p| !ends.contains(p));
            let bend = opposite.map_or(0.0, |p| above(own, p));
            if bend != 0.0 {
                let factor = if bend > 0.0 { 1.0 } else { CONVEX };
                edges.push(BentEdge::new(ends, [own, others].map(normal), factor));
            }
        }
    }
    edges
}

/// Positive for a point above a triangle, 0 in its plane; the sign is exact, but for underflow.
fn above([a, b, c]: [DVec3; 3], p: DVec3) -> f64 {
    orient3d([a, b, c, p].map(|p| p.to_array()))
}

fn normal([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a).normalize_or_zero()
}

impl BentEdge {
    fn new(ends: [DVec3; 2], [n, m]: [DVec3; 2], factor: f64) -> Self {
        let [a, b] = ends;
        Self {
            bounds: Aabb::new(a.min(b), a.max(b)),
            ends,
            weight: factor * (b - a).length() * (1.0 - n.dot(m)),
        }
    }
    /// The weight of what of it is strictly inside of a box.
    fn weight_in(&self, cell: &Aabb<DVec3>) -> f64 {
        let [a, b] = self.ends;
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for k in 0..3 {
            let (from, way) = (a[k], b[k] - a[k]);
            if way == 0.0 {
                if !(cell.min[k] < from && from < cell.max[k]) {
                    return 0.0;
                }
                continue;
            }
            let [s, t] = [cell.min[k], cell.max[k]].map(|end| (end - from) / way);
            enter = enter.max(s.min(t));
            leave = leave.min(s.max(t));
        }
        self.weight * (leave - enter).max(0.0)
    }
}

/// The edges near a part.
pub(super) fn edges_near<'a>(part: &Part, edges: &'a [BentEdge]) -> Vec<&'a BentEdge> {
    let bounds = part.hull.bounds;
    edges.iter().filter(|e| e.bounds.overlaps(&bounds)).collect()
}

/// How much of the edges is inside of a part. Where a cut runs along an edge, neither half has it any more.
pub(super) fn weight_inside(part: &Part, edges: &[&BentEdge]) -> f64 {
    edges.iter().map(|e| e.weight_in(&part.hull.bounds)).sum()
}

/// Planes that cut a part, in the order of axes and coordinates.
pub(super) fn candidates(part: &Part, near: &[&BentEdge], solid: &Solid) -> Vec<Plane> {
    let bounds = part.hull.bounds;
    let along = |axis: usize| {
        let range = [bounds.min[axis], bounds.max[axis]];
        let ends = near
            .iter()
            .flat_map(|e| e.ends.map(|p| (p[axis], e.weight)))
            .filter(|(at, _)| range[0] < *at && *at < range[1]);
        coordinates(range, ends.collect(), solid)
            .into_iter()
            .map(move |at| Plane { axis, at })
    };
    (0..3).flat_map(along).collect()
}

/// One coordinate for each slice of a range.
fn coordinates([low, high]: [f64; 2], mut ends: Vec<(f64, f64)>, solid: &Solid) -> Vec<f64> {
    ends.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let border = |slice: usize| low + (high - low) * (slice as f64 / SLICES as f64);
    let first_from = |at: f64| ends.partition_point(|end| end.0 < at);
    let mut found = Vec::new();
    for slice in 0..SLICES {
        let (start, end) = (border(slice), border(slice + 1));
        let own = &ends[first_from(start)..first_from(end).max(first_from(start))];
        let at = heaviest(own).unwrap_or_else(|| solid.round(0.5 * (start + end)));
        if low < at && at < high && found.last() != Some(&at) {
            found.push(at);
        }
    }
    found
}

/// The coordinate with the greatest sum of weights, of coordinates in order; of equals the first.
fn heaviest(ends: &[(f64, f64)]) -> Option<f64> {
    let runs = ends.chunk_by(|a, b| a.0 == b.0);
    let sums = runs.map(|run| (run[0].0, run.iter().map(|end| end.1).sum::<f64>()));
    let best = sums.reduce(|a, b| if b.1 > a.1 { b } else { a });
    best.map(|b| b.0)
}
