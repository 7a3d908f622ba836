//! From rings to convex parts, exactly.
//!
//! The rings become the constraints of a constrained Delaunay triangulation (`spade`, whose predicates are
//! Shewchuk's exact ones), which needs no point that is not a vertex of the input: so the closed parts cover
//! the polygon exactly, whatever the coordinates. The same triangulation validates: an edge that cannot be
//! added crosses one that was. Edges that meet end to end, run over a vertex or over each other are no
//! crossings; an edge that one ring runs along twice counts as not there. Walking from the unbounded face
//! inwards, each remaining edge toggles its ring, which tells faces inside from those outside, holes outside
//! of the outer ring and rings without area. Neighbouring faces are then merged where the result stays convex
//! (Hertel and Mehlhorn 1983: at most four times as many parts as the best cut has), with exact orientation.
//!
//! Limit: coordinates of one polygon along one axis, other than 0, must be within a factor of 2^340 of each
//! other; or all that are not are dust of about one size.

mod merge;
mod wide_range;

use alloc::vec;
use alloc::vec::Vec;

use spade::handles::FixedVertexHandle;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

use crate::shape::error::{Fault, Field, InvalidShape};
use merge::merged;
use wide_range::with_larger_dust;

type Delaunay = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// A polygon cut into parts. Indices are into `points`.
pub(super) struct Decomposition {
    /// The ring and place of each distinct vertex.
    pub points: Vec<(usize, usize)>,
    /// Convex polygons, counter-clockwise.
    pub parts: Vec<Vec<u32>>,
    /// The edges between inside and outside, the inside on the left.
    pub border: Vec<[u32; 2]>,
}

