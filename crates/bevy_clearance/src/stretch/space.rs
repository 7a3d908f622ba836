//! Shapes of space.

use bevy_math::Vec3 as BevyVec3;
use clearance::d3::Shape;
use clearance::glam::Vec3;
use clearance::shape::{InvalidShape, Terrain};

use crate::dimension::Dimension;
use crate::placement::is_close;

pub(crate) fn stretched(shape: &Shape<Vec3>, by: Vec3) -> Option<Result<Shape<Vec3>, InvalidShape>> {
    let is_mirroring = by.abs() == Vec3::ONE;
    let is_round = is_close(by.x.abs(), by.z) && by.y > 0.0;
    Some(match shape {
        Shape::Point => Ok(Shape::Point),
        Shape::Segment(s) => Shape::segment(s.ends()[0] * by, s.ends()[1] * by),
        Shape::Triangle(t) => Shape::triangle(t.vertices().map(|v| v * by)),
        Shape::Sphere(_) | Shape::Ellipsoid(_) | Shape::Box(_) if is_mirroring => Ok(shape.clone()),
        Shape::Sphere(s) => Shape::ellipsoid(by.abs() * s.radius()),
        Shape::Ellipsoid(e) => Shape::ellipsoid(e.radii() * by.abs()),
        Shape::Box(b) => Shape::cuboid(b.half_extents() * by.abs()),
        Shape::Cylinder(c) if is_round => Shape::cylinder(c.half_height() * by.y, c.radius() * by.z),
        Shape::Cone(c) if is_round => Shape::cone(c.half_height() * by.y, c.radius() * by.z),
        Shape::Convex(c) => {
            let corners: Vec<_> = c.vertices().iter().map(|v| *v * by).collect();
            Shape::convex(&corners)
        }
        Shape::Mesh(m) => m.scaled(by).map(Shape::Mesh),
        Shape::Terrain(t) if by.min_element() > 0.0 => terrain(t, by),
        // n·x <= d is (n / f)·(f x) <= d.
        Shape::HalfSpace(h) => Shape::half_space(h.normal() / by, h.offset()),
        Shape::Capsule(c) if is_mirroring => Shape::capsule(c.ends()[0] * by, c.ends()[1] * by, c.radius()),
        Shape::Rounded(r) if is_mirroring => {
            stretched(r.shape(), by)?.and_then(|inner| inner.rounded(r.radius()))
        }
        Shape::Compound(c) => super::compound(c, BevyVec3::from_native(by), |p| p * by)?.map(Shape::Compound),
        _ => return None,
    })
}

fn terrain(t: &Terrain<Vec3>, by: Vec3) -> Result<Shape<Vec3>, InvalidShape> {
    let heights = t.heights().iter().map(|h| h * by.y).collect();
    let [x, z] = t.spacing();
    Terrain::from_rows(heights, t.size()[1], [x * by.x, z * by.z], &t.holes()).map(Shape::Terrain)
}
