//! Is a point inside a border? Exact, for rational points, and for points infinitely close to one.
//!
//! A sample is a rational point moved by an infinitely small step along a first direction, a step smaller than any
//! multiple of that along a second, and so on, in the end along the coordinate axes: so it is on no line or plane
//! through the input that it need not be on ("simulation of simplicity", Edelsbrunner and Mücke 1990, for the query
//! point alone). Every form is linear in the point, so its sign at the sample is that of the first of these that is not 0:
//! its value at the point, its change along the first direction, along the second, and so on.
//!
//! The winding number is that of the ray along x: each facet that it passes counts 1 where it leaves, -1 where it enters.
//! For a closed border it is the same along every ray, and not 0 exactly inside.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::world::{World, float_side};
use crate::exact::Dyadic;
use crate::exact::place::ExactPoint;
use crate::exact::round;
use crate::shape::ShapeSpace;

/// A rational point, and the directions of smaller and smaller steps away from it.
pub(super) struct Sample<const D: usize> {
    /// The point is `numerator / denominator`.
    pub numerator: ExactPoint<D>,
    /// Positive.
    pub denominator: Dyadic,
    pub directions: Vec<ExactPoint<D>>,
    /// The point, times `2^-exponent` of the worlds it is compared with.
    pub approximate: [f64; D],
    /// How far that may be from the true one.
    pub error: f64,
}

impl<const D: usize> Sample<D> {
    pub fn new(numerator: ExactPoint<D>, denominator: Dyadic, exponent: i64) -> Self {
        let approximate: [f64; D] = core::array::from_fn(|i| {
            let (n, d) = (&numerator[i], &denominator);
            let rounded = round::quotient(&n.mantissa, &d.mantissa, n.exponent - d.exponent - exponent);
            round::to_real::<f64>(rounded)
        });
        Self {
            numerator,
            denominator,
            directions: Vec::new(),
            error: f64::EPSILON * approximate.iter().fold(0.0, |m: f64, c| m.max(libm::fabs(*c)))
                + f64::MIN_POSITIVE,
            approximate,
        }
    }
    /// The same point with these steps away from it.
    pub fn stepping(&self, directions: Vec<ExactPoint<D>>) -> Self {
        Self {
            numerator: self.numerator.clone(),
            denominator: self.denominator.clone(),
            directions,
            ..*self
        }
    }
    /// With the last step turned round.
    pub fn on_the_other_side(&self) -> Self {
        let mut directions = self.directions.clone();
        if let Some(last) = directions.last_mut() {
            last.iter_mut().for_each(|c| *c = c.negated());
        }
        self.stepping(directions)
    }
    /// The sign of `normal · p - offset` at the sample; `Equal` only where the normal is 0.
    fn sign(&self, normal: &ExactPoint<D>, offset: &Dyadic) -> Ordering {
        self.sign_at_point(normal, offset).then_with(|| {
            let steps = self
                .directions
                .iter()
                .map(|d| super::world::dot(normal, d).sign());
            first_nonzero(steps.chain(normal.iter().map(Dyadic::sign)))
        })
    }
    /// The same without the steps.
    fn sign_at_point(&self, normal: &ExactPoint<D>, offset: &Dyadic) -> Ordering {
        super::world::dot(normal, &self.numerator)
            .minus(&self.denominator.times(offset))
            .sign()
    }
}

fn first_nonzero(mut signs: impl Iterator<Item = Ordering>) -> Ordering {
    signs.find(|s| *s != Ordering::Equal).unwrap_or(Ordering::Equal)
}

