//! Boxes that lie along the facets in them, beside those along the axes; only for trees of long thin facets.
//!
//! Source: Gottschalk, Lin and Manocha, "OBBTree: a hierarchical structure for rapid interference detection"
//! (1996); how the fifteen axes are tested with the products of the axes alone is from Ericson, "Real-Time
//! Collision Detection" (2005), section 4.4.1.
//!
//! Idea: a long thin facet that runs askew has a box along the axes as large as itself in all directions, and
//! in a search by two trees every other one near it meets that box. A box along its longest edge is as thin
//! as the facet. Eight of them are tested at once against one of the other tree.
//!
//! Where we differ: an axis is the sum of the longest edges, another one the normal of the slab, and not the
//! axes of a covariance; so boxes are as good where facets lie side by side, and cost one pass. Trees whose
//! facets are not thin have none, for they take memory and time, and slabs tell as much there.
//!
//! Limit: pieces of more than [`MOST`] facets, and those whose edges run in all directions, have boxes along
//! the axes.

pub(super) mod whole;

use alloc::vec::Vec;
use core::ops::Range;

use glam::{Vec3, Vec4};

use super::lanes::{Points, absolute, cross, dot, lengths, minus, square_roots, sum};
use super::packed::Packed;
use super::slab::{Facet, MOST};
use super::view::View;
use super::{Child, Lanes3, UnitBox};

/// How many times the area of its facets the boxes around them must have, where facets count as thin.
const THIN: f32 = 10.0;
/// So many facets are looked at to tell.
const SAMPLES: usize = 1024;
/// Coordinates in the unit are at most 2: so much is rounded in a distance from a plane.
const ROUNDING: f32 = 2e-6;
/// Half the size of a box without end: a number whose products are numbers.
const ENDLESS: f32 = 1e18;
/// How far axes are from having length 1 and right angles, and all that is rounded in a projection, with
/// room.
const ERROR: f32 = 8e-6;

/// The points `center + y.x axes[0] + y.y axes[1] + y.z axes[2]` with `|y| <= half` in each coordinate.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrientedBox {
    pub center: Vec3,
    pub axes: [Vec3; 3],
    pub half: Vec3,
}

impl OrientedBox {
    pub fn along_axes(bounds: &UnitBox) -> Self {
        let (low, high) = (Vec3::from_array(bounds.low), Vec3::from_array(bounds.high));
        let half = 0.5 * (high - low) + ROUNDING;
        let is_finite = half.is_finite();
        Self {
            center: if is_finite { 0.5 * (low + high) } else { Vec3::ZERO },
            axes: Vec3::AXES,
            half: if is_finite { half } else { Vec3::splat(ENDLESS) },
        }
    }
    /// Around facets, along their longest edges and their normal.
    fn around(facets: &[Facet], along: Vec3, normal: Vec3) -> Option<Self> {
        Some(Self::along(axes(along, normal)?, facets))
    }
    /// Around facets, along axes of length 1 at right angles.
    pub fn along(axes: [Vec3; 3], facets: &[Facet]) -> Self {
        let low_and_high = |axis: Vec3| {
            let each = facets.iter().map(|facet| facet.along(axis));
            let none = (Vec4::INFINITY, Vec4::NEG_INFINITY);
            let (low, high) = each.fold(none, |(low, high), x| (low.min(x), high.max(x)));
            (low.min_element(), high.max_element())
        };
        let ends = axes.map(low_and_high);
        let middle = ends.map(|(low, high)| 0.5 * (low + high));
        let half = ends.map(|(low, high)| 0.5 * (high - low) * (1.0 + ERROR) + 2.0 * ROUNDING);
        Self {
            center: axes[0] * middle[0] + axes[1] * middle[1] + axes[2] * middle[2],
            axes,
            half: Vec3::from_array(half),
        }
    }
    /// Half its surface.
    pub fn half_surface(&self) -> f32 {
        let [x, y, z] = self.half.to_array();
        4.0 * (x * y + y * z + z * x)
    }
}

/// Three axes at right angles: along the first direction, and across the second. A direction of 0 is none.
fn axes(along: Vec3, normal: Vec3) -> Option<[Vec3; 3]> {
    let normal = match normal.try_normalize() {
        Some(normal) => normal,
        None => along.try_normalize()?.any_orthonormal_vector(),
    };
    let along = along.try_normalize()?;
    let along = (along - normal * normal.dot(along)).try_normalize()?;
    Some([along, normal.cross(along), normal])
}

