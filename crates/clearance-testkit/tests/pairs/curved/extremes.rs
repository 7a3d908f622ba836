//! Curved shapes of any size, proportions and place, beside the largest gap along any direction.

use clearance::glam::{DQuat, DVec2, DVec3, Vec3};
use clearance::math::{Pose, Real};
use clearance::shape::{Placed, Shape2, Shape3};
use clearance::{Clearance, Relation, clearance, relation};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

use super::oracle::{Solid, any, curved, widest};

/// A power of two changes only the size. Single precision is the same question with rounded numbers.
#[test]
fn scale_and_precision() {
    let mut random = Random::new(5);
    for _ in 0..60 {
        let (a, b) = (curved(&mut random), any(&mut random));
        let at: DVec3 = random.vector(1.8);
        let turn = DVec3::any_rotation(&mut random);
        let ask = |scale: f64| {
            let p = Pose::new(DVec3::ZERO, DQuat::IDENTITY)
                .unwrap()
                .scaled(scale)
                .unwrap();
            let q = Pose::new(at * scale, turn).unwrap().scaled(scale).unwrap();
            clearance(Placed::new(&a.shape, &p), Placed::new(&b.shape, &q)).unwrap()
        };
        let one = ask(1.0);
        for scale in [2f64.powi(-300), 2f64.powi(60), 2f64.powi(400)] {
            let c = ask(scale);
            assert_eq!(
                (c.distance, c.normal, c.point_a),
                (one.distance * scale, one.normal, one.point_a * scale)
            );
        }
    }
    let tube = Shape3::<Vec3>::cylinder(0.1, 0.2).unwrap();
    let plate = Shape3::<Vec3>::cuboid(Vec3::new(1.0, 0.3, 1.0)).unwrap();
    let at = |y: f32| {
        let pose = Pose::at(Vec3::Y * y).unwrap();
        clearance(Placed::new(&tube, &pose), Placed::new(&plate, &Pose::IDENTITY)).unwrap()
    };
    // The sum of the two given numbers, in double precision: about 0.1200000134.
    let contact = f64::from(0.1f32) + f64::from(0.3f32);
    let above = f64::from(0.4f32.next_up());
    assert_eq!(at(0.4f32.next_up()).distance, (above - contact) as f32);
    assert!(at(0.4f32.next_down()).distance < 0.0);
}

/// Long, flat and far-away shapes, curved in curved, at any place: compared with the support functions of
/// both in thousands of directions, and with the answer's own bounds.
#[test]
fn curved_in_curved() {
    let mut random = Random::new(31);
    let mut hits = Hits::default();
    for i in 0..400 {
        let (a, b) = (curved(&mut random), curved(&mut random));
        let turned = |random: &mut Random, by: f64| {
            let pose = Pose::new(random.vector::<DVec3>(by), DVec3::any_rotation(random)).unwrap();
            pose.scaled(random.between(0.5, 1.0)).unwrap()
        };
        let pa = turned(&mut random, 0.2).scaled(random.between(0.2, 0.7)).unwrap();
        let pb = turned(&mut random, 0.2);
        let reach = |s: &Solid, p: &Pose<DVec3>, n: DVec3| {
            let f = p.frame();
            f.point((s.support)(f.local_direction(n))).dot(n)
        };
        let (excess, _) = widest(|n| reach(&a, &pa, n) - reach(&b, &pb, n), 2000);
        if excess.abs() < 1e-9 {
            continue;
        }
        let relation = relation(Placed::new(&a.shape, &pa), Placed::new(&b.shape, &pb));
        let within = relation == Relation::AInB;
        assert_eq!(
            within,
            excess < 0.0,
            "{i}: {} in {}: {excess} {relation:?}",
            a.name,
            b.name
        );
        hits.count(within);
    }
    hits.check("curved in curved");
}

#[test]
fn extreme_proportions() {
    type S = Shape3<DVec3>;
    let v = DVec3::new;
    let (needle, coin) = (
        S::cylinder(1000.0, 0.001).unwrap(),
        S::cylinder(0.001, 1000.0).unwrap(),
    );
    let far = v(1e6, -2e6, 3e6);
    let ask = |a: &S, p: DVec3, q: DQuat, b: &S| {
        let (pa, pb) = (Pose::new(p + far, q).unwrap(), Pose::at(far).unwrap());
        clearance(Placed::new(a, &pa), Placed::new(b, &pb))
            .unwrap()
            .distance
    };
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let lying = DQuat::from_xyzw(0.0, 0.0, half, half);
    let size = 3e6;
    let near = |x: f64, y: f64| assert!((x - y).abs() < 1e-14 * size, "{x} {y}");
    near(ask(&needle, v(0.0, 0.0, 1.0), lying, &needle), 1.0 - 0.002);
    near(ask(&needle, v(900.0, 1.0, 0.0), lying, &coin), 1.0 - 0.002);
    near(ask(&needle, v(0.0, 0.0, 0.0), lying, &coin), -0.002);
    near(ask(&coin, v(0.0, 5.0, 0.0), DQuat::IDENTITY, &coin), 5.0 - 0.002);
    near(ask(&coin, v(1999.0, 0.0, 0.0), DQuat::IDENTITY, &coin), -0.002);
    let egg = S::ellipsoid(v(1e-3, 1.0, 1e3)).unwrap();
    near(ask(&egg, v(0.5, 0.0, 0.0), DQuat::IDENTITY, &egg), 0.5 - 0.002);
    near(ask(&egg, v(0.0, 0.0, 2500.0), DQuat::IDENTITY, &egg), 500.0);
}

