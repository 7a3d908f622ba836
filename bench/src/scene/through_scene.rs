//! clearance as it is used: through a [`Scene`], which owns the objects and the order they are stored in.
//!
//! Where all move, `set_poses` walks the scene's own order, as a program does that keeps velocities beside
//! its objects; where few do, `set_positions` moves them by their handles, in the order in which the world
//! names them. Every half extent and every place is a multiple of 2^-12, so that the boxes of the objects are
//! those of the world, and so are the pairs.

use std::sync::Arc;

use clearance::Pose;
use clearance::cast::CastSpace;
use clearance::glam::{Vec2, Vec3};
use clearance::index::{IndexKind, Threads};
use clearance::math::Aabb;
use clearance::scene::{Detail, Handle, Object, Scene};
use clearance::shape::{Shape2, Shape3};

use super::{Engine, World, is_wanted};

/// The spaces in which there are boxes.
pub trait Solid: CastSpace {
    /// An upright one.
    fn cuboid(half_extents: Self) -> Self::Shape;
}

impl Solid for Vec2 {
    fn cuboid(half_extents: Self) -> Shape2<Self> {
        Shape2::cuboid(half_extents).expect("a box of the world")
    }
}
impl Solid for Vec3 {
    fn cuboid(half_extents: Self) -> Shape3<Self> {
        Shape3::cuboid(half_extents).expect("a box of the world")
    }
}

/// The scene as one gets it, on one thread and on all, and over each index that stands a chance where all
/// move, for comparison with the one that it chooses by itself: `clearance-scene-grid`, ...
pub fn engines<V: Solid>(world: &World<V>, wanted: &str) -> Vec<Box<dyn Engine<V>>> {
    let mut all: Vec<Box<dyn Engine<V>>> = Vec::new();
    let mut offer = |name: &str, kind: IndexKind, threads: Threads| {
        if is_wanted(name, wanted) {
            all.push(Box::new(Through::new(name, world, kind, threads)));
        }
    };
    offer("clearance", IndexKind::Auto, Threads::One);
    offer("clearance-2-threads", IndexKind::Auto, Threads::All);
    for kind in [IndexKind::Tree, IndexKind::Grid, IndexKind::HashGrid] {
        offer(&format!("clearance-scene-{kind}"), kind, Threads::One);
    }
    all
}

/// What lies beside each object.
#[derive(Default)]
struct Body<V> {
    /// Its name in the world.
    name: u32,
    /// Where it will be after the next step, where all move.
    place: V,
}

struct Through<V: Solid> {
    name: String,
    scene: Scene<V, Body<V>>,
    handles: Vec<Handle>,
    /// The name of the object of each place of a handle.
    names: Vec<u32>,
    all_move: bool,
    /// Where the objects will be that move in the next step, where not all do.
    staged: Vec<(Handle, V)>,
    found: Vec<[u32; 2]>,
    threads: Threads,
}

impl<V: Solid> Through<V> {
    fn new(name: &str, world: &World<V>, kind: IndexKind, threads: Threads) -> Self {
        let mut scene = Scene::new(kind).with_detail(Detail::Boxes).with_threads(threads);
        let body = |name| Body { name, place: V::ZERO };
        let object = |(i, aabb): (u32, &Aabb<V>)| {
            let shape = Arc::new(V::cuboid(aabb.max - aabb.center()));
            Object::new(shape, Pose::at(aabb.center()).expect("a place in the world")).with_data(body(i))
        };
        let handles = scene.add_many((0..).zip(&world.boxes).map(object));
        // Built before the clock runs, as the peers are.
        scene.update().expect("not too many pairs");
        let handles = handles.expect("room for the world");
        let mut names = vec![0; handles.len()];
        for (name, handle) in (0..).zip(&handles) {
            names[handle.to_bits() as u32 as usize] = name;
        }
        Self {
            name: name.to_string(),
            scene,
            handles,
            names,
            all_move: world.all_move,
            staged: Vec::new(),
            found: Vec::new(),
            threads,
        }
    }
}

impl<V: Solid> Engine<V> for Through<V> {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_string()
    }
    fn prepare(&mut self, boxes: &[Aabb<V>], moved: &[u32]) {
        self.staged.clear();
        if self.all_move {
            self.scene.move_all(|mut object| {
                let body = object.data();
                body.place = boxes[body.name as usize].center();
            });
        } else {
            let place = |&i: &u32| (self.handles[i as usize], boxes[i as usize].center());
            self.staged.extend(moved.iter().map(place));
        }
        if self.threads == Threads::All {
            // Asleep since its last step, which others' have put far behind.
            rayon::broadcast(|_| ());
        }
    }
    fn step(&mut self, _: &[Aabb<V>], _: &[u32]) {
        if self.all_move {
            self.scene
                .set_poses(|_, pose, body| pose.moved_to(body.place).ok());
        } else {
            let _ = self.scene.set_positions(&self.staged);
        }
        let _ = self.scene.update();
    }
    fn collect(&mut self, _: &[Aabb<V>], moved: &[u32]) {
        let mut has_moved = vec![self.all_move; self.handles.len()];
        moved.iter().for_each(|&i| has_moved[i as usize] = true);
        // No object is asked for its name: that would put what the scene needs out of the caches.
        let name = |handle: Handle| self.names[handle.to_bits() as u32 as usize];
        let pairs = self.scene.contacts().iter();
        self.found.clear();
        self.found.extend(
            pairs
                .map(|touch| [name(touch.a), name(touch.b)])
                .filter(|pair| pair.iter().any(|&i| has_moved[i as usize])),
        );
    }
    fn pairs(&self) -> &[[u32; 2]] {
        &self.found
    }
    fn object(&self, name: u32) -> u32 {
        name
    }
    fn bytes(&self) -> usize {
        self.scene.bytes()
    }
}