/// The boxes of the eight children of a node, four of them in a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrientedBoxes {
    center: Lanes3,
    half: Lanes3,
    along: Lanes3,
    normal: Lanes3,
}

impl OrientedBoxes {
    const NONE: Self = Self {
        center: [[Vec4::ZERO; 2]; 3],
        half: [[Vec4::splat(ENDLESS); 2]; 3],
        along: [[Vec4::ZERO; 2]; 3],
        normal: [[Vec4::ZERO; 2]; 3],
    };
    fn set(&mut self, k: usize, own: &OrientedBox) {
        for i in 0..3 {
            self.center[i][k / 4][k % 4] = own.center[i];
            self.half[i][k / 4][k % 4] = own.half[i];
            self.along[i][k / 4][k % 4] = own.axes[0][i];
            self.normal[i][k / 4][k % 4] = own.axes[2][i];
        }
    }
    pub fn get(&self, k: usize) -> OrientedBox {
        let of = |lanes: &Lanes3| {
            Vec3::new(
                lanes[0][k / 4][k % 4],
                lanes[1][k / 4][k % 4],
                lanes[2][k / 4][k % 4],
            )
        };
        let (along, normal) = (of(&self.along), of(&self.normal));
        OrientedBox {
            center: of(&self.center),
            axes: [along, normal.cross(along), normal],
            half: of(&self.half),
        }
    }
    /// Four of them.
    #[inline(always)]
    pub fn four(&self, h: usize) -> FourBoxes {
        let of = |lanes: &Lanes3| [lanes[0][h], lanes[1][h], lanes[2][h]];
        let (along, normal) = (of(&self.along), of(&self.normal));
        FourBoxes {
            center: of(&self.center),
            axes: [along, cross(&normal, &along), normal],
            half: of(&self.half),
        }
    }
    /// The boxes of all nodes of a tree over facets, if these are thin.
    pub fn of_tree(nodes: &[Packed], facets: &[Facet]) -> Vec<Self> {
        if !are_thin(facets) {
            return Vec::new();
        }
        let mut all = alloc::vec![Self::NONE; nodes.len()];
        add_to_node((nodes, &mut all), 0, facets);
        all
    }
}

/// Whether most of the facets are so thin, and run so askew, that their boxes have many times their area.
fn are_thin(facets: &[Facet]) -> bool {
    let (mut boxes, mut areas) = (0.0, 0.0);
    for facet in facets.iter().step_by(facets.len() / SAMPLES + 1) {
        let extent = |x: Vec4| x.max_element() - x.min_element();
        let [x, y, z] = [extent(facet.x), extent(facet.y), extent(facet.z)];
        boxes += x * y + y * z + z * x;
        areas += 0.5 * facet.normal(3).length();
    }
    boxes > THIN * areas
}

/// Adds the boxes of a node and of all below. Returns which facets these have, and the sum of their longest
/// edges.
fn add_to_node(
    (nodes, all): (&[Packed], &mut [OrientedBoxes]),
    number: usize,
    facets: &[Facet],
) -> (Range<usize>, Vec3) {
    let (mut start, mut end, mut sum) = (usize::MAX, 0, Vec3::ZERO);
    let node = &nodes[number];
    let view = View::of_packed(node);
    for k in 0..node.count() {
        let child = node.child(k);
        let (own, along) = match child {
            Child { first, count: 0 } => add_to_node((nodes, &mut *all), first as usize, facets),
            Child { first, count } => {
                let own = first as usize..first as usize + usize::from(count);
                let edges = facets[own.clone()].iter().map(longest_edge);
                (own, edges.fold(Vec3::ZERO, add))
            }
        };
        (start, end, sum) = (start.min(own.start), end.max(own.end), add(sum, along));
        let oriented = match own.len() <= MOST {
            true => OrientedBox::around(&facets[own], along, node.slab(k).normal),
            false => None,
        };
        let oriented = oriented.unwrap_or_else(|| OrientedBox::along_axes(&view.bounds(k)));
        all[number].set(k, &oriented);
    }
    (start..end, sum)
}

/// The sum of two edges, which have no direction: of the two that there are, the longer one.
fn add(a: Vec3, b: Vec3) -> Vec3 {
    if a.dot(b) < 0.0 { a - b } else { a + b }
}

