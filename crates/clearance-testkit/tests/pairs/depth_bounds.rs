//! Depths as two bounds: the motion parts the two, and nothing shorter does. Against closed forms, against
//! the true depth of shapes of unit squares, and against motions that are tried.

use clearance::d2;
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec2, DVec3, Vec3};
use clearance::{DepthBounds, Placed, Pose, clearance, depth_bounds, relation};
use clearance_testkit::Random;
use clearance_testkit::cubes::BOX;

fn at(x: f64, y: f64, z: f64) -> Pose<DVec3> {
    Pose::at(DVec3::new(x, y, z)).unwrap()
}

fn bounds(a: Placed<'_, DVec3>, b: Placed<'_, DVec3>) -> DepthBounds<DVec3> {
    let bounds = depth_bounds(a, b).unwrap().unwrap();
    assert!(0.0 <= bounds.at_least && bounds.at_least <= bounds.at_most);
    let by = bounds.direction * bounds.at_most;
    let moved = |pose: &Pose<DVec3>, by: DVec3| Pose::new(pose.position() + by, pose.rotation()).unwrap();
    assert!(!relation(a, Placed::new(b.shape, &moved(b.place.pose, by))).overlaps());
    assert!(!relation(Placed::new(a.shape, &moved(a.place.pose, -by)), b).overlaps());
    // The same shape twice in one place: B and A are A and B.
    let is_one = core::ptr::eq(a.shape, b.shape) && a.place.pose == b.place.pose;
    let other = depth_bounds(b, a).unwrap().unwrap();
    assert_eq!(other, if is_one { bounds } else { bounds.mirrored() });
    bounds
}

/// A solid of boxes between two corners, as a mesh; the boxes do not touch each other.
fn boxes(all: &[[DVec3; 2]]) -> Shape<DVec3> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for [low, high] in all {
        let first = vertices.len() as u32;
        let pick = |i: u32, k: usize| if i >> k & 1 == 1 { high[k] } else { low[k] };
        vertices.extend((0..8).map(|i| DVec3::new(pick(i, 0), pick(i, 1), pick(i, 2))));
        triangles.extend(BOX.iter().map(|t| t.map(|i| i + first)));
    }
    Shape::mesh(vertices, triangles).unwrap()
}

#[test]
fn convex_pairs_have_the_depth_of_their_clearance() {
    let mut random = Random::new(5);
    let mut overlapping = 0;
    for _ in 0..200 {
        let cube = Shape::cuboid(DVec3::new(1.0, 0.5, 0.7)).unwrap();
        let other = match random.whole(0, 2) {
            0 => Shape::sphere(0.6).unwrap(),
            1 => Shape::capsule(DVec3::NEG_X, DVec3::X, 0.3).unwrap(),
            _ => Shape::cuboid(DVec3::new(0.3, 0.9, 0.4)).unwrap(),
        };
        let turn = DQuat::from_axis_angle(random.direction(), random.between(-3.0, 3.0));
        let pose = Pose::new(random.vector(1.5), turn).unwrap();
        let (a, b) = (Placed::new(&cube, &Pose::IDENTITY), Placed::new(&other, &pose));
        let depth = clearance(a, b).unwrap().depth();
        if !relation(a, b).overlaps() {
            assert_eq!(depth_bounds(a, b), Ok(None));
            continue;
        }
        overlapping += 1;
        let found = bounds(a, b);
        assert!(found.at_least <= depth && depth <= found.at_most + 1e-12);
        assert!(found.at_most - found.at_least < 1e-11, "{found:?} {depth}");
    }
    assert!((50..175).contains(&overlapping), "{overlapping}");
}

