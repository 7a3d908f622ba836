//! Curved shapes and all convex shapes, checked against the definition: the clearance is the largest gap
//! along any direction.
//!
//! The oracle has its own support mappings. An answer is right if its value is the gap along its normal, and
//! none of thousands of directions, improved by hill climbing, has a larger gap.

use clearance::glam::{DQuat, DVec2, DVec3, Vec3};
use clearance::math::{Pose, Real};
use clearance::shape::{Placed, Shape2, Shape3};
use clearance::{Clearance, Relation, clearance, relation};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

type Support = Box<dyn Fn(DVec3) -> DVec3>;

/// A shape, its support mapping, and a distance function (negative inside) where that is easy.
struct Solid {
    name: &'static str,
    shape: Shape3<DVec3>,
    support: Support,
}

fn solid(name: &'static str, shape: Shape3<DVec3>, support: impl Fn(DVec3) -> DVec3 + 'static) -> Solid {
    let support = Box::new(support);
    Solid { name, shape, support }
}
fn furthest(points: Vec<DVec3>) -> impl Fn(DVec3) -> DVec3 {
    move |n| {
        points
            .iter()
            .copied()
            .max_by(|a, b| a.dot(n).total_cmp(&b.dot(n)))
            .unwrap()
    }
}
fn ring(n: DVec3, r: f64) -> DVec3 {
    DVec3::new(n.x, 0.0, n.z).normalize_or_zero() * r
}
fn cylinder(h: f64, r: f64) -> impl Fn(DVec3) -> DVec3 {
    move |n| ring(n, r) + DVec3::Y * h.copysign(n.y)
}
fn cone(h: f64, r: f64) -> impl Fn(DVec3) -> DVec3 {
    move |n| {
        let (apex, rim) = (DVec3::Y * h, ring(n, r) - DVec3::Y * h);
        if apex.dot(n) > rim.dot(n) { apex } else { rim }
    }
}
fn ellipsoid(r: DVec3) -> impl Fn(DVec3) -> DVec3 {
    move |n| r * (r * n).normalize()
}
fn grown(by: f64, f: impl Fn(DVec3) -> DVec3) -> impl Fn(DVec3) -> DVec3 {
    move |n| f(n) + n.normalize() * by
}
fn corners(h: DVec3) -> Vec<DVec3> {
    let sign = |i: usize, k: usize| if i >> k & 1 == 1 { 1.0 } else { -1.0 };
    (0..8)
        .map(|i| h * DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2)))
        .collect()
}

fn curved(random: &mut Random) -> Solid {
    let mut size = || random.between(0.3, 1.5);
    let (h, r, e, g) = (size(), size(), DVec3::new(size(), size(), size()), 0.5 * size());
    type S = Shape3<DVec3>;
    match random.count(0, 5) {
        0 => solid("cylinder", S::cylinder(h, r).unwrap(), cylinder(h, r)),
        1 => solid("cone", S::cone(h, r).unwrap(), cone(h, r)),
        2 => solid("ellipsoid", S::ellipsoid(e).unwrap(), ellipsoid(e)),
        3 => solid(
            "rounded cylinder",
            S::cylinder(h, r).unwrap().rounded(g).unwrap(),
            grown(g, cylinder(h, r)),
        ),
        4 => solid(
            "rounded cone",
            S::cone(h, r).unwrap().rounded(g).unwrap(),
            grown(g, cone(h, r)),
        ),
        _ => solid(
            "rounded ellipsoid",
            S::ellipsoid(e).unwrap().rounded(g).unwrap(),
            grown(g, ellipsoid(e)),
        ),
    }
}

fn any(random: &mut Random) -> Solid {
    if random.one_in(3) {
        return curved(random);
    }
    let mut size = || random.between(0.3, 1.5);
    let (r, e) = (size(), DVec3::new(size(), size(), size()));
    let points: Vec<DVec3> = (0..10).map(|_| random.vector(1.2)).collect();
    type S = Shape3<DVec3>;
    match random.count(0, 6) {
        0 => solid("point", S::Point, |_| DVec3::ZERO),
        1 => solid("sphere", S::sphere(r).unwrap(), move |n| n.normalize() * r),
        2 => solid(
            "segment",
            S::segment(points[0], points[1]).unwrap(),
            furthest(points[..2].to_vec()),
        ),
        3 => solid(
            "capsule",
            S::capsule(points[0], points[1], r).unwrap(),
            grown(r, furthest(points[..2].to_vec())),
        ),
        4 => solid(
            "triangle",
            S::triangle([points[0], points[1], points[2]]).unwrap(),
            furthest(points[..3].to_vec()),
        ),
        5 => solid("box", S::cuboid(e).unwrap(), furthest(corners(e))),
        _ => solid("convex", S::convex(&points).unwrap(), furthest(points)),
    }
}

