//! Points lifted to double precision, and the two decisions that a hull needs: exact, at every size.
//!
//! Shewchuk's adaptive predicates ("Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates", 1997; the crate `robust`) are exact as long as no product underflows or overflows. This is
//! ensured: points are scaled by a power of two so that the largest coordinate is about 1, and then every
//! coordinate is a multiple of 2^-340, unless the input mixes extremely different magnitudes; such input is
//! decided in integers.

use alloc::vec::Vec;
use core::cmp::Ordering;

use dashu_int::IBig;

use crate::exact::orientation::{orient2d, orient3d, sign};
use crate::math::{Real, Vector};

/// Up to this many binary places between the largest coordinate and the last bit of the smallest, the
/// product of three differences is a multiple of 2^-1020, so nothing underflows.
const EXPONENT_RANGE: i32 = 340;

/// Points of `N` coordinates, ready for exact decisions.
pub(crate) struct Lifted<const N: usize> {
    points: Vec<[f64; N]>,
    whole: Option<Vec<[IBig; N]>>,
}

impl<const N: usize> Lifted<N> {
    /// Lifts finite points; `N` is their dimension.
    pub(crate) fn new<V: Vector>(points: impl Iterator<Item = V>) -> Self {
        let mut points: Vec<[f64; N]> = points
            .map(|p| core::array::from_fn(|k| p.get(k).to_f64()))
            .collect();
        let (low, high) = exponents(points.as_flattened());
        let whole = (high - low > EXPONENT_RANGE).then(|| whole_numbers(&points, low));
        if whole.is_none() {
            for x in points.as_flattened_mut() {
                *x = libm::scalbn(*x, -high);
            }
        }
        Self { points, whole }
    }
    /// Whether the coordinates are scaled to about 1, so that floating-point filters are sound on them.
    pub(crate) fn is_scaled(&self) -> bool {
        self.whole.is_none()
    }
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }
    /// A point, scaled by the common power of two.
    #[inline]
    pub(crate) fn point(&self, i: u32) -> &[f64; N] {
        &self.points[i as usize]
    }
    /// Whether a, b, c turn left (`Greater`), lie on a line (`Equal`) or turn right, projected to two of
    /// the coordinates.
    pub(crate) fn turn(&self, [a, b, c]: [u32; 3], [x, y]: [usize; 2]) -> Ordering {
        if let Some(whole) = &self.whole {
            let [a, b, c] = [a, b, c].map(|i| &whole[i as usize]);
            let (p, q) = (minus(b, a), minus(c, a));
            return (&p[x] * &q[y]).cmp(&(&p[y] * &q[x]));
        }
        sign(orient2d([a, b, c].map(|i| [self.point(i)[x], self.point(i)[y]])))
    }
}

impl Lifted<3> {
    /// Whether `d` is above (`Greater`), in or below the plane through a, b, c, which are counter-clockwise
    /// seen from above.
    pub(crate) fn side(&self, [a, b, c]: [u32; 3], d: u32) -> Ordering {
        if let Some(whole) = &self.whole {
            let [a, b, c, d] = [a, b, c, d].map(|i| &whole[i as usize]);
            let normal = whole_cross(&minus(b, a), &minus(c, a));
            let e = minus(d, a);
            let height = &normal[0] * &e[0] + &normal[1] * &e[1] + &normal[2] * &e[2];
            return height.cmp(&IBig::ZERO);
        }
        sign(orient3d([a, b, c, d].map(|i| *self.point(i))))
    }
    /// Whether three points lie on a line.
    pub(crate) fn collinear(&self, abc: [u32; 3]) -> bool {
        [[0, 1], [1, 2], [2, 0]]
            .iter()
            .all(|&axes| self.turn(abc, axes).is_eq())
    }
}

/// A finite number as mantissa times 2^exponent, the mantissa odd (or zero).
pub(crate) fn split(x: f64) -> (i64, i32) {
    if x == 0.0 {
        return (0, 0);
    }
    let bits = x.to_bits();
    let field = (bits >> 52 & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = if field == 0 {
        (fraction, -1074)
    } else {
        (fraction | 1 << 52, field - 1075)
    };
    let zeros = mantissa.trailing_zeros();
    let magnitude = mantissa >> zeros;
    let mantissa = if x < 0.0 { -magnitude } else { magnitude };
    (mantissa, exponent + zeros as i32)
}

/// The exponent of the last bit of any number, and one above that of the largest; both 0 if all are zero.
pub(super) fn exponents(numbers: &[f64]) -> (i32, i32) {
    let parts = numbers.iter().map(|&x| split(x)).filter(|p| p.0 != 0);
    parts
        .map(|(m, e)| (e, e + 64 - m.unsigned_abs().leading_zeros() as i32))
        .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
        .unwrap_or((0, 0))
}

/// Points times 2^-low, as integers.
pub(super) fn whole_numbers<const N: usize>(points: &[[f64; N]], low: i32) -> Vec<[IBig; N]> {
    let whole = |x: f64| {
        let (mantissa, exponent) = split(x);
        IBig::from(mantissa) << (exponent - low).max(0) as usize
    };
    points.iter().map(|p| p.map(whole)).collect()
}

fn minus<const N: usize>(p: &[IBig; N], q: &[IBig; N]) -> [IBig; N] {
    core::array::from_fn(|k| &p[k] - &q[k])
}

fn whole_cross(p: &[IBig; 3], q: &[IBig; 3]) -> [IBig; 3] {
    core::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &p[i] * &q[j] - &p[j] * &q[i]
    })
}

/// The cross product of b - a and c - a, exact.
pub(super) fn exact_cross(triangle: &[[f64; 3]; 3]) -> [IBig; 3] {
    let (low, _) = exponents(triangle.as_flattened());
    let whole = whole_numbers(triangle, low);
    whole_cross(&minus(&whole[1], &whole[0]), &minus(&whole[2], &whole[0]))
}
