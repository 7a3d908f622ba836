//! Spatial queries as a system parameter: what a ray, a point, a shape or a moving shape meets, as entities.

use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use clearance::cast::{Motion, Ray, Start, closest_point};
use clearance::math::InvalidPose;
use clearance::pair::QueryError;
use clearance::scene::{Accept, ObjectRef, Scene};
use clearance::{Placed, Pose};

use crate::collider::Collider;
use crate::dimension::Dimension;
use crate::scene::{CollisionScene, Owner};

/// Which colliders a query is about; by default all, sensors included.
///
/// ```
/// use bevy_clearance::SpatialQueryFilter;
/// use bevy_ecs::entity::Entity;
/// # let shooter = Entity::PLACEHOLDER;
/// let targets = SpatialQueryFilter::on_layers(1 << 3).excluding([shooter]).without_sensors();
/// # let _ = targets;
/// ```
#[derive(Clone, Debug)]
pub struct SpatialQueryFilter {
    /// The layers of which a collider must be on one; its own filters do not count.
    pub layers: u32,
    /// Entities that are left out.
    pub excluded: EntityHashSet,
    /// Whether sensors are among the answers.
    pub has_sensors: bool,
}

impl Default for SpatialQueryFilter {
    fn default() -> Self {
        Self {
            layers: u32::MAX,
            excluded: EntityHashSet::default(),
            has_sensors: true,
        }
    }
}

impl SpatialQueryFilter {
    /// The colliders on one of these layers.
    pub fn on_layers(layers: u32) -> Self {
        Self {
            layers,
            ..Self::default()
        }
    }
    /// The same without these entities.
    pub fn excluding(mut self, entities: impl IntoIterator<Item = Entity>) -> Self {
        self.excluded.extend(entities);
        self
    }
    /// The same without sensors.
    pub fn without_sensors(self) -> Self {
        Self {
            has_sensors: false,
            ..self
        }
    }
    fn accept<V: Dimension>(&self) -> impl Accept<V::Native, Owner> {
        |object: &ObjectRef<'_, V::Native, Owner>| {
            self.layers & object.filter().layer != 0
                && (self.has_sensors || !object.is_sensor())
                && !self.excluded.contains(&object.data().0)
        }
    }
}

/// Where a ray meets a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<V: Dimension> {
    /// The collider.
    pub entity: Entity,
    /// How far along the ray, in lengths of its direction; 0 where the ray starts inside.
    pub time: f32,
    /// Where.
    pub point: V,
    /// Unit vector out of the collider; none where the ray starts inside.
    pub normal: Option<V>,
}

/// What a moving shape meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeHit<V: Dimension> {
    /// The collider.
    pub entity: Entity,
    /// The part of the motion, from 0 to 1, after which it is met; never later than the truth.
    pub time: f32,
    /// Where they meet.
    pub point: V,
    /// Unit vector from the moving shape to the collider.
    pub normal: V,
}

/// A collider and how far it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbor {
    /// The collider.
    pub entity: Entity,
    /// Its distance; 0 where it meets the shape of the query.
    pub distance: f32,
}

/// The point of the colliders' borders that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection<V: Dimension> {
    /// The collider.
    pub entity: Entity,
    /// The nearest point of its border.
    pub point: V,
    /// How far that is; negative if the asked point is inside the collider.
    pub distance: f32,
    /// Unit vector out of the collider at the point.
    pub normal: V,
}

/// Spatial queries: [`d2::SpatialQuery`](crate::d2::SpatialQuery) and
/// [`d3::SpatialQuery`](crate::d3::SpatialQuery).
///
/// Queries answer about colliders where the last step found them, without what was despawned since. They are
/// exact, touching counts, and the order of what they answer is the same in each run.
///
/// ```
/// use bevy_clearance::{SpatialQueryFilter, d3::SpatialQuery};
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec3;
/// fn aim(query: SpatialQuery) -> Result {
///     let all = SpatialQueryFilter::default();
///     if let Some(hit) = query.cast_ray(Vec3::Y, Vec3::NEG_Z, 100.0, &all)? {
///         println!("{} at {}", hit.entity, hit.point);
///     }
///     Ok(())
/// }
/// # let _ = aim;
/// ```
///
/// Errors: a number that is infinite or not a number where it must be finite, or a direction of no length.
#[derive(SystemParam)]
pub struct SpatialQuery<'w, V: Dimension> {
    /// The scene that is asked.
    pub scene: Res<'w, CollisionScene<V>>,
}

