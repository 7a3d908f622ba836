//! What is drawn where two parts meet: their common part as a solid, their contact as outlined polygons.

use std::collections::BTreeMap;

use clearance::assembly::{Common, Contact};
use clearance::glam::DVec3;
use serde::Serialize;

use super::pool::Pool;
use super::shapes::{Detail, Shapes, bounds};
use crate::report::solid::Solid;

/// Beyond this many tests of a vertex against an edge, outlines are drawn with inner edges.
const MOST_TESTS: usize = 20_000_000;

/// A shape in the place that it has in the world.
#[derive(Serialize)]
pub struct MarkData {
    shape: usize,
    origin: [f64; 3],
}

/// The common part, if its triangles are known and fit; how it was written, if they are known.
pub fn common(pool: &mut Pool, shapes: &mut Shapes, common: &Common) -> Option<(Option<MarkData>, Detail)> {
    let (vertices, triangles) = common.mesh.as_ref()?;
    let solid = Solid {
        vertices: vertices.clone(),
        triangles: triangles.clone(),
        edges: Vec::new(),
    };
    let solid = shapes.with_edges(solid);
    Some(mark(pool, shapes, &solid))
}

/// The polygons of a contact; how they were written, if there are any.
pub fn contact(
    pool: &mut Pool,
    shapes: &mut Shapes,
    contact: &Contact,
) -> Option<(Option<MarkData>, Detail)> {
    let solid = covered(&contact.polygons);
    (!solid.triangles.is_empty()).then(|| mark(pool, shapes, &solid))
}

fn mark(pool: &mut Pool, shapes: &mut Shapes, solid: &Solid) -> (Option<MarkData>, Detail) {
    let (written, detail) = shapes.write(pool, solid);
    let mark = written.map(|written| MarkData {
        shape: written.number,
        origin: written.center.to_array(),
    });
    (mark, detail)
}

/// Convex polygons as triangles, with the edges that only one polygon has: the outline of them all.
fn covered(polygons: &[Vec<DVec3>]) -> Solid {
    let all: Vec<_> = polygons.iter().flatten().copied().collect();
    let (low, high) = bounds(&all);
    // Corners are computed for each polygon by itself, and differ by rounding.
    let cell = (high - low).max_element().max(f64::MIN_POSITIVE) * 1e-6;
    let mut names: BTreeMap<[i64; 3], u32> = BTreeMap::new();
    let mut solid = Solid::default();
    let mut rings: Vec<Vec<u32>> = Vec::new();
    for polygon in polygons {
        let mut corners: Vec<u32> = Vec::with_capacity(polygon.len());
        for &p in polygon {
            let next = solid.vertices.len() as u32;
            let key = ((p - low) / cell).round().to_array().map(|x| x as i64);
            let name = *names.entry(key).or_insert(next);
            if name == next {
                solid.vertices.push(p);
            }
            if corners.last() != Some(&name) && corners.first() != Some(&name) {
                corners.push(name);
            }
        }
        let Some((&first, rest)) = corners.split_first() else {
            continue;
        };
        solid
            .triangles
            .extend(rest.windows(2).map(|pair| [first, pair[0], pair[1]]));
        rings.push(corners);
    }
    solid.edges = outline(&solid.vertices, &rings, cell);
    solid
}

/// The edges that one ring alone has. Where the corner of one ring lies on an edge of another, that edge is
/// two.
fn outline(vertices: &[DVec3], rings: &[Vec<u32>], cell: f64) -> Vec<[u32; 2]> {
    let edges = rings.iter().flat_map(|ring| {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(&a, &b)| [a, b])
    });
    let edges: Vec<_> = edges.collect();
    let mut count: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    for [a, b] in edges.iter().copied() {
        let mut stops = match edges.len() * vertices.len() {
            0..MOST_TESTS => between(vertices, [a, b], cell),
            _ => Vec::new(),
        };
        stops.push(b);
        let mut from = a;
        for to in stops {
            *count.entry([from.min(to), from.max(to)]).or_default() += 1;
            from = to;
        }
    }
    let borders = count.into_iter().filter(|(_, count)| *count == 1);
    borders.map(|(edge, _)| edge).collect()
}

/// The vertices on an edge, in their order.
fn between(vertices: &[DVec3], [a, b]: [u32; 2], cell: f64) -> Vec<u32> {
    let (start, end) = (vertices[a as usize], vertices[b as usize]);
    let way = end - start;
    let length = way.length();
    let along = |v: DVec3| (v - start).dot(way) / length;
    let is_on = |&i: &u32| {
        let v = vertices[i as usize];
        let t = along(v);
        t > cell && t < length - cell && (start + way * (t / length)).distance(v) <= 2.0 * cell
    };
    let mut found: Vec<u32> = (0..vertices.len() as u32).filter(is_on).collect();
    found.sort_by(|&i, &k| along(vertices[i as usize]).total_cmp(&along(vertices[k as usize])));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outline_of_two_squares_side_by_side_leaves_out_what_they_share() {
        let square =
            |x: f64| [[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0]].map(|[x, y]| DVec3::new(x, y, 5.0));
        let solid = covered(&[square(0.0).to_vec(), square(1.0 + 1e-12).to_vec()]);
        assert_eq!(
            (solid.vertices.len(), solid.triangles.len(), solid.edges.len()),
            (6, 4, 6)
        );
        assert!(covered(&[]).triangles.is_empty());
        // Two halves beside the second square: their corner is in the middle of its edge.
        let half =
            |y: f64| [[2.0, y], [3.0, y], [3.0, y + 0.5], [2.0, y + 0.5]].map(|[x, y]| DVec3::new(x, y, 5.0));
        let solid = covered(&[square(1.0).to_vec(), half(0.0).to_vec(), half(0.5).to_vec()]);
        assert_eq!(solid.edges.len(), 7, "{:?}", solid.edges);
    }
}
