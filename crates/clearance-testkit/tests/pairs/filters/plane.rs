//! The filters of the plane, compared with the slow oracle: their answers are right, and they seldom decline.

use clearance::glam::{DVec2, DVec3, Vec2};
use clearance::math::{Pose, Real, Vector};
use clearance::shape::{Shape2, Space2};
use clearance::{Clearance, Placed, Relation, manifold};
use clearance_testkit::{Hits, Pair, Random, TestSpace, generate, oracle};

use super::floats::Floats;

/// Of answers, in units of the size: what the formats promise for clearances.
fn tolerance<V: Vector>() -> f64 {
    if V::Scalar::IS_SINGLE { 1e-5 } else { 1e-12 }
}

fn size<V: TestSpace>(pair: &Pair<V>) -> f64 {
    [&pair.a, &pair.b].into_iter().fold(0.0, |size, object| {
        let (vertices, radius) = oracle::world(object);
        vertices
            .iter()
            .fold(size, |s: f64, v| s.max(v.abs().max_element() + radius))
    })
}

/// How far a point is from a core; negative within.
fn outside<V: TestSpace>(object: &generate::Object<V>, point: V) -> f64 {
    let point = generate::Object {
        shape: V::point(),
        pose: Pose::at(point).unwrap(),
    };
    oracle::distance(&Pair {
        a: object.clone(),
        b: point,
    })
}

/// Everything a clearance promises, except that it is the true one.
fn check_witness<V: TestSpace + Space2>(pair: &Pair<V>, c: &Clearance<V>, size: f64) {
    let close = tolerance::<V>();
    let tolerance = close * size;
    let normal = c.normal.to_double();
    assert!((normal.length() - 1.0).abs() < close, "{c:?}");
    let between = c.point_b.to_double() - c.point_a.to_double();
    assert!(
        (between - normal * c.distance.to_f64()).length() <= tolerance,
        "{c:?} {pair:?}"
    );
    for (object, point) in [(&pair.a, c.point_a), (&pair.b, c.point_b)] {
        assert!(outside(object, point) <= tolerance, "{c:?} {object:?}");
    }
    // The gap along the normal equals the clearance.
    let gap = gap_along(pair, c.normal);
    assert!(
        (gap - c.distance.to_f64()).abs() <= tolerance,
        "{gap} {c:?} {pair:?}"
    );
}

/// How far apart the two are along a unit vector.
fn gap_along<V: TestSpace>(pair: &Pair<V>, normal: V) -> f64 {
    let normal = DVec3::from_array(std::array::from_fn(|i| {
        if i < V::DIM { normal.get(i).to_f64() } else { 0.0 }
    }));
    let support = |object, sign: f64| {
        let (vertices, radius) = oracle::world(object);
        let height = |v: &DVec3| sign * normal.dot(*v);
        vertices.iter().map(height).fold(f64::NEG_INFINITY, f64::max) + radius
    };
    -support(&pair.a, 1.0) - support(&pair.b, -1.0)
}

fn answers_are_right<V: TestSpace + Space2 + Floats>(seed: u64) {
    let mut random = Random::new(seed);
    let (mut hits, mut declined) = (Hits::default(), 0_u32);
    for _ in 0..4000 {
        let pair = generate::core_pair::<V>(&mut random);
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let (truth, size) = (oracle::distance(&pair), size(&pair));
        hits.count(truth <= 0.0);
        if let Some(answer) = V::intersects(a, b) {
            assert_eq!(answer, truth <= 0.0, "{truth} {pair:?}");
        } else {
            declined += 1;
        }
        let Some(c) = V::clearance(a, b) else {
            declined += 1;
            continue;
        };
        assert!(
            (c.distance.to_f64() - truth).abs() <= tolerance::<V>() * size,
            "{truth} {c:?} {pair:?}"
        );
        check_witness(&pair, &c, size);
    }
    hits.check("core pairs");
    assert!(declined < 40, "declined {declined}");
}

/// `clearance(b, a)` mirrors `clearance(a, b)`, and a power of two times the scene has that many times the
/// answer: to the last bit.
fn bits_follow<V: TestSpace + Space2 + Floats>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..2000 {
        let pair = generate::core_pair::<V>(&mut random);
        let c = V::clearance(pair.a.placed(), pair.b.placed());
        let mirrored = V::clearance(pair.b.placed(), pair.a.placed());
        assert_eq!(mirrored, c.map(Clearance::mirrored), "{pair:?}");
        for exponent in [-20, 20] {
            let factor = V::Scalar::lit(2.0_f64.powi(exponent));
            let scaled = generate::enlarged(&pair, exponent);
            let expected = c.map(|c| Clearance {
                distance: c.distance * factor,
                point_a: c.point_a * factor,
                point_b: c.point_b * factor,
                ..c
            });
            assert_eq!(
                V::clearance(scaled.a.placed(), scaled.b.placed()),
                expected,
                "{pair:?}"
            );
        }
    }
}

