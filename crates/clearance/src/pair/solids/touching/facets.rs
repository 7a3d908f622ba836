//! The facets of solids that touch: their normals, and whether two lie on each other.

use core::cmp::Ordering;

use super::candidates::is_same;
use crate::math::{Real, ScalarOf};
use crate::pair::ask::table::PairSpace;
use crate::pair::near_parts::{Facets, facets_beside};
use crate::pair::solids::Solid;
use crate::pair::solids::facet_planes::{FacetPlanes, PlaneContact};
use crate::shape::{BoundedFrame, Placed};

/// A facet of a solid, by its number.
type Facet<'a, V> = (Solid<'a, V>, usize);

/// The facets of one shape beside a polytope.
pub(super) struct FacetsBeside<'a, V: PairSpace, const D: usize> {
    facets: Facets<'a, V>,
    is_solid: bool,
    /// Whose facets these are: of A (0) or B (1).
    side: usize,
    planes: FacetPlanes<'a, V, D>,
}

impl<'a, V: PairSpace, const D: usize> FacetsBeside<'a, V, D> {
    /// `None` unless one shape has facets, and the other is a polytope.
    pub fn new(shapes: [Placed<'a, V>; 2]) -> Option<Self> {
        let (side, facets) = facets_beside(shapes)?;
        let planes = FacetPlanes::new(facets, shapes[1 - side]);
        planes.is_of_polytope().then(|| Self {
            facets,
            is_solid: Solid::new(shapes[side]).is_some(),
            side,
            planes,
        })
    }
    /// How a facet touches the polytope across its plane: all of the polytope is on one side of that, of a
    /// solid outside. `None` where it touches with its border only, and its own normal says nothing.
    pub fn touch(&self, at: [usize; 2]) -> Option<FacetTouch<V>> {
        let i = at[self.side];
        let PlaneContact::Touching(side, corners) = self.planes.contact(i) else {
            return None;
        };
        let is_outside = side == Ordering::Greater;
        if self.is_solid && !is_outside {
            return None;
        }
        let outwards = facet_normal(self.facets, i)?;
        let is_from_a_to_b = is_outside == (self.side == 0);
        let point = self.planes.common_point(i, &corners);
        Some(FacetTouch {
            normal: if is_from_a_to_b { outwards } else { -outwards },
            is_of_face: point.is_some() && corners.is_face(),
            point,
        })
    }
}

/// How a facet touches a polytope across its plane.
pub(super) struct FacetTouch<V> {
    /// The normal of the facet from A to B.
    pub normal: V,
    /// A point of both, up to rounding; `None` where floats do not tell whether there is one.
    pub point: Option<V>,
    /// Whether a face of the polytope lies on the facet: no plane but theirs separates the two.
    pub is_of_face: bool,
}

impl<V> FacetTouch<V> {
    /// How many votes its normal gets: the more the two have in common.
    pub fn votes(&self) -> usize {
        match self.point {
            Some(_) if self.is_of_face => 4,
            Some(_) => 3,
            None => 2, // a corner or an edge of the facet, most likely
        }
    }
}

/// The outward normal of a facet of A, if that is the inward one of a facet of B.
pub(super) fn common_normal<V: PairSpace>((a, i): Facet<'_, V>, (b, j): Facet<'_, V>) -> Option<V> {
    let normal = facet_normal(a.facets(), i)?;
    is_same(normal, -facet_normal(b.facets(), j)?).then_some(normal)
}

/// Whether two facets in one plane surely have more than an edge or a corner in common; `normal` is that of
/// the first.
pub(super) fn lie_on_each_other<V: PairSpace>((a, i): Facet<'_, V>, (b, j): Facet<'_, V>, normal: V) -> bool {
    let [p, q] = [(a, i), (b, j)].map(|(s, i)| facet_corners(s.facets(), i));
    !is_beyond_a_side(&p, normal, &q) && !is_beyond_a_side(&q, -normal, &p)
}

/// Whether a side of a triangle, which turns counter-clockwise around its normal, has all of another triangle
/// in the same plane outside of it, or on it up to rounding.
fn is_beyond_a_side<V: PairSpace>(t: &[V; 3], normal: V, other: &[V; 3]) -> bool {
    let least = ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(256.0);
    (0..3).any(|k| {
        let Some(outwards) = (t[(k + 1) % 3] - t[k]).across(normal) else {
            return false;
        };
        other.iter().all(|&c| {
            let size = c.max_abs().max(t[k].max_abs()) * outwards.max_abs();
            (c - t[k]).dot(outwards) >= -least * size
        })
    })
}

/// The unit normal of a triangle in the world; that of a solid points outwards.
pub(in crate::pair) fn facet_normal<V: PairSpace>(facets: Facets<'_, V>, i: usize) -> Option<V> {
    let [p, q, r] = facet_corners(facets, i);
    let unit = |v: V| v.normalized();
    let (u, v) = (unit(q - p)?, unit(r - p)?);
    unit(u.across(v)?)
}

fn facet_corners<V: PairSpace>((placed, facets): Facets<'_, V>, i: usize) -> [V; 3] {
    let frame = BoundedFrame::of(&placed.place);
    [0, 1, 2].map(|k| frame.point(facets.corner(i, k)))
}
