//! Sweeps through scenes: the result is the first of all single sweeps, and in a swept step nothing passes
//! through anything.

use clearance::Placed;
use clearance::cast::{Motion, Start, sweep};
use clearance::index::IndexKind;
use clearance::math::{Pose, Real, ScalarOf};
use clearance::pair::{clearance, relation};
use clearance::scene::{Filter, Handle, Meeting, Object, ObjectRef, Scene, Travel};
use clearance_testkit::generate::{self, scalar};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

/// Times at which the whole scene is checked.
const SAMPLES: usize = 32;

fn any_scene<V: TestSpace>(random: &mut Random, kind: IndexKind) -> Scene<V, usize> {
    let mut scene = Scene::<V, usize>::new(kind);
    for i in 0..24 {
        let pose = generate::pose::<V>(random, if V::DIM == 2 { 8.0 } else { 4.5 });
        let filter = Filter {
            group: if i % 5 == 0 { -1 } else { 0 },
            ..Filter::default()
        };
        let object = Object::new(generate::core::<V>(random), pose)
            .with_filter(filter)
            .with_data(i);
        scene
            .add(if i % 7 == 3 { object.sensor() } else { object })
            .unwrap();
    }
    scene.update().unwrap();
    scene
}

fn any_motion<V: TestSpace>(random: &mut Random) -> Motion<V> {
    Motion {
        linear: random.vector(6.0),
        angular: if random.one_in(3) {
            V::any_angular(random, 4.0)
        } else {
            Default::default()
        },
    }
}

fn tolerance<V: TestSpace>() -> f64 {
    (ScalarOf::<V>::EPSILON.to_f64() * 4096.0).max(1e-9) * 16.0
}

fn a_sweep_finds_the_first<V: TestSpace>() {
    let (mut random, mut hits) = (Random::new(61), Hits::default());
    for round in 0..200 {
        let scene = any_scene::<V>(&mut random, IndexKind::ALL[round % IndexKind::ALL.len()]);
        let shape = generate::core::<V>(&mut random);
        let away: V = random.direction::<V>() * scalar::<V>(if V::DIM == 2 { 9.0 } else { 6.0 });
        let pose = Pose::at(away).unwrap();
        let mut motion = any_motion::<V>(&mut random);
        motion.linear += away * scalar::<V>(-0.75);
        let placed = Placed::new(&shape, &pose);
        let about = Filter {
            group: -1,
            ..Filter::ALL
        };
        let found = scene.sweep(placed, &motion, Start::Touching, &about).unwrap();
        let mut best: Option<(V::Scalar, Handle)> = None;
        for object in scene.iter().filter(|object| about.allows(object.filter())) {
            let hit = sweep(placed, &motion, object.placed(), &Motion::none(), Start::Touching).unwrap();
            if let Some(hit) = hit.filter(|hit| best.is_none_or(|(time, _)| hit.time < time)) {
                best = Some((hit.time, object.handle()));
            }
        }
        assert_eq!(found.map(|f| (f.hit.time, f.handle)), best);
        hits.count(found.is_some_and(|found| found.hit.time > Real::ZERO));
    }
    hits.check("sweeps that meet on the way");
}
for_each_space!(a_sweep_finds_the_first);

