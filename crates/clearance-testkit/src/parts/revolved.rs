//! Tessellated solids of revolution: pins, sleeves, cones, balls and rings as a CAD system writes them, with
//! vertices on the true surface and facets inside of it.

use clearance::d3::Shape;
use clearance::glam::DVec3;
use std::f64::consts::TAU;

/// The solid that a profile sweeps around Z, with so many sides; `phase` is the part of a side by which it is
/// turned.
///
/// The profile is a simple polygon of points (radius, z), counter-clockwise with the radius to the right; a
/// radius of 0 is on the axis.
///
/// # Panics
///
/// If there are fewer than three sides or points.
pub fn revolved(profile: &[(f64, f64)], sides: u32, phase: f64) -> Shape<DVec3> {
    assert!(sides > 2 && profile.len() > 2, "no solid");
    let count = profile.len() as u32;
    let mut vertices = Vec::new();
    for side in 0..sides {
        let angle = TAU * (f64::from(side) + phase) / f64::from(sides);
        let at = |&(r, z): &(f64, f64)| DVec3::new(r * angle.cos(), r * angle.sin(), z);
        vertices.extend(profile.iter().map(at));
    }
    // Vertices on the axis are one for all sides.
    let vertex = |side: u32, k: u32| match profile[k as usize].0 == 0.0 {
        true => k,
        false => side % sides * count + k,
    };
    let mut triangles = Vec::new();
    for side in 0..sides {
        for k in 0..count {
            let next = (k + 1) % count;
            let [a, b] = [vertex(side, k), vertex(side, next)];
            let [c, d] = [vertex(side + 1, next), vertex(side + 1, k)];
            triangles.extend(
                [[a, d, b], [d, c, b]]
                    .into_iter()
                    .filter(|t| t[0] != t[1] && t[1] != t[2] && t[2] != t[0]),
            );
        }
    }
    Shape::mesh(vertices, triangles).expect("a solid")
}

/// A pin of this radius, from `low` to `high` along Z.
pub fn pin(radius: f64, [low, high]: [f64; 2], sides: u32, phase: f64) -> Shape<DVec3> {
    revolved(
        &[(0.0, low), (radius, low), (radius, high), (0.0, high)],
        sides,
        phase,
    )
}

/// A sleeve between two radii, the hole first.
pub fn sleeve([hole, outer]: [f64; 2], [low, high]: [f64; 2], sides: u32, phase: f64) -> Shape<DVec3> {
    revolved(
        &[(hole, low), (outer, low), (outer, high), (hole, high)],
        sides,
        phase,
    )
}

/// The profile of a ball of this radius around the origin, of so many points from pole to pole.
pub fn half_circle(radius: f64, points: u32) -> Vec<(f64, f64)> {
    let angle = |k: u32| std::f64::consts::PI * f64::from(k) / f64::from(points - 1);
    let mut profile: Vec<_> = (0..points)
        .map(|k| (radius * angle(k).sin(), -radius * angle(k).cos()))
        .collect();
    profile[0].0 = 0.0;
    profile[points as usize - 1].0 = 0.0;
    profile
}
