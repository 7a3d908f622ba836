//! The scene's own origin, in double precision, for scenes far from the world's origin.
//!
//! An `f32` is spaced by 8 mm at 100 km, and by 60 µm at 1 km. So positions are relative to an origin of the
//! scene's own. The origin is in double precision and can be moved to where things happen; all the scene's
//! arithmetic, exact decisions included, is then that of a scene around 0.
//!
//! The alternative, double positions with single-precision shapes, would double the memory that a step reads
//! and round every pair anew. The limit of our way: a single-precision scene is accurate within about a
//! kilometre of its origin, wherever that is. For more, use a scene in double precision.

use super::object::Data;
use crate::cast::CastSpace;
use crate::math::{Pose, Vector};
use crate::scene::{Scene, SceneError};

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// The position of the scene's origin in the world; 0 unless it was shifted.
    pub fn origin(&self) -> V::Double {
        self.origin
    }
    /// A point of the world relative to the scene's origin, rounded once.
    pub fn to_local(&self, world: V::Double) -> V {
        V::from_double(world - self.origin)
    }
    /// A point of the scene in the world.
    pub fn to_world(&self, local: V) -> V::Double {
        local.to_double() + self.origin
    }
    /// Moves the scene's origin, so that computations near the new origin are accurate. Every object stays
    /// where it is in the world, except for one rounding of its new coordinates. Costs as much as a step in
    /// which every object moves.
    ///
    /// From the next update on, poses, boxes and contact points are relative to the new origin. Pairs begin
    /// or end only by that rounding.
    ///
    /// Errors: an origin that is not finite, or from which an object would be too far away; then nothing has
    /// changed.
    ///
    /// ```
    /// use clearance::{Pose, d3::Shape, glam::{DVec3, Vec3}, scene::{Object, Scene}};
    /// let mut scene = Scene::<Vec3>::default();
    /// scene.shift_origin(DVec3::new(100_000.0, 0.0, 0.0))?;
    /// let place = scene.to_local(DVec3::new(100_000.001, 0.0, 0.0));
    /// assert_eq!(place, Vec3::new(0.001, 0.0, 0.0)); // a millimetre at 100 km
    /// scene.add(Object::new(Shape::sphere(0.5)?, Pose::at(place)?))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shift_origin(&mut self, to: V::Double) -> Result<(), SceneError> {
        if !to.is_finite() {
            return Err(SceneError::NotFinite("origin"));
        }
        let by = self.origin - to;
        let shifted = |position: V| V::from_double(position.to_double() + by);
        for slot in self.store.slots() {
            Pose::at(shifted(self.store.position(slot)))?;
        }
        for slot in 0..self.store.slot_count() {
            if self.store.boxes.get(slot).is_some() {
                let position = shifted(self.store.position(slot));
                self.store.set_position(slot, position)?;
            }
        }
        self.origin = to;
        Ok(())
    }
}
