//! Which test serves which pair: the one match of two families.
//!
//! Adding a shape makes `family2` or `family3` fail to compile until the shape is put into a family; a pair's test follows from
//! the two families. Pairs of one common kind may be answered before they come here (`fast_path.rs`), by a test of their own.

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::answer::{Clearance, Manifold, QueryError, Relation};
use super::batch::bounding_balls::{BoundingBalls, of_shape2, of_shape3};
use super::batch::column::FewEdges;
use super::fast_path::Quick;
use super::outline::{Piece, outline2, outline3};
use super::{plane, space};
use crate::math::{Pose, ScalarOf};
use crate::shape::{Placed, Shape2, Shape3, ShapeSpace, Space2, Space3};

/// What a shape is to the pair tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The hull of points, grown by a ball: decided exactly.
    Core,
    /// Convex, with a curved surface that is not a ball's: by its support mapping.
    Smooth,
    /// Unbounded.
    HalfSpace,
    /// A union of convex parts, or a solid bounded by triangles.
    Parts,
}

/// Which test serves a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Separating axes, closed forms or GJK as a filter; exact arithmetic where these are unsure.
    Core,
    /// A core against a half-space: the lowest vertex; exact where unsure.
    HalfSpace,
    /// Two half-spaces: the relation is exact; a clearance exists only where they face each other.
    HalfSpaces,
    /// GJK and polytope refinement on support mappings, closed forms where they exist.
    Smooth,
    /// Part by part.
    Parts,
}

/// The test for two families.
pub fn test(a: Family, b: Family) -> Test {
    use Family::{Core, HalfSpace, Parts, Smooth};
    match (a, b) {
        (Parts, _) | (_, Parts) => Test::Parts,
        (Smooth, _) | (_, Smooth) => Test::Smooth,
        (HalfSpace, HalfSpace) => Test::HalfSpaces,
        (HalfSpace, Core) | (Core, HalfSpace) => Test::HalfSpace,
        (Core, Core) => Test::Core,
    }
}

fn family2<V: Space2>(shape: &Shape2<V>) -> Family {
    use Shape2 as S;
    match shape {
        S::Point | S::Segment(_) | S::Circle(_) | S::Capsule(_) | S::Box(_) | S::Convex(_) => Family::Core,
        S::Ellipse(_) => Family::Smooth,
        S::HalfSpace(_) => Family::HalfSpace,
        S::Polygon(_) | S::Polyline(_) | S::Bitmap(_) | S::Compound(_) => Family::Parts,
        S::Rounded(r) => family2(r.shape()),
    }
}

fn family3<V: Space3>(shape: &Shape3<V>) -> Family {
    use Shape3 as S;
    match shape {
        S::Point
        | S::Segment(_)
        | S::Triangle(_)
        | S::Sphere(_)
        | S::Capsule(_)
        | S::Box(_)
        | S::Convex(_) => Family::Core,
        S::Ellipsoid(_) | S::Cylinder(_) | S::Cone(_) => Family::Smooth,
        S::HalfSpace(_) => Family::HalfSpace,
        S::Mesh(_) | S::Terrain(_) | S::Compound(_) => Family::Parts,
        S::Rounded(r) => family3(r.shape()),
    }
}

