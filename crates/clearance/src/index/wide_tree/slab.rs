//! A slab beside each box: two parallel planes, in the direction of the facets, between which all of them are.
//!
//! Source: slabs of directions that are fixed are from Kay and Kajiya, "Ray tracing complex scenes" (1986); that a
//! hierarchy of surfaces wants directions of its own, from Gottschalk, Lin and Manocha, "OBBTree" (1996).
//!
//! Idea: a piece of a smooth surface of size `h` has a box about as thick, wherever it does not lie along an axis,
//! but a slab of thickness `h²` over the radius of its curvature. So with boxes alone, the more and the smaller the
//! facets, the more of them may be the nearest: their number grows with `1 / h`. With slabs it does not grow.
//!
//! Between two pieces, the points of one are in a flat cylinder ([`Disc`]): between its planes, and no farther from
//! the middle of its box than a corner. Seen along the normal of the other one, that is thin, too, if both are about
//! parallel.
//!
//! Where we differ: only pieces of up to [`MOST`] facets have a slab, since larger ones are rarely flat; and not
//! those whose normals point in all directions. What has none has a normal of 0, and bounds nothing.
//!
//! All in single precision and in the unit of the tree; slabs are enlarged by what is rounded.

use glam::{Vec3, Vec4};

use super::walk::BELOW;
use super::{Node, UnitBox, WIDTH, WideTree};
use crate::math::{Real, Vector};

/// Pieces of more facets have no slab.
const MOST: usize = 4096;
/// Coordinates in the unit are at most 2, normals have length 1: so much is rounded in a distance from a plane.
const ROUNDING: f32 = 2e-6;
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
    /// Around facets, the sum of whose normals has a direction.
    fn around(facets: &[Facet], sum: &NormalSum) -> Self {
        let Some(normal) = sum.direction() else {
            return Self::NONE;
        };
        let (mut low, mut high) = (Vec4::INFINITY, Vec4::NEG_INFINITY);
        for facet in facets {
            let along = facet.along(normal);
            (low, high) = (low.min(along), high.max(along));
        }
        let (low, high) = (low.min_element(), high.max_element());
        Self {
            normal,
            middle: 0.5 * (low + high),
            half: 0.5 * (high - low) + ROUNDING,
        }
    }
}

/// The corners of a facet in the unit, the first one twice, or an end three times.
struct Facet {
    x: Vec4,
    y: Vec4,
    z: Vec4,
}

impl Facet {
    fn along(&self, normal: Vec3) -> Vec4 {
        self.x * normal.x + self.y * normal.y + self.z * normal.z
    }
    /// In space, twice its area long; in the plane, as long as the segment.
    fn normal(&self, dimension: usize) -> Vec3 {
        let corner = |k: usize| Vec3::new(self.x[k], self.y[k], self.z[k]);
        let (a, b, c) = (corner(0), corner(1), corner(2));
        match dimension {
            2 => Vec3::new(a.y - b.y, b.x - a.x, 0.0),
            _ => (b - a).cross(c - a),
        }
    }
}

/// Normals of facets, added up. A plate has two sides, so normals count in whichever of their two directions makes
/// the sum longer.
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
        is_long.then(|| self.sum / length * SHORTER)
    }
}

/// The slabs of the eight boxes of a node, four of them in a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slabs {
    normal: [[Vec4; 2]; 3],
    middle: [Vec4; 2],
    half: [Vec4; 2],
}

impl Slabs {
    pub const NONE: Self = Self {
        normal: [[Vec4::ZERO; 2]; 3],
        middle: [Vec4::ZERO; 2],
        half: [Vec4::ZERO; 2],
    };
    fn set(&mut self, k: usize, slab: &Slab) {
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

/// Where a box and its slab may have points: as far from the plane through `center` as `half`, and from there as
/// far as `radius` in that plane: a flat cylinder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    pub center: Vec3,
    /// Of length 1 at most; 0 for a ball.
    pub normal: Vec3,
    pub half: f32,
    pub radius: f32,
}

impl Disc {
    /// Around everything: bounds nothing.
    pub const EVERYTHING: Self = Self {
        center: Vec3::ZERO,
        normal: Vec3::ZERO,
        half: 0.0,
        radius: f32::INFINITY,
    };
    /// Of a box and its slab, in one unit.
    #[inline(always)]
    pub fn of(bounds: &UnitBox, slab: &Slab) -> Self {
        let (low, high) = (Vec3::from_array(bounds.low), Vec3::from_array(bounds.high));
        let middle = 0.5 * (low + high);
        Self {
            center: middle - slab.normal * (slab.normal.dot(middle) - slab.middle),
            normal: slab.normal,
            half: slab.half,
            radius: (0.5 * (high - low)).length(),
        }
    }
}

/// A box of any direction in the unit of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnedBox {
    pub middle: Vec3,
    pub axes: [Vec3; 3],
    /// How far it reaches along each axis from the middle.
    pub half: Vec3,
    /// What it is grown by.
    pub radius: f32,
    pub is_turned: bool,
    /// What is rounded in distances from it.
    error: f32,
}

