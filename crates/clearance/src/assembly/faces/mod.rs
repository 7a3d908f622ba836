//! The faces of a mesh: which triangles belong to one surface, and to which.
//!
//! A tessellated part does not say that it was a cylinder; but the corners of its facets are still on the
//! cylinder, up to the rounding of their coordinates. So smooth pieces of the mesh are searched for surfaces
//! that all of their corners are on, with more corners than it takes to determine such a surface. What is
//! found is the surface itself, however coarse the facets are.
//!
//! `precision` measures the rounding, which `decimals` reads from the numbers, `planes` finds what lies in
//! one plane, `guesses` guesses surfaces from few facets, `fit` makes guesses precise, `grow` finds the
//! facets that belong to a surface, `accept` asks whether they prove it, `doubt` gives up what rounding only
//! made look like a surface, and `rest` sorts the others.
//!
//! Limits. Facets that turn by more than 38° are taken for edges of the part, so that a cylinder of nine
//! sides or fewer is a prism; a prism of ten sides or more is a cylinder. One flat strip between two planes
//! is a plane, be it a fillet or a chamfer, and one ring of strips is a cylinder or cone, be it the coarse
//! rounding of an edge. Where facets are so fine that their deflection is less than some hundred times the
//! rounding, pieces of a free form may be taken for tori or cylinders that are within it.
//!
//! Imports run one way: `decimals` → `facets` → `precision` → `fit` → `planes` → `grow` → `deflection` →
//! `accept` → `guesses` → `join` → `doubt` → `find` → `rest`.

mod accept;
mod decimals;
mod deflection;
mod doubt;
mod facets;
mod find;
mod fit;
mod grow;
mod guesses;
mod join;
mod planes;
mod precision;
mod rest;

use alloc::vec::Vec;

use glam::DVec3;

use super::surface::{Cone, Cylinder, Plane, Sphere, Surface, Torus};
use crate::math::PowerOfTwo;
use crate::shape::Mesh;
use facets::Facets;
use find::curved_faces;
use grow::{Region, Search};
use precision::noise_of;
pub use precision::written_within;
use rest::{Rest, flat, rest};

/// The noise of vertices that were moved, of the most that any was moved by: half of that is how far corners
/// are scattered, and what counts as on a surface is six times the noise.
const OF_MOVED: f64 = 0.15;

/// Triangles of a mesh that belong to one surface.
#[derive(Clone, Debug)]
pub struct Face {
    /// The surface; `None` if the face is curved and of no kind that is known, such as a spline or a thread.
    pub surface: Option<Surface>,
    /// The greatest distance of a corner of the face from the surface; 0 without one.
    pub fit_error: f64,
    /// How far the facets may be from the surface that they stand for: 0 for a plane, computed for other
    /// surfaces. Without one it is estimated from the angles between the facets.
    pub deflection: f64,
    /// The triangles, by their numbers in the mesh.
    pub triangles: Vec<u32>,
}

/// All faces of a mesh. Every triangle belongs to one.
///
/// ```
/// use clearance::{assembly::{Faces, Surface}, glam::DVec3, shape::Mesh};
/// // A prism of twelve sides, about the Z axis: as coarse as a tessellated pin may be.
/// let corner = |i: usize, z: f64| {
///     let (sin, cos) = (i as f64 * std::f64::consts::TAU / 12.0).sin_cos();
///     DVec3::new(10.01 * cos, 10.01 * sin, z)
/// };
/// let vertices: Vec<_> = (0..24).map(|i| corner(i % 12, if i < 12 { 0.0 } else { 30.0 })).collect();
/// let mut triangles = Vec::new();
/// for i in 0..12_u32 {
///     let next = (i + 1) % 12;
///     triangles.extend([[i, next, next + 12], [i, next + 12, i + 12]]);
/// }
/// for i in 1..11 {
///     triangles.extend([[0, i + 1, i], [12, 12 + i, 13 + i]]);
/// }
/// let faces = Faces::of(&Mesh::new(vertices, triangles)?);
/// assert_eq!(faces.faces().len(), 3);
/// let side = faces.face(faces.face_of(0));
/// let Some(Surface::Cylinder(pin)) = side.surface else { panic!("{side:?}") };
/// assert!((pin.radius - 10.01).abs() < 1e-12 && pin.outward);
/// # Ok::<(), clearance::shape::InvalidShape>(())
/// ```
#[derive(Clone, Debug)]
pub struct Faces {
    faces: Vec<Face>,
    face_of: Vec<u32>,
    rounding: f64,
    written: f64,
}

