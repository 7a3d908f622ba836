//! The class of two polyhedra, and what led to it.
//!
//! In this order, so that no tolerance hides what is graver:
//!
//! 1. Parts that are no solids (`broken.rs`).
//! 2. Duplicates and containment, by the common volume (`same.rs`).
//! 3. A common part that the tolerance does not explain (`explained.rs`).
//! 4. Surfaces that overlap by more than they may, though the facets do not (`fit.rs`).
//! 5. Contact: facets or surfaces near each other (`near_faces.rs`).
//! 6. Near, or clear.

use core::cell::OnceCell;
use core::ops::ControlFlow;

use glam::DVec3;

use super::broken::{Broken, broken};
use super::near_origin::NearOrigin;
use super::same::contained;
use crate::assembly::between::explained::{Unexplained, unexplained};
use crate::assembly::between::gaps::{Gaps, face_pair, gap_of_surfaces};
use crate::assembly::between::two::Two;
use crate::assembly::class::{Class, Common, FacePair, Finding, Settings, Tolerance, Unanswerable};
use crate::assembly::placed::PlacedBody;
use crate::assembly::solid::{Body, Solid};
use crate::measure::{CommonMesh, Unmeasured, common_mesh};
use crate::pair::{Clearance, DepthKind, QueryError, Relation, clearance_after, relation};
use crate::shape::{Border, PartBoxes, Placed, Shape3};

/// Two polyhedra, as they are told apart.
pub(super) fn decision<'a>(
    solids: [&'a Solid; 2],
    bodies: [&'a Body; 2],
    near: &'a NearOrigin,
    settings: &'a Settings,
) -> Decision<'a> {
    let placed = [0, 1].map(|k| Placed::new(solids[k].shape(), &near.poses[k]));
    let [a, b] = [0, 1].map(|k| PlacedBody::new(bodies[k], &near.poses[k], near.rounding[k]));
    Decision {
        two: Two::new(a, b, settings.tolerance),
        placed,
        relation: relation(placed[0], placed[1]),
        settings,
        clearance: OnceCell::new(),
        do_overlap: OnceCell::new(),
    }
}

/// Two polyhedra to be told apart.
pub(super) struct Decision<'a> {
    two: Two<'a>,
    placed: [Placed<'a, DVec3>; 2],
    relation: Relation,
    settings: &'a Settings,
    /// Computed when it is first asked for.
    clearance: OnceCell<Result<Clearance<DVec3>, QueryError>>,
    /// Whether the polyhedra overlap, likewise.
    do_overlap: OnceCell<bool>,
}

/// A class, and the faces that led to it.
struct Decided {
    class: Class,
    faces: Option<FacePair>,
    why: Option<Unanswerable>,
}

impl Decided {
    fn unanswered(why: Unanswerable) -> Self {
        Self {
            class: Class::Unanswered,
            faces: None,
            why: Some(why),
        }
    }
    fn by(class: Class, faces: Option<FacePair>) -> Self {
        Self {
            class,
            faces,
            why: None,
        }
    }
}

/// A class, and what was computed on the way to it.
struct Outcome<'s, 'a> {
    decided: Decided,
    common: Option<Common>,
    /// Of a contact.
    gaps: Option<Gaps<'s, 'a>>,
}

