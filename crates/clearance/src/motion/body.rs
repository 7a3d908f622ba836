//! A polyhedron in motion: its facets, and how far each may be off the face that it stands for.

use alloc::vec::Vec;

use glam::DVec3;

use crate::assembly::{Faces, Part};
use crate::math::{Aabb, Pose};
use crate::shape::{Mesh, Placed, Shape3};

/// A solid with facets, at its place when a move begins.
pub(super) struct Body<'a> {
    pub part: &'a Part,
    pub mesh: &'a Mesh<DVec3>,
    /// The mesh as a shape.
    pub shape: Shape3<DVec3>,
    pub faces: &'a Faces,
    /// How far the facets at each vertex may be off, in the frame of the part.
    off_at_vertices: &'a [f64],
    /// A ball around each facet, in the world.
    pub balls: Vec<(DVec3, f64)>,
    /// How far coordinates may be rounded.
    pub rounding: f64,
    /// Its box in the world.
    pub bounds: Aabb<DVec3>,
}

impl<'a> Body<'a> {
    /// `None` if it has no facets.
    pub fn new(part: &'a Part) -> Option<Self> {
        let mesh = part.solid.mesh()?;
        let shape: Shape3<DVec3> = mesh.clone().into();
        let bounds = Placed::new(&shape, &part.pose).aabb();
        Some(Self {
            part,
            mesh,
            faces: part.solid.faces()?,
            off_at_vertices: part.solid.off_at_vertices()?,
            balls: balls(mesh, &part.pose),
            rounding: part.rounding(&bounds),
            shape,
            bounds,
        })
    }
    pub fn corners(&self, facet: usize) -> [DVec3; 3] {
        let frame = self.part.pose.frame();
        self.mesh.corners(facet).map(|p| frame.point(p))
    }
    /// How far a facet may be off across its plane, and its sides along it.
    pub fn off(&self, facet: usize) -> [f64; 2] {
        let corners = self.mesh.triangles()[facet];
        let beside = corners.iter().map(|&v| self.off_at_vertices[v as usize]);
        [self.faces.off(facet as u32), beside.fold(0.0, f64::max)].map(|off| off * self.part.pose.scale())
    }
    /// The diagonal of its box.
    pub fn size(&self) -> f64 {
        (self.bounds.max - self.bounds.min).length()
    }
}

/// A ball around each facet: the middle of its corners, and how far the furthest is from there.
fn balls(mesh: &Mesh<DVec3>, pose: &Pose<DVec3>) -> Vec<(DVec3, f64)> {
    let frame = pose.frame();
    let ball = |facet: usize| {
        let corners = mesh.corners(facet).map(|p| frame.point(p));
        let center = (corners[0] + corners[1] + corners[2]) / 3.0;
        let away = corners.map(|p| p.distance(center));
        (center, away.into_iter().fold(0.0, f64::max))
    };
    (0..mesh.triangles().len()).map(ball).collect()
}

/// The corners of a box.
pub(super) fn corners_of(bounds: &Aabb<DVec3>) -> impl Iterator<Item = DVec3> {
    let ends = [bounds.min, bounds.max];
    (0..8).map(move |i| DVec3::from_array(core::array::from_fn(|k| ends[i >> k & 1][k])))
}
