//! Reports: known faults are found and no others; crossings against all pairs, one by one.

use clearance::glam::{DVec3, Vec3};
use clearance::mesh::{Report, report};
use clearance::shape::{Mesh, Shape3};
use clearance::{Placed, Pose, intersects};
use clearance_testkit::{Hits, Random};

use super::shapes::{joined, mesh, moved, sphere, torus};

fn meets(a: &Shape3<DVec3>, b: &Shape3<DVec3>) -> bool {
    let here = Pose::<DVec3>::IDENTITY;
    intersects(Placed::new(a, &here), Placed::new(b, &here))
}

/// Whether two triangles with area meet in more than what they share, by definition: of two that share a
/// corner s, the side across from s of the one meets the other. Coordinates are small integers if they share
/// two.
fn crosses(a: [DVec3; 3], b: [DVec3; 3]) -> bool {
    let triangle = |t: [DVec3; 3]| Shape3::triangle(t).unwrap();
    let own =
        |t: [DVec3; 3], o: [DVec3; 3]| t.into_iter().filter(move |p| !o.contains(p)).collect::<Vec<_>>();
    let (p, q) = (own(a, b), own(b, a));
    let shared: Vec<DVec3> = a.into_iter().filter(|p| b.contains(p)).collect();
    match shared[..] {
        [] => meets(&triangle(a), &triangle(b)),
        [_] => {
            let [e, f] = [&p, &q].map(|side| Shape3::segment(side[0], side[1]).unwrap());
            meets(&e, &triangle(b)) || meets(&f, &triangle(a))
        }
        [u, v] => {
            let [m, n] = [p[0], q[0]].map(|w| (v - u).cross(w - u));
            m.cross(n) == DVec3::ZERO && m.dot(n) > 0.0
        }
        _ => false,
    }
}

fn all_crossings(mesh: &Mesh<DVec3>, flat: &[u32]) -> Vec<[u32; 2]> {
    let count = mesh.triangles().len() as u32;
    let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| [i, j]));
    let sound = pairs.filter(|pair| !pair.iter().any(|t| flat.contains(t)));
    let corners = |t: u32| mesh.corners(t as usize);
    sound.filter(|[i, j]| crosses(corners(*i), corners(*j))).collect()
}

/// Few vertices on a small grid, so that every kind of neighbour and degeneracy occurs.
#[test]
fn crossings_of_all_pairs_on_a_grid() {
    let mut random = Random::new(71);
    let mut hits = [Hits::default(); 3];
    let mut kinds = [0; 3];
    for round in 0..400 {
        let size = 1 + round % 3;
        let points: Vec<DVec3> = (0..9).map(|_| random.grid::<DVec3>(size)).collect();
        let triangles: Vec<[u32; 3]> = (0..8)
            .map(|_| [0; 3].map(|_: u32| random.count(0, 8) as u32))
            .collect();
        for scale in [1.0, 2.0_f64.powi(450), 2.0_f64.powi(-1020)] {
            let vertices = points.iter().map(|p| *p * scale).collect();
            let made = Mesh::new(vertices, triangles.clone()).unwrap();
            let plain = Mesh::new(points.clone(), made.triangles().to_vec()).unwrap();
            let found = report(&made);
            let is_flat = |t: &u32| {
                let [a, b, c] = plain.corners(*t as usize);
                (b - a).cross(c - a) == DVec3::ZERO
            };
            let flat: Vec<u32> = (0..8).filter(is_flat).collect();
            assert_eq!(found.flat_triangles, flat, "{round} {scale}");
            assert_eq!(
                found.crossings,
                all_crossings(&plain, &flat),
                "{round}: {triangles:?} {points:?}"
            );
            for [i, j] in (0..8_u32).flat_map(|i| (i + 1..8).map(move |j| [i, j])) {
                let [a, b] = [i, j].map(|t| plain.corners(t as usize));
                let shared = a.iter().filter(|p| b.contains(p)).count();
                if shared < 3 && !flat.contains(&i) && !flat.contains(&j) {
                    hits[shared].count(found.crossings.contains(&[i, j]));
                    kinds[shared] += usize::from(found.crossings.contains(&[i, j]));
                }
            }
        }
    }
    hits[0].check("triangles that share nothing");
    assert!(
        kinds[1] > 1000 && hits[1].rate() < 0.8,
        "{} {}",
        kinds[1],
        hits[1].rate()
    );
    assert!(
        kinds[2] > 200 && hits[2].rate() < 0.5,
        "{} {}",
        kinds[2],
        hits[2].rate()
    );
}

