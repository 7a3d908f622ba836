//! Points and half-spaces in homogeneous integer coordinates: `(x, w)` is the point `x / w`, or the
//! half-space `x · p + w <= 0`.
//!
//! A point is in a half-space where their dot product is not positive. The point at which an edge crosses a
//! plane, and the plane through a ridge and a point, are sums of multiples of two of them. Each is divided by
//! its greatest common divisor, so the intersection of given planes never has more bits than their
//! determinants, however it was found.

use core::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::{BitTest, Gcd};

use super::integer::{Int, IntVector, determinant, is_negative, sign};
use super::round;

/// The relative error of a sum of products of rounded numbers, in units in the last place: two for each
/// factor and one for each product and sum, with room to spare.
const ROUNDINGS: f64 = 32.0;

/// A point or a half-space; positive multiples are the same one.
#[derive(Clone, Debug)]
pub(crate) struct Homogeneous<const D: usize> {
    pub(crate) x: IntVector<D>,
    pub(crate) w: Int,
    /// The exponent of the power of two that multiplies `x` before it is rounded: minus the bits of a usual
    /// coordinate for points, plus these for half-spaces.
    shift: i64,
    /// A positive multiple of `(x * 2^shift, w)`, rounded: no number in it is much larger than 1.
    rounded: ([f64; D], f64),
}

