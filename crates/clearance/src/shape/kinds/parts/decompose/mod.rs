//! From rings to convex parts, exactly.
//!
//! The edges of the rings become the constraints of a constrained Delaunay triangulation (`spade`, whose
//! predicates are Shewchuk's exact ones). It needs no points other than the vertices of the input, so the
//! closed parts cover the polygon exactly, whatever the coordinates. The same triangulation validates: an
//! edge that cannot be added crosses one that was. Edges that meet end to end, pass through a vertex or
//! overlap do not cross; an edge along which one ring runs twice is ignored. Walking inwards from the
//! unbounded face, each remaining edge toggles whether the next face is within its ring. This finds the faces
//! inside, holes outside the outer ring, and rings without area. Neighbouring faces are then merged where the
//! result stays convex (Hertel and Mehlhorn 1983: at most four times as many parts as the best
//! decomposition), with exact orientation tests.
//!
//! Limit: along one axis the coordinates of a polygon, other than 0, must be within a factor of 2^340 of each
//! other, except for tiny ones of about one magnitude.

mod merge;
mod wide_range;

use alloc::vec;
use alloc::vec::Vec;

use spade::handles::FixedVertexHandle;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

use crate::exact::orientation::orient2d;
use crate::shape::error::{Fault, Field, InvalidShape};
use merge::merged;
use wide_range::with_tiny_enlarged;

type Delaunay = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// A polygon cut into parts. Indices are into `points`.
pub(super) struct Decomposition {
    /// For each distinct vertex its ring, and its index in that.
    pub points: Vec<(usize, usize)>,
    /// Triangles, counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
    /// Convex polygons, counter-clockwise: unions of these.
    pub parts: Vec<Vec<u32>>,
    /// The edges between inside and outside, the interior on the left.
    pub border: Vec<[u32; 2]>,
    /// For each of these the edge of a ring on which it lies, counted through all rings; of several the
    /// first.
    pub numbers: Vec<u32>,
}

/// Cuts the region inside the first ring and outside the others into convex parts.
pub(super) fn decompose(rings: &[Vec<[f64; 2]>]) -> Result<Decomposition, InvalidShape> {
    let rings = scaled(rings)?;
    let (points, ring_indices) = distinct(&rings);
    let vertices = points
        .iter()
        .map(|&(r, k)| Point2::new(rings[r][k][0], rings[r][k][1]));
    let mut delaunay = Delaunay::bulk_load_cdt(vertices.collect(), Vec::new())
        .map_err(|_| InvalidShape::new("vertices", Fault::TooLarge))?;
    let (toggles, sources) = constrain(&mut delaunay, &ring_indices)?;
    let inside = walk(&delaunay, &toggles, rings.len())?;
    let triangles: Vec<[u32; 3]> = delaunay
        .inner_faces()
        .filter(|face| inside[face.fix().index()])
        .map(|face| face.vertices().map(|v| v.fix().index() as u32))
        .collect();
    let position = |i: u32| {
        let (r, k) = points[i as usize];
        rings[r][k]
    };
    let border = border(&delaunay, &inside);
    let numbers = border.iter().map(|edge| source_of(&sources, *edge)).collect();
    Ok(Decomposition {
        parts: merged(&triangles, position),
        triangles,
        border,
        numbers,
        points,
    })
}

/// Field of the edge that starts at vertex `k` of ring `r`.
pub(crate) fn field(r: usize, k: usize) -> Field {
    match r {
        0 => Field::at("vertices", k),
        _ => Field::at2("holes", r - 1, k),
    }
}

pub(crate) fn ring_field(r: usize) -> Field {
    match r {
        0 => Field::named("vertices"),
        _ => Field::at("holes", r - 1),
    }
}

/// All coordinates times a power of two that brings the largest near 2^199, where `spade` accepts the widest
/// range.
///
/// The factor is the same for both axes, so that triangles keep their shape, unless a coordinate would be too
/// small: then each axis has its own. Stretching an axis does not change what is inside, what is convex and
/// which edges cross; nor does enlarging coordinates that are too small even then (`wide_range.rs`).
fn scaled(rings: &[Vec<[f64; 2]>]) -> Result<Vec<Vec<[f64; 2]>>, InvalidShape> {
    let axes = [0, 1].map(|axis| {
        let along = rings.iter().flatten().map(|p| libm::fabs(p[axis]));
        exponent_range(along.filter(|&x| x > 0.0))
    });
    let [Some(x), Some(y)] = axes else {
        return Err(InvalidShape::new("vertices", Fault::NoArea));
    };
    let (least, most) = (x[0].min(y[0]), x[1].max(y[1]));
    let both = if most - least > WIDEST {
        [x, y]
    } else {
        [[least, most]; 2]
    };
    if both.iter().any(|axis| axis[1] - axis[0] > WIDEST) {
        let larger =
            with_tiny_enlarged(rings, WIDEST).ok_or(InvalidShape::new("vertices", Fault::TooWide))?;
        return Ok(times_powers_of_two(&larger, [198; 2]));
    }
    Ok(times_powers_of_two(rings, both.map(|axis| 198 - axis[1])))
}

