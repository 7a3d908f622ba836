//! obvhs, in single precision: its two-way tree by the fastest of its presets, and rays through the eight-way
//! tree of its medium one, with the triangles in the tree's order.

use std::hint::black_box;
use std::time::Duration;

use clearance::glam::{DVec3, Vec3A};
use obvhs::BvhBuildParams;
use obvhs::bvh2::builder::build_bvh2_from_tris;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::{Ray, RayHit};
use obvhs::rt_triangle::RtTriangle;
use obvhs::triangle::Triangle;

use super::Pass;
use super::case::{Case, Question};
use super::shapes::Triangles;

fn vector(v: DVec3) -> Vec3A {
    v.as_vec3().into()
}

fn triangles(of: &Triangles) -> Vec<Triangle> {
    let corners = |t: &[u32; 3]| t.map(|i| vector(of.vertices[i as usize]));
    let triangle = |t| {
        let [v0, v1, v2] = corners(t);
        Triangle { v0, v1, v2 }
    };
    of.triangles.iter().map(triangle).collect()
}

/// All answers of a case; `None` where obvhs has no such question.
pub fn pass(case: &Case) -> Option<Pass> {
    match case.question {
        Question::Build => Some(build(case.mesh.clone())),
        Question::Ray => Some(rays(case)),
        _ => None,
    }
}

fn build(of: Triangles) -> Pass {
    Box::new(move || {
        let mut unused = Duration::default();
        let list = triangles(&of);
        black_box(build_bvh2_from_tris(
            &list,
            BvhBuildParams::fastest_build(),
            &mut unused,
        ));
        vec![1.0]
    })
}

fn rays(case: &Case) -> Pass {
    let list = triangles(&case.mesh);
    let tree = build_cwbvh_from_tris(&list, BvhBuildParams::medium_build(), &mut Duration::default());
    let in_order: Vec<RtTriangle> = tree
        .primitive_indices
        .iter()
        .map(|&i| (&list[i as usize]).into())
        .collect();
    let rays: Vec<_> = case
        .places
        .iter()
        .map(|place| (vector(place.0), vector(place.1)))
        .collect();
    Box::new(move || {
        let ask = |&(origin, direction)| {
            let mut hit = RayHit::none();
            let is_hit = tree.ray_traverse(Ray::new_inf(origin, direction), &mut hit, |ray, i| {
                in_order[i].intersect(ray)
            });
            if is_hit { f64::from(hit.t) } else { -1.0 }
        };
        rays.iter().map(ask).collect()
    })
}
