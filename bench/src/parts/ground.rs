//! Large shapes whose parts are of size about 1, and places beside their borders.

use std::f64::consts::TAU;

use clearance::Pose;
use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::math::{Rotation2, Space, Vector};
use clearance::picture::Mask;
use clearance::shape::{Bitmap, Shape2, Shape3, ShapeSpace, Terrain};
use clearance_testkit::Random;

/// How to build a shape of so many parts, and places beside it.
pub struct Plan<V: ShapeSpace> {
    pub parts: usize,
    pub build: Box<dyn FnOnce() -> V::Shape>,
    pub places: Vec<V>,
}

/// A number of 0 to 1 that depends on two others alone.
fn noise(x: usize, y: usize) -> f64 {
    let mut bits =
        (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (y as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    bits = (bits ^ bits >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((bits ^ bits >> 31) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Hills of several sizes, and stones.
fn height(x: usize, z: usize) -> f64 {
    let (u, v) = (x as f64, z as f64);
    8.0 * (u * 0.021).sin() * (v * 0.017).cos() + 2.0 * (u * 0.13 + v * 0.07).sin() + 0.5 * noise(x, z)
}

/// Shapes of space: of so many cells, triangles, or parts.
pub fn of_space(name: &str, size: usize, random: &mut Random) -> Plan<DVec3> {
    match name {
        "mesh" => mesh((size / 2).isqrt(), random),
        "compound-3d" => compound_of_space(size, random),
        _ => terrain(size.isqrt(), name == "terrain-holes", random),
    }
}

/// A place a little above or below the hills.
fn beside_hills(side: usize, random: &mut Random) -> DVec3 {
    let [x, z] = [(); 2].map(|()| random.between(4.0, side as f64 - 4.0));
    let at = height(x as usize, z as usize);
    DVec3::new(x, at + random.between(-1.0, 2.5), z)
}

fn terrain(side: usize, holes: bool, random: &mut Random) -> Plan<DVec3> {
    let heights: Vec<Vec<f64>> = (0..=side)
        .map(|z| (0..=side).map(|x| height(x, z)).collect())
        .collect();
    let holes: Vec<usize> = (0..side * side)
        .filter(|cell| holes && (cell % side / 8 + cell / side / 8).is_multiple_of(16))
        .collect();
    Plan {
        parts: side * side,
        places: (0..1000).map(|_| beside_hills(side, random)).collect(),
        build: Box::new(move || {
            Shape3::Terrain(Terrain::with_holes(&heights, [1.0, 1.0], &holes).expect("a terrain"))
        }),
    }
}

/// The same hills as a mesh.
fn mesh(side: usize, random: &mut Random) -> Plan<DVec3> {
    let row = side as u32 + 1;
    let vertices: Vec<DVec3> = (0..=side)
        .flat_map(|z| (0..=side).map(move |x| DVec3::new(x as f64, height(x, z), z as f64)))
        .collect();
    let triangles: Vec<[u32; 3]> = (0..side as u32)
        .flat_map(|i| (0..side as u32).map(move |j| i * row + j))
        .flat_map(|k| [[k, k + row, k + row + 1], [k, k + row + 1, k + 1]])
        .collect();
    Plan {
        parts: triangles.len(),
        places: (0..1000).map(|_| beside_hills(side, random)).collect(),
        build: Box::new(move || Shape3::mesh(vertices, triangles).expect("a mesh")),
    }
}

/// Balls, boxes and capsules in a block, three apart.
fn compound_of_space(count: usize, random: &mut Random) -> Plan<DVec3> {
    let side = (count as f64).cbrt().ceil() as usize;
    let at = move |i: usize| {
        DVec3::new(
            (i % side) as f64,
            (i / side % side) as f64,
            (i / side / side) as f64,
        ) * 3.0
    };
    let shape = |i: usize| match i % 3 {
        0 => Shape3::sphere(1.0 + 0.2 * noise(i, 0)),
        1 => Shape3::cuboid(DVec3::new(0.9, 1.1, 1.0)),
        _ => Shape3::capsule(DVec3::NEG_X, DVec3::X, 0.5),
    };
    let part = |i| (shape(i).expect("a shape"), at(i), DQuat::from_rotation_z(turn(i)));
    let parts = placed((0..count).map(part));
    Plan {
        parts: count,
        places: beside(count, at, random),
        build: Box::new(move || Shape3::compound(parts).expect("a compound")),
    }
}

/// How far the parts of a compound are turned.
fn turn(i: usize) -> f64 {
    TAU * noise(i, 1)
}

/// Shapes with their poses.
fn placed<V: Space, S>(parts: impl Iterator<Item = (S, V, V::Rotation)>) -> Vec<(S, Pose<V>)> {
    let pose = |at, turn| Pose::new(at, turn).expect("a pose");
    parts.map(|(shape, at, turn)| (shape, pose(at, turn))).collect()
}

/// A thousand places near parts.
fn beside<V: Vector>(count: usize, at: impl Fn(usize) -> V, random: &mut Random) -> Vec<V> {
    (0..1000)
        .map(|_| at(random.count(0, count - 1)) + random.vector::<V>(2.0))
        .collect()
}

/// Shapes of the plane: of so many pixels, corners, or parts.
pub fn of_plane(name: &str, size: usize, random: &mut Random) -> Plan<DVec2> {
    match name {
        "bitmap" | "bitmap-noise" => bitmap(size.isqrt(), name == "bitmap-noise", random),
        "polyline" => polyline(size, random),
        "polygon" => ring(size, random),
        "polygon-comb" => comb(size, random),
        _ => compound_of_plane(size, random),
    }
}

/// Islands with a ragged coast; or every second pixel by chance.
fn bitmap(side: usize, noisy: bool, random: &mut Random) -> Plan<DVec2> {
    let filled = move |x: usize, y: usize| match noisy {
        true => noise(x, y) < 0.5,
        false => {
            let (u, v) = (x as f64, y as f64);
            (u * 0.11).sin() * (v * 0.09).cos() + 0.2 * noise(x, y) > 0.1
        }
    };
    Plan {
        parts: side * side,
        places: (0..1000)
            .map(|_| DVec2::splat(side as f64 / 2.0) + random.vector::<DVec2>(side as f64 / 2.0))
            .collect(),
        build: Box::new(move || {
            let mask = Mask::from_fn(side, side, filled).expect("a mask");
            Shape2::Bitmap(Bitmap::from_mask(mask, 1.0).expect("a bitmap"))
        }),
    }
}

fn polyline(count: usize, random: &mut Random) -> Plan<DVec2> {
    let at = |i: usize| DVec2::new(i as f64, 3.0 * (i as f64 * 0.2).sin() + noise(i, 0));
    let vertices: Vec<DVec2> = (0..=count).map(at).collect();
    Plan {
        parts: count,
        places: beside(count + 1, at, random),
        build: Box::new(move || Shape2::polyline(&vertices, false).expect("a polyline")),
    }
}

/// A ragged ring, with edges of length about 1.
fn ring(count: usize, random: &mut Random) -> Plan<DVec2> {
    let radius = count as f64 / TAU;
    let at = move |i: usize| {
        let angle = i as f64 / count as f64 * TAU;
        DVec2::from_angle(angle) * (radius + 2.0 * (i as f64 * 0.3).sin() + noise(i % count, 0))
    };
    let vertices: Vec<DVec2> = (0..count).map(at).collect();
    Plan {
        parts: count,
        places: beside(count + 1, at, random),
        build: Box::new(move || Shape2::polygon(&vertices, &[]).expect("a polygon")),
    }
}

/// A comb with long teeth: its convex parts are long.
fn comb(count: usize, random: &mut Random) -> Plan<DVec2> {
    let teeth = count / 4;
    let length = teeth as f64;
    let mut vertices = vec![DVec2::new(4.0 * length, -2.0), DVec2::new(0.0, -2.0)];
    vertices.reverse();
    for k in (0..teeth).rev() {
        let x = 4.0 * k as f64;
        let top = length + noise(k, 0);
        vertices.extend([
            DVec2::new(x + 3.0, 0.0),
            DVec2::new(x + 2.5, top),
            DVec2::new(x + 1.0, top),
            DVec2::new(x + 0.5, 0.0),
        ]);
    }
    let corner = vertices.clone();
    Plan {
        parts: vertices.len(),
        places: (0..1000)
            .map(|_| corner[random.count(2, corner.len() - 1)] + random.vector::<DVec2>(2.0))
            .collect(),
        build: Box::new(move || Shape2::polygon(&vertices, &[]).expect("a polygon")),
    }
}

/// Discs, boxes and capsules in a square, three apart.
fn compound_of_plane(count: usize, random: &mut Random) -> Plan<DVec2> {
    let side = (count as f64).sqrt().ceil() as usize;
    let at = move |i: usize| DVec2::new((i % side) as f64, (i / side) as f64) * 3.0;
    let shape = |i: usize| match i % 3 {
        0 => Shape2::circle(1.0 + 0.2 * noise(i, 0)),
        1 => Shape2::cuboid(DVec2::new(0.9, 1.1)),
        _ => Shape2::capsule(DVec2::NEG_X, DVec2::X, 0.5),
    };
    let part = |i| (shape(i).expect("a shape"), at(i), Rotation2::from_angle(turn(i)));
    let parts = placed((0..count).map(part));
    Plan {
        parts: count,
        places: beside(count, at, random),
        build: Box::new(move || Shape2::compound(parts).expect("a compound")),
    }
}
