//! FCL, Embree and Bullet, as Debian packages them: peers/*.cpp calls them.
#![allow(unsafe_code, reason = "they are called through C")]

mod bullet;
mod embree;
mod fcl;

use std::ffi::c_void;

use clearance::glam::{DQuat, DVec3};

use super::case::Case;
use super::shapes::Triangles;
use super::{Engine, Pass};

/// Those that answer this case.
pub fn engines(case: &Case) -> Vec<Engine> {
    let fcl = fcl::pass(case).map(|pass| Engine {
        is_double: true,
        ..Engine::single("fcl", pass)
    });
    let embree = embree::engines(case);
    let bullet = bullet::pass(case).map(|pass| Engine::single("bullet", pass));
    fcl.into_iter().chain(embree).chain(bullet).collect()
}

/// Something of a peer, and what sets it free.
pub struct Owned(pub *mut c_void, pub unsafe extern "C" fn(*mut c_void));

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: it was made by the peer, and nothing uses it any more.
        unsafe { self.1(self.0) }
    }
}

/// A mesh in single precision, as Embree and Bullet read it. Embree reads a number after the last vertex.
struct Single {
    vertices: Vec<f32>,
    count: usize,
    triangles: Vec<[u32; 3]>,
}

impl Single {
    fn new(of: &Triangles) -> Self {
        let numbers = of.vertices.iter().flat_map(|v| v.as_vec3().to_array());
        Self {
            vertices: numbers.chain([0.0]).collect(),
            count: of.vertices.len(),
            triangles: of.triangles.clone(),
        }
    }
}

/// The rays of a case, six numbers each.
fn rays(case: &Case) -> Vec<f32> {
    let numbers = |&(at, along, _): &(DVec3, DVec3, DQuat)| [at, along].map(|v| v.as_vec3().to_array());
    case.places.iter().flat_map(numbers).flatten().collect()
}

/// A pose as seven numbers.
fn pose(&(at, _, turn): &(DVec3, DVec3, DQuat)) -> [f64; 7] {
    [at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w]
}

/// Room for pairs of triangles, and as many of them as were found, each as a number.
fn pairs(mut ask: impl FnMut(*mut u32, usize) -> usize + 'static) -> Pass {
    let mut room = vec![[0u32; 2]; 1 << 20];
    Box::new(move || {
        let count = ask(room.as_mut_ptr().cast(), room.len());
        assert!(count < room.len(), "more pairs than there is room for");
        room[..count]
            .iter()
            .map(|&[a, b]| super::case::pair_number(a, b))
            .collect()
    })
}
