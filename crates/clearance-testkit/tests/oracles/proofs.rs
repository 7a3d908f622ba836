//! Answers for every kind of pair at every scale pass the check, and fail it when any part of them is changed
//! by more than its error bound.
//!
//! More cases: `CASES=5000 cargo test --release -p clearance-testkit --test oracles proofs`.

use clearance::math::{Pose, Real};
use clearance::pair::{
    Clearance, DepthKind, Flaw, Shown, Verified, prove, verify, verify_manifold, verify_proof,
    verify_relation,
};
use clearance::{Placed, Relation, clearance, manifold, relation};
use clearance_testkit::{
    Hits, Object, Pair, Random, TestSpace, for_each_space, generate, lattice, tolerance,
};

fn cases() -> usize {
    let given = std::env::var("CASES").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(72)
}

/// Pairs of all kinds, also on a grid, at three scales, with their answers; only those that have one.
fn pairs<V: TestSpace>(seed: u64) -> impl Iterator<Item = (Pair<V>, Clearance<V>)> {
    let mut random = Random::new(seed);
    (0..cases()).filter_map(move |case| {
        let mut object = |reach| Object {
            shape: generate::any::<V>(&mut random, 1),
            pose: generate::pose(&mut random, reach),
        };
        let mut pair = Pair {
            a: object(0.25),
            b: object(1.6),
        };
        if case % 4 == 3 {
            pair = lattice::pair::<V>(&mut random);
        }
        if case % 3 == 2 {
            pair = generate::enlarged(&pair, *random.pick(&[-20, 20]));
        }
        let answer = clearance(pair.a.placed(), pair.b.placed()).ok()?;
        Some((pair, answer))
    })
}

/// How the answer was shown, or the flaw.
fn check<V: TestSpace>(answer: &Clearance<V>, pair: &Pair<V>) -> Result<Verified, Flaw> {
    verify(answer, pair.a.placed(), pair.b.placed())
}

fn answers_pass<V: TestSpace>() {
    let (mut hits, mut open) = (Hits::default(), 0);
    let margin = generate::scalar::<V>(0.1);
    for (pair, answer) in pairs::<V>(81) {
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let verified = check(&answer, &pair);
        let Ok(shown) = verified else {
            panic!("{verified:?}, {answer:?}, {pair:?}");
        };
        assert_eq!(shown.shortest.is_none(), answer.depth_kind == DepthKind::Local);
        open += usize::from(!shown.is_proven());
        assert!(
            answer.distance <= Real::ZERO || shown.is_proven(),
            "{shown:?}, {answer:?}, {pair:?}"
        );

        let (contacts, known) = (manifold(a, b, margin).unwrap(), relation(a, b));
        let of_contacts = verify_manifold(&contacts, margin, a, b);
        assert!(of_contacts.is_ok(), "{of_contacts:?}, {contacts:?}, {pair:?}");
        let proof = prove(a, b).unwrap();
        assert!(verify_proof(&proof, a, b).is_ok(), "{pair:?}");
        assert!(verify_relation(known, a, b).is_ok(), "{pair:?}");
        let other = if known == Relation::Touching {
            Relation::Equal
        } else {
            Relation::Touching
        };
        assert_eq!(verify_relation(other, a, b), Err(Flaw::WrongSign), "{pair:?}");
        hits.count(known.intersects());
    }
    hits.check("pairs of all kinds");
    // Touching parts, depths of solids in space, and about one in a hundred of curved shapes.
    assert!(open * 3 < cases(), "{open} not proven");
}

