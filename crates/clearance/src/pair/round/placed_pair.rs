//! Two capsules put into the world. In space that costs as much as all that follows, so that both are turned
//! at once: a lane for each of the four ends.
//!
//! A quaternion `(q, w)` of length `n` turns `v` into `v + w t + q × t` with `t = 2 (q × v) / n²` (F. Giesen,
//! "Rotating a single vector using a quaternion", 2019, for a length of 1). By the rules of `exact/filter.rs`
//! a turned vector is within 30 u of its length, where that bound allows for 48.
//!
//! Limits: in double precision, where four numbers are no register of every processor, both ways take as
//! long; capsules in frames of others, and quaternions so long or short that squares lose digits, are placed
//! one by one.

use super::four_points::{Four, FourPoints};
use super::world_capsule::WorldCapsule;
use crate::math::{GivenRotation, Lanes, Place, Real, Rotation, ScalarOf, Space};
use crate::shape::{Capsule, Placed, Shape3, Space3};

/// A capsule and its place.
pub(crate) type PlacedCapsule<'a, V> = (&'a Capsule<V>, &'a Place<'a, V>);

/// The ends of an inner segment, a radius, and where both are.
type Given<'a, V> = ([V; 2], ScalarOf<V>, &'a Place<'a, V>);

/// Two capsules in the world.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn world_capsules<V: Space>(
    a: PlacedCapsule<'_, V>,
    b: PlacedCapsule<'_, V>,
) -> [WorldCapsule<V>; 2] {
    placed([(*a.0.ends(), a.0.radius(), a.1), (*b.0.ends(), b.0.radius(), b.1)])
}

/// Two points, segments, spheres or capsules of space as capsules; `None` for other shapes and rounded ones.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn capsules_of_space<V: Space3>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
) -> Option<[WorldCapsule<V>; 2]> {
    let [(p, r), (q, s)] = [given(a.shape)?, given(b.shape)?];
    Some(placed([(p, r, &a.place), (q, s, &b.place)]))
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn given<V: Space3>(shape: &Shape3<V>) -> Option<([V; 2], ScalarOf<V>)> {
    Some(match shape {
        Shape3::Sphere(b) => ([V::ZERO; 2], b.radius()),
        Shape3::Capsule(c) => (*c.ends(), c.radius()),
        Shape3::Point => ([V::ZERO; 2], Real::ZERO),
        Shape3::Segment(s) => (*s.ends(), Real::ZERO),
        _ => return None,
    })
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn placed<V: Space>([a, b]: [Given<'_, V>; 2]) -> [WorldCapsule<V>; 2] {
    let is_direct = V::DIM == 3 && V::Scalar::IS_SINGLE && a.2.outer.is_none() && b.2.outer.is_none();
    if is_direct && let Some(both) = both_at_once([a, b]) {
        return both;
    }
    // Not `map`, which writes both to memory and reads them again: 60 ns more for the distance of two
    // capsules of the plane.
    [WorldCapsule::new(a.0, a.1, a.2), WorldCapsule::new(b.0, b.1, b.2)]
}

/// Two capsules of space whose poses lead to the world.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn both_at_once<V: Space>([a, b]: [Given<'_, V>; 2]) -> Option<[WorldCapsule<V>; 2]> {
    let (p, q) = (quaternion(a.2)?, quaternion(b.2)?);
    let axis = FourPoints::<V>::of_coordinates([
        for_ends::<V>(p[0], q[0]),
        for_ends::<V>(p[1], q[1]),
        for_ends::<V>(p[2], q[2]),
    ]);
    let w = for_ends::<V>(p[3], q[3]);
    let squares: Four<V> = axis.dot(axis) + w * w;
    let [least, most] = [1e-6, 1e6].map(ScalarOf::<V>::lit);
    let is_ordinary = squares.least() > least && squares.greatest() < most;
    let scale = for_ends::<V>(a.2.pose.scale(), b.2.pose.scale());
    let ends = FourPoints::new([a.0[0], a.0[1], b.0[0], b.0[1]]).times(scale);
    let turn = axis.cross(ends).times(Four::<V>::splat(Real::lit(2.0)) / squares);
    let turned = ends.plus(turn.times(w).plus(axis.cross(turn))).numbers();
    let reaches = ends.magnitudes().numbers();
    let turned = [0, 1, 2, 3].map(
        #[inline(always)]
        |i| V::from_fn(|k| turned[k][i]),
    );
    is_ordinary.then(|| {
        [
            in_world(a, [turned[0], turned[1]], reaches[0].max(reaches[1])),
            in_world(b, [turned[2], turned[3]], reaches[2].max(reaches[3])),
        ]
    })
}

/// Two numbers, in the lanes of the ends that they belong to.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn for_ends<V: Space>(of_a: V::Scalar, of_b: V::Scalar) -> Four<V> {
    Four::<V>::new(&[of_a, of_a, of_b, of_b])
}

/// A capsule whose ends are scaled and turned, none longer than `reach`.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn in_world<V: Space>((_, radius, place): Given<'_, V>, ends: [V; 2], reach: V::Scalar) -> WorldCapsule<V> {
    let radius = radius * place.pose.scale();
    WorldCapsule::between(ends, radius, place.pose.position(), reach + radius)
}

