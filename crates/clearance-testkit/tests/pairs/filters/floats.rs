//! What floats alone say of a pair, without the exact stage behind them: `None` where they are undecided.

use clearance::pair::question::{
    ClearanceQuestion, DistanceQuestion, IntersectsQuestion, ManifoldQuestion, Question, RelationQuestion,
};
use clearance::pair::{Answers, Clearance, Manifold, PairSpace, Relation};
use clearance::shape::Placed;

/// The fast path, else the filter.
fn floats<V: Answers<Q>, Q: Question<V>>(
    question: Q,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Option<Q::Answer> {
    V::fast_path(question, &a, &b).or_else(|| V::filter(question, a, b))
}

/// The questions of a space, in floats.
pub trait Floats: PairSpace {
    /// Whether two cores meet.
    fn intersects(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<bool> {
        floats(IntersectsQuestion, a, b)
    }
    /// The relation of two cores.
    fn relation(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<Relation> {
        floats(RelationQuestion, a, b)
    }
    /// The clearance of two cores.
    fn clearance(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<Clearance<Self>> {
        floats(ClearanceQuestion, a, b)?.ok()
    }
    /// The distance of two cores.
    fn distance(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Option<Self::Scalar> {
        floats(DistanceQuestion, a, b)
    }
    /// The manifold of two cores.
    fn manifold(a: Placed<'_, Self>, b: Placed<'_, Self>, margin: Self::Scalar) -> Option<Manifold<Self>> {
        floats(ManifoldQuestion::new(margin).unwrap(), a, b)?.ok()
    }
}
impl<V: PairSpace> Floats for V {}
