//! Embree's answers, in single precision: surfaces, so distances have no sign.

use std::ffi::c_void;

use super::{Owned, Single, rays};
use crate::mesh::case::{Case, Question};
use crate::mesh::{Engine, Pass};

unsafe extern "C" {
    fn bench_embree_new(v: *const f32, n: usize, t: *const u32, m: usize, is_fast: bool) -> *mut c_void;
    fn bench_embree_free(scene: *mut c_void);
    fn bench_embree_rays(scene: *const c_void, rays: *const f32, count: usize, times: *mut f64);
    fn bench_embree_closest(scene: *const c_void, points: *const f32, count: usize, distances: *mut f64);
}

/// A scene, and the mesh that it reads.
struct Scene {
    built: Owned,
    _mesh: Single,
}

impl Scene {
    fn new(mesh: Single, is_fast: bool) -> Self {
        let (vertices, triangles) = (mesh.vertices.as_ptr(), mesh.triangles.as_ptr().cast());
        // SAFETY: the arrays have as many numbers as is said, and live as long as the scene.
        let made =
            unsafe { bench_embree_new(vertices, mesh.count, triangles, mesh.triangles.len(), is_fast) };
        Self {
            built: Owned(made, bench_embree_free),
            _mesh: mesh,
        }
    }
}

/// All answers of a case: none, or one; two for builds, of which one is Embree's fastest.
pub fn engines(case: &Case) -> Vec<Engine> {
    match case.question {
        Question::Build => vec![
            Engine::single("embree", build(case, false)),
            Engine::single("embree, low quality", build(case, true)),
        ],
        Question::Ray => vec![Engine::single("embree", ask_rays(case))],
        Question::Closest => vec![Engine {
            is_unsigned: true,
            ..Engine::single("embree", ask_closest(case))
        }],
        _ => Vec::new(),
    }
}

fn build(case: &Case, is_fast: bool) -> Pass {
    let of = case.mesh.clone();
    Box::new(move || {
        Scene::new(Single::new(&of), is_fast);
        vec![1.0]
    })
}

fn ask_rays(case: &Case) -> Pass {
    let scene = Scene::new(Single::new(&case.mesh), false);
    let (rays, count) = (rays(case), case.places.len());
    Box::new(move || {
        let (scene, mut times) = (&scene, vec![0.0; count]);
        // SAFETY: there are so many rays, and room for so many times.
        unsafe { bench_embree_rays(scene.built.0, rays.as_ptr(), count, times.as_mut_ptr()) };
        times
    })
}

fn ask_closest(case: &Case) -> Pass {
    let scene = Scene::new(Single::new(&case.mesh), false);
    let points = case.places.iter().flat_map(|place| place.0.as_vec3().to_array());
    let (points, count): (Vec<f32>, _) = (points.collect(), case.places.len());
    Box::new(move || {
        let (scene, mut distances) = (&scene, vec![0.0; count]);
        // SAFETY: there are so many points, and room for so many distances.
        unsafe { bench_embree_closest(scene.built.0, points.as_ptr(), count, distances.as_mut_ptr()) };
        distances
    })
}
