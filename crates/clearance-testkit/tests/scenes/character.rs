//! Capsule characters on planes, slopes and steps, at walls and in corners.

use clearance::character::{Capsule, Input, InvalidCharacter, Settings, State, Step};
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance::math::Pose;
use clearance::pair::QueryError;
use clearance::scene::{Filter, Object, Scene};

type World = Scene<DVec3>;

const HERTZ: f64 = 60.0;

fn walker() -> Capsule<DVec3> {
    Capsule::new(&Settings::new(0.3, 1.8, 9.81)).unwrap()
}

/// A box, given by its lowest and its highest corner.
fn block(scene: &mut World, low: DVec3, high: DVec3) {
    let shape = Shape::cuboid((high - low) * 0.5).unwrap();
    let pose = Pose::at((low + high) * 0.5).unwrap();
    scene.add(Object::new(shape, pose)).unwrap();
}

/// A world with level ground.
fn flat() -> World {
    let mut scene = World::default();
    let ground = Shape::half_space(DVec3::Y, 0.0).unwrap();
    scene.add(Object::new(ground, Pose::IDENTITY)).unwrap();
    scene
}

/// A plane through the origin that rises along X by this many degrees.
fn slope(scene: &mut World, degrees: f64) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let shape = Shape::half_space(DVec3::new(-sin, cos, 0.0), 0.0).unwrap();
    scene.add(Object::new(shape, Pose::IDENTITY)).unwrap();
}

fn steps(scene: &World, mut state: State<DVec3>, input: Input<DVec3>, seconds: f64) -> Step<DVec3> {
    let mut last = None;
    for _ in 0..(seconds * HERTZ).round() as usize {
        let step = walker()
            .step(scene, &state, &input, 1.0 / HERTZ, &Filter::ALL)
            .unwrap();
        state = step.state;
        last = Some(step);
    }
    last.unwrap()
}

#[test]
fn it_falls_lands_and_stands_still() {
    let scene = flat();
    let end = steps(&scene, State::at(DVec3::Y * 2.0), Input::walk(DVec3::ZERO), 2.0).state;
    assert!(end.is_standing());
    let skin = walker().settings().skin;
    assert!((end.position.y - skin).abs() < skin * 0.25, "{end:?}");
    let later = steps(&scene, end, Input::walk(DVec3::ZERO), 1.0).state;
    assert_eq!(later.position, end.position);
}

#[test]
fn it_walks_as_fast_on_a_slope_seen_from_above() {
    for degrees in [-40.0, -10.0, 0.0, 25.0, 44.0, 45.0] {
        let mut scene = World::default();
        slope(&mut scene, degrees);
        let end = steps(
            &scene,
            State::at(DVec3::Y * 0.2),
            Input::walk(DVec3::X * 2.0),
            2.0,
        )
        .state;
        assert!(end.is_standing(), "{degrees}: {end:?}");
        assert!((end.position.x - 4.0).abs() < 1e-9, "{degrees}: {end:?}");
    }
}

#[test]
fn too_steep_a_slope_is_slid_down_whatever_it_wishes() {
    for degrees in [46.0, 60.0, 80.0] {
        let mut scene = World::default();
        slope(&mut scene, degrees);
        let mut state = State::at(DVec3::Y * 0.2);
        let mut height = f64::INFINITY;
        for _ in 0..240 {
            let input = Input::walk(DVec3::X * 3.0);
            let step = walker()
                .step(&scene, &state, &input, 1.0 / 240.0, &Filter::ALL)
                .unwrap();
            state = step.state;
            assert!(
                !state.is_standing() && state.position.y < height,
                "{degrees}: {state:?}"
            );
            height = state.position.y;
        }
        // As a body without friction: s = g sin² t² / 2 in height, minus what the fall onto the slope took.
        let sin = degrees.to_radians().sin();
        assert!(
            (state.position.y + 9.81 * sin * sin / 2.0).abs() < 0.5,
            "{degrees}: {state:?}"
        );
    }
}

