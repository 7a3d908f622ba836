//! Convex polytopes in exact arithmetic, flat ones too: cuts by planes, and hulls of points.
//!
//! Source: the double description method (Motzkin, Raiffa, Thompson and Thrall 1953; Fukuda and Prodon 1996).
//! A polytope is the list of its vertices, each with the planes it is on. A cut by a plane keeps the vertices
//! on one side and adds one on each edge that the plane crosses. Two vertices share an edge if no third one
//! is on all the planes that both are on. No list of faces or edges is kept, so nothing depends on the
//! dimension, and many planes through one vertex are no special case. A hull is found by the same step with
//! the roles exchanged: half-spaces that do not contain the next point are replaced.
//!
//! Limit: each cut looks at all pairs of vertices on different sides, so this is for polytopes of up to some
//! hundred vertices.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::number::homogeneous::{Homogeneous, Independent};
use crate::exact::number::integer::{Int, IntVector, axis};

/// A vertex and the numbers of the planes it is on, ascending; or a half-space and the points on its border.
#[derive(Clone, Debug)]
pub(crate) struct PolytopeVertex<const D: usize> {
    pub(crate) at: Homogeneous<D>,
    on: Vec<u32>,
}

/// A convex polytope of any dimension up to D, not empty.
#[derive(Clone, Debug)]
pub(crate) struct ExactPolytope<const D: usize> {
    pub(crate) corners: Vec<PolytopeVertex<D>>,
    /// Its dimension.
    pub(crate) rank: usize,
    /// How many planes it has been cut by.
    planes: u32,
}

/// The half-spaces whose intersection a hull is.
#[derive(Clone, Debug)]
pub(crate) struct HullFaces<const D: usize> {
    pub(crate) half_spaces: Vec<Homogeneous<D>>,
    /// Planes that contain the whole hull, where it is flat.
    pub(crate) level: Vec<Homogeneous<D>>,
}

impl<const D: usize> HullFaces<D> {
    /// Whether the point is in the hull.
    pub(crate) fn hold(&self, p: &Homogeneous<D>) -> bool {
        self.level.iter().all(|h| h.side(p) == Ordering::Equal)
            && self.half_spaces.iter().all(|h| h.side(p) != Ordering::Greater)
    }
}

impl<const D: usize> ExactPolytope<D> {
    /// The side of a plane on which each vertex is: `Greater` outside the half-space.
    pub(crate) fn sides(&self, plane: &Homogeneous<D>) -> Vec<Ordering> {
        self.corners.iter().map(|c| plane.side(&c.at)).collect()
    }
    /// The part inside a half-space and the part outside it. `sides`, from [`ExactPolytope::sides`], must
    /// have both `Less` and `Greater`.
    pub(crate) fn split(&self, plane: &Homogeneous<D>, sides: &[Ordering]) -> [Self; 2] {
        let border = self.border(plane, sides);
        [Ordering::Less, Ordering::Greater].map(|side| {
            let kept = self.corners.iter().zip(sides).filter(|(_, s)| **s == side);
            Self {
                corners: kept.map(|(c, _)| c).chain(&border).cloned().collect(),
                rank: self.rank,
                planes: self.planes + 1,
            }
        })
    }
    /// The intersection with a plane that cuts it as in [`ExactPolytope::split`].
    pub(crate) fn section(&self, plane: &Homogeneous<D>, sides: &[Ordering]) -> Self {
        Self {
            corners: self.border(plane, sides),
            rank: self.rank - 1,
            planes: self.planes + 1,
        }
    }
    fn border(&self, plane: &Homogeneous<D>, sides: &[Ordering]) -> Vec<PolytopeVertex<D>> {
        crossings(&self.corners, sides, self.rank, plane, self.planes)
    }
    /// A point of its interior (relative interior where it is flat), about in the middle.
    pub(crate) fn center(&self) -> Option<Homogeneous<D>> {
        Homogeneous::mean(self.corners.iter().map(|c| &c.at))
    }
    /// The box around it, rounded: see [`Homogeneous::approximate`].
    pub(crate) fn bounds(&self) -> [[f64; D]; 2] {
        let mut bounds = [[f64::INFINITY; D], [f64::NEG_INFINITY; D]];
        for corner in &self.corners {
            let p = corner.at.approximate();
            for i in 0..D {
                bounds[0][i] = bounds[0][i].min(p[i]);
                bounds[1][i] = bounds[1][i].max(p[i]);
            }
        }
        bounds
    }

    /// The hull of at least one point, with coordinates of about so many bits, and its half-spaces.
    pub(crate) fn hull(points: Vec<IntVector<D>>, bits: i64) -> (Self, HullFaces<D>) {
        let points: Vec<Homogeneous<D>> = points.into_iter().map(|p| Homogeneous::point(p, bits)).collect();
        let mut hull = IncrementalHull::new(&points, bits);
        for i in 0..points.len() {
            hull.add(i);
        }
        hull.finish()
    }
}