/// Changes to one answer, each larger than the error bound, that are wrong for any shapes.
fn changes<V: TestSpace>(c: Clearance<V>, bound: f64, across: V) -> Vec<(&'static str, Clearance<V>)> {
    let step = generate::scalar::<V>(3.0 * bound);
    // In single precision the bound is 4e-5 of the size.
    let size = bound / tolerance::<V>() / 4.0;
    let tilt = if tolerance::<V>() < 1e-10 { 1e-6 } else { 1e-2 };
    let aside = generate::scalar::<V>(tilt * size);
    let turned = (c.normal + across * generate::scalar::<V>(tilt))
        .normalized()
        .unwrap();
    let kind = match c.depth_kind {
        DepthKind::Exact => DepthKind::Local,
        DepthKind::Local => DepthKind::Exact,
    };
    let nan = generate::scalar::<V>(f64::NAN);
    let (n, a, b, d) = (c.normal, c.point_a, c.point_b, c.distance);
    let mut all = vec![
        (
            "longer",
            Clearance {
                distance: d + step,
                ..c
            },
        ),
        (
            "shorter",
            Clearance {
                distance: d - step,
                ..c
            },
        ),
        (
            "longer, B's point moved",
            Clearance {
                distance: d + step,
                point_b: b + n * step,
                ..c
            },
        ),
        (
            "shorter, B's point moved",
            Clearance {
                distance: d - step,
                point_b: b - n * step,
                ..c
            },
        ),
        (
            "longer, A's point moved",
            Clearance {
                distance: d + step,
                point_a: a - n * step,
                ..c
            },
        ),
        (
            "shorter, A's point moved",
            Clearance {
                distance: d - step,
                point_a: a + n * step,
                ..c
            },
        ),
        (
            "normal longer",
            Clearance {
                normal: n * generate::scalar::<V>(1.0 + tilt),
                ..c
            },
        ),
        ("normal of no number", Clearance { normal: n * nan, ..c }),
        (
            "A's point aside",
            Clearance {
                point_a: a + across * aside,
                ..c
            },
        ),
        (
            "B's point aside",
            Clearance {
                point_b: b + across * aside,
                ..c
            },
        ),
        (
            "both points ahead",
            Clearance {
                point_a: a + n * aside,
                point_b: b + n * aside,
                ..c
            },
        ),
        (
            "both points back",
            Clearance {
                point_a: a - n * aside,
                point_b: b - n * aside,
                ..c
            },
        ),
        (
            "a point of no number",
            Clearance {
                point_a: a * nan,
                ..c
            },
        ),
        (
            "the other kind of depth",
            Clearance {
                depth_kind: kind,
                ..c
            },
        ),
    ];
    if d.abs() > step {
        let half = generate::scalar::<V>(0.5);
        all.extend([
            ("other sign", Clearance { distance: -d, ..c }),
            (
                "other sign, points swapped",
                Clearance {
                    distance: -d,
                    point_a: b,
                    point_b: a,
                    ..c
                },
            ),
            ("normal turned round", Clearance { normal: -n, ..c }),
            (
                "normal and sign",
                Clearance {
                    normal: -n,
                    distance: -d,
                    ..c
                },
            ),
            (
                "points swapped",
                Clearance {
                    point_a: b,
                    point_b: a,
                    ..c
                },
            ),
            (
                "half as far",
                Clearance {
                    distance: d * half,
                    point_b: a.midpoint(b),
                    ..c
                },
            ),
            ("normal tilted", Clearance { normal: turned, ..c }),
        ]);
    }
    all
}

fn changed_answers_fail<V: TestSpace>() {
    let mut random = Random::new(82);
    let (mut tilted, mut passed) = (0, 0);
    for (pair, answer) in pairs::<V>(83) {
        let bound = check(&answer, &pair).unwrap().bound;
        let aside = random.direction::<V>();
        let Some(across) = (aside - answer.normal * aside.dot(answer.normal)).normalized() else {
            continue;
        };
        for (change, changed) in changes(answer, bound, across) {
            let found = check(&changed, &pair);
            assert!(
                found.is_err(),
                "{change}: {found:?}, {changed:?}, {answer:?}, {pair:?}"
            );
        }
        // A tilted normal with the point that fits it: right where many directions are, as for a point inside
        // a ball.
        let tilt = generate::scalar::<V>(if tolerance::<V>() < 1e-10 { 1e-6 } else { 1e-2 });
        let normal = (answer.normal + across * tilt).normalized().unwrap();
        for changed in [
            Clearance {
                normal,
                point_b: answer.point_a + normal * answer.distance,
                ..answer
            },
            Clearance {
                normal,
                point_a: answer.point_b - normal * answer.distance,
                ..answer
            },
        ] {
            if answer.distance.abs().to_f64() > bound {
                tilted += 1;
                passed += usize::from(check(&changed, &pair).is_ok());
            }
        }
    }
    assert!(tilted > cases() && passed * 50 < tilted, "{passed} of {tilted}");
}

