//! Subtracting the shapes of a union from what they are to cover, cell by cell.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::curved::CurvedPart;
use super::nearby_parts::NearbyParts;
use super::scale::IntegerScale;
use super::{MOST_HALVINGS, solid};
use crate::exact::hulls::polytope::{ExactPolytope, HullFaces};
use crate::exact::number::homogeneous::Homogeneous;
use crate::exact::place::ExactPoint;
use crate::pair::ask::table::PairSpace;
use crate::pair::solids::PlacedBorder;

/// Which part of the cells is to be covered.
pub(super) enum Target<'s, V: PairSpace, const D: usize> {
    All,
    Solid(Box<PlacedBorder<'s, V, D>>),
    CurvedPart(CurvedPart<'s, V, D>),
}

/// A convex part of the union.
struct CoverHull<const D: usize> {
    faces: HullFaces<D>,
    /// Approximately the box around it; `None` for a half-space.
    bounds: Option<[[f64; D]; 2]>,
}

/// The parts of a union, and the cells that they are to cover.
pub(super) struct CoverTest<'s, V: PairSpace, const D: usize> {
    hulls: Vec<CoverHull<D>>,
    solids: Vec<PlacedBorder<'s, V, D>>,
    curved: Vec<CurvedPart<'s, V, D>>,
    target: Target<'s, V, D>,
    pub(super) scale: IntegerScale,
    pending: Vec<CoverCell<D>>,
    halvings: usize,
}

/// A part of what is to be covered.
struct CoverCell<const D: usize> {
    shape: ExactPolytope<D>,
    /// The hulls that may cover some of it.
    hulls: Vec<usize>,
    /// For each solid, the facets that may run through it.
    facets: Vec<Vec<usize>>,
}

