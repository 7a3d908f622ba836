//! Solids made of unit cubes on a grid, with cavities, tunnels and faces in one plane: the common part is the
//! common cells.

use clearance::Pose;
use clearance::glam::{DQuat, DVec2, DVec3, Vec3};
use clearance::math::Vector;
use clearance::shape::{Shape2, Shape3};
use clearance_testkit::cubes::{Cell, Cells, beside, mesh_of, random_cells};
use clearance_testkit::{Hits, Random};

use super::boxes::part;

/// How many faces of cells are between a cell and an empty one.
fn faces(cells: &Cells) -> usize {
    let all = cells
        .iter()
        .flat_map(|c| (0..6).map(move |k| beside(c, k / 2, (k % 2) as i32)));
    all.filter(|c| !cells.contains(c)).count()
}

fn shifted(cells: &Cells, by: Cell) -> Cells {
    cells.iter().map(|c| [0, 1, 2].map(|i| c[i] + by[i])).collect()
}

#[test]
fn common_cells_are_counted_exactly() {
    let mut random = Random::new(3);
    let mut hits = Hits::default();
    for round in 0..200 {
        let share = [15, 35, 60, 85][round % 4];
        let a = random_cells(&mut random, 3, share);
        let by: Cell = core::array::from_fn(|_| random.whole(-2, 2) as i32);
        let b = shifted(&random_cells(&mut random, 3, share), by);
        let common: Cells = a.intersection(&b).copied().collect();
        let scale = 0.5_f64.powi((round as i32 % 5) * 8 - 12);
        let place = |p: [f64; 3]| DVec3::from(p) * scale;
        let shapes = [mesh_of(&a, place), mesh_of(&b, place)];
        let found = part::<DVec3>((&shapes[0], &Pose::IDENTITY), (&shapes[1], &Pose::IDENTITY)).unwrap();
        let back = part::<DVec3>((&shapes[1], &Pose::IDENTITY), (&shapes[0], &Pose::IDENTITY)).unwrap();
        hits.count(!common.is_empty());
        let (volume, border) = (
            common.len() as f64 * scale.powi(3),
            faces(&common) as f64 * scale * scale,
        );
        for part in [found, back] {
            assert_eq!(part.volume, volume, "{a:?} {b:?}");
            assert!(
                (part.border - border).abs() <= 1e-12 * scale * scale,
                "{} {border} {a:?} {b:?}",
                part.border
            );
            let center = common
                .iter()
                .map(|c| DVec3::from(c.map(|x| f64::from(x) + 0.5)))
                .sum::<DVec3>()
                / common.len() as f64;
            let off = part.center.map_or(0.0, |c| (c / scale - center).max_abs());
            assert!(part.center.is_some() != common.is_empty() && off < 1e-13, "{off}");
        }
    }
    hits.check("solids with common cells");
}

/// Any linear map with determinant 1 keeps volumes; floats of the sheared corners are exact.
#[test]
fn sheared_cells_too() {
    let mut random = Random::new(4);
    let mut hits = Hits::default();
    for _ in 0..200 {
        let mut whole = || random.whole(-2, 3) as f64;
        let (s, t, u) = (whole(), whole(), whole());
        let place = |[x, y, z]: [f64; 3]| DVec3::new(x + s * y + t * z, y + u * z, z) + 0.1;
        let a = random_cells(&mut random, 3, 40);
        let by: Cell = core::array::from_fn(|_| random.whole(-1, 2) as i32);
        let b = shifted(&random_cells(&mut random, 3, 40), by);
        let common = a.intersection(&b).count();
        hits.count(common > 0);
        let shapes = [mesh_of(&a, place), mesh_of(&b, place)];
        let found = part::<DVec3>((&shapes[0], &Pose::IDENTITY), (&shapes[1], &Pose::IDENTITY)).unwrap();
        assert!(
            (found.volume - common as f64).abs() < 1e-12,
            "{found:?} {common} {a:?} {b:?}"
        );
        assert!((found.volume == 0.0) == (common == 0));
    }
    hits.check("sheared solids");
}