impl<const D: usize> Homogeneous<D> {
    /// The point `x`; its coordinates have about so many bits.
    pub(crate) fn point(x: IntVector<D>, bits: i64) -> Self {
        Self::new(x, Int::ONE, -bits)
    }
    /// The direction `x`: a point infinitely far away.
    pub(crate) fn direction(x: IntVector<D>, bits: i64) -> Self {
        Self::new(x, Int::ZERO, -bits)
    }
    /// The half-space `x · p + w <= 0`, for points of so many bits.
    pub(crate) fn half_space(x: IntVector<D>, w: Int, bits: i64) -> Self {
        Self::new(x, w, bits)
    }
    fn new(x: IntVector<D>, w: Int, shift: i64) -> Self {
        let mut parts = [(0.0, i64::MIN); D];
        for (part, c) in parts.iter_mut().zip(&x) {
            let (mantissa, exponent) = round::mantissa_exponent(c);
            *part = (mantissa, exponent + shift);
        }
        let last = round::mantissa_exponent(&w);
        let size = |(m, e): (f64, i64)| if m == 0.0 { i64::MIN } else { e + 53 };
        let most = parts.iter().copied().chain([last]).map(size).max().unwrap_or(0);
        let rounded = |(m, e): (f64, i64)| round::times_power_of_two(m, e.saturating_sub(most));
        Self {
            rounded: (parts.map(rounded), rounded(last)),
            x,
            w,
            shift,
        }
    }
    /// `a * self + b * other` in lowest terms; `a` and `b` are positive, both are points or both half-spaces.
    fn sum(&self, a: &Int, other: &Self, b: &Int) -> Self {
        let x: IntVector<D> = core::array::from_fn(|i| &self.x[i] * a + &other.x[i] * b);
        Self::shortest(x, &self.w * a + &other.w * b, self.shift)
    }
    fn shortest(x: IntVector<D>, w: Int, shift: i64) -> Self {
        let mut divisor = IBig::ZERO;
        for c in x.iter().chain([&w]).filter(|c| !c.is_zero()) {
            divisor = if divisor.is_zero() {
                c.clone()
            } else {
                IBig::from((&divisor).gcd(c))
            };
        }
        if is_negative(&divisor) {
            divisor = -divisor;
        }
        if divisor.is_zero() || divisor.is_one() {
            return Self::new(x, w, shift);
        }
        Self::new(x.map(|c| c / &divisor), w / &divisor, shift)
    }
    /// The one between `self` and `other` whose dot product with some third is 0, given that product of each:
    /// `of_self` and `of_other`, of different signs.
    pub(crate) fn between(&self, of_self: &Int, other: &Self, of_other: &Int) -> Self {
        let magnitude = |x: &Int| if is_negative(x) { -x } else { x.clone() };
        self.sum(&magnitude(of_other), other, &magnitude(of_self))
    }
    /// The dot product of a point and a half-space: positive where the point is outside.
    pub(crate) fn dot(&self, other: &Self) -> Int {
        super::integer::dot(&self.x, &other.x) + &self.w * &other.w
    }
    /// The sign of [`Homogeneous::dot`].
    pub(crate) fn side(&self, other: &Self) -> Ordering {
        let ((u, a), (v, b)) = (self.rounded, other.rounded);
        let (mut value, mut size) = (a * b, libm::fabs(a * b));
        for i in 0..D {
            value += u[i] * v[i];
            size += libm::fabs(u[i] * v[i]);
        }
        let bound = ROUNDINGS * f64::EPSILON * size + f64::MIN_POSITIVE;
        if value > bound {
            Ordering::Greater
        } else if value < -bound {
            Ordering::Less
        } else {
            sign(&self.dot(other))
        }
    }
    /// A point times `2^-bits`, rounded; for the bits see [`Homogeneous::point`].
    pub(crate) fn approximate(&self) -> [f64; D] {
        self.rounded.0.map(|c| c / self.rounded.1)
    }
    /// The half-space on the other side of the same border.
    pub(crate) fn reversed(&self) -> Self {
        let (v, w) = self.rounded;
        Self {
            x: core::array::from_fn(|i| -&self.x[i]),
            w: -&self.w,
            shift: self.shift,
            rounded: (v.map(|c| -c), -w),
        }
    }
    /// A sum of these points with weights of about equal size: a point between them.
    pub(crate) fn mean<'p>(points: impl Iterator<Item = &'p Self> + Clone) -> Option<Self> {
        let longest = points.clone().map(|p| p.w.bit_len()).max()?;
        let lengthened = |p: &Self| {
            let shift = longest - p.w.bit_len();
            let x: IntVector<D> = core::array::from_fn(|i| &p.x[i] << shift);
            (x, &p.w << shift)
        };
        let shift = points.clone().next()?.shift;
        let (x, w) = points
            .map(lengthened)
            .reduce(|(x, w), (y, v)| (core::array::from_fn(|i| &x[i] + &y[i]), w + v))?;
        Some(Self::shortest(x, w, shift))
    }
    fn component(&self, i: usize) -> &Int {
        self.x.get(i).unwrap_or(&self.w)
    }
    /// The plane through D points (or directions, whose `w` is 0): its product with each is 0. It is zero
    /// where they are not independent.
    pub(crate) fn through(points: [&Self; D]) -> Self {
        let minor = |left_out: usize| -> Int {
            let rows: [IntVector<D>; D] = core::array::from_fn(|r| {
                core::array::from_fn(|c| points[r].component(c + usize::from(c >= left_out)).clone())
            });
            let minor = if D == 2 {
                &rows[0][0] * &rows[1][1] - &rows[0][1] * &rows[1][0]
            } else {
                determinant(&rows[0], &rows[1], &rows[D - 1])
            };
            if left_out % 2 == 1 { -minor } else { minor }
        };
        Self::shortest(core::array::from_fn(minor), minor(D), -points[0].shift)
    }
}

/// Linearly independent homogeneous vectors, at most D + 1.
pub(crate) struct Independent<const D: usize> {
    /// Each vector after elimination by those before it, and the index of its pivot.
    rows: alloc::vec::Vec<(usize, [Int; 4])>,
}

impl<const D: usize> Independent<D> {
    pub(crate) fn none() -> Self {
        Self {
            rows: alloc::vec::Vec::new(),
        }
    }
    /// Adds the vector if it is independent of those added before; whether it was.
    pub(crate) fn takes(&mut self, v: &Homogeneous<D>) -> bool {
        let mut rest: [Int; 4] =
            core::array::from_fn(|i| if i <= D { v.component(i).clone() } else { Int::ZERO });
        for (pivot, row) in &self.rows {
            let factor = rest[*pivot].clone();
            if !factor.is_zero() {
                rest = core::array::from_fn(|i| &rest[i] * &row[*pivot] - &row[i] * &factor);
            }
        }
        let pivot = rest.iter().position(|c| !c.is_zero());
        self.rows.extend(pivot.map(|pivot| (pivot, rest)));
        pivot.is_some()
    }
}
