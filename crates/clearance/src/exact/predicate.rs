//! Sides of lines and planes, exact, for points that [`super::place`] has placed.

use core::cmp::Ordering;

use super::convex::Pair;
use super::number::Dyadic;
use super::place::ExactPoint;
use super::simplex::facet_normal;

/// On which side of a line (of two points, in the plane) or plane (of three, in space) a point is: `Greater` for the right
/// of the line and for the side from which the three are counter-clockwise; `Equal` where all depend on each other.
pub(crate) fn side<const D: usize>(facet: [&ExactPoint<D>; D], point: &ExactPoint<D>) -> Ordering {
    let exponent = facet
        .iter()
        .flat_map(|p| p.iter())
        .chain(point)
        .filter(|n| !n.is_zero())
        .map(|n| n.exponent)
        .min()
        .unwrap_or(0);
    let integers = |p: &ExactPoint<D>| -> [_; D] { core::array::from_fn(|i| p[i].at_exponent(exponent)) };
    let facet = facet.map(integers);
    let normal = facet_normal(&facet.each_ref());
    let way = super::integer::minus(&integers(point), &facet[0]);
    super::integer::sign(&super::integer::dot(&normal, &way))
}

/// How a point lies to the hull of others: outside (`Greater`), on its border or anywhere on a flat hull (`Equal`), inside.
pub(crate) fn point_in_hull<const D: usize>(
    point: &ExactPoint<D>,
    hull: alloc::vec::Vec<ExactPoint<D>>,
) -> Ordering {
    let point = ([point.clone()].into(), Dyadic::zero());
    Pair::new(point, (hull, Dyadic::zero())).meeting()
}
