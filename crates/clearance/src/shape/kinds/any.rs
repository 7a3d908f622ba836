//! What all shapes have in common, in the plane and in space, and a shape at a place.

use core::fmt::Debug;

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::curved::{Curved, FlatNormals};
use super::flat::Flat;
use super::parts::Parts;
use super::rounded::Rounded;
use super::shape2::Shape2;
use super::shape3::Shape3;
use crate::index::OwnBox;
use crate::math::{Aabb, DoubleFrame, InvalidPose, Place, Pose, Real, Space, Vector2, Vector3, lift};
use crate::shape::bounds::BoundedFrame;
use crate::shape::convex::HalfSpace;
use crate::shape::core::Core;
use crate::shape::error::InvalidShape;

/// A space with shapes: gives each of glam's vectors its shape enum.
pub trait ShapeSpace: Space {
    /// [`Shape2`] or [`Shape3`].
    type Shape: AnyShape<Self>;
}

/// The plane, in `f32` ([`Vec2`]) or `f64` ([`DVec2`]).
pub trait Space2: Vector2 + ShapeSpace<Shape = Shape2<Self>> {}
/// Space, in `f32` ([`Vec3`]) or `f64` ([`DVec3`]).
pub trait Space3: Vector3 + ShapeSpace<Shape = Shape3<Self>> {}

macro_rules! impl_space {
    ($($v:ty: $space:ident, $shape:ident);+) => { $(
        impl ShapeSpace for $v { type Shape = $shape<$v>; }
        impl $space for $v {}
    )+ };
}
impl_space!(Vec2: Space2, Shape2; DVec2: Space2, Shape2; Vec3: Space3, Shape3; DVec3: Space3, Shape3);

/// What all shapes have in common, in the plane and in space.
pub trait AnyShape<V: ShapeSpace<Shape = Self>>: Clone + Debug + Send + Sync + 'static {
    /// The name of this kind in the JSON format: `"box"`, `"convex"`.
    fn kind(&self) -> &'static str;
    /// Whether the shape is one convex set.
    fn is_convex(&self) -> bool;
    /// The shape as a core (the hull of points, grown by a ball), if it is one.
    fn core(&self) -> Option<Core<'_, V>>;
    /// Prefetches what [`core`](Self::core) reads, where that is outside the shape itself.
    #[doc(hidden)]
    fn prefetch(&self);
    /// Whether the shape is a box that is not rounded.
    fn is_cuboid(&self) -> bool;
    /// The half extents of such a box; `None` for all others.
    #[doc(hidden)]
    fn half_extents(&self) -> Option<V>;
    /// The radius of a circle or sphere; `None` for all others.
    fn ball_radius(&self) -> Option<V::Scalar>;
    /// The `Rounded` that the shape is, else the shape itself.
    fn into_rounded(self) -> Result<Rounded<V>, Self>;
    /// The `Rounded` that the shape is, if it is one.
    fn as_rounded(&self) -> Option<&Rounded<V>>;
    /// The half-space that the shape is, if it is one and not rounded.
    fn as_half_space(&self) -> Option<&HalfSpace<V>>;
    /// A box in the local frame around the whole shape, before scale; infinite for half-spaces.
    fn local_aabb(&self) -> Aabb<V>;
    /// A box around the whole shape in the world, never too small; infinite for half-spaces.
    fn aabb_in(&self, frame: &BoundedFrame<V>) -> Aabb<V>;
    /// The curved solid that the shape is, rounded or not; `None` for all others.
    fn curved(&self) -> Option<Curved>;
    /// The normals of a convex shape's border where it is flat.
    fn flat_normals(&self) -> FlatNormals;
    /// The parts of a shape that is made of parts; `None` for a single convex set.
    fn parts(&self) -> Option<&dyn Parts<V>>;
    /// The local origin as a shape.
    fn point() -> Self;
    /// All points within `radius`, which is positive, of the local origin.
    fn ball(radius: V::Scalar) -> Result<Self, InvalidShape>;
    /// All points within `radius`, which is positive, of the segment between two points.
    fn rod(ends: [V; 2], radius: V::Scalar) -> Result<Self, InvalidShape>;
    /// The segment of the plane, or triangle of space, with these corners, which are finite.
    #[doc(hidden)]
    fn facet(corner: impl Fn(usize) -> V) -> Self;
    /// A box from `-half_extents` to `half_extents`.
    #[doc(hidden)]
    fn box_of(half_extents: V) -> Result<Self, InvalidShape>;
    /// A box from `-half_extents` to `half_extents`, grown by a ball of this radius.
    fn rounded_box(half_extents: V, radius: V::Scalar) -> Result<Self, InvalidShape>;
    /// A convex shape with all lengths times `2^exponent`; `None` where a number would be rounded, and for
    /// shapes made of parts.
    #[doc(hidden)]
    fn scaled(&self, exponent: i32) -> Option<Self>;
    /// A convex shape without an interior; `None` for shapes that have one, and for those made of parts.
    fn flat(&self) -> Option<Flat<V>>;
}