/// `clearance` says 1 here, along the pipe: the depth of one place, which does not part them.
#[test]
fn a_pipe_leaves_a_wall_sideways() {
    let (v, flange) = (
        DVec3::new,
        [DVec3::new(-90.0, -20.0, -2.0), DVec3::new(-80.0, -10.0, 2.0)],
    );
    let wall = boxes(&[
        [v(-1.0, -30.0, -30.0), v(1.0, 30.0, 30.0)],
        [v(-1.0, 50.0, -30.0), v(1.0, 60.0, 30.0)],
    ]);
    let pipe = boxes(&[[v(-100.0, -2.0, -2.0), v(100.0, 2.0, 2.0)], flange]);
    let (origin, there) = (Pose::IDENTITY, at(0.0, 3.0, 0.0));
    let (a, b) = (Placed::new(&wall, &origin), Placed::new(&pipe, &there));
    assert_eq!(clearance(a, b).unwrap().depth(), 1.0);
    let found = bounds(a, b);
    // Up past the edge of the wall, which is nearer than either end of the pipe.
    assert!(
        (found.at_most - 29.0).abs() < 1e-9 && found.direction.y > 0.999,
        "{found:?}"
    );
    assert!(found.at_least > 28.7, "{found:?}");
}

#[test]
fn one_in_another_leaves_it() {
    let hollow = || {
        let outer = boxes(&[[DVec3::splat(-3.0), DVec3::splat(3.0)]]);
        let inner = boxes(&[[DVec3::splat(-1.0), DVec3::splat(1.0)]]);
        (outer, inner)
    };
    let (outer, inner) = hollow();
    let origin = Pose::IDENTITY;
    let found = bounds(
        Placed::new(&outer, &origin),
        Placed::new(&inner, &at(0.5, 0.0, 0.0)),
    );
    assert!(
        (found.at_most - 3.5).abs() < 1e-9 && found.at_least > 3.49,
        "{found:?}"
    );
    let twice = bounds(Placed::new(&outer, &origin), Placed::new(&outer, &origin));
    assert!(
        (twice.at_most - 6.0).abs() < 1e-9 && twice.at_least > 5.99,
        "{twice:?}"
    );
}

#[test]
fn scale_and_place_change_nothing() {
    let legs = |s: f64| {
        let v = |x: f64, y: f64, z: f64| DVec3::new(x, y, z) * s;
        let gate = boxes(&[
            [v(-2.0, 0.0, -1.0), v(-1.0, 4.0, 1.0)],
            [v(1.0, 0.0, -1.0), v(2.0, 4.0, 1.0)],
        ]);
        (gate, boxes(&[[v(-1.5, 0.5, -0.5), v(1.5, 1.5, 0.5)]]))
    };
    let solve = |s: f64| {
        let (gate, bar) = legs(s);
        bounds(
            Placed::new(&gate, &Pose::IDENTITY),
            Placed::new(&bar, &at(0.125 * s, 0.0, 0.0)),
        )
    };
    let one = solve(1.0);
    assert!(one.at_most <= 1.5 + 1e-9 && one.at_least > 1.45, "{one:?}");
    for exponent in [-20, 40] {
        let s = 2.0_f64.powi(exponent);
        let scaled = solve(s);
        assert_eq!(
            (scaled.at_least / s, scaled.at_most / s),
            (one.at_least, one.at_most)
        );
        assert_eq!(scaled.direction, one.direction);
    }
}

#[test]
fn half_spaces_part_or_do_not() {
    let up = Shape::half_space(DVec3::Y, 0.0).unwrap();
    let down = Shape::half_space(DVec3::NEG_Y, 1.0).unwrap();
    let slanted = Shape::half_space(DVec3::X, 0.0).unwrap();
    let solid = boxes(&[[DVec3::splat(-1.0), DVec3::splat(1.0)]]);
    let origin = Pose::IDENTITY;
    let on = |shape| Placed::new(shape, &origin);
    assert!((bounds(on(&up), on(&solid)).at_most - 1.0).abs() < 1e-12);
    assert!((bounds(on(&up), on(&down)).at_most - 1.0).abs() < 1e-12);
    assert!(depth_bounds(on(&up), on(&slanted)).is_err());
}

