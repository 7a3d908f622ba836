//! Many objects, step after step: which pairs meet, what a ray hits, what is near.
//!
//! A [`Scene`] owns its objects and decides the order they are stored in; [`Handle`]s name them. Move
//! objects, call [`Scene::update`], and read from [`Scene::contacts`] and [`Scene::sensors`] which pairs
//! began and ended. Queries can be asked at any time.
//!
//! ```
//! use std::sync::Arc;
//! use clearance::{Pose, d2::Shape, glam::DVec2, scene::{Object, Scene}};
//! let mut scene = Scene::<DVec2>::default();
//! let ball = Arc::new(Shape::circle(1.0)?);
//! let at = |x: f64| Pose::at(DVec2::new(x, 0.0));
//! let left = scene.add(Object::new(Arc::clone(&ball), at(0.0)?))?;
//! let right = scene.add(Object::new(ball, at(2.0)?))?;
//! scene.update()?;
//! assert_eq!(scene.contacts().began().count(), 1); // they touch
//! scene.set_pose(right, at(2.1)?)?;
//! scene.update()?;
//! assert!(scene.contacts().ended().eq([[left, right]]));
//! scene.remove(right)?;
//! assert!(scene.get(right).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A small game: objects move, a sensor is collected, a contact pushes the hero out of a wall.
//!
//! ```
//! use clearance::{Pose, d2::Shape, glam::Vec2, scene::{Detail, Object, Scene}};
//!
//! let at = |x, y| Pose::at(Vec2::new(x, y));
//! // Beside each object lies its velocity.
//! let mut scene = Scene::<Vec2, Vec2>::default().with_detail(Detail::Manifold);
//! let hero = scene.add(Object::new(Shape::circle(0.5)?, at(0.0, 0.0)?).with_data(Vec2::X))?;
//! let coin = scene.add(Object::new(Shape::circle(0.25)?, at(3.0, 0.0)?).sensor())?;
//! let wall = scene.add(Object::new(Shape::cuboid(Vec2::new(1.0, 4.0))?, at(7.0, 0.0)?))?;
//! for _frame in 0..10 {
//!     scene.move_all(|mut object| {
//!         let velocity = *object.data();
//!         let _ = object.set_position(object.position() + velocity);
//!     });
//!     scene.update()?;
//!     if scene.sensors().began().any(|touch| [touch.a, touch.b] == [hero, coin]) {
//!         scene.remove(coin)?;
//!     }
//!     let touch = scene.contacts().iter().find(|touch| [touch.a, touch.b] == [hero, wall]);
//!     if let Some(manifold) = touch.and_then(|touch| touch.manifold) {
//!         let depth = manifold.contacts().iter().map(|contact| -contact.clearance).fold(0.0, f32::max);
//!         let out = manifold.normal * -depth; // the normal points from the hero to the wall
//!         let place = scene.get(hero).ok_or("no hero")?.pose().position();
//!         scene.set_pose(hero, Pose::at(place + out)?)?;
//!     }
//! }
//! assert!(scene.get(coin).is_none());
//! assert_eq!(scene.get(hero).unwrap().pose().position(), Vec2::new(5.5, 0.0)); // at the wall
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An update goes this way: `update.rs` refreshes the index (`index/`), which lists the pairs whose boxes
//! meet; `narrow.rs` asks about each (`pair/`); `persistent_pairs/` compares the pairs with those of before.
//!
//! Imports run one way: `error` → `store` → `motion` → `pairs` → `query` → `options`.

mod error;
mod motion;
mod options;
mod pairs;
mod query;
mod store;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

pub use error::SceneError;
pub use motion::sweep::SceneSweepHit;
pub use motion::sweep_step::{Meeting, Travel};
pub use pairs::events::{Pairs, Touch};
pub use pairs::pair_list::Detail;
pub use query::group::CollideBy;
pub use query::pick::ray_through_screen;
pub use query::{Neighbor, SceneHit};
pub use store::filter::{Accept, Filter};
pub use store::handle::Handle;
pub use store::moving::Moving;
pub use store::object::{Data, Object, ObjectRef};

use crate::cast::CastSpace;
use crate::index::{Auto, Broken, Index, IndexKind, Threads};
use crate::math::{Aabb, Pose, Real, Vector};
use crate::pair::QueryError;
use pairs::candidates::Candidates;
use pairs::inner_edges::InnerEdges;
use pairs::order::StorageOrder;
use pairs::persistent_pairs::PersistentPairs;
use store::Store;

