//! Shapes as lines, in their own frame, for drawing: each list of points is a chain.
//!
//! All points lie on the border of the shape, apart from three kinds: of a rounded shape the shape inside is
//! drawn, of a bitmap its box, and of a half-space a piece of its border.

pub(crate) mod plane;
pub(crate) mod space;

use core::f32::consts::TAU;

/// Chains of points.
pub(crate) type Chains<V> = Vec<Vec<V>>;

/// Segments of a whole turn.
const TURN: usize = 48;

/// Half the length of the piece of a half-space's border that is drawn.
const PIECE: f32 = 10.0;

/// Cosine and sine from one part of a turn to another, both included.
fn arc(from: f32, to: f32) -> impl Iterator<Item = (f32, f32)> {
    let steps = ((to - from) * TURN as f32).ceil().max(1.0) as usize;
    (0..=steps).map(move |i| {
        let angle = TAU * (from + (to - from) * i as f32 / steps as f32);
        (angle.cos(), angle.sin())
    })
}

/// The same points with the first once more at the end.
fn closed<V: Copy>(points: impl IntoIterator<Item = V>) -> Vec<V> {
    let mut points: Vec<V> = points.into_iter().collect();
    points.extend(points.first().copied());
    points
}

#[cfg(test)]
mod tests {
    use bevy_math::{Quat, Rot2, Vec2, Vec3};
    use clearance::cast::closest_point;
    use clearance::shape::AnyShape;
    use clearance::{Placed, Pose};

    use crate::dimension::Dimension;
    use crate::{Collider, d2, d3};

    /// Every point of the lines is on the border, and the lines reach all sides of the shape's box.
    fn check<V: Dimension>(collider: &Collider<V>) {
        let kind = collider.kind();
        let origin = Pose::IDENTITY;
        let chains = V::outline(collider.shape());
        let points: Vec<_> = chains.iter().flatten().copied().collect();
        for point in &points {
            let closest = closest_point(Placed::<V::Native>::new(collider.shape(), &origin), *point).unwrap();
            assert!(
                closest.distance.abs() < 1e-4,
                "{kind}: {point:?} is {} off",
                closest.distance
            );
        }
        let aabb = collider.shape().local_aabb();
        let reach = |pick: fn(f32, f32) -> f32| {
            let all = points.iter().map(|p| V::from_native(*p).factors());
            all.reduce(|a, b| Vec3::new(pick(a.x, b.x), pick(a.y, b.y), pick(a.z, b.z)))
                .unwrap()
        };
        let (min, max) = (
            V::from_native(aabb.min).factors(),
            V::from_native(aabb.max).factors(),
        );
        assert!(
            (reach(f32::min) - min).length() < 0.1 && (reach(f32::max) - max).length() < 0.1,
            "{kind}"
        );
    }

    #[test]
    fn outlines_of_the_plane_lie_on_the_border() {
        let l_shape =
            [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)].map(|(x, y)| Vec2::new(x as f32, y as f32));
        let capsule = d2::Collider::capsule(0.5, 1.0).unwrap();
        check(&d2::Collider::circle(1.0).unwrap());
        check(&d2::Collider::ellipse(Vec2::new(1.0, 2.0)).unwrap());
        check(&d2::Collider::rectangle(Vec2::new(1.0, 2.0)).unwrap());
        check(&d2::Collider::segment(Vec2::X, Vec2::Y).unwrap());
        check(&d2::Collider::convex(l_shape).unwrap());
        check(&d2::Collider::polygon(l_shape, []).unwrap());
        check(&d2::Collider::polyline(l_shape, true).unwrap());
        check(&d2::Collider::polyline(l_shape, false).unwrap());
        check(&d2::Collider::compound([(Vec2::X, Rot2::degrees(90.0), capsule.clone())]).unwrap());
        check(&capsule);
    }

    #[test]
    fn outlines_of_space_lie_on_the_border() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let capsule = d3::Collider::capsule(0.5, 1.0).unwrap();
        check(&d3::Collider::sphere(1.0).unwrap());
        check(&d3::Collider::ellipsoid(Vec3::new(1.0, 2.0, 3.0)).unwrap());
        check(&d3::Collider::cuboid(Vec3::new(1.0, 2.0, 3.0)).unwrap());
        check(&d3::Collider::cylinder(1.0, 2.0).unwrap());
        check(&d3::Collider::cone(1.0, 2.0).unwrap());
        check(&d3::Collider::segment(Vec3::X, Vec3::Y).unwrap());
        check(&d3::Collider::triangle([Vec3::X, Vec3::Y, Vec3::Z]).unwrap());
        check(&d3::Collider::convex(corners).unwrap());
        check(&d3::Collider::convex([Vec3::X, Vec3::Y, Vec3::ZERO]).unwrap());
        check(&d3::Collider::mesh(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap());
        check(&d3::Collider::terrain(&[vec![0.0, 1.0], vec![1.0, 0.0]], [1.0, 2.0]).unwrap());
        check(&d3::Collider::compound([(Vec3::X, Quat::from_rotation_x(1.5), capsule.clone())]).unwrap());
        check(&capsule);
    }
}
