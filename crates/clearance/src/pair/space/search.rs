//! The clearance of two hulls of space by support searches, and the way of what was found to an answer.

use glam::DVec3;

use super::sat_hull;
use crate::math::{Real, ScalarOf, Space, Vector};
use crate::pair::answer::{Clearance, DepthKind};
use crate::pair::core3::Meeting;
use crate::pair::gjk_epa::epa::{Depth, DepthLimits, Facet, MOST_VERTICES};
use crate::pair::gjk_epa::epa3;
use crate::pair::gjk_epa::gjk;
use crate::pair::gjk_epa::gjk::{Limits, Outcome, Separation};
use crate::pair::gjk_epa::simplex::Simplex;
use crate::shape::Space3;
use crate::simd::widest;

/// Support points that a search takes at most; four in five need fewer than six.
pub(super) const STEPS: usize = 64;

/// A clearance in A's frame, before it is known to be sure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Signed distance of the hulls, balls not counted.
    pub distance: f64,
    /// How far the two bounds of it are apart.
    pub error_bound: f64,
    /// Unit vector from A towards B.
    pub normal: DVec3,
    pub point_a: DVec3,
    pub point_b: DVec3,
}

/// How far apart the bounds of a search may stay: a little more than the rounding of its own sums.
#[inline(always)]
pub(super) fn gap<V: Space3>(meeting: &Meeting<'_, V>) -> f64 {
    let own = 16.0 * f64::EPSILON;
    let scene = 0.25 * ScalarOf::<V>::EPSILON.to_f64();
    own.max(scene) * meeting.scale
}

pub(super) fn depth<V: Space3>(
    meeting: &Meeting<'_, V>,
    simplex: &Simplex<DVec3>,
    enough: f64,
) -> Depth<DVec3> {
    let limits = DepthLimits {
        gap: gap(meeting),
        enough,
        steps: MOST_VERTICES,
    };
    epa3::expand(simplex, limits, &|n| meeting.support(n))
}

fn search_limits<V: Space3>(meeting: &Meeting<'_, V>, enough: f64) -> Limits {
    Limits {
        gap: gap(meeting),
        enough,
        steps: STEPS,
    }
}

/// The clearance of the hulls, as far as support points tell, searched from a direction on: with the widest
/// registers, since the scans of their vertices take most of its time.
pub(super) fn find<V: Space3>(meeting: &Meeting<'_, V>, start: DVec3, limits: Limits) -> Outcome<DVec3> {
    widest(
        #[inline(always)]
        || in_any_registers(meeting, start, limits),
    )
}

#[inline(always)]
fn in_any_registers<V: Space3>(meeting: &Meeting<'_, V>, start: DVec3, limits: Limits) -> Outcome<DVec3> {
    gjk::search(
        start,
        limits,
        #[inline(always)]
        |n| meeting.support(n),
    )
}

/// An axis along which the gap of the hulls is surely more than `enough`.
pub(super) fn axis_beyond<V: Space3>(meeting: &Meeting<'_, V>, enough: f64) -> Option<DVec3> {
    if !meeting.is_in_range() {
        return None;
    }
    match find(meeting, meeting.between, search_limits(meeting, enough)) {
        Outcome::Separated(s, _) | Outcome::Unconverged(s, _) => (s.at_least > enough).then_some(s.axis),
        Outcome::Overlapping(_) => None,
    }
}

/// The clearance of the hulls by support searches.
pub(crate) fn search<V: Space3>(meeting: &Meeting<'_, V>, start: DVec3) -> Option<Found> {
    let limits = search_limits(meeting, f64::INFINITY);
    match &find(meeting, start, limits) {
        Outcome::Separated(s, simplex) => closest(meeting, s, simplex),
        Outcome::Unconverged(s, simplex) if s.at_least > 0.0 => closest(meeting, s, simplex),
        Outcome::Unconverged(..) => None,
        Outcome::Overlapping(simplex) => sat_hull::deepest(meeting).or_else(|| expanded(meeting, simplex)),
    }
}

/// The depth by the expanding polytope. A simplex that passes the origin within the gap asked for may not
/// hold it: then no facet is a depth.
fn expanded<V: Space3>(meeting: &Meeting<'_, V>, simplex: &Simplex<DVec3>) -> Option<Found> {
    match depth(meeting, simplex, f64::INFINITY) {
        Depth::Found(f) if f.at_least > 0.0 => deepest(meeting, &f),
        _ => None,
    }
}

