//! A ball against a box of space, by the closest point of the box.
//!
//! That is the ball's center clamped to the box (Ericson, "Real-Time Collision Detection", 2005, 5.1.3), or a
//! point of the nearest face, where the center is inside. It is right at any distance: rounding moves the
//! center by no more than its bound, and each component of the difference belongs to a face of the box.

use crate::exact::filter::{Bound, Reach};
use crate::math::{Real, Vector, length, magnitude};
use crate::pair::answer::{Clearance, DepthKind};
use crate::shape::{Placed, Shape3, Space3};

/// Signed distance of a box and a ball of space; `None` for other shapes, and where the sign is not sure.
#[inline]
pub(crate) fn clearance3<V: Space3>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Clearance<V>> {
    match (a.shape, b.shape) {
        (Shape3::Box(cuboid), Shape3::Sphere(ball)) => {
            from_cuboid(a, cuboid.half_extents(), b, ball.radius())
        }
        (Shape3::Sphere(ball), Shape3::Box(cuboid)) => {
            from_cuboid(b, cuboid.half_extents(), a, ball.radius()).map(Clearance::mirrored)
        }
        _ => None,
    }
}

/// Whether a box and a ball of space meet; `None` as above.
#[inline]
pub(crate) fn intersects3<V: Space3>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
    clearance3(a, b).map(|c| c.distance < Real::ZERO)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn from_cuboid<V: Space3>(
    a: Placed<'_, V>,
    half_extents: V,
    b: Placed<'_, V>,
    radius: V::Scalar,
) -> Option<Clearance<V>> {
    let bound = Bound::new::<V>(
        Reach::new(&a.place, magnitude(half_extents)),
        Reach::new(&b.place, radius),
    );
    let (frame, ball) = (a.place.frame(), b.place.frame());
    let (half, radius) = (half_extents * frame.scale, radius * ball.scale);
    let center = frame.local_direction(ball.origin - frame.origin);
    let nearest = center.min(half).max(-half);
    let (gap, local) = if nearest == center {
        nearest_face(half, center)
    } else {
        let gap = length(center - nearest);
        (gap, (center - nearest) / gap)
    };
    let distance = gap - radius;
    bound.meets(distance)?;
    let normal = frame.direction(local);
    let point_b = ball.origin - normal * radius;
    Some(Clearance {
        distance,
        normal,
        point_a: point_b - normal * distance,
        point_b,
        depth_kind: DepthKind::Exact,
    })
}

/// The nearest face of a box to a point inside: minus its distance, and its normal.
fn nearest_face<V: Vector>(half: V, point: V) -> (V::Scalar, V) {
    let depth = half - point.abs();
    let axis = (1..V::DIM).fold(0, |best, i| if depth.get(i) < depth.get(best) { i } else { best });
    let one: V::Scalar = Real::ONE;
    let normal = V::from_fn(|i| {
        if i == axis {
            one.copysign(point.get(i))
        } else {
            Real::ZERO
        }
    });
    (-depth.get(axis), normal)
}
