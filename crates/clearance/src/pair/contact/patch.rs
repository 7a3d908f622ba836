//! The face, edge or vertex that a convex shape turns towards another: what a contact manifold is clipped
//! from.

use glam::DVec3;
use smallvec::SmallVec;

use crate::hull::d3::Edge;
use crate::math::{Space, Vector};
use crate::pair::core3::{Hull, Solid};
use crate::shape::{Polyhedron, Space3};

/// Kinds of feature in a [`FeatureId`](crate::pair::FeatureId)'s number, above the index.
const FACE: u32 = 1 << 30;
const EDGE: u32 = 2 << 30;

/// A face leaning further away than this (as the cosine between its normal and the direction) is seen by its
/// edge.
const STEEPEST: f64 = 0.1;

/// A corner in the world, relative to some origin, with the vertex's number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    pub point: DVec3,
    pub vertex: u32,
}

/// A convex polygon of the boundary: one corner for a vertex, two for an edge, more for a face
/// (counter-clockwise from outside).
#[derive(Clone, Debug)]
pub(crate) struct Patch {
    pub corners: SmallVec<[Corner; 8]>,
    /// Outward unit normal of the face; for less than a face, the direction it was asked for.
    pub normal: DVec3,
    pub face: u32,
}

impl Patch {
    /// The number of the edge between two vertices.
    #[inline(always)]
    pub fn edge_id(u: u32, v: u32) -> u32 {
        let (low, high) = if u < v { (u, v) } else { (v, u) };
        EDGE | (low & 0x7fff) << 15 | high & 0x7fff
    }
    #[inline(always)]
    pub fn face_id(i: usize) -> u32 {
        FACE | i as u32 & (FACE - 1)
    }
    /// The number of a box's face across its axis `k`.
    #[inline(always)]
    pub fn face_of_box(k: usize, positive: bool) -> u32 {
        Self::face_id(2 * k + usize::from(positive))
    }
    /// The number of a box's corner furthest along a direction of its frame.
    #[inline(always)]
    pub fn corner_of_box(n: DVec3) -> u32 {
        (0..3).fold(0, |corner, k| corner | u32::from(n[k] > 0.0) << k)
    }
    /// The number of a box's face that is square to a unit vector of its frame, within a sine.
    pub fn square_face_of_box(n: DVec3, sine: f64) -> Option<u32> {
        let squares = n * n;
        let rest = squares.x + squares.y + squares.z - squares.max_element();
        let k = (0..3).find(|&k| squares[k] == squares.max_element())?;
        (rest <= sine * sine).then(|| Self::face_of_box(k, n[k] > 0.0))
    }
    /// Moves every corner.
    #[inline(always)]
    pub fn shift(&mut self, by: DVec3) {
        for corner in &mut self.corners {
            corner.point += by;
        }
    }
}

impl<V: Space3> Solid<'_, V> {
    /// The feature of the hull that faces along a unit vector of the world, relative to `origin`.
    pub fn patch(&self, direction: DVec3, origin: DVec3) -> Patch {
        let n = self.frame.local_direction(direction);
        let offset = self.frame.origin - origin;
        let mut patch = match &self.hull {
            Hull::Box(h) => patch_of_box(*h, n),
            Hull::Few(points, count) => patch_of_few(points, *count, n),
            Hull::Many(p) => patch_of_many(p, self.frame.scale, n),
        };
        for corner in &mut patch.corners {
            corner.point = DVec3::combine(&self.frame.axes, corner.point) + offset;
        }
        patch.normal = self.frame.direction(patch.normal);
        patch
    }
}

fn patch_of_box(h: DVec3, n: DVec3) -> Patch {
    let a = n.abs();
    let k = if a.x >= a.y && a.x >= a.z {
        0
    } else if a.y >= a.z {
        1
    } else {
        2
    };
    let (u, v) = ((k + 1) % 3, (k + 2) % 3);
    let positive = n[k] > 0.0;
    let ring: [[bool; 2]; 4] = [[false, false], [true, false], [true, true], [false, true]];
    let corner = |i: usize| {
        let [su, sv] = if positive { ring[i] } else { ring[3 - i] };
        let mut vertex = 0;
        let mut point = -h;
        for (axis, set) in [(k, positive), (u, su), (v, sv)] {
            if set {
                vertex |= 1 << axis;
                point[axis] = h[axis];
            }
        }
        Corner { point, vertex }
    };
    let mut normal = DVec3::ZERO;
    normal[k] = 1.0_f64.copysign(n[k]);
    Patch {
        corners: SmallVec::from_slice(&[corner(0), corner(1), corner(2), corner(3)]),
        normal,
        face: Patch::face_of_box(k, positive),
    }
}

