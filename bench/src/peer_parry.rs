//! parry2d and parry3d, through the questions a user would ask: trait objects and the default dispatcher.

use std::hint::black_box;

use clearance::glam::DVec3;

use crate::case::{Body, Case, Question, Solid};
use crate::engine::{MISS, Pass};

/// parry on this case.
pub fn pass(case: &Case) -> Pass {
    if case.dimension == 2 {
        plane::pass(case)
    } else {
        space::pass(case)
    }
}

macro_rules! parry {
    ($name:ident, $parry:ident, $solid:ident, $pose:ident) => {
        pub mod $name {
            use super::*;
            use $parry::math::Pose;
            use $parry::query::{self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
            use $parry::shape::{Shape, SharedShape};

            type Stand = (SharedShape, Pose);
            pub type Manifolds = Vec<ContactManifold<(), ()>>;

            pub fn pass(case: &Case) -> Pass {
                let stand = |body: &Body| -> Stand { ($solid(&body.solid), $pose(body)) };
                let pairs: Vec<(Stand, Stand)> = case
                    .pairs
                    .iter()
                    .map(|(a, b)| (stand(a), stand(b)))
                    .collect();
                let ask: fn(&Stand, &Stand, &mut Manifolds) -> f64 = match case.question {
                    Question::Boolean => |a, b, _| {
                        query::intersection_test(&a.1, &*a.0, &b.1, &*b.0)
                            .map_or(f64::NAN, |i| f64::from(u8::from(i.intersecting)))
                    },
                    Question::Distance => |a, b, _| {
                        query::distance(&a.1, &*a.0, &b.1, &*b.0).map_or(f64::NAN, |d| f64::from(d.distance))
                    },
                    Question::Penetration => |a, b, _| {
                        let contact = query::contact(&a.1, &*a.0, &b.1, &*b.0, 0.0);
                        contact.map_or(f64::NAN, |c| c.map_or(0.0, |c| f64::from(c.dist).min(0.0)))
                    },
                    Question::Manifold => manifold,
                };
                let mut manifolds = Manifolds::new();
                Box::new(move |answers| {
                    for ((a, b), answer) in pairs.iter().zip(answers) {
                        let (a, b) = black_box((a, b));
                        *answer = ask(a, b, &mut manifolds);
                    }
                })
            }

            fn manifold(a: &Stand, b: &Stand, manifolds: &mut Manifolds) -> f64 {
                least_clearance(&a.1.inv_mul(&b.1), [&*a.0, &*b.0], 0.0, manifolds)
            }

            /// The least clearance of the contacts of two shapes, the second at a pose in the frame of the
            /// first. Cold: what the last pair left must not be taken for this one's.
            pub fn least_clearance(
                pose: &Pose,
                [a, b]: [&dyn Shape; 2],
                margin: f32,
                manifolds: &mut Manifolds,
            ) -> f64 {
                manifolds.clear();
                match DefaultQueryDispatcher.contact_manifolds(pose, a, b, margin, manifolds, &mut None) {
                    Ok(()) => manifolds
                        .iter()
                        .flat_map(|m| &m.points)
                        .map(|p| f64::from(p.dist))
                        .fold(MISS, f64::min),
                    Err(_) => f64::NAN,
                }
            }
        }
    };
}
parry!(plane, parry2d, solid2, pose2);
parry!(space, parry3d, solid3, pose3);

pub fn pose2(body: &Body) -> parry2d::math::Pose {
    parry2d::math::Pose::new(vec2(body.at), body.angle as f32)
}

pub fn pose3(body: &Body) -> parry3d::math::Pose {
    let q = body.turn.as_quat();
    let rotation = parry3d::math::Rot3::from_xyzw(q.x, q.y, q.z, q.w);
    parry3d::math::Pose::from_parts(vec3(body.at), rotation)
}

pub fn vec2(v: DVec3) -> parry2d::math::Vec2 {
    parry2d::math::Vec2::new(v.x as f32, v.y as f32)
}

pub fn vec3(v: DVec3) -> parry3d::math::Vec3 {
    parry3d::math::Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

pub fn solid2(solid: &Solid) -> parry2d::shape::SharedShape {
    use parry2d::shape::SharedShape as Shape;
    match solid {
        Solid::Box(half) => Shape::cuboid(half.x as f32, half.y as f32),
        Solid::Hull(vertices) => {
            let vertices: Vec<_> = vertices.iter().map(|v| vec2(*v)).collect();
            Shape::convex_hull(&vertices).expect("eight corners")
        }
        Solid::Ball(radius) => Shape::ball(*radius as f32),
        Solid::Capsule(half, radius) => Shape::capsule_y(*half as f32, *radius as f32),
        Solid::Triangle(vertices) => Shape::triangle(vec2(vertices[0]), vec2(vertices[1]), vec2(vertices[2])),
    }
}

pub fn solid3(solid: &Solid) -> parry3d::shape::SharedShape {
    use parry3d::shape::SharedShape as Shape;
    match solid {
        Solid::Box(half) => Shape::cuboid(half.x as f32, half.y as f32, half.z as f32),
        Solid::Hull(vertices) => {
            let vertices: Vec<_> = vertices.iter().map(|v| vec3(*v)).collect();
            Shape::convex_hull(&vertices).expect("points on a sphere")
        }
        Solid::Ball(radius) => Shape::ball(*radius as f32),
        Solid::Capsule(half, radius) => Shape::capsule_y(*half as f32, *radius as f32),
        Solid::Triangle(vertices) => Shape::triangle(vec3(vertices[0]), vec3(vertices[1]), vec3(vertices[2])),
    }
}