/// How far A reaches out of B: the largest difference of their support functions. Its direction is a normal
/// of B's edges, or lies between two corners.
fn reaches_out<V: TestSpace>(a: &generate::Object<V>, b: &generate::Object<V>) -> f64 {
    let ((corners_a, radius_a), (corners_b, radius_b)) = (oracle::world(a), oracle::world(b));
    let mut directions: Vec<DVec3> = Vec::new();
    for p in &corners_b {
        directions.extend(corners_a.iter().map(|q| *q - *p));
        let edges = corners_b.iter().map(|q| *q - *p);
        directions.extend(edges.flat_map(|e| [DVec3::new(e.y, -e.x, 0.0), DVec3::new(-e.y, e.x, 0.0)]));
    }
    directions.push(DVec3::X);
    let support = |corners: &[DVec3], n: DVec3| {
        corners
            .iter()
            .map(|p| n.dot(*p))
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let out = |n: DVec3| support(&corners_a, n) - support(&corners_b, n) + radius_a - radius_b;
    directions
        .into_iter()
        .filter_map(DVec3::try_normalize)
        .map(out)
        .fold(f64::NEG_INFINITY, f64::max)
}

/// One of two shapes around the origin. The first is small, so that it is often inside the other.
fn nested<V: TestSpace>(random: &mut Random) -> Pair<V> {
    let pair = generate::core_pair::<V>(random);
    let factor = V::Scalar::lit(random.between(0.1, 0.6));
    let object = |o: generate::Object<V>, position: V, scale| generate::Object {
        pose: Pose::new(position, o.pose.rotation())
            .unwrap()
            .scaled(scale)
            .unwrap(),
        shape: o.shape,
    };
    Pair {
        a: object(pair.a, random.vector(0.5), factor),
        b: object(pair.b, V::ZERO, V::Scalar::ONE),
    }
}

fn relations_are_right<V: TestSpace + Space2 + Floats>(seed: u64) {
    let mut random = Random::new(seed);
    let (mut within, mut declined) = (Hits::default(), 0);
    for _ in 0..4000 {
        let pair = nested::<V>(&mut random);
        let truth = oracle::distance(&pair);
        if truth > 0.0 {
            continue;
        }
        let (out_a, out_b) = (reaches_out(&pair.a, &pair.b), reaches_out(&pair.b, &pair.a));
        within.count(out_a <= 0.0 || out_b <= 0.0);
        let Some(relation) = V::relation(pair.a.placed(), pair.b.placed()) else {
            declined += 1;
            continue;
        };
        let expected = match (out_a <= 0.0, out_b <= 0.0) {
            (true, false) => Relation::AInB,
            (false, true) => Relation::BInA,
            _ => Relation::Overlapping,
        };
        assert_eq!(relation, expected, "{out_a} {out_b} {pair:?}");
        assert_eq!(
            V::relation(pair.b.placed(), pair.a.placed()),
            Some(relation.mirrored())
        );
    }
    within.check("nested pairs");
    assert!(declined < 40, "declined {declined}");
}

/// Every contact of a manifold keeps its promises.
fn contacts_are_right<V: TestSpace + Space2 + Floats>(seed: u64) {
    let mut random = Random::new(seed);
    let (mut hits, mut twos) = (Hits::default(), 0);
    for _ in 0..2000 {
        let pair = generate::core_pair::<V>(&mut random);
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let size = size(&pair);
        let close = tolerance::<V>() * size;
        let margin = if random.one_in(2) {
            0.0
        } else {
            random.between(0.0, 0.3)
        };
        let Some(c) = V::clearance(a, b) else { continue };
        let manifold = manifold(a, b, V::Scalar::lit(margin)).unwrap();
        let contacts = manifold.contacts();
        hits.count(!contacts.is_empty());
        twos += usize::from(contacts.len() == 2);
        assert_eq!(
            contacts.is_empty(),
            c.distance > V::Scalar::lit(margin),
            "{pair:?}"
        );
        assert!(contacts.len() <= 2);
        // Without contacts, any axis that separates the two by more than the margin.
        assert!(
            !contacts.is_empty() || gap_along(&pair, manifold.normal) > margin - close,
            "{pair:?}"
        );
        assert!(contacts.is_empty() || manifold.normal == c.normal, "{pair:?}");
        let least = contacts
            .iter()
            .map(|c| c.clearance.to_f64())
            .fold(f64::INFINITY, f64::min);
        assert!(
            contacts.is_empty() || least == c.distance.to_f64(),
            "{least} {c:?} {pair:?}"
        );
        for contact in contacts {
            assert!(contact.clearance.to_f64() <= margin + close);
            let between = (contact.point_b - contact.point_a).to_double();
            let off = between - manifold.normal.to_double() * contact.clearance.to_f64();
            assert!(off.length() <= close, "{contact:?} {pair:?}");
            for (object, point) in [(&pair.a, contact.point_a), (&pair.b, contact.point_b)] {
                assert!(
                    outside(object, point) <= close,
                    "{} {contact:?} {object:?}",
                    outside(object, point)
                );
            }
        }
    }
    hits.check("manifolds");
    assert!(twos > 200, "{twos} with two contacts");
}

/// Two boxes on top of each other, turned together: the contacts are the ends of what the two faces share.
fn faces_share_an_interval<V: TestSpace + Space2 + Floats>(seed: u64) {
    let mut random = Random::new(seed);
    let close = tolerance::<V>() * 16.0;
    for _ in 0..500 {
        let mut number = |low, high| V::Scalar::lit(random.between(low, high));
        let (wide, other) = (number(0.5, 2.0), number(0.5, 2.0));
        let shift = number(-0.9, 0.9) * (wide + other);
        let gap = number(-0.2, 0.2);
        let rotation = V::any_rotation(&mut random);
        let [lower, upper] = [wide, other].map(|w| V::cuboid(V::new(w, V::Scalar::ONE)).unwrap());
        let axes = Pose::IDENTITY.turned(rotation).unwrap().frame();
        let at = axes.direction(V::new(shift, V::Scalar::TWO + gap));
        let (pose_a, pose_b) = (
            Pose::IDENTITY.turned(rotation).unwrap(),
            Pose::new(at, rotation).unwrap(),
        );
        let (a, b) = (Placed::new(&lower, &pose_a), Placed::new(&upper, &pose_b));
        let margin = V::Scalar::lit(0.25);
        let manifold = manifold(a, b, margin).unwrap();
        let [left, right] = [(-wide).max(shift - other), wide.min(shift + other)];
        // Otherwise the shortest way out, or the closest points, may be sideways.
        if (right - left).to_f64() < 0.3 {
            continue;
        }
        let mut found: Vec<f64> = manifold
            .contacts()
            .iter()
            .map(|c| axes.local_direction(c.point_a).x().to_f64())
            .collect();
        found.sort_by(f64::total_cmp);
        assert_eq!(found.len(), 2);
        assert!(
            (found[0] - left.to_f64()).abs() < close && (found[1] - right.to_f64()).abs() < close,
            "{found:?}"
        );
        let features: Vec<_> = manifold.contacts().iter().map(|c| c.feature).collect();
        assert_ne!(features[0], features[1]);
    }
}

#[test]
fn an_upright_capsule_stands_on_one_point() {
    let floor = Shape2::cuboid(DVec2::new(2.0, 1.0)).unwrap();
    for ends in [
        [DVec2::ZERO, DVec2::new(0.0, 2.0)],
        [DVec2::new(0.0, 2.0), DVec2::ZERO],
    ] {
        let capsule = Shape2::capsule(ends[0], ends[1], 0.5).unwrap();
        let above = Pose::at(DVec2::new(1.0, 1.5)).unwrap();
        let (a, b) = (
            Placed::new(&floor, &Pose::IDENTITY),
            Placed::new(&capsule, &above),
        );
        let manifold = manifold(a, b, 0.0).unwrap();
        let [contact] = manifold.contacts() else {
            panic!("{manifold:?}")
        };
        assert_eq!((contact.clearance, contact.point_a), (0.0, DVec2::new(1.0, 1.0)));
        assert_eq!(contact.point_b, contact.point_a);
    }
}
#[test]
fn a_floor_touches_the_ends_of_a_face() {
    let floor = Shape2::half_space(DVec2::new(0.0, 2.0), 2.0).unwrap();
    let cuboid = Shape2::cuboid(DVec2::new(0.5, 1.0)).unwrap();
    let above = Pose::at(DVec2::new(3.0, 2.0)).unwrap();
    let (a, b) = (Placed::new(&floor, &Pose::IDENTITY), Placed::new(&cuboid, &above));
    let manifold = manifold(a, b, 0.0).unwrap();
    let mut x: Vec<f64> = manifold.contacts().iter().map(|c| c.point_b.x).collect();
    x.sort_by(f64::total_cmp);
    assert_eq!(x, [2.5, 3.5]);
    assert!(
        manifold
            .contacts()
            .iter()
            .all(|c| c.clearance == 0.0 && c.point_a.y == 1.0)
    );
}
#[test]
fn bits_follow_mirrors_and_powers_of_two() {
    bits_follow::<Vec2>(3);
    bits_follow::<DVec2>(4);
}
#[test]
fn containment_is_right() {
    relations_are_right::<Vec2>(5);
    relations_are_right::<DVec2>(6);
}
#[test]
fn contacts_keep_their_promises() {
    contacts_are_right::<Vec2>(7);
    contacts_are_right::<DVec2>(8);
}
#[test]
fn two_faces_meet_in_two_contacts() {
    faces_share_an_interval::<Vec2>(9);
    faces_share_an_interval::<DVec2>(10);
}
#[test]
fn single_precision_answers_are_right() {
    answers_are_right::<Vec2>(1);
}
#[test]
fn double_precision_answers_are_right() {
    answers_are_right::<DVec2>(2);
}
