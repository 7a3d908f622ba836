//! A growing convex polytope of triangles: the part of the Minkowski difference that is known so far.
//!
//! A new vertex removes all faces that it sees: a flood fill from one of them stops at the horizon, whose
//! edges it meets in order. A fan of new faces from the vertex to the horizon closes the hole (G. van den
//! Bergen, "Collision Detection in Interactive 3D Environments", 2003, chapter 4.3.8; C. Barber, D. Dobkin,
//! H. Huhdanpaa, "The Quickhull algorithm for convex hulls", 1996). Faces that the vertex sees only edge-on,
//! within `tolerance`, count as visible. Otherwise they would become a fan of thin triangles, and two
//! parallel boxes have whole planes of such faces.
//!
//! Limits: some tens of kilobytes, of which most pairs use two; so it is built in place and never moved.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::epa::{CannotAdd, FacetPlane, MOST_VERTICES};
use super::gjk::unit;
use super::signed_volumes::triangle_normal;
use super::simplex::Support;

const MOST_FACES: usize = 2 * MOST_VERTICES;

/// One of the three edges of a face: from its vertex `index` to the next one.
#[derive(Clone, Copy, Debug)]
struct FaceEdge(u16);

impl FaceEdge {
    #[inline]
    const fn new(face: usize, index: usize) -> Self {
        Self((face * 4 + index) as u16)
    }
    #[inline]
    fn face(self) -> usize {
        usize::from(self.0 >> 2)
    }
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0 & 3)
    }
}

/// A triangle, its vertices counter-clockwise from outside.
#[derive(Clone, Copy, Debug)]
struct PolytopeFace {
    vertices: [u16; 3],
    /// For each of its edges the same edge of the neighboring face.
    neighbors: [FaceEdge; 3],
    /// Unit, outward.
    normal: DVec3,
    exists: bool,
}

/// The edges around a hole, of the faces that stay, in order.
type Horizon = ArrayVec<FaceEdge, MOST_VERTICES>;

/// The polytope. `offsets[i]` is the distance of the plane of face `i` from the origin, infinite for a
/// removed face.
pub(crate) struct ExpandingPolytope {
    vertices: ArrayVec<Support<DVec3>, MOST_VERTICES>,
    faces: ArrayVec<PolytopeFace, MOST_FACES>,
    offsets: ArrayVec<f64, MOST_FACES>,
    /// Indices of removed faces.
    free: ArrayVec<u16, MOST_FACES>,
    tolerance: f64,
}

impl ExpandingPolytope {
    /// An empty one.
    #[inline(always)]
    pub fn new(tolerance: f64) -> Self {
        Self {
            vertices: ArrayVec::new(),
            faces: ArrayVec::new(),
            offsets: ArrayVec::new(),
            free: ArrayVec::new(),
            tolerance,
        }
    }
    /// Starts with a tetrahedron; false where its corners are in one plane.
    pub fn start(&mut self, corners: [Support<DVec3>; 4]) -> bool {
        let [p, q, r, s] = corners.map(|c| c.difference);
        let volume = (q - p).cross(r - p).dot(s - p);
        if volume == 0.0 || !volume.is_finite() {
            return false;
        }
        self.vertices.clear();
        self.vertices.extend(corners);
        if volume > 0.0 {
            self.vertices.swap(0, 1);
        }
        // Face k is opposite of vertex k.
        let faces = [
            (
                [1, 3, 2],
                [FaceEdge::new(2, 1), FaceEdge::new(1, 1), FaceEdge::new(3, 1)],
            ),
            (
                [0, 2, 3],
                [FaceEdge::new(3, 2), FaceEdge::new(0, 1), FaceEdge::new(2, 0)],
            ),
            (
                [0, 3, 1],
                [FaceEdge::new(1, 2), FaceEdge::new(0, 0), FaceEdge::new(3, 0)],
            ),
            (
                [0, 1, 2],
                [FaceEdge::new(2, 2), FaceEdge::new(0, 2), FaceEdge::new(1, 0)],
            ),
        ];
        faces
            .into_iter()
            .all(|(vertices, neighbors)| self.push_face(vertices, neighbors).is_ok())
    }

    /// The face whose plane is nearest to the origin.
    #[inline]
    pub fn nearest_face(&self) -> FacetPlane<DVec3> {
        let index = least(&self.offsets);
        FacetPlane {
            index,
            offset: self.offsets[index],
            normal: self.faces[index].normal,
        }
    }
    /// All points added so far.
    #[inline]
    pub fn vertices(&self) -> &[Support<DVec3>] {
        &self.vertices
    }
    /// The corners of a face.
    #[inline]
    pub fn corners(&self, i: usize) -> [Support<DVec3>; 3] {
        self.faces[i].vertices.map(|v| self.vertices[usize::from(v)])
    }
    /// The faces whose planes are at most `limit` away.
    pub fn faces_within(&self, limit: f64) -> impl Iterator<Item = usize> {
        let offsets = self.offsets.iter().enumerate();
        offsets
            .filter(move |(_, offset)| **offset <= limit)
            .map(|(i, _)| i)
    }

