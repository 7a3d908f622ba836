//! What the triangles of a mesh form: a closed solid or an open surface, and whether it is convex.
//!
//! Corners with equal coordinates are one vertex, so that a soup of triangles, as in STL files, closes too. A
//! mesh is closed and consistently oriented if its triangles run along every edge equally often in both
//! directions. Then its winding number around each point off the surface is an integer, and the solid is the
//! surface with all points whose winding number is not 0. The sign of the volume (divergence theorem) tells
//! whether the triangles face outwards. A closed mesh in one piece bounds a convex set if every edge is
//! shared by two triangles and is convex or flat (van Heijenoort, "On locally convex manifolds", 1952); this
//! is decided with exact orientation tests.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::Components;
use crate::exact::orientation::{orient2d, orient3d};
use crate::math::{Real, Vector3, sort_by_high_half};

/// No neighbour.
pub(super) const NONE: u32 = u32::MAX;

/// How triangles hang together, wherever their vertices are.
#[derive(Clone, Debug)]
pub(super) struct Topology {
    /// For each triangle its neighbours across the edges `(k, k + 1)`.
    pub neighbours: Vec<[u32; 3]>,
    /// Which triangles are connected by neighbours.
    pub components: Arc<Components>,
    /// For each vertex the first one with the same coordinates; `None` if that is always itself.
    same: Option<Vec<u32>>,
    /// The triangles run along every edge equally often in both directions.
    balanced: bool,
    /// In one piece, with two triangles at every edge, and without handles.
    sphere: bool,
}

/// What the triangles form, with their vertices where they are.
pub(super) struct Form {
    /// Closed and consistently oriented, with some volume.
    pub closed: bool,
    /// The triangles face inwards: the order of their corners must be reversed.
    pub inside_out: bool,
    /// Bounds a convex set.
    pub convex: bool,
}

impl Topology {
    /// Of triangles whose indices are valid.
    pub fn new<V: Vector3>(vertices: &[V], triangles: &[[u32; 3]]) -> Self {
        let same = welded(vertices);
        let is_own = (0..).zip(&same).all(|(i, first)| i == *first);
        let same = (!is_own).then_some(same);
        let joined = joined(&same, triangles);
        let edges = Edges::new(&joined, vertices.len());
        let (balanced, neighbours) = (edges.balanced(), edges.neighbours(joined.len()));
        let components = Components::new(neighbours.len(), |i| neighbours[i]);
        Self {
            sphere: balanced && components.count() == 1 && is_without_handles(&joined, &edges),
            neighbours,
            components: Arc::new(components),
            same,
            balanced,
        }
    }
    /// What the triangles form with these vertices.
    pub fn form<V: Vector3>(&self, vertices: &[V], triangles: &[[u32; 3]]) -> Form {
        let positions = if self.balanced {
            scaled(vertices)
        } else {
            Vec::new()
        };
        let volume = match self.balanced {
            true => signed_volume(&positions, triangles),
            false => 0.0,
        };
        let bends = || {
            bends_outwards(
                &positions,
                &joined(&self.same, triangles),
                &self.neighbours,
                volume < 0.0,
            )
        };
        Form {
            closed: volume != 0.0,
            inside_out: volume < 0.0,
            convex: volume != 0.0 && self.sphere && bends(),
        }
    }
    /// The first vertex that is no longer where another one is with which it was in one place.
    pub fn torn<V: Vector3>(&self, vertices: &[V]) -> Option<usize> {
        let mut same = self.same.iter().flatten().enumerate();
        same.find(|(i, first)| vertices[*i] != vertices[**first as usize])
            .map(|(i, _)| i)
    }
    /// After the corners 1 and 2 of all triangles are swapped: edges (0, 1), (1, 2), (2, 0) have become (0,
    /// 2), (2, 1), (1, 0).
    pub fn turn(&mut self) {
        self.neighbours.iter_mut().for_each(|n| n.swap(0, 2));
    }
}

/// The triangles between the first vertices of each place.
fn joined<'a>(same: &Option<Vec<u32>>, triangles: &'a [[u32; 3]]) -> Cow<'a, [[u32; 3]]> {
    match same {
        None => Cow::Borrowed(triangles),
        Some(same) => triangles.iter().map(|t| t.map(|i| same[i as usize])).collect(),
    }
}

