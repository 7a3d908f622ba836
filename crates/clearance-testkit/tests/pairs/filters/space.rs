//! The filters of space, compared with the slow oracle: their answers are right, and they seldom decline.

use clearance::glam::{DMat3, DQuat, DVec3, Vec3};
use clearance::math::{Pose, Real};
use clearance::pair::{Manifold, PairSpace, Relation};
use clearance::shape::{Shape3, Space3};
use clearance::{Clearance, Placed};
use clearance_testkit::generate::{Object, core_pair, enlarged, solid_pair};
use clearance_testkit::{Hits, Pair, Random, TestSpace, oracle};

use super::floats::Floats;

trait Test3: TestSpace + Space3 {
    /// Error bounds of answers, in units of the size, as the documentation promises for clearances.
    const TOLERANCE: f64;
    fn rotation(q: DQuat) -> Self::Rotation;
}
impl Test3 for DVec3 {
    const TOLERANCE: f64 = 1e-12;
    fn rotation(q: DQuat) -> DQuat {
        q
    }
}
impl Test3 for Vec3 {
    const TOLERANCE: f64 = 1e-5;
    fn rotation(q: DQuat) -> clearance::glam::Quat {
        q.as_quat()
    }
}

fn world_size<V: Test3>(pair: &Pair<V>) -> f64 {
    [&pair.a, &pair.b].into_iter().fold(0.0, |size, object| {
        let (vertices, radius) = oracle::world(object);
        let largest = |s: f64, v: &DVec3| s.max(v.abs().max_element() + radius);
        vertices.iter().fold(size, largest)
    })
}

fn outside<V: Test3>(object: &Object<V>, point: V) -> f64 {
    let b = Object {
        shape: V::point(),
        pose: Pose::at(point).unwrap(),
    };
    oracle::distance(&Pair { a: object.clone(), b })
}

/// How wide the gap is along a unit vector from A to B.
fn gap_along<V: Test3>(pair: &Pair<V>, n: DVec3) -> f64 {
    let support = |object, sign: f64| {
        let (vertices, radius) = oracle::world(object);
        let heights = vertices.iter().map(|v: &DVec3| sign * n.dot(*v));
        heights.fold(f64::NEG_INFINITY, f64::max) + radius
    };
    -support(&pair.a, 1.0) - support(&pair.b, -1.0)
}

/// Everything a clearance promises, except that it is the true one.
fn check_witness<V: Test3>(pair: &Pair<V>, c: &Clearance<V>, size: f64) {
    let tolerance = V::TOLERANCE * size;
    let n = c.normal.to_double();
    assert!((n.length() - 1.0).abs() < V::TOLERANCE, "{c:?}");
    let between = c.point_b.to_double() - c.point_a.to_double();
    let off = (between - n * c.distance.to_f64()).length();
    assert!(off <= 2.0 * tolerance, "off by {off}: {c:?} {pair:?}");
    for (object, point) in [(&pair.a, c.point_a), (&pair.b, c.point_b)] {
        let out = outside(object, point);
        assert!(out <= 2.0 * tolerance, "{out} outside: {c:?} {object:?}");
    }
    // The gap along the normal equals the clearance.
    let gap = gap_along(pair, n);
    assert!(
        (gap - c.distance.to_f64()).abs() <= 4.0 * tolerance,
        "{gap} {c:?} {pair:?}"
    );
}

/// Asks all questions about a pair; returns whether it meets, and whether exact arithmetic was needed.
fn check_pair<V: Test3>(pair: &Pair<V>) -> (bool, bool) {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let size = world_size(pair);
    let truth = oracle::distance(pair);
    // Nearer to contact than this, rounding may change the sign of the oracle's own sums.
    let near = (4.0 * V::Scalar::EPSILON.to_f64()).max(2e-13) * size;
    let meets = V::intersects(a, b);
    if let Some(meets) = meets {
        assert!(truth.abs() <= near || meets == (truth < 0.0), "{truth} {pair:?}");
        assert_eq!(V::intersects(b, a).unwrap_or(meets), meets);
    }
    let relation = V::relation(a, b);
    if let Some(relation) = relation {
        assert!(
            truth.abs() <= near || relation.intersects() == (truth < 0.0),
            "{truth} {pair:?}"
        );
        check_relation(pair, relation, size);
        assert_eq!(V::relation(b, a).map_or(relation, Relation::mirrored), relation);
    }
    let clearance = V::clearance(a, b);
    assert_eq!(clearance.map(Clearance::mirrored), V::clearance(b, a));
    if let Some(c) = clearance {
        let d = c.distance.to_f64();
        assert!((d - truth).abs() <= V::TOLERANCE * size, "{d} {truth} {pair:?}");
        assert!(
            truth.abs() <= near || (d > 0.0) == (truth > 0.0),
            "{d} {truth} {pair:?}"
        );
        check_witness(pair, &c, size);
        check_manifold(pair, &c, size);
    }
    (
        truth <= 0.0,
        meets.is_none() || relation.is_none() || clearance.is_none(),
    )
}

