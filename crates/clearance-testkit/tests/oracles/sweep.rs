//! Sweeps, checked without motion: apart at every time before the answer and in contact at it, or apart at
//! all times if there is none.

use clearance::Placed;
use clearance::cast::{CastSpace, Motion, Start, SweepHit, sweep};
use clearance::math::{Angular, Pose, Real, Rotation, ScalarOf, Space};
use clearance::pair::{clearance, intersects};
use clearance::shape::AnyShape;
use clearance_testkit::generate::{Object, Pair, convex_pair, core_pair, solid_pair};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

/// Times between the start and the answer at which the two must be apart.
const SAMPLES: usize = 40;

type AngularOf<V> = <<V as Space>::Rotation as Rotation<V>>::Angular;

/// Two shapes and the motion of each.
struct Case<V: TestSpace> {
    pair: Pair<V>,
    motions: [Motion<V>; 2],
}

impl<V: TestSpace> Case<V> {
    /// A few sizes apart at first, and moving towards about where the other one is.
    fn new(pair: Pair<V>, random: &mut Random, angular: impl Fn(&mut Random) -> AngularOf<V>) -> Self {
        let away: V = random.direction::<V>() * V::Scalar::lit(random.between(3.0, 8.0));
        let miss: V = random.vector(if V::DIM == 2 { 2.4 } else { 1.8 });
        let drift: V = random.vector(4.0);
        let (a, b) = (pair.a, pair.b.moved(away));
        let linear = (miss - away) * V::Scalar::lit(random.between(0.8, 1.6));
        let motions = [
            Motion {
                linear: drift,
                angular: angular(random),
            },
            Motion {
                linear: drift + linear,
                angular: angular(random),
            },
        ];
        Self {
            pair: Pair { a, b },
            motions,
        }
    }
    fn ask(&self) -> Option<SweepHit<V>> {
        let [m, n] = &self.motions;
        sweep(self.pair.a.placed(), m, self.pair.b.placed(), n, Start::Touching).unwrap()
    }
    /// The two shapes at a time.
    fn at<R>(&self, time: f64, question: impl FnOnce(Placed<'_, V>, Placed<'_, V>) -> R) -> R {
        let [a, b] = [(&self.pair.a, &self.motions[0]), (&self.pair.b, &self.motions[1])]
            .map(|(object, motion)| there(object, motion, V::Scalar::lit(time)));
        question(
            Placed::new(&self.pair.a.shape, &a),
            Placed::new(&self.pair.b.shape, &b),
        )
    }
    /// How far either may move in a unit of time, and how far it may be from the origin.
    fn scale(&self) -> f64 {
        24.0
    }
    fn prove(&self, tolerance: f64) -> bool {
        let hit = self.ask();
        let end = hit.map_or(1.0, |h| h.time.to_f64());
        let before = (0..SAMPLES).map(|i| end * i as f64 / SAMPLES as f64);
        let last = (end - tolerance).max(0.0);
        for time in before.chain([last]).filter(|&t| t <= last && end > 0.0) {
            let c = self.at(time, |a, b| clearance(a, b).unwrap().distance.to_f64());
            assert!(
                c > -tolerance * self.scale(),
                "overlap by {c} at {time}, before {end}"
            );
        }
        if let Some(hit) = hit {
            let c = self.at(end, |a, b| clearance(a, b).unwrap());
            let off = c.distance.to_f64();
            assert!(off < tolerance * self.scale(), "a gap of {off} at {end}");
            assert!((hit.normal.length().to_f64() - 1.0).abs() < 1e-5);
            let [to_a, to_b] = self.at(end, |a, b| [a, b].map(|x| distance_to(x, hit.point)));
            let near = tolerance / 64.0 + 1e-10;
            assert!(
                to_a.max(to_b) < near * self.scale() || end == 0.0,
                "the point is {to_a} from A, {to_b} from B"
            );
        }
        hit.is_some()
    }
}

fn there<V: TestSpace>(object: &Object<V>, motion: &Motion<V>, time: V::Scalar) -> Pose<V> {
    let turned = V::Rotation::turning(motion.angular, time).after(object.pose.rotation());
    let position = object.pose.position() + motion.linear * time;
    Pose::new(position, turned)
        .unwrap()
        .scaled(object.pose.scale())
        .unwrap()
}

fn distance_to<V: TestSpace>(a: Placed<'_, V>, point: V) -> f64 {
    let (shape, pose) = (<V as CastSpace>::point(), Pose::at(point).unwrap());
    clearance(a, Placed::new(&shape, &pose))
        .unwrap()
        .distance
        .to_f64()
}

/// The precision of the type, with room for a few thousand roundings.
fn tolerance<V: TestSpace>() -> f64 {
    ScalarOf::<V>::EPSILON.to_f64() * 4096.0
}

