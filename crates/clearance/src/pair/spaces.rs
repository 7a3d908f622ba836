//! The four spaces: which family each shape is of, and which tests answer for two of a space.
//!
//! Adding a shape makes `family2` or `family3` fail to compile until the shape is put into a family.

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::answer::{Clearance, Manifold, QueryError, Relation};
use super::border_pieces::{BorderPiece, outline2, outline3};
use super::bounding_balls::{BoundingBalls, of_shape2, of_shape3};
use super::fast_path::Quick;
use super::table::{Family, PairSpace};
use super::{by_family, plane, space};
use crate::math::{Pose, ScalarOf};
use crate::shape::{FewEdges, Placed, Shape2, Shape3, Space2, Space3};

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
            fn outline(shape: &Self::Shape, take: &mut dyn FnMut(BorderPiece)) {
                $outline(shape, take)
            }
            #[inline(never)]
            fn intersects_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<bool, QueryError> {
                by_family::intersects(a, b)
            }
            #[inline(never)]
            fn relation_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<Relation, QueryError> {
                by_family::relation(a, b)
            }
            #[inline(never)]
            fn clearance_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<Clearance<Self>, QueryError> {
                by_family::clearance(a, b)
            }
            #[inline(never)]
            fn distance_by_family(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<ScalarOf<Self>, QueryError> {
                by_family::distance(a, b)
            }
            #[inline(never)]
            fn manifold_by_family(
                a: Placed<'_, Self>,
                b: Placed<'_, Self>,
                margin: ScalarOf<Self>,
            ) -> Result<Manifold<Self>, QueryError> {
                by_family::manifold(a, b, margin)
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
