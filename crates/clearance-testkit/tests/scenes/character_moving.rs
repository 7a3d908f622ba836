//! Characters among moving objects: carried, pushed, crushed, thrown; and characters that change their size.

use clearance::character::{
    Box as Block, BoxSettings, BoxState, Capsule, Crush, Input, NoRoom, Room, Settings, State,
};
use clearance::glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use clearance::math::{Pose, Real, Rotation2, Vector};
use clearance::scene::{Filter, Handle, Object, Scene};
use clearance::{Placed, clearance};
use clearance_testkit::{TestSpace, for_each_space};

fn lit<V: Vector>(p: [f64; 3]) -> V {
    V::from_fn(|i| V::Scalar::lit(p[i]))
}
fn number<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::lit(x)
}
fn at<V: TestSpace>(p: [f64; 3]) -> Pose<V> {
    Pose::at(lit(p)).unwrap()
}
fn block<V: TestSpace>(scene: &mut Scene<V>, half: [f64; 3], p: [f64; 3]) -> Handle {
    scene
        .add(Object::new(V::cuboid(lit(half)).unwrap(), at(p)))
        .unwrap()
}
fn flat<V: TestSpace>() -> Scene<V> {
    let mut scene = Scene::default();
    let ground = V::half_space(lit([0.0, 1.0, 0.0]), Real::ZERO).unwrap();
    scene.add(Object::new(ground, Pose::IDENTITY)).unwrap();
    scene
}

/// A capsule or a box, with what it keeps from step to step.
enum Who<V: TestSpace> {
    Capsule(Capsule<V>, State<V>),
    Box(Block<V>, BoxState<V>, V::Shape),
}

impl<V: TestSpace> Who<V> {
    fn both(feet: [f64; 3]) -> [Self; 2] {
        let half: V = lit([0.3, 0.9, 0.3]);
        let block = Block::new(&BoxSettings {
            half_extents: half,
            gravity: number::<V>(9.81),
            max_slope: number::<V>(std::f64::consts::FRAC_PI_4),
            reach: number::<V>(0.3),
            skin: number::<V>(0.3 / 32.0),
        });
        let capsule = Capsule::new(&Settings::new(
            number::<V>(0.3),
            number::<V>(1.8),
            number::<V>(9.81),
        ));
        [
            Self::Capsule(capsule.unwrap(), State::at(lit(feet))),
            Self::Box(block.unwrap(), BoxState::at(lit(feet)), V::cuboid(half).unwrap()),
        ]
    }
    fn name(&self) -> &'static str {
        match self {
            Self::Capsule(..) => "capsule",
            Self::Box(..) => "box",
        }
    }
    fn step(
        &mut self,
        room: &mut Room<V>,
        scene: &Scene<V>,
        input: Input<V>,
        hertz: f64,
    ) -> Option<Crush<V>> {
        let time = number::<V>(1.0 / hertz);
        match self {
            Self::Capsule(who, state) => {
                let step = who
                    .step_in(room, scene, state, &input, time, &Filter::ALL)
                    .unwrap();
                *state = step.state;
                step.crushed
            }
            Self::Box(who, state, _) => {
                *state = who
                    .step_in(room, scene, state, &input, time, &Filter::ALL)
                    .unwrap();
                state.crushed
            }
        }
    }
    /// Stands still for this many steps.
    fn rest(&mut self, room: &mut Room<V>, scene: &Scene<V>, steps: usize) {
        for _ in 0..steps {
            let crushed = self.step(room, scene, Input::walk(V::ZERO), 60.0);
            assert_eq!(crushed, None, "{}", self.name());
        }
        assert!(self.stands(), "{}", self.name());
    }
    fn feet(&self) -> [f64; 3] {
        let p = match self {
            Self::Capsule(_, state) => state.position,
            Self::Box(_, state, _) => state.position,
        };
        [0, 1, 2].map(|i| if i < V::DIM { p.get(i).to_f64() } else { 0.0 })
    }
    fn stands(&self) -> bool {
        match self {
            Self::Capsule(_, state) => state.is_standing(),
            Self::Box(_, state, _) => state.ground.is_some(),
        }
    }
    fn fall(&self) -> [f64; 3] {
        let p = match self {
            Self::Capsule(_, state) => state.fall,
            Self::Box(_, state, _) => state.fall,
        };
        [0, 1, 2].map(|i| if i < V::DIM { p.get(i).to_f64() } else { 0.0 })
    }
    /// Its distance from an object.
    fn gap(&self, scene: &Scene<V>, handle: Handle) -> f64 {
        let up = lit::<V>([0.0, 0.9, 0.0]);
        let (shape, at) = match self {
            Self::Capsule(who, state) => (who.shape(), state.position),
            Self::Box(_, state, shape) => (shape, state.position + up),
        };
        let pose = Pose::at(at).unwrap();
        let object = scene.get(handle).unwrap();
        clearance(Placed::new(shape, &pose), object.placed())
            .unwrap()
            .distance
            .to_f64()
    }
}

