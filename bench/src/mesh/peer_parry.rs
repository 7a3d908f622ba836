//! parry3d's answers, in single precision.

use std::hint::black_box;

use clearance::glam::{DQuat, DVec3};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{self, PointQuery, Ray, RayCast};
use parry3d::shape::{Ball, Cuboid, Shape, TriMesh, TriMeshFlags};

use super::Pass;
use super::case::{Case, HALF_AT_REST, MARGIN_AT_REST, Other, Question, SIZE};
use super::shapes::Triangles;
use crate::peer_parry::space::least_clearance;

fn mesh(of: &Triangles, flags: TriMeshFlags) -> TriMesh {
    let vertices = of
        .vertices
        .iter()
        .map(|v| v.as_vec3().to_array().into())
        .collect();
    TriMesh::with_flags(vertices, of.triangles.clone(), flags).expect("a mesh")
}

fn vector(v: DVec3) -> Vector {
    v.as_vec3().to_array().into()
}

fn pose(at: DVec3, turn: DQuat) -> Pose {
    Pose::from_parts(vector(at), Rotation::from_array(turn.as_quat().to_array()))
}

/// All answers of a case; `None` where parry has no such question.
pub fn pass(case: &Case) -> Option<Pass> {
    let question = case.question;
    let flags = TriMeshFlags::ORIENTED;
    match question {
        Question::Build => {
            let of = case.mesh.clone();
            return Some(Box::new(move || {
                black_box(mesh(&of, TriMeshFlags::empty()));
                vec![1.0]
            }));
        }
        Question::Clearance(Other::BoxAtRest) | Question::Manifold(Other::BoxAtRest) => {}
        Question::Clearance(_) | Question::Manifold(_) | Question::Relation | Question::Pairs => return None,
        _ => {}
    }
    // A floor is a surface; parry takes an oriented mesh for a solid.
    let is_floor = question.other() == Some(Other::BoxAtRest);
    let shape = mesh(&case.mesh, if is_floor { TriMeshFlags::empty() } else { flags });
    let other: Box<dyn Shape> = match question.other() {
        Some(Other::Box) => Box::new(Cuboid::new(Vector::splat(SIZE as f32))),
        Some(Other::BoxAtRest) => Box::new(Cuboid::new(Vector::splat(HALF_AT_REST as f32))),
        Some(Other::Mesh) => Box::new(mesh(&case.other, flags)),
        _ => Box::new(Ball::new(SIZE as f32)),
    };
    let places: Vec<_> = case
        .places
        .iter()
        .map(|&(at, along, turn)| (vector(at), vector(along), pose(at, turn)))
        .collect();
    let boolean = |meets: bool| f64::from(u8::from(meets));
    let identity = Pose::identity();
    let mut manifolds = Vec::new();
    Some(Box::new(move || {
        if matches!(question, Question::Manifold(_)) {
            let mut least =
                |pose| least_clearance(pose, [&shape, &*other], MARGIN_AT_REST as f32, &mut manifolds);
            return places.iter().map(|(_, _, pose)| least(pose)).collect();
        }
        let ask = |(at, along, pose): &(Vector, Vector, Pose)| match question {
            Question::Ray => shape
                .cast_local_ray(&Ray::new(*at, *along), f32::MAX, false)
                .map_or(-1.0, f64::from),
            Question::Closest => {
                let found = shape.project_local_point(*at, false);
                let distance = f64::from((found.point - *at).length());
                if found.is_inside { -distance } else { distance }
            }
            Question::Contains => boolean(shape.contains_local_point(*at)),
            Question::Boolean(_) => boolean(
                query::intersection_test(&identity, &shape, pose, &*other)
                    .expect("supported")
                    .intersecting,
            ),
            Question::Clearance(_) => query::contact(&identity, &shape, pose, &*other, MARGIN_AT_REST as f32)
                .expect("supported")
                .map_or(f64::NAN, |c| c.dist.into()),
            _ => query::distance(&identity, &shape, pose, &*other)
                .expect("supported")
                .distance
                .into(),
        };
        places.iter().map(ask).collect()
    }))
}
