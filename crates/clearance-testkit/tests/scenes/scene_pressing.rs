//! Steps in which bodies press against walls and each other for a long time: none gets through, and none ends
//! inside another.
//!
//! The oracle of the rooms: a body overlaps no wall, and one of its points is in the room.

use clearance::cast::Motion;
use clearance::math::{Pose, Real};
use clearance::scene::{Filter, Handle, Object, Scene, Travel};
use clearance_testkit::generate::scalar;
use clearance_testkit::pressing::{Life, Room, WALLS, Walls, live, live_in};
use clearance_testkit::{Random, TestSpace, for_each_space};

/// A simulation in which bodies meet something at least in every eighth step.
fn live_among_walls<V: TestSpace>(random: &mut Random, life: &Life) {
    assert!(live::<V>(random, life) > 0.125);
}

fn none_leaves_a_room<V: TestSpace>() {
    let mut random = Random::new(71);
    for walls in WALLS {
        for away in [0.0, 1e3] {
            live_among_walls::<V>(
                &mut random,
                &Life {
                    away,
                    ..Life::new(walls)
                },
            );
        }
    }
}
for_each_space!(none_leaves_a_room);

fn none_leaves_a_room_turning<V: TestSpace>() {
    let mut random = Random::new(72);
    for walls in WALLS.into_iter().filter(|w| *w != Walls::HalfSpaces) {
        let life = Life {
            turns: true,
            bodies: 6,
            steps: 8,
            ..Life::new(walls)
        };
        live_among_walls::<V>(&mut random, &life);
    }
}
for_each_space!(none_leaves_a_room_turning);

/// A short simulation in a room whose walls are parts of one shape.
fn live_among_parts<V: TestSpace>(room: &mut Room<V>, random: &mut Random) {
    let life = Life {
        turns: true,
        bodies: 5,
        steps: 8,
        ..Life::new(Walls::Parts)
    };
    assert!(live_in(room, random, &life) > 0.125);
}

/// Rooms of one shape: in the plane a polyline, the hole of a polygon, and pixels.
macro_rules! rooms_of_one_shape_2 {
    ($name:ident, $v:ty, $s:ty) => {
        #[test]
        fn $name() {
            use clearance::d2::Shape;
            let ring = |h: $s| {
                [
                    <$v>::new(-h, -h),
                    <$v>::new(h, -h),
                    <$v>::new(h, h),
                    <$v>::new(-h, h),
                ]
            };
            let rows: Vec<String> = (0..18)
                .map(|y| {
                    (0..18)
                        .map(|x| {
                            if [0, 17].contains(&x) || [0, 17].contains(&y) {
                                '1'
                            } else {
                                '0'
                            }
                        })
                        .collect()
                })
                .collect();
            let corner = Pose::at(<$v>::new(-4.5, -4.5)).unwrap();
            let shapes = [
                (Shape::polyline(&ring(4.0), true).unwrap(), Pose::IDENTITY),
                (
                    Shape::polygon(&ring(4.25), &[ring(4.0).to_vec()]).unwrap(),
                    Pose::IDENTITY,
                ),
                (Shape::bitmap(&rows, 0.5).unwrap(), corner),
            ];
            let mut random = Random::new(77);
            for (shape, pose) in shapes {
                let mut room = Room::<$v>::empty(4.0, Pose::IDENTITY);
                room.scene.add(Object::new(shape, pose)).unwrap();
                live_among_parts(&mut room, &mut random);
            }
        }
    };
}
rooms_of_one_shape_2!(rooms_of_one_shape_vec2, clearance::glam::Vec2, f32);
rooms_of_one_shape_2!(rooms_of_one_shape_dvec2, clearance::glam::DVec2, f64);

/// In space a mesh without a lid, and a terrain as the floor with a box above it.
macro_rules! rooms_of_one_shape_3 {
    ($name:ident, $v:ty, $s:ty) => {
        #[test]
        fn $name() {
            use clearance::d3::Shape;
            let corners: Vec<$v> = (0..8)
                .map(|i| {
                    <$v>::new(
                        [-4.0, 4.0][i & 1],
                        [-4.0, 4.0][i >> 1 & 1],
                        [-4.0, 4.0][i >> 2],
                    )
                })
                .collect();
            let faces = [
                [0, 4, 6],
                [0, 6, 2],
                [1, 3, 7],
                [1, 7, 5],
                [0, 1, 5],
                [0, 5, 4],
                [0, 2, 3],
                [0, 3, 1],
                [4, 5, 7],
                [4, 7, 6],
            ];
            let lid = Shape::cuboid(<$v>::new(5.0, 0.01, 5.0)).unwrap();
            let mut random = Random::new(78);
            let mut room = Room::<$v>::empty(4.0, Pose::IDENTITY);
            room.scene
                .add(Object::new(
                    Shape::mesh(corners, faces.to_vec()).unwrap(),
                    Pose::IDENTITY,
                ))
                .unwrap();
            let heights: Vec<Vec<$s>> = (0..9)
                .map(|_| (0..9).map(|_| random.between(-3.9, -3.0) as $s).collect())
                .collect();
            let ground = Shape::terrain(&heights, [1.0, 1.0]).unwrap();
            room.scene
                .add(Object::new(
                    ground,
                    Pose::at(<$v>::new(-4.0, 0.0, -4.0)).unwrap(),
                ))
                .unwrap();
            room.scene
                .add(Object::new(lid, Pose::at(<$v>::Y * 4.01).unwrap()))
                .unwrap();
            live_among_parts(&mut room, &mut random);
        }
    };
}
rooms_of_one_shape_3!(rooms_of_one_shape_vec3, clearance::glam::Vec3, f32);
rooms_of_one_shape_3!(rooms_of_one_shape_dvec3, clearance::glam::DVec3, f64);