/// Where the objects move, too: the first of all single sweeps, and far objects that come near are found.
fn a_sweep_among_moving_objects_finds_the_first<V: TestSpace>() {
    let (mut random, mut hits) = (Random::new(62), Hits::default());
    for round in 0..150 {
        let scene = any_scene::<V>(&mut random, IndexKind::ALL[round % IndexKind::ALL.len()]);
        let shape = generate::core::<V>(&mut random);
        let away: V = random.direction::<V>() * scalar::<V>(if V::DIM == 2 { 12.0 } else { 6.0 });
        let pose = Pose::at(away).unwrap();
        let (placed, mut motion) = (Placed::new(&shape, &pose), any_motion::<V>(&mut random));
        motion.linear += away * scalar::<V>(-0.75);
        let motions: Vec<_> = (0..24).map(|_| any_motion::<V>(&mut random)).collect();
        // No point of a core is further than 8 from its position, and half a turn takes it twice as far.
        let reach = scalar::<V>(40.0);
        let others = |object: &ObjectRef<'_, V, usize>| motions[*object.data()];
        let ask =
            |reach| scene.sweep_among_moving(placed, &motion, Start::Touching, &Filter::ALL, reach, &others);
        let found = ask(reach).unwrap();
        let mut best: Option<(V::Scalar, Handle)> = None;
        for object in scene.iter().filter(|object| Filter::ALL.allows(object.filter())) {
            let hit = sweep(
                placed,
                &motion,
                object.placed(),
                &others(&object),
                Start::Touching,
            )
            .unwrap();
            if let Some(hit) = hit.filter(|hit| best.is_none_or(|(time, _)| hit.time < time)) {
                best = Some((hit.time, object.handle()));
            }
        }
        assert_eq!(found.map(|f| (f.hit.time, f.handle)), best);
        hits.count(found.is_some());
        assert!(ask(scalar::<V>(f64::NAN)).is_err() && ask(scalar::<V>(-1.0)).is_err());
    }
    assert!((0.1..0.95).contains(&hits.rate()), "{}", hits.rate());
}
for_each_space!(a_sweep_among_moving_objects_finds_the_first);

/// One object and its motion, as they were before the step.
struct Before<V: TestSpace> {
    handle: Handle,
    shape: std::sync::Arc<V::Shape>,
    pose: Pose<V>,
    filter: Filter,
    is_sensor: bool,
    travel: Travel<V>,
}

impl<V: TestSpace> Before<V> {
    fn is_fast(&self) -> bool {
        matches!(self.travel, Travel::Swept(_)) && !self.is_sensor
    }
    /// When it stopped, just before its obstacle.
    fn stop(&self, met: &[Meeting<V>], all: &[Self], end: &Pose<V>) -> V::Scalar {
        if *end == self.at(Real::ONE) {
            return Real::ONE;
        }
        let is_sensor = |handle| all.iter().any(|o| o.handle == handle && o.is_sensor);
        let mine = met
            .iter()
            .filter(|m| (m.a == self.handle || m.b == self.handle) && !is_sensor(m.a) && !is_sensor(m.b));
        let off = |time: V::Scalar| (self.at(time).position() - end.position()).length().to_f64();
        let times = mine.map(|m| m.hit.time).filter(|_| self.is_fast());
        times
            .min_by(|&s, &t| off(s).total_cmp(&off(t)))
            .unwrap_or(Real::ONE)
    }
    fn at(&self, time: V::Scalar) -> Pose<V> {
        match self.travel {
            Travel::Still => self.pose,
            Travel::Free(motion) | Travel::Swept(motion) | Travel::Slide(motion) => {
                motion.at(&self.pose, time).unwrap()
            }
        }
    }
    fn distance(&self, other: &Self, times: [V::Scalar; 2]) -> f64 {
        let (here, there) = (self.at(times[0]), other.at(times[1]));
        let answer = clearance(
            Placed::<V>::new(&self.shape, &here),
            Placed::<V>::new(&other.shape, &there),
        );
        answer.unwrap().distance.to_f64()
    }
}

fn nothing_passes_through<V: TestSpace>() {
    let (mut random, mut hits) = (Random::new(62), Hits::default());
    for round in 0..12 {
        let mut scene = any_scene::<V>(&mut random, IndexKind::ALL[round % IndexKind::ALL.len()]);
        let travels: Vec<Travel<V>> = (0..24)
            .map(|_| match random.count(0, 3) {
                0 => Travel::Still,
                1 => Travel::Free(any_motion(&mut random).part(scalar::<V>(0.125))),
                _ => Travel::Swept(any_motion(&mut random)),
            })
            .collect();
        let travel = |object: &ObjectRef<'_, V, usize>| travels[*object.data()];
        let all: Vec<Before<V>> = scene
            .iter()
            .map(|object| Before {
                handle: object.handle(),
                shape: object.shape().clone(),
                pose: *object.pose(),
                filter: *object.filter(),
                is_sensor: object.is_sensor(),
                travel: travel(&object),
            })
            .collect();
        let met = scene.sweep_step(travel).unwrap();
        assert!(met.is_sorted_by(|a, b| a.hit.time <= b.hit.time));
        let end = |object: &Before<V>| *scene.get(object.handle).unwrap().pose();
        let stops: Vec<V::Scalar> = all.iter().map(|o| o.stop(&met, &all, &end(o))).collect();
        for (object, &stop) in all.iter().zip(&stops) {
            assert_eq!(end(object).position(), object.at(stop).position());
            if object.is_fast() {
                hits.count(stop < Real::ONE);
            }
        }
        check_pairs(&all, &stops, &met);
        scene.update().unwrap();
        scene.validate().unwrap();
    }
    hits.check("fast objects that are stopped");
}
for_each_space!(nothing_passes_through);