// A wall that moved by a metre a step was in front of a character in one step and behind it in the next.
fn a_fast_wall_pushes_and_does_not_jump_over<V: TestSpace>() {
    for thickness in [0.01, 0.1, 0.5] {
        for stride in [0.01, 0.3, 1.0, 7.0] {
            for mut who in Who::<V>::both([0.0, 0.01, 0.0]) {
                let (mut scene, mut room) = (flat::<V>(), Room::default());
                let wall = block(&mut scene, [thickness, 3.0, 3.0], [-1.0, 3.5, 0.0]);
                who.rest(&mut room, &scene, 2);
                for i in 1..=10 {
                    let x = -1.0 + stride * f64::from(i);
                    room.movers.clear();
                    room.movers.set_pose(&mut scene, wall, at([x, 3.5, 0.0])).unwrap();
                    let crushed = who.step(&mut room, &scene, Input::walk(V::ZERO), 60.0);
                    let feet = who.feet();
                    let least = x + thickness + 0.3;
                    let name = who.name();
                    assert!(
                        feet[0] > least,
                        "{name}, {thickness}, {stride}, step {i}: {feet:?} {least}"
                    );
                    assert!(
                        feet[0] < least.max(0.0) + 0.02,
                        "{name}, {thickness}, {stride}: {feet:?} {least}"
                    );
                    assert!(feet[1] < 0.02 && feet[2].abs() < 1e-3, "{name}: {feet:?}");
                    assert_eq!(crushed, None, "{name}, {thickness}, {stride}, step {i}");
                }
            }
        }
    }
}

// A wall closed on a character that stood at another wall, and left it overlapping one of them without
// reporting it.
fn who_has_no_room_left_is_crushed_and_in_nothing_that_stands<V: TestSpace>() {
    for stride in [0.05, 1.0, 3.0] {
        for mut who in Who::<V>::both([0.0, 0.01, 0.0]) {
            let (mut scene, mut room) = (flat::<V>(), Room::default());
            let wall = block(&mut scene, [0.2, 3.0, 3.0], [-1.5, 3.5, 0.0]);
            let other = block(&mut scene, [0.005, 3.0, 3.0], [1.0, 3.5, 0.0]);
            who.rest(&mut room, &scene, 2);
            let mut crushes = 0;
            for i in 1..=(2.0 / stride) as i32 + i32::from(stride == 3.0) {
                let x = -1.5 + stride * f64::from(i);
                room.movers.clear();
                room.movers.set_pose(&mut scene, wall, at([x, 3.5, 0.0])).unwrap();
                let crushed = who.step(&mut room, &scene, Input::walk(V::ZERO), 60.0);
                let (name, feet) = (who.name(), who.feet());
                assert!(who.gap(&scene, other) > 0.0, "{name}, {stride}, {i}: {feet:?}");
                assert!(feet[0] < 0.7, "{name}, {stride}, {i}: {feet:?}");
                // It has room for 0.6 + skin between the two.
                let is_full = 0.995 - (x + 0.2) < 0.6;
                assert_eq!(
                    crushed.is_some(),
                    is_full,
                    "{name}, {stride}, {i}: {feet:?} {crushed:?}"
                );
                if let Some(crush) = crushed {
                    crushes += 1;
                    assert_eq!((crush.by, crush.against), (wall, Some(other)), "{name}");
                    let want = (0.6 - (0.995 - (x + 0.2))).min(0.9);
                    let depth = crush.depth.to_f64();
                    assert!(
                        stride == 3.0 || (depth - want).abs() < 0.02 || depth > 0.0 && x > 0.4,
                        "{name}: {depth} {want}"
                    );
                }
            }
            assert!(crushes > 0, "{} {stride}", who.name());
        }
    }
}

