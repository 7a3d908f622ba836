//! Tetrahedra in general position, and nearly not: against one cut by the planes of the other.

use clearance::Pose;
use clearance::glam::{DQuat, DVec3};
use clearance::shape::Shape3;
use clearance_testkit::{Hits, Random};

use super::boxes::part;

type Face = Vec<DVec3>;

fn faces(t: &[DVec3; 4]) -> Vec<Face> {
    let positive = (t[1] - t[0]).cross(t[2] - t[0]).dot(t[3] - t[0]) > 0.0;
    let all = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    let turn = |f: [usize; 3]| if positive { f } else { [f[0], f[2], f[1]] };
    all.iter().map(|&f| turn(f).map(|i| t[i]).to_vec()).collect()
}

/// The part of a convex polyhedron behind a plane. Corners within 1e-9 of the plane are in it.
fn cut(polyhedron: &[Face], on: DVec3, normal: DVec3) -> Vec<Face> {
    let height = |p: DVec3| {
        Some((p - on).dot(normal))
            .filter(|h| h.abs() > 1e-9)
            .unwrap_or(0.0)
    };
    let mut kept = Vec::new();
    let mut lid: Vec<DVec3> = Vec::new();
    for face in polyhedron {
        let mut part = Face::new();
        for (k, &p) in face.iter().enumerate() {
            let q = face[(k + 1) % face.len()];
            let (h, next) = (height(p), height(q));
            if h <= 0.0 {
                part.push(p);
            }
            if h * next < 0.0 {
                part.push(p + (q - p) * (h / (h - next)));
            }
        }
        let is_in_plane = |p: &&DVec3| height(**p) == 0.0;
        if part.len() > 2 && part.iter().any(|p| height(*p) < 0.0) {
            lid.extend(part.iter().filter(is_in_plane));
            kept.push(part);
        }
    }
    if lid.len() > 2 {
        let middle = lid.iter().sum::<DVec3>() / lid.len() as f64;
        let (u, _) = normal.any_orthonormal_pair();
        let w = normal.cross(u);
        let angle = |p: &DVec3| (*p - middle).dot(w).atan2((*p - middle).dot(u));
        lid.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
        kept.push(lid);
    }
    kept
}

/// Volume and area of the border.
fn measures(polyhedron: &[Face]) -> (f64, f64) {
    let Some(o) = polyhedron.first().map(|f| f[0]) else {
        return (0.0, 0.0);
    };
    let mut sums = (0.0, 0.0);
    for face in polyhedron {
        let twice = |k: usize| (face[k] - face[0]).cross(face[k + 1] - face[0]);
        let area: DVec3 = (1..face.len() - 1).map(twice).sum();
        sums.0 += (face[0] - o).dot(area) / 6.0;
        sums.1 += area.length() / 2.0;
    }
    sums
}

fn clipped(a: &[DVec3; 4], b: &[DVec3; 4]) -> (f64, f64) {
    let cut_by = |all: Vec<Face>, f: &Face| cut(&all, f[0], (f[1] - f[0]).cross(f[2] - f[0]).normalize());
    measures(&faces(b).iter().fold(faces(a), cut_by))
}

fn solid(t: &[DVec3; 4]) -> Shape3<DVec3> {
    Shape3::convex(t).unwrap()
}

/// The same as a mesh of triangles.
fn mesh(t: &[DVec3; 4]) -> Shape3<DVec3> {
    let vertices = faces(t).concat();
    let triangles = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Shape3::mesh(vertices, triangles).unwrap()
}

fn tetrahedron(random: &mut Random, grid: bool) -> [DVec3; 4] {
    loop {
        let t = [0; 4].map(|_| {
            DVec3::from([0; 3].map(|_| {
                if grid {
                    random.whole(0, 4) as f64
                } else {
                    random.between(0.0, 3.0)
                }
            }))
        });
        if (t[1] - t[0]).cross(t[2] - t[0]).dot(t[3] - t[0]).abs() > 0.5 {
            return t;
        }
    }
}

#[test]
fn tetrahedra_against_clipping() {
    let mut random = Random::new(21);
    let mut hits = Hits::default();
    for round in 0..1500 {
        let grid = round % 2 == 0;
        let (a, mut b) = (tetrahedron(&mut random, grid), tetrahedron(&mut random, grid));
        if round % 3 == 0 {
            let by = DVec3::new(random.whole(-3, 3) as f64, 1.0, 0.0);
            b = b.map(|p| p + by);
        }
        let (volume, border) = clipped(&a, &b);
        hits.count(volume > 1e-9);
        let here = Pose::IDENTITY;
        let found = part::<DVec3>((&solid(&a), &here), (&mesh(&b), &here)).unwrap();
        assert!(
            (found.volume - volume).abs() < 1e-12,
            "{volume} {found:?} {a:?} {b:?}"
        );
        // The area is not continuous where the volume goes to 0.
        if volume > 1e-9 {
            assert!(
                (found.border - border).abs() < 1e-8,
                "{border} {found:?} {a:?} {b:?}"
            );
        }
        let back = part::<DVec3>((&mesh(&b), &here), (&mesh(&a), &here)).unwrap();
        assert!((found.volume - back.volume).abs() < 1e-14 && (found.border - back.border).abs() < 1e-12);
    }
    hits.check("tetrahedra with a common part");
}

/// Another unit, another place, a rotation of both.
#[test]
fn answers_move_with_the_solids() {
    let mut random = Random::new(22);
    let mut hits = Hits::default();
    for round in 0..400 {
        let (a, b) = (
            tetrahedron(&mut random, round % 2 == 0),
            tetrahedron(&mut random, round % 2 == 0),
        );
        let here = Pose::IDENTITY;
        let found = part::<DVec3>((&mesh(&a), &here), (&mesh(&b), &here)).unwrap();
        hits.count(found.volume > 0.0);
        let scale = 2.0_f64.powi(-20);
        let small = [a, b].map(|t| mesh(&t.map(|p| p * scale)));
        let tiny = part::<DVec3>((&small[0], &here), (&small[1], &here)).unwrap();
        assert_eq!(tiny.volume, found.volume * scale.powi(3));
        assert_eq!(tiny.border, found.border * scale.powi(2));
        // Both positions are far away; only their difference counts.
        let far = Pose::at(DVec3::new(1.0e6, -3.0e5, 77.7)).unwrap();
        let moved = part::<DVec3>((&mesh(&a), &far), (&mesh(&b), &far)).unwrap();
        assert!((moved.volume - found.volume).abs() < 1e-13, "{found:?} {moved:?}");
        let turned = Pose::new(DVec3::new(0.3, 0.1, -0.7), DQuat::from_xyzw(0.1, 0.2, 0.3, 0.9)).unwrap();
        let moved = part::<DVec3>((&mesh(&a), &turned), (&solid(&b), &turned)).unwrap();
        assert!((moved.volume - found.volume).abs() < 1e-13, "{found:?} {moved:?}");
        let scaled = turned.scaled(3.0).unwrap();
        let moved = part::<DVec3>((&mesh(&a), &scaled), (&solid(&b), &scaled)).unwrap();
        assert!(
            (moved.volume / 27.0 - found.volume).abs() < 1e-13,
            "{found:?} {moved:?}"
        );
    }
    hits.check("moved tetrahedra");
}
