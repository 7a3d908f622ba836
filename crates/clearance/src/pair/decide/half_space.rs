//! Half-spaces: against a core by its lowest vertex, against each other by their normals.

use core::cmp::Ordering;

use crate::exact::filter::{Bound, Reach};
use crate::exact::hulls::half_space::Parallel;
use crate::math::{Real, ScalarOf, Vector, magnitude};
use crate::pair::answer::{Clearance, DepthKind, QueryError, Relation};
use crate::pair::decide;
use crate::shape::{AnyShape, Placed, ShapeSpace};

/// A core against a half-space in float arithmetic; `None` when too close to call.
pub(crate) fn quick<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Clearance<V>> {
    if a.shape.core().is_some() {
        let (heights, bound) = Heights::new(a, b)?;
        return heights.clearance(&bound).map(Clearance::mirrored);
    }
    let (heights, bound) = Heights::new(b, a)?;
    heights.clearance(&bound)
}

/// Relation of a core and a half-space in float arithmetic; `None` when too close to call.
pub(crate) fn quick_relation<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
    if a.shape.core().is_some() {
        let (heights, bound) = Heights::new(a, b)?;
        return heights.relation(&bound).map(Relation::mirrored);
    }
    let (heights, bound) = Heights::new(b, a)?;
    heights.relation(&bound)
}

/// How far a core reaches above the border of a half-space, in world lengths.
struct Heights<V: Vector> {
    lowest: V::Scalar,
    highest: V::Scalar,
    /// Out of the half-space, in the world.
    normal: V,
    /// The lowest point of the core.
    foot: V,
}

impl<V: ShapeSpace> Heights<V> {
    /// Along the half-space's normal, made a unit vector; the corners are compared in the core's own axes.
    fn new(core_placed: Placed<'_, V>, half_space: Placed<'_, V>) -> Option<(Self, Bound<ScalarOf<V>>)> {
        let core = core_placed.shape.core()?;
        let (shape, grown) = match half_space.shape.as_rounded() {
            Some(rounded) => (rounded.shape().as_half_space()?, rounded.radius()),
            None => (half_space.shape.as_half_space()?, Real::ZERO),
        };
        let largest = shape.normal().max_abs();
        let (along, offset) = (shape.normal() / largest, shape.offset() / largest);
        let length = along.length();
        let (unit, offset) = (along / length, offset / length + grown);
        let (frame, border) = (core_placed.place.frame(), half_space.place.frame());
        let normal = border.direction(unit);
        let local = frame.local_direction(normal);
        let (lowest, highest) = extremes(&core.vertices, local);
        let base = normal.dot(frame.origin - border.origin) - offset * border.scale;
        let [low, high] = [lowest, highest].map(|p| local.dot(p) * frame.scale + base);
        let radius = core.radius * frame.scale;
        let far = core
            .vertices
            .iter()
            .map(|&p| magnitude(p))
            .fold(core.radius, Real::max);
        let bound = Bound::new::<V>(
            Reach::new(&core_placed.place, far + core.radius),
            Reach::new(&half_space.place, offset.abs() + grown),
        );
        let heights = Self {
            lowest: low - radius,
            highest: high + radius,
            normal,
            foot: frame.point(lowest) - normal * radius,
        };
        Some((heights, bound))
    }
    /// From the half-space to the core.
    fn clearance(self, bound: &Bound<ScalarOf<V>>) -> Option<Clearance<V>> {
        bound.meets(self.lowest)?;
        Some(Clearance {
            distance: self.lowest,
            normal: self.normal,
            point_a: self.foot - self.normal * self.lowest,
            point_b: self.foot,
            depth_kind: DepthKind::Exact,
        })
    }
    /// Of the half-space to the core.
    fn relation(&self, bound: &Bound<ScalarOf<V>>) -> Option<Relation> {
        Some(match (bound.meets(self.lowest)?, bound.meets(self.highest)) {
            (false, _) => Relation::Disjoint,
            (true, Some(true)) => Relation::BInA,
            (true, Some(false)) => Relation::Overlapping,
            (true, None) => return None,
        })
    }
}

/// The points lowest and highest along a direction, the first of equals; there is at least one.
fn extremes<V: Vector>(points: &[V], direction: V) -> (V, V) {
    let first = points[0];
    let height = direction.dot(first);
    let (mut lowest, mut highest) = ((first, height), (first, height));
    for &p in &points[1..] {
        let height = direction.dot(p);
        if height < lowest.1 {
            lowest = (p, height);
        }
        if height > highest.1 {
            highest = (p, height);
        }
    }
    (lowest.0, highest.0)
}

/// Relation of two half-spaces, exact.
pub(crate) fn relation_of_two<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    let relation = match V::DIM {
        2 => parallel::<V, 2>(a, b).map(|p| word(&p)),
        _ => parallel::<V, 3>(a, b).map(|p| word(&p)),
    };
    relation.unwrap_or(Relation::Overlapping)
}

fn word<const D: usize>(parallel: &Parallel<D>) -> Relation {
    match parallel.alike() {
        Some(Ordering::Less) => Relation::AInB,
        Some(Ordering::Equal) => Relation::Equal,
        Some(Ordering::Greater) => Relation::BInA,
        None => decide::word(parallel.meeting(), || [false, false]),
    }
}

/// Clearance of two half-spaces: finite only where they face each other with parallel borders.
pub(crate) fn clearance_of_two<V: ShapeSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    let parallel = match V::DIM {
        2 => parallel::<V, 2>(a, b).and_then(|p| finite(&p)),
        _ => parallel::<V, 3>(a, b).and_then(|p| finite(&p)),
    };
    parallel.ok_or(QueryError::UnsupportedPair {
        a: a.shape.kind(),
        b: b.shape.kind(),
    })
}

fn finite<V: ShapeSpace, const D: usize>(parallel: &Parallel<D>) -> Option<Clearance<V>> {
    match parallel.alike() {
        Some(_) => None,
        None => Some(decide::rounded(&parallel.measured())),
    }
}

/// Two half-spaces whose borders do not cross, at one scale.
fn parallel<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Parallel<D>> {
    Parallel::new(&decide::half_space(a)?, &decide::half_space(b)?)
}
