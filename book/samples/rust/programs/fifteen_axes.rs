use clearance::glam::{DQuat, DVec3};
use clearance::{Placed, Pose, d3::Shape, distance, relation};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

// ANCHOR: by_hand
/// Between the shadows of two boxes, whose edges have the directions a and b.
fn gap(half: [f64; 3], a: [DVec3; 3], b: [DVec3; 3], between: DVec3, axis: DVec3) -> f64 {
    let reach = |i: usize| half[i] * (a[i].dot(axis).abs() + b[i].dot(axis).abs());
    (between.dot(axis).abs() - reach(0) - reach(1) - reach(2)) / axis.length()
}
// ANCHOR_END: by_hand

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: boxes
    let half = [2.0, 0.5, 0.5]; // two beams, crossing above each other
    let (sin, cos) = FRAC_PI_4.sin_cos();
    // Each is rolled by 45 degrees about its long side: edge lies over edge.
    let lower = [DVec3::X, DVec3::new(0.0, cos, sin), DVec3::new(0.0, -sin, cos)];
    let upper = [DVec3::NEG_Z, DVec3::new(sin, cos, 0.0), DVec3::new(cos, -sin, 0.0)];
    let between = DVec3::new(0.25, 1.5, 0.25);

    let faces = [lower, upper].concat();
    let edges = lower.iter().flat_map(|u| upper.map(|v| u.cross(v)));
    let all: Vec<DVec3> = faces.iter().copied().chain(edges).collect();
    let widest = |axes: &[DVec3]| {
        let gaps = axes.iter().map(|axis| gap(half, lower, upper, between, *axis));
        gaps.fold(f64::MIN, f64::max)
    };
    println!("six face normals: {:.6}", widest(&faces));
    println!("with nine edge products: {:.6}", widest(&all));
    // ANCHOR_END: boxes

    // ANCHOR: library
    let beam = Shape::cuboid(DVec3::from_array(half))?;
    let roll = DQuat::from_rotation_x(FRAC_PI_4);
    let below = Pose::new(DVec3::ZERO, roll)?;
    // Turned by 90 degrees about y, after a roll about x.
    let above = Pose::new(between, DQuat::from_rotation_y(FRAC_PI_2) * roll)?;
    let (a, b) = (Placed::new(&beam, &below), Placed::new(&beam, &above));
    println!("library: {}, {:.6}", relation(a, b), distance(a, b));
    // ANCHOR_END: library

    // ANCHOR: parallel
    let u = lower[1];
    let product = u.cross(u).abs();
    println!("parallel edges: {} {} {}", product.x, product.y, product.z);
    // ANCHOR_END: parallel
    Ok(())
}
