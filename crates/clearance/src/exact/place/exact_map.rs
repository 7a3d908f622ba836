//! A chain of poses as one exact map, `x -> (linear x + shift) / divisor`.

use core::cmp::Ordering;

use super::{ExactPoint, GivenPose, angle};
use crate::exact::number::Dyadic;
use crate::math::{GivenRotation, Vector};

type Matrix<const D: usize> = [[Dyadic; D]; D];

/// The map of a chain of poses.
pub(super) struct ExactMap<const D: usize> {
    /// `None`: a multiple of the identity, by `scale`.
    pub linear: Option<Matrix<D>>,
    pub shift: ExactPoint<D>,
    pub divisor: Dyadic,
    /// The product of the scales.
    pub scale: Dyadic,
}

impl<const D: usize> ExactMap<D> {
    /// Of poses, the one next to the shape first.
    #[inline(never)]
    pub fn of_chain(poses: &[GivenPose<D>]) -> Self {
        let mut all = Self {
            linear: None,
            shift: core::array::from_fn(|_| Dyadic::zero()),
            divisor: Dyadic::one(),
            scale: Dyadic::one(),
        };
        poses.iter().for_each(|pose| all.follow_by(pose));
        all
    }
    fn follow_by(&mut self, pose: &GivenPose<D>) {
        let scale = Dyadic::from_real(pose.scale);
        self.scale = times(&self.scale, &scale);
        for c in &mut self.shift {
            *c = times(c, &scale);
        }
        if let Some(m) = &mut self.linear {
            m.iter_mut().flatten().for_each(|c| *c = times(c, &scale));
        }
        if let Some((turn, divisor)) = turn::<D>(&pose.rotation) {
            let start = self.linear.take().unwrap_or_else(|| diagonal(&self.scale));
            self.linear = Some(core::array::from_fn(|i| {
                core::array::from_fn(|j| {
                    let column: [Dyadic; D] = core::array::from_fn(|k| start[k][j].clone());
                    dot(&turn[i], &column)
                })
            }));
            self.shift = core::array::from_fn(|i| dot(&turn[i], &self.shift));
            self.divisor = times(&self.divisor, &divisor);
        }
        for (i, c) in self.shift.iter_mut().enumerate() {
            *c = c.plus(&times(&Dyadic::from_real(pose.position[i]), &self.divisor));
        }
    }
    /// The shift, where it is one of floats.
    pub fn shift_as_floats(&self) -> Option<[f64; D]> {
        let shift: [f64; D] = core::array::from_fn(|i| self.shift[i].rounded());
        let is_equal = |i: usize| Dyadic::from_real(shift[i]).compare(&self.shift[i]) == Ordering::Equal;
        (0..D).all(is_equal).then_some(shift)
    }
    /// `linear x + shift`, still to be divided by the divisor.
    pub fn numerator<V: Vector>(&self, x: V) -> ExactPoint<D> {
        let x: [Dyadic; D] = core::array::from_fn(|i| Dyadic::from_real(x.get(i)));
        core::array::from_fn(|i| match &self.linear {
            None => times(&x[i], &self.scale).plus(&self.shift[i]),
            Some(m) => dot(&m[i], &x).plus(&self.shift[i]),
        })
    }
    /// The half-space `normal · x <= offset` in the world, exact; its normal may have another length.
    pub fn half_space<V: Vector>(&self, normal: V, offset: V::Scalar) -> (ExactPoint<D>, Dyadic) {
        let n: [Dyadic; D] = core::array::from_fn(|i| Dyadic::from_real(normal.get(i)));
        // With y = (L x + t) / d and L = s d R: x = Rᵀ(y - t/d) / s, so n·x <= o is (R n)·(y d - t) <= o s d,
        // and with L n = s d R n, a positive multiple of R n: (L n)·(y d - t) <= o s² d².
        let turned: [Dyadic; D] = core::array::from_fn(|i| match &self.linear {
            None => n[i].clone(),
            Some(m) => dot(&m[i], &n),
        });
        let grown = match self.linear {
            None => self.scale.clone(),
            Some(_) => {
                let s = times(&self.scale, &self.divisor);
                times(&s, &s)
            }
        };
        let offset = times(&Dyadic::from_real(offset), &grown).plus(&dot(&turned, &self.shift));
        (turned.map(|c| times(&c, &self.divisor)), offset)
    }
}

pub(super) fn times(a: &Dyadic, b: &Dyadic) -> Dyadic {
    if b.is_one() {
        return a.clone();
    }
    if a.is_one() {
        return b.clone();
    }
    a.times(b)
}

pub(super) fn dot<const D: usize>(a: &[Dyadic; D], b: &[Dyadic; D]) -> Dyadic {
    a.iter()
        .zip(b)
        .filter(|(x, y)| !x.is_zero() && !y.is_zero())
        .fold(Dyadic::zero(), |sum, (x, y)| sum.plus(&x.times(y)))
}

fn diagonal<const D: usize>(s: &Dyadic) -> Matrix<D> {
    core::array::from_fn(|i| core::array::from_fn(|j| if i == j { s.clone() } else { Dyadic::zero() }))
}

/// A rotation as a matrix and its divisor; `None` for no rotation.
fn turn<const D: usize>(given: &GivenRotation) -> Option<(Matrix<D>, Dyadic)> {
    let [c, s] = match *given {
        GivenRotation::Identity => return None,
        GivenRotation::Angle(angle) => angle::cos_sin(angle),
        GivenRotation::Direction([x, y]) => angle::unit(&Dyadic::from_real(x), &Dyadic::from_real(y)),
        GivenRotation::Quaternion(q) => return Some(quaternion(q)),
    };
    let rows = [[c.clone(), s.negated()], [s, c]];
    Some((from_rows(&rows), Dyadic::one()))
}

/// `M(q)` and `|q|²`: their quotient is the rotation of a quaternion of any length.
fn quaternion<const D: usize>(q: [f64; 4]) -> (Matrix<D>, Dyadic) {
    let q = q.map(Dyadic::from_real);
    let [x, y, z, w] = &q;
    let squares = [x, y, z, w].map(|c| c.times(c));
    let [xx, yy, zz, ww] = &squares;
    let twice = |a: &Dyadic, b: &Dyadic| {
        let mut product = a.times(b);
        product.exponent += 1;
        product
    };
    let (xy, xz, yz) = (twice(x, y), twice(x, z), twice(y, z));
    let (wx, wy, wz) = (twice(w, x), twice(w, y), twice(w, z));
    let diagonal = |a: &Dyadic, b: &Dyadic, c: &Dyadic| ww.plus(a).minus(b).minus(c);
    let rows = [
        [diagonal(xx, yy, zz), xy.minus(&wz), xz.plus(&wy)],
        [xy.plus(&wz), diagonal(yy, xx, zz), yz.minus(&wx)],
        [xz.minus(&wy), yz.plus(&wx), diagonal(zz, xx, yy)],
    ];
    let length_squared = squares.iter().fold(Dyadic::zero(), |sum, c| sum.plus(c));
    (from_rows(&rows), length_squared)
}

fn from_rows<const N: usize, const D: usize>(rows: &[[Dyadic; N]; N]) -> Matrix<D> {
    core::array::from_fn(|i| core::array::from_fn(|j| rows[i % N][j % N].clone()))
}
