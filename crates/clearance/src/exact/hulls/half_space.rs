//! Half-spaces, exactly: against a core, and against each other.

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

/// A half-space and a core at one scale: lengths in units of `2^exponent`.
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
        let lengths = [&hull.1, &offset, &half_space.radius];
        let exponent = Dyadic::common_exponent(hull.0.iter().flatten().chain(lengths));
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
    /// Whether the half-space contains the core: whether it contains the ball about each vertex.
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
    /// The clearance of the half-space (A) and the core (B).
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

/// Two half-spaces with parallel borders, at one scale. `normal` is A's, of any length; B's is a multiple of
/// it, which may be negative.
pub(crate) struct ParallelHalfSpaces<const D: usize> {
    normal: IntVector<D>,
    /// Whether both normals point the same way.
    alike: bool,
    /// `normal · x` on each border, without the balls.
    borders: [Int; 2],
    radii: [Int; 2],
    exponent: i64,
}

impl<const D: usize> ParallelHalfSpaces<D> {
    /// `None` where the borders are not parallel.
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
        // A is the set (na kb) · x <= offset_a kb. B's normal times ka is na kb or its opposite.
        let offset = |o: &Dyadic, e: i64, k: &Int| Dyadic::new(&o.mantissa * k, o.exponent - e);
        let (oa, ob) = (offset(&a.offset, ea, &kb), offset(&b.offset, eb, &ka));
        let numbers = [&oa, &ob, &a.radius, &b.radius];
        let exponent = Dyadic::common_exponent(numbers);
        let [oa, ob, ra, rb] = numbers.map(|n| n.at_exponent(exponent));
        Some(Self {
            normal: scaled(&na, &kb),
            alike,
            borders: [oa, if alike { ob } else { -ob }],
            radii: [ra, rb],
            exponent,
        })
    }
    /// The gap between two that face each other, times the length of the normal, without the balls.
    fn value(&self) -> Int {
        &self.borders[1] - &self.borders[0]
    }
    fn reach(&self) -> Int {
        &self.radii[0] + &self.radii[1]
    }
    /// For two that face the same way: `Less` where A is inside B, `Equal` where they are the same, else
    /// `Greater`. `None` for two that face each other.
    pub(crate) fn alike(&self) -> Option<Ordering> {
        self.alike.then(|| self.compare_alike().reverse())
    }
    /// The sign of the clearance of two that face each other.
    pub(crate) fn clearance_sign(&self) -> Ordering {
        compare_to_length(&self.value(), &self.reach(), &self.normal)
    }
    /// Compares B's border with A's along the normal, for two that face the same way.
    fn compare_alike(&self) -> Ordering {
        let (value, more) = (self.value(), &self.radii[0] - &self.radii[1]);
        if sign(&more) == Ordering::Less {
            compare_to_length(&-value, &-more, &self.normal).reverse()
        } else {
            compare_to_length(&value, &more, &self.normal)
        }
    }
    /// The clearance of two that face each other.
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
    let exponent = Dyadic::common_exponent(v);
    (core::array::from_fn(|i| v[i].at_exponent(exponent)), exponent)
}
