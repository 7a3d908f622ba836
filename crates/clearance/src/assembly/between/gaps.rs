//! The gaps between the faces of two parts near each other, and what these come to.
//!
//! Of two recognised faces that face each other the gap is that of their surfaces (`fit.rs`), of others that
//! of their facets; a sharp edge that is near a curved surface has a gap, too (`edge_gaps.rs`). Facets
//! overlap beside curved surfaces that are apart, and so do the planes that end there; what does not face
//! the other part is not asked there.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::OnceCell;

use glam::DVec3;

use super::contact::Contacts;
use super::crossings::crossing_gaps;
use super::edge_gaps::{EdgeGap, Wanted, edge_gaps};
use super::edges::sharp_edges;
use super::fit::least_gap;
use super::near_faces::{NearFaces, NearFacets, NearPairs, facing_faces, near_faces, near_pairs};
use super::two::{FACING, Two};
use crate::assembly::class::{Class, FacePair, Settings, Tolerance};
use crate::assembly::surface::Surface;

/// Facets lie on each other where the cosine of their normals is less: then their planes differ by rounding.
const OPPOSITE: f64 = -1.0 + 1e-12;

/// What is between two faces.
pub(in crate::assembly) struct Gap {
    faces: [u32; 2],
    /// Negative where they overlap.
    gap: f64,
    /// The gap of their facets.
    by_facets: f64,
    slack: f64,
    /// Whether it is one of surfaces, not of facets.
    is_known: bool,
}

/// All faces of two parts near each other.
pub(in crate::assembly) struct Gaps<'s, 'a> {
    two: &'s Two<'a>,
    /// Whether the facets overlap somewhere.
    do_overlap: bool,
    near: NearFaces,
    gaps: Vec<Gap>,
    /// Those of sharp edges, searched when they are first asked for.
    of_edges: OnceCell<Vec<Gap>>,
}

