//! Two that are far from the origin and near each other are asked about nearer to it, where nothing is lost
//! to rounding.
//!
//! What two shapes do to each other hangs on the difference of their positions alone. Where that is a float,
//! it is as good as the positions themselves, and everything computed from it is better: bounds of rounding
//! errors are as large as the coordinates are.

use super::{Motion, Start, SweepHit, nearby};
use crate::cast::sweep::space::SweepSpace;
use crate::math::{Pose, Real, ScalarOf, rounding_of_sum};
use crate::pair::QueryError;
use crate::shape::Placed;

/// So many times further from the origin than from each other is far.
const FAR: f64 = 16.0;

/// The first meeting of two that were moved by `home` towards the origin.
#[cold]
pub(super) fn first<V: SweepSpace>(
    [a, b]: [Placed<'_, V>; 2],
    motions: [&Motion<V>; 2],
    way: V,
    start: Start,
    home: V,
) -> Result<Option<SweepHit<V>>, QueryError> {
    let moved = |pose: &Pose<V>| pose.moved_to(pose.position() - home);
    let (Ok(p), Ok(q)) = (moved(a.place.pose), moved(b.place.pose)) else {
        return nearby([a, b], motions, way, start);
    };
    let there = [Placed::new(a.shape, &p), Placed::new(b.shape, &q)];
    let hit = nearby(there, motions, way, start)?;
    Ok(hit.map(|hit| SweepHit {
        point: hit.point + home,
        ..hit
    }))
}

/// How far two may be moved towards the origin without a rounding; `None` where they are not far from it.
#[inline]
pub(super) fn of<V: SweepSpace>([a, b]: [&Placed<'_, V>; 2], way: V) -> Option<V> {
    if a.place.outer.is_some() || b.place.outer.is_some() {
        return None;
    }
    let (p, q) = (a.place.pose.position(), b.place.pose.position());
    let near = (q - p).max_abs() + way.max_abs();
    if p.max_abs() <= near * ScalarOf::<V>::lit(FAR) {
        return None;
    }
    let home = V::from_fn(|i| {
        let (from, to) = (p.get(i), q.get(i));
        if rounding_of_sum(to, -from) == Real::ZERO {
            from
        } else {
            Real::ZERO
        }
    });
    (home != V::ZERO).then_some(home)
}
