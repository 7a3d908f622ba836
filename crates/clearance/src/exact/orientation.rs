//! The orientation of points whose coordinates are floats, exactly.
//!
//! Three steps, each slower and more powerful than the one before:
//!
//! 1. The determinant in floats, and a bound on its error.
//! 2. The coordinates as integers in one common unit, the largest power of two of which all are multiples.
//!    Where their differences have less than 60 bits, the determinant is computed in integers of 128 bits (in
//!    space of 192), without an error. Points of meshes lie in one plane by the thousand, and nearly all of
//!    them fit.
//! 3. Expansions, as `robust` has them.
//!
//! In WebAssembly, where size counts, step 2 is left out in the plane; in space the numbers of [`Dyadic`],
//! which take longer, stand in for the expansions, which would be 3 kB of each module.
//!
//! Source: steps 1 and 3 are Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
//! Geometric Predicates" (1997). Step 2 answers the same in a fraction of the time. Limit: no product of two,
//! or three, differences of coordinates may overflow or be subnormal; the caller sees to that.

use core::cmp::Ordering;

#[cfg(any(test, target_family = "wasm"))]
use super::number::Dyadic;

/// The sign of a determinant, as an order.
#[inline]
pub(crate) fn sign(determinant: f64) -> Ordering {
    determinant.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
}

/// Whether a coordinate is of a usual size: no product of three differences of such overflows or underflows.
pub(crate) fn is_usual(x: f64) -> bool {
    x == 0.0 || (1e-60..1e75).contains(&libm::fabs(x))
}

/// Half of the distance from 1 to the next float: the largest relative error of one sum or product.
const ROUNDING: f64 = 0.5 * f64::EPSILON;
/// What the absolute terms of a determinant are multiplied by for a bound on its error (Shewchuk's `A`).
const ERROR_2D: f64 = (3.0 + 16.0 * ROUNDING) * ROUNDING;
const ERROR_3D: f64 = (7.0 + 56.0 * ROUNDING) * ROUNDING;

/// Positive where three points turn counter-clockwise: the third is left of the line from the first to the
/// second. 0 on the line.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline)]
pub(crate) fn orient2d([a, b, p]: [[f64; 2]; 3]) -> f64 {
    let left = (a[0] - p[0]) * (b[1] - p[1]);
    let right = (a[1] - p[1]) * (b[0] - p[0]);
    let (value, permanent) = (left - right, libm::fabs(left) + libm::fabs(right));
    if libm::fabs(value) > ERROR_2D * permanent || permanent == 0.0 {
        return value;
    }
    exact_2d([a, b, p])
}

/// Positive where the fourth point is above the plane of the others, on the side from which these are
/// counter-clockwise. 0 in the plane.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline)]
pub(crate) fn orient3d([a, b, c, p]: [[f64; 3]; 4]) -> f64 {
    let [u, v, w] = [a, b, c].map(|q| [q[0] - p[0], q[1] - p[1], q[2] - p[2]]);
    let (mut value, mut permanent) = (0.0, 0.0);
    for [r, s, t] in [[v, w, u], [w, u, v], [u, v, w]] {
        let (first, second) = (r[0] * s[1], s[0] * r[1]);
        value += t[2] * (first - second);
        permanent += (libm::fabs(first) + libm::fabs(second)) * libm::fabs(t[2]);
    }
    if libm::fabs(value) > ERROR_3D * permanent || permanent == 0.0 {
        return -value;
    }
    exact_3d([a, b, c, p])
}

#[inline(never)]
fn exact_2d(points: [[f64; 2]; 3]) -> f64 {
    let of_integers = match cfg!(target_family = "wasm") {
        true => None,
        false => of_integers_2d(points),
    };
    of_integers.unwrap_or_else(|| {
        let [a, b, p] = points.map(|[x, y]| robust::Coord { x, y });
        robust::orient2d(a, b, p)
    })
}

#[inline(never)]
fn exact_3d(points: [[f64; 3]; 4]) -> f64 {
    of_integers_3d(points).unwrap_or_else(|| of_any_3d(points))
}

