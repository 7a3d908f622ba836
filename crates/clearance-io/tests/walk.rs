//! The course of `examples/walk`: the same ends at every rate, and no walk into anything.

#[path = "../examples/walk/course.rs"]
mod course;

use clearance::character::{Capsule, Input, Settings, State};
use clearance::glam::DVec3;
use clearance::scene::Filter;
use clearance::{Placed, Pose, clearance};
use course::{Course, Route};

type Answer<T> = Result<T, Box<dyn std::error::Error>>;

fn walker() -> Capsule<DVec3> {
    Capsule::new(&Settings::new(0.3, 1.8, 9.81)).unwrap()
}

fn end(course: &Course, route: &Route, hertz: f64) -> DVec3 {
    let mut state = State::at(DVec3::from(route.start));
    for leg in &route.legs {
        let mut input = Input::walk(DVec3::new(leg[1], 0.0, leg[2]));
        input.jump = leg.get(3).copied();
        for _ in 0..(leg[0] * hertz).round() as u32 {
            let step = walker().step(&course.scene, &state, &input, 1.0 / hertz, &Filter::ALL);
            state = step.unwrap().state;
            input.jump = None;
        }
    }
    state.position
}

#[test]
fn routes_end_where_they_end_at_60_hertz() {
    let course = course::read().unwrap();
    for route in &course.routes {
        let ends = [30.0, 60.0, 240.0].map(|hertz| end(&course, route, hertz));
        for other in [ends[0], ends[2]] {
            assert!((other - ends[1]).length() < 0.01, "{}: {ends:?}", route.name);
        }
    }
}

/// Walks at random; the smallest gap to anything.
fn wander(walks: usize) -> f64 {
    let course = course::read().unwrap();
    let (walker, mut least) = (walker(), f64::INFINITY);
    let mut seed = 1_u64;
    let mut next = move || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 40) as f64 / f64::from(1 << 24)
    };
    for walk in 0..walks {
        let mut state = State::at(DVec3::from(course.routes[walk % course.routes.len()].start));
        let mut input = Input::walk(DVec3::ZERO);
        for i in 0..600 {
            if i % 30 == 0 {
                let angle = next() * std::f64::consts::TAU;
                input = Input::walk(DVec3::new(angle.cos(), 0.0, angle.sin()) * (next() * 5.0));
                input.jump = (next() < 0.2).then(|| next() * 6.0);
            }
            let step = walker.step(&course.scene, &state, &input, 1.0 / 60.0, &Filter::ALL);
            state = step.unwrap().state;
            input.jump = None;
            assert!(state.position.y > -0.01, "{state:?}");
            let pose = Pose::at(state.position).unwrap();
            let placed = Placed::new(walker.shape(), &pose);
            let near = placed.aabb().inflated(0.1);
            for handle in course.scene.overlapping_box(&near, &Filter::ALL) {
                let object = course.scene.get(handle).unwrap();
                least = least.min(clearance(placed, object.placed()).unwrap().distance);
            }
        }
    }
    least
}

#[test]
fn random_walks_enter_nothing() {
    let least = wander(22);
    assert!(least > 0.0 && least < walker().settings().skin, "{least}");
}

#[test]
#[ignore = "a minute"]
fn a_thousand_random_walks_enter_nothing() {
    let least = wander(1000);
    assert!(least > 0.0, "{least}");
}
