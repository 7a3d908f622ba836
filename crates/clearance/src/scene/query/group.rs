//! Sprites and groups, with the meaning that they have in pygame.

use alloc::vec::Vec;

use crate::cast::CastSpace;
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::pair::{intersects, relation};
use crate::scene::store::extent::BoxExtent;
use crate::scene::store::object::{Data, LinearPart};
use crate::scene::{Handle, ObjectRef, Scene, SceneError};

/// How a sprite is compared with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CollideBy {
    /// By the circle (or sphere) around each one's box, or the shape itself if it is a circle; touching
    /// counts (as `collide_circle`).
    Circle,
    /// By their boxes. Boxes that only share a border do not collide, nor does a box without an interior (as
    /// `collide_rect`).
    Box,
    /// By the area they cover: they collide if they share more than border points (as `collide_mask`, for
    /// bitmaps and any other shape).
    Mask,
    /// By whether they share a point: touching counts.
    #[default]
    Exact,
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// The members of a group that collide with an object, in the group's order: pygame's `spritecollide`.
    ///
    /// Ignores members that have been removed, the object itself, filters, and the scene's margin. Takes time
    /// in proportion to the group.
    ///
    /// Errors: the object has been removed; a pair whose relation has no answer.
    ///
    /// ```
    /// use clearance::{Pose, d2::Shape, glam::Vec2, scene::{CollideBy, Object, Scene}};
    /// let mut scene = Scene::<Vec2>::default();
    /// let at = |x: f32, y: f32| Pose::at(Vec2::new(x, y));
    /// let player = scene.add(Object::new(Shape::circle(1.0)?, at(0.0, 0.0)?))?;
    /// let coin = scene.add(Object::new(Shape::circle(1.0)?, at(1.5, 1.5)?))?; // boxes meet, circles do not
    /// let wall = scene.add(Object::new(Shape::cuboid(Vec2::ONE)?, at(-2.0, 0.0)?))?; // touches
    /// let group = [coin, wall];
    /// let hit = |by| scene.collide_one_with_group(player, &group, by);
    /// assert_eq!(hit(CollideBy::Box)?, [coin]);
    /// assert_eq!(hit(CollideBy::Exact)?, [wall]);
    /// assert_eq!(hit(CollideBy::Mask)?, []);
    /// assert_eq!(hit(CollideBy::Circle)?, [wall]); // by the circle around it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn collide_one_with_group(
        &self,
        one: Handle,
        group: &[Handle],
        by: CollideBy,
    ) -> Result<Vec<Handle>, SceneError> {
        let sprite = self.get(one).ok_or(SceneError::NoSuchObject)?;
        let mut found = Vec::new();
        for &handle in group.iter().filter(|&&handle| handle != one) {
            let Some(other) = self.get(handle) else { continue };
            if collide(&sprite, &other, by) {
                found.push(handle);
            }
        }
        Ok(found)
    }
}

fn collide<V: CastSpace, T>(a: &ObjectRef<'_, V, T>, b: &ObjectRef<'_, V, T>, by: CollideBy) -> bool {
    if by == CollideBy::Circle {
        return circles_meet(a, b);
    }
    if !a.aabb().overlaps(b.aabb()) {
        return false;
    }
    match by {
        CollideBy::Circle | CollideBy::Box => insides_meet(&own_box(a), &own_box(b)),
        CollideBy::Mask => relation(a.placed(), b.placed()).overlaps(),
        CollideBy::Exact => intersects(a.placed(), b.placed()),
    }
}

/// The box of a sprite, without the scene's margin.
fn own_box<V: CastSpace, T>(object: &ObjectRef<'_, V, T>) -> Aabb<V> {
    let pose = object.pose();
    let (extent, fit) = BoxExtent::<V>::of(object.shape(), &LinearPart::of(pose), Real::ZERO);
    extent.around(pose.position(), fit)
}

fn insides_meet<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> bool {
    (0..V::DIM).all(|k| {
        let start = a.min.get(k).max(b.min.get(k));
        let end = a.max.get(k).min(b.max.get(k));
        start < end
    })
}

fn circles_meet<V: CastSpace, T>(a: &ObjectRef<'_, V, T>, b: &ObjectRef<'_, V, T>) -> bool {
    let ((center_a, radius_a), (center_b, radius_b)) = (circle(a), circle(b));
    let (apart, extent) = (center_b - center_a, radius_a + radius_b);
    let size = apart.max_abs();
    if size <= Real::ZERO || extent == Real::INFINITY {
        return true;
    }
    (apart / size).length() * size <= extent
}

/// The circle of a sprite: its own shape if that is a circle, otherwise the one around its box, which is
/// infinite for unbounded shapes.
fn circle<V: CastSpace, T>(object: &ObjectRef<'_, V, T>) -> (V, V::Scalar) {
    use crate::shape::AnyShape;
    if let Some(core) = object.shape().core()
        && core.vertices.len() == 1
        && core.vertices[0] == V::ZERO
    {
        return (object.pose().position(), core.radius * object.pose().scale());
    }
    let aabb = own_box(object);
    let half: V = aabb.max * ScalarOf::<V>::HALF - aabb.min * ScalarOf::<V>::HALF;
    let center: V = aabb.max * ScalarOf::<V>::HALF + aabb.min * ScalarOf::<V>::HALF;
    let size = half.max_abs();
    if !(size > Real::ZERO && size.is_finite()) {
        return (center, size);
    }
    (center, (half / size).length() * size)
}
