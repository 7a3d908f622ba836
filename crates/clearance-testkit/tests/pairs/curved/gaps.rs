//! Curved shapes and all convex shapes, checked against the definition: the clearance is the largest gap
//! along any direction.

use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::math::Pose;
use clearance::shape::{Placed, Shape2, Shape3};
use clearance::{Relation, clearance, relation};
use clearance_testkit::{Hits, Random, TestSpace};

use super::oracle::{any, check, cone, corners, curved, cylinder, ellipsoid, furthest, solid};

/// An ellipse and all convex shapes of the plane, over a circle of directions.
#[test]
fn no_direction_of_the_plane_has_a_larger_gap() {
    type S = Shape2<DVec2>;
    let mut random = Random::new(2);
    let mut hits = Hits::default();
    for _ in 0..300 {
        let mut size = || random.between(0.3, 1.5);
        let (e, f, g, r) = (
            DVec2::new(size(), size()),
            DVec2::new(size(), size()),
            0.5 * size(),
            size(),
        );
        let points: Vec<DVec2> = (0..6).map(|_| random.vector(1.2)).collect();
        let ellipse = |r: DVec2, n: DVec2| (r * n).length();
        let most = |p: &[DVec2], n: DVec2| p.iter().map(|p| p.dot(n)).fold(f64::MIN, f64::max);
        type Height = Box<dyn Fn(DVec2) -> f64>;
        let a: Height = Box::new(move |n| ellipse(e, n) + g);
        let (other, b): (S, Height) = match random.count(0, 6) {
            0 => (S::ellipse(f).unwrap(), Box::new(move |n| ellipse(f, n))),
            1 => (S::circle(r).unwrap(), Box::new(move |_| r)),
            2 => (S::cuboid(f).unwrap(), Box::new(move |n| f.dot(n.abs()))),
            3 => (
                S::segment(points[0], points[1]).unwrap(),
                Box::new({
                    let p = points.clone();
                    move |n| most(&p[..2], n)
                }),
            ),
            4 => (
                S::capsule(points[0], points[1], r).unwrap(),
                Box::new({
                    let p = points.clone();
                    move |n| most(&p[..2], n) + r
                }),
            ),
            5 => (
                S::ellipse(f).unwrap().rounded(r).unwrap(),
                Box::new(move |n| ellipse(f, n) + r),
            ),
            _ => (S::convex(&points).unwrap(), Box::new(move |n| most(&points, n))),
        };
        let a_shape = S::ellipse(e).unwrap().rounded(g).unwrap();
        let mut pose = || {
            let at = random.vector::<DVec2>(2.2);
            Pose::new(at, DVec2::any_rotation(&mut random)).unwrap()
        };
        let (pa, pb) = (pose(), pose());
        let gap = |n: DVec2| {
            let (f, g) = (pa.frame(), pb.frame());
            (g.origin - f.origin).dot(n) - a(f.local_direction(n)) - b(g.local_direction(-n))
        };
        let c = clearance(Placed::new(&a_shape, &pa), Placed::new(&other, &pb)).unwrap();
        let best = (0..1200)
            .map(|i| gap(DVec2::from_angle(f64::from(i) * core::f64::consts::TAU / 1200.0)))
            .fold(f64::MIN, f64::max);
        assert!((gap(c.normal) - c.distance).abs() < 1e-14, "{other:?} {c:?}");
        assert!(c.distance > best - 1e-14, "{other:?} {c:?} {best}");
        assert!((c.point_b - c.point_a - c.normal * c.distance).length() < 1e-14);
        hits.count(c.distance < 0.0);
    }
    hits.check("ellipses");
}

