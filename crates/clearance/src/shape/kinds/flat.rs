//! Convex shapes without an interior: points, segments, and in space flat polygons.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::any::{ShapeSpace, Space2, Space3};
use super::parts::{Border, PartBoxes};
use crate::shape::convex::{ConvexPolygon, Polyhedron};
use crate::shape::core::Core;

/// A convex shape without an interior.
#[derive(Debug)]
pub enum Flat<V: ShapeSpace> {
    /// One point.
    Point(V),
    /// In space: a segment.
    Segment([V; 2]),
    /// In the plane one segment, in space the triangles of a flat polygon.
    Facets(Box<dyn Border<V>>),
}

/// The facets of a flat shape.
#[derive(Debug)]
struct FlatFacets<V: ShapeSpace, const N: usize> {
    facets: Vec<[V; N]>,
    boxes: PartBoxes<V>,
}

impl<V: ShapeSpace, const N: usize> FlatFacets<V, N> {
    fn boxed(facets: Vec<[V; N]>) -> Box<Self> {
        let boxes = PartBoxes::of_groups(facets.iter().copied());
        Box::new(Self { facets, boxes })
    }
}

impl<V: ShapeSpace, const N: usize> Border<V> for FlatFacets<V, N> {
    fn corner(&self, i: usize, k: usize) -> V {
        self.facets[i][k]
    }
    fn facet_boxes(&self) -> &PartBoxes<V> {
        &self.boxes
    }
}

/// A core of the plane without an interior; `None` for others.
pub(super) fn flat2<V: Space2>(core: &Core<'_, V>) -> Option<Flat<V>> {
    let hull = hull_if_flat(
        core,
        |points| ConvexPolygon::new(points).ok(),
        ConvexPolygon::rank,
    )?;
    Some(match *hull.vertices() {
        [a, b, ..] => Flat::Facets(FlatFacets::boxed([[a, b]].into())),
        [a] => Flat::Point(a),
        [] => return None,
    })
}

/// A core of space without an interior; `None` for others.
pub(super) fn flat3<V: Space3>(core: &Core<'_, V>) -> Option<Flat<V>> {
    let hull = hull_if_flat(core, |points| Polyhedron::new(points).ok(), Polyhedron::rank)?;
    let v = hull.vertices();
    Some(match (hull.rank(), v) {
        (0, [a, ..]) => Flat::Point(*a),
        (1, [a, .., b]) => Flat::Segment([*a, *b]),
        _ => {
            let ring = hull.face_vertices(0);
            let corner = |k: usize| v[ring[k] as usize];
            let fan = (2..ring.len()).map(|k| [corner(0), corner(k - 1), corner(k)]);
            Flat::Facets(FlatFacets::boxed(fan.collect()))
        }
    })
}

fn hull_if_flat<V: ShapeSpace, H>(
    core: &Core<'_, V>,
    hull: impl Fn(&[V]) -> Option<H>,
    rank: impl Fn(&H) -> usize,
) -> Option<H> {
    use crate::math::Real;
    if core.radius > Real::ZERO {
        return None;
    }
    hull(&core.vertices).filter(|h| rank(h) < V::DIM)
}
