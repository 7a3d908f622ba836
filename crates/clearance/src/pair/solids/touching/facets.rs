//! The facets of solids that touch: their normals, and whether two lie on each other.

use super::candidates::is_same;
use crate::math::{Real, ScalarOf};
use crate::pair::ask::table::PairSpace;
use crate::pair::solids::{FacetPlanes, Facets, PlaneContact, Solid};
use crate::shape::{AnyShape, BoundedFrame, Placed};
use core::cmp::Ordering;

/// A facet of a solid, by its number.
type Facet<'a, V> = (Solid<'a, V>, usize);

/// The facets of one shape beside a convex one.
pub(super) struct FacetsBeside<'a, V: PairSpace, const D: usize> {
    facets: Facets<'a, V>,
    is_solid: bool,
    /// Whose facets these are: of A (0) or B (1).
    side: usize,
    planes: FacetPlanes<'a, V, D>,
}

impl<'a, V: PairSpace, const D: usize> FacetsBeside<'a, V, D> {
    /// `None` unless one shape has facets, and the other is no shape of parts.
    pub fn new(shapes: [Placed<'a, V>; 2]) -> Option<Self> {
        let side = shapes.iter().position(|s| s.shape.parts().is_some())?;
        let (own, other) = (shapes[side], shapes[1 - side]);
        let parts = own.shape.parts().filter(|parts| !parts.holds_any_shape())?;
        let facets = parts
            .facets()
            .filter(|_| D == 3 && other.shape.parts().is_none())?;
        Some(Self {
            facets: (own, facets),
            is_solid: parts.is_solid(),
            side,
            planes: FacetPlanes::new((own, facets), other),
        })
    }
    /// How the convex shape lies to the plane of a facet.
    pub fn contact(&self, at: [usize; 2]) -> FacetContact<V> {
        let i = at[self.side];
        let outwards = match self.side {
            0 => facet_normal(self.facets, i),
            _ => facet_normal(self.facets, i).map(|n| -n),
        };
        match (self.planes.contact(i), outwards) {
            (PlaneContact::Touching(Ordering::Greater), Some(n)) => FacetContact::Across(n),
            (PlaneContact::Touching(_), Some(n)) if !self.is_solid => FacetContact::Across(-n),
            _ if self.is_solid && self.planes.is_of_polytope() => FacetContact::AtBorder,
            _ => FacetContact::Unknown,
        }
    }
}

/// How a facet touches a convex shape.
pub(super) enum FacetContact<V> {
    /// Its plane has all of the shape on one side, of a solid outside: this is a normal from A to B.
    Across(V),
    /// A facet of a solid that touches a polytope with its border only, so that its own normal says nothing.
    AtBorder,
    Unknown,
}

/// The outward normal of a facet of A, if that is the inward one of a facet of B.
pub(super) fn common_normal<V: PairSpace>((a, i): Facet<'_, V>, (b, j): Facet<'_, V>) -> Option<V> {
    let normal = facet_normal((a.placed, a.border), i)?;
    is_same(normal, -facet_normal((b.placed, b.border), j)?).then_some(normal)
}

/// Whether two facets in one plane surely have more than an edge or a corner in common; `normal` is that of the first.
pub(super) fn lie_on_each_other<V: PairSpace>((a, i): Facet<'_, V>, (b, j): Facet<'_, V>, normal: V) -> bool {
    let [p, q] = [(a, i), (b, j)].map(|(s, i)| facet_corners((s.placed, s.border), i));
    !is_beyond_a_side(&p, normal, &q) && !is_beyond_a_side(&q, -normal, &p)
}

/// Whether a side of a triangle, which turns counter-clockwise around its normal, has all of another triangle in the
/// same plane outside of it, or on it up to rounding.
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
