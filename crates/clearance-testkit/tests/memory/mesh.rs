//! A question about a small shape beside a large mesh allocates for what is near, not for the whole.

use std::sync::atomic::Ordering;

use clearance::cast::closest_point;
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::shape::{Mesh, TreeBuild};
use clearance::{Placed, Pose, clearance, distance, intersects, manifold, relation};

use crate::{BYTES, FREED};

/// A closed ring of 2 × `steps` × `steps` triangles.
fn ring(steps: u32) -> Shape<DVec3> {
    let angle = |i: u32| f64::from(i) / f64::from(steps) * std::f64::consts::TAU;
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (i, j) in (0..steps).flat_map(|i| (0..steps).map(move |j| (i, j))) {
        let out = 1.0 + 0.4 * angle(j).cos();
        vertices.push(DVec3::new(
            out * angle(i).cos(),
            out * angle(i).sin(),
            0.4 * angle(j).sin(),
        ));
        let at = |i: u32, j: u32| i % steps * steps + j % steps;
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    Shape::mesh(vertices, triangles).unwrap()
}

/// The bytes that questions about a sphere allocate whose size is that of a few triangles.
fn bytes(steps: u32) -> usize {
    let mesh = ring(steps);
    let ball = Shape::sphere(2.0 / f64::from(steps)).unwrap();
    let before = BYTES.load(Ordering::Relaxed);
    for (x, z) in [(1.41, 0.0), (1.4, 0.1), (1.2, 0.0), (1.0, 0.4), (2.0, 0.5)] {
        let pose = Pose::at(DVec3::new(x, 0.01, z)).unwrap();
        let identity = Pose::IDENTITY;
        let (a, b) = (Placed::new(&mesh, &identity), Placed::new(&ball, &pose));
        intersects(a, b);
        relation(a, b);
        distance(a, b);
        clearance(a, b).unwrap();
        manifold(a, b, 0.0).unwrap();
        closest_point(a, pose.position()).unwrap();
    }
    BYTES.load(Ordering::Relaxed) - before
}

pub fn memory_does_not_grow_with_the_mesh() {
    let (small, large) = (bytes(20), bytes(200));
    println!("{small} bytes beside 800 triangles, {large} beside 80,000");
    assert!(small > 0 && large < 3 * small, "{small} {large}");
}

/// Above its vertices and triangles. A leaf with few triangles takes as much memory as a full one.
pub fn a_mesh_takes_few_bytes_a_triangle() {
    for how in [TreeBuild::Good, TreeBuild::Fast] {
        let Shape::Mesh(given) = ring(100) else {
            panic!("a mesh was made")
        };
        let (vertices, triangles) = (given.vertices().to_vec(), given.triangles().to_vec());
        let before = held();
        let mesh = Mesh::with_build(vertices, triangles, how).unwrap();
        let (bytes, count) = (held() - before, mesh.triangles().len());
        assert!(bytes < 40 * count, "{bytes} bytes for {count} triangles, {how:?}");
    }
}

fn held() -> usize {
    BYTES.load(Ordering::Relaxed) - FREED.load(Ordering::Relaxed)
}