/// Contacts that are exact by construction, rotated by quarter turns, and in space by thirds of a turn.
#[test]
fn contacts_are_contacts() {
    type S = Shape3<DVec3>;
    let v = DVec3::new;
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let quarter = DQuat::from_xyzw(half, 0.0, 0.0, half);
    let third = DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5);
    let (box_, ball) = (S::cuboid(v(1.0, 2.0, 3.0)).unwrap(), S::sphere(0.5).unwrap());
    let (tube, cone, egg) = (
        S::cylinder(0.3, 0.7).unwrap(),
        S::cone(0.3, 0.7).unwrap(),
        S::ellipsoid(v(0.5, 0.7, 0.3)).unwrap(),
    );
    let at = |p: DVec3, q: DQuat| Pose::new(p, q).unwrap();
    let id = DQuat::IDENTITY;
    let cases: [(&S, DVec3, DQuat, &S, DVec3, DVec3); 12] = [
        (&tube, v(0.1, 2.3, 0.2), id, &box_, v(0.0, 0.0, 0.0), DVec3::NEG_Y),
        (
            &tube,
            v(0.1, 2.7, 0.2),
            quarter,
            &box_,
            v(0.0, 0.0, 0.0),
            DVec3::NEG_Y,
        ),
        (
            &tube,
            v(0.1, 2.7, 3.2),
            quarter,
            &box_,
            v(0.0, 0.0, 0.0),
            DVec3::NEG_Y,
        ),
        (
            &tube,
            v(1.7, 0.1, 0.4),
            third,
            &box_,
            v(0.0, 0.0, 0.0),
            DVec3::NEG_X,
        ),
        (&cone, v(0.1, 2.3, 0.2), id, &box_, v(0.0, 0.0, 0.0), DVec3::NEG_Y),
        (&cone, v(0.1, -2.3, 0.2), id, &box_, v(0.0, 0.0, 0.0), DVec3::Y),
        (&egg, v(0.1, 2.7, 0.2), id, &box_, v(0.0, 0.0, 0.0), DVec3::NEG_Y),
        (
            &egg,
            v(0.1, 2.5, 0.2),
            third,
            &box_,
            v(0.0, 0.0, 0.0),
            DVec3::NEG_Y,
        ),
        (&tube, v(0.0, 0.8, 0.0), id, &ball, v(0.2, 0.0, 0.1), DVec3::NEG_Y),
        (
            &tube,
            v(1.4, 0.25, 0.0),
            id,
            &tube,
            v(0.0, 0.0, 0.0),
            DVec3::NEG_X,
        ),
        (&tube, v(0.2, 0.6, 0.0), id, &tube, v(0.0, 0.0, 0.0), DVec3::NEG_Y),
        (&egg, v(0.0, 0.0, 0.6), id, &egg, v(0.0, 0.0, 0.0), DVec3::NEG_Z),
    ];
    for (i, (a, p, q, b, o, normal)) in cases.into_iter().enumerate() {
        let shift = if i % 2 == 0 {
            DVec3::ZERO
        } else {
            v(100.0, -30.0, 7.0)
        };
        let (pa, pb) = (at(p + shift, q), at(o + shift, id));
        let c = clearance(Placed::new(a, &pa), Placed::new(b, &pb)).unwrap();
        assert_eq!(c.distance, 0.0, "{i}: {c:?}");
        assert!((c.normal - normal).length() < 1e-7, "{i}: {c:?}");
        assert_eq!(
            relation(Placed::new(a, &pa), Placed::new(b, &pb)),
            Relation::Touching
        );
        for off in [1e-6, -1e-6] {
            let pa = at(p + shift - normal * off, q);
            let c = clearance(Placed::new(a, &pa), Placed::new(b, &pb)).unwrap();
            assert!((c.distance - off).abs() < 1e-13, "{i}: {off} {c:?}");
        }
    }
}

/// Containment, compared with corners and surface points of the smaller shape.
#[test]
fn containment() {
    type S = Shape3<DVec3>;
    let v = DVec3::new;
    let rel = |a: &S, p: DVec3, b: &S| {
        let pose = Pose::at(p).unwrap();
        relation(Placed::new(a, &pose), Placed::new(b, &Pose::IDENTITY))
    };
    let tube = S::cylinder(2.0, 1.0).unwrap();
    let cube = |h: f64| S::cuboid(v(h, h, h)).unwrap();
    let ball = |r: f64| S::sphere(r).unwrap();
    assert_eq!(rel(&cube(0.7), DVec3::ZERO, &tube), Relation::AInB);
    assert_eq!(rel(&cube(0.71), DVec3::ZERO, &tube), Relation::Overlapping);
    assert_eq!(rel(&S::Point, v(1.0, 0.0, 0.0), &tube), Relation::Touching);
    assert_eq!(rel(&S::Point, v(0.9, 1.9, 0.0), &tube), Relation::AInB);
    assert_eq!(rel(&ball(1.0), DVec3::Y, &tube), Relation::AInB);
    assert_eq!(rel(&ball(1.0), DVec3::Y * 1.01, &tube), Relation::Overlapping);
    assert_eq!(rel(&tube, DVec3::ZERO, &cube(2.0)), Relation::AInB);
    assert_eq!(rel(&tube, DVec3::ZERO, &cube(1.9)), Relation::Overlapping);
    assert_eq!(rel(&ball(2.236068), DVec3::ZERO, &tube), Relation::BInA);
    assert_eq!(rel(&ball(2.236067), DVec3::ZERO, &tube), Relation::Overlapping);
    assert_eq!(rel(&tube, DVec3::ZERO, &tube), Relation::Equal);
    assert_eq!(
        rel(&S::cone(2.0, 1.0).unwrap(), DVec3::ZERO, &tube),
        Relation::AInB
    );
    assert_eq!(
        rel(&S::ellipsoid(v(1.0, 2.0, 1.0)).unwrap(), DVec3::ZERO, &tube),
        Relation::AInB
    );
    assert_eq!(
        rel(&S::ellipsoid(v(1.0, 2.001, 1.0)).unwrap(), DVec3::ZERO, &tube),
        Relation::Overlapping
    );
    assert_eq!(
        rel(&S::ellipsoid(v(0.5, 0.5, 0.5)).unwrap(), DVec3::ZERO, &ball(0.5)),
        Relation::Equal
    );
    assert_eq!(
        rel(&tube, DVec3::ZERO, &S::half_space(DVec3::Y * 3.0, 6.0).unwrap()),
        Relation::AInB
    );
    assert_eq!(
        rel(&tube, DVec3::Y, &S::half_space(DVec3::Y, 2.0).unwrap()),
        Relation::Overlapping
    );
    assert_eq!(
        rel(&tube, DVec3::Y * 4.0, &S::half_space(DVec3::Y, 2.0).unwrap()),
        Relation::Touching
    );
    let rounded = |s: S, r: f64| s.rounded(r).unwrap();
    assert_eq!(
        rel(
            &rounded(tube.clone(), 0.5),
            DVec3::ZERO,
            &rounded(tube.clone(), 0.75)
        ),
        Relation::AInB
    );
    assert_eq!(
        rel(
            &rounded(tube.clone(), 0.5),
            v(0.26, 0.0, 0.0),
            &rounded(tube, 0.75)
        ),
        Relation::Overlapping
    );
}