impl<V: Dimension> SpatialQuery<'_, V> {
    /// The first collider that a ray meets. Times are in lengths of the direction, which may have any length
    /// but zero; `max_time` may be infinite. Of several at one time it is the one that came into the scene
    /// first.
    pub fn cast_ray(
        &self,
        origin: V,
        direction: V,
        max_time: f32,
        filter: &SpatialQueryFilter,
    ) -> Result<Option<RayHit<V>>, QueryError> {
        let ray = ray(origin, direction, max_time);
        let hit = self.native().cast_ray(&ray, &filter.accept::<V>())?;
        Ok(hit.and_then(|hit| self.ray_hit(hit)))
    }
    /// Where a ray meets each of the colliders on it, in the order of time.
    pub fn cast_ray_all(
        &self,
        origin: V,
        direction: V,
        max_time: f32,
        filter: &SpatialQueryFilter,
    ) -> Result<Vec<RayHit<V>>, QueryError> {
        let ray = ray(origin, direction, max_time);
        let hits = self.native().cast_ray_all(&ray, &filter.accept::<V>())?;
        Ok(hits.into_iter().filter_map(|hit| self.ray_hit(hit)).collect())
    }
    /// Whether a ray meets any collider: a shadow ray.
    pub fn ray_meets_any(
        &self,
        origin: V,
        direction: V,
        max_time: f32,
        filter: &SpatialQueryFilter,
    ) -> Result<bool, QueryError> {
        let ray = ray(origin, direction, max_time);
        self.native().ray_meets_any(&ray, &filter.accept::<V>())
    }
    /// The first collider that a shape meets that moves straight from a position, without turning. What it
    /// touches or overlaps at the start is met at time 0.
    pub fn cast_shape(
        &self,
        shape: &Collider<V>,
        position: V,
        rotation: V::Rotation,
        motion: V,
        filter: &SpatialQueryFilter,
    ) -> Result<Option<ShapeHit<V>>, QueryError> {
        let pose = pose(position, rotation)?;
        let (placed, motion) = (shape.placed(&pose), Motion::linear(motion.to_native()));
        let hit = self
            .native()
            .sweep(placed, &motion, Start::Touching, &filter.accept::<V>())?;
        Ok(hit.and_then(|found| {
            Some(ShapeHit {
                entity: self.scene.entity(found.handle)?,
                time: found.hit.time,
                point: V::from_native(found.hit.point),
                normal: V::from_native(found.hit.normal),
            })
        }))
    }
    /// The colliders that a shape meets, touching included.
    pub fn overlapping(
        &self,
        shape: &Collider<V>,
        position: V,
        rotation: V::Rotation,
        filter: &SpatialQueryFilter,
    ) -> Result<Vec<Entity>, QueryError> {
        let pose = pose(position, rotation)?;
        let found = self
            .native()
            .overlapping(shape.placed(&pose), &filter.accept::<V>());
        Ok(found
            .into_iter()
            .filter_map(|handle| self.scene.entity(handle))
            .collect())
    }
    /// The colliders that contain a point, borders included. In 2D: what is under the mouse.
    pub fn at_point(&self, point: V, filter: &SpatialQueryFilter) -> Result<Vec<Entity>, QueryError> {
        let found = self.native().at_point(point.to_native(), &filter.accept::<V>())?;
        Ok(found
            .into_iter()
            .filter_map(|handle| self.scene.entity(handle))
            .collect())
    }
    /// The `count` colliders nearest to a shape and no further than `within`, which may be infinite, the
    /// nearest first.
    pub fn nearest(
        &self,
        shape: &Collider<V>,
        (position, rotation): (V, V::Rotation),
        count: usize,
        within: f32,
        filter: &SpatialQueryFilter,
    ) -> Result<Vec<Neighbor>, QueryError> {
        let pose = pose(position, rotation)?;
        let shape = shape.placed(&pose);
        let found = self.native().nearest(shape, count, within, &filter.accept::<V>());
        let neighbor = |found: clearance::scene::Neighbor<f32>| {
            let entity = self.scene.entity(found.handle)?;
            let distance = found.distance;
            Some(Neighbor { entity, distance })
        };
        Ok(found.into_iter().filter_map(neighbor).collect())
    }
    /// The collider nearest to a point, and the point of its border that is nearest; none further than
    /// `within`, which may be infinite. Of several colliders that contain the point it is the one that came
    /// into the scene first.
    pub fn project_point(
        &self,
        point: V,
        within: f32,
        filter: &SpatialQueryFilter,
    ) -> Result<Option<Projection<V>>, QueryError> {
        let here = pose::<V>(point, V::Rotation::default())?;
        let shape = <V::Native as clearance::cast::CastSpace>::point();
        let nearest = self
            .native()
            .nearest(Placed::new(&shape, &here), 1, within, &filter.accept::<V>());
        let object = nearest.first().and_then(|found| self.native().get(found.handle));
        let Some(object) = object else { return Ok(None) };
        let closest = closest_point(object.placed(), point.to_native())?;
        Ok(Some(Projection {
            entity: object.data().0,
            point: V::from_native(closest.point),
            distance: closest.distance,
            normal: V::from_native(closest.normal),
        }))
    }
    fn native(&self) -> &Scene<V::Native, Owner> {
        self.scene.scene()
    }
    fn ray_hit(&self, found: clearance::scene::SceneHit<V::Native>) -> Option<RayHit<V>> {
        Some(RayHit {
            entity: self.scene.entity(found.handle)?,
            time: found.hit.time,
            point: V::from_native(found.hit.point),
            normal: found.hit.normal.map(V::from_native),
        })
    }
}

fn ray<V: Dimension>(origin: V, direction: V, max_time: f32) -> Ray<V::Native> {
    Ray {
        origin: origin.to_native(),
        direction: direction.to_native(),
        max_time,
    }
}

fn pose<V: Dimension>(position: V, rotation: V::Rotation) -> Result<Pose<V::Native>, QueryError> {
    let at = Pose::at(position.to_native()).map_err(|error| match error {
        InvalidPose::PositionTooLarge => QueryError::TooLarge("position"),
        _ => QueryError::NotFinite("position"),
    })?;
    at.turned(V::rotation_to_native(rotation))
        .map_err(|_| QueryError::NotFinite("rotation"))
}