    /// Adds a vertex that is surely above face `seed`.
    pub fn add_vertex(&mut self, point: Support<DVec3>, seed: usize) -> Result<(), CannotAdd> {
        let mut horizon = Horizon::new();
        self.remove(seed)?;
        for edge in self.faces[seed].neighbors {
            self.flood(point.difference, edge, &mut horizon)?;
        }
        self.close(&horizon, point)
    }
    /// A fan of faces from a new vertex to the horizon, which must be one loop.
    fn close(&mut self, horizon: &Horizon, point: Support<DVec3>) -> Result<(), CannotAdd> {
        let apex = self.vertices.len() as u16;
        self.vertices.try_push(point).map_err(|_| CannotAdd::Full)?;
        let Some(&last) = horizon.last().filter(|_| horizon.len() > 2) else {
            return Err(CannotAdd::Degenerate);
        };
        let [mut end, _] = self.ends(last);
        let mut fan: Option<[usize; 2]> = None;
        for &edge in horizon {
            let [to, from] = self.ends(edge);
            if from != end {
                return Err(CannotAdd::Degenerate);
            }
            end = to;
            let face = self.push_face([from, to, apex], [edge; 3])?;
            self.faces[edge.face()].neighbors[edge.index()] = FaceEdge::new(face, 0);
            if let Some([_, before]) = fan {
                self.join(before, face);
            }
            fan = Some([fan.map_or(face, |f| f[0]), face]);
        }
        if let Some([first, last]) = fan {
            self.join(last, first);
        }
        Ok(())
    }
    /// Two faces of the fan, one after the other.
    #[inline]
    fn join(&mut self, face: usize, next: usize) {
        self.faces[face].neighbors[1] = FaceEdge::new(next, 2);
        self.faces[next].neighbors[2] = FaceEdge::new(face, 1);
    }

    /// Removes the face of this edge, if `point` sees it, and then its neighbors; else the edge is on the
    /// horizon.
    fn flood(&mut self, point: DVec3, edge: FaceEdge, horizon: &mut Horizon) -> Result<(), CannotAdd> {
        let i = edge.face();
        let face = &self.faces[i];
        if !face.exists {
            return Ok(());
        }
        if face.normal.dot(point) - self.offsets[i] < -self.tolerance {
            return horizon.try_push(edge).map_err(|_| CannotAdd::Full);
        }
        let (next, last) = match edge.index() {
            0 => (face.neighbors[1], face.neighbors[2]),
            1 => (face.neighbors[2], face.neighbors[0]),
            _ => (face.neighbors[0], face.neighbors[1]),
        };
        self.remove(i)?;
        self.flood(point, next, horizon)?;
        self.flood(point, last, horizon)
    }
    #[inline(always)]
    fn ends(&self, edge: FaceEdge) -> [u16; 2] {
        let v = &self.faces[edge.face()].vertices;
        match edge.index() {
            0 => [v[0], v[1]],
            1 => [v[1], v[2]],
            _ => [v[2], v[0]],
        }
    }
    #[inline(always)]
    fn remove(&mut self, i: usize) -> Result<(), CannotAdd> {
        self.faces[i].exists = false;
        self.offsets[i] = f64::INFINITY;
        self.free.try_push(i as u16).map_err(|_| CannotAdd::Full)
    }

    /// Adds a face, in place of a removed one if there is any.
    #[inline]
    fn push_face(&mut self, vertices: [u16; 3], neighbors: [FaceEdge; 3]) -> Result<usize, CannotAdd> {
        let [p, q, r] = vertices.map(|v| self.vertices[usize::from(v)].difference);
        let normal = unit(triangle_normal(p, q, r)).ok_or(CannotAdd::Degenerate)?;
        let offset = normal.dot(p);
        let face = PolytopeFace {
            vertices,
            neighbors,
            normal,
            exists: true,
        };
        if let Some(index) = self.free.pop() {
            let index = usize::from(index);
            self.faces[index] = face;
            self.offsets[index] = offset;
            return Ok(index);
        }
        let index = self.faces.len();
        self.faces.try_push(face).map_err(|_| CannotAdd::Full)?;
        self.offsets.try_push(offset).map_err(|_| CannotAdd::Full)?;
        Ok(index)
    }
}

/// The index of the least of some numbers, compared four at a time; of equals always the same one.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn least(numbers: &[f64]) -> usize {
    const LANES: usize = 4;
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    let (mut low, mut index) = ([f64::INFINITY; LANES], [0.0; LANES]);
    let mut number = 0.0;
    for chunk in chunks {
        for lane in 0..LANES {
            let lower = chunk[lane] < low[lane];
            low[lane] = if lower { chunk[lane] } else { low[lane] };
            index[lane] = if lower { number } else { index[lane] };
        }
        number += LANES as f64;
    }
    let mut best = (f64::INFINITY, 0);
    for lane in 0..LANES {
        if low[lane] < best.0 {
            best = (low[lane], index[lane] as usize + lane);
        }
    }
    for (i, &x) in rest.iter().enumerate() {
        if x < best.0 {
            best = (x, chunks.len() * LANES + i);
        }
    }
    best.1
}
