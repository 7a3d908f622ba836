//! Curved shapes in a cover: whether they contain a cell, and whether they reach into one.

use alloc::vec::Vec;
use core::cmp::Ordering;

use dashu_int::ops::Gcd;

use super::scale::IntegerScale;
use crate::exact::hulls::half_space::{ExactHalfSpace, HalfSpaceAndHull};
use crate::exact::hulls::polytope::ExactPolytope;
use crate::exact::number::homogeneous::Homogeneous;
use crate::exact::number::integer::Int;
use crate::exact::number::round;
use crate::exact::place::ExactPoint;
use crate::exact::{Dyadic, ExactPair};
use crate::math::{Place, Pose, Real};
use crate::pair;
use crate::pair::ask::table::PairSpace;
use crate::pair::near_parts::at_world_point;
use crate::shape::Placed;

/// A shape with a curved border, placed in the world.
pub(super) enum CurvedPart<'s, V: PairSpace, const D: usize> {
    /// The hull of points, grown by a ball; and the same in floats, where it is a ball or capsule.
    Round(Vec<ExactPoint<D>>, Dyadic, Option<FloatCapsule<D>>),
    /// A rounded half-space.
    HalfSpace(ExactHalfSpace<D>),
    /// Any other convex shape, and its chain of poses, the innermost first.
    Smooth(&'s V::Shape, Vec<Pose<V>>),
}

impl<'s, V: PairSpace, const D: usize> CurvedPart<'s, V, D> {
    pub fn smooth(shape: &'s V::Shape, place: &Place<'_, V>) -> Self {
        Self::Smooth(shape, place.chain().copied().collect())
    }
    /// The hull of points, grown by a ball, near coordinates of this exponent.
    pub fn round(points: Vec<ExactPoint<D>>, radius: Dyadic, unit: i64) -> Self {
        let capsule = FloatCapsule::new(&points, &radius, unit);
        Self::Round(points, radius, capsule)
    }
    /// Whether the point is in the shape. Exact except for the last kind, where the point is rounded.
    pub fn contains(&self, p: &Homogeneous<D>, scale: &IntegerScale) -> bool {
        match self {
            Self::Round(points, radius, capsule) => {
                let at = p.approximate();
                if let Some(contains) = capsule.as_ref().and_then(|capsule| capsule.contains([at, at])) {
                    return contains;
                }
                let size = Dyadic::new(p.w.clone(), 0);
                let ball = (enlarged(points, &size), radius.times(&size));
                let point = (Vec::from([scale.numerator(p)]), Dyadic::zero());
                ExactPair::new(ball, point).clearance_sign() != Ordering::Greater
            }
            Self::HalfSpace(h) => {
                let size = Dyadic::new(p.w.clone(), 0);
                let grown = ExactHalfSpace {
                    normal: h.normal.clone(),
                    offset: h.offset.times(&size),
                    radius: h.radius.times(&size),
                };
                HalfSpaceAndHull::new(&grown, &(Vec::from([scale.numerator(p)]), Dyadic::zero())).holds_all()
            }
            Self::Smooth(shape, poses) => {
                let at = scale.rounded::<V, D>(p);
                placed_at::<V>(shape, poses, None, &mut |placed| {
                    at_world_point(at, |p| pair::intersects(p, placed))
                })
            }
        }
    }
    /// Whether all of the cell is in the shape.
    pub fn contains_all(&self, cell: &ExactPolytope<D>, scale: &IntegerScale) -> bool {
        cell.corners.iter().all(|c| self.contains(&c.at, scale))
    }
    /// Whether the interiors of the shape and of the cell meet.
    pub fn overlaps(&self, cell: &ExactPolytope<D>, scale: &IntegerScale) -> bool {
        match self {
            Self::Round(points, radius, capsule) => {
                if let Some(overlaps) = capsule.as_ref().and_then(|capsule| capsule.overlaps(cell)) {
                    return overlaps;
                }
                let (corners, size) = at_one_size(cell, scale);
                let size = Dyadic::new(size, 0);
                let ball = (enlarged(points, &size), radius.times(&size));
                ExactPair::new(ball, (corners, Dyadic::zero())).clearance_sign() == Ordering::Less
            }
            // Not asked: a union never covers anything unbounded.
            Self::HalfSpace(_) => true,
            Self::Smooth(shape, poses) => {
                let corners: Vec<V> = cell.corners.iter().map(|c| scale.rounded(&c.at)).collect();
                let Some(hull) = V::hull_of(&corners) else {
                    return true;
                };
                placed_at::<V>(shape, poses, None, &mut |placed| {
                    let here = Pose::IDENTITY;
                    let b = Placed::new(&hull, &here);
                    let size = placed.aabb();
                    let size = size.min.max_abs().max(size.max.max_abs());
                    let noise = size * V::Scalar::EPSILON * V::Scalar::lit(1024.0);
                    crate::pair::clearance(placed, b).is_ok_and(|c| c.distance < -noise)
                })
            }
        }
    }
}

