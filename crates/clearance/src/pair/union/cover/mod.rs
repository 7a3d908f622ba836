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
mod gather;
mod outside;
mod scale;
mod solid;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::hulls::polytope::{Faces, Polytope};
use crate::exact::number::homogeneous::Homogeneous;
use crate::exact::place::ExactPoint;
use crate::pair::decide;
use crate::pair::solids::{World, exponent_of};
use crate::pair::table::PairSpace;
use crate::shape::{AnyShape, Placed};
use curved::Curved;
use gather::Pieces;
pub(crate) use outside::way_out;
use scale::Scale;

/// How often cells are halved, for curved shapes.
const MOST_HALVINGS: usize = 4096;

/// Whether the union `b` holds `a`, a convex shape or a solid.
pub(super) fn is_covered<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    match V::DIM {
        2 => is_covered_in::<V, 2>(a, b),
        _ => is_covered_in::<V, 3>(a, b),
    }
}

fn is_covered_in<V: PairSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let near = a.aabb();
    if !(near.min.is_finite() && near.max.is_finite()) {
        return false;
    }
    let unit = exponent_of(&near, &near);
    let mut pieces = Pieces::<V, D>::none(near, a.shape.flat().is_some(), unit);
    pieces.gather(b.shape, &b.place);
    if pieces.count() < 2 {
        // A single part has been asked already.
        return false;
    }
    if are_cores_covered(a, &pieces, unit) {
        return true;
    }
    let (wanted, points) = wanted(a, unit);
    let scale = Scale::of(unit, pieces.hulls.iter().chain([&points]));
    let start = Polytope::hull(scale.integers(&points), scale.bits()).0;
    Cover::new(pieces, wanted, scale).holds(start)
}

/// Whether `a`, a hull grown by a ball, is held because its hull is by those of the parts, each grown by what
/// its own ball is larger: so a capsule by two that it was cut into, whose borders it shares.
fn are_cores_covered<V: PairSpace, const D: usize>(
    a: Placed<'_, V>,
    pieces: &Pieces<'_, V, D>,
    unit: i64,
) -> bool {
    if a.shape.core().is_none() {
        return false;
    }
    let (points, radius) = decide::placed::<V, D>(&a);
    let mut cores = Pieces::<V, D>::none(a.aabb(), true, unit);
    for piece in &pieces.curved {
        if let Curved::Round(hull, ball, _) = piece {
            match ball.compare(&radius) {
                Ordering::Less => {}
                Ordering::Equal => cores.hulls.push(hull.clone()),
                Ordering::Greater => {
                    let spare = Curved::round(hull.clone(), ball.minus(&radius), unit);
                    cores.curved.push(spare);
                }
            }
        }
    }
    if radius.is_zero() || cores.count() == 0 {
        return false;
    }
    let scale = Scale::of(unit, cores.hulls.iter().chain([&points]));
    let start = Polytope::hull(scale.integers(&points), scale.bits()).0;
    Cover::new(cores, Wanted::All, scale).holds(start)
}

/// What of the cells is to be held.
enum Wanted<'s, V: PairSpace, const D: usize> {
    All,
    Solid(World<'s, V, D>),
    Curved(Curved<'s, V, D>),
}

/// What is to be held, and the points whose hull is the first cell.
fn wanted<V: PairSpace, const D: usize>(
    a: Placed<'_, V>,
    unit: i64,
) -> (Wanted<'_, V, D>, Vec<ExactPoint<D>>) {
    let wanted = match (a.shape.parts().and_then(|p| p.border()), a.shape.core()) {
        (Some(border), _) => Wanted::Solid(World::new(border, &a.place, unit)),
        (None, Some(_)) => {
            let (points, radius) = decide::placed(&a);
            if radius.is_zero() {
                return (Wanted::All, points);
            }
            Wanted::Curved(Curved::round(points, radius, unit))
        }
        (None, None) => Wanted::Curved(Curved::smooth(a.shape, &a.place)),
    };
    let around = a.aabb();
    (wanted, Scale::corners_around(around.min, around.max, unit))
}

/// One of the convex shapes that hold.
struct Hull<const D: usize> {
    faces: Faces<D>,
    /// About the box around it; `None` around a half-space.
    bounds: Option<[[f64; D]; 2]>,
}

/// Shapes that are to hold something together.
struct Cover<'s, V: PairSpace, const D: usize> {
    hulls: Vec<Hull<D>>,
    solids: Vec<World<'s, V, D>>,
    curved: Vec<Curved<'s, V, D>>,
    wanted: Wanted<'s, V, D>,
    scale: Scale,
    open: Vec<Cell<D>>,
    halvings: usize,
}

