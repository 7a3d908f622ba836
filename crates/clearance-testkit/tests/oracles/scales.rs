//! Every answer at every scale: sizes from the smallest numbers to the largest coordinates, alone and mixed,
//! compared with an oracle in integers (`clearance_testkit::exact`), and with the same question at size 1.
//!
//! Filters whose error bounds ignored that squares of small numbers vanish reported capsules inside each
//! other as disjoint below 2^-540. Others used the error bound of subnormal numbers as a tolerance, so that a
//! gap was as large as the bound.
//!
//! A longer run: `SCALES_CASES=20000 cargo test --release -p clearance-testkit --test oracles scales`.

use clearance::cast::{Ray, closest_point, ray};
use clearance::d3::Shape as Shape3;
use clearance::glam::DVec3;
use clearance::math::{Pose, Real, Vector};
use clearance::shape::AnyShape;
use clearance::{Clearance, Placed, Relation, clearance, distance, intersects, manifold, relation};
use clearance_testkit::exact::{Grown, Sets, whole};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

fn cases(usual: usize) -> usize {
    let given = std::env::var("SCALES_CASES").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Hull,
    Box,
    Rod,
}

/// A core given by its numbers: the hull of points (a box by its half extents, a rod by its ends), a radius,
/// and another radius added to that.
#[derive(Clone, Debug)]
struct Body {
    kind: Kind,
    points: Vec<[f64; 3]>,
    radius: f64,
    added: Option<f64>,
    at: [f64; 3],
}

fn times(x: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    x * 2.0_f64.powi(half) * 2.0_f64.powi(exponent - half)
}

impl Body {
    fn scaled(&self, exponent: i32) -> Self {
        let each = |p: &[f64; 3]| p.map(|x| times(x, exponent));
        Self {
            points: self.points.iter().map(each).collect(),
            radius: times(self.radius, exponent),
            added: self.added.map(|r| times(r, exponent)),
            at: each(&self.at),
            kind: self.kind,
        }
    }
    fn shape<V: TestSpace>(&self) -> V::Shape {
        let real = |x: f64| V::Scalar::lit(x);
        let vector = |p: &[f64; 3]| V::from_fn(|i| real(p[i]));
        let points: Vec<V> = self.points.iter().map(vector).collect();
        let shape = match (self.kind, &points[..]) {
            (Kind::Hull, _) => V::convex(&points),
            (Kind::Box, p) => V::cuboid(p[0]),
            (Kind::Rod, &[p]) if self.radius == 0.0 && p == V::ZERO => {
                Ok(<V as clearance::cast::CastSpace>::point())
            }
            (Kind::Rod, &[p]) if self.radius == 0.0 => V::segment(p, p),
            (Kind::Rod, &[p]) if p == V::ZERO => V::ball(real(self.radius)),
            (Kind::Rod, &[p]) => V::capsule(p, p, real(self.radius)),
            (Kind::Rod, p) if self.radius == 0.0 => V::segment(p[0], p[1]),
            (Kind::Rod, p) => V::capsule(p[0], p[1], real(self.radius)),
        };
        match self.added {
            None => shape.unwrap(),
            Some(added) => V::rounded(shape.unwrap(), real(added)).unwrap(),
        }
    }
    fn pose<V: TestSpace>(&self) -> Pose<V> {
        Pose::at(V::from_fn(|i| V::Scalar::lit(self.at[i]))).unwrap()
    }
    fn grown(&self, dimension: usize) -> Grown {
        let corners = |h: &[f64; 3]| {
            let sign = |i: usize, k: usize| if i >> k & 1 == 1 { 1.0 } else { -1.0 };
            (0..1 << dimension)
                .map(|i| [0, 1, 2].map(|k| sign(i, k) * h[k]))
                .collect()
        };
        let points: Vec<[f64; 3]> = match self.kind {
            Kind::Box => corners(&self.points[0]),
            _ => self.points.clone(),
        };
        let radius = match self.kind {
            Kind::Rod => whole(self.radius),
            _ => whole(0.0),
        };
        Grown {
            points: points
                .iter()
                .map(|p| {
                    [0, 1, 2].map(|k| {
                        if k < dimension {
                            whole(p[k]) + whole(self.at[k])
                        } else {
                            whole(0.0)
                        }
                    })
                })
                .collect(),
            radius: radius + whole(self.added.unwrap_or(0.0)),
        }
    }
    fn size(&self) -> f64 {
        let largest = |p: &[f64; 3]| p.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let points = self.points.iter().map(largest).fold(0.0, f64::max);
        points + self.radius + self.added.unwrap_or(0.0) + largest(&self.at)
    }
}

