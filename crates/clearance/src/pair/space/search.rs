//! Any two cores of space, by their support points: GJK where the hulls are apart, then the expanding
//! polytope where they overlap, or every axis of two small polyhedra (`sat_hull.rs`).

use glam::DVec3;

use super::core_clearance::{CoreClearance, GapOrOverlap};
use super::sat_hull;
use crate::math::Vector;
use crate::pair::core_pair::CorePair;
use crate::pair::gjk_epa::epa::{Depth, MOST_VERTICES};
use crate::pair::gjk_epa::epa3;
use crate::pair::gjk_epa::gjk;
use crate::pair::gjk_epa::gjk::{Limits, Outcome, ProvenBounds};
use crate::pair::gjk_epa::simplex::Simplex;
use crate::shape::Space3;
use crate::simd::widest;

/// Support points that GJK takes at most; four searches in five need fewer than six.
const STEPS: usize = 64;

/// GJK from a direction on. It stops at a gap surely above `enough`.
pub(super) fn closest_points<V: Space3>(pair: &CorePair<'_, V>, start: DVec3, enough: f64) -> Outcome<DVec3> {
    // With the widest registers, since the scans of the vertices take most of its time.
    widest(
        #[inline(always)]
        || in_any_registers(pair, start, enough),
    )
}

#[inline(always)]
fn in_any_registers<V: Space3>(pair: &CorePair<'_, V>, start: DVec3, enough: f64) -> Outcome<DVec3> {
    let limits = Limits {
        gap: pair.search_gap(),
        enough,
        steps: STEPS,
    };
    gjk::search(
        start,
        limits,
        #[inline(always)]
        |n| pair.support(n),
    )
}

/// The expanding polytope, from the simplex with which GJK ended. It stops at a depth surely above `enough`.
pub(super) fn depth<V: Space3>(
    pair: &CorePair<'_, V>,
    simplex: &Simplex<DVec3>,
    enough: f64,
) -> Depth<DVec3> {
    let limits = Limits {
        gap: pair.search_gap(),
        enough,
        steps: MOST_VERTICES,
    };
    epa3::expand(simplex, limits, &|n| pair.support(n))
}

/// An axis along which the gap of the hulls is surely more than `enough`.
pub(super) fn axis_beyond<V: Space3>(pair: &CorePair<'_, V>, enough: f64) -> Option<DVec3> {
    if !pair.is_in_range() {
        return None;
    }
    match closest_points(pair, pair.between, enough) {
        Outcome::Separated(s, _) | Outcome::Unconverged(s, _) => (s.at_least > enough).then_some(s.axis),
        Outcome::Overlapping(_) => None,
    }
}

/// The clearance of the hulls.
pub(crate) fn clearance<V: Space3>(pair: &CorePair<'_, V>, start: DVec3) -> Option<CoreClearance> {
    match &closest_points(pair, start, f64::INFINITY) {
        Outcome::Separated(s, simplex) => apart(pair, s, simplex),
        Outcome::Unconverged(s, simplex) if s.at_least > 0.0 => apart(pair, s, simplex),
        Outcome::Unconverged(..) => None,
        Outcome::Overlapping(simplex) => sat_hull::deepest(pair).or_else(|| overlapping(pair, simplex)),
    }
}

/// The same where only a gap is of interest.
pub(crate) fn gap_or_overlap<V: Space3>(pair: &CorePair<'_, V>, start: DVec3) -> Option<GapOrOverlap> {
    let found = match &closest_points(pair, start, f64::INFINITY) {
        Outcome::Overlapping(simplex) if simplex.depth() > pair.error => return Some(GapOrOverlap::Overlap),
        Outcome::Separated(s, simplex) => apart(pair, s, simplex),
        _ => clearance(pair, start),
    };
    found.map(GapOrOverlap::Clearance)
}

/// The clearance of two hulls that are apart. The bounds were proven along the axis, so it is the normal, if
/// the closest points lie along it; those of a thin simplex may not. Where the points nearly coincide, a
/// direction from a point to a point or an edge has no digits left.
fn apart<V: Space3>(
    pair: &CorePair<'_, V>,
    s: &ProvenBounds<DVec3>,
    simplex: &Simplex<DVec3>,
) -> Option<CoreClearance> {
    let has_direction = simplex.count() == 3 || s.at_most > 1e-7 * pair.scale;
    if has_direction {
        along_axis(pair, s, s.at_most)
    } else {
        None
    }
}

/// The depth by the expanding polytope. A simplex that passes the origin within the gap asked for may not
/// contain it: then no facet is a depth.
fn overlapping<V: Space3>(pair: &CorePair<'_, V>, simplex: &Simplex<DVec3>) -> Option<CoreClearance> {
    match depth(pair, simplex, f64::INFINITY) {
        Depth::Found(f) if f.at_least > 0.0 => along_axis(pair, &f, -f.at_most),
        _ => None,
    }
}

/// The clearance of two points that are `distance` apart along the axis, if they are.
fn along_axis<V: Space3>(
    pair: &CorePair<'_, V>,
    found: &ProvenBounds<DVec3>,
    distance: f64,
) -> Option<CoreClearance> {
    let off = found.point_b - found.point_a - found.axis * distance;
    (off.max_abs() <= pair.largest_error_bound()).then_some(CoreClearance {
        distance,
        error_bound: found.at_most - found.at_least,
        normal: found.axis,
        point_a: found.point_a,
        point_b: found.point_b,
    })
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;
    use crate::math::Pose;
    use crate::pair::core_pair::ConvexCore;
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
            let [a, b] = [0, 1].map(|k| ConvexCore::new(Placed::new(&shapes[k], &poses[k])).unwrap());
            let pair = &CorePair::new(&a, &b);
            let (start, enough) = (pair.between, f64::INFINITY);
            let plain = in_any_registers(pair, start, enough);
            overlapping += usize::from(matches!(plain, Outcome::Overlapping(_)));
            // Shortest decimals that read back: equal text, equal bits.
            let wide = closest_points(pair, start, enough);
            assert_eq!(alloc::format!("{plain:?}"), alloc::format!("{wide:?}"), "{case}");
        }
        assert!((60..140).contains(&overlapping), "{overlapping} of 200");
    }
}