/// A space whose pairs can be asked about: every one of the four.
pub trait PairSpace: Quick {
    /// The family of a shape of this space.
    fn family(shape: &Self::Shape) -> Family;
    /// The hull of points; `None` where one is not finite.
    fn hull_of(points: &[Self]) -> Option<Self::Shape>;
    /// The balls around and within a shape of this space.
    fn bounding_balls(shape: &Self::Shape) -> BoundingBalls<Self>;
    /// The edges of a small convex polygon; `None` for all other shapes.
    fn few_edges(shape: &Self::Shape) -> Option<FewEdges<'_, Self::Scalar>>;
    /// Whether two small polygons, none without edges, meet; `None` when too close to call.
    fn few_meet(edges: [FewEdges<'_, Self::Scalar>; 2], poses: [&Pose<Self>; 2]) -> Option<bool>;
    /// The flat pieces of a convex shape's border, in turn.
    #[doc(hidden)]
    fn outline(shape: &Self::Shape, take: &mut dyn FnMut(Piece));

    // What a question comes to that no quick test answers: exact arithmetic, parts, support mappings. Compiled with this
    // library for each space, not again with everyone who asks.

    /// As [`intersects`](super::intersects).
    fn intersects_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<bool, QueryError>;
    /// As [`relation`](super::relation), of two cores that the quick test has left undecided.
    fn relation_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<Relation, QueryError>;
    /// As [`clearance`](super::clearance).
    fn clearance_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<Clearance<Self>, QueryError>;
    /// As [`distance`](super::distance).
    fn distance_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<Self::Scalar, QueryError>;
    /// As [`manifold`](super::manifold), of a margin that is one.
    fn manifold_by_family(
        a: Placed<'_, Self>,
        b: Placed<'_, Self>,
        margin: Self::Scalar,
    ) -> Result<Manifold<Self>, QueryError>;
}

macro_rules! impl_pair_space {
    ($($v:ty: $sat:ident, $family:ident, $balls:ident, $outline:ident);+) => { $(
        impl PairSpace for $v {
            #[inline(always)]
            fn family(shape: &Self::Shape) -> Family {
                $family(shape)
            }
            fn hull_of(points: &[Self]) -> Option<Self::Shape> {
                Self::Shape::convex(points).ok()
            }
            fn bounding_balls(shape: &Self::Shape) -> BoundingBalls<Self> {
                $balls(shape)
            }
            fn few_edges(shape: &Self::Shape) -> Option<FewEdges<'_, ScalarOf<Self>>> {
                $sat::few_edges(shape)
            }
            #[inline(always)]
            fn few_meet(edges: [FewEdges<'_, ScalarOf<Self>>; 2], poses: [&Pose<Self>; 2]) -> Option<bool> {
                $sat::few_meet(edges, poses)
            }
            fn outline(shape: &Self::Shape, take: &mut dyn FnMut(Piece)) {
                $outline(shape, take)
            }
            #[inline(never)]
            fn intersects_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<bool, QueryError> {
                super::ask::intersects_by_family(a, b)
            }
            #[inline(never)]
            fn relation_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<Relation, QueryError> {
                super::ask::relation_by_family(a, b)
            }
            #[inline(never)]
            fn clearance_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<Clearance<Self>, QueryError> {
                super::ask::clearance_by_family(a, b)
            }
            #[inline(never)]
            fn distance_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<ScalarOf<Self>, QueryError> {
                super::ask::distance_by_family(a, b)
            }
            #[inline(never)]
            fn manifold_by_family(
                a: Placed<'_, Self>,
                b: Placed<'_, Self>,
                margin: ScalarOf<Self>,
            ) -> Result<Manifold<Self>, QueryError> {
                super::ask::manifold_by_family(a, b, margin)
            }
        }
        impl Quick for $v {
            #[cfg_attr(not(target_family = "wasm"), inline(always))]
            fn intersects_at_once(a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Option<bool> {
                $sat::intersects_at_once(a, b)
            }
            #[cfg_attr(not(target_family = "wasm"), inline(always))]
            fn clearance_at_once(a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Option<Clearance<Self>> {
                $sat::clearance_at_once(a, b)
            }
            #[cfg_attr(not(target_family = "wasm"), inline(always))]
            fn distance_at_once(a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Option<ScalarOf<Self>> {
                $sat::distance_at_once(a, b)
            }
            #[cfg_attr(not(target_family = "wasm"), inline(always))]
            fn manifold_at_once(a: &Placed<'_, Self>, b: &Placed<'_, Self>, margin: ScalarOf<Self>) -> Option<Manifold<Self>> {
                $sat::manifold_at_once(a, b, margin)
            }
            fn intersects(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<bool> {
                Self::intersects_at_once(&a, &b).or_else(|| $sat::intersects(a, b))
            }
            fn relation(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<Relation> {
                $sat::relation(a, b)
            }
            fn clearance(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<Clearance<Self>> {
                Self::clearance_at_once(&a, &b).or_else(|| $sat::clearance(a, b))
            }
            fn distance(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<ScalarOf<Self>> {
                Self::distance_at_once(&a, &b).or_else(|| $sat::distance(a, b))
            }
            fn manifold(a: Placed<'_, Self>, b: Placed<'_, Self>, margin: ScalarOf<Self>) -> Option<Manifold<Self>> {
                Self::manifold_at_once(&a, &b, margin).or_else(|| $sat::manifold(a, b, margin))
            }
            #[inline]
            fn clip(a: Placed<'_, Self>, b: Placed<'_, Self>, c: &Clearance<Self>, margin: ScalarOf<Self>) -> Manifold<Self> {
                $sat::clip(a, b, c, margin)
            }
        }
    )+ };
}
impl_pair_space!(
    Vec2: plane, family2, of_shape2, outline2; DVec2: plane, family2, of_shape2, outline2;
    Vec3: space, family3, of_shape3, outline3; DVec3: space, family3, of_shape3, outline3
);

/// The test that serves these two shapes.
#[inline]
pub fn choose<V: PairSpace>(a: &<V as ShapeSpace>::Shape, b: &<V as ShapeSpace>::Shape) -> Test {
    test(V::family(a), V::family(b))
}
