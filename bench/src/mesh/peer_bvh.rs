//! bvh, in single precision: its tree, on one thread, and rays: triangles of the boxes that a ray meets, from
//! near to far until a box begins beyond the nearest hit.

use std::hint::black_box;

use bvh::aabb::{Aabb, Bounded};
use bvh::bounding_hierarchy::BHShape;
use bvh::bvh::Bvh;
use bvh::ray::Ray;
use clearance::glam::DVec3;
use nalgebra::{Point3, Vector3};

use super::Pass;
use super::case::{Case, Question};
use super::shapes::Triangles;

#[derive(Clone)]
struct Triangle {
    corners: [Point3<f32>; 3],
    node: usize,
}

impl Bounded<f32, 3> for Triangle {
    fn aabb(&self) -> Aabb<f32, 3> {
        let [a, b, c] = &self.corners;
        Aabb::with_bounds(*a, *a).grow(b).grow(c)
    }
}

impl BHShape<f32, 3> for Triangle {
    fn set_bh_node_index(&mut self, node: usize) {
        self.node = node;
    }
    fn bh_node_index(&self) -> usize {
        self.node
    }
}

fn point(v: DVec3) -> Point3<f32> {
    v.as_vec3().to_array().into()
}

fn triangles(of: &Triangles) -> Vec<Triangle> {
    let triangle = |t: &[u32; 3]| Triangle {
        corners: t.map(|i| point(of.vertices[i as usize])),
        node: 0,
    };
    of.triangles.iter().map(triangle).collect()
}

/// All answers of a case; `None` where bvh has no such question.
pub fn pass(case: &Case) -> Option<Pass> {
    match case.question {
        Question::Build => {
            let of = case.mesh.clone();
            Some(Box::new(move || {
                let mut list = triangles(&of);
                black_box(Bvh::build(&mut list));
                vec![1.0]
            }))
        }
        Question::Ray => Some(rays(case)),
        _ => None,
    }
}

fn rays(case: &Case) -> Pass {
    let mut list = triangles(&case.mesh);
    let tree = Bvh::build(&mut list);
    let rays: Vec<_> = case
        .places
        .iter()
        .map(|place| Ray::new(point(place.0), Vector3::from(place.1.as_vec3().to_array())))
        .collect();
    Box::new(move || rays.iter().map(|ray| nearest(&tree, &list, ray)).collect())
}

fn nearest(tree: &Bvh<f32, 3>, list: &[Triangle], ray: &Ray<f32, 3>) -> f64 {
    let mut best = f32::INFINITY;
    for triangle in tree.nearest_traverse_iterator(ray, list) {
        let begins = ray.intersection_slice_for_aabb(&triangle.aabb());
        if begins.is_some_and(|(near, _)| near > best) {
            break;
        }
        let [a, b, c] = &triangle.corners;
        // It culls what is seen from behind: both windings.
        best = best.min(ray.intersects_triangle(a, b, c).distance);
        best = best.min(ray.intersects_triangle(a, c, b).distance);
    }
    if best < f32::INFINITY {
        f64::from(best)
    } else {
        -1.0
    }
}
