//! parry2d and parry3d: `cast_shapes`, `cast_shapes_nonlinear` and `cast_ray_and_get_normal`, on trait
//! objects.

use std::hint::black_box;

use clearance::glam::DVec3;

use super::case::{Case, Cast, Question};
use crate::engine::{MISS, Pass};
use crate::peer_parry::{pose2, pose3, solid2, solid3, vec2, vec3};

/// parry on this case.
pub fn pass(case: &Case) -> Pass {
    if case.dimension == 2 {
        plane::pass(case)
    } else {
        space::pass(case)
    }
}

macro_rules! parry {
    ($name:ident, $parry:ident, $solid:ident, $pose:ident, $vector:ident, $angular:expr, $mesh:expr) => {
        mod $name {
            use super::*;
            use $parry::math::{Pose, Vector};
            use $parry::query::{self, NonlinearRigidMotion, Ray, ShapeCastOptions};
            use $parry::shape::SharedShape;

            struct One {
                a: (SharedShape, Pose),
                b: (SharedShape, Pose),
                linear: Vector,
                still: NonlinearRigidMotion,
                moving: NonlinearRigidMotion,
                ray: Ray,
            }

            pub fn pass(case: &Case) -> Pass {
                let casts: Vec<One> = case.casts.iter().map(|cast| one(case, cast)).collect();
                let mesh: Option<(SharedShape, Pose)> = $mesh(case);
                let ask: fn(&One, &SharedShape, &Pose) -> f64 = match case.question {
                    Question::Linear => linear,
                    Question::Turning => turning,
                    Question::Ray => ray,
                };
                Box::new(move |answers| {
                    for (cast, answer) in casts.iter().zip(answers) {
                        let cast = black_box(cast);
                        let (shape, pose) = mesh.as_ref().unwrap_or(&cast.a);
                        *answer = ask(cast, shape, pose);
                    }
                })
            }

            fn one(case: &Case, cast: &Cast) -> One {
                let is_ray = case.question == Question::Ray;
                let stand = |body, is_point: bool| {
                    let shape = if is_point {
                        SharedShape::ball(1.0)
                    } else {
                        $solid(body)
                    };
                    shape
                };
                let a = (stand(&cast.a.solid, case.mesh.is_some()), $pose(&cast.a));
                let b = (stand(&cast.b.solid, is_ray), $pose(&cast.b));
                let linear = $vector(cast.linear);
                let motion = |pose: Pose, linear, angular: DVec3| {
                    NonlinearRigidMotion::new(pose, $vector(DVec3::ZERO), linear, $angular(angular))
                };
                One {
                    still: motion(a.1, $vector(DVec3::ZERO), DVec3::ZERO),
                    moving: motion(b.1, linear, cast.angular),
                    ray: Ray::new($vector(cast.b.at), linear),
                    a,
                    b,
                    linear,
                }
            }

            fn linear(cast: &One, _: &SharedShape, _: &Pose) -> f64 {
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                let still = $vector(DVec3::ZERO);
                let (a, b) = (&cast.a, &cast.b);
                let hit = query::cast_shapes(&a.1, still, &*a.0, &b.1, cast.linear, &*b.0, options);
                hit.map_or(f64::NAN, |hit| {
                    hit.map_or(MISS, |hit| f64::from(hit.time_of_impact))
                })
            }
            fn turning(cast: &One, _: &SharedShape, _: &Pose) -> f64 {
                let (a, b) = (&*cast.a.0, &*cast.b.0);
                let hit = query::cast_shapes_nonlinear(&cast.still, a, &cast.moving, b, 0.0, 1.0, true);
                hit.map_or(f64::NAN, |hit| {
                    hit.map_or(MISS, |hit| f64::from(hit.time_of_impact))
                })
            }
            fn ray(cast: &One, shape: &SharedShape, pose: &Pose) -> f64 {
                let hit = shape.cast_ray_and_get_normal(pose, &cast.ray, 1.0, true);
                hit.map_or(MISS, |hit| f64::from(hit.time_of_impact))
            }
        }
    };
}
parry!(
    plane,
    parry2d,
    solid2,
    pose2,
    vec2,
    |angular: DVec3| angular.z as f32,
    |_: &Case| None
);
parry!(space, parry3d, solid3, pose3, vec3, vec3, |case: &Case| {
    let mesh = case.mesh.as_ref()?;
    let vertices = mesh.vertices.iter().map(|v| vec3(*v)).collect();
    let shape = SharedShape::trimesh(vertices, mesh.triangles.clone()).expect("indices in range");
    Some((shape, Pose::IDENTITY))
});