/// Apart at every sampled time, unless they overlapped at the start, and in contact where the answer says
/// that they meet.
fn check_pairs<V: TestSpace>(all: &[Before<V>], stops: &[V::Scalar], met: &[Meeting<V>]) {
    let find = |handle| all.iter().position(|o| o.handle == handle).unwrap();
    for meeting in met {
        let (a, b) = (find(meeting.a), find(meeting.b));
        let times = [a, b].map(|i| meeting.hit.time.min(stops[i]));
        let gap = all[a].distance(&all[b], times);
        if meeting.hit.time <= Real::ZERO && gap < 0.0 {
            continue; // overlaps at the start and moves deeper
        }
        assert!(gap.abs() < tolerance::<V>() * 8.0, "met at a distance of {gap}");
    }
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate() {
            let is_tested = i != j && a.is_fast() && !b.is_sensor && a.filter.allows(&b.filter);
            let overlap = || {
                relation(
                    Placed::<V>::new(&a.shape, &a.pose),
                    Placed::<V>::new(&b.shape, &b.pose),
                )
            };
            if !is_tested || overlap().overlaps() {
                continue;
            }
            // Once the fast object has stopped, slower ones may move into it.
            for k in 0..=SAMPLES {
                let time = scalar::<V>(k as f64 / SAMPLES as f64);
                if time > stops[i] && !b.is_fast() {
                    break;
                }
                let gap = a.distance(b, [time.min(stops[i]), time.min(stops[j])]);
                assert!(gap > -tolerance::<V>() * 8.0, "{gap} at {time:?}");
            }
        }
    }
}

/// All indexes find the same.
#[test]
fn meetings_do_not_depend_on_the_index() {
    use clearance::glam::Vec2;
    let meetings = |kind: IndexKind| {
        let mut random = Random::new(63);
        let mut scene = any_scene::<Vec2>(&mut random, kind);
        let motions: Vec<Motion<Vec2>> = (0..24).map(|_| any_motion(&mut random)).collect();
        scene
            .sweep_step(|object| Travel::Swept(motions[*object.data()]))
            .unwrap()
    };
    let expected = meetings(IndexKind::Brute);
    assert!(expected.len() > 5);
    for &kind in IndexKind::ALL {
        assert_eq!(meetings(kind), expected, "{kind}");
    }
}

/// A chain: the wall stops the first ball, and the second stops at the first where that has stopped.
#[test]
fn who_stops_stands_in_the_way_of_others() {
    use clearance::d2::Shape;
    use clearance::glam::DVec2;
    let mut scene = Scene::<DVec2, f64>::default();
    let at = |x: f64| Pose::at(DVec2::new(x, 0.0)).unwrap();
    let ball = std::sync::Arc::new(Shape::circle(0.5).unwrap());
    let last = scene
        .add(Object::new(ball.clone(), at(0.0)).with_data(1000.0))
        .unwrap();
    let first = scene.add(Object::new(ball, at(2.0)).with_data(2000.0)).unwrap();
    let wall = Object::new(Shape::cuboid(DVec2::new(0.5, 9.0)).unwrap(), at(100.0));
    let wall = scene.add(wall.with_data(0.0)).unwrap();
    let met = scene
        .sweep_step(|object| Travel::Swept(Motion::linear(DVec2::X * *object.data())))
        .unwrap();
    assert_eq!(
        met.iter().map(|m| (m.a, m.b)).collect::<Vec<_>>(),
        [(first, wall), (last, first)]
    );
    let x = |handle| scene.get(handle).unwrap().pose().position().x;
    assert!((x(first) - 99.0).abs() < 1e-9 && (x(last) - 98.0).abs() < 1e-9);
}
