//! Repairs: each has exactly the effect that it says, and nothing else.

use clearance::glam::DVec3;
use clearance::mesh::{RepairError, fill_holes, report, split, weld, without_doubles};
use clearance::shape::Mesh;
use clearance_testkit::{Hits, Random};

use super::shapes::{joined, mesh, moved, sphere, torus};

/// Which vertex takes the place of each, by comparing all.
fn kept(vertices: &[DVec3], distance: f64) -> Vec<u32> {
    let mut kept: Vec<Option<u32>> = vec![None; vertices.len()];
    for i in 0..vertices.len() {
        if kept[i].is_some() {
            continue;
        }
        for j in i..vertices.len() {
            if kept[j].is_none() && vertices[i].distance(vertices[j]) <= distance {
                kept[j] = Some(i as u32);
            }
        }
    }
    kept.into_iter().flatten().collect()
}

#[test]
fn welding_as_by_all_pairs() {
    let mut random = Random::new(81);
    let mut hits = Hits::default();
    for round in 0..200 {
        let count = random.count(10, 40);
        let on_grid = round % 2 == 0;
        let mut point = || match on_grid {
            true => random.grid::<DVec3>(3),
            false => random.vector(3.0),
        };
        let vertices: Vec<DVec3> = (0..count).map(|_| point()).collect();
        let triangles = (0..40).map(|_| [0; 3].map(|_: u32| random.count(0, count - 1) as u32));
        let before = Mesh::new(vertices, triangles.collect()).unwrap();
        // On the grid, distances of exactly 0, 1, 2 and 3 occur.
        let distance = match on_grid {
            true => random.whole(1, 3) as f64,
            false => random.between(1.0, 3.0),
        };
        let expected = kept(before.vertices(), distance);
        let corners: Vec<[u32; 3]> = before
            .triangles()
            .iter()
            .map(|t| t.map(|v| expected[v as usize]))
            .collect();
        let is_sound = |t: &[u32; 3]| t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
        let welded = match weld(&before, distance) {
            Ok(welded) => welded,
            Err(error) => {
                assert!(error == RepairError::NothingLeft && !corners.iter().any(is_sound));
                continue;
            }
        };
        assert_eq!(welded.kept_vertex, expected);
        for (new, &old) in welded.triangles.iter().enumerate() {
            let old_numbers = welded.mesh.triangles()[new].map(|v| welded.vertices[v as usize]);
            assert_eq!(old_numbers, corners[old as usize]);
        }
        for (old, t) in corners.iter().enumerate() {
            hits.count(is_sound(t));
            assert_eq!(welded.triangles.contains(&(old as u32)), is_sound(t));
            assert_eq!(welded.dropped.contains(&(old as u32)), !is_sound(t));
        }
        for (new, &old) in welded.vertices.iter().enumerate() {
            assert_eq!(welded.mesh.vertices()[new], before.vertices()[old as usize]);
        }
    }
    hits.check("triangles that stay");
}

/// A sphere cut along a meridian, whose sides do not fit by less than the distance, at every scale.
#[test]
fn a_seam_closes() {
    for exponent in [-1000, 0, 400] {
        let scale = 2.0_f64.powi(exponent);
        let (mut vertices, mut triangles) = sphere(16, 9);
        let mut random = Random::new(82);
        for corner in triangles.iter_mut().flatten() {
            vertices.push(vertices[*corner as usize] + random.vector::<DVec3>(1e-4));
            *corner = vertices.len() as u32 - 1;
        }
        let vertices = vertices.into_iter().map(|v| v * scale).collect();
        let before = Mesh::new(vertices, triangles).unwrap();
        assert!(!before.is_solid());
        let welded = weld(&before, 1e-3 * scale).unwrap();
        assert!(report(&welded.mesh).is_sound() && welded.dropped.is_empty());
    }
    let whole = mesh(sphere(16, 9));
    for wrong in [-1.0, f64::INFINITY, f64::NAN] {
        assert_eq!(weld(&whole, wrong).unwrap_err(), RepairError::InvalidDistance);
    }
    assert_eq!(weld(&whole, 3.0).unwrap_err(), RepairError::NothingLeft);
}