// A lift below a ceiling left the character overlapping by 0.91 and did not report it.
fn a_lift_under_a_ceiling_crushes<V: TestSpace>() {
    for hertz in [30.0, 60.0, 240.0, 960.0] {
        for mut who in Who::<V>::both([0.3, 0.01, 0.0]) {
            let (mut scene, mut room) = (Scene::<V>::default(), Room::default());
            let lift = block(&mut scene, [2.0, 0.25, 2.0], [0.0, -0.25, 0.0]);
            let ceiling = block(&mut scene, [2.0, 0.25, 2.0], [0.0, 3.25, 0.0]);
            who.rest(&mut room, &scene, 3);
            let steps = (2.1 * hertz) as i32;
            for i in 1..=steps {
                let height = f64::from(i) / hertz;
                // It stands on the lift, so the lift's motion is known without being told.
                scene.set_pose(lift, at([0.0, height - 0.25, 0.0])).unwrap();
                let crushed = who.step(&mut room, &scene, Input::walk(V::ZERO), hertz);
                let name = who.name();
                let gap = who.gap(&scene, ceiling);
                // Where it just fits it touches, up to the rounding of a length of 3.
                assert!(
                    gap > -1e-15,
                    "{name} {hertz} {i}: {gap} {:?} {crushed:?}",
                    who.feet()
                );
                let depth = height + 1.8 - 3.0;
                if depth < -0.02 {
                    assert!(
                        crushed.is_none() && who.stands(),
                        "{name} {hertz} {i}: {crushed:?}"
                    );
                    assert!(
                        (who.feet()[1] - height - 0.009).abs() < 2e-3,
                        "{name} {hertz} {i}: {:?}",
                        who.feet()
                    );
                }
                if depth > 0.0 && crushed.is_none() {
                    panic!("{name} {hertz} {i}: {:?} {depth}", who.feet());
                }
                if let Some(crush) = crushed {
                    assert_eq!(
                        (crush.by, crush.against),
                        (lift, Some(ceiling)),
                        "{name} {hertz} {i}"
                    );
                    let error = (crush.depth.to_f64() - depth).abs();
                    assert!(error < 0.02, "{name} {hertz} {i}: {crush:?} {depth}");
                }
            }
        }
    }
}

// An object placed inside a character, and a character in the place of a smaller one, were pushed out through
// whatever was there: below a low ceiling 0.71 into the floor.
fn who_stands_up_under_a_low_ceiling_is_refused<V: TestSpace>() {
    let (mut scene, mut room) = (Scene::<V>::default(), Room::default());
    let floor = block(&mut scene, [4.0, 0.05, 4.0], [0.0, -0.05, 0.0]);
    let ceiling = block(&mut scene, [1.0, 0.25, 1.0], [0.0, 1.35, 0.0]);
    let settings = Settings::new(number::<V>(0.3), number::<V>(1.0), number::<V>(9.81));
    let low = Capsule::new(&settings).unwrap();
    let tall = Capsule::new(&Settings {
        height: number::<V>(1.8),
        ..settings
    })
    .unwrap();
    let mut state = State::at(lit([0.0, 0.01, 0.0]));
    let still = Input::walk(V::ZERO);
    let time = number::<V>(1.0 / 60.0);
    for _ in 0..5 {
        state = low
            .step(&scene, &state, &still, time, &Filter::ALL)
            .unwrap()
            .state;
    }
    match tall.take_over(&scene, &state, &Filter::ALL) {
        Err(NoRoom::Blocked { by, depth }) => {
            assert_eq!(by, ceiling);
            assert!((depth.to_f64() - 0.71).abs() < 0.01, "{depth:?}");
        }
        other => panic!("{other:?}"),
    }
    // A character that is placed there nevertheless stays where it is, and the step reports it.
    let step = tall
        .step_in(&mut room, &scene, &state, &still, time, &Filter::ALL)
        .unwrap();
    let crush = step.crushed.unwrap();
    assert_eq!((crush.by, crush.against), (ceiling, Some(floor)));
    assert!(
        (step.state.position - state.position).length().to_f64() < 1e-3,
        "{step:?}"
    );
    let outside = State {
        position: lit([2.0, 0.01, 0.0]),
        ..state
    };
    assert_eq!(tall.take_over(&scene, &outside, &Filter::ALL), Ok(outside));
    // A box.
    let settings = |height: f64| BoxSettings::<V> {
        half_extents: lit([0.3, height, 0.3]),
        gravity: number::<V>(9.81),
        max_slope: number::<V>(0.8),
        reach: number::<V>(0.3),
        skin: number::<V>(0.01),
    };
    let tall = Block::new(&settings(0.9)).unwrap();
    let under = BoxState::at(lit([0.0, 0.01, 0.0]));
    let refused = tall.take_over(&scene, &under, &Filter::ALL);
    assert!(
        matches!(refused, Err(NoRoom::Blocked { by, .. }) if by == ceiling),
        "{refused:?}"
    );
    let there = tall
        .step_in(&mut room, &scene, &under, &still, time, &Filter::ALL)
        .unwrap();
    assert!(
        (there.position - under.position).length().to_f64() < 2e-3,
        "{there:?}"
    );
    assert_eq!(
        there.crushed.map(|c| (c.by, c.against)),
        Some((ceiling, Some(floor)))
    );
    let outside = BoxState::at(lit([2.0, 0.01, 0.0]));
    assert_eq!(tall.take_over(&scene, &outside, &Filter::ALL), Ok(outside));
}