impl<'s, 'a> Gaps<'s, 'a> {
    /// Those of faces that face each other, if they have an area in common and so tell all.
    pub fn of_contact(two: &'s Two<'a>, do_overlap: bool) -> Option<Self> {
        let gaps = Self::between(two, do_overlap, facing_faces(two));
        let are_sure = gaps.gaps.iter().all(|gap| gaps.is_sure(gap));
        let has_area = |gap: &Gap| {
            let near = &gaps.near[&gap.faces].found;
            Contacts::default().add(two, near, gaps.tolerance(gap), false) > 0.0
        };
        let mut contacts = gaps.gaps.iter().filter(|gap| gaps.is_contact(gap));
        (are_sure && contacts.any(has_area)).then_some(gaps)
    }
    /// All of them.
    pub fn new(two: &'s Two<'a>, do_overlap: bool) -> Self {
        Self::between(two, do_overlap, near_faces(two))
    }
    fn between(two: &'s Two<'a>, do_overlap: bool, near: NearFaces) -> Self {
        let mut gaps = Self {
            two,
            do_overlap,
            near,
            gaps: Vec::new(),
            of_edges: OnceCell::new(),
        };
        let of_faces = |(&faces, pairs): (&[u32; 2], &NearPairs)| gaps.gap_of(faces, &pairs.found);
        gaps.gaps = gaps.near.iter().filter_map(of_faces).collect();
        gaps
    }
    /// Whether facets that do not face each other change nothing about two faces: such may be nearer, but add
    /// no area.
    fn is_sure(&self, gap: &Gap) -> bool {
        let is_by_surfaces = gap.is_known && self.two.tolerance == Tolerance::Auto;
        is_by_surfaces || self.is_contact(gap) || gap.by_facets > self.tolerance(gap)
    }
    fn gap_of(&self, faces: [u32; 2], facets: &[NearFacets]) -> Option<Gap> {
        let by_facets = facets.first()?.distance;
        let slack = self.two.slack(faces);
        if let Some(gap) = least_gap(self.two, faces, facets) {
            return Some(Gap {
                faces,
                gap,
                by_facets,
                slack,
                is_known: true,
            });
        }
        let is_told = !self.do_overlap || (!self.is_curved_and_known(faces) && self.is_facing(facets));
        is_told.then_some(Gap {
            faces,
            gap: by_facets,
            by_facets,
            slack,
            is_known: false,
        })
    }
    /// Whether any two near facets face each other.
    fn is_facing(&self, facets: &[NearFacets]) -> bool {
        facets.iter().any(|pair| {
            let [i, j] = pair.facets;
            self.two.a.normal(i).dot(self.two.b.normal(j)) < FACING
        })
    }
    fn is_curved_and_known(&self, faces: [u32; 2]) -> bool {
        self.two.are_known(faces) && self.deflections(faces) > 0.0
    }
    fn deflections(&self, [fa, fb]: [u32; 2]) -> f64 {
        self.two.a.deflection_of(fa) + self.two.b.deflection_of(fb)
    }
    /// The gaps of sharp edges that are contacts or overlaps.
    fn of_edges(&self) -> &[Gap] {
        let gap = |EdgeGap { faces, gap, slack }| Gap {
            faces,
            gap,
            by_facets: gap,
            slack,
            is_known: true,
        };
        self.of_edges.get_or_init(|| {
            let wanted = match self.gaps.iter().any(|gap| self.is_contact(gap)) {
                true => Wanted::Overlaps,
                false => Wanted::All,
            };
            let edges = [&self.two.a, &self.two.b].map(sharp_edges);
            let mut found = edge_gaps(self.two, &edges, wanted);
            found.extend(crossing_gaps(self.two, &edges, wanted));
            found.into_iter().map(gap).collect()
        })
    }
    /// The class; `by_facets` is the distance of the parts.
    pub fn class(&self, settings: &Settings, by_facets: f64) -> Option<(Class, Option<FacePair>)> {
        let all = || self.gaps.iter().chain(self.of_edges());
        let known = all().filter(|gap| gap.is_known);
        let deepest = known.min_by(|p, q| (p.gap + p.slack).total_cmp(&(q.gap + q.slack)));
        if let Some(gap) = deepest.filter(|gap| gap.gap < -gap.slack) {
            return Some((Class::Interference, Some(self.face_pair(gap))));
        }
        let contacts = all().filter(|gap| self.is_contact(gap));
        let closest = contacts.min_by(|p, q| (p.gap - p.slack).total_cmp(&(q.gap - q.slack)));
        if let Some(gap) = closest {
            return Some((Class::Contact, Some(self.face_pair(gap))));
        }
        // An overlap that is explained, and not by surfaces that are apart: edges that touch.
        if self.do_overlap && deepest.is_none() {
            return Some((Class::Contact, None));
        }
        let least = self.gaps.iter().map(|gap| gap.gap).fold(f64::INFINITY, f64::min);
        let is_near = settings
            .within
            .is_some_and(|within| least.min(by_facets) < within);
        is_near.then_some((Class::Near, None))
    }
    fn is_contact(&self, gap: &Gap) -> bool {
        let is_asked = match self.two.tolerance {
            Tolerance::Length(length) => gap.gap.min(gap.by_facets) <= length,
            Tolerance::Auto => false,
        };
        is_asked || gap.gap <= gap.slack
    }
    /// All that is in contact, and the faces with the largest area of it.
    pub fn contact(&self, keep: bool) -> (Contacts, Option<FacePair>) {
        let mut all = Contacts::default();
        let mut largest: Option<(f64, &Gap)> = None;
        for gap in self.gaps.iter().filter(|gap| self.is_contact(gap)) {
            let area = all.add(self.two, &self.near[&gap.faces].found, self.tolerance(gap), keep);
            if largest.is_none_or(|(other, _)| area > other) {
                largest = Some((area, gap));
            }
        }
        if !all.has_area() {
            all = self.contact_without_area(keep);
        }
        (all, largest.map(|(_, gap)| self.face_pair(gap)))
    }
    /// Its middle is that of all facets that are near each other, whether or not they may have an area in
    /// common.
    fn contact_without_area(&self, keep: bool) -> Contacts {
        let mut all = Contacts::default();
        let gaps = self.gaps.iter().chain(self.of_edges());
        for gap in gaps.filter(|gap| self.is_contact(gap)) {
            if let Some(near) = self.near.get(&gap.faces) {
                all.add(self.two, &near.all(self.two).found, self.tolerance(gap), keep);
            }
        }
        all
    }
    /// How far facets of two faces that are in contact may be from each other.
    fn tolerance(&self, gap: &Gap) -> f64 {
        self.two.asked().max(self.deflections(gap.faces) + gap.slack)
    }
    /// A point in which two facets lie on each other, and their normal from A to B.
    pub fn touch(&self) -> Option<(DVec3, DVec3)> {
        let touching = self.gaps.iter().filter(|gap| gap.by_facets <= self.two.rounding);
        let near = touching.map(|gap| &self.near[&gap.faces]);
        let at_once = near.clone().find_map(|pairs| self.touch_of(&pairs.found));
        at_once.or_else(|| {
            near.into_iter()
                .find_map(|pairs| self.touch_of(&pairs.all(self.two).found))
        })
    }
    fn touch_of(&self, near: &[NearFacets]) -> Option<(DVec3, DVec3)> {
        near.iter().find_map(|pair| {
            let normal = self.two.a.normal(pair.facets[0]);
            let is_flat = normal.dot(self.two.b.normal(pair.facets[1])) < OPPOSITE;
            (is_flat && pair.distance <= self.two.rounding).then_some((pair.points[0], normal))
        })
    }
    fn face_pair(&self, gap: &Gap) -> FacePair {
        face_pair(self.two, gap.faces, gap.is_known.then_some(gap.gap))
    }
}

/// The least gap of the surfaces of two faces, where their facets are near each other.
pub(in crate::assembly) fn gap_of_surfaces(two: &Two<'_>, faces: [u32; 2]) -> Option<f64> {
    least_gap(two, faces, &near_pairs(two, faces)?.found)
}

/// Two faces in words: "cylinder r 5 in cylinder r 5".
pub(in crate::assembly) fn face_pair(two: &Two<'_>, faces: [u32; 2], gap: Option<f64>) -> FacePair {
    let [a, b] = [two.a.surface(faces[0]), two.b.surface(faces[1])];
    let name = |surface: Option<&Surface>| -> String {
        surface.map_or_else(|| "curved face".to_string(), ToString::to_string)
    };
    let is_hole = |surface: Option<&Surface>| surface.is_some_and(is_hollow);
    let lies = match (is_hole(a), is_hole(b)) {
        (false, true) => "in",
        (true, false) => "around",
        _ => "on",
    };
    FacePair {
        text: format!("{} {lies} {}", name(a), name(b)),
        gap,
        tolerance: two.slack(faces),
    }
}

/// Whether the material is around a surface, as around a hole.
fn is_hollow(surface: &Surface) -> bool {
    match surface {
        Surface::Plane(_) => false,
        Surface::Cylinder(cylinder) => !cylinder.outward,
        Surface::Cone(cone) => !cone.outward,
        Surface::Sphere(sphere) => !sphere.outward,
        Surface::Torus(torus) => !torus.outward,
    }
}