impl TurnedBox {
    pub fn along_axes(middle: Vec3, half: Vec3) -> Self {
        let turned = Self::new(middle, Vec3::AXES, half, 0.0);
        let is_turned = false;
        Self { is_turned, ..turned }
    }
    pub fn new(middle: Vec3, axes: [Vec3; 3], half: Vec3, error: f32) -> Self {
        let size = middle.abs().max_element() + half.max_element();
        // Sums of larger numbers may not be finite. Such a box is anywhere.
        let is_ordinary = size < 1e30 && error < 1e30;
        let or_0 = |v: Vec3| if is_ordinary { v } else { Vec3::ZERO };
        Self {
            middle: or_0(middle),
            axes,
            half: or_0(half),
            radius: 0.0,
            is_turned: is_ordinary,
            error: if is_ordinary {
                error + size * 4e-6
            } else {
                f32::INFINITY
            },
        }
    }
}

/// Four discs of a node.
pub(super) struct Discs {
    normal: [Vec4; 3],
    center: [Vec4; 3],
    half: Vec4,
    radius: Vec4,
}

impl Discs {
    #[inline(always)]
    pub fn new(node: &Node, h: usize) -> Self {
        let slabs = &node.slabs;
        let normal = slabs.normal.map(|n| n[h]);
        let middle: [Vec4; 3] = core::array::from_fn(|i| 0.5 * (node.low[i][h] + node.high[i][h]));
        let edge: [Vec4; 3] = core::array::from_fn(|i| 0.5 * (node.high[i][h] - node.low[i][h]));
        let out = dot(&normal, &middle) - slabs.middle[h];
        Self {
            normal,
            center: core::array::from_fn(|i| middle[i] - normal[i] * out),
            half: slabs.half[h],
            radius: square_roots(dot(&edge, &edge)),
        }
    }
    /// Lower bounds of the distances from a box.
    #[inline(always)]
    pub fn distances(&self, other: &TurnedBox) -> Vec4 {
        let from: [Vec4; 3] = core::array::from_fn(|i| Vec4::splat(other.middle[i]) - self.center[i]);
        let mut reach = self.half + other.error;
        for (axis, half) in other.axes.iter().zip(other.half.to_array()) {
            reach += along(&self.normal, *axis).abs() * half;
        }
        let radius = self.radius + (other.half.length() * (1.0 + 1e-6) + other.error);
        let bounds = distances_from_discs(&from, dot(&self.normal, &from), reach, radius);
        let bounds = match other.is_turned {
            true => bounds.max(self.distances_along_axes(other, &from)),
            false => bounds,
        };
        bounds * BELOW - Vec4::splat(other.radius)
    }
    /// The same along the axes of the box.
    #[inline(always)]
    fn distances_along_axes(&self, other: &TurnedBox, from: &[Vec4; 3]) -> Vec4 {
        let mut sum = Vec4::ZERO;
        for (axis, half) in other.axes.iter().zip(other.half.to_array()) {
            let (cos, sin) = cos_and_sin(along(&self.normal, *axis));
            let reach = cos * self.half + sin * self.radius + (half + other.error);
            let gap = (along(from, *axis).abs() - reach).max(Vec4::ZERO);
            sum += gap * gap;
        }
        square_roots(sum)
    }
    /// Lower bounds of the distances from another disc; all of it in one unit.
    #[inline(always)]
    pub fn gaps(&self, disc: &Disc, error: f32) -> Vec4 {
        let other = disc.normal.to_array().map(Vec4::splat);
        let from: [Vec4; 3] = core::array::from_fn(|i| Vec4::splat(disc.center[i]) - self.center[i]);
        let (cos, sin) = cos_and_sin(dot(&self.normal, &other));
        let size = (disc.half + disc.radius) * (1.0 + 1e-6) + error;
        let reach = self.half + cos * disc.half + sin * disc.radius + error;
        let own = distances_from_discs(&from, dot(&self.normal, &from), reach, self.radius + size);
        let reach = cos * self.half + sin * self.radius + (disc.half + error);
        let size = Vec4::splat(size) + self.half + self.radius;
        own.max(distances_from_discs(&from, dot(&other, &from), reach, size))
    }
}

