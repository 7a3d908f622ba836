//! The four spaces: which family each shape is of, and which tests answer for two of a space.
//!
//! Adding a shape makes `family2` or `family3` fail to compile until the shape is put into a family.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::answer::{Clearance, Manifold, Relation};
use super::ask::question::{
    ClearanceQuestion, Dimension2, Dimension3, DistanceQuestion, FloatTest, IntersectsQuestion,
    ManifoldQuestion, Question, RelationQuestion,
};
use super::ask::table::{Answers, Family, PairSpace};
use super::border_pieces::{BorderPiece, outline2, outline3};
use super::bounding_balls::{BoundingBalls, of_shape2, of_shape3, tight2, tight3};
use super::eight::{Row, RowKind, kind2, kind3, row2, row3};
use super::memory::Memory;
use super::support_feature::SupportFeature;
use super::{ask, plane, space};
use crate::math::{Pose, ScalarOf};
use crate::shape::{FewEdges, FewSegments, Placed, Shape2, Shape3, Space2, Space3};

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

/// Each question in one space: its float tests, and a copy of all that follows them.
macro_rules! answers {
    ($v:ty, $dimension:ty: $($q:ty),+) => { $(
        impl Answers<$q> for $v {
            #[cfg_attr(not(target_family = "wasm"), inline(always))]
            fn answer(question: $q, a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> <$q as Question<Self>>::Answer {
                FloatTest::<Self, $dimension>::fast_path(question, a, b, || Self::by_family(question, a, b))
            }
            fn fast_path(question: $q, a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Option<<$q as Question<Self>>::Answer> {
                let mut is_decided = true;
                let answer = FloatTest::<Self, $dimension>::fast_path(question, a, b, || {
                    is_decided = false;
                    Self::by_family(question, a, b)
                });
                is_decided.then_some(answer)
            }
            fn filter(question: $q, a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<<$q as Question<Self>>::Answer> {
                FloatTest::<Self, $dimension>::filter(question, a, b)
            }
            #[inline(never)]
            fn by_family(question: $q, a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> <$q as Question<Self>>::Answer {
                ask::by_family(question, a, b)
            }
        }
    )+ };
}

macro_rules! impl_pair_space {
    ($($v:ty: $dimension:ty, $sat:ident, $family:ident, $balls:ident, $tight:ident, $outline:ident, $kind:ident, $row:ident);+) => { $(
        impl PairSpace for $v {
            #[inline]
            fn family(shape: &Self::Shape) -> Family {
                $family(shape)
            }
            fn hull_of(points: &[Self]) -> Option<Self::Shape> {
                Self::Shape::convex(points).ok()
            }
            fn bounding_balls(shape: &Self::Shape) -> BoundingBalls<Self> {
                $balls(shape)
            }
            fn tight_balls(shape: &Self::Shape) -> BoundingBalls<Self> {
                $tight(shape)
            }
            fn is_remembered(a: &Self::Shape, b: &Self::Shape) -> bool {
                $sat::is_searched(a, b)
            }
            fn overlaps_recalling(a: &Placed<'_, Self>, b: &Placed<'_, Self>, memory: &mut Memory) -> Option<bool> {
                $sat::overlaps_recalling(a, b, memory)
            }
            fn relation_recalling(a: &Placed<'_, Self>, b: &Placed<'_, Self>, memory: &mut Memory) -> Option<Relation> {
                $sat::relation_recalling(a, b, memory)
            }
            fn are_apart_recalling(a: &Placed<'_, Self>, b: &Placed<'_, Self>, margin: ScalarOf<Self>, memory: &Memory) -> bool {
                $sat::are_apart(a, b, margin, memory)
            }
            fn row_kind(shape: &Self::Shape) -> Option<RowKind> {
                $kind(shape)
            }
            fn row(placed: &Placed<'_, Self>) -> Row {
                $row(placed)
            }
            fn few_edges(shape: &Self::Shape) -> Option<FewEdges<'_, ScalarOf<Self>>> {
                $sat::few_edges(shape)
            }
            #[inline]
            fn few_meet(edges: [FewEdges<'_, ScalarOf<Self>>; 2], poses: [&Pose<Self>; 2]) -> Option<bool> {
                $sat::few_meet(edges, poses)
            }
            fn regions_meet(a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Option<bool> {
                $sat::regions_meet(a, b)
            }
            fn few_regions_meet(placed: [&Placed<'_, Self>; 2], segments: [FewSegments<'_, ScalarOf<Self>>; 2]) -> Option<bool> {
                $sat::few_regions_meet(placed, segments)
            }
            fn few_segments(shape: &Self::Shape) -> Option<FewSegments<'_, ScalarOf<Self>>> {
                $sat::few_segments(shape)
            }
            fn outline(shape: &Self::Shape, take: &mut dyn FnMut(BorderPiece)) {
                $outline(shape, take)
            }
            #[inline]
            fn clip(a: Placed<'_, Self>, b: Placed<'_, Self>, c: &Clearance<Self>, margin: ScalarOf<Self>) -> Manifold<Self> {
                $sat::clip(a, b, c, margin)
            }
            fn support_feature(placed: Placed<'_, Self>, n: DVec3, origin: DVec3) -> Option<SupportFeature> {
                $sat::support_feature(placed, n, origin)
            }
        }
        answers!($v, $dimension: IntersectsQuestion, RelationQuestion, DistanceQuestion, ClearanceQuestion, ManifoldQuestion<$v>);
    )+ };
}
impl_pair_space!(
    Vec2: Dimension2, plane, family2, of_shape2, tight2, outline2, kind2, row2; DVec2: Dimension2, plane, family2, of_shape2, tight2, outline2, kind2, row2;
    Vec3: Dimension3, space, family3, of_shape3, tight3, outline3, kind3, row3; DVec3: Dimension3, space, family3, of_shape3, tight3, outline3, kind3, row3
);
