//! Characters in the plane and in single precision, box characters, cameras.

use clearance::character::{
    Box as Block, BoxSettings, BoxState, Capsule, Input, InvalidCharacter, Room, Settings, SpringArm, State,
};
use clearance::glam::{DQuat, DVec2, DVec3, Vec2, Vec3};
use clearance::math::Pose;
use clearance::scene::{Filter, Object, Scene};
use clearance::{Placed, clearance, d2, d3};

#[test]
fn in_the_plane_it_walks_stairs_slopes_and_pits() {
    let mut scene = Scene::<Vec2>::default();
    let profile = [
        [0.0, 0.0],
        [3.0, 0.0],
        [3.0, 0.25],
        [4.0, 0.25],
        [7.0, 2.5],
        [9.0, 2.0],
        [9.0, 1.0],
        [13.0, 1.0],
        [13.0, 3.0],
    ];
    let profile = profile.map(|[x, y]| Vec2::new(x, y));
    let ground = d2::Shape::polyline(&profile, false).unwrap();
    scene.add(Object::new(ground, Pose::IDENTITY)).unwrap();
    let who = Capsule::new(&Settings::new(0.3_f32, 1.8, 9.81)).unwrap();
    let mut state = State::at(Vec2::new(0.5, 0.1));
    for i in 0..60 * 8 {
        let input = Input::walk(Vec2::X * 2.0);
        let step = who
            .step(&scene, &state, &input, 1.0 / 60.0, &Filter::ALL)
            .unwrap();
        state = step.state;
        if i < 240 {
            let x = 0.5 + 2.0 * (i + 1) as f32 / 60.0;
            assert!((state.position.x - x).abs() < 1e-3, "{i}: {state:?}");
        }
    }
    // Before the wall at the end.
    assert!(
        (state.position.x - 12.69).abs() < 0.01 && state.is_standing(),
        "{state:?}"
    );
}

fn box_settings() -> BoxSettings<DVec3> {
    BoxSettings {
        half_extents: DVec3::new(0.3, 0.9, 0.3),
        gravity: 9.81,
        max_slope: 0.8,
        reach: 0.4,
        skin: 0.01,
    }
}

#[test]
fn a_box_walks_level_climbs_and_stops_at_walls() {
    let mut scene = Scene::<DVec3>::default();
    let ground = d3::Shape::half_space(DVec3::Y, 0.0).unwrap();
    scene.add(Object::new(ground, Pose::IDENTITY)).unwrap();
    for (x, height) in [(3.0, 0.2), (6.0, 3.0)] {
        let step = d3::Shape::cuboid(DVec3::new(1.0, height, 4.0)).unwrap();
        scene
            .add(Object::new(step, Pose::at(DVec3::X * x).unwrap()))
            .unwrap();
    }
    let settings = box_settings();
    let who = Block::new(&settings).unwrap();
    let mut state = BoxState::at(DVec3::Y);
    let mut top: f64 = 0.0;
    for _ in 0..300 {
        let input = Input::walk(DVec3::X);
        state = who
            .step(&scene, &state, &input, 1.0 / 60.0, &Filter::ALL)
            .unwrap();
        if state.ground.is_some() {
            top = top.max(state.position.y);
        }
    }
    assert!((top - 0.21).abs() < 5e-3, "{top}");
    assert!((state.position.x - 4.69).abs() < 5e-3, "{state:?}");
    assert!(state.ground.is_some() && state.position.y < 0.02, "{state:?}");
    let flat = BoxSettings {
        reach: 5.0,
        ..settings
    };
    assert_eq!(Block::new(&flat).unwrap_err(), InvalidCharacter::StepTooHigh);
}

#[test]
fn a_platform_carries_a_box_up_along_and_round() {
    let mut scene = Scene::<DVec3>::default();
    let plate = d3::Shape::cuboid(DVec3::new(2.0, 0.25, 2.0)).unwrap();
    let plate = scene.add(Object::new(plate, Pose::IDENTITY)).unwrap();
    let settings = box_settings();
    let who = Block::new(&settings).unwrap();
    let mut state = BoxState::at(DVec3::new(1.0, 0.2605, 0.0));
    let step = |scene: &_, state: &_, input| who.step(scene, state, &input, 1.0 / 60.0, &Filter::ALL);
    state = step(&scene, &state, Input::walk(DVec3::ZERO)).unwrap();
    for i in 1..=120 {
        let t = f64::from(i) / 120.0;
        let turn = DQuat::from_rotation_y(t);
        let pose = Pose::new(DVec3::new(3.0 * t, t, 0.0), turn).unwrap();
        scene.set_pose(plate, pose).unwrap();
        state = step(&scene, &state, Input::walk(DVec3::ZERO)).unwrap();
        assert!(state.ground.is_some(), "{i}: {state:?}");
    }
    let there = DVec3::new(3.0, 1.26, 0.0) + DQuat::from_rotation_y(1.0) * DVec3::X;
    assert!((state.position - there).length() < 0.01, "{state:?} {there}");
}

