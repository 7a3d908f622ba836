//! The hull of points in space: its corners, its faces as polygons, and its edges with the two faces that
//! meet there.

use alloc::vec;
use alloc::vec::Vec;

use glam::DVec3;

use super::d2::{monotone_chain, sorted_unique};
use super::faces;
use super::lifted::Lifted;
use super::quick::QuickHull;
use crate::math::Vector3;

/// An edge of a hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Its ends, the smaller number first.
    pub vertices: [u32; 2],
    /// The face that runs from the first end to the second, then the one that runs back; both
    /// [`Edge::NO_FACE`] if the hull is a segment.
    pub faces: [u32; 2],
}

impl Edge {
    /// Stands for a face where there is none.
    pub const NO_FACE: u32 = u32::MAX;
}

/// The hull of a list of points: which of them are corners, and the faces and edges of these.
///
/// Corners are numbered in lexicographic order of their coordinates, faces and edges by their corners: the
/// same set of points gives the same hull, in whatever order it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hull {
    /// The corners, as indices into the points.
    pub vertices: Vec<u32>,
    /// 3 for a solid; 2 for a flat hull, which has two opposite faces; 1 for a segment, 0 for a point.
    pub rank: usize,
    /// The edges.
    pub edges: Vec<Edge>,
    corners: Vec<u32>,
    starts: Vec<u32>,
}

impl Hull {
    /// How many faces there are.
    pub fn face_count(&self) -> usize {
        self.starts.len() - 1
    }
    /// The corners of a face as positions in `vertices`, counter-clockwise from outside.
    pub fn face(&self, i: usize) -> &[u32] {
        &self.corners[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
    /// A hull from faces given as sorted loops; without faces it is a point or a segment.
    pub(super) fn from_loops(vertices: Vec<u32>, loops: &[Vec<u32>]) -> Self {
        let mut starts = vec![0];
        starts.extend(loops.iter().scan(0, |end, corners| {
            *end += corners.len() as u32;
            Some(*end)
        }));
        let segment = Edge {
            vertices: [0, 1],
            faces: [Edge::NO_FACE; 2],
        };
        Self {
            rank: match loops.len() {
                0 => usize::from(vertices.len() > 1),
                2 => 2,
                _ => 3,
            },
            edges: match (loops.len(), vertices.len()) {
                (0, 2) => vec![segment],
                _ => faces::edges(loops.iter()),
            },
            vertices,
            corners: loops.concat(),
            starts,
        }
    }
}

/// The hull of `points`, exactly: a point is a corner if and only if it is not in the hull of the others,
/// and two triangles are in one face if and only if they lie in one plane.
///
/// Any points are allowed: repeated, on a line, in a plane, or a unit in the last place away from that.
/// Points that are not finite are ignored. Expected O(n log n); quickhull's worst case, O(n²), needs points
/// constructed for it.
///
/// ```
/// use clearance::{glam::DVec3, hull::d3::hull};
/// let mut points: Vec<DVec3> = (0..8).map(|i| DVec3::new((i & 1) as f64, (i / 2 % 2) as f64, (i / 4) as f64)).collect();
/// points.push(DVec3::new(0.5, 0.5, 1.0)); // within a face
/// let cube = hull(&points);
/// assert_eq!((cube.vertices.len(), cube.face_count(), cube.edges.len()), (8, 6, 12));
/// ```
pub fn hull<V: Vector3>(points: &[V]) -> Hull {
    let order = sorted_unique(points);
    let lifted = Lifted::<3>::new(order.iter().map(|&i| points[i as usize]));
    let mut hull = hull_of_unique(&lifted);
    for i in &mut hull.vertices {
        *i = order[*i as usize];
    }
    hull
}

/// The hull of distinct points in lexicographic order.
fn hull_of_unique(points: &Lifted<3>) -> Hull {
    let n = points.len() as u32;
    if n < 3 {
        return Hull::from_loops((0..n).collect(), &[]);
    }
    let line = [0, n - 1];
    let Some(third) = off_line(points, line) else {
        return Hull::from_loops(line.to_vec(), &[]);
    };
    let plane = [0, n - 1, third];
    match off_plane(points, plane) {
        Some(fourth) => faces::merge(&QuickHull::build(points, [0, n - 1, third, fourth]), points.len()),
        None => flat(points, plane),
    }
}

/// The point furthest from a line as computed in floats; if that is on the line, any point off it.
fn off_line(points: &Lifted<3>, [a, b]: [u32; 2]) -> Option<u32> {
    let from_a = |i: u32| at(points, i) - at(points, a);
    let d = from_a(b);
    let distance = |i: u32| d.cross(from_a(i)).length_squared();
    let is_off = |&i: &u32| !points.collinear([a, b, i]);
    furthest(points.len(), distance, is_off)
}

/// The point furthest from a plane as computed in floats; if that is in the plane, any point off it.
fn off_plane(points: &Lifted<3>, [a, b, c]: [u32; 3]) -> Option<u32> {
    let from_a = |i: u32| at(points, i) - at(points, a);
    let normal = from_a(b).cross(from_a(c));
    let distance = |i: u32| normal.dot(from_a(i)).abs();
    let is_off = |&i: &u32| points.side([a, b, c], i).is_ne();
    furthest(points.len(), distance, is_off)
}

/// The hull of points in one plane, three of which are given: projected along an axis that is not in the
/// plane.
fn flat(points: &Lifted<3>, triangle: [u32; 3]) -> Hull {
    let views = [[0, 1], [1, 2], [2, 0]];
    let view = views
        .into_iter()
        .find(|&axes| points.turn(triangle, axes).is_ne());
    let axes = view.unwrap_or(views[0]);
    let seen = |&i: &u32| axes.map(|k| points.point(i)[k]);
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_unstable_by(|i, j| seen(i).partial_cmp(&seen(j)).unwrap_or(i.cmp(j)));
    let outline = monotone_chain(points, &order, axes);
    let mut vertices = outline.clone();
    vertices.sort_unstable();
    let number = |i: &u32| vertices.binary_search(i).unwrap_or(0) as u32;
    let mut front: Vec<u32> = outline.iter().map(number).collect();
    let first = front.iter().position(|&i| i == 0).unwrap_or(0);
    front.rotate_left(first);
    let mut back = front.clone();
    back[1..].reverse();
    let mut loops = [front, back];
    loops.sort_unstable();
    Hull::from_loops(vertices, &loops)
}

/// The number of the largest distance, of equal ones the first, if `is_off` holds; else the first number
/// for which it holds.
fn furthest(n: usize, distance: impl Fn(u32) -> f64, is_off: impl Fn(&u32) -> bool) -> Option<u32> {
    let mut best = None;
    for i in 0..n as u32 {
        let d = distance(i);
        if best.is_none_or(|(_, most)| d > most) {
            best = Some((i, d));
        }
    }
    let best = best.map(|(i, _)| i).filter(&is_off);
    best.or_else(|| (0..n as u32).find(is_off))
}

fn at(points: &Lifted<3>, i: u32) -> DVec3 {
    DVec3::from_array(*points.point(i))
}
