//! Convex parts of a solid: few hulls that cover it and reach out of it only so far.
//!
//! Source: Wei, Liu, Ling and Su, "Approximate convex decomposition for 3D meshes with collision-aware
//! concavity and tree search" (CoACD, 2022). Idea: while the hull of a part reaches out of the solid too far,
//! a plane cuts it in two; which plane, a tree search finds by looking ahead; at last neighbours are merged
//! whose common hull reaches out no farther than allowed. How far a hull reaches out is a distance and not a
//! volume: so a thin gap stays open if it is wide enough to matter.
//!
//! Where we differ:
//!
//! - The distance is not sampled. Branch and bound proves that no point of a hull is farther from the solid
//!   (`reach.rs`), from the whole solid, not only from the part.
//! - All planes are along the axes, as CoACD's are; so a part is what the solid has in a box. That needs no
//!   closed meshes of parts (`chain.rs`).
//! - Candidates go through concave edges (`planes.rs`), and the search is bounded and not random
//!   (`search.rs`): the same mesh gives the same hulls, to the last bit, on every machine.
//!
//! Limits: a solid that lies askew gets more parts than one along the axes. Hulls keep all corners of the
//! solid that are on them.
//!
//! In the plane nothing is approximated: [`Polygon`](crate::shape::Polygon) is cut into convex parts exactly
//! when it is made.
//!
//! Imports run one way: `error` → `solid` → `chain` → `part` → `planes` → `search` → `reach` → `merge`.

mod chain;
mod error;
mod merge;
mod part;
mod planes;
mod reach;
mod search;
mod solid;

use alloc::vec;
use alloc::vec::Vec;

use super::joined::Joined;
use super::report::report;
use crate::math::Pose;
use crate::measure::MeasureSpace;
use crate::shape::{Compound, Mesh, Polyhedron, Shape3, Space3};
use chain::Chain;
pub use error::ConvexPartsError;
use merge::{Merging, Piece};
use part::{Part, PartHull};
use reach::{Until, reach};
use search::Search;
use solid::Solid;

/// How closely convex parts follow a solid, and how many there may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexPartsOptions {
    /// How far a hull may reach out of the solid, as a fraction of the longest side of the box around the
    /// mesh; greater than 0. By default 0.025 (CoACD's 0.05, whose boxes have a side of 2).
    pub concavity: f64,
    /// How many hulls there may be, at least 1; by default 64. Where that is too few, hulls reach out
    /// farther.
    pub max_parts: usize,
}

impl Default for ConvexPartsOptions {
    fn default() -> Self {
        Self {
            concavity: 0.025,
            max_parts: 64,
        }
    }
}

/// How far the work is, for [`ConvexParts::new_unless`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConvexPartsProgress {
    /// How many parts there are so far.
    pub parts: usize,
    /// How many of these are still to be looked at; 0 while parts are merged.
    pub open: usize,
}

/// Convex hulls that together cover a solid and reach out of it by no more than [`ConvexParts::error`].
///
/// For a body that moves: a few hulls are quicker to ask about than a mesh, and the depth of an overlap of
/// two hulls is exact. In the plane there is no need for this: a [`Polygon`](crate::shape::Polygon) is cut
/// into convex parts exactly when it is made.
///
/// ```
/// use clearance::{glam::DVec3, mesh::{ConvexParts, ConvexPartsOptions}, shape::Mesh};
/// // Two bars in the shape of an L.
/// let ring = [(0., 0.), (4., 0.), (4., 1.), (1., 1.), (1., 4.), (0., 4.)];
/// let vertices: Vec<DVec3> = [0., 1.].into_iter().flat_map(|y| ring.map(|(x, z)| DVec3::new(x, y, z))).collect();
/// let mut triangles = vec![];
/// for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
///     triangles.extend([[a, b, c], [c + 6, b + 6, a + 6]]);
/// }
/// for i in 0..6 {
///     let j = (i + 1) % 6;
///     triangles.extend([[i + 6, j + 6, j], [i + 6, j, i]]);
/// }
/// let mesh = Mesh::new(vertices, triangles)?;
/// let parts = ConvexParts::new(&mesh, &ConvexPartsOptions::default())?;
/// assert_eq!(parts.hulls().len(), 2);
/// assert!(parts.error() < 1e-14);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConvexParts<V: Space3> {
    hulls: Vec<Polyhedron<V>>,
    errors: Vec<f64>,
    compound: Shape3<V>,
}

