//! Shapes of the plane.

use bevy_math::Vec2 as BevyVec2;
use clearance::d2::Shape;
use clearance::glam::Vec2;
use clearance::shape::InvalidShape;

use crate::dimension::Dimension;

pub(crate) fn stretched(shape: &Shape<Vec2>, by: Vec2) -> Option<Result<Shape<Vec2>, InvalidShape>> {
    let all = |points: &[Vec2]| -> Vec<Vec2> { points.iter().map(|p| *p * by).collect() };
    let is_mirroring = by.abs() == Vec2::ONE;
    Some(match shape {
        Shape::Point => Ok(Shape::Point),
        Shape::Segment(s) => Shape::segment(s.ends()[0] * by, s.ends()[1] * by),
        Shape::Circle(_) | Shape::Ellipse(_) | Shape::Box(_) if is_mirroring => Ok(shape.clone()),
        Shape::Circle(c) => Shape::ellipse(by.abs() * c.radius()),
        Shape::Ellipse(e) => Shape::ellipse(e.radii() * by.abs()),
        Shape::Box(b) => Shape::cuboid(b.half_extents() * by.abs()),
        Shape::Convex(c) => Shape::convex(&all(c.vertices())),
        Shape::Polygon(p) => {
            let rings: Vec<_> = p.rings().iter().map(|ring| all(ring)).collect();
            let (outer, holes) = rings.split_first()?;
            Shape::polygon(outer, holes)
        }
        Shape::Polyline(p) => Shape::polyline(&all(p.vertices()), p.closed()),
        // n·x <= d is (n / f)·(f x) <= d.
        Shape::HalfSpace(h) => Shape::half_space(h.normal() / by, h.offset()),
        Shape::Capsule(c) if is_mirroring => Shape::capsule(c.ends()[0] * by, c.ends()[1] * by, c.radius()),
        Shape::Rounded(r) if is_mirroring => {
            stretched(r.shape(), by)?.and_then(|inner| inner.rounded(r.radius()))
        }
        Shape::Compound(c) => super::compound(c, BevyVec2::from_native(by), |p| p * by)?.map(Shape::Compound),
        _ => return None,
    })
}