/// For each vertex the first one with the same coordinates. Sorted by half a hash of these and their number,
/// in one word; only those of one hash are compared by their coordinates.
pub(crate) fn welded<V: Vector3>(vertices: &[V]) -> Vec<u32> {
    // Adding 0 turns -0 into 0.
    let at = |i: u32| [0, 1, 2].map(|k| vertices[i as usize].get(k).to_f64() + 0.0);
    let hashed = |i: u32| hash(at(i)) & !u64::from(u32::MAX) | u64::from(i);
    let mut order: Vec<u64> = (0..vertices.len() as u32).map(hashed).collect();
    sort_by_high_half(&mut order);
    let compare = |a: [f64; 3], b: [f64; 3]| {
        let by = |k: usize| a[k].total_cmp(&b[k]);
        by(0).then(by(1)).then(by(2))
    };
    let mut same: Vec<u32> = (0..vertices.len() as u32).collect();
    for run in order
        .chunk_by_mut(|a, b| a >> 32 == b >> 32)
        .filter(|run| run.len() > 1)
    {
        run.sort_unstable_by(|a, b| compare(at(*a as u32), at(*b as u32)).then(a.cmp(b)));
        for place in run.chunk_by(|a, b| at(*a as u32) == at(*b as u32)) {
            place
                .iter()
                .for_each(|i| same[*i as u32 as usize] = place[0] as u32);
        }
    }
    same
}

/// Numbers the vertices that corners use from 0 on, in their order; returns the old number of each. Few
/// corners of many vertices take no longer than themselves.
pub(crate) fn renumbered(corners: &mut [u32], vertices: usize) -> Vec<u32> {
    let mut used = corners.to_vec();
    used.sort_unstable();
    used.dedup();
    let is_small = used.len() < vertices / 64;
    let mut new_number = vec![NONE; if is_small { 0 } else { vertices }];
    for (new, &old) in used.iter().enumerate().filter(|_| !is_small) {
        new_number[old as usize] = new as u32;
    }
    for corner in corners {
        *corner = match is_small {
            true => used.partition_point(|old| old < corner) as u32,
            false => new_number[*corner as usize],
        };
    }
    used
}

/// The same for equal coordinates, and seldom for others. Multiplied and shifted as in MurmurHash3's last
/// steps (Appleby, 2011).
fn hash(p: [f64; 3]) -> u64 {
    p.iter().fold(0, |hash: u64, x| {
        let mixed = (hash ^ x.to_bits()).wrapping_mul(0xff51_afd7_ed55_8ccd);
        (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53)
    })
}

/// Coordinates times one power of two that brings the largest near 1.
fn scaled<V: Vector3>(vertices: &[V]) -> Vec<[f64; 3]> {
    let largest = vertices.iter().map(|v| v.max_abs().to_f64()).fold(0.0, Real::max);
    let up = if largest > 0.0 { -libm::ilogb(largest) } else { 0 };
    // A power of two that is a normal number rounds as `scalbn` does, and is faster.
    let factor = libm::scalbn(1.0, up);
    let scale = |x: f64| {
        if factor.is_normal() {
            x * factor
        } else {
            libm::scalbn(x, up)
        }
    };
    let scaled = |v: &V| [0, 1, 2].map(|k| scale(v.get(k).to_f64()));
    vertices.iter().map(scaled).collect()
}

/// An edge of a triangle with three different corners: smaller index, larger index, triangle, side, and
/// whether it runs from the larger to the smaller.
pub(crate) type Edge = (u32, u32, u32, u32, bool);

/// All edges, sorted.
pub(crate) struct Edges(Vec<Edge>);

impl Edges {
    /// Of triangles between so many vertices. Edges are counted by their smaller index, which leaves a few at
    /// each vertex to be sorted.
    pub fn new(triangles: &[[u32; 3]], vertices: usize) -> Self {
        let mut ends = vec![0_u32; vertices + 1];
        for (a, ..) in edges_of(triangles) {
            ends[a as usize + 1] += 1;
        }
        for i in 0..vertices {
            ends[i + 1] += ends[i];
        }
        let mut edges = vec![(0, 0, 0, 0, false); ends[vertices] as usize];
        let mut next = ends.clone();
        for edge in edges_of(triangles) {
            let place = &mut next[edge.0 as usize];
            edges[*place as usize] = edge;
            *place += 1;
        }
        for w in ends.windows(2) {
            // A triangle has one edge between two vertices.
            edges[w[0] as usize..w[1] as usize]
                .sort_unstable_by_key(|e| u64::from(e.1) << 32 | u64::from(e.2));
        }
        Self(edges)
    }
    /// The edges between each two vertices.
    pub fn runs(&self) -> impl Iterator<Item = &[Edge]> {
        self.0.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
    }
    /// Whether there is an edge between two vertices, the smaller one first.
    pub fn has(&self, edge: [u32; 2]) -> bool {
        self.0.binary_search_by_key(&edge, |e| [e.0, e.1]).is_ok()
    }
    /// Whether the triangles run along every edge equally often in both directions.
    fn balanced(&self) -> bool {
        self.runs()
            .all(|run| 2 * run.iter().filter(|e| e.4).count() == run.len())
    }
    /// The number of edges, if each is shared by exactly two triangles.
    fn count_if_pairs(&self) -> Option<usize> {
        self.runs().all(|run| run.len() == 2).then_some(self.0.len() / 2)
    }
    /// Pairs the triangles at each edge that run along it in opposite directions.
    pub fn neighbours(&self, triangles: usize) -> Vec<[u32; 3]> {
        let mut neighbours = vec![[NONE; 3]; triangles];
        for run in self.runs() {
            let forth = run.iter().filter(|e| !e.4);
            let back = run.iter().filter(|e| e.4);
            for (a, b) in forth.zip(back) {
                neighbours[a.2 as usize][a.3 as usize] = b.2;
                neighbours[b.2 as usize][b.3 as usize] = a.2;
            }
        }
        neighbours
    }
}

