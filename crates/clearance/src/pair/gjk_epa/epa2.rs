//! The expanding polygon: `epa.rs` in the plane, where the known part of D is a counter-clockwise polygon.

use arrayvec::ArrayVec;
use glam::DVec2;

use super::epa;
use super::epa::{CannotAdd, Depth, FacetPlane, InnerPolytope, MOST_VERTICES, furthest};
use super::gjk::{Limits, ProvenBounds};
use super::simplex::{Simplex, Support};
use crate::math::{Vector, Vector2};

/// A vertex of the polygon and the edge that begins there.
#[derive(Clone, Copy)]
struct RingEdge {
    start: Support<DVec2>,
    /// Unit, outward.
    normal: DVec2,
    offset: f64,
}

type ExpandingPolygon = ArrayVec<RingEdge, MOST_VERTICES>;

/// Searches the depth from the simplex with which [`search`](super::gjk::search) ended, with the same
/// `support`.
pub(crate) fn expand(
    simplex: &Simplex<DVec2>,
    limits: Limits,
    support: &dyn Fn(DVec2) -> Support<DVec2>,
) -> Depth<DVec2> {
    match grow(simplex, limits.gap, support) {
        Some(mut ring) => epa::expand(&mut ring, limits, support),
        None => Depth::Flat,
    }
}

impl InnerPolytope<DVec2> for ExpandingPolygon {
    fn vertex_count(&self) -> usize {
        self.len()
    }
    fn nearest(&self) -> FacetPlane<DVec2> {
        let mut index = 0;
        for i in 1..self.len() {
            if self[i].offset < self[index].offset {
                index = i;
            }
        }
        let RingEdge { offset, normal, .. } = self[index];
        FacetPlane {
            index,
            offset,
            normal,
        }
    }
    fn add(&mut self, point: Support<DVec2>, i: usize) -> Result<(), CannotAdd> {
        let end = self[(i + 1) % self.len()].start;
        let before = edge(self[i].start, point).ok_or(CannotAdd::Degenerate)?;
        let after = edge(point, end).ok_or(CannotAdd::Degenerate)?;
        self[i] = before;
        self.try_insert(i + 1, after).map_err(|_| CannotAdd::Full)
    }
    fn facet(&self, nearest: &FacetPlane<DVec2>, reach: f64, _: f64) -> Option<ProvenBounds<DVec2>> {
        let i = nearest.index;
        let (p, q) = (self[i].start, self[(i + 1) % self.len()].start);
        let along = q.difference - p.difference;
        let t = (-p.difference.dot(along) / along.dot(along)).clamp(0.0, 1.0);
        Some(ProvenBounds {
            at_least: nearest.offset,
            at_most: reach,
            axis: -nearest.normal,
            point_a: p.a + (q.a - p.a) * t,
            point_b: p.b + (q.b - p.b) * t,
        })
    }
}

/// The edge from one vertex to another, counter-clockwise; `None` where they coincide.
fn edge(start: Support<DVec2>, end: Support<DVec2>) -> Option<RingEdge> {
    let normal = (end.difference - start.difference).right().normalized()?;
    Some(RingEdge {
        start,
        normal,
        offset: normal.dot(start.difference),
    })
}

/// A triangle that contains the simplex; `None` where D is thinner than `thin`.
fn grow(
    simplex: &Simplex<DVec2>,
    thin: f64,
    support: &dyn Fn(DVec2) -> Support<DVec2>,
) -> Option<ExpandingPolygon> {
    let first = simplex.corner(0)?;
    let second = match simplex.corner(1) {
        Some(p) => p,
        None => furthest(&[DVec2::X, DVec2::Y], support, thin, &|d| {
            (d - first.difference).length()
        })?,
    };
    let normal = (second.difference - first.difference).left().normalized()?;
    let height = |d: DVec2| (d - first.difference).dot(normal);
    let third = match simplex.corner(2) {
        Some(p) if height(p.difference).abs() > thin => p,
        _ => furthest(&[normal], support, thin, &|d| height(d).abs())?,
    };
    let order = if height(third.difference) > 0.0 {
        [first, second, third]
    } else {
        [second, first, third]
    };
    let mut ring = ExpandingPolygon::new();
    for k in 0..3 {
        ring.push(edge(order[k], order[(k + 1) % 3])?);
    }
    Some(ring)
}
