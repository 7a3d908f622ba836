//! Whether shapes placed together hold what none of them holds alone: exactly.
//!
//! Idea: subtract. What is to be held is a cell, a convex polytope in exact numbers
//! (`exact/hulls/polytope.rs`). A hull that meets its inside cuts it, plane by plane: what is beyond a plane
//! is a new cell, to be held by the others; what is left in the end is held. As all sets are closed, what is
//! held but for its border is held, so cells that only touch do not count. A cell whose middle nothing holds
//! sticks out, and that ends it: most of what sticks out does so at once. The hull to cut with is one that
//! holds the middle, so each cut takes something away.
//!
//! Solids are not convex: a cell is divided by their facets until none runs through it; then one of its
//! points tells on which side it is (`solid.rs`).
//!
//! A curved shape that is to be held stands in a box, and only those cells of the box count that it reaches
//! into (`curved.rs`). One that holds, holds a cell with all its corners; else the cell is halved. So a
//! curved border that has room to spare is covered after some halvings, and one that has none, as where two
//! balls and a box fit together without any, may not be (unless it is a hull with a ball, and the hulls alone
//! hold it): after [`MOST_HALVINGS`] a cell counts as sticking out. Nothing without end is held by several
//! together.

mod curved;
mod nearby_parts;
mod outside;
mod scale;
mod solid;
mod subtract;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::hulls::polytope::Polytope;
use crate::exact::place::ExactPoint;
use crate::pair::decide;
use crate::pair::dimension::in_dimension;
use crate::pair::solids::{PlacedBorder, exponent_of};
use crate::pair::table::PairSpace;
use crate::shape::{AnyShape, Placed};
use curved::CurvedPart;
use nearby_parts::NearbyParts;
pub(crate) use outside::way_out;
use scale::IntegerScale;
use subtract::{CoverTest, Target};

/// How often cells are halved, for curved shapes.
const MOST_HALVINGS: usize = 4096;

/// Whether the union `b` holds `a`, a convex shape or a solid.
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
        // A single part has been detail already.
        return false;
    }
    if are_cores_covered(a, &pieces, unit) {
        return true;
    }
    let (target, points) = target(a, unit);
    let scale = IntegerScale::of(unit, pieces.hulls.iter().chain([&points]));
    let start = Polytope::hull(scale.integers(&points), scale.bits()).0;
    CoverTest::new(pieces, target, scale).covers(start)
}

/// Whether `a`, a hull grown by a ball, is held because its hull is by those of the parts, each grown by what
/// its own ball is larger: so a capsule by two that it was cut into, whose borders it shares.
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
    let start = Polytope::hull(scale.integers(&points), scale.bits()).0;
    CoverTest::new(cores, Target::All, scale).covers(start)
}

/// What is to be held, and the points whose hull is the first cell.
fn target<V: PairSpace, const D: usize>(
    a: Placed<'_, V>,
    unit: i64,
) -> (Target<'_, V, D>, Vec<ExactPoint<D>>) {
    let target = match (a.shape.parts().and_then(|p| p.border()), a.shape.core()) {
        (Some(border), _) => Target::Solid(PlacedBorder::new(border, &a.place, unit)),
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
