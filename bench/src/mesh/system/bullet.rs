//! Bullet's answers, in single precision. Its meshes are surfaces; it has no distance of a mesh from
//! anything.

use std::ffi::c_void;

use super::{Owned, Single, pairs, pose, rays};
use crate::mesh::Pass;
use crate::mesh::case::{Case, Other, Question, SIZE};
use crate::mesh::shapes::Triangles;

unsafe extern "C" {
    fn bench_bullet_new(v: *const f32, n: usize, t: *const u32, m: usize, is_gimpact: bool) -> *mut c_void;
    fn bench_bullet_free(mesh: *mut c_void);
    fn bench_bullet_rays(mesh: *const c_void, rays: *const f32, count: usize, reach: f32, times: *mut f64);
    fn bench_bullet_spheres(mesh: *const c_void, r: f32, poses: *const f32, count: usize, meets: *mut f64);
    fn bench_bullet_boxes(mesh: *const c_void, half: f32, poses: *const f32, count: usize, meets: *mut f64);
    fn bench_bullet_meet(a: *const c_void, b: *const c_void, pose: *const f32) -> bool;
    fn bench_bullet_pairs(
        a: *const c_void,
        b: *const c_void,
        pose: *const f32,
        pairs: *mut u32,
        room: usize,
    ) -> usize;
}

/// How long a ray is, since Bullet's end somewhere: beyond the far side of every mesh.
const REACH: f32 = 8.0;

/// A mesh, and the arrays that it reads.
struct Mesh {
    built: Owned,
    _arrays: Single,
}

impl Mesh {
    fn new(of: &Triangles, is_gimpact: bool) -> Self {
        let arrays = Single::new(of);
        let (vertices, triangles) = (arrays.vertices.as_ptr(), arrays.triangles.as_ptr().cast());
        // SAFETY: the arrays have as many numbers as is said, and live as long as the mesh.
        let made = unsafe {
            bench_bullet_new(
                vertices,
                arrays.count,
                triangles,
                arrays.triangles.len(),
                is_gimpact,
            )
        };
        Self {
            built: Owned(made, bench_bullet_free),
            _arrays: arrays,
        }
    }
}

/// All answers of a case; `None` where Bullet has no such question.
pub fn pass(case: &Case) -> Option<Pass> {
    match case.question {
        Question::Build => {
            let of = case.mesh.clone();
            Some(Box::new(move || {
                Mesh::new(&of, false);
                vec![1.0]
            }))
        }
        Question::Ray | Question::Boolean(Other::Sphere | Other::Box) => Some(one_mesh(case)),
        Question::Boolean(Other::Mesh) | Question::Pairs => Some(two_meshes(case)),
        _ => None,
    }
}

fn one_mesh(case: &Case) -> Pass {
    let (mesh, question, count) = (Mesh::new(&case.mesh, false), case.question, case.places.len());
    let rays = rays(case);
    let poses: Vec<f32> = case
        .places
        .iter()
        .flat_map(|place| pose(place).map(|x| x as f32))
        .collect();
    let (size, [rays, poses]) = (SIZE as f32, [rays, poses]);
    Box::new(move || {
        let (mesh, mut answers) = (&mesh, vec![0.0; count]);
        let (built, found) = (mesh.built.0, answers.as_mut_ptr());
        // SAFETY: there are so many rays and poses, and room for so many answers.
        unsafe {
            match question {
                Question::Ray => bench_bullet_rays(built, rays.as_ptr(), count, REACH, found),
                Question::Boolean(Other::Box) => {
                    bench_bullet_boxes(built, size, poses.as_ptr(), count, found)
                }
                _ => bench_bullet_spheres(built, size, poses.as_ptr(), count, found),
            }
        }
        answers
    })
}

fn two_meshes(case: &Case) -> Pass {
    let (a, b) = (Mesh::new(&case.mesh, true), Mesh::new(&case.other, true));
    let pose = pose(&case.places[0]).map(|x| x as f32);
    // SAFETY: both meshes live as long as the closure that owns them.
    match case.question {
        Question::Pairs => pairs(move |found, room| {
            let (a, b) = (&a, &b);
            unsafe { bench_bullet_pairs(a.built.0, b.built.0, pose.as_ptr(), found, room) }
        }),
        _ => Box::new(move || {
            let (a, b) = (&a, &b);
            let meet = unsafe { bench_bullet_meet(a.built.0, b.built.0, pose.as_ptr()) };
            vec![f64::from(u8::from(meet))]
        }),
    }
}
