//! Every shape by name: `Shape2` and `Shape3`, and what the pair tests ask of either.

use alloc::vec::Vec;
use core::fmt::Debug;

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::ball::Ball;
use super::bitmap::Bitmap;
use super::bounds::{View, local_core, local_grown};
use super::capsule_like::{Capsule, Segment};
use super::compound::Compound;
use super::convex2::ConvexPolygon;
use super::convex3::Polyhedron;
use super::core::{Core, Vertices};
use super::cuboid::Cuboid;
use super::ellipsoid::Ellipsoid;
use super::error::InvalidShape;
use super::flat::{Flat, flat2, flat3};
use super::half_space::HalfSpace;
use super::kinks::{self, Curved, Kinks};
use super::mesh::Mesh;
use super::parts::Parts;
use super::polygon::Polygon;
use super::polyline::Polyline;
use super::rounded::Rounded;
use super::terrain::Terrain;
use super::triangle::Triangle;
use super::turned::{Cone, Cylinder};
use crate::math::{Aabb, Real, Space, Vector2, Vector3};

/// A space in which shapes live: ties each of glam's vectors to its shape enum.
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

/// What the pair tests ask of a shape of either dimension.
pub trait AnyShape<V: ShapeSpace<Shape = Self>>: Clone + Debug + Send + Sync + 'static {
    /// The name of this kind in the JSON format: `"box"`, `"convex"`.
    fn kind(&self) -> &'static str;
    /// Whether the shape is one convex set.
    fn is_convex(&self) -> bool;
    /// The shape as the hull of points and a ball, where it is one.
    fn core(&self) -> Option<Core<'_, V>>;
    /// The inside of a `Rounded`, or the shape itself.
    fn into_rounded(self) -> Result<Rounded<V>, Self>;
    /// The shape inside a `Rounded` and by how much that is grown.
    fn as_rounded(&self) -> Option<&Rounded<V>>;
    /// The half-space, where the shape is one that is not rounded.
    fn as_half_space(&self) -> Option<&HalfSpace<V>>;
    /// A box in the local frame around the whole shape, before scale; infinite for half-spaces.
    fn local_aabb(&self) -> Aabb<V>;
    /// A box around the whole shape as seen through a chain of poses, never too small; infinite for half-spaces.
    fn aabb_in(&self, view: &View<V>) -> Aabb<V>;
    /// Which curved solid the shape is, or is a rounded one of; `None` for all others.
    fn curved(&self) -> Option<Curved>;
    /// Where the border of a convex shape is flat.
    fn kinks(&self) -> Kinks;
    /// The parts of a shape that is made of parts; `None` for a single convex set.
    fn parts(&self) -> Option<&dyn Parts<V>>;
    /// The local origin as a shape.
    fn point() -> Self;
    /// What a convex shape without an inside is made of; `None` for shapes that have one, and for those of many parts.
    fn flat(&self) -> Option<Flat<V>>;
}

/// Every shape of the plane.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Shape2<V: Space2> {
    /// The local origin.
    Point,
    /// The straight line between two points.
    Segment(Segment<V>),
    /// A circle with its inside.
    Circle(Ball<V::Scalar>),
    /// An ellipse with its inside.
    Ellipse(Ellipsoid<V>),
    /// All points near a segment.
    Capsule(Capsule<V>),
    /// A rectangle around the origin.
    Box(Cuboid<V>),
    /// The hull of points.
    Convex(ConvexPolygon<V>),
    /// A simple polygon with holes.
    Polygon(Polygon<V>),
    /// A chain of segments.
    Polyline(Polyline<V>),
    /// Everything on one side of a line.
    HalfSpace(HalfSpace<V>),
    /// A pixel mask.
    Bitmap(Bitmap<V>),
    /// A convex shape grown by a ball.
    Rounded(Rounded<V>),
    /// Several shapes placed together.
    Compound(Compound<V>),
}

