//! Triangles with shared vertices, as read from a file.

use std::collections::BTreeMap;
use std::sync::Arc;

use clearance::Pose;
use clearance::glam::DVec3;

use super::placement::point;
use super::precision::Precision;
use crate::about::About;
use crate::problem::{Code, Problem};

/// Vertices, and triangles as triples of indices into them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// The positions of the corners.
    pub vertices: Vec<[f64; 3]>,
    /// Three corners each.
    pub triangles: Vec<[u32; 3]>,
    /// How exactly the file says where the corners are.
    pub precision: Precision,
}

/// A part of a file: its name in the file, if it has one, its surface, and where that is.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The name of the solid, object or node.
    pub name: Option<String>,
    /// Its surface in a frame of its own. Parts that are instances of one mesh of the file share it.
    pub surface: Arc<Surface>,
    /// From the surface's frame to that of the file.
    pub pose: Pose<DVec3>,
    /// How exactly the file says where the part is: of the surface at its pose.
    pub precision: Precision,
    /// What else the file says of it.
    pub about: About,
}

impl Part {
    /// A part whose surface stands in the frame of the file.
    pub(crate) fn in_place(name: Option<String>, surface: Surface) -> Self {
        Self {
            name,
            pose: Pose::IDENTITY,
            precision: surface.precision,
            about: About::default(),
            surface: Arc::new(surface),
        }
    }
}

impl Surface {
    /// The surface of these triangles, with vertices at exactly the same position merged.
    ///
    /// Errors: an index of a missing vertex, a coordinate that is not finite.
    pub fn new(vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, Problem> {
        let surface = Self {
            vertices,
            triangles,
            precision: Precision::default(),
        };
        surface.check()?;
        Ok(surface.welded())
    }
    /// How much memory its vertices and triangles take.
    pub(crate) fn bytes(&self) -> u64 {
        (self.vertices.len() * 24 + self.triangles.len() * 12) as u64
    }
    /// The surface of the triangles with these corners, three for each.
    pub(super) fn from_corners(corners: Vec<[f64; 3]>) -> Result<Self, Problem> {
        let count = u32::try_from(corners.len())
            .map_err(|_| Problem::new(Code::LimitExceeded, "more than 2^32 corners"))?;
        let triangles = (0..count / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Ok(Self {
            vertices: corners,
            triangles,
            precision: Precision::default(),
        })
    }
    /// Adds another surface at a pose, rounded to doubles.
    ///
    /// Errors: `LimitExceeded` if there are too many vertices to be counted.
    pub(super) fn append(&mut self, other: &Self, pose: &Pose<DVec3>) -> Result<(), Problem> {
        let offset = self.vertices.len() as u32;
        if self.vertices.len() + other.vertices.len() > u32::MAX as usize {
            return Err(Problem::new(Code::LimitExceeded, "more than 2^32 corners"));
        }
        if *pose == Pose::IDENTITY {
            self.vertices.extend(&other.vertices);
        } else {
            let moved = |v: &[f64; 3]| point(pose, DVec3::from_array(*v)).to_array();
            self.vertices.extend(other.vertices.iter().map(moved));
        }
        self.triangles
            .extend(other.triangles.iter().map(|t| t.map(|i| i + offset)));
        Ok(())
    }
    /// The same, read from singles: how exactly follows from the largest coordinate, and from the digits if
    /// these are few.
    pub(super) fn of_singles(mut self) -> Self {
        self.precision = Precision::of_singles(&self);
        self
    }
    /// The same, read from doubles or text: how exactly follows from the digits.
    pub(super) fn of_text(mut self) -> Self {
        self.precision = Precision::of_text(&self);
        self
    }
    /// The same surface, with vertices at exactly the same position merged, in order of first use. Triangles
    /// with fewer than three distinct corners stay: they are segments or points.
    #[must_use]
    pub fn welded(&self) -> Self {
        let mut first = BTreeMap::new();
        let mut vertices = Vec::new();
        let mut weld = |i: u32| {
            let vertex = self.vertices[i as usize];
            // Adding zero makes -0.0 and 0.0 the same position.
            *first
                .entry(vertex.map(|x| (x + 0.0).to_bits()))
                .or_insert_with(|| {
                    vertices.push(vertex);
                    vertices.len() as u32 - 1
                })
        };
        let triangles = self.triangles.iter().map(|t| t.map(&mut weld)).collect();
        Self {
            vertices,
            triangles,
            precision: self.precision,
        }
    }
    /// Refuses indices of missing vertices and coordinates that are not finite.
    pub(super) fn check(&self) -> Result<(), Problem> {
        let count = self.vertices.len();
        let outside = |t: &&[u32; 3]| t.iter().any(|&i| i as usize >= count);
        if let Some(t) = self.triangles.iter().find(outside) {
            let message = format!("triangle {t:?}: there are {count} vertices, counted from 0");
            return Err(Problem::new(Code::InvalidShape, message));
        }
        if let Some(i) = self
            .vertices
            .iter()
            .position(|v| !v.iter().all(|x| x.is_finite()))
        {
            let message = format!("vertex {i}: every coordinate must be finite");
            return Err(Problem::new(Code::NotFinite, message));
        }
        Ok(())
    }
}
