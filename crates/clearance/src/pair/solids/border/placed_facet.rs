//! One facet of a border in the world.
//!
//! Every decision is the sign of one linear form, `normal · (point - corner)`. It is computed in floats
//! first; its error is bounded by the magnitudes of the differences that enter it (`facet_forms.rs`). Where
//! the result is not larger than the bound, the corners are placed exactly (once, and kept), and the form is
//! computed in integers.

use core::cmp::Ordering;

use super::facet_forms::{FloatPlane, dot};
use super::placed_border::{ExactFacet, PlacedBorder};
use crate::exact::Dyadic;
use crate::exact::number::expansion::two_sum;
use crate::exact::orientation::{orient2d, orient3d};
use crate::math::Real;
use crate::shape::ShapeSpace;

/// A facet of a border in the world, in floats.
pub(in crate::pair) struct PlacedFacet<'b, 'a, V: ShapeSpace, const D: usize> {
    border: &'b PlacedBorder<'a, V, D>,
    pub index: usize,
    /// Approximate corners, times `2^-exponent`.
    pub corners: [[f64; D]; D],
    /// A bound on how far these are from the true ones in each coordinate.
    pub error: f64,
    /// Whether the corners are exact, and none of their coordinates is tiny beside the others.
    is_exact: bool,
    plane: FloatPlane<D>,
}

impl<'b, 'a, V: ShapeSpace, const D: usize> PlacedFacet<'b, 'a, V, D> {
    pub(in crate::pair::solids) fn new(border: &'b PlacedBorder<'a, V, D>, index: usize) -> Self {
        let local = core::array::from_fn(|k| border.local.corner(index, k));
        let unrounded = border
            .shift
            .and_then(|shift| unrounded_corners(&local, &shift, border));
        let (corners, error) = match unrounded {
            Some(corners) => (corners, f64::MIN_POSITIVE),
            None => (rounded_corners(&local, border), border.error),
        };
        Self {
            border,
            index,
            corners,
            error,
            is_exact: unrounded.is_some(),
            plane: FloatPlane::new(&corners),
        }
    }
    /// The facet in exact numbers.
    pub fn exact(&self) -> &'b ExactFacet<D> {
        self.border.exact(self.index)
    }
    /// On which side of this facet corner `k` of `other` is: `Greater` outside, `Equal` in its plane.
    pub fn side(&self, other: &PlacedFacet<'_, '_, V, D>, k: usize) -> Ordering {
        let (value, bound) = self.plane.side(other.corners[k], self.error.max(other.error));
        if value > bound {
            return Ordering::Greater;
        }
        if value < -bound {
            return Ordering::Less;
        }
        if self.is_plainly_coplanar(other, k) {
            return Ordering::Equal;
        }
        if self.is_exact && other.is_exact {
            return self.exact_side(other.corners[k]);
        }
        let facet = self.exact();
        dot(&facet.normal, &other.exact().corners[k])
            .minus(&facet.offset)
            .sign()
    }
    /// Whether all of a box is surely inside of the plane of this facet (`Less`), or outside of it (`Greater`).
    /// The box is given by two corners, in the units of `corners`, which may be off by `error`.
    pub fn surely_parts(&self, [low, high]: [[f64; D]; 2], inside: Ordering, error: f64) -> bool {
        (0..1_usize << D).all(|which| {
            let corner = core::array::from_fn(|i| if which >> i & 1 == 0 { low[i] } else { high[i] });
            let (value, bound) = self.plane.side(corner, self.error.max(error));
            match inside {
                Ordering::Less => value < -bound,
                _ => value > bound,
            }
        })
    }
    /// How far apart the normals of two facets point; negative where they are opposed.
    pub fn normals_agree(&self, other: &Self) -> f64 {
        (0..D).map(|i| self.plane.normal[i] * other.plane.normal[i]).sum()
    }
    /// On which side of this facet, whose corners are exact, a point is.
    fn exact_side(&self, p: [f64; D]) -> Ordering {
        let value = if D == 2 {
            -orient2d([self.corners[0], self.corners[1], p].map(|c| [c[0], c[1]]))
        } else {
            let [a, b, c] = core::array::from_fn(|k| self.corners[k % D]);
            orient3d([a, b, c, p].map(|c| [c[0], c[1], c[D - 1]]))
        };
        value.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
    }
    /// Whether a corner of `other` is in the plane of this facet, as far as this shows without arithmetic: it
    /// is a corner of the facet, or it shares a coordinate that all corners of the facet have. `false` proves
    /// nothing.
    fn is_plainly_coplanar(&self, other: &PlacedFacet<'_, '_, V, D>, k: usize) -> bool {
        let p = other.corners[k];
        (self.is_exact && other.is_exact && (0..D).any(|x| self.corners.iter().all(|c| c[x] == p[x])))
            || (0..D).any(|own| self.shares_corner(own, other, k))
    }
    /// Whether two corners of facets are the same point, as far as this shows without arithmetic. `false`
    /// proves nothing.
    pub fn shares_corner(&self, own: usize, other: &PlacedFacet<'_, '_, V, D>, k: usize) -> bool {
        if self.is_exact && other.is_exact {
            return self.corners[own] == other.corners[k];
        }
        // The same pose takes equal points to equal points.
        let (a, b) = (self.border, other.border);
        let same_pose = a.pose.is_some() && a.pose == b.pose;
        same_pose && a.local.corner(self.index, own) == b.local.corner(other.index, k)
    }
    /// Whether the facet has no area (in the plane: no length).
    pub fn is_flat(&self) -> bool {
        let FloatPlane {
            normal, spread: size, ..
        } = self.plane;
        let bound = if D == 2 {
            2.0 * self.error + f64::EPSILON * size
        } else {
            64.0 * size * size.max(self.error) * (self.error / size + f64::EPSILON)
        };
        if normal.iter().any(|c| libm::fabs(*c) > bound) {
            return false;
        }
        self.exact().normal.iter().all(Dyadic::is_zero)
    }
}

/// Corners moved by `shift`, times `2^-exponent`, where no sum is rounded.
fn unrounded_corners<V: ShapeSpace, const D: usize>(
    local: &[V; D],
    shift: &[f64; D],
    border: &PlacedBorder<'_, V, D>,
) -> Option<[[f64; D]; D]> {
    let mut corners = [[0.0; D]; D];
    for (corner, p) in corners.iter_mut().zip(local) {
        for (c, x) in corner.iter_mut().enumerate() {
            let (sum, lost) = two_sum(p.get(c).to_f64(), shift[c]);
            *x = border.in_unit(sum);
            // Products of three of these, and what they lose by rounding, are numbers, too.
            let is_tiny = *x != 0.0 && libm::fabs(*x) < 1e-60;
            if lost != 0.0 || is_tiny {
                return None;
            }
        }
    }
    Some(corners)
}

/// Corners in the world, times `2^-exponent`.
fn rounded_corners<V: ShapeSpace, const D: usize>(
    local: &[V; D],
    border: &PlacedBorder<'_, V, D>,
) -> [[f64; D]; D] {
    local.map(|p| {
        let world = border.corner_frame.point(p);
        core::array::from_fn(|c| border.in_unit(world.get(c).to_f64()))
    })
}
