//! Oriented boxes around axis-aligned boxes.
//!
//! Gottschalk, Lin and Manocha, "OBBTree" (1996): the axes are those along which the contents spread
//! (eigenvectors of the covariance of their centers), and the test looks for a separating axis. Where we
//! differ: of the fifteen candidate axes only the six face normals are tried (van den Bergen, "Efficient
//! collision detection of complex deformable models", 1997: the nine edge directions rarely separate),
//! those of the world by a box around. A parent takes the axes of a child or of the world, whichever give
//! the smallest box, so that refitting needs no eigenvectors.
//!
//! Good: diagonal rows of boxes (walls, pipes, wires), in few nodes. Bad: three times the memory, five
//! times the arithmetic; for boxes without such order the slowest of the hierarchies.

use super::a_little_more;
use crate::index::{IndexKind, Volume};
use crate::math::{Aabb, Real, ScalarOf, Vector, eigenvectors};

/// The points between `low` and `high` along each of a few perpendicular axes, and inside `bounds`.
///
/// In a [`Tree`](crate::index::Tree), good: diagonal rows of boxes, in few nodes. Bad: three times the
/// memory, five times the arithmetic; for boxes without such order the slowest of the hierarchies.
/// Gottschalk, Lin and Manocha, "OBBTree" (1996).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox<V: Vector> {
    /// The axis-aligned box around it.
    pub bounds: Aabb<V>,
    /// Unit vectors, as many as there are dimensions.
    pub axes: [V; 3],
    /// The smallest coordinate along each axis.
    pub low: V,
    /// The largest coordinate along each axis.
    pub high: V,
}

fn world_axes<V: Vector>() -> [V; 3] {
    core::array::from_fn(|i| V::from_fn(|k| if k == i { Real::ONE } else { Real::ZERO }))
}

/// The interval of a box along an axis, widened by the error bound.
#[inline(always)]
fn project<V: Vector>(aabb: &Aabb<V>, axis: V) -> [V::Scalar; 2] {
    let (mut low, mut high, mut magnitude) = (ScalarOf::<V>::ZERO, ScalarOf::<V>::ZERO, ScalarOf::<V>::ZERO);
    for k in 0..V::DIM {
        let part = axis.get(k);
        if part == Real::ZERO {
            continue; // Also where the box is infinite.
        }
        let (p, q) = (aabb.min.get(k) * part, aabb.max.get(k) * part);
        low += p.min(q);
        high += p.max(q);
        magnitude += p.abs().max(q.abs());
    }
    let slack = magnitude * (ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0)) + Real::MIN_POSITIVE;
    [low - slack, high + slack]
}

impl<V: Vector> OrientedBox<V> {
    /// The interval of this box along another axis, from its own slabs as if its axes were perpendicular.
    /// They are so except for a few roundings, which the error bound covers.
    #[inline(always)]
    fn project(&self, axis: V) -> [V::Scalar; 2] {
        let (mut low, mut high, mut magnitude) =
            (ScalarOf::<V>::ZERO, ScalarOf::<V>::ZERO, ScalarOf::<V>::ZERO);
        for k in 0..V::DIM {
            let part = axis.dot(self.axes[k]);
            let (p, q) = (self.low.get(k) * part, self.high.get(k) * part);
            low += p.min(q);
            high += p.max(q);
            magnitude += self.low.get(k).abs().max(self.high.get(k).abs());
        }
        let slack = magnitude * (ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(128.0)) + Real::MIN_POSITIVE;
        [low - slack, high + slack]
    }
    /// The box with these axes around what has these intervals along them.
    fn along(axes: [V; 3], bounds: Aabb<V>, reach: impl Fn(V) -> [V::Scalar; 2]) -> Self {
        let intervals = axes.map(reach);
        Self {
            bounds,
            axes,
            low: V::from_fn(|k| intervals[k][0]),
            high: V::from_fn(|k| intervals[k][1]),
        }
    }
    fn smaller(self, other: Self) -> Self {
        if other.size() < self.size() { other } else { self }
    }
    /// Whether none of this box's slabs separates it from the other. A NaN separates nothing.
    #[inline]
    fn may_meet(&self, reach: impl Fn(V) -> [V::Scalar; 2]) -> bool {
        (0..V::DIM).all(|k| {
            let [low, high] = reach(self.axes[k]);
            !(low > self.high.get(k) || high < self.low.get(k))
        })
    }
}