/// Every shape of space.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Shape3<V: Space3> {
    /// The local origin.
    Point,
    /// The straight line between two points.
    Segment(Segment<V>),
    /// A flat triangle.
    Triangle(Triangle<V>),
    /// A sphere with its inside.
    Sphere(Ball<V::Scalar>),
    /// An ellipsoid with its inside.
    Ellipsoid(Ellipsoid<V>),
    /// All points near a segment.
    Capsule(Capsule<V>),
    /// A solid cylinder around Y.
    Cylinder(Cylinder<V::Scalar>),
    /// A solid cone around Y.
    Cone(Cone<V::Scalar>),
    /// A box around the origin.
    Box(Cuboid<V>),
    /// The hull of points.
    Convex(Polyhedron<V>),
    /// Triangles with shared vertices; a solid where closed.
    Mesh(Mesh<V>),
    /// A height field.
    Terrain(Terrain<V>),
    /// Everything on one side of a plane.
    HalfSpace(HalfSpace<V>),
    /// A convex shape grown by a ball.
    Rounded(Rounded<V>),
    /// Several shapes placed together.
    Compound(Compound<V>),
}

/// The constructors that both dimensions share, named as in the JSON format.
macro_rules! shared_constructors {
    ($shape:ident, $space:ident, $ball:ident = $ball_fn:ident, $ellipsoid:ident = $ellipsoid_fn:ident) => {
        impl<V: $space> $shape<V> {
            /// A ball around the origin, of positive radius.
            pub fn $ball_fn(radius: V::Scalar) -> Result<Self, InvalidShape> {
                Ball::new(radius).map(Self::$ball)
            }
            /// Half the length of each axis, all positive.
            pub fn $ellipsoid_fn(radii: V) -> Result<Self, InvalidShape> {
                Ellipsoid::new(radii).map(Self::$ellipsoid)
            }
            /// The straight line from `a` to `b`.
            pub fn segment(a: V, b: V) -> Result<Self, InvalidShape> {
                Segment::new(a, b).map(Self::Segment)
            }
            /// All points within `radius` of the segment from `a` to `b`.
            pub fn capsule(a: V, b: V, radius: V::Scalar) -> Result<Self, InvalidShape> {
                Capsule::new(a, b, radius).map(Self::Capsule)
            }
            /// A box from `-half_extents` to `half_extents`.
            pub fn cuboid(half_extents: V) -> Result<Self, InvalidShape> {
                Cuboid::new(half_extents).map(Self::Box)
            }
            /// The set `normal · x <= offset`.
            pub fn half_space(normal: V, offset: V::Scalar) -> Result<Self, InvalidShape> {
                HalfSpace::new(normal, offset).map(Self::HalfSpace)
            }
            /// A convex shape grown by a ball of this radius, which may be 0.
            pub fn rounded(self, radius: V::Scalar) -> Result<Self, InvalidShape> {
                Rounded::new(self, radius).map(Self::Rounded)
            }
            /// Several shapes, each with its pose in the frame of the whole; at least one.
            pub fn compound(parts: Vec<(Self, crate::math::Pose<V>)>) -> Result<Self, InvalidShape> {
                Compound::new(parts).map(Self::Compound)
            }
        }
        impl<V: $space> From<Rounded<V>> for $shape<V> {
            fn from(rounded: Rounded<V>) -> Self {
                Self::Rounded(rounded)
            }
        }
    };
}
shared_constructors!(Shape2, Space2, Circle = circle, Ellipse = ellipse);
shared_constructors!(Shape3, Space3, Sphere = sphere, Ellipsoid = ellipsoid);

impl<V: Space2> Shape2<V> {
    /// The hull of points, in any order; one, two or collinear points are allowed.
    pub fn convex(vertices: &[V]) -> Result<Self, InvalidShape> {
        ConvexPolygon::new(vertices).map(Self::Convex)
    }
    /// A simple polygon, concave or not, with holes; any winding.
    pub fn polygon(vertices: &[V], holes: &[Vec<V>]) -> Result<Self, InvalidShape> {
        Polygon::new(vertices, holes).map(Self::Polygon)
    }
    /// A chain of segments; `closed` joins the last vertex to the first.
    pub fn polyline(vertices: &[V], closed: bool) -> Result<Self, InvalidShape> {
        Polyline::new(vertices, closed).map(Self::Polyline)
    }
    /// A pixel mask: rows of `0` and `1`, the first on top; the lower left corner is the origin.
    pub fn bitmap<R: AsRef<str>>(rows: &[R], pixel_size: V::Scalar) -> Result<Self, InvalidShape> {
        Bitmap::new(rows, pixel_size).map(Self::Bitmap)
    }
}

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
}