fn straight_ways<V: TestSpace>() {
    let mut hits = Hits::default();
    let mut random = Random::new(11);
    for _ in 0..300 {
        let pair = core_pair::<V>(&mut random);
        let case = Case::new(pair, &mut random, |_| Default::default());
        hits.count(case.prove(tolerance::<V>().max(1e-11)));
    }
    hits.check("straight ways");
}
for_each_space!(straight_ways);

fn curved_shapes<V: TestSpace>() {
    let mut hits = Hits::default();
    let mut random = Random::new(12);
    for _ in 0..60 {
        let pair = convex_pair::<V>(&mut random);
        let case = Case::new(pair, &mut random, |_| Default::default());
        hits.count(case.prove(tolerance::<V>().max(1e-9)));
    }
    hits.check("curved shapes");
}
for_each_space!(curved_shapes);

fn shapes_of_parts<V: TestSpace>() {
    let mut hits = Hits::default();
    let mut random = Random::new(13);
    for _ in 0..60 {
        let pair = solid_pair::<V>(&mut random);
        let case = Case::new(pair, &mut random, |_| Default::default());
        hits.count(case.prove(tolerance::<V>().max(1e-11)));
    }
    hits.check("shapes of parts");
}
for_each_space!(shapes_of_parts);

fn turning_shapes<V: TestSpace>() {
    let mut hits = Hits::default();
    let mut random = Random::new(14);
    for _ in 0..60 {
        let pair = core_pair::<V>(&mut random);
        let case = Case::new(pair, &mut random, |r| V::any_angular(r, 9.0));
        hits.count(case.prove(tolerance::<V>().max(1e-10)));
    }
    hits.check("turning shapes");
}
for_each_space!(turning_shapes);

/// Shapes in contact at the start meet at once; shapes in contact at the end meet at the end.
fn both_ends<V: TestSpace>() {
    let one = V::from_fn(|i| V::Scalar::lit(if i == 0 { 1.0 } else { 0.0 }));
    let shape = V::cuboid(V::splat(V::Scalar::ONE)).unwrap();
    let at = |x: f64| Pose::at(one * V::Scalar::lit(x)).unwrap();
    let time = |from: f64, by: f64, start| {
        let (here, there) = (at(0.0), at(from));
        let (a, b) = (Placed::new(&shape, &here), Placed::new(&shape, &there));
        let motion = Motion::linear(one * V::Scalar::lit(by));
        sweep(a, &Motion::none(), b, &motion, start)
            .unwrap()
            .map(|h| h.time.to_f64())
    };
    assert_eq!(time(2.0, 1.0, Start::Touching), Some(0.0));
    assert_eq!(time(2.0, 1.0, Start::Release), None);
    assert_eq!(time(2.0, -1.0, Start::Release), Some(0.0));
    assert_eq!(time(1.5, 1.0, Start::Release), Some(0.0));
    assert_eq!(time(6.0, -4.0, Start::Touching), Some(1.0));
    assert_eq!(time(6.0, -3.9375, Start::Touching), None);
    assert_eq!(time(6.0, -8.0, Start::Touching), Some(0.5));
    assert_eq!(time(6.0, 0.0, Start::Touching), None);
}
for_each_space!(both_ends);

/// Where the motion almost slides, closing the rest of a gap along its normal takes longer than the gap is
/// wide: the point of the clearance before that was 6e-5 from B at the time of the answer.
#[test]
fn the_point_arrives_with_the_shapes() {
    use clearance::d2::Shape;
    use clearance::glam::Vec2;
    let (wall, point) = (
        Shape::cuboid(Vec2::new(1.0, 1.833_406_8)).unwrap(),
        <Vec2 as CastSpace>::point(),
    );
    let (here, there) = (
        Pose::at(Vec2::new(-4.0, 0.0)).unwrap(),
        Pose::at(Vec2::new(-2.140_397_3, -1.717_415_7)).unwrap(),
    );
    let [m, n] = [Vec2::new(1.0, -1.0), Vec2::new(-0.133_639_74, 2.249_542_5)].map(Motion::linear);
    let (a, b) = (Placed::new(&wall, &here), Placed::new(&point, &there));
    let hit = sweep(a, &m, b, &n, Start::Touching).unwrap().unwrap();
    let off = hit.point.distance(there.position() + n.linear * hit.time);
    assert!(off < 2e-6, "{off}");
}