fn patch_of_few(points: &[DVec3; 3], count: usize, n: DVec3) -> Patch {
    let corner = |i: usize| Corner {
        point: points[i],
        vertex: i as u32,
    };
    if count == 3
        && let Some(normal) = (points[1] - points[0]).cross(points[2] - points[0]).normalized()
    {
        let lean = normal.dot(n);
        if lean.abs() >= STEEPEST {
            let front = lean > 0.0;
            let order = if front { [0, 1, 2] } else { [0, 2, 1] };
            return Patch {
                corners: order.into_iter().map(corner).collect(),
                normal: if front { normal } else { -normal },
                face: Patch::face_id(usize::from(!front)),
            };
        }
    }
    // The two highest corners.
    let mut order: SmallVec<[Corner; 8]> = (0..count).map(corner).collect();
    order.sort_by(|p, q| q.point.dot(n).total_cmp(&p.point.dot(n)));
    order.truncate(2);
    edge_patch(order, n)
}

/// Of the faces at the highest vertex the one most squarely to `n`: the most squarely of all may not reach as
/// high. At the tip of a spike, the flattest edge.
fn patch_of_many<V: Space3>(p: &Polyhedron<V>, scale: f64, n: DVec3) -> Patch {
    let corner = |i: u32| Corner {
        point: p.vertices()[i as usize].to_double() * scale,
        vertex: i,
    };
    let direction = V::from_double(n);
    let top = p.support(direction) as u32;
    // Nearly always the one most squarely of all reaches the top.
    let squarest = p.facing(direction);
    let reaches = p.rank() > 1 && p.face_vertices(squarest).contains(&top);
    let face = if reaches {
        Some(squarest)
    } else {
        face_at(p, top, n)
    };
    if let Some(face) = face {
        let normal = p.face_normal(face).to_double();
        if normal.dot(n) >= STEEPEST {
            return Patch {
                corners: p.face_vertices(face).iter().map(|&i| corner(i)).collect(),
                normal,
                face: Patch::face_id(face),
            };
        }
    }
    let ends = [Some(top), flattest_edge(p, top, n)];
    edge_patch(ends.into_iter().flatten().map(corner).collect(), n)
}

/// The face at a vertex most squarely to `n`.
#[cold]
fn face_at<V: Space3>(p: &Polyhedron<V>, top: u32, n: DVec3) -> Option<usize> {
    let mut best = (None, -2.0);
    for edge in p.edges().iter().filter(|e| e.vertices.contains(&top)) {
        for face in edge.faces {
            if face != Edge::NO_FACE {
                let lean = p.face_normal(face as usize).to_double().dot(n);
                if lean > best.1 {
                    best = (Some(face as usize), lean);
                }
            }
        }
    }
    best.0
}

/// The other end of the edge at a vertex that falls least along `n`.
#[cold]
fn flattest_edge<V: Space3>(p: &Polyhedron<V>, top: u32, n: DVec3) -> Option<u32> {
    let point = |i: u32| p.vertices()[i as usize].to_double();
    let mut best = (None, -f64::INFINITY);
    for edge in p.edges().iter().filter(|e| e.vertices.contains(&top)) {
        let [u, v] = edge.vertices;
        let end = if u == top { v } else { u };
        let along = point(end) - point(top);
        let rise = along.dot(n) / along.length();
        if rise > best.1 {
            best = (Some(end), rise);
        }
    }
    best.0
}

fn edge_patch(corners: SmallVec<[Corner; 8]>, n: DVec3) -> Patch {
    let face = match corners[..] {
        [u, v] => Patch::edge_id(u.vertex, v.vertex),
        [u] => u.vertex,
        _ => 0,
    };
    Patch {
        corners,
        normal: n,
        face,
    }
}
