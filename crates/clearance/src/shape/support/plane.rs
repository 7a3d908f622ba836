//! Support points and features of the shapes of the plane.

use super::{Feature, Support, moderate, of_ball, of_core, of_ellipsoid, of_segment};
use crate::math::Real;
use crate::shape::core::furthest;
use crate::shape::kinds::any::{AnyShape, Space2};
use crate::shape::kinds::shape2::Shape2;

impl<V: Space2> Support<V> for Shape2<V> {
    fn support(&self, direction: V) -> Option<V> {
        Some(match self {
            Self::Ellipse(e) => of_ellipsoid(e.radii(), direction),
            Self::Rounded(r) => r.shape().support(direction)? + of_ball(r.radius(), direction),
            _ => of_core(&self.core()?, direction),
        })
    }
    fn feature(&self, direction: V) -> Option<Feature<'_, V>> {
        Some(match self {
            Self::Segment(s) => of_segment(s.ends()),
            Self::Capsule(c) => of_segment(c.ends()),
            Self::Ellipse(_) => Feature::point(self.support(direction)?),
            Self::Box(c) => {
                let corners = [0, 1, 3, 2].map(|i| c.corner(i));
                edge(&corners, box_side(direction))
            }
            Self::Convex(c) => match *c.vertices() {
                [point] => Feature::point(point),
                [a, b] => of_segment(&[a, b]),
                ref corners => edge(corners, furthest(c.normals(), moderate(direction))),
            },
            Self::Rounded(r) => r.shape().feature(direction)?,
            Self::Point | Self::Circle(_) => Feature::point(V::ZERO),
            _ => return None,
        })
    }
}

/// The edge of a polygon that starts at this corner.
fn edge<'a, V: Space2>(corners: &[V], start: usize) -> Feature<'a, V> {
    let end = (start + 1) % corners.len();
    Feature::Edge {
        id: start as u32,
        vertices: [start as u32, end as u32],
        points: [corners[start], corners[end]],
    }
}

/// The side of a box that faces a direction: bottom, right, top, left.
fn box_side<V: Space2>(direction: V) -> usize {
    let (x, y) = (direction.x(), direction.y());
    match (y.abs() >= x.abs(), x >= Real::ZERO, y >= Real::ZERO) {
        (true, _, false) => 0,
        (false, true, _) => 1,
        (true, _, true) => 2,
        (false, false, _) => 3,
    }
}
