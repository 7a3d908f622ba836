//! `Shape3`: every shape of space by name.

use alloc::vec::Vec;

use super::any::{AnyShape, Space3};
use super::curved::{self, Curved, FlatNormals};
use super::flat::{Flat, flat3};
use super::parts::{Compound, Mesh, Parts, Terrain};
use super::rounded::Rounded;
use super::shared::{shape_enum, shared_shape};
use crate::math::{Aabb, PowerOfTwo, Real};
use crate::shape::bounds::{BoundedFrame, local_core, local_grown};
use crate::shape::convex::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Polyhedron, Segment, Triangle,
};
use crate::shape::core::{Core, Vertices};
use crate::shape::error::InvalidShape;

shape_enum! {
    /// Every shape of space.
    ///
    /// Every kind converts into it, so a `Mesh` is taken wherever a shape is:
    ///
    /// ```
    /// use clearance::{Pose, d3::Shape, glam::DVec3, shape::{Ball, Compound, Cuboid, Mesh, Rounded}};
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y];
    /// let sail: Shape<DVec3> = Mesh::new(corners, vec![[0, 1, 2]])?.into();
    /// let cushion = Rounded::<DVec3>::new(Cuboid::new(DVec3::ONE)?, 0.1)?;
    /// let pair = Shape::compound(vec![(sail, Pose::IDENTITY), (cushion.into(), Pose::IDENTITY)])?;
    /// let beads = Compound::<DVec3>::new(vec![(Ball::new(1.0)?, Pose::IDENTITY); 3])?;
    /// # let _ = (pair, beads);
    /// # Ok::<(), clearance::shape::InvalidShape>(())
    /// ```
    Shape3<V: Space3> {
        /// The local origin.
        Point = "point",
        /// The straight line between two points.
        Segment(Segment<V>) = "segment",
        /// A flat triangle.
        Triangle(Triangle<V>) = "triangle",
        /// A sphere with its inside.
        Sphere(Ball<V::Scalar>) = "sphere",
        /// An ellipsoid with its inside.
        Ellipsoid(Ellipsoid<V>) = "ellipsoid",
        /// All points near a segment.
        Capsule(Capsule<V>) = "capsule",
        /// A solid cylinder around Y.
        Cylinder(Cylinder<V::Scalar>) = "cylinder",
        /// A solid cone around Y.
        Cone(Cone<V::Scalar>) = "cone",
        /// A box around the origin.
        Box(Cuboid<V>) = "box",
        /// The hull of points.
        Convex(Polyhedron<V>) = "convex",
        /// Triangles with shared vertices; a solid where closed.
        Mesh(Mesh<V>) = "mesh",
        /// A height field.
        Terrain(Terrain<V>) = "terrain",
        /// Everything on one side of a plane.
        HalfSpace(HalfSpace<V>) = "half_space",
        /// A convex shape grown by a ball.
        Rounded(Rounded<V>) = "rounded",
        /// Several shapes placed together.
        Compound(Compound<V>) = "compound",
    }
}

shared_shape!(Shape3, Space3, Sphere = sphere, Ellipsoid = ellipsoid,
    Triangle, corners: [0, 1, 2, 3, 4, 5, 6, 7], flat3, curved::curved3, curved::flat_normals3);

impl<V: Space3> Shape3<V> {
    /// A triangle with these corners.
    pub fn triangle(vertices: [V; 3]) -> Result<Self, InvalidShape> {
        Triangle::new(vertices).map(Self::Triangle)
    }
    /// A solid cylinder around the Y axis.
    pub fn cylinder(half_height: V::Scalar, radius: V::Scalar) -> Result<Self, InvalidShape> {
        Cylinder::new(half_height, radius).map(Self::Cylinder)
    }
    /// A solid cone around the Y axis, apex up.
    pub fn cone(half_height: V::Scalar, radius: V::Scalar) -> Result<Self, InvalidShape> {
        Cone::new(half_height, radius).map(Self::Cone)
    }
    /// The hull of points, in any order; coplanar, collinear or single points are allowed.
    pub fn convex(vertices: &[V]) -> Result<Self, InvalidShape> {
        Polyhedron::new(vertices).map(Self::Convex)
    }
    /// Triangles as triples of indices into `vertices`; a solid where they close, else a surface.
    pub fn mesh(vertices: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, InvalidShape> {
        Mesh::new(vertices, triangles).map(Self::Mesh)
    }
    /// A height field: `heights[i][j]` is Y at `x = j * spacing[0]`, `z = i * spacing[1]`.
    pub fn terrain(heights: &[Vec<V::Scalar>], spacing: [V::Scalar; 2]) -> Result<Self, InvalidShape> {
        Terrain::new(heights, spacing).map(Self::Terrain)
    }
    fn own_core(&self) -> Option<Core<'_, V>> {
        match self {
            Self::Triangle(t) => Some(Core::sharp(Vertices::few(*t.vertices()))),
            _ => None,
        }
    }
    fn own_scaled(&self, exponent: i32) -> Option<Self> {
        let by = PowerOfTwo(exponent);
        match self {
            Self::Triangle(t) => {
                let [a, b, c] = *t.vertices();
                let corners = [by.exactly_each(a)?, by.exactly_each(b)?, by.exactly_each(c)?];
                Self::triangle(corners).ok()
            }
            Self::Cylinder(c) => Self::cylinder(by.exactly(c.half_height())?, by.exactly(c.radius())?).ok(),
            Self::Cone(c) => Self::cone(by.exactly(c.half_height())?, by.exactly(c.radius())?).ok(),
            _ => None,
        }
    }
    fn own_box(&self) -> Aabb<V> {
        let around = |x: V::Scalar, y: V::Scalar| Aabb::new(V::new(-x, -y, -x), V::new(x, y, x));
        match self {
            Self::Cylinder(c) => around(c.radius(), c.half_height()),
            Self::Cone(c) => around(c.radius(), c.half_height()),
            Self::Mesh(m) => m.bounds(),
            Self::Terrain(t) => t.bounds(),
            _ => Aabb::everything(),
        }
    }
    fn own_box_in(&self, frame: &BoundedFrame<V>) -> Aabb<V> {
        match self {
            Self::Triangle(t) => frame.points(t.vertices(), Real::ZERO),
            Self::Mesh(m) => frame.points_or_box(m.vertices(), m.bounds()),
            Self::Cylinder(c) => frame.discs([-c.half_height(), c.half_height()].map(|y| (y, c.radius()))),
            Self::Cone(c) => frame.discs([(-c.half_height(), c.radius()), (c.half_height(), Real::ZERO)]),
            _ => frame.turned_box(self.local_aabb()),
        }
    }
    fn own_parts(&self) -> Option<&dyn Parts<V>> {
        Some(match self {
            Self::Mesh(m) => m,
            Self::Terrain(t) => t,
            _ => return None,
        })
    }
}
