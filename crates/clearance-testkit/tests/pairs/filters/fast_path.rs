//! The fast paths for two shapes of one kind, compared with the slow oracle. Some of the random pairs are
//! aligned or touch, and each pair is also asked about at many scales.

use clearance::Clearance;
use clearance::math::{Pose, Real};
use clearance::pair::question::{ClearanceQuestion, DistanceQuestion, IntersectsQuestion, ManifoldQuestion};
use clearance::pair::{Manifold, PairSpace};
use clearance_testkit::{Hits, Object, Pair, Random, TestSpace, for_each_space, generate, oracle};

/// Which kind of shape is asked about.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Box,
    Polygon,
    Ball,
    Capsule,
}

fn shape<V: TestSpace>(random: &mut Random, kind: Kind, aligned: bool) -> V::Shape {
    let size = |random: &mut Random| generate::scalar::<V>(random.between(0.25, 1.0));
    let end = |random: &mut Random| {
        if aligned {
            random.grid::<V>(1)
        } else {
            random.vector(1.0)
        }
    };
    match kind {
        Kind::Box if aligned => V::cuboid(V::splat(Real::HALF)).unwrap(),
        Kind::Box => V::cuboid(V::from_fn(|_| size(random))).unwrap(),
        Kind::Ball => V::ball(size(random)).unwrap(),
        Kind::Capsule => V::capsule(end(random), end(random), size(random) * V::Scalar::HALF).unwrap(),
        Kind::Polygon => {
            let corners: Vec<V> = (0..random.count(3, 14)).map(|_| end(random)).collect();
            V::convex(&corners).unwrap()
        }
    }
}

fn pair<V: TestSpace>(random: &mut Random, kind: Kind) -> Pair<V> {
    let aligned = random.one_in(4);
    let reach = if V::DIM == 2 { 1.6 } else { 1.5 };
    let mut object = |reach: f64| Object {
        shape: shape::<V>(random, kind, aligned),
        pose: if aligned {
            Pose::at(random.grid::<V>(2) * V::Scalar::HALF).unwrap()
        } else {
            generate::pose(random, reach)
        },
    };
    Pair {
        a: object(0.2),
        b: object(reach),
    }
}

/// The questions that were declined, and what to check of a pair.
struct Asked<'p, V: TestSpace> {
    pair: &'p Pair<V>,
    truth: f64,
    /// The tolerance, and the tolerance at size 1.
    close: f64,
    relative: f64,
}

