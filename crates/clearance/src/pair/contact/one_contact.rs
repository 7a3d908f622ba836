//! Manifolds of a single contact, in closed form: a ball with a ball, a capsule or a box, and two capsules
//! that cross.
//!
//! Where a ball touches there is one point, and two rods touch in more only where they are parallel. Then the
//! clearance is the manifold, and only the features must be named; parallel rods go to the general clip
//! (`clip3.rs`).

use super::clip3;
use super::patch::Patch;
use crate::math::{Real, ScalarOf};
use crate::pair::answer::{Clearance, Contact, FeatureId, Manifold};
use crate::pair::round::{ball_cuboid, closed_form};
use crate::shape::{Placed, Shape3, Space3};

/// Sine between two rods above which the clip would find one contact too: far above its own measure of
/// parallel.
const SURELY_CROSSING: f64 = 1e-3;

/// The manifold of one contact at the clearance's witness.
pub(crate) fn at_witness<V: Space3>(c: &Clearance<V>, feature: FeatureId) -> Manifold<V> {
    let mut manifold = Manifold::new(c.normal);
    manifold.push(Contact {
        point_a: c.point_a,
        point_b: c.point_b,
        clearance: c.distance,
        feature,
    });
    manifold
}

/// Whether a pair is served here: then `None` from [`manifold`] means that the clearance is too close to
/// call.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn serves<V: Space3>(a: &Shape3<V>, b: &Shape3<V>) -> bool {
    let boxed = |shape: &Shape3<V>| matches!(shape, Shape3::Box(_));
    match (rod_feature(a), rod_feature(b)) {
        (Some(_), Some(_)) => true,
        (Some(0), None) => boxed(b) && matches!(a, Shape3::Sphere(_)),
        (None, Some(0)) => boxed(a) && matches!(b, Shape3::Sphere(_)),
        _ => false,
    }
}

/// The manifold of two shapes that [`serves`] accepts.
#[inline]
pub(crate) fn manifold<V: Space3>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Option<Manifold<V>> {
    let features = (rod_feature(a.shape), rod_feature(b.shape));
    let c = match features {
        (Some(_), Some(_)) => closed_form::clearance3(a, b)?,
        _ => ball_cuboid::clearance3(a, b)?,
    };
    if c.distance > margin {
        return Some(Manifold::new(c.normal));
    }
    let feature = match features {
        (Some(0), Some(feature)) => FeatureId { a: 0, b: feature },
        (Some(feature), Some(0)) => FeatureId { a: feature, b: 0 },
        (Some(of_a), Some(of_b)) if surely_crossing(a, b) => FeatureId { a: of_a, b: of_b },
        (Some(_), Some(_)) => return Some(clip3::clip(a, b, &c, margin)),
        (None, _) => FeatureId {
            a: box_feature(a, c.normal),
            b: 0,
        },
        (_, None) => FeatureId {
            a: 0,
            b: box_feature(b, -c.normal),
        },
    };
    Some(at_witness(&c, feature))
}

/// The number of the feature that a point, ball, segment or capsule always touches with.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn rod_feature<V: Space3>(shape: &Shape3<V>) -> Option<u32> {
    match shape {
        Shape3::Point | Shape3::Sphere(_) => Some(0),
        Shape3::Segment(_) | Shape3::Capsule(_) => Some(Patch::edge_id(0, 1)),
        _ => None,
    }
}

#[inline(always)]
fn surely_crossing<V: Space3>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let (u, v) = (rod_direction(a), rod_direction(b));
    let least = ScalarOf::<V>::lit(SURELY_CROSSING * SURELY_CROSSING);
    u.cross(v).length_squared() > least * u.length_squared() * v.length_squared()
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn rod_direction<V: Space3>(placed: Placed<'_, V>) -> V {
    let ends = match placed.shape {
        Shape3::Segment(s) => s.ends(),
        Shape3::Capsule(c) => c.ends(),
        _ => return V::ZERO,
    };
    placed.place.frame().direction(ends[1] - ends[0])
}

/// The face of a box that lies squarely to a direction of the world, else its corner furthest along it.
fn box_feature<V: Space3>(placed: Placed<'_, V>, direction: V) -> u32 {
    let n = placed.place.frame().local_direction(direction).to_double();
    Patch::square_face_of_box(n, clip3::square_enough::<V>()).unwrap_or_else(|| Patch::corner_of_box(n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use glam::{DQuat, DVec3};

    fn both_ways(a: Placed<'_, DVec3>, b: Placed<'_, DVec3>) -> (Manifold<DVec3>, Manifold<DVec3>) {
        let c = crate::pair::clearance(a, b).unwrap();
        (manifold(a, b, 0.0).unwrap(), clip3::clip(a, b, &c, 0.0))
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
