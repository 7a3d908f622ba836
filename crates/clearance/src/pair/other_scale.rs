//! The same two shapes at another scale: for pairs so small, or so large, that products of their numbers
//! leave the range of floats.
//!
//! If all lengths are multiplied by a power of two, every answer is the same, scaled; and that multiplication
//! is exact unless a number becomes subnormal or too large. So where the filters are undecided about a pair
//! whose size is not in [`Real::ORDINARY_SIZES`], its shapes and poses are brought to about 1, and the
//! question is asked again: the tests, and so the bits, are the same as at any ordinary size. Then lengths
//! are scaled back, each rounded once.
//!
//! Limits: shapes are made anew, hulls in O(n log n), which only pairs of such sizes pay. A pair with a
//! number that this would round (a large pair with something minute in it) stays as it is, and exact
//! arithmetic decides.

use alloc::vec::Vec;

use super::answer::{Clearance, Contact, Manifold, QueryError};
use crate::exact::number::round::keep_sign;
use crate::math::{Place, Pose, PowerOfTwo, Real, ScalarOf, Vector};
use crate::pair::PairSpace;
use crate::shape::{AnyShape, Placed, ShapeSpace};

/// How far an estimated size may be from a limit, as an exponent of two.
const SIZE_MARGIN: i32 = 8;

/// Whether a pair has a size at which floats are undecided only where it is nearly touching.
pub(in crate::pair) fn has_ordinary_size<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let [least, most] = V::Scalar::ORDINARY_SIZES.map(PowerOfTwo::above::<V::Scalar>);
    size(a)
        .max(size(b))
        .zip(least.zip(most))
        .is_some_and(|(size, (least, most))| (least + SIZE_MARGIN..most - SIZE_MARGIN).contains(&size))
}

/// Asks about the pair at another scale, if it is not of an ordinary size: the answer there, and the power of
/// two by which its lengths are to be multiplied.
pub(crate) fn at_another_scale<V: PairSpace, R>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    question: impl FnOnce(Placed<'_, V>, Placed<'_, V>, PowerOfTwo) -> R,
) -> Option<(R, PowerOfTwo)> {
    if has_ordinary_size(a, b) {
        return None;
    }
    let size = size(a).max(size(b))?;
    // Pairs that even then fit no float are left to exact arithmetic.
    let largest = PowerOfTwo::above::<V::Scalar>(Real::MAX)? - SIZE_MARGIN;
    if size > largest {
        return None;
    }
    let back = PowerOfTwo(size);
    let (a, b) = (Scaled::new(a, back.inverse())?, Scaled::new(b, back.inverse())?);
    let mut question = Some(question);
    let mut answer = None;
    a.placed(&mut |a| {
        b.placed(&mut |b| answer = question.take().map(|question| question(a, b, back.inverse())));
    });
    Some((answer?, back))
}

/// The clearance, asked at another scale.
pub(super) fn clearance<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Option<Result<Clearance<V>, QueryError>> {
    let (answer, back) = at_another_scale(a, b, |a, b, _| super::clearance(a, b))?;
    Some(answer.map(|c| Clearance {
        distance: length(c.distance, back),
        point_a: back.times_each(c.point_a),
        point_b: back.times_each(c.point_b),
        ..c
    }))
}

/// The distance, asked at another scale.
pub(super) fn distance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<V::Scalar> {
    let (answer, back) = at_another_scale(a, b, |a, b, _| super::distance(a, b))?;
    Some(length(answer, back))
}

/// The manifold, asked at another scale.
pub(super) fn manifold<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Option<Result<Manifold<V>, QueryError>> {
    let (answer, back) = at_another_scale(a, b, |a, b, there| super::manifold(a, b, limited(margin, there)))?;
    Some(answer.map(|manifold| contacts_back(&manifold, back)))
}

/// Contacts of two convex shapes, given their clearance, at any scale.
pub(super) fn clip<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    clip_at_another_scale(a, b, c, margin).unwrap_or_else(|| V::clip(a, b, c, margin))
}