/// Lower bounds of the distances of points from discs: where they are from the centers, how far along the normal;
/// and how far the disc reaches along the normal and across it.
#[inline(always)]
fn distances_from_discs(from: &[Vec4; 3], along: Vec4, reach: Vec4, radius: Vec4) -> Vec4 {
    let out = (along.abs() - reach).max(Vec4::ZERO);
    let square = dot(from, from);
    let across2 = (square * (1.0 - 4e-6) - along * along).max(Vec4::ZERO);
    let across = (square_roots(across2) - radius).max(Vec4::ZERO);
    square_roots(out * out + across * across)
}

/// Upper bounds of a cosine without its sign and of the sine.
#[inline(always)]
fn cos_and_sin(cos: Vec4) -> (Vec4, Vec4) {
    let sin2 = (Vec4::ONE - cos * cos).max(Vec4::ZERO) + Vec4::splat(1e-6);
    (cos.abs() + Vec4::splat(1e-6), square_roots(sin2))
}

#[inline(always)]
fn along(a: &[Vec4; 3], b: Vec3) -> Vec4 {
    a[0] * b.x + a[1] * b.y + a[2] * b.z
}

#[inline(always)]
fn dot(a: &[Vec4; 3], b: &[Vec4; 3]) -> Vec4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Four square roots; a negative number's is not a number.
#[inline(always)]
pub(super) fn square_roots(x: Vec4) -> Vec4 {
    Vec4::from_array(x.to_array().map(Real::sqrt))
}

impl<V: Vector> WideTree<V> {
    /// Adds slabs around facets, given by their corners; of a segment, the second end twice.
    pub(super) fn add_slabs(&mut self, corners: impl Fn(usize) -> [V; 3]) {
        let single = |v: V, i: usize| match i < V::DIM {
            true => self.unit.coordinate(v.get(i).to_f64(), i) as f32,
            false => 0.0,
        };
        let facet = |&item: &u32| {
            let [a, b, c] = corners(item as usize);
            let lanes = |i: usize| {
                let first = single(a, i);
                Vec4::new(first, single(b, i), single(c, i), first)
            };
            Facet {
                x: lanes(0),
                y: lanes(1),
                z: lanes(2),
            }
        };
        let facets: alloc::vec::Vec<Facet> = self.items.iter().map(facet).collect();
        if !self.nodes.is_empty() {
            add_to_node(&mut self.nodes, 0, &facets, V::DIM);
        }
    }
}

/// Adds the slabs of a node and of all below. Returns the end of its facets, which begin at `start`, and the sum of
/// their normals.
fn add_to_node(nodes: &mut [Node], node: usize, facets: &[Facet], dimension: usize) -> (Span, NormalSum) {
    let mut all = (Span::NOTHING, NormalSum::NOTHING);
    for k in 0..WIDTH.min(nodes[node].count()) {
        let child = nodes[node].children[k];
        let (span, sum) = if child.count == 0 {
            add_to_node(nodes, child.first as usize, facets, dimension)
        } else {
            let (start, end) = (
                child.first as usize,
                child.first as usize + usize::from(child.count),
            );
            let normals = facets[start..end]
                .iter()
                .map(|f| NormalSum::of(f.normal(dimension)));
            (
                Span { start, end },
                normals.fold(NormalSum::NOTHING, NormalSum::with),
            )
        };
        if span.end - span.start <= MOST {
            let slab = Slab::around(&facets[span.start..span.end], &sum);
            nodes[node].slabs.set(k, &slab);
        }
        all = (all.0.with(span), all.1.with(sum));
    }
    all
}

/// A run of facets.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

impl Span {
    const NOTHING: Self = Self {
        start: usize::MAX,
        end: 0,
    };
    fn with(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}