impl Faces {
    /// Recognises the surfaces of a mesh. Which side of them has the material is told by the orientation of
    /// the triangles: outside is where they are seen counter-clockwise.
    ///
    /// Surfaces are as exact as the coordinates; how exact these are is measured. A million triangles take
    /// some three seconds of one processor if they are a torus, and up to seven if they are a free form; a
    /// part of a thousand triangles takes one to eight milliseconds.
    pub fn of(mesh: &Mesh<DVec3>) -> Self {
        Self::of_moved(mesh, 0.0)
    }
    /// The same of a mesh whose vertices were moved by so much at most.
    pub(super) fn of_moved(mesh: &Mesh<DVec3>, moved_by: f64) -> Self {
        let mut facets = Facets::new(mesh);
        let written = facets.unit.times(written_within(mesh.vertices()));
        let moved_by = OF_MOVED * facets.unit.times(moved_by);
        facets.set_noise(noise_of(&facets, mesh.vertices(), written).max(moved_by));
        let mut search = Search::new(&facets);
        let mut curved = curved_faces(&mut search);
        let left = rest(&mut search, &mut curved);
        Self::new(search, &curved, left, written)
    }
    /// The faces of a mesh that is meant as it is: planes, each of triangles that are connected and in one
    /// plane.
    pub(super) fn flat(mesh: &Mesh<DVec3>) -> Self {
        let mut facets = Facets::new(mesh);
        facets.set_noise(f64::EPSILON * facets.largest);
        let search = Search::new(&facets);
        let planes = flat(&search);
        Self::new(search, &[], planes, 0.0)
    }
    fn new(search: Search<'_>, curved: &[Region], left: Vec<Rest>, written: f64) -> Self {
        let facets = search.facets;
        let back = Back {
            origin: facets.origin,
            unit: facets.unit.inverse(),
        };
        let mut faces: Vec<Face> = curved.iter().map(|region| back.curved(facets, region)).collect();
        faces.extend(left.into_iter().map(|rest| back.rest(&search, rest)));
        let mut face_of = search.owner;
        for (number, face) in (0..).zip(&faces) {
            face.triangles.iter().for_each(|t| face_of[*t as usize] = number);
        }
        let noise = back.unit.times(facets.noise);
        let rounding = faces.iter().map(|f| f.fit_error).fold(noise, f64::max);
        Self {
            faces,
            face_of,
            rounding,
            written: back.unit.times(written),
        }
    }
    /// The number of the face that a triangle belongs to.
    pub fn face_of(&self, triangle: u32) -> u32 {
        self.face_of[triangle as usize]
    }
    /// All faces.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }
    /// A face by its number.
    pub fn face(&self, number: u32) -> &Face {
        &self.faces[number as usize]
    }
    /// How far a triangle may be off the face that it stands for.
    pub(crate) fn off(&self, triangle: u32) -> f64 {
        let face = self.face(self.face_of(triangle));
        face.deflection + face.fit_error
    }
    /// The greatest deflection of a face.
    pub fn deflection(&self) -> f64 {
        self.faces.iter().map(|f| f.deflection).fold(0.0, f64::max)
    }
    /// How far a recognised surface may be from where it was meant to be: the greatest distance of a corner
    /// from the surface of its face, and the rounding of the coordinates.
    pub fn rounding(&self) -> f64 {
        self.rounding
    }
    /// How far the coordinates were rounded when they were written, as decimals of few digits; 0 if they are
    /// none.
    pub fn written_within(&self) -> f64 {
        self.written
    }
}

/// From the frame of the facets back to that of the mesh.
struct Back {
    origin: DVec3,
    unit: PowerOfTwo,
}

impl Back {
    fn point(&self, p: DVec3) -> DVec3 {
        self.unit.times_each(p) + self.origin
    }
    fn surface(&self, surface: Surface) -> Surface {
        match surface {
            Surface::Plane(s) => Surface::Plane(Plane {
                point: self.point(s.point),
                ..s
            }),
            Surface::Cylinder(s) => Surface::Cylinder(Cylinder {
                point: self.point(s.point),
                radius: self.unit.times(s.radius),
                ..s
            }),
            Surface::Cone(s) => Surface::Cone(Cone {
                apex: self.point(s.apex),
                ..s
            }),
            Surface::Sphere(s) => Surface::Sphere(Sphere {
                center: self.point(s.center),
                radius: self.unit.times(s.radius),
                ..s
            }),
            Surface::Torus(s) => Surface::Torus(Torus {
                center: self.point(s.center),
                major: self.unit.times(s.major),
                minor: self.unit.times(s.minor),
                ..s
            }),
        }
    }
    fn curved(&self, facets: &Facets, region: &Region) -> Face {
        let deflection = deflection::of_surface(facets, &region.triangles, &region.model);
        Face {
            surface: Some(self.surface(region.surface())),
            fit_error: self.unit.times(region.error),
            deflection: self.unit.times(deflection),
            triangles: region.triangles.clone(),
        }
    }
    fn rest(&self, search: &Search, rest: Rest) -> Face {
        let Some(group) = rest.plane else {
            let deflection = self
                .unit
                .times(deflection::estimated(search.facets, &rest.triangles));
            return Face {
                surface: None,
                fit_error: 0.0,
                deflection,
                triangles: rest.triangles,
            };
        };
        let group = &search.groups.all[group as usize];
        let plane = Plane {
            point: group.point,
            normal: group.normal,
        };
        let surface = Surface::Plane(plane);
        let corners = rest.triangles.iter().flat_map(|t| search.facets.corners(*t));
        let error = corners
            .map(|p| surface.signed_distance(p).abs())
            .fold(0.0, f64::max);
        Face {
            surface: Some(self.surface(surface)),
            fit_error: self.unit.times(error),
            deflection: 0.0,
            triangles: rest.triangles,
        }
    }
}
