//! The surface of a 3D shape as triangles, and the edges to draw.

use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

use clearance::glam::DVec3;
use clearance::math::{Frame, Real};
use clearance::shape::{AnyShape, HalfSpace, Polyhedron, Shape3, Space3};

/// The number of rings of a ball; the number of pieces around a ball, cylinder or cone.
const RINGS: usize = 16;
const PIECES: usize = 32;
/// The same for the ball that rounds a shape of many corners.
const COARSE: [usize; 2] = [8, 16];
/// Edges are drawn between faces whose normals differ by more than this: about 25 degrees.
const SHARP: f64 = 0.906;

/// Triangles and edges, in the local frame of the shape.
#[derive(Clone, Debug, Default)]
pub struct Solid {
    /// Corners of triangles and ends of edges.
    pub vertices: Vec<DVec3>,
    /// Counter-clockwise from outside.
    pub triangles: Vec<[u32; 3]>,
    /// The edges to draw.
    pub edges: Vec<[u32; 2]>,
}

impl Solid {
    /// The surface of a shape; empty for half-spaces, which are unbounded.
    pub fn of<V: Space3>(shape: &Shape3<V>) -> Self {
        Self::bare(shape).with_sharp_edges()
    }
    /// The same with the edges at which it turns sharply.
    pub fn with_sharp_edges(mut self) -> Self {
        self.edges.extend(sharp_edges(&self));
        self
    }
    /// The ball of radius 1.
    pub fn unit_ball() -> Self {
        ball(RINGS, PIECES)
    }
    /// The box of half extents 1.
    pub fn cube() -> Self {
        let corner = |i: u32| DVec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 }));
        hull(&(0..8).map(corner).collect::<Vec<_>>()).with_sharp_edges()
    }
    /// The same as [`of`](Self::of) without edges: of a large mesh, they take longer than all else.
    pub fn bare<V: Space3>(shape: &Shape3<V>) -> Self {
        if let Some(core) = shape.core() {
            let points: Vec<DVec3> = core.vertices.iter().map(|v| v.to_double()).collect();
            return grown(&points, core.radius.to_f64());
        }
        match shape {
            Shape3::Ellipsoid(e) => scaled(ball(RINGS, PIECES), e.radii().to_double()),
            Shape3::Cylinder(c) => turned(c.half_height().to_f64(), [c.radius().to_f64(); 2]),
            Shape3::Cone(c) => turned(c.half_height().to_f64(), [c.radius().to_f64(), 0.0]),
            Shape3::Mesh(mesh) => Self {
                vertices: mesh.vertices().iter().map(|v| v.to_double()).collect(),
                triangles: mesh.triangles().to_vec(),
                edges: Vec::new(),
            },
            Shape3::Terrain(terrain) => {
                let corners = (0..terrain.triangle_count())
                    .flat_map(|i| terrain.triangle(i))
                    .map(|v| v.to_double());
                merged(corners.collect())
            }
            Shape3::Rounded(rounded) => {
                let inner = Self::bare(rounded.shape());
                grown(&inner.vertices, rounded.radius().to_f64())
            }
            Shape3::Compound(compound) => {
                let mut all = Self::default();
                for part in compound.parts() {
                    all.append(&Self::bare(&part.shape), &part.pose.frame());
                }
                all
            }
            _ => Self::default(),
        }
    }
    fn append<V: Space3>(&mut self, other: &Self, frame: &Frame<V>) {
        let offset = self.vertices.len() as u32;
        let place = |&p: &DVec3| frame.point(V::from_double(p)).to_double();
        self.vertices.extend(other.vertices.iter().map(place));
        self.triangles
            .extend(other.triangles.iter().map(|t| t.map(|i| i + offset)));
        self.edges
            .extend(other.edges.iter().map(|e| e.map(|i| i + offset)));
    }
}

/// The hull of points; if it is flat, both sides of it, or a line.
fn hull(points: &[DVec3]) -> Solid {
    let Ok(hull) = Polyhedron::new(points) else {
        return Solid::default();
    };
    let fan = |i: usize| {
        let face = hull.face_vertices(i);
        face.windows(2).skip(1).map(|pair| [face[0], pair[0], pair[1]])
    };
    let edges = if hull.face_count() == 0 && hull.vertices().len() == 2 {
        vec![[0, 1]]
    } else {
        Vec::new()
    };
    Solid {
        vertices: hull.vertices().to_vec(),
        triangles: (0..hull.face_count()).flat_map(fan).collect(),
        edges,
    }
}

