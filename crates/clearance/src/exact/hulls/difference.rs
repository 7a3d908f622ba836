//! The Minkowski difference D = { b - a } of two hulls of integer points, as a support mapping.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::number::integer::{Int, IntVector, dot, minus, negated};
use crate::exact::number::round;

/// A core in integers: the hull of at least one point, grown by a ball; lengths in the unit of the pair.
#[derive(Clone, Debug)]
pub(crate) struct ExactCore<const D: usize> {
    pub(crate) points: Vec<IntVector<D>>,
    /// The points divided by `2^bits`, rounded: coordinates of at most 1.
    pub(crate) rounded: Vec<[f64; D]>,
    pub(crate) bits: i64,
    pub(crate) radius: Int,
}

impl<const D: usize> ExactCore<D> {
    pub(crate) fn new(points: Vec<IntVector<D>>, radius: Int, bits: i64) -> Self {
        let round = |p: &IntVector<D>| core::array::from_fn(|i| round::approximate(&p[i], -bits));
        Self {
            rounded: points.iter().map(round).collect(),
            points,
            bits,
            radius,
        }
    }
    /// One of the points on its own.
    pub(crate) fn point(&self, i: usize) -> Self {
        Self {
            points: [self.points[i].clone()].into(),
            rounded: [self.rounded[i]].into(),
            bits: self.bits,
            radius: self.radius.clone(),
        }
    }
}

/// A vertex of D, and the two vertices whose difference it is.
#[derive(Clone, Debug)]
pub(crate) struct DifferenceVertex<const D: usize> {
    pub(crate) position: IntVector<D>,
    pub(crate) a: usize,
    pub(crate) b: usize,
}

/// D, of two cores at one scale.
pub(crate) struct MinkowskiDifference<'a, const D: usize> {
    pub(crate) a: &'a ExactCore<D>,
    pub(crate) b: &'a ExactCore<D>,
    /// How far B is moved from its place, if it is.
    pub(crate) shift: Option<Shift<D>>,
}

/// A scale and a translation of D: each vertex is multiplied by the factor, then moved.
#[derive(Clone, Debug)]
pub(crate) struct Shift<const D: usize> {
    pub(crate) factor: Int,
    pub(crate) by: IntVector<D>,
    /// The translation at the scale of the rounded points.
    pub(crate) rounded: [f64; D],
}

impl<'a, const D: usize> MinkowskiDifference<'a, D> {
    pub(crate) fn new(a: &'a ExactCore<D>, b: &'a ExactCore<D>) -> Self {
        Self { a, b, shift: None }
    }
    pub(crate) fn vertex(&self, a: usize, b: usize) -> DifferenceVertex<D> {
        let start = minus(&self.b.points[b], &self.a.points[a]);
        let position = match &self.shift {
            None => start,
            Some(shift) => core::array::from_fn(|i| &start[i] * &shift.factor + &shift.by[i]),
        };
        DifferenceVertex { position, a, b }
    }
    /// A vertex of D in floats, at the scale of the rounded points.
    pub(crate) fn rounded(&self, a: usize, b: usize) -> [f64; D] {
        let (pa, pb) = (&self.a.rounded[a], &self.b.rounded[b]);
        let shift = self.shift.as_ref().map_or([0.0; D], |shift| shift.rounded);
        core::array::from_fn(|i| pb[i] - pa[i] + shift[i])
    }
    /// A vertex of D farthest along the direction.
    pub(crate) fn support(&self, direction: &IntVector<D>) -> DifferenceVertex<D> {
        let back = negated(direction);
        self.vertex(self.a.farthest(&back), self.b.farthest(direction))
    }
}

impl<const D: usize> ExactCore<D> {
    /// Index of a point farthest along the direction: among equals, the first.
    ///
    /// A filter in floats rules out most points, and the others are compared exactly. The points are scaled
    /// to coordinates of at most 1 and the direction to components below 1; each of the D products and D - 1
    /// sums adds at most a few times 2^-53, so a rounded product is off by less than 2^-48.
    pub(crate) fn farthest(&self, direction: &IntVector<D>) -> usize {
        if self.points.len() == 1 {
            return 0;
        }
        const ERROR: f64 = 1.0 / (1u64 << 47) as f64; // that of two products
        let d = rounded_direction(direction);
        let value = |p: &[f64; D]| (0..D).map(|i| p[i] * d[i]).sum::<f64>();
        let largest = self.rounded.iter().map(value).fold(f64::MIN, f64::max);
        let mut best: Option<(usize, Option<Int>)> = None;
        for (i, p) in self.rounded.iter().enumerate() {
            if value(p) < largest - ERROR {
                continue;
            }
            best = Some(match best {
                None => (i, None),
                Some((j, known)) => {
                    let old = known.unwrap_or_else(|| dot(direction, &self.points[j]));
                    let new = dot(direction, &self.points[i]);
                    match new.cmp(&old) {
                        Ordering::Greater => (i, Some(new)),
                        _ => (j, Some(old)),
                    }
                }
            });
        }
        best.map_or(0, |(i, _)| i)
    }
}

/// A multiple of the direction as floats below 1 in magnitude.
fn rounded_direction<const D: usize>(direction: &IntVector<D>) -> [f64; D] {
    let parts: [(f64, i64); D] = core::array::from_fn(|i| round::mantissa_exponent(&direction[i]));
    let largest = parts.iter().map(|p| p.1).max().unwrap_or(0) + 53;
    parts.map(|(m, e)| round::times_power_of_two(m, e - largest))
}