#[test]
fn single_precision_is_checked_in_single_precision() {
    let corners =
        |s: f32| (0..8).map(move |i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * s);
    let mesh = |s: f32| clearance::d3::Shape::mesh(corners(s).collect(), BOX.to_vec()).unwrap();
    let (a, b) = (mesh(1.0), mesh(0.3));
    let there = Pose::at(Vec3::new(0.4, 0.5, 0.65)).unwrap();
    let found = depth_bounds(Placed::new(&a, &Pose::IDENTITY), Placed::new(&b, &there))
        .unwrap()
        .unwrap();
    assert!(
        (found.at_most - 0.35).abs() < 1e-5 && found.at_least > 0.349,
        "{found:?}"
    );
    let moved = Pose::at(there.position() + found.direction * found.at_most).unwrap();
    assert!(!relation(Placed::new(&a, &Pose::IDENTITY), Placed::new(&b, &moved)).overlaps());
}

/// Cells of a grid: those of a shape are unit squares.
type Cells = Vec<[i32; 2]>;

fn cells(random: &mut Random) -> Cells {
    let mut cells = vec![[0, 0]];
    let count = random.whole(3, 9) as usize;
    while cells.len() < count {
        let [x, y] = cells[random.whole(0, cells.len() as i64 - 1) as usize];
        let next = [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]][random.whole(0, 3) as usize];
        if !cells.contains(&next) {
            cells.push(next);
        }
    }
    cells
}

fn compound(cells: &Cells) -> d2::Shape<DVec2> {
    let square = d2::Shape::cuboid(DVec2::splat(0.5)).unwrap();
    let part = |[x, y]: &[i32; 2]| {
        let pose = Pose::at(DVec2::new(f64::from(*x) + 0.5, f64::from(*y) + 0.5)).unwrap();
        (square.clone(), pose)
    };
    d2::Shape::compound(cells.iter().map(part).collect::<Vec<_>>()).unwrap()
}

/// The shortest motion that parts two shapes of unit squares. Motions under which two squares overlap are an
/// open square of side 2 around their offset; on a grid all corners of the set of free motions are at whole
/// offsets, and its sides along lines of the grid: so the nearest free motion is at a point whose coordinates
/// are each whole or those of no motion, which are 0, and whole, too.
fn true_depth(a: &Cells, b: &Cells) -> f64 {
    let overlaps = |x: i32, y: i32| {
        let meets = |p: &[i32; 2], q: &[i32; 2]| (q[0] + x - p[0]).abs() < 1 && (q[1] + y - p[1]).abs() < 1;
        a.iter().any(|p| b.iter().any(|q| meets(p, q)))
    };
    let motions = (-40..=40).flat_map(|x| (-40..=40).map(move |y| (x, y)));
    let free = motions.filter(|&(x, y)| !overlaps(x, y));
    free.map(|(x, y)| f64::from(x * x + y * y))
        .fold(f64::INFINITY, f64::min)
        .sqrt()
}

#[test]
fn shapes_of_squares_have_their_true_depth_between_the_bounds() {
    let mut random = Random::new(11);
    let (mut seen, mut tight) = (0, 0);
    for _ in 0..25 {
        let (a, b) = (cells(&mut random), cells(&mut random));
        let depth = true_depth(&a, &b);
        let shapes = [compound(&a), compound(&b)];
        let [p, q] = shapes.each_ref().map(|shape| Placed::new(shape, &Pose::IDENTITY));
        let Some(found) = depth_bounds(p, q).unwrap() else {
            assert_eq!(depth, 0.0);
            continue;
        };
        seen += 1;
        assert!(
            found.at_least <= depth && depth <= found.at_most + 1e-9,
            "{depth} {found:?} {a:?} {b:?}"
        );
        assert!(
            found.at_most < 2.01 * depth,
            "a pocket was missed by far: {depth} {found:?}"
        );
        tight += usize::from(found.at_most - found.at_least < 1e-3 * found.at_most);
        for _ in 0..20 {
            let length = found.at_least * (1.0 - 0.05 * random.between(0.0, 1.0)) - 1e-9;
            let way: DVec2 = random.direction::<DVec2>() * length;
            assert!(relation(p, Placed::new(q.shape, &Pose::at(way).unwrap())).overlaps());
        }
    }
    println!("{tight} of {seen} within a thousandth");
    assert!(seen > 20 && tight > seen / 2, "{tight} of {seen}");
}