/// The quaternion of a pose of space, as it was given.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn quaternion<V: Space>(place: &Place<'_, V>) -> Option<[ScalarOf<V>; 4]> {
    match place.pose.rotation().given() {
        GivenRotation::Identity => Some([Real::ZERO, Real::ZERO, Real::ZERO, Real::ONE]),
        GivenRotation::Quaternion(numbers) => Some(numbers.map(Real::lit)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::noise;
    use glam::{Quat, Vec3};

    /// The capsule that `both_at_once` places, beside the same in double precision: how far its ends are off,
    /// in units of 2^-24 of how far they reach.
    fn off(length: f32, state: &mut u64) -> f32 {
        let mut next = || (noise::next(state) >> 40) as f32 / (1 << 23) as f32 - 1.0;
        let mut vector = || Vec3::new(next(), next(), next());
        let (ends, position, axis, more) = ([vector(), vector()], vector() * 2.0, vector(), vector());
        let turn = Quat::from_vec4(axis.extend(more.x)).normalize() * length;
        let pose = Pose::new(position, turn).and_then(|pose| pose.scaled(more.y.abs() + 0.5));
        let pose = pose.expect("finite");
        let other = Pose::new(vector(), Quat::IDENTITY).expect("finite");
        let places = [&pose, &other].map(Place::world);
        let given = [(ends, 0.25, &places[0]), ([Vec3::X, Vec3::Y], 0.5, &places[1])];
        let [capsule, upright] = both_at_once(given).expect("of an ordinary length");
        assert_eq!(upright.ends()[0] - upright.center, (Vec3::X - Vec3::Y) * 0.5);
        let exactly = turn.as_dquat().normalize();
        let turned = |v: Vec3| exactly * v.as_dvec3() * f64::from(pose.scale()) + position.as_dvec3();
        let errors = [0, 1].map(|i| (capsule.ends()[i].as_dvec3() - turned(ends[i])).length() as f32);
        errors[0].max(errors[1]) / (capsule.reach.length * f32::EPSILON / 2.0)
    }

    #[test]
    fn a_turn_errs_by_less_than_its_bound() {
        let mut state = 5;
        let mut most = |length: f32| (0..4000).map(|_| off(length, &mut state)).fold(0.0, f32::max);
        for length in [1.0, 0.02, 50.0] {
            let found = most(length);
            assert!(
                (0.5..16.0).contains(&found),
                "{found} of 48, with quaternions of length {length}"
            );
        }
    }

    /// A quaternion of whose square little is left: the axes are scaled before they are squared.
    #[test]
    fn a_quaternion_of_any_length_turns() {
        let capsule = Capsule::new(Vec3::ZERO, Vec3::X, 0.25).expect("a capsule");
        for length in [1e-25, 1e-3, 1.0, 1e3, 1e18] {
            let turn = Quat::from_xyzw(0.0, 0.0, length, length);
            let pose = Pose::new(Vec3::ZERO, turn).expect("finite");
            let place = Place::world(&pose);
            let [a, b] = world_capsules((&capsule, &place), (&capsule, &place));
            assert!((a.ends()[1] - Vec3::Y).length() < 1e-6, "{length}: {a:?}");
            assert_eq!(format!("{a:?}"), format!("{b:?}"));
        }
    }
}
