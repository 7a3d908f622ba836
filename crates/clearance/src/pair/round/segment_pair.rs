//! Two capsules of space, neither a ball: the clearance of `closed_form.rs`, bit by bit, with four of its
//! five candidates for the closest points side by side.
//!
//! Each of these four is an end of one inner segment and the point of the other segment nearest to it, so
//! that all are found by the same sums: a lane for each end. The fifth is where the lines are closest. Which
//! candidate is the best is unpredictable, and so is which capsule comes first; neither is a branch.
//!
//! What needs more than that is `None`, and `closed_form.rs` is asked: capsules whose inner segments meet,
//! whose distance is not sure, or whose squares vanish or overflow.

use super::closed_form::crossing;
use super::four_points::{Four, FourPoints};
use super::world_capsule::{WorldCapsule, clearance_from};
use crate::exact::filter::Bound;
use crate::math::{Lanes, Real, ScalarOf, Space, Vector};
use crate::pair::answer::Clearance;

impl<V: Space> FourPoints<V> {
    /// The points at these parts of the way from `first` to `last`, clamped.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn between(first: Self, last: Self, along: Self, part: Four<V>) -> Self {
        let (zero, one) = (Four::<V>::splat(Real::ZERO), Four::<V>::splat(Real::ONE));
        let inner = first.zip(
            along,
            #[inline(always)]
            |p, d| p + d * part,
        );
        // Not a number for a segment of no length, and any end is right: the first.
        let from_first = first.zip(
            inner,
            #[inline(always)]
            |p, q| zero.where_reaching(part, p, part.where_reaching(zero, q, p)),
        );
        last.zip(
            from_first,
            #[inline(always)]
            |p, q| part.where_reaching(one, p, q),
        )
    }
    /// Written down with another point behind them.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn and(self, fifth: V) -> FivePoints<V> {
        FivePoints {
            four: self.numbers(),
            fifth,
        }
    }
}

/// Five points, of which one is chosen.
struct FivePoints<V: Vector> {
    four: [[V::Scalar; 4]; 3],
    fifth: V,
}

impl<V: Space> FivePoints<V> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn get(&self, i: usize) -> V {
        V::from_fn(|k| {
            let among_four = self.four[k][i & 3];
            if i < 4 { among_four } else { self.fifth.get(k) }
        })
    }
}

/// The point of a segment nearest to `p`, as [`closest_on_segment`](super::closed_form::closest_on_segment)
/// finds it, but without a branch.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn nearest_on<V: Space>(p: V, [first, last]: [V; 2]) -> V {
    let along = last - first;
    let part = (p - first).dot(along) / along.length_squared();
    let inner = first + along * part;
    V::from_fn(
        #[inline(always)]
        |k| {
            let from_first = if part > Real::ZERO {
                inner.get(k)
            } else {
                first.get(k)
            };
            if part >= Real::ONE {
                last.get(k)
            } else {
                from_first
            }
        },
    )
}

/// A point of each inner segment, as close to each other as rounding allows.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn closest_points<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> [V; 2] {
    let (of_a, of_b) = (a.ends(), b.ends());
    let ends = FourPoints::new([of_a[0], of_a[1], of_b[0], of_b[1]]);
    let first = FourPoints::new([of_b[0], of_b[0], of_a[0], of_a[0]]);
    let last = FourPoints::new([of_b[1], of_b[1], of_a[1], of_a[1]]);
    let along = last.minus(first);
    let part = ends.minus(first).dot(along) / along.dot(along);
    let nearest = FourPoints::between(first, last, along, part);
    let way = nearest.minus(ends);
    let squares = way.dot(way).numbers();
    let other = nearest_on(crossing(a, b), of_b);
    let point = nearest_on(other, of_a);
    let (mut best, mut least) = (4, (other - point).length_squared());
    for (i, square) in squares.into_iter().enumerate() {
        best = if square < least { i } else { best };
        least = if square < least { square } else { least };
    }
    let [own, facing] = [ends.and(point), nearest.and(other)].map(
        #[inline(always)]
        |five| five.get(best),
    );
    let is_of_b = best & 2 != 0;
    let either = |p: V, q: V| V::from_fn(|k| if is_of_b { q.get(k) } else { p.get(k) });
    [either(own, facing), either(facing, own)]
}

/// The clearance of two of which the first comes first.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn clearance_in_order<V: Space>(a: &WorldCapsule<V>, b: &WorldCapsule<V>) -> Option<Clearance<V>> {
    let bound = Bound::new::<V>(a.reach, b.reach);
    let [point, other] = closest_points(a, b);
    let difference = other - point;
    let squared = difference.length_squared();
    let least = ScalarOf::<V>::MIN_POSITIVE / (ScalarOf::<V>::EPSILON * ScalarOf::<V>::EPSILON);
    let length = squared.sqrt();
    let normal = difference / length;
    let distance = length - (a.radius + b.radius);
    let is_plain = (squared > least) & squared.is_finite() & !(a.is_ball() | b.is_ball());
    let is_sure = (length > bound.error) & (length - a.gap_along(b, normal) <= bound.error);
    if !(is_plain & is_sure & (distance.abs() > bound.error)) {
        return None;
    }
    Some(clearance_from(point + normal * a.radius, normal, distance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Place, Pose};
    use crate::noise;
    use crate::pair::round::closed_form;
    use crate::shape::Space3;
    use glam::{DVec3, Vec3};

    /// A capsule from numbers of a grid: fine, or so coarse that many are parallel, meet at their ends, or
    /// are balls.
    fn capsule<V: Space3>(next: &mut impl FnMut() -> f64) -> WorldCapsule<V> {
        let mut vector = |size: f64| V::from_fn(|_| Real::lit(next() * size));
        let (center, half) = (vector(2.0), vector(1.0));
        let radius = V::Scalar::lit(next().abs() * 0.5 + 0.125);
        let ends = [center - half, center + half];
        WorldCapsule::new(ends, radius, &Place::world(&Pose::IDENTITY))
    }

    /// How many of 4000 pairs are decided, each with the bits of the closed form.
    fn decided<V: Space3>(steps: f64, mut state: u64) -> usize {
        let mut next = || {
            let noise = (noise::next(&mut state) >> 40) as f64 / f64::from(1 << 23) - 1.0;
            (noise * steps).round_ties_even() / steps
        };
        let bits = |c: Clearance<V>| format!("{c:?}");
        let is_decided = |_: &usize| {
            let (a, b) = (capsule::<V>(&mut next), capsule::<V>(&mut next));
            let (a, b) = if a.comes_first(&b) { (a, b) } else { (b, a) };
            let found = clearance_in_order(&a, &b);
            if let Some(found) = found {
                let general = closed_form::clearance(&a, &b).map(bits);
                assert_eq!(Some(bits(found)), general, "{a:?} {b:?}");
            }
            found.is_some()
        };
        (0..4000).filter(is_decided).count()
    }

    #[test]
    fn bits_of_the_closed_form() {
        let random = [decided::<Vec3>(1e5, 1), decided::<DVec3>(1e5, 2)];
        assert!(random.iter().all(|&count| count > 3980), "{random:?}");
        let on_a_grid = [decided::<Vec3>(2.0, 3), decided::<DVec3>(2.0, 4)];
        assert!(
            on_a_grid.iter().all(|&count| (1500..3900).contains(&count)),
            "{on_a_grid:?}"
        );
    }
}
