//! A part as it is checked: its shape, and what is computed of it once for all its places.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::OnceLock;

use glam::DVec3;

use super::closed::{Closed, closed};
use super::faces::{Face, Faces};
use super::stand_in::stand_in;
use super::surface::Surface;
use crate::measure::{fans, mesh_volume};
use crate::shape::{Cuboid, Mesh, Polyhedron, Shape3};

/// A part of assemblies, in its own frame. Objects in many places share one.
#[derive(Debug)]
pub struct Solid {
    /// No other solid of this process has it, also after this one is gone.
    identity: u64,
    shape: Shape3<DVec3>,
    /// How far coordinates may be rounded, in the unit of the shape.
    rounded_by: f64,
    /// Up to which distance vertices are welded and holes are filled.
    repaired_within: f64,
    /// Whether its facets stand for nothing but themselves.
    is_flat: bool,
    /// Made when a pair first needs it; `None` for shapes that are not polyhedra. Shared by solids of one
    /// shape.
    body: Arc<OnceLock<Option<Body>>>,
    /// Of a convex shape without facets: the polyhedron that stands for it.
    stand_in: Arc<OnceLock<Option<Body>>>,
}

/// The polyhedron that a shape is.
#[derive(Debug)]
pub(super) struct Body {
    pub mesh: Mesh<DVec3>,
    /// The mesh as a shape.
    pub shape: Shape3<DVec3>,
    pub faces: Faces,
    /// How far vertices were moved to close it.
    pub moved_by: f64,
    /// Positive; 0 where it is open.
    pub volume: f64,
    /// The greatest distance of a facet from the surface that it stands for.
    pub deflection: f64,
    /// The greatest distance of a vertex from a surface that was recognised.
    pub fit_error: f64,
    /// By which angle facets of each face are turned away from its surface at their corners, at most.
    pub turns: Vec<f64>,
    /// Made when it is first asked for.
    off_at_vertices: OnceLock<Vec<f64>>,
}

impl Solid {
    /// A part that is this shape.
    ///
    /// `rounded_by` says how far the coordinates may be from those that were meant: half the spacing of
    /// single precision for a file of such numbers, 0 where they are meant as they are. Double precision
    /// itself needs no mention. An open mesh is closed, if that can be done by welding vertices and filling
    /// holes that are within `repaired_within` or within what rounding explains; corners that are scattered
    /// are welded, where they are far nearer to each other than triangles are long. A triangle that lacks
    /// leaves it open: what is inside cannot be told.
    pub fn new(shape: Shape3<DVec3>, rounded_by: f64, repaired_within: f64) -> Self {
        Self {
            identity: next_identity(),
            shape,
            rounded_by,
            repaired_within,
            is_flat: false,
            body: Arc::default(),
            stand_in: Arc::default(),
        }
    }
    /// The same with all faces flat: no surface is recognised, so that a prism of twelve sides is no
    /// cylinder. For parts that are meant as their facets are, such as those of a game or a puzzle.
    ///
    /// ```
    /// use clearance::{assembly::Solid, d3::Shape, glam::DVec3};
    /// let corner = |i: i32| {
    ///     let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 12.0).sin_cos();
    ///     DVec3::new(cos, sin, f64::from(i / 12))
    /// };
    /// let corners: Vec<_> = (0..24).map(corner).collect();
    /// let count = |solid: Solid| solid.faces().map(|faces| faces.faces().len());
    /// assert_eq!(count(Solid::new(Shape::convex(&corners)?, 0.0, 0.0)), Some(3)); // a cylinder
    /// assert_eq!(count(Solid::new(Shape::convex(&corners)?, 0.0, 0.0).with_flat_faces()), Some(14));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_flat_faces(mut self) -> Self {
        self.is_flat = true;
        self.body = Arc::default();
        self.identity = next_identity();
        self
    }
    /// The same where its coordinates are less exact, or more: a file of singles tells a place far from its
    /// origin only roughly. What was computed of the solid is shared, unless it depends on that: as a mesh
    /// that is closed within it.
    ///
    /// ```
    /// use clearance::{assembly::Solid, d3::Shape, glam::DVec3};
    /// let here = Solid::new(Shape::cuboid(DVec3::ONE)?, 0.0, 0.0);
    /// let far_away = here.rounded(0.5);
    /// assert_eq!((here.rounded_by(), far_away.rounded_by()), (0.0, 0.5));
    /// # Ok::<(), clearance::shape::InvalidShape>(())
    /// ```
    #[must_use]
    pub fn rounded(&self, rounded_by: f64) -> Self {
        let is_closed_within = matches!(&self.shape, Shape3::Mesh(mesh) if !mesh.is_solid());
        Self {
            identity: next_identity(),
            shape: self.shape.clone(),
            rounded_by,
            body: if is_closed_within {
                Arc::default()
            } else {
                Arc::clone(&self.body)
            },
            stand_in: Arc::clone(&self.stand_in),
            ..*self
        }
    }
    /// The same of another shape, such as one that this one is made of.
    pub(crate) fn of_shape(&self, shape: Shape3<DVec3>) -> Self {
        Self {
            identity: next_identity(),
            shape,
            body: Arc::default(),
            stand_in: Arc::default(),
            ..*self
        }
    }
    pub(super) fn identity(&self) -> u64 {
        self.identity
    }
    /// Its shape, as it was given.
    pub fn shape(&self) -> &Shape3<DVec3> {
        &self.shape
    }
    /// How far its coordinates may be rounded.
    pub fn rounded_by(&self) -> f64 {
        self.rounded_by
    }
    /// The faces that were recognised; `None` for shapes that are not polyhedra.
    pub fn faces(&self) -> Option<&Faces> {
        self.body().map(|body| &body.faces)
    }
    /// The mesh that its faces are faces of; `None` for shapes that are not polyhedra.
    pub(crate) fn mesh(&self) -> Option<&Mesh<DVec3>> {
        self.body().map(|body| &body.mesh)
    }
    /// How far the facets at each vertex of that mesh may be off the faces that they stand for, at most.
    pub(crate) fn off_at_vertices(&self) -> Option<&[f64]> {
        self.body().map(Body::off_at_vertices)
    }
    pub(super) fn body(&self) -> Option<&Body> {
        self.body
            .get_or_init(|| {
                let closed = self.polyhedron()?;
                let faces = match self.is_flat {
                    true => Faces::flat(&closed.mesh),
                    false => Faces::of_moved(&closed.mesh, closed.moved_by),
                };
                Some(Body::new(closed, faces))
            })
            .as_ref()
    }
    /// What is seen of it: the polyhedron that it is, or one that stands for it.
    pub(super) fn seen(&self) -> Option<&Body> {
        let stand_in = || stand_in(&self.shape).and_then(|hull| hull_mesh(&hull));
        self.body().or_else(|| {
            let made = self.stand_in.get_or_init(|| {
                let closed: Closed = stand_in()?.into();
                let faces = Faces::of(&closed.mesh);
                Some(Body::new(closed, faces))
            });
            made.as_ref()
        })
    }
    /// Whether it may be a polyhedron: it is not, where it is flat.
    pub(super) fn is_polyhedron(&self) -> bool {
        matches!(self.shape, Shape3::Mesh(_) | Shape3::Convex(_) | Shape3::Box(_))
    }
    /// Whether its faces may stand for curved ones, so that a tolerance means something.
    pub(crate) fn is_tessellated(&self) -> bool {
        matches!(self.shape, Shape3::Mesh(_) | Shape3::Convex(_))
    }
    fn polyhedron(&self) -> Option<Closed> {
        match &self.shape {
            Shape3::Mesh(mesh) if mesh.is_solid() => Some(mesh.clone().into()),
            Shape3::Mesh(mesh) => Some(closed(mesh, self.rounded_by, self.repaired_within)),
            Shape3::Convex(hull) => hull_mesh(hull).map(Into::into),
            Shape3::Box(cuboid) => box_mesh(cuboid).map(Into::into),
            _ => None,
        }
    }
}

