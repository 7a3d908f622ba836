//! A growing convex polytope of triangles: the part of the Minkowski difference that is known so far.
//!
//! Faces know their neighbours, so that adding a vertex floods from one visible face to the horizon and closes it with
//! a fan (C. Barber, D. Dobkin, H. Huhdanpaa, "The Quickhull algorithm for convex hulls", 1996). Faces that the new
//! vertex sees only edge-on, within `slack`, count as visible: they would become a fan of slivers otherwise, and two
//! boxes side by side have whole planes of such faces.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::gjk::unit;
use super::simplex::{Support, triangle_normal};

/// Vertices held at most; a polyhedral pair needs about ten, a smooth one some dozens.
pub(crate) const MOST_VERTICES: usize = 128;
const MOST_FACES: usize = 2 * MOST_VERTICES;

/// A triangle, its vertices counter-clockwise from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub vertices: [u16; 3],
    /// The face across the edge from vertex `i` to the next.
    neighbours: [u16; 3],
    /// Unit, outward.
    pub normal: DVec3,
    alive: bool,
}

/// An edge between a visible face and one that stays.
#[derive(Clone, Copy)]
struct HorizonEdge {
    from: u16,
    to: u16,
    beyond: u16,
}

/// Why a vertex could not be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stuck {
    /// No room for more faces.
    Full,
    /// Rounding would leave a face without a normal, or a horizon that is not one loop.
    Degenerate,
}

/// The polytope. `offsets[i]` is how far the plane of face `i` is from the origin, infinite for a dead face.
pub(crate) struct Polytope {
    pub vertices: ArrayVec<Support<DVec3>, MOST_VERTICES>,
    faces: ArrayVec<Face, MOST_FACES>,
    offsets: ArrayVec<f64, MOST_FACES>,
    /// Places of dead faces.
    free: ArrayVec<u16, MOST_FACES>,
    slack: f64,
}

impl Polytope {
    /// From four points that are not in one plane; `None` where they are.
    pub fn tetrahedron(corners: [Support<DVec3>; 4], slack: f64) -> Option<Self> {
        let [p, q, r, s] = corners.map(|c| c.difference);
        let volume = (q - p).cross(r - p).dot(s - p);
        if volume == 0.0 || !volume.is_finite() {
            return None;
        }
        let mut polytope = Self {
            vertices: ArrayVec::new(),
            faces: ArrayVec::new(),
            offsets: ArrayVec::new(),
            free: ArrayVec::new(),
            slack,
        };
        polytope.vertices.extend(corners);
        if volume > 0.0 {
            polytope.vertices.swap(0, 1);
        }
        // Face k leaves out vertex k, and lies across the edge that does so too.
        for (vertices, neighbours) in [
            ([1, 3, 2], [2, 1, 3]),
            ([0, 2, 3], [3, 0, 2]),
            ([0, 3, 1], [1, 0, 3]),
            ([0, 1, 2], [2, 0, 1]),
        ] {
            polytope.push_face(vertices, neighbours).ok()?;
        }
        Some(polytope)
    }

    /// The face whose plane is nearest to the origin, with its offset.
    #[inline]
    pub fn nearest_face(&self) -> (usize, f64) {
        let mut best = (0, f64::INFINITY);
        for (i, &offset) in self.offsets.iter().enumerate() {
            if offset < best.1 {
                best = (i, offset);
            }
        }
        best
    }
    /// A face by number.
    #[inline(always)]
    pub fn face(&self, i: usize) -> &Face {
        &self.faces[i]
    }
    /// The corners of a face.
    #[inline(always)]
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

    /// Adds a vertex that face `seed` surely sees.
    pub fn add(&mut self, point: Support<DVec3>, seed: usize) -> Result<(), Stuck> {
        let horizon = self.carve(point.difference, seed)?;
        let apex = u16::try_from(self.vertices.len()).map_err(|_| Stuck::Full)?;
        self.vertices.try_push(point).map_err(|_| Stuck::Full)?;
        let mut fan = ArrayVec::<u16, MOST_VERTICES>::new();
        for edge in &horizon {
            let face = self.push_face([edge.from, edge.to, apex], [edge.beyond; 3])?;
            self.join(edge.beyond, edge, face);
            fan.try_push(face).map_err(|_| Stuck::Full)?;
        }
        for (k, &face) in fan.iter().enumerate() {
            let neighbours = &mut self.faces[usize::from(face)].neighbours;
            neighbours[1] = fan[(k + 1) % fan.len()];
            neighbours[2] = fan[(k + fan.len() - 1) % fan.len()];
        }
        Ok(())
    }