/// If A contains B, it contains every vertex of B; if not, some vertex is outside.
fn check_relation<V: Test3>(pair: &Pair<V>, relation: Relation, size: f64) {
    let within = |inner: &Object<V>, outer: &Object<V>| {
        let (vertices, radius) = oracle::world(inner);
        let deepest = vertices.iter().map(|v| {
            let a = Object {
                shape: V::point(),
                pose: Pose::at(V::from_double(*v)).unwrap(),
            };
            oracle::distance(&Pair { a, b: outer.clone() }) + radius
        });
        deepest.fold(f64::NEG_INFINITY, f64::max)
    };
    let near = V::TOLERANCE * size;
    match relation {
        Relation::AInB => assert!(within(&pair.a, &pair.b) <= near, "{pair:?}"),
        Relation::BInA => assert!(within(&pair.b, &pair.a) <= near, "{pair:?}"),
        Relation::Overlapping => {
            // With balls, a vertex may be inside while the ball around it is not. Then this shows nothing.
            assert!(within(&pair.a, &pair.b) >= -near, "{pair:?}");
            assert!(within(&pair.b, &pair.a) >= -near, "{pair:?}");
        }
        Relation::Disjoint => {}
        other => panic!("{other:?} is not for floats to say"),
    }
}

fn check_manifold<V: Test3>(pair: &Pair<V>, c: &Clearance<V>, size: f64) {
    let margin = V::Scalar::lit(0.05);
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let manifold = V::clip(a, b, c, margin);
    let mirrored = V::clip(b, a, &c.mirrored(), margin).mirrored();
    assert_eq!(manifold, mirrored);
    assert!(!manifold.contacts().is_empty());
    let tolerance = 4.0 * V::TOLERANCE * size;
    let n = c.normal.to_double();
    let least = manifold.contacts().iter().map(|p| p.clearance.to_f64());
    assert!((least.fold(f64::INFINITY, f64::min) - c.distance.to_f64()).abs() <= tolerance);
    for p in manifold.contacts() {
        let d = p.clearance.to_f64();
        assert!(manifold.contacts().len() == 1 || d <= 0.05);
        let between = p.point_b.to_double() - p.point_a.to_double();
        assert!((between - n * d).length() <= tolerance, "{p:?} {pair:?}");
        for (object, point) in [(&pair.a, p.point_a), (&pair.b, p.point_b)] {
            let out = outside(object, point);
            assert!(out <= tolerance, "{out} outside: {p:?} {pair:?}");
        }
    }
}

fn random_pairs<V: Test3>(seed: u64, count: usize, make: fn(&mut Random) -> Pair<V>) {
    let mut random = Random::new(seed);
    let mut hits = Hits::default();
    let mut unsure = 0;
    for _ in 0..count {
        let (hit, left) = check_pair(&make(&mut random));
        hits.count(hit);
        unsure += usize::from(left);
    }
    hits.check("random pairs");
    assert!(
        unsure * 100 <= count * 4,
        "{unsure} of {count} left to exact arithmetic"
    );
}

#[test]
fn cores() {
    random_pairs::<DVec3>(1, 800, core_pair);
    random_pairs::<Vec3>(2, 800, core_pair);
}

#[test]
fn solids_are_hardly_ever_left_to_exact_arithmetic() {
    random_pairs::<DVec3>(3, 400, solid_pair);
    random_pairs::<Vec3>(4, 400, solid_pair);
}

fn boxes<V: Test3>(random: &mut Random) -> Pair<V> {
    let mut object = |reach: f64| {
        let half: V = V::from_fn(|_| V::Scalar::lit(random.between(0.2, 1.0)));
        let pose = Pose::at(random.vector::<V>(reach)).unwrap();
        Object {
            shape: V::cuboid(half).unwrap(),
            pose: pose.turned(V::any_rotation(random)).unwrap(),
        }
    };
    Pair {
        a: object(0.1),
        b: object(1.6),
    }
}