/// The number of solids made so far.
fn next_identity() -> u64 {
    static MADE: AtomicU64 = AtomicU64::new(0);
    MADE.fetch_add(1, Ordering::Relaxed)
}

impl Body {
    fn new(Closed { mesh, moved_by }: Closed, faces: Faces) -> Self {
        let fits = faces.faces().iter().map(|face| face.fit_error);
        Self {
            volume: if mesh.is_solid() { mesh_volume(&mesh) } else { 0.0 },
            deflection: faces.deflection(),
            fit_error: fits.fold(0.0, f64::max),
            turns: faces.faces().iter().map(|face| turn_of(&mesh, face)).collect(),
            shape: mesh.clone().into(),
            off_at_vertices: OnceLock::new(),
            moved_by,
            mesh,
            faces,
        }
    }
    /// How far the facets at each vertex may be off the faces that they stand for, at most.
    pub fn off_at_vertices(&self) -> &[f64] {
        self.off_at_vertices.get_or_init(|| {
            let mut off_at = vec![0.0_f64; self.mesh.vertices().len()];
            for (facet, corners) in (0..).zip(self.mesh.triangles()) {
                let off = self.faces.off(facet);
                for &v in corners {
                    off_at[v as usize] = off_at[v as usize].max(off);
                }
            }
            off_at
        })
    }
    pub fn is_solid(&self) -> bool {
        self.mesh.is_solid()
    }
}

/// By which angle facets of a face are turned away from its surface at their corners, at most; 0 without one.
fn turn_of(mesh: &Mesh<DVec3>, face: &Face) -> f64 {
    let Some(surface) = face
        .surface
        .filter(|surface| !matches!(surface, Surface::Plane(_)))
    else {
        return 0.0;
    };
    let cosines = face.triangles.iter().filter_map(|&t| {
        let corners = mesh.corners(t as usize);
        let [p, q, r] = corners;
        let normal = (q - p).cross(r - p).try_normalize()?;
        Some(
            corners
                .map(|p| surface.normal(p).dot(normal))
                .into_iter()
                .fold(1.0, f64::min),
        )
    });
    libm::acos(cosines.fold(1.0, f64::min).max(-1.0))
}

/// A hull with an interior as a mesh.
fn hull_mesh(hull: &Polyhedron<DVec3>) -> Option<Mesh<DVec3>> {
    if hull.rank() < 3 {
        return None;
    }
    Mesh::new(hull.vertices().to_vec(), fans(hull)).ok()
}

/// A box with an interior as a mesh.
fn box_mesh(cuboid: &Cuboid<DVec3>) -> Option<Mesh<DVec3>> {
    if cuboid.half_extents().min_element() <= 0.0 {
        return None;
    }
    let corners: Vec<DVec3> = (0..8).map(|i| cuboid.corner(i)).collect();
    hull_mesh(&Polyhedron::new(&corners).ok()?)
}
