//! Bodies that slide over a level floor that is one object of many parts: each has one manifold, with the
//! normal of the floor.

use clearance::math::Pose;
use clearance::scene::{Detail, Object, Scene};

/// How deep a body has sunk into the floor.
const SUNK: [f64; 3] = [0.01, 1e-6, 0.0];

/// Slides a body of this half height over a floor. Returns the largest deviation of a normal from vertical.
macro_rules! slide {
    ($v:ty, $s:ty, $floor:expr, $body:expr, $half:expr, $at:expr) => {{
        let (mut tilt, mut met) = (0.0_f64, 0);
        for sunk in SUNK {
            for joined in [true, false] {
                let mut scene = Scene::<$v, ()>::default()
                    .with_detail(Detail::Manifold)
                    .with_joined_seams(joined);
                scene
                    .add(Object::new($floor.clone(), Pose::at(<$v>::ZERO).unwrap()))
                    .unwrap();
                let at =
                    |k: usize| Pose::at($at((k as f64 * 0.379 - 1.9) as $s, ($half - sunk) as $s)).unwrap();
                let body = scene.add(Object::new($body.clone(), at(0))).unwrap();
                for k in 0..10 {
                    scene.set_pose(body, at(k)).unwrap();
                    scene.update().unwrap();
                    let manifolds = scene.contacts().iter().filter_map(|touch| touch.manifold);
                    for manifold in manifolds.filter(|m| !m.contacts().is_empty()) {
                        met += 1;
                        tilt = tilt.max(1.0 - f64::from(manifold.normal.y.abs()));
                    }
                }
            }
        }
        assert!(met >= 40, "met {met} times"); // rounding may lift what just touches
        assert!(tilt < 1e-6, "tilted by {tilt}: {:?} on {:?}", $body, $floor);
    }};
}

macro_rules! over_floors_of_space {
    ($name:ident, $v:ty, $s:ty) => {
        #[test]
        fn $name() {
            use clearance::d3::Shape;
            let v = |x: f64, y: f64, z: f64| <$v>::new(x as $s, y as $s, z as $s);
            let corners: Vec<$v> = (0..49)
                .map(|i| v(f64::from(i / 7) - 3.0, 0.0, f64::from(i % 7) - 3.0))
                .collect();
            let squares = (0..36_u32).map(|i| i / 6 * 7 + i % 6);
            let sheet: Vec<[u32; 3]> = squares
                .flat_map(|i| [[i, i + 1, i + 8], [i, i + 8, i + 7]])
                .collect();
            let tile = Shape::cuboid(<$v>::splat(0.5)).unwrap();
            let place = |i: i32| Pose::at(v(f64::from(i / 6) - 2.5, -0.5, f64::from(i % 6) - 2.5)).unwrap();
            let heights = vec![vec![0.0; 7]; 7];
            let terrain = Shape::terrain(&heights, [1.0, 1.0]).unwrap();
            let floors = [
                Shape::mesh(corners, sheet).unwrap(),
                Shape::compound((0..36).map(|i| (tile.clone(), place(i))).collect()).unwrap(),
                Shape::compound(vec![(terrain, Pose::at(v(-3.0, 0.0, -3.0)).unwrap())]).unwrap(),
            ];
            let foot = [
                v(-0.2, -0.25, -0.2),
                v(0.2, -0.25, -0.2),
                v(0.0, -0.25, 0.2),
                v(0.0, 0.3, 0.0),
            ];
            let bodies = [
                (Shape::cuboid(<$v>::splat(0.25)).unwrap(), 0.25),
                (Shape::sphere(0.25).unwrap(), 0.25),
                (
                    Shape::capsule(v(0.0, -0.25, 0.0), v(0.0, 0.25, 0.0), 0.25).unwrap(),
                    0.5,
                ),
                (Shape::cylinder(0.25, 0.25).unwrap(), 0.25),
                (Shape::convex(&foot).unwrap(), 0.25),
            ];
            for floor in &floors {
                for (body, half) in &bodies {
                    slide!($v, $s, floor, body, *half, |x, y| <$v>::new(x, y, x / 16.0));
                }
            }
        }
    };
}
over_floors_of_space!(vec3, clearance::glam::Vec3, f32);
over_floors_of_space!(dvec3, clearance::glam::DVec3, f64);

macro_rules! over_floors_of_the_plane {
    ($name:ident, $v:ty, $s:ty) => {
        #[test]
        fn $name() {
            use clearance::d2::Shape;
            let v = |x: f64, y: f64| <$v>::new(x as $s, y as $s);
            let top: Vec<$v> = (0..=12).map(|i| v(f64::from(i) * 0.5 - 3.0, 0.0)).collect();
            let bottom = (0..=12).rev().map(|i| v(f64::from(i) * 0.5 - 3.0, -1.0));
            let ring: Vec<$v> = top.iter().copied().chain(bottom).collect();
            let tile = Shape::cuboid(<$v>::splat(0.25)).unwrap();
            let place = |i: i32| Pose::at(v(f64::from(i) * 0.5 - 2.75, -0.25)).unwrap();
            let pixels = Shape::bitmap(&["111111111111", "110111111111"], 0.5).unwrap();
            let floors = [
                Shape::polyline(&top, false).unwrap(),
                Shape::polygon(&ring, &[]).unwrap(),
                Shape::compound((0..12).map(|i| (tile.clone(), place(i))).collect()).unwrap(),
                Shape::compound(vec![(pixels, Pose::at(v(-3.0, -1.0)).unwrap())]).unwrap(),
            ];
            let bodies = [
                (Shape::cuboid(<$v>::splat(0.25)).unwrap(), 0.25),
                (Shape::circle(0.25).unwrap(), 0.25),
                (
                    Shape::capsule(v(-0.25, 0.0), v(0.25, 0.0), 0.125).unwrap(),
                    0.125,
                ),
                (Shape::ellipse(v(0.25, 0.125)).unwrap(), 0.125),
            ];
            for floor in &floors {
                for (body, half) in &bodies {
                    slide!($v, $s, floor, body, *half, |x, y| <$v>::new(x, y));
                }
            }
        }
    };
}
over_floors_of_the_plane!(vec2, clearance::glam::Vec2, f32);
over_floors_of_the_plane!(dvec2, clearance::glam::DVec2, f64);
