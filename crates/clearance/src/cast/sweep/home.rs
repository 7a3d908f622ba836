//! Two that are far from the origin and near each other are asked about nearer to it, where nothing is lost to rounding.
//!
//! What two shapes do to each other hangs on the difference of their positions alone. Where that is a float, it is as good as
//! the positions themselves, and everything computed from it is better: bounds of rounding errors are as large as the
//! coordinates are.

use super::{Motion, Start, SweepHit, nearby};
use crate::cast::CastSpace;
use crate::math::{Pose, Real, ScalarOf};
use crate::pair::QueryError;
use crate::shape::Placed;

/// So many times further from the origin than from each other is far.
const FAR: f64 = 16.0;

/// The first meeting of two that were moved by `home` towards the origin.
#[cold]
pub(super) fn first<V: CastSpace>(
    [a, b]: [Placed<'_, V>; 2],
    motions: [&Motion<V>; 2],
    start: Start,
    home: V,
) -> Result<Option<SweepHit<V>>, QueryError> {
    let moved = |pose: &Pose<V>| pose.moved_to(pose.position() - home);
    let (Ok(p), Ok(q)) = (moved(a.place.pose), moved(b.place.pose)) else {
        return nearby(a, motions[0], b, motions[1], start);
    };
    let (a, b) = (Placed::new(a.shape, &p), Placed::new(b.shape, &q));
    let hit = nearby(a, motions[0], b, motions[1], start)?;
    Ok(hit.map(|hit| SweepHit {
        point: hit.point + home,
        ..hit
    }))
}

/// How far two may be moved towards the origin without a rounding; `None` where they are not far from it.
#[inline]
pub(super) fn of<V: CastSpace>([a, b]: [&Placed<'_, V>; 2], way: V) -> Option<V> {
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
        if lost(from, to) == Real::ZERO {
            from
        } else {
            Real::ZERO
        }
    });
    (home != V::ZERO).then_some(home)
}

/// What rounding takes off a difference (Knuth, "The art of computer programming", volume 2, 4.2.2).
#[inline]
pub(super) fn lost<S: Real>(from: S, to: S) -> S {
    let between = to - from;
    let back = between - to;
    (to - (between - back)) + (-from - back)
}
