//! The support feature of a core: the face, edge or vertex that is furthest along a direction. Contact
//! manifolds are clipped from the support features of both shapes.

use glam::DVec3;
use smallvec::SmallVec;

use crate::hull::d3::Edge;
use crate::math::{Space, Vector};
use crate::pair::core_pair::{ConvexCore, CoreHull};
use crate::shape::{Polyhedron, Space3};

/// The kind of feature in the numbers of a [`FeatureId`](crate::pair::FeatureId), above the index.
const FACE: u32 = 1 << 30;
const EDGE: u32 = 2 << 30;

/// A face counts where the cosine between its normal and the direction is at least this; else an edge of it
/// is the feature.
const LEAST_FACE_COSINE: f64 = 0.1;

/// A corner in the world, relative to an origin near both shapes, with the number of the vertex.
#[derive(Clone, Copy, Debug)]
pub struct FeatureCorner {
    pub(crate) point: DVec3,
    pub(crate) vertex: u32,
}

/// A convex polygon of the border: one corner for a vertex, two for an edge, more for a face
/// (counter-clockwise from outside).
#[derive(Clone, Debug)]
pub struct SupportFeature {
    pub(crate) corners: SmallVec<[FeatureCorner; 8]>,
    /// Outward unit normal of the face; of an edge or a vertex, the direction it is the furthest along.
    pub(crate) normal: DVec3,
    /// The number of the feature.
    pub(crate) face: u32,
}

impl SupportFeature {
    /// The edge or vertex of these corners, furthest along `n`.
    pub fn of_corners(corners: &[FeatureCorner], n: DVec3) -> Self {
        Self {
            face: match corners {
                [u, v] => Self::edge_id(u.vertex, v.vertex),
                [u] => u.vertex,
                _ => 0,
            },
            corners: SmallVec::from_slice(corners),
            normal: n,
        }
    }
    /// The side of a triangle that faces along `n`, if the cosine between the two is at least this.
    pub fn of_triangle(points: &[DVec3; 3], n: DVec3, least_cosine: f64) -> Option<Self> {
        let normal = (points[1] - points[0])
            .cross(points[2] - points[0])
            .normalized()?;
        let lean = normal.dot(n);
        let is_front = lean > 0.0;
        let order = if is_front { [0, 1, 2] } else { [0, 2, 1] };
        let corner = |i: usize| FeatureCorner {
            point: points[i],
            vertex: i as u32,
        };
        (lean.abs() >= least_cosine).then(|| Self {
            corners: order.into_iter().map(corner).collect(),
            normal: if is_front { normal } else { -normal },
            face: Self::face_id(usize::from(!is_front)),
        })
    }
    /// The number of the edge between two vertices.
    #[inline]
    pub fn edge_id(u: u32, v: u32) -> u32 {
        let (low, high) = if u < v { (u, v) } else { (v, u) };
        EDGE | (low & 0x7fff) << 15 | high & 0x7fff
    }
    /// The number of face `i`.
    #[inline]
    pub fn face_id(i: usize) -> u32 {
        FACE | i as u32 & (FACE - 1)
    }
    /// The number of a box's face across its axis `k`.
    #[inline]
    pub fn face_of_box(k: usize, positive: bool) -> u32 {
        Self::face_id(2 * k + usize::from(positive))
    }
    /// The number of a box's corner furthest along a direction of its frame.
    #[inline]
    pub fn corner_of_box(n: DVec3) -> u32 {
        (0..3).fold(0, |corner, k| corner | u32::from(n[k] > 0.0) << k)
    }
    /// The number of a box's face that is perpendicular to a unit vector of its frame, within a sine.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn perpendicular_face_of_box(n: DVec3, sine: f64) -> Option<u32> {
        let squares = n * n;
        let rest = squares.x + squares.y + squares.z - squares.max_element();
        if rest > sine * sine {
            return None; // nearly always
        }
        let k = (0..3).find(|&k| squares[k] == squares.max_element())?;
        Some(Self::face_of_box(k, n[k] > 0.0))
    }
}

