//! clearance itself, in both precisions.

use std::hint::black_box;

use clearance::cast::{CastSpace, Motion, Ray, Start, ray, sweep};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::{Pose, Real};
use clearance::shape::{Placed, ShapeSpace};
use clearance_testkit::TestSpace;

use super::case::{Case, Question};
use super::torus::Mesh;
use crate::engine::{MISS, Pass};
use crate::ours::BenchSpace;

/// What casts need beside shapes and poses.
trait CastBench: BenchSpace {
    fn motion(linear: DVec3, angular: DVec3) -> Motion<Self>;
    fn mesh(mesh: &Mesh) -> Self::Shape;
}

macro_rules! impl_cast_bench {
    ($($v:ty: $angular:expr, $mesh:expr);+ $(;)?) => { $(
        impl CastBench for $v {
            fn motion(linear: DVec3, angular: DVec3) -> Motion<Self> {
                Motion { linear: Self::cut(linear), angular: $angular(angular) }
            }
            fn mesh(mesh: &Mesh) -> Self::Shape {
                $mesh(mesh)
            }
        }
    )+ };
}
impl_cast_bench!(
    Vec2: |a: DVec3| a.z as f32, none::<Self>;
    DVec2: |a: DVec3| a.z, none::<Self>;
    Vec3: |a: DVec3| a.as_vec3(), space::<Self>;
    DVec3: |a: DVec3| a, space::<Self>;
);

fn none<V: CastSpace>(_: &Mesh) -> V::Shape {
    V::point()
}

fn space<V: BenchSpace + clearance::shape::Space3>(mesh: &Mesh) -> clearance::shape::Shape3<V> {
    let vertices = mesh.vertices.iter().map(|v| V::cut(*v)).collect();
    clearance::shape::Shape3::mesh(vertices, mesh.triangles.clone()).expect("indices in range")
}

/// clearance in single precision, as the peers are.
pub fn single(case: &Case) -> Pass {
    if case.dimension == 2 {
        pass::<Vec2>(case)
    } else {
        pass::<Vec3>(case)
    }
}

/// clearance in double precision.
pub fn double(case: &Case) -> Pass {
    if case.dimension == 2 {
        pass::<DVec2>(case)
    } else {
        pass::<DVec3>(case)
    }
}

/// The answers in double precision.
pub fn times(case: &Case) -> Vec<f64> {
    let mut answers = vec![0.0; case.casts.len()];
    double(case)(&mut answers);
    answers
}

fn pass<V: CastBench>(case: &Case) -> Pass {
    if case.question == Question::Ray {
        rays::<V>(case)
    } else {
        sweeps::<V>(case)
    }
}

type Stand<V> = (<V as ShapeSpace>::Shape, Pose<V>);

fn sweeps<V: CastBench>(case: &Case) -> Pass {
    let casts: Vec<(Stand<V>, Stand<V>, Motion<V>)> = case
        .casts
        .iter()
        .map(|cast| {
            let [a, b] = [&cast.a, &cast.b].map(|body| (V::solid(&body.solid), V::pose(body)));
            (a, b, V::motion(cast.linear, cast.angular))
        })
        .collect();
    Box::new(move |answers| {
        for ((a, b, motion), answer) in casts.iter().zip(answers) {
            let (a, b, motion) = black_box((a, b, motion));
            let (a, b) = (Placed::new(&a.0, &a.1), Placed::new(&b.0, &b.1));
            let hit = sweep(a, &Motion::none(), b, motion, Start::Touching);
            *answer = hit.map_or(f64::NAN, |hit| hit.map_or(MISS, |hit| hit.time.to_f64()));
        }
    })
}

fn rays<V: CastBench>(case: &Case) -> Pass {
    let mesh = case.mesh.as_ref().map(V::mesh);
    let casts: Vec<(Stand<V>, Ray<V>)> = case
        .casts
        .iter()
        .map(|cast| {
            let ray = Ray {
                origin: V::cut(cast.b.at),
                direction: V::cut(cast.linear),
                max_time: V::Scalar::ONE,
            };
            ((V::solid(&cast.a.solid), V::pose(&cast.a)), ray)
        })
        .collect();
    let identity = Pose::IDENTITY;
    Box::new(move |answers| {
        for ((a, line), answer) in casts.iter().zip(answers) {
            let (a, line) = black_box((a, line));
            let placed = match &mesh {
                None => Placed::new(&a.0, &a.1),
                Some(mesh) => Placed::new(mesh, &identity),
            };
            let hit = ray(placed, line);
            *answer = hit.map_or(f64::NAN, |hit| hit.map_or(MISS, |hit| hit.time.to_f64()));
        }
    })
}
