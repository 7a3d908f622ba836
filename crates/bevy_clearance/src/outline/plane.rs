//! Shapes of the plane.

use clearance::d2::Shape;
use clearance::glam::Vec2;
use clearance::shape::AnyShape;

use super::{Chains, PIECE, arc, closed};

pub(crate) fn outline(shape: &Shape<Vec2>) -> Chains<Vec2> {
    match shape {
        Shape::Point => vec![vec![Vec2::ZERO; 2]],
        Shape::Segment(s) => vec![s.ends().to_vec()],
        Shape::Circle(c) => vec![ellipse(Vec2::splat(c.radius()))],
        Shape::Ellipse(e) => vec![ellipse(e.radii())],
        Shape::Capsule(c) => vec![capsule(*c.ends(), c.radius())],
        Shape::Box(b) => vec![closed([0, 1, 3, 2].map(|i| b.corner(i)))],
        Shape::Convex(c) => vec![closed(c.vertices().iter().copied())],
        Shape::Polygon(p) => p
            .rings()
            .iter()
            .map(|ring| closed(ring.iter().copied()))
            .collect(),
        Shape::Polyline(p) if p.closed() => vec![closed(p.vertices().iter().copied())],
        Shape::Polyline(p) => vec![p.vertices().to_vec()],
        Shape::HalfSpace(h) => {
            let normal = h.normal();
            let foot = normal * (h.offset() / normal.length_squared());
            let along = normal.normalize_or_zero().perp() * PIECE;
            vec![vec![foot - along, foot + along]]
        }
        Shape::Rounded(r) => outline(r.shape()),
        Shape::Compound(c) => {
            let of_part = |part: &clearance::shape::Part<Vec2>| {
                let chains = outline(&part.shape).into_iter();
                let placed =
                    chains.map(|chain| chain.into_iter().map(|p| part.pose.frame().point(p)).collect());
                placed.collect::<Chains<Vec2>>()
            };
            c.parts().iter().flat_map(of_part).collect()
        }
        other => {
            let (min, max) = (other.local_aabb().min, other.local_aabb().max);
            vec![closed([
                min,
                Vec2::new(max.x, min.y),
                max,
                Vec2::new(min.x, max.y),
            ])]
        }
    }
}

fn ellipse(radii: Vec2) -> Vec<Vec2> {
    arc(0.0, 1.0)
        .map(|(cos, sin)| Vec2::new(cos, sin) * radii)
        .collect()
}

fn capsule([a, b]: [Vec2; 2], radius: f32) -> Vec<Vec2> {
    let along = (b - a).try_normalize().unwrap_or(Vec2::Y);
    let round = |center: Vec2, from: f32| {
        let points = arc(from, from + 0.5);
        points.map(move |(cos, sin)| center + (along * sin - along.perp() * cos) * radius)
    };
    closed(round(b, 0.0).chain(round(a, 0.5)))
}
