//! World vertices as exact numbers.
//!
//! Without a rotation a world vertex is `scale * v + position`, sums and products of floats: exact as [`Dyadic`]. With
//! one, it is computed from the rotation as given - a quaternion's matrix is rational, `M(q) / |q|²`; an angle's sine
//! and cosine and the length of a direction are taken to 200 bits - and rounded once per coordinate. From there on the
//! rounded vertex is the truth. Radii and half-spaces are never rounded.

use alloc::vec::Vec;

use super::angle;
use super::number::Dyadic;
use super::round;
use crate::math::{GivenRotation, Place, Pose, Rotation, Space, Vector};
use crate::shape::Core;

/// A point of the world, exact.
pub(crate) type ExactPoint<const D: usize> = [Dyadic; D];
type Matrix<const D: usize> = [[Dyadic; D]; D];

/// A whole chain of poses: `x -> (linear x + shift) / divisor`, exact.
pub(crate) struct Placement<const D: usize> {
    /// `None`: a multiple of the identity, by `scale`.
    linear: Option<Matrix<D>>,
    shift: ExactPoint<D>,
    divisor: Dyadic,
    /// The product of the scales.
    scale: Dyadic,
}

impl<const D: usize> Placement<D> {
    /// The chain of poses as one exact map.
    pub(crate) fn new<V: Space>(place: &Place<'_, V>) -> Self {
        let mut all = Self {
            linear: None,
            shift: core::array::from_fn(|_| Dyadic::zero()),
            divisor: Dyadic::one(),
            scale: Dyadic::one(),
        };
        for pose in place.chain() {
            all.follow_by(pose);
        }
        all
    }
    /// Whether a rotation takes part, so that vertices are rounded once.
    pub(crate) fn is_turned(&self) -> bool {
        self.linear.is_some()
    }
    pub(crate) fn scale(&self) -> &Dyadic {
        &self.scale
    }
    fn follow_by<V: Space>(&mut self, pose: &Pose<V>) {
        let scale = Dyadic::from_real(pose.scale());
        self.scale = times(&self.scale, &scale);
        for c in &mut self.shift {
            *c = times(c, &scale);
        }
        if let Some(m) = &mut self.linear {
            m.iter_mut().flatten().for_each(|c| *c = times(c, &scale));
        }
        if let Some((turn, divisor)) = turn::<D>(&pose.rotation().given()) {
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
            *c = c.plus(&times(&Dyadic::from_real(pose.position().get(i)), &self.divisor));
        }
    }
    /// `(linear x + shift)`, to be divided by the divisor.
    fn numerator<V: Vector>(&self, x: V) -> ExactPoint<D> {
        let x: [Dyadic; D] = core::array::from_fn(|i| Dyadic::from_real(x.get(i)));
        core::array::from_fn(|i| match &self.linear {
            None => times(&x[i], &self.scale).plus(&self.shift[i]),
            Some(m) => dot(&m[i], &x).plus(&self.shift[i]),
        })
    }
    /// A local point in the world: exact without a rotation, else rounded to `V`'s precision.
    pub(crate) fn point<V: Vector>(&self, x: V) -> ExactPoint<D> {
        let numerator = self.numerator(x);
        if !self.is_turned() {
            return numerator;
        }
        numerator.map(|n| {
            let exponent = n.exponent - self.divisor.exponent;
            let float = round::quotient(&n.mantissa, &self.divisor.mantissa, exponent);
            Dyadic::from_real(round::to_real::<V::Scalar>(float))
        })
    }
    /// The half-space `normal · x <= offset` in the world, at another length of the normal; never rounded.
    pub(crate) fn half_space<V: Vector>(&self, normal: V, offset: V::Scalar) -> (ExactPoint<D>, Dyadic) {
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

/// A core in the world: its vertices, and the radius of its ball.
pub(crate) fn core<V: Space, const D: usize>(
    core: &Core<'_, V>,
    place: &Place<'_, V>,
) -> (Vec<ExactPoint<D>>, Dyadic) {
    let placement = Placement::new(place);
    let points = core.vertices.iter().map(|&v| placement.point(v)).collect();
    let local = core
        .added
        .iter()
        .fold(Dyadic::from_real(core.own_radius), |sum, &r| {
            sum.plus(&Dyadic::from_real(r))
        });
    (points, times(&local, placement.scale()))
}

/// Points in the world, as the vertices of a core there would be.
pub(crate) fn points<V: Space, const D: usize>(points: &[V], place: &Place<'_, V>) -> Vec<ExactPoint<D>> {
    let placement = Placement::new(place);
    points.iter().map(|&v| placement.point(v)).collect()
}

fn times(a: &Dyadic, b: &Dyadic) -> Dyadic {
    if b.is_one() {
        return a.clone();
    }
    if a.is_one() {
        return b.clone();
    }
    a.times(b)
}

fn dot<const D: usize>(a: &[Dyadic; D], b: &[Dyadic; D]) -> Dyadic {
    a.iter()
        .zip(b)
        .filter(|(x, y)| !x.is_zero() && !y.is_zero())
        .fold(Dyadic::zero(), |sum, (x, y)| sum.plus(&x.times(y)))
}

fn diagonal<const D: usize>(s: &Dyadic) -> Matrix<D> {
    core::array::from_fn(|i| core::array::from_fn(|j| if i == j { s.clone() } else { Dyadic::zero() }))
}

/// A rotation as a matrix and what it is to be divided by; `None` for no rotation.
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

/// `M(q)` and `|q|²`: the matrix of the quaternion is their quotient, whatever its length.
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
