//! The planes of facets beside a polytope. Where floats do not tell how a facet and the polytope lie to each
//! other, the plane of the facet often does.
//!
//! A polytope on one side of the plane does not meet the facet, or only touches it. A shape that rests on a
//! mesh touches hundreds of facets. To compare one of them with it exactly places all its corners exactly,
//! each time; here this is done once, and only where floats do not tell on which side of the plane a corner
//! is.
//!
//! Corners in the plane touch the facet where a point of their hull is in it. Such a point is found in floats
//! (`common_point.rs`).

use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Ordering;

use glam::DVec3;
use smallvec::SmallVec;

use super::border::{CornerFrame, PlacedBorder, PlacedCorner, PlacedFacet, dot, exponent_of};
use super::common_point::common_point;
use crate::exact::number::round::times_power_of_two;
use crate::exact::place::{self, ExactFrame, ExactPoint};
use crate::math::Real;
use crate::pair::ask::table::PairSpace;
use crate::pair::near_parts::Facets;
use crate::shape::{AnyShape, Core, Placed, Vertices};

/// How a polytope lies to the plane of a facet.
pub(super) enum PlaneContact {
    /// On one side of it, and no corner in it.
    Apart,
    /// On this side of it, `Greater` outside, with a corner or more in it.
    Touching(Ordering, InPlane),
    /// On both sides, or nothing is known: the shape is no polytope, or the facet has no plane.
    Crossing,
}

/// The corners in a plane, by their numbers.
pub(super) struct InPlane(SmallVec<[usize; 8]>);

impl InPlane {
    /// Whether a face of the polytope is in the plane.
    pub fn is_face(&self) -> bool {
        self.0.len() > 2
    }
}

/// The planes of facets, and the corners of a polytope.
pub(super) struct FacetPlanes<'a, V: PairSpace, const D: usize> {
    border: PlacedBorder<'a, V, D>,
    polytope: Placed<'a, V>,
    /// Empty for other shapes.
    corners: Vec<PlacedCorner<D>>,
    /// The same, where floats do not tell on which side of a plane they are.
    exact: OnceCell<Vec<ExactPoint<D>>>,
}

impl<'a, V: PairSpace, const D: usize> FacetPlanes<'a, V, D> {
    pub fn new((placed, facets): Facets<'a, V>, polytope: Placed<'a, V>) -> Self {
        let exponent = exponent_of(&placed.aabb(), &polytope.aabb());
        let vertices = vertices(&polytope);
        let reach = vertices.iter().fold(V::ZERO, |reach, p| reach.max(p.abs()));
        let place = &polytope.place;
        let frame = CornerFrame::new(place, &ExactFrame::new(place), reach, exponent);
        Self {
            border: PlacedBorder::new(facets, &placed.place, exponent),
            corners: vertices.iter().map(|v| frame.corner(*v)).collect(),
            polytope,
            exact: OnceCell::new(),
        }
    }
    /// Whether anything is known of the shape.
    pub fn is_of_polytope(&self) -> bool {
        !self.corners.is_empty()
    }
    /// How the polytope lies to the plane of facet `i`.
    pub fn contact(&self, i: usize) -> PlaneContact {
        let facet = self.border.facet(i);
        let (mut side, mut in_plane) = (Ordering::Equal, SmallVec::new());
        for k in 0..self.corners.len() {
            match self.side(&facet, k) {
                Ordering::Equal => in_plane.push(k),
                of_corner if side.is_eq() => side = of_corner,
                of_corner if of_corner != side => return PlaneContact::Crossing,
                _ => {}
            }
        }
        match side {
            // There are no corners, or all of them are in the plane, as in that of a facet without area.
            Ordering::Equal => PlaneContact::Crossing,
            _ if in_plane.is_empty() => PlaneContact::Apart,
            side => PlaneContact::Touching(side, InPlane(in_plane)),
        }
    }
    /// A point, right up to rounding, of facet `i` and of the hull of the corners in its plane. There surely
    /// is one where floats find it; else `None`, as everywhere in the plane.
    pub fn common_point(&self, i: usize, corners: &InPlane) -> Option<V> {
        if D != 3 {
            return None;
        }
        let facet = self.border.facet(i);
        let point = |p: [f64; D]| DVec3::new(p[0], p[1], p[D - 1]);
        let in_plane = corners.0.iter().map(|&k| &self.corners[k]);
        let error = in_plane.clone().fold(facet.error, |most, c| most.max(c.error));
        let corners: SmallVec<[_; 8]> = in_plane.map(|c| point(c.at)).collect();
        let triangle = [0, 1, D - 1].map(|k| point(facet.corners[k]));
        let found = common_point(&triangle, &corners, error)?;
        let world = |x: f64| V::Scalar::lit(times_power_of_two(x, self.border.exponent));
        Some(V::from_fn(|k| world(found[k])))
    }
    fn side(&self, facet: &PlacedFacet<'_, '_, V, D>, k: usize) -> Ordering {
        facet.side_in_floats(&self.corners[k]).unwrap_or_else(|| {
            let Self { polytope, exact, .. } = self;
            let corners = exact.get_or_init(|| place::points(&vertices(polytope), &polytope.place));
            let facet = facet.exact();
            dot(&facet.normal, &corners[k]).minus(&facet.offset).sign()
        })
    }
}

/// The vertices of a polytope; none of other shapes.
fn vertices<'a, V: PairSpace>(placed: &Placed<'a, V>) -> Vertices<'a, V> {
    let core = placed.shape.core().filter(Core::is_sharp);
    core.map_or(Vertices::few([]), |core| core.vertices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::pair::dice::Dice;
    use crate::pair::{Relation, relation};
    use crate::shape::Shape3;

    /// Beside the exact relation: of random triangles and boxes on a grid, moved by numbers that are rounded
    /// there or not.
    #[test]
    fn a_plane_allows_no_more_than_the_exact_relation() {
        let (mut dice, mut counts) = (Dice(77), [0; 3]);
        let whole = |p: DVec3| DVec3::from_array(p.to_array().map(libm::round));
        for case in 0..4000 {
            let corners = [0; 3].map(|_| whole(dice.vector() * 3.0));
            let sides = (whole(dice.vector() * 2.0).abs() + DVec3::ONE) / 2.0;
            let Ok(mesh) = Shape3::mesh(corners.to_vec(), Vec::from([[0, 1, 2]])) else {
                continue;
            };
            let cuboid = Shape3::cuboid(sides).expect("a box");
            let unit = if case % 2 == 0 { 1.0 } else { 0.1 };
            let [at, place] = [whole(dice.vector() * 3.0) / 2.0, dice.vector()].map(|p| p * unit);
            let shift = if case % 3 == 0 { DVec3::ZERO } else { place };
            let poses = [shift, shift + at].map(|p| Pose::at(p).expect("a place"));
            let (a, b) = (Placed::new(&mesh, &poses[0]), Placed::new(&cuboid, &poses[1]));
            let Some(facets) = mesh.parts().and_then(|parts| parts.facets()) else {
                continue;
            };
            let most = match FacetPlanes::<DVec3, 3>::new((a, facets), b).contact(0) {
                PlaneContact::Apart => Relation::Disjoint,
                PlaneContact::Touching(..) => Relation::Touching,
                PlaneContact::Crossing => Relation::Overlapping,
            };
            let found = relation(a, b).min(Relation::Overlapping);
            assert!(found <= most, "{found:?} {most:?} {corners:?} {sides} {poses:?}");
            counts[most as usize] += 1;
        }
        assert!(counts.iter().all(|&n| n > 50), "{counts:?}");
    }
}
