//! The linear forms that decide on which side of a facet a point is: exact, and in floats with a bound.

use crate::exact::Dyadic;
use crate::exact::place::ExactPoint;

/// A normal of a facet, outwards; its length is not 1.
pub(in crate::pair::solids) fn normal<const D: usize>(c: &[ExactPoint<D>; D]) -> ExactPoint<D> {
    let u = difference(&c[1], &c[0]);
    if D == 2 {
        return core::array::from_fn(|i| if i == 0 { u[1].clone() } else { u[0].negated() });
    }
    cross(&u, &difference(&c[2], &c[0]))
}

/// The cross product, for D = 3.
pub(in crate::pair) fn cross<const D: usize>(u: &ExactPoint<D>, v: &ExactPoint<D>) -> ExactPoint<D> {
    core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        u[j].times(&v[k]).minus(&u[k].times(&v[j]))
    })
}

pub(in crate::pair) fn dot<const D: usize>(u: &ExactPoint<D>, v: &ExactPoint<D>) -> Dyadic {
    let mut sum = u[0].times(&v[0]);
    for i in 1..D {
        sum = sum.plus(&u[i].times(&v[i]));
    }
    sum
}

pub(in crate::pair::solids) fn float_normal<const D: usize>(c: &[[f64; D]; D]) -> [f64; D] {
    let way = |k: usize, i: usize| c[k][i] - c[0][i];
    core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        match (D, i) {
            (2, 0) => way(1, 1),
            (2, _) => -way(1, 0),
            _ => way(1, j) * way(D - 1, k) - way(1, k) * way(D - 1, j),
        }
    })
}

/// The axis along which a vector is longest.
pub(in crate::pair::solids) fn longest<const D: usize>(v: [f64; D]) -> usize {
    let size = |i: usize| libm::fabs(v[i]);
    (1..D).fold(0, |best, i| if size(i) > size(best) { i } else { best })
}

/// `normal · (p - corner)` and a bound on its error, where every coordinate is within `error` of the true
/// one.
pub(in crate::pair::solids) fn float_side<const D: usize>(
    c: &[[f64; D]; D],
    p: [f64; D],
    error: f64,
) -> (f64, f64) {
    FloatPlane::new(c).side(p, error)
}

/// The plane of a facet in floats.
#[derive(Clone, Copy)]
pub(in crate::pair::solids) struct FloatPlane<const D: usize> {
    corner: [f64; D],
    pub normal: [f64; D],
    /// The largest coordinate of a difference from that corner to another.
    pub spread: f64,
}

impl<const D: usize> FloatPlane<D> {
    pub fn new(c: &[[f64; D]; D]) -> Self {
        Self {
            corner: c[0],
            normal: float_normal(c),
            spread: spread(c, c[0]),
        }
    }
    /// `normal · (p - corner)` and a bound on its error, where every coordinate is within `error` of the true
    /// one.
    ///
    /// Each difference is at most `m` and within `2 error + EPSILON m` of the true one; the form is a sum of
    /// at most 6 products of D such differences.
    pub fn side(&self, p: [f64; D], error: f64) -> (f64, f64) {
        let (mut value, mut m) = (0.0, self.spread);
        for ((x, from), normal) in p.iter().zip(&self.corner).zip(&self.normal) {
            let way = x - from;
            value += normal * way;
            m = m.max(libm::fabs(way));
        }
        let m = m.max(error);
        let power = if D == 2 { m } else { m * m };
        let bound = 64.0 * power * (error + f64::EPSILON * m) + f64::MIN_POSITIVE;
        // Where the bound overflows or is not a number, the answer is undecided.
        if bound.is_finite() {
            (value, bound)
        } else {
            (0.0, 1.0)
        }
    }
}

/// The largest coordinate of a difference from the first corner.
pub(in crate::pair::solids) fn spread<const D: usize>(c: &[[f64; D]; D], p: [f64; D]) -> f64 {
    let mut m = 0.0_f64;
    for q in c[1..].iter().chain([&p]) {
        for i in 0..D {
            m = m.max(libm::fabs(q[i] - c[0][i]));
        }
    }
    m
}

/// `p - q`.
pub(in crate::pair::solids) fn difference<const D: usize>(
    p: &ExactPoint<D>,
    q: &ExactPoint<D>,
) -> ExactPoint<D> {
    core::array::from_fn(|i| p[i].minus(&q[i]))
}

/// The least and the greatest coordinate of a facet's corners along an axis.
pub(in crate::pair::solids) fn extent_along<const D: usize>(c: &[[f64; D]; D], axis: usize) -> (f64, f64) {
    c[1..].iter().fold((c[0][axis], c[0][axis]), |(low, high), p| {
        (low.min(p[axis]), high.max(p[axis]))
    })
}
