//! In space: how two triangles meet.
//!
//! Two triangles cross where each has corners strictly on both sides of the other's plane, and their
//! intersections with the line common to both planes overlap in more than a point (Guigue and Devillers 2003,
//! with strict signs). Then the surface of each runs through the interior of the other solid. All other
//! meetings are contacts: a triangle that no other crosses is divided by a border only along edges of that
//! border that lie in its plane.

use core::cmp::Ordering;

use crate::exact::place::ExactPoint;
use crate::pair::decide::triangles::orders_of_ends;
use crate::pair::solids::border::PlacedFacet;
use crate::pair::solids::border::{dot, float_side, normal, side_of_plane};
use crate::shape::ShapeSpace;

/// How two triangles lie relative to each other.
pub(in crate::pair::solids) enum TrianglePair<const D: usize> {
    /// A plane of one of them separates them, or one has no area.
    Apart,
    /// Each passes through the other.
    Crossing,
    /// They may touch. The signs tell which corners of the second lie in the plane of the first, and the
    /// other way round.
    Contact([[Ordering; D]; 2]),
}

/// How two triangles lie relative to each other.
pub(in crate::pair::solids) fn meeting<V: ShapeSpace, const D: usize>(
    a: &PlacedFacet<'_, '_, V, D>,
    b: &PlacedFacet<'_, '_, V, D>,
) -> TrianglePair<D> {
    let of_b = core::array::from_fn(|k| a.side(b, k));
    if on_one_side(&of_b) {
        return TrianglePair::Apart;
    }
    let of_a = core::array::from_fn(|k| b.side(a, k));
    if on_one_side(&of_a) {
        return TrianglePair::Apart;
    }
    let level = |signs: &[Ordering; D]| signs.iter().all(|s| *s == Ordering::Equal);
    if (level(&of_a) && b.is_flat()) || (level(&of_b) && a.is_flat()) {
        return TrianglePair::Apart;
    }
    match (alone(&of_a), alone(&of_b)) {
        (Some(p), Some(q)) if intervals_overlap((a, p), (b, q)) => TrianglePair::Crossing,
        _ => TrianglePair::Contact([of_b, of_a]),
    }
}

/// Of three corners on both sides of a plane: the one that is alone strictly on its side, and whether that
/// side is outside.
fn alone<const D: usize>(signs: &[Ordering; D]) -> Option<(usize, bool)> {
    let count = |s| signs.iter().filter(|x| **x == s).count();
    let (above, below) = (count(Ordering::Greater), count(Ordering::Less));
    let side = match (above, below) {
        (0, _) | (_, 0) => return None,
        (1, _) => Ordering::Greater,
        _ => Ordering::Less,
    };
    let at = signs.iter().position(|s| *s == side)?;
    Some((at, side == Ordering::Greater))
}

fn on_one_side<const D: usize>(signs: &[Ordering; D]) -> bool {
    signs[0] != Ordering::Equal && signs.iter().all(|s| *s == signs[0])
}

type Corner<'f, 'b, 'a, V, const D: usize> = (&'f PlacedFacet<'b, 'a, V, D>, (usize, bool));

/// Whether the two intervals on the common line overlap in more than a point, given the corner of each
/// triangle that is alone on its side.
fn intervals_overlap<V: ShapeSpace, const D: usize>(
    (a, p): Corner<'_, '_, '_, V, D>,
    (b, q): Corner<'_, '_, '_, V, D>,
) -> bool {
    let turns = |[p, own, u, v]: [usize; 4]| {
        let corners = [(0, p), (0, own), (1, u), (1, v)];
        orientation([a, b], corners) == Ordering::Less
    };
    orders_of_ends(p, q).into_iter().all(turns)
}

/// On which side of the plane through the first three corners the fourth is.
fn orientation<V: ShapeSpace, const D: usize>(
    facets: [&PlacedFacet<'_, '_, V, D>; 2],
    corners: [(usize, usize); 4],
) -> Ordering {
    let corner = |n: usize| {
        let (which, k) = corners[n];
        facets[which].corner(k)
    };
    let (plane, p) = (core::array::from_fn::<_, D, _>(corner), corner(D));
    let error = facets[0].error.max(facets[1].error);
    let (value, bound) = float_side(&plane.map(|c| c.at), p.at, error);
    if libm::fabs(value) > bound {
        return value.partial_cmp(&0.0).unwrap_or(Ordering::Equal);
    }
    if p.is_exact && plane.iter().all(|c| c.is_exact) {
        return side_of_plane(plane.map(|c| c.at), p.at);
    }
    let exact = |n: usize| {
        let (which, k) = corners[n];
        &facets[which].exact().corners[k]
    };
    let plane: [ExactPoint<D>; D] = core::array::from_fn(|n| exact(n).clone());
    let n = normal(&plane);
    dot(&n, exact(D)).minus(&dot(&n, &plane[0])).sign()
}