/// Found by fuzzing: radii that are 1e150 times smaller than the rest, or that the scale makes 0, overflowed
/// the ratios of the root search, and the answer was NaN. They are now clamped to a size that can be divided
/// by.
#[test]
fn radii_that_are_nothing_beside_the_rest() {
    let needle = Shape3::ellipsoid(DVec3::new(8e-307, 3.0, 1.5e29)).unwrap();
    let answer = clearance_of(
        &needle,
        Pose::at(DVec3::Z * -2.0).unwrap(),
        DVec3::new(1.0, 0.0, 5.0),
    );
    assert_eq!(answer.distance, 0.0); // within rounding of its 1.5e29
    assert!((answer.normal - DVec3::X).length() < 1e-12);

    let flake = Shape3::ellipsoid(DVec3::new(1.4e-134, 1e-71, 6e-320)).unwrap();
    let answer = clearance_of(&flake, Pose::IDENTITY, DVec3::new(0.0, 3.0, -4.0));
    assert!(
        (answer.distance - 5.0).abs() < 5e-12
            && (answer.normal - DVec3::new(0.0, 0.6, -0.8)).length() < 1e-12
    );

    let speck = Shape2::ellipse(DVec2::new(2e-197, 7.0)).unwrap();
    let pose = Pose::at(DVec2::splat(7.0)).unwrap().scaled(2e-197).unwrap();
    let (point, origin) = (Shape2::Point, Pose::at(DVec2::new(7.0, -13.0)).unwrap());
    let answer = clearance(Placed::new(&speck, &pose), Placed::new(&point, &origin)).unwrap();
    assert!((answer.distance - 20.0).abs() < 1e-12 && (answer.normal - DVec2::NEG_Y).length() < 1e-12);

    let far = Shape3::sphere(1e144).unwrap();
    for shape in [Shape3::cone(1e-200, 1e-200), Shape3::cylinder(1e-200, 1e-200)] {
        let (shape, pose) = (shape.unwrap(), Pose::at(DVec3::X * 3e144).unwrap());
        let answer = clearance(Placed::new(&far, &Pose::IDENTITY), Placed::new(&shape, &pose)).unwrap();
        assert!((answer.distance / 2e144 - 1.0).abs() < 1e-12, "{answer:?}");
    }
}

fn clearance_of(shape: &Shape3<DVec3>, pose: Pose<DVec3>, point: DVec3) -> Clearance<DVec3> {
    let at = Pose::at(point).unwrap();
    clearance(Placed::new(shape, &pose), Placed::new(&Shape3::Point, &at)).unwrap()
}

/// The search changes its direction by fractions of the size. An ellipsoid 10^12 times longer than thick
/// seemed to be cut by a segment beside it: a clearance of -9 where the two are 2 apart.
fn flat_ellipsoids_are_as_far_as_their_flat_side<V: TestSpace>() {
    let mut random = Random::new(61);
    let scalar = clearance_testkit::generate::scalar::<V>;
    for _ in 0..400 {
        let thin = 10.0_f64.powf(random.between(-14.0, -3.0));
        let long = 10.0_f64.powf(random.between(1.0, 5.0));
        let radii = V::from_fn(|k| scalar([long, thin * long, 12.0][k]));
        // The segment is parallel to the flat side and lies over half of it at one end.
        let start = [0.5 * long, 0.0, 6.0].map(|most| random.between(-most, most));
        let end = [30.0, 0.0, 30.0].map(|most| random.between(-most, most));
        let gap = random.between(0.01, 4.0);
        let height = scalar(gap) + radii.get(1);
        let pose = Pose::<V>::at(V::from_fn(|k| if k == 1 { height } else { scalar(0.0) })).unwrap();
        let point = |p: [f64; 3]| V::from_fn(|k| scalar(p[k]));
        let here = Pose::IDENTITY;
        let (ellipsoid, segment) = (
            V::ellipsoid(radii).unwrap(),
            V::segment(point(end), point(start)).unwrap(),
        );
        let (a, b) = (Placed::new(&ellipsoid, &here), Placed::new(&segment, &pose));
        // Below the start of the segment the ellipsoid has at least half of its thickness.
        let least = (height - radii.get(1)).to_f64();
        let rounding = clearance_testkit::tolerance::<V>() * long.max(30.0);
        let within = least - rounding..=least + 0.5 * radii.get(1).to_f64() + rounding;
        for (said, up) in [(clearance(a, b).unwrap(), 1.0), (clearance(b, a).unwrap(), -1.0)] {
            assert!(
                within.contains(&said.distance.to_f64()),
                "{within:?} {said:?} {a:?} {b:?}"
            );
            let is_up = said.normal.get(1).to_f64() * up > 0.5;
            assert!(
                is_up || said.distance.to_f64() < 4.0 * rounding,
                "{said:?} {a:?} {b:?}"
            );
        }
        if least > 4.0 * rounding {
            assert_eq!(relation(a, b), Relation::Disjoint);
        }
    }
}
for_each_space!(flat_ellipsoids_are_as_far_as_their_flat_side);