/// Objects that come, go and move, and the pairs that meet. `T` is the caller's own data for each object.
///
/// Positions are relative to the scene's [`origin`](Self::origin). All lengths are in one unit, whichever
/// that is.
///
/// Limits:
///
/// - An object may be removed at any time. The lists of pairs are those of the last update and stay as they
///   are. A list borrows the scene, so to remove objects while reading one, collect the handles first. The
///   handle of a removed object is never valid again: [`get`](Self::get) answers `None`, changes answer
///   [`SceneError::NoSuchObject`].
/// - Handles are used up when 2^32 - 1 objects are there, or when each of the 2^32 - 1 places of a handle has
///   been used 2^32 - 1 times. Then [`add`](Self::add) answers [`SceneError::Full`], and the scene works on.
/// - A million objects at one point have half a trillion pairs. [`update`](Self::update) answers
///   [`SceneError::TooManyPairs`] before it lists them, and works again once the objects have moved apart.
pub struct Scene<V: CastSpace, T = u64> {
    store: Store<V, T>,
    origin: V::Double,
    index: Box<dyn Index<V>>,
    contacts: PersistentPairs<V>,
    sensors: PersistentPairs<V>,
    candidates: Candidates<V>,
    unanswered: Vec<([Handle; 2], QueryError)>,
    order: StorageOrder,
    detail: Detail,
    inner_edges: InnerEdges<V>,
    threads: Threads,
    max_pairs: usize,
}

/// The caller's wish to stop a step. All threads that work ask for it often; once it says yes, it must go on
/// to say yes.
type StopSignal<'a> = &'a (dyn Fn() -> bool + Sync);