/// Vertices anywhere; where a corner is moved by the last place, the answer follows.
#[test]
fn crossings_of_all_pairs_anywhere() {
    let mut random = Random::new(72);
    let mut hits = Hits::default();
    for _ in 0..200 {
        let points: Vec<DVec3> = (0..14).map(|_| random.vector(1.0)).collect();
        // No two triangles share two corners.
        let triangles = vec![
            [0, 1, 2],
            [2, 3, 4],
            [4, 5, 0],
            [6, 7, 8],
            [8, 9, 10],
            [11, 12, 13],
        ];
        let made = Mesh::new(points, triangles).unwrap();
        let found = report(&made);
        assert_eq!(found.crossings, all_crossings(&made, &[]));
        hits.count(found.crossings.len() > 3);
    }
    hits.check("crossings anywhere");
    let corners = |z: f64| {
        let low = [DVec3::ZERO, DVec3::X, DVec3::Y];
        [
            low,
            [DVec3::new(0.2, 0.2, z), DVec3::ONE, DVec3::new(0.0, 1.0, 2.0)],
        ]
        .concat()
    };
    for (z, count) in [(0.0, 1), (5e-324, 0), (-5e-324, 1)] {
        let made = Mesh::new(corners(z), vec![[0, 1, 2], [3, 4, 5]]).unwrap();
        assert_eq!(report(&made).crossings.len(), count, "{z}");
    }
}

#[test]
fn sound_meshes_have_no_faults() {
    for (whole, euler) in [(torus(24, 9), 0), (sphere(13, 7), 2), (sphere(3, 1), 2)] {
        let count = whole.1.len();
        let found = report(&mesh(whole));
        assert!(found.is_sound(), "{found:?}");
        assert!(found.doubles.is_empty() && found.pieces.len() == 1 && found.pieces[0].len() == count);
        assert_eq!(found.euler_characteristic, euler);
    }
    let found = report(&mesh(sphere(150, 100)));
    assert!((found.volume.unwrap() / (4.0 / 3.0 * std::f64::consts::PI) - 1.0).abs() < 1e-3);
    assert!((found.area / (4.0 * std::f64::consts::PI) - 1.0).abs() < 1e-3);
    let single = torus(24, 9);
    let vertices: Vec<Vec3> = single.0.iter().map(|v| v.as_vec3()).collect();
    assert!(report(&Mesh::new(vertices, single.1).unwrap()).is_sound());
}

/// Each fault alone, in places that do not touch.
#[test]
fn known_faults() {
    let (vertices, triangles) = torus(24, 9);
    let changed = |change: &dyn Fn(&mut Vec<[u32; 3]>)| -> Report {
        let mut triangles = triangles.clone();
        change(&mut triangles);
        report(&Mesh::new(vertices.clone(), triangles).unwrap())
    };
    let open = changed(&|t| drop(t.drain(50..52)));
    assert_eq!((open.open_edges.len(), open.euler_characteristic), (4, -1));
    assert!(open.is_oriented() && open.volume.is_none() && !open.crosses_itself());
    let turned = changed(&|t| t[70].swap(0, 1));
    assert_eq!((turned.inconsistent_edges.len(), turned.is_closed()), (3, true));
    let double = changed(&|t| t.extend([t[5], [t[9][2], t[9][1], t[9][0]]]));
    assert_eq!(double.doubles, [[5, 432], [9, 433]]);
    // With its double, an edge of triangle 9 has three triangles, two of them one way.
    assert_eq!(
        (double.crowded_edges.len(), double.inconsistent_edges.len()),
        (6, 6)
    );
    let flat = changed(&|t| t.extend([[3, 3, 4], [7, 7, 7]]));
    assert_eq!(flat.flat_triangles, [432, 433]);
    assert!(flat.volume.is_some() && flat.pieces.len() == 1 && flat.euler_characteristic == 0);
}

#[test]
fn pieces_and_crossing_bodies() {
    let apart = [torus(24, 9), moved(sphere(8, 5), DVec3::Z * 9.0), sphere(8, 5)];
    let found = report(&mesh(joined(&apart)));
    assert_eq!(
        found.pieces.iter().map(Vec::len).collect::<Vec<_>>(),
        [432, 80, 80]
    );
    assert_eq!(found.euler_characteristic, 4);
    assert!(found.is_sound());
    // Through the tube of the torus.
    let through = [torus(24, 9), moved(sphere(8, 5), DVec3::X * 3.0 + DVec3::Z * 0.7)];
    let made = mesh(joined(&through));
    let found = report(&made);
    assert_eq!(found.crossings, all_crossings(&made, &[]));
    assert!(found.crossings.len() > 10 && found.crossings.iter().all(|[i, j]| *i < 432 && *j >= 432));
}