#[test]
fn boxes_of_any_kind() {
    random_pairs::<DVec3>(5, 600, boxes);
    random_pairs::<Vec3>(6, 600, boxes);
}

/// Boxes with edges that are nearly or exactly parallel, and faces that nearly or exactly touch.
fn stacked<V: Test3>(random: &mut Random) -> Pair<V> {
    let half =
        |random: &mut Random| -> V { V::from_fn(|_| V::Scalar::lit(random.count(1, 4) as f64 * 0.25)) };
    let (ha, hb) = (half(random), half(random));
    let tilt = *random.pick(&[0.0, 0.0, 1e-16, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3]);
    let quarter = DQuat::from_rotation_z(*random.pick(&[0.0, 0.25, 0.5]) * std::f64::consts::PI);
    let turn = DQuat::from_scaled_axis(random.direction::<DVec3>() * tilt) * quarter;
    let slide = *random.pick(&[0.0, 1e-12, -1e-12, 1e-6, -1e-6, 0.01, -0.01, 0.25, -0.25]);
    let axis = random.count(0, 2);
    let at = V::from_fn(|k| {
        let offset = if k == axis {
            ha.get(k).to_f64() + hb.get(k).to_f64() + slide
        } else {
            random.whole(-3, 3) as f64 * 0.25
        };
        V::Scalar::lit(offset)
    });
    let place = |shape, at: V, turn| Object {
        shape,
        pose: Pose::at(at).unwrap().turned(V::rotation(turn)).unwrap(),
    };
    let whole = if random.one_in(2) {
        DQuat::IDENTITY
    } else {
        DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize()
    };
    let moved = V::from_double(whole * at.to_double());
    let shape = |random: &mut Random, h: V| -> V::Shape {
        if random.one_in(2) {
            return V::cuboid(h).unwrap();
        }
        let corners: Vec<V> = (0..8)
            .map(|i| V::from_fn(|k| if i >> k & 1 == 1 { h.get(k) } else { -h.get(k) }))
            .collect();
        V::convex(&corners).unwrap()
    };
    let (sa, sb) = (shape(random, ha), shape(random, hb));
    Pair {
        a: place(sa, V::ZERO, whole),
        b: place(sb, moved, whole * turn),
    }
}

#[test]
fn nearly_parallel_boxes_are_never_answered_wrongly() {
    let mut random = Random::new(7);
    let mut answered = 0;
    for _ in 0..500 {
        answered += usize::from(!check_pair(&stacked::<DVec3>(&mut random)).1);
        answered += usize::from(!check_pair(&stacked::<Vec3>(&mut random)).1);
    }
    assert!(answered > 708, "{answered}");
}

#[test]
fn touching_cubes_on_a_grid_are_left_to_exact_arithmetic() {
    let cube = |at: DVec3| Object::<DVec3> {
        shape: Shape3::cuboid(DVec3::ONE).unwrap(),
        pose: Pose::at(at).unwrap(),
    };
    let corners: Vec<DVec3> = (0..8)
        .map(|i| DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64) * 2.0 - 1.0)
        .collect();
    for i in 0..125 {
        let at = DVec3::new((i % 5) as f64, (i / 5 % 5) as f64, (i / 25) as f64) - 2.0;
        let (a, b) = (cube(DVec3::ZERO), cube(at));
        let truth = at.abs().max_element() - 2.0;
        let sure = (truth != 0.0).then_some(truth < 0.0);
        assert_eq!(DVec3::intersects(a.placed(), b.placed()), sure, "{at}");
        let hull = Object::<DVec3> {
            shape: Shape3::convex(&corners).unwrap(),
            pose: Pose::IDENTITY,
        };
        assert_eq!(DVec3::intersects(hull.placed(), b.placed()), sure, "{at}");
    }
}

#[test]
fn scaling_by_powers_of_two_scales_every_bit() {
    let mut random = Random::new(8);
    for _ in 0..300 {
        let pair = core_pair::<DVec3>(&mut random);
        let Some(c) = DVec3::clearance(pair.a.placed(), pair.b.placed()) else {
            continue;
        };
        for exponent in [-60, -7, 30, 60] {
            let factor = 2.0_f64.powi(exponent);
            let large = enlarged(&pair, exponent);
            let scaled = Clearance {
                distance: c.distance * factor,
                point_a: c.point_a * factor,
                point_b: c.point_b * factor,
                ..c
            };
            assert_eq!(DVec3::clearance(large.a.placed(), large.b.placed()), Some(scaled));
        }
    }
}