/// Given vertices on both sides of a plane (or planes on both sides of a vertex): those on it, and new ones
/// where it crosses an edge.
fn crossings<const D: usize>(
    corners: &[PolytopeVertex<D>],
    sides: &[Ordering],
    rank: usize,
    plane: &Homogeneous<D>,
    number: u32,
) -> Vec<PolytopeVertex<D>> {
    let on = |side: Ordering| (0..corners.len()).filter(move |&i| sides[i] == side);
    let numbered = |at: Homogeneous<D>, mut on: Vec<u32>| {
        insert(&mut on, number);
        PolytopeVertex { at, on }
    };
    let mut border: Vec<PolytopeVertex<D>> = on(Ordering::Equal)
        .map(|i| numbered(corners[i].at.clone(), corners[i].on.clone()))
        .collect();
    let heights: Vec<(usize, Int)> = on(Ordering::Greater)
        .map(|i| (i, plane.dot(&corners[i].at)))
        .collect();
    for i in on(Ordering::Less) {
        let mut depth = None;
        for (j, height) in &heights {
            let common = in_both(&corners[i].on, &corners[*j].on);
            if common.len() + 1 < rank || !is_edge(corners, [i, *j], &common) {
                continue;
            }
            let depth = depth.get_or_insert_with(|| plane.dot(&corners[i].at));
            let at = corners[i].at.between(depth, &corners[*j].at, height);
            border.push(numbered(at, common));
        }
    }
    border
}

/// Whether two vertices, both on these planes, share an edge.
fn is_edge<const D: usize>(corners: &[PolytopeVertex<D>], ends: [usize; 2], common: &[u32]) -> bool {
    let others = corners.iter().enumerate().filter(|(k, _)| !ends.contains(k));
    let mut on_all = others.filter(|(_, c)| is_part_of(common, &c.on));
    on_all.next().is_none()
}

fn in_both(a: &[u32], b: &[u32]) -> Vec<u32> {
    a.iter().copied().filter(|x| b.binary_search(x).is_ok()).collect()
}

fn is_part_of(a: &[u32], b: &[u32]) -> bool {
    a.len() <= b.len() && a.iter().all(|x| b.binary_search(x).is_ok())
}

/// A hull to which points are added one by one.
struct IncrementalHull<'p, const D: usize> {
    points: &'p [Homogeneous<D>],
    /// The points of its first simplex.
    first: Vec<usize>,
    half_spaces: Vec<PolytopeVertex<D>>,
    level: Vec<Homogeneous<D>>,
}

impl<'p, const D: usize> IncrementalHull<'p, D> {
    /// The simplex of the first independent points. Where all points lie in one plane, coordinate axes across
    /// it are added as directions, and the half-spaces extend along these.
    fn new(points: &'p [Homogeneous<D>], bits: i64) -> Self {
        let mut independent = Independent::none();
        let first: Vec<usize> = (0..points.len())
            .filter(|&i| independent.takes(&points[i]))
            .collect();
        let axes: Vec<Homogeneous<D>> = (0..D)
            .map(|i| Homogeneous::direction(axis(i), bits))
            .filter(|a| independent.takes(a))
            .collect();
        let all: Vec<&Homogeneous<D>> = first.iter().map(|&i| &points[i]).chain(&axes).collect();
        let without = |left_out: usize| {
            let plane = Homogeneous::through(core::array::from_fn(|i| all[i + usize::from(i >= left_out)]));
            match plane.side(all[left_out]) {
                Ordering::Greater => plane.reversed(),
                _ => plane,
            }
        };
        let half_space = |k: usize| PolytopeVertex {
            at: without(k),
            on: (0..first.len())
                .filter(|&j| j != k)
                .map(|j| first[j] as u32)
                .collect(),
        };
        let count = if first.len() > 1 { first.len() } else { 0 };
        Self {
            half_spaces: (0..count).map(half_space).collect(),
            level: (first.len()..=D).map(without).collect(),
            points,
            first,
        }
    }
    fn rank(&self) -> usize {
        self.first.len() - 1
    }
    fn add(&mut self, i: usize) {
        if self.first.contains(&i) {
            return;
        }
        let p = &self.points[i];
        let sides: Vec<Ordering> = self.half_spaces.iter().map(|h| p.side(&h.at)).collect();
        if !sides.contains(&Ordering::Greater) {
            let touched = self.half_spaces.iter_mut().zip(&sides);
            for (h, _) in touched.filter(|(_, s)| **s == Ordering::Equal) {
                insert(&mut h.on, i as u32);
            }
            return;
        }
        let border = crossings(&self.half_spaces, &sides, self.rank(), p, i as u32);
        let mut inside = sides.iter().map(|s| *s == Ordering::Less);
        self.half_spaces.retain(|_| inside.next().unwrap_or(true));
        self.half_spaces.extend(border);
    }
    fn finish(self) -> (ExactPolytope<D>, HullFaces<D>) {
        let mut on: Vec<Vec<u32>> = self.points.iter().map(|_| Vec::new()).collect();
        for (number, half_space) in self.half_spaces.iter().enumerate() {
            for &i in &half_space.on {
                on[i as usize].push(number as u32);
            }
        }
        let rank = self.rank();
        // A point is a vertex if no other is on all its planes; of equal points the first one is kept.
        let is_corner = |i: usize| {
            let covers =
                |j: usize| j != i && is_part_of(&on[i], &on[j]) && (j < i || on[i].len() < on[j].len());
            !(0..on.len()).any(covers)
        };
        let corners = (0..on.len()).filter(|&i| on[i].len() >= rank && is_corner(i));
        let corner = |i: usize| PolytopeVertex {
            at: self.points[i].clone(),
            on: on[i].clone(),
        };
        let polytope = ExactPolytope {
            corners: corners.map(corner).collect(),
            rank,
            planes: self.half_spaces.len() as u32,
        };
        let faces = HullFaces {
            half_spaces: self.half_spaces.into_iter().map(|h| h.at).collect(),
            level: self.level,
        };
        (polytope, faces)
    }
}

