//! Answers for every kind of pair at every scale pass the check, and fail it when any part of them is changed
//! by more than its error bound.
//!
//! More cases: `CASES=5000 cargo test --release -p clearance-testkit --test oracles proofs`.

mod solids;

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