impl<V: CastSpace, T: Data> Default for Scene<V, T> {
    /// An empty scene with [`IndexKind::Auto`].
    fn default() -> Self {
        // Not by its kind: a program that names no other index then does not compile them all.
        Self::over(Box::new(Auto::default()))
    }
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// An empty scene with this kind of index.
    pub fn new(index: IndexKind) -> Self {
        Self::over(index.create())
    }
    /// An empty scene with an index that you make: one of your own, or one kind alone, so that the others are
    /// not part of your program. The index must be empty.
    ///
    /// ```
    /// use clearance::{glam::DVec2, index::{Grid, IndexKind}, scene::Scene};
    /// let scene = Scene::<DVec2>::over(Box::new(Grid::default()));
    /// assert_eq!(scene.index_kind(), IndexKind::Grid);
    /// ```
    pub fn over(index: Box<dyn Index<V>>) -> Self {
        Self {
            store: Store::new(Real::ZERO),
            origin: V::Double::ZERO,
            index,
            contacts: PersistentPairs::default(),
            sensors: PersistentPairs::default(),
            candidates: Candidates::default(),
            unanswered: Vec::new(),
            order: StorageOrder::default(),
            detail: Detail::default(),
            inner_edges: InnerEdges::default(),
            threads: Threads::One,
            max_pairs: 1 << 27,
        }
    }
    /// Which index it uses.
    pub fn index_kind(&self) -> IndexKind {
        self.index.kind()
    }
    /// The number of objects.
    pub fn len(&self) -> usize {
        self.store.boxes.len()
    }
    /// Whether there are no objects.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Adds an object.
    pub fn add(&mut self, object: Object<V, T>) -> Result<Handle, SceneError> {
        let handle = self.store.add(object)?;
        self.order.note_added(1);
        Ok(handle)
    }
    /// Adds many objects, and stores them in the scene's own order. The handles are in the order of the
    /// objects.
    ///
    /// Errors: [`SceneError::Full`]; then none is added.
    pub fn add_many(
        &mut self,
        objects: impl IntoIterator<Item = Object<V, T>>,
    ) -> Result<Vec<Handle>, SceneError> {
        let first = self.store.slot_count() == 0;
        let mut objects: Vec<_> = objects.into_iter().map(Some).collect();
        self.store.reserve(objects.len());
        let positions: Vec<V> = objects
            .iter()
            .flatten()
            .map(|object| object.pose.position())
            .collect();
        let mut keys = Vec::new();
        pairs::order::keys(0..positions.len() as u32, |i| positions[i as usize], &mut keys);
        let mut handles = alloc::vec![Handle::from_bits(u64::MAX); positions.len()];
        for (done, (_, i)) in keys.iter().enumerate() {
            let Some(object) = objects[*i as usize].take() else {
                continue;
            };
            match self.store.add(object) {
                Ok(handle) => handles[*i as usize] = handle,
                Err(error) => {
                    let added = keys[..done].iter().map(|(_, i)| handles[*i as usize]);
                    added.for_each(|handle| drop(self.remove(handle)));
                    return Err(error);
                }
            }
        }
        if first {
            self.order.note_sorted(&self.store);
        } else {
            self.order.note_added(handles.len());
        }
        Ok(handles)
    }
    /// Removes an object and returns it. Its pairs end with the next update.
    pub fn remove(&mut self, handle: Handle) -> Result<Object<V, T>, SceneError> {
        let slot = self.store.slot(handle)?;
        self.store.remove(slot).ok_or(SceneError::NoSuchObject)
    }
    /// Removes the objects for which `keep` is false, in storage order; returns how many.
    pub fn retain(&mut self, mut keep: impl FnMut(&ObjectRef<'_, V, T>) -> bool) -> usize {
        let before = self.len();
        for slot in 0..self.store.slot_count() {
            if self.store.object(slot).is_some_and(|object| !keep(&object)) {
                self.store.remove(slot);
            }
        }
        before - self.len()
    }
    /// An object; `None` where it has been removed.
    pub fn get(&self, handle: Handle) -> Option<ObjectRef<'_, V, T>> {
        self.store.object(self.store.handle_slot(handle)?)
    }
    /// All objects, in storage order.
    pub fn iter(&self) -> impl Iterator<Item = ObjectRef<'_, V, T>> {
        self.store.slots().filter_map(|slot| self.store.object(slot))
    }
    /// Moves and turns an object.
    pub fn set_pose(&mut self, handle: Handle, pose: Pose<V>) -> Result<(), SceneError> {
        let slot = self.store.slot(handle)?;
        self.store.set_pose(slot, &pose);
        Ok(())
    }
    /// Replaces the shape of an object; returns the old one.
    pub fn set_shape(
        &mut self,
        handle: Handle,
        shape: impl Into<Arc<V::Shape>>,
    ) -> Result<Arc<V::Shape>, SceneError> {
        let slot = self.store.slot(handle)?;
        self.store
            .set_shape(slot, shape.into())
            .ok_or(SceneError::NoSuchObject)
    }
    /// Changes which objects an object is tested against.
    pub fn set_filter(&mut self, handle: Handle, filter: Filter) -> Result<(), SceneError> {
        let slot = self.store.slot(handle)?;
        self.store.set_filter(slot, filter);
        Ok(())
    }
    /// Makes an object a sensor, or no longer one: its contacts end and its pairs with sensors begin, or the
    /// reverse.
    pub fn set_sensor(&mut self, handle: Handle, is_sensor: bool) -> Result<(), SceneError> {
        let slot = self.store.slot(handle)?;
        self.store.set_sensor(slot, is_sensor);
        Ok(())
    }
    /// An object that may be moved; `None` where it has been removed.
    pub fn get_mut(&mut self, handle: Handle) -> Option<Moving<'_, V, T>> {
        let slot = self.store.handle_slot(handle)?;
        Some(self.store.moving(slot))
    }
    /// The caller's own data of an object.
    pub fn data_mut(&mut self, handle: Handle) -> Option<&mut T> {
        let slot = self.store.handle_slot(handle)?;
        self.store.data.get_mut(slot as usize)
    }
    /// The pairs of the last update in which neither object is a sensor.
    pub fn contacts(&self) -> Pairs<'_, V, T> {
        Pairs {
            store: &self.store,
            set: &self.contacts,
        }
    }
    /// The pairs of the last update in which at least one object is a sensor.
    pub fn sensors(&self) -> Pairs<'_, V, T> {
        Pairs {
            store: &self.store,
            set: &self.sensors,
        }
    }
    /// Calls `visit` with the boxes or cells of the index and the depth of each, for debug views. The boxes
    /// of the objects are in [`iter`](Self::iter).
    pub fn draw(&self, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        self.index.draw(&self.store.boxes, visit);
    }
    /// Checks the invariants of all internal data, for tests and bug reports. Call it right after an update
    /// only.
    pub fn validate(&self) -> Result<(), Broken> {
        self.store.validate()?;
        self.index.validate(&self.store.boxes)?;
        self.contacts.validate()?;
        self.sensors.validate()
    }
    /// Bytes on the heap: objects (handle, pose, data, extent) without their shapes, boxes, the index, and
    /// the lists of pairs of the last update and of the one before. Rotations and filters take no memory
    /// unless some object has them; the table that finds the pairs of few changed objects takes none before
    /// it is first used.
    pub fn bytes(&self) -> usize {
        self.store.bytes()
            + self.index.bytes()
            + self.contacts.bytes()
            + self.sensors.bytes()
            + self.candidates.bytes()
            + self.order.bytes()
            + self.inner_edges.bytes()
            + store::bytes(&self.unanswered)
    }
}

impl<V: CastSpace, T: Data> fmt::Debug for Scene<V, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scene")
            .field("objects", &self.len())
            .field("index", &self.index.kind())
            .field("detail", &self.detail)
            .field("contacts", &self.contacts.len())
            .field("sensors", &self.sensors.len())
            .finish_non_exhaustive()
    }
}
