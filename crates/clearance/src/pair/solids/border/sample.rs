//! Is a point inside a border? Exact, for rational points and for points infinitely close to one.
//!
//! A sample is a rational point that is moved by an infinitely small step along a first direction, then by a
//! step smaller than any multiple of that along a second, and so on, and finally along the coordinate axes.
//! It is therefore on no line or plane through the input unless its directions force it to be ("simulation of
//! simplicity", Edelsbrunner and Mücke 1990, for the query point alone). Every form is linear in the point.
//! Its sign at the sample is that of the first of these numbers that is not 0: its value at the point, its
//! change along the first direction, along the second, and so on.
//!
//! The winding number is counted along a ray parallel to a coordinate axis: a facet counts 1 where the ray
//! leaves through it, -1 where it enters. For a closed border the number is the same along every ray, and is
//! not 0 exactly inside. In space the axis is the one that the sample's own facet faces most, so that facets
//! coplanar with it are not seen edge-on.
//!
//! The two sides of a facet differ only in the last step, so one search gives the winding numbers of both.

use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::facet_forms::{difference, dot, extent_along, float_side, longest};
use super::placed_border::PlacedBorder;
use super::placed_facet::PlacedFacet;
use crate::exact::Dyadic;
use crate::exact::number::round;
use crate::exact::place::ExactPoint;
use crate::shape::ShapeSpace;

/// The point `numerator / denominator`.
#[derive(Clone)]
pub(in crate::pair) struct RationalPoint<const D: usize> {
    pub numerator: ExactPoint<D>,
    /// Positive.
    pub denominator: Dyadic,
}

/// A rational point, and the directions of smaller and smaller steps away from it.
pub(in crate::pair) struct Sample<'p, const D: usize> {
    point: SamplePoint<'p, D>,
    pub directions: Vec<ExactPoint<D>>,
    /// The axis of the ray; always 0 in the plane.
    axis: usize,
    /// The point times `2^-exponent`, the unit of the borders that it is compared with.
    pub approximate: [f64; D],
    /// A bound on how far that is from the true one.
    pub error: f64,
}

#[derive(Clone)]
enum SamplePoint<'p, const D: usize> {
    Known(RationalPoint<D>),
    /// Computed where floats do not decide.
    Later(OnceCell<RationalPoint<D>>, &'p dyn Fn() -> RationalPoint<D>),
}

impl<'p, const D: usize> Sample<'p, D> {
    pub fn new(numerator: ExactPoint<D>, denominator: Dyadic, exponent: i64) -> Self {
        debug_assert!(
            denominator.sign() == Ordering::Greater,
            "a denominator is positive"
        );
        let approximate: [f64; D] = core::array::from_fn(|i| {
            let (n, d) = (&numerator[i], &denominator);
            let rounded = round::quotient(&n.mantissa, &d.mantissa, n.exponent - d.exponent - exponent);
            round::to_real::<f64>(rounded)
        });
        let largest = approximate.iter().fold(0.0, |m: f64, c| m.max(libm::fabs(*c)));
        Self {
            point: SamplePoint::Known(RationalPoint {
                numerator,
                denominator,
            }),
            directions: Vec::new(),
            axis: 0,
            error: f64::EPSILON * largest + f64::MIN_POSITIVE,
            approximate,
        }
    }
    /// A point that is known to within an error, and exactly when it is asked for.
    pub fn near(approximate: [f64; D], error: f64, exact: &'p dyn Fn() -> RationalPoint<D>) -> Self {
        Self {
            point: SamplePoint::Later(OnceCell::new(), exact),
            directions: Vec::new(),
            axis: 0,
            approximate,
            error,
        }
    }
    /// The same point with these steps away from it.
    pub fn stepping(&self, directions: Vec<ExactPoint<D>>) -> Self {
        Self {
            point: self.point.clone(),
            directions,
            ..*self
        }
    }
    fn point(&self) -> &RationalPoint<D> {
        match &self.point {
            SamplePoint::Known(point) => point,
            SamplePoint::Later(point, exact) => point.get_or_init(exact),
        }
    }
    /// With the ray along the axis that is nearest to this normal.
    pub fn along(self, normal: [f64; D]) -> Self {
        let axis = if D == 2 { 0 } else { longest(normal) };
        Self { axis, ..self }
    }
    /// The sign of `normal · p - offset` at the sample, and at the same sample with its last step reversed.
    /// `Equal` only where the normal is 0.
    pub fn signs(&self, normal: &ExactPoint<D>, offset: &Dyadic) -> SignPair {
        let here = self.sign_at_point(normal, offset);
        if here != Ordering::Equal {
            return [here; 2];
        }
        let mut steps = self.directions.iter().map(|d| dot(normal, d).sign());
        let last = self.directions.len().wrapping_sub(1);
        match steps.position(|s| s != Ordering::Equal) {
            None => [first_nonzero(normal.iter().map(Dyadic::sign)); 2],
            Some(i) => {
                let sign = dot(normal, &self.directions[i]).sign();
                [sign, if i == last { sign.reverse() } else { sign }]
            }
        }
    }
    /// The same without the steps.
    fn sign_at_point(&self, normal: &ExactPoint<D>, offset: &Dyadic) -> Ordering {
        let RationalPoint {
            numerator,
            denominator,
        } = self.point();
        let value = dot(normal, numerator);
        if denominator.is_one() {
            return value.compare(offset);
        }
        value.compare(&denominator.times(offset))
    }
}

