//! clearance's answers, in both precisions.

use std::hint::black_box;

use clearance::cast::{CastSpace, closest_point, ray};
use clearance::glam::{DVec3, Vec3};
use clearance::math::{Ray, Real};
use clearance::measure::{MeasureSpace, triangle_pairs};
use clearance::shape::{Mesh, Shape3, Space3, TreeBuild};
use clearance::{Placed, Pose, clearance, distance, intersects, manifold, relation};

use super::Pass;
use super::case::{Case, HALF_AT_REST, MARGIN_AT_REST, Other, Question, SIZE, pair_number};
use super::shapes::Triangles;
use crate::case::{Body, Solid};
use crate::ours::BenchSpace;

/// In single precision.
pub fn single(case: &Case) -> Pass {
    pass::<Vec3>(case)
}

/// In double precision.
pub fn double(case: &Case) -> Pass {
    pass::<DVec3>(case)
}

/// Builds the mesh of a case in the faster way, in single precision; `None` for other questions.
pub fn fast_build(case: &Case) -> Option<Pass> {
    let of = (case.question == Question::Build).then(|| case.mesh.clone())?;
    Some(Box::new(move || {
        let vertices = of.vertices.iter().map(|&v| v.as_vec3()).collect();
        let mesh = Mesh::with_build(vertices, of.triangles.clone(), TreeBuild::Fast);
        black_box(mesh.expect("indices in range"));
        vec![1.0]
    }))
}

/// A place, a direction, and both as a pose.
type Place<V> = (V, V, Pose<V>);

fn mesh<V: BenchSpace + Space3>(of: &Triangles) -> Shape3<V> {
    let vertices = of.vertices.iter().map(|&v| V::cut(v)).collect();
    Shape3::mesh(vertices, of.triangles.clone()).expect("indices in range")
}

fn other<V: BenchSpace + Space3>(case: &Case) -> Shape3<V> {
    let size = V::Scalar::lit(SIZE);
    match case.question.other() {
        Some(Other::Box) => Shape3::cuboid(V::splat(size)).expect("a size above 0"),
        Some(Other::BoxAtRest) => {
            Shape3::cuboid(V::splat(V::Scalar::lit(HALF_AT_REST))).expect("a size above 0")
        }
        Some(Other::Mesh) => mesh(&case.other),
        _ => Shape3::sphere(size).expect("a size above 0"),
    }
}

fn pass<V: BenchSpace + Space3 + CastSpace<Shape = Shape3<V>> + MeasureSpace>(case: &Case) -> Pass {
    let question = case.question;
    if question == Question::Build {
        let of = case.mesh.clone();
        return Box::new(move || {
            black_box(mesh::<V>(&of));
            vec![1.0]
        });
    }
    let (shape, other) = (mesh::<V>(&case.mesh), other::<V>(case));
    let places = case.places.iter().map(|&(at, along, turn)| {
        let body = Body {
            solid: Solid::Ball(1.0),
            at,
            angle: 0.0,
            turn,
        };
        (V::cut(at), V::cut(along), V::pose(&body))
    });
    let places: Vec<Place<V>> = places.collect();
    Box::new(move || {
        let identity = Pose::IDENTITY;
        let a = Placed::new(&shape, &identity);
        if question == Question::Pairs {
            let found = triangle_pairs(a, Placed::new(&other, &places[0].2)).expect("two meshes");
            return found.iter().map(|&[p, q]| pair_number(p, q)).collect();
        }
        places
            .iter()
            .map(|place| ask(question, a, &other, place))
            .collect()
    })
}

fn ask<V: BenchSpace + Space3 + CastSpace<Shape = Shape3<V>> + MeasureSpace>(
    question: Question,
    a: Placed<'_, V>,
    other: &Shape3<V>,
    (at, along, pose): &Place<V>,
) -> f64 {
    let b = Placed::new(other, pose);
    let boolean = |meets: bool| f64::from(u8::from(meets));
    match question {
        Question::Ray => {
            let query = Ray {
                origin: *at,
                direction: *along,
                max_time: V::Scalar::INFINITY,
            };
            let hit = ray(a, &query).expect("a finite ray");
            hit.map_or(-1.0, |hit| hit.time.to_f64())
        }
        Question::Closest => closest_point(a, *at).expect("a finite point").distance.to_f64(),
        Question::Contains => boolean(intersects(
            a,
            Placed::new(&V::point(), &Pose::at(*at).expect("a finite point")),
        )),
        Question::Boolean(_) => boolean(intersects(a, b)),
        Question::Distance(_) => distance(a, b).to_f64(),
        Question::Relation => relation(a, b) as u8 as f64,
        Question::Clearance(_) => clearance(a, b).expect("no half-space").distance.to_f64(),
        Question::Manifold(Other::BoxAtRest) => {
            let found = manifold(a, b, V::Scalar::lit(MARGIN_AT_REST)).expect("no half-space");
            let clearances = found.contacts().iter().map(|c| c.clearance.to_f64());
            clearances.fold(f64::INFINITY, f64::min)
        }
        _ => manifold(a, b, Real::ZERO)
            .expect("no half-space")
            .contacts()
            .len() as f64,
    }
}
