//! What sweeps need from a space.

use super::hit::Hit;
use crate::cast::decided::Filtered;
use crate::math::{Rotation, Space};
use crate::pair::PairSpace;
use crate::shape::Placed;

pub(in crate::cast) type AngularOf<V> = <<V as Space>::Rotation as Rotation<V>>::Angular;

/// A space in which shapes are swept: every one of the four. See [`CastSpace`](crate::cast::CastSpace).
pub trait SweepSpace: PairSpace {
    /// The fast path: the first meeting of two shapes of few corners that go straight.
    #[doc(hidden)]
    fn sweep_fast_path(a: &Placed<'_, Self>, b: &Placed<'_, Self>, way: Self) -> Filtered<Hit<Self>>;
    /// The filter of two shapes that turn at these rates.
    #[doc(hidden)]
    fn filter_turning(
        a: &Placed<'_, Self>,
        b: &Placed<'_, Self>,
        way: Self,
        rates: [AngularOf<Self>; 2],
    ) -> Filtered<Hit<Self>>;
}