/// With rotations corners are rounded, so that faces that should be in one plane cross by a last place, or
/// miss each other.
#[test]
fn turned_cells_nearly_in_one_plane() {
    let mut random = Random::new(5);
    let mut hits = Hits::default();
    for round in 0..60 {
        let a = random_cells(&mut random, 3, 30);
        let by: Cell = core::array::from_fn(|_| random.whole(-1, 2) as i32);
        let b = random_cells(&mut random, 3, 30);
        let common = a.intersection(&shifted(&b, by)).count();
        hits.count(common > 0);
        let q = DQuat::from_xyzw(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.3, 0.4);
        let (here, by) = (DVec3::new(0.3, -5.1, 0.7), DVec3::from(by.map(f64::from)));
        let at = [here, here + q.normalize() * by].map(|p| Pose::new(p, q).unwrap());
        let shapes = match round % 2 {
            0 => [mesh_of(&a, DVec3::from), mesh_of(&b, DVec3::from)],
            _ => [mesh_of(&a, DVec3::from), mesh_of(&b, |p| DVec3::from(p) + by)],
        };
        let poses = if round % 2 == 0 { at } else { [at[0]; 2] };
        let found = part::<DVec3>((&shapes[0], &poses[0]), (&shapes[1], &poses[1])).unwrap();
        assert!(
            (found.volume - common as f64).abs() < 1e-12,
            "{found:?} {common} {a:?} {b:?}"
        );
        // The same in single precision.
        let single = |shape: &Shape3<DVec3>| match shape {
            Shape3::Mesh(m) => {
                let vertices = m.vertices().iter().map(|v| v.as_vec3()).collect();
                Shape3::<Vec3>::mesh(vertices, m.triangles().to_vec()).unwrap()
            }
            _ => Shape3::Point,
        };
        let shapes = [single(&shapes[0]), single(&shapes[1])];
        let poses = poses.map(|p| Pose::new(p.position().as_vec3(), q.as_quat()).unwrap());
        let found = part::<Vec3>((&shapes[0], &poses[0]), (&shapes[1], &poses[1])).unwrap();
        assert!(
            (found.volume - common as f64).abs() < 1e-4,
            "{found:?} {common} {a:?} {b:?}"
        );
    }
    hits.check("turned solids");
}

/// In the plane: one ring of cells with a hole, and squares.
#[test]
fn regions_of_the_plane() {
    let mut random = Random::new(9);
    let mut hits = Hits::default();
    let ring = |low: f64, high: f64| {
        [[low, low], [high, low], [high, high], [low, high]]
            .map(DVec2::from)
            .to_vec()
    };
    for _ in 0..500 {
        let mut whole = |a, b| random.whole(a, b) as f64;
        let frame = Shape2::polygon(&ring(0.0, 6.0), &[ring(whole(1, 2), whole(3, 5))]).unwrap();
        let Shape2::Polygon(polygon) = &frame else {
            continue;
        };
        let hole: Vec<f64> = [0, 2].iter().map(|&k| polygon.rings()[1][k].x).collect();
        let (x, y, w, h) = (whole(-3, 7), whole(-3, 7), whole(1, 6), whole(1, 6));
        let corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]].map(DVec2::from);
        let other = Shape2::polygon(&corners, &[]).unwrap();
        let found = part::<DVec2>((&frame, &Pose::IDENTITY), (&other, &Pose::IDENTITY)).unwrap();
        let along =
            |low: f64, high: f64, from: f64, size: f64| ((from + size).min(high) - from.max(low)).max(0.0);
        let area = |low: f64, high: f64| along(low, high, x, w) * along(low, high, y, h);
        let expected = area(0.0, 6.0) - area(hole[0], hole[1]);
        hits.count(expected > 0.0);
        assert_eq!(found.volume, expected, "{hole:?} {x} {y} {w} {h}");
        // The length, by unit cells.
        let is_in = |i: i32, j: i32| {
            let p = [f64::from(i) + 0.5, f64::from(j) + 0.5];
            let inside = |low: f64, high: f64| p.iter().all(|c| *c > low && *c < high);
            let in_other = p[0] > x && p[0] < x + w && p[1] > y && p[1] < y + h;
            inside(0.0, 6.0) && !inside(hole[0], hole[1]) && in_other
        };
        let cells = (-1..8).flat_map(|i| (-1..8).map(move |j| (i, j)));
        let length: usize = cells
            .filter(|&(i, j)| is_in(i, j))
            .map(|(i, j)| {
                [(1, 0), (-1, 0), (0, 1), (0, -1)]
                    .iter()
                    .filter(|d| !is_in(i + d.0, j + d.1))
                    .count()
            })
            .sum();
        assert_eq!(found.border, length as f64, "{hole:?} {x} {y} {w} {h}");
    }
    hits.check("regions with a common part");
}
