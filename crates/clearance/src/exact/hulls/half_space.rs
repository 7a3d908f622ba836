//! Half-spaces, exact: against a hull grown by a ball, and against each other.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::clearance::ExactClearance;
use super::pair::compare_to_length;
use crate::exact::number::Dyadic;
use crate::exact::number::integer::{
    Int, IntVector, cross, dot, is_negative, is_zero, perp_dot, scaled, sign,
};
use crate::exact::number::round;
use crate::exact::place::ExactPoint;

/// The set `normal · x <= offset`, grown by `radius`, in the world.
#[derive(Clone, Debug)]
pub(crate) struct ExactHalfSpace<const D: usize> {
    pub(crate) normal: ExactPoint<D>,
    pub(crate) offset: Dyadic,
    pub(crate) radius: Dyadic,
}

/// A half-space and a hull at one scale: lengths in units of `2^exponent`.
pub(crate) struct HalfSpaceAndHull<const D: usize> {
    normal: IntVector<D>,
    points: Vec<IntVector<D>>,
    /// `normal · point - offset` of each point.
    heights: Vec<Int>,
    radius: Int,
    point_radius: Int,
    exponent: i64,
}

impl<const D: usize> HalfSpaceAndHull<D> {
    pub(crate) fn new(half_space: &ExactHalfSpace<D>, hull: &(Vec<ExactPoint<D>>, Dyadic)) -> Self {
        let (normal, normal_exponent) = integers(&half_space.normal);
        let offset = Dyadic::new(
            half_space.offset.mantissa.clone(),
            half_space.offset.exponent - normal_exponent,
        );
        let exponent = hull
            .0
            .iter()
            .flatten()
            .chain([&hull.1, &offset, &half_space.radius])
            .filter(|n| !n.is_zero())
            .map(|n| n.exponent)
            .min()
            .unwrap_or(0);
        let points: Vec<IntVector<D>> = hull
            .0
            .iter()
            .map(|p| core::array::from_fn(|i| p[i].at_exponent(exponent)))
            .collect();
        let offset = offset.at_exponent(exponent);
        Self {
            heights: points.iter().map(|p| dot(&normal, p) - &offset).collect(),
            normal,
            points,
            radius: half_space.radius.at_exponent(exponent),
            point_radius: hull.1.at_exponent(exponent),
            exponent,
        }
    }
    fn lowest(&self) -> usize {
        (0..self.heights.len())
            .min_by(|&i, &j| self.heights[i].cmp(&self.heights[j]))
            .unwrap_or(0)
    }
    /// The sign of the clearance.
    pub(crate) fn clearance_sign(&self) -> Ordering {
        let reach = &self.radius + &self.point_radius;
        compare_to_length(&self.heights[self.lowest()], &reach, &self.normal)
    }
    /// Whether all of the hull is in the half-space: whether its highest point's ball is.
    pub(crate) fn holds_all(&self) -> bool {
        let excess = &self.point_radius - &self.radius;
        self.heights.iter().all(|height| {
            if is_negative(&excess) {
                compare_to_length(height, &-&excess, &self.normal) != Ordering::Greater
            } else {
                compare_to_length(&-height, &excess, &self.normal) != Ordering::Less
            }
        })
    }
    /// The signed distance of the half-space (A) and the hull (B).
    pub(crate) fn clearance(&self) -> ExactClearance<D> {
        let lowest = self.lowest();
        let (point, height) = (&self.points[lowest], &self.heights[lowest]);
        let square = dot(&self.normal, &self.normal);
        let foot = core::array::from_fn(|i| {
            let numerator = &point[i] * &square - &self.normal[i] * height;
            round::quotient(&numerator, &square, self.exponent)
        });
        let point = core::array::from_fn(|i| round::quotient(&point[i], &Int::ONE, self.exponent));
        let radii = [&self.radius, &self.point_radius];
        ExactClearance::new(height, &self.normal, [foot, point], radii, self.exponent)
    }
}