fn sets(a: &Body, b: &Body, dimension: usize) -> Sets {
    Sets {
        a: a.grown(dimension),
        b: b.grown(dimension),
        dimension,
    }
}

/// A random core whose numbers are made by `number`, given how large a whole number it is to start from.
fn body<V: TestSpace>(random: &mut Random, number: &mut impl FnMut(&mut Random, i64) -> f64) -> Body {
    let mut point = |random: &mut Random, reach: i64| {
        let mut p = [0.0; 3];
        (0..V::DIM).for_each(|i| p[i] = number(random, reach));
        p
    };
    let kind = *random.pick(&[Kind::Hull, Kind::Box, Kind::Rod, Kind::Rod]);
    let points = match kind {
        Kind::Hull => (0..random.count(1, 6)).map(|_| point(random, 6)).collect(),
        Kind::Box => vec![point(random, 6).map(f64::abs)],
        Kind::Rod if random.one_in(3) => vec![[0.0; 3]],
        Kind::Rod => vec![point(random, 6), point(random, 6)],
    };
    let at = point(random, 12);
    let radius = if random.one_in(4) {
        0.0
    } else {
        number(random, 9).abs()
    };
    let added = random.one_in(3).then(|| number(random, 9).abs());
    Body {
        kind,
        points,
        radius,
        added,
        at,
    }
}

/// Two bodies of which one is just inside the other, or both are the same set given by different numbers; or
/// nearly so.
fn nested(random: &mut Random, dimension: usize) -> [Body; 2] {
    let legs = match dimension {
        2 => *random.pick(&[([3, 4, 0], 5), ([5, 12, 0], 13), ([8, 15, 0], 17), ([0, 5, 0], 5)]),
        _ => *random.pick(&[
            ([1, 2, 2], 3),
            ([2, 3, 6], 7),
            ([4, 4, 7], 9),
            ([2, 6, 9], 11),
            ([3, 4, 12], 13),
        ]),
    };
    let way = legs
        .0
        .map(|x| f64::from(x) * if random.one_in(2) { -1.0 } else { 1.0 });
    let back = way.map(|x: f64| -x);
    let length = f64::from(legs.1);
    let at = [0, 1, 2].map(|i| {
        if i < dimension {
            random.whole(-6, 6) as f64
        } else {
            0.0
        }
    });
    let radius = random.whole(1, 9) as f64;
    let off = *random.pick(&[0.0, 0.0, 0.0, 1.0, -1.0]);
    let rod = |points: &[[f64; 3]], radius: f64| Body {
        kind: Kind::Rod,
        points: points.to_vec(),
        radius,
        added: None,
        at,
    };
    let hull = |kind: Kind, points: Vec<[f64; 3]>, radius: f64| Body {
        kind,
        points,
        radius: 0.0,
        added: Some(radius),
        at,
    };
    let moved = |body: Body| Body {
        at: [0, 1, 2].map(|i| at[i] + way[i]),
        ..body
    };
    let half = [0, 1, 2].map(|i| {
        if i < dimension {
            random.whole(0, 5) as f64
        } else {
            0.0
        }
    });
    let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] });
    let corners = (0..1 << dimension).map(corner).collect();
    let origin = [0.0; 3];
    let [inner, outer] = match random.count(0, 5) {
        0 => [
            moved(rod(&[origin], radius)),
            rod(&[origin], radius + length + off),
        ],
        1 => [
            moved(rod(&[origin], radius)),
            rod(&[origin, back], radius + length + off),
        ],
        2 => [rod(&[way, back], radius), rod(&[origin], radius + length + off)],
        3 => [
            rod(&[way, back], radius),
            hull(Kind::Hull, vec![back, origin, way], (radius + off).max(1.0)),
        ],
        4 => [
            hull(Kind::Box, vec![half], radius),
            hull(Kind::Hull, corners, radius + off),
        ],
        _ => [
            moved(rod(&[origin], radius)),
            hull(Kind::Box, vec![half], (length - radius + off).max(0.0)),
        ],
    };
    if random.one_in(2) {
        [inner, outer]
    } else {
        [outer, inner]
    }
}

/// The exponents of the smallest number and of the largest coordinate, less what small whole numbers need.
fn exponents<V: Vector>() -> (i32, i32) {
    if V::Scalar::IS_SINGLE {
        (-149, 49)
    } else {
        (-1074, 473)
    }
}

