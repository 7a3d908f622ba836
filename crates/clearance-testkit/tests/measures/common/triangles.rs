//! Pairs of triangles against all pairs, one by one; segments against what they must be.

use clearance::glam::{DQuat, DVec3};
use clearance::measure::{triangle_pairs, triangle_segments};
use clearance::shape::{Mesh, Shape3};
use clearance::{Placed, Pose, intersects};
use clearance_testkit::{Hits, Random};

fn soup(random: &mut Random, count: usize, grid: bool) -> Mesh<DVec3> {
    let mut point = || {
        DVec3::from([2, 2, 1].map(|most| match grid {
            true => random.whole(0, most) as f64,
            false => random.between(0.0, most as f64),
        }))
    };
    let vertices = (0..3 * count).map(|_| point()).collect();
    let triangles = (0..count as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    Mesh::new(vertices, triangles).unwrap()
}

/// Triangles with and without area, in one plane, touching in corners and edges.
#[test]
fn all_pairs_one_by_one() {
    let mut random = Random::new(31);
    let mut hits = Hits::default();
    for round in 0..150 {
        let grid = round % 3 != 0;
        let meshes = [soup(&mut random, 6, grid), soup(&mut random, 6, grid)];
        let shift = DVec3::new(random.whole(0, 1) as f64, 0.0, 0.0);
        let mut poses = [
            Pose::at(DVec3::new(0.1, 0.7, 0.3)).unwrap(),
            Pose::at(DVec3::new(0.1, 0.7, 0.3) + shift).unwrap(),
        ];
        if round % 5 == 0 {
            poses = poses.map(|p| p.turned(DQuat::from_xyzw(0.1, 0.2, 0.3, 0.4)).unwrap());
        }
        let shapes = meshes.clone().map(Shape3::from);
        let [a, b] = [0, 1].map(|i| Placed::new(&shapes[i], &poses[i]));
        let found = triangle_segments(a, b).unwrap();
        assert_eq!(triangle_pairs(a, b).unwrap(), found.pairs);
        for i in 0..6 {
            for j in 0..6 {
                let triangle = |m: &Mesh<DVec3>, t: usize| Shape3::triangle(m.corners(t)).unwrap();
                let (p, q) = (triangle(&meshes[0], i), triangle(&meshes[1], j));
                let (p, q) = (Placed::new(&p, &poses[0]), Placed::new(&q, &poses[1]));
                let meets = intersects(p, q);
                hits.count(meets);
                let at = found.pairs.binary_search(&[i as u32, j as u32]);
                assert_eq!(
                    at.is_ok(),
                    meets,
                    "{round}: {:?} {:?}",
                    meshes[0].corners(i),
                    meshes[1].corners(j)
                );
                let Some(ends) = at.ok().and_then(|at| found.segments[at]) else {
                    continue;
                };
                // Both ends are in both triangles, up to rounding; a segment that is a point, nowhere else.
                for end in ends {
                    let point = Pose::at(end).unwrap();
                    let point = Placed::new(&Shape3::Point, &point);
                    for triangle in [p, q] {
                        let gap = clearance::distance(triangle, point);
                        assert!(gap < 1e-13, "{round}: {gap} {ends:?}");
                    }
                }
                let middle = Pose::at((ends[0] + ends[1]) * 0.5).unwrap();
                let middle = Placed::new(&Shape3::Point, &middle);
                assert!(clearance::distance(p, middle) < 1e-13);
            }
        }
        let without = found
            .segments
            .iter()
            .zip(&found.pairs)
            .filter(|(s, _)| s.is_none());
        assert!(without.map(|(_, pair)| *pair).eq(found.coplanar.iter().copied()));
    }
    hits.check("pairs of triangles");
}

/// The segment cannot be longer: its ends are on borders.
#[test]
fn segments_are_whole() {
    let mut random = Random::new(32);
    let mut points = 0;
    let mut hits = Hits::default();
    for round in 0..1500 {
        let meshes = [
            soup(&mut random, 1, round % 2 == 0),
            soup(&mut random, 1, round % 2 == 0),
        ];
        let shapes = meshes.clone().map(Shape3::from);
        let [a, b] = [0, 1].map(|i| Placed::new(&shapes[i], &Pose::<DVec3>::IDENTITY));
        let found = triangle_segments(a, b).unwrap();
        let segment = found.segments.first().copied().flatten();
        hits.count(segment.is_some());
        let Some([p, q]) = segment else { continue };
        points += usize::from(p == q);
        let along = (q - p).normalize_or_zero() * 1e-3;
        for beyond in [p - along, q + along] {
            let pose = Pose::at(beyond).unwrap();
            let point = Placed::new(&Shape3::Point, &pose);
            let out = clearance::distance(a, point).max(clearance::distance(b, point));
            assert!(
                p == q || out > 1e-9,
                "{p} {q} {:?} {:?}",
                meshes[0].corners(0),
                meshes[1].corners(0)
            );
        }
    }
    hits.check("segments");
    assert!(points > 40, "{points}");
}
