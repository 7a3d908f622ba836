//! Half-spaces: against a core by its lowest vertex, against each other by their normals.

use core::cmp::Ordering;

use crate::exact::filter::{Bound, Reach};
use crate::exact::hulls::half_space::ParallelHalfSpaces;
use crate::math::{Real, ScalarOf, Vector, magnitude};
use crate::pair::answer::{Clearance, DepthKind, QueryError, Relation};
use crate::pair::decide;
use crate::pair::dimension::in_dimension;
use crate::shape::{AnyShape, HalfSpace, Placed, ShapeSpace};

/// The half-space that a shape is, rounded or not, and the radius by which it is grown.
pub(in crate::pair) fn half_space_of<V: ShapeSpace>(shape: &V::Shape) -> Option<(&HalfSpace<V>, V::Scalar)> {
    match shape.as_rounded() {
        Some(rounded) => Some((rounded.shape().as_half_space()?, rounded.radius())),
        None => Some((shape.as_half_space()?, Real::ZERO)),
    }
}

/// Clearance of a core and a half-space in floats; `None` where undecided.
pub(crate) fn filter_clearance<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Clearance<V>> {
    if a.shape.core().is_some() {
        return CoreHeights::new(a, b)?.clearance().map(Clearance::mirrored);
    }
    CoreHeights::new(b, a)?.clearance()
}

/// Relation of a core and a half-space in floats; `None` where undecided.
pub(crate) fn filter_relation<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
    if a.shape.core().is_some() {
        return CoreHeights::new(a, b)?.relation().map(Relation::mirrored);
    }
    CoreHeights::new(b, a)?.relation()
}

/// How far a core reaches above the border of a half-space, in world lengths.
struct CoreHeights<V: Vector> {
    lowest: V::Scalar,
    highest: V::Scalar,
    /// Out of the half-space, in the world.
    normal: V,
    /// The lowest point of the core.
    lowest_point: V,
    /// Of the rounding errors of the two heights.
    bound: Bound<ScalarOf<V>>,
}

impl<V: ShapeSpace> CoreHeights<V> {
    /// Along the half-space's normal, made a unit vector. The vertices are compared in the core's own frame.
    fn new(core_placed: Placed<'_, V>, half_space: Placed<'_, V>) -> Option<Self> {
        let core = core_placed.shape.core()?;
        let (shape, grown) = half_space_of::<V>(half_space.shape)?;
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
        Some(Self {
            lowest: low - radius,
            highest: high + radius,
            normal,
            lowest_point: frame.point(lowest) - normal * radius,
            bound: Bound::new::<V>(
                Reach::new(&core_placed.place, far + core.radius),
                Reach::new(&half_space.place, offset.abs() + grown),
            ),
        })
    }
    /// From the half-space to the core.
    fn clearance(self) -> Option<Clearance<V>> {
        self.bound.meets(self.lowest)?;
        Some(Clearance {
            distance: self.lowest,
            normal: self.normal,
            point_a: self.lowest_point - self.normal * self.lowest,
            point_b: self.lowest_point,
            depth_kind: DepthKind::Exact,
        })
    }
    /// Of the half-space to the core.
    fn relation(&self) -> Option<Relation> {
        match (self.bound.meets(self.lowest)?, self.bound.meets(self.highest)) {
            (false, _) => Some(Relation::Disjoint),
            (true, Some(true)) => Some(Relation::BInA),
            (true, Some(false)) => Some(Relation::Overlapping),
            (true, None) => None,
        }
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
    in_dimension!(V, relation_of_two_in(a, b))
}

fn relation_of_two_in<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    let Some(parallel) = parallel::<V, D>(a, b) else {
        return Relation::Overlapping;
    };
    match parallel.alike() {
        Some(Ordering::Less) => Relation::AInB,
        Some(Ordering::Equal) => Relation::Equal,
        Some(Ordering::Greater) => Relation::BInA,
        None => decide::relation_from(parallel.clearance_sign(), || [false, false]),
    }
}

/// Clearance of two half-spaces: finite only where they face each other with parallel borders.
pub(crate) fn clearance_of_two<V: ShapeSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    in_dimension!(V, clearance_of_two_in(a, b)).ok_or(QueryError::UnsupportedPair {
        a: a.shape.kind(),
        b: b.shape.kind(),
    })
}

fn clearance_of_two_in<V: ShapeSpace, const D: usize>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Option<Clearance<V>> {
    let parallel = parallel::<V, D>(a, b).filter(|p| p.alike().is_none())?;
    Some(decide::rounded(&parallel.clearance()))
}

/// Two half-spaces whose borders do not cross, at one scale.
fn parallel<V: ShapeSpace, const D: usize>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Option<ParallelHalfSpaces<D>> {
    ParallelHalfSpaces::new(&decide::exact_half_space(a)?, &decide::exact_half_space(b)?)
}