fn times_powers_of_two(rings: &[Vec<[f64; 2]>], exponents: [i32; 2]) -> Vec<Vec<[f64; 2]>> {
    // Adding 0 turns -0 into 0: the two are one coordinate.
    let scale = |axis: usize, x: f64| libm::scalbn(x, exponents[axis]) + 0.0;
    let point = |p: &[f64; 2]| [scale(0, p[0]), scale(1, p[1])];
    let ring = |ring: &Vec<[f64; 2]>| ring.iter().map(point).collect();
    rings.iter().map(ring).collect()
}

/// The largest ratio of two coordinates of an axis, other than 0, as a power of two: `spade` accepts
/// coordinates from 2^-142 on.
const WIDEST: i32 = 340;

/// The exponents of the smallest and the largest of a list of positive numbers.
fn exponent_range(numbers: impl Iterator<Item = f64>) -> Option<[i32; 2]> {
    let ranges = numbers.map(|x| [libm::ilogb(x); 2]);
    ranges.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])
}

/// The distinct points of all rings, and each ring as indices into them.
fn distinct(rings: &[Vec<[f64; 2]>]) -> (Vec<(usize, usize)>, Vec<Vec<usize>>) {
    let mut all: Vec<(usize, usize)> = (0..rings.len())
        .flat_map(|r| (0..rings[r].len()).map(move |k| (r, k)))
        .collect();
    let at = |&(r, k): &(usize, usize)| rings[r][k];
    all.sort_by(|a, b| {
        let (a, b) = (at(a), at(b));
        a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
    });
    let mut points: Vec<(usize, usize)> = Vec::new();
    let mut indices: Vec<Vec<usize>> = rings.iter().map(|ring| vec![0; ring.len()]).collect();
    for place in all {
        if points.last().is_none_or(|last| at(last) != at(&place)) {
            points.push(place);
        }
        indices[place.0][place.1] = points.len() - 1;
    }
    (points, indices)
}

/// An edge between two vertices and the ring it belongs to.
type RingEdge = ([usize; 2], usize);

/// An edge between two vertices, and the number of the given edge on which it lies.
type Source = ([usize; 2], u32);

/// Adds every edge; returns, sorted, those along which a ring runs an odd number of times, and all, with the
/// given edges on which they lie.
fn constrain(
    delaunay: &mut Delaunay,
    rings: &[Vec<usize>],
) -> Result<(Vec<RingEdge>, Vec<Source>), InvalidShape> {
    let (mut toggles, mut sources): (Vec<RingEdge>, Vec<Source>) = (Vec::new(), Vec::new());
    let mut before = 0;
    for (r, ring) in rings.iter().enumerate() {
        for k in 0..ring.len() {
            let (from, to) = (ring[k], ring[(k + 1) % ring.len()]);
            if from == to {
                continue;
            }
            let added = delaunay.try_add_constraint(
                FixedVertexHandle::from_index(from),
                FixedVertexHandle::from_index(to),
            );
            if added.is_empty() {
                return Err(crossing(delaunay, rings, r, k));
            }
            for edge in added {
                let ends = delaunay.directed_edge(edge).vertices().map(|v| v.fix().index());
                let ends = [ends[0].min(ends[1]), ends[0].max(ends[1])];
                toggles.push((ends, r));
                sources.push((ends, (before + k) as u32));
            }
        }
        before += ring.len();
    }
    toggles.sort_unstable();
    sources.sort_unstable();
    Ok((odd(&toggles), sources))
}

/// The first of the given edges on which an edge of the border lies.
fn source_of(sources: &[Source], [a, b]: [u32; 2]) -> u32 {
    let ends = [a.min(b) as usize, a.max(b) as usize];
    let first = sources.partition_point(|(other, _)| *other < ends);
    sources.get(first).map_or(0, |(_, number)| *number)
}

/// One of each run of equal entries whose length is odd.
fn odd(sorted: &[RingEdge]) -> Vec<RingEdge> {
    sorted
        .chunk_by(|a, b| a == b)
        .filter(|run| run.len() % 2 == 1)
        .map(|run| run[0])
        .collect()
}

