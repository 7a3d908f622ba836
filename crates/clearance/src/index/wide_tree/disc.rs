//! Where a box and its slab have points, and how far such pieces are apart.
//!
//! The points are in a flat cylinder ([`Disc`]): between the planes of the slab, and no farther from the
//! middle of the box than a corner. Seen along the normal of another one, that is thin, too, if both are
//! about parallel. A distance has a part along the normal and a part across it; boxes alone do not tell both
//! at once.
//!
//! All bounds are in single precision, and moved by what is rounded.

use glam::{Vec3, Vec4};

use super::UnitBox;
use super::lanes::{dot, lengths, square_roots};
use super::slab::Slab;
use super::view::{SlabLanes, View};
use super::walk::BELOW;

/// Where a box and its slab may have points: as far from the plane through `center` as `half`, and from there
/// as far as `radius` in that plane: a flat cylinder.
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
    /// Its middle, and the radius of a ball from there that holds it.
    #[inline(always)]
    pub fn ball(&self) -> (Vec3, f32) {
        (
            self.middle,
            (self.half.length() + self.radius) * 1.000_001 + self.error,
        )
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
    pub fn new(view: &View<'_>, h: usize) -> Self {
        let (low, high) = (&view.low, &view.high);
        let SlabLanes {
            normal,
            middle: along,
            half,
        } = view.slabs(h);
        let middle: [Vec4; 3] = core::array::from_fn(|i| 0.5 * (low[i][h] + high[i][h]));
        let edge: [Vec4; 3] = core::array::from_fn(|i| 0.5 * (high[i][h] - low[i][h]));
        let out = dot(&normal, &middle) - along;
        // The middle of a box without end may be no number; whether a maximum takes that depends on the
        // processor.
        let radius = lengths(&edge);
        let center =
            |i: usize| Vec4::select(radius.is_finite_mask(), middle[i] - normal[i] * out, Vec4::ZERO);
        Self {
            normal,
            center: core::array::from_fn(center),
            half,
            radius,
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

/// Lower bounds of the distances of points from discs: where they are from the centers, how far along the
/// normal; and how far the disc reaches along the normal and across it.
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

#[cfg(test)]
mod tests {
    use super::super::{Child, Node};
    use super::*;

    /// A half-space in a compound was not found by WebAssembly, whose maximum of a bound and of no number is
    /// no number: the middle of its box was infinity less infinity.
    #[test]
    fn a_box_without_end_has_a_center() {
        let mut node = Node::empty();
        let endless = UnitBox {
            low: [f32::NEG_INFINITY; 3],
            high: [f32::INFINITY, 1.0, f32::INFINITY],
        };
        node.set(0, &endless, Child { first: 0, count: 1 });
        let discs = Discs::new(&View::of_node(&node), 0);
        assert!(discs.center.iter().all(|c| c[0].is_finite()));
        let far = TurnedBox::along_axes(Vec3::splat(1e3), Vec3::ONE);
        assert_eq!(discs.distances(&far)[0], 0.0);
    }
}
