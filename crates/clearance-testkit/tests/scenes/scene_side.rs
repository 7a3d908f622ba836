//! Steps of thin objects so far from the origin that rounding a pose changes a part of their motion: none
//! gets to the other side of a wall.

use clearance::cast::Motion;
use clearance::math::{Pose, Real};
use clearance::scene::{Object, Scene, Travel};
use clearance_testkit::generate::scalar;
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

/// A point kept clear of a wall without thickness on its exact path, and the pose at the end was rounded to
/// the other side, where it overlapped nothing. Thirty of a hundred such steps ended like that.
fn rounding_takes_no_point_across<V: TestSpace>() {
    let mut random = Random::new(91);
    let mut hits = Hits::default();
    // The spacing of positions is 1/32 there.
    let away = 1.0 / 32.0 / V::Scalar::EPSILON.to_f64();
    for i in 0..400 {
        let middle = V::from_fn(|k| scalar::<V>(away * [1.0, -0.7, 0.3][k]));
        let pose = Pose::new(middle, V::any_rotation(&mut random)).unwrap();
        let half = V::from_fn(|k| scalar::<V>(if k == 0 { 0.0 } else { 32.0 }));
        let mut at = |x: f64| {
            let aside = random.vector::<V>(2.0);
            V::from_fn(|k| if k == 0 { scalar::<V>(x) } else { aside.get(k) })
        };
        let (start, end) = (at(-0.5), at([0.0, -0.02, -0.1, 0.5][i % 4]));
        let mut scene = Scene::<V, usize>::default();
        let wall = Object::new(V::cuboid(half).unwrap(), pose);
        scene.add(wall).unwrap();
        let there = Pose::at(pose.frame().point(start)).unwrap();
        let point = scene.add(Object::new(V::point(), there).with_data(1)).unwrap();
        let motion = Motion::linear(pose.frame().direction(end - start));
        for step in 0..4 {
            let travel = match i % 3 {
                0 => Travel::Slide(motion),
                _ => Travel::Swept(motion),
            };
            scene
                .sweep_step(|object| {
                    if *object.data() == 1 {
                        travel
                    } else {
                        Travel::Still
                    }
                })
                .unwrap();
            let now = scene.get(point).unwrap().pose().position();
            let x = pose.frame().local_point(now).get(0).to_f64();
            // Up to the rounding of the local point.
            assert!(x < 1e-5, "{i}, step {step}: {x}");
            hits.count(x > -0.12);
        }
    }
    hits.check("near the wall");
}
for_each_space!(rounding_takes_no_point_across);
