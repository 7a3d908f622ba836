//! Cutting one facing polygon by another, both seen along the manifold's normal.
//!
//! Source: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974.

use glam::{DVec2, DVec3};
use smallvec::SmallVec;

use super::patch::{Corner, Patch};
use crate::math::{Vector2, Vector3};
use crate::pair::answer::FeatureId;

/// A contact before it is rounded: relative to the patches' origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawContact {
    pub a: DVec3,
    pub b: DVec3,
    pub clearance: f64,
    pub feature: FeatureId,
}

pub(crate) type RawContacts = SmallVec<[RawContact; 16]>;

/// The plane across the normal, seen so that the reference turns counter-clockwise.
pub(crate) struct View {
    u: DVec3,
    v: DVec3,
    n: DVec3,
    reference_is_a: bool,
}

impl View {
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
    #[inline(always)]
    fn flat(&self, p: DVec3) -> DVec2 {
        DVec2::new(self.u.dot(p), self.v.dot(p))
    }
    #[inline(always)]
    fn solid(&self, q: DVec2, height: f64) -> DVec3 {
        self.u * q.x + self.v * q.y + self.n * height
    }
}

/// A corner of the polygon that is being cut.
#[derive(Clone, Copy)]
struct CutCorner {
    at: DVec2,
    height: f64,
    /// Feature of the reference and of the other shape that meet here.
    ids: [u32; 2],
    /// The number of the reference side along which the edge to the next corner runs, or none for an edge of
    /// its own.
    side: Option<usize>,
    /// The number of the edge to the next corner, where it is its own.
    edge: u32,
}

type Cut = SmallVec<[CutCorner; 16]>;

/// A side of the reference: what is left of the line from `start` along `along` is kept.
struct Side {
    start: DVec2,
    inward: DVec2,
    /// Numbers of the vertex it starts at and of its edge.
    vertex: u32,
    edge: u32,
    number: usize,
}

impl Side {
    #[inline(always)]
    fn depth(&self, q: DVec2) -> f64 {
        (q - self.start).dot(self.inward)
    }
}

/// Cuts `other` by the sides of `reference`, and finds the heights of what is left on both.
pub(crate) fn cut(reference: &Patch, other: &Patch, view: &View) -> RawContacts {
    let count = other.corners.len();
    let mut polygon: Cut = (0..count)
        .map(|i| {
            let (here, next) = (other.corners[i], other.corners[(i + 1) % count]);
            CutCorner {
                at: view.flat(here.point),
                height: view.n.dot(here.point),
                ids: [reference.face, here.vertex],
                side: None,
                edge: Patch::edge_id(here.vertex, next.vertex),
            }
        })
        .collect();
    let mut kept = Cut::new();
    let (mut from, mut into) = (&mut polygon, &mut kept);
    for side in sides(reference, view) {
        keep_inside(from, &side, other.face, into);
        core::mem::swap(&mut from, &mut into);
    }
    let plane = Plane::of(reference, view);
    from.iter().map(|c| raise(c, plane.height(c.at), view)).collect()
}

fn raise(c: &CutCorner, height: f64, view: &View) -> RawContact {
    let (on_reference, on_other) = (view.solid(c.at, height), view.solid(c.at, c.height));
    let [of_reference, of_other] = c.ids;
    if view.reference_is_a {
        RawContact {
            a: on_reference,
            b: on_other,
            clearance: c.height - height,
            feature: FeatureId {
                a: of_reference,
                b: of_other,
            },
        }
    } else {
        RawContact {
            a: on_other,
            b: on_reference,
            clearance: height - c.height,
            feature: FeatureId {
                a: of_other,
                b: of_reference,
            },
        }
    }
}

/// The sides of a face; for an edge, the two ends.
fn sides(reference: &Patch, view: &View) -> SmallVec<[Side; 8]> {
    let corners = &reference.corners;
    let count = corners.len();
    let flat: SmallVec<[DVec2; 8]> = corners.iter().map(|c| view.flat(c.point)).collect();
    (0..count)
        .map(|i| {
            let next = (i + 1) % count;
            let along = flat[next] - flat[i];
            Side {
                start: flat[i],
                inward: if count == 2 { along } else { along.left() },
                vertex: corners[i].vertex,
                edge: if count == 2 {
                    corners[i].vertex
                } else {
                    Patch::edge_id(corners[i].vertex, corners[next].vertex)
                },
                number: i,
            }
        })
        .collect()
}

/// One pass of Sutherland and Hodgman, from one list into another.
fn keep_inside(polygon: &Cut, side: &Side, face: u32, kept: &mut Cut) {
    kept.clear();
    let count = polygon.len();
    for i in 0..count {
        let (here, next) = (&polygon[i], &polygon[(i + 1) % count]);
        let (depth, depth_next) = (side.depth(here.at), side.depth(next.at));
        if depth >= 0.0 {
            kept.push(*here);
        }
        if (depth >= 0.0) != (depth_next >= 0.0) {
            let mut corner = between(here, next, depth / (depth - depth_next));
            // Where one side of the reference is cut by the next, its own corner stands on the other's face.
            corner.ids = match here.side {
                Some(_) => [side.vertex, face],
                None => [side.edge, here.edge],
            };
            if depth >= 0.0 {
                corner.side = Some(side.number);
            }
            kept.push(corner);
        }
    }
}

/// The point at `t` of the way from one corner to the next, on the same edge.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn between(p: &CutCorner, q: &CutCorner, t: f64) -> CutCorner {
    let mix = |t: f64| (p.at + (q.at - p.at) * t, p.height + (q.height - p.height) * t);
    let back = |t: f64| (q.at + (p.at - q.at) * t, q.height + (p.height - q.height) * t);
    let (at, height) = if t <= 0.5 { mix(t) } else { back(1.0 - t) };
    CutCorner { at, height, ..*p }
}

/// The plane of a patch as a height over the view.
struct Plane {
    gradient: DVec2,
    base: f64,
}

impl Plane {
    fn of(patch: &Patch, view: &View) -> Self {
        let m = patch.normal;
        let upright = view.n.dot(m);
        let gradient = view.flat(m) * (-1.0 / upright);
        let count = patch.corners.len() as f64;
        let height = |c: &Corner| view.n.dot(c.point) - gradient.dot(view.flat(c.point));
        Self {
            gradient,
            base: patch.corners.iter().map(height).sum::<f64>() / count,
        }
    }
    #[inline(always)]
    fn height(&self, q: DVec2) -> f64 {
        self.base + self.gradient.dot(q)
    }
}
