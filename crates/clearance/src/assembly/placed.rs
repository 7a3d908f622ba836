//! A polyhedron at a place in the world: its facets, its surfaces, and what of it is near a point.

use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::{ControlFlow, Range};

use glam::DVec3;

use super::faces::Face;
use super::solid::{Body, Solid};
use super::surface::Surface;
use crate::index::StaticTree;
use crate::math::{Aabb, DoubleFrame, Place, Pose, PowerOfTwo};
use crate::pair::closest_on_triangle;
use crate::shape::{Border, Placed};

/// Units in the last place that a coordinate may be off after a few sums and products: poses of assemblies
/// are products of matrices. They are those of the largest coordinate, and change where it passes a power of
/// two.
const ROUNDED_UNITS: f64 = 64.0;

/// Where each of three coordinates may be off by so much, a point may be off by so many times that: a face
/// whose normal is a diagonal is.
const ALONG_ALL_AXES: f64 = 1.7320508075688772; // √3

/// How far a point of a part may be from the one that was meant, given its box in the world and its scale.
/// Of what has no end, only the numbers of its file count.
pub(super) fn rounding_of(solid: &Solid, bounds: &Aabb<DVec3>, scale: f64) -> f64 {
    let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
    let largest = if largest.is_finite() { largest } else { 0.0 };
    let largest = PowerOfTwo::above(largest).map_or(0.0, |exponent| PowerOfTwo(exponent).times(1.0));
    largest * f64::EPSILON * ROUNDED_UNITS + solid.rounded_by() * scale * ALONG_ALL_AXES
}

/// The same of a polyhedron, whose numbers tell, too, how exactly they were written, and whose vertices may
/// have been moved to close it.
pub(super) fn body_rounding(solid: &Solid, body: &Body, bounds: &Aabb<DVec3>, scale: f64) -> f64 {
    let written = body.faces.written_within() * scale * ALONG_ALL_AXES;
    rounding_of(solid, bounds, scale).max(written) + body.moved_by * scale
}

/// A polyhedron at a place.
pub(super) struct PlacedBody<'a> {
    pub body: &'a Body,
    pub pose: &'a Pose<DVec3>,
    frame: DoubleFrame,
    /// Its box in the world.
    pub bounds: Aabb<DVec3>,
    /// How far its points may be from those that were meant.
    pub rounding: f64,
    /// Where its facets may be asked for; to be set before the first question.
    pub region: Aabb<DVec3>,
    local: OnceCell<LocalFacets>,
}

/// The facets of a part near the other one, in the world, by faces.
pub(super) struct LocalFacets {
    pub facets: Vec<LocalFacet>,
    pub faces: Vec<LocalFace>,
    tree: OnceCell<StaticTree<DVec3>>,
}

/// A facet in the world.
pub(super) struct LocalFacet {
    pub index: u32,
    pub face: u32,
    pub corners: [DVec3; 3],
    /// The cross product of two sides.
    pub normal: DVec3,
    pub bounds: Aabb<DVec3>,
}

/// Facets of one face.
pub(super) struct LocalFace {
    pub number: u32,
    pub bounds: Aabb<DVec3>,
    /// Where they are in the list.
    pub range: Range<usize>,
    tree: OnceCell<StaticTree<DVec3>>,
}

impl LocalFacets {
    fn new(mut facets: Vec<LocalFacet>) -> Self {
        facets.sort_unstable_by_key(|facet| (facet.face, facet.index));
        let mut faces = Vec::new();
        let mut start = 0;
        for same in facets.chunk_by(|p, q| p.face == q.face) {
            let boxes = same.iter().map(|facet| facet.bounds);
            let end = start + same.len();
            faces.extend(boxes.reduce(|p, q| p.union(&q)).map(|bounds| LocalFace {
                number: same[0].face,
                bounds,
                range: start..end,
                tree: OnceCell::new(),
            }));
            start = end;
        }
        Self {
            facets,
            faces,
            tree: OnceCell::new(),
        }
    }
    /// Over all of them.
    fn tree(&self) -> &StaticTree<DVec3> {
        self.tree.get_or_init(|| tree_over(&self.facets))
    }
    /// Visits those whose boxes meet a box.
    pub fn overlapping(
        &self,
        query: &Aabb<DVec3>,
        visit: &mut dyn FnMut(&LocalFacet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree()
            .overlapping(query, &mut |slot| visit(&self.facets[slot as usize]))
    }
    /// The facets of a face.
    pub fn of(&self, face: &LocalFace) -> &[LocalFacet] {
        &self.facets[face.range.clone()]
    }
    /// Over those of a face.
    pub fn tree_of<'f>(&self, face: &'f LocalFace) -> &'f StaticTree<DVec3> {
        face.tree.get_or_init(|| tree_over(self.of(face)))
    }
}

fn tree_over(facets: &[LocalFacet]) -> StaticTree<DVec3> {
    let boxes: Vec<_> = facets.iter().map(|facet| facet.bounds).collect();
    StaticTree::build(&boxes)
}

/// A facet near a point.
pub(super) struct NearFacet {
    pub index: u32,
    pub face: u32,
    pub distance: f64,
}