impl<V: Space2> AnyShape<V> for Shape2<V> {
    fn kind(&self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Segment(_) => "segment",
            Self::Circle(_) => "circle",
            Self::Ellipse(_) => "ellipse",
            Self::Capsule(_) => "capsule",
            Self::Box(_) => "box",
            Self::Convex(_) => "convex",
            Self::Polygon(_) => "polygon",
            Self::Polyline(_) => "polyline",
            Self::HalfSpace(_) => "half_space",
            Self::Bitmap(_) => "bitmap",
            Self::Rounded(_) => "rounded",
            Self::Compound(_) => "compound",
        }
    }
    fn is_convex(&self) -> bool {
        !matches!(
            self,
            Self::Polygon(_) | Self::Polyline(_) | Self::Bitmap(_) | Self::Compound(_)
        )
    }
    fn core(&self) -> Option<Core<'_, V>> {
        Some(match self {
            Self::Point => Core::sharp(Vertices::few([V::ZERO])),
            Self::Segment(s) => Core::sharp(Vertices::few(*s.ends())),
            Self::Circle(b) => Core::with_radius(Vertices::few([V::ZERO]), b.radius()),
            Self::Capsule(c) => Core::with_radius(Vertices::few(*c.ends()), c.radius()),
            Self::Box(c) => Core::sharp(Vertices::few([0, 1, 3, 2].map(|i| c.corner(i)))),
            Self::Convex(c) => Core::sharp(Vertices::Many(c.vertices())),
            Self::Rounded(r) => rounded_core(r)?,
            _ => return None,
        })
    }
    fn into_rounded(self) -> Result<Rounded<V>, Self> {
        if let Self::Rounded(r) = self {
            Ok(r)
        } else {
            Err(self)
        }
    }
    fn as_rounded(&self) -> Option<&Rounded<V>> {
        if let Self::Rounded(r) = self {
            Some(r)
        } else {
            None
        }
    }
    fn as_half_space(&self) -> Option<&HalfSpace<V>> {
        if let Self::HalfSpace(h) = self {
            Some(h)
        } else {
            None
        }
    }
    fn local_aabb(&self) -> Aabb<V> {
        if let Some(core) = self.core() {
            return local_core(&core);
        }
        match self {
            Self::Ellipse(e) => Aabb {
                min: -e.radii(),
                max: e.radii(),
            },
            Self::Polygon(p) => p.bounds(),
            Self::Polyline(p) => p.bounds(),
            Self::Bitmap(b) => b.bounds(),
            Self::Rounded(r) => local_grown(r.shape().local_aabb(), r.radius()),
            Self::Compound(c) => c.bounds(),
            _ => Aabb::everything(),
        }
    }
    fn aabb_in(&self, view: &View<V>) -> Aabb<V> {
        match self {
            Self::Point => view.points(&[V::ZERO], Real::ZERO),
            Self::Segment(s) => view.points(s.ends(), Real::ZERO),
            Self::Circle(b) => view.points(&[V::ZERO], b.radius()),
            Self::Capsule(c) => view.points(c.ends(), c.radius()),
            Self::Box(c) => view.turned_box(c.bounds()),
            Self::Ellipse(e) => view.ellipsoid(e.radii()),
            Self::Convex(c) => view.many(c.vertices(), c.bounds(), c.center(), c.radius()),
            Self::Polygon(p) => view.points_or_box(&p.rings()[0], p.bounds()),
            Self::Polyline(p) => view.points_or_box(p.vertices(), p.bounds()),
            Self::Rounded(r) => view.grown(r.shape().aabb_in(view), r.radius()),
            Self::Compound(c) => compound_aabb(c, view),
            _ => view.turned_box(self.local_aabb()),
        }
    }
    fn curved(&self) -> Option<Curved> {
        kinks::curved2(self)
    }
    fn kinks(&self) -> Kinks {
        kinks::kinks2(self)
    }
    fn point() -> Self {
        Self::Point
    }
    fn flat(&self) -> Option<Flat<V>> {
        match self {
            Self::Circle(_) | Self::Capsule(_) => None,
            Self::Box(c) if c.half_extents().min_element() > Real::ZERO => None,
            Self::Convex(c) if c.rank() == V::DIM => None,
            _ => self.core().and_then(|core| flat2(&core)),
        }
    }
    fn parts(&self) -> Option<&dyn Parts<V>> {
        Some(match self {
            Self::Polygon(p) => p,
            Self::Polyline(p) => p,
            Self::Bitmap(b) => b,
            Self::Compound(c) => c,
            _ => return None,
        })
    }
}

