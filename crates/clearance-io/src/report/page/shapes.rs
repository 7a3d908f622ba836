//! The shapes of a page, each written once, and no more of them than a mail can carry.
//!
//! A position takes six bytes: along each axis the nearest of 65536 places within the shape's box, so a part
//! of a metre is drawn to 15 µm. A mesh that takes more than its share of the budget is drawn with its
//! vertices clustered (J. Rossignac, P. Borrel, "Multi-resolution 3D approximations for rendering complex
//! scenes", 1993): those of one cell of a grid become one. What then still does not fit is drawn as its box.
//! Where parts clash, their common part is drawn from the exact mesh all the same.

use std::collections::BTreeMap;

use clearance::glam::DVec3;
use serde::Serialize;

use super::pool::{Pool, Range};
use crate::report::solid::Solid;

/// The number of places along each axis, less one.
const STEPS: f64 = 65535.0;
/// Grids for clustering, in cells along the longest side.
const GRIDS: [f64; 3] = [200.0, 80.0, 30.0];
/// A shape takes at most this share of what is left of the budget.
const SHARE: usize = 6;

/// A shape as the page reads it: positions within the box whose center is the origin.
#[derive(Serialize)]
pub struct ShapeData {
    size: [f64; 3],
    positions: Range,
    triangles: Range,
    edges: Range,
    /// Whether indices have four bytes instead of two.
    wide: bool,
}

/// How a shape was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    Full,
    Clustered,
    /// It is not written: the budget is spent.
    None,
}

/// A written shape, and the point of its own frame that is the origin of what was written.
#[derive(Clone, Copy, Debug)]
pub struct WrittenShape {
    pub number: usize,
    pub center: DVec3,
}

/// The shapes so far, and the bytes that are left for more.
pub struct Shapes {
    pub list: Vec<ShapeData>,
    left: usize,
    known: BTreeMap<Vec<u8>, usize>,
}

impl Shapes {
    pub fn new(budget: usize) -> Self {
        Self {
            list: Vec::new(),
            left: budget,
            known: BTreeMap::new(),
        }
    }
    /// Starts another budget: what is left of the one before is not used.
    pub fn with_budget(&mut self, budget: usize) {
        self.left = budget;
    }
    /// The shape with its edges, if it may be written in full.
    pub fn with_edges(&self, solid: Solid) -> Solid {
        match size_of(&solid) <= self.left / SHARE {
            true => solid.with_sharp_edges(),
            false => solid,
        }
    }
    /// Writes a shape with as much detail as fits.
    pub fn write(&mut self, pool: &mut Pool, solid: &Solid) -> (Option<WrittenShape>, Detail) {
        let share = self.left / SHARE;
        if size_of(solid) <= share {
            return (Some(self.write_always(pool, solid)), Detail::Full);
        }
        let clustered = GRIDS.iter().map(|&cells| clustered(solid, cells));
        match { clustered }.find(|coarse| size_of(coarse) <= share && !coarse.triangles.is_empty()) {
            Some(coarse) => (Some(self.write_always(pool, &coarse)), Detail::Clustered),
            None => (None, Detail::None),
        }
    }
    /// Writes a shape whether or not it fits. A shape that was written before is not written again.
    pub fn write_always(&mut self, pool: &mut Pool, solid: &Solid) -> WrittenShape {
        let (low, high) = bounds(&solid.vertices);
        let size = high - low;
        let quantised = |v: &DVec3| {
            let share = (*v - low) / size;
            share.to_array().map(|s| {
                if s.is_finite() {
                    (s * STEPS).round() as u16
                } else {
                    0
                }
            })
        };
        let positions: Vec<u8> = (solid
            .vertices
            .iter()
            .flat_map(quantised)
            .flat_map(u16::to_le_bytes))
        .collect();
        let wide = solid.vertices.len() > usize::from(u16::MAX);
        let triangles = indices(solid.triangles.as_flattened(), wide);
        let edges = indices(solid.edges.as_flattened(), wide);
        let key = [
            &size.to_array().map(f64::to_le_bytes).concat(),
            &positions,
            &triangles,
        ]
        .map(Vec::as_slice)
        .concat();
        let next = self.list.len();
        let number = *self.known.entry(key).or_insert(next);
        if number == next {
            self.left = self.left.saturating_sub(size_of(solid));
            self.list.push(ShapeData {
                size: size.to_array(),
                positions: pool.add(&positions),
                triangles: pool.add(&triangles),
                edges: pool.add(&edges),
                wide,
            });
        }
        WrittenShape {
            number,
            center: low * 0.5 + high * 0.5,
        }
    }
}

