//! Boxes around shapes, rounded outwards: never too small.
//!
//! A world box is that of the shape's true place: the pose's numbers taken as real numbers. It is computed in
//! floats through a [`BoundedFrame`], which knows a bound of the rounding errors on the way, and grown by that bound:
//! a few dozen units in the last place of the largest number involved. Tight otherwise: corners are placed
//! one by one where there are few (up to 64), round shapes have closed forms, and only large hulls and meshes
//! under a rotation get the turned box (hulls its part within a ball).

use super::core::Core;
use crate::math::{Aabb, Frame, Place, Pose, Real, ScalarOf, Space, Vector};

/// Up to this many corners are placed one by one.
const FEW: usize = 64;

/// A chain of poses as one rounded frame, with a bound of what the rounding has done to it.
#[derive(Clone, Copy, Debug)]
pub struct BoundedFrame<V: Space> {
    frame: Frame<V>,
    /// How many poses were composed.
    depth: V::Scalar,
    /// How far the frame's origin may be from the true one, in any coordinate.
    drift: V::Scalar,
    /// How far the frame's scale may be from the true one, where a product of scales has lost digits below
    /// the normal numbers.
    lost: V::Scalar,
}

impl<V: Space> BoundedFrame<V> {
    /// The view through a chain of poses.
    pub fn of(place: &Place<'_, V>) -> Self {
        match place.outer {
            None => Self {
                frame: place.pose.frame(),
                depth: Real::ONE,
                drift: Real::ZERO,
                lost: Real::ZERO,
            },
            Some(outer) => Self::of(outer).through(place.pose),
        }
    }
    /// The view of what stands in `pose` in this view's frame.
    pub fn through(&self, pose: &Pose<V>) -> Self {
        let frame = self.frame.after(&pose.frame());
        let spacing = if frame.scale < Real::MIN_POSITIVE {
            ScalarOf::<V>::MIN_POSITIVE * ScalarOf::<V>::EPSILON
        } else {
            Real::ZERO
        };
        Self {
            frame,
            depth: self.depth + Real::ONE,
            drift: self.error(pose.position()),
            lost: self.lost * pose.scale() + spacing,
        }
    }
    /// How much larger things are seen through the frame.
    #[inline]
    pub(crate) fn scale(&self) -> V::Scalar {
        self.frame.scale
    }
    /// A point seen through the frame, rounded.
    #[inline]
    pub(crate) fn point(&self, p: V) -> V {
        self.frame.point(p)
    }
    /// A bound of the error of a point seen through the frame, for points within `reach` of the local origin
    /// along each axis, with room for a few more roundings of such numbers.
    ///
    /// An axis has at most 8 EPSILON of error in each component for each pose, scaling, turning and adding at
    /// most 4 in all, and a world vertex that was rounded once 4 more.
    pub(crate) fn error(&self, reach: V) -> V::Scalar {
        let lit = ScalarOf::<V>::lit;
        let size = self.size(reach);
        if size <= ScalarOf::<V>::MAX * lit(0.125) {
            self.drift
                + Self::sum(reach) * self.lost
                + size * self.depth * (ScalarOf::<V>::EPSILON * lit(32.0))
                + ScalarOf::<V>::MIN_POSITIVE
        } else {
            Real::INFINITY
        }
    }
    /// The largest coordinate that can come up on the way.
    fn size(&self, reach: V) -> V::Scalar {
        Self::sum(reach) * self.frame.scale + self.frame.origin.max_abs()
    }
    fn sum(reach: V) -> V::Scalar {
        (0..V::DIM).map(|k| reach.get(k).abs()).sum::<V::Scalar>()
    }
    /// `aabb`, computed from points within `reach` and grown by `radius` (unscaled), with all errors covered.
    fn finished(&self, aabb: Aabb<V>, reach: V, radius: V::Scalar) -> Aabb<V> {
        let margin = radius * self.frame.scale + self.error(reach + V::splat(radius));
        if margin.is_finite() {
            aabb.inflated(margin)
        } else {
            Aabb::everything()
        }
    }
    /// Around a local box, turned with it.
    pub(crate) fn turned_box(&self, local: Aabb<V>) -> Aabb<V> {
        if !(local.min.is_finite() && local.max.is_finite()) {
            return Aabb::everything();
        }
        let half = (local.max - local.min) * ScalarOf::<V>::HALF;
        let extent = self.extent(|axes| axes_sum(axes, half));
        let aabb = around(self.frame.point(local.center()), extent);
        self.finished(aabb, local.min.abs().max(local.max.abs()), Real::ZERO)
    }
    /// Around a few points grown by a ball.
    pub(super) fn points(&self, points: &[V], radius: V::Scalar) -> Aabb<V> {
        let reach = points.iter().fold(V::ZERO, |reach, p| reach.max(p.abs()));
        let aabb = Aabb::from_points(points.iter().map(|&p| self.frame.point(p)));
        self.finished(aabb.unwrap_or_else(Aabb::everything), reach, radius)
    }
    /// Around points in a local box.
    pub(super) fn points_or_box(&self, points: &[V], local: Aabb<V>) -> Aabb<V> {
        if points.len() > FEW {
            return self.turned_box(local);
        }
        self.points(points, Real::ZERO)
    }
    /// Around points that are in a local box and in a ball.
    pub(super) fn many(&self, points: &[V], local: Aabb<V>, center: V, radius: V::Scalar) -> Aabb<V> {
        if points.len() <= FEW {
            return self.points(points, Real::ZERO);
        }
        let (turned, ball) = (self.turned_box(local), self.points(&[center], radius));
        Aabb::new(turned.min.max(ball.min), turned.max.min(ball.max))
    }
    /// A box that is already never too small, grown by a ball of this (unscaled) radius.
    pub(super) fn grown(&self, aabb: Aabb<V>, radius: V::Scalar) -> Aabb<V> {
        if aabb.min.is_finite() && aabb.max.is_finite() {
            self.finished(
                aabb,
                aabb.min.abs().max(aabb.max.abs()) / self.frame.scale,
                radius,
            )
        } else {
            aabb
        }
    }
    /// Around an ellipse or ellipsoid: along each world axis, the length of the radii times what they show of
    /// it.
    pub(super) fn ellipsoid(&self, radii: V) -> Aabb<V> {
        let largest = radii.max_element();
        let shape = radii / largest;
        let extent = self.extent(|axes| V::from_fn(|k| axes.get(k) * shape.get(k)).length() * largest);
        self.finished(around(self.frame.origin, extent), radii, Real::ZERO)
    }
    /// Around discs across the local Y axis, each at a height and of a radius that may be 0.
    pub(super) fn discs(&self, discs: [(V::Scalar, V::Scalar); 2]) -> Aabb<V> {
        let axis = |y: V::Scalar| V::from_fn(|k| if k == 1 { y } else { Real::ZERO });
        let across = self.extent(|axes| (axes - axis(axes.get(1))).length());
        let [low, high] = discs.map(|(y, radius)| around(self.frame.point(axis(y)), across * radius));
        let reach = V::splat(discs[0].1.max(discs[1].1)) + axis(discs[0].0.abs().max(discs[1].0.abs()));
        self.finished(low.union(&high), reach, Real::ZERO)
    }
    /// For each world axis, a length made of that axis as seen from the local frame, scaled.
    fn extent(&self, along: impl Fn(V) -> V::Scalar) -> V {
        let axes = self.frame.axes.as_ref();
        V::from_fn(|i| along(V::from_fn(|k| axes[k].get(i)))) * self.frame.scale
    }
}