/// The spacing of neighbouring numbers where they are smallest.
fn spacing<V: Vector>() -> f64 {
    times(1.0, exponents::<V>().0)
}

/// What must hold for every answer about this pair, given the relation.
fn check<V: TestSpace>(a: &Body, b: &Body, truth: Relation) -> Clearance<V> {
    let (shapes, poses) = ([a.shape::<V>(), b.shape::<V>()], [a.pose::<V>(), b.pose::<V>()]);
    check_placed([a, b], &shapes, &poses, truth)
}

/// How far a distance may be off.
fn error<V: TestSpace>(a: &Body, b: &Body) -> f64 {
    let promised = if exponents::<V>().0 == -149 { 1e-5 } else { 1e-12 };
    promised * a.size().max(b.size()) + 2.0 * spacing::<V>()
}

fn is_right<V: TestSpace>(a: &Body, b: &Body, c: &Clearance<V>) {
    let exact = sets(a, b, V::DIM);
    let is_right = exact.clearance_is_within(c.distance.to_f64(), error::<V>(a, b));
    assert!(is_right, "{c:?}\n{a:?}\n{b:?}");
}

/// The same for the pair scaled by its poses, if the scale is a number.
fn check_scaled_by_poses<V: TestSpace>([a, b]: [&Body; 2], exponent: i32, truth: Relation) -> Clearance<V> {
    let shapes = [a.shape::<V>(), b.shape::<V>()];
    let scaled = [a.scaled(exponent), b.scaled(exponent)];
    let poses = [0, 1].map(|i| {
        scaled[i]
            .pose::<V>()
            .scaled(V::Scalar::lit(times(1.0, exponent)))
            .unwrap()
    });
    check_placed([&scaled[0], &scaled[1]], &shapes, &poses, truth)
}

fn check_placed<V: TestSpace>(
    [a, b]: [&Body; 2],
    shapes: &[V::Shape; 2],
    poses: &[Pose<V>; 2],
    truth: Relation,
) -> Clearance<V> {
    let (p, q) = (
        Placed::new(&shapes[0], &poses[0]),
        Placed::new(&shapes[1], &poses[1]),
    );
    let what = || format!("{a:?}\n{b:?}");
    assert_eq!(relation(p, q), truth, "{}", what());
    assert_eq!(relation(q, p), truth.mirrored(), "{}", what());
    assert_eq!(intersects(p, q), truth.intersects(), "{}", what());
    let c = clearance(p, q).unwrap();
    assert_eq!(clearance(q, p).unwrap().distance, c.distance, "{}", what());
    let sign = c.distance.partial_cmp(&V::Scalar::ZERO).unwrap();
    let wanted = match truth {
        Relation::Disjoint => std::cmp::Ordering::Greater,
        Relation::Touching => std::cmp::Ordering::Equal,
        _ => std::cmp::Ordering::Less,
    };
    assert_eq!(sign, wanted, "{c:?}\n{}", what());
    let error = error::<V>(a, b);
    let near = distance(p, q).to_f64();
    assert!(
        (near - c.distance.to_f64().max(0.0)).abs() <= error,
        "{near}\n{}",
        what()
    );
    let length = (0..V::DIM)
        .map(|i| c.normal.get(i).to_f64().powi(2))
        .sum::<f64>()
        .sqrt();
    assert!((length - 1.0).abs() <= 1e-6, "{c:?}\n{}", what());
    for i in 0..V::DIM {
        let [u, v, n] = [c.point_a, c.point_b, c.normal].map(|v| v.get(i).to_f64());
        assert!(
            (v - u - c.distance.to_f64() * n).abs() <= 4.0 * error,
            "{c:?}\n{}",
            what()
        );
    }
    c
}

fn pair_of_whole_numbers<V: TestSpace>(random: &mut Random) -> [Body; 2] {
    if random.one_in(3) {
        return nested(random, V::DIM);
    }
    let mut number = |random: &mut Random, reach: i64| random.whole(-reach, reach) as f64;
    [body::<V>(random, &mut number), body::<V>(random, &mut number)]
}

