//! The separations of two boxes: four axes, no corners.
//!
//! Each axis is a side of one box, on which the other's extent is the sum of its half extents times the magnitudes of
//! the relative rotation (Gottschalk, Lin, Manocha, "OBBTree", 1996; Ericson 4.4.1).

use super::hull::CuboidHull;
use super::outline::Outline;
use super::separation::Separation;
use crate::exact::filter::Bound;
use crate::math::{Real, ScalarOf};
use crate::shape::Space2;

/// Two boxes: where the second is, and by how much it is turned.
pub(crate) struct Cuboids<'a, V: Space2> {
    a: &'a Outline<V, CuboidHull<V>>,
    b: &'a Outline<V, CuboidHull<V>>,
    offset: V,
    /// Magnitudes of cosine and sine of the angle between the two.
    turn: V,
}

impl<'a, V: Space2> Cuboids<'a, V> {
    #[inline(always)]
    pub fn new(a: &'a Outline<V, CuboidHull<V>>, b: &'a Outline<V, CuboidHull<V>>) -> Self {
        Self {
            a,
            b,
            offset: b.frame.origin - a.frame.origin,
            turn: V::project(&a.frame.axes, b.frame.axes[0]).abs(),
        }
    }
    /// Whether the two meet; `None` where that is too close to call.
    #[inline(always)]
    pub fn meet(&self, bound: &Bound<ScalarOf<V>>) -> Option<bool> {
        let gap = self.by_a().gap;
        if bound.is_positive(gap) {
            return Some(false);
        }
        bound.meets(gap.max(self.by_b().gap))
    }
    /// The greatest gap along the axes of A, and the edge of A it is in front of.
    #[inline(always)]
    pub fn by_a(&self) -> Separation<ScalarOf<V>> {
        separation(self.a, self.b, self.offset, self.turn)
    }
    /// The greatest gap along the axes of B, and the edge of B.
    #[inline(always)]
    pub fn by_b(&self) -> Separation<ScalarOf<V>> {
        separation(self.b, self.a, -self.offset, self.turn)
    }
}

#[inline(always)]
fn separation<V: Space2>(
    reference: &Outline<V, CuboidHull<V>>,
    other: &Outline<V, CuboidHull<V>>,
    offset: V,
    turn: V,
) -> Separation<ScalarOf<V>> {
    let (half, far) = (reference.half_extents(), other.half_extents());
    let extent = V::new(turn.dot(far), turn.y() * far.x() + turn.x() * far.y());
    let along = V::project(&reference.frame.axes, offset);
    let gaps = along.abs() - (half + extent);
    let right = if along.x() >= Real::ZERO { 1 } else { 3 };
    let upper = if along.y() >= Real::ZERO { 2 } else { 0 };
    let sideways = gaps.x() >= gaps.y();
    Separation {
        gap: if sideways { gaps.x() } else { gaps.y() },
        edge: if sideways { right } else { upper },
    }
}