/// The sum of the magnitudes of an axis, weighed.
fn axes_sum<V: Vector>(axis: V, weights: V) -> V::Scalar {
    axis.abs().dot(weights)
}

fn around<V: Vector>(center: V, extent: V) -> Aabb<V> {
    Aabb::new(center - extent, center + extent)
}

/// The box around the hull of points grown by a ball, in their own frame; exact without a ball, else rounded
/// outwards.
pub(super) fn local_core<V: Vector>(core: &Core<'_, V>) -> Aabb<V> {
    let sharp = Aabb::from_points(core.vertices.iter().copied()).unwrap_or_else(Aabb::everything);
    local_grown(sharp, core.radius)
}

/// A box grown by a ball, rounded outwards.
pub(super) fn local_grown<V: Vector>(aabb: Aabb<V>, radius: V::Scalar) -> Aabb<V> {
    let size = aabb.min.max_abs().max(aabb.max.max_abs());
    if radius == Real::ZERO || size == Real::ZERO {
        return aabb.inflated(radius); // exact
    }
    aabb.inflated(radius + (size + radius) * (ScalarOf::<V>::EPSILON * ScalarOf::<V>::TWO))
}

/// A ball around points, of which there is at least one: its center, and its radius rounded up.
pub(crate) fn ball_around<V: Vector>(points: &[V]) -> (V, V::Scalar) {
    let center = Aabb::from_points(points.iter().copied()).map_or(V::ZERO, |b| b.center());
    let distances = points.iter().map(|&p| length_rounded_up(p - center));
    (center, distances.fold(ScalarOf::<V>::ZERO, Real::max))
}

/// A length that is not less than the true one, whatever the magnitude of the vector.
pub(crate) fn length_rounded_up<V: Vector>(v: V) -> V::Scalar {
    let largest = v.max_abs();
    if largest <= Real::ZERO {
        return Real::ZERO;
    }
    let slack = ScalarOf::<V>::ONE + ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0);
    (v / largest).length() * largest * slack + ScalarOf::<V>::MIN_POSITIVE
}
