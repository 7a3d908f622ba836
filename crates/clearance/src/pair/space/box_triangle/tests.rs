//! Boxes and triangles beside GJK and the expanding polytope.

use super::*;
use crate::math::{Pose, Space, Vector};
use crate::pair::core_pair::{ConvexCore, CoreHull};
use crate::pair::dice::Dice;
use crate::shape::{Placed, Shape3};

/// A number of a grid of this many steps a unit.
fn on_grid(v: DVec3, steps: f64) -> DVec3 {
    (v * steps).round() / steps
}

/// Whether a point of the world is in a core, within the rounding of numbers of this size.
fn holds(core: &ConvexCore<'_, DVec3>, point: DVec3, rounding: f64) -> bool {
    let local = DVec3::project(&core.frame.axes, point - core.frame.origin);
    match core.hull {
        CoreHull::Box(half) => (local.abs() - half).max_element() <= rounding,
        CoreHull::Simplex(p, _) => {
            let area = |p: DVec3, q: DVec3, r: DVec3| (q - p).cross(r - p).length();
            let parts = area(p[0], p[1], local) + area(p[1], p[2], local) + area(p[2], p[0], local);
            parts - area(p[0], p[1], p[2]) <= rounding * 4.0 * edges(&p).into_iter().map(sum).sum::<f64>()
        }
        CoreHull::Polyhedron(_) => false,
    }
}

/// A box and a triangle with coordinates on a grid of this many steps, times `size`.
fn both(dice: &mut Dice, steps: f64, size: f64) -> Option<[Shape3<DVec3>; 2]> {
    let half = on_grid(dice.vector().abs() * 0.75 + DVec3::splat(0.25), steps) * size;
    let corners = [(); 3].map(|()| on_grid(dice.vector(), steps) * size);
    Some([Shape3::cuboid(half).ok()?, Shape3::triangle(corners).ok()?])
}

/// Of pairs beside GJK and the expanding polytope: how many there were, overlapped, and were answered.
fn beside_the_search(dice: &mut Dice, (steps, turned, size): (f64, bool, f64)) -> [usize; 3] {
    let [mut asked, mut overlapping, mut answered] = [0; 3];
    for case in 0..2000 {
        let Some([cuboid, triangle]) = both(dice, steps, size) else {
            continue;
        };
        let turn = glam::DQuat::from_vec4(dice.vector().extend(0.3)).normalize();
        let turn = if turned { turn } else { glam::DQuat::IDENTITY };
        let at = on_grid(dice.vector() * 1.25, steps) * size;
        let poses = [Pose::<DVec3>::default(), Pose::new(at, turn).unwrap()];
        let shapes = if case % 2 == 0 {
            [&cuboid, &triangle]
        } else {
            [&triangle, &cuboid]
        };
        let [a, b] = [0, 1].map(|k| ConvexCore::new(Placed::new(shapes[k], &poses[k])).unwrap());
        let pair = CorePair::new(&a, &b);
        let Some(want) = search::clearance(&pair, pair.between) else {
            continue;
        };
        asked += 1;
        overlapping += usize::from(want.distance < 0.0);
        let Some(found) = BoxTriangle::new(&pair).unwrap().clearance() else {
            continue;
        };
        answered += 1;
        let off = (found.distance - want.distance).abs();
        assert!(
            off <= found.error_bound + want.error_bound + pair.sum_error(),
            "{case}: {want:?} {found:?}"
        );
        let beside = found.point_b - found.point_a - found.normal * found.distance;
        assert!(beside.max_abs() <= 1e-14 * size, "{case}: {found:?}");
        assert!(holds(&a, found.point_a, 1e-14 * size), "{case}: {found:?}");
        assert!(holds(&b, found.point_b, 1e-14 * size), "{case}: {found:?}");
    }
    [asked, overlapping, answered]
}

#[test]
fn agrees_with_the_search() {
    let mut dice = Dice(7);
    for kind in [
        (1e6, true, 1.0),
        (1e6, false, 1e-6),
        (4.0, true, 1e5),
        (4.0, false, 1.0),
    ] {
        let [asked, overlapping, answered] = beside_the_search(&mut dice, kind);
        assert!(asked > 1700, "{kind:?}: {asked}");
        assert!(
            (30 * asked..70 * asked).contains(&(100 * overlapping)),
            "{kind:?}: {overlapping} of {asked}"
        );
        assert!(answered * 100 > asked * 99, "{kind:?}: {answered} of {asked}");
    }
}

/// An axis or an overlap is as sure as a clearance: beside the search, which has no limit.
#[test]
fn axes_and_overlaps_are_true() {
    let mut dice = Dice(11);
    let [mut axes, mut overlaps] = [0; 2];
    for _ in 0..2000 {
        let Some([cuboid, triangle]) = both(&mut dice, 1e6, 1.0) else {
            continue;
        };
        let turn = glam::DQuat::from_vec4(dice.vector().extend(0.3)).normalize();
        let poses = [Pose::default(), Pose::new(dice.vector() * 1.25, turn).unwrap()];
        let a = ConvexCore::new(Placed::new(&cuboid, &poses[0])).unwrap();
        let b = ConvexCore::new(Placed::new(&triangle, &poses[1])).unwrap();
        let pair = CorePair::new(&a, &b);
        let Some(want) = search::clearance(&pair, pair.between) else {
            continue;
        };
        let tested = BoxTriangle::new(&pair).unwrap();
        if let Some(AxisOrClearance::Axis(n)) = tested.axis_or_clearance(0.25) {
            let gap = pair.support_of_b(-n).dot(n) - a.support(n).dot(n);
            assert!(gap > 0.25 - pair.sum_error(), "{gap} {want:?}");
            axes += 1;
        }
        if let Some(GapOrOverlap::Overlap) = tested.gap_or_overlap() {
            assert!(want.distance < 0.0, "{want:?}");
            overlaps += 1;
        }
    }
    assert!(axes > 200 && overlaps > 600, "{axes} {overlaps}");
}
