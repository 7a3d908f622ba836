//! Meshes of thousands of triangles, deep inside each other: seams are examined in bounded time.

use clearance::glam::DVec3;
use clearance::index::IndexKind;
use clearance::scene::{Detail, Object, Scene};
use clearance::{Pose, d3::Shape};

/// A ball with bumps, of about `2 * n * n` triangles.
fn ball(n: usize) -> Shape<DVec3> {
    let mut points = vec![DVec3::Y, -DVec3::Y];
    for i in 1..n {
        let (height, around) = (std::f64::consts::PI * i as f64 / n as f64).sin_cos();
        for j in 0..n {
            let (s, c) = (std::f64::consts::TAU * j as f64 / n as f64).sin_cos();
            points.push(DVec3::new(height * c, around, height * s));
        }
    }
    for (i, point) in points.iter_mut().enumerate() {
        *point *= 1.0 + 0.05 * (i * i % 7) as f64;
    }
    let at = |i: usize, j: usize| (2 + (i - 1) * n + j % n) as u32;
    let mut triangles = Vec::new();
    for j in 0..n {
        triangles.push([0, at(1, j + 1), at(1, j)]);
        triangles.push([1, at(n - 1, j), at(n - 1, j + 1)]);
        for i in 1..n - 1 {
            triangles.push([at(i, j), at(i, j + 1), at(i + 1, j)]);
            triangles.push([at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]);
        }
    }
    Shape::mesh(points, triangles).unwrap()
}

/// Where every contact of an object was hidden, all faces of the other mesh were tried, each against all
/// parts nearby: three meshes of 3,000 triangles had not finished after a minute. Now an object with so many
/// parts keeps the contacts that it has by itself.
#[test]
fn fine_meshes_within_each_other_keep_their_contacts() {
    let shape = ball(38);
    let contacts = |joined: bool| {
        let mut scene = Scene::<DVec3>::new(IndexKind::Auto)
            .with_detail(Detail::Manifold)
            .with_joined_seams(joined);
        for i in 0..3 {
            let at = DVec3::new(0.3, 0.17, -0.11) * f64::from(i);
            scene
                .add(Object::new(shape.clone(), Pose::at(at).unwrap()))
                .unwrap();
        }
        scene.update().unwrap();
        scene
            .contacts()
            .iter()
            .map(|touch| format!("{:?}", touch.manifold))
            .collect::<Vec<_>>()
    };
    let joined = contacts(true);
    assert_eq!(joined.len(), 3);
    assert_eq!(joined, contacts(false));
}
