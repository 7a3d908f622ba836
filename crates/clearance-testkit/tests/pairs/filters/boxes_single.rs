//! Boxes at every scale and far from the origin, nearly parallel, just apart or just touching: `intersects`,
//! `distance` and an empty manifold agree with the clearance, which is computed differently.

use clearance::Placed;
use clearance::glam::{DQuat, DVec3, Vec3};
use clearance::math::{Pose, Real};
use clearance::shape::{Shape3, Space3};
use clearance_testkit::{FromQuaternion, Hits, Random};

fn cuboid<V: Space3>(random: &mut Random, scale: f64, at: DVec3, turn: DQuat) -> (Shape3<V>, Pose<V>)
where
    V::Rotation: FromQuaternion,
{
    let half = V::from_fn(|_| V::Scalar::lit(random.between(0.2, 1.0) * scale));
    let pose = Pose::at(V::from_double(at * scale)).unwrap();
    let pose = pose.turned(V::Rotation::from_quaternion(turn)).unwrap();
    (Shape3::cuboid(half).unwrap(), pose)
}

/// None, about one axis, hardly any, or any; of any length.
pub fn turn(random: &mut Random) -> DQuat {
    let v: DVec3 = random.vector(1.0);
    match random.count(0, 3) {
        0 => DQuat::IDENTITY,
        1 => DQuat::from_xyzw(0.0, v.y, 0.0, 1.0),
        2 => DQuat::from_xyzw(1e-4 * v.x, 1e-4 * v.y, 1e-4 * v.z, 1.0),
        _ => DQuat::from_xyzw(v.x, v.y, v.z, random.between(-2.0, 2.0)),
    }
}

fn agree<V>(seed: u64)
where
    V: Space3 + clearance::pair::PairSpace,
    V::Rotation: FromQuaternion,
{
    let mut random = Random::new(seed);
    let mut hits = Hits::default();
    for _ in 0..3000 {
        let scale = 2.0_f64.powi(random.whole(-12, 12) as i32);
        let reach = if random.one_in(3) { 1000.0 } else { 0.0 };
        let far: DVec3 = random.vector(reach);
        let (first, second) = (turn(&mut random), turn(&mut random));
        let a = cuboid::<V>(&mut random, scale, far, first);
        let step: DVec3 = random.vector(1.7);
        let b = cuboid::<V>(&mut random, scale, far + step, second);
        let (at_a, at_b) = (Placed::new(&a.0, &a.1), Placed::new(&b.0, &b.1));
        let c = clearance::clearance(at_a, at_b).unwrap();
        hits.count(c.distance <= Real::ZERO);
        let met = c.distance <= Real::ZERO;
        assert_eq!(clearance::intersects(at_a, at_b), met, "{c:?}");
        let distance = clearance::distance(at_a, at_b);
        assert_eq!(distance, c.distance.max(Real::ZERO));
        let margin = V::Scalar::lit(0.1 * scale);
        let m = clearance::manifold(at_a, at_b, margin).unwrap();
        assert_eq!(m.contacts().is_empty(), c.distance > margin, "{c:?}");
        assert_eq!(clearance::manifold(at_b, at_a, margin).unwrap().mirrored(), m);
        if m.contacts().is_empty() {
            // No corner of either box is beyond the separating plane.
            let n = m.normal.to_double();
            let reach = |(shape, pose): &(Shape3<V>, Pose<V>), n: DVec3| {
                let Shape3::Box(cuboid) = shape else { return 0.0 };
                let height = |i| pose.frame().point(cuboid.corner(i)).to_double().dot(n);
                (0..8).map(height).fold(f64::NEG_INFINITY, f64::max)
            };
            assert!(-reach(&b, -n) - reach(&a, n) > 0.09 * scale, "{m:?} {c:?}");
        }
    }
    hits.check("boxes");
}

#[test]
fn in_single_precision() {
    agree::<Vec3>(41);
}

#[test]
fn in_double_precision() {
    agree::<DVec3>(42);
}
