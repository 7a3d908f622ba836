//! The common part as a mesh and as rings: closed, as large as the sums say, and inside is what is inside of
//! both.

use std::collections::BTreeMap;

use clearance::cast::contains;
use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::measure::{CommonMesh, CommonPart, Which, common, common_mesh, common_rings, mass_properties};
use clearance::mesh::report;
use clearance::shape::{Mesh, Shape2, Shape3};
use clearance::{Placed, Pose};
use clearance_testkit::cubes::{Cell, Cells, mesh_of, random_cells};
use clearance_testkit::{Hits, Random};

use crate::mesh::shapes::{joined, mesh, moved, sphere, torus};

const NOTHING: CommonPart<DVec3> = CommonPart {
    volume: 0.0,
    border: 0.0,
    center: None,
};

type Body<'a> = (&'a Shape3<DVec3>, &'a Pose<DVec3>);

fn placed<'a>(body: Body<'a>) -> Placed<'a, DVec3> {
    Placed::new(body.0, body.1)
}

/// The mesh of the common part, if there is one: closed, with the volume of the sums, and each triangle in
/// the plane of the one that it is a piece of.
pub fn checked(a: Body<'_>, b: Body<'_>, size: f64) -> Option<CommonMesh<DVec3>> {
    let expected = common(placed(a), placed(b)).unwrap();
    let found = common_mesh(placed(a), placed(b)).unwrap();
    // A common part thinner than rounding may be flattened by it, or turned inside out.
    let is_thin = expected.volume < 1e-12 * size.powi(3);
    assert!(is_thin || !found.triangles.is_empty());
    assert!(expected != NOTHING || found.triangles.is_empty());
    assert_eq!(found.triangles.len(), found.sources.len());
    if found.triangles.is_empty() {
        assert!(found.vertices.is_empty());
        return None;
    }
    assert_closed(&found.triangles);
    let solid = Mesh::new(found.vertices.clone(), found.triangles.clone()).unwrap();
    // A common part thinner than rounding may be turned inside out by it.
    let is_thin = expected.volume < 1e-12 * size.powi(3);
    assert!(
        is_thin || (solid.is_solid() && !solid.was_inside_out()),
        "{found:?}"
    );
    if is_thin {
        return None;
    }
    let volume = mass_properties(Placed::<DVec3>::new(&Shape3::from(solid), &Pose::IDENTITY))
        .unwrap()
        .volume;
    assert!(
        (volume - expected.volume).abs() <= 1e-11 * size.powi(3),
        "{volume} {}",
        expected.volume
    );
    for (t, (which, source)) in found.triangles.iter().zip(&found.sources) {
        let (shape, pose) = if *which == Which::A { a } else { b };
        let (Shape3::Mesh(m), Some(source)) = (shape, source) else {
            continue;
        };
        let [p, q, r] = m.triangles()[*source as usize]
            .map(|v| pose.position() + pose.rotation() * (m.vertices()[v as usize] * pose.scale()));
        let normal = (q - p).cross(r - p).normalize_or_zero();
        let off = t.map(|v| (found.vertices[v as usize] - p).dot(normal).abs());
        let size = size.max((q - p).length()).max((r - p).length());
        assert!(off.into_iter().fold(0.0, f64::max) <= 1e-10 * size, "{off:?}");
    }
    Some(found)
}

/// Each edge is run along equally often in both directions.
fn assert_closed(triangles: &[[u32; 3]]) {
    let mut balance = BTreeMap::new();
    for t in triangles {
        for k in 0..3 {
            let (p, q) = (t[k], t[(k + 1) % 3]);
            *balance.entry((p.min(q), p.max(q))).or_insert(0) += if p < q { 1 } else { -1 };
        }
    }
    assert!(balance.values().all(|b| *b == 0), "{triangles:?}");
}

