//! Slabs in a few fixed directions around boxes.
//!
//! Klosowski, Held, Mitchell, Sowizral and Zikan, "Efficient collision detection using bounding volume
//! hierarchies of k-DOPs" (1998): a discrete oriented polytope is the region between k/2 pairs of parallel
//! planes, in the same directions for all. In 2D these are the axes and the diagonals (k = 8); in 3D the
//! axes with the diagonals of a cube (14), with those of its faces (18), or with both (26). Good: cuts off
//! corners that a box leaves empty, where a cloud of boxes lies diagonally, at the cost of a few more
//! comparisons. Bad: two to four times the memory of a box, and no gain on leaves, which are boxes.

use crate::index::{IndexKind, Volume};
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// The region between pairs of planes in `N` directions: 4 in 2D; 7, 9 or 13 in 3D. The axes come first.
///
/// In a [`Tree`](crate::index::Tree), good: cuts off corners that a box leaves empty, where a cloud of
/// boxes lies diagonally. Bad: two to four times the memory of a box, and no gain on leaves. Klosowski,
/// Held, Mitchell, Sowizral and Zikan (1998).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KDop<V: Vector, const N: usize> {
    /// The smallest coordinate along each direction.
    pub low: [V::Scalar; N],
    /// The largest coordinate along each direction.
    pub high: [V::Scalar; N],
}

const PLANE: [[i8; 3]; 4] = [[1, 0, 0], [0, 1, 0], [1, 1, 0], [1, -1, 0]];
const AXES: [[i8; 3]; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const CORNERS: [[i8; 3]; 4] = [[1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, 1, 1]];
const EDGES: [[i8; 3]; 6] = [
    [1, 1, 0],
    [1, -1, 0],
    [1, 0, 1],
    [1, 0, -1],
    [0, 1, 1],
    [0, 1, -1],
];

/// The components of direction `i` of `n`.
const fn direction(n: usize, i: usize) -> [i8; 3] {
    match (n, i) {
        (4, _) => PLANE[i],
        (_, 0..3) => AXES[i],
        (9, _) => EDGES[i - 3],
        (_, 3..7) => CORNERS[i - 3],
        _ => EDGES[i - 7],
    }
}

impl<V: Vector, const N: usize> KDop<V, N> {
    const DIRECTIONS: [[i8; 3]; N] = {
        let mut all = [[0; 3]; N];
        let mut i = 0;
        while i < N {
            all[i] = direction(N, i);
            i += 1;
        }
        all
    };
    /// How far a box reaches in a direction or against it; rounded up if it is a rounded sum.
    #[inline(always)]
    fn reach(aabb: &Aabb<V>, direction: [i8; 3], sign: i8) -> V::Scalar {
        let (mut sum, mut magnitude, mut terms) = (ScalarOf::<V>::ZERO, ScalarOf::<V>::ZERO, 0);
        for (k, part) in direction.iter().enumerate().take(V::DIM) {
            let term = match part * sign {
                0 => continue,
                1 => aabb.max.get(k),
                _ => -aabb.min.get(k),
            };
            sum += term;
            magnitude += term.abs();
            terms += 1;
        }
        if terms < 2 {
            return sum;
        }
        sum + magnitude * (ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(4.0))
    }
    #[inline]
    fn of(aabb: &Aabb<V>) -> Self {
        Self {
            low: core::array::from_fn(|i| -Self::reach(aabb, Self::DIRECTIONS[i], -1)),
            high: core::array::from_fn(|i| Self::reach(aabb, Self::DIRECTIONS[i], 1)),
        }
    }
}

impl<V: Vector, const N: usize> Volume<V> for KDop<V, N> {
    const KIND: IndexKind = match N {
        9 => IndexKind::KDop18Tree,
        13 => IndexKind::KDop26Tree,
        _ => IndexKind::KDop14Tree,
    };

    fn around(boxes: &[Aabb<V>]) -> Self {
        let nothing = Self {
            low: [Real::INFINITY; N],
            high: [-ScalarOf::<V>::INFINITY; N],
        };
        boxes.iter().fold(nothing, |all, aabb| all.union(&Self::of(aabb)))
    }
    #[inline]
    fn union(&self, other: &Self) -> Self {
        Self {
            low: core::array::from_fn(|i| self.low[i].min(other.low[i])),
            high: core::array::from_fn(|i| self.high[i].max(other.high[i])),
        }
    }
    #[inline]
    fn overlaps(&self, other: &Self) -> bool {
        (0..N).fold(true, |meet, i| {
            meet & (self.low[i] <= other.high[i]) & (other.low[i] <= self.high[i])
        })
    }
    /// For infinite boxes: a sum of infinities of both signs is NaN, and separates nothing.
    #[inline(always)]
    fn meets(&self, aabb: &Aabb<V>) -> bool {
        let other = Self::of(aabb);
        !(0..N).any(|i| (self.low[i] > other.high[i]) | (other.low[i] > self.high[i]))
    }
    fn encloses(&self, aabb: &Aabb<V>) -> bool {
        let other = Self::of(aabb);
        (0..N).all(|i| self.low[i] <= other.low[i] && other.high[i] <= self.high[i])
    }
    #[inline]
    fn bounds(&self) -> Aabb<V> {
        Aabb::new(V::from_fn(|k| self.low[k]), V::from_fn(|k| self.high[k]))
    }
    fn size(&self) -> V::Scalar {
        let widths = (0..N).map(|i| (self.high[i] - self.low[i]) * ScalarOf::<V>::lit(1.0 / N as f64));
        widths.fold(Real::ZERO, |sum, width| sum + width)
    }
}
