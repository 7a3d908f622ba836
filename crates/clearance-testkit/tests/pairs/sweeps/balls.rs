//! Sweeps of two balls, compared with exact integers: never late, hardly early, and hit or miss is right.

use clearance::Placed;
use clearance::cast::{Motion, Start, sweep};
use clearance::math::{Pose, Real, Vector};
use clearance_testkit::{Random, TestSpace, for_each_space};
use dashu_int::IBig;

/// Two balls at these positions, and the motion of the second.
struct Case<V: Vector> {
    radii: [V::Scalar; 2],
    places: [V; 2],
    way: V,
}

/// How many bits after the point each number has.
const BITS: usize = 140;

/// A number whose last digit is at least 2^-140, times 2^140.
fn whole(x: f64) -> IBig {
    let bits = x.abs().to_bits();
    let exponent = (bits >> 52) as i32 - 1075 + BITS as i32;
    let fraction = IBig::from(bits & ((1 << 52) - 1) | 1 << 52);
    let size = match usize::try_from(exponent) {
        Ok(shift) => fraction << shift,
        Err(_) => fraction >> exponent.unsigned_abs() as usize,
    };
    if x < 0.0 { -size } else { size }
}

impl<V: TestSpace> Case<V> {
    /// Of arbitrary numbers, or of multiples of an eighth; the latter often along an axis.
    fn any(random: &mut Random) -> Self {
        let is_even = random.one_in(2);
        let number = |x: f64| V::Scalar::lit(if is_even { (x * 8.0).round() / 8.0 } else { x });
        let is_straight = random.one_in(4);
        let mut vector = |reach: f64| {
            V::from_fn(|k| {
                let x = random.between(-reach, reach);
                number(if is_straight && k > 0 { 0.0 } else { x })
            })
        };
        let (from, to, goal) = (vector(2.0), vector(9.0), vector(2.5));
        let long = V::Scalar::lit(*random.pick(&[0.25, 0.5, 1.0, 1.5, 4.0]));
        Self {
            radii: [0.75, 1.5].map(|r| number(random.between(0.25, r))),
            places: [from, from + to],
            way: (goal - to) * long,
        }
    }
    fn ask(&self) -> Option<f64> {
        let shapes = self.radii.map(|r| V::ball(r).unwrap());
        let poses = self.places.map(|place| Pose::at(place).unwrap());
        let (a, b) = (
            Placed::<V>::new(&shapes[0], &poses[0]),
            Placed::new(&shapes[1], &poses[1]),
        );
        let motion = Motion::linear(self.way);
        let hit = sweep(a, &Motion::none(), b, &motion, Start::Touching).unwrap();
        hit.map(|hit| hit.time.to_f64())
    }
    /// The squared distance of the centers at a time, minus the square of the sum of the radii.
    fn gap(&self, time: f64) -> IBig {
        let r = (whole(self.radii[0].to_f64()) + whole(self.radii[1].to_f64())) << BITS;
        let time = whole(time);
        let mut gap = -(&r * &r);
        for k in 0..V::DIM {
            let [from, to, way] =
                [self.places[0], self.places[1], self.way].map(|v| whole(v.get(k).to_f64()));
            let m = ((to - from) << BITS) + way * &time;
            gap += &m * &m;
        }
        gap
    }
    /// Whether that is decreasing.
    fn closes(&self, time: f64) -> bool {
        let later = time + 2_f64.powi(-40);
        self.gap(later) < self.gap(time)
    }
}

fn balls_meet_in_time<V: TestSpace>() {
    let (mut random, mut counts) = (Random::new(91), [0; 3]);
    let single = V::Scalar::IS_SINGLE;
    for _ in 0..6000 {
        let case = Case::<V>::any(&mut random);
        if case.gap(0.0) <= IBig::ZERO {
            continue;
        }
        let Some(time) = case.ask() else {
            counts[0] += 1;
            // The time of closest approach is near one of these.
            let (m, v) = (case.places[1] - case.places[0], case.way);
            let nearest = -m.dot(v).to_f64() / v.length_squared().to_f64();
            let around = [-1e-7, -1e-12, 0.0, 1e-12, 1e-7].map(|off| (nearest + off).clamp(0.0, 1.0));
            assert!(around.iter().all(|&t| case.gap(t) > IBig::ZERO));
            continue;
        };
        // In single precision. The roundings of double precision before the last step do not matter.
        let before = time * if single { 1.0 - 32.0 * f64::EPSILON } else { 1.0 };
        assert!(case.gap(before) >= IBig::ZERO, "late: {time}");
        counts[1] += usize::from(case.gap(time) == IBig::ZERO);
        let after = (time * (1.0 + 2.0 * V::Scalar::EPSILON.to_f64()) + 1e-10).min(1.0);
        if case.closes(after) {
            counts[2] += 1;
            assert!(case.gap(after) <= IBig::ZERO || after == 1.0, "early: {time}");
        }
    }
    let [missed, exact, met] = counts;
    assert!(missed > 1000 && exact > 10 && met > 1000, "{counts:?}");
}
for_each_space!(balls_meet_in_time);
