//! Terrains against brute force over all their triangles, each asked as a shape of its own: random ones with
//! plateaus and holes, at several scales; rays along cell edges, along diagonals and straight down.

use clearance::cast::{Ray, any_hit, closest_point, count_hits, ray};
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::shape::Terrain;
use clearance::{Placed, Pose, distance, intersects};
use clearance_testkit::Random;

struct Ground {
    shape: Shape<DVec3>,
    triangles: Vec<Shape<DVec3>>,
    size: [usize; 2],
    scale: f64,
}

/// At most 30 by 30 cells of side `scale`, with steps of heights, flat in places.
fn ground(random: &mut Random, scale: f64) -> Ground {
    let size = [random.count(1, 30), random.count(1, 30)];
    let count = (size[0] + 1) * (size[1] + 1);
    let steps = random.whole(0, 4);
    let heights = (0..count).map(|_| scale * 0.5 * random.whole(0, steps) as f64);
    let heights: Vec<f64> = heights.collect();
    let holes: Vec<usize> = match random.one_in(2) {
        true => (1..size[0] * size[1]).filter(|_| random.one_in(4)).collect(),
        false => Vec::new(),
    };
    let terrain = Terrain::from_rows(heights, size[1] + 1, [scale, scale], &holes).unwrap();
    let triangles = (0..terrain.triangle_count()).map(|i| Shape::triangle(terrain.triangle(i)).unwrap());
    Ground {
        triangles: triangles.collect(),
        shape: Shape::Terrain(terrain),
        size,
        scale,
    }
}

fn here(shape: &Shape<DVec3>) -> Placed<'_, DVec3> {
    Placed::new(shape, &Pose::IDENTITY)
}

impl Ground {
    fn place(&self, random: &mut Random) -> DVec3 {
        let [z, x] = self.size.map(|n| random.between(-1.0, n as f64 + 1.0));
        DVec3::new(x, random.between(-1.0, 3.0), z) * self.scale
    }
    /// From a corner of the grid, or in the middle of one, along edges, diagonals, or down.
    fn grid_ray(&self, random: &mut Random) -> Ray<DVec3> {
        let [z, x] = self.size.map(|n| random.whole(0, n as i64) as f64);
        let along = [
            DVec3::X,
            DVec3::NEG_Z,
            DVec3::new(1.0, 0.0, 1.0),
            DVec3::NEG_Y,
            DVec3::new(-1.0, -0.25, 0.0),
        ];
        let y = *random.pick(&[0.0, 0.5, 0.75, 2.5]);
        Ray {
            origin: DVec3::new(x, y, z) * self.scale,
            direction: *random.pick(&along) * self.scale,
            max_time: f64::INFINITY,
        }
    }
    fn any_ray(&self, random: &mut Random) -> Ray<DVec3> {
        Ray {
            origin: self.place(random),
            direction: random.direction::<DVec3>() * self.scale,
            max_time: random.between(1.0, 50.0),
        }
    }
}

/// Whether the ray hits. All triangles that it meets are counted, but for those that touch where it starts.
fn check_ray(ground: &Ground, cast: &Ray<DVec3>) -> bool {
    let own = ray(here(&ground.shape), cast).unwrap();
    let each = ground.triangles.iter().map(|t| ray(here(t), cast).unwrap());
    let times: Vec<f64> = each.flatten().map(|hit| hit.time).collect();
    let first = times.iter().copied().reduce(f64::min);
    // A triangle by itself rounds its time otherwise.
    let near = |own: f64, first: f64| (own - first).abs() <= 1e-14 * first;
    assert_eq!(own.is_some(), first.is_some(), "{cast:?}");
    assert!(
        own.zip(first).is_none_or(|(own, first)| near(own.time, first)),
        "{cast:?}"
    );
    assert_eq!(any_hit(here(&ground.shape), cast).unwrap(), first.is_some());
    assert_eq!(count_hits(here(&ground.shape), cast).unwrap(), times.len());
    first.is_some()
}

#[test]
fn answers_are_those_of_all_triangles() {
    let mut random = Random::new(41);
    let (mut hits, mut met) = (0, 0);
    for scale in [1.0, 2.0_f64.powi(200), 2.0_f64.powi(-200)].repeat(5) {
        let ground = ground(&mut random, scale);
        let ball = Shape::sphere(0.6 * scale).unwrap();
        for _ in 0..10 {
            for cast in [ground.grid_ray(&mut random), ground.any_ray(&mut random)] {
                hits += usize::from(check_ray(&ground, &cast));
            }
            let pose = Pose::at(ground.place(&mut random)).unwrap();
            let b = Placed::new(&ball, &pose);
            let each = ground.triangles.iter();
            let near = each
                .clone()
                .map(|t| distance(here(t), b))
                .fold(f64::INFINITY, f64::min);
            let own = distance(here(&ground.shape), b);
            assert!((own - near).abs() <= 1e-12 * 40.0 * scale, "{own} {near}");
            assert_eq!(intersects(here(&ground.shape), b), near == 0.0);
            met += usize::from(near == 0.0);
            let at = pose.position();
            let nearest = each.map(|t| closest_point(here(t), at).unwrap().distance);
            let own = closest_point(here(&ground.shape), at).unwrap().distance;
            let nearest = nearest.fold(f64::INFINITY, f64::min);
            assert!((own - nearest).abs() <= 1e-12 * 40.0 * scale, "{own} {nearest}");
        }
    }
    assert!(
        (100..700).contains(&hits) && met > 40,
        "{hits} rays hit, {met} balls met"
    );
}
