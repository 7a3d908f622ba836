//! Bodies that slide over flat floors made of parts, where nothing may stop them. The oracle is the floor's
//! normal and the depth, which are known. Walls and steps, whose normals are known too, must stay.

use crate::ground::{GroundSpace, Slider, point, stands};
use clearance::Placed;
use clearance::math::{Pose, Real, Vector};
use clearance::pair::contacts;
use clearance_testkit::{Random, for_each_space};

fn lit<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::lit(x)
}

/// How far a unit normal may be from the floor's. A step of 2^-20 of the extents counts as none, and so does
/// the tilt that it causes. Not derived; the largest seen is 2.4e-6, of a round end a millionth beside a
/// seam.
fn angle<V: Vector>() -> f64 {
    if !V::Scalar::IS_SINGLE {
        4.0 / 1_048_576.0
    } else {
        1e-3
    }
}

/// How far a depth may be from the depth to which the slider has sunk in.
fn depth_tolerance<V: Vector>() -> f64 {
    if !V::Scalar::IS_SINGLE { 1e-9 } else { 1e-4 }
}

/// Positions of a slider along the floor: irregular ones, and some just before and behind each seam.
fn places(random: &mut Random, seams: &[f64], count: usize) -> Vec<f64> {
    let place = |random: &mut Random| {
        if random.one_in(4) {
            return random.between(-1.6, 1.6);
        }
        let seam = seams[random.count(0, seams.len() - 1)];
        let reach = 0.25 * random.count(0, 6) as f64 - 0.75;
        let near = [0.1, 0.02, 0.0022, 1e-4, 1e-6, 1e-9, 0.0][random.count(0, 6)];
        seam + reach + near * random.between(-1.0, 1.0)
    };
    (0..count).map(|_| place(random)).collect()
}

fn check<V: GroundSpace>(what: &str, up: V, normal: V, depth: Option<(f64, f64)>, bad: &mut Vec<String>) {
    let off = (normal - up).length().to_f64();
    if off.is_nan() || off > angle::<V>() {
        bad.push(format!("{what}: normal {normal:?}, not {up:?}"));
    }
    if let Some((depth, sunk)) = depth
        && (depth - sunk).abs() > depth_tolerance::<V>()
    {
        bad.push(format!("{what}: depth {depth}, not {sunk}"));
    }
}

fn parts_of_one_shape<V: GroundSpace>(count: usize) {
    let mut random = Random::new(71);
    let mut bad = Vec::new();
    let (mut asked, mut seen) = (0, 0);
    for floor in V::floors() {
        // The slab's parts are the triangles of its border.
        let is_promised = |s: &&Slider<V>| s.is_thick || !(floor.is_sheet || floor.name == "slab");
        for slider in V::sliders().iter().filter(is_promised) {
            for stand in stands::<V>() {
                for x in places(&mut random, &floor.seams, count) {
                    let sunk = [0.0, 1e-4, 0.01, 0.2][random.count(0, 3)];
                    let z = random.between(-0.9, 0.9);
                    let pose = stand.slider(x, slider.rest - sunk, z);
                    let on = Pose::clone(&stand.floor);
                    let (a, b) = (Placed::new(&floor.shape, &on), Placed::new(&slider.shape, &pose));
                    let what = format!(
                        "{} on {} at {x}, {z}, sunk {sunk}, {}",
                        slider.name, floor.name, stand.name
                    );
                    let within = if sunk == 0.0 {
                        lit::<V>(0.02)
                    } else {
                        V::Scalar::ZERO
                    };
                    let found = contacts(a, b, within).unwrap();
                    let flipped = contacts(b, a, within).unwrap();
                    asked += 1;
                    if found.is_empty() {
                        bad.push(format!("{what}: nothing"));
                    }
                    let mut deepest = f64::NEG_INFINITY;
                    for c in &found {
                        seen += 1;
                        deepest = deepest.max(-c.clearance.distance.to_f64());
                        check(&what, stand.up, c.clearance.normal, None, &mut bad);
                    }
                    for c in &flipped {
                        check(&what, -stand.up, c.clearance.normal, None, &mut bad);
                    }
                    if let Some(c) = found.first() {
                        check(
                            &what,
                            stand.up,
                            c.clearance.normal,
                            Some((deepest, sunk)),
                            &mut bad,
                        );
                    }
                }
            }
        }
    }
    assert!(seen > asked / 2 && asked > 300, "{seen} of {asked}");
    report(&bad, asked);
}

fn report(bad: &[String], asked: usize) {
    for line in bad.iter().take(60) {
        println!("{line}");
    }
    assert!(bad.is_empty(), "{} of {asked}", bad.len());
}

fn parts_have_no_inner_edges<V: GroundSpace>() {
    parts_of_one_shape::<V>(3);
}

/// `cargo test --release -p clearance-testkit --test scenes inner_edges -- --ignored`
fn many<V: GroundSpace>() {
    parts_of_one_shape::<V>(400);
}

for_each_space!(parts_have_no_inner_edges);

#[test]
#[ignore]
fn many_slides() {
    many::<clearance::glam::Vec2>();
    many::<clearance::glam::DVec2>();
    many::<clearance::glam::Vec3>();
    many::<clearance::glam::DVec3>();
}

