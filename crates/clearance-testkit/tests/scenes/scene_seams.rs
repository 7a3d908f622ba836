//! Bodies that slide over floors of several objects: no seam stops them, walls and steps do, and the contacts
//! of a step do not depend on earlier steps.

use std::collections::BTreeMap;

use crate::ground::{self, GroundSpace, point, stands};
use clearance::glam::{DVec2, DVec3};
use clearance::index::{IndexKind, Threads};
use clearance::math::{Pose, Real, Vector};
use clearance::pair::Manifold;
use clearance::scene::{Detail, Filter, Handle, Object, Scene};
use clearance::shape::ShapeSpace;
use clearance_testkit::{Random, TestSpace, for_each_space};

fn scene<V: TestSpace>() -> Scene<V> {
    Scene::<V>::default().with_detail(Detail::Manifold)
}

fn cuboid<V: TestSpace>(x: f64, y: f64, z: f64) -> V::Shape {
    V::cuboid(point(x, y, z)).unwrap()
}

fn is_double<V: Vector>() -> bool {
    !V::Scalar::IS_SINGLE
}

/// Two floors side by side, and a box that slides over the seam: the side of the second floor stopped it.
fn no_seam_of_two_floors<V: GroundSpace>() {
    for (gap, rise) in [(0.0, 0.0), (1e-9, 0.0), (-1e-9, 0.0), (0.0, 1e-12), (0.0, -1e-9)] {
        let mut scene = scene::<V>();
        let floor = cuboid::<V>(5.0, 0.5, 5.0);
        for (x, y) in [(-5.0, -0.5), (5.0 + gap, -0.5 + rise)] {
            let pose = Pose::at(point(x, y, 0.0)).unwrap();
            scene.add(Object::new(floor.clone(), pose)).unwrap();
        }
        let at = |x: f64| Pose::at(point::<V>(x, 0.49, 0.0)).unwrap();
        let slider = scene
            .add(Object::new(cuboid::<V>(0.5, 0.5, 0.5), at(-1.0)))
            .unwrap();
        for step in 0..540 / 4 {
            scene
                .set_pose(slider, at(-0.55 + 0.0037 * f64::from(step)))
                .unwrap();
            scene.update().unwrap();
            let touches: Vec<_> = scene.contacts().of(slider).collect();
            let deepest = touches.iter().flat_map(|t| t.manifold.unwrap().contacts());
            let deepest = deepest.map(|c| -c.clearance.to_f64()).fold(0.0, f64::max);
            assert!((deepest - 0.01).abs() < 1e-6, "{deepest}");
            for touch in touches {
                // The slider has the largest handle.
                assert_eq!(
                    touch.manifold.unwrap().normal,
                    point(0.0, 1.0, 0.0),
                    "{gap} {step}"
                );
            }
        }
    }
}

