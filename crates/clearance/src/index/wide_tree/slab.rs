//! A slab beside each box: two parallel planes, in the direction of the facets, between which all of them
//! are.
//!
//! Source: slabs of directions that are fixed are from Kay and Kajiya, "Ray tracing complex scenes" (1986);
//! that a hierarchy of surfaces wants directions of its own, from Gottschalk, Lin and Manocha, "OBBTree"
//! (1996).
//!
//! Idea: a piece of a smooth surface of size `h` has a box about as thick, wherever it does not lie along an
//! axis, but a slab of thickness `h²` over the radius of its curvature. So with boxes alone, the more and the
//! smaller the facets, the more of them may be the nearest: their number grows with `1 / h`. With slabs it
//! does not grow.
//!
//! `disc.rs` says what a box and its slab together tell of distances.
//!
//! Where we differ: only pieces of up to [`MOST`] facets have a slab, since larger ones are rarely flat; and
//! not those whose normals point in all directions. What has none has a normal of 0, and bounds nothing.
//!
//! All in single precision and in the unit of the tree; slabs are enlarged by what is rounded.

use alloc::vec::Vec;
use core::ops::Range;

use glam::{Vec3, Vec4};

use super::corners::Corners;
use super::facets::UnitFacets;
use super::oriented::{OrientedBoxes, whole};
use super::packed::{Normal, Packed};
use super::view::SlabLanes;
use super::{LEAF, Lanes3, WIDTH, WideTree};
use crate::math::Vector;

/// Pieces of more facets have no slab.
pub(super) const MOST: usize = 4096;
/// Coordinates in the unit are at most 2, normals have length 1: so much is rounded in a distance from a
/// plane.
pub(super) const ROUNDING: f32 = 2e-6;
/// A normal is made shorter than 1 by this.
pub(super) const SHORTER: f32 = 1.0 - 4e-7;

/// The points `p` with `|normal · p - middle| <= half`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab {
    /// Of length 1 at most; 0 for none.
    pub normal: Vec3,
    pub middle: f32,
    pub half: f32,
}

impl Slab {
    pub const NONE: Self = Self {
        normal: Vec3::ZERO,
        middle: 0.0,
        half: 0.0,
    };
    /// Around points that reach so far along its normal, as single precision tells.
    pub fn between(normal: Vec3, low: f32, high: f32) -> Self {
        Self {
            normal,
            middle: 0.5 * (low + high),
            half: 0.5 * (high - low) + ROUNDING,
        }
    }
}

/// The corners of a facet in the unit, the first one twice, or an end three times.
pub(super) struct Facet {
    pub x: Vec4,
    pub y: Vec4,
    pub z: Vec4,
}

impl Facet {
    #[inline]
    pub fn along(&self, normal: Vec3) -> Vec4 {
        self.x * normal.x + self.y * normal.y + self.z * normal.z
    }
    /// In space, twice its area long; in the plane, as long as the segment.
    pub fn normal(&self, dimension: usize) -> Vec3 {
        let corner = |k: usize| Vec3::new(self.x[k], self.y[k], self.z[k]);
        let (a, b, c) = (corner(0), corner(1), corner(2));
        match dimension {
            2 => Vec3::new(a.y - b.y, b.x - a.x, 0.0),
            _ => (b - a).cross(c - a),
        }
    }
}

/// Normals of facets, added up. A plate has two sides, so normals count in whichever of their two directions
/// makes the sum longer.
#[derive(Clone, Copy)]
struct NormalSum {
    sum: Vec3,
    lengths: f32,
}

impl NormalSum {
    const NOTHING: Self = Self {
        sum: Vec3::ZERO,
        lengths: 0.0,
    };
    fn of(normal: Vec3) -> Self {
        Self {
            sum: normal,
            lengths: normal.length(),
        }
    }
    fn with(self, other: Self) -> Self {
        let sign = if self.sum.dot(other.sum) < 0.0 { -1.0 } else { 1.0 };
        Self {
            sum: self.sum + other.sum * sign,
            lengths: self.lengths + other.lengths,
        }
    }
    /// `None` if the normals point in many directions, or are too short for single precision.
    fn direction(&self) -> Option<Vec3> {
        let length = self.sum.length();
        let is_long = length > 1e-18 && length.is_finite() && length > 0.5 * self.lengths;
        is_long.then(|| self.sum / length)
    }
}

