//! One facet of a border in the world.
//!
//! Every decision is the sign of one linear form, `normal · (point - corner)`. It is computed in floats
//! first; its error is bounded by the magnitudes of the differences that enter it (`facet_forms.rs`). Where
//! the result is not larger than the bound, the corners are placed exactly (once, and kept), and the form is
//! computed in integers.

use core::cmp::Ordering;

use super::facet_forms::{FloatPlane, dot};
use super::placed_border::{ExactFacet, PlacedBorder};
use super::placed_corner::PlacedCorner;
use crate::exact::Dyadic;
use crate::exact::orientation::{orient2d, orient3d, sign};
use crate::shape::ShapeSpace;

/// A facet of a border in the world, in floats.
#[derive(Clone, Copy)]
pub(in crate::pair) struct PlacedFacet<'b, 'a, V: ShapeSpace, const D: usize> {
    pub border: &'b PlacedBorder<'a, V, D>,
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
        let placed: [_; D] = core::array::from_fn(|k| border.corner(index, k));
        let corners = placed.map(|corner| corner.at);
        Self {
            border,
            index,
            corners,
            error: placed.iter().fold(0.0, |most, corner| corner.error.max(most)),
            is_exact: placed.iter().all(|corner| corner.is_exact),
            plane: FloatPlane::new(&corners),
        }
    }
    /// Corner `k`.
    pub(in crate::pair::solids) fn corner(&self, k: usize) -> PlacedCorner<D> {
        PlacedCorner {
            at: self.corners[k],
            error: self.error,
            is_exact: self.is_exact,
        }
    }
    /// The facet in exact numbers.
    pub fn exact(&self) -> &'b ExactFacet<D> {
        self.border.exact(self.index)
    }
    /// On which side of this facet corner `k` of `other` is: `Greater` outside, `Equal` in its plane.
    pub fn side(&self, other: &PlacedFacet<'_, '_, V, D>, k: usize) -> Ordering {
        if let Some(side) = self.side_in_floats(&other.corner(k)) {
            return side;
        }
        if (0..D).any(|own| self.shares_corner(own, other, k)) {
            return Ordering::Equal;
        }
        let facet = self.exact();
        dot(&facet.normal, &other.exact().corners[k])
            .minus(&facet.offset)
            .sign()
    }
    /// On which side of this facet a point is; `None` where floats do not tell, and not all points are
    /// floats.
    #[inline]
    pub(in crate::pair::solids) fn side_in_floats(&self, p: &PlacedCorner<D>) -> Option<Ordering> {
        let (value, bound) = self.plane.side(p.at, self.error.max(p.error));
        if value > bound {
            return Some(Ordering::Greater);
        }
        if value < -bound {
            return Some(Ordering::Less);
        }
        (self.is_exact && p.is_exact).then(|| side_of_plane(self.corners, p.at))
    }
    /// Whether all of a box is surely inside of the plane of this facet (`Less`), or outside of it
    /// (`Greater`). The box is given by two corners, in the units of `corners`, which may be off by `error`.
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

/// On which side of the plane through points a point is, all of them exact: `Greater` outside.
pub(in crate::pair::solids) fn side_of_plane<const D: usize>(
    corners: [[f64; D]; D],
    p: [f64; D],
) -> Ordering {
    let value = if D == 2 {
        -orient2d([corners[0], corners[1], p].map(|c| [c[0], c[1]]))
    } else {
        let [a, b, c] = core::array::from_fn(|k| corners[k % D]);
        orient3d([a, b, c, p].map(|c| [c[0], c[1], c[D - 1]]))
    };
    sign(value)
}