/// The number in an environment variable.
fn setting(name: &str, or: usize) -> usize {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(or)
}

/// A closed room of thin walls, 10,000 bodies, 1,000 steps:
/// `cargo test --release -p clearance-testkit --test scenes ten_thousand -- --ignored`.
fn ten_thousand_stay<V: TestSpace>() {
    for turns in [false, true] {
        let life = Life {
            bodies: setting("BODIES", 10_000),
            steps: setting("STEPS", 1_000),
            half: if V::DIM == 2 { 60.0 } else { 20.0 },
            speed: 2.0,
            looks: 250,
            turns,
            ..Life::new(Walls::Thin)
        };
        live::<V>(&mut Random::new(73), &life);
    }
}

macro_rules! for_each_space_when_asked {
    ($($body:ident),+) => { $( mod $body {
        #[test]
        #[ignore = "long"]
        fn vec2() { super::$body::<clearance::glam::Vec2>(); }
        #[test]
        #[ignore = "long"]
        fn dvec2() { super::$body::<clearance::glam::DVec2>(); }
        #[test]
        #[ignore = "long"]
        fn vec3() { super::$body::<clearance::glam::Vec3>(); }
        #[test]
        #[ignore = "long"]
        fn dvec3() { super::$body::<clearance::glam::DVec3>(); }
    } )+ };
}
for_each_space_when_asked!(ten_thousand_stay);

/// A ball, a box or a capsule some 0.1 in size.
fn small<V: TestSpace>(random: &mut Random, i: usize) -> V::Shape {
    let size = scalar::<V>(random.between(0.05, 0.15));
    match i % 3 {
        0 => V::ball(size).unwrap(),
        1 => V::cuboid(V::splat(size)).unwrap(),
        _ => V::capsule(random.vector(0.1), random.vector(0.1), size).unwrap(),
    }
}

/// A stopped body overlapped its obstacle by rounding, so the next step began with an overlap, and overlaps
/// at the start were ignored: within five steps all of these bodies were on the other side of the wall.
fn who_presses_stays_before_the_wall<V: TestSpace>() {
    let mut random = Random::new(74);
    for (turns, slides) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut scene = Scene::<V, usize>::default();
        let wall = V::from_fn(|i| scalar::<V>(if i == 0 { 0.005 } else { 5.0 }));
        let at = |x: f64, y: f64, z: f64| V::from_fn(|i| scalar::<V>([x, y, z][i]));
        scene
            .add(Object::new(
                V::cuboid(wall).unwrap(),
                Pose::at(at(4.0, 0.0, 0.0)).unwrap(),
            ))
            .unwrap();
        let mut motions = Vec::new();
        for i in 0..60 {
            let pose = Pose::at(at(0.3, 0.2, 0.1) + random.vector::<V>(0.2)).unwrap();
            let filter = Filter {
                group: -1,
                ..Filter::default()
            };
            let object = Object::new(small::<V>(&mut random, i), pose).with_filter(filter);
            scene.add(object.with_data(i + 1)).unwrap();
            let angular = if turns {
                V::any_angular(&mut random, 3.0)
            } else {
                Default::default()
            };
            motions.push(Motion {
                linear: at(5.3, 0.1, 0.2) + random.vector::<V>(0.1),
                angular,
            });
        }
        for step in 0..12 {
            let met = scene.sweep_step(|object| match object.data().checked_sub(1) {
                None => Travel::Still,
                Some(i) if slides => Travel::Slide(motions[i]),
                Some(i) => Travel::Swept(motions[i]),
            });
            assert!(step > 0 || met.unwrap().len() == 60);
            for object in scene.iter().filter(|object| *object.data() > 0) {
                let x = object.pose().position().get(0).to_f64();
                assert!(
                    x < 3.995 && (step == 0 || x > 3.5),
                    "{x} in step {step}, {:?}",
                    object.shape()
                );
            }
        }
    }
}
for_each_space!(who_presses_stays_before_the_wall);

