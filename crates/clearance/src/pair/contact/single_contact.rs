//! Manifolds of one contact, in closed form: a ball with a ball, a capsule or a box, and two capsules that
//! are not parallel.
//!
//! A ball touches at one point, and two capsules touch at more only where they are parallel. Then the
//! clearance is the manifold, and only the features must be named. Parallel capsules go to the general clip
//! (`convex_manifold.rs`).

use super::convex_manifold::clip;
use super::core_manifold::face_sine;
use super::raw_contact::feature_id;
use super::support_feature::SupportFeature;
use super::witness::at_witness;
use crate::math::{Frame, Real, ScalarOf};
use crate::pair::answer::{Contact, Manifold, QueryError};
use crate::pair::round::ball_cuboid::{BallAtCuboid, PlacedBall, PlacedBox};
use crate::pair::round::closed_form;
use crate::shape::{Placed, Shape3, Space3};

/// Sine between two capsules above which the clip would find one contact too: far above the sine below which
/// it counts two edges as parallel.
const NOT_PARALLEL: f64 = 1e-3;

/// Whether a pair is served here: then `None` from [`manifold`] means that the sign of the clearance is
/// undecided.
#[cfg_attr(not(target_family = "wasm"), inline)]
pub(crate) fn serves<V: Space3>(a: &Shape3<V>, b: &Shape3<V>) -> bool {
    use Shape3::{Box, Sphere};
    match (a, b) {
        (Box(_), Sphere(_)) | (Sphere(_), Box(_)) => true,
        _ => capsule_feature(a).is_some() && capsule_feature(b).is_some(),
    }
}

/// The manifold of two shapes that [`serves`] accepts. A box and a ball have their own, below.
#[inline]
pub(crate) fn manifold<V: Space3>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Option<Manifold<V>> {
    let (of_a, of_b) = (capsule_feature(a.shape)?, capsule_feature(b.shape)?);
    let c = closed_form::clearance3(a, b)?;
    if c.distance > margin {
        return Some(Manifold::new(c.normal));
    }
    if of_a == 0 || of_b == 0 || cross(a, b) {
        return Some(at_witness(&c, feature_id(of_a, of_b)));
    }
    Some(clip(a, b, &c, margin))
}

/// The manifold of a box and a ball, of which the second is A if `swapped`; `None` where the sign of the clearance
/// is undecided. It is not inlined, so that other pairs do not pay for it.
#[inline(never)]
pub(crate) fn of_box_and_ball<V: Space3>(
    a: PlacedBox<'_, V>,
    b: PlacedBall<'_, V>,
    swapped: bool,
    margin: V::Scalar,
) -> Option<Result<Manifold<V>, QueryError>> {
    let pair = BallAtCuboid::new(a, b);
    let c = pair.clearance()?;
    let of_box = box_feature(&pair.frame, c.normal);
    let (c, feature) = if swapped {
        (c.mirrored(), feature_id(0, of_box))
    } else {
        (c, feature_id(of_box, 0))
    };
    let contact = Contact {
        point_a: c.point_a,
        point_b: c.point_b,
        clearance: c.distance,
        feature,
    };
    let mut manifold = Manifold::new(c.normal);
    manifold.push_if(contact, c.distance <= margin);
    Some(Ok(manifold))
}

/// The number of the one feature of a point, ball, segment or capsule.
#[cfg_attr(not(target_family = "wasm"), inline)]
fn capsule_feature<V: Space3>(shape: &Shape3<V>) -> Option<u32> {
    match shape {
        Shape3::Point | Shape3::Sphere(_) => Some(0),
        Shape3::Segment(_) | Shape3::Capsule(_) => Some(SupportFeature::edge_id(0, 1)),
        _ => None,
    }
}

/// Whether the axes of two capsules are surely not parallel.
#[inline]
fn cross<V: Space3>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let (u, v) = (axis(a), axis(b));
    let least = ScalarOf::<V>::lit(NOT_PARALLEL * NOT_PARALLEL);
    u.cross(v).length_squared() > least * u.length_squared() * v.length_squared()
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn axis<V: Space3>(placed: Placed<'_, V>) -> V {
    let ends = match placed.shape {
        Shape3::Segment(s) => s.ends(),
        Shape3::Capsule(c) => c.ends(),
        _ => return V::ZERO,
    };
    placed.place.frame().direction(ends[1] - ends[0])
}

/// The face of a box that is perpendicular to a direction of the world, else its corner furthest along it.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn box_feature<V: Space3>(frame: &Frame<V>, direction: V) -> u32 {
    let n = frame.local_direction(direction).to_double();
    SupportFeature::perpendicular_face_of_box(n, face_sine::<V>())
        .unwrap_or_else(|| SupportFeature::corner_of_box(n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use glam::{DQuat, DVec3};

    fn both_ways(a: Placed<'_, DVec3>, b: Placed<'_, DVec3>) -> (Manifold<DVec3>, Manifold<DVec3>) {
        let c = crate::pair::clearance(a, b).unwrap();
        (crate::pair::manifold(a, b, 0.0).unwrap(), clip(a, b, &c, 0.0))
    }

    /// The general clip finds the same one contact, with the same features.
    #[test]
    fn as_the_general_clip() {
        let ball = Shape3::sphere(0.5).unwrap();
        let capsule = Shape3::capsule(DVec3::NEG_Y, DVec3::Y, 0.25).unwrap();
        let cuboid = Shape3::cuboid(DVec3::new(0.5, 0.25, 0.75)).unwrap();
        let turned = DQuat::from_xyzw(0.3, -0.2, 0.5, 0.7);
        for (a, b) in [
            (&ball, &ball),
            (&ball, &capsule),
            (&capsule, &capsule),
            (&cuboid, &ball),
        ] {
            assert!(serves(a, b));
            for step in [
                DVec3::new(0.3, 0.5, 0.1),
                DVec3::new(-0.2, 0.3, 0.4),
                DVec3::Y * 0.7,
            ] {
                let (here, there) = (Pose::IDENTITY.turned(turned).unwrap(), Pose::at(step).unwrap());
                let (a, b) = (Placed::new(a, &here), Placed::new(b, &there));
                for (short, general) in [both_ways(a, b), both_ways(b, a)] {
                    let ([p], [q]) = (short.contacts(), general.contacts()) else {
                        panic!("{short:?}, {general:?}");
                    };
                    assert_eq!(p.feature, q.feature);
                    let off = (p.point_a - q.point_a).abs().max((p.point_b - q.point_b).abs());
                    let off = off.max((short.normal - general.normal).abs());
                    let off = off.max_element().max((p.clearance - q.clearance).abs());
                    assert!(off <= 8.0 * f64::EPSILON, "{short:?}, {general:?}");
                }
            }
        }
    }

    #[test]
    fn parallel_capsules_touch_at_two_ends() {
        let capsule = Shape3::capsule(DVec3::NEG_Y, DVec3::Y, 0.5).unwrap();
        let beside = Pose::at(DVec3::new(0.75, 0.5, 0.0)).unwrap();
        let m = manifold(
            Placed::new(&capsule, &Pose::IDENTITY),
            Placed::new(&capsule, &beside),
            0.0,
        );
        assert_eq!(m.unwrap().contacts().len(), 2);
    }
}
