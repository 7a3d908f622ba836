//! The border of a part, and how a plane cuts it in two.
//!
//! A part is what the solid has in a box. Its hull needs no closed border: it is the hull of the corners of
//! the clipped triangles, and of those corners of the box that are in the solid. So no cut has to be closed,
//! and nothing depends on how the outlines of cuts run.
//!
//! Its volume needs caps where it was cut. As a sum of signed tetrahedra it is linear in the triangles, so
//! that any caps do whose outline is right: all triangles from one point of the cut to its edges, whether or
//! not they overlap or lie outside of the cut. What they cover too often has the opposite sign elsewhere.
//! Such caps are cut again like triangles of the surface, and their corners never count for a hull.
//!
//! A corner is on that side of a plane which its coordinate says; on the plane it belongs to both halves.
//! Where an edge crosses is computed once for the edge, and rounded to the precision of the user's mesh.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use arrayvec::ArrayVec;
use glam::DVec3;

use super::solid::Solid;

/// The plane on which one coordinate has a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    pub axis: usize,
    pub at: f64,
}

impl Plane {
    /// On which side of the plane a point is: `Less` for smaller coordinates.
    pub fn side(&self, p: DVec3) -> Ordering {
        p[self.axis].partial_cmp(&self.at).unwrap_or(Ordering::Equal)
    }
}

/// Triangles between points: clipped ones of the mesh, and caps.
#[derive(Clone, Default)]
pub(super) struct Chain {
    points: Vec<DVec3>,
    /// How many points, the first ones, are corners of the surface.
    on_surface: usize,
    surface: Vec<[u32; 3]>,
    caps: Vec<[u32; 3]>,
}

impl Chain {
    /// Of triangles between some of these points; corners with equal coordinates must have one number.
    pub fn new(points: &[DVec3], surface: Vec<[u32; 3]>) -> Self {
        Self::of_used(points, surface, Vec::new())
    }
    /// The corners of the surface.
    pub fn corners(&self) -> &[DVec3] {
        &self.points[..self.on_surface]
    }
    /// The volume that surface and caps enclose; rounding is least around a point near them.
    pub fn volume(&self, around: DVec3) -> f64 {
        let all = self.surface.iter().chain(&self.caps);
        let terms = all.map(|t| {
            let [a, b, c] = t.map(|i| self.points[i as usize] - around);
            a.dot(b.cross(c))
        });
        terms.sum::<f64>() / 6.0
    }
    /// The halves of smaller and of larger coordinates.
    pub fn cut(&self, plane: Plane, solid: &Solid) -> [Self; 2] {
        let mut cut = Cut::new(self, plane, solid);
        let surface = cut.halves(&self.surface);
        let caps = cut.halves(&self.caps);
        let [left, right] = cut.new_caps([&surface[0], &caps[0]]);
        let [left_surface, right_surface] = surface;
        let [left_caps, right_caps] = caps;
        [
            Self::of_used(&cut.points, left_surface, [left_caps, left].concat()),
            Self::of_used(&cut.points, right_surface, [right_caps, right].concat()),
        ]
    }
    /// With those points only that are used, the corners of the surface first.
    fn of_used(points: &[DVec3], mut surface: Vec<[u32; 3]>, mut caps: Vec<[u32; 3]>) -> Self {
        const NONE: u32 = u32::MAX;
        let (mut number, mut used) = (vec![NONE; points.len()], Vec::new());
        let mut renumber = |triangles: &mut Vec<[u32; 3]>| {
            for corner in triangles.iter_mut().flatten() {
                let new = &mut number[*corner as usize];
                if *new == NONE {
                    *new = used.len() as u32;
                    used.push(points[*corner as usize]);
                }
                *corner = *new;
            }
            used.len()
        };
        let on_surface = renumber(&mut surface);
        renumber(&mut caps);
        Self {
            points: used,
            on_surface,
            surface,
            caps,
        }
    }
}

/// A cut under way.
struct Cut<'a> {
    plane: Plane,
    solid: &'a Solid,
    /// The old points, and those where edges cross the plane.
    points: Vec<DVec3>,
    sides: Vec<Ordering>,
    crossings: BTreeMap<[u32; 2], u32>,
}

