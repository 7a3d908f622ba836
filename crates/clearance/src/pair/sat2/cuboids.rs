//! Two boxes of the plane: four axes, no corners.
//!
//! Each axis is a side of one box, on which the other's extent is the sum of its half extents times the magnitudes of
//! the relative rotation (Gottschalk, Lin, Manocha, "OBBTree", 1996; Ericson 4.4.1).

use crate::exact::filter::{Bound, Reach, magnitude};
use crate::math::{Frame, Real, ScalarOf};
use crate::shape::{Placed, Shape2, Space2};

/// A box of the plane, placed.
pub(crate) struct Cuboid2<V: Space2> {
    half: V,
    frame: Frame<V>,
    reach: Reach<V::Scalar>,
}

impl<V: Space2> Cuboid2<V> {
    /// `None` for any other shape.
    #[inline(always)]
    pub fn new(placed: &Placed<'_, V>) -> Option<Self> {
        let Shape2::Box(c) = placed.shape else { return None };
        let frame = placed.place.frame();
        let half = c.half_extents();
        Some(Self {
            half: half * frame.scale,
            reach: Reach::new(&placed.place, magnitude(half)),
            frame,
        })
    }
    /// The greatest gap to another box along this one's axes, whose relative rotation is by `cos` and `sin`
    /// (magnitudes).
    #[inline(always)]
    fn gap(&self, other: &Self, offset: V, [cos, sin]: [V::Scalar; 2]) -> V::Scalar {
        let (x, y) = (other.half.x(), other.half.y());
        let extent = V::new(cos * x + sin * y, sin * x + cos * y);
        let along = V::project(&self.frame.axes, offset).abs();
        (along - (self.half + extent)).max_element()
    }
}

/// Whether two boxes meet; `None` where that is too close to call.
#[inline(always)]
pub(crate) fn meet<V: Space2>(a: &Cuboid2<V>, b: &Cuboid2<V>) -> Option<bool> {
    let bound = Bound::<ScalarOf<V>>::new::<V>(a.reach, b.reach);
    let offset = b.frame.origin - a.frame.origin;
    let turn = V::project(&a.frame.axes, b.frame.axes[0]).abs();
    let turn = [turn.x(), turn.y()];
    let gap = a.gap(b, offset, turn);
    if bound.is_positive(gap) {
        return Some(false);
    }
    bound.meets(gap.max(b.gap(a, offset, turn)))
}
