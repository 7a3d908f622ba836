//! What `Shape2` and `Shape3` have in common: the constructors and methods of the kinds that are in both.
//!
//! These are macros, since the two enums have no common type. What differs is passed in, or is a method that
//! each enum has for its own kinds (`own_core`, `own_box`, `own_box_in`, `own_parts`, `own_scaled`).

/// An enum of shapes with the name of each kind in the JSON format. Every kind converts into the enum.
macro_rules! shape_enum {
    (
        $(#[$enum_doc:meta])*
        $shape:ident<V: $space:ident> {
            $(#[$point_doc:meta])* Point = $point:literal,
            $($(#[$kind_doc:meta])* $kind:ident($of:ty) = $name:literal),+ $(,)?
        }
    ) => {
        $(#[$enum_doc])*
        #[derive(Clone, Debug)]
        #[cfg_attr(
            feature = "serde",
            derive(serde::Serialize, serde::Deserialize),
            serde(rename = "shape", rename_all = "snake_case", bound = "V: crate::shape::DataSpace")
        )]
        #[non_exhaustive]
        pub enum $shape<V: $space> {
            $(#[$point_doc])*
            Point,
            $($(#[$kind_doc])* $kind($of)),+
        }
        impl<V: $space> $shape<V> {
            fn kind_name(&self) -> &'static str {
                match self {
                    Self::Point => $point,
                    $(Self::$kind(_) => $name),+
                }
            }
        }
        $(impl<V: $space> From<$of> for $shape<V> {
            fn from(shape: $of) -> Self {
                Self::$kind(shape)
            }
        })+
    };
}
pub(super) use shape_enum;

/// The constructors that both enums have, named as in the JSON format, and all of `AnyShape`.
macro_rules! shared_shape {
    ($shape:ident, $space:ident, $ball:ident = $ball_fn:ident, $ellipsoid:ident = $ellipsoid_fn:ident,
     $facet:ident, corners: $corners:expr, $flat:path, $curved:path, $flat_normals:path) => {
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
            pub fn compound(
                parts: Vec<(impl Into<Self>, crate::math::Pose<V>)>,
            ) -> Result<Self, InvalidShape> {
                Compound::new(parts).map(Self::Compound)
            }
        }
        impl<V: $space> AnyShape<V> for $shape<V> {
            fn kind(&self) -> &'static str {
                self.kind_name()
            }
            fn is_convex(&self) -> bool {
                self.parts().is_none()
            }
            fn is_cuboid(&self) -> bool {
                matches!(self, Self::Box(_))
            }
            #[inline]
            fn half_extents(&self) -> Option<V> {
                match self {
                    Self::Box(cuboid) => Some(cuboid.half_extents()),
                    _ => None,
                }
            }
            #[inline]
            fn core(&self) -> Option<Core<'_, V>> {
                Some(match self {
                    Self::Point => Core::sharp(Vertices::few([V::ZERO])),
                    Self::Segment(s) => Core::sharp(Vertices::few(*s.ends())),
                    Self::$ball(b) => Core::with_radius(Vertices::few([V::ZERO]), b.radius()),
                    Self::Capsule(c) => Core::with_radius(Vertices::few(*c.ends()), c.radius()),
                    Self::Box(c) => Core::sharp(Vertices::few($corners.map(|i| c.corner(i)))),
                    Self::Convex(c) => c.core(),
                    Self::Rounded(r) => r.core()?,
                    other => return other.own_core(),
                })
            }
            #[inline]
            fn prefetch(&self) {
                if let Self::Convex(c) = self {
                    c.prefetch();
                }
            }
            #[inline]
            fn ball_radius(&self) -> Option<V::Scalar> {
                let Self::$ball(b) = self else { return None };
                Some(b.radius())
            }
            fn into_rounded(self) -> Result<Rounded<V>, Self> {
                match self {
                    Self::Rounded(r) => Ok(r),
                    plain => Err(plain),
                }
            }
            fn as_rounded(&self) -> Option<&Rounded<V>> {
                let Self::Rounded(r) = self else { return None };
                Some(r)
            }
            fn as_half_space(&self) -> Option<&HalfSpace<V>> {
                let Self::HalfSpace(h) = self else {
                    return None;
                };
                Some(h)
            }
            fn local_aabb(&self) -> Aabb<V> {
                if let Self::Convex(c) = self {
                    return c.bounds();
                }
                if let Some(core) = self.core() {
                    return local_core(&core);
                }
                match self {
                    Self::$ellipsoid(e) => Aabb::new(-e.radii(), e.radii()),
                    Self::Rounded(r) => local_grown(r.shape().local_aabb(), r.radius()),
                    Self::Compound(c) => c.bounds(),
                    Self::HalfSpace(_) => Aabb::everything(),
                    other => other.own_box(),
                }
            }
            fn aabb_in(&self, frame: &BoundedFrame<V>) -> Aabb<V> {
                match self {
                    Self::Point => frame.points(&[V::ZERO], Real::ZERO),
                    Self::Segment(s) => frame.points(s.ends(), Real::ZERO),
                    Self::$ball(b) => frame.points(&[V::ZERO], b.radius()),
                    Self::Capsule(c) => frame.points(c.ends(), c.radius()),
                    Self::Box(c) => frame.turned_box(c.bounds()),
                    Self::$ellipsoid(e) => frame.ellipsoid(e.radii()),
                    Self::Convex(c) => frame.many(c.vertices(), c.bounds(), c.center(), c.radius()),
                    Self::Rounded(r) => frame.grown(r.shape().aabb_in(frame), r.radius()),
                    Self::Compound(c) => c.aabb_in(frame),
                    other => other.own_box_in(frame),
                }
            }
            fn curved(&self) -> Option<Curved> {
                $curved(self)
            }
            fn flat_normals(&self) -> FlatNormals {
                $flat_normals(self)
            }
            fn parts(&self) -> Option<&dyn Parts<V>> {
                match self {
                    Self::Compound(c) => Some(c),
                    other => other.own_parts(),
                }
            }
            fn point() -> Self {
                Self::Point
            }
            fn ball(radius: V::Scalar) -> Result<Self, InvalidShape> {
                Self::$ball_fn(radius)
            }
            fn rod([a, b]: [V; 2], radius: V::Scalar) -> Result<Self, InvalidShape> {
                Self::capsule(a, b, radius)
            }
            fn facet(corner: impl Fn(usize) -> V) -> Self {
                Self::$facet($facet::from_checked(core::array::from_fn(corner)))
            }
            fn box_of(half_extents: V) -> Result<Self, InvalidShape> {
                Self::cuboid(half_extents)
            }
            fn rounded_box(half_extents: V, radius: V::Scalar) -> Result<Self, InvalidShape> {
                Self::cuboid(half_extents)?.rounded(radius)
            }
            fn scaled(&self, exponent: i32) -> Option<Self> {
                let by = crate::math::PowerOfTwo(exponent);
                let each = |v: &V| by.exactly_each(*v);
                match self {
                    Self::Point => Some(Self::Point),
                    Self::Segment(s) => Self::segment(each(&s.ends()[0])?, each(&s.ends()[1])?).ok(),
                    Self::$ball(b) => Self::ball(by.exactly(b.radius())?).ok(),
                    Self::$ellipsoid(e) => Self::$ellipsoid_fn(each(&e.radii())?).ok(),
                    Self::Capsule(c) => {
                        let [a, b] = c.ends();
                        Self::capsule(each(a)?, each(b)?, by.exactly(c.radius())?).ok()
                    }
                    Self::Box(c) => Self::cuboid(each(&c.half_extents())?).ok(),
                    Self::Convex(c) => {
                        let corners: Vec<V> = c.vertices().iter().map(each).collect::<Option<_>>()?;
                        Self::convex(&corners).ok()
                    }
                    Self::HalfSpace(h) => Self::half_space(h.normal(), by.exactly(h.offset())?).ok(),
                    Self::Rounded(r) => {
                        let inner = r.shape().scaled(exponent)?;
                        let grow = |shape: Self, &radius| shape.rounded(by.exactly(radius)?).ok();
                        r.radii().iter().try_fold(inner, grow)
                    }
                    other => other.own_scaled(exponent),
                }
            }
            fn flat(&self) -> Option<Flat<V>> {
                match self {
                    Self::$ball(_) | Self::Capsule(_) => None,
                    Self::Box(c) if c.half_extents().min_element() > Real::ZERO => None,
                    Self::Convex(c) if c.rank() == V::DIM => None,
                    _ => self.core().and_then(|core| $flat(&core)),
                }
            }
        }
    };
}
pub(super) use shared_shape;
