//! A border in the world: corners in floats with an error bound, and exact corners where they are needed.
//!
//! Every decision is the sign of one linear form, `normal · (point - corner)`. It is computed in floats
//! first; its error is bounded by the magnitudes of the differences that enter it (`facet_forms.rs`). Where
//! the result is not larger than the bound, the corners are placed exactly (once, and kept), and the form is
//! computed in integers.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::facet_forms::{cross, difference, dot, float_normal, float_side, normal, spread};
use crate::exact::Dyadic;
use crate::exact::number::expansion::two_sum;
use crate::exact::number::round::times_power_of_two;
use crate::exact::place::{ExactFrame, ExactPoint};
use crate::math::{Aabb, Place, Pose, Real, Vector};
use crate::shape::{Border, BoundedFrame, ShapeSpace};

/// A facet in exact numbers: the points `p` of its plane have `normal · p = offset`. The normal points
/// outwards.
#[derive(Debug)]
pub(in crate::pair) struct ExactFacet<const D: usize> {
    pub corners: [ExactPoint<D>; D],
    pub normal: ExactPoint<D>,
    pub offset: Dyadic,
}

impl<const D: usize> ExactFacet<D> {
    /// In space: the plane through side `k` that is perpendicular to the facet. Its normal points inwards,
    /// and its points `p` have `normal · p = offset`.
    pub fn side_plane(&self, k: usize) -> (ExactPoint<D>, Dyadic) {
        let corner = &self.corners[k];
        let inwards = cross(&self.normal, &difference(&self.corners[(k + 1) % D], corner));
        let offset = dot(&inwards, corner);
        (inwards, offset)
    }
}

/// The facets of a border in the world.
pub(in crate::pair) struct PlacedBorder<'a, V: ShapeSpace, const D: usize> {
    /// The border in the frame of its shape.
    pub local: &'a dyn Border<V>,
    /// Takes boxes from the border's frame to the world.
    frame: BoundedFrame<V>,
    /// Approximate corners, times `2^-exponent`.
    pub corners: Vec<[[f64; D]; D]>,
    /// A bound on how far these are from the true ones in each coordinate.
    pub error: f64,
    /// Whether the corners are exact.
    are_corners_exact: bool,
    /// Whether the pose of the border changes nothing.
    is_in_own_frame: bool,
    /// The pose, where it is a single one.
    pose: Option<Pose<V>>,
    pub exponent: i64,
    exact_frame: ExactFrame<D>,
    exact: Vec<OnceCell<Box<ExactFacet<D>>>>,
}

/// The exponent of the largest coordinate of two boxes. Divided by this power of two, coordinates are at most
/// 2.
pub(in crate::pair) fn exponent_of<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> i64 {
    let size = |x: &Aabb<V>| x.min.max_abs().max(x.max.max_abs());
    let largest = size(a).max(size(b)).to_f64();
    if largest > 0.0 && largest.is_finite() {
        i64::from(libm::ilogb(largest))
    } else {
        0
    }
}