#[test]
fn moving_apart_by_the_depth_parts() {
    let mut random = Random::new(9);
    let mut moved = 0;
    for _ in 0..500 {
        let pair = solid_pair::<DVec3>(&mut random);
        let Some(c) = DVec3::clearance(pair.a.placed(), pair.b.placed()).filter(|c| c.distance < 0.0) else {
            continue;
        };
        moved += 1;
        for (by, meets) in [(-c.distance + 1e-12, false), (-c.distance - 1e-12, true)] {
            let b = pair.b.moved(c.normal * by);
            if let Some(answer) = DVec3::intersects(pair.a.placed(), b.placed()) {
                assert_eq!(answer, meets);
            }
        }
    }
    assert!(moved > 100);
}

fn pin<V: Test3>(shape: V::Shape, at: V) -> Object<V> {
    Object {
        shape,
        pose: Pose::at(at).unwrap(),
    }
}

fn manifold_of(a: &Object<DVec3>, b: &Object<DVec3>, margin: f64) -> Manifold<DVec3> {
    let c = DVec3::clearance(a.placed(), b.placed()).unwrap();
    DVec3::clip(a.placed(), b.placed(), &c, margin)
}

#[test]
fn a_box_on_a_box_meets_in_the_corners_of_the_common_face() {
    let a = pin(Shape3::cuboid(DVec3::new(1.0, 1.0, 1.0)).unwrap(), DVec3::ZERO);
    let b = pin(
        Shape3::cuboid(DVec3::new(0.5, 2.0, 1.0)).unwrap(),
        DVec3::new(0.75, 0.25, 1.999),
    );
    let manifold = manifold_of(&a, &b, 0.0);
    let mut corners: Vec<[f64; 2]> = manifold
        .contacts()
        .iter()
        .map(|p| [p.point_a.x, p.point_a.y])
        .collect();
    corners.sort_by(|p, q| p.partial_cmp(q).unwrap());
    assert_eq!(corners, [[0.25, -1.0], [0.25, 1.0], [1.0, -1.0], [1.0, 1.0]]);
    assert!(
        manifold
            .contacts()
            .iter()
            .all(|p| (p.clearance + 0.001).abs() < 1e-15)
    );
    let mut features: Vec<_> = manifold.contacts().iter().map(|p| p.feature).collect();
    features.sort();
    features.dedup();
    assert_eq!(features.len(), 4);
}

#[test]
fn edges_that_cross_meet_once_and_parallel_ones_twice() {
    let cube = |at, turn: DQuat| Object::<DVec3> {
        shape: Shape3::cuboid(DVec3::ONE).unwrap(),
        pose: Pose::at(at).unwrap().turned(turn).unwrap(),
    };
    let on_edge = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
    let height = 2.0 * 2.0_f64.sqrt() + 0.01;
    let a = cube(DVec3::ZERO, on_edge);
    let parallel = cube(DVec3::new(0.5, 0.0, height), on_edge);
    let crossed = cube(
        DVec3::new(0.1, 0.0, height),
        DQuat::from_rotation_z(1.0) * on_edge,
    );
    assert_eq!(manifold_of(&a, &crossed, 0.05).contacts().len(), 1);
    assert_eq!(manifold_of(&a, &parallel, 0.05).contacts().len(), 2);
}

#[test]
fn a_capsule_lying_on_a_box_meets_it_twice() {
    let slab = pin(Shape3::cuboid(DVec3::new(1.0, 0.5, 1.0)).unwrap(), DVec3::ZERO);
    let rod = pin(
        Shape3::capsule(DVec3::new(-3.0, 0.0, 0.0), DVec3::new(0.5, 0.0, 0.0), 0.25).unwrap(),
        DVec3::new(0.0, 0.74, 0.0),
    );
    let manifold = manifold_of(&slab, &rod, 0.0);
    let mut xs: Vec<f64> = manifold.contacts().iter().map(|p| p.point_a.x).collect();
    xs.sort_by(f64::total_cmp);
    assert!(xs.len() == 2 && (xs[0] + 1.0).abs() < 1e-15 && (xs[1] - 0.5).abs() < 1e-15);
    for p in manifold.contacts() {
        assert!((p.point_a.y - 0.5).abs() < 1e-15 && (p.point_b.y - 0.49).abs() < 1e-15);
    }
}