impl<'a> Decision<'a> {
    pub(super) fn finding(self) -> Option<Finding> {
        let Outcome {
            decided,
            common,
            gaps,
        } = self.outcome()?;
        let Some(gaps) = gaps else {
            return Some(self.described(decided, common));
        };
        let (contacts, largest) = gaps.contact(self.settings.shapes);
        let decided = Decided::by(Class::Contact, largest.or(decided.faces));
        // Where facets lie on each other they are the witness of a touch.
        let witness = gaps.touch().filter(|_| self.relation == Relation::Touching);
        let finding = self.described_with(decided, witness, common);
        Some(Finding {
            contact: contacts.total(),
            ..finding
        })
    }
    pub(super) fn is_clash(&self) -> Option<bool> {
        match self.outcome().map(|it| it.decided.class) {
            Some(Class::Unanswered) => None,
            class => Some(class.is_some_and(Class::is_clash)),
        }
    }
    /// The class; `None` where the parts are clear of each other.
    fn outcome(&self) -> Option<Outcome<'_, 'a>> {
        if self.is_far() {
            return None;
        }
        let by = |decided, common| Outcome {
            decided,
            common,
            gaps: None,
        };
        let mesh = match self.common_mesh() {
            Ok(mesh) => mesh,
            Err(why) => return Some(by(Decided::unanswered(why), None)),
        };
        let common = mesh.as_ref().and_then(|mesh| self.common_part(mesh));
        if let Some(decided) = self.decided_by_volume(mesh.as_ref(), common.as_ref()) {
            return Some(by(decided, common));
        }
        let gaps = self.gaps();
        let (class, faces) = gaps.class(self.settings, self.distance_by_facets())?;
        Some(Outcome {
            gaps: (class == Class::Contact).then_some(gaps),
            ..by(Decided::by(class, faces), common)
        })
    }
    fn gaps(&self) -> Gaps<'_, 'a> {
        let do_overlap = self.relation.overlaps();
        Gaps::of_contact(&self.two, do_overlap).unwrap_or_else(|| Gaps::new(&self.two, do_overlap))
    }
    /// How far the facets are apart; infinite where they meet.
    fn distance_by_facets(&self) -> f64 {
        match self.relation {
            Relation::Disjoint => self.distance_apart(),
            _ => f64::INFINITY,
        }
    }
    /// Whether the parts are surely clear of each other: apart by more than anything that is asked for, and
    /// neither is open and around the other.
    fn is_far(&self) -> bool {
        let far = self.two.reach().max(self.settings.within.unwrap_or(0.0));
        if self.relation != Relation::Disjoint {
            return false;
        }
        if !self.two.a.bounds.inflated(far).overlaps(&self.two.b.bounds) {
            return true;
        }
        if self.do_overlap() {
            return false;
        }
        if !self.two.a.body.is_solid() || !self.two.b.body.is_solid() {
            return false;
        }
        !self.boxes_are_within(far) || self.distance_apart() > far
    }
    /// Whether any facets of both have boxes that are no further apart.
    fn boxes_are_within(&self, far: f64) -> bool {
        let Two { a, b, .. } = &self.two;
        let margin = far + self.two.asked(); // A repaired mesh may be off by what was asked for.
        let boxes = [a.body.mesh.facet_boxes(), b.body.mesh.facet_boxes()];
        PartBoxes::meeting_pairs(boxes, [&a.place(), &b.place()], margin, &mut |_, _| {
            ControlFlow::Break(())
        })
        .is_break()
    }
    fn clearance(&self) -> &Result<Clearance<DVec3>, QueryError> {
        self.clearance
            .get_or_init(|| clearance_after(self.placed[0], self.placed[1], self.relation))
    }
    /// The distance of parts that do not meet.
    fn distance_apart(&self) -> f64 {
        self.clearance().as_ref().map_or(0.0, |c| c.distance.max(0.0))
    }
    /// Whether the polyhedra overlap: they may be repaired ones, or the shapes hulls.
    fn do_overlap(&self) -> bool {
        let is_as_given = |k: usize| matches!(self.placed[k].shape, Shape3::Mesh(mesh) if mesh.is_solid());
        let is_known = self.relation.overlaps() || is_as_given(0) && is_as_given(1);
        *self.do_overlap.get_or_init(|| {
            match is_known || !(self.two.a.body.is_solid() && self.two.b.body.is_solid()) {
                true => self.relation.overlaps(),
                false => relation(self.two.a.placed(), self.two.b.placed()).overlaps(),
            }
        })
    }
    /// The common part as a mesh, if the solids overlap.
    fn common_mesh(&self) -> Result<Option<CommonMesh<DVec3>>, Unanswerable> {
        if !(self.two.a.body.is_solid() && self.two.b.body.is_solid() && self.do_overlap()) {
            return Ok(None);
        }
        match common_mesh(self.two.a.placed(), self.two.b.placed()) {
            Ok(mesh) => Ok(Some(mesh)),
            Err(error) if error.why == Unmeasured::CrossesItself => {
                Err(Unanswerable::CrossesItself(error.shape))
            }
            Err(_) => Ok(None),
        }
    }
    fn common_part(&self, mesh: &CommonMesh<DVec3>) -> Option<Common> {
        let (volume, at) = mesh.volume_and_center()?;
        let is_kept = self.settings.shapes;
        Some(Common {
            volume,
            at,
            mesh: is_kept.then(|| (mesh.vertices.clone(), mesh.triangles.clone())),
        })
    }
    /// Broken parts, duplicates, containment, and common parts that nothing explains.
    fn decided_by_volume(
        &self,
        mesh: Option<&CommonMesh<DVec3>>,
        common: Option<&Common>,
    ) -> Option<Decided> {
        match broken(&self.two, self.relation.intersects()) {
            Some(Broken::Surely(class)) => return Some(Decided::by(class, None)),
            Some(Broken::Unanswered(why)) => {
                return Some(Decided::unanswered(why));
            }
            Some(Broken::Surfaces) | None => {}
        }
        let (common, mesh) = (common?, mesh?);
        if let Some(class) = contained(&self.two, mesh, common.volume) {
            return Some(Decided::by(class, None));
        }
        if common.volume <= 0.5 * self.two.rounding * area_of(mesh) && self.is_film(mesh) {
            return None;
        }
        let Unexplained { faces, thickness } = unexplained(&self.two, mesh)?;
        Some(Decided::by(
            Class::Interference,
            faces.map(|faces| {
                let is_known = self.two.are_known(faces);
                let overlap = || gap_of_surfaces(&self.two, faces).or(thickness.map(|t| -t));
                face_pair(&self.two, faces, if is_known { overlap() } else { None })
            }),
        ))
    }
    /// Whether a common part is as thin as rounding wherever it is: each corner of it is on both borders.
    /// That it is so on the whole says nothing of a pin in a corner of two large plates.
    fn is_film(&self, mesh: &CommonMesh<DVec3>) -> bool {
        let Two { a, b, rounding, .. } = &self.two;
        let is_on = |part: &PlacedBody<'_>, p: DVec3| {
            let mut is_on = false;
            part.near(p, *rounding, &mut |_| {
                is_on = true;
                ControlFlow::Break(())
            });
            is_on
        };
        mesh.vertices.iter().all(|p| is_on(a, *p) && is_on(b, *p))
    }
    fn described(&self, decided: Decided, common: Option<Common>) -> Finding {
        self.described_with(decided, None, common)
    }
    /// What was found out; `witness` is a point of both parts that touch, and a normal from A to B.
    fn described_with(
        &self,
        decided: Decided,
        witness: Option<(DVec3, DVec3)>,
        common: Option<Common>,
    ) -> Finding {
        let tolerance = match (&decided.faces, self.settings.tolerance) {
            (Some(faces), _) => faces.tolerance,
            (None, Tolerance::Length(length)) => length,
            (None, Tolerance::Auto) => self.two.rounding,
        };
        Finding {
            class: decided.class,
            relation: self.relation,
            clearance: match witness {
                Some((point, normal)) => Ok(touching_at(point, normal)),
                None => *self.clearance(),
            },
            tolerance,
            faces: decided.faces,
            depth: None,
            common: common.filter(|common| common.volume > 0.0),
            contact: None,
            why: decided.why,
        }
    }
}

/// The area of the border of a common part.
fn area_of(mesh: &CommonMesh<DVec3>) -> f64 {
    let area = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|v| mesh.vertices[v as usize]);
        (b - a).cross(c - a).length() / 2.0
    };
    mesh.triangles.iter().map(area).sum()
}

fn touching_at(point: DVec3, normal: DVec3) -> Clearance<DVec3> {
    Clearance {
        distance: 0.0,
        normal,
        point_a: point,
        point_b: point,
        depth_kind: DepthKind::Exact,
    }
}
