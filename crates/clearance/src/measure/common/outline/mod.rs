//! The common part of two solids as a mesh, and of two regions as rings.
//!
//! The pieces of both borders (`pieces.rs`) are joined. Which edges cross which facets is decided exactly, so
//! that in each facet as many pieces end in a point as start from it: they form rings (`rings.rs`), which are
//! cut into triangles (`triangulate.rs`). Facets that have an edge in common cut it in the same points. So
//! the mesh is closed, whatever is rounded: corners and crossings are within some units in the last place of
//! the largest coordinate.
//!
//! Where both borders are in one place but face each other, the infinitely small step (`facets/signs.rs`) may
//! leave a layer without volume. A piece of the mesh that is nothing else is left out; beside a real common
//! part a layer remains, as two sheets of triangles in one place.

mod clean;
mod points;
mod rings;
mod triangulate;

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use glam::{DVec2, DVec3};

use crate::math::{Vector, lift};
use crate::measure::error::Which;
use crate::measure::facets::body::Body;
use crate::measure::sums::Inside;
#[cfg(feature = "std")]
use crate::measure::sums::Sums;
use crate::shape::{ShapeSpace, renumbered};
pub(in crate::measure) use clean::Facet;
use clean::{Piece, simplified, without_layers};
use points::Points;
pub(in crate::measure) use points::ToWorld;
use rings::{Edge, joined_to_rings};
use triangulate::triangulated;

/// The common part of two solids of space, as triangles that close and face outwards.
#[derive(Clone, Debug, PartialEq)]
pub struct CommonMesh<V: Vector> {
    /// In the world; each place once. Empty where the solids are apart or only touch.
    pub vertices: Vec<V::Double>,
    /// Triples of indices into `vertices`, counter-clockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// For each triangle the border of which it is a piece: whose, and, where that is a mesh, which of its
    /// triangles.
    pub sources: Vec<(Which, Option<u32>)>,
}

impl<V: Vector> Default for CommonMesh<V> {
    fn default() -> Self {
        Self {
            vertices: Vec::new(),
            triangles: Vec::new(),
            sources: Vec::new(),
        }
    }
}

impl<V: Vector> CommonMesh<V> {
    /// The volume and the center of mass; `None` where there is none.
    #[cfg(feature = "std")]
    pub(crate) fn volume_and_center(&self) -> Option<(f64, DVec3)> {
        let origin = lift(*self.vertices.first()?);
        let mut sums = Sums::default();
        for triangle in &self.triangles {
            sums.add_triangle(triangle.map(|v| lift(self.vertices[v as usize]) - origin));
        }
        let volume = sums.content(3);
        (volume > 0.0).then(|| (volume, origin + sums.center(3)))
    }
}

/// What is inside of a facet that the other border cuts.
struct CutFacet {
    facet: Facet,
    /// A direction outwards.
    normal: DVec3,
    edges: Vec<Edge>,
}

/// Collects the pieces of both borders.
pub(in crate::measure) struct Outline<V: Vector> {
    points: Points<V::Double>,
    whole: Vec<Piece>,
    cut: Vec<CutFacet>,
}

impl<V: ShapeSpace> Outline<V> {
    pub fn new(to_world: ToWorld) -> Self {
        Self {
            points: Points::new(to_world),
            whole: Vec::new(),
            cut: Vec::new(),
        }
    }
    /// Adds the part of a facet that is inside the other border.
    pub fn add(&mut self, body: &Body<'_, V>, facet: Facet, [a, b, c]: [DVec3; 3], inside: &Inside<'_>) {
        let numbers = body.corners_of(facet.1).map(|site| self.points.corner(site));
        let edges = match inside {
            Inside::Whole if V::DIM == 3 => return self.whole.push((numbers, facet)),
            Inside::Whole => vec![[numbers[0], numbers[1]]],
            Inside::Bounded(pieces) => pieces
                .iter()
                .map(|ends| ends.map(|p| self.points.crossing(p)))
                .collect(),
        };
        self.cut.push(CutFacet {
            facet,
            normal: (b - a).cross(c - a),
            edges,
        });
    }
    /// The rings of a region of the plane, which is on their left.
    pub fn rings(self) -> Vec<Vec<V::Double>> {
        let points = &self.points;
        let edges = self.cut.into_iter().flat_map(|part| part.edges).collect();
        let rings = joined_to_rings(&|v| lift(points.in_world[v as usize]).truncate(), edges);
        let in_world = |ring: Vec<u32>| ring.into_iter().map(|v| points.in_world[v as usize]).collect();
        rings.into_iter().map(in_world).collect()
    }
    /// The mesh. `pressed` are facets that face one of the other border in their plane; `number` gives those
    /// of triangles to a user.
    pub fn mesh(self, pressed: &BTreeSet<Facet>, number: &dyn Fn(Facet) -> Option<u32>) -> CommonMesh<V> {
        let mut pieces = self.whole.clone();
        for part in &self.cut {
            pieces.extend(self.triangles_of(part).into_iter().map(|t| (t, part.facet)));
        }
        pieces.sort_by_key(|piece| piece.1);
        let points: Vec<DVec3> = self.points.in_world.iter().map(|&p| lift(p)).collect();
        let pieces = simplified(&points, pieces);
        let pieces = without_layers(&points, pieces, pressed);
        let mut triangles: Vec<[u32; 3]> = pieces.iter().map(|piece| piece.0).collect();
        let used = renumbered(triangles.as_flattened_mut(), points.len());
        let which = |facet: Facet| if facet.0 == 0 { Which::A } else { Which::B };
        CommonMesh {
            vertices: used.iter().map(|&v| self.points.in_world[v as usize]).collect(),
            triangles,
            sources: pieces.iter().map(|&(_, f)| (which(f), number(f))).collect(),
        }
    }
    fn triangles_of(&self, part: &CutFacet) -> Vec<[u32; 3]> {
        let n = part.normal.abs();
        let axis = (0..3).max_by(|&i, &j| n[i].total_cmp(&n[j])).unwrap_or(2);
        let (i, j) = match part.normal[axis] >= 0.0 {
            true => ((axis + 1) % 3, (axis + 2) % 3),
            false => ((axis + 2) % 3, (axis + 1) % 3),
        };
        let at = |v: u32| {
            let p = self.points.in_world[v as usize];
            DVec2::new(p.get(i), p.get(j))
        };
        triangulated(&at, joined_to_rings(&at, part.edges.clone()))
    }
}