/// A part of what is to be held.
struct Cell<const D: usize> {
    shape: Polytope<D>,
    /// The hulls that may still hold some of it.
    hulls: Vec<usize>,
    /// Of each solid the facets that may run through it.
    facets: Vec<Vec<usize>>,
}

impl<'s, V: PairSpace, const D: usize> Cover<'s, V, D> {
    fn new(pieces: Pieces<'s, V, D>, wanted: Wanted<'s, V, D>, scale: Scale) -> Self {
        let hull = |points: &Vec<ExactPoint<D>>| {
            let (polytope, faces) = Polytope::hull(scale.integers(points), scale.bits());
            Hull {
                faces,
                bounds: Some(polytope.bounds()),
            }
        };
        let half_space = |(normal, offset): &(ExactPoint<D>, crate::exact::Dyadic)| Hull {
            faces: Faces {
                half_spaces: Vec::from([scale.half_space(normal, offset)]),
                level: Vec::new(),
            },
            bounds: None,
        };
        let half_spaces = pieces.half_spaces.iter().map(half_space);
        Self {
            hulls: pieces.hulls.iter().map(hull).chain(half_spaces).collect(),
            solids: pieces.solids,
            curved: pieces.curved,
            wanted,
            scale,
            open: Vec::new(),
            halvings: 0,
        }
    }
    /// Whether all that is wanted of the first cell is held.
    fn holds(mut self, start: Polytope<D>) -> bool {
        self.begin(start);
        while let Some(cell) = self.open.pop() {
            if self.sticks_out(cell, true) {
                return false;
            }
        }
        true
    }
    fn begin(&mut self, start: Polytope<D>) {
        let bounds = start.bounds();
        self.open.push(Cell {
            shape: start,
            hulls: (0..self.hulls.len()).collect(),
            facets: self
                .solids
                .iter()
                .map(|s| solid::facets_near(s, bounds))
                .collect(),
        });
    }
    /// Whether the cell sticks out; what is not known of it is put off. With `hurry` one point of it that
    /// does is enough.
    fn sticks_out(&mut self, mut cell: Cell<D>, hurry: bool) -> bool {
        let Some(center) = cell.shape.center() else {
            return false;
        };
        let bounds = cell.shape.bounds();
        cell.hulls
            .retain(|&h| self.hulls[h].meets_inside(&cell.shape, bounds));
        let mut hulls = cell.hulls.iter();
        let around = hulls.position(|&h| self.hulls[h].faces.hold(&center));
        if hurry && around.is_none() && self.wants(&center) && !self.has_in_others(&center) {
            return true;
        }
        if !cell.hulls.is_empty() {
            let hull = cell.hulls.swap_remove(around.unwrap_or(0));
            self.subtract(hull, cell);
            return false;
        }
        for i in 0..self.solids.len() {
            let divider = solid::divider(&self.solids[i], &cell.shape, &mut cell.facets[i], &self.scale);
            if let Some((plane, sides)) = divider {
                self.put_off(&cell.shape.split(&plane, &sides), &cell);
                return false;
            }
        }
        self.rest_sticks_out(&cell, &center)
    }
    /// The same for a cell that no hull holds any of, and that no border of a solid runs through.
    fn rest_sticks_out(&mut self, cell: &Cell<D>, center: &Homogeneous<D>) -> bool {
        if self.in_solids(center) || !self.wants_some(&cell.shape, center) {
            return false;
        }
        if self.curved.iter().any(|c| c.holds_all(&cell.shape, &self.scale)) {
            return false;
        }
        self.halvings += 1;
        if self.curved.is_empty() || self.halvings > MOST_HALVINGS {
            return true;
        }
        self.halve(cell)
    }
    /// Whether the point is one of those to be held.
    fn wants(&self, p: &Homogeneous<D>) -> bool {
        match &self.wanted {
            Wanted::All => true,
            Wanted::Solid(solid) => solid.holds(&self.scale.sample(p)),
            Wanted::Curved(curved) => curved.holds(p, &self.scale),
        }
    }
    /// Whether the inside of what is to be held meets that of the cell, whose middle is given.
    fn wants_some(&self, cell: &Polytope<D>, center: &Homogeneous<D>) -> bool {
        match &self.wanted {
            Wanted::All => true,
            Wanted::Curved(curved) => curved.overlaps(cell, &self.scale),
            Wanted::Solid(world) => {
                let mut facets = solid::facets_near(world, cell.bounds());
                self.wants(center) || solid::divider(world, cell, &mut facets, &self.scale).is_some()
            }
        }
    }
    /// Whether a solid holds the point.
    fn in_solids(&self, p: &Homogeneous<D>) -> bool {
        let sample = self.scale.sample(p);
        let mut solids = self.solids.iter();
        solids.any(|s| s.touches(&sample) || s.holds(&sample))
    }
    /// Whether what is no hull holds the point.
    fn has_in_others(&self, p: &Homogeneous<D>) -> bool {
        self.curved.iter().any(|c| c.holds(p, &self.scale)) || self.in_solids(p)
    }
    /// Puts off what of the cell is outside of the hull.
    fn subtract(&mut self, hull: usize, cell: Cell<D>) {
        let mut rest = cell.shape.clone();
        for i in 0..self.hulls[hull].faces.half_spaces.len() {
            let plane = &self.hulls[hull].faces.half_spaces[i];
            let sides = rest.sides(plane);
            if !sides.contains(&Ordering::Greater) {
                continue;
            }
            if !sides.contains(&Ordering::Less) {
                // The two only touch, or not even that.
                return self.put_off(&[rest], &cell);
            }
            let [inside, outside] = rest.split(plane, &sides);
            self.put_off(&[outside], &cell);
            rest = inside;
        }
    }
    fn put_off(&mut self, shapes: &[Polytope<D>], cell: &Cell<D>) {
        self.open.extend(shapes.iter().map(|shape| Cell {
            shape: shape.clone(),
            hulls: cell.hulls.clone(),
            facets: cell.facets.clone(),
        }));
    }
    /// Puts off the two halves of a cell; one that cannot be halved sticks out.
    fn halve(&mut self, cell: &Cell<D>) -> bool {
        let [low, high] = cell.shape.bounds();
        let length = |i: usize| high[i] - low[i];
        let longest = (0..D).fold(0, |best, i| if length(i) > length(best) { i } else { best });
        let plane = self.scale.across(longest, 0.5 * (low[longest] + high[longest]));
        let sides = cell.shape.sides(&plane);
        if !(sides.contains(&Ordering::Less) && sides.contains(&Ordering::Greater)) {
            return true;
        }
        self.put_off(&cell.shape.split(&plane, &sides), cell);
        false
    }
}

impl<const D: usize> Hull<D> {
    /// Whether the hull may hold some of the inside of a cell (of a flat cell: more than a border of it): no
    /// face parts them, and of a flat hull the plane has the cell in it. A flat cell may lie in the plane of
    /// a face, which parts nothing.
    fn meets_inside(&self, cell: &Polytope<D>, [low, high]: [[f64; D]; 2]) -> bool {
        // Coordinates are about 1: no rounding of them is larger.
        const ROOM: f64 = 1e-12;
        let near = |b: &[[f64; D]; 2]| (0..D).all(|i| b[0][i] <= high[i] + ROOM && b[1][i] >= low[i] - ROOM);
        let any = |h: &Homogeneous<D>, side: Ordering| cell.corners.iter().any(|c| h.side(&c.at) == side);
        self.bounds.as_ref().is_none_or(near)
            && self
                .faces
                .level
                .iter()
                .all(|h| !any(h, Ordering::Less) && !any(h, Ordering::Greater))
            && self
                .faces
                .half_spaces
                .iter()
                .all(|h| any(h, Ordering::Less) || !any(h, Ordering::Greater))
    }
}