impl<V: ShapeSpace, const D: usize> World<'_, V, D> {
    /// How often the border winds around the sample.
    pub fn winding(&self, sample: &Sample<D>) -> i32 {
        let error = self.error + sample.error;
        let p = sample.approximate;
        let mut far = p;
        far[0] = f64::INFINITY;
        let mut winding = 0;
        let _ = self.within([p, far], error, &mut |i| {
            if may_pass(&self.corners[i], p, error) {
                winding += self.passes(i, sample, error);
            }
            ControlFlow::Continue(())
        });
        winding
    }
    /// Whether the sample is inside.
    pub fn holds(&self, sample: &Sample<D>) -> bool {
        self.winding(sample) != 0
    }
    /// Whether the sample's point itself, without the steps, is on the border.
    pub fn touches(&self, sample: &Sample<D>) -> bool {
        let error = self.error + sample.error;
        let p = sample.approximate;
        let search = self.within([p, p], error, &mut |i| {
            let c = &self.corners[i];
            let near = (0..D).all(|x| {
                let (low, high) = range(c, x);
                low - error <= p[x] && p[x] <= high + error
            });
            if near && self.facet_holds(i, sample, error) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        search.is_break()
    }
    /// What facet `i` adds to the winding number: 1 where the ray along x leaves through it.
    fn passes(&self, i: usize, sample: &Sample<D>, error: f64) -> i32 {
        let turn = if D == 2 {
            self.crosses_line(i, sample, error)
        } else {
            self.shadow_holds(i, sample, error)
        };
        if turn == 0 {
            return 0;
        }
        // The facet is passed if it is on the side of the sample that the ray goes to.
        let side = self.side_of_sample(i, sample, error);
        let faces_along = if turn > 0 {
            Ordering::Less
        } else {
            Ordering::Greater
        };
        if side == faces_along { turn } else { 0 }
    }
    fn side_of_sample(&self, i: usize, sample: &Sample<D>, error: f64) -> Ordering {
        let (value, bound) = float_side(&self.corners[i], sample.approximate, error);
        decided(value, bound).unwrap_or_else(|| {
            let facet = self.exact(i);
            sample.sign(&facet.normal, &facet.offset)
        })
    }
    /// In the plane: 1 where the facet goes up past the height of the sample, -1 where it goes down.
    fn crosses_line(&self, i: usize, sample: &Sample<D>, error: f64) -> i32 {
        let mut above = [0, 1].map(|k| {
            let value = self.corners[i][k][1] - sample.approximate[1];
            let bound = 4.0 * (error + f64::EPSILON * libm::fabs(value));
            decided(value, bound)
        });
        for (k, above) in above.iter_mut().enumerate().filter(|(_, a)| a.is_none()) {
            let corner = &self.exact(i).corners[k];
            let up = core::array::from_fn(|x| Dyadic::integer(i64::from(x == 1)));
            *above = Some(sample.sign(&up, &corner[1]).reverse());
        }
        match above {
            [Some(Ordering::Less), Some(Ordering::Greater)] => 1,
            [Some(Ordering::Greater), Some(Ordering::Less)] => -1,
            _ => 0,
        }
    }
    /// In space: whether the sample is in the triangle's shadow along x: 1 where that is counter-clockwise seen from +x,
    /// -1 where clockwise, 0 where the sample is outside.
    fn shadow_holds(&self, i: usize, sample: &Sample<D>, error: f64) -> i32 {
        let mut turn = Ordering::Equal;
        for k in 0..D {
            let side = self.shadow_side(i, k, sample, error);
            if side == Ordering::Equal || (k > 0 && side != turn) {
                return 0;
            }
            turn = side;
        }
        turn as i32
    }
    /// Whether the sample is left (`Greater`) of edge `k` of triangle `i`, seen along -x.
    fn shadow_side(&self, i: usize, k: usize, sample: &Sample<D>, error: f64) -> Ordering {
        let (y, z, next) = (1 % D, 2 % D, (k + 1) % D);
        let (a, b, p) = (self.corners[i][k], self.corners[i][next], sample.approximate);
        let flat = [[b[y], b[z]], [a[y], a[z]]];
        let (value, bound) = float_side(&flat, [p[y], p[z]], error);
        decided(value, bound).unwrap_or_else(|| {
            let corners = &self.exact(i).corners;
            let (dy, dz) = (
                corners[next][y].minus(&corners[k][y]),
                corners[next][z].minus(&corners[k][z]),
            );
            let normal: ExactPoint<D> = core::array::from_fn(|x| match x {
                0 => Dyadic::zero(),
                1 => dz.negated(),
                _ => dy.clone(),
            });
            let offset = super::world::dot(&normal, &corners[k]);
            sample.sign(&normal, &offset)
        })
    }
    /// Whether the sample's point is on facet `i`, border included.
    fn facet_holds(&self, i: usize, sample: &Sample<D>, error: f64) -> bool {
        let (value, bound) = float_side(&self.corners[i], sample.approximate, error);
        if decided(value, bound).is_some() {
            return false;
        }
        let facet = self.exact(i);
        let is_zero = |n: &ExactPoint<D>, o: &Dyadic| sample.sign_at_point(n, o) == Ordering::Equal;
        if !is_zero(&facet.normal, &facet.offset) {
            return false;
        }
        // Between the planes through the sides, across the facet; on a facet without area these say nothing, but
        // its points are those of its neighbours.
        if D == 2 {
            let along: ExactPoint<D> =
                core::array::from_fn(|x| facet.corners[1][x].minus(&facet.corners[0][x]));
            let limits = [0, 1].map(|k| super::world::dot(&along, &facet.corners[k]));
            return sample.sign_at_point(&along, &limits[0]) != Ordering::Less
                && sample.sign_at_point(&along, &limits[1]) != Ordering::Greater;
        }
        let solid = facet.normal.iter().any(|c| !c.is_zero());
        solid
            && (0..D).all(|k| {
                let (a, b) = (&facet.corners[k], &facet.corners[(k + 1) % D]);
                let edge: ExactPoint<D> = core::array::from_fn(|x| b[x].minus(&a[x]));
                let inwards = super::world::cross(&facet.normal, &edge);
                sample.sign_at_point(&inwards, &super::world::dot(&inwards, a)) != Ordering::Less
            })
    }
}

fn decided(value: f64, bound: f64) -> Option<Ordering> {
    if value > bound {
        Some(Ordering::Greater)
    } else if value < -bound {
        Some(Ordering::Less)
    } else {
        None
    }
}

fn range<const D: usize>(c: &[[f64; D]; D], x: usize) -> (f64, f64) {
    c[1..].iter().fold((c[0][x], c[0][x]), |(low, high), p| {
        (low.min(p[x]), high.max(p[x]))
    })
}

/// Whether the ray from `p` along x may meet the facet.
fn may_pass<const D: usize>(c: &[[f64; D]; D], p: [f64; D], error: f64) -> bool {
    range(c, 0).1 + error >= p[0]
        && (1..D).all(|x| {
            let (low, high) = range(c, x);
            low - error <= p[x] && p[x] <= high + error
        })
}