impl<V: Vector> Volume<V> for OrientedBox<V> {
    const KIND: IndexKind = IndexKind::ObbTree;

    fn around(boxes: &[Aabb<V>]) -> Self {
        let bounds = <Aabb<V> as Volume<V>>::around(boxes);
        let reach = |axis: V| {
            let intervals = boxes.iter().map(|aabb| project(aabb, axis));
            let join = |[a, b]: [V::Scalar; 2], [c, d]: [V::Scalar; 2]| [a.min(c), b.max(d)];
            intervals.fold([Real::INFINITY, -ScalarOf::<V>::INFINITY], join)
        };
        let straight = Self::along(world_axes(), bounds, reach);
        match spread(boxes, &bounds) {
            Some(axes) => straight.smaller(Self::along(axes, bounds, reach)),
            None => straight,
        }
    }
    fn union(&self, other: &Self) -> Self {
        let bounds = Aabb::union(&self.bounds, &other.bounds);
        let both = |axis: V| {
            let ([a, b], [c, d]) = (self.project(axis), other.project(axis));
            [a.min(c), b.max(d)]
        };
        let straight = Self::along(world_axes(), bounds, |axis| project(&bounds, axis));
        straight
            .smaller(Self::along(self.axes, bounds, both))
            .smaller(Self::along(other.axes, bounds, both))
    }
    fn overlaps(&self, other: &Self) -> bool {
        Aabb::overlaps(&self.bounds, &other.bounds)
            && self.may_meet(|axis| other.project(axis))
            && other.may_meet(|axis| self.project(axis))
    }
    fn meets(&self, aabb: &Aabb<V>) -> bool {
        Aabb::overlaps(&self.bounds, aabb) && self.may_meet(|axis| project(aabb, axis))
    }
    fn encloses(&self, aabb: &Aabb<V>) -> bool {
        self.bounds.contains(aabb)
            && (0..V::DIM).all(|k| {
                let [low, high] = project(aabb, self.axes[k]);
                let slack = (low.abs() + high.abs()) * (a_little_more::<V::Scalar>() - Real::ONE)
                    + Real::MIN_POSITIVE;
                low >= self.low.get(k) - slack && high <= self.high.get(k) + slack
            })
    }
    #[inline]
    fn bounds(&self) -> Aabb<V> {
        self.bounds
    }
    fn size(&self) -> V::Scalar {
        let extent = self.high - self.low;
        (0..V::DIM).fold(Real::ZERO, |sum: V::Scalar, k| sum + extent.get(k))
    }
}

/// Perpendicular axes along which the centers of boxes spread most; `None` if they do not spread, or are
/// too few.
fn spread<V: Vector>(boxes: &[Aabb<V>], bounds: &Aabb<V>) -> Option<[V; 3]> {
    let (middle, size) = (bounds.center(), (bounds.max - bounds.min).max_element());
    let count = ScalarOf::<V>::lit(boxes.len() as f64);
    let centers = boxes.iter().map(|aabb| (aabb.center() - middle) / size);
    let mean = centers.clone().fold(V::ZERO, |sum, c| sum + c) / count;
    let mut matrix = [[ScalarOf::<V>::ZERO; 3]; 3];
    for c in centers {
        let c = c - mean;
        for (i, row) in matrix.iter_mut().enumerate().take(V::DIM) {
            (0..V::DIM).for_each(|k| row[k] += c.get(i) * c.get(k));
        }
    }
    let trace = (0..V::DIM).fold(ScalarOf::<V>::ZERO, |sum, k| sum + matrix[k][k]);
    if !(boxes.len() > 2 && trace.is_finite() && trace > Real::MIN_POSITIVE) {
        return None;
    }
    let (_, vectors) = eigenvectors(matrix);
    perpendicular(vectors.map(|v| V::from_fn(|k| v[k])))
}

/// The same axes, normalized and made perpendicular again (Gram and Schmidt).
fn perpendicular<V: Vector>(axes: [V; 3]) -> Option<[V; 3]> {
    let first = axes[0].normalized()?;
    let second = (axes[1] - first * first.dot(axes[1])).normalized()?;
    if V::DIM == 2 {
        return Some([first, second, V::ZERO]);
    }
    let third = axes[2] - first * first.dot(axes[2]);
    let third = (third - second * second.dot(third)).normalized()?;
    Some([first, second, third])
}
