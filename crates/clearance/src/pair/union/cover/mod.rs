//! Whether a union covers what none of its parts contains alone: exactly.
//!
//! Idea: subtract. The shape to be covered is a cell, a convex polytope in exact numbers
//! (`exact/hulls/polytope.rs`). A hull that meets the interior of a cell cuts it, plane by plane: what is
//! beyond a plane is a new cell, to be covered by the others; what is left in the end is covered
//! (`subtract.rs`). All sets are closed, so covering the interior suffices, and hulls that only touch a cell
//! are skipped. A cell whose middle no part contains sticks out, and that ends the search: most shapes that
//! stick out are found at once. A cell is cut with a hull that contains its middle, so each cut takes
//! something away.
//!
//! Solids are not convex: a cell is divided by their facets until none runs through it; then one of its
//! points tells on which side it is (`solid.rs`).
//!
//! A curved shape that is to be covered is replaced by a box around it, and only those cells of the box count
//! that the shape reaches into (`curved.rs`). A curved part covers a cell if it contains all its corners;
//! else the cell is halved. So a curved border with a margin is covered after some halvings. One without a
//! margin, as where two balls and a box fit together exactly, may not be recognised as covered (unless it is
//! a hull with a ball, and the hulls alone cover it): after [`MOST_HALVINGS`] a cell counts as sticking out.
//! Nothing unbounded is covered by several parts together.

mod curved;
mod nearby_parts;
mod outside;
mod scale;
mod solid;
mod subtract;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::hulls::polytope::ExactPolytope;
use crate::exact::place::ExactPoint;
use crate::pair::ask::table::PairSpace;
use crate::pair::decide;
use crate::pair::dimension::in_dimension;
use crate::pair::solids::{PlacedBorder, exponent_of};
use crate::shape::{AnyShape, Placed};
use curved::CurvedPart;
use nearby_parts::NearbyParts;
pub(crate) use outside::way_out;
use scale::IntegerScale;
use subtract::{CoverTest, Target};

/// How often cells are halved, for curved shapes.
const MOST_HALVINGS: usize = 4096;

/// Whether the union `b` covers `a`, a convex shape or a solid.
pub(super) fn is_covered<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    in_dimension!(V, is_covered_in(a, b))
}

fn is_covered_in<V: PairSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let near = a.aabb();
    if !(near.min.is_finite() && near.max.is_finite()) {
        return false;
    }
    let unit = exponent_of(&near, &near);
    let mut pieces = NearbyParts::<V, D>::none(near, a.shape.flat().is_some(), unit);
    pieces.gather(b.shape, &b.place);
    if pieces.count() < 2 {
        // That no single part contains it has been shown already.
        return false;
    }
    if are_cores_covered(a, &pieces, unit) {
        return true;
    }
    let (target, points) = target(a, unit);
    let scale = IntegerScale::of(unit, pieces.hulls.iter().chain([&points]));
    let start = ExactPolytope::hull(scale.integers(&points), scale.bits()).0;
    CoverTest::new(pieces, target, scale).covers(start)
}

/// Whether `a`, a hull grown by a ball, is covered because its hull is covered by the hulls of the parts,
/// each grown by the excess of its own radius. This decides, for example, a capsule covered by the two that
/// it was cut into: they share its border, so there is no margin.
fn are_cores_covered<V: PairSpace, const D: usize>(
    a: Placed<'_, V>,
    pieces: &NearbyParts<'_, V, D>,
    unit: i64,
) -> bool {
    if a.shape.core().is_none() {
        return false;
    }
    let (points, radius) = decide::exact_core::<V, D>(&a);
    let mut cores = NearbyParts::<V, D>::none(a.aabb(), true, unit);
    for piece in &pieces.curved {
        if let CurvedPart::Round(hull, ball, _) = piece {
            match ball.compare(&radius) {
                Ordering::Less => {}
                Ordering::Equal => cores.hulls.push(hull.clone()),
                Ordering::Greater => {
                    let spare = CurvedPart::round(hull.clone(), ball.minus(&radius), unit);
                    cores.curved.push(spare);
                }
            }
        }
    }
    if radius.is_zero() || cores.count() == 0 {
        return false;
    }
    let scale = IntegerScale::of(unit, cores.hulls.iter().chain([&points]));
    let start = ExactPolytope::hull(scale.integers(&points), scale.bits()).0;
    CoverTest::new(cores, Target::All, scale).covers(start)
}

/// What is to be covered, and the points whose hull is the first cell.
fn target<V: PairSpace, const D: usize>(
    a: Placed<'_, V>,
    unit: i64,
) -> (Target<'_, V, D>, Vec<ExactPoint<D>>) {
    let target = match (a.shape.parts().and_then(|p| p.border()), a.shape.core()) {
        (Some(border), _) => Target::Solid(Box::new(PlacedBorder::new(border, &a.place, unit))),
        (None, Some(_)) => {
            let (points, radius) = decide::exact_core(&a);
            if radius.is_zero() {
                return (Target::All, points);
            }
            Target::CurvedPart(CurvedPart::round(points, radius, unit))
        }
        (None, None) => Target::CurvedPart(CurvedPart::smooth(a.shape, &a.place)),
    };
    let around = a.aabb();
    (target, IntegerScale::corners_around(around.min, around.max, unit))
}
