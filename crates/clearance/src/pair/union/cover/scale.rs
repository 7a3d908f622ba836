//! From world coordinates to the integers of which cells are made, and back.

use alloc::vec::Vec;

use crate::exact::Dyadic;
use crate::exact::number::homogeneous::Homogeneous;
use crate::exact::number::integer::IntVector;
use crate::exact::number::round;
use crate::exact::place::ExactPoint;
use crate::math::{Real, Vector};
use crate::pair::solids::Sample;

/// Integers are world coordinates times `2^-exponent`.
pub(super) struct IntegerScale {
    /// The exponent of the largest coordinate.
    pub unit: i64,
    /// The least exponent of any point.
    pub exponent: i64,
}

impl IntegerScale {
    /// For points with these coordinates.
    pub fn of<'p, const D: usize>(unit: i64, points: impl Iterator<Item = &'p Vec<ExactPoint<D>>>) -> Self {
        let coordinates = points.flatten().flatten().filter(|c| !c.is_zero());
        Self {
            unit,
            exponent: coordinates.map(|c| c.exponent).min().unwrap_or(unit),
        }
    }
    /// How many bits a coordinate usually has.
    pub fn bits(&self) -> i64 {
        self.unit - self.exponent
    }
    pub fn integers<const D: usize>(&self, points: &[ExactPoint<D>]) -> Vec<IntVector<D>> {
        let integer = |p: &ExactPoint<D>| core::array::from_fn(|i| p[i].at_exponent(self.exponent));
        points.iter().map(integer).collect()
    }
    /// The half-space `normal · p <= offset` of the world.
    pub fn half_space<const D: usize>(&self, normal: &ExactPoint<D>, offset: &Dyadic) -> Homogeneous<D> {
        let scaled = |c: &Dyadic| Dyadic::new(c.mantissa.clone(), c.exponent + self.exponent);
        let (normal, w) = (normal.each_ref().map(scaled), offset.negated());
        let numbers = normal.iter().chain([&w]).filter(|c| !c.is_zero());
        let exponent = numbers.map(|c| c.exponent).min().unwrap_or(0);
        Homogeneous::half_space(
            normal.each_ref().map(|c| c.at_exponent(exponent)),
            w.at_exponent(exponent),
            self.bits(),
        )
    }
    /// The half-space up to a coordinate along an axis; the coordinate is given as
    /// [`Homogeneous::approximate`] gives it. It is rounded to few bits: otherwise the corners of cells would
    /// have twice as many with each halving.
    pub fn across<const D: usize>(&self, axis: usize, coordinate: f64) -> Homogeneous<D> {
        const KEPT: i64 = 32;
        let steps = libm::round(round::times_power_of_two(coordinate, KEPT));
        let normal = core::array::from_fn(|i| Dyadic::integer(i64::from(i == axis)));
        self.half_space(&normal, &Dyadic::new((steps as i64).into(), self.unit - KEPT))
    }
    /// A point of the world, times its `w`.
    pub fn numerator<const D: usize>(&self, p: &Homogeneous<D>) -> ExactPoint<D> {
        core::array::from_fn(|i| Dyadic::new(p.x[i].clone(), self.exponent))
    }
    /// A point of the world as a sample, to be looked for in solids.
    pub fn sample<const D: usize>(&self, p: &Homogeneous<D>) -> Sample<'static, D> {
        Sample::new(self.numerator(p), Dyadic::new(p.w.clone(), 0), self.unit)
    }
    /// A point of the world, rounded.
    pub fn rounded<V: Vector, const D: usize>(&self, p: &Homogeneous<D>) -> V {
        V::from_fn(|i| round::to_real::<V::Scalar>(round::quotient(&p.x[i], &p.w, self.exponent)))
    }
    /// A point of the world, each coordinate rounded to the nearest double.
    pub fn in_doubles<const D: usize>(&self, p: &Homogeneous<D>) -> ExactPoint<D> {
        core::array::from_fn(|i| Dyadic::from_real(round::quotient(&p.x[i], &p.w, self.exponent)))
    }
    /// The corners of a box around a box, with coordinates of few bits.
    pub fn corners_around<V: Vector, const D: usize>(low: V, high: V, unit: i64) -> Vec<ExactPoint<D>> {
        let step = unit - 24;
        let whole = |x: V::Scalar, way: f64| {
            let steps = round::times_power_of_two(x.to_f64(), -step);
            Dyadic::new(((libm::floor(steps) + way) as i64).into(), step)
        };
        let ends: [[Dyadic; 2]; D] =
            core::array::from_fn(|i| [whole(low.get(i), -1.0), whole(high.get(i), 2.0)]);
        (0..1 << D)
            .map(|corner| core::array::from_fn(|i| ends[i][corner >> i & 1].clone()))
            .collect()
    }
}
