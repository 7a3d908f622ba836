//! From the triangles of a hull to its faces: coplanar neighbours become one polygon, and points that are
//! no corners of it are left out.

use alloc::vec;
use alloc::vec::Vec;

use super::d3::{Edge, Hull};
use super::quick::{Facet, NONE, QuickHull};

/// An edge of a face, in the direction in which that face runs it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HalfEdge {
    face: u32,
    from: u32,
    to: u32,
}

/// The hull whose triangles `quick` found, in canonical order: by the numbers of the corners.
pub(super) fn merge(quick: &QuickHull<'_>, points: usize) -> Hull {
    let face_of = group(quick);
    let mut borders = borders(quick, &face_of);
    borders.sort_unstable();
    let corners = corners(&borders, points);
    let mut number = vec![NONE; points];
    for (n, &corner) in corners.iter().enumerate() {
        number[corner as usize] = n as u32;
    }
    let mut loops: Vec<Vec<u32>> = borders
        .chunk_by(|a, b| a.face == b.face)
        .map(|border| walk(border, &number))
        .collect();
    loops.sort_unstable();
    Hull::from_loops(corners, &loops)
}

/// For each facet, the facet that stands for all those in its plane.
fn group(quick: &QuickHull<'_>) -> Vec<u32> {
    let mut leader = vec![NONE; quick.facets.len()];
    for first in 0..quick.facets.len() as u32 {
        if leader[first as usize] != NONE || !quick.is_standing(first) {
            continue;
        }
        leader[first as usize] = first;
        let mut open = vec![first];
        while let Some(facet) = open.pop() {
            let Facet {
                corners, neighbors, ..
            } = &quick.facets[facet as usize];
            for &next in neighbors {
                let mut others = quick.facets[next as usize].corners.into_iter();
                // Two of the neighbor's corners are shared, so only the third can be off the plane.
                let mut coplanar = || others.all(|c| corners.contains(&c) || quick.side(first, c).is_eq());
                if leader[next as usize] == NONE && coplanar() {
                    leader[next as usize] = first;
                    open.push(next);
                }
            }
        }
    }
    leader
}

/// The edges between different faces, once for each of the two.
fn borders(quick: &QuickHull<'_>, face_of: &[u32]) -> Vec<HalfEdge> {
    let mut borders = Vec::new();
    for (facet, &face) in quick.facets.iter().zip(face_of) {
        for (i, &beyond) in facet.neighbors.iter().enumerate() {
            if face != NONE && face_of[beyond as usize] != face {
                let (from, to) = (facet.corners[i], facet.corners[(i + 1) % 3]);
                borders.push(HalfEdge { face, from, to });
            }
        }
    }
    borders
}

/// The points where at least three faces meet; where only two meet, the border is straight.
fn corners(borders: &[HalfEdge], points: usize) -> Vec<u32> {
    let mut degree = vec![0_u32; points];
    for edge in borders {
        degree[edge.from as usize] += 1;
    }
    (0..points as u32).filter(|&i| degree[i as usize] >= 3).collect()
}

/// The corners along the border of one face, renumbered, from the smallest. Its edges are sorted by start.
fn walk(border: &[HalfEdge], number: &[u32]) -> Vec<u32> {
    let start = border.iter().find(|e| number[e.from as usize] != NONE);
    let mut corners = Vec::new();
    let mut edge = start;
    for _ in 0..border.len() {
        let Some(&HalfEdge { from, to, .. }) = edge else {
            break;
        };
        if number[from as usize] != NONE {
            corners.push(number[from as usize]);
        }
        let next = border.binary_search_by_key(&to, |e| e.from);
        edge = next.ok().map(|i| &border[i]);
    }
    corners
}

/// The edges of faces given as loops, in the order of their ends.
pub(super) fn edges(faces: impl Iterator<Item = impl AsRef<[u32]>>) -> Vec<Edge> {
    let mut halves: Vec<([u32; 2], bool, u32)> = Vec::new();
    for (face, corners) in faces.enumerate() {
        let corners = corners.as_ref();
        for (i, &from) in corners.iter().enumerate() {
            let to = corners[(i + 1) % corners.len()];
            halves.push(([from.min(to), from.max(to)], from > to, face as u32));
        }
    }
    halves.sort_unstable();
    halves
        .chunk_by(|a, b| a.0 == b.0)
        .filter_map(|pair| match pair {
            &[(vertices, _, left), (_, _, right)] => Some(Edge {
                vertices,
                faces: [left, right],
            }),
            _ => None,
        })
        .collect()
}