/// A box that slides along another, or over a floor of many triangles, is not stopped by it.
#[test]
fn sliding_is_no_meeting() {
    use clearance::d3::Shape;
    use clearance::glam::DVec3;
    let floor = Shape::terrain(&vec![vec![0.0; 20]; 20], [0.5, 0.5]).unwrap();
    let step = Shape::cuboid(DVec3::new(0.25, 1.0, 5.0)).unwrap();
    let cube = Shape::cuboid(DVec3::splat(0.5)).unwrap();
    let start = Pose::at(DVec3::new(1.0, 0.5, 4.0)).unwrap();
    let way = Motion::linear(DVec3::new(6.0, 0.0, 0.75));
    let time = |world: &Shape<DVec3>, x: f64, start_kind| {
        let pose = Pose::at(DVec3::X * x).unwrap();
        sweep(
            Placed::new(world, &pose),
            &Motion::none(),
            Placed::new(&cube, &start),
            &way,
            start_kind,
        )
        .unwrap()
    };
    assert_eq!(time(&floor, 0.0, Start::Touching).map(|h| h.time), Some(0.0));
    assert!(time(&floor, 0.0, Start::Release).is_none());
    let both = Shape::compound(vec![
        (floor, Pose::IDENTITY),
        (step, Pose::at(DVec3::X * 4.75).unwrap()),
    ])
    .unwrap();
    let hit = time(&both, 0.0, Start::Release).unwrap();
    assert!(
        (hit.time - 0.5).abs() < 1e-12 && hit.normal.x < -0.99999,
        "{hit:?}"
    );
    assert!(intersects(
        Placed::new(&both, &Pose::IDENTITY),
        Placed::new(&cube, &start)
    ));
}

/// A rod that spins through a ball, slowly or by hundreds of thousands of turns: the interval contains the
/// true time.
fn spinning_rods<V: TestSpace>() {
    use clearance::cast::sweep_interval;
    let mut random = Random::new(15);
    let lit = |x: f64| V::Scalar::lit(x);
    let axis = |i: usize| V::from_fn(|k| lit(if k == i { 1.0 } else { 0.0 }));
    for exponent in 0..7 {
        for _ in 0..20 {
            let angle = random.between(0.3, 2.8);
            let (radius, away) = (random.between(0.01, 0.2), random.between(0.8, 1.6));
            let center = axis(0) * lit(away * angle.cos()) + axis(1) * lit(away * angle.sin());
            let rod = V::segment(axis(0) * lit(-2.0), axis(0) * lit(2.0)).unwrap();
            let ball = V::ball(lit(radius)).unwrap();
            let speed = 10_f64.powi(exponent);
            let spin = Motion {
                linear: V::ZERO,
                angular: AngularOf::<V>::moment(axis(0), axis(1)) * lit(speed),
            };
            let (here, there) = (Pose::IDENTITY, Pose::at(center).unwrap());
            let (rod, ball) = (Placed::new(&rod, &here), Placed::new(&ball, &there));
            let width = tolerance::<V>().max(1e-10) / speed;
            let met = sweep_interval(rod, &spin, ball, &Motion::none(), Start::Touching, lit(width));
            // The rounding of the ball's position and radius.
            let off = ScalarOf::<V>::EPSILON.to_f64() * 8.0;
            let truth = (angle - (radius / away).asin()) / speed;
            if truth >= 1.0 {
                assert!(met.unwrap().is_none_or(|met| met.from.time.to_f64() > 1.0 - 1e-6));
                continue;
            }
            let met = met.unwrap().unwrap();
            assert!(met.is_certain, "{speed}: {met:?}");
            let [from, by] = [met.from.time, met.by].map(|t| t.to_f64() * speed);
            assert!(
                from <= truth * speed + off && truth * speed <= by + off,
                "{from} {} {by}",
                truth * speed
            );
            assert!(by - from <= width * speed * 1.01);
        }
    }
}
for_each_space!(spinning_rods);

/// Nothing meets before an interval, and where a meeting is certain they meet at the interval's end.
fn intervals_hold_the_first_meeting<V: TestSpace>() {
    use clearance::cast::sweep_interval;
    let (mut random, mut hits) = (Random::new(16), Hits::default());
    for _ in 0..150 {
        let case = Case::new(core_pair::<V>(&mut random), &mut random, |r| {
            V::any_angular(r, 9.0)
        });
        let [m, n] = &case.motions;
        let width = V::Scalar::lit(tolerance::<V>());
        let (a, b) = (case.pair.a.placed(), case.pair.b.placed());
        let met = sweep_interval(a, m, b, n, Start::Touching, width).unwrap();
        hits.count(met.is_some());
        let Some(met) = met else { continue };
        assert!(met.by - met.from.time <= width * V::Scalar::lit(1.01));
        if met.is_certain && met.from.time > Real::ZERO {
            assert!(case.at(met.from.time.to_f64() * 0.999, |a, b| !intersects(a, b)));
        }
    }
    hits.check("intervals");
}
for_each_space!(intervals_hold_the_first_meeting);