#[test]
fn a_wall_is_walked_along_and_a_corner_stops() {
    let mut scene = flat();
    block(
        &mut scene,
        DVec3::new(2.0, 0.0, -10.0),
        DVec3::new(3.0, 3.0, 10.0),
    );
    let input = Input::walk(DVec3::new(2.0, 0.0, 1.0));
    let end = steps(&scene, State::at(DVec3::ZERO), input, 2.0);
    let position = end.state.position;
    assert!((position.z - 2.0).abs() < 1e-3, "{position}");
    assert!(position.x > 1.68 && position.x < 1.7, "{position}");
    assert!(end.planes.len() == 2, "{:?}", end.planes); // the ground and the wall
    block(
        &mut scene,
        DVec3::new(-10.0, 0.0, 4.0),
        DVec3::new(10.0, 3.0, 5.0),
    );
    let end = steps(&scene, end.state, input, 3.0);
    assert!(end.state.position.z < 3.7 && end.state.position.z > 3.68);
    assert!(!end.hits.is_empty());
    let later = steps(&scene, end.state, input, 1.0).state;
    assert!((later.position - end.state.position).length() < 1e-9);
}

#[test]
fn it_jumps_as_high_as_a_body_thrown() {
    let scene = flat();
    let stand = steps(&scene, State::at(DVec3::ZERO), Input::walk(DVec3::ZERO), 0.5).state;
    let mut state = stand;
    let (mut top, mut input) = (0.0, Input::walk(DVec3::ZERO).jumping(4.0));
    for _ in 0..120 {
        state = walker()
            .step(&scene, &state, &input, 1.0 / HERTZ, &Filter::ALL)
            .unwrap()
            .state;
        input.jump = None;
        top = f64::max(top, state.position.y - stand.position.y);
    }
    assert!((top - 4.0 * 4.0 / (2.0 * 9.81)).abs() < 2e-3, "{top}");
    assert!(state.is_standing());
}

#[test]
fn steps_are_climbed_up_to_their_height() {
    for (height, climbs) in [
        (0.05, true),
        (0.2, true),
        (0.29, true),
        (0.35, false),
        (0.6, false),
    ] {
        for hertz in [30.0, 60.0, 240.0, 1000.0] {
            let mut scene = flat();
            for i in 0..5 {
                let x = 1.0 + 0.4 * f64::from(i);
                block(
                    &mut scene,
                    DVec3::new(x, 0.0, -5.0),
                    DVec3::new(9.0, height * f64::from(i + 1), 5.0),
                );
            }
            let mut state = State::at(DVec3::ZERO);
            for _ in 0..(hertz * 2.0) as usize {
                let input = Input::walk(DVec3::X * 2.0);
                state = walker()
                    .step(&scene, &state, &input, 1.0 / hertz, &Filter::ALL)
                    .unwrap()
                    .state;
            }
            let top = height * 5.0;
            assert_eq!(
                (state.position.y - top).abs() < 0.02 && state.is_standing(),
                climbs,
                "{height} at {hertz}: {state:?}"
            );
            if climbs {
                assert!(
                    (state.position.x - 4.0).abs() < 1e-3,
                    "{height} at {hertz}: {state:?}"
                );
            }
        }
    }
}

#[test]
fn bad_settings_say_which() {
    let good = Settings::<DVec3>::new(0.3, 1.8, 9.81);
    let bad = [
        (
            Settings { radius: -1.0, ..good },
            InvalidCharacter::NotPositive("radius"),
        ),
        (
            Settings {
                height: f64::NAN,
                ..good
            },
            InvalidCharacter::NotPositive("height"),
        ),
        (Settings { height: 0.5, ..good }, InvalidCharacter::TooLow),
        (
            Settings {
                max_slope: 1.6,
                ..good
            },
            InvalidCharacter::Slope,
        ),
        (
            Settings {
                max_slope: f64::NAN,
                ..good
            },
            InvalidCharacter::Slope,
        ),
        (
            Settings {
                step_height: 2.0,
                ..good
            },
            InvalidCharacter::StepTooHigh,
        ),
        (Settings { skin: 0.2, ..good }, InvalidCharacter::SkinTooThick),
        (
            Settings {
                up: DVec3::ZERO,
                ..good
            },
            InvalidCharacter::Up,
        ),
        (
            Settings {
                gravity: f64::INFINITY,
                ..good
            },
            InvalidCharacter::Negative("gravity"),
        ),
    ];
    for (settings, error) in bad {
        assert_eq!(Capsule::new(&settings).unwrap_err(), error);
    }
    let state = State::at(DVec3::ZERO);
    let nan = Input::walk(DVec3::NAN);
    assert!(walker().step(&flat(), &state, &nan, 0.1, &Filter::ALL).is_err());
    let still = Input::walk(DVec3::ZERO);
    assert!(
        walker()
            .step(&flat(), &state, &still, f64::NAN, &Filter::ALL)
            .is_err()
    );
}