#[test]
fn small_triangles_far_apart_for_their_size_do_not_meet() {
    // A bug report against parry3d 0.31: reported as intersecting, with a gap of 0.0095.
    let a = [
        [0.99259025, -0.23842874, -0.06282134],
        [0.9885069, -0.21972562, -0.07284963],
        [0.9884943, -0.21981804, -0.052064925],
    ];
    let b = [
        [0.99834466, -0.20061876, -0.05241757],
        [0.9941062, -0.22801064, -0.04238709],
        [0.9913808, -0.20245285, -0.039931796],
    ];
    let triangle = |t: [[f32; 3]; 3]| Shape3::triangle(t.map(Vec3::from)).unwrap();
    let (a, b) = (triangle(a), triangle(b));
    let pose = Pose::IDENTITY;
    assert_eq!(
        Vec3::intersects(Placed::new(&a, &pose), Placed::new(&b, &pose)),
        Some(false)
    );
    let c = Vec3::clearance(Placed::new(&a, &pose), Placed::new(&b, &pose)).unwrap();
    assert!((c.distance - 0.009501349).abs() < 1e-4);
}

#[test]
fn turned_together_the_answer_turns_along() {
    let mut random = Random::new(10);
    for _ in 0..300 {
        let pair = solid_pair::<DVec3>(&mut random);
        let turn: DQuat = <DVec3 as TestSpace>::any_rotation(&mut random).normalize();
        let matrix = DMat3::from_quat(turn);
        let turned = |o: &Object<DVec3>| Object::<DVec3> {
            shape: o.shape.clone(),
            pose: Pose::new(matrix * o.pose.position(), turn * o.pose.rotation())
                .unwrap()
                .scaled(o.pose.scale())
                .unwrap(),
        };
        let (a, b) = (turned(&pair.a), turned(&pair.b));
        let (Some(c), Some(d)) = (
            DVec3::clearance(pair.a.placed(), pair.b.placed()),
            DVec3::clearance(a.placed(), b.placed()),
        ) else {
            continue;
        };
        assert!((c.distance - d.distance).abs() < 1e-12, "{c:?} {d:?}");
    }
}

#[test]
fn the_distance_alone_is_the_clearance_where_apart() {
    let mut random = Random::new(11);
    for _ in 0..1000 {
        let pair = core_pair::<DVec3>(&mut random);
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let (Some(d), Some(c)) = (<DVec3 as Floats>::distance(a, b), DVec3::clearance(a, b)) else {
            continue;
        };
        assert_eq!(d, c.distance.max(0.0));
        let whole = DVec3::manifold(a, b, 0.1);
        assert_eq!(whole.map(Manifold::mirrored), DVec3::manifold(b, a, 0.1));
        match whole {
            Some(m) if m.contacts().is_empty() => assert!(gap_along(&pair, m.normal) > 0.1),
            Some(m) => {
                let least = m
                    .contacts()
                    .iter()
                    .fold(f64::INFINITY, |least, c| c.clearance.min(least));
                assert!((least - c.distance).abs() < 1e-12, "{m:?} {c:?}");
                assert_eq!(m.contacts().len(), DVec3::clip(a, b, &c, 0.1).contacts().len());
            }
            None => {}
        }
    }
}

/// A segment ends half a millionth from a corner of a box, in single precision. The search for the distance
/// stopped within its tolerance, which was read as an overlap, and the normal came from a facet of a polytope
/// without the origin.
#[test]
fn an_end_close_to_a_corner_has_a_separating_normal() {
    let segment = Shape3::segment(Vec3::new(-1.0, -5.0, -10.0), Vec3::new(-8.0, 7.0, -5.0)).unwrap();
    let cuboid = Shape3::cuboid(Vec3::new(4.0, 1.0, 5.0)).unwrap();
    let pose = Pose::at(Vec3::new(-4.0, 8.0, 4.768_371_6e-7)).unwrap();
    let c = clearance::clearance(
        Placed::new(&segment, &Pose::IDENTITY),
        Placed::new(&cuboid, &pose),
    )
    .unwrap();
    assert_eq!(c.distance, 4.768_371_6e-7);
    assert_eq!(c.normal, Vec3::Z);
}