/// A ball, a box or a capsule in front of a wall at any angle, and unit vectors into the wall and along it.
fn before_a_wall<V: TestSpace>(random: &mut Random, i: usize) -> (Scene<V, usize>, Handle, [V; 2]) {
    let mut scene = Scene::<V, usize>::default();
    let half = V::from_fn(|k| scalar::<V>(if k == 0 { 0.01 } else { 100.0 }));
    let rotation = if i.is_multiple_of(2) {
        Pose::<V>::IDENTITY.rotation()
    } else {
        V::any_rotation(random)
    };
    let frame = Pose::new(random.vector(10.0), rotation).unwrap();
    scene.add(Object::new(V::cuboid(half).unwrap(), frame)).unwrap();
    let axis = |k: usize| {
        frame
            .frame()
            .direction(V::from_fn(|j| scalar::<V>(if j == k { 1.0 } else { 0.0 })))
    };
    let pose = Pose::at(frame.position() - axis(0)).unwrap();
    let body = scene
        .add(Object::new(small::<V>(random, i), pose).with_data(1))
        .unwrap();
    (scene, body, [axis(0), axis(1)])
}

/// A sliding body moves along a wall as far as its motion leads that way, whatever presses it, and a body
/// that moves along a wall or away from it is not stopped.
fn walls_are_slid_along<V: TestSpace>() {
    let mut random = Random::new(75);
    for i in 0..24 {
        let (mut scene, body, [into, along]) = before_a_wall::<V>(&mut random, i);
        let go = |scene: &mut Scene<V, usize>, travel: Travel<V>| {
            let before = scene.get(body).unwrap().pose().position();
            let step = scene.sweep_step(|object| {
                if *object.data() == 0 {
                    Travel::Still
                } else {
                    travel
                }
            });
            let way = scene.get(body).unwrap().pose().position() - before;
            (
                step.unwrap().len(),
                way.dot(into).to_f64(),
                way.dot(along).to_f64(),
            )
        };
        let press = scalar::<V>(random.between(1.5, 5.0));
        go(&mut scene, Travel::Swept(Motion::linear(into * press)));
        for _ in 0..10 {
            let (met, ahead, aside) = go(&mut scene, Travel::Slide(Motion::linear(into * press + along)));
            assert!(
                met == 1 && ahead.abs() < 1e-3 && (aside - 1.0).abs() < 1e-3,
                "{met} {ahead} {aside}"
            );
        }
        let (met, _, aside) = go(&mut scene, Travel::Slide(Motion::linear(into * press)));
        assert!(met == 1 && aside.abs() < 1e-3, "{aside}");
        let (met, ahead, _) = go(&mut scene, Travel::Swept(Motion::linear(into * press + along)));
        assert!(met == 1 && ahead.abs() < 1e-3);
        if i % 2 == 0 {
            let (met, _, aside) = go(&mut scene, Travel::Swept(Motion::linear(along)));
            assert!(met == 0 && (aside - 1.0).abs() < 1e-3);
        }
        let away = along - into * scalar::<V>(0.125);
        assert_eq!(go(&mut scene, Travel::Swept(Motion::linear(away))).0, 0);
    }
}
for_each_space!(walls_are_slid_along);

/// From an overlap, by rounding or deep, a body moves out or along, and no deeper.
fn an_overlap_gets_no_deeper<V: TestSpace>() {
    use clearance::pair::clearance;
    let mut random = Random::new(76);
    for i in 0..48 {
        let (mut scene, body, [into, along]) = before_a_wall::<V>(&mut random, i);
        let wall = scene.iter().find(|object| *object.data() == 0).unwrap().handle();
        let depth = |scene: &Scene<V, usize>| {
            let [a, b] = [body, wall].map(|handle| scene.get(handle).unwrap());
            clearance(a.placed(), b.placed()).unwrap().distance
        };
        let gap = depth(&scene);
        let deep = *random.pick(&[1e-7, 1e-3, 0.0078125]);
        let at = scene.get(body).unwrap().pose().position() + into * (gap + scalar::<V>(deep));
        scene.set_positions(&[(body, at)]).unwrap();
        let start = depth(&scene);
        assert!(start < Real::ZERO || deep < 1e-6);
        for slides in [false, true] {
            let motion = Motion::linear(into + along * scalar::<V>(0.5));
            let travel = if slides {
                Travel::Slide(motion)
            } else {
                Travel::Swept(motion)
            };
            let met = scene
                .sweep_step(|object| {
                    if *object.data() == 0 {
                        Travel::Still
                    } else {
                        travel
                    }
                })
                .unwrap();
            let noise = scalar::<V>(1e-5);
            assert!(
                met.len() == 1 && depth(&scene) >= start.min(Real::ZERO) - noise,
                "{deep} {:?}",
                depth(&scene)
            );
        }
        let out = Travel::Swept(Motion::linear(-into));
        let met = scene
            .sweep_step(|object| if *object.data() == 0 { Travel::Still } else { out })
            .unwrap();
        assert!(met.is_empty() && depth(&scene) > scalar::<V>(0.9));
    }
}
for_each_space!(an_overlap_gets_no_deeper);