#[test]
fn a_box_slides_down_what_is_too_steep() {
    let mut scene = Scene::<DVec2>::default();
    let slope = d2::Shape::half_space(DVec2::new(-0.9, 0.4), 0.0).unwrap();
    scene.add(Object::new(slope, Pose::IDENTITY)).unwrap();
    let settings = BoxSettings {
        half_extents: DVec2::new(0.3, 0.9),
        gravity: 9.81,
        max_slope: 0.8,
        reach: 0.4,
        skin: 0.01,
    };
    let who = Block::new(&settings).unwrap();
    let mut state = BoxState::at(DVec2::new(-0.5, 1.0));
    let mut last = f64::INFINITY;
    for _ in 0..120 {
        let input = Input::walk(DVec2::X * 3.0);
        state = who
            .step(&scene, &state, &input, 1.0 / 60.0, &Filter::ALL)
            .unwrap();
        assert!(state.position.y < last && state.ground.is_none(), "{state:?}");
        last = state.position.y;
    }
    assert!(state.position.y < -5.0, "{state:?}");
}

/// Walks and jumps at a given rate over a profile of slopes, steps, a pit and a wall. Returns where that
/// ends.
macro_rules! over_a_profile {
    ($name:ident, $v:ident, $s:ident, $shape:path) => {
        fn $name(hertz: u32) -> $v {
            let corners = [
                [-2.0, 0.0],
                [3.0, 0.0],
                [3.0, 0.25],
                [4.0, 0.25],
                [7.0, 2.5],
                [9.0, 2.0],
                [9.0, 1.0],
                [11.0, 1.0],
                [11.5, 2.0],
                [12.0, 1.0],
                [15.0, 1.0],
                [15.0, 3.0],
            ];
            let mut scene = Scene::<$v>::default();
            for ends in corners.windows(2) {
                let shape = $shape(ends[0], ends[1]);
                scene.add(Object::new(shape, Pose::IDENTITY)).unwrap();
            }
            let mut half_extents = $v::splat(0.3);
            half_extents.y = 0.9;
            let who = Block::new(&BoxSettings {
                half_extents,
                gravity: 9.81,
                max_slope: 0.8,
                reach: 0.4,
                skin: 0.01,
            });
            let (who, mut room) = (who.unwrap(), Room::default());
            let mut state = BoxState::at($v::Y);
            for i in 0..hertz * 9 {
                let mut input = Input::walk($v::X * 2.0);
                input.jump = (i == hertz * 6 || i == hertz * 7).then_some(5.0);
                let time = 1.0 / hertz as $s;
                state = who
                    .step_in(&mut room, &scene, &state, &input, time, &Filter::ALL)
                    .unwrap();
            }
            state.position
        }
    };
}
over_a_profile!(flat_single, Vec2, f32, wall2_single);
over_a_profile!(flat_double, DVec2, f64, wall2_double);
over_a_profile!(deep_single, Vec3, f32, wall3_single);
over_a_profile!(deep_double, DVec3, f64, wall3_double);

fn wall2_single(a: [f32; 2], b: [f32; 2]) -> d2::Shape<Vec2> {
    d2::Shape::segment(Vec2::from(a), Vec2::from(b)).unwrap()
}
fn wall2_double(a: [f64; 2], b: [f64; 2]) -> d2::Shape<DVec2> {
    d2::Shape::segment(DVec2::from(a), DVec2::from(b)).unwrap()
}
fn wall3_single(a: [f32; 2], b: [f32; 2]) -> d3::Shape<Vec3> {
    let corner = |[x, y]: [f32; 2], z| Vec3::new(x, y, z);
    d3::Shape::convex(&[corner(a, -5.0), corner(b, -5.0), corner(a, 5.0), corner(b, 5.0)]).unwrap()
}
fn wall3_double(a: [f64; 2], b: [f64; 2]) -> d3::Shape<DVec3> {
    let corner = |[x, y]: [f64; 2], z| DVec3::new(x, y, z);
    d3::Shape::convex(&[corner(a, -5.0), corner(b, -5.0), corner(a, 5.0), corner(b, 5.0)]).unwrap()
}

#[test]
fn a_box_comes_to_one_place_at_every_rate_in_all_spaces() {
    let want = flat_double(60);
    assert!((want - DVec2::new(14.69, 1.01)).length() < 1e-3, "{want}");
    for hertz in [30, 47, 60, 100, 144, 240, 1000] {
        let ends = [flat_double(hertz), deep_double(hertz).truncate()];
        let single = [flat_single(hertz), deep_single(hertz).truncate()].map(Vec2::as_dvec2);
        for end in ends.into_iter().chain(single) {
            assert!((end - want).length() < 1e-3, "{hertz}: {end} {want}");
        }
    }
}