impl<'a, V: ShapeSpace, const D: usize> PlacedBorder<'a, V, D> {
    /// The border of a shape at `place`.
    pub fn new(border: &'a dyn Border<V>, place: &Place<'_, V>, exponent: i64) -> Self {
        let whole_view = BoundedFrame::of(place);
        match border.pose() {
            None => Self::at(border, whole_view, place, exponent),
            Some(pose) => {
                let inner = Place {
                    pose,
                    outer: Some(place),
                };
                Self {
                    frame: whole_view,
                    ..Self::at(border, BoundedFrame::of(&inner), &inner, exponent)
                }
            }
        }
    }
    fn at(border: &'a dyn Border<V>, frame: BoundedFrame<V>, place: &Place<'_, V>, exponent: i64) -> Self {
        let exact_frame = ExactFrame::new(place);
        let count = border.facet_count();
        let exactly = unrounded_corners(border, &exact_frame, exponent);
        let are_corners_exact = exactly.is_some();
        let (corners, error) = match exactly {
            Some(corners) => (corners, 0.0),
            None => rounded_corners(border, &frame, exponent),
        };
        Self {
            local: border,
            frame,
            are_corners_exact,
            is_in_own_frame: border.pose().is_none()
                && exact_frame
                    .shift_alone()
                    .is_some_and(|shift| shift.iter().all(|x| *x == 0.0)),
            pose: place.outer.is_none().then_some(*place.pose),
            corners,
            error: error + f64::MIN_POSITIVE,
            exponent,
            exact_frame,
            exact: (0..count).map(|_| OnceCell::new()).collect(),
        }
    }
    /// Calls `visit` with the facets whose boxes meet that of facet `i` of `other`.
    pub fn near(
        &self,
        other: &PlacedBorder<'_, V, D>,
        i: usize,
        visit: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.meeting_box(&other.facet_box(i), visit)
    }
    /// The box around facet `i`.
    pub fn facet_box(&self, i: usize) -> Aabb<V> {
        self.placed_box(&self.local.facet_boxes().boxes()[i])
    }
    fn placed_box(&self, local: &Aabb<V>) -> Aabb<V> {
        if self.is_in_own_frame {
            *local
        } else {
            self.frame.turned_box(*local)
        }
    }
    /// Calls `visit` with the facets whose boxes meet `query`.
    pub fn meeting_box(
        &self,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.local
            .facet_boxes()
            .tree()
            .passing(&|b| self.placed_box(b).overlaps(query), &mut |i| {
                visit(i as usize)
            })
    }
    /// Calls `visit` with the facets whose boxes meet the one from `low` to `high`, grown by `error`. The two
    /// points are approximate, in the units of `corners`.
    pub fn within(
        &self,
        [low, high]: [[f64; D]; 2],
        error: f64,
        visit: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let exponent = self.exponent;
        let out = |x: f64, way: f64| {
            let grown = x + way * (error + f64::MIN_POSITIVE);
            let rounded = V::Scalar::lit(times_power_of_two(grown, exponent));
            let room = rounded.abs() * (V::Scalar::EPSILON * V::Scalar::lit(2.0)) + V::Scalar::MIN_POSITIVE;
            rounded + room * V::Scalar::lit(way)
        };
        let query = Aabb {
            min: V::from_fn(|i| out(low[i], -1.0)),
            max: V::from_fn(|i| out(high[i], 1.0)),
        };
        self.meeting_box(&query, visit)
    }
    /// A point in the units of `corners`, in the world.
    pub fn world_point(&self, p: [f64; D]) -> V {
        V::from_fn(|i| V::Scalar::lit(times_power_of_two(p[i], self.exponent)))
    }
    pub fn count(&self) -> usize {
        self.corners.len()
    }
    /// Facet `i` in exact numbers.
    pub fn exact(&self, i: usize) -> &ExactFacet<D> {
        self.exact[i].get_or_init(|| {
            let corners: [ExactPoint<D>; D] =
                core::array::from_fn(|k| self.exact_frame.point(self.local.corner(i, k)));
            let normal = normal(&corners);
            let offset = dot(&normal, &corners[0]);
            Box::new(ExactFacet {
                corners,
                normal,
                offset,
            })
        })
    }
    /// On which side of facet `i` corner `k` of facet `j` of `other` is: `Greater` outside, `Equal` in its
    /// plane.
    pub fn side(&self, i: usize, other: &PlacedBorder<'_, V, D>, j: usize, k: usize) -> Ordering {
        let (value, bound) = float_side(&self.corners[i], other.corners[j][k], self.error.max(other.error));
        if value > bound {
            return Ordering::Greater;
        }
        if value < -bound {
            return Ordering::Less;
        }
        if self.is_plainly_coplanar(i, other, j, k) {
            return Ordering::Equal;
        }
        let facet = self.exact(i);
        dot(&facet.normal, &other.exact(j).corners[k])
            .minus(&facet.offset)
            .sign()
    }
    /// Whether a corner of `other` is in the plane of facet `i`, as far as this shows without arithmetic: it
    /// is a corner of the facet, or it shares a coordinate that all corners of the facet have. `false` proves
    /// nothing.
    fn is_plainly_coplanar(&self, i: usize, other: &PlacedBorder<'_, V, D>, j: usize, k: usize) -> bool {
        let (facet, p) = (&self.corners[i], other.corners[j][k]);
        let both = self.are_corners_exact && other.are_corners_exact;
        (both && (0..D).any(|x| facet.iter().all(|c| c[x] == p[x])))
            || (0..D).any(|own| self.shares_corner((i, own), other, (j, k)))
    }
    /// Whether two corners of facets are the same point, as far as this shows without arithmetic. `false`
    /// proves nothing.
    pub fn shares_corner(
        &self,
        (i, own): (usize, usize),
        other: &PlacedBorder<'_, V, D>,
        (j, k): (usize, usize),
    ) -> bool {
        if self.are_corners_exact && other.are_corners_exact {
            return self.corners[i][own] == other.corners[j][k];
        }
        // The same pose takes equal points to equal points.
        let same_pose = self.pose.is_some() && self.pose == other.pose;
        same_pose && self.local.corner(i, own) == other.local.corner(j, k)
    }
    /// Whether facet `i` has no area (in the plane: no length).
    pub fn is_flat(&self, i: usize) -> bool {
        let n = float_normal(&self.corners[i]);
        let size = spread(&self.corners[i], self.corners[i][0]);
        let bound = if D == 2 {
            2.0 * self.error + f64::EPSILON * size
        } else {
            64.0 * size * size.max(self.error) * (self.error / size + f64::EPSILON)
        };
        if n.iter().any(|c| libm::fabs(*c) > bound) {
            return false;
        }
        self.exact(i).normal.iter().all(Dyadic::is_zero)
    }
}