/// The error for the edge from vertex `k` of ring `r`; finds the earlier edge that it crosses.
fn crossing(delaunay: &Delaunay, rings: &[Vec<usize>], r: usize, k: usize) -> InvalidShape {
    let at = |i: usize| {
        let p = delaunay.vertex(FixedVertexHandle::from_index(i)).position();
        [p.x, p.y]
    };
    let edge = |r: usize, k: usize| [rings[r][k], rings[r][(k + 1) % rings[r].len()]].map(at);
    let [a, b] = edge(r, k);
    let apart = |p, q, u, v| {
        let (left, right) = (orient2d([p, q, u]), orient2d([p, q, v]));
        (left < 0.0 && right > 0.0) || (left > 0.0 && right < 0.0)
    };
    let before = (0..=r).flat_map(|s| (0..if s == r { k } else { rings[s].len() }).map(move |j| (s, j)));
    let other = before
        .enumerate()
        .find(|&(_, (s, j))| {
            let [c, d] = edge(s, j);
            apart(a, b, c, d) && apart(c, d, a, b)
        })
        .map_or(0, |(count, _)| count);
    Fault::EdgesCross { other }.in_field(field(r, k))
}

/// The rings that a face is inside of.
#[derive(Clone, Copy, Default, PartialEq)]
struct EnclosingRings {
    outer: bool,
    hole: Option<usize>,
}

impl EnclosingRings {
    /// The same on the other side of an edge of ring `r`.
    fn across(self, r: usize) -> Result<Self, InvalidShape> {
        match (r, self.hole) {
            (0, _) => Ok(Self {
                outer: !self.outer,
                ..self
            }),
            (_, None) => Ok(Self {
                hole: Some(r),
                ..self
            }),
            (_, Some(hole)) if hole == r => Ok(Self { hole: None, ..self }),
            (_, Some(_)) => Err(Fault::HoleOutside.in_field(ring_field(r))),
        }
    }
    /// The same on the other side of an edge that several rings may share: a hole is left before one is
    /// entered.
    fn through(self, toggles: &[RingEdge]) -> Result<Self, InvalidShape> {
        let leaves = |t: &&RingEdge| Some(t.1) == self.hole;
        let left = toggles
            .iter()
            .filter(leaves)
            .try_fold(self, |w, t| w.across(t.1))?;
        toggles
            .iter()
            .filter(|t| !leaves(t))
            .try_fold(left, |w, t| w.across(t.1))
    }
}

/// Which faces are inside, by index. It is an error if a ring has no face, or a hole has one outside the
/// outer ring.
fn walk(delaunay: &Delaunay, toggles: &[RingEdge], rings: usize) -> Result<Vec<bool>, InvalidShape> {
    let mut found: Vec<Option<EnclosingRings>> = vec![None; delaunay.num_all_faces()];
    found[delaunay.outer_face().fix().index()] = Some(EnclosingRings::default());
    let mut open: Vec<_> = delaunay
        .convex_hull()
        .map(|edge| if edge.is_outer_edge() { edge } else { edge.rev() })
        .collect();
    let mut seen = vec![false; rings];
    let mut inside = vec![false; delaunay.num_all_faces()];
    while let Some(edge) = open.pop() {
        let (from, to) = (edge.face(), edge.rev().face());
        let Some(within) = found[from.fix().index()] else {
            continue;
        };
        if found[to.fix().index()].is_some() {
            continue;
        }
        let ends = edge.vertices().map(|v| v.fix().index());
        let key = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        let first = toggles.partition_point(|t| t.0 < key);
        let count = toggles[first..].iter().take_while(|t| t.0 == key).count();
        let next = within.through(&toggles[first..first + count])?;
        if let Some(hole) = next.hole {
            if !next.outer {
                return Err(Fault::HoleOutside.in_field(ring_field(hole)));
            }
            seen[hole] = true;
        }
        seen[0] |= next.outer;
        inside[to.fix().index()] = next.outer && next.hole.is_none();
        found[to.fix().index()] = Some(next);
        if let Some(face) = to.as_inner() {
            open.extend(face.adjacent_edges());
        }
    }
    match seen.iter().position(|&s| !s) {
        Some(empty) => Err(Fault::NoArea.in_field(ring_field(empty))),
        None if !inside.contains(&true) => Err(InvalidShape::new("holes", Fault::NoArea)),
        None => Ok(inside),
    }
}

/// The edges with the interior on the left and the outside on the right.
fn border(delaunay: &Delaunay, inside: &[bool]) -> Vec<[u32; 2]> {
    delaunay
        .directed_edges()
        .filter(|e| inside[e.face().fix().index()] && !inside[e.rev().face().fix().index()])
        .map(|e| e.vertices().map(|v| v.fix().index() as u32))
        .collect()
}
