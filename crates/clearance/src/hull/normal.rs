//! Unit normals of edges and triangles, accurate to the last places even for slivers.
//!
//! The difference of two floats is exact as a pair (Knuth's two-sum), so the only danger is cancellation in
//! the cross product. It is computed in pairs of doubles ([`Wide`]; Dekker 1971), whose error is below
//! 2^-96 of the terms. If the result is so much smaller than its terms that this could matter, integers
//! give it exactly.

use dashu_int::{IBig, ops::BitTest};

use super::lifted::{exact_cross, exponents};
use crate::exact::number::double_double::DoubleDouble;

/// The unit vector along `v`; each component is accurate to the last place.
fn unit<const N: usize>(v: [f64; N]) -> [f64; N] {
    let largest = v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let (_, high) = exponents(&[largest]);
    let v = v.map(|x| libm::scalbn(x, -high));
    let square = v
        .iter()
        .fold(DoubleDouble::ZERO, |sum, &x| sum + DoubleDouble::product(x, x));
    let length = libm::sqrt(square.value());
    v.map(|x| x / length)
}

/// The unit normal to the right of the edge from `a` to `b`, which must differ: outwards if the polygon is
/// counter-clockwise.
pub(crate) fn edge_normal([ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> [f64; 2] {
    unit([by - ay, ax - bx])
}

/// The unit normal of a triangle, on the side from which its corners are counter-clockwise; `None` if they
/// lie on a line.
pub(crate) fn triangle_normal(corners: [[f64; 3]; 3]) -> Option<[f64; 3]> {
    let (low, high) = exponents(corners.as_flattened());
    let sound = high - low <= 340;
    let scaled = corners.map(|p| p.map(|x| libm::scalbn(x, -high)));
    match cross_in_pairs(&scaled) {
        Some(cross) if sound => Some(unit(cross)),
        _ => {
            let cross = rounded(&exact_cross(&corners));
            (cross != [0.0; 3]).then(|| unit(cross))
        }
    }
}

/// The cross product if pairs give it to within 2^-56 of its length, else `None`.
fn cross_in_pairs([a, b, c]: &[[f64; 3]; 3]) -> Option<[f64; 3]> {
    let from_a = |p: &[f64; 3]| [0, 1, 2].map(|k| DoubleDouble::difference(p[k], a[k]));
    let (p, q) = (from_a(b), from_a(c));
    let (mut cross, mut terms) = ([0.0; 3], 0.0_f64);
    for (k, component) in cross.iter_mut().enumerate() {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let (left, right) = (p[i] * q[j], p[j] * q[i]);
        *component = (left - right).value();
        terms = terms.max(left.value().abs()).max(right.value().abs());
    }
    let largest = cross.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    const LEAST: f64 = 1.0 / (1_u64 << 40) as f64;
    (largest > terms * LEAST).then_some(cross)
}

/// Integers as floats, all shifted by the same number of bits so that the largest neither overflows nor
/// loses bits.
fn rounded(v: &[IBig; 3]) -> [f64; 3] {
    let bits = v.iter().map(BitTest::bit_len).max().unwrap_or(0);
    let shift = bits.saturating_sub(900);
    core::array::from_fn(|k| (&v[k] >> shift).to_f64().value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise;

    #[test]
    fn slivers_keep_their_normal() {
        // Three points of the plane z = x + y, a unit in the last place from a line.
        let e = f64::EPSILON;
        let normal = triangle_normal([[0.0; 3], [1.0, 1.0, 2.0], [1.0, 1.0 + e, 2.0 + e]]).unwrap();
        let third = 1.0 / 3.0_f64.sqrt();
        // z was rounded to 2 there, so compare with the plane that those points really span.
        let exact = triangle_normal([[0.0; 3], [1.0, 1.0, 2.0], [0.5, 0.75, 1.25]]).unwrap();
        assert_eq!(triangle_normal([[0.1; 3], [0.3; 3], [0.7; 3]]), None);
        assert!(
            exact
                .iter()
                .zip([-third, -third, third])
                .all(|(x, y)| (x - y).abs() < 2.0 * e)
        );
        assert!((normal.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 4.0 * e);
    }

    #[test]
    fn pairs_and_whole_numbers_agree() {
        let mut state = 7_u64;
        let mut next = || (noise::next(&mut state) >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
        for _ in 0..200 {
            let corners: [[f64; 3]; 3] = core::array::from_fn(|_| core::array::from_fn(|_| next()));
            let fast = unit(cross_in_pairs(&corners).unwrap());
            let slow = unit(rounded(&exact_cross(&corners)));
            assert_eq!(fast, slow);
        }
    }
}
