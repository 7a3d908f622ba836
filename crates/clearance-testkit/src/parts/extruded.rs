//! Prisms over outlines that a ray from the axis meets once: so no triangulation is needed, and no kernel
//! that makes one.

use clearance::d3::Shape;
use clearance::glam::{DVec2, DVec3};

/// The prism over an outline around the Z axis, counter-clockwise.
///
/// # Panics
///
/// If the outline has fewer than three points.
pub fn prism(outline: &[DVec2], [low, high]: [f64; 2]) -> Shape<DVec3> {
    let count = outline.len() as u32;
    let mut vertices: Vec<DVec3> = [low, high]
        .iter()
        .flat_map(|z| outline.iter().map(|p| p.extend(*z)))
        .collect();
    vertices.extend([low, high].map(|z| DVec3::Z * z));
    let triangles = (0..count).flat_map(|i| {
        let (j, up) = ((i + 1) % count, count);
        [
            [i, j, j + up],
            [i, j + up, i + up],
            [2 * count, j, i],
            [2 * count + 1, i + up, j + up],
        ]
    });
    Shape::mesh(vertices, triangles.collect()).expect("a prism")
}

/// The plate between an inner and an outer outline of as many points, both counter-clockwise.
///
/// # Panics
///
/// If they are not of as many points, or of fewer than three.
pub fn plate(inner: &[DVec2], outer: &[DVec2], [low, high]: [f64; 2]) -> Shape<DVec3> {
    assert_eq!(inner.len(), outer.len(), "as many points");
    let count = inner.len() as u32;
    let rings = [(inner, low), (outer, low), (outer, high), (inner, high)];
    let vertices = rings
        .iter()
        .flat_map(|(ring, z)| ring.iter().map(|p| p.extend(*z)));
    let triangles = (0..count).flat_map(|i| (0..4).flat_map(move |k| quad(count, i, k)));
    Shape::mesh(vertices.collect(), triangles.collect()).expect("a plate")
}

/// Side `i` between ring `k` and the next.
fn quad(count: u32, i: u32, k: u32) -> [[u32; 3]; 2] {
    let (j, next) = ((i + 1) % count, (k + 1) % 4);
    let at = |ring: u32, i: u32| ring * count + i;
    let [a, b, c, d] = [at(k, i), at(k, j), at(next, j), at(next, i)];
    [[a, b, c], [a, c, d]]
}

/// The points of a circle around the origin.
pub fn circle(radius: f64, count: u32, phase: f64) -> Vec<DVec2> {
    let angle = |i: u32| std::f64::consts::TAU * (f64::from(i) + phase) / f64::from(count);
    (0..count).map(|i| DVec2::from_angle(angle(i)) * radius).collect()
}

/// How many chords of a circle are no further from it than this.
pub fn chords(radius: f64, deflection: f64) -> u32 {
    let half = (1.0 - deflection / radius).max(0.0).acos();
    ((std::f64::consts::PI / half).ceil() as u32).max(12)
}