/// The gap along a direction.
fn gap(a: &Solid, pa: &Pose<DVec3>, b: &Solid, pb: &Pose<DVec3>, n: DVec3) -> f64 {
    let reach = |s: &Solid, p: &Pose<DVec3>, n: DVec3| {
        let f = p.frame();
        f.point((s.support)(f.local_direction(n))).dot(n)
    };
    -reach(b, pb, -n) - reach(a, pa, n)
}

/// The largest gap found: over a spiral of directions, then by hill climbing from the best few.
fn widest(gap: impl Fn(DVec3) -> f64, count: usize) -> (f64, DVec3) {
    let spiral = |i: usize| {
        let y = 1.0 - (2 * i + 1) as f64 / count as f64;
        let (sin, cos) = (2.399_963_229_728_653 * i as f64).sin_cos();
        let r = (1.0 - y * y).sqrt();
        DVec3::new(r * cos, y, r * sin)
    };
    let mut all: Vec<_> = (0..count).map(spiral).map(|n| (gap(n), n)).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.truncate(4);
    let climbed = all.into_iter().map(|(mut value, mut n)| {
        let mut step = 0.05;
        for _ in 0..200 {
            let (u, v) = n.any_orthonormal_pair();
            let ways = [u, -u, v, -v, u + v, -u - v, u - v, v - u];
            let tried = ways.map(|w| (n + w * step).normalize()).map(|n| (gap(n), n));
            let better = tried.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            if better.0 > value {
                (value, n) = better
            } else {
                step *= 0.5
            }
        }
        (value, n)
    });
    climbed.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

fn check(a: &Solid, pa: &Pose<DVec3>, b: &Solid, pb: &Pose<DVec3>, unit: f64) -> Clearance<DVec3> {
    let (p, q) = (Placed::new(&a.shape, pa), Placed::new(&b.shape, pb));
    let c = clearance(p, q).unwrap();
    let gap = |n| gap(a, pa, b, pb, n) / unit;
    let (best, at) = widest(gap, 400);
    let (distance, name) = (c.distance / unit, (a.name, b.name));
    assert!((c.normal.length() - 1.0).abs() < 1e-14, "{name:?}");
    assert!(
        (gap(c.normal) - distance).abs() < 2e-14,
        "{name:?}: {distance} is not the gap {} {pa:?} {pb:?}",
        gap(c.normal)
    );
    assert!(
        distance > best - 1e-12,
        "{name:?}: {distance} is beaten by {best} along {at}\n{:?} {pa:?}\n{:?} {pb:?}\n{:?}",
        a.shape,
        b.shape,
        c.normal
    );
    let off = (c.point_b - c.point_a) / unit - c.normal * distance;
    assert!(off.length() < 1e-14, "{name:?}: {off}");
    for (s, p, x) in [(a, pa, c.point_a), (b, pb, c.point_b)] {
        // Inside means: below the support in every direction tried.
        let f = p.frame();
        let local = f.local_point(x);
        let out = widest(|n| local.dot(n) - (s.support)(n).dot(n), 100).0;
        assert!(
            out < 1e-7,
            "{name:?}: a witness of {} is {out} outside, {c:?}",
            s.name
        );
    }
    let mirrored = clearance(q, p).unwrap();
    assert!(
        (mirrored.distance - c.distance).abs() < 1e-14 * unit,
        "{name:?} {c:?} {mirrored:?} {:?} {pa:?} {:?} {pb:?}",
        a.shape,
        b.shape
    );
    let r = relation(p, q);
    assert_eq!(
        (r.intersects(), r.overlaps()),
        (c.distance <= 0.0, c.distance < 0.0),
        "{name:?}"
    );
    assert_eq!(relation(q, p), r.mirrored(), "{name:?}");
    c
}

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