impl<V: Space3> AnyShape<V> for Shape3<V> {
    fn kind(&self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Segment(_) => "segment",
            Self::Triangle(_) => "triangle",
            Self::Sphere(_) => "sphere",
            Self::Ellipsoid(_) => "ellipsoid",
            Self::Capsule(_) => "capsule",
            Self::Cylinder(_) => "cylinder",
            Self::Cone(_) => "cone",
            Self::Box(_) => "box",
            Self::Convex(_) => "convex",
            Self::Mesh(_) => "mesh",
            Self::Terrain(_) => "terrain",
            Self::HalfSpace(_) => "half_space",
            Self::Rounded(_) => "rounded",
            Self::Compound(_) => "compound",
        }
    }
    fn is_convex(&self) -> bool {
        !matches!(self, Self::Mesh(_) | Self::Terrain(_) | Self::Compound(_))
    }
    fn core(&self) -> Option<Core<'_, V>> {
        Some(match self {
            Self::Point => Core::sharp(Vertices::few([V::ZERO])),
            Self::Segment(s) => Core::sharp(Vertices::few(*s.ends())),
            Self::Triangle(t) => Core::sharp(Vertices::few(*t.vertices())),
            Self::Sphere(b) => Core::with_radius(Vertices::few([V::ZERO]), b.radius()),
            Self::Capsule(c) => Core::with_radius(Vertices::few(*c.ends()), c.radius()),
            Self::Box(c) => Core::sharp(Vertices::few([0, 1, 2, 3, 4, 5, 6, 7].map(|i| c.corner(i)))),
            Self::Convex(c) => Core::sharp(Vertices::Many(c.vertices())),
            Self::Rounded(r) => rounded_core(r)?,
            _ => return None,
        })
    }
    fn into_rounded(self) -> Result<Rounded<V>, Self> {
        if let Self::Rounded(r) = self {
            Ok(r)
        } else {
            Err(self)
        }
    }
    fn as_rounded(&self) -> Option<&Rounded<V>> {
        if let Self::Rounded(r) = self {
            Some(r)
        } else {
            None
        }
    }
    fn as_half_space(&self) -> Option<&HalfSpace<V>> {
        if let Self::HalfSpace(h) = self {
            Some(h)
        } else {
            None
        }
    }
    fn local_aabb(&self) -> Aabb<V> {
        if let Some(core) = self.core() {
            return local_core(&core);
        }
        let around = |x: V::Scalar, y: V::Scalar| Aabb {
            min: V::new(-x, -y, -x),
            max: V::new(x, y, x),
        };
        match self {
            Self::Ellipsoid(e) => Aabb {
                min: -e.radii(),
                max: e.radii(),
            },
            Self::Cylinder(c) => around(c.radius(), c.half_height()),
            Self::Cone(c) => around(c.radius(), c.half_height()),
            Self::Mesh(m) => m.bounds(),
            Self::Terrain(t) => t.bounds(),
            Self::Rounded(r) => local_grown(r.shape().local_aabb(), r.radius()),
            Self::Compound(c) => c.bounds(),
            _ => Aabb::everything(),
        }
    }
    fn aabb_in(&self, view: &View<V>) -> Aabb<V> {
        match self {
            Self::Point => view.points(&[V::ZERO], Real::ZERO),
            Self::Segment(s) => view.points(s.ends(), Real::ZERO),
            Self::Triangle(t) => view.points(t.vertices(), Real::ZERO),
            Self::Sphere(b) => view.points(&[V::ZERO], b.radius()),
            Self::Capsule(c) => view.points(c.ends(), c.radius()),
            Self::Box(c) => view.turned_box(c.bounds()),
            Self::Ellipsoid(e) => view.ellipsoid(e.radii()),
            Self::Convex(c) => view.many(c.vertices(), c.bounds(), c.center(), c.radius()),
            Self::Mesh(m) => view.points_or_box(m.vertices(), m.bounds()),
            Self::Cylinder(c) => view.discs([-c.half_height(), c.half_height()].map(|y| (y, c.radius()))),
            Self::Cone(c) => view.discs([(-c.half_height(), c.radius()), (c.half_height(), Real::ZERO)]),
            Self::Rounded(r) => view.grown(r.shape().aabb_in(view), r.radius()),
            Self::Compound(c) => compound_aabb(c, view),
            _ => view.turned_box(self.local_aabb()),
        }
    }
    fn curved(&self) -> Option<Curved> {
        kinks::curved3(self)
    }
    fn kinks(&self) -> Kinks {
        kinks::kinks3(self)
    }
    fn point() -> Self {
        Self::Point
    }
    fn flat(&self) -> Option<Flat<V>> {
        match self {
            Self::Sphere(_) | Self::Capsule(_) => None,
            Self::Box(c) if c.half_extents().min_element() > Real::ZERO => None,
            Self::Convex(c) if c.rank() == V::DIM => None,
            _ => self.core().and_then(|core| flat3(&core)),
        }
    }
    fn parts(&self) -> Option<&dyn Parts<V>> {
        Some(match self {
            Self::Mesh(m) => m,
            Self::Terrain(t) => t,
            Self::Compound(c) => c,
            _ => return None,
        })
    }
}