fn first_nonzero(mut signs: impl Iterator<Item = Ordering>) -> Ordering {
    signs.find(|s| *s != Ordering::Equal).unwrap_or(Ordering::Equal)
}

/// On which side of a plane a sample is, and the same sample with its last step reversed.
pub(in crate::pair::solids) type SignPair = [Ordering; 2];

impl<V: ShapeSpace, const D: usize> PlacedBorder<'_, V, D> {
    /// The winding number of the border around the sample, and around the sample with its last step reversed.
    pub fn windings(&self, sample: &Sample<'_, D>) -> [i32; 2] {
        let error = self.error() + sample.error;
        let (p, axis) = (sample.approximate, sample.axis);
        let mut windings = [0; 2];
        let _ = self.along_axis(p, axis, error, &mut |i| {
            let facet = self.facet(i);
            if may_pass(&facet.corners, p, axis, error) {
                let passes = facet.passes(sample);
                windings = [0, 1].map(|way| windings[way] + passes[way]);
            }
            ControlFlow::Continue(())
        });
        windings
    }
    /// Whether the sample is inside.
    pub fn contains(&self, sample: &Sample<'_, D>) -> bool {
        self.windings(sample)[0] != 0
    }
    /// Whether the sample is inside, and whether it is with its last step reversed.
    pub fn contains_sides(&self, sample: &Sample<'_, D>) -> [bool; 2] {
        self.windings(sample).map(|winding| winding != 0)
    }
    /// Whether the sample's point itself, without the steps, is on the border.
    pub fn has_on_border(&self, sample: &Sample<'_, D>) -> bool {
        let error = self.error() + sample.error;
        let p = sample.approximate;
        let search = self.within([p, p], error, &mut |i| {
            let facet = self.facet(i);
            let near = (0..D).all(|x| {
                let (low, high) = extent_along(&facet.corners, x);
                low - error <= p[x] && p[x] <= high + error
            });
            if near && facet.contains(sample) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        search.is_break()
    }
}

impl<V: ShapeSpace, const D: usize> PlacedFacet<'_, '_, V, D> {
    /// What the facet adds to the winding numbers: 1 where the ray leaves through it.
    fn passes(&self, sample: &Sample<'_, D>) -> [i32; 2] {
        let turns = if D == 2 {
            self.crosses_line(sample)
        } else {
            self.projection_contains(sample)
        };
        if turns == [0; 2] {
            return turns;
        }
        // The ray passes the facet only if the facet is ahead of the sample.
        let sides = self.sides_of_sample(sample);
        [0, 1].map(|way| match (turns[way].cmp(&0), sides[way]) {
            (Ordering::Greater, Ordering::Less) | (Ordering::Less, Ordering::Greater) => turns[way],
            _ => 0,
        })
    }
    fn sides_of_sample(&self, sample: &Sample<'_, D>) -> SignPair {
        let (value, bound) = float_side(&self.corners, sample.approximate, self.error + sample.error);
        decided(value, bound).unwrap_or_else(|| {
            let facet = self.exact();
            sample.signs(&facet.normal, &facet.offset)
        })
    }
    /// In the plane: 1 where the facet rises past the height of the sample, -1 where it falls.
    fn crosses_line(&self, sample: &Sample<'_, D>) -> [i32; 2] {
        let error = self.error + sample.error;
        let above = [0, 1].map(|k| {
            let value = self.corners[k][1] - sample.approximate[1];
            let bound = 4.0 * (error + f64::EPSILON * libm::fabs(value));
            decided(value, bound).unwrap_or_else(|| {
                let corner = &self.exact().corners[k];
                let up = core::array::from_fn(|x| Dyadic::integer(i64::from(x == 1)));
                sample.signs(&up, &corner[1]).map(Ordering::reverse)
            })
        });
        [0, 1].map(|way| match (above[0][way], above[1][way]) {
            (Ordering::Less, Ordering::Greater) => 1,
            (Ordering::Greater, Ordering::Less) => -1,
            _ => 0,
        })
    }
    /// In space: whether the triangle, projected along its axis, contains the projected sample: 1 where its
    /// corners then turn counter-clockwise seen from the axis's end, -1 where clockwise, 0 where it does not
    /// contain the sample.
    fn projection_contains(&self, sample: &Sample<'_, D>) -> [i32; 2] {
        let mut turns = [0; 2];
        for k in 0..D {
            let sides = self.sides_of_projected_edge(k, sample);
            let same = |way: usize| k == 0 || sides[way] as i32 == turns[way];
            turns = [0, 1].map(|way| if same(way) { sides[way] as i32 } else { 0 });
            if turns == [0; 2] {
                break;
            }
        }
        turns
    }
    /// Whether the sample is left (`Greater`) of edge `k` of the triangle, seen from the end of its axis.
    fn sides_of_projected_edge(&self, k: usize, sample: &Sample<'_, D>) -> SignPair {
        let (y, z, next) = ((sample.axis + 1) % D, (sample.axis + 2) % D, (k + 1) % D);
        let (a, b, p) = (self.corners[k], self.corners[next], sample.approximate);
        let flat = [[b[y], b[z]], [a[y], a[z]]];
        let (value, bound) = float_side(&flat, [p[y], p[z]], self.error + sample.error);
        decided(value, bound).unwrap_or_else(|| {
            let corners = &self.exact().corners;
            let way = |x: usize| corners[next][x].minus(&corners[k][x]);
            let mut normal: ExactPoint<D> = core::array::from_fn(|_| Dyadic::zero());
            normal[y] = way(z).negated();
            normal[z] = way(y);
            let offset = dot(&normal, &corners[k]);
            sample.signs(&normal, &offset)
        })
    }
    /// Whether the sample's point is on the facet, border included.
    fn contains(&self, sample: &Sample<'_, D>) -> bool {
        let (value, bound) = float_side(&self.corners, sample.approximate, self.error + sample.error);
        if decided(value, bound).is_some() {
            return false;
        }
        let facet = self.exact();
        let is_zero = |n: &ExactPoint<D>, o: &Dyadic| sample.sign_at_point(n, o) == Ordering::Equal;
        if !is_zero(&facet.normal, &facet.offset) {
            return false;
        }
        // The point must be between the planes through the sides, perpendicular to the facet. A facet without
        // area has no such planes, but its points belong to its neighbours.
        if D == 2 {
            let along = difference(&facet.corners[1], &facet.corners[0]);
            let limits = [0, 1].map(|k| dot(&along, &facet.corners[k]));
            return sample.sign_at_point(&along, &limits[0]) != Ordering::Less
                && sample.sign_at_point(&along, &limits[1]) != Ordering::Greater;
        }
        let has_area = facet.normal.iter().any(|c| !c.is_zero());
        let is_inside_of = |k: usize| {
            let (inwards, offset) = facet.side_plane(k);
            sample.sign_at_point(&inwards, &offset) != Ordering::Less
        };
        has_area && (0..D).all(is_inside_of)
    }
}

/// Both signs, where floats decide: then the steps do not matter.
fn decided(value: f64, bound: f64) -> Option<SignPair> {
    if value > bound {
        Some([Ordering::Greater; 2])
    } else if value < -bound {
        Some([Ordering::Less; 2])
    } else {
        None
    }
}

/// Whether the ray from `p` along an axis may meet the facet.
fn may_pass<const D: usize>(c: &[[f64; D]; D], p: [f64; D], axis: usize, error: f64) -> bool {
    (0..D).all(|x| {
        let (low, high) = extent_along(c, x);
        (x == axis || low - error <= p[x]) && p[x] <= high + error
    })
}