fn clip_at_another_scale<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    c: &Clearance<V>,
    margin: V::Scalar,
) -> Option<Manifold<V>> {
    let (manifold, back) = at_another_scale(a, b, |a, b, there| {
        let c = Clearance {
            distance: there.times(c.distance),
            point_a: there.times_each(c.point_a),
            point_b: there.times_each(c.point_b),
            ..*c
        };
        V::clip(a, b, &c, limited(margin, there))
    })?;
    Some(contacts_back(&manifold, back))
}

fn limited<S: Real>(margin: S, there: PowerOfTwo) -> S {
    let margin: S = there.times(margin);
    margin.min(S::LARGEST_COORDINATE)
}

fn contacts_back<V: Vector>(manifold: &Manifold<V>, back: PowerOfTwo) -> Manifold<V> {
    let mut here = Manifold::new(manifold.normal);
    for c in manifold.contacts() {
        here.push(Contact {
            point_a: back.times_each(c.point_a),
            point_b: back.times_each(c.point_b),
            clearance: length(c.clearance, back),
            ..*c
        });
    }
    here
}

/// A signed length scaled back: it never becomes 0 unless it was.
fn length<S: Real>(x: S, back: PowerOfTwo) -> S {
    let sign = x.partial_cmp(&S::ZERO).unwrap_or(core::cmp::Ordering::Equal);
    let product: S = back.times(x);
    if product == S::ZERO {
        keep_sign(0.0, sign)
    } else {
        product
    }
}

/// The exponent of a power of two above the largest coordinate of a placed shape; `None` where all are zero.
fn size<V: ShapeSpace>(placed: Placed<'_, V>) -> Option<i32> {
    placed
        .place
        .chain()
        .fold(extent::<V>(placed.shape), |size, pose| {
            let enlarged = size.zip(PowerOfTwo::above(pose.scale())).map(|(e, s)| e + s);
            enlarged.max(PowerOfTwo::above(pose.position().max_abs()))
        })
}

/// The same for a shape in its own frame; for a half-space from the distance of its border.
fn extent<V: ShapeSpace>(shape: &V::Shape) -> Option<i32> {
    let (inner, grown) = match shape.as_rounded() {
        Some(rounded) => (rounded.shape(), rounded.radius()),
        None => (shape, Real::ZERO),
    };
    let own = match inner.as_half_space() {
        Some(h) => PowerOfTwo::above(h.offset())
            .zip(PowerOfTwo::above(h.normal().max_abs()))
            .map(|(offset, normal)| offset - normal + 1),
        None => {
            let around = inner.local_aabb();
            PowerOfTwo::above(around.min.max_abs().max(around.max.max_abs()))
        }
    };
    own.max(PowerOfTwo::above(grown))
}

/// A shape and its poses, innermost first, at another scale.
struct Scaled<V: ShapeSpace> {
    shape: V::Shape,
    poses: Vec<Pose<V>>,
}

impl<V: ShapeSpace> Scaled<V> {
    /// All lengths of the world times a power of two. Scales of poses become numbers from 1 to 2; the power
    /// of two removed from them multiplies the lengths within.
    fn new(placed: Placed<'_, V>, world: PowerOfTwo) -> Option<Self> {
        let given: Vec<&Pose<V>> = placed.place.chain().collect();
        let mut within = world;
        let mut poses = Vec::with_capacity(given.len());
        for pose in given.into_iter().rev() {
            let position = within.exactly_each(pose.position())?;
            let taken = PowerOfTwo(PowerOfTwo::above(pose.scale())? - 1);
            let scale: ScalarOf<V> = taken.inverse().times(pose.scale());
            poses.push(Pose::from_parts(position, pose.rotation(), scale));
            within = PowerOfTwo(within.0 + taken.0);
        }
        poses.reverse();
        Some(Self {
            shape: placed.shape.scaled(within.0)?,
            poses,
        })
    }
    fn placed(&self, take: &mut dyn FnMut(Placed<'_, V>)) {
        self.placed_within(self.poses.len(), None, take);
    }
    /// `left` of the poses are still to be applied.
    fn placed_within(&self, left: usize, outer: Option<&Place<'_, V>>, take: &mut dyn FnMut(Placed<'_, V>)) {
        let place = Place {
            pose: &self.poses[left - 1],
            outer,
        };
        if left > 1 {
            self.placed_within(left - 1, Some(&place), take);
        } else {
            let shape = &self.shape;
            take(Placed { shape, place });
        }
    }
}