/// The slabs of the eight boxes of a node, four of them in a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slabs {
    pub normal: Lanes3,
    pub middle: [Vec4; 2],
    pub half: [Vec4; 2],
}

impl Slabs {
    pub const NONE: Self = Self {
        normal: [[Vec4::ZERO; 2]; 3],
        middle: [Vec4::ZERO; 2],
        half: [Vec4::ZERO; 2],
    };
    #[inline(always)]
    pub fn of([first, second]: &[SlabLanes; 2]) -> Self {
        Self {
            normal: core::array::from_fn(
                #[inline(always)]
                |axis| [first.normal[axis], second.normal[axis]],
            ),
            middle: [first.middle, second.middle],
            half: [first.half, second.half],
        }
    }
    /// Four of them.
    #[inline(always)]
    pub fn lanes(&self, h: usize) -> SlabLanes {
        let [x, y, z] = &self.normal;
        SlabLanes {
            normal: [x[h], y[h], z[h]],
            middle: self.middle[h],
            half: self.half[h],
        }
    }
    pub fn set(&mut self, k: usize, slab: &Slab) {
        for axis in 0..3 {
            self.normal[axis][k / 4][k % 4] = slab.normal[axis];
        }
        self.middle[k / 4][k % 4] = slab.middle;
        self.half[k / 4][k % 4] = slab.half;
    }
    pub fn get(&self, k: usize) -> Slab {
        Slab {
            normal: Vec3::from_array(core::array::from_fn(|axis| self.normal[axis][k / 4][k % 4])),
            middle: self.middle[k / 4][k % 4],
            half: self.half[k / 4][k % 4],
        }
    }
}

impl<V: Vector> WideTree<V> {
    /// Adds slabs around facets. In space, the corners themselves, too, boxes along facets that are thin, and
    /// one along all.
    pub(super) fn add_slabs(&mut self, all: &UnitFacets<'_>) {
        let facets = self.items.iter().map(|&item| all.corners(item as usize));
        let facets: Vec<Facet> = facets.collect();
        self.corners = match V::DIM {
            2 => Vec::new(),
            _ => facets.chunks_exact(LEAF).map(Corners::of).collect(),
        };
        if !self.nodes.is_empty() {
            add_to_node(&mut self.nodes, 0, &facets, V::DIM);
        }
        self.oriented = match V::DIM {
            2 => Vec::new(),
            _ => OrientedBoxes::of_tree(&self.nodes, &facets),
        };
        self.along_facets = match V::DIM {
            2 => None,
            _ => whole::around(&facets, &self.unit.of_box(&self.whole)),
        };
    }
}

/// How far facets reach along a normal.
fn reach(facets: &[Facet], normal: Vec3) -> [f32; 2] {
    let (mut low, mut high) = (Vec4::INFINITY, Vec4::NEG_INFINITY);
    for facet in facets {
        let along = facet.along(normal);
        (low, high) = (low.min(along), high.max(along));
    }
    [low.min_element(), high.max_element()]
}

/// Adds the slabs of a node and of all below. Returns which facets these have, and the sum of their normals.
fn add_to_node(
    nodes: &mut [Packed],
    node: usize,
    facets: &[Facet],
    dimension: usize,
) -> (Range<usize>, NormalSum) {
    let (mut start, mut end, mut all) = (usize::MAX, 0, NormalSum::NOTHING);
    let (mut within, mut normals) = ([const { 0..0 }; WIDTH], [None; WIDTH]);
    for k in 0..nodes[node].count() {
        let child = nodes[node].child(k);
        let (own, sum) = if child.count == 0 {
            add_to_node(nodes, child.first as usize, facets, dimension)
        } else {
            let own = child.first as usize..child.first as usize + usize::from(child.count);
            let each = facets[own.clone()]
                .iter()
                .map(|f| NormalSum::of(f.normal(dimension)));
            (own, each.fold(NormalSum::NOTHING, NormalSum::with))
        };
        (start, end, all) = (start.min(own.start), end.max(own.end), all.with(sum));
        let direction = sum.direction().filter(|_| own.len() <= MOST);
        (normals[k], within[k]) = (direction.map(Normal::near), own);
    }
    let [first, second] = [0, 4].map(|k| [0, 1, 2, 3].map(|i| normals[k + i]));
    let reach = |k: usize, normal: Vec3| reach(&facets[within[k].clone()], normal);
    nodes[node].set_slabs(0, first, reach);
    nodes[node].set_slabs(1, second, reach);
    (start..end, all)
}
