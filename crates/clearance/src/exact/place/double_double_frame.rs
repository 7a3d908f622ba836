//! Rotated vertices in double-doubles: correctly rounded without integers, or undecided.
//!
//! A rotated vertex takes about twenty sums and products of double-doubles ([`DoubleDouble`]), each off by at
//! most 2^-102 of its terms; no term is larger than the vertex is far from the origin, plus the position.
//! [`ERROR`] times these lengths is an error bound with a factor of more than 100 to spare. Where the bound
//! reaches a point at which rounding would go the other way, the answer is `None` and integers decide. So a
//! vertex has the same bits whichever way it is computed.

use crate::exact::number::double_double::DoubleDouble;

/// The error bound of a coordinate, relative to the sum of the magnitudes that made it: 2^-90.
const ERROR: f64 = 1.0 / (1u128 << 90) as f64;

/// A rotation matrix (as rows), a scale and a position.
pub(crate) struct DoubleDoubleFrame<const D: usize> {
    rows: [[DoubleDouble; D]; D],
    scale: f64,
    position: [f64; D],
}

impl<const D: usize> DoubleDoubleFrame<D> {
    /// `None` where a number is so large or small that products might overflow or underflow.
    pub(crate) fn new(rows: [[DoubleDouble; D]; D], scale: f64, position: [f64; D]) -> Option<Self> {
        let usable = is_moderate(scale) && position.iter().all(|&c| is_moderate(c));
        usable.then_some(Self {
            rows,
            scale,
            position,
        })
    }
    /// A local point in the world, each coordinate the nearest double; `None` where that is undecided.
    pub(crate) fn point(&self, x: [f64; D]) -> Option<[f64; D]> {
        if !x.iter().all(|&c| is_moderate(c)) {
            return None;
        }
        let scaled = x.map(|c| DoubleDouble::product(c, self.scale));
        let reach: f64 = scaled.iter().map(|c| c.high.abs()).sum();
        let mut world = [0.0; D];
        for (i, c) in world.iter_mut().enumerate() {
            let terms = self.rows[i].iter().zip(&scaled);
            let sum = terms.fold(self.position[i].into(), |sum: DoubleDouble, (&m, &v)| sum + m * v);
            let error = ERROR * (reach + self.position[i].abs());
            if sum.high + (sum.low + error) != sum.high || sum.high + (sum.low - error) != sum.high {
                return None;
            }
            *c = sum.high;
        }
        Some(world)
    }
}

/// The matrix of a quaternion of any length; `None` where its squares might overflow or underflow.
pub(crate) fn quaternion(q: [f64; 4]) -> Option<[[DoubleDouble; 3]; 3]> {
    if !q.iter().all(|&c| is_moderate(c)) {
        return None;
    }
    let product = DoubleDouble::product;
    let [x, y, z, w] = q;
    let squares = product(x, x) + product(y, y) + product(z, z);
    let two_over_square = DoubleDouble::from(2.0).over(squares + product(w, w));
    let of = |a: f64, b: f64| product(a, b) * two_over_square;
    let (xx, yy, zz) = (of(x, x), of(y, y), of(z, z));
    let (xy, xz, yz) = (of(x, y), of(x, z), of(y, z));
    let (wx, wy, wz) = (of(w, x), of(w, y), of(w, z));
    let one = DoubleDouble::from(1.0);
    Some([
        [one - (yy + zz), xy - wz, xz + wy],
        [xy + wz, one - (xx + zz), yz - wx],
        [xz - wy, yz + wx, one - (xx + yy)],
    ])
}

/// Whether products of three such numbers neither overflow nor lose bits to underflow.
fn is_moderate(x: f64) -> bool {
    x == 0.0 || (x.abs() > 1e-60 && x.abs() < 1e80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_a_tie_is_undecided() {
        let (one, zero) = (DoubleDouble::from(1.0), DoubleDouble::ZERO);
        let frame =
            DoubleDoubleFrame::new([[one, zero], [zero, one]], 1.0, [2.0_f64.powi(-53), 0.5]).unwrap();
        assert_eq!(frame.point([1.0, 1.0]), None);
        assert_eq!(frame.point([0.5, 1.0]), Some([0.5 + 2.0_f64.powi(-53), 1.5]));
        // Zero by cancellation: no digit is certain.
        assert_eq!(frame.point([1.0, -0.5]), None);
    }
}