/// A ball or a capsule in floats, with coordinates of about 1.
pub(super) struct FloatCapsule<const D: usize> {
    ends: [[f64; D]; 2],
    radius: f64,
}

impl<const D: usize> FloatCapsule<D> {
    /// Within this distance of the border floats do not decide.
    const ERROR: f64 = 1e-12;

    fn new(points: &[ExactPoint<D>], radius: &Dyadic, unit: i64) -> Option<Self> {
        let float = |c: &Dyadic| round::approximate(&c.mantissa, c.exponent - unit);
        let ends = match points {
            [p] => [p, p],
            [a, b] => [a, b],
            _ => return None,
        };
        let capsule = Self {
            ends: ends.map(|p| p.each_ref().map(float)),
            radius: float(radius),
        };
        // Further away floats are too coarse.
        let small = |c: &f64| libm::fabs(*c) < 16.0;
        (capsule.ends.as_flattened().iter().all(small) && small(&capsule.radius)).then_some(capsule)
    }
    /// Whether a box is inside, or outside; `None` where undecided.
    fn contains(&self, [low, high]: [[f64; D]; 2]) -> Option<bool> {
        let square = |v: [f64; D]| v.iter().map(|c| c * c).sum::<f64>();
        let [a, b] = self.ends;
        let middle: [f64; D] = core::array::from_fn(|i| 0.5 * (low[i] + high[i]));
        let (along, way): ([f64; D], [f64; D]) = (
            core::array::from_fn(|i| b[i] - a[i]),
            core::array::from_fn(|i| middle[i] - a[i]),
        );
        let dot: f64 = (0..D).map(|i| along[i] * way[i]).sum();
        let length = square(along);
        let t = if length > 0.0 {
            (dot / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let distance = libm::sqrt(square(core::array::from_fn(|i| way[i] - t * along[i])));
        let reach = libm::sqrt(square(core::array::from_fn(|i| 0.5 * (high[i] - low[i]))));
        if distance + reach < self.radius - Self::ERROR {
            Some(true)
        } else if distance - reach > self.radius + Self::ERROR {
            Some(false)
        } else {
            None
        }
    }
    /// Whether the interior meets that of a cell; `None` where undecided.
    fn overlaps(&self, cell: &ExactPolytope<D>) -> Option<bool> {
        if self.contains(cell.bounds()) == Some(false) {
            return Some(false);
        }
        let center = cell.center()?.approximate();
        self.contains([center, center]).filter(|contains| *contains)
    }
}

fn enlarged<const D: usize>(points: &[ExactPoint<D>], size: &Dyadic) -> Vec<ExactPoint<D>> {
    let enlarged = |p: &ExactPoint<D>| core::array::from_fn(|i| p[i].times(size));
    points.iter().map(enlarged).collect()
}

/// The corners of a cell, multiplied by their common denominator, and that number.
pub(super) fn at_one_size<const D: usize>(
    cell: &ExactPolytope<D>,
    scale: &IntegerScale,
) -> (Vec<ExactPoint<D>>, Int) {
    let size = cell.corners.iter().fold(Int::ONE, |size, c| {
        let common = Int::from((&size).gcd(&c.at.w));
        size / common * &c.at.w
    });
    let corner = |p: &Homogeneous<D>| {
        let times = Dyadic::new(&size / &p.w, 0);
        scale.numerator(p).map(|c| c.times(&times))
    };
    (cell.corners.iter().map(|c| corner(&c.at)).collect(), size)
}

/// Asks about a shape in these poses, the innermost first.
fn placed_at<V: PairSpace>(
    shape: &V::Shape,
    poses: &[Pose<V>],
    outer: Option<&Place<'_, V>>,
    question: &mut dyn FnMut(Placed<'_, V>) -> bool,
) -> bool {
    match poses.split_last() {
        Some((pose, inner)) => {
            let place = Place { pose, outer };
            placed_at::<V>(shape, inner, Some(&place), question)
        }
        None => {
            let pose = Pose::IDENTITY;
            let place = outer.copied().unwrap_or(Place::world(&pose));
            question(Placed { shape, place })
        }
    }
}
