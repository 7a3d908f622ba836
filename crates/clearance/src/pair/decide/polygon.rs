//! Convex polygons whose world vertices are floats: separating axes with exact orientation tests.
//!
//! In the plane the edges of the Minkowski difference are parallel to the edges of the two polygons, so their
//! normals are the only candidate axes (Ericson, *Real-Time Collision Detection*, §5.2.1). On which side of
//! an edge a vertex lies is Shewchuk's `orient2d`, which is exact and hardly slower than floats unless the
//! three points are nearly in line. Borders that two polygons share, of which a map has tens of thousands,
//! are decided here in about a microsecond.
//!
//! Limits: the vertices must be exactly floats, without a ball, and the difference must not be flat; else the
//! answer is `None`.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::relation_from;
use crate::exact::number::expansion::{two_product, two_sum};
use crate::exact::orientation::{orient2d, sign};
use crate::math::{Place, Real, Space, Vector};
use crate::pair::{Clearance, DepthKind, Relation};
use crate::shape::Core;

type Point = [f64; 2];

/// A convex polygon, counter-clockwise, no two neighbours equal; or a segment of two points; or one point.
pub(crate) struct Polygon {
    vertices: Vec<Point>,
}

impl Polygon {
    /// `None` where the world vertices are not exactly floats, or a ball is added.
    pub(crate) fn new<V: Space>(core: &Core<'_, V>, place: &Place<'_, V>) -> Option<Self> {
        let pose = place.pose;
        if V::DIM != 2 || core.radius != Real::ZERO || place.outer.is_some() || pose.is_turned() {
            return None;
        }
        let (scale, position) = (pose.scale().to_f64(), pose.position());
        let mut vertices: Vec<Point> = Vec::with_capacity(core.vertices.len());
        for v in core.vertices.iter() {
            let x = sum(v.get(0).to_f64(), scale, position.get(0).to_f64())?;
            let y = sum(v.get(1).to_f64(), scale, position.get(1).to_f64())?;
            if vertices.last() != Some(&[x, y]) {
                vertices.push([x, y]);
            }
        }
        while vertices.len() > 1 && vertices.first() == vertices.last() {
            vertices.pop();
        }
        Some(Self { vertices })
    }
    /// Each edge once, the polygon on its left; both ways along a segment.
    fn edges(&self) -> impl Iterator<Item = [Point; 2]> {
        let n = if self.vertices.len() > 1 {
            self.vertices.len()
        } else {
            0
        };
        (0..n).map(move |i| {
            [
                self.vertices[i],
                self.vertices[if i + 1 == n { 0 } else { i + 1 }],
            ]
        })
    }
    /// Whether this polygon lies to the right of an edge: all of it (`Greater`), with a point on the line
    /// (`Equal`), or not (`Less`).
    fn beyond(&self, edge: [Point; 2]) -> Ordering {
        let mut result = Ordering::Greater;
        for &v in &self.vertices {
            match side(edge, v) {
                Ordering::Greater => return Ordering::Less,
                Ordering::Equal => result = Ordering::Equal,
                Ordering::Less => {}
            }
        }
        result
    }
    fn is_within(&self, o: &Self) -> bool {
        o.vertices.len() > 2
            && o.edges()
                .all(|e| self.vertices.iter().all(|&v| side(e, v) != Ordering::Less))
    }
}

/// An edge of one polygon such that the whole other polygon lies beyond it.
#[derive(Clone, Copy)]
pub(crate) struct SeparatingEdge {
    edge: [Point; 2],
    of_a: bool,
}

/// The sign of the clearance and, where that is 0, the edge that proves it.
pub(crate) fn clearance_sign(a: &Polygon, b: &Polygon) -> Option<(Ordering, Option<SeparatingEdge>)> {
    if a.vertices.len() < 3 && b.vertices.len() < 3 {
        return None; // Perhaps flat: two segments in one direction.
    }
    let mut touching = None;
    let of_a = a.edges().map(|edge| (b, SeparatingEdge { edge, of_a: true }));
    let of_b = b.edges().map(|edge| (a, SeparatingEdge { edge, of_a: false }));
    for (other, separating) in of_a.chain(of_b) {
        match other.beyond(separating.edge) {
            Ordering::Greater => return Some((Ordering::Greater, None)),
            Ordering::Equal => touching = touching.or(Some(separating)),
            Ordering::Less => {}
        }
    }
    let sign = if touching.is_some() {
        Ordering::Equal
    } else {
        Ordering::Less
    };
    Some((sign, touching))
}

pub(crate) fn relation(a: &Polygon, b: &Polygon) -> Option<Relation> {
    let sign = clearance_sign(a, b)?.0;
    Some(relation_from(sign, || [a.is_within(b), b.is_within(a)]))
}

/// The clearance of two polygons that touch; else `None`.
pub(crate) fn touching<V: Vector>(a: &Polygon, b: &Polygon) -> Option<Clearance<V>> {
    let SeparatingEdge { edge: [p, q], of_a } = clearance_sign(a, b)?.1?;
    let other = if of_a { b } else { a };
    // Of the vertices on the edge's line, in lexicographic order: where the two parts of the line overlap,
    // the greater of their two starts is in both.
    let on_line = other
        .vertices
        .iter()
        .filter(|&&v| side([p, q], v) == Ordering::Equal);
    let lowest = on_line.copied().reduce(lower)?;
    let start = lower(p, q);
    let common = if lower(lowest, start) == start {
        lowest
    } else {
        start
    };
    let (dx, dy) = (q[0] - p[0], q[1] - p[1]);
    let outward = if of_a { [dy, -dx] } else { [-dy, dx] };
    let largest = dx.abs().max(dy.abs());
    let scaled = outward.map(|c| c / largest);
    let length = Real::sqrt(scaled[0] * scaled[0] + scaled[1] * scaled[1]);
    let point = V::from_fn(|i| crate::exact::number::round::to_real(common[i & 1]));
    Some(Clearance {
        distance: Real::ZERO,
        normal: V::from_fn(|i| crate::exact::number::round::to_real(scaled[i & 1] / length)),
        point_a: point,
        point_b: point,
        depth_kind: DepthKind::Exact,
    })
}

/// `Greater` where the point is left of the edge.
fn side(edge: [Point; 2], p: Point) -> Ordering {
    sign(orient2d([edge[0], edge[1], p]))
}

fn lower(a: Point, b: Point) -> Point {
    if (a[0], a[1]) <= (b[0], b[1]) { a } else { b }
}

/// `x * scale + position`, if that is exactly a float, and in a range where products are exact.
fn sum(x: f64, scale: f64, position: f64) -> Option<f64> {
    // Between these, squares and their rounding errors neither overflow nor underflow.
    let safe = |v: f64| v == 0.0 || (v.abs() > 1e-90 && v.abs() < 1e140);
    let product = if scale == 1.0 {
        x
    } else {
        let (product, error) = two_product(x, scale);
        (safe(x) && safe(scale) && safe(product) && error == 0.0).then_some(product)?
    };
    let (sum, error) = two_sum(product, position);
    (safe(product) && safe(position) && safe(sum) && error == 0.0).then_some(sum)
}
