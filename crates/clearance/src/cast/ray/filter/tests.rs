//! The answers of the filter and the fast path, compared with those of the exact tests.

use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

use super::*;
use crate::cast::ray::space::{RaySpace, Search};
use crate::cast::ray::{Ray, exact, try_fast_path};
use crate::cast::tests::Random;
use crate::math::{Pose, Rotation2};

trait Tested: RaySpace {
    fn shapes(random: &mut Random, coarse: bool) -> Vec<Self::Shape>;
    fn rotation(random: &mut Random) -> Self::Rotation;
    fn cut(v: DVec3) -> Self;
}

macro_rules! plane {
    ($v:ty, $s:ty) => {
        impl Tested for $v {
            fn shapes(random: &mut Random, coarse: bool) -> Vec<Shape2<Self>> {
                type S = Shape2<$v>;
                let mut point = || Self::cut(random.vector(coarse));
                let (a, b, corners) = (
                    point(),
                    point(),
                    [point(), point(), point(), point(), point()],
                );
                let mut size = || random.size(coarse) as $s;
                let all = [
                    S::circle(size()),
                    S::capsule(a, b, size()),
                    S::cuboid(<$v>::new(size(), size())),
                    S::convex(&corners),
                    S::half_space(a + b, size()),
                ];
                all.into_iter().flatten().collect()
            }
            fn rotation(random: &mut Random) -> Rotation2<$s> {
                Rotation2::from_angle(random.number(false) as $s * 3.0)
            }
            fn cut(v: DVec3) -> Self {
                <$v>::new(v.x as $s, v.y as $s)
            }
        }
    };
}
plane!(Vec2, f32);
plane!(DVec2, f64);

macro_rules! space {
    ($v:ty, $q:ty, $s:ty) => {
        impl Tested for $v {
            fn shapes(random: &mut Random, coarse: bool) -> Vec<Shape3<Self>> {
                type S = Shape3<$v>;
                let mut point = || Self::cut(random.vector(coarse));
                let (a, b, c) = (point(), point(), point());
                let corners: Vec<_> = (0..9).map(|_| point()).collect();
                let mut size = || random.size(coarse) as $s;
                let all = [
                    S::sphere(size()),
                    S::capsule(a, b, size()),
                    S::cuboid(<$v>::new(size(), size(), size())),
                    S::convex(&corners),
                    S::triangle([a, b, c]),
                    S::half_space(a + b, size()),
                ];
                all.into_iter().flatten().collect()
            }
            fn rotation(random: &mut Random) -> $q {
                let [x, y, z, w] = [0; 4].map(|_| random.number(false) as $s);
                <$q>::from_xyzw(x, y, z, w + 0.01)
            }
            fn cut(v: DVec3) -> Self {
                <$v>::new(v.x as $s, v.y as $s, v.z as $s)
            }
        }
    };
}
space!(Vec3, Quat, f32);
space!(DVec3, DQuat, f64);

/// How many rays were asked, hit, and were decided by the filter.
#[derive(Default, Debug)]
struct Count {
    rays: f64,
    hits: f64,
    sure: f64,
    /// How many rays were at shapes that have a fast path, and how many of these it decided.
    simple: f64,
    fast_path: f64,
    other_normals: f64,
}

fn compare<V: Tested>(coarse: bool, unit: f64) -> Count {
    let (mut random, mut count) = (Random(7), Count::default());
    for round in 0..400 {
        for shape in V::shapes(&mut random, coarse) {
            let at = V::cut(random.vector(coarse) * unit);
            let scale = V::Scalar::lit(unit);
            let rotation = V::rotation(&mut random);
            let mut pose = Pose::at(at).unwrap().scaled(scale).unwrap();
            if !coarse && round % 4 > 0 {
                pose = pose.turned(rotation).unwrap();
            }
            let (from, to) = (random.vector(coarse) * 4.0, random.vector(coarse) * 1.5);
            let origin = at + V::cut(from * unit);
            let ray = Ray {
                origin,
                direction: at + V::cut(to * unit) - origin,
                max_time: V::Scalar::INFINITY,
            };
            if ray.direction != V::ZERO {
                count_one(&mut count, &Placed::new(&shape, &pose), &ray);
            }
        }
    }
    count
}

