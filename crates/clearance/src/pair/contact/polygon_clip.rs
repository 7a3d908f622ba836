//! Polygon clipping: one contact feature cut by the sides of the other, both projected along the normal.
//!
//! Source: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974. The reference feature is the clip
//! polygon. A face is cut by its sides; an edge is cut at its two ends.

use glam::{DVec2, DVec3};
use smallvec::SmallVec;

use super::raw_contact::{RawContact, RawContacts};
use crate::math::{Vector2, Vector3};
use crate::pair::support_feature::{FeatureCorner, SupportFeature};

/// The plane across the normal, with axes such that the reference turns counter-clockwise in it.
pub(crate) struct ProjectionPlane {
    u: DVec3,
    v: DVec3,
    n: DVec3,
    reference_is_a: bool,
}

impl ProjectionPlane {
    pub fn new(n: DVec3, reference_is_a: bool) -> Self {
        let u = n.any_perpendicular();
        let v = n.cross(u);
        let (u, v) = if reference_is_a { (u, v) } else { (v, u) };
        Self {
            u,
            v,
            n,
            reference_is_a,
        }
    }
    #[inline]
    fn project(&self, p: DVec3) -> DVec2 {
        DVec2::new(self.u.dot(p), self.v.dot(p))
    }
    #[inline]
    fn lift(&self, q: DVec2, height: f64) -> DVec3 {
        self.u * q.x + self.v * q.y + self.n * height
    }
}

/// A corner of the polygon that is being clipped.
#[derive(Clone, Copy)]
struct ClippedCorner {
    at: DVec2,
    height: f64,
    /// Numbers of the feature of the reference and of the other shape that meet here.
    features: [u32; 2],
    /// Whether the edge to the next corner runs along a side of the reference.
    is_on_side: bool,
    /// The number of the edge to the next corner, where it is an edge of the clipped polygon.
    edge: u32,
}

type ClippedPolygon = SmallVec<[ClippedCorner; 16]>;

/// A clipping plane seen along the normal: what lies inward of a line through `start` is kept.
struct ClipLine {
    start: DVec2,
    inward: DVec2,
    /// Numbers of the reference's vertex at `start` and of the edge that begins there.
    vertex: u32,
    edge: u32,
}

impl ClipLine {
    #[inline]
    fn depth(&self, q: DVec2) -> f64 {
        (q - self.start).dot(self.inward)
    }
}

/// Clips `other` by the sides of `reference`; each corner of the result becomes a contact in `found`, with
/// its height on either feature.
pub(crate) fn clip_feature(
    reference: &SupportFeature,
    other: &SupportFeature,
    plane: &ProjectionPlane,
    found: &mut RawContacts,
) {
    let count = other.corners.len();
    let mut polygon: ClippedPolygon = (0..count)
        .map(|i| {
            let (here, next) = (other.corners[i], other.corners[(i + 1) % count]);
            ClippedCorner {
                at: plane.project(here.point),
                height: plane.n.dot(here.point),
                features: [reference.face, here.vertex],
                is_on_side: false,
                edge: SupportFeature::edge_id(here.vertex, next.vertex),
            }
        })
        .collect();
    let mut kept = ClippedPolygon::new();
    let (mut from, mut into) = (&mut polygon, &mut kept);
    for line in clip_lines(reference, plane) {
        keep_inside(from, &line, other.face, into);
        core::mem::swap(&mut from, &mut into);
    }
    let height_on_reference = HeightField::of(reference, plane);
    let contact = |c: &ClippedCorner| {
        let height = height_on_reference.at(c.at);
        let points = [plane.lift(c.at, height), plane.lift(c.at, c.height)];
        let clearance = if plane.reference_is_a {
            c.height - height
        } else {
            height - c.height
        };
        RawContact::new(points, c.features, clearance, plane.reference_is_a)
    };
    found.extend(from.iter().map(contact));
}

/// The lines along the sides of a face; of an edge, those across its two ends.
fn clip_lines(reference: &SupportFeature, plane: &ProjectionPlane) -> SmallVec<[ClipLine; 8]> {
    let corners = &reference.corners;
    let count = corners.len();
    let projected: SmallVec<[DVec2; 8]> = corners.iter().map(|c| plane.project(c.point)).collect();
    (0..count)
        .map(|i| {
            let next = (i + 1) % count;
            let along = projected[next] - projected[i];
            let [vertex, next_vertex] = [i, next].map(|i| corners[i].vertex);
            let (inward, edge) = if count == 2 {
                (along, vertex)
            } else {
                (along.left(), SupportFeature::edge_id(vertex, next_vertex))
            };
            let start = projected[i];
            ClipLine {
                start,
                inward,
                vertex,
                edge,
            }
        })
        .collect()
}

/// One pass of Sutherland and Hodgman: keeps what is inside of one line.
fn keep_inside(polygon: &ClippedPolygon, line: &ClipLine, face: u32, kept: &mut ClippedPolygon) {
    kept.clear();
    let count = polygon.len();
    for i in 0..count {
        let (here, next) = (&polygon[i], &polygon[(i + 1) % count]);
        let (depth, depth_next) = (line.depth(here.at), line.depth(next.at));
        let (is_inside, next_is_inside) = (depth >= 0.0, depth_next >= 0.0);
        if is_inside {
            kept.push(*here);
        }
        if is_inside != next_is_inside {
            let mut corner = between(here, next, depth / (depth - depth_next));
            // Where one side of the reference is cut by the next, the reference's own corner is over the
            // other shape's face.
            corner.features = if here.is_on_side {
                [line.vertex, face]
            } else {
                [line.edge, here.edge]
            };
            corner.is_on_side |= is_inside;
            kept.push(corner);
        }
    }
}

/// The point at `t` of the way from one corner to the next, on the same edge. It is measured from the nearer
/// corner, so that rounding stays small.
#[cfg_attr(not(target_family = "wasm"), inline)]
fn between(p: &ClippedCorner, q: &ClippedCorner, t: f64) -> ClippedCorner {
    let (from, to, t) = if t <= 0.5 { (p, q, t) } else { (q, p, 1.0 - t) };
    ClippedCorner {
        at: from.at + (to.at - from.at) * t,
        height: from.height + (to.height - from.height) * t,
        ..*p
    }
}

/// The plane of a feature as a height over the projection plane.
struct HeightField {
    gradient: DVec2,
    base: f64,
}

impl HeightField {
    fn of(feature: &SupportFeature, plane: &ProjectionPlane) -> Self {
        let m = feature.normal;
        let upright = plane.n.dot(m);
        let gradient = plane.project(m) * (-1.0 / upright);
        let count = feature.corners.len() as f64;
        let height = |c: &FeatureCorner| plane.n.dot(c.point) - gradient.dot(plane.project(c.point));
        Self {
            gradient,
            base: feature.corners.iter().map(height).sum::<f64>() / count,
        }
    }
    #[inline]
    fn at(&self, q: DVec2) -> f64 {
        self.base + self.gradient.dot(q)
    }
}
