//! Static worlds as a terrain, as a mesh and as a BSP tree: all have the same answer, only what is near is
//! looked at, and nothing slips through the edges between faces or is stopped by them.

use std::cell::Cell;
use std::ops::ControlFlow;

use clearance::cast::{Motion, Ray, Start, ray, sweep};
use clearance::d3::Shape;
use clearance::glam::{DVec2, DVec3};
use clearance::index::Bsp;
use clearance::math::Aabb;
use clearance::shape::{AnyShape, Shape2};
use clearance::{Placed, Pose, Relation, clearance, manifold, relation};
use clearance_testkit::{Hits, Random};

const CELLS: usize = 12;
/// The height of the block's bottom.
const BOTTOM: f64 = -6.0;

fn hills(random: &mut Random) -> Vec<Vec<f64>> {
    let mut row = || (0..=CELLS).map(|_| random.between(-1.5, 1.5)).collect();
    (0..=CELLS).map(|_| row()).collect()
}

/// The triangles of a terrain over unit cells, counter-clockwise from above.
fn surface(heights: &[Vec<f64>]) -> Vec<[DVec3; 3]> {
    let at = |i: usize, j: usize| DVec3::new(j as f64, heights[i][j], i as f64);
    let cell = |(i, j): (usize, usize)| {
        let (a, b, c, d) = (at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
        [[a, c, b], [a, d, c]]
    };
    let rows = heights.len() - 1;
    let cells = (0..rows).flat_map(|i| (0..heights[0].len() - 1).map(move |j| (i, j)));
    cells.flat_map(cell).collect()
}

/// The solid below the surface, with vertical walls all around and a bottom.
fn block(heights: &[Vec<f64>]) -> Vec<[DVec3; 3]> {
    let low = |p: DVec3| p.with_y(BOTTOM);
    let top = surface(heights);
    let end = CELLS as f64;
    let on_rim = |p: DVec3, q: DVec3| {
        [0.0, end]
            .iter()
            .any(|&e| (p.x == e && q.x == e) || (p.z == e && q.z == e))
    };
    let sides = top.iter().flat_map(|t| (0..3).map(|k| [t[k], t[(k + 1) % 3]]));
    let walls = sides
        .filter(|&[p, q]| on_rim(p, q))
        .flat_map(|[p, q]| [[q, p, low(p)], [q, low(p), low(q)]]);
    let bottom = top.iter().map(|&[a, b, c]| [low(a), low(c), low(b)]);
    walls.chain(bottom).chain(top.iter().copied()).collect()
}

fn mesh(triangles: &[[DVec3; 3]]) -> Shape<DVec3> {
    let vertices = triangles.iter().flatten().copied().collect();
    let indices = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    Shape::mesh(vertices, indices.collect()).unwrap()
}

fn first(shape: &Shape<DVec3>, line: &Ray<DVec3>) -> Option<f64> {
    ray(Placed::new(shape, &Pose::IDENTITY), line)
        .unwrap()
        .map(|hit| hit.time)
}

fn meets(shape: &Shape<DVec3>, ball: &Shape<DVec3>, from: &Pose<DVec3>, way: DVec3) -> Option<f64> {
    let (here, motion) = (Pose::IDENTITY, Motion::linear(way));
    let (world, ball) = (Placed::new(shape, &here), Placed::new(ball, from));
    let hit = sweep(world, &Motion::none(), ball, &motion, Start::Touching).unwrap();
    hit.map(|hit| hit.time)
}

#[test]
fn terrain_mesh_and_bsp_are_one_world() {
    let mut random = Random::new(71);
    let (mut on_ray, mut on_way) = (Hits::default(), Hits::default());
    for _ in 0..6 {
        let heights = hills(&mut random);
        let terrain = Shape::terrain(&heights, [1.0, 1.0]).unwrap();
        let solid = block(&heights);
        let bsp = Bsp::build(&solid).unwrap();
        let mesh = mesh(&solid);
        for _ in 0..120 {
            // From above, and not so far that a wall is hit before the surface.
            let origin = DVec3::new(
                random.between(1.0, 11.0),
                random.between(1.6, 3.0),
                random.between(1.0, 11.0),
            );
            let middle = DVec3::new(6.0, 0.0, 6.0);
            let direction = (middle - origin) * DVec3::new(0.9, random.between(0.1, 1.4), 0.9);
            let line = Ray {
                origin,
                direction,
                max_time: 1.0,
            };
            let times = [first(&terrain, &line), first(&mesh, &line), bsp.cast_ray(&line)];
            on_ray.count(times[0].is_some());
            assert!(
                times.iter().all(|t| t.is_some() == times[0].is_some()),
                "{line:?} {times:?}"
            );
            for time in times.into_iter().flatten() {
                assert!((time - times[0].unwrap()).abs() < 1e-12, "{line:?} {times:?}");
            }
            let radius = random.between(0.05, 0.3);
            let (ball, pose) = (Shape::sphere(radius).unwrap(), Pose::at(origin).unwrap());
            let way = direction * 0.75;
            let [over, against] = [&terrain, &mesh].map(|world| meets(world, &ball, &pose, way));
            on_way.count(over.is_some());
            assert_eq!(over.is_some(), against.is_some());
            assert_eq!(over.is_some(), bsp.touches([origin, origin + way], radius));
            if let (Some(one), Some(other)) = (over, against) {
                assert!((one - other).abs() < 1e-10, "{one} {other}");
            }
        }
    }
    on_ray.check("rays");
    on_way.check("balls");
}

/// How many boxes a query of this size looks at, over a terrain with this many cells per side.
fn looked_at(cells: usize, half: f64) -> (usize, usize) {
    let mut random = Random::new(72);
    let heights: Vec<Vec<f64>> = (0..=cells)
        .map(|_| (0..=cells).map(|_| random.between(-0.5, 0.5)).collect())
        .collect();
    let terrain = Shape::<DVec3>::terrain(&heights, [1.0, 1.0]).unwrap();
    let boxes = terrain.parts().unwrap().part_boxes();
    let (mut tests, mut found) = (0, 0);
    for _ in 0..100 {
        let reach = half + 1.0..cells as f64 - half - 1.0;
        let at = |random: &mut Random| random.between(reach.start, reach.end);
        let center = DVec3::new(at(&mut random), 0.0, at(&mut random));
        let query = Aabb {
            min: center - half,
            max: center + half,
        };
        let count = Cell::new(0);
        let test = |b: &Aabb<DVec3>| {
            count.set(count.get() + 1);
            b.overlaps(&query)
        };
        let _ = boxes.passing(&test, &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        tests += count.get();
    }
    (tests / 100, found / 100)
}

#[test]
fn a_query_looks_at_the_cells_under_it() {
    for cells in [64, 256] {
        for half in [0.25, 2.0, 8.0] {
            let (tests, found) = looked_at(cells, half);
            // Triangles of the cells that the query reaches, and for each some way down the tree.
            let side = 2.0 * half + 2.0;
            let most = 2.0 * side * side;
            assert!(found as f64 <= most, "{found} of {most} at {half}");
            let levels = 2.0 * (cells as f64).log2();
            assert!(
                (tests as f64) < 4.0 * most + 8.0 * levels,
                "{tests} boxes for {found} triangles, {cells} cells a side"
            );
        }
    }
}

/// An object that stands or slides on flat ground made of triangles has the contacts of one plane.
#[test]
fn edges_between_flat_triangles_are_not_felt() {
    let mut random = Random::new(73);
    let flat = vec![vec![0.0; CELLS + 1]; CELLS + 1];
    let terrain = Shape::terrain(&flat, [1.0, 1.0]).unwrap();
    let grounds = [terrain, mesh(&surface(&flat)), mesh(&block(&flat))];
    let movers = [
        Shape::cuboid(DVec3::new(0.7, 0.5, 1.1)).unwrap(),
        Shape::capsule(DVec3::X * -0.8, DVec3::X * 0.8, 0.5).unwrap(),
        Shape::capsule(DVec3::new(0.0, 0.5, 0.0), DVec3::Y, 1.0).unwrap(),
        Shape::sphere(0.5).unwrap(),
    ];
    for (number, ground) in grounds.iter().enumerate() {
        for mover in &movers {
            for _ in 0..20 {
                let sinks = if random.one_in(2) {
                    0.0
                } else {
                    random.between(0.0, 0.05)
                };
                let at = |random: &mut Random| (random.between(2.0, 10.0) * 4.0).round() / 4.0;
                let pose = Pose::at(DVec3::new(at(&mut random), 0.5 - sinks, at(&mut random))).unwrap();
                let (a, b) = (Placed::new(ground, &Pose::IDENTITY), Placed::new(mover, &pose));
                let meeting = relation(a, b);
                assert_ne!(meeting, Relation::Disjoint);
                let normal = manifold(a, b, 0.0).unwrap().normal;
                let off = (normal - DVec3::Y).length();
                assert!(
                    off < 1e-9,
                    "ground {number}: {normal} for {mover:?} {sinks} deep at {pose:?}"
                );
                let c = clearance(a, b).unwrap();
                assert!((c.distance + sinks).abs() < 1e-9, "{c:?} {sinks}");
                // And slides over all the edges between the two positions.
                let touch = Pose::at(pose.position().with_y(0.5)).unwrap();
                let way = Motion::linear(DVec3::new(
                    random.between(-1.5, 1.5),
                    0.0,
                    random.between(-1.5, 1.5),
                ));
                let hit = sweep(
                    a,
                    &Motion::none(),
                    Placed::new(mover, &touch),
                    &way,
                    Start::Release,
                )
                .unwrap();
                assert!(hit.is_none(), "ground {number}: {hit:?} at {touch:?}");
            }
        }
    }
}

/// Steep rays from above, at points as near to the edges as numbers allow: a ray may miss one face, but not
/// both. Another library misses two thirds of such rays.
#[test]
fn rays_at_edges_that_faces_share_all_hit() {
    let mut random = Random::new(74);
    let heights = hills(&mut random);
    let (top, solid) = (surface(&heights), block(&heights));
    let worlds = [mesh(&top), mesh(&solid)];
    let mut inner = 0;
    for i in 0..6000 {
        let t = random.pick(&top);
        let k = random.count(0, 2);
        let (p, q) = (t[k], t[(k + 1) % 3]);
        let target = p + (q - p) * (random.whole(0, 8) as f64 / 8.0);
        let end = CELLS as f64;
        if target.x.min(target.z) <= 0.0 || target.x.max(target.z) >= end {
            continue;
        }
        inner += 1;
        let tilt = if i % 2 == 0 { 0.0 } else { 0.02 };
        let direction = DVec3::NEG_Y + random.vector::<DVec3>(1.0).with_y(0.0) * tilt;
        let line = Ray {
            origin: target - direction * 8.0,
            direction,
            max_time: f64::INFINITY,
        };
        for world in &worlds {
            let hit = first(world, &line);
            assert!(hit.is_some_and(|time| time <= 8.0 + 1e-12), "{line:?} {hit:?}");
        }
    }
    assert!(inner > 4000);
}

#[test]
fn rays_at_the_seams_of_polylines_and_compounds_all_hit() {
    let mut random = Random::new(75);
    for _ in 0..3000 {
        let points: Vec<DVec2> = (0..5)
            .map(|i| DVec2::new(f64::from(i), random.between(-0.4, 0.4)))
            .collect();
        let line = Shape2::polyline(&points, false).unwrap();
        let squares = (0..4).map(|i| {
            let at = Pose::at(DVec2::new(f64::from(i) * 0.5, 0.0)).unwrap();
            (Shape2::cuboid(DVec2::splat(0.25)).unwrap(), at)
        });
        let row = Shape2::compound(squares.collect()).unwrap();
        let seams = [
            points[random.count(1, 3)],
            DVec2::new(0.25 + 0.5 * random.count(0, 2) as f64, 0.25),
        ];
        for (shape, target) in [&line, &row].into_iter().zip(seams) {
            let aim = DVec2::new(random.between(-0.3, 0.3), -1.0);
            let r = Ray {
                origin: target - aim * 2.0,
                direction: aim,
                max_time: f64::INFINITY,
            };
            // The nearest double to the seam: a ray may miss the neighbouring faces of the true line, but not
            // the two pieces.
            let hit = ray(Placed::new(shape, &Pose::IDENTITY), &r).unwrap();
            assert!(hit.is_some_and(|hit| hit.time <= 2.6), "{target} {r:?} {hit:?}");
        }
    }
}

/// Another library is off by 139 mm on the largest one.
#[test]
fn a_ball_dropped_on_a_large_box_is_not_off() {
    let mut random = Random::new(76);
    for half in [5.0, 50.0, 500.0] {
        let ground = Shape::cuboid(DVec3::splat(half)).unwrap();
        for _ in 0..300 {
            let radius = random.between(0.1, 0.6);
            let at = |random: &mut Random| random.between(-half, half);
            let height = half + radius + random.between(0.5, 10.0);
            let start = DVec3::new(at(&mut random), height, at(&mut random));
            let fall = random.between(11.0, 40.0);
            let (ball, pose) = (Shape::sphere(radius).unwrap(), Pose::at(start).unwrap());
            let time = meets(&ground, &ball, &pose, DVec3::NEG_Y * fall).unwrap();
            let truth = (height - half - radius) / fall;
            let off = (time - truth) * fall;
            assert!(
                off.abs() < 1e-9 && off < 4.0 * f64::EPSILON * height,
                "{off} at {half}"
            );
        }
    }
}