fn the_same_scaled<V: TestSpace>() {
    let mut random = Random::new(41);
    let mut hits = Hits::default();
    let (least, most) = exponents::<V>();
    // Here no number of an answer is subnormal.
    let ordinary = if least == -149 { -100..=46 } else { -960..=470 };
    for case in 0..cases(60) {
        let [a, b] = pair_of_whole_numbers::<V>(&mut random);
        let truth = sets(&a, &b, V::DIM).relation();
        hits.count(truth.intersects());
        let one = check::<V>(&a, &b, truth);
        is_right::<V>(&a, &b, &one);
        for _ in 0..3 {
            let exponent = if case % 2 == 0 {
                random.whole(i64::from(least), i64::from(most)) as i32
            } else {
                *random
                    .pick(&[least, least + 3, least + 26, -560, -126, -81, -56, 100, 332, 1])
                    .max(&least)
                    .min(&most)
            };
            let scaled = if random.one_in(2) {
                check::<V>(&a.scaled(exponent), &b.scaled(exponent), truth)
            } else {
                check_scaled_by_poses::<V>([&a, &b], exponent, truth)
            };
            if !ordinary.contains(&exponent) {
                is_right::<V>(&a.scaled(exponent), &b.scaled(exponent), &scaled);
            } else {
                let back = times(scaled.distance.to_f64(), -exponent);
                assert_eq!(back, one.distance.to_f64(), "2^{exponent}\n{a:?}\n{b:?}");
                assert_eq!(scaled.normal, one.normal, "2^{exponent}\n{a:?}\n{b:?}");
            }
        }
    }
    hits.check("whole numbers");
}

fn mixed_magnitudes<V: TestSpace>() {
    let mut random = Random::new(43);
    let (least, most) = exponents::<V>();
    let mut relations = [0; 3];
    for _ in 0..cases(40) {
        let mut exponents: Vec<i32> = (0..random.count(1, 3))
            .map(|_| random.whole(i64::from(least), i64::from(most) - 4) as i32)
            .collect();
        if random.one_in(2) {
            exponents.push(random.whole(-30, 10) as i32);
        }
        let mut number = |random: &mut Random, reach: i64| {
            let of =
                |random: &mut Random| times(random.whole(-reach, reach) as f64, *random.pick(&exponents));
            let x = of(random);
            let sum = x + if random.one_in(6) { of(random) } else { 0.0 };
            V::Scalar::lit(sum).to_f64()
        };
        let (a, mut b) = (
            body::<V>(&mut random, &mut number),
            body::<V>(&mut random, &mut number),
        );
        if random.one_in(8) {
            b = a.clone();
        }
        let truth = sets(&a, &b, V::DIM).relation();
        relations[(truth as usize).min(2)] += 1;
        is_right::<V>(&a, &b, &check::<V>(&a, &b, truth));
    }
    assert!(relations.iter().all(|n| *n > 0), "{relations:?}");
}

for_each_space!(the_same_scaled, mixed_magnitudes);

/// A solid of triangles that is a box: points near its faces, edges and corners, inside and outside, compared
/// with the closed form.
#[test]
fn closest_points_of_a_solid_at_every_scale() {
    let half = DVec3::new(2.0, 3.0, 5.0);
    let corner =
        |i: usize| DVec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] }));
    let quads = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let triangles: Vec<[u32; 3]> = quads
        .iter()
        .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
        .collect();
    for exponent in (-1074..=472).step_by(17) {
        let corners: Vec<DVec3> = (0..8).map(|i| corner(i).map(|x| times(x, exponent))).collect();
        let solid = Shape3::mesh(corners, triangles.clone()).unwrap();
        let solid = Placed::new(&solid, &Pose::IDENTITY);
        for i in 0..7 * 7 * 7 {
            let p = DVec3::new((i % 7) as f64, (i / 7 % 7) as f64, (i / 49) as f64) - 3.0;
            let beyond = p.abs() - half;
            let truth = if beyond.max_element() > 0.0 {
                beyond.max(DVec3::ZERO).length()
            } else {
                beyond.max_element()
            };
            let found = closest_point(solid, p.map(|x| times(x, exponent))).unwrap();
            let off = times(truth, exponent) - found.distance;
            assert!(
                off.abs() <= times(1e-12, exponent) + 5e-324,
                "2^{exponent}: {p} {truth} {found:?}"
            );
            let shot = Ray {
                origin: (p - DVec3::Y * 8.0).map(|x| times(x, exponent)),
                direction: DVec3::Y.map(|x| times(x, exponent)),
                max_time: f64::INFINITY,
            };
            let hit = ray(solid, &shot).unwrap().map(|hit| hit.time);
            let wanted = (beyond.x <= 0.0 && beyond.z <= 0.0).then_some(5.0 - p.y);
            assert_eq!(hit, wanted.map(|t| t.max(0.0)), "2^{exponent}: {p}");
        }
    }
}