fn insert(sorted: &mut Vec<u32>, x: u32) {
    if let Err(at) = sorted.binary_search(&x) {
        sorted.insert(at, x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hull<const D: usize>(points: &[[i64; D]]) -> (ExactPolytope<D>, HullFaces<D>) {
        ExactPolytope::hull(points.iter().map(|p| p.map(Int::from)).collect(), 4)
    }
    fn plane<const D: usize>(normal: [i64; D], offset: i64) -> Homogeneous<D> {
        Homogeneous::half_space(normal.map(Int::from), Int::from(-offset), 4)
    }
    /// A cube with more points than its vertices: repeated, on an edge, on a face, inside.
    fn cube() -> Vec<[i64; 3]> {
        let mut points: Vec<[i64; 3]> = Vec::from([[2, 2, 2], [0, 0, 2], [0, 2, 2]]);
        points.extend((0..8).map(|c| [c & 1, c >> 1 & 1, c >> 2 & 1].map(|b| 4 * b)));
        points.extend([[4, 4, 4], [0, 0, 0]]);
        points
    }

    /// Its rank, and the numbers of its vertices, half-spaces and containing planes.
    fn counts<const D: usize>(hull: &ExactPolytope<D>, faces: &HullFaces<D>) -> (usize, usize, usize, usize) {
        (
            hull.rank,
            hull.corners.len(),
            faces.half_spaces.len(),
            faces.level.len(),
        )
    }

    #[test]
    fn hulls_have_their_faces_and_corners() {
        let (cube, faces) = hull(&cube());
        assert_eq!(counts(&cube, &faces), (3, 8, 6, 0));
        let (square, faces) = hull(&[[0, 0, 1], [2, 2, 3], [2, 0, 3], [0, 2, 1], [1, 1, 2]]);
        assert_eq!(counts(&square, &faces), (2, 4, 4, 1));
        let (segment, faces) = hull(&[[1, 1, 1], [3, 3, 3], [0, 0, 0], [2, 2, 2]]);
        assert_eq!(counts(&segment, &faces), (1, 2, 2, 2));
        let (point, faces) = hull(&[[5, 7], [5, 7]]);
        assert_eq!(counts(&point, &faces), (0, 1, 0, 2));
        let at = |x: i64, y: i64| Homogeneous::point([x, y].map(Int::from), 4);
        assert!(faces.hold(&at(5, 7)) && !faces.hold(&at(5, 8)));
    }
    #[test]
    fn cuts_keep_both_sides() {
        let (cube, faces) = hull(&cube());
        // Perpendicular to the long diagonal: a hexagon through the midpoints of six edges.
        let across = plane([1, 1, 1], 6);
        let sides = cube.sides(&across);
        assert_eq!(cube.section(&across, &sides).corners.len(), 6);
        let [inside, outside] = cube.split(&across, &sides);
        assert_eq!((inside.corners.len(), outside.corners.len()), (10, 10));
        // Through an edge and the opposite one: no new vertices.
        let diagonal = plane([1, -1, 0], 0);
        let [wedge, _] = inside.split(&diagonal, &inside.sides(&diagonal));
        for corner in &wedge.corners {
            assert!(faces.hold(&corner.at));
            assert!(
                diagonal.side(&corner.at) != Ordering::Greater
                    && across.side(&corner.at) != Ordering::Greater
            );
        }
        let center = wedge.center().unwrap();
        assert!(
            faces
                .half_spaces
                .iter()
                .chain([&across, &diagonal])
                .all(|h| h.side(&center) == Ordering::Less)
        );
    }
    #[test]
    fn many_cuts_through_one_point() {
        // A pyramid over a square: four faces meet in its apex, and each of these planes runs through that.
        let (pyramid, faces) = hull(&[[0, 0, 0], [6, 0, 0], [6, 6, 0], [0, 6, 0], [3, 3, 5]]);
        assert_eq!(faces.half_spaces.len(), 5);
        for (normal, offset) in [([1, 0, 0], 3), ([1, 1, 0], 6), ([1, 2, 0], 9), ([2, -1, 0], 3)] {
            let h = plane(normal, offset);
            let [a, b] = pyramid.split(&h, &pyramid.sides(&h));
            assert_eq!(
                (a.corners.len() + b.corners.len()),
                pyramid.corners.len() + 5 - usize::from(normal == [1, 1, 0]) * 2
            );
        }
    }
}
