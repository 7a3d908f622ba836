//! A character that has walked before allocates nothing.

use std::sync::atomic::Ordering;

use clearance::Pose;
use clearance::character::{Box as Block, BoxSettings, BoxState, Capsule, Input, Room, Settings, State};
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::scene::{Filter, Object, Scene};

use crate::ALLOCATIONS;

/// A terrain of ridges with walls on it, and a step up.
fn world() -> Scene<DVec3> {
    let mut scene = Scene::<DVec3>::default();
    let height = |i: i32, j: i32| f64::from((i * 3 + j * 5) % 4) * 0.2;
    let heights: Vec<Vec<f64>> = (0..40).map(|i| (0..40).map(|j| height(i, j)).collect()).collect();
    let terrain = Shape::terrain(&heights, [0.5, 0.5]).unwrap();
    scene.add(Object::new(terrain, Pose::IDENTITY)).unwrap();
    for (x, z) in [(6.0, 6.0), (12.0, 9.0), (9.0, 13.0)] {
        let wall = Shape::cuboid(DVec3::new(0.25, 2.0, 3.0)).unwrap();
        let pose = Pose::at(DVec3::new(x, 1.0, z)).unwrap();
        scene.add(Object::new(wall, pose)).unwrap();
    }
    let step = Shape::cuboid(DVec3::new(4.0, 0.4, 1.0)).unwrap();
    scene
        .add(Object::new(step, Pose::at(DVec3::new(10.0, 0.5, 3.0)).unwrap()))
        .unwrap();
    scene.update().unwrap();
    scene
}

/// Walks along squares, with a jump at each corner.
fn walk(scene: &Scene<DVec3>, room: &mut Room<DVec3>) -> State<DVec3> {
    let walker = Capsule::new(&Settings::new(0.3, 1.8, 9.81)).unwrap();
    let mut state = State::at(DVec3::new(7.0, 2.0, 4.0));
    for i in 0..1200 {
        let way = [DVec3::X, DVec3::Z, -DVec3::X, -DVec3::Z][i / 150 % 4];
        let mut input = Input::walk(way * 3.0);
        input.jump = i.is_multiple_of(150).then_some(4.0);
        let step = walker.step_in(room, scene, &state, &input, 1.0 / 60.0, &Filter::ALL);
        state = step.unwrap().state;
    }
    state
}

/// The same walk as a box.
fn walk_as_box(scene: &Scene<DVec3>, room: &mut Room<DVec3>) -> BoxState<DVec3> {
    let settings = BoxSettings {
        half_extents: DVec3::new(0.3, 0.9, 0.3),
        gravity: 9.81,
        max_slope: 0.8,
        reach: 0.3,
        skin: 0.01,
    };
    let walker = Block::new(&settings).unwrap();
    let mut state = BoxState::at(DVec3::new(7.0, 2.0, 4.0));
    for i in 0..1200 {
        let way = [DVec3::X, DVec3::Z, -DVec3::X, -DVec3::Z][i / 150 % 4];
        let mut input = Input::walk(way * 3.0);
        input.jump = i.is_multiple_of(150).then_some(4.0);
        let step = walker.step_in(room, scene, &state, &input, 1.0 / 60.0, &Filter::ALL);
        state = step.unwrap();
    }
    state
}

pub(crate) fn a_warm_character_allocates_nothing() {
    let (scene, mut room) = (world(), Room::default());
    let cold = walk(&scene, &mut room);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let warm = walk(&scene, &mut room);
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
    assert_eq!(cold.position, warm.position); // the contents of the scratch memory do not matter
    let cold = walk_as_box(&scene, &mut room);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let warm = walk_as_box(&scene, &mut room);
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
    assert_eq!(cold.position, warm.position);
}
