//! Vertices near each other become one.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::error::RepairError;
use super::rebuild::rebuilt;
use crate::index::{PointQuery, WideTree};
use crate::math::{Aabb, Real, lift};
use crate::shape::{Mesh, Space3, welded};

/// A mesh whose vertices were welded, and what was done.
#[derive(Clone, Debug)]
pub struct Welded<V: Space3> {
    /// The mesh.
    pub mesh: Mesh<V>,
    /// For each old vertex the old one that took its place: itself, or one of smaller number.
    pub kept_vertex: Vec<u32>,
    /// For each new vertex its old number. Vertices without triangles are gone.
    pub vertices: Vec<u32>,
    /// For each new triangle its old number.
    pub triangles: Vec<u32>,
    /// The old triangles that are gone: two of their corners became one, or were.
    pub dropped: Vec<u32>,
}

/// Merges vertices that are within a distance of each other.
///
/// Vertices are gone through in their order. Each one that was not merged stays where it is, and all later
/// ones within the distance of it, which were not merged either, are merged with it. So no vertex moves
/// further than the distance, chains of near vertices do not run together, and vertices that stay are further
/// apart than the distance. A distance of 0 merges vertices with equal coordinates. Triangles with two
/// corners in one vertex are dropped; others may fold onto each other
/// ([`without_doubles`](super::without_doubles)).
///
/// The distance is in the unit of the mesh; it is compared in double precision, to some 1e-16 of it. Errors:
/// a distance that is negative or not finite, and a mesh of which nothing is left. O(n log n) for n vertices,
/// if few of them are within the distance of each.
///
/// ```
/// use clearance::{glam::DVec3, mesh::weld, shape::Mesh};
/// let seam = |x: f64| [DVec3::new(x, 0.0, 0.0), DVec3::new(x, 1.0, 0.0)];
/// let corners = [seam(0.0), seam(1.0), seam(1.001), seam(2.0)].concat();
/// let mesh = Mesh::new(corners, vec![[0, 2, 1], [1, 2, 3], [4, 6, 5], [5, 6, 7]])?;
/// let welded = weld(&mesh, 0.01)?;
/// assert_eq!(welded.kept_vertex, [0, 1, 2, 3, 2, 3, 6, 7]);
/// assert_eq!(welded.mesh.triangles()[2], [2, 4, 3]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn weld<V: Space3>(mesh: &Mesh<V>, distance: V::Scalar) -> Result<Welded<V>, RepairError> {
    if !(distance >= Real::ZERO && distance.is_finite()) {
        return Err(RepairError::InvalidDistance);
    }
    let kept_vertex = kept(mesh.vertices(), distance.to_f64());
    let (mut triangles, mut corners, mut dropped) = (Vec::new(), Vec::new(), Vec::new());
    for (old, t) in (0..).zip(mesh.triangles()) {
        let t = t.map(|v| kept_vertex[v as usize]);
        if t[0] == t[1] || t[1] == t[2] || t[2] == t[0] {
            dropped.push(old);
        } else {
            corners.push(t);
            triangles.push(old);
        }
    }
    let (mesh, vertices) = rebuilt(mesh.vertices(), corners)?;
    Ok(Welded {
        mesh,
        kept_vertex,
        vertices,
        triangles,
        dropped,
    })
}

/// For each vertex the one that takes its place.
fn kept<V: Space3>(vertices: &[V], distance: f64) -> Vec<u32> {
    const OPEN: u32 = u32::MAX;
    let same = welded(vertices);
    if distance == 0.0 {
        return same;
    }
    let firsts: Vec<u32> = (0..same.len() as u32)
        .filter(|&i| same[i as usize] == i)
        .collect();
    let point = |&i: &u32| vertices[i as usize];
    let tree = WideTree::build(firsts.len(), |i| Aabb {
        min: point(&firsts[i]),
        max: point(&firsts[i]),
    });
    let mut kept = vec![OPEN; vertices.len()];
    for i in &firsts {
        if kept[*i as usize] != OPEN {
            continue;
        }
        kept[*i as usize] = *i;
        let here = lift(point(i));
        let query = PointQuery::new(tree.unit(), here.to_array(), distance);
        let _ = tree.meeting(&query, &mut |item| {
            let j = firsts[item as usize];
            if kept[j as usize] == OPEN && is_within(lift(point(&j)) - here, distance) {
                kept[j as usize] = *i;
            }
            ControlFlow::Continue(())
        });
    }
    same.iter().map(|&first| kept[first as usize]).collect()
}

/// Whether a vector is no longer than a length; squares of the vector itself might overflow or vanish.
fn is_within(way: DVec3, length: f64) -> bool {
    (way / length).length_squared() <= 1.0
}
