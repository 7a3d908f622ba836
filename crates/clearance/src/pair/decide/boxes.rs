//! Axis-aligned boxes: the most common exact contacts, decided axis by axis without integers.
//!
//! For two boxes that are not rotated, each axis compares four sums of the given floats, whose exact signs
//! are cheap. Points and axis-parallel segments are flat boxes here, and the hull of a box's corners is a
//! box.

use core::cmp::Ordering;

use super::relation_from;
use crate::exact::number::expansion::{TERMS, sign_of_sum, two_product};
use crate::math::{Place, Pose, Real, ScalarOf, Space, Vector};
use crate::pair::{Clearance, DepthKind, Relation};
use crate::shape::Core;

/// The two ends of a box along one axis, each a sum of floats.
#[derive(Clone, Copy)]
struct Interval {
    low: FloatSum,
    high: FloatSum,
}

/// At most half of what [`sign_of_sum`] takes.
#[derive(Clone, Copy, Default)]
struct FloatSum {
    terms: [f64; TERMS / 2],
}

impl FloatSum {
    fn compare(&self, o: &Self) -> Option<Ordering> {
        let mut terms = [0.0; TERMS];
        terms[..TERMS / 2].copy_from_slice(&self.terms);
        for (t, x) in terms[TERMS / 2..].iter_mut().zip(o.terms) {
            *t = -x;
        }
        sign_of_sum(&terms)
    }
    fn rounded(&self) -> f64 {
        // The smallest first. Two terms, the usual case, are rounded once.
        self.terms.iter().rev().sum()
    }
}

/// A core that is an axis-aligned box in the world.
pub(crate) struct AlignedBox<const D: usize> {
    intervals: [Interval; D],
}

impl<const D: usize> AlignedBox<D> {
    /// `None` where it is not one, or not surely.
    pub(crate) fn new<V: Space>(core: &Core<'_, V>, place: &Place<'_, V>) -> Option<Self> {
        if place.outer.is_some() || core.radius != Real::ZERO || core.vertices.len() > 1 << D {
            return None;
        }
        if place.pose.is_turned() {
            return None;
        }
        let (low, high) = corners(&core.vertices)?;
        let mut intervals = [Interval {
            low: FloatSum::default(),
            high: FloatSum::default(),
        }; D];
        for (i, interval) in intervals.iter_mut().enumerate() {
            interval.low = placed(low.get(i), place.pose, i)?;
            interval.high = placed(high.get(i), place.pose, i)?;
        }
        Some(Self { intervals })
    }
}

/// `scale * x + position` along axis `i`, as an unrounded sum.
fn placed<V: Space>(x: V::Scalar, pose: &Pose<V>, i: usize) -> Option<FloatSum> {
    let (x, scale, position) = (x.to_f64(), pose.scale().to_f64(), pose.position().get(i).to_f64());
    let (product, error) = if scale == 1.0 {
        (x, 0.0)
    } else {
        two_product(x, scale)
    };
    let safe = |v: f64| v == 0.0 || (v.abs() > 1e-200 && v.abs() < 1e200);
    let usable = (scale == 1.0 || (safe(x) && safe(scale) && safe(product))) && position.abs() < 1e300;
    usable.then_some(FloatSum {
        terms: [position, product, error, 0.0],
    })
}

/// The least and the greatest corner, if the points are exactly the corners of an axis-aligned box.
fn corners<V: Vector>(points: &[V]) -> Option<(V, V)> {
    let first = *points.first()?;
    let (low, high) = points
        .iter()
        .fold((first, first), |(low, high), &p| (low.min(p), high.max(p)));
    let mut found = 0u32;
    for p in points {
        let mut corner = 0;
        for i in 0..V::DIM {
            if p.get(i) == high.get(i) {
                corner |= 1 << i;
            } else if p.get(i) != low.get(i) {
                return None;
            }
        }
        found |= 1 << corner;
    }
    let extended = (0..V::DIM).filter(|&i| low.get(i) < high.get(i)).count();
    (found.count_ones() == 1 << extended).then_some((low, high))
}

/// How two boxes lie relative to each other along each axis.
pub(crate) struct BoxComparison<const D: usize> {
    /// B's low end compared with A's high end, and A's low end with B's high end.
    gaps: [[Ordering; 2]; D],
}

impl<const D: usize> BoxComparison<D> {
    pub(crate) fn new(a: &AlignedBox<D>, b: &AlignedBox<D>) -> Option<Self> {
        let mut gaps = [[Ordering::Less; 2]; D];
        for (gap, (a, b)) in gaps.iter_mut().zip(a.intervals.iter().zip(&b.intervals)) {
            *gap = [b.low.compare(&a.high)?, a.low.compare(&b.high)?];
        }
        Some(Self { gaps })
    }
    /// The greatest sign of any gap: that of the clearance.
    pub(crate) fn clearance_sign(&self) -> Ordering {
        self.gaps
            .iter()
            .flatten()
            .copied()
            .max()
            .unwrap_or(Ordering::Less)
    }
    /// The relation of A to B.
    pub(crate) fn relation(&self, a: &AlignedBox<D>, b: &AlignedBox<D>) -> Option<Relation> {
        let sign = self.clearance_sign();
        let containment = match sign {
            Ordering::Less => [is_within(a, b)?, is_within(b, a)?],
            _ => [false; 2],
        };
        Some(relation_from(sign, || containment))
    }
    /// The clearance of two boxes that touch; else `None`.
    pub(crate) fn touching<V: Vector>(&self, a: &AlignedBox<D>, b: &AlignedBox<D>) -> Option<Clearance<V>> {
        if self.clearance_sign() != Ordering::Equal {
            return None;
        }
        let axis = self.gaps.iter().position(|g| g.contains(&Ordering::Equal))?;
        let towards_b = if self.gaps[axis][0] == Ordering::Equal {
            ScalarOf::<V>::ONE
        } else {
            -ScalarOf::<V>::ONE
        };
        let mut point = [0.0; D];
        for (i, c) in point.iter_mut().enumerate() {
            let (a, b) = (&a.intervals[i].low, &b.intervals[i].low);
            let greater = if a.compare(b)? == Ordering::Less { b } else { a };
            *c = greater.rounded();
        }
        let point = V::from_fn(|i| crate::exact::number::round::to_real(point[i]));
        Some(Clearance {
            distance: Real::ZERO,
            normal: V::from_fn(|i| if i == axis { towards_b } else { Real::ZERO }),
            point_a: point,
            point_b: point,
            depth_kind: DepthKind::Exact,
        })
    }
}

fn is_within<const D: usize>(inner: &AlignedBox<D>, outer: &AlignedBox<D>) -> Option<bool> {
    for (inner, outer) in inner.intervals.iter().zip(&outer.intervals) {
        let below = inner.low.compare(&outer.low)? == Ordering::Less;
        if below || inner.high.compare(&outer.high)? == Ordering::Greater {
            return Some(false);
        }
    }
    Some(true)
}