/// A shape and its place: what every question about a pair takes twice.
#[derive(Debug)]
pub struct Placed<'a, V: ShapeSpace> {
    /// The shape, in its own frame.
    pub shape: &'a V::Shape,
    /// Where that frame is in the world.
    pub place: crate::math::Place<'a, V>,
}

/// Prefetches what questions about both shapes read, where that is outside the shapes themselves.
#[inline]
pub(crate) fn prefetch_both<V: ShapeSpace>(a: &Placed<'_, V>, b: &Placed<'_, V>) {
    a.shape.prefetch();
    b.shape.prefetch();
}

impl<V: ShapeSpace> Clone for Placed<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: ShapeSpace> Copy for Placed<'_, V> {}

impl<'a, V: ShapeSpace> Placed<'a, V> {
    /// `shape` at `pose` in the world.
    #[inline]
    pub fn new(shape: &'a V::Shape, pose: &'a crate::math::Pose<V>) -> Self {
        let place = crate::math::Place::world(pose);
        Self { shape, place }
    }
    /// Asks `question` about the shape moved in the world.
    ///
    /// Errors: a position beyond the supported range.
    pub(crate) fn moved<R>(
        &self,
        by: V,
        question: &mut dyn FnMut(Placed<'_, V>) -> R,
    ) -> Result<R, InvalidPose> {
        let shape = self.shape;
        self.place
            .moved(by, &mut |place| question(Placed { shape, place: *place }))
    }
    /// Another shape in the same place.
    #[inline]
    pub fn with_shape<'b>(&self, shape: &'b V::Shape) -> Placed<'b, V>
    where
        'a: 'b,
    {
        let place = self.place;
        Placed { shape, place }
    }
    /// Where the shape is, if it is a single point with one pose.
    #[inline]
    pub(crate) fn as_point(&self) -> Option<V> {
        let core = self.shape.core()?;
        let is_point = core.vertices.len() == 1 && core.radius == Real::ZERO && self.place.outer.is_none();
        (is_point && core.vertices[0] == V::ZERO).then(|| self.place.pose.position())
    }
    /// The box around the shape in the world, never too small.
    #[inline]
    pub fn aabb(&self) -> Aabb<V> {
        self.shape.aabb_in(&BoundedFrame::of(&self.place))
    }
    /// The box around the shape along the axes of its own frame, in the world; rounded.
    pub(crate) fn own_box(&self) -> OwnBox {
        let core = self.shape.core();
        let of_core = core.and_then(|core| Aabb::from_points(core.vertices.iter().copied()));
        let of_shape = || {
            self.shape
                .aabb_in(&BoundedFrame::of(&Place::world(&Pose::IDENTITY)))
        };
        let local = of_core.unwrap_or_else(of_shape);
        let (low, high) = (lift(local.min), lift(local.max));
        let frame = DoubleFrame::of_place(&self.place);
        OwnBox {
            middle: frame.outward((0.5 * low + 0.5 * high) * frame.scale),
            axes: frame.axes(),
            half: (0.5 * high - 0.5 * low) * frame.scale,
            radius: core.map_or(0.0, |core| core.radius.to_f64()) * frame.scale * (1.0 + 1e-6),
        }
    }
}
