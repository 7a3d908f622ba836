//! Sweeps that turn, or go straight, are never late and never miss: compared with the exact relations at the
//! poses of many times, found without any sweep.
//!
//! The search computed clearances in the space's own precision at poses rounded to it, and its next step was
//! as long as the gap. The gap of an ellipsoid or a cylinder has the error of its search, and an angle of
//! thousands of radians that of its rounding, so a hull met a cylinder late by 2e-9 of their size. Here
//! everything is judged in double precision, for numbers of single precision.
//!
//! `cargo test --release -p clearance-testkit --test oracles turning:: -- --ignored` asks a hundred times as
//! many questions.

use clearance::Placed;
use clearance::cast::{Motion, Start, SweepHit, sweep};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::{Angular, Real, Rotation, ScalarOf, Space, Vector};
use clearance::pair::{clearance, intersects};
use clearance_testkit::{Hits, Pair, Random, TestSpace, generate};

type AngularOf<V> = <<V as Space>::Rotation as Rotation<V>>::Angular;

/// Times at which the two must be apart before a meeting.
const SAMPLES: usize = 32;
/// Halvings from the sample nearest to an overlap.
const HALVINGS: usize = 24;
/// Steps between a position from which B meets A and one from which it does not.
const STEPS: usize = 20;

/// How a pair is made.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Cores,
    Curved,
    Parts,
    /// A hull of many corners, or a terrain, and a curved shape.
    Large,
}

impl Kind {
    fn pair<V: TestSpace>(self, random: &mut Random) -> Pair<V> {
        match self {
            Self::Cores => generate::core_pair(random),
            Self::Curved => generate::convex_pair(random),
            Self::Large => {
                let mut pair = generate::convex_pair::<V>(random);
                pair.a.shape = if random.one_in(2) {
                    let points: Vec<V> = (0..300).map(|_| random.vector(1.0)).collect();
                    V::convex(&points).unwrap()
                } else {
                    V::special(random)
                };
                pair
            }
            Self::Parts => {
                let mut pair = generate::core_pair::<V>(random);
                pair.a.shape = match random.count(0, 2) {
                    0 => V::bracket(),
                    1 => V::special(random),
                    _ => {
                        let parts =
                            [0, 1].map(|_| (generate::core::<V>(random), generate::pose(random, 1.0)));
                        V::compound(parts.to_vec()).unwrap()
                    }
                };
                pair
            }
        }
    }
}

/// The same pair in the precision that is asked and in the precision that judges.
struct Case<S: TestSpace, D: TestSpace> {
    asked: Pair<S>,
    judged: Pair<D>,
    asked_motions: [Motion<S>; 2],
    motions: [Motion<D>; 2],
    /// Where else B may be.
    aside: D,
    scale: f64,
}

