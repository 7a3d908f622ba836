//! Box2D v3's dynamic tree, used as its broad phase uses it: fat boxes that are enlarged when left, the
//! enlarged part of the tree rebuilt, and a query for each box that moved. Its functions are C, hence
//! `unsafe`.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};

use boxdd_sys::ffi;
use clearance::glam::Vec2;
use clearance::math::Aabb;

use super::search::Search;
use crate::engine::locked_version;
use crate::scene::{Engine, World};

/// The tree, with the fat boxes that Box2D keeps in its shapes.
pub struct Box2d {
    tree: ffi::b2DynamicTree,
    proxies: Vec<c_int>,
    fat: Vec<Aabb<Vec2>>,
    search: Search,
}

/// Box2D's margin of a shape: an eighth of its radius, and at most 0.05.
fn fattened(aabb: &Aabb<Vec2>) -> Aabb<Vec2> {
    let radius = (aabb.max - aabb.min).length() / 2.0;
    aabb.inflated((0.125 * radius).min(0.05))
}

fn bounds(aabb: &Aabb<Vec2>) -> ffi::b2AABB {
    let vector = |v: Vec2| ffi::b2Vec2 { x: v.x, y: v.y };
    ffi::b2AABB {
        lowerBound: vector(aabb.min),
        upperBound: vector(aabb.max),
    }
}

impl Box2d {
    /// Built over the boxes of the world.
    pub fn new(world: &World<Vec2>) -> Self {
        let count = world.boxes.len();
        let fat: Vec<_> = world.boxes.iter().map(fattened).collect();
        // SAFETY: creates an empty tree.
        let mut tree = unsafe { ffi::b2DynamicTree_Create(count as c_int) };
        let create = |(name, aabb): (u64, &Aabb<Vec2>)| {
            // SAFETY: the tree is alive, the box finite.
            unsafe { ffi::b2DynamicTree_CreateProxy(&raw mut tree, bounds(aabb), 1, name) }
        };
        let proxies = (0..).zip(&fat).map(create).collect();
        // SAFETY: the tree is alive.
        unsafe { ffi::b2DynamicTree_Rebuild(&raw mut tree, true) };
        Self {
            tree,
            proxies,
            fat,
            search: Search::new(count),
        }
    }
}

impl Drop for Box2d {
    fn drop(&mut self) {
        // SAFETY: the tree is alive, and not used after this.
        unsafe { ffi::b2DynamicTree_Destroy(&raw mut self.tree) }
    }
}

/// What a query for one box is told.
struct Query<'a> {
    search: &'a mut Search,
    boxes: &'a [Aabb<Vec2>],
    of: u32,
}

unsafe extern "C" fn offer(_: c_int, name: u64, query: *mut c_void) -> bool {
    // SAFETY: `step` hands over a `Query` that nothing else uses meanwhile.
    let query = unsafe { &mut *query.cast::<Query>() };
    query.search.offer(query.boxes, query.of, name as u32);
    true
}

impl Engine<Vec2> for Box2d {
    fn name(&self) -> String {
        "box2d".to_string()
    }
    fn version(&self) -> String {
        format!("v3, boxdd-sys {}", locked_version("boxdd-sys"))
    }
    fn step(&mut self, boxes: &[Aabb<Vec2>], moved: &[u32]) {
        for &i in moved {
            let (fat, aabb) = (&mut self.fat[i as usize], &boxes[i as usize]);
            if fat.min.cmple(aabb.min).all() && aabb.max.cmple(fat.max).all() {
                continue;
            }
            *fat = fattened(aabb);
            // SAFETY: the tree is alive, the proxy one of its own, the box finite.
            unsafe {
                ffi::b2DynamicTree_EnlargeProxy(&raw mut self.tree, self.proxies[i as usize], bounds(fat));
            }
        }
        // SAFETY: the tree is alive.
        unsafe { ffi::b2DynamicTree_Rebuild(&raw mut self.tree, false) };
        self.search.begin(moved);
        for &of in moved {
            let mut query = Query {
                search: &mut self.search,
                boxes,
                of,
            };
            // SAFETY: the tree is alive, and `offer` is called with the `Query` only until this returns.
            unsafe {
                ffi::b2DynamicTree_QueryAll(
                    &raw const self.tree,
                    bounds(&boxes[of as usize]),
                    Some(offer),
                    (&raw mut query).cast(),
                );
            }
        }
        self.search.end(moved);
    }
    fn pairs(&self) -> &[[u32; 2]] {
        &self.search.found
    }
    fn object(&self, name: u32) -> u32 {
        name
    }
    fn bytes(&self) -> usize {
        // SAFETY: the tree is alive.
        let tree = unsafe { ffi::b2DynamicTree_GetByteCount(&raw const self.tree) };
        let own =
            self.proxies.capacity() * size_of::<c_int>() + self.fat.capacity() * size_of::<Aabb<Vec2>>();
        tree as usize + own + self.search.bytes()
    }
}