fn longest_edge(facet: &Facet) -> Vec3 {
    let corner = |k: usize| Vec3::new(facet.x[k], facet.y[k], facet.z[k]);
    let edges = [(0, 1), (1, 2), (2, 0)].map(|(p, q)| corner(q) - corner(p));
    let longer = |a: Vec3, b: Vec3| {
        if b.length_squared() > a.length_squared() {
            b
        } else {
            a
        }
    };
    longer(longer(edges[0], edges[1]), edges[2])
}

/// Four boxes.
pub(super) struct FourBoxes {
    center: Points,
    axes: [Points; 3],
    half: Points,
}

impl FourBoxes {
    /// Those along the axes of a node.
    #[inline(always)]
    pub fn along_axes(node: &View<'_>, h: usize) -> Self {
        let mut boxes = [OrientedBox::along_axes(&UnitBox::EMPTY); 4];
        for (k, own) in boxes.iter_mut().enumerate() {
            *own = OrientedBox::along_axes(&node.bounds(4 * h + k));
        }
        let lanes = |of: fn(&OrientedBox) -> Vec3, i: usize| {
            let [a, b, c, d] = &boxes;
            Vec4::new(of(a)[i], of(b)[i], of(c)[i], of(d)[i])
        };
        let three = |of: fn(&OrientedBox) -> Vec3| [lanes(of, 0), lanes(of, 1), lanes(of, 2)];
        Self {
            center: three(|b| b.center),
            axes: [three(|b| b.axes[0]), three(|b| b.axes[1]), three(|b| b.axes[2])],
            half: three(|b| b.half),
        }
    }
    /// One box, four times.
    pub fn of_one(own: &OrientedBox) -> Self {
        let four = |v: Vec3| v.to_array().map(Vec4::splat);
        Self {
            center: four(own.center),
            axes: own.axes.map(four),
            half: four(own.half),
        }
    }
    /// Lower bounds of the distances from another box; all of it in one unit, in which coordinates of that
    /// one are off by `error`.
    ///
    /// Along the axes of one box, which are at right angles, gaps add up as lengths do.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn gaps(&self, other: &OrientedBox, error: f32) -> Vec4 {
        let center = other.center.to_array().map(Vec4::splat);
        let t = minus(&center, &self.center);
        let theirs = other.axes.map(|axis| axis.to_array().map(Vec4::splat));
        let half = other.half.to_array().map(Vec4::splat);
        let along = [
            dot(&t, &self.axes[0]),
            dot(&t, &self.axes[1]),
            dot(&t, &self.axes[2]),
        ];
        let row = |i: usize| {
            let axis = &self.axes[i];
            [
                dot(axis, &theirs[0]),
                dot(axis, &theirs[1]),
                dot(axis, &theirs[2]),
            ]
        };
        let r = [row(0), row(1), row(2)];
        let size = sum(&absolute(&t)) + sum(&self.half) + sum(&half);
        let slack = size * ERROR + Vec4::splat(1.8 * error);
        let own = |i: usize| {
            let reach =
                self.half[i] + half[0] * r[i][0].abs() + half[1] * r[i][1].abs() + half[2] * r[i][2].abs();
            (along[i].abs() - reach - slack).max(Vec4::ZERO)
        };
        let their = |j: usize| {
            let reach =
                self.half[0] * r[0][j].abs() + self.half[1] * r[1][j].abs() + self.half[2] * r[2][j].abs();
            (dot(&t, &theirs[j]).abs() - reach - half[j] - slack).max(Vec4::ZERO)
        };
        let mut best = lengths(&[own(0), own(1), own(2)]).max(lengths(&[their(0), their(1), their(2)]));
        for i in 0..3 {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
                let apart = (along[i2] * r[i1][j] - along[i1] * r[i2][j]).abs();
                let reach = self.half[i1] * r[i2][j].abs() + self.half[i2] * r[i1][j].abs();
                let others = half[j1] * r[i][j2].abs() + half[j2] * r[i][j1].abs();
                let gap = apart - reach - others - slack;
                // The sine of the angle of the two, or more.
                let sine2 = Vec4::splat(1.0 + ERROR) - r[i][j] * r[i][j];
                best = best.max(gap / square_roots(sine2.max(Vec4::splat(ERROR))));
            }
        }
        best
    }
}
