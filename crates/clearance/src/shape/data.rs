//! Shapes as data: each is written as the arguments of its constructor, and read through it, so that no shape
//! exists that was not checked.
//!
//! The names are those of the JSON format: `{"circle": {"radius": 1.0}}`. The kind is the key, not a field
//! beside the others, so that every format serves, also those that do not describe themselves. What a shape
//! derives from its arguments (hulls, normals, boxes) is not stored but computed again, with the same bits.

use alloc::string::String;
use alloc::vec::Vec;

use glam::{DVec2, DVec3, Vec2, Vec3};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};
use serde::{Deserialize as DeriveDeserialize, Serialize as DeriveSerialize};

use super::kinds::any::{ShapeSpace, Space2, Space3};
use super::{
    Ball, Bitmap, Capsule, Compound, Cone, ConvexPolygon, Cuboid, Cylinder, Ellipsoid, HalfSpace,
    InvalidShape, Mesh, Part, Polygon, Polyhedron, Polyline, Rounded, Segment, Terrain, Triangle,
};
use crate::math::{Pose, Real};

/// A space whose shapes can be written and read as data: all four are.
pub trait DataSpace:
    ShapeSpace<
        Scalar: Serialize + DeserializeOwned,
        Rotation: Serialize + DeserializeOwned,
        Shape: Serialize + DeserializeOwned + From<Rounded<Self>>,
    > + Serialize
    + DeserializeOwned
{
}
impl DataSpace for Vec2 {}
impl DataSpace for DVec2 {}
impl DataSpace for Vec3 {}
impl DataSpace for DVec3 {}

/// A shape is written as a struct of these fields, and read by passing them to its constructor.
macro_rules! fields {
    ($shape:ident [$p:ident: $($bound:tt)+] $name:literal
        write |$self:ident| { $($field:ident: $type:ty = $value:expr),+ $(,)? }
        read $made:expr
    ) => {
        const _: () = {
            #[derive(DeriveSerialize, DeriveDeserialize)]
            #[serde(rename = $name, bound = "", deny_unknown_fields)]
            struct Fields<$p: $($bound)+> {
                $($field: $type),+
            }
            impl<$p: $($bound)+> Serialize for $shape<$p> {
                fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                    let $self = self;
                    Fields::<$p> { $($field: $value),+ }.serialize(serializer)
                }
            }
            impl<'de, $p: $($bound)+> Deserialize<'de> for $shape<$p> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let Fields { $($field),+ } = Fields::<$p>::deserialize(deserializer)?;
                    $made.map_err(D::Error::custom)
                }
            }
        };
    };
}

fields!(Ball [S: Real + Serialize + DeserializeOwned] "ball"
    write |ball| { radius: S = ball.radius() }
    read Ball::new(radius));
fields!(Cylinder [S: Real + Serialize + DeserializeOwned] "cylinder"
    write |c| { half_height: S = c.half_height(), radius: S = c.radius() }
    read Cylinder::new(half_height, radius));
fields!(Cone [S: Real + Serialize + DeserializeOwned] "cone"
    write |c| { half_height: S = c.half_height(), radius: S = c.radius() }
    read Cone::new(half_height, radius));

fields!(Segment [V: DataSpace] "segment"
    write |s| { a: V = s.ends()[0], b: V = s.ends()[1] }
    read Segment::new(a, b));
fields!(Capsule [V: DataSpace] "capsule"
    write |c| { a: V = c.ends()[0], b: V = c.ends()[1], radius: V::Scalar = c.radius() }
    read Capsule::new(a, b, radius));
fields!(Ellipsoid [V: DataSpace] "ellipsoid"
    write |e| { radii: V = e.radii() }
    read Ellipsoid::new(radii));
fields!(Cuboid [V: DataSpace] "box"
    write |c| { half_extents: V = c.half_extents() }
    read Cuboid::new(half_extents));
fields!(HalfSpace [V: DataSpace] "half_space"
    write |h| { normal: V = h.normal(), offset: V::Scalar = h.offset() }
    read HalfSpace::new(normal, offset));
fields!(Rounded [V: DataSpace] "rounded"
    write |r| { shape: V::Shape = all_but_last(r).map_err(Z::Error::custom)?, radius: V::Scalar = last(r) }
    read Rounded::new(shape, radius));
fields!(Part [V: DataSpace] "part"
    write |p| { shape: V::Shape = p.shape.clone(), pose: Pose<V> = p.pose }
    read Ok::<_, InvalidShape>(Part::new(shape, pose)));
fields!(Compound [V: DataSpace] "compound"
    write |c| { parts: Vec<Part<V>> = c.parts().to_vec() }
    read Compound::from_parts(parts));

fields!(ConvexPolygon [V: Space2 + DataSpace] "convex"
    write |c| { vertices: Vec<V> = c.vertices().to_vec() }
    read ConvexPolygon::new(&vertices));
fields!(Polygon [V: Space2 + DataSpace] "polygon"
    write |p| { vertices: Vec<V> = p.rings()[0].clone(), holes: Vec<Vec<V>> = p.rings()[1..].to_vec() }
    read Polygon::new(&vertices, &holes));
fields!(Polyline [V: Space2 + DataSpace] "polyline"
    write |p| { vertices: Vec<V> = p.vertices().to_vec(), closed: bool = p.closed() }
    read Polyline::new(&vertices, closed));
fields!(Bitmap [V: Space2 + DataSpace] "bitmap"
    write |b| { rows: Vec<String> = rows(b), pixel_size: V::Scalar = b.pixel_size() }
    read Bitmap::new(&rows, pixel_size));

fields!(Triangle [V: Space3 + DataSpace] "triangle"
    write |t| { vertices: [V; 3] = *t.vertices() }
    read Triangle::new(vertices));
fields!(Polyhedron [V: Space3 + DataSpace] "convex"
    write |p| { vertices: Vec<V> = p.vertices().to_vec() }
    read Polyhedron::new(&vertices));
fields!(Mesh [V: Space3 + DataSpace] "mesh"
    write |m| { vertices: Vec<V> = m.vertices().to_vec(), triangles: Vec<[u32; 3]> = m.triangles().to_vec() }
    read Mesh::new(vertices, triangles));
fields!(Terrain [V: Space3 + DataSpace] "terrain"
    write |t| {
        heights: Vec<Vec<V::Scalar>> = t.heights().chunks(t.size()[1]).map(<[V::Scalar]>::to_vec).collect(),
        spacing: [V::Scalar; 2] = t.spacing(),
        holes: Vec<usize> = t.holes(),
    }
    read Terrain::with_holes(&heights, spacing, &holes));

fn last<V: ShapeSpace>(rounded: &Rounded<V>) -> V::Scalar {
    rounded.radii().last().copied().unwrap_or(Real::ZERO)
}

/// A shape that was rounded more than once, without its outermost ball: every radius is kept as given.
fn all_but_last<V: DataSpace>(rounded: &Rounded<V>) -> Result<V::Shape, InvalidShape> {
    let inner = rounded.radii().split_last().map_or(&[][..], |(_, inner)| inner);
    inner.iter().try_fold(rounded.shape().clone(), |shape, &radius| {
        Rounded::new(shape, radius).map(V::Shape::from)
    })
}

fn rows<V: Space2>(bitmap: &Bitmap<V>) -> Vec<String> {
    let [width, height] = bitmap.size();
    let pixel = |x, y| if bitmap.is_filled(x, y) { '1' } else { '0' };
    (0..height)
        .rev()
        .map(|y| (0..width).map(|x| pixel(x, y)).collect())
        .collect()
}
