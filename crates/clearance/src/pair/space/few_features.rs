//! Pairs of hulls with few features, each with a test of its own: no search is needed.

use super::box_segment::BoxSegment;
use super::box_triangle::BoxTriangle;
use super::capsule_triangle;
use super::core_clearance::{AxisOrClearance, CoreClearance, GapOrOverlap};
use super::triangles::TrianglePair;
use crate::pair::core_pair::{CoreHull, CorePair};
use crate::shape::Space3;

/// Two such hulls. Every test answers `None` where it is not sure; then a search decides.
pub(super) enum FewFeatures<'p, 'c, V: Space3> {
    Triangles(TrianglePair),
    BoxTriangle(BoxTriangle<'p, 'c, V>),
    BoxSegment(BoxSegment<'p, 'c, V>),
    /// A triangle and a point or segment.
    SegmentTriangle(&'p CorePair<'c, V>),
}

impl<'p, 'c, V: Space3> FewFeatures<'p, 'c, V> {
    /// `None` for hulls that have no such test.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn new(pair: &'p CorePair<'c, V>) -> Option<Self> {
        use CoreHull::{Box, Simplex};
        match (&pair.a.hull, &pair.b.hull) {
            (Simplex(a, 3), Simplex(b, 3)) => Some(Self::Triangles(TrianglePair::new(pair, a, b))),
            (Simplex(_, 3), Simplex(..)) | (Simplex(..), Simplex(_, 3)) => Some(Self::SegmentTriangle(pair)),
            (Box(_), Simplex(_, 3)) | (Simplex(_, 3), Box(_)) => {
                BoxTriangle::new(pair).map(Self::BoxTriangle)
            }
            (Box(_), Simplex(_, 2)) | (Simplex(_, 2), Box(_)) => BoxSegment::new(pair).map(Self::BoxSegment),
            _ => None,
        }
    }
    /// Whether they overlap, with their balls: a sure yes or a sure no.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn overlap(&self, radii: f64) -> Option<bool> {
        match self {
            Self::Triangles(both) if radii == 0.0 => both.overlap(),
            Self::BoxTriangle(both) if radii == 0.0 => both.overlap(),
            Self::BoxSegment(both) => both.overlap(),
            _ => None,
        }
    }
    /// The clearance.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn clearance(&self) -> Option<CoreClearance> {
        match self {
            Self::Triangles(both) => both.clearance(),
            Self::BoxTriangle(both) => both.clearance(),
            Self::BoxSegment(both) => both.clearance(),
            Self::SegmentTriangle(pair) => capsule_triangle::clearance(pair),
        }
    }
    /// The same where only a gap is of interest.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn gap_or_overlap(&self) -> Option<GapOrOverlap> {
        match self {
            Self::Triangles(both) => both.gap_or_overlap(),
            Self::BoxTriangle(both) => both.gap_or_overlap(),
            Self::BoxSegment(both) => both.gap_or_overlap(),
            Self::SegmentTriangle(pair) => capsule_triangle::clearance(pair).map(GapOrOverlap::Clearance),
        }
    }
    /// An axis along which the gap is more than `enough`, which must be at least the error bound, else the
    /// clearance.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn axis_or_clearance(&self, enough: f64) -> Option<AxisOrClearance<CoreClearance>> {
        match self {
            Self::Triangles(both) => both.axis_or_clearance(enough),
            Self::BoxTriangle(both) => both.axis_or_clearance(enough),
            Self::BoxSegment(both) => both.axis_or_clearance(enough),
            Self::SegmentTriangle(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use super::*;
    use crate::math::{Pose, Space, Vector};
    use crate::pair::core_pair::ConvexCore;
    use crate::pair::dice::Dice;
    use crate::pair::space::search;
    use crate::shape::{InvalidShape, Placed, Shape3};

    /// What is put beside a box: its shape, how far its points spread, and how far it is from the box.
    struct Other {
        made: fn([DVec3; 3]) -> Result<Shape3<DVec3>, InvalidShape>,
        spread: f64,
        apart: f64,
    }
    const TRIANGLE: Other = Other {
        made: |points| Shape3::triangle(points),
        spread: 1.0,
        apart: 1.25,
    };
    const SEGMENT: Other = Other {
        made: |[p, q, _]| Shape3::segment(p, q),
        spread: 1.5,
        apart: 0.8,
    };

    /// Coordinates on a grid of this many steps a unit, turned or not, and by what all are multiplied.
    #[derive(Clone, Copy, Debug)]
    struct Kind(f64, bool, f64);

    /// The box and the other shape, and two poses.
    type Rolled = ([Shape3<DVec3>; 2], [Pose<DVec3>; 2]);

    impl Kind {
        fn on_grid(self, v: DVec3) -> DVec3 {
            (v * self.0).round() / self.0 * self.2
        }
        fn roll(self, dice: &mut Dice, other: &Other) -> Option<Rolled> {
            let half = self.on_grid(dice.vector().abs() * 0.75 + DVec3::splat(0.25));
            let points = [(); 3].map(|()| self.on_grid(dice.vector() * other.spread));
            let shapes = [Shape3::cuboid(half).ok()?, (other.made)(points).ok()?];
            let turn = DQuat::from_vec4(dice.vector().extend(0.3)).normalize();
            let turn = if self.1 { turn } else { DQuat::IDENTITY };
            let at = self.on_grid(dice.vector() * other.apart);
            Some((shapes, [Pose::default(), Pose::new(at, turn).unwrap()]))
        }
    }

    /// Whether a point of the world is in a core, within rounding.
    fn holds(core: &ConvexCore<'_, DVec3>, point: DVec3, rounding: f64) -> bool {
        let local = DVec3::project(&core.frame.axes, point - core.frame.origin);
        match core.hull {
            CoreHull::Box(half) => (local.abs() - half).max_element() <= rounding,
            CoreHull::Simplex([p, q, _], 2) => {
                let along = q - p;
                // A segment of no length is its first end.
                let squared = along.length_squared().max(f64::MIN_POSITIVE);
                let part = ((local - p).dot(along) / squared).clamp(0.0, 1.0);
                (p + along * part - local).length() <= rounding
            }
            CoreHull::Simplex([p, q, r], _) => {
                let area = |p: DVec3, q: DVec3, r: DVec3| (q - p).cross(r - p).length();
                let parts = area(p, q, local) + area(q, r, local) + area(r, p, local);
                let around = [q - p, r - q, p - r].map(|e| e.abs().element_sum());
                parts - area(p, q, r) <= rounding * 4.0 * around.iter().sum::<f64>()
            }
            CoreHull::Polyhedron(_) => false,
        }
    }

    /// A clearance of a pair and its points, beside what the search found.
    fn check(pair: &CorePair<'_, DVec3>, found: &CoreClearance, want: &CoreClearance, rounding: f64) {
        let off = (found.distance - want.distance).abs();
        let allowed = found.error_bound + want.error_bound + pair.sum_error();
        assert!(off <= allowed, "{want:?} {found:?}");
        let beside = found.point_b - found.point_a - found.normal * found.distance;
        assert!(beside.max_abs() <= rounding, "{found:?}");
        let (a, b) = (pair.a, pair.b);
        for (core, point, n) in [
            (a, found.point_a, found.normal),
            (b, found.point_b, -found.normal),
        ] {
            assert!(holds(core, point, rounding), "{found:?}");
            // Each point is on its border, where the normal leaves it.
            let local = |v: DVec3| core.frame.local_direction(v);
            let (point, n) = (local(point - core.frame.origin), local(n));
            let over = (point - core.support(n)).dot(n).abs();
            assert!(over <= found.error_bound + rounding, "{over} {found:?}");
        }
    }

    /// Of pairs beside GJK and the expanding polytope: how many there were, overlapped, and were answered.
    fn beside_the_search(dice: &mut Dice, other: &Other, kind: Kind) -> [usize; 3] {
        let [mut asked, mut overlapping, mut answered] = [0; 3];
        for case in 0..2000 {
            let Some((shapes, poses)) = kind.roll(dice, other) else {
                continue;
            };
            let order = [case % 2, 1 - case % 2];
            let [a, b] = [0, 1].map(|k| ConvexCore::new(Placed::new(&shapes[order[k]], &poses[k])).unwrap());
            let pair = CorePair::new(&a, &b);
            let Some(want) = search::clearance(&pair, pair.between) else {
                continue;
            };
            let tested = FewFeatures::new(&pair).unwrap();
            asked += 1;
            overlapping += usize::from(want.distance < 0.0);
            if let Some(overlap) = tested.overlap(0.0) {
                assert_eq!(overlap, want.distance < 0.0, "{case}: {want:?}");
            }
            if let Some(found) = tested.clearance() {
                answered += 1;
                check(&pair, &found, &want, 1e-14 * kind.2);
            }
        }
        [asked, overlapping, answered]
    }

    fn agrees_with_the_search(other: &Other, seed: u64) {
        let mut dice = Dice(seed);
        for kind in [
            Kind(1e6, true, 1.0),
            Kind(1e6, false, 1e-6),
            Kind(4.0, true, 1e5),
            Kind(4.0, false, 1.0),
        ] {
            let [asked, overlapping, answered] = beside_the_search(&mut dice, other, kind);
            assert!(asked > 1700, "{kind:?}: {asked}");
            assert!(
                (30 * asked..70 * asked).contains(&(100 * overlapping)),
                "{kind:?}: {overlapping} of {asked}"
            );
            assert!(answered * 100 > asked * 99, "{kind:?}: {answered} of {asked}");
        }
    }

    #[test]
    fn a_box_and_a_triangle() {
        agrees_with_the_search(&TRIANGLE, 7);
    }

    #[test]
    fn a_box_and_a_segment() {
        agrees_with_the_search(&SEGMENT, 9);
    }

    /// An axis or an overlap is as sure as a clearance: beside the search, which has no limit.
    /// A box and a segment say how deep they overlap, never only that they do.
    #[test]
    fn axes_and_overlaps_are_true() {
        for (other, told) in [(&TRIANGLE, 601..=2000), (&SEGMENT, 0..=0)] {
            let mut dice = Dice(11);
            let [mut axes, mut overlaps] = [0; 2];
            for _ in 0..2000 {
                let Some((shapes, poses)) = Kind(1e6, true, 1.0).roll(&mut dice, other) else {
                    continue;
                };
                let [a, b] = [0, 1].map(|k| ConvexCore::new(Placed::new(&shapes[k], &poses[k])).unwrap());
                let pair = CorePair::new(&a, &b);
                let Some(want) = search::clearance(&pair, pair.between) else {
                    continue;
                };
                let tested = FewFeatures::new(&pair).unwrap();
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
            assert!(axes > 200 && told.contains(&overlaps), "{axes} {overlaps}");
        }
    }
}
