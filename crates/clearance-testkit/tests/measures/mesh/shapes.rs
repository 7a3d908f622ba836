//! Meshes of which everything is known.

use std::f64::consts::TAU;

use clearance::glam::DVec3;
use clearance::shape::Mesh;

pub type Triangles = Vec<[u32; 3]>;

/// A torus of 2mn triangles, facing outwards; its tube has radius 1, around a circle of radius 3.
pub fn torus(m: u32, n: u32) -> (Vec<DVec3>, Triangles) {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let number = |i: u32, j: u32| (i % m) * n + j % n;
    for i in 0..m {
        for j in 0..n {
            let (a, b) = (
                TAU * f64::from(i) / f64::from(m),
                TAU * f64::from(j) / f64::from(n),
            );
            let r = 3.0 + b.cos();
            vertices.push(DVec3::new(r * a.cos(), r * a.sin(), b.sin()));
            let [p, q, r, s] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(k, l)| number(i + k, j + l));
            triangles.extend([[p, q, r], [p, r, s]]);
        }
    }
    (vertices, triangles)
}

/// A sphere of radius 1 with `m` meridians and `n` rings of vertices between the poles, facing outwards.
pub fn sphere(m: u32, n: u32) -> (Vec<DVec3>, Triangles) {
    let mut vertices = vec![DVec3::Z, DVec3::NEG_Z];
    let mut triangles = Vec::new();
    let number = |i: u32, j: u32| 2 + j * m + i % m;
    for j in 0..n {
        let down = TAU / 2.0 * f64::from(j + 1) / f64::from(n + 1);
        for i in 0..m {
            let around = TAU * f64::from(i) / f64::from(m);
            let ring = DVec3::new(around.cos(), around.sin(), 0.0);
            vertices.push(ring * down.sin() + DVec3::Z * down.cos());
            if j + 1 < n {
                let [p, q, r, s] = [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(k, l)| number(i + k, j + l));
                triangles.extend([[p, q, r], [p, r, s]]);
            }
        }
    }
    for i in 0..m {
        triangles.push([0, number(i, 0), number(i + 1, 0)]);
        triangles.push([1, number(i + 1, n - 1), number(i, n - 1)]);
    }
    (vertices, triangles)
}

/// Several meshes as one.
pub fn joined(all: &[(Vec<DVec3>, Triangles)]) -> (Vec<DVec3>, Triangles) {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (points, corners) in all {
        let first = vertices.len() as u32;
        vertices.extend(points);
        triangles.extend(corners.iter().map(|t| t.map(|v| v + first)));
    }
    (vertices, triangles)
}

pub fn moved((vertices, triangles): (Vec<DVec3>, Triangles), by: DVec3) -> (Vec<DVec3>, Triangles) {
    (vertices.into_iter().map(|v| v + by).collect(), triangles)
}

pub fn mesh((vertices, triangles): (Vec<DVec3>, Triangles)) -> Mesh<DVec3> {
    Mesh::new(vertices, triangles).unwrap()
}

/// Each corner of each triangle a vertex of its own.
pub fn soup((vertices, triangles): &(Vec<DVec3>, Triangles)) -> (Vec<DVec3>, Triangles) {
    let corners = triangles
        .iter()
        .flatten()
        .map(|&v| vertices[v as usize])
        .collect();
    let count = triangles.len() as u32;
    (
        corners,
        (0..count).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect(),
    )
}
