//! Objects: as they are added to a scene, and as they are seen in it.

use alloc::sync::Arc;

use crate::cast::CastSpace;
use crate::math::{Aabb, Pose, Real, Rotation, Space};
use crate::scene::{Filter, Handle};
use crate::shape::{Placed, ShapeSpace};

/// The caller's own data for each object, kept in the scene's storage order.
pub trait Data: Default + Send + Sync + 'static {}
impl<T: Default + Send + Sync + 'static> Data for T {}

/// A shape and its pose, as they are added to a scene.
///
/// The shape is shared: a thousand objects of one shape hold it once.
#[derive(Clone, Debug)]
pub struct Object<V: ShapeSpace, T = u64> {
    /// The shape, in its own frame.
    pub shape: Arc<V::Shape>,
    /// The pose of that frame, relative to the scene's origin.
    pub pose: Pose<V>,
    /// Which objects it is tested against.
    pub filter: Filter,
    /// Whether it is a sensor: it reports pairs, in a list of their own, and is never pushed.
    pub is_sensor: bool,
    /// The caller's own data.
    pub data: T,
}

impl<V: ShapeSpace, T: Default> Object<V, T> {
    /// An object that is tested against everything, is no sensor, and has default data. The shape is a shape
    /// of any kind, or an `Arc` that other objects share.
    ///
    /// ```
    /// use clearance::{Pose, glam::DVec3, scene::{Object, Scene}, shape::Mesh};
    /// let mut scene = Scene::<DVec3>::default();
    /// let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
    /// scene.add(Object::new(Mesh::new(corners.to_vec(), vec![[0, 1, 2]])?, Pose::IDENTITY))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(shape: impl Into<Arc<V::Shape>>, pose: Pose<V>) -> Self {
        Self {
            shape: shape.into(),
            pose,
            filter: Filter::default(),
            is_sensor: false,
            data: T::default(),
        }
    }
    /// The same with a filter.
    pub fn with_filter(self, filter: Filter) -> Self {
        Self { filter, ..self }
    }
    /// The same as a sensor.
    pub fn sensor(self) -> Self {
        Self {
            is_sensor: true,
            ..self
        }
    }
    /// The same with data.
    pub fn with_data(self, data: T) -> Self {
        Self { data, ..self }
    }
}

/// The linear part of a pose, rotation and scale, which stays the same while an object only moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::scene) struct LinearPart<V: Space> {
    pub(in crate::scene) rotation: V::Rotation,
    pub(in crate::scene) scale: V::Scalar,
}

impl<V: Space> Default for LinearPart<V> {
    fn default() -> Self {
        Self {
            rotation: <V::Rotation as Rotation<V>>::IDENTITY,
            scale: Real::ONE,
        }
    }
}

impl<V: Space> LinearPart<V> {
    pub(in crate::scene) fn of(pose: &Pose<V>) -> Self {
        Self {
            rotation: pose.rotation(),
            scale: pose.scale(),
        }
    }
    #[inline]
    pub(in crate::scene) fn pose(&self, position: V) -> Pose<V> {
        Pose::from_parts(position, self.rotation, self.scale)
    }
}

/// An object in a scene.
#[derive(Debug)]
pub struct ObjectRef<'a, V: CastSpace, T = u64> {
    pub(in crate::scene) handle: Handle,
    pub(in crate::scene) shape: &'a Arc<V::Shape>,
    pub(in crate::scene) pose: Pose<V>,
    pub(in crate::scene) filter: &'a Filter,
    pub(in crate::scene) is_sensor: bool,
    pub(in crate::scene) aabb: &'a Aabb<V>,
    pub(in crate::scene) data: &'a T,
}

impl<'a, V: CastSpace, T> ObjectRef<'a, V, T> {
    /// Its handle.
    pub fn handle(&self) -> Handle {
        self.handle
    }
    /// Its shape, in its own frame.
    pub fn shape(&self) -> &'a Arc<V::Shape> {
        self.shape
    }
    /// Its pose, relative to the scene's origin.
    pub fn pose(&self) -> &Pose<V> {
        &self.pose
    }
    /// Its shape in its pose, as pair questions take it.
    pub fn placed(&self) -> Placed<'_, V> {
        Placed::<V>::new(self.shape, &self.pose)
    }
    /// Which objects it is tested against.
    pub fn filter(&self) -> &'a Filter {
        self.filter
    }
    /// Whether it is a sensor: it reports pairs and is never pushed.
    pub fn is_sensor(&self) -> bool {
        self.is_sensor
    }
    /// A box that contains it, grown by half the scene's margin.
    pub fn aabb(&self) -> &'a Aabb<V> {
        self.aabb
    }
    /// The caller's own data.
    pub fn data(&self) -> &'a T {
        self.data
    }
}