/// The same where only a gap is of interest: `Some(None)` where the hulls surely meet.
pub(crate) fn apart<V: Space3>(meeting: &Meeting<'_, V>, start: DVec3) -> Option<Option<Found>> {
    let limits = search_limits(meeting, f64::INFINITY);
    match &find(meeting, start, limits) {
        Outcome::Overlapping(simplex) if simplex.depth() > meeting.error => Some(None),
        Outcome::Separated(s, simplex) => closest(meeting, s, simplex).map(Some),
        _ => search(meeting, start).map(Some),
    }
}

/// The axis is what the bounds were proven along, so it is the normal, if the closest points lie along it;
/// those of a sliver may not. And where points all but coincide, a direction from point to point or edge has
/// no digits left.
fn closest<V: Space3>(
    meeting: &Meeting<'_, V>,
    s: &Separation<DVec3>,
    simplex: &Simplex<DVec3>,
) -> Option<Found> {
    let beside = s.point_b - s.point_a - s.axis * s.at_most;
    let clear = simplex.count() == 3 || s.at_most > 1e-7 * meeting.scale;
    (clear && beside.max_abs() <= doubt_allowed(meeting)).then_some(Found {
        distance: s.at_most,
        error_bound: s.at_most - s.at_least,
        normal: s.axis,
        point_a: s.point_a,
        point_b: s.point_b,
    })
}

fn deepest<V: Space3>(meeting: &Meeting<'_, V>, f: &Facet<DVec3>) -> Option<Found> {
    let beside = f.point_b - f.point_a + f.axis * f.at_most;
    (beside.max_abs() <= doubt_allowed(meeting)).then_some(Found {
        distance: -f.at_most,
        error_bound: f.at_most - f.at_least,
        normal: f.axis,
        point_a: f.point_a,
        point_b: f.point_b,
    })
}

/// Adds the balls, checks that sign and accuracy are sure, and goes to the world and the scene's precision.
pub(crate) fn hand_out<V: Space3>(meeting: &Meeting<'_, V>, found: Found) -> Option<Clearance<V>> {
    let (ra, rb) = (meeting.a.radius, meeting.b.radius);
    let distance = found.distance - (ra + rb);
    if distance.abs() <= meeting.error + found.error_bound || found.error_bound > doubt_allowed(meeting) {
        return None;
    }
    let world = &meeting.a.frame.axes;
    let scene = |v: DVec3| V::from_double(v);
    let rounded = ScalarOf::<V>::lit(distance);
    if rounded == ScalarOf::<V>::ZERO {
        return None;
    }
    Some(Clearance {
        distance: rounded,
        normal: scene(<DVec3 as Space>::combine(world, found.normal)),
        point_a: scene(meeting.in_world(found.point_a + found.normal * ra)),
        point_b: scene(meeting.in_world(found.point_b - found.normal * rb)),
        depth_kind: DepthKind::Exact,
    })
}

fn doubt_allowed<V: Space3>(meeting: &Meeting<'_, V>) -> f64 {
    let promised = 1e-13_f64.max(4.0 * ScalarOf::<V>::EPSILON.to_f64());
    promised * meeting.scale
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;
    use crate::math::Pose;
    use crate::pair::core3::Solid;
    use crate::pair::dice::Dice;
    use crate::shape::{Placed, Polyhedron, Shape3};

    /// Wide registers change no bit: beside the same search in plain ones.
    #[test]
    fn the_same_search_in_any_registers() {
        let mut dice = Dice(3);
        let mut overlapping = 0;
        for case in 0..200 {
            let shapes = [4 + case % 40, 8]
                .map(|count| Shape3::Convex(Polyhedron::new(&dice.cloud(count, DVec3::ZERO, 1.0)).unwrap()));
            let turn = DQuat::from_vec4(dice.vector().extend(0.3)).normalize();
            let poses = [
                Pose::<DVec3>::default(),
                Pose::new(dice.vector() * 1.5, turn).unwrap(),
            ];
            let [a, b] = [0, 1].map(|k| Solid::new(Placed::new(&shapes[k], &poses[k])).unwrap());
            let meeting = &Meeting::new(&a, &b);
            let (start, limits) = (meeting.between, search_limits(meeting, f64::INFINITY));
            let plain = in_any_registers(meeting, start, limits);
            overlapping += usize::from(matches!(plain, Outcome::Overlapping(_)));
            // Shortest decimals that read back: equal text, equal bits.
            let wide = find(meeting, start, limits);
            assert_eq!(alloc::format!("{plain:?}"), alloc::format!("{wide:?}"), "{case}");
        }
        assert!((60..140).contains(&overlapping), "{overlapping} of 200");
    }
}
