//! What a sweep asks of two shapes of either dimension.

use super::Hit;
use crate::math::{Rotation, Space};
use crate::pair::PairSpace;
use crate::shape::Placed;

pub(in crate::cast) type AngularOf<V> = <<V as Space>::Rotation as Rotation<V>>::Angular;

/// A space in which shapes are swept: every one of the four. See [`CastSpace`](crate::cast::CastSpace).
pub trait SweepSpace: PairSpace {
    /// The first meeting of two that go straight, where two shapes of few corners tell at once.
    #[doc(hidden)]
    fn meet_at_once(a: &Placed<'_, Self>, b: &Placed<'_, Self>, way: Self) -> Option<Option<Hit<Self>>>;
    /// The first meeting of two that turn at these rates, where that is known in floats.
    #[doc(hidden)]
    fn meet_turning(
        a: &Placed<'_, Self>,
        b: &Placed<'_, Self>,
        way: Self,
        rates: [AngularOf<Self>; 2],
    ) -> Option<Option<Hit<Self>>>;
}