    /// Into the place of a dead face, if there is one.
    fn push_face(&mut self, vertices: [u16; 3], neighbours: [u16; 3]) -> Result<u16, Stuck> {
        let [p, q, r] = vertices.map(|v| self.vertices[usize::from(v)].difference);
        let normal = unit(triangle_normal(p, q, r)).ok_or(Stuck::Degenerate)?;
        let face = Face {
            vertices,
            neighbours,
            normal,
            alive: true,
        };
        if let Some(place) = self.free.pop() {
            self.faces[usize::from(place)] = face;
            self.offsets[usize::from(place)] = normal.dot(p);
            return Ok(place);
        }
        let place = u16::try_from(self.faces.len()).map_err(|_| Stuck::Full)?;
        self.faces.try_push(face).map_err(|_| Stuck::Full)?;
        self.offsets.try_push(normal.dot(p)).map_err(|_| Stuck::Full)?;
        Ok(place)
    }

    /// Tells `face` that across its edge `edge` (seen from the other side) now lies `fresh`.
    fn join(&mut self, face: u16, edge: &HorizonEdge, fresh: u16) {
        let face = &mut self.faces[usize::from(face)];
        for i in 0..3 {
            if face.vertices[i] == edge.to && face.vertices[(i + 1) % 3] == edge.from {
                face.neighbours[i] = fresh;
            }
        }
    }

    /// Removes the faces that `point` sees, starting from `seed`; gives the edges of the hole in order.
    fn carve(&mut self, point: DVec3, seed: usize) -> Result<ArrayVec<HorizonEdge, MOST_VERTICES>, Stuck> {
        let mut loose = ArrayVec::<HorizonEdge, MOST_VERTICES>::new();
        let mut done = self.free.len();
        self.kill(seed)?;
        // What was killed last and not yet looked around from is at the end of the free list.
        while let Some(&i) = self.free.get(done) {
            done += 1;
            let i = usize::from(i);
            let Face {
                vertices, neighbours, ..
            } = self.faces[i];
            for k in 0..3 {
                let other = usize::from(neighbours[k]);
                if self.is_dead(other) {
                    continue;
                }
                if self.sees(point, other) {
                    self.kill(other)?;
                } else {
                    let edge = HorizonEdge {
                        from: vertices[k],
                        to: vertices[(k + 1) % 3],
                        beyond: neighbours[k],
                    };
                    loose.try_push(edge).map_err(|_| Stuck::Full)?;
                }
            }
        }
        chain(loose)
    }
    #[inline(always)]
    fn sees(&self, point: DVec3, i: usize) -> bool {
        self.faces[i].normal.dot(point) - self.offsets[i] >= -self.slack
    }
    #[inline(always)]
    fn is_dead(&self, i: usize) -> bool {
        !self.faces[i].alive
    }
    #[inline(always)]
    fn kill(&mut self, i: usize) -> Result<(), Stuck> {
        self.faces[i].alive = false;
        self.offsets[i] = f64::INFINITY;
        let place = u16::try_from(i).map_err(|_| Stuck::Full)?;
        self.free.try_push(place).map_err(|_| Stuck::Full)
    }
}

/// Puts the edges of a hole in order; they must make one loop.
fn chain(
    mut edges: ArrayVec<HorizonEdge, MOST_VERTICES>,
) -> Result<ArrayVec<HorizonEdge, MOST_VERTICES>, Stuck> {
    let count = edges.len();
    if count < 3 {
        return Err(Stuck::Degenerate);
    }
    for k in 1..count {
        let end = edges[k - 1].to;
        let found = (k..count)
            .find(|&j| edges[j].from == end)
            .ok_or(Stuck::Degenerate)?;
        edges.swap(k, found);
    }
    // A vertex met twice would have closed the loop early: then an edge above was not found, or the end is open.
    let closed = edges[count - 1].to == edges[0].from;
    let simple = (1..count).all(|k| edges[k].from != edges[0].from);
    if closed && simple {
        Ok(edges)
    } else {
        Err(Stuck::Degenerate)
    }
}
