//! Triangles between points: without those that are nothing.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use glam::DVec3;

use crate::measure::common::NOISE;
use crate::shape::{Components, Edges, welded};

/// A facet of one of two borders: whose, and its place among those loaded.
pub(in crate::measure) type Facet = (usize, usize);

/// A triangle, and the facet of which it is a piece.
pub(super) type Piece = ([u32; 3], Facet);

/// With one point for each place: without triangles that have a point twice, and without pairs of triangles
/// in one place that face each other.
pub(super) fn simplified(points: &[DVec3], mut pieces: Vec<Piece>) -> Vec<Piece> {
    let same = welded(points);
    pieces
        .iter_mut()
        .for_each(|(t, _)| *t = t.map(|v| same[v as usize]));
    pieces.retain(|&([a, b, c], _)| a != b && b != c && c != a);
    let mut order: Vec<(([u32; 3], bool), usize)> = pieces
        .iter()
        .enumerate()
        .map(|(i, piece)| (sorted(piece.0), i))
        .collect();
    order.sort_unstable();
    let mut is_kept = vec![true; pieces.len()];
    for run in order.chunk_by(|a, b| a.0.0 == b.0.0) {
        let (one_way, other): (Vec<usize>, Vec<usize>) = {
            let place = |turned: bool| run.iter().filter(move |e| e.0.1 == turned).map(|e| e.1);
            (place(false).collect(), place(true).collect())
        };
        for (i, j) in one_way.into_iter().zip(other) {
            (is_kept[i], is_kept[j]) = (false, false);
        }
    }
    let mut kept = is_kept.iter();
    pieces.retain(|_| kept.next().is_some_and(|kept| *kept));
    pieces
}

/// The corners in order, and whether the triangle turns the other way then.
fn sorted(t: [u32; 3]) -> ([u32; 3], bool) {
    let first = (0..3).min_by_key(|&k| t[k]).unwrap_or(0);
    let [a, b, c] = [0, 1, 2].map(|k| t[(first + k) % 3]);
    ([a, b.min(c), b.max(c)], b > c)
}

/// Without what hangs together and has no volume, as far as it consists of pieces of facets that the step has
/// pressed into the other border.
pub(super) fn without_layers(
    points: &[DVec3],
    mut pieces: Vec<Piece>,
    is_pressed: &BTreeSet<Facet>,
) -> Vec<Piece> {
    if is_pressed.is_empty() || pieces.is_empty() {
        return pieces;
    }
    let triangles: Vec<[u32; 3]> = pieces.iter().map(|piece| piece.0).collect();
    let neighbours = Edges::new(&triangles, points.len()).neighbours(triangles.len());
    let components = Components::new(triangles.len(), |i| neighbours[i]);
    let mut extents = vec![Extent::default(); components.count()];
    for (i, (t, facet)) in pieces.iter().enumerate() {
        extents[components.of(i) as usize].add(t.map(|v| points[v as usize]), is_pressed.contains(facet));
    }
    let mut i = 0;
    pieces.retain(|_| {
        i += 1;
        !extents[components.of(i - 1) as usize].is_layer()
    });
    pieces
}

/// How large a connected piece of the mesh is.
#[derive(Clone, Copy, Default)]
struct Extent {
    first: Option<DVec3>,
    six_volumes: f64,
    /// The sum of the magnitudes in that.
    magnitudes: f64,
    has_others: bool,
}

impl Extent {
    fn add(&mut self, [a, b, c]: [DVec3; 3], is_pressed: bool) {
        let first = *self.first.get_or_insert(a);
        let twice_area = (b - a).cross(c - a);
        let content = (a - first).dot(twice_area);
        self.six_volumes += content;
        self.magnitudes += (a - first).length() * twice_area.length();
        // Walls between two sheets in one place have no area.
        self.has_others |= !is_pressed && content != 0.0;
    }
    fn is_layer(&self) -> bool {
        !self.has_others && self.six_volumes.abs() <= NOISE * self.magnitudes
    }
}