/// The bytes that a shape takes.
fn size_of(solid: &Solid) -> usize {
    let index = if solid.vertices.len() > usize::from(u16::MAX) {
        4
    } else {
        2
    };
    solid.vertices.len() * 6 + (solid.triangles.len() * 3 + solid.edges.len() * 2) * index
}

fn indices(list: &[u32], wide: bool) -> Vec<u8> {
    match wide {
        true => list.iter().flat_map(|i| i.to_le_bytes()).collect(),
        false => list.iter().flat_map(|&i| (i as u16).to_le_bytes()).collect(),
    }
}

/// The box of points; of none, the origin.
pub fn bounds(points: &[DVec3]) -> (DVec3, DVec3) {
    let first = points.first().copied().unwrap_or(DVec3::ZERO);
    let grow = |(low, high): (DVec3, DVec3), &v: &DVec3| (low.min(v), high.max(v));
    points.iter().fold((first, first), grow)
}

/// The vertices of each cell of a grid as one, in their middle, and the triangles that are left.
fn clustered(solid: &Solid, cells: f64) -> Solid {
    let (low, high) = bounds(&solid.vertices);
    let cell = (high - low).max_element() / cells;
    let mut members: BTreeMap<[u64; 3], (u32, DVec3, f64)> = BTreeMap::new();
    let mut renamed = Vec::with_capacity(solid.vertices.len());
    for &v in &solid.vertices {
        let next = members.len() as u32;
        let key = ((v - low) / cell).to_array().map(|x| x as u64);
        let member = members.entry(key).or_insert((next, DVec3::ZERO, 0.0));
        member.1 += v - low;
        member.2 += 1.0;
        renamed.push(member.0);
    }
    let mut vertices = vec![DVec3::ZERO; members.len()];
    for (i, sum, count) in members.into_values() {
        vertices[i as usize] = low + sum / count;
    }
    let triangles = solid.triangles.iter().map(|t| t.map(|i| renamed[i as usize]));
    let mut triangles: Vec<_> = triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect();
    triangles.sort_unstable();
    triangles.dedup();
    Solid {
        vertices,
        triangles,
        edges: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sphere() -> Solid {
        Solid::unit_ball()
    }

    #[test]
    fn a_shape_is_written_once_and_what_does_not_fit_becomes_coarser() {
        let mut pool = Pool::default();
        let mut shapes = Shapes::new(SHARE * size_of(&sphere()));
        let first = shapes.write(&mut pool, &sphere());
        assert_eq!(first.1, Detail::Full);
        let again = shapes.write_always(&mut pool, &sphere());
        assert_eq!((again.number, shapes.list.len()), (0, 1));
        // A sixth of the budget is spent, and the same cost is more than a sixth of the rest.
        let mut larger = sphere();
        larger.vertices.iter_mut().for_each(|v| *v *= 2.0);
        assert_ne!(shapes.write(&mut pool, &larger).1, Detail::Full);
        shapes.with_budget(0);
        assert_eq!(shapes.write(&mut pool, &larger).1, Detail::None);
    }

    #[test]
    fn clustering_keeps_the_box_nearly_and_no_triangle_without_area() {
        let coarse = clustered(&sphere(), 8.0);
        let (low, high) = bounds(&coarse.vertices);
        assert!(coarse.triangles.len() < sphere().triangles.len() / 2);
        assert!((low + 1.0).abs().max((high - 1.0).abs()).max_element() < 0.25);
        assert!(
            coarse
                .triangles
                .iter()
                .all(|[a, b, c]| a != b && b != c && c != a)
        );
    }
}