impl<'s, V: PairSpace, const D: usize> CoverTest<'s, V, D> {
    pub(super) fn new(pieces: NearbyParts<'s, V, D>, target: Target<'s, V, D>, scale: IntegerScale) -> Self {
        let hull = |points: &Vec<ExactPoint<D>>| {
            let (polytope, faces) = ExactPolytope::hull(scale.integers(points), scale.bits());
            CoverHull {
                faces,
                bounds: Some(polytope.bounds()),
            }
        };
        let half_space = |(normal, offset): &(ExactPoint<D>, crate::exact::Dyadic)| CoverHull {
            faces: HullFaces {
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
            target,
            scale,
            pending: Vec::new(),
            halvings: 0,
        }
    }
    /// Whether the union covers the target within the first cell.
    pub(super) fn covers(mut self, start: ExactPolytope<D>) -> bool {
        self.begin(start);
        while let Some(cell) = self.pending.pop() {
            if self.sticks_out(cell, true) {
                return false;
            }
        }
        true
    }
    /// All cells that nothing covers.
    pub(super) fn left_over(&mut self, start: ExactPolytope<D>) -> Vec<ExactPolytope<D>> {
        let mut left = Vec::new();
        self.begin(start);
        while let Some(cell) = self.pending.pop() {
            let shape = cell.shape.clone();
            if self.sticks_out(cell, false) {
                left.push(shape);
            }
        }
        left
    }
    fn begin(&mut self, start: ExactPolytope<D>) {
        let bounds = start.bounds();
        self.pending.push(CoverCell {
            shape: start,
            hulls: (0..self.hulls.len()).collect(),
            facets: self
                .solids
                .iter()
                .map(|s| solid::facets_near(s, bounds))
                .collect(),
        });
    }
    /// Whether the cell sticks out; pieces of it that are undecided are postponed. With `stops_early`, one
    /// point of the cell that sticks out is enough.
    fn sticks_out(&mut self, mut cell: CoverCell<D>, stops_early: bool) -> bool {
        let Some(center) = cell.shape.center() else {
            return false;
        };
        let bounds = cell.shape.bounds();
        cell.hulls
            .retain(|&h| self.hulls[h].meets_inside(&cell.shape, bounds));
        let mut hulls = cell.hulls.iter();
        let around = hulls.position(|&h| self.hulls[h].faces.hold(&center));
        if stops_early && around.is_none() && self.is_target(&center) && !self.has_in_others(&center) {
            return true;
        }
        if !cell.hulls.is_empty() {
            let hull = cell.hulls.swap_remove(around.unwrap_or(0));
            self.subtract(hull, cell);
            return false;
        }
        for i in 0..self.solids.len() {
            let dividing_plane =
                solid::dividing_plane(&self.solids[i], &cell.shape, &mut cell.facets[i], &self.scale);
            if let Some((plane, sides)) = dividing_plane {
                self.postpone(&cell.shape.split(&plane, &sides), &cell);
                return false;
            }
        }
        self.rest_sticks_out(&cell, &center)
    }
    /// The same for a cell that no hull meets and that no border of a solid runs through.
    fn rest_sticks_out(&mut self, cell: &CoverCell<D>, center: &Homogeneous<D>) -> bool {
        if self.in_solids(center) || !self.has_target_in(&cell.shape, center) {
            return false;
        }
        if self
            .curved
            .iter()
            .any(|c| c.contains_all(&cell.shape, &self.scale))
        {
            return false;
        }
        self.halvings += 1;
        if self.curved.is_empty() || self.halvings > MOST_HALVINGS {
            return true;
        }
        self.halve(cell)
    }
    /// Whether the point is one of those to be covered.
    fn is_target(&self, p: &Homogeneous<D>) -> bool {
        match &self.target {
            Target::All => true,
            Target::Solid(solid) => solid.contains(&self.scale.sample(p)),
            Target::CurvedPart(curved) => curved.contains(p, &self.scale),
        }
    }
    /// Whether the interior of the target meets that of the cell, whose middle is given.
    fn has_target_in(&self, cell: &ExactPolytope<D>, center: &Homogeneous<D>) -> bool {
        match &self.target {
            Target::All => true,
            Target::CurvedPart(curved) => curved.overlaps(cell, &self.scale),
            Target::Solid(border) => {
                let mut facets = solid::facets_near(border, cell.bounds());
                self.is_target(center)
                    || solid::dividing_plane(border, cell, &mut facets, &self.scale).is_some()
            }
        }
    }
    /// Whether a solid contains the point.
    fn in_solids(&self, p: &Homogeneous<D>) -> bool {
        let sample = self.scale.sample(p);
        let mut solids = self.solids.iter();
        solids.any(|s| s.has_on_border(&sample) || s.contains(&sample))
    }
    /// Whether a solid or a curved part contains the point.
    fn has_in_others(&self, p: &Homogeneous<D>) -> bool {
        self.curved.iter().any(|c| c.contains(p, &self.scale)) || self.in_solids(p)
    }
    /// Postpones the part of the cell that is outside of the hull.
    fn subtract(&mut self, hull: usize, cell: CoverCell<D>) {
        let mut rest = cell.shape.clone();
        for i in 0..self.hulls[hull].faces.half_spaces.len() {
            let plane = &self.hulls[hull].faces.half_spaces[i];
            let sides = rest.sides(plane);
            if !sides.contains(&Ordering::Greater) {
                continue;
            }
            if !sides.contains(&Ordering::Less) {
                // The two touch at most.
                return self.postpone(&[rest], &cell);
            }
            let [inside, outside] = rest.split(plane, &sides);
            self.postpone(&[outside], &cell);
            rest = inside;
        }
    }
    fn postpone(&mut self, shapes: &[ExactPolytope<D>], cell: &CoverCell<D>) {
        self.pending.extend(shapes.iter().map(|shape| CoverCell {
            shape: shape.clone(),
            hulls: cell.hulls.clone(),
            facets: cell.facets.clone(),
        }));
    }
    /// Postpones the two halves of a cell; one that cannot be halved sticks out.
    fn halve(&mut self, cell: &CoverCell<D>) -> bool {
        let [low, high] = cell.shape.bounds();
        let length = |i: usize| high[i] - low[i];
        let longest = (0..D).fold(0, |best, i| if length(i) > length(best) { i } else { best });
        let plane = self.scale.across(longest, 0.5 * (low[longest] + high[longest]));
        let sides = cell.shape.sides(&plane);
        if !(sides.contains(&Ordering::Less) && sides.contains(&Ordering::Greater)) {
            return true;
        }
        self.postpone(&cell.shape.split(&plane, &sides), cell);
        false
    }
}

impl<const D: usize> CoverHull<D> {
    /// Whether the hull may cover some of the interior of a cell (of a flat cell: more than a border of it).
    /// No face may separate the two, and a flat hull must have the cell in its plane. A flat cell may lie in
    /// the plane of a face, which does not separate.
    fn meets_inside(&self, cell: &ExactPolytope<D>, [low, high]: [[f64; D]; 2]) -> bool {
        // Coordinates are about 1, so this exceeds all rounding errors.
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
