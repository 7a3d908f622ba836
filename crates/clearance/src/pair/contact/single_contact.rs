//! Manifolds of one contact, in closed form: a ball with a ball, a capsule or a box, and two capsules that
//! are not parallel.
//!
//! A ball touches at one point, and two capsules touch at more only where they are parallel. Then the
//! clearance is the manifold, and only the features must be named. Parallel capsules go to the general clip
//! (`convex_manifold.rs`).

use super::convex_manifold::clip;
use super::core_manifold::face_sine;
use super::raw_contact::feature_id;
use super::witness::{at_witness, witness};
use crate::math::{Frame, Real, ScalarOf};
use crate::pair::answer::{Manifold, QueryError};
use crate::pair::round::ball_cuboid::{BallAtCuboid, PlacedBall, PlacedBox};
use crate::pair::round::placed_pair::{PlacedCapsule, world_capsules};
use crate::pair::round::{closed_form, segment_pair};
use crate::pair::support_feature::SupportFeature;
use crate::shape::{Placed, Shape3, Space3};

/// Sine between two capsules above which the clip would find one contact too: far above the sine below which
/// it counts two edges as parallel.
const NOT_PARALLEL: f64 = 1e-3;

/// Whether a pair is served here: then `None` from [`manifold`] means that the sign of the clearance is
/// undecided. A box and a ball have a manifold of their own, below.
#[cfg_attr(not(target_family = "wasm"), inline)]
pub(crate) fn serves<V: Space3>(a: &Shape3<V>, b: &Shape3<V>) -> bool {
    capsule_feature(a).is_some() && capsule_feature(b).is_some()
}

/// The manifold of two shapes that [`serves`] accepts.
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

/// The manifold of two capsules in the fast path; `otherwise`, which asks [`manifold`], where they are nearly
/// parallel, or scaled, or the sign of the clearance is undecided. It is not inlined, so that other pairs do
/// not pay for it.
#[inline(never)]
pub(crate) fn of_capsules<V: Space3>(
    a: PlacedCapsule<'_, V>,
    b: PlacedCapsule<'_, V>,
    margin: V::Scalar,
    otherwise: impl FnOnce() -> Result<Manifold<V>, QueryError>,
) -> Result<Manifold<V>, QueryError> {
    let is_scaled = a.1.pose.scale() != Real::ONE || b.1.pose.scale() != Real::ONE;
    if is_scaled || a.1.outer.is_some() || b.1.outer.is_some() {
        return otherwise();
    }
    let [a, b] = world_capsules(a, b);
    let is_mirrored = !a.comes_first(&b);
    let ordered = [a.chosen(&b, is_mirrored), b.chosen(&a, is_mirrored)];
    let Some(c) = segment_pair::clearance_in_order(&ordered[0], &ordered[1]) else {
        return otherwise();
    };
    let counts = c.distance <= margin;
    // Not scaled, an axis is that of the shape itself, turned.
    if counts && !are_crossed(ordered[0].axis(), ordered[1].axis()) {
        return otherwise();
    }
    let edge = SupportFeature::edge_id(0, 1);
    let contact = witness(&c, feature_id(edge, edge)).mirrored_if(is_mirrored);
    let normal = if is_mirrored { -c.normal } else { c.normal };
    Ok(Manifold::of_one(normal, contact, counts))
}

/// The manifold of a box and a ball, of which the second is A if `swapped`; `otherwise` where the sign of the
/// clearance is undecided. It is not inlined, so that other pairs do not pay for it.
#[inline(never)]
pub(crate) fn of_box_and_ball<V: Space3>(
    a: PlacedBox<'_, V>,
    b: PlacedBall<'_, V>,
    swapped: bool,
    margin: V::Scalar,
    otherwise: impl FnOnce() -> Result<Manifold<V>, QueryError>,
) -> Result<Manifold<V>, QueryError> {
    let pair = BallAtCuboid::new(a, b);
    let Some(c) = pair.clearance() else {
        return otherwise();
    };
    let of_box = box_feature(&pair.frame, c.normal);
    let contact = witness(&c, feature_id(of_box, 0)).mirrored_if(swapped);
    let normal = if swapped { -c.normal } else { c.normal };
    Ok(Manifold::of_one(normal, contact, c.distance <= margin))
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
    are_crossed(axis(a), axis(b))
}

/// Whether two directions are surely not parallel.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn are_crossed<V: Space3>(u: V, v: V) -> bool {
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
    use crate::noise;
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

    /// Two capsules, turned and moved by numbers of a grid, fine or coarse.
    fn two_capsules(next: &mut impl FnMut() -> f64) -> [(Shape3<DVec3>, Pose<DVec3>); 2] {
        [(); 2].map(|()| {
            let [p, q, at] = [(); 3].map(|()| DVec3::new(next(), next(), next()));
            let turn = DQuat::from_xyzw(next(), next(), next(), 1.0);
            let shape = Shape3::capsule(p, q, 0.5).unwrap();
            (shape, Pose::new(at, turn).unwrap())
        })
    }

    /// The fast path writes the bits of the general way, and decides nearly all.
    #[test]
    fn capsules_as_in_the_general_way() {
        let mut state = 5;
        for steps in [1e5, 2.0] {
            let mut next = || {
                let noise = (noise::next(&mut state) >> 40) as f64 / f64::from(1 << 23) - 1.0;
                (noise * steps).round_ties_even() / steps
            };
            let (mut decided, mut touching) = (0, 0);
            for _ in 0..2000 {
                let [(a, at_a), (b, at_b)] = two_capsules(&mut next);
                let (a, b) = (Placed::new(&a, &at_a), Placed::new(&b, &at_b));
                let (Shape3::Capsule(p), Shape3::Capsule(q)) = (a.shape, b.shape) else {
                    continue;
                };
                let undecided = || Err(QueryError::ZeroDirection);
                let Ok(found) = of_capsules((p, &a.place), (q, &b.place), 0.125, undecided) else {
                    continue;
                };
                let general = manifold(a, b, 0.125).unwrap();
                let bits = |m: &Manifold<DVec3>| format!("{:?} {:?}", m.normal, m.contacts());
                assert_eq!(bits(&found), bits(&general), "{a:?} {b:?}");
                decided += 1;
                touching += found.contacts().len();
            }
            let least = if steps > 2.0 { 1900 } else { 1000 };
            assert!(decided > least && touching > 400, "{steps}: {decided} {touching}");
            assert!(steps > 2.0 || decided < 1990, "{decided}: nothing degenerate");
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
