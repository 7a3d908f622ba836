//! Facets in the unit of a tree: triangles, or segments with their second end twice, between shared vertices.
//!
//! Most vertices have six facets, so each is brought to the unit once, in single precision: as near as it
//! gets, and next to it on both sides, between which it lies.

use alloc::vec;
use alloc::vec::Vec;

use glam::Vec4;

use super::slab::Facet;
use super::unit::{down, up};
use super::{LaneBox, Unit};
use crate::math::{Aabb, Real, Vector};

/// Facets as triples of indices into the vertices.
#[derive(Clone, Copy)]
pub(crate) struct Facets<'a, V> {
    pub vertices: &'a [V],
    pub indices: &'a [[u32; 3]],
}

impl<V: Vector> Facets<'_, V> {
    /// Around the corners of a facet.
    pub(super) fn aabb(&self, facet: usize) -> Aabb<V> {
        Aabb::around(self.indices[facet].map(|i| self.vertices[i as usize]))
    }
    /// Around them all; `None` where there are none.
    pub(super) fn whole(&self) -> Option<Aabb<V>> {
        let mut is_used = vec![false; self.vertices.len()];
        for &[a, b, c] in self.indices {
            (is_used[a as usize], is_used[b as usize], is_used[c as usize]) = (true, true, true);
        }
        let used = self.vertices.iter().zip(is_used).filter(|(_, is_used)| *is_used);
        Aabb::from_points(used.map(|(v, _)| *v))
    }
    /// In a unit.
    pub(super) fn in_unit(&self, unit: &Unit<V>) -> UnitFacets<'_> {
        let points = self.vertices.iter().map(|v| UnitPoint::new(v, unit));
        UnitFacets {
            points: points.collect(),
            indices: self.indices,
        }
    }
}

/// A vertex in single precision; the fourth lanes are 0.
struct UnitPoint {
    nearest: Vec4,
    low: Vec4,
    high: Vec4,
}

impl UnitPoint {
    fn new<V: Vector>(v: &V, unit: &Unit<V>) -> Self {
        let mut point = Self {
            nearest: Vec4::ZERO,
            low: Vec4::ZERO,
            high: Vec4::ZERO,
        };
        for axis in 0..V::DIM {
            let x = unit.coordinate(v.get(axis).to_f64(), axis);
            (point.nearest[axis], point.low[axis], point.high[axis]) = (x as f32, down(x), up(x));
        }
        point
    }
}

/// Facets between vertices in the unit of a tree.
pub(super) struct UnitFacets<'a> {
    points: Vec<UnitPoint>,
    indices: &'a [[u32; 3]],
}

impl UnitFacets<'_> {
    /// Around a facet, rounded outwards.
    #[inline]
    pub fn bounds(&self, facet: usize) -> LaneBox {
        let [a, b, c] = self.indices[facet].map(|i| &self.points[i as usize]);
        LaneBox {
            low: a.low.min(b.low).min(c.low),
            high: a.high.max(b.high).max(c.high),
        }
    }
    /// The corners of a facet, rounded.
    #[inline]
    pub fn corners(&self, facet: usize) -> Facet {
        let [a, b, c] = self.indices[facet].map(|i| self.points[i as usize].nearest);
        Facet {
            x: Vec4::new(a.x, b.x, c.x, a.x),
            y: Vec4::new(a.y, b.y, c.y, a.y),
            z: Vec4::new(a.z, b.z, c.z, a.z),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    /// Vertices without facets do not count, wherever they are.
    #[test]
    fn the_whole_is_around_facets() {
        let vertices = [
            DVec3::splat(9.0),
            DVec3::X,
            DVec3::Y,
            DVec3::Z,
            DVec3::splat(-9.0),
        ];
        let facets = Facets {
            vertices: &vertices,
            indices: &[[1, 2, 3]],
        };
        let whole = facets.whole();
        assert_eq!(
            whole,
            Some(Aabb {
                min: DVec3::ZERO,
                max: DVec3::ONE
            })
        );
        let none = Facets {
            indices: &[],
            ..facets
        };
        assert_eq!(none.whole(), None);
    }

    /// Boxes in the unit contain the corners as double precision has them, and are no wider than two steps
    /// more.
    #[test]
    fn boxes_are_rounded_outwards() {
        let vertices = [
            DVec3::new(0.1, -0.7, 1e-9),
            DVec3::new(0.3, 0.2, -0.9),
            DVec3::new(-0.6, 0.5, 0.4),
        ];
        let facets = Facets {
            vertices: &vertices,
            indices: &[[0, 1, 2]],
        };
        let unit = Unit::around(&facets.aabb(0));
        let bounds = facets.in_unit(&unit).bounds(0);
        for axis in 0..3 {
            let along = vertices.map(|v| unit.coordinate(v[axis], axis));
            let (least, most) = along
                .iter()
                .fold((2.0, -2.0), |(l, m): (f64, f64), x| (l.min(*x), m.max(*x)));
            let [low, high] = [bounds.low[axis], bounds.high[axis]];
            assert!(f64::from(low) < least && least <= f64::from(low.next_up().next_up()));
            assert!(f64::from(high) > most && most >= f64::from(high.next_down().next_down()));
        }
    }
}