#[test]
fn holes_are_filled() {
    let mut random = Random::new(83);
    for (vertices, triangles) in [torus(24, 12), sphere(20, 12)] {
        let whole = report(&mesh((vertices.clone(), triangles.clone())));
        for _ in 0..12 {
            // All triangles around one vertex, and two triangles elsewhere that have an edge in common.
            let center = random.count(30, 120) as u32;
            let is_near = |t: &[u32; 3]| {
                t.iter()
                    .any(|&v| vertices[v as usize].distance(vertices[center as usize]) < 1.0)
            };
            let apart: Vec<usize> = (0..triangles.len() / 4)
                .filter(|i| !(2 * i..2 * i + 2).any(|t| is_near(&triangles[t])))
                .collect();
            let pair = 2 * random.pick(&apart);
            let left: Vec<[u32; 3]> = (0..triangles.len())
                .filter(|&t| t != pair && t != pair + 1 && !triangles[t].contains(&center))
                .map(|t| triangles[t])
                .collect();
            let before = mesh((vertices.clone(), left));
            let around = triangles.iter().filter(|t| t.contains(&center)).count();
            let filled = fill_holes(&before, 30).unwrap();
            let mut lengths: Vec<usize> = filled.holes.iter().map(Vec::len).collect();
            lengths.sort_unstable();
            assert_eq!(lengths, [4, around]);
            let after = report(&filled.mesh);
            assert!(after.is_closed() && after.is_oriented() && after.is_edge_manifold());
            assert!(filled.open_edges.is_empty() && after.volume.is_some());
            assert_eq!(after.euler_characteristic, whole.euler_characteristic);
            assert_eq!(
                filled.mesh.triangles().len(),
                before.triangles().len() + 2 + around - 2
            );
            let partly = fill_holes(&before, 4).unwrap();
            assert_eq!((partly.holes.len(), partly.open_edges.len()), (1, around));
        }
    }
}

/// Two holes that meet in a vertex stay open, and so does a border along which neighbours face different
/// ways.
#[test]
fn what_is_no_ring_stays_open() {
    let (vertices, triangles) = torus(24, 12);
    let meeting = (0..triangles.len()).filter(|&t| t != 100 && t != 101);
    let corner = triangles[100][0];
    let opposite = (0..triangles.len()).rfind(|&t| {
        let is_apart = triangles[t]
            .iter()
            .all(|v| *v == corner || !triangles[100..102].as_flattened().contains(v));
        triangles[t].contains(&corner) && is_apart
    });
    let left = meeting
        .filter(|t| Some(*t) != opposite)
        .map(|t| triangles[t])
        .collect();
    let filled = fill_holes(&mesh((vertices.clone(), left)), 100).unwrap();
    assert_eq!((filled.holes.len(), filled.open_edges.len()), (0, 7));
    let mut turned = triangles[2..].to_vec();
    let edge = [triangles[0][0], triangles[0][1]];
    let beside = turned
        .iter_mut()
        .find(|t| edge.iter().all(|v| t.contains(v)))
        .unwrap();
    beside.swap(0, 1);
    let filled = fill_holes(&mesh((vertices, turned)), 100).unwrap();
    assert_eq!((filled.holes.len(), filled.open_edges.len()), (0, 4));
}

#[test]
fn pieces_and_doubles() {
    let all = [torus(24, 9), moved(sphere(8, 5), DVec3::Z * 9.0), sphere(7, 4)];
    let (vertices, mut triangles) = joined(&all);
    triangles.reverse();
    let whole = mesh((vertices, triangles));
    let pieces = split(&whole).unwrap();
    assert_eq!(
        pieces.iter().map(|p| p.triangles.len()).collect::<Vec<_>>(),
        [56, 80, 432]
    );
    for piece in &pieces {
        assert!(piece.mesh.is_solid() && !piece.mesh.was_inside_out());
        for (new, &old) in piece.triangles.iter().enumerate() {
            assert_eq!(piece.mesh.corners(new), whole.corners(old as usize));
        }
        assert!(
            piece
                .vertices
                .iter()
                .zip(piece.mesh.vertices())
                .all(|(&v, p)| whole.vertices()[v as usize] == *p)
        );
    }
    let twice = [whole.triangles(), &whole.triangles()[10..20]].concat();
    let single = without_doubles(&Mesh::new(whole.vertices().to_vec(), twice).unwrap()).unwrap();
    assert_eq!(single.mesh.triangles(), whole.triangles());
    assert_eq!(single.removed, (10..20).map(|t| [t, t + 558]).collect::<Vec<_>>());
}
