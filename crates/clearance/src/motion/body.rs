//! A polyhedron in motion: its facets, and how far each may be off the face that it stands for.

use alloc::vec::Vec;

use glam::DVec3;

use crate::assembly::Part;
use crate::math::{Aabb, Pose};
use crate::shape::{Mesh, Placed, Shape3};

/// A solid with facets, at its place when a move begins.
pub(super) struct Body<'a> {
    pub part: &'a Part,
    pub mesh: &'a Mesh<DVec3>,
    /// The mesh as a shape.
    pub shape: Shape3<DVec3>,
    /// How far each facet may be off the face that it stands for, in the world.
    of_facets: Vec<f64>,
    /// The same for the facets at each vertex.
    at_vertices: Vec<f64>,
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
        let faces = part.solid.faces()?;
        let scale = part.pose.scale();
        let off = |facet: u32| {
            let face = faces.face(faces.face_of(facet));
            (face.deflection + face.fit_error) * scale
        };
        let of_facets: Vec<f64> = (0..mesh.triangles().len() as u32).map(off).collect();
        Some(Self {
            part,
            mesh,
            at_vertices: at_vertices(mesh, &of_facets),
            balls: balls(mesh, &part.pose),
            of_facets,
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
        let beside = corners.iter().map(|&v| self.at_vertices[v as usize]);
        [self.of_facets[facet], beside.fold(0.0, f64::max)]
    }
    /// How far any facet may be off.
    pub fn most_off(&self) -> f64 {
        self.of_facets.iter().fold(0.0, |most, &off| most.max(off))
    }
    /// The diagonal of its box.
    pub fn size(&self) -> f64 {
        (self.bounds.max - self.bounds.min).length()
    }
}

/// How far the facets at each vertex may be off, at most.
fn at_vertices(mesh: &Mesh<DVec3>, of_facets: &[f64]) -> Vec<f64> {
    let mut at_vertices = alloc::vec![0.0_f64; mesh.vertices().len()];
    for (corners, &off) in mesh.triangles().iter().zip(of_facets) {
        for &v in corners {
            at_vertices[v as usize] = at_vertices[v as usize].max(off);
        }
    }
    at_vertices
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

/// The box of a part.
pub(super) fn bounds_of(part: &Part) -> Aabb<DVec3> {
    Placed::new(part.solid.shape(), &part.pose).aabb()
}

/// The corners of a box.
pub(super) fn corners_of(bounds: &Aabb<DVec3>) -> impl Iterator<Item = DVec3> {
    let ends = [bounds.min, bounds.max];
    (0..8).map(move |i| DVec3::from_array(core::array::from_fn(|k| ends[i >> k & 1][k])))
}