/// A number of the sign of the determinant; `None` where its numbers are too long.
fn of_integers_2d(points: [[f64; 2]; 3]) -> Option<f64> {
    let ([u, v], unit) = differences::<2, 3, 2>(points)?;
    let value = product(u[0], v[1]) - product(u[1], v[0]);
    Some(value as f64 * unit * unit)
}

/// The same in space. Minors have up to 121 bits, so each is multiplied in two halves.
fn of_integers_3d(points: [[f64; 3]; 4]) -> Option<f64> {
    let ([u, v, w], unit) = differences::<3, 4, 3>(points)?;
    let (mut high, mut low) = (0, 0);
    for [r, s, t] in [[v, w, u], [w, u, v], [u, v, w]] {
        let minor = product(r[0], s[1]) - product(s[0], r[1]);
        high += (minor >> 64) * i128::from(t[2]);
        low += i128::from(minor as u64) * i128::from(t[2]);
    }
    high += low >> 64;
    let value = match i64::try_from(high) {
        Ok(high) => (i128::from(high) << 64 | i128::from(low as u64)) as f64,
        // Beside these bits the lower ones do not matter.
        Err(_) => high as f64 * TWO_TO_64,
    };
    Some(-value * unit * unit * unit)
}

const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

#[inline]
fn product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// The differences of points from the last one in integers of less than 60 bits, and their unit; `None` where
/// one is longer.
#[inline]
fn differences<const D: usize, const N: usize, const M: usize>(
    points: [[f64; D]; N],
) -> Option<([[i64; D]; M], f64)> {
    let largest = points
        .iter()
        .flatten()
        .fold(0.0, |most: f64, x| most.max(libm::fabs(*x)));
    let exponent = (largest.to_bits() >> 52) as i64 - 1023;
    if !(-200..200).contains(&exponent) {
        return None; // the determinant of smaller ones may be no normal number
    }
    let (scale, unit) = (power_of_two(61 - exponent), power_of_two(exponent - 61));
    // Without a branch for each number: all are looked at, then the verdict.
    let (mut are_whole, mut bits) = (true, 0);
    let mut whole = [[0_i64; D]; N];
    for n in 0..N {
        for k in 0..D {
            let integer = (points[n][k] * scale) as i64;
            are_whole &= integer as f64 * unit == points[n][k];
            bits |= integer;
            whole[n][k] = integer;
        }
    }
    let (zeros, mut longest) = (bits.trailing_zeros() & 63, 0);
    let mut out = [[0; D]; M];
    for n in 0..M {
        for k in 0..D {
            let difference = (whole[n][k] >> zeros) - (whole[N - 1][k] >> zeros);
            longest |= difference.unsigned_abs();
            out[n][k] = difference;
        }
    }
    if !are_whole || longest >> 60 != 0 {
        return None;
    }
    Some((out, unit * power_of_two(i64::from(zeros))))
}

/// For exponents of normal numbers.
#[inline]
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(not(target_family = "wasm"))]
fn of_any_3d(points: [[f64; 3]; 4]) -> f64 {
    let [a, b, c, p] = points.map(|[x, y, z]| robust::Coord3D { x, y, z });
    -robust::orient3d(a, b, c, p)
}

#[cfg(target_family = "wasm")]
use of_dyadics as of_any_3d;

/// The same determinants, in the plane and in space.
#[cfg(any(test, target_family = "wasm"))]
#[inline(never)]
fn of_dyadics<const D: usize, const N: usize>(points: [[f64; D]; N]) -> f64 {
    let exact = points.map(|p| p.map(Dyadic::from_real));
    let way = |n: usize, k: usize| exact[n][k].minus(&exact[N - 1][k]);
    let minor = |m: usize, n: usize| way(m, 0).times(&way(n, 1)).minus(&way(n, 0).times(&way(m, 1)));
    if D == 2 {
        return minor(0, 1).rounded();
    }
    let term = |[m, n, o]: [usize; 3]| way(o, 2).times(&minor(m, n));
    let sum = term([1, 2, 0]).plus(&term([2, 0, 1])).plus(&term([0, 1, 2]));
    sum.negated().rounded()
}

#[cfg(test)]
mod tests;