#[test]
fn a_box_climbs_no_slope_along_its_triangles() {
    // A box's edge on the diagonal between the two triangles of a steep slope is level enough; the slope is
    // not.
    let corners = [
        DVec3::ZERO,
        DVec3::new(4.0, 0.0, 0.0),
        DVec3::new(0.0, 7.0, 4.0),
        DVec3::new(4.0, 7.0, 4.0),
    ];
    for triangles in [[[0, 1, 2], [1, 3, 2]], [[0, 1, 3], [0, 3, 2]]] {
        let mut scene = Scene::<DVec3>::default();
        let slope = d3::Shape::mesh(corners.to_vec(), triangles.to_vec()).unwrap();
        scene.add(Object::new(slope, Pose::IDENTITY)).unwrap();
        let ground = d3::Shape::half_space(DVec3::Y, 0.0).unwrap();
        scene.add(Object::new(ground, Pose::IDENTITY)).unwrap();
        let who = Block::new(&box_settings()).unwrap();
        for way in [DVec3::new(1.0, 0.0, 1.0), DVec3::new(-1.0, 0.0, 1.0), DVec3::Z] {
            let mut state = BoxState::at(DVec3::new(2.0, 0.01, -1.0));
            for _ in 0..240 {
                state = who
                    .step(&scene, &state, &Input::walk(way), 1.0 / 60.0, &Filter::ALL)
                    .unwrap();
                assert!(state.position.y < 0.05, "{state:?}");
            }
        }
    }
}

#[test]
fn a_camera_is_never_in_the_world() {
    let mut scene = Scene::<Vec3>::default();
    let mut seed = 7_u32;
    let mut next = || {
        seed = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    for _ in 0..60 {
        let at = Vec3::new(next(), next(), next()) * 6.0;
        if at.length() > 2.0 {
            let shape = d3::Shape::cuboid(Vec3::new(0.1, 0.5, 0.8)).unwrap();
            scene.add(Object::new(shape, Pose::at(at).unwrap())).unwrap();
        }
    }
    let arm = SpringArm::new(5.0_f32, 0.2, 6.0).unwrap();
    let ball = d3::Shape::sphere(0.199).unwrap();
    let (mut before, mut short) = (None, 0);
    for _ in 0..500 {
        let behind = Vec3::new(next(), next(), next());
        let camera = arm
            .follow(
                &scene,
                Vec3::ZERO,
                behind,
                before.as_ref(),
                1.0 / 60.0,
                &Filter::ALL,
            )
            .unwrap();
        let pose = Pose::at(camera.position).unwrap();
        for object in scene.iter() {
            let gap = clearance(Placed::new(&ball, &pose), object.placed())
                .unwrap()
                .distance;
            assert!(gap >= 0.0, "{camera:?} {gap}");
        }
        short += usize::from(camera.length < 4.0);
        before = Some(camera);
    }
    assert!((150..500).contains(&short), "{short}");
    assert!(SpringArm::<Vec3>::new(f32::NAN, 0.2, 1.0).is_err());
    assert!(SpringArm::<Vec3>::new(1.0, -0.2, 1.0).is_err());
}

/// A box that hangs between a leaning plank and the end of a ledge, within reach of the floor, stays there.
///
/// It was put down on the floor, through the plank: the steep side that it touches is, by the depth of a
/// tolerance, higher above it than ground may be, and so did not hide the floor. Then it walked on inside the
/// plank, half a metre deep.
#[test]
fn a_box_is_not_put_down_through_a_steep_side() {
    use clearance::math::Rotation2;
    let mut scene = Scene::<DVec2>::default();
    for (half, at, angle) in [
        ([6.5, 0.2], [0.0, -6.0], 0.0),
        ([0.827, 0.181], [4.929, -5.189], -1.968),
        ([0.764, 0.2], [3.169, -4.727], 0.0),
    ] {
        let pose = Pose::new(DVec2::from(at), Rotation2::from_angle(angle)).unwrap();
        let shape = d2::Shape::cuboid(DVec2::from(half)).unwrap();
        scene.add(Object::new(shape, pose)).unwrap();
    }
    let half = DVec2::new(0.3, 0.9);
    let settings = BoxSettings {
        half_extents: half,
        gravity: 9.81,
        max_slope: 0.8,
        reach: 0.3,
        skin: 0.01,
    };
    let (walker, shape) = (Block::new(&settings).unwrap(), d2::Shape::cuboid(half).unwrap());
    let mut state = BoxState::at(DVec2::new(4.3665, -5.3127));
    for _ in 0..30 {
        let input = Input::walk(DVec2::X);
        state = walker.step(&scene, &state, &input, 0.1, &Filter::ALL).unwrap();
        let pose = Pose::at(state.position + DVec2::Y * half.y).unwrap();
        for object in scene.iter() {
            let gap = clearance(Placed::new(&shape, &pose), object.placed())
                .unwrap()
                .distance;
            assert!(gap > 0.0, "{gap} at {:?}", state.position);
        }
    }
}