impl<'a> PlacedBody<'a> {
    pub fn new(body: &'a Body, pose: &'a Pose<DVec3>, rounding: f64) -> Self {
        let place = Place::world(pose);
        let frame = DoubleFrame::of_place(&place);
        let bounds = Placed::new(&body.shape, pose).aabb();
        Self {
            body,
            pose,
            rounding,
            frame,
            region: bounds,
            local: OnceCell::new(),
            bounds,
        }
    }
    /// Its facets in the region, placed when they are first asked for.
    pub fn local(&self) -> &LocalFacets {
        self.local.get_or_init(|| {
            let mut facets = Vec::new();
            let boxes = self.body.mesh.facet_boxes();
            let _ = boxes.meeting(&self.place(), &self.region, &mut |i| {
                facets.push(self.local_facet(i as u32));
                ControlFlow::Continue(())
            });
            LocalFacets::new(facets)
        })
    }
    fn local_facet(&self, index: u32) -> LocalFacet {
        let corners = self.corners(index);
        let [p, q, r] = corners;
        LocalFacet {
            index,
            face: self.face_of(index),
            corners,
            normal: (q - p).cross(r - p),
            bounds: Aabb::around(corners),
        }
    }
    pub fn placed(&self) -> Placed<'_, DVec3> {
        Placed::new(&self.body.shape, self.pose)
    }
    pub fn place(&self) -> Place<'_, DVec3> {
        Place::world(self.pose)
    }
    /// A length of its own frame in the world.
    pub fn length(&self, own: f64) -> f64 {
        own * self.frame.scale
    }
    /// The diagonal of its box.
    pub fn size(&self) -> f64 {
        (self.bounds.max - self.bounds.min).length()
    }
    pub fn volume(&self) -> f64 {
        let scale = self.frame.scale;
        self.body.volume * scale * scale * scale
    }
    pub fn facet_count(&self) -> u32 {
        self.body.mesh.triangles().len() as u32
    }
    pub fn deflection(&self) -> f64 {
        self.length(self.body.deflection)
    }
    pub fn fit_error(&self) -> f64 {
        self.length(self.body.fit_error)
    }
    pub fn point(&self, own: DVec3) -> DVec3 {
        self.frame.outward(own * self.frame.scale)
    }
    fn own_point(&self, p: DVec3) -> DVec3 {
        self.frame.inward(p) / self.frame.scale
    }
    pub fn corners(&self, facet: u32) -> [DVec3; 3] {
        let [a, b, c] = self.body.mesh.corners(facet as usize);
        [self.point(a), self.point(b), self.point(c)]
    }
    /// The corners of a facet and its middle.
    pub fn samples(&self, facet: u32) -> [DVec3; 4] {
        let [a, b, c] = self.corners(facet);
        [a, b, c, (a + b + c) / 3.0]
    }
    /// The unit normal of a facet; zero for one without area.
    pub fn normal(&self, facet: u32) -> DVec3 {
        let [a, b, c] = self.corners(facet);
        (b - a).cross(c - a).normalize_or_zero()
    }
    pub fn face_of(&self, facet: u32) -> u32 {
        self.body.faces.face_of(facet)
    }
    pub fn face(&self, face: u32) -> &'a Face {
        &self.body.faces.faces()[face as usize]
    }
    /// How far the facets of a face may be from its surface, in the world.
    pub fn deflection_of(&self, face: u32) -> f64 {
        self.length(self.face(face).deflection)
    }
    /// By which angle facets of a face are turned away from its surface at their corners, at most.
    pub fn turn_of(&self, face: u32) -> f64 {
        self.body.turns[face as usize]
    }
    /// How far the corners of a face may be from its surface, in the world.
    pub fn fit_error_of(&self, face: u32) -> f64 {
        self.length(self.face(face).fit_error)
    }
    /// The surface of a face, where it was recognised, in the frame of the part.
    pub fn surface(&self, face: u32) -> Option<&'a Surface> {
        self.face(face).surface.as_ref()
    }
    /// The distance of a point of the world from the surface of a face: negative on the side of the material.
    pub fn signed_distance(&self, surface: &Surface, p: DVec3) -> f64 {
        self.length(surface.signed_distance(self.own_point(p)))
    }
    /// The point of a surface nearest to a point of the world.
    pub fn on_surface(&self, surface: &Surface, p: DVec3) -> DVec3 {
        self.point(surface.closest(self.own_point(p)))
    }
    /// The normal of a surface at a point of the world, out of the material.
    pub fn surface_normal(&self, surface: &Surface, p: DVec3) -> DVec3 {
        self.frame.turned(surface.normal(self.own_point(p)))
    }
    /// The normal at a point near a facet: of the surface where it was recognised, else of the facet.
    pub fn normal_near(&self, near: &NearFacet, p: DVec3) -> DVec3 {
        match self.surface(near.face) {
            Some(surface) => self.surface_normal(surface, p),
            None => self.normal(near.index),
        }
    }
    /// Visits the facets in the region that are within a radius of a point.
    pub fn near(&self, p: DVec3, radius: f64, visit: &mut dyn FnMut(NearFacet) -> ControlFlow<()>) {
        let query = Aabb { min: p, max: p }.inflated(radius);
        let local = self.local();
        let _ = local.overlapping(&query, &mut |facet| {
            let nearest = closest_on_triangle(&facet.corners, p);
            let distance = (nearest - p).length();
            if distance > radius {
                return ControlFlow::Continue(());
            }
            visit(NearFacet {
                index: facet.index,
                face: facet.face,
                distance,
            })
        });
    }
}