fn count_one<V: Tested>(count: &mut Count, placed: &Placed<'_, V>, ray: &Ray<V>) {
    let truth = exact(placed, ray, Search::First);
    count.rays += 1.0;
    count.hits += f64::from(u8::from(truth.is_some()));
    count_fast_path(count, placed, ray, truth);
    if let Some(answer) = cast(placed, ray, V::filtered_hit) {
        count.sure += 1.0;
        check_hit(count, answer.hit(), truth, (placed, ray));
    }
}

/// The answer of a filter is the truth.
fn check_hit<V: Tested>(
    count: &mut Count,
    answer: Option<Crossing>,
    truth: Option<Crossing>,
    question: (&Placed<'_, V>, &Ray<V>),
) {
    let context = || format!("{answer:?} {truth:?} {question:?}");
    assert_eq!(answer.is_some(), truth.is_some(), "{}", context());
    let (Some(answer), Some(truth)) = (answer, truth) else {
        return;
    };
    let off = (answer.time - truth.time).abs();
    assert!(off <= time_tolerance::<V>() * truth.time, "{}", context());
    match (answer.normal, truth.normal) {
        (Some(one), Some(other)) => {
            let off = (one.length() - 1.0).abs();
            assert!(off < time_tolerance::<V>(), "{}", context());
            let is_other = (one - other).length() > 1e-4;
            count.other_normals += f64::from(u8::from(is_other));
        }
        (one, other) => assert_eq!(one, other, "{}", context()),
    }
}

/// The same of the fast path.
fn count_fast_path<V: Tested>(
    count: &mut Count,
    placed: &Placed<'_, V>,
    ray: &Ray<V>,
    truth: Option<Crossing>,
) {
    let is_simple = match V::DIM {
        2 => ["circle", "box", "capsule", "convex"].contains(&placed.shape.kind()),
        _ => ["sphere", "box", "capsule", "triangle"].contains(&placed.shape.kind()),
    };
    // Starts inside are left to the filter.
    let is_simple = is_simple && truth.is_none_or(|truth| truth.time > 0.0);
    count.simple += f64::from(u8::from(is_simple));
    if let Some(answer) = try_fast_path(placed, ray) {
        count.fast_path += 1.0;
        assert!(is_simple, "{answer:?} {placed:?} {ray:?}");
        let answer = answer.map(|hit| Crossing {
            time: hit.time.to_f64(),
            normal: hit.normal.map(lift),
            feature: hit.feature,
        });
        check_hit(count, answer, truth, (placed, ray));
    }
}

fn check<V: Tested>() {
    for unit in [1.0, 1.0 / 1024.0, 1024.0] {
        let any = compare::<V>(false, unit);
        let share = |x: f64| x / any.rays;
        assert!((0.3..0.7).contains(&share(any.hits)), "{any:?}");
        assert!(share(any.sure) > 0.97 && any.other_normals == 0.0, "{any:?}");
        assert!(any.fast_path > 0.95 * any.simple, "{any:?}");
        // On a grid many rays graze, start on a border or run along one: these are for the exact tests.
        let grid = compare::<V>(true, unit);
        let share = |x: f64| x / grid.rays;
        assert!((0.3..0.7).contains(&share(grid.hits)), "{grid:?}");
        assert!((0.6..0.999).contains(&share(grid.sure)), "{grid:?}");
    }
}

#[test]
fn filtered_answers_are_the_exact_ones_in_the_plane() {
    check::<Vec2>();
    check::<DVec2>();
}

#[test]
fn filtered_answers_are_the_exact_ones_in_space() {
    check::<Vec3>();
    check::<DVec3>();
}