impl<V: Space3 + MeasureSpace> ConvexParts<V> {
    /// Cuts a solid into parts, and merges them, until all hulls reach out no farther than allowed.
    ///
    /// The hulls cover the solid: each corner of the mesh is in a hull exactly, and each other point of the
    /// solid is in a hull or within 4 units in the last place of the largest coordinate of one, since corners
    /// at cuts are rounded. Hulls may overlap. The decisions do not depend on the unit: of a mesh that is
    /// scaled by a power of two the parts are the same, scaled.
    ///
    /// Errors: a mesh that is open, not consistently oriented or crosses itself (as [`report`] says), or
    /// whose volume is lost in rounding; options out of range. Cost: about O(n log n) for each doubling of
    /// the parts; 10 000 triangles take 3 to 5 s for some 15 hulls, 400 triangles half a second.
    pub fn new(mesh: &Mesh<V>, options: &ConvexPartsOptions) -> Result<Self, ConvexPartsError> {
        Self::new_unless(mesh, options, &mut |_| false)
    }
    /// The same, given up as soon as `is_unwanted` says so: it is asked before each cut and each merging,
    /// some tenths of a second apart for 10 000 triangles, and told how far the work is.
    ///
    /// Errors: those of [`new`](Self::new), and [`ConvexPartsError::Interrupted`].
    pub fn new_unless(
        mesh: &Mesh<V>,
        options: &ConvexPartsOptions,
        is_unwanted: &mut dyn FnMut(ConvexPartsProgress) -> bool,
    ) -> Result<Self, ConvexPartsError> {
        options.check()?;
        if let Some(error) = ConvexPartsError::of(&report(mesh)) {
            return Err(error);
        }
        let solid = Solid::new(mesh)?;
        let joined = Joined::new(mesh);
        let sound = (0..joined.triangles.len()).filter(|&t| joined.has_corners(t));
        let triangles = sound.map(|t| joined.triangles[t]).collect();
        let chain = Chain::new(solid.mesh().vertices(), triangles);
        let whole = Part::whole(&solid, chain).ok_or(ConvexPartsError::NoVolume)?;
        let work = Work {
            limit: options.concavity * solid.size,
            max_parts: options.max_parts,
            solid,
        };
        let parts = work.cut(whole, is_unwanted)?;
        let hulls = work.merged(parts, is_unwanted)?;
        Self::from_hulls(&work, &hulls)
    }
    fn from_hulls(work: &Work, found: &[PartHull]) -> Result<Self, ConvexPartsError> {
        let (mut hulls, mut errors) = (Vec::new(), Vec::new());
        for hull in found {
            let points: Vec<V> = hull.corners.iter().map(|&p| work.solid.outward(p)).collect();
            hulls.push(Polyhedron::new(&points)?);
            let reached = reach(&work.solid, &hull.corners, work.as_fine_as_possible())?;
            errors.push(work.solid.length_outward(reached));
        }
        let part = |hull: &Polyhedron<V>| (Shape3::Convex(hull.clone()), Pose::IDENTITY);
        let compound = Compound::new(hulls.iter().map(part).collect())?;
        Ok(Self {
            hulls,
            errors,
            compound: Shape3::Compound(compound),
        })
    }
    /// The hulls, in the frame of the mesh.
    pub fn hulls(&self) -> &[Polyhedron<V>] {
        &self.hulls
    }
    /// All hulls as one shape.
    pub fn compound(&self) -> &Shape3<V> {
        &self.compound
    }
    /// How far the hulls reach out of the solid: no point of a hull is farther from it. In the unit of the
    /// mesh.
    ///
    /// A bound that is proven but for rounding: what of the mesh reaches into a hull by up to 4 units in the
    /// last place of the largest coordinate counts as its border, and is in the bound. It is at most an
    /// eighth of the allowed distance above the true one, unless the search for that takes more than 40 000
    /// steps. It is within the allowed distance, unless that needs more than `max_parts`.
    pub fn error(&self) -> f64 {
        self.errors.iter().copied().fold(0.0, f64::max)
    }
    /// The same for each hull.
    pub fn errors(&self) -> &[f64] {
        &self.errors
    }
}