impl<V: TestSpace + PairSpace> Asked<'_, V> {
    /// Whether every question had an answer; each that had, a right one.
    fn check(&self, kind: Kind) -> bool {
        let (a, b) = (self.pair.a.placed(), self.pair.b.placed());
        let meet = V::fast_path(IntersectsQuestion, &a, &b);
        assert!(
            meet.is_none_or(|meet| meet == (self.truth <= 0.0)),
            "{meet:?} {}",
            self.about()
        );
        let distance = V::fast_path(DistanceQuestion, &a, &b);
        let off = distance.map_or(0.0, |d| (d.to_f64() - self.truth.max(0.0)).abs());
        assert!(off <= self.close, "{distance:?} {}", self.about());
        let clearance = V::fast_path(ClearanceQuestion, &a, &b).and_then(Result::ok);
        if let Some(c) = clearance {
            self.check_clearance(&c);
        }
        let margin = generate::scalar::<V>(0.125);
        let manifold = V::fast_path(ManifoldQuestion::new(margin).unwrap(), &a, &b).and_then(Result::ok);
        // Two capsules of space are found in another way for a manifold.
        let allowed = if V::DIM == 3 && kind == Kind::Capsule {
            self.close
        } else {
            0.0
        };
        if let (Some(manifold), Some(c)) = (&manifold, clearance) {
            self.check_manifold(manifold, &c, margin.to_f64(), allowed);
        }
        let asked_of = V::DIM == 2 || kind == Kind::Ball;
        meet.is_some() && distance.is_some() && clearance.is_some() && (manifold.is_some() || !asked_of)
    }
    fn check_clearance(&self, c: &Clearance<V>) {
        assert!(
            (c.distance.to_f64() - self.truth).abs() <= self.close,
            "{c:?} {}",
            self.about()
        );
        assert_eq!(c.distance > Real::ZERO, self.truth > 0.0);
        assert!((c.normal.length().to_f64() - 1.0).abs() <= self.relative, "{c:?}");
        let off = c.point_b - c.point_a - c.normal * c.distance;
        assert!(off.length().to_f64() <= self.close, "{c:?} {}", self.about());
        self.check_points(c.point_a, c.point_b);
        let moved = self.pair.b.moved(-c.normal * c.distance);
        let rest = oracle::distance(&Pair {
            a: self.pair.a.clone(),
            b: moved,
        });
        assert!(rest.abs() <= self.close, "{rest} {c:?} {}", self.about());
        let mirrored = V::fast_path(ClearanceQuestion, &self.pair.b.placed(), &self.pair.a.placed())
            .and_then(Result::ok);
        // Of two that are the same, none is A.
        let same = self.pair.a.pose == self.pair.b.pose;
        assert!(same || mirrored == Some(c.mirrored()), "{c:?} {}", self.about());
    }
    fn check_points(&self, point_a: V, point_b: V) {
        for (object, point) in [(&self.pair.a, point_a), (&self.pair.b, point_b)] {
            let point = Object {
                shape: V::point(),
                pose: Pose::at(point).unwrap(),
            };
            let outside = oracle::distance(&Pair {
                a: object.clone(),
                b: point,
            });
            assert!(outside <= self.close, "{outside} {}", self.about());
        }
    }
    fn check_manifold(&self, manifold: &Manifold<V>, c: &Clearance<V>, margin: f64, allowed: f64) {
        let contacts = manifold.contacts();
        let off = (manifold.normal - c.normal).length().to_f64();
        assert!(contacts.is_empty() || off <= allowed * (self.relative / self.close));
        let near = (c.distance.to_f64() - margin).abs();
        assert!(contacts.is_empty() == (c.distance.to_f64() > margin) || near <= allowed);
        let least = contacts
            .iter()
            .map(|c| c.clearance.to_f64())
            .fold(f64::INFINITY, f64::min);
        assert!(
            contacts.is_empty() || (least - c.distance.to_f64()).abs() <= allowed,
            "{manifold:?} {}",
            self.about()
        );
        for contact in contacts {
            self.check_points(contact.point_a, contact.point_b);
            let off = contact.point_b - contact.point_a - manifold.normal * contact.clearance;
            assert!(
                off.length().to_f64() <= self.close,
                "{contact:?} {}",
                self.about()
            );
        }
    }
    fn about(&self) -> String {
        format!("{} {:?}", self.truth, self.pair)
    }
}

fn fast_paths_are_right<V: TestSpace + PairSpace>() {
    let mut random = Random::new(21);
    let close = if V::Scalar::IS_SINGLE { 1e-5 } else { 1e-12 };
    let mut hits = Hits::default();
    for kind in [Kind::Box, Kind::Polygon, Kind::Ball, Kind::Capsule] {
        let (mut unsure, count) = (0, 500);
        for _ in 0..count {
            let pair = pair::<V>(&mut random, kind);
            let truth = oracle::distance(&pair);
            let size = oracle::size(&pair);
            let unclear = truth.abs() <= 64.0 * V::Scalar::EPSILON.to_f64() * size;
            hits.count(truth <= 0.0);
            for exponent in [0, -20, 20] {
                let scale = 2.0_f64.powi(exponent);
                let asked = Asked {
                    pair: &generate::enlarged(&pair, exponent),
                    truth: truth * scale,
                    close: close * size * scale,
                    relative: close,
                };
                // Here the oracle cannot decide either.
                if !unclear && !asked.check(kind) && exponent == 0 {
                    unsure += 1;
                }
            }
        }
        // Some polygons are flat, and some capsules are parallel or cross.
        let served = V::DIM == 2 || matches!(kind, Kind::Ball | Kind::Capsule);
        assert!(!served || unsure < count / 10, "{unsure}");
    }
    hits.check("pairs of one kind");
}
for_each_space!(fast_paths_are_right);
