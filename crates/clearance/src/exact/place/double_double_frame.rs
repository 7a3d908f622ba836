//! DoubleDoubleFrame vertices in twice the precision of a double: rounded right without integers, or not at all.
//!
//! Sums and products of pairs of doubles (Dekker 1971; Hida, Li and Bailey, *Algorithms for Quad-Double
//! Precision Floating Point Arithmetic*, 2001) err by a few times 2^-104 of their terms. A turned vertex
//! takes about twenty of them, on terms no larger than the vertex is far from the origin and the position;
//! [`SLACK`] times these terms is a bound with a factor of 500 to spare. Where the bound reaches to where
//! rounding would go the other way, the answer is `None`, and integers decide: so the same vertex comes out,
//! whichever way it is computed.

use crate::exact::number::expansion::{two_product, two_sum};

/// How far a coordinate may be off, relative to the sum of the magnitudes that made it: 2^-90.
const SLACK: f64 = 1.0 / (1u128 << 90) as f64;

/// A sum of two doubles that do not overlap, the larger first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubled(f64, f64);

impl Doubled {
    pub(crate) const fn new(high: f64, low: f64) -> Self {
        Self(high, low)
    }
    fn plus(self, o: Self) -> Self {
        let (s, e) = two_sum(self.0, o.0);
        let (t, f) = two_sum(self.1, o.1);
        let (s, e) = two_sum(s, e + t);
        let (s, e) = two_sum(s, e + f);
        Self(s, e)
    }
    fn minus(self, o: Self) -> Self {
        self.plus(Self(-o.0, -o.1))
    }
    fn times(self, o: Self) -> Self {
        let (p, e) = two_product(self.0, o.0);
        let (p, e) = two_sum(p, e + (self.0 * o.1 + self.1 * o.0));
        Self(p, e)
    }
    fn over(self, o: Self) -> Self {
        let first = self.0 / o.0;
        let rest = self.minus(o.times(Self(first, 0.0)));
        let second = rest.0 / o.0;
        let rest = rest.minus(o.times(Self(second, 0.0)));
        Self(first, 0.0).plus(Self(second, rest.0 / o.0))
    }
}

/// A rotation matrix with its scale and position, as rows.
pub(crate) struct DoubleDoubleFrame<const D: usize> {
    rows: [[Doubled; D]; D],
    scale: f64,
    position: [f64; D],
}

impl<const D: usize> DoubleDoubleFrame<D> {
    /// `None` where a number is so large or small that products might overflow or vanish.
    pub(crate) fn new(rows: [[Doubled; D]; D], scale: f64, position: [f64; D]) -> Option<Self> {
        let usable = is_moderate(scale) && position.iter().all(|&c| is_moderate(c));
        usable.then_some(Self {
            rows,
            scale,
            position,
        })
    }
    /// A local point in the world, each coordinate the nearest double; `None` where that is not sure.
    pub(crate) fn point(&self, x: [f64; D]) -> Option<[f64; D]> {
        if !x.iter().all(|&c| is_moderate(c)) {
            return None;
        }
        let scaled = x.map(|c| {
            let (product, error) = two_product(c, self.scale);
            Doubled(product, error)
        });
        let reach: f64 = scaled.iter().map(|c| c.0.abs()).sum();
        let mut world = [0.0; D];
        for (i, c) in world.iter_mut().enumerate() {
            let start = Doubled(self.position[i], 0.0);
            let terms = self.rows[i].iter().zip(&scaled);
            let Doubled(high, low) = terms.fold(start, |sum, (m, v)| sum.plus(m.times(*v)));
            let bound = SLACK * (reach + self.position[i].abs());
            if high + (low + bound) != high || high + (low - bound) != high {
                return None;
            }
            *c = high;
        }
        Some(world)
    }
}

/// The matrix of a quaternion of any length; `None` where its squares might overflow or vanish.
pub(crate) fn quaternion(q: [f64; 4]) -> Option<[[Doubled; 3]; 3]> {
    if !q.iter().all(|&c| is_moderate(c)) {
        return None;
    }
    let product = |a: f64, b: f64| {
        let (p, e) = two_product(a, b);
        Doubled(p, e)
    };
    let [x, y, z, w] = q;
    let squares = product(x, x).plus(product(y, y)).plus(product(z, z));
    let two_over_square = Doubled(2.0, 0.0).over(squares.plus(product(w, w)));
    let of = |a: f64, b: f64| product(a, b).times(two_over_square);
    let (xx, yy, zz) = (of(x, x), of(y, y), of(z, z));
    let (xy, xz, yz) = (of(x, y), of(x, z), of(y, z));
    let (wx, wy, wz) = (of(w, x), of(w, y), of(w, z));
    let one = Doubled(1.0, 0.0);
    Some([
        [one.minus(yy.plus(zz)), xy.minus(wz), xz.plus(wy)],
        [xy.plus(wz), one.minus(xx.plus(zz)), yz.minus(wx)],
        [xz.minus(wy), yz.plus(wx), one.minus(xx.plus(yy))],
    ])
}

/// Products of three of these neither overflow nor lose bits to underflow.
fn is_moderate(x: f64) -> bool {
    x == 0.0 || (x.abs() > 1e-60 && x.abs() < 1e80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_right_to_a_hundred_bits() {
        use crate::exact::Dyadic;
        for (a, b) in [(2.0, 3.0), (1.0, 0.1), (7.0, 1e10), (0.3, 0.7)] {
            let Doubled(high, low) = Doubled(a, 0.0).over(Doubled(b, 0.0));
            let sum = Dyadic::from_real(high).plus(&Dyadic::from_real(low));
            let off = sum.times(&Dyadic::from_real(b)).minus(&Dyadic::from_real(a));
            assert!(off.rounded::<f64>().abs() < a * 2.0_f64.powi(-100), "{a} {b}");
        }
    }
    #[test]
    fn what_is_near_a_tie_is_refused() {
        let one = Doubled::new(1.0, 0.0);
        let tie = Doubled::new(0.0, 0.0);
        let turned = DoubleDoubleFrame::new([[one, tie], [tie, one]], 1.0, [2.0_f64.powi(-53), 0.5]).unwrap();
        assert_eq!(turned.point([1.0, 1.0]), None);
        assert_eq!(turned.point([0.5, 1.0]), Some([0.5 + 2.0_f64.powi(-53), 1.5]));
        // Zero by cancellation: no digits are sure.
        assert_eq!(turned.point([1.0, -0.5]), None);
    }
}
