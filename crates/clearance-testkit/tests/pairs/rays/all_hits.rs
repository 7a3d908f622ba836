//! Rays at meshes and terrains: all hits, their triangles, their number and whether there is any, against all
//! triangles one by one.

use clearance::cast::{Ray, RayHit, all_hits, any_hit, count_hits, ray};
use clearance::glam::{DVec3, Vec3};
use clearance::math::{Pose, Real, Vector};
use clearance::shape::{Placed, Shape3, Space3};
use clearance_testkit::{Hits, Random, TestSpace};

use super::near_meshes::Block;

/// When the line of a ray crosses a triangle, by solving for time and weights; `Err` next to an edge.
fn crossing([a, b, c]: [DVec3; 3], origin: DVec3, direction: DVec3) -> Result<Option<f64>, ()> {
    let (u, v, w) = (b - a, c - a, origin - a);
    let determinant = -direction.dot(u.cross(v));
    if determinant.abs() < 1e-3 {
        return Err(());
    }
    let time = w.dot(u.cross(v)) / determinant;
    let of_b = -direction.dot(w.cross(v)) / determinant;
    let of_c = -direction.dot(u.cross(w)) / determinant;
    let weights = [of_b, of_c, 1.0 - of_b - of_c];
    if weights.iter().any(|w| w.abs() < 1e-4) || time.abs() < 1e-3 {
        return Err(());
    }
    Ok((weights.iter().all(|&w| w > 0.0) && time > 0.0).then_some(time))
}

/// The times and numbers of all triangles that a ray crosses, sorted.
fn by_brute_force(triangles: &[[DVec3; 3]], origin: DVec3, direction: DVec3) -> Option<Vec<(f64, u32)>> {
    let times = triangles.iter().map(|&t| crossing(t, origin, direction));
    let times: Vec<Option<f64>> = times.collect::<Result<_, ()>>().ok()?;
    let mut found: Vec<_> = (0..).zip(times).filter_map(|(i, t)| Some((t?, i))).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Two crossings at nearly one time have no certain order.
    let is_clear = found.windows(2).all(|w| w[1].0 - w[0].0 > 1e-3);
    is_clear.then_some(found)
}

fn numbers<V: Vector>(hits: &[RayHit<V>]) -> Vec<u32> {
    hits.iter().map(|hit| hit.feature.facet().unwrap()).collect()
}

struct Target<V: Space3> {
    shape: Shape3<V>,
    triangles: Vec<[DVec3; 3]>,
}

fn targets<V: Space3>(random: &mut Random) -> Vec<Target<V>> {
    let block = Block::new(random, 3);
    let (solid, triangles) = (block.shape::<V>(), block.doubles());
    let Shape3::Mesh(mesh) = &solid else {
        unreachable!()
    };
    let open = Shape3::mesh(mesh.vertices().to_vec(), block.triangles[1..].to_vec()).unwrap();
    let opened = triangles[1..].to_vec();
    let heights: Vec<Vec<f64>> = (0..5)
        .map(|_| (0..5).map(|_| random.whole(-3, 3) as f64).collect())
        .collect();
    let rounded: Vec<Vec<V::Scalar>> = heights
        .iter()
        .map(|row| row.iter().map(|&h| V::Scalar::lit(h)).collect())
        .collect();
    let terrain = Shape3::terrain(&rounded, [V::Scalar::lit(1.5); 2]).unwrap();
    let Shape3::Terrain(t) = &terrain else {
        unreachable!()
    };
    let double = |v: V| DVec3::from_array([0, 1, 2].map(|i| v.get(i).to_f64()));
    let cells = (0..t.triangle_count())
        .map(|i| t.triangle(i).map(double))
        .collect();
    [(solid, triangles), (open, opened), (terrain, cells)]
        .map(|(shape, triangles)| Target { shape, triangles })
        .into()
}

