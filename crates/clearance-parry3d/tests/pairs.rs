//! Intersection, distance, contact and closest points of all pairs of kinds, beside parry's own answers.
//! Where they differ, the judge is neither of the two: for convex shapes the signed distance is the greatest
//! gap along any direction, and a gap is two support points.

mod kinds;

#[cfg(feature = "dim2")]
use clearance_parry2d::ClearanceDispatcher;
#[cfg(feature = "dim3")]
use clearance_parry3d::ClearanceDispatcher;
use clearance_testkit::{Hits, Random};
use kinds::{CONVEX, OTHERS, for_each_two_parts, gap, outside};
use parry::math::{Pose, Real, Vector};
use parry::query::{ClosestPoints, Contact, DefaultQueryDispatcher, QueryDispatcher};
use parry::shape::Shape;

/// Numbers are about 1, and both libraries answer in single precision: a hundred roundings.
const ROUNDING: Real = 1e-5;
/// Cases for each two kinds.
const CASES: usize = 40;

/// How often parry's answer was the worse one.
#[derive(Default)]
struct Tally {
    pairs: usize,
    wrong_side: usize,
    not_the_nearest: usize,
}

fn contact(asked: &dyn QueryDispatcher, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Option<Contact> {
    asked.contact(pos12, g1, g2, 100.0).expect("all kinds are known")
}

#[test]
fn convex_shapes() {
    let (mut random, mut tally) = (Random::new(27), Tally::default());
    let mut hits = Hits::default();
    for (name1, make1) in CONVEX {
        for (name2, make2) in CONVEX {
            for _ in 0..CASES {
                let (g1, g2) = (make1(&mut random), make2(&mut random));
                let pos12 = kinds::pose(&mut random, REACH);
                let case = format!("{name1} and {name2}: {pos12:?}");
                hits.count(convex_pair(&pos12, &*g1, &*g2, &case, &mut tally));
            }
        }
    }
    hits.check("convex pairs");
    println!(
        "of {} pairs parry's is not the nearest {}, and on the wrong side of touching {} times",
        tally.pairs, tally.not_the_nearest, tally.wrong_side
    );
}

/// How far shapes are moved apart, so that about half of them meet.
#[cfg(feature = "dim2")]
const REACH: f64 = 1.9;
#[cfg(feature = "dim3")]
const REACH: f64 = 1.4;

fn convex_pair(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, case: &str, tally: &mut Tally) -> bool {
    let ours = contact(&ClearanceDispatcher, pos12, g1, g2).expect("within 100");
    let along = gap(pos12, g1, g2, ours.normal1);
    assert!(
        (ours.dist - along).abs() <= ROUNDING,
        "{case}: {} is not the gap {along}",
        ours.dist
    );
    let moved = pos12 * ours.point2 - ours.point1;
    assert!(
        (moved - ours.normal1 * ours.dist).length() <= ROUNDING,
        "{case}: points are not along the normal"
    );
    assert!(
        (pos12.rotation * ours.normal2 + ours.normal1).length() <= ROUNDING,
        "{case}: normals differ"
    );
    let out = outside(g1, ours.point1).max(outside(g2, ours.point2));
    assert!(
        out <= 10.0 * ROUNDING,
        "{case}: a point is {out} outside of its shape"
    );

    let meets = ClearanceDispatcher
        .intersection_test(pos12, g1, g2)
        .unwrap()
        .intersecting;
    assert!(
        meets == (ours.dist <= 0.0) || ours.dist.abs() <= ROUNDING,
        "{case}: {meets} at {}",
        ours.dist
    );
    let distance = ClearanceDispatcher.distance(pos12, g1, g2).unwrap().distance;
    assert!(
        (distance - ours.dist.max(0.0)).abs() <= ROUNDING,
        "{case}: {distance} and {}",
        ours.dist
    );
    closest(pos12, g1, g2, &ours, case);

    // Whoever has the greater gap is right, and that must be us.
    tally.pairs += 1;
    if let Some(theirs) = contact(&DefaultQueryDispatcher, pos12, g1, g2) {
        let best = gap(pos12, g1, g2, theirs.normal1);
        assert!(
            best <= ours.dist + 2.0 * ROUNDING || best.is_nan(),
            "{case}: {best} is more than {}",
            ours.dist
        );
        tally.not_the_nearest += usize::from((theirs.dist - ours.dist).abs() > 1e-3);
    }
    let theirs = DefaultQueryDispatcher
        .intersection_test(pos12, g1, g2)
        .unwrap()
        .intersecting;
    tally.wrong_side += usize::from(theirs != meets && ours.dist.abs() > 10.0 * ROUNDING);
    meets
}

fn closest(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, contact: &Contact, case: &str) {
    for within in [0.0, 0.25, 100.0] {
        match ClearanceDispatcher.closest_points(pos12, g1, g2, within).unwrap() {
            ClosestPoints::Intersecting => assert!(contact.dist <= 0.0, "{case}"),
            ClosestPoints::Disjoint => assert!(contact.dist + ROUNDING > within, "{case}"),
            ClosestPoints::WithinMargin(p1, p2) => {
                assert!(contact.dist > 0.0 && contact.dist <= within + ROUNDING, "{case}");
                assert_eq!((p1, p2), (contact.point1, contact.point2), "{case}");
            }
        }
        let found = ClearanceDispatcher.contact(pos12, g1, g2, within).unwrap();
        assert_eq!(found.is_some(), contact.dist <= within, "{case}: within {within}");
    }
}

#[test]
fn half_spaces() {
    let (mut random, mut hits) = (Random::new(28), Hits::default());
    for (name, make) in CONVEX {
        for _ in 0..4 * CASES {
            let (flat, g2) = (OTHERS[0].1(&mut random), make(&mut random));
            let pos12 = kinds::pose(&mut random, 2.0 * REACH);
            let normal = flat.as_halfspace().unwrap().normal;
            let lowest = g2
                .as_support_map()
                .unwrap()
                .local_support_point(pos12.rotation.inverse() * -normal);
            let height = (pos12 * lowest).dot(normal);
            let ours = contact(&ClearanceDispatcher, &pos12, &*flat, &*g2).unwrap();
            assert!(
                (ours.dist - height).abs() <= ROUNDING,
                "{name}: {} and {height}",
                ours.dist
            );
            assert!((ours.normal1 - normal).length() <= ROUNDING, "{name}");
            let back = contact(&ClearanceDispatcher, &pos12.inverse(), &*g2, &*flat).unwrap();
            assert!(
                (back.dist - height).abs() <= ROUNDING,
                "{name}, the other way round"
            );
            hits.count(
                ClearanceDispatcher
                    .intersection_test(&pos12, &*flat, &*g2)
                    .unwrap()
                    .intersecting,
            );
        }
    }
    hits.check("half-spaces");
}

/// A shape with parts is asked about as often as without a tree: part by part.
#[test]
fn shapes_made_of_parts() {
    let (mut random, mut hits) = (Random::new(29), Hits::default());
    for (name1, make1) in OTHERS {
        for (name2, make2) in CONVEX.iter().chain(OTHERS) {
            let both_fields = (*name1, *name2) == ("height field", "height field");
            if (*name1, *name2) == ("half-space", "half-space") || both_fields {
                continue;
            }
            for _ in 0..CASES / 2 {
                let (g1, g2) = (make1(&mut random), make2(&mut random));
                let pos12 = kinds::pose(&mut random, 1.5 * REACH);
                let case = format!("{name1} and {name2}: {pos12:?}");
                hits.count(with_parts(&pos12, &*g1, &*g2, &case));
                with_parts(&pos12.inverse(), &*g2, &*g1, &case);
            }
        }
    }
    hits.check("shapes made of parts");
}

fn with_parts(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, case: &str) -> bool {
    let (mut nearest, mut meets) = (Real::MAX, false);
    for_each_two_parts(pos12, g1, g2, &mut |pos12, part1, part2| {
        let c = contact(&ClearanceDispatcher, pos12, part1, part2).expect("within 100");
        nearest = nearest.min(c.dist);
        meets |= c.dist <= 0.0;
    });
    let clear = nearest.abs() > 10.0 * ROUNDING;
    let asked = ClearanceDispatcher;
    if let Ok(found) = asked.intersection_test(pos12, g1, g2) {
        assert!(
            found.intersecting == meets || !clear,
            "{case}: {meets} at {nearest}"
        );
    } else {
        panic!("{case}: not answered");
    }
    // parry has no distance and no closest points of a height field.
    if g1.as_heightfield().is_none() && g2.as_heightfield().is_none() {
        let distance = asked.distance(pos12, g1, g2).unwrap().distance;
        assert!(
            (distance - nearest.max(0.0)).abs() <= 10.0 * ROUNDING,
            "{case}: {distance} and {nearest}"
        );
        let points = asked.closest_points(pos12, g1, g2, 0.5).unwrap();
        match points {
            ClosestPoints::Intersecting => assert!(nearest <= ROUNDING, "{case}"),
            ClosestPoints::Disjoint => assert!(nearest >= 0.5 - 10.0 * ROUNDING, "{case}: {nearest}"),
            ClosestPoints::WithinMargin(p1, p2) => {
                let apart: Vector = pos12 * p2 - p1;
                assert!(
                    (apart.length() - nearest).abs() <= 10.0 * ROUNDING,
                    "{case}: {nearest}"
                );
            }
        }
    }
    let found = asked.contact(pos12, g1, g2, 0.25).unwrap();
    match found {
        Some(c) => assert!(
            (c.dist - nearest).abs() <= 10.0 * ROUNDING,
            "{case}: {} and {nearest}",
            c.dist
        ),
        None => assert!(nearest >= 0.25 - 10.0 * ROUNDING, "{case}: {nearest}"),
    }
    meets
}

#[test]
fn what_is_not_mapped_is_asked_of_the_next() {
    use parry::shape::{Ball, Compound, SharedShape, Voxels};
    let ball = Ball::new(1.0);
    let voxels = SharedShape::new(Voxels::new(Vector::ONE, &[parry::math::IVector::ZERO]));
    let with_voxels = Compound::new(vec![(Pose::IDENTITY, voxels.clone())]);
    let chain = ClearanceDispatcher.chain(DefaultQueryDispatcher);
    for shape in [&*voxels, &with_voxels as &dyn Shape] {
        assert!(
            ClearanceDispatcher
                .intersection_test(&Pose::IDENTITY, shape, &ball)
                .is_err()
        );
        assert!(
            chain
                .intersection_test(&Pose::IDENTITY, shape, &ball)
                .unwrap()
                .intersecting
        );
    }
    for bad in [Ball::new(Real::NAN), Ball::new(-1.0), Ball::new(Real::INFINITY)] {
        assert!(
            ClearanceDispatcher
                .distance(&Pose::IDENTITY, &bad, &ball)
                .is_err()
        );
    }
    let nowhere = Pose::from_translation(Vector::splat(Real::NAN));
    assert!(ClearanceDispatcher.contact(&nowhere, &ball, &ball, 0.0).is_err());
}