#[test]
fn a_turned_world_is_walked_the_same() {
    let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), 1.0);
    let mut scene = World::default();
    let up = turn * DVec3::Y;
    scene
        .add(Object::new(Shape::half_space(up, 0.0).unwrap(), Pose::IDENTITY))
        .unwrap();
    let who = Capsule::new(&Settings {
        up,
        ..Settings::new(0.3, 1.8, 9.81)
    })
    .unwrap();
    let mut state = State::at(up);
    for _ in 0..120 {
        let input = Input::walk(turn * DVec3::X);
        state = who
            .step(&scene, &state, &input, 1.0 / HERTZ, &Filter::ALL)
            .unwrap()
            .state;
    }
    let seen = turn.inverse() * state.position;
    assert!(
        state.is_standing() && (seen.x - 2.0).abs() < 1e-9 && seen.z.abs() < 1e-9,
        "{seen}"
    );
}

#[test]
fn a_platform_carries_it_up_along_and_round() {
    let mut scene = World::default();
    let plate = Shape::cuboid(DVec3::new(2.0, 0.25, 2.0)).unwrap();
    let plate = scene.add(Object::new(plate, Pose::IDENTITY)).unwrap();
    let mut state = State::at(DVec3::new(1.0, 0.26, 0.0));
    for i in 1..=120 {
        let t = f64::from(i) / 120.0;
        let turn = DQuat::from_rotation_y(t);
        scene
            .set_pose(plate, Pose::new(DVec3::new(3.0 * t, t, 0.0), turn).unwrap())
            .unwrap();
        let input = Input::walk(DVec3::ZERO);
        state = walker()
            .step(&scene, &state, &input, 1.0 / HERTZ, &Filter::ALL)
            .unwrap()
            .state;
        assert!(state.is_standing(), "{i}: {state:?}");
    }
    // The first step finds the plate, which has moved by itself until then.
    let there = DVec3::new(3.0, 1.25, 0.0) + DQuat::from_rotation_y(1.0) * DVec3::X;
    assert!((state.position - there).length() < 0.06, "{state:?} {there}");
}

#[test]
fn a_wall_that_comes_near_pushes_it_away() {
    let mut scene = flat();
    let wall = Shape::cuboid(DVec3::new(0.5, 2.0, 2.0)).unwrap();
    let wall = scene
        .add(Object::new(wall, Pose::at(DVec3::X * -2.0).unwrap()))
        .unwrap();
    let mut state = State::at(DVec3::ZERO);
    for i in 0..120 {
        let x = -2.0 + 3.0 * f64::from(i) / 120.0;
        scene.set_pose(wall, Pose::at(DVec3::X * x).unwrap()).unwrap();
        let input = Input::walk(DVec3::ZERO);
        state = walker()
            .step(&scene, &state, &input, 1.0 / HERTZ, &Filter::ALL)
            .unwrap()
            .state;
        assert!(state.position.x > x + 0.8, "{i}: {state:?}");
    }
}

// Where a floor meets a ramp, a character that walked up the one was put down on the other, a little inside
// the ramp. The next step moved it out, back to where it came from, by a part of the skin, however short the
// step. At 3,840 Hz it did not move at all.
#[test]
fn a_bend_costs_no_way_at_any_rate() {
    for hertz in [60.0, 960.0, 3840.0] {
        let mut scene = flat();
        slope(&mut scene, 25.0);
        let input = Input::walk(DVec3::X * 2.0);
        let mut state = State::at(DVec3::new(-0.5, walker().settings().skin, 0.0));
        for _ in 0..hertz as usize {
            let step = walker()
                .step(&scene, &state, &input, 1.0 / hertz, &Filter::ALL)
                .unwrap();
            state = step.state;
        }
        assert!((state.position.x - 1.5).abs() < 2e-3, "{hertz}: {state:?}");
        assert!(state.position.y > 0.6, "{hertz}: {state:?}");
    }
}

/// A step so long that its fall exceeds the range of floats is refused.
///
/// Before, its end was computed as infinity minus infinity: a NaN position, which the next step refused.
#[test]
fn a_fall_without_end_is_refused() {
    let (scene, state) = (World::default(), State::at(DVec3::Y));
    let refused = walker().step(&scene, &state, &Input::walk(DVec3::X), 1e300, &Filter::ALL);
    assert_eq!(refused.unwrap_err(), QueryError::NotFinite("motion"));
}
