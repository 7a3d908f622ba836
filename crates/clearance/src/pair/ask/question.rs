//! The questions as types, and what each must be able to say at every stage.
//!
//! Every question goes the same way (`mod.rs`): fast path → filter → another scale → exact. What floats can
//! tell stands with the dimension ([`FloatTest`], implemented in `plane/` and `space/`); what the families of
//! shapes need stands with the question (`Stages` of `table.rs`, implemented in `stages.rs`).

use crate::math::{Real, Vector};
use crate::pair::answer::{Clearance, Manifold, QueryError, Relation};
use crate::shape::{Placed, ShapeSpace};

/// Something that can be asked about two shapes.
pub trait Question<V: ShapeSpace>: Copy {
    /// What the answer is.
    type Answer;
}

/// Whether two shapes have a point in common.
#[derive(Clone, Copy, Debug)]
pub struct IntersectsQuestion;
impl<V: ShapeSpace> Question<V> for IntersectsQuestion {
    type Answer = bool;
}

/// How two shapes lie to each other.
#[derive(Clone, Copy, Debug)]
pub struct RelationQuestion;
impl<V: ShapeSpace> Question<V> for RelationQuestion {
    type Answer = Relation;
}

/// How far apart two shapes are, 0 where they meet.
#[derive(Clone, Copy, Debug)]
pub struct DistanceQuestion;
impl<V: ShapeSpace> Question<V> for DistanceQuestion {
    type Answer = V::Scalar;
}

/// The signed distance with its witness.
#[derive(Clone, Copy, Debug)]
pub struct ClearanceQuestion;
impl<V: ShapeSpace> Question<V> for ClearanceQuestion {
    type Answer = Result<Clearance<V>, QueryError>;
}

/// The contacts whose clearance is at most a margin.
#[derive(Clone, Copy, Debug)]
pub struct ManifoldQuestion<V: Vector> {
    /// Finite and not negative.
    pub(in crate::pair) margin: V::Scalar,
}
impl<V: Vector> ManifoldQuestion<V> {
    /// Errors: a margin that is negative or not finite.
    #[inline]
    pub fn new(margin: V::Scalar) -> Result<Self, QueryError> {
        if !margin.is_finite() || margin < Real::ZERO {
            return Err(QueryError::NotFinite("margin"));
        }
        Ok(Self { margin })
    }
}
impl<V: ShapeSpace> Question<V> for ManifoldQuestion<V> {
    type Answer = Result<Manifold<V>, QueryError>;
}

/// Stands for the spaces of dimension 2 in [`FloatTest`].
#[derive(Clone, Copy, Debug)]
pub struct Dimension2;
/// Stands for the spaces of dimension 3 in [`FloatTest`].
#[derive(Clone, Copy, Debug)]
pub struct Dimension3;

/// What floating point can tell of a question in one dimension, [`Dimension2`] or [`Dimension3`].
///
/// Both tests answer only where the result is further from the decision than the proven bound of its rounding
/// errors. Otherwise the next stage is asked.
pub trait FloatTest<V: ShapeSpace, Dimension>: Question<V> {
    /// For two shapes of one common kind alone: two balls, two boxes of the plane. It is asked before
    /// anything is looked up, and is inlined where the question is asked. What it leaves undecided, and all
    /// other pairs, `otherwise` answers, which is asked within: an answer is written once, where the caller
    /// wants it. To return an `Option` of it would copy every manifold, and a copy of numbers just written
    /// waits until they are stored.
    fn fast_path(
        self,
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        otherwise: impl FnOnce() -> Self::Answer,
    ) -> Self::Answer;
    /// For any two cores (see [`Core`](crate::shape::Core)) that the fast path has not answered.
    ///
    /// A relation is `Disjoint`, a sure containment, or `Overlapping` where containment is surely ruled out.
    /// A clearance or distance is within 1e-12 of the size (1e-5 in `f32`) and its sign is surely right; most
    /// are a hundred times closer (`exact/filter.rs`). A manifold is answered only where that is shorter than
    /// a clearance and then its contacts.
    fn filter(self, a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self::Answer>;
}