#[test]
fn no_direction_has_a_larger_gap() {
    let mut random = Random::new(1);
    let mut hits = Hits::default();
    for i in 0..180 {
        let unit = [1.0, 1024.0, 0.0009765625][i % 3];
        let (a, b) = (curved(&mut random), any(&mut random));
        let mut pose = || {
            let at = random.vector::<DVec3>(1.4 * unit);
            let turn = DVec3::any_rotation(&mut random);
            Pose::new(at, turn).unwrap().scaled(unit).unwrap()
        };
        let (pa, pb) = (pose(), pose());
        hits.count(check(&a, &pa, &b, &pb, unit).distance < 0.0);
    }
    hits.check("curved pairs");
}

/// Shapes with half-integer sizes on a grid, rotated by quarter turns: aligned axes, coplanar faces, equal
/// centers.
#[test]
fn no_direction_has_a_larger_gap_on_a_grid() {
    type S = Shape3<DVec3>;
    let v = DVec3::new;
    let cut = |i: usize| [0.5, 1.0, 1.5][i];
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let turns = [
        DQuat::IDENTITY,
        DQuat::from_xyzw(half, 0.0, 0.0, half),
        DQuat::from_xyzw(0.0, 0.0, half, half),
        DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0),
        DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5),
    ];
    let mut random = Random::new(6);
    let mut hits = Hits::default();
    for _ in 0..600 {
        let mut make = |kinds: usize| {
            let mut size = || cut(random.count(0, 2));
            let (h, r, e) = (size(), size(), v(size(), size(), size()));
            let rod = [v(-h, 0.0, 0.0), v(h, 0.0, 0.0)];
            let triangle = [v(-h, 0.0, -r), v(h, 0.0, -r), v(0.0, 0.0, r)];
            match random.count(0, kinds) {
                0 => solid("cylinder", S::cylinder(h, r).unwrap(), cylinder(h, r)),
                1 => solid("cone", S::cone(h, r).unwrap(), cone(h, r)),
                2 => solid("ellipsoid", S::ellipsoid(e).unwrap(), ellipsoid(e)),
                3 => solid("sphere", S::sphere(r).unwrap(), move |n| n.normalize() * r),
                4 => solid(
                    "segment",
                    S::segment(rod[0], rod[1]).unwrap(),
                    furthest(rod.to_vec()),
                ),
                5 => solid(
                    "triangle",
                    S::triangle(triangle).unwrap(),
                    furthest(triangle.to_vec()),
                ),
                _ => solid("box", S::cuboid(e).unwrap(), furthest(corners(e))),
            }
        };
        let (a, b) = (make(2), make(6));
        let at = random.grid::<DVec3>(4) * 0.5;
        let pa = Pose::new(DVec3::ZERO, *random.pick(&turns)).unwrap();
        let pb = Pose::new(at, *random.pick(&turns)).unwrap();
        hits.count(check(&a, &pa, &b, &pb, 1.0).distance < 0.0);
    }
    hits.check("pairs on a grid");
}
