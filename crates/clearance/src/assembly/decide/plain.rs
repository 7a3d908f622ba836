//! The class of a pair of which a part is no polyhedron, or of which none is tessellated: by the relation.
//!
//! Spheres, capsules, cylinders, boxes and the like are the surfaces themselves, so nothing explains an
//! overlap but rounding. Beside a mesh with curved faces round shapes are seen as polyhedra (`bodies.rs`); of
//! what is left, such as ellipsoids and compounds, an overlap no deeper than its facets may be off is
//! contact.

use glam::DVec3;

use super::boxes::AlignedBoxes;
use crate::assembly::class::{Class, Common, Finding, Settings, Tolerance};
use crate::assembly::placed::rounding_of;
use crate::assembly::solid::Solid;
use crate::cast::{DepthBounds, depth_bounds};
use crate::measure::{common, common_mesh, mass_properties};
use crate::pair::{Clearance, Relation, clearance, distance, relation};
use crate::shape::Placed;

/// By which share of the parts' volumes a duplicate may differ.
const DUPLICATE_DIFFERS: f64 = 1e-4;

/// A pair of which one part at least is no polyhedron, or none is tessellated.
pub(in crate::assembly) fn plain_finding(
    (solids, placed): ([&Solid; 2], [Placed<'_, DVec3>; 2]),
    boxes: Option<&AlignedBoxes>,
    relation: Relation,
    settings: &Settings,
) -> Option<Finding> {
    let plain = Plain::new(solids, placed, settings);
    let ask = || clearance(placed[0], placed[1]);
    // Most pairs that are apart are clear, and nobody asks how far.
    let meeting = relation.intersects().then(ask);
    let common = match boxes {
        Some(boxes) => boxes.common(relation, settings.shapes),
        None => common_of_any(placed, relation, settings),
    };
    let class = plain.class(
        relation,
        meeting.as_ref().and_then(|c| c.as_ref().ok()),
        common.as_ref(),
    )?;
    Some(Finding {
        class,
        relation,
        clearance: meeting.unwrap_or_else(ask),
        tolerance: plain.tolerance(),
        faces: None,
        depth: depth_of(placed, relation, settings),
        common,
        contact: boxes.and_then(|boxes| boxes.contact(relation, settings.shapes)),
        why: None,
    })
}

/// Whether such a pair is a clash: its common part is not measured, since a duplicate overlaps by more than
/// facets explain, too.
pub(in crate::assembly) fn is_plain_clash(
    (solids, placed): ([&Solid; 2], [Placed<'_, DVec3>; 2]),
    settings: &Settings,
) -> bool {
    match relation(placed[0], placed[1]) {
        Relation::Disjoint | Relation::Touching => false,
        Relation::Equal | Relation::AInB | Relation::BInA => true,
        Relation::Overlapping => {
            let plain = Plain::new(solids, placed, settings);
            !clearance(placed[0], placed[1]).is_ok_and(|c| plain.explains(&c))
        }
    }
}

fn common_of_any(placed: [Placed<'_, DVec3>; 2], relation: Relation, settings: &Settings) -> Option<Common> {
    if !relation.overlaps() {
        return None;
    }
    let part = common(placed[0], placed[1]).ok()?;
    let mesh = settings.shapes.then(|| common_mesh(placed[0], placed[1]).ok());
    Some(Common {
        volume: part.volume,
        at: part.center?,
        mesh: mesh.flatten().map(|mesh| (mesh.vertices, mesh.triangles)),
    })
}

/// The bounds of the depth, where it is asked for and they overlap.
pub(in crate::assembly) fn depth_of(
    placed: [Placed<'_, DVec3>; 2],
    relation: Relation,
    settings: &Settings,
) -> Option<DepthBounds<DVec3>> {
    let is_asked = settings.depth && relation.overlaps();
    is_asked
        .then(|| depth_bounds(placed[0], placed[1]).ok().flatten())
        .flatten()
}

/// What is known of a pair.
struct Plain<'a> {
    pub solids: [&'a Solid; 2],
    pub placed: [Placed<'a, DVec3>; 2],
    pub settings: &'a Settings,
    /// How far positions of one may be off as seen from the other.
    pub rounding: f64,
}

impl<'a> Plain<'a> {
    fn new(solids: [&'a Solid; 2], placed: [Placed<'a, DVec3>; 2], settings: &'a Settings) -> Self {
        let of = |k: usize| rounding_of(solids[k], &placed[k].aabb(), placed[k].place.frame().scale);
        Self {
            solids,
            placed,
            settings,
            rounding: of(0) + of(1),
        }
    }
    /// Whether facets and rounding explain an overlap.
    fn explains(&self, clearance: &Clearance<DVec3>) -> bool {
        clearance.depth() <= self.tolerance() + self.rounding
    }
    /// How far overlaps may be explained by facets.
    pub fn tolerance(&self) -> f64 {
        let scale = |k: usize| self.placed[k].place.frame().scale;
        let tessellated = [0, 1].map(|k| self.solids[k].is_tessellated());
        if tessellated == [false; 2] {
            return 0.0;
        }
        match self.settings.tolerance {
            Tolerance::Length(length) => length,
            Tolerance::Auto => [0, 1]
                .into_iter()
                .filter_map(|k| Some(self.solids[k].body()?.deflection * scale(k)))
                .sum(),
        }
    }
    /// The class; `None` where they are clear of each other.
    pub fn class(
        &self,
        relation: Relation,
        clearance: Option<&Clearance<DVec3>>,
        common: Option<&Common>,
    ) -> Option<Class> {
        match relation {
            Relation::Equal => Some(Class::Duplicate),
            Relation::Touching => Some(Class::Contact),
            Relation::Disjoint => {
                let gap = distance(self.placed[0], self.placed[1]);
                let asked = self.settings.tolerance.length();
                let is_near = self.settings.within.is_some_and(|within| gap < within);
                match gap <= self.tolerance().max(asked).max(self.rounding) {
                    true => Some(Class::Contact),
                    false => is_near.then_some(Class::Near),
                }
            }
            _ if self.is_duplicate(common) => Some(Class::Duplicate),
            Relation::AInB | Relation::BInA => Some(Class::Containment),
            Relation::Overlapping => {
                let is_shallow = clearance.is_some_and(|c| self.explains(c));
                Some(if is_shallow {
                    Class::Contact
                } else {
                    Class::Interference
                })
            }
        }
    }
    /// Whether nearly all of both is common.
    fn is_duplicate(&self, common: Option<&Common>) -> bool {
        let Some(common) = common else { return false };
        let is_all = |placed| {
            mass_properties(placed).is_ok_and(|mass| common.volume >= mass.volume * (1.0 - DUPLICATE_DIFFERS))
        };
        is_all(self.placed[0]) && is_all(self.placed[1])
    }
}