// The lowest point of the character moved with the plate, though another point touched the plate; and without
// a wish to move nothing put the character down again. So it lost its footing, the sooner the more steps a
// second there were.
fn who_stands_on_a_tilting_plate_stands<V: TestSpace>(turn: impl Fn(f64) -> V::Rotation) {
    for hertz in [30.0, 60.0, 240.0, 960.0] {
        for x in [0.0, 0.7, -1.3] {
            for mut who in Who::<V>::both([x, 0.26, 0.0]) {
                let (mut scene, mut room) = (Scene::<V>::default(), Room::default());
                let plate = block(&mut scene, [3.0, 0.25, 3.0], [0.0, 0.0, 0.0]);
                who.rest(&mut room, &scene, 3);
                for i in 1..=(hertz * 2.0) as i32 {
                    let angle = 0.5 * (2.0 * f64::from(i) / hertz).sin();
                    let pose = Pose::IDENTITY.turned(turn(angle)).unwrap();
                    scene.set_pose(plate, pose).unwrap();
                    who.step(&mut room, &scene, Input::walk(V::ZERO), hertz);
                    let (name, feet, fall) = (who.name(), who.feet(), who.fall());
                    assert!(
                        who.stands(),
                        "{name} at {hertz}, {x}, step {i}: {feet:?} {fall:?}"
                    );
                }
            }
        }
    }
}
#[test]
fn who_stands_on_a_tilting_plate_stands_in_all_spaces() {
    who_stands_on_a_tilting_plate_stands::<Vec2>(|a| Rotation2::from_angle(a as f32));
    who_stands_on_a_tilting_plate_stands::<DVec2>(Rotation2::from_angle);
    who_stands_on_a_tilting_plate_stands::<Vec3>(|a| Quat::from_rotation_z(a as f32));
    who_stands_on_a_tilting_plate_stands::<DVec3>(DQuat::from_rotation_z);
}

// A jump began at rest, whatever the motion of the platform.
fn a_jump_takes_the_velocity_of_the_platform_along<V: TestSpace>() {
    for hertz in [30.0, 60.0, 240.0, 960.0] {
        for mut who in Who::<V>::both([0.2, 0.26, 0.0]) {
            let (mut scene, mut room) = (Scene::<V>::default(), Room::default());
            let plate = block(&mut scene, [3.0, 0.25, 3.0], [0.0, 0.0, 0.0]);
            who.rest(&mut room, &scene, 3);
            let start = who.feet();
            let steps = (0.4 * hertz) as i32;
            for i in 1..=steps {
                let t = f64::from(i) / hertz;
                scene.set_pose(plate, at([3.0 * t, t, 0.0])).unwrap();
                let mut input = Input::walk(lit([0.5, 0.0, 0.0]));
                input.jump = (i == 1).then(|| number::<V>(4.0));
                who.step(&mut room, &scene, input, hertz);
                let want = [start[0] + 3.5 * t, start[1] + 5.0 * t - 9.81 * t * t / 2.0];
                let (name, feet) = (who.name(), who.feet());
                let off = (feet[0] - want[0]).abs().max((feet[1] - want[1]).abs());
                assert!(
                    off < 5e-3 && !who.stands(),
                    "{name} at {hertz}, {t}: {feet:?} {want:?}"
                );
            }
        }
    }
}

#[test]
fn a_jump_from_a_turning_platform_flies_off_along_the_tangent() {
    for mut who in Who::<DVec3>::both([2.0, 0.26, 0.0]) {
        let (mut scene, mut room) = (Scene::<DVec3>::default(), Room::default());
        let plate = block(&mut scene, [3.0, 0.25, 3.0], [0.0, 0.0, 0.0]);
        who.rest(&mut room, &scene, 3);
        let rate = 0.5;
        for i in 1..=30 {
            let turn = DQuat::from_rotation_y(rate * f64::from(i) / 240.0);
            scene
                .set_pose(plate, Pose::IDENTITY.turned(turn).unwrap())
                .unwrap();
            let mut input = Input::walk(DVec3::ZERO);
            input.jump = (i == 1).then_some(3.0);
            who.step(&mut room, &scene, input, 240.0);
        }
        // A rotation about y turns x towards -z.
        let fall = who.fall();
        assert!(
            (fall[2] + 1.0).abs() < 5e-3 && fall[0].abs() < 5e-3,
            "{}: {fall:?}",
            who.name()
        );
    }
}

for_each_space!(
    a_fast_wall_pushes_and_does_not_jump_over,
    who_has_no_room_left_is_crushed_and_in_nothing_that_stands,
    a_lift_under_a_ceiling_crushes,
    who_stands_up_under_a_low_ceiling_is_refused,
    a_jump_takes_the_velocity_of_the_platform_along,
);
