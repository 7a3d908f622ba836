//! Rays and closest points of shapes made of parts: no ray slips through, and the interior counts.

use clearance::cast::{CastSpace, Ray, RayHit, closest_point, ray};
use clearance::glam::{DVec2, DVec3};
use clearance::math::Pose;
use clearance::shape::{Placed, Shape2, Shape3};
use clearance_testkit::{Hits, Random};

fn cast<V: CastSpace<Scalar = f64>>(shape: &V::Shape, origin: V, direction: V) -> Option<RayHit<V>> {
    let max_time = f64::INFINITY;
    let r = Ray {
        origin,
        direction,
        max_time,
    };
    ray(Placed::new(shape, &Pose::IDENTITY), &r).unwrap()
}

/// Heights are integers, so that the surface is known exactly on the grid lines.
fn hills(random: &mut Random, rows: usize, columns: usize) -> Vec<Vec<f64>> {
    let height = |_| random.whole(-4, 4) as f64;
    let all: Vec<f64> = (0..rows * columns).map(height).collect();
    all.chunks(columns).map(<[f64]>::to_vec).collect()
}

#[test]
fn vertical_rays_on_the_grid_lines_of_a_terrain_all_hit() {
    let mut random = Random::new(1);
    for spacing in [[1.0, 1.0], [10.0, 0.1], [0.3, 0.7]] {
        let heights = hills(&mut random, 11, 11);
        let terrain = Shape3::<DVec3>::terrain(&heights, spacing).unwrap();
        for k in 0..1800 {
            let line = 1 + k % 9;
            let along = random.between(0.0, 10.0);
            let (i, j) = if k % 2 == 0 {
                (line as f64, along)
            } else {
                (along, line as f64)
            };
            let origin = DVec3::new(j * spacing[0], 10.0, i * spacing[1]);
            let hit = cast(&terrain, origin, DVec3::NEG_Y).unwrap_or_else(|| panic!("{origin}"));
            let at = |n: usize| {
                if k % 2 == 0 {
                    heights[line][n]
                } else {
                    heights[n][line]
                }
            };
            let (n, rest) = (along as usize, along.fract());
            let expected = at(n) + rest * (at((n + 1).min(10)) - at(n));
            assert!(
                (hit.point.y - expected).abs() < 1e-13,
                "{origin} {hit:?} {expected}"
            );
            assert!(hit.normal.unwrap().y > 0.0);
        }
    }
}

#[test]
fn slanted_rays_through_grid_points_hit_from_either_side() {
    let mut random = Random::new(2);
    let heights = hills(&mut random, 9, 9);
    let terrain = Shape3::<DVec3>::terrain(&heights, [1.0, 1.0]).unwrap();
    for k in 0..2000 {
        let (i, j) = (random.count(1, 7), random.count(1, 7));
        let middle = if k % 2 == 0 { 0.0 } else { 0.5 };
        // A grid point, or the middle of a cell's diagonal.
        let height = heights[i][j] + middle * (heights[i + 1][j + 1] - heights[i][j]);
        let target = DVec3::new(j as f64 + middle, height, i as f64 + middle);
        let side = if k % 4 < 2 { 1.0 } else { -1.0 };
        let toward = DVec3::new(random.between(-0.02, 0.02), -side, random.between(-0.02, 0.02));
        let hit = cast(&terrain, target - toward * 50.0, toward);
        let hit = hit.unwrap_or_else(|| panic!("{target} {toward}"));
        assert!(hit.time <= 50.0 + 1e-12 && hit.normal.unwrap().dot(toward) < 0.0);
    }
}

fn cube_mesh(half: f64) -> Shape3<DVec3> {
    let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 2.0 - 1.0;
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    Shape3::mesh((0..8).map(|i| corner(i) * half).collect(), triangles.collect()).unwrap()
}

#[test]
fn a_mesh_of_a_cube_answers_as_the_box() {
    let (mesh, cuboid) = (cube_mesh(1.0), Shape3::<DVec3>::cuboid(DVec3::ONE).unwrap());
    let mut random = Random::new(3);
    let mut hits = Hits::default();
    for k in 0..1500 {
        let (origin, aim): (DVec3, DVec3) = if k % 3 == 0 {
            (random.grid(3), random.grid(1)) // along edges and diagonals, from the border too
        } else {
            (random.vector(2.5), random.vector(1.8))
        };
        if origin == aim {
            continue;
        }
        let (a, b) = (
            cast(&mesh, origin, aim - origin),
            cast(&cuboid, origin, aim - origin),
        );
        assert_eq!(a.is_some(), b.is_some(), "{origin} {aim} {a:?} {b:?}");
        if let (Some(a), Some(b)) = (a, b) {
            assert!((a.time - b.time).abs() < 1e-14, "{origin} {aim} {a:?} {b:?}");
        }
        hits.count(b.is_some_and(|b| b.time > 0.0));
        let closest = |shape| closest_point(Placed::new(shape, &Pose::IDENTITY), origin).unwrap();
        let (a, b) = (closest(&mesh), closest(&cuboid));
        assert!((a.distance - b.distance).abs() < 1e-15, "{origin} {a:?} {b:?}");
        assert!(
            (a.point + a.normal * a.distance - origin).length() < 1e-14,
            "{origin} {a:?}"
        );
    }
    hits.check("rays at a cube");
}