impl ConvexPartsOptions {
    fn check(&self) -> Result<(), ConvexPartsError> {
        if !(self.concavity > 0.0 && self.concavity.is_finite()) {
            return Err(ConvexPartsError::InvalidConcavity);
        }
        if self.max_parts == 0 {
            return Err(ConvexPartsError::NoPartsAllowed);
        }
        Ok(())
    }
}

/// What all steps of the work read.
struct Work {
    solid: Solid,
    /// How far a hull may reach out, in the unit of the solid.
    limit: f64,
    max_parts: usize,
}

impl Work {
    /// The search for whether a hull reaches out too far.
    fn within_limit(&self) -> Until {
        Until {
            too_far: self.limit,
            near_enough: self.limit,
            finest: self.limit / 8.0,
        }
    }
    /// The search for how far a hull reaches out.
    fn as_fine_as_possible(&self) -> Until {
        Until {
            too_far: f64::INFINITY,
            near_enough: 0.0,
            finest: self.limit / 16.0,
        }
    }
    /// Cuts the part that has most left over, until all are within the limit or there are twice as many as
    /// allowed, of which some may be merged.
    fn cut(
        &self,
        whole: Part,
        is_unwanted: &mut dyn FnMut(ConvexPartsProgress) -> bool,
    ) -> Result<Vec<Part>, ConvexPartsError> {
        let most = self.max_parts.saturating_mul(2);
        let search = Search::new(&self.solid, &whole);
        let (mut done, mut open) = (Vec::new(), vec![whole]);
        while done.len() + open.len() < most {
            let excess = |k: &usize| open[*k].excess();
            let Some(next) = (0..open.len()).max_by(|a, b| excess(a).total_cmp(&excess(b))) else {
                break;
            };
            let progress = ConvexPartsProgress {
                parts: done.len() + open.len(),
                open: open.len(),
            };
            if is_unwanted(progress) {
                return Err(ConvexPartsError::Interrupted);
            }
            let part = open.swap_remove(next);
            match self.halves(&part, &search)? {
                Some(halves) => open.extend(halves),
                None => done.push(part),
            }
        }
        done.append(&mut open);
        Ok(done)
    }
    /// `None` for a part within the limit, or one that no plane cuts.
    fn halves(&self, part: &Part, search: &Search<'_>) -> Result<Option<[Part; 2]>, ConvexPartsError> {
        let reached = reach(&self.solid, &part.hull.corners, self.within_limit())?;
        Ok(match reached <= self.limit {
            true => None,
            false => search.best_halves(part),
        })
    }
    fn merged(
        &self,
        parts: Vec<Part>,
        is_unwanted: &mut dyn FnMut(ConvexPartsProgress) -> bool,
    ) -> Result<Vec<PartHull>, ConvexPartsError> {
        let piece = |part: Part| Piece {
            hull: part.hull,
            volume: part.volume,
        };
        let pieces = parts.into_iter().map(piece).collect();
        let mut merging = Merging::new(&self.solid, pieces, self.within_limit(), self.max_parts);
        while merging.step()? {
            let progress = ConvexPartsProgress {
                parts: merging.count(),
                open: 0,
            };
            if is_unwanted(progress) {
                return Err(ConvexPartsError::Interrupted);
            }
        }
        Ok(merging.into_hulls())
    }
}
