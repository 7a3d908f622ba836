//! Bounding boxes of shapes, rounded outwards: never too small.
//!
//! A world box contains the shape at its true place, that is with the numbers of the poses taken as real
//! numbers. It is computed in floats through a [`BoundedFrame`] and enlarged by the error bound of that
//! frame: a few dozen units in the last place of the largest number involved. Up to 64 corners are
//! transformed one by one, and round shapes have closed forms, so their boxes are tight. Only large hulls and
//! meshes under a rotation get the box around their rotated local box (hulls intersected with the box of a
//! bounding ball).

use super::core::Core;
use crate::math::{Aabb, Frame, Place, Pose, Real, ScalarOf, Space, Vector};

/// Up to so many corners are transformed one by one.
const FEW: usize = 64;

/// A chain of poses as one rounded frame, with an error bound.
#[derive(Clone, Copy, Debug)]
pub struct BoundedFrame<V: Space> {
    frame: Frame<V>,
    /// How many poses were composed.
    depth: V::Scalar,
    /// The error bound of the frame's origin, in each coordinate.
    drift: V::Scalar,
    /// The error bound of the frame's scale where a product of scales is subnormal; else 0.
    lost: V::Scalar,
}

impl<V: Space> BoundedFrame<V> {
    /// The frame of a chain of poses.
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
    /// The frame of `pose` within this frame.
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
    /// The scale of the frame.
    #[inline]
    pub(crate) fn scale(&self) -> V::Scalar {
        self.frame.scale
    }
    /// A local point in the world, rounded.
    #[inline]
    pub(crate) fn point(&self, p: V) -> V {
        self.frame.point(p)
    }
    /// The error bound of [`point`](Self::point), for points within `reach` of the local origin along each
    /// axis; it covers a few more roundings of such numbers.
    ///
    /// Each component of an axis has an error of at most 8 EPSILON for each pose. Scaling, rotating and
    /// adding add at most 4, and the rounding of world vertices 4 more.
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
    /// A bound on the intermediate results.
    fn size(&self, reach: V) -> V::Scalar {
        Self::sum(reach) * self.frame.scale + self.frame.origin.max_abs()
    }
    fn sum(reach: V) -> V::Scalar {
        (0..V::DIM).map(|k| reach.get(k).abs()).sum::<V::Scalar>()
    }
    /// `aabb`, computed from points within `reach`, enlarged by `radius` (unscaled) and the error bound.
    fn finished(&self, aabb: Aabb<V>, reach: V, radius: V::Scalar) -> Aabb<V> {
        let margin = radius * self.frame.scale + self.error(reach + V::splat(radius));
        if margin.is_finite() {
            aabb.inflated(margin)
        } else {
            Aabb::everything()
        }
    }
    /// The box around a rotated local box.
    pub(crate) fn turned_box(&self, local: Aabb<V>) -> Aabb<V> {
        if !(local.min.is_finite() && local.max.is_finite()) {
            return Aabb::everything();
        }
        let half = (local.max - local.min) * ScalarOf::<V>::HALF;
        let extent = self.extent(|axes| axes_sum(axes, half));
        let aabb = around(self.frame.point(local.center()), extent);
        self.finished(aabb, local.min.abs().max(local.max.abs()), Real::ZERO)
    }
    /// The box around a few points grown by a ball.
    pub(super) fn points(&self, points: &[V], radius: V::Scalar) -> Aabb<V> {
        let reach = points.iter().fold(V::ZERO, |reach, p| reach.max(p.abs()));
        let aabb = Aabb::from_points(points.iter().map(|&p| self.frame.point(p)));
        self.finished(aabb.unwrap_or_else(Aabb::everything), reach, radius)
    }
    /// The box around points that are in a local box.
    pub(super) fn points_or_box(&self, points: &[V], local: Aabb<V>) -> Aabb<V> {
        if points.len() > FEW {
            return self.turned_box(local);
        }
        self.points(points, Real::ZERO)
    }
    /// The box around points that are in a local box and in a ball.
    pub(super) fn many(&self, points: &[V], local: Aabb<V>, center: V, radius: V::Scalar) -> Aabb<V> {
        if points.len() <= FEW {
            return self.points(points, Real::ZERO);
        }
        let (turned, ball) = (self.turned_box(local), self.points(&[center], radius));
        Aabb::new(turned.min.max(ball.min), turned.max.min(ball.max))
    }
    /// A box that is already rounded outwards, enlarged by a ball of this (unscaled) radius.
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
    /// The box around an ellipse or ellipsoid: the half extent along a world axis is the length of the vector
    /// of the radii times the components of that axis in the local frame.
    pub(super) fn ellipsoid(&self, radii: V) -> Aabb<V> {
        let largest = radii.max_element();
        let shape = radii / largest;
        let extent = self.extent(|axes| V::from_fn(|k| axes.get(k) * shape.get(k)).length() * largest);
        self.finished(around(self.frame.origin, extent), radii, Real::ZERO)
    }
    /// The box around discs perpendicular to the local Y axis: the height and the radius of each, which may
    /// be 0.
    pub(super) fn discs(&self, discs: [(V::Scalar, V::Scalar); 2]) -> Aabb<V> {
        let axis = |y: V::Scalar| V::from_fn(|k| if k == 1 { y } else { Real::ZERO });
        let across = self.extent(|axes| (axes - axis(axes.get(1))).length());
        let [low, high] = discs.map(|(y, radius)| around(self.frame.point(axis(y)), across * radius));
        let reach = V::splat(discs[0].1.max(discs[1].1)) + axis(discs[0].0.abs().max(discs[1].0.abs()));
        self.finished(low.union(&high), reach, Real::ZERO)
    }
    /// For each world axis, a length computed from that axis in the local frame, scaled.
    fn extent(&self, along: impl Fn(V) -> V::Scalar) -> V {
        let axes = self.frame.axes.as_ref();
        V::from_fn(|i| along(V::from_fn(|k| axes[k].get(i)))) * self.frame.scale
    }
}

/// The weighted sum of the magnitudes of the components.
fn axes_sum<V: Vector>(axis: V, weights: V) -> V::Scalar {
    axis.abs().dot(weights)
}

fn around<V: Vector>(center: V, extent: V) -> Aabb<V> {
    Aabb::new(center - extent, center + extent)
}

/// The box around a core in its own frame: exact without a ball, else rounded outwards.
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

/// A ball around at least one point: its center, and its radius rounded up.
pub(crate) fn ball_around<V: Vector>(points: &[V]) -> (V, V::Scalar) {
    let center = Aabb::from_points(points.iter().copied()).map_or(V::ZERO, |b| b.center());
    let distances = points.iter().map(|&p| length_rounded_up(p - center));
    (center, distances.fold(ScalarOf::<V>::ZERO, Real::max))
}

/// The length of a vector of any magnitude, rounded up.
pub(crate) fn length_rounded_up<V: Vector>(v: V) -> V::Scalar {
    let largest = v.max_abs();
    if largest <= Real::ZERO {
        return Real::ZERO;
    }
    let rounding_up = ScalarOf::<V>::ONE + ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0);
    (v / largest).length() * largest * rounding_up + ScalarOf::<V>::MIN_POSITIVE
}
