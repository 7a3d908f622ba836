//! Directions in which parts may leave: the axes, those of the parts' own faces, and some that are spread
//! evenly.

use alloc::vec::Vec;
use core::f64::consts::PI;

use glam::DVec3;

use crate::assembly::parts::Assembly;
use crate::assembly::surface::Surface;

/// The six directions of the axes: +x, -x, +y, -y, +z, -z.
pub const AXES: [DVec3; 6] = [
    DVec3::X,
    DVec3::NEG_X,
    DVec3::Y,
    DVec3::NEG_Y,
    DVec3::Z,
    DVec3::NEG_Z,
];

/// Directions are one where their cosine is larger: they differ by some millionths, as those of faces do that
/// a file gives in few digits.
const SAME: f64 = 1.0 - 1e-11;

/// The axes of the parts' cylinders, cones and tori and the normals of their planes, each with its opposite,
/// as unit vectors. Of those that differ by some millionths only the first is there; those of [`AXES`] are
/// left out.
///
/// Cost: that of recognising the faces of each solid once, and a comparison of each of their axes with the
/// directions found.
pub fn own_directions(assembly: &Assembly) -> Vec<DVec3> {
    let mut found: Vec<DVec3> = AXES.into();
    for part in assembly.parts() {
        let faces = part.solid.faces().map_or(&[][..], |faces| faces.faces());
        for axis in faces.iter().filter_map(|face| axis_of(face.surface.as_ref()?)) {
            let Some(axis) = part.pose.frame().direction(axis).try_normalize() else {
                continue;
            };
            if !found.iter().any(|known| known.dot(axis).abs() > SAME) {
                found.extend([axis, -axis]);
            }
        }
    }
    found.split_off(AXES.len())
}

fn axis_of(surface: &Surface) -> Option<DVec3> {
    match surface {
        Surface::Plane(s) => Some(s.normal),
        Surface::Cylinder(s) => Some(s.axis),
        Surface::Cone(s) => Some(s.axis),
        Surface::Torus(s) => Some(s.axis),
        Surface::Sphere(_) => None,
    }
}

/// So many unit vectors, spread evenly: points of a spiral on the sphere, each as far along its axis as the
/// last.
///
/// Source: Saff and Kuijlaars, "Distributing many points on a sphere", 1997; here with the golden angle.
pub fn spread_directions(count: usize) -> Vec<DVec3> {
    let golden = PI * (3.0 - libm::sqrt(5.0));
    let at = |i: usize| {
        let height = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
        let across = libm::sqrt(1.0 - height * height);
        let angle = golden * i as f64;
        DVec3::new(across * libm::cos(angle), across * libm::sin(angle), height)
    };
    (0..count).map(at).collect()
}
