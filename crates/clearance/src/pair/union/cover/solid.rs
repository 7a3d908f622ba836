//! Where the border of a solid runs through a cell.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::scale::IntegerScale;
use crate::exact::Dyadic;
use crate::exact::hulls::polytope::ExactPolytope;
use crate::exact::number::homogeneous::Homogeneous;
use crate::exact::place::ExactPoint;
use crate::pair::solids::{ExactFacet, PlacedBorder, cross, dot};
use crate::shape::ShapeSpace;

/// A plane that has corners of a cell on both sides, and on which side each corner is.
pub(super) type DividingPlane<const D: usize> = (Homogeneous<D>, Vec<Ordering>);

/// The facets near a box.
pub(super) fn facets_near<V: ShapeSpace, const D: usize>(
    border: &PlacedBorder<'_, V, D>,
    bounds: [[f64; D]; 2],
) -> Vec<usize> {
    let mut facets = Vec::new();
    let _ = border.within(bounds, border.error() + ROOM, &mut |i| {
        facets.push(i);
        ControlFlow::Continue(())
    });
    facets
}

/// Coordinates are about 1, so this exceeds all rounding errors.
const ROOM: f64 = 1e-12;

/// A plane through the cell along one of these facets that runs through it. Facets that do not run through it
/// are removed from the list.
pub(super) fn dividing_plane<V: ShapeSpace, const D: usize>(
    border: &PlacedBorder<'_, V, D>,
    cell: &ExactPolytope<D>,
    facets: &mut Vec<usize>,
    scale: &IntegerScale,
) -> Option<DividingPlane<D>> {
    let bounds = cell.bounds();
    facets.retain(|&i| is_near(&border.facet(i).corners, bounds, border.error() + ROOM));
    while let Some(&i) = facets.last() {
        let found = along_facet(border.exact(i), cell, scale);
        if found.is_some() {
            return found;
        }
        facets.pop();
    }
    None
}

fn is_near<const D: usize>(corners: &[[f64; D]; D], [low, high]: [[f64; D]; 2], room: f64) -> bool {
    (0..D).all(|i| {
        corners.iter().any(|c| c[i] <= high[i] + room) && corners.iter().any(|c| c[i] >= low[i] - room)
    })
}

fn along_facet<const D: usize>(
    facet: &ExactFacet<D>,
    cell: &ExactPolytope<D>,
    scale: &IntegerScale,
) -> Option<DividingPlane<D>> {
    if facet.normal.iter().all(Dyadic::is_zero) {
        return None;
    }
    let plane = scale.half_space(&facet.normal, &facet.offset);
    let sides = cell.sides(&plane);
    let (inside, outside) = (
        sides.contains(&Ordering::Less),
        sides.contains(&Ordering::Greater),
    );
    if inside && outside {
        let runs_through = meets_outline(&cell.section(&plane, &sides), facet, cell.rank == D, scale);
        return runs_through.then_some((plane, sides));
    }
    if inside || outside {
        return None;
    }
    // A flat cell in the plane of the facet is divided by the facet's outline.
    let outline: Vec<DividingPlane<D>> = outline(facet, scale)
        .map(|h| (cell.sides(&h), h))
        .map(|(sides, h)| (h, sides))
        .collect();
    let is_beyond = |(_, sides): &DividingPlane<D>| !sides.contains(&Ordering::Less);
    if outline.iter().any(is_beyond) {
        return None;
    }
    outline
        .into_iter()
        .find(|(_, sides)| sides.contains(&Ordering::Greater))
}

/// Whether the section of a cell with the plane of a facet meets the facet. For a cell with an interior:
/// whether their interiors meet; for a flat cell: whether they may.
fn meets_outline<const D: usize>(
    section: &ExactPolytope<D>,
    facet: &ExactFacet<D>,
    has_inside: bool,
    scale: &IntegerScale,
) -> bool {
    let mut rest = section.clone();
    for half_space in outline(facet, scale) {
        let sides = rest.sides(&half_space);
        let (inside, outside) = (
            sides.contains(&Ordering::Less),
            sides.contains(&Ordering::Greater),
        );
        match (inside, outside) {
            (true, true) => [rest, _] = rest.split(&half_space, &sides),
            (true, false) => {}
            (false, _) if has_inside => return false,
            (false, _) if !sides.contains(&Ordering::Equal) => return false,
            // What is left of the section is in the border of the facet: it is touched from outside.
            (false, _) => return true,
        }
    }
    true
}

/// The half-spaces through the sides of a facet, perpendicular to it: the facet is the part of its plane that
/// is in all of them.
fn outline<const D: usize>(
    facet: &ExactFacet<D>,
    scale: &IntegerScale,
) -> impl Iterator<Item = Homogeneous<D>> {
    let way = |from: &ExactPoint<D>, to: &ExactPoint<D>| -> ExactPoint<D> {
        core::array::from_fn(|i| to[i].minus(&from[i]))
    };
    (0..D).map(move |k| {
        let (a, b) = (&facet.corners[k], &facet.corners[(k + 1) % D]);
        // In the plane a segment ends at its corners; in space a triangle at its sides.
        let outwards = if D == 2 {
            way(b, a)
        } else {
            cross(&way(a, b), &facet.normal)
        };
        scale.half_space(&outwards, &dot(&outwards, a))
    })
}