/// Two half-spaces with parallel borders, at one scale: `normal` is A's, of any length, B's is a multiple of
/// it.
pub(crate) struct ParallelHalfSpaces<const D: usize> {
    normal: IntVector<D>,
    /// Whether they face the same way.
    alike: bool,
    /// Where the borders are: `normal · x` there, at a common length of the normal, balls not counted.
    borders: [Int; 2],
    radii: [Int; 2],
    exponent: i64,
}

impl<const D: usize> ParallelHalfSpaces<D> {
    /// `None` where the borders cross.
    pub(crate) fn new(a: &ExactHalfSpace<D>, b: &ExactHalfSpace<D>) -> Option<Self> {
        let ((na, ea), (nb, eb)) = (integers(&a.normal), integers(&b.normal));
        let crossing = if D == 2 {
            !perp_dot(&na, &nb).is_zero()
        } else {
            !is_zero(&cross(&na, &nb))
        };
        if crossing {
            return None;
        }
        let along = na.iter().zip(&nb).find(|(x, _)| !x.is_zero())?;
        let alike = is_negative(along.0) == is_negative(along.1);
        let magnitude = |x: &Int| if is_negative(x) { -x } else { x.clone() };
        let (ka, kb) = (magnitude(along.0), magnitude(along.1));
        // A: normal kb · x <= offset_a kb. B's normal times ka is that or its opposite.
        let offset = |o: &Dyadic, e: i64, k: &Int| Dyadic::new(&o.mantissa * k, o.exponent - e);
        let (oa, ob) = (offset(&a.offset, ea, &kb), offset(&b.offset, eb, &ka));
        let numbers = [&oa, &ob, &a.radius, &b.radius];
        let exponent = numbers
            .iter()
            .filter(|n| !n.is_zero())
            .map(|n| n.exponent)
            .min()
            .unwrap_or(0);
        let [oa, ob, ra, rb] = numbers.map(|n| n.at_exponent(exponent));
        Some(Self {
            normal: scaled(&na, &kb),
            alike,
            borders: [oa, if alike { ob } else { -ob }],
            radii: [ra, rb],
            exponent,
        })
    }
    /// `value` of the gap between two that face each other.
    fn value(&self) -> Int {
        &self.borders[1] - &self.borders[0]
    }
    fn reach(&self) -> Int {
        &self.radii[0] + &self.radii[1]
    }
    /// Of two that face the same way, whether A's border is before B's (A is in B), the same or beyond;
    /// `None` of others.
    pub(crate) fn alike(&self) -> Option<Ordering> {
        self.alike.then(|| self.compare_alike().reverse())
    }
    /// Of two that face each other, the sign of the clearance.
    pub(crate) fn clearance_sign(&self) -> Ordering {
        compare_to_length(&self.value(), &self.reach(), &self.normal)
    }
    /// B's border compared with A's, of two that face the same way.
    fn compare_alike(&self) -> Ordering {
        let (value, more) = (self.value(), &self.radii[0] - &self.radii[1]);
        if sign(&more) == Ordering::Less {
            compare_to_length(&-value, &-more, &self.normal).reverse()
        } else {
            compare_to_length(&value, &more, &self.normal)
        }
    }
    /// The signed distance of two that face each other.
    pub(crate) fn clearance(&self) -> ExactClearance<D> {
        let square = dot(&self.normal, &self.normal);
        let foot = |border: &Int| {
            core::array::from_fn(|i| round::quotient(&(&self.normal[i] * border), &square, self.exponent))
        };
        let points = [foot(&self.borders[0]), foot(&self.borders[1])];
        let radii = [&self.radii[0], &self.radii[1]];
        ExactClearance::new(&self.value(), &self.normal, points, radii, self.exponent)
    }
}

/// A vector as integers times `2^exponent`.
fn integers<const D: usize>(v: &ExactPoint<D>) -> (IntVector<D>, i64) {
    let exponent = v
        .iter()
        .filter(|n| !n.is_zero())
        .map(|n| n.exponent)
        .min()
        .unwrap_or(0);
    (core::array::from_fn(|i| v[i].at_exponent(exponent)), exponent)
}