impl<V: Space3> ConvexCore<'_, V> {
    /// The feature that is furthest along a unit vector of the world, relative to `origin`: that of the hull,
    /// moved by the radius of its ball.
    pub fn support_feature(&self, direction: DVec3, origin: DVec3) -> SupportFeature {
        debug_assert!((direction.length_squared() - 1.0).abs() < 1e-6);
        let n = self.frame.local_direction(direction);
        let offset = self.frame.origin - origin;
        let mut feature = match &self.hull {
            CoreHull::Box(h) => of_box(*h, n),
            CoreHull::Simplex(points, count) => of_simplex(points, *count, n),
            CoreHull::Polyhedron(p) => of_polyhedron(p, self.frame.scale, n),
        };
        for corner in &mut feature.corners {
            corner.point = DVec3::combine(&self.frame.axes, corner.point) + offset + direction * self.radius;
        }
        feature.normal = self.frame.direction(feature.normal);
        feature
    }
}

/// The number of the largest component; the first of equals.
#[cfg_attr(not(target_family = "wasm"), inline)]
pub(crate) fn largest_component(v: DVec3) -> usize {
    if v.x >= v.y && v.x >= v.z {
        0
    } else if v.y >= v.z {
        1
    } else {
        2
    }
}

fn of_box(h: DVec3, n: DVec3) -> SupportFeature {
    let a = n.abs();
    let k = largest_component(a);
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
        FeatureCorner { point, vertex }
    };
    let mut normal = DVec3::ZERO;
    normal[k] = 1.0_f64.copysign(n[k]);
    SupportFeature {
        corners: SmallVec::from_slice(&[corner(0), corner(1), corner(2), corner(3)]),
        normal,
        face: SupportFeature::face_of_box(k, positive),
    }
}

fn of_simplex(points: &[DVec3; 3], count: usize, n: DVec3) -> SupportFeature {
    let corner = |i: usize| FeatureCorner {
        point: points[i],
        vertex: i as u32,
    };
    if count == 3
        && let Some(face) = SupportFeature::of_triangle(points, n, LEAST_FACE_COSINE)
    {
        return face;
    }
    // The two highest corners.
    let mut order: SmallVec<[FeatureCorner; 8]> = (0..count).map(corner).collect();
    order.sort_by(|p, q| q.point.dot(n).total_cmp(&p.point.dot(n)));
    order.truncate(2);
    SupportFeature::of_corners(&order, n)
}

/// Of the faces at the furthest vertex the one most nearly perpendicular to `n`. (The most nearly
/// perpendicular of all faces may not reach as far.) At the tip of a spike, the edge there that falls least.
fn of_polyhedron<V: Space3>(p: &Polyhedron<V>, scale: f64, n: DVec3) -> SupportFeature {
    let corner = |i: u32| FeatureCorner {
        point: p.vertices()[i as usize].to_double() * scale,
        vertex: i,
    };
    let direction = V::from_double(n);
    let top = p.support(direction) as u32;
    // Nearly always the most nearly perpendicular face of all reaches the furthest vertex.
    let facing = p.facing(direction);
    let reaches = p.rank() > 1 && p.face_vertices(facing).contains(&top);
    let face = if reaches { Some(facing) } else { face_at(p, top, n) };
    if let Some(face) = face {
        let normal = p.face_normal(face).to_double();
        if normal.dot(n) >= LEAST_FACE_COSINE {
            return SupportFeature {
                corners: p.face_vertices(face).iter().map(|&i| corner(i)).collect(),
                normal,
                face: SupportFeature::face_id(face),
            };
        }
    }
    let mut ends: SmallVec<[FeatureCorner; 2]> = SmallVec::from_slice(&[corner(top)]);
    ends.extend(flattest_edge(p, top, n).map(corner));
    SupportFeature::of_corners(&ends, n)
}

/// The face at a vertex that is most nearly perpendicular to `n`.
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
