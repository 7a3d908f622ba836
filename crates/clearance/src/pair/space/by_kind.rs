//! Which test answers a question about two cores of space, by the kinds of their hulls.

use glam::DVec3;

use super::boxes;
use super::core_clearance::{AxisOrClearance, GapOrOverlap, to_world};
use super::few_features::FewFeatures;
use super::search;
use super::search::{axis_beyond, closest_points, depth};
use crate::math::Real;
use crate::pair::answer::{Clearance, Manifold};
use crate::pair::contact::core_manifold;
use crate::pair::core_pair::{CoreHull, CorePair};
use crate::pair::gjk_epa::epa::Depth;
use crate::pair::gjk_epa::gjk::Outcome;
use crate::shape::Space3;

/// Whether the insides overlap: a sure yes or a sure no.
#[cfg_attr(not(target_family = "wasm"), inline)]
pub(super) fn overlaps<V: Space3>(pair: &CorePair<'_, V>) -> Option<bool> {
    if let (CoreHull::Box(a), CoreHull::Box(b), true) = (pair.a.hull, pair.b.hull, pair.radii() == 0.0) {
        return boxes::overlaps(pair, a, b);
    }
    others_overlap(pair, |_| ())
}

/// The same of two that are not both boxes. What a search ends with is shown to `look`.
#[inline]
pub(super) fn others_overlap<V: Space3>(
    pair: &CorePair<'_, V>,
    look: impl FnOnce(&Outcome<DVec3>),
) -> Option<bool> {
    let (radii, error) = (pair.radii(), pair.error);
    if pair.between.length() - (pair.a.reach + pair.b.reach) > radii + error {
        return Some(false);
    }
    if !pair.is_in_range() {
        return None;
    }
    if let Some(answer) = FewFeatures::new(pair).and_then(|both| both.overlap(radii)) {
        return Some(answer);
    }
    let outcome = closest_points(pair, pair.between, radii + error);
    look(&outcome);
    let (at_least, at_most, simplex) = match outcome {
        Outcome::Separated(s, simplex) | Outcome::Unconverged(s, simplex) => (s.at_least, s.at_most, simplex),
        Outcome::Overlapping(simplex) => (-f64::INFINITY, pair.search_gap(), simplex),
    };
    if at_least > radii + error {
        return Some(false);
    }
    if at_most < radii - error || radii == 0.0 && simplex.depth() > error {
        return Some(true);
    }
    if radii > 0.0 {
        return None;
    }
    match depth(pair, &simplex, error) {
        Depth::Found(f) => (f.at_least > error).then_some(true),
        Depth::Unconverged { at_least, .. } => (at_least > error).then_some(true),
        Depth::Flat => None,
    }
}

/// The clearance of two cores in order.
pub(super) fn clearance<V: Space3>(pair: &CorePair<'_, V>) -> Option<Clearance<V>> {
    if !pair.is_accurate() {
        return None;
    }
    let found = match (pair.a.hull, pair.b.hull) {
        (CoreHull::Box(a), CoreHull::Box(b)) => boxes::clearance(pair, a, b)?,
        _ => match FewFeatures::new(pair).and_then(|both| both.clearance()) {
            Some(found) => found,
            None => search::clearance(pair, pair.between)?,
        },
    };
    to_world(pair, found)
}

/// The same where only a gap is of interest; the pair must be accurate.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn gap_or_overlap<V: Space3>(pair: &CorePair<'_, V>) -> Option<GapOrOverlap> {
    match (pair.a.hull, pair.b.hull) {
        (CoreHull::Box(a), CoreHull::Box(b)) => boxes::gap_or_overlap(pair, a, b),
        _ => FewFeatures::new(pair)
            .and_then(|both| both.gap_or_overlap())
            .or_else(|| search::gap_or_overlap(pair, pair.between)),
    }
}

/// The manifold of two cores in order. Where they surely meet, no axis is looked for along which they are
/// apart.
pub(super) fn manifold<V: Space3>(
    pair: &CorePair<'_, V>,
    margin: V::Scalar,
    met: bool,
) -> Option<Manifold<V>> {
    if let (CoreHull::Box(a), CoreHull::Box(b)) = (pair.a.hull, pair.b.hull)
        && let Some(manifold) = boxes::manifold(pair, a, b, margin)
    {
        return Some(manifold);
    }
    let found = if met {
        AxisOrClearance::Clearance(clearance(pair)?)
    } else {
        axis_or_clearance(pair, margin.to_f64() + pair.radii() + pair.error)?
    };
    let c = match found {
        AxisOrClearance::Axis(n) => return Some(Manifold::new(V::from_double(pair.a.frame.direction(n)))),
        AxisOrClearance::Clearance(c) => c,
    };
    if c.distance > margin {
        return Some(Manifold::new(c.normal));
    }
    Some(core_manifold::manifold(pair.a, pair.b, &c, margin))
}

/// An axis along which the gap of the hulls is surely more than `enough`, else the clearance.
fn axis_or_clearance<V: Space3>(
    pair: &CorePair<'_, V>,
    enough: f64,
) -> Option<AxisOrClearance<Clearance<V>>> {
    if pair.is_accurate()
        && let Some(found) = FewFeatures::new(pair).and_then(|both| both.axis_or_clearance(enough))
    {
        return match found {
            AxisOrClearance::Axis(normal) => Some(AxisOrClearance::Axis(normal)),
            AxisOrClearance::Clearance(found) => to_world(pair, found).map(AxisOrClearance::Clearance),
        };
    }
    if !matches!((&pair.a.hull, &pair.b.hull), (CoreHull::Box(_), CoreHull::Box(_)))
        && let Some(normal) = axis_beyond(pair, enough)
    {
        return Some(AxisOrClearance::Axis(normal));
    }
    clearance(pair).map(AxisOrClearance::Clearance)
}