/// Cuts the region between the first ring and the others into convex parts.
pub(super) fn decompose(rings: &[Vec<[f64; 2]>]) -> Result<Decomposition, InvalidShape> {
    let rings = scaled(rings)?;
    let (points, ring_indices) = distinct(&rings);
    let vertices = points
        .iter()
        .map(|&(r, k)| Point2::new(rings[r][k][0], rings[r][k][1]));
    let mut delaunay = Delaunay::bulk_load_cdt(vertices.collect(), Vec::new())
        .map_err(|_| InvalidShape::new("vertices", Fault::TooLarge))?;
    let toggles = constrain(&mut delaunay, &ring_indices)?;
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
    Ok(Decomposition {
        parts: merged(&triangles, position),
        border,
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

/// All coordinates times a power of two that brings the largest near 2^199, where `spade` takes the widest
/// range.
///
/// One for both axes, so that triangles keep their shape; but one for each where a coordinate would be too
/// small. What is inside, what is convex and which edges cross does not change where an axis is stretched,
/// nor where dust is enlarged that is too small even then (`wide_range.rs`).
fn scaled(rings: &[Vec<[f64; 2]>]) -> Result<Vec<Vec<[f64; 2]>>, InvalidShape> {
    let axes = [0, 1].map(|axis| {
        let along = rings.iter().flatten().map(|p| libm::fabs(p[axis]));
        Extent::of(along.filter(|&x| x > 0.0))
    });
    let [Some(x), Some(y)] = axes else {
        return Err(InvalidShape::new("vertices", Fault::NoArea));
    };
    let (least, most) = (x.least.min(y.least), x.most.max(y.most));
    let both = if most - least > WIDEST {
        [x, y]
    } else {
        [Extent { least, most }; 2]
    };
    if both.iter().any(|axis| axis.most - axis.least > WIDEST) {
        let larger = with_larger_dust(rings, WIDEST).ok_or(InvalidShape::new("vertices", Fault::TooWide))?;
        return Ok(times_powers_of_two(&larger, [198; 2]));
    }
    Ok(times_powers_of_two(rings, both.map(|axis| 198 - axis.most)))
}

fn times_powers_of_two(rings: &[Vec<[f64; 2]>], exponents: [i32; 2]) -> Vec<Vec<[f64; 2]>> {
    // Adding 0 turns -0 into 0: the two are one coordinate.
    let scale = |axis: usize, x: f64| libm::scalbn(x, exponents[axis]) + 0.0;
    let point = |p: &[f64; 2]| [scale(0, p[0]), scale(1, p[1])];
    let ring = |ring: &Vec<[f64; 2]>| ring.iter().map(point).collect();
    rings.iter().map(ring).collect()
}

/// How many powers of two may lie between the largest and the smallest coordinate of an axis, that is not 0:
/// `spade` takes those from 2^-142 on.
const WIDEST: i32 = 340;

/// The exponents of the smallest and the largest of some positive numbers.
#[derive(Clone, Copy)]
struct Extent {
    least: i32,
    most: i32,
}

impl Extent {
    fn of(numbers: impl Iterator<Item = f64>) -> Option<Self> {
        let one = |x| {
            let exponent = libm::ilogb(x);
            Self {
                least: exponent,
                most: exponent,
            }
        };
        numbers.map(one).reduce(|a, b| Self {
            least: a.least.min(b.least),
            most: a.most.max(b.most),
        })
    }
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
type Toggle = ([usize; 2], usize);

/// Adds every edge; returns, sorted, those that a ring runs along an odd number of times.
fn constrain(delaunay: &mut Delaunay, rings: &[Vec<usize>]) -> Result<Vec<Toggle>, InvalidShape> {
    let mut toggles: Vec<Toggle> = Vec::new();
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
            toggles.extend(added.into_iter().map(|edge| {
                let ends = delaunay.directed_edge(edge).vertices().map(|v| v.fix().index());
                ([ends[0].min(ends[1]), ends[0].max(ends[1])], r)
            }));
        }
    }
    toggles.sort_unstable();
    Ok(odd(&toggles))
}

/// One of each run of equal entries whose length is odd.
fn odd(sorted: &[Toggle]) -> Vec<Toggle> {
    sorted
        .chunk_by(|a, b| a == b)
        .filter(|run| run.len() % 2 == 1)
        .map(|run| run[0])
        .collect()
}

/// The error for the edge from vertex `k` of ring `r`: which of the edges before it does it cross?
fn crossing(delaunay: &Delaunay, rings: &[Vec<usize>], r: usize, k: usize) -> InvalidShape {
    let at = |i: usize| {
        let p = delaunay.vertex(FixedVertexHandle::from_index(i)).position();
        robust::Coord { x: p.x, y: p.y }
    };
    let edge = |r: usize, k: usize| [rings[r][k], rings[r][(k + 1) % rings[r].len()]].map(at);
    let [a, b] = edge(r, k);
    let apart = |p, q, u, v| {
        let (left, right) = (robust::orient2d(p, q, u), robust::orient2d(p, q, v));
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

/// What a face lies in.
#[derive(Clone, Copy, Default, PartialEq)]
struct Within {
    outer: bool,
    hole: Option<usize>,
}

impl Within {
    /// On the other side of an edge of ring `r`.
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
    /// On the other side of an edge that several rings may share: leaves holes before it enters any.
    fn through(self, toggles: &[Toggle]) -> Result<Self, InvalidShape> {
        let leaves = |t: &&Toggle| Some(t.1) == self.hole;
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

/// Which faces are inside, by index; every ring must have a face, every hole's faces must lie in the outer
/// ring.
fn walk(delaunay: &Delaunay, toggles: &[Toggle], rings: usize) -> Result<Vec<bool>, InvalidShape> {
    let mut found: Vec<Option<Within>> = vec![None; delaunay.num_all_faces()];
    found[delaunay.outer_face().fix().index()] = Some(Within::default());
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

/// The edges with the inside on their left and the outside on their right.
fn border(delaunay: &Delaunay, inside: &[bool]) -> Vec<[u32; 2]> {
    delaunay
        .directed_edges()
        .filter(|e| inside[e.face().fix().index()] && !inside[e.rev().face().fix().index()])
        .map(|e| e.vertices().map(|v| v.fix().index() as u32))
        .collect()
}
