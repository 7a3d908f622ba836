//! Two cores, one of which moves straight past the other: their relation at a time, exactly.
//!
//! Relative to A, B is moved by a multiple of its displacement. Brought to one denominator, the vertices of
//! the difference { b - a } are integers at every time that is a fraction, so GJK answers as for two cores at
//! rest. A translation does not change which vertex is the support point, so only the few vertices that GJK
//! looks at are moved.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::rational_time::{RationalTime, entry_time};
use crate::exact::hulls::difference::{DifferenceVertex, MinkowskiDifference, Shift};
use crate::exact::hulls::gjk::{Combination, GjkResult, gjk, gjk_from};
use crate::exact::hulls::pair::{ExactPair, compare_to_length};
use crate::exact::hulls::simplex::facet_normal;
use crate::exact::number::Dyadic;
use crate::exact::number::integer::{Int, IntVector, cross, dot, minus, scaled, sign};
use crate::exact::number::round;
use crate::exact::place::ExactPoint;

/// Two cores, and the displacement of B in a time of 1.
pub(crate) struct StraightSweep<const D: usize> {
    pair: ExactPair<D>,
    /// Coordinates of the pair are multiplied by this, so that the displacement is an integer vector, too.
    unit: Int,
    way: IntVector<D>,
}

/// The plane that separates the two at a time, perpendicular to the shortest segment between them.
pub(crate) struct SweepGap<const D: usize> {
    /// From A to B, of any length.
    pub(crate) normal: IntVector<D>,
    /// Vertices of the difference and weights: their mean is its point nearest to the origin.
    pub(crate) nearest: Combination<D>,
    /// The gap across the plane at time 0, without the balls, times the length of the normal.
    height: Int,
    /// The distance of the hulls compared with the sum of the radii.
    pub(crate) sign: Ordering,
    /// `Less` where B moves towards the plane.
    pub(crate) speed: Ordering,
}

/// The two at a time.
pub(crate) enum SweepState<const D: usize> {
    Apart(SweepGap<D>),
    /// The hulls meet in this point, even without their balls.
    Together(Combination<D>),
}

impl<const D: usize> StraightSweep<D> {
    pub(crate) fn new(
        a: (Vec<ExactPoint<D>>, Dyadic),
        b: (Vec<ExactPoint<D>>, Dyadic),
        way: &ExactPoint<D>,
    ) -> Self {
        let pair = ExactPair::new(a, b);
        let exponents = way.iter().filter(|c| !c.is_zero()).map(|c| c.exponent);
        let exponent = exponents.fold(pair.exponent, i64::min);
        Self {
            unit: Int::ONE << (pair.exponent - exponent) as usize,
            way: core::array::from_fn(|i| way[i].at_exponent(exponent)),
            pair,
        }
    }
    /// The two at a time; GJK starts from the vertices `likely`, if there are any.
    pub(crate) fn state_at(&self, at: &RationalTime, likely: &Combination<D>) -> SweepState<D> {
        let factor = &self.unit * &at.denominator;
        let by = scaled(&self.way, &at.numerator);
        let bits = self.pair.a.bits;
        let difference = MinkowskiDifference {
            shift: Some(Shift {
                rounded: core::array::from_fn(|i| round::quotient(&by[i], &factor, -bits)),
                factor,
                by,
            }),
            ..self.pair.difference()
        };
        let outcome = if likely.is_empty() {
            gjk(&difference)
        } else {
            let likely = likely.iter().map(|(v, _)| difference.vertex(v.a, v.b));
            gjk_from(&difference, likely.collect())
        };
        match outcome {
            GjkResult::Meet(common) => SweepState::Together(common),
            GjkResult::Apart { plane, nearest } => {
                let reach = self.pair.reach() * &self.unit * &at.denominator;
                SweepState::Apart(SweepGap {
                    height: self.height(&plane.normal, &nearest[0].0),
                    sign: compare_to_length(&plane.offset, &reach, &plane.normal),
                    speed: sign(&dot(&plane.normal, &self.way)),
                    normal: plane.normal,
                    nearest,
                })
            }
        }
    }
    /// A vertex of the difference at time 0.
    fn start(&self, v: &DifferenceVertex<D>) -> IntVector<D> {
        scaled(
            &minus(&self.pair.b.points[v.b], &self.pair.a.points[v.a]),
            &self.unit,
        )
    }
    /// How far along a normal a vertex of the difference is at time 0.
    fn height(&self, normal: &IntVector<D>, v: &DifferenceVertex<D>) -> Int {
        dot(normal, &self.start(v))
    }
    fn reach(&self) -> Int {
        self.pair.reach() * &self.unit
    }
    /// When the nearest feature, extended to a whole line or plane, comes within the sum of the radii; see
    /// [`entry_time`].
    pub(crate) fn entry_time(&self, gap: &SweepGap<D>) -> Option<RationalTime> {
        let square = self.reach() * self.reach();
        let points: Vec<_> = gap.nearest.iter().map(|(v, _)| self.start(v)).collect();
        match &points[..] {
            [p] => entry_time(p, &self.way, &square),
            [p, q] if D == 3 => {
                let edge = minus(q, p);
                let square = square * dot(&edge, &edge);
                entry_time(&cross(p, &edge), &cross(&self.way, &edge), &square)
            }
            facet => {
                let normal = facet_normal(&facet.iter().collect::<Vec<_>>());
                self.plane_entry_time_of(&normal, &dot(&normal, facet.first()?))
            }
        }
    }
    /// When the separating plane is crossed.
    pub(crate) fn plane_entry_time(&self, gap: &SweepGap<D>) -> Option<RationalTime> {
        self.plane_entry_time_of(&gap.normal, &gap.height)
    }
    fn plane_entry_time_of(&self, normal: &IntVector<D>, height: &Int) -> Option<RationalTime> {
        let square = self.reach() * self.reach() * dot(normal, normal);
        entry_time(core::array::from_ref(height), &[dot(normal, &self.way)], &square)
    }
    /// Whether the plane still separates the two at a time, or lets them touch.
    pub(crate) fn still_separates(&self, gap: &SweepGap<D>, at: &RationalTime) -> bool {
        let distance = &gap.height * &at.denominator + dot(&gap.normal, &self.way) * &at.numerator;
        compare_to_length(&distance, &(self.reach() * &at.denominator), &gap.normal) != Ordering::Less
    }
    /// Whether the nearest vertices of each are also in the plane of the other.
    pub(crate) fn is_one_feature(&self, one: &SweepGap<D>, other: &SweepGap<D>) -> bool {
        let holds = |gap: &SweepGap<D>, v: &DifferenceVertex<D>| self.height(&gap.normal, v) == gap.height;
        let all =
            |points: &SweepGap<D>, plane: &SweepGap<D>| points.nearest.iter().all(|(v, _)| holds(plane, v));
        all(one, other) && all(other, one)
    }
    /// The unit normal, and A's witness point; rounded.
    pub(crate) fn witness(&self, normal: &IntVector<D>, nearest: &Combination<D>) -> [[f64; D]; 2] {
        let unit = round::unit(normal);
        let core = self.pair.mean(nearest, &self.pair.a, |v| v.a);
        let radius = round::quotient(&self.pair.a.radius, &Int::ONE, self.pair.exponent);
        [unit, core::array::from_fn(|i| core[i] + unit[i] * radius)]
    }
}
