//! FCL's answers, in double precision. It has no solids, and no distance of a point or a sphere from a mesh.

use std::ffi::c_void;

use super::{Owned, pairs, pose};
use crate::mesh::Pass;
use crate::mesh::case::{Case, Other, Question};
use crate::mesh::shapes::Triangles;

unsafe extern "C" {
    fn bench_fcl_new(v: *const f64, n: usize, t: *const u32, m: usize, for_distance: bool) -> *mut c_void;
    fn bench_fcl_free(mesh: *mut c_void);
    fn bench_fcl_meet(a: *const c_void, b: *const c_void, pose: *const f64) -> bool;
    fn bench_fcl_pairs(
        a: *const c_void,
        b: *const c_void,
        pose: *const f64,
        pairs: *mut u32,
        room: usize,
    ) -> usize;
    fn bench_fcl_distance(a: *const c_void, b: *const c_void, pose: *const f64) -> f64;
}

fn mesh(of: &Triangles, for_distance: bool) -> Owned {
    let numbers: Vec<f64> = of.vertices.iter().flat_map(|v| v.to_array()).collect();
    let (count, faces) = (of.vertices.len(), of.triangles.len());
    // SAFETY: the arrays have as many numbers as is said, and are copied.
    let made = unsafe {
        let triangles = of.triangles.as_ptr().cast();
        bench_fcl_new(numbers.as_ptr(), count, triangles, faces, for_distance)
    };
    Owned(made, bench_fcl_free)
}

/// All answers of a case; `None` where FCL has no such question.
pub fn pass(case: &Case) -> Option<Pass> {
    let for_distance = case.question == Question::Distance(Other::Mesh);
    if case.question == Question::Build {
        let of = case.mesh.clone();
        return Some(Box::new(move || {
            mesh(&of, false);
            vec![1.0]
        }));
    }
    let is_asked = matches!(
        case.question,
        Question::Boolean(Other::Mesh) | Question::Distance(Other::Mesh) | Question::Pairs
    );
    if !is_asked {
        return None;
    }
    let (a, b) = (mesh(&case.mesh, for_distance), mesh(&case.other, for_distance));
    let pose = pose(&case.places[0]);
    // SAFETY: both meshes live as long as the closure that owns them.
    Some(match case.question {
        Question::Pairs => pairs(move |found, room| {
            let (a, b) = (&a, &b);
            unsafe { bench_fcl_pairs(a.0, b.0, pose.as_ptr(), found, room) }
        }),
        Question::Distance(_) => Box::new(move || {
            let (a, b) = (&a, &b);
            let distance = unsafe { bench_fcl_distance(a.0, b.0, pose.as_ptr()) };
            vec![distance.max(0.0)]
        }),
        _ => Box::new(move || {
            let (a, b) = (&a, &b);
            let meet = unsafe { bench_fcl_meet(a.0, b.0, pose.as_ptr()) };
            vec![f64::from(u8::from(meet))]
        }),
    })
}