/// Two boxes face to face have four contacts at every scale, and a polygon in two parts has as many as at
/// size 1.
#[test]
fn contacts_at_every_scale() {
    for exponent in (-1070..=470).step_by(22) {
        let unit = times(1.0, exponent);
        let cube = Shape3::cuboid(DVec3::splat(unit)).unwrap().rounded(unit).unwrap();
        let above = Pose::at(DVec3::new(unit, 4.0 * unit, 0.0)).unwrap();
        let found = manifold(
            Placed::new(&cube, &Pose::IDENTITY),
            Placed::new(&cube, &above),
            0.0,
        )
        .unwrap();
        assert_eq!(
            (found.contacts().len(), found.normal),
            (4, DVec3::Y),
            "2^{exponent}"
        );
    }
}

/// The smallest possible gap, and one smaller than any number.
#[test]
fn subnormal_gaps() {
    let (least, unit) = (5e-324, 1.0);
    let cube = Shape3::cuboid(DVec3::splat(unit)).unwrap();
    for gap in [least, 3.0 * least, 1e-310] {
        let at = |shape: &Shape3<DVec3>, x: f64| {
            let pose = Pose::at(DVec3::X * x).unwrap();
            clearance(
                Placed::new(shape, &pose),
                Placed::new(&Shape3::Point, &Pose::IDENTITY),
            )
            .unwrap()
        };
        let ball = Shape3::sphere(gap).unwrap();
        assert_eq!(at(&ball, 2.0 * gap).distance, gap);
        assert_eq!(at(&Shape3::Point, gap).distance, gap);
        let c = at(&cube, -unit);
        assert_eq!((c.distance, c.point_a), (0.0, c.point_b));
    }
    // Sqrt(2) apart, minus a radius of 1: less than half of the smallest number.
    let ball = Shape3::sphere(least).unwrap();
    let corner = Pose::at(DVec3::new(least, least, 0.0)).unwrap();
    let c = clearance(
        Placed::new(&ball, &Pose::IDENTITY),
        Placed::new(&Shape3::Point, &corner),
    )
    .unwrap();
    assert_eq!(c.distance, least);
    assert_eq!(ball.kind(), "sphere");
}

/// Cases that were answered wrongly: squares vanished in a distance that was regarded as certain.
#[test]
fn cases_that_were_wrong() {
    let at = |x: f64, y: f64, z: f64, exponent: i32| {
        let position = DVec3::new(x, y, z).map(|x| times(x, exponent));
        Pose::at(position).unwrap()
    };
    // A sphere and a box that overlap by more than a radius: their squared distance was rounded up to the
    // smallest number.
    let ball = Shape3::sphere(times(14.0, -541)).unwrap();
    let cube = Shape3::cuboid(DVec3::splat(times(3.0, -541))).unwrap();
    let poses = [at(-4.0, -5.0, 4.0, -541), at(-2.0, 2.0, -8.0, -541)];
    let (p, q) = (Placed::new(&ball, &poses[0]), Placed::new(&cube, &poses[1]));
    assert_eq!(relation(p, q), Relation::Overlapping);

    // A triangle with hardly any width: products that were 0 decided on which side of its edges a point lies.
    let (dust, wide) = (1.3772540099066388e-281, 6.886270049533194e-282);
    let corners = [
        DVec3::new(-3.0 * dust, -dust, -1.0),
        DVec3::new(-0.5, -3.0 * dust, wide),
        DVec3::new(-0.5, -2.5 * dust, -wide),
    ];
    let sliver = Shape3::triangle(corners).unwrap();
    let pose = Pose::at(DVec3::new(-4.5, -6.052385785722534e-284, 3.0 * dust)).unwrap();
    let found = closest_point(Placed::new(&sliver, &pose), DVec3::splat(dust)).unwrap();
    assert!((found.distance - 4.6097722286464435).abs() < 1e-12, "{found:?}");

    // An edge of a mesh far beyond 1e90: products of four lengths were infinite.
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| p * 1e100);
    let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let mesh = Shape3::mesh(corners.to_vec(), triangles).unwrap();
    let on_edge = DVec3::new(5e99, 0.0, 0.0);
    let found = closest_point(Placed::new(&mesh, &Pose::IDENTITY), on_edge).unwrap();
    assert_eq!((found.distance, found.point), (0.0, on_edge));
}
