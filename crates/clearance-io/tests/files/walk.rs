//! The course of `examples/walk`: the same end positions at every rate, and no overlap on the way.

#[path = "../../examples/walk/course.rs"]
mod course;

use clearance::character::{Box as Block, BoxState, Capsule, Input, Room, Settings, State};
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::scene::Filter;
use clearance::{Placed, Pose, clearance};
use course::{Course, Route};

type Answer<T> = Result<T, std::boxed::Box<dyn std::error::Error>>;

fn walker() -> Capsule<DVec3> {
    Capsule::new(&Settings::new(0.3, 1.8, 9.81)).unwrap()
}

fn end(course: &Course, route: &Route, hertz: f64) -> DVec3 {
    let mut state = State::at(DVec3::from(route.start));
    let steps = route.walk(hertz, |input, time| {
        state = walker()
            .step(&course.scene, &state, input, time, &Filter::ALL)?
            .state;
        Ok(())
    });
    steps.unwrap();
    state.position
}

#[test]
fn routes_end_in_one_place_at_30_60_and_240_hertz() {
    let course = course::read().unwrap();
    for route in &course.routes {
        let ends = [30.0, 60.0, 240.0].map(|hertz| end(&course, route, hertz));
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            assert!((ends[a] - ends[b]).length() < 0.005, "{}: {ends:?}", route.name);
        }
    }
}

/// When the scene was asked sweep by sweep, each step of a box went a little further, or less far, than its
/// time: a fall began with its final speed, the rest of a motion was dropped where the ground ended, and
/// sliding along sides used whatever was left. On eight of the routes the ends lay 2 mm to 3 m apart.
#[test]
fn routes_of_a_box_end_in_one_place_at_every_rate() {
    let course = course::read().unwrap();
    let who = Block::new(&course::box_settings()).unwrap();
    let mut room = Room::default();
    for route in &course.routes {
        let ends = [30.0, 60.0, 240.0, 47.0, 100.0, 144.0].map(|hertz| {
            let mut state = BoxState::at(DVec3::from(route.start));
            let steps = route.walk(hertz, |input, time| {
                state = who.step_in(&mut room, &course.scene, &state, input, time, &Filter::ALL)?;
                Ok(())
            });
            steps.unwrap();
            state.position
        });
        for (i, a) in ends.iter().enumerate() {
            for b in &ends[..i] {
                assert!((*a - *b).length() < 0.002, "{}: {ends:?}", route.name);
            }
        }
    }
}

/// Random walks, continued by `step`. Returns the smallest gap between the shape, with its origin there, and
/// anything else.
fn wander(
    walks: usize,
    shape: &Shape<DVec3>,
    mut step: impl FnMut(&Course, Start, &Input<DVec3>) -> DVec3,
) -> f64 {
    let course = course::read().unwrap();
    let mut least = f64::INFINITY;
    let mut seed = 1_u64;
    let mut next = move || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 40) as f64 / f64::from(1 << 24)
    };
    for walk in 0..walks {
        let mut start = Some(DVec3::from(course.routes[walk % course.routes.len()].start));
        let mut input = Input::walk(DVec3::ZERO);
        for i in 0..600 {
            if i % 30 == 0 {
                let angle = next() * std::f64::consts::TAU;
                input = Input::walk(DVec3::new(angle.cos(), 0.0, angle.sin()) * (next() * 5.0));
                input.jump = (next() < 0.2).then(|| next() * 6.0);
            }
            let position = step(&course, start.take(), &input);
            input.jump = None;
            assert!(position.y > -0.01, "{position}");
            let pose = Pose::at(position).unwrap();
            let placed = Placed::new(shape, &pose);
            let near = placed.aabb().inflated(0.1);
            for handle in course.scene.overlapping_box(&near, &Filter::ALL) {
                let object = course.scene.get(handle).unwrap();
                least = least.min(clearance(placed, object.placed()).unwrap().distance);
            }
        }
    }
    least
}

/// Where a new walk starts; `None` where the last one continues.
type Start = Option<DVec3>;

fn wander_as_capsule(walks: usize) -> f64 {
    let walker = walker();
    let mut state = State::at(DVec3::ZERO);
    wander(walks, walker.shape(), |course, start, input| {
        state = start.map_or(state, State::at);
        let step = walker.step(&course.scene, &state, input, 1.0 / 60.0, &Filter::ALL);
        state = step.unwrap().state;
        state.position
    })
}

fn wander_as_box(walks: usize) -> f64 {
    let settings = course::box_settings();
    let who = Block::new(&settings).unwrap();
    // The body alone, from its feet: the gap is the rest of the skin.
    let half = settings.half_extents;
    let body = [half, -half].map(|corner| corner + DVec3::Y * half.y);
    let corners: Vec<_> = (0..8)
        .map(|i| DVec3::new(body[i & 1].x, body[i >> 1 & 1].y, body[i >> 2].z))
        .collect();
    let body = Shape::convex(&corners).unwrap();
    let (mut state, mut room) = (BoxState::at(DVec3::ZERO), Room::default());
    wander(walks, &body, |course, start, input| {
        state = start.map_or(state, BoxState::at);
        state = who
            .step_in(&mut room, &course.scene, &state, input, 1.0 / 60.0, &Filter::ALL)
            .unwrap();
        state.position
    })
}

#[test]
fn random_walks_enter_nothing() {
    let skin = walker().settings().skin;
    let least = wander_as_capsule(22);
    assert!(least > 0.0 && least < skin, "{least}");
    // The box's skin has corners: nothing comes into it.
    let (least, skin) = (wander_as_box(22), course::box_settings().skin);
    assert!(least > skin * 0.9 && least <= skin, "{least}");
}

#[test]
#[ignore = "a minute"]
fn a_thousand_random_walks_enter_nothing() {
    let least = wander_as_capsule(1000);
    assert!(least > 0.0, "{least}");
    let (least, skin) = (wander_as_box(1000), course::box_settings().skin);
    assert!(least > skin * 0.9, "{least}");
}