/// The hull of points, grown by a ball.
fn grown(points: &[DVec3], radius: f64) -> Solid {
    match points {
        _ if radius <= 0.0 => hull(points),
        [center] => {
            let mut solid = scaled(ball(RINGS, PIECES), DVec3::splat(radius));
            solid.vertices.iter_mut().for_each(|v| *v += *center);
            solid
        }
        _ => {
            let ball = ball(COARSE[0], COARSE[1]);
            let around = |&p: &DVec3| {
                ball.vertices
                    .iter()
                    .map(move |&d| p + d * radius)
                    .collect::<Vec<_>>()
            };
            hull(&points.iter().flat_map(around).collect::<Vec<_>>())
        }
    }
}

/// The unit ball, in rings around Y.
fn ball(rings: usize, pieces: usize) -> Solid {
    let angle = |i: usize| PI * i as f64 / rings as f64 - FRAC_PI_2;
    let profile: Vec<_> = (0..=rings)
        .map(|i| angle(i).sin_cos())
        .map(|(y, r)| [r, y])
        .collect();
    lathe(&profile, pieces)
}

/// A cylinder or cone around Y: its lower and upper radius.
fn turned(half_height: f64, [lower, upper]: [f64; 2]) -> Solid {
    lathe(
        &[
            [0.0, -half_height],
            [lower, -half_height],
            [upper, half_height],
            [0.0, half_height],
        ],
        PIECES,
    )
}

/// The surface of revolution of a list of radii and heights, from below.
fn lathe(profile: &[[f64; 2]], pieces: usize) -> Solid {
    let at = |[r, y]: [f64; 2], k: usize| {
        let (sin, cos) = (TAU * (k % pieces) as f64 / pieces as f64).sin_cos();
        // A radius as small as rounding errors is a pole.
        let r = if r.abs() < 1e-12 { 0.0 } else { r };
        DVec3::new(r * cos, y, -r * sin)
    };
    let mut corners = Vec::new();
    for pair in profile.windows(2) {
        for k in 0..pieces {
            let [a, b, c, d] = [
                at(pair[0], k),
                at(pair[0], k + 1),
                at(pair[1], k + 1),
                at(pair[1], k),
            ];
            for t in [[a, b, c], [a, c, d]] {
                if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
                    corners.extend(t);
                }
            }
        }
    }
    merged(corners)
}

/// Triangles from corners, three for each; equal corners become one vertex.
fn merged(corners: Vec<DVec3>) -> Solid {
    let surface = crate::mesh::Surface {
        triangles: (0..corners.len() as u32 / 3)
            .map(|i| [3 * i, 3 * i + 1, 3 * i + 2])
            .collect(),
        vertices: corners.into_iter().map(|v| v.to_array()).collect(),
        ..Default::default()
    }
    .welded();
    Solid {
        vertices: surface.vertices.into_iter().map(DVec3::from_array).collect(),
        triangles: surface.triangles,
        edges: Vec::new(),
    }
}

fn scaled(mut solid: Solid, by: DVec3) -> Solid {
    solid.vertices.iter_mut().for_each(|v| *v *= by);
    solid
}

/// Borders, and edges where the surface turns sharply.
fn sharp_edges(solid: &Solid) -> Vec<[u32; 2]> {
    let normal = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|i| solid.vertices[i as usize]);
        (b - a).cross(c - a).normalize_or_zero()
    };
    let mut faces: BTreeMap<[u32; 2], Vec<DVec3>> = BTreeMap::new();
    for t in &solid.triangles {
        let normal = normal(t);
        for (i, j) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
            faces.entry([i.min(j), i.max(j)]).or_default().push(normal);
        }
    }
    let is_sharp = |normals: &Vec<DVec3>| match normals.as_slice() {
        [a, b] => a.dot(*b) < SHARP,
        _ => true,
    };
    faces
        .into_iter()
        .filter(|(_, normals)| is_sharp(normals))
        .map(|(edge, _)| edge)
        .collect()
}

/// A square of the border of a half-space, in world coordinates: as large as the scene, nearest to its
/// center.
pub fn patch<V: Space3>(
    half_space: &HalfSpace<V>,
    radius: f64,
    frame: &Frame<V>,
    middle: DVec3,
    size: f64,
) -> Solid {
    let given = half_space.normal().to_double();
    let normal = frame
        .direction(half_space.normal())
        .to_double()
        .normalize_or(DVec3::Y);
    let offset = (half_space.offset().to_f64() / given.length() + radius) * frame.scale.to_f64()
        + normal.dot(frame.origin.to_double());
    let center = middle - normal * (normal.dot(middle) - offset);
    let (u, v) = normal.any_orthonormal_pair();
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    Solid {
        vertices: corners
            .iter()
            .map(|[s, t]| center + (u * *s + v * *t) * size)
            .collect(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        edges: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
    }
}