/// Whether the ray crosses the outline at or before a time, by its own formula in whole numbers.
fn crosses(rings: &[Vec<DVec2>], origin: DVec2, direction: DVec2) -> Option<f64> {
    let edges = rings
        .iter()
        .flat_map(|r| (0..r.len()).map(move |i| (r[i], r[(i + 1) % r.len()])));
    let times = edges.filter_map(|(a, b)| {
        let (e, m) = (b - a, a - origin);
        let divisor = direction.perp_dot(e);
        let (t, u) = (m.perp_dot(e) / divisor, m.perp_dot(direction) / divisor);
        (divisor != 0.0 && t >= 0.0 && (0.0..=1.0).contains(&u)).then_some(t)
    });
    times.reduce(f64::min)
}

#[test]
fn polygons_with_holes_and_bitmaps() {
    let points = |list: &[(f64, f64)]| list.iter().map(|&p| DVec2::from(p)).collect::<Vec<_>>();
    let outer = points(&[(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (4.0, 5.0), (0.0, 8.0)]);
    let hole = points(&[(2.0, 1.0), (6.0, 1.0), (4.0, 4.0)]);
    let rings = [outer.clone(), hole.clone()];
    let polygon = Shape2::polygon(&outer, std::slice::from_ref(&hole)).unwrap();
    let mut random = Random::new(4);
    let mut inside = Hits::default();
    for _ in 0..3000 {
        let origin = DVec2::new(random.between(-1.0, 9.0), random.between(-1.0, 8.0));
        let direction: DVec2 = random.direction();
        let holds = |ring: &[DVec2]| {
            (0..ring.len())
                .filter(|&i| {
                    let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
                    (a.y > origin.y) != (b.y > origin.y)
                        && origin.x < a.x + (origin.y - a.y) / (b.y - a.y) * (b.x - a.x)
                })
                .count()
                % 2
                == 1
        };
        let within = holds(&outer) && !holds(&hole);
        inside.count(within);
        let hit = cast(&polygon, origin, direction);
        let expected = if within {
            Some(0.0)
        } else {
            crosses(&rings, origin, direction)
        };
        assert_eq!(hit.is_some(), expected.is_some(), "{origin} {direction}");
        if let (Some(hit), Some(t)) = (hit, expected) {
            assert!(
                (hit.time - t).abs() < 1e-12 && hit.normal.is_none() == within,
                "{origin} {hit:?} {t}"
            );
        }
        let distance = closest_point(Placed::new(&polygon, &Pose::IDENTITY), origin)
            .unwrap()
            .distance;
        assert_eq!(distance < 0.0, within, "{origin}");
    }
    inside.check("points in a polygon");
    let bitmap = Shape2::bitmap(&["101", "111"], 0.5).unwrap();
    let down = |x: f64| cast(&bitmap, DVec2::new(x, 5.0), DVec2::NEG_Y).map(|h| h.point.y);
    assert_eq!(
        [0.0, 0.5, 0.7, 1.0, 1.5, 1.6].map(down),
        [Some(1.0), Some(1.0), Some(0.5), Some(1.0), Some(1.0), None]
    );
}

#[test]
fn compounds_answer_with_the_first_part() {
    let ball = Shape2::circle(1.0).unwrap();
    let part = |x: f64| {
        (
            ball.clone(),
            Pose::at(DVec2::new(x, 0.0)).unwrap().scaled(0.5).unwrap(),
        )
    };
    let pair = Shape2::compound(vec![part(4.0), part(2.0)]).unwrap();
    let pose = Pose::at(DVec2::X * 10.0).unwrap().scaled(2.0).unwrap();
    let r = Ray {
        origin: DVec2::ZERO,
        direction: DVec2::X,
        max_time: 13.0,
    };
    let hit = ray(Placed::new(&pair, &pose), &r).unwrap().unwrap();
    assert_eq!((hit.time, hit.normal), (13.0, Some(DVec2::NEG_X)));
    let near = closest_point(Placed::new(&pair, &pose), DVec2::new(15.5, 0.0)).unwrap();
    assert_eq!((near.distance, near.point), (0.5, DVec2::new(15.0, 0.0)));
}