for_each_space!(answers_pass, changed_answers_fail);

mod solids {
    use super::*;
    use clearance::d3::Shape;
    use clearance::glam::DVec3;

    /// A tetrahedron with a dent in its largest face, of this size.
    fn dented(size: f64) -> Shape<DVec3> {
        let corners = [
            DVec3::ZERO,
            DVec3::X * 4.0,
            DVec3::Y * 4.0,
            DVec3::Z * 4.0,
            DVec3::splat(0.5),
        ];
        let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 4], [2, 3, 4], [3, 1, 4]];
        Shape::mesh(corners.map(|c| c * size).to_vec(), triangles).unwrap()
    }

    fn at(x: f64, y: f64, z: f64) -> Pose<DVec3> {
        Pose::at(DVec3::new(x, y, z)).unwrap()
    }

    /// `verify` compared the numbers only with each other, and `prove` refused.
    #[test]
    fn a_mesh_and_a_ball_apart() {
        let (mesh, ball) = (dented(1.0), Shape::sphere(0.5).unwrap());
        let (here, there) = (Pose::IDENTITY, at(-8.5, 1.0, 1.0));
        let (a, b) = (Placed::new(&mesh, &here), Placed::new(&ball, &there));
        let right = clearance(a, b).unwrap();
        assert_eq!(right.distance, 8.0);
        assert!(verify(&right, a, b).unwrap().is_proven());
        for distance in [1.0, -1.0] {
            let point_b = right.point_a + right.normal * distance;
            let depth_kind = if distance < 0.0 {
                DepthKind::Local
            } else {
                DepthKind::Exact
            };
            let claimed = Clearance {
                distance,
                point_b,
                depth_kind,
                ..right
            };
            assert!(verify(&claimed, a, b).is_err(), "{claimed:?}");
        }
        assert_eq!(verify_proof(&prove(a, b).unwrap(), a, b), Ok(Shown::Exactly));
    }

    /// Their borders are apart by the claimed distance, but one contains the other.
    #[test]
    fn what_is_within_is_not_apart() {
        let (outer, inner, ball) = (dented(1.0), dented(0.05), Shape::sphere(0.05).unwrap());
        let (here, there) = (Pose::IDENTITY, at(0.2, 0.25, 0.3));
        for (within, nearest) in [(&inner, 0.2), (&ball, 0.15)] {
            let (a, b) = (Placed::new(&outer, &here), Placed::new(within, &there));
            assert_eq!(relation(a, b), Relation::BInA);
            let point_b = DVec3::new(nearest, 0.25, 0.3);
            let claimed = Clearance {
                distance: nearest,
                normal: DVec3::X,
                point_a: point_b.with_x(0.0),
                point_b,
                depth_kind: DepthKind::Exact,
            };
            assert_eq!(verify(&claimed, a, b), Err(Flaw::WrongSign));
            assert_eq!(verify(&claimed.mirrored(), b, a), Err(Flaw::WrongSign));
        }
    }

    /// True for the two parts that it names, but a third part is nearer.
    #[test]
    fn nobody_is_left_out() {
        let (cube, ball) = (Shape::cuboid(DVec3::ONE).unwrap(), Shape::sphere(0.5).unwrap());
        let pair =
            Shape::compound(vec![(cube.clone(), at(0.0, 0.0, 0.0)), (cube, at(6.0, 0.0, 0.0))]).unwrap();
        let (here, there) = (Pose::IDENTITY, at(3.5, 0.0, 0.0));
        let (a, b) = (Placed::new(&pair, &here), Placed::new(&ball, &there));
        assert_eq!(clearance(a, b).unwrap().distance, 1.0);
        let claimed = Clearance {
            distance: 2.0,
            normal: DVec3::X,
            point_a: DVec3::X,
            point_b: DVec3::X * 3.0,
            depth_kind: DepthKind::Exact,
        };
        assert_eq!(verify(&claimed, a, b), Err(Flaw::NotShortest));
    }

    /// True for the two parts that it names, but another part is deeper.
    #[test]
    fn the_deepest_part_counts() {
        let (cube, ball) = (Shape::cuboid(DVec3::ONE).unwrap(), Shape::sphere(0.5).unwrap());
        let pair =
            Shape::compound(vec![(cube.clone(), at(0.0, 0.0, 0.0)), (cube, at(2.0, 0.0, 0.0))]).unwrap();
        let (here, there) = (Pose::IDENTITY, at(1.1, 0.0, 0.0));
        let (a, b) = (Placed::new(&pair, &here), Placed::new(&ball, &there));
        assert!(verify(&clearance(a, b).unwrap(), a, b).unwrap().is_proven());
        let claimed = Clearance {
            distance: -0.4,
            normal: DVec3::X,
            point_a: DVec3::X,
            point_b: DVec3::X * 0.6,
            depth_kind: DepthKind::Local,
        };
        assert_eq!(verify(&claimed, a, b), Err(Flaw::NotDeepest));
    }

    /// A way out that the borders agree with, but not the shortest.
    #[test]
    fn a_longer_way_out_is_no_answer() {
        let barrel = Shape::cylinder(2.0, 0.5).unwrap();
        let cube = Shape::cuboid(DVec3::splat(0.25)).unwrap();
        let (here, there) = (Pose::IDENTITY, at(0.125, 0.0, 0.0));
        for a in [&barrel, &Shape::cuboid(DVec3::new(0.5, 2.0, 0.5)).unwrap()] {
            let (a, b) = (Placed::new(a, &here), Placed::new(&cube, &there));
            assert_eq!(clearance(a, b).unwrap().distance, -0.625);
            let claimed = Clearance {
                distance: -2.25,
                normal: DVec3::Y,
                point_a: DVec3::new(0.125, 2.0, 0.0),
                point_b: DVec3::new(0.125, -0.25, 0.0),
                depth_kind: DepthKind::Exact,
            };
            assert_eq!(verify(&claimed, a, b), Err(Flaw::NotShortest));
        }
    }

    /// A contact outside the shapes, one too many, and none where there are some.
    #[test]
    fn changed_contacts() {
        let cube = Shape::cuboid(DVec3::ONE).unwrap();
        let (here, there) = (Pose::IDENTITY, at(0.5, 1.75, 0.5));
        let (a, b) = (Placed::new(&cube, &here), Placed::new(&cube, &there));
        let right = manifold(a, b, 0.0).unwrap();
        assert!(verify_manifold(&right, 0.0, a, b).unwrap().is_proven());
        let changed = |change: &dyn Fn(usize, &mut clearance::pair::Contact<DVec3>)| {
            let mut all = clearance::pair::Manifold::new(right.normal);
            for (i, mut contact) in right.contacts().iter().copied().enumerate() {
                change(i, &mut contact);
                all.push(contact);
            }
            verify_manifold(&all, 0.0, a, b).unwrap_err()
        };
        assert_eq!(
            changed(&|i, c| if i == 2 {
                c.clearance -= 1e-6
            }),
            Flaw::PointsDisagree
        );
        let aside = DVec3::X * 2.0;
        assert_eq!(
            changed(&|i, c| if i == 3 {
                (c.point_a, c.point_b) = (c.point_a + aside, c.point_b + aside)
            }),
            Flaw::PointAOutside
        );
        assert_eq!(
            changed(&|_, c| (c.clearance, c.point_b) = (-0.125, c.point_a - right.normal * 0.125)),
            Flaw::NotParting
        );
        let none = clearance::pair::Manifold::new(right.normal);
        assert_eq!(verify_manifold(&none, 0.0, a, b), Err(Flaw::WrongContacts));
        assert_eq!(
            verify_manifold(&right, 0.0, a, Placed::new(&cube, &at(0.5, 2.75, 0.5))),
            Err(Flaw::PointBOutside)
        );
    }
}
