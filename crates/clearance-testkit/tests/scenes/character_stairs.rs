//! Stairs whose rise equals the step height, at all rates.

use clearance::character::{Box as Block, BoxSettings, BoxState, Capsule, Input, Room, Settings, State};
use clearance::math::{Pose, Real, Vector};
use clearance::scene::{Filter, Object, Scene};
use clearance_testkit::{TestSpace, for_each_space};

const STEPS: usize = 6;

fn lit<V: Vector>(p: [f64; 3]) -> V {
    V::from_fn(|i| V::Scalar::lit(p[i]))
}

/// Solid steps from x = 1 on.
fn stairs<V: TestSpace>(rise: f64, run: f64) -> Scene<V> {
    let mut scene = Scene::default();
    let ground = V::half_space(lit([0.0, 1.0, 0.0]), Real::ZERO).unwrap();
    scene.add(Object::new(ground, Pose::IDENTITY)).unwrap();
    for i in 0..STEPS {
        let (low, top) = (1.0 + run * i as f64, rise * (i + 1) as f64);
        let step = V::cuboid(lit([5.0, top / 2.0, 5.0])).unwrap();
        let pose = Pose::at(lit([low + 5.0, top / 2.0, 0.0])).unwrap();
        scene.add(Object::new(step, pose)).unwrap();
    }
    scene
}

/// How far a capsule and a box get in two and a half seconds.
fn walked<V: TestSpace>(scene: &Scene<V>, hertz: f64) -> [V; 2] {
    let number = V::Scalar::lit;
    let capsule = Capsule::<V>::new(&Settings::new(number(0.3), number(1.8), number(9.81))).unwrap();
    let block = Block::<V>::new(&BoxSettings {
        half_extents: lit([0.3, 0.9, 0.3]),
        gravity: number(9.81),
        max_slope: number(std::f64::consts::FRAC_PI_4),
        reach: number(0.3),
        skin: number(0.3 / 32.0),
    });
    let (block, mut room) = (block.unwrap(), Room::default());
    let (mut state, mut boxed) = (State::at(V::ZERO), BoxState::at(V::ZERO));
    let input = Input::walk(lit([1.5, 0.0, 0.0]));
    for _ in 0..(hertz * 2.5) as usize {
        let time = number(1.0 / hertz);
        let step = capsule
            .step_in(&mut room, scene, &state, &input, time, &Filter::ALL)
            .unwrap();
        state = step.state;
        boxed = block
            .step_in(&mut room, scene, &boxed, &input, time, &Filter::ALL)
            .unwrap();
    }
    [state.position, boxed.position]
}

// A capsule on a tread shorter than its radius stands on the edge of the tread, in front of it and a little
// lower: measured from its lowest point, the next step was higher than a step may be.
fn a_rise_of_just_the_step_height_is_climbed<V: TestSpace>() {
    for hertz in [30.0, 60.0, 960.0] {
        for run in [0.25, 0.2, 0.5] {
            let scene = stairs::<V>(0.3, run);
            for (who, end) in ["capsule", "box"].into_iter().zip(walked(&scene, hertz)) {
                let (x, y) = (end.get(0).to_f64(), end.get(1).to_f64());
                assert!(
                    (y - 0.3 * STEPS as f64).abs() < 0.02,
                    "{who} at {hertz}, run {run}: {end:?}"
                );
                assert!((x - 3.75).abs() < 2e-3, "{who} at {hertz}, run {run}: {end:?}");
            }
        }
        for rise in [0.302, 0.33] {
            for (who, end) in ["capsule", "box"]
                .into_iter()
                .zip(walked(&stairs::<V>(rise, 0.25), hertz))
            {
                assert!(
                    end.get(1).to_f64() < 0.05,
                    "{who} at {hertz}, rise {rise}: {end:?}"
                );
            }
        }
    }
}

for_each_space!(a_rise_of_just_the_step_height_is_climbed);