/// Whether points are inside of the mesh exactly if they are inside of both solids.
fn check_points(found: &CommonMesh<DVec3>, [a, b]: [Body<'_>; 2], random: &mut Random, hits: &mut Hits) {
    let solid = Shape3::mesh(found.vertices.clone(), found.triangles.clone()).unwrap();
    let middle = found.vertices.iter().sum::<DVec3>() / found.vertices.len() as f64;
    for _ in 0..20 {
        let shares = [0; 3].map(|_| random.between(0.0, 1.0));
        let ways = shares.map(|share| share * (*random.pick(&found.vertices) - middle));
        let p = middle + ways.iter().sum::<DVec3>() * random.between(0.2, 1.5);
        let is_in = |shape: &Shape3<DVec3>, pose| contains(Placed::new(shape, pose), p).unwrap();
        let expected = is_in(a.0, a.1) && is_in(b.0, b.1);
        hits.count(expected);
        assert_eq!(is_in(&solid, &Pose::IDENTITY), expected, "{p}");
    }
}

#[test]
fn cells_of_grids() {
    let mut random = Random::new(31);
    let (mut hits, mut inside) = (Hits::default(), Hits::default());
    for round in 0..300 {
        let share = [15, 35, 60, 85][round % 4];
        let scale = 0.5_f64.powi((round as i32 % 5) * 8 - 12);
        let place = |p: [f64; 3]| DVec3::from(p) * scale;
        let a = mesh_of(&random_cells(&mut random, 3, share), place);
        let by: Cell = core::array::from_fn(|_| random.whole(-2, 2) as i32);
        let cells: Cells = random_cells(&mut random, 3, share)
            .iter()
            .map(|c| [0, 1, 2].map(|i| c[i] + by[i]))
            .collect();
        let b = mesh_of(&cells, place);
        // Whole, half and quarter cells apart.
        let step = scale / [1.0, 2.0, 4.0][round % 3];
        let by = DVec3::from([0; 3].map(|_| random.whole(-1, 1) as f64)) * step;
        let poses = [Pose::IDENTITY, Pose::at(by).unwrap()];
        let bodies = [(&a, &poses[0]), (&b, &poses[1])];
        let found = checked(bodies[0], bodies[1], 4.0 * scale);
        hits.count(found.is_some());
        if let Some(found) = found.filter(|_| scale == 1.0 || round % 5 == 2) {
            check_points(&found, bodies, &mut random, &mut inside);
        }
    }
    hits.check("grids with a common part");
    inside.check("points in it");
}

/// Corners on a small grid, so that edges meet edges and corners, and rotated, so that they nearly do.
#[test]
fn tetrahedra_in_special_positions() {
    let mut random = Random::new(32);
    let (mut hits, mut inside) = (Hits::default(), Hits::default());
    for round in 0..1500 {
        let solids = [0; 2].map(|_| {
            loop {
                let t = [0; 4].map(|_| DVec3::from([0; 3].map(|_| random.whole(0, 3) as f64)));
                if (t[1] - t[0]).cross(t[2] - t[0]).dot(t[3] - t[0]) != 0.0 {
                    return Shape3::mesh(t.to_vec(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
                        .unwrap();
                }
            }
        });
        let turned =
            DQuat::from_xyzw(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.3, 0.4).normalize();
        let far = [DVec3::ZERO, DVec3::new(0.3, -5.0, 0.7), DVec3::splat(1.0e4)][round % 3];
        let pose = Pose::new(far, if round % 2 == 0 { DQuat::IDENTITY } else { turned }).unwrap();
        let bodies = [(&solids[0], &pose), (&solids[1], &pose)];
        let size = if round % 3 == 2 { 100.0 } else { 4.0 };
        let found = checked(bodies[0], bodies[1], size);
        hits.count(found.is_some());
        if let Some(found) = found {
            check_points(&found, bodies, &mut random, &mut inside);
        }
    }
    hits.check("tetrahedra with a common part");
    inside.check("points in it");
}

/// Boxes and polyhedra, whose facets have no numbers.
#[test]
fn convex_shapes_too() {
    let cube = Shape3::cuboid(DVec3::ONE).unwrap();
    let pose = Pose::new(DVec3::new(0.5, 0.2, 0.1), DQuat::from_rotation_z(0.4)).unwrap();
    let found = checked((&cube, &Pose::IDENTITY), (&cube, &pose), 2.0).unwrap();
    assert!(found.sources.iter().all(|source| source.1.is_none()));
    assert!(
        [Which::A, Which::B]
            .iter()
            .all(|w| found.sources.iter().any(|s| s.0 == *w))
    );
}

/// Curved meshes in general position: nothing crosses itself. And a mesh within another, which is its own
/// common part.
#[test]
fn curved_meshes() {
    let mut random = Random::new(33);
    let mut inside = Hits::default();
    let ring = Shape3::from(mesh(torus(40, 20)));
    let two = Shape3::from(mesh(joined(&[
        sphere(24, 12),
        moved(sphere(20, 9), DVec3::X * 4.0),
    ])));
    for _ in 0..20 {
        let q = DQuat::from_xyzw(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.3, 0.4).normalize();
        let pose = Pose::new(random.vector(3.0), q).unwrap();
        let bodies = [(&ring, &Pose::IDENTITY), (&two, &pose)];
        let Some(found) = checked(bodies[0], bodies[1], 4.0) else {
            continue;
        };
        check_points(&found, bodies, &mut random, &mut inside);
        let solid = Mesh::new(found.vertices.clone(), found.triangles.clone()).unwrap();
        let crossings = report(&solid).crossings;
        assert!(
            crossings.is_empty(),
            "{} of {}",
            crossings.len(),
            solid.triangles().len()
        );
    }
    inside.check("points in curved common parts");
    let (vertices, triangles) = sphere(24, 12);
    let small = vertices.iter().map(|v| *v * 0.25 + DVec3::X * 3.0).collect();
    let small = Shape3::mesh(small, triangles).unwrap();
    let found = checked((&ring, &Pose::IDENTITY), (&small, &Pose::IDENTITY), 4.0).unwrap();
    let Shape3::Mesh(given) = &small else {
        unreachable!()
    };
    let sorted = |vertices: &[DVec3]| {
        let mut all = vertices.to_vec();
        all.sort_by(|p, q| (p.x, p.y, p.z).partial_cmp(&(q.x, q.y, q.z)).unwrap());
        all
    };
    assert!(
        sorted(&found.vertices) == sorted(given.vertices()),
        "corners are the given ones"
    );
    assert_eq!(found.triangles.len(), given.triangles().len());
}

/// Two bodies of several cubes that overlap in one place and touch in another: the place where they touch is
/// no part of the mesh, whichever way the small step goes.
#[test]
fn faces_that_touch_leave_nothing() {
    for axis in 0..3 {
        for sign in [-1, 1] {
            let at = |steps: i32, up: i32| {
                let mut cell = [0; 3];
                (cell[axis], cell[(axis + 1) % 3]) = (sign * steps, up);
                cell
            };
            let a: Cells = [at(0, 0), at(0, 1), at(0, 2), at(0, 3)].into_iter().collect();
            // In the place of the first cell, and beside the last: on the side from which the step comes.
            let b: Cells = [at(0, 0), at(1, 0), at(2, 0), at(3, 0), at(-1, 3)]
                .into_iter()
                .collect();
            let (a, b) = (mesh_of(&a, DVec3::from), mesh_of(&b, DVec3::from));
            let (here, there) = (
                Pose::IDENTITY,
                Pose::at(DVec3::AXES[(axis + 2) % 3] * 0.25).unwrap(),
            );
            for bodies in [[(&a, &here), (&b, &there)], [(&b, &there), (&a, &here)]] {
                let found = checked(bodies[0], bodies[1], 4.0).unwrap();
                let solid = Mesh::new(found.vertices, found.triangles).unwrap();
                let report = report(&solid);
                assert_eq!(
                    (report.volume, report.area, report.pieces.len()),
                    (Some(0.75), 5.0, 1)
                );
            }
        }
    }
}

/// Edges so long that all places where small cells cross them are the same share of them, or the same but for
/// a last place: the two triangles of such an edge must agree in which order these are.
#[test]
fn long_edges_through_small_cells() {
    let mut random = Random::new(36);
    let mut hits = Hits::default();
    for round in 0..60 {
        let (far, near) = (2.0_f64.powi(56), [2.0_f64.powi(56), 3.0][round % 2]);
        let corners = |x: f64| {
            let at = |y: f64, z: f64| [y, z].map(|c| c + f64::from(round as u32 % 7) * 0.01);
            [at(0.3, 0.4), at(2.6, 0.7), at(1.1, 2.2)].map(|[y, z]| DVec3::new(x, y, z))
        };
        let vertices = [corners(-near), corners(far)].concat();
        let sides = [
            [0, 2, 1],
            [3, 4, 5],
            [0, 1, 4],
            [0, 4, 3],
            [1, 2, 5],
            [1, 5, 4],
            [2, 0, 3],
            [2, 3, 5],
        ];
        let turn = |p: DVec3| {
            if round % 4 < 2 {
                p
            } else {
                DVec3::new(p.y, p.z, p.x)
            }
        };
        let bar = Shape3::mesh(vertices.into_iter().map(turn).collect(), sides.to_vec()).unwrap();
        let cells = random_cells(&mut random, 3, 30);
        let cells = mesh_of(&cells, DVec3::from);
        let poses = [Pose::IDENTITY, Pose::at(DVec3::splat(0.1)).unwrap()];
        hits.count(checked((&bar, &poses[0]), (&cells, &poses[1]), 4.0).is_some());
    }
    assert!(hits.rate() > 0.5, "bars through cells");
}

/// A triangle without area fills the gap between an edge and two halves of it; the other border crosses it.
#[test]
fn a_facet_without_area_is_crossed() {
    let corners = [(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4), (2, 0, 0)];
    let corners: Vec<DVec3> = corners
        .map(|(x, y, z)| DVec3::new(x as f64, y as f64, z as f64))
        .to_vec();
    // The edge from 0 to 1 is whole in one face, and has corner 4 in the other; [0, 4, 1] is flat.
    let triangles = vec![[0, 2, 1], [0, 4, 3], [4, 1, 3], [0, 1, 4], [1, 2, 3], [0, 3, 2]];
    let mut random = Random::new(34);
    let solid = Shape3::mesh(corners, triangles).unwrap();
    let cube = Shape3::cuboid(DVec3::splat(1.0)).unwrap();
    let mut hits = Hits::default();
    for _ in 0..200 {
        let q = DQuat::from_xyzw(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.3, 0.4).normalize();
        let pose = Pose::new(random.vector(2.0), q).unwrap();
        hits.count(checked((&solid, &Pose::IDENTITY), (&cube, &pose), 4.0).is_some());
    }
    hits.check("cubes across a flat triangle");
}

/// In the plane: the area of the rings, and points within.
#[test]
fn rings_of_the_plane() {
    let mut random = Random::new(35);
    let (mut hits, mut inside) = (Hits::default(), Hits::default());
    for round in 0..600 {
        let star = |random: &mut Random| {
            let corner = |k: usize| {
                let angle = f64::from(k as u32) * std::f64::consts::TAU / 12.0;
                let p = DVec2::from_angle(angle) * random.between(1.0, 3.0);
                if round % 2 == 0 { p.round() } else { p }
            };
            let corners: Vec<DVec2> = (0..12).map(corner).collect();
            Shape2::polygon(&corners, &[])
        };
        let (Ok(a), Ok(b)) = (star(&mut random), star(&mut random)) else {
            continue;
        };
        let by = DVec2::from([0; 2].map(|_| random.whole(-4, 4) as f64));
        let poses = [Pose::<DVec2>::IDENTITY, Pose::at(by).unwrap()];
        let (a, b) = (Placed::new(&a, &poses[0]), Placed::new(&b, &poses[1]));
        let expected = common(a, b).unwrap().volume;
        let rings = common_rings(a, b).unwrap();
        hits.count(expected > 0.0);
        let area = |ring: &Vec<DVec2>| -> f64 {
            let n = ring.len();
            (0..n)
                .map(|k| (ring[k] - ring[0]).perp_dot(ring[(k + 1) % n] - ring[0]))
                .sum::<f64>()
                / 2.0
        };
        assert!(
            (rings.iter().map(area).sum::<f64>() - expected).abs() < 1e-12,
            "{expected} {rings:?}"
        );
        assert_eq!(rings.is_empty(), expected == 0.0);
        let Some(middle) = rings.first().map(|ring| ring[0]) else {
            continue;
        };
        for _ in 0..10 {
            let p = middle + DVec2::new(random.between(-0.7, 0.7), random.between(-0.7, 0.7));
            let is_in = contains(a, p).unwrap() && contains(b, p).unwrap();
            inside.count(is_in);
            assert_eq!(
                rings.iter().map(|ring| winding(ring, p)).sum::<i32>(),
                i32::from(is_in)
            );
        }
    }
    hits.check("regions with a common part");
    inside.check("points in it");
}

fn winding(ring: &[DVec2], p: DVec2) -> i32 {
    let side = |k: usize| {
        let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
        let left = (b - a).perp_dot(p - a) > 0.0;
        match (a.y <= p.y, b.y <= p.y) {
            (true, false) if left => 1,
            (false, true) if !left => -1,
            _ => 0,
        }
    };
    (0..ring.len()).map(side).sum()
}
