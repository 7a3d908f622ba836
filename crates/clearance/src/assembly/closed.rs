//! How an open mesh is closed: what is within rounding of each other is welded, and what is left of seams is
//! filled.
//!
//! Nobody says how far the corners of a file are scattered. So the distance within which vertices are welded
//! is tried: first what rounding explains, then more and more, as long as no triangle vanishes by it. Then
//! corners of one vertex are far nearer to each other than vertices are, and no hole of the size of a
//! triangle is closed. How far vertices were moved is as much as any coordinate may be off.

use alloc::vec::Vec;

use glam::DVec3;

use super::faces::written_within;
use crate::mesh;
use crate::shape::Mesh;

/// Holes of more edges are not filled, however small they are.
const MOST_HOLE_EDGES: usize = 64;
/// Vertices of an open mesh are one where they are nearer than this part of its size: modellers join edges no
/// better. Details are larger.
const WELDED: f64 = 1e-7;
/// Corners are scattered by no more than this part of the size of their mesh.
const SCATTERED: f64 = 1e-4;
/// By how much further vertices are welded each time.
const FURTHER: f64 = 4.0;
/// Two roundings of one vertex differ by so many halves of the spacing at most, along all axes.
const ROUNDED_APART: f64 = 4.0;

/// A mesh, and how far its vertices were moved to close it.
#[derive(Debug)]
pub(super) struct Closed {
    pub mesh: Mesh<DVec3>,
    pub moved_by: f64,
}

impl From<Mesh<DVec3>> for Closed {
    fn from(mesh: Mesh<DVec3>) -> Self {
        Self { mesh, moved_by: 0.0 }
    }
}

/// The mesh with near vertices welded and small holes filled, if that closes it; else as few edges as can be
/// are open. `rounded_by` is how far vertices were moved when they were written, `within` what a caller
/// allows for both.
pub(super) fn closed(mesh: &Mesh<DVec3>, rounded_by: f64, within: f64) -> Closed {
    let bounds = mesh.bounds();
    let size = (bounds.max - bounds.min).length();
    let explained = ROUNDED_APART * (rounded_by + written_within(mesh.vertices()));
    let mut near = explained.clamp(WELDED * size, SCATTERED * size);
    let mut best: Option<Joined> = None;
    while let Some(joined) = Joined::new(mesh, near) {
        if best.as_ref().is_some_and(|best| joined.dropped > best.dropped) {
            break;
        }
        if let Some(solid) = joined.filled(near.max(within)) {
            return solid;
        }
        if best
            .as_ref()
            .is_none_or(|best| joined.open_edges() < best.open_edges())
        {
            best = Some(joined);
        }
        near *= FURTHER;
        if near > SCATTERED * size {
            break;
        }
    }
    // What a caller allows may make triangles vanish.
    let allowed = (within > 0.0)
        .then(|| Joined::new(mesh, within)?.filled(within))
        .flatten();
    let best = best.map(|joined| joined.closed);
    allowed.or(best).unwrap_or_else(|| mesh.clone().into())
}

/// A mesh whose near vertices were welded.
struct Joined {
    closed: Closed,
    /// How many triangles vanished.
    dropped: usize,
}

impl Joined {
    fn new(mesh: &Mesh<DVec3>, near: f64) -> Option<Self> {
        let welded = mesh::weld(mesh, near).ok()?;
        let vertices = mesh.vertices();
        let moved = (0..).zip(&welded.kept_vertex).filter(|(v, kept)| v != *kept);
        let moved_by =
            moved.map(|(v, kept): (u32, &u32)| vertices[v as usize].distance(vertices[*kept as usize]));
        Some(Self {
            dropped: welded.dropped.len(),
            closed: Closed {
                moved_by: moved_by.fold(0.0, f64::max),
                mesh: welded.mesh,
            },
        })
    }
    fn open_edges(&self) -> usize {
        let edges = self.closed.mesh.neighbours().iter().flatten();
        edges.filter(|n| **n == u32::MAX).count()
    }
    /// With all holes filled, if none is wider than that.
    fn filled(&self, near: f64) -> Option<Closed> {
        let Closed { mesh, moved_by } = &self.closed;
        let solid = |mesh: Mesh<DVec3>| Closed {
            mesh,
            moved_by: *moved_by,
        };
        if mesh.is_solid() {
            return Some(solid(mesh.clone()));
        }
        let filled = mesh::fill_holes(mesh, MOST_HOLE_EDGES).ok()?;
        let mut new = filled.mesh.triangles()[mesh.triangles().len()..].iter();
        let is_small = |hole: &Vec<u32>| {
            let at = |v: u32| filled.mesh.vertices()[v as usize];
            let across = hole.iter().map(|&v| at(v).distance(at(hole[0])));
            let is_thin = |t: &[u32; 3]| height(t.map(at)) <= near;
            // All triangles of the hole are taken from the list, whatever they are.
            let thin = new.by_ref().take(hole.len() - 2).filter(|t| is_thin(t)).count();
            across.fold(0.0, f64::max) <= near || thin == hole.len() - 2
        };
        let is_closed = filled.mesh.is_solid() && filled.holes.iter().all(is_small);
        is_closed.then(|| solid(filled.mesh))
    }
}

/// The least height of a triangle.
fn height([a, b, c]: [DVec3; 3]) -> f64 {
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    if longest > 0.0 {
        (b - a).cross(c - a).length() / longest
    } else {
        0.0
    }
}