/// A floor of tiles with its top at height 0, and a wall at x = 2 that is also made of tiles.
fn corner_of_tiles<V: GroundSpace>(rise: f64) -> V::Shape {
    let tile = |x: [f64; 2], y: [f64; 2]| {
        let half = point::<V>((x[1] - x[0]) * 0.5, (y[1] - y[0]) * 0.5, 4.0);
        let at = point((x[0] + x[1]) * 0.5, (y[0] + y[1]) * 0.5, 0.0);
        (V::cuboid(half).unwrap(), Pose::at(at).unwrap())
    };
    let mut parts: Vec<_> = (-8..4)
        .map(|i| tile([f64::from(i) * 0.5, f64::from(i + 1) * 0.5], [-1.0, 0.0]))
        .collect();
    for i in 0..4 {
        let y = |i: i32| -1.0 + f64::from(i) * (rise + 1.0) * 0.25;
        parts.push(tile([2.0, 4.0], [y(i), y(i + 1)]));
    }
    V::compound(parts).unwrap()
}

/// Contacts with a wall or a step of any height stay, beside the floor that the body has sunk into.
fn walls_and_steps_stay<V: GroundSpace>() {
    for rise in [3.0, 0.3, 0.02, 0.001] {
        let ground = corner_of_tiles::<V>(rise);
        for sunk in [1e-4, 0.01, 0.1] {
            for pressed in [0.05, 0.002, 1e-4] {
                if pressed >= sunk + rise {
                    continue;
                }
                for slider in V::sliders() {
                    let reach = match slider.name {
                        "box" | "two boxes" | "cylinder" => 0.5,
                        "ball" if rise > 1.0 => 0.5,
                        "upright capsule" if rise > 1.0 => 0.25,
                        _ => continue,
                    };
                    let pose = Pose::at(point::<V>(2.0 + pressed - reach, slider.rest - sunk, 0.0)).unwrap();
                    let here = Placed::new(&slider.shape, &pose);
                    let found =
                        contacts(Placed::new(&ground, &Pose::IDENTITY), here, V::Scalar::ZERO).unwrap();
                    let deepest = |way: V| {
                        let along = found
                            .iter()
                            .filter(|c| (c.clearance.normal - way).length().to_f64() < angle::<V>());
                        along.map(|c| -c.clearance.distance.to_f64()).fold(0.0, f64::max)
                    };
                    let what = format!(
                        "{} at {rise}, sunk {sunk}, pressed {pressed}: {found:?}",
                        slider.name
                    );
                    let [up, back] = [point(0.0, 1.0, 0.0), point(-1.0, 0.0, 0.0)].map(deepest);
                    assert!((back - pressed).abs() < depth_tolerance::<V>(), "{what}");
                    // Over a low step it may also report how deep it is below the top of the step.
                    let below = rise < 1.0 && (up - sunk - rise).abs() < depth_tolerance::<V>();
                    assert!((up - sunk).abs() < depth_tolerance::<V>() || below, "{what}");
                }
            }
        }
    }
}

/// A ball and a box over a valley rest on both of its sides, and so they do on a ridge.
fn slopes_stay<V: GroundSpace>() {
    for slope in [0.02, 0.3, 1.0] {
        let (high, deep) = (4.0 * slope, 3.0);
        let side = |sign: f64| {
            let mut corners = Vec::new();
            for z in [-4.0, 4.0] {
                corners.extend([point::<V>(0.0, 0.0, z), point(sign * 4.0, high, z)]);
                corners.extend([point::<V>(0.0, -deep, z), point(sign * 4.0, -deep, z)]);
            }
            (V::convex(&corners).unwrap(), Pose::IDENTITY)
        };
        let valley = V::compound(vec![side(-1.0), side(1.0)]).unwrap();
        let long = (1.0 + slope * slope).sqrt();
        for sunk in [1e-4, 0.01] {
            let rest = 0.5 * long - sunk * long;
            let pose = Pose::at(point::<V>(0.0, rest, 0.0)).unwrap();
            let ball = V::ball(lit::<V>(0.5)).unwrap();
            let found = contacts(
                Placed::new(&valley, &Pose::IDENTITY),
                Placed::new(&ball, &pose),
                lit::<V>(0.0),
            )
            .unwrap();
            let mut sides: Vec<_> = found.iter().map(|c| c.clearance).collect();
            sides.sort_by(|p, q| p.normal.get(0).to_f64().total_cmp(&q.normal.get(0).to_f64()));
            assert_eq!(sides.len(), 2, "{slope} {sunk}: {found:?}");
            for (c, sign) in sides.iter().zip([-1.0, 1.0]) {
                let normal = point::<V>(sign * slope / long, 1.0 / long, 0.0);
                assert!(
                    (c.normal - normal).length().to_f64() < angle::<V>(),
                    "{slope} {sunk}: {c:?}"
                );
                assert!(
                    (c.distance.to_f64() + sunk).abs() < depth_tolerance::<V>(),
                    "{c:?}"
                );
            }
        }
    }
}

for_each_space!(walls_and_steps_stay, slopes_stay);