/// A rod that turns 160,000 times while a ball flies at it, past its tips or over it: they meet within half a
/// turn of the earliest possible time, or never.
///
/// Each turn takes several steps towards the ball, and after ten thousand steps the rest of the gap counted
/// as closed. So balls were met where the rod cannot reach, far too early, or although they passed. Now balls
/// and planes that no turn crosses first bound the time in which the two can meet at all.
fn often_turned_rods<V: TestSpace>() {
    let lit = |x: f64| V::Scalar::lit(x);
    let axis = |i: usize| V::from_fn(|k| lit(if k == i { 1.0 } else { 0.0 }));
    let (rod, ball) = (
        V::segment(axis(0) * lit(-1.0), axis(0)).unwrap(),
        V::ball(lit(0.25)).unwrap(),
    );
    let rate = 1e6;
    let spin = Motion {
        linear: V::ZERO,
        angular: AngularOf::<V>::moment(axis(0), axis(1)) * lit(rate),
    };
    let meet = |from: V, way: V| {
        let (here, there) = (Pose::IDENTITY, Pose::at(from).unwrap());
        let (a, b) = (Placed::new(&rod, &here), Placed::new(&ball, &there));
        let one = sweep(a, &spin, b, &Motion::linear(way), Start::Touching).unwrap();
        let other = sweep(b, &Motion::linear(way), a, &spin, Start::Touching).unwrap();
        assert_eq!(one.is_some(), other.is_some());
        one.map(|hit| hit.time.to_f64())
    };
    let (far, way) = (axis(1) * lit(4.0), axis(1) * lit(-4.0));
    let time = meet(far, way).unwrap();
    let off = ScalarOf::<V>::EPSILON.to_f64() * 256.0;
    assert!(
        (2.75 / 4.0 - off..=2.75 / 4.0 + 4.0 / rate + off).contains(&time),
        "{time}"
    );
    assert_eq!(meet(far + axis(0) * lit(1.2578125), way), None); // past its tips by 1/128
    if V::DIM == 3 {
        assert_eq!(meet(far + axis(2) * lit(0.2578125), way), None); // over it by as much
    }
}
for_each_space!(often_turned_rods);

/// Shapes that graze do so, and shapes that pass do so, as far from the origin as positions are exact.
///
/// Bounds of rounding errors grow with the coordinates. So far from the origin a pass by many units in the
/// last place counted as a meeting, times were late in f32, and in f64 they lost half of their digits. Now
/// the two are moved to the origin together.
fn far_from_the_origin<V: TestSpace>() {
    let lit = |x: f64| V::Scalar::lit(x);
    let at = |x: f64, y: f64| V::from_fn(|k| lit([x, y, 0.0][k]));
    let digits = -ScalarOf::<V>::EPSILON.to_f64().log2() as i32;
    let home = V::splat(lit(2_f64.powi(digits - 8)));
    let (ball, square) = (V::ball(lit(1.0)).unwrap(), V::cuboid(V::splat(lit(1.0))).unwrap());
    let meet = |other: &V::Shape, aside: f64| {
        let (here, there) = (Pose::at(home).unwrap(), Pose::at(home + at(8.0, aside)).unwrap());
        let (a, b) = (Placed::<V>::new(&ball, &here), Placed::<V>::new(other, &there));
        sweep(
            a,
            &Motion::linear(at(12.0, 0.0)),
            b,
            &Motion::none(),
            Start::Touching,
        )
        .unwrap()
    };
    for other in [&ball, &square] {
        assert!(meet(other, 2.0).is_some());
        assert_eq!(meet(other, 2.0 + 1.0 / 64.0), None);
        let hit = meet(other, 0.5).unwrap();
        let truth = if other.ball_radius().is_some() {
            8.0 - 3.75_f64.sqrt()
        } else {
            6.0
        };
        let late = hit.time.to_f64() - truth / 12.0;
        let off = ScalarOf::<V>::EPSILON.to_f64() * 64.0;
        assert!((-off..=off / 16.0).contains(&late), "{late}");
    }
}
for_each_space!(far_from_the_origin);

/// An interval starts where the sweep reports the meeting.
///
/// It was searched for by steps in the space's own precision. In f32 these end so early that the interval, of
/// the requested width, ended before the time of the sweep itself.
fn intervals_start_at_the_sweep<V: TestSpace>() {
    use clearance::cast::sweep_interval;
    let mut random = Random::new(19);
    for _ in 0..100 {
        let case = Case::new(core_pair::<V>(&mut random), &mut random, |r| {
            V::any_angular(r, 4.0)
        });
        let [m, n] = &case.motions;
        let (a, b) = (case.pair.a.placed(), case.pair.b.placed());
        let met = sweep_interval(a, m, b, n, Start::Touching, V::Scalar::lit(1e-3)).unwrap();
        assert_eq!(
            met.map(|met| met.from),
            sweep(a, m, b, n, Start::Touching).unwrap()
        );
    }
}
for_each_space!(intervals_start_at_the_sweep);