/// The box around every part where there are few, else around the box of them all.
fn compound_aabb<V: ShapeSpace>(compound: &Compound<V>, view: &View<V>) -> Aabb<V> {
    const FEW: usize = 64;
    if compound.parts().len() > FEW {
        return view.turned_box(compound.bounds());
    }
    let boxes = compound
        .parts()
        .iter()
        .map(|part| part.shape.aabb_in(&view.through(&part.pose)));
    boxes.reduce(|a, b| a.union(&b)).unwrap_or_else(Aabb::everything)
}

fn rounded_core<V: ShapeSpace>(r: &Rounded<V>) -> Option<Core<'_, V>> {
    let inner = r.shape().core()?;
    Some(Core {
        radius: inner.own_radius + r.radius(),
        added: r.radii(),
        ..inner
    })
}

/// A shape where it stands: what every question takes twice.
#[derive(Debug)]
pub struct Placed<'a, V: ShapeSpace> {
    /// The shape, in its own frame.
    pub shape: &'a V::Shape,
    /// Where that frame is.
    pub place: crate::math::Place<'a, V>,
}

impl<V: ShapeSpace> Clone for Placed<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: ShapeSpace> Copy for Placed<'_, V> {}

impl<'a, V: ShapeSpace> Placed<'a, V> {
    /// `shape` at `pose` in the world.
    #[inline(always)]
    pub fn new(shape: &'a V::Shape, pose: &'a crate::math::Pose<V>) -> Self {
        Self {
            shape,
            place: crate::math::Place::world(pose),
        }
    }
    /// Another shape in the same place.
    #[inline(always)]
    pub fn with_shape<'b>(&self, shape: &'b V::Shape) -> Placed<'b, V>
    where
        'a: 'b,
    {
        Placed {
            shape,
            place: self.place,
        }
    }
    /// The box around the shape in the world, never too small.
    #[inline]
    pub fn aabb(&self) -> Aabb<V> {
        super::bounds::world_aabb(*self)
    }
}
