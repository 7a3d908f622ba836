//! The border of a convex shape as facets: segments in the plane, fans of triangles in space.

use alloc::vec::Vec;

use crate::shape::{Border, ConvexPolygon, Edges, PartBoxes, Polyhedron, ShapeSpace, Space2, Space3};

/// No neighbour.
const NONE: u32 = u32::MAX;

/// The facets of a convex shape with an interior.
#[derive(Debug)]
pub(crate) struct HullBorder<V: ShapeSpace> {
    corners: Vec<V>,
    facets: Vec<[u32; 3]>,
    /// The facet across each edge; in the plane, at each corner.
    neighbours: Vec<[u32; 3]>,
    boxes: PartBoxes<V>,
}

impl<V: ShapeSpace> HullBorder<V> {
    fn new(corners: Vec<V>, facets: Vec<[u32; 3]>, neighbours: Vec<[u32; 3]>) -> Self {
        let of_facet = |f: &[u32; 3]| {
            let points: Vec<V> = f[..V::DIM].iter().map(|&i| corners[i as usize]).collect();
            points
        };
        let boxes = PartBoxes::of_groups(facets.iter().map(of_facet));
        Self {
            corners,
            facets,
            neighbours,
            boxes,
        }
    }
}

impl<V: Space2> HullBorder<V> {
    /// The edges of a polygon; `None` for a segment or point.
    pub fn of_polygon(polygon: &ConvexPolygon<V>) -> Option<Self> {
        if polygon.rank() < 2 {
            return None;
        }
        let corners = polygon.vertices().to_vec();
        let n = corners.len() as u32;
        let facets = (0..n).map(|i| [i, (i + 1) % n, NONE]).collect();
        let neighbours = (0..n).map(|i| [(i + n - 1) % n, (i + 1) % n, NONE]).collect();
        Some(Self::new(corners, facets, neighbours))
    }
}

impl<V: Space3> HullBorder<V> {
    /// The faces of a polyhedron, each as triangles around its first corner; `None` for a flat one.
    pub fn of_polyhedron(polyhedron: &Polyhedron<V>) -> Option<Self> {
        if polyhedron.rank() < 3 {
            return None;
        }
        let facets = fans(polyhedron);
        let corners = polyhedron.vertices().to_vec();
        let neighbours = Edges::new(&facets, corners.len()).neighbours(facets.len());
        Some(Self::new(corners, facets, neighbours))
    }
}

/// The faces of a polyhedron, each as triangles around its first corner.
pub(crate) fn fans<V: Space3>(polyhedron: &Polyhedron<V>) -> Vec<[u32; 3]> {
    let of_face = |face| {
        let ring = polyhedron.face_vertices(face);
        (2..ring.len()).map(|k| [ring[0], ring[k - 1], ring[k]])
    };
    (0..polyhedron.face_count()).flat_map(of_face).collect()
}

impl<V: ShapeSpace> Border<V> for HullBorder<V> {
    fn corner(&self, i: usize, k: usize) -> V {
        self.corners[self.facets[i][k] as usize]
    }
    fn corner_index(&self, i: usize, k: usize) -> usize {
        self.facets[i][k] as usize
    }
    fn corner_count(&self) -> usize {
        self.corners.len()
    }
    fn facet_boxes(&self) -> &PartBoxes<V> {
        &self.boxes
    }
    fn neighbour(&self, i: usize, k: usize) -> Option<usize> {
        let across = self.neighbours[i][k];
        (across != NONE).then_some(across as usize)
    }
}
