//! Two hulls, each grown by a ball, one of which goes straight past the other: how they lie to each other at
//! a time, exactly.
//!
//! As seen from A, B is moved by a multiple of its way. Brought to one denominator, the vertices of the
//! difference { b - a } are integers at every time that is a quotient, and what is asked about them is what
//! is asked of two that stand still. A vertex furthest in a direction stays it, so only the few that are
//! looked at need be moved.

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

/// Two sets, and how far B goes in a time of 1.
pub(crate) struct StraightSweep<const D: usize> {
    pair: ExactPair<D>,
    /// Coordinates of the pair are to be multiplied by this, so that the way is of integers, too.
    unit: Int,
    way: IntVector<D>,
}

/// The two apart: the plane across the shortest way between them.
pub(crate) struct SweepGap<const D: usize> {
    /// From A to B, of any length.
    pub(crate) normal: IntVector<D>,
    /// Vertices of the difference, and weights whose mean is the point of it nearest to the origin.
    pub(crate) nearest: Combination<D>,
    /// The gap across the plane at time 0, the balls left out, times the length of the normal.
    height: Int,
    /// The distance, the balls left out, compared with both radii.
    pub(crate) gap: Ordering,
    /// Less where B comes nearer to the plane.
    pub(crate) going: Ordering,
}

/// What two are to each other at a time.
pub(crate) enum SweepState<const D: usize> {
    Apart(SweepGap<D>),
    /// The hulls meet, even without their balls: in this point.
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
    /// How the two lie at a time; the vertices, where there are any, are likely those nearest.
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
            GjkResult::Apart { axis, nearest } => {
                let reach = self.pair.reach() * &self.unit * &at.denominator;
                SweepState::Apart(SweepGap {
                    height: self.height(&axis.normal, &nearest[0].0),
                    gap: compare_to_length(&axis.offset, &reach, &axis.normal),
                    going: sign(&dot(&axis.normal, &self.way)),
                    normal: axis.normal,
                    nearest,
                })
            }
        }
    }
    /// Where a vertex of the difference is at time 0.
    fn start(&self, v: &DifferenceVertex<D>) -> IntVector<D> {
        scaled(
            &minus(&self.pair.b.points[v.b], &self.pair.a.points[v.a]),
            &self.unit,
        )
    }
    /// How far along a normal it is then.
    fn height(&self, normal: &IntVector<D>, v: &DifferenceVertex<D>) -> Int {
        dot(normal, &self.start(v))
    }
    fn reach(&self) -> Int {
        self.pair.reach() * &self.unit
    }
    /// When the feature that is nearest comes within both radii, were it without end; see [`entrance`].
    pub(crate) fn entry_time(&self, view: &SweepGap<D>) -> Option<RationalTime> {
        let square = self.reach() * self.reach();
        let points: Vec<_> = view.nearest.iter().map(|(v, _)| self.start(v)).collect();
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
    /// When the plane that parts the two is crossed.
    pub(crate) fn plane_entry_time(&self, view: &SweepGap<D>) -> Option<RationalTime> {
        self.plane_entry_time_of(&view.normal, &view.height)
    }
    fn plane_entry_time_of(&self, normal: &IntVector<D>, height: &Int) -> Option<RationalTime> {
        let square = self.reach() * self.reach() * dot(normal, normal);
        entry_time(core::array::from_ref(height), &[dot(normal, &self.way)], &square)
    }
    /// Whether the plane still parts the two, or at most lets them touch.
    pub(crate) fn still_separates(&self, view: &SweepGap<D>, at: &RationalTime) -> bool {
        let gap = &view.height * &at.denominator + dot(&view.normal, &self.way) * &at.numerator;
        compare_to_length(&gap, &(self.reach() * &at.denominator), &view.normal) != Ordering::Less
    }
    /// Whether the points nearest in each view are all in the plane of the other, too.
    pub(crate) fn is_one_feature(&self, one: &SweepGap<D>, other: &SweepGap<D>) -> bool {
        let holds = |view: &SweepGap<D>, v: &DifferenceVertex<D>| self.height(&view.normal, v) == view.height;
        let all =
            |points: &SweepGap<D>, plane: &SweepGap<D>| points.nearest.iter().all(|(v, _)| holds(plane, v));
        all(one, other) && all(other, one)
    }
    /// The unit normal, and A's point furthest along it where the two are nearest; rounded.
    pub(crate) fn witness(&self, normal: &IntVector<D>, nearest: &Combination<D>) -> [[f64; D]; 2] {
        let unit = round::unit(normal);
        let core = self.pair.mean(nearest, &self.pair.a, |v| v.a);
        let radius = round::quotient(&self.pair.a.radius, &Int::ONE, self.pair.exponent);
        [unit, core::array::from_fn(|i| core[i] + unit[i] * radius)]
    }
}