impl<S: TestSpace, D: TestSpace<Scalar = f64>> Case<S, D> {
    fn new(seed: u64, kind: Kind, turn: f64, exponent: i32) -> Self {
        let [mut one, mut other] = [Random::single(seed), Random::single(seed)];
        let asked = generate::enlarged(&kind.pair::<S>(&mut one), exponent);
        let judged = generate::enlarged(&kind.pair::<D>(&mut other), exponent);
        let scale = 2_f64.powi(exponent);
        let rates = [0, 1].map(|_| {
            // No faster than `turn`, in numbers of single precision.
            (0..3)
                .map(|_| f64::from(other.between(-turn, turn) as f32))
                .collect::<Vec<f64>>()
        });
        let way = rounded(other.vector::<D>(6.0)) * scale;
        Self {
            asked_motions: [0, 1].map(|k| motion(if k == 0 { S::ZERO } else { same(way) }, &rates[k])),
            motions: [0, 1].map(|k| motion(if k == 0 { D::ZERO } else { way }, &rates[k])),
            aside: rounded(other.direction::<D>() * 8.0) * scale,
            asked,
            judged,
            scale,
        }
    }
    /// B moved sideways by the fraction `out` from where it passes at half time.
    fn put(&mut self, out: f64) {
        let place = self.judged.a.pose.position() - self.motions[1].linear * 0.5 + self.aside * out;
        let place: D = rounded(place * (1.0 / self.scale)) * self.scale;
        self.judged.b.pose = self.judged.b.pose.moved_to(place).unwrap();
        self.asked.b.pose = self.asked.b.pose.moved_to(same(place)).unwrap();
    }
    fn ask(&self) -> Option<SweepHit<S>> {
        let [m, n] = &self.asked_motions;
        sweep(
            self.asked.a.placed(),
            m,
            self.asked.b.placed(),
            n,
            Start::Touching,
        )
        .unwrap()
    }
    /// The two shapes at a time.
    fn at<R>(&self, time: f64, question: impl FnOnce(Placed<'_, D>, Placed<'_, D>) -> R) -> R {
        let [a, b] = [
            (&self.judged.a, &self.motions[0]),
            (&self.judged.b, &self.motions[1]),
        ]
        .map(|(object, motion)| motion.at(&object.pose, time).unwrap());
        question(
            Placed::new(&self.judged.a.shape, &a),
            Placed::new(&self.judged.b.shape, &b),
        )
    }
    fn distance(&self, time: f64) -> f64 {
        self.at(time, |a, b| clearance(a, b).unwrap().distance)
    }
    /// Checks that nothing overlaps by more than rounding before the time, by a search from the nearest of
    /// several samples. Returns whether they meet.
    fn judge(&self, what: &str) -> bool {
        let hit = self.ask();
        let end = hit.map_or(1.0, |hit| hit.time.to_f64());
        let times: Vec<f64> = (0..=SAMPLES).map(|i| end * i as f64 / SAMPLES as f64).collect();
        let gaps: Vec<f64> = times.iter().map(|&time| self.distance(time)).collect();
        let nearest = (0..=SAMPLES)
            .min_by(|&i, &j| gaps[i].total_cmp(&gaps[j]))
            .unwrap_or(0);
        let (mut low, mut high) = (
            times[nearest.saturating_sub(1)],
            times[(nearest + 1).min(SAMPLES)],
        );
        let mut least = gaps[nearest];
        for _ in 0..HALVINGS {
            let [p, q] = [low + (high - low) * 0.382, low + (high - low) * 0.618];
            let [f, g] = [p, q].map(|time| self.distance(time));
            least = least.min(f).min(g);
            if f < g {
                high = q;
            } else {
                low = p;
            }
        }
        // Two that overlap at the start meet at time 0.
        let is_start = end == 0.0 && hit.is_some_and(|hit| hit.is_resolved);
        // A straight motion is judged at the positions that the space's own precision gives.
        let is_straight = self.motions.iter().all(|motion| !motion.turns());
        let precision = if is_straight {
            S::Scalar::EPSILON.to_f64()
        } else {
            f64::EPSILON
        };
        let off = 16.0 * precision * self.size();
        assert!(
            least > -off || is_start,
            "{what}: an overlap of {least:e} of {off:e} before {end}, {:?} {:?} {:?}",
            self.asked,
            self.asked_motions,
            hit
        );
        if is_start {
            assert!(
                self.at(0.0, |a, b| intersects(a, b)) || gaps[0] < 1e-5 * self.size(),
                "{what}"
            );
        }
        hit.is_some()
    }
    fn size(&self) -> f64 {
        let rates = self
            .motions
            .map(|m| <D::Rotation as Rotation<D>>::rate(m.angular));
        self.judged.size() + self.motions[1].linear.length() + (rates[0] + rates[1]) * 8.0 * self.scale
    }
    /// Bisects between a position from which they meet and one from which they pass, until they graze.
    fn graze(&mut self, what: &str, hits: &mut Hits) {
        let (mut near, mut far) = (0.0, 1.0);
        for _ in 0..STEPS {
            let out = 0.5 * (near + far);
            self.put(out);
            let is_hit = self.judge(what);
            hits.count(is_hit);
            *(if is_hit { &mut near } else { &mut far }) = out;
        }
    }
}

/// Each coordinate as a number of single precision.
fn rounded<D: Vector<Scalar = f64>>(v: D) -> D {
    D::from_fn(|i| f64::from(v.get(i) as f32))
}

fn same<S: Vector, D: Vector<Scalar = f64>>(v: D) -> S {
    S::from_fn(|i| S::Scalar::lit(v.get(i)))
}

fn motion<V: TestSpace>(linear: V, rates: &[f64]) -> Motion<V> {
    let unit = |i: usize| V::IDENTITY_AXES.as_ref()[i % V::DIM];
    let about = |i: usize, rate: f64| AngularOf::<V>::moment(unit(i), unit(i + 1)) * ScalarOf::<V>::lit(rate);
    let angular = if V::DIM == 2 {
        about(0, rates[0])
    } else {
        about(0, rates[0]) + about(1, rates[1]) + about(2, rates[2])
    };
    Motion { linear, angular }
}

fn check<S: TestSpace, D: TestSpace<Scalar = f64>>(rounds: usize) {
    let mut hits = Hits::default();
    for (i, kind) in [Kind::Cores, Kind::Curved, Kind::Parts, Kind::Large]
        .into_iter()
        .enumerate()
    {
        for (j, turn) in [0.5, 6.0, 40.0, 1e5, 0.0].into_iter().enumerate() {
            for round in 0..rounds {
                let exponent = [0, -20, 20][(i + j + round) % 3];
                let seed = (100 * round + 10 * i + j) as u64;
                let what = format!("{kind:?} {turn} {exponent} {seed}");
                Case::<S, D>::new(seed, kind, turn, exponent).graze(&what, &mut hits);
            }
        }
    }
    hits.check("turning grazes");
}

fn in_all_spaces(rounds: usize) {
    check::<Vec2, DVec2>(rounds);
    check::<DVec2, DVec2>(rounds);
    check::<Vec3, DVec3>(rounds);
    check::<DVec3, DVec3>(rounds);
}

#[test]
fn turning_sweeps_are_never_late() {
    in_all_spaces(1);
}

#[test]
#[ignore = "minutes, in release"]
fn turning_sweeps_are_never_late_in_many_cases() {
    in_all_spaces(100);
}
