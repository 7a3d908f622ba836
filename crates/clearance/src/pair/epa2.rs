//! The expanding polygon: `epa.rs` in the plane, where the known part of D is a counter-clockwise ring.

use arrayvec::ArrayVec;
use glam::DVec2;

use super::epa::{Depth, DepthLimits, Facet};
use super::simplex::{Simplex, Support};
use crate::math::{Vector, Vector2};

const MOST_VERTICES: usize = 128;

/// A vertex of the ring and the edge that leaves it.
#[derive(Clone, Copy)]
struct Edge {
    start: Support<DVec2>,
    /// Unit, outward; zero where the edge has no length.
    normal: DVec2,
    offset: f64,
}

type Ring = ArrayVec<Edge, MOST_VERTICES>;

/// Searches the depth from the simplex with which [`search`](super::gjk::search) ended, with the same `support`.
pub(crate) fn expand(
    simplex: &Simplex<DVec2>,
    limits: DepthLimits,
    support: impl Fn(DVec2) -> Support<DVec2>,
) -> Depth<DVec2> {
    let Some(mut ring) = grow(simplex, limits.gap, &support) else {
        return Depth::Flat;
    };
    let (mut at_most, mut axis) = (f64::INFINITY, DVec2::X);
    loop {
        let i = nearest_edge(&ring);
        let Edge {
            normal,
            offset: at_least,
            ..
        } = ring[i];
        if at_least > limits.enough {
            return Depth::Unconverged { at_least, axis };
        }
        let point = support(-normal);
        let reach = normal.dot(point.difference);
        if reach < at_most {
            (at_most, axis) = (reach, -normal);
        }
        if reach < -limits.gap {
            return Depth::Unconverged { at_least, axis };
        }
        if reach - at_least <= limits.gap {
            return Depth::Found(facet(&ring, i, reach));
        }
        if ring.len() >= limits.steps.min(MOST_VERTICES) {
            return Depth::Unconverged { at_least, axis };
        }
        let end = ring[(i + 1) % ring.len()].start;
        let (Some(before), Some(after)) = (edge(ring[i].start, point), edge(point, end)) else {
            return Depth::Unconverged { at_least, axis };
        };
        ring[i] = before;
        ring.insert(i + 1, after);
    }
}

fn nearest_edge(ring: &Ring) -> usize {
    let mut best = 0;
    for i in 1..ring.len() {
        if ring[i].offset < ring[best].offset {
            best = i;
        }
    }
    best
}

/// The edge from one vertex to another, counter-clockwise; `None` where they coincide.
fn edge(start: Support<DVec2>, end: Support<DVec2>) -> Option<Edge> {
    let normal = (end.difference - start.difference).right().normalized()?;
    Some(Edge {
        start,
        normal,
        offset: normal.dot(start.difference),
    })
}

fn facet(ring: &Ring, i: usize, at_most: f64) -> Facet<DVec2> {
    let (p, q) = (ring[i].start, ring[(i + 1) % ring.len()].start);
    let along = q.difference - p.difference;
    let t = (-p.difference.dot(along) / along.dot(along)).clamp(0.0, 1.0);
    Facet {
        at_least: ring[i].offset,
        at_most,
        axis: -ring[i].normal,
        point_a: p.a + (q.a - p.a) * t,
        point_b: p.b + (q.b - p.b) * t,
    }
}

/// A triangle that holds the simplex; `None` where D is thinner than `thin`.
fn grow(simplex: &Simplex<DVec2>, thin: f64, support: impl Fn(DVec2) -> Support<DVec2>) -> Option<Ring> {
    let points = simplex.points();
    let first = *points.first()?;
    let second = match points.get(1) {
        Some(p) => *p,
        None => furthest([DVec2::X, DVec2::Y], &support, thin, |d| {
            (d - first.difference).length()
        })?,
    };
    let normal = (second.difference - first.difference).left().normalized()?;
    let height = |d: DVec2| (d - first.difference).dot(normal);
    let third = match points.get(2) {
        Some(p) if height(p.difference).abs() > thin => *p,
        _ => furthest([normal], &support, thin, |d| height(d).abs())?,
    };
    let order = if height(third.difference) > 0.0 {
        [first, second, third]
    } else {
        [second, first, third]
    };
    let mut ring = Ring::new();
    for k in 0..3 {
        ring.push(edge(order[k], order[(k + 1) % 3])?);
    }
    Some(ring)
}

fn furthest<const N: usize>(
    directions: [DVec2; N],
    support: impl Fn(DVec2) -> Support<DVec2>,
    thin: f64,
    measure: impl Fn(DVec2) -> f64,
) -> Option<Support<DVec2>> {
    let mut best = None;
    let mut most = thin;
    for direction in directions.into_iter().flat_map(|d| [d, -d]) {
        let point = support(direction);
        let measured = measure(point.difference);
        if measured > most {
            (best, most) = (Some(point), measured);
        }
    }
    best
}