/// What a plane leaves of a triangle on one side.
type Piece = ArrayVec<u32, 4>;

impl<'a> Cut<'a> {
    fn new(chain: &Chain, plane: Plane, solid: &'a Solid) -> Self {
        Self {
            plane,
            solid,
            points: chain.points.clone(),
            sides: chain.points.iter().map(|p| plane.side(*p)).collect(),
            crossings: BTreeMap::new(),
        }
    }
    /// What is left of triangles on both sides. One in the plane goes to that side on which the solid is: on
    /// the other it would be a sheet without a solid behind it, and make the hull larger.
    fn halves(&mut self, triangles: &[[u32; 3]]) -> [Vec<[u32; 3]>; 2] {
        let mut halves = [Vec::new(), Vec::new()];
        for &t in triangles {
            let has = |side| t.iter().any(|&i| self.sides[i as usize] == side);
            match (has(Ordering::Less), has(Ordering::Greater)) {
                (true, false) => halves[0].push(t),
                (false, true) => halves[1].push(t),
                (false, false) => halves[usize::from(!self.faces_up(t))].push(t),
                (true, true) => {
                    for (half, piece) in halves.iter_mut().zip(self.pieces(t)) {
                        half.extend((2..piece.len()).map(|k| [piece[0], piece[k - 1], piece[k]]));
                    }
                }
            }
        }
        halves
    }
    /// Whether a triangle faces towards larger coordinates.
    fn faces_up(&self, t: [u32; 3]) -> bool {
        let [a, b, c] = t.map(|i| self.points[i as usize]);
        (b - a).cross(c - a)[self.plane.axis] > 0.0
    }
    /// The two pieces of a triangle that crosses the plane.
    fn pieces(&mut self, t: [u32; 3]) -> [Piece; 2] {
        let mut pieces = [Piece::new(), Piece::new()];
        for k in 0..3 {
            let (a, b) = (t[k], t[(k + 1) % 3]);
            let (side, next) = (self.sides[a as usize], self.sides[b as usize]);
            if side.is_le() {
                pieces[0].push(a);
            }
            if side.is_ge() {
                pieces[1].push(a);
            }
            if side == next.reverse() && side.is_ne() {
                let at = self.crossing(a, b);
                pieces.iter_mut().for_each(|piece| piece.push(at));
            }
        }
        pieces
    }
    /// Where an edge crosses the plane.
    fn crossing(&mut self, a: u32, b: u32) -> u32 {
        let edge = [a.min(b), a.max(b)];
        if let Some(&known) = self.crossings.get(&edge) {
            return known;
        }
        let [p, q] = edge.map(|i| self.points[i as usize]);
        let Plane { axis, at } = self.plane;
        let found = p + (q - p) * ((at - p[axis]) / (q[axis] - p[axis]));
        let mut found = DVec3::from(found.to_array().map(|x| self.solid.round(x)));
        found[axis] = at;
        let number = self.points.len() as u32;
        self.points.push(found);
        self.sides.push(Ordering::Equal);
        self.crossings.insert(edge, number);
        number
    }
    /// The caps of both halves: triangles to the edges in the plane from the start of the first of them.
    fn new_caps(&self, first_half: [&[[u32; 3]]; 2]) -> [Vec<[u32; 3]>; 2] {
        let in_plane = |i: u32| self.sides[i as usize].is_eq();
        let triangles = first_half.into_iter().flatten();
        let edges = triangles.flat_map(|t| (0..3).map(|k| [t[k], t[(k + 1) % 3]]));
        let edges: Vec<[u32; 2]> = edges.filter(|e| e.iter().all(|&i| in_plane(i))).collect();
        let Some(&[apex, _]) = edges.first() else {
            return [Vec::new(), Vec::new()];
        };
        let apart = edges.iter().filter(|e| !e.contains(&apex));
        let second: Vec<[u32; 3]> = apart.map(|&[a, b]| [apex, a, b]).collect();
        let first = second.iter().map(|&[o, a, b]| [o, b, a]).collect();
        [first, second]
    }
}