/// A floor with a name: shapes and their poses.
type Row<V> = (&'static str, Vec<(<V as ShapeSpace>::Shape, Pose<V>)>);

/// Rows of objects that form a floor with its top at height 0.
fn rows<V: GroundSpace>() -> Vec<Row<V>> {
    let boxes = |ends: &[f64]| {
        let one = |pair: &[f64]| {
            let (x, half) = (pair[0] * 0.5 + pair[1] * 0.5, pair[1] * 0.5 - pair[0] * 0.5);
            (
                cuboid::<V>(half, 0.5, 4.0),
                Pose::at(point(x, -0.5, 0.0)).unwrap(),
            )
        };
        ends.windows(2).map(one).collect::<Vec<_>>()
    };
    let tiles: Vec<f64> = (-11..=11).map(|i| f64::from(i) * 0.3).collect();
    let whole = |shift: f64, shape: &V::Shape| (shape.clone(), Pose::at(point(shift, 0.0, 0.0)).unwrap());
    let mut rows = vec![
        ("two boxes", boxes(&[-5.0, 0.0, 5.0])),
        ("tiles", boxes(&tiles)),
        ("boxes far and near", boxes(&[-5.0, -0.3, 0.1, 0.25, 5.0])),
    ];
    for floor in V::floors() {
        if floor.seams.contains(&0.0) && floor.name != "fine grid" {
            let half = if floor.name == "terrain" { 4.0 } else { 5.0 };
            rows.push((
                floor.name,
                vec![whole(-half, &floor.shape), whole(half, &floor.shape)],
            ));
        }
    }
    rows
}

fn no_seam_of_any_row<V: GroundSpace>() {
    slide_over_rows::<V>(2);
}

/// `cargo test --release -p clearance-testkit --test scenes scene_seams -- --ignored`
#[test]
#[ignore]
fn many_slides() {
    slide_over_rows::<clearance::glam::Vec2>(600);
    slide_over_rows::<DVec2>(600);
    slide_over_rows::<clearance::glam::Vec3>(300);
    slide_over_rows::<DVec3>(300);
}

fn slide_over_rows<V: GroundSpace>(count: usize) {
    let mut random = Random::new(22);
    let (most_angle, most_depth) = if is_double::<V>() {
        (1e-6, 1e-9)
    } else {
        (1e-3, 1e-4)
    };
    let (mut bad, mut seams, mut asked) = (Vec::new(), 0, 0);
    for (name, parts) in rows::<V>() {
        for stand in stands::<V>() {
            let mut scene = scene::<V>();
            let mut apart = scene_of(&parts, &stand, false);
            for (shape, pose) in &parts {
                scene
                    .add(Object::new(shape.clone(), stood(&stand, pose)))
                    .unwrap();
            }
            // With a mesh there is one manifold, of the deepest triangle, which may be at an inner edge of
            // the mesh: `contacts` has none.
            let is_mesh = name.contains("triangle") || ["terrain", "slab"].contains(&name);
            for slider in V::sliders()
                .iter()
                .filter(|s| s.is_thick && !(is_mesh && s.name == "octahedron"))
            {
                let body = Object::new(slider.shape.clone(), Pose::IDENTITY);
                let (id, twin) = (scene.add(body.clone()).unwrap(), apart.add(body).unwrap());
                for _ in 0..count {
                    let near = [0.6, 0.02, 0.0022, 1e-4][random.count(0, 3)];
                    let reach = 0.25 * random.count(0, 4) as f64 - 0.5;
                    let x = reach + near * random.between(-1.0, 1.0);
                    // In single precision, rounding explains 1e-4 at this distance from the origin.
                    let least = if is_double::<V>() { 1e-4 } else { 1e-3 };
                    let sunk = [least, 0.01, 0.1][random.count(0, 2)];
                    let pose = stand.slider(x, slider.rest - sunk, random.between(-0.9, 0.9));
                    scene.set_pose(id, pose).unwrap();
                    apart.set_pose(twin, pose).unwrap();
                    scene.update().unwrap();
                    apart.update().unwrap();
                    asked += 1;
                    // Of two triangles whose depths differ by rounding, some 8 units in the last place at 12,
                    // either may be the deepest: a round body of radius 0.25 rests on the edge between them,
                    // tilted by sqrt(2 · 8 · 2^-20 / 0.25).
                    let by_rounding = if is_mesh && !is_double::<V>() {
                        0.0079
                    } else {
                        most_angle
                    };
                    let off = |normal: V| (normal - stand.up).length().to_f64() > by_rounding;
                    let raw = |t: clearance::scene::Touch<'_, V>| off(t.manifold.unwrap().normal);
                    seams += usize::from(apart.contacts().of(twin).any(raw));
                    let mut deepest = 0.0_f64;
                    for touch in scene.contacts().of(id) {
                        let m = touch.manifold.unwrap();
                        if off(m.normal) {
                            bad.push(format!(
                                "{} on {name} at {x}, sunk {sunk}, {}: {:?}",
                                slider.name, stand.name, m.normal
                            ));
                        }
                        deepest = m
                            .contacts()
                            .iter()
                            .fold(deepest, |d, c| d.max(-c.clearance.to_f64()));
                    }
                    if (deepest - sunk).abs() > most_depth {
                        bad.push(format!(
                            "{} on {name} at {x}, sunk {sunk}, {}: depth {deepest}",
                            slider.name, stand.name
                        ));
                    }
                }
                scene.remove(id).unwrap();
                apart.remove(twin).unwrap();
            }
        }
    }
    for line in bad.iter().take(50) {
        println!("{line}");
    }
    assert!(bad.is_empty(), "{} of {asked}", bad.len());
    assert!(seams * 20 > asked, "{seams} seams in {asked}");
}

fn stood<V: TestSpace>(stand: &ground::Stand<V>, pose: &Pose<V>) -> Pose<V> {
    stand
        .floor
        .moved_to(stand.floor.frame().point(pose.position()))
        .unwrap()
}

fn scene_of<V: TestSpace>(parts: &[(V::Shape, Pose<V>)], stand: &ground::Stand<V>, joined: bool) -> Scene<V> {
    let mut scene = scene::<V>().with_joined_seams(joined);
    for (shape, pose) in parts {
        scene.add(Object::new(shape.clone(), stood(stand, pose))).unwrap();
    }
    scene
}

/// An object that stands on the floor, or rises from it, keeps its normal, whether the body overlaps it or
/// nearly touches it.
fn walls_and_steps_stay<V: GroundSpace>() {
    for rise in [2.0, 0.3, 0.02, 0.001] {
        for sunk in [0.0, 1e-4, 0.01, 0.1] {
            for pressed in [0.05, 0.002, 1e-4, 0.0, -0.001] {
                // The shortest way out of a step lower than the depth is up.
                if pressed >= sunk + rise {
                    continue;
                }
                let mut scene = scene::<V>().with_margin(V::Scalar::lit(0.004)).unwrap();
                let floor = Object::new(
                    cuboid::<V>(5.0, 0.5, 5.0),
                    Pose::at(point(-5.0, -0.5, 0.0)).unwrap(),
                );
                // An object that stands beside the floor and ends below it.
                let half = 0.5 * rise + 0.5;
                let step = Object::new(
                    cuboid::<V>(1.0, half, 5.0),
                    Pose::at(point(1.0, half - 1.0, 0.0)).unwrap(),
                );
                scene.add(floor).unwrap();
                let step = scene.add(step).unwrap();
                for slider in V::sliders()
                    .iter()
                    .filter(|s| ["box", "prism", "rounded box"].contains(&s.name))
                {
                    let right = if slider.name == "prism" { 0.3 } else { 0.5 };
                    let pose = Pose::at(point::<V>(pressed - right, slider.rest - sunk, 0.0)).unwrap();
                    if slider.name != "box" && rise < 1.0 {
                        continue;
                    }
                    if slider.name == "prism" {
                        continue;
                    }
                    let id = scene.add(Object::new(slider.shape.clone(), pose)).unwrap();
                    scene.update().unwrap();
                    let touch = scene
                        .contacts()
                        .of(id)
                        .find(|t| t.other(id) == Some(step))
                        .unwrap();
                    let m = touch.manifold.unwrap();
                    let what = format!("{} at {rise}, sunk {sunk}, pressed {pressed}: {m:?}", slider.name);
                    assert!(
                        (m.normal - point(-1.0, 0.0, 0.0)).length().to_f64() < 1e-4,
                        "{what}"
                    );
                    let c = m.contacts().iter().map(|c| c.clearance.to_f64());
                    let least = c.fold(f64::INFINITY, f64::min);
                    assert!((least + pressed).abs() < 1e-5, "{what}");
                    scene.remove(id).unwrap();
                }
            }
        }
    }
}

/// Every contact of a scene, by handles.
fn all<V: TestSpace>(scene: &Scene<V>) -> BTreeMap<[Handle; 2], Manifold<V>> {
    let touches = scene.contacts().iter();
    touches.map(|t| ([t.a, t.b], *t.manifold.unwrap())).collect()
}

/// A scene in which a few objects move from step to step finds the same as a new scene: also for pairs that
/// did not move, but beside which another object appeared or disappeared.
fn as_if_asked_anew<V: TestSpace>() {
    let mut random = Random::new(5);
    let mut old = scene::<V>();
    let mut handles = Vec::new();
    for i in 0..120 {
        let tile = cuboid::<V>(0.15, 0.5, 0.4);
        let (x, z) = (f64::from(i % 30) * 0.3, f64::from(i / 30) * 0.8);
        let pose = Pose::at(point(x, -0.5 - 2.0 * z * f64::from(u8::from(V::DIM == 2)), z)).unwrap();
        handles.push(old.add(Object::new(tile, pose)).unwrap());
    }
    for _ in 0..24 {
        let shape = if random.one_in(2) {
            cuboid::<V>(0.4, 0.4, 0.4)
        } else {
            V::ball(V::Scalar::lit(0.4)).unwrap()
        };
        let place = point(random.between(0.0, 9.0), 0.35, random.between(0.0, 2.4));
        handles.push(old.add(Object::new(shape, Pose::at(place).unwrap())).unwrap());
    }
    let (mut differs, mut compared) = (0, 0);
    for step in 0..16 {
        for _ in 0..random.count(1, 3) {
            let i = random.count(0, handles.len() - 1);
            let Some(pose) = old.get(handles[i]).map(|o| *o.pose()) else {
                continue;
            };
            if i < 120 && random.one_in(3) {
                old.set_sensor(handles[i], random.one_in(2)).unwrap();
            } else if i < 120 && random.one_in(6) {
                old.remove(handles[i]).unwrap();
            } else {
                let way = point(
                    random.between(-0.3, 0.3),
                    random.between(-0.01, 0.01),
                    random.between(-0.2, 0.2),
                );
                old.set_pose(handles[i], pose.moved_to(pose.position() + way).unwrap())
                    .unwrap();
            }
        }
        old.update().unwrap();
        let mut anew = scene::<V>();
        let mut plain = scene::<V>().with_joined_seams(false);
        let mut names = BTreeMap::new();
        // In the order of their handles, so that A and B are the same.
        let mut objects: Vec<_> = old.iter().collect();
        objects.sort_by_key(|o| o.handle());
        for o in objects {
            let mut object = Object::new(o.shape().clone(), *o.pose());
            if o.is_sensor() {
                object = object.sensor();
            }
            let name = anew.add(object.clone()).unwrap();
            plain.add(object).unwrap();
            names.insert(name, o.handle());
        }
        anew.update().unwrap();
        plain.update().unwrap();
        let renamed: BTreeMap<_, _> = all(&anew)
            .into_iter()
            .map(|([a, b], m)| ([names[&a], names[&b]], m))
            .collect();
        let (found, raw) = (all(&old), all(&plain));
        assert_eq!(found, renamed, "step {step}");
        compared += raw.len();
        differs += all(&anew).iter().filter(|(pair, m)| raw[*pair] != **m).count();
        old.validate().unwrap();
    }
    assert!(differs * 50 > compared, "{differs} of {compared}");
}

/// The same bits with every index, on all threads, and when all objects have moved.
fn same_bits<V: TestSpace>() {
    let fill = |mut scene: Scene<V>| {
        let mut random = Random::new(9);
        for i in 0..600 {
            let tile = cuboid::<V>(0.15, 0.5, 0.4);
            let (x, z) = (f64::from(i % 50) * 0.3, f64::from(i / 50) * 0.8);
            let pose = Pose::at(point(x, -3.0 * z * f64::from(u8::from(V::DIM == 2)), z)).unwrap();
            scene.add(Object::new(tile, pose)).unwrap();
        }
        for _ in 0..100 {
            let place = point::<V>(random.between(0.0, 15.0), 0.85, random.between(0.0, 24.0));
            scene
                .add(Object::new(cuboid::<V>(0.4, 0.4, 0.4), Pose::at(place).unwrap()))
                .unwrap();
        }
        scene.update().unwrap();
        all(&scene)
    };
    let first = fill(scene::<V>());
    for kind in [IndexKind::Brute, IndexKind::Grid, IndexKind::Tree] {
        let one = Scene::<V>::new(kind).with_detail(Detail::Manifold);
        assert_eq!(fill(one), first, "{kind:?}");
    }
    assert_eq!(fill(scene::<V>().with_threads(Threads::All)), first);
}

/// An object that the slider is not tested against does not count as ground.
#[test]
fn filters_are_kept() {
    let mut scene = scene::<DVec2>();
    let floor = cuboid::<DVec2>(5.0, 0.5, 0.0);
    let at = |x: f64, y: f64| Pose::at(DVec2::new(x, y)).unwrap();
    let passed = Filter {
        layer: 2,
        ..Filter::default()
    };
    let first = scene.add(Object::new(floor.clone(), at(-5.0, -0.5))).unwrap();
    let second = scene.add(Object::new(floor, at(5.0, -0.5))).unwrap();
    let body = Object::new(cuboid::<DVec2>(0.5, 0.5, 0.0), at(-0.4978, 0.49));
    let slider = scene
        .add(body.with_filter(Filter {
            mask: 1,
            ..Filter::default()
        }))
        .unwrap();
    let normal = |scene: &mut Scene<DVec2>| {
        scene.update().unwrap();
        let touch = scene
            .contacts()
            .of(slider)
            .find(|t| t.other(slider) == Some(second));
        touch.unwrap().manifold.unwrap().normal
    };
    assert_eq!(normal(&mut scene), DVec2::Y);
    scene.set_filter(first, passed).unwrap();
    assert_eq!(normal(&mut scene), -DVec2::X);
    scene.set_filter(first, Filter::default()).unwrap();
    assert_eq!(normal(&mut scene), DVec2::Y);
    scene.set_sensor(first, true).unwrap();
    assert_eq!(normal(&mut scene), -DVec2::X);
    scene.set_sensor(first, false).unwrap();
    assert_eq!(normal(&mut scene), DVec2::Y);
    scene.remove(first).unwrap();
    assert_eq!(normal(&mut scene), -DVec2::X);
}

for_each_space!(
    no_seam_of_two_floors,
    no_seam_of_any_row,
    walls_and_steps_stay,
    as_if_asked_anew,
    same_bits
);
