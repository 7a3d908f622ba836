//! The facets of two parts that are near each other, by faces.
//!
//! The nearest points of two facets cost more than all else here, and most facets near each other tell
//! nothing: the wall of a pillar meets the slab at its foot at a right angle, and of the triangles of two
//! faces in one plane most lie beside each other. So at first only those that may count are looked at
//! ([`facing_faces`]). Where they have no area in common, all are ([`near_faces`]): for the distance of two
//! faces, and for the middle of a contact in lines and points.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::facing::Facing;
use super::nearest::nearest_points;
use super::two::Two;
use crate::assembly::placed::{LocalFace, LocalFacets};
use crate::index::StaticTree;
use crate::math::Aabb;
use crate::shape::{Border, PartBoxes};

/// Two facets near each other.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembly) struct NearFacets {
    /// Of A and of B.
    pub facets: [u32; 2],
    /// Their nearest points.
    pub points: [DVec3; 2],
    pub distance: f64,
}

impl NearFacets {
    fn new(facets: [u32; 2], corners: &[[DVec3; 3]; 2]) -> Self {
        let (points, distance) = nearest_points(&corners[0], &corners[1]);
        Self {
            facets,
            points,
            distance,
        }
    }
}

/// The facets of two faces that are near each other.
pub(in crate::assembly) struct NearPairs {
    /// Those that are looked at, the nearest first. Where any are left in `aside`, one of these is within
    /// rounding.
    pub found: Vec<NearFacets>,
    /// Those whose boxes are near each other, and that add neither to the area nor to the gap of the
    /// surfaces.
    aside: Vec<[u32; 2]>,
    reach: f64,
    facing: Facing,
}

/// Two faces and their facets that are near each other.
pub(in crate::assembly) type NearFaces = BTreeMap<[u32; 2], NearPairs>;

/// Of the pairs of facets that are no further from each other than facets of their faces may be in contact,
/// those that may count: all that is needed where two parts have an area in common.
pub(in crate::assembly) fn facing_faces(two: &Two<'_>) -> NearFaces {
    let [own, others] = [two.a.local(), two.b.local()];
    let boxes: Vec<_> = others.faces.iter().map(|face| face.bounds).collect();
    let tree = StaticTree::build(&boxes);
    let reach = two.reach();
    let mut all = NearFaces::new();
    for a in &own.faces {
        let _ = tree.overlapping(&a.bounds.inflated(reach), &mut |slot| {
            let b = &others.faces[slot as usize];
            let mut pairs = NearPairs::new(two, [a.number, b.number]);
            pairs.add_facing((own, a), (others, b));
            if !pairs.found.is_empty() {
                pairs.sort();
                all.insert([a.number, b.number], pairs);
            }
            ControlFlow::Continue(())
        });
    }
    all
}

/// All pairs of facets that are no further from each other than facets of their faces may be in contact.
pub(in crate::assembly) fn near_faces(two: &Two<'_>) -> NearFaces {
    near_faces_where(two, &|_| true)
}

/// Those of two faces.
pub(in crate::assembly) fn near_pairs(two: &Two<'_>, faces: [u32; 2]) -> Option<NearPairs> {
    near_faces_where(two, &|others| others == faces).remove(&faces)
}

fn near_faces_where(two: &Two<'_>, is_asked: &dyn Fn([u32; 2]) -> bool) -> NearFaces {
    let mut all = NearFaces::new();
    for [i, j] in meeting(two) {
        let faces = [two.a.face_of(i), two.b.face_of(j)];
        if is_asked(faces) {
            let pairs = all.entry(faces).or_insert_with(|| NearPairs::new(two, faces));
            pairs.add(two, [i, j]);
        }
    }
    all.values_mut().for_each(|pairs| pairs.settle(two));
    all.retain(|_, pairs| !pairs.found.is_empty());
    all
}

/// The pairs of facets whose boxes are within reach of each other.
fn meeting(two: &Two<'_>) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    let boxes = [two.a.body.mesh.facet_boxes(), two.b.body.mesh.facet_boxes()];
    let places = [&two.a.place(), &two.b.place()];
    let _ = PartBoxes::meeting_pairs(boxes, places, two.reach(), &mut |i, j| {
        pairs.push([i as u32, j as u32]);
        ControlFlow::Continue(())
    });
    pairs
}

impl NearPairs {
    fn new(two: &Two<'_>, faces: [u32; 2]) -> Self {
        let reach = two.reach_of_faces(faces);
        Self {
            found: Vec::new(),
            aside: Vec::new(),
            reach,
            facing: Facing::new(two, faces, reach),
        }
    }
    fn add(&mut self, two: &Two<'_>, facets: [u32; 2]) {
        let corners = [two.a.corners(facets[0]), two.b.corners(facets[1])];
        let around = Aabb::around(corners[0]).inflated(self.reach);
        if !around.overlaps(&Aabb::around(corners[1])) {
            return;
        }
        let normals = corners.map(|[p, q, r]| (q - p).cross(r - p));
        match self.facing.may_count(&corners, normals) {
            true => self.find(facets, &corners),
            false => self.aside.push(facets),
        }
    }
    /// Adds the pairs of two faces that may count.
    fn add_facing(&mut self, (own, a): (&LocalFacets, &LocalFace), (others, b): (&LocalFacets, &LocalFace)) {
        let is_near = a.bounds.inflated(self.reach).overlaps(&b.bounds);
        if !(is_near && self.facing.may_be_of(own.of(a), others.of(b))) {
            return;
        }
        let (tree, facets) = (others.tree_of(b), others.of(b));
        for p in own.of(a) {
            let around = p.bounds.inflated(self.reach);
            if !around.overlaps(&b.bounds) {
                continue;
            }
            let _ = tree.overlapping(&around, &mut |slot| {
                let q = &facets[slot as usize];
                let corners = [p.corners, q.corners];
                if self.facing.may_count(&corners, [p.normal, q.normal]) {
                    self.find([p.index, q.index], &corners);
                }
                ControlFlow::Continue(())
            });
        }
    }
    fn look_at(&mut self, two: &Two<'_>, facets: [u32; 2]) {
        self.find(facets, &[two.a.corners(facets[0]), two.b.corners(facets[1])]);
    }
    fn find(&mut self, facets: [u32; 2], corners: &[[DVec3; 3]; 2]) {
        let near = NearFacets::new(facets, corners);
        self.found.extend((near.distance <= self.reach).then_some(near));
    }
    /// Looks at what was set aside until two facets are within rounding, and sorts what was found.
    fn settle(&mut self, two: &Two<'_>) {
        let is_settled = |near: &NearFacets| near.distance <= two.rounding;
        let mut is_told = self.found.iter().any(is_settled);
        while !is_told && let Some(facets) = self.aside.pop() {
            self.look_at(two, facets);
            is_told = self.found.last().is_some_and(is_settled);
        }
        self.sort();
    }
    /// All of them, those that were set aside, too.
    pub fn all(&self, two: &Two<'_>) -> Self {
        let mut all = Self {
            found: self.found.clone(),
            aside: Vec::new(),
            ..*self
        };
        for &facets in &self.aside {
            all.look_at(two, facets);
        }
        all.sort();
        all
    }
    fn sort(&mut self) {
        self.found
            .sort_unstable_by(|p, q| p.distance.total_cmp(&q.distance).then(p.facets.cmp(&q.facets)));
    }
}
