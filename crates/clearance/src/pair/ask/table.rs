//! Which test serves which pair: the one match of two families.
//!
//! A shape is put into its family in `spaces.rs`; a pair's test follows from the two families. Pairs of one
//! common kind may be answered before they come here (`mod.rs`), by a test of their own.

use glam::DVec3;

use super::question::{
    ClearanceQuestion, DistanceQuestion, IntersectsQuestion, ManifoldQuestion, Question, RelationQuestion,
};
use crate::math::Pose;
use crate::pair::answer::{Clearance, Manifold, Relation};
use crate::pair::border_pieces::BorderPiece;
use crate::pair::bounding_balls::BoundingBalls;
use crate::pair::eight::{Row, RowKind};
use crate::pair::memory::Memory;
use crate::pair::support_feature::SupportFeature;
use crate::shape::{FewEdges, FewSegments, Placed, ShapeSpace};

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

/// A question as one space answers it.
///
/// Each space is compiled with this library for each question, not again with everyone who asks.
pub trait Answers<Q: Question<Self>>: ShapeSpace {
    /// [`FloatTest::fast_path`](super::question::FloatTest::fast_path) of this space's dimension, and
    /// [`by_family`](Self::by_family) where that is undecided.
    fn answer(question: Q, a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Q::Answer;
    /// What the fast path says by itself; `None` where it is undecided. It asks what follows all the same, so
    /// that only tests want it.
    #[doc(hidden)]
    fn fast_path(question: Q, a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Option<Q::Answer>;
    /// [`FloatTest::filter`](super::question::FloatTest::filter) of this space's dimension.
    fn filter(question: Q, a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<Q::Answer>;
    /// All that follows where the fast path does not answer (`mod.rs`).
    fn by_family(question: Q, a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Q::Answer;
}

/// A space whose pairs can be asked about: every one of the four.
pub trait PairSpace:
    Answers<IntersectsQuestion>
    + Answers<RelationQuestion>
    + Answers<DistanceQuestion>
    + Answers<ClearanceQuestion>
    + Answers<ManifoldQuestion<Self>>
{
    /// The family of a shape of this space.
    fn family(shape: &Self::Shape) -> Family;
    /// The hull of points; `None` where one is not finite.
    fn hull_of(points: &[Self]) -> Option<Self::Shape>;
    /// The balls around and within a shape of this space.
    fn bounding_balls(shape: &Self::Shape) -> BoundingBalls<Self>;
    /// The smallest balls, wherever their center is: the pose moves it, too.
    #[doc(hidden)]
    fn tight_balls(shape: &Self::Shape) -> BoundingBalls<Self>;
    /// Whether there is something to remember of a pair of these, which makes the next answer faster.
    #[doc(hidden)]
    fn is_remembered(a: &Self::Shape, b: &Self::Shape) -> bool;
    /// Whether two shapes overlap, by what was seen of them, and what is seen now; `None` where that is
    /// unsure, or nothing is to be remembered of such a pair.
    #[doc(hidden)]
    fn overlaps_recalling(a: &Placed<'_, Self>, b: &Placed<'_, Self>, memory: &mut Memory) -> Option<bool>;
    /// The same of the relation.
    #[doc(hidden)]
    fn relation_recalling(
        a: &Placed<'_, Self>,
        b: &Placed<'_, Self>,
        memory: &mut Memory,
    ) -> Option<Relation>;
    /// Whether what was seen shows that two shapes are further apart than `margin`.
    #[doc(hidden)]
    fn are_apart_recalling(
        a: &Placed<'_, Self>,
        b: &Placed<'_, Self>,
        margin: Self::Scalar,
        memory: &Memory,
    ) -> bool;
    /// Which kernel reads the row of a shape, if it has one.
    #[doc(hidden)]
    fn row_kind(shape: &Self::Shape) -> Option<RowKind>;
    /// The row of a shape that has one.
    #[doc(hidden)]
    fn row(placed: &Placed<'_, Self>) -> Row;
    /// The edges of a small convex polygon; `None` for all other shapes.
    fn few_edges(shape: &Self::Shape) -> Option<FewEdges<'_, Self::Scalar>>;
    /// Whether two small polygons, none without edges, meet; `None` when too close to call.
    fn few_meet(edges: [FewEdges<'_, Self::Scalar>; 2], poses: [&Pose<Self>; 2]) -> Option<bool>;
    /// Whether two polygons of few edges, convex or not, surely meet, so that their interiors do, or surely
    /// do not.
    fn regions_meet(a: &Placed<'_, Self>, b: &Placed<'_, Self>) -> Option<bool>;
    /// The same of two polygons whose segments are given.
    fn few_regions_meet(
        placed: [&Placed<'_, Self>; 2],
        segments: [FewSegments<'_, Self::Scalar>; 2],
    ) -> Option<bool>;
    /// The segments of the border of a small polygon; `None` for all other shapes.
    fn few_segments(shape: &Self::Shape) -> Option<FewSegments<'_, Self::Scalar>>;
    /// The flat pieces of a convex shape's border, in turn.
    #[doc(hidden)]
    fn outline(shape: &Self::Shape, take: &mut dyn FnMut(BorderPiece));
    /// Contacts of two convex shapes (cores or smooth) given their clearance: clips the two features that
    /// face each other along the normal. Keeps contacts with clearance <= margin.
    fn clip(
        a: Placed<'_, Self>,
        b: Placed<'_, Self>,
        c: &Clearance<Self>,
        margin: Self::Scalar,
    ) -> Manifold<Self>;
    /// In space: the feature of a core that faces along a unit vector of the world, with its ball, relative
    /// to an origin near it; `None` of all other shapes.
    #[doc(hidden)]
    fn support_feature(placed: Placed<'_, Self>, n: DVec3, origin: DVec3) -> Option<SupportFeature>;
}

/// What a question comes to for each family of shapes, and what follows where floats are undecided.
pub trait Stages<V: PairSpace>: Question<V> {
    /// A core and a half-space, in floats; `None` where these are undecided.
    fn half_space(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer>;
    /// Two half-spaces.
    fn half_spaces(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer;
    /// Two convex shapes of which at least one is smooth, none is made of parts.
    fn smooth(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer;
    /// Two shapes of which at least one is made of parts.
    fn parts(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer;
    /// The same question about the same pair, enlarged or reduced; `None` where its size is ordinary.
    fn at_another_scale(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer>;
    /// What is left: decided in exact arithmetic.
    fn exact(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Self::Answer;
}

/// The test that serves these two shapes.
#[inline]
pub fn choose<V: PairSpace>(a: &<V as ShapeSpace>::Shape, b: &<V as ShapeSpace>::Shape) -> Test {
    test(V::family(a), V::family(b))
}

impl<V: PairSpace> BoundingBalls<V> {
    /// Those of a shape: any kind has them, but those of a half-space decide nothing.
    pub fn of(shape: &V::Shape) -> Self {
        V::bounding_balls(shape)
    }
}
