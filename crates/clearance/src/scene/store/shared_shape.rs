//! Every kind of shape can be given where an object's shape is taken: a mesh as well as a `Shape` or an `Arc`
//! that many objects share.

use alloc::sync::Arc;

use crate::shape::{
    Ball, Bitmap, Capsule, Compound, Cone, ConvexPolygon, Cuboid, Cylinder, Ellipsoid, HalfSpace, Mesh,
    Polygon, Polyhedron, Polyline, Rounded, Segment, Shape2, Shape3, Space2, Space3, Terrain, Triangle,
};

macro_rules! shared_shapes {
    ($space:ident, $shape:ident: $($kind:ident($of:ty)),+) => { $(
        impl<V: $space> From<$of> for Arc<$shape<V>> {
            fn from(shape: $of) -> Self {
                Self::new($shape::$kind(shape))
            }
        }
    )+ };
}
shared_shapes!(
    Space2, Shape2: Segment(Segment<V>), Circle(Ball<V::Scalar>), Ellipse(Ellipsoid<V>), Capsule(Capsule<V>),
    Box(Cuboid<V>), Convex(ConvexPolygon<V>), Polygon(Polygon<V>), Polyline(Polyline<V>),
    HalfSpace(HalfSpace<V>), Bitmap(Bitmap<V>), Rounded(Rounded<V>), Compound(Compound<V>)
);
shared_shapes!(
    Space3, Shape3: Segment(Segment<V>), Triangle(Triangle<V>), Sphere(Ball<V::Scalar>),
    Ellipsoid(Ellipsoid<V>), Capsule(Capsule<V>), Cylinder(Cylinder<V::Scalar>), Cone(Cone<V::Scalar>), Box(Cuboid<V>),
    Convex(Polyhedron<V>), Mesh(Mesh<V>), Terrain(Terrain<V>), HalfSpace(HalfSpace<V>), Rounded(Rounded<V>),
    Compound(Compound<V>)
);