fn edges_of(triangles: &[[u32; 3]]) -> impl Iterator<Item = Edge> {
    let has_corners = |c: &[u32; 3]| c[0] != c[1] && c[1] != c[2] && c[2] != c[0];
    let sound = (0..).zip(triangles).filter(move |(_, c)| has_corners(c));
    sound.flat_map(|(t, c)| {
        (0..3_u32).map(move |k| {
            let (a, b) = (c[k as usize], c[(k as usize + 1) % 3]);
            (a.min(b), a.max(b), t, k, a > b)
        })
    })
}

/// Six times the volume if it is beyond the error bound, so that its sign is right; else 0.
fn signed_volume(at: &[[f64; 3]], triangles: &[[u32; 3]]) -> f64 {
    let Some(&[origin, ..]) = triangles.first() else {
        return 0.0;
    };
    let origin = glam::DVec3::from(at[origin as usize]);
    let from_origin: Vec<glam::DVec3> = at.iter().map(|p| glam::DVec3::from(*p) - origin).collect();
    let (mut sum, mut sizes) = (0.0, 0.0);
    for t in triangles {
        let [a, b, c] = t.map(|i| from_origin[i as usize]);
        sum += a.dot(b.cross(c));
        sizes += a.abs().dot(spread(b.abs(), c.abs()));
    }
    // Each term has fewer than 16 roundings, and the sum one for each term; `sizes` bounds the sum of the
    // magnitudes.
    let bound = sizes * f64::EPSILON * (16.0 + triangles.len() as f64) + f64::MIN_POSITIVE;
    if libm::fabs(sum) > bound { sum } else { 0.0 }
}

/// The cross product with sums instead of differences.
fn spread(b: glam::DVec3, c: glam::DVec3) -> glam::DVec3 {
    glam::DVec3::new(
        b.y * c.z + b.z * c.y,
        b.z * c.x + b.x * c.z,
        b.x * c.y + b.y * c.x,
    )
}

/// Whether triangles in one piece are two at every edge, and have no handles. `false` if one has two corners
/// in one place.
fn is_without_handles(triangles: &[[u32; 3]], edges: &Edges) -> bool {
    let count = edges.count_if_pairs();
    count.is_some_and(|count| used_count(triangles) + triangles.len() == count + 2)
}

/// How many vertices the triangles have.
fn used_count(triangles: &[[u32; 3]]) -> usize {
    let last = triangles.iter().flatten().max().map_or(0, |&i| i as usize);
    let mut used = vec![false; last + 1];
    for &i in triangles.iter().flatten() {
        used[i as usize] = true;
    }
    used.iter().filter(|&&u| u).count()
}

/// Whether no edge of such triangles is concave, so that they bound a convex set; `false` for a mesh with a
/// triangle without area.
fn bends_outwards(
    at: &[[f64; 3]],
    triangles: &[[u32; 3]],
    neighbours: &[[u32; 3]],
    inside_out: bool,
) -> bool {
    (0..triangles.len()).all(|t| {
        (0..3).all(|k| {
            let across = triangles[neighbours[t][k] as usize];
            let edge = [triangles[t][k], triangles[t][(k + 1) % 3]];
            let opposite = across.into_iter().find(|c| !edge.contains(c));
            opposite.is_some_and(|o| bends_inwards(at, triangles[t], edge, o, inside_out))
        })
    })
}

/// Whether the neighbour's third corner is behind the triangle, or in its plane on the other side of the
/// edge.
fn bends_inwards(at: &[[f64; 3]], t: [u32; 3], edge: [u32; 2], opposite: u32, inside_out: bool) -> bool {
    let [a, b, c] = t;
    // Negative: behind a triangle that faces outwards.
    let above = orient3d([a, b, c, opposite].map(|i| at[i as usize]));
    if above != 0.0 {
        return (above < 0.0) != inside_out;
    }
    let third = t.into_iter().find(|c| !edge.contains(c)).unwrap_or(t[0]);
    (0..3).any(|drop| {
        let flat = |i: u32| {
            let p = at[i as usize];
            [p[(drop + 1) % 3], p[(drop + 2) % 3]]
        };
        let side = |i: u32| orient2d([edge[0], edge[1], i].map(flat));
        let (own, other) = (side(third), side(opposite));
        (own > 0.0 && other < 0.0) || (own < 0.0 && other > 0.0)
    })
}