fn all_hits_of_rays<V: TestSpace + Space3>(seed: u64) {
    let mut random = Random::single(seed);
    let (mut hits, mut several) = (Hits::default(), 0);
    for _ in 0..40 {
        for target in targets::<V>(&mut random) {
            for _ in 0..30 {
                let (origin, aim): (DVec3, DVec3) = (random.vector(12.0), random.vector(4.0));
                let direction = DVec3::new(3.0, 0.5, 3.0) + aim - origin;
                let Some(all) = by_brute_force(&target.triangles, origin, direction) else {
                    continue;
                };
                target.check_hits(f64::INFINITY, [origin, direction], &all);
                hits.count(!all.is_empty());
                several += usize::from(all.len() > 1);
                // The ray ends shortly before one of its hits.
                if let Some(&(time, _)) = all.get(random.count(0, all.len())) {
                    let end = time - 4e-4;
                    let early = all.partition_point(|hit| hit.0 < end);
                    target.check_hits(end, [origin, direction], &all[..early]);
                }
            }
        }
    }
    hits.check("rays at meshes");
    assert!(several > 100, "{several}");
}

impl<V: TestSpace + Space3> Target<V> {
    /// Compares all questions about a ray with its crossings.
    fn check_hits(&self, max_time: f64, ray: [DVec3; 2], expected: &[(f64, u32)]) {
        let [origin, direction] = ray.map(|v| V::from_fn(|i| V::Scalar::lit(v.to_array()[i])));
        let r = Ray {
            origin,
            direction,
            max_time: V::Scalar::lit(max_time),
        };
        let here = Pose::IDENTITY;
        let placed = Placed::new(&self.shape, &here);
        let found = all_hits(placed, &r).unwrap();
        let wanted: Vec<u32> = expected.iter().map(|e| e.1).collect();
        assert_eq!(numbers(&found), wanted, "{r:?}");
        for (hit, &(time, _)) in found.iter().zip(expected) {
            assert!((hit.time.to_f64() - time).abs() < 1e-4, "{hit:?} {time}");
        }
        check_nearest(placed, &r, &found);
    }
}

/// The other questions about the same ray.
fn check_nearest<V: TestSpace + Space3>(a: Placed<'_, V>, r: &Ray<V>, all: &[RayHit<V>]) {
    let nearest = ray(a, r).unwrap();
    assert_eq!(any_hit(a, r), Ok(nearest.is_some()), "{r:?}");
    assert_eq!(count_hits(a, r), Ok(all.len()), "{r:?}");
    match nearest {
        Some(hit) if hit.normal.is_none() => assert_eq!(hit.time, V::Scalar::ZERO),
        _ => assert_eq!(nearest, all.first().copied(), "{r:?}"),
    }
}

#[test]
fn all_hits_are_those_of_the_triangles_one_by_one() {
    all_hits_of_rays::<DVec3>(1);
    all_hits_of_rays::<Vec3>(2);
}

/// Rays on a grid graze, start on borders and run along facets: whether they hit must not depend on the
/// search.
fn any_hit_is_that_of_the_nearest<V: TestSpace + Space3>(seed: u64) {
    let mut random = Random::new(seed);
    let (mut hits, here) = (Hits::default(), Pose::IDENTITY);
    for _ in 0..60 {
        for target in targets::<V>(&mut random) {
            for _ in 0..40 {
                let (origin, aim) = (random.grid::<V>(6), random.grid::<V>(3));
                let direction = aim + V::new(Real::lit(3.0), Real::ZERO, Real::lit(3.0)) - origin;
                let max_time = V::Scalar::lit(*random.pick(&[0.5, 1.0, 2.0, f64::INFINITY]));
                if direction == V::ZERO {
                    continue;
                }
                let r = Ray {
                    origin,
                    direction,
                    max_time,
                };
                let placed = Placed::new(&target.shape, &here);
                let nearest = ray(placed, &r).unwrap();
                assert_eq!(any_hit(placed, &r), Ok(nearest.is_some()), "{r:?} {nearest:?}");
                hits.count(nearest.is_some());
            }
        }
    }
    hits.check("any hit");
}

#[test]
fn any_hit_says_what_the_nearest_hit_says() {
    any_hit_is_that_of_the_nearest::<DVec3>(3);
    any_hit_is_that_of_the_nearest::<Vec3>(4);
}