/// The corners in the world times `2^-exponent`, where these are floats: nothing is scaled or rotated, and no
/// sum is rounded.
fn unrounded_corners<V: ShapeSpace, const D: usize>(
    border: &dyn Border<V>,
    exact_frame: &ExactFrame<D>,
    exponent: i64,
) -> Option<Vec<[[f64; D]; D]>> {
    let shift = exact_frame.shift_alone()?;
    let coordinate = |x: V::Scalar, shift: f64| {
        let (sum, lost) = two_sum(x.to_f64(), shift);
        let small = times_power_of_two(sum, -exponent);
        (lost == 0.0 && times_power_of_two(small, exponent) == sum).then_some(small)
    };
    let mut corners = Vec::with_capacity(border.facet_count());
    for i in 0..border.facet_count() {
        let mut facet = [[0.0; D]; D];
        for (k, corner) in facet.iter_mut().enumerate() {
            let local = border.corner(i, k);
            for (c, x) in corner.iter_mut().enumerate() {
                *x = coordinate(local.get(c), shift[c])?;
            }
        }
        corners.push(facet);
    }
    Some(corners)
}

/// The corners transformed by `frame`, times `2^-exponent`, with a bound on how far they are from the true
/// ones.
fn rounded_corners<V: ShapeSpace, const D: usize>(
    border: &dyn Border<V>,
    frame: &BoundedFrame<V>,
    exponent: i64,
) -> (Vec<[[f64; D]; D]>, f64) {
    let mut reach = V::ZERO;
    let mut corner = |i: usize, k: usize| -> [f64; D] {
        let local = border.corner(i, k);
        reach = reach.max(local.abs());
        let world = frame.point(local);
        core::array::from_fn(|c| times_power_of_two(world.get(c).to_f64(), -exponent))
    };
    let corners = (0..border.facet_count())
        .map(|i| core::array::from_fn(|k| corner(i, k)))
        .collect();
    (
        corners,
        times_power_of_two(frame.error(reach).to_f64(), -exponent),
    )
}
