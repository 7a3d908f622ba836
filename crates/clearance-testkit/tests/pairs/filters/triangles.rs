//! Two triangles, compared with the oracle that tries every feature: apart, crossing, thin, coplanar, on a
//! grid.

use clearance::Placed;
use clearance::glam::{DQuat, DVec3, Vec3};
use clearance::math::Pose;
use clearance::pair::Relation;
use clearance::shape::Shape3;
use clearance_testkit::generate::Object;
use clearance_testkit::{Hits, Pair, Random, oracle};

use super::floats::Floats;

fn corners(random: &mut Random, kind: u32) -> [DVec3; 3] {
    let p: DVec3 = random.vector(1.0);
    match kind {
        // Thin: the third corner near the line of the others.
        0 => {
            let along: DVec3 = random.vector(1.0);
            let beside: DVec3 = random.vector(1e-6);
            [p, p + along, p + along * random.between(0.0, 1.0) + beside]
        }
        1 => std::array::from_fn(|_| random.grid(2)),
        2 => std::array::from_fn(|_| random.vector::<DVec3>(1.0).with_z(0.0)),
        // Around the origin, so that half of those that are moved a little still intersect.
        _ => {
            let corners: [DVec3; 3] = std::array::from_fn(|_| random.vector(1.0));
            let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
            corners.map(|p| p - middle)
        }
    }
}

fn pair(random: &mut Random, kind: u32) -> Pair<DVec3> {
    let mut object = |reach: f64, turn: bool| {
        let shape = Shape3::triangle(corners(random, kind)).unwrap();
        let pose = Pose::at(if kind == 1 {
            DVec3::ZERO
        } else {
            random.vector(reach)
        })
        .unwrap();
        let q: DVec3 = random.vector(1.0);
        let pose = match turn {
            true => pose.turned(DQuat::from_xyzw(q.x, q.y, q.z, 0.5)).unwrap(),
            false => pose,
        };
        Object { shape, pose }
    };
    let a = object(0.0, kind > 5);
    let b = object(0.6, kind > 4);
    Pair { a, b }
}

#[test]
fn triangles_as_the_oracle_says() {
    let mut random = Random::new(31);
    let (mut hits, mut declined) = (Hits::default(), 0);
    for _ in 0..6000 {
        let kind = random.count(0, 9) as u32;
        let pair = pair(&mut random, kind);
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let truth = oracle::distance(&pair);
        let tolerance = 1e-12 * oracle::size(&pair).max(1.0);
        if kind > 2 {
            hits.count(truth < 0.0);
        }
        if let Some(met) = DVec3::intersects(a, b) {
            assert!(
                truth.abs() < tolerance || met == (truth < 0.0),
                "{truth} {pair:?}"
            );
        }
        let Some(c) = DVec3::clearance(a, b) else {
            declined += 1;
            continue;
        };
        assert!((c.distance - truth).abs() <= tolerance, "{c:?} {truth} {pair:?}");
        let step = c.point_b - c.point_a - c.normal * c.distance;
        assert!(step.length() <= tolerance, "{c:?} {pair:?}");
        assert!((c.normal.length() - 1.0).abs() < 1e-12);
        for (object, point) in [(&pair.a, c.point_a), (&pair.b, c.point_b)] {
            let alone = Object {
                shape: Shape3::Point,
                pose: Pose::at(point).unwrap(),
            };
            let off = oracle::distance(&Pair {
                a: object.clone(),
                b: alone,
            });
            assert!(off <= tolerance, "{off} {c:?} {pair:?}");
        }
        assert_eq!(<DVec3 as Floats>::distance(a, b), Some(c.distance.max(0.0)));
        if let Some(m) = DVec3::manifold(a, b, 0.0) {
            let least = m.contacts().iter().fold(f64::INFINITY, |x, p| x.min(p.clearance));
            let expected = if truth > 0.0 { f64::INFINITY } else { truth };
            assert!(
                least == expected || (least - expected).abs() < tolerance,
                "{m:?} {truth}"
            );
        }
    }
    hits.check("triangles");
    assert!(declined < 1500, "{declined}");
}

/// Filters decline triangles that touch or are coplanar.
#[test]
fn close_calls_are_declined() {
    let a = Shape3::triangle([DVec3::ZERO, DVec3::X, DVec3::Y]).unwrap();
    let pose = Pose::IDENTITY;
    for b in [
        [DVec3::Z, DVec3::new(0.25, 0.25, 0.0), DVec3::new(2.0, 1.0, 1.0)],
        [
            DVec3::new(0.1, 0.1, 0.0),
            DVec3::new(2.0, 0.1, 0.0),
            DVec3::new(0.1, 2.0, 0.0),
        ],
        [DVec3::X, DVec3::Y, DVec3::Z],
    ] {
        let b = Shape3::triangle(b).unwrap();
        let (a, b) = (Placed::new(&a, &pose), Placed::new(&b, &pose));
        assert_eq!(DVec3::intersects(a, b), None);
        assert_eq!(DVec3::clearance(a, b), None);
        assert_eq!(clearance::relation(a, b), Relation::Touching);
        assert_eq!(clearance::clearance(a, b).unwrap().distance, 0.0);
    }
}

/// The same at any scale, also in single precision: parry3d 0.31 reported small triangles that are apart as
/// intersecting.
#[test]
fn small_triangles_are_as_large_ones() {
    let mut random = Random::single(32);
    let mut hits = Hits::default();
    for _ in 0..500 {
        let [a, b]: [[Vec3; 3]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| random.vector(1.0)));
        let ask = |scale: f32| {
            let at = |t: [Vec3; 3]| Shape3::triangle(t.map(|p| p * scale)).unwrap();
            let (a, b, pose) = (at(a), at(b), Pose::<Vec3>::IDENTITY);
            let (a, b) = (Placed::new(&a, &pose), Placed::new(&b, &pose));
            let c = clearance::clearance(a, b).unwrap();
            assert_eq!(clearance::intersects(a, b), c.distance <= 0.0);
            (c.distance / scale, c.normal)
        };
        let whole = ask(1.0);
        hits.count(whole.0 < 0.0);
        assert_eq!(whole, ask(2.0_f32.powi(-20)));
        assert_eq!(whole, ask(2.0_f32.powi(30)));
    }
    hits.check("small triangles");
}
