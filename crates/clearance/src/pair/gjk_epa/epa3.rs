//! The expanding polytope in space: from the simplex of GJK to a facet of the Minkowski difference
//! (`epa.rs`).

use glam::DVec3;

use super::epa;
use super::epa::{CannotAdd, Depth, FacetPlane, InnerPolytope, furthest};
use super::gjk::{Limits, ProvenBounds};
use super::polytope::ExpandingPolytope;
use super::signed_volumes::NearestPoint;
use super::simplex::{Simplex, SimplexSpace, Support};
use crate::math::{Vector, Vector3};

/// Searches the depth from the simplex with which [`search`](super::gjk::search) ended, with the same
/// `support`.
#[inline]
pub(crate) fn expand(
    simplex: &Simplex<DVec3>,
    limits: Limits,
    support: &dyn Fn(DVec3) -> Support<DVec3>,
) -> Depth<DVec3> {
    let mut polytope = ExpandingPolytope::new(limits.gap * 0.25);
    match grow(simplex, limits.gap, support) {
        Some(corners) if polytope.start(corners) => epa::expand(&mut polytope, limits, support),
        _ => Depth::Flat,
    }
}

impl InnerPolytope<DVec3> for ExpandingPolytope {
    #[inline]
    fn vertex_count(&self) -> usize {
        self.vertices().len()
    }
    #[inline]
    fn nearest(&self) -> FacetPlane<DVec3> {
        self.nearest_face()
    }
    #[inline]
    fn add(&mut self, point: Support<DVec3>, index: usize) -> Result<(), CannotAdd> {
        self.add_vertex(point, index)
    }
    /// Several triangles may lie in the plane. The witness is in the one that contains the projection of the
    /// origin. A triangle of another plane may be equally near, but is not known to be in the border of D.
    fn facet(&self, nearest: &FacetPlane<DVec3>, reach: f64, gap: f64) -> Option<ProvenBounds<DVec3>> {
        let at_least = nearest.offset;
        let mut best: Option<(usize, NearestPoint<DVec3>)> = None;
        let in_plane = |c: &Support<DVec3>| nearest.normal.dot(c.difference) >= at_least - gap;
        for i in self.faces_within(at_least + gap) {
            let corners = self.corners(i);
            if !corners.iter().all(in_plane) {
                continue;
            }
            let foot = foot(&corners);
            if best.is_none_or(|(_, b)| foot.point.length_squared() < b.point.length_squared()) {
                best = Some((i, foot));
            }
        }
        let (face, foot) = best?;
        // Where the projection is on no triangle, rounding has made the polytope not convex.
        if foot.point.length() - at_least.abs() > 4.0 * gap {
            return None;
        }
        let (mut point_a, mut point_b) = (DVec3::ZERO, DVec3::ZERO);
        for (corner, weight) in self.corners(face).iter().zip(foot.weights) {
            point_a += corner.a * weight;
            point_b += corner.b * weight;
        }
        Some(ProvenBounds {
            at_least,
            at_most: reach,
            axis: -nearest.normal,
            point_a,
            point_b,
        })
    }
}

/// The point of a triangle that is nearest to the origin.
fn foot(corners: &[Support<DVec3>; 3]) -> NearestPoint<DVec3> {
    let [p, q, r] = *corners;
    DVec3::nearest_of_triangle(&[p, q, r, Support::NONE], [0, 1, 2])
}

/// A tetrahedron that contains the simplex; `None` where D is thinner than `thin`.
#[inline]
fn grow(
    simplex: &Simplex<DVec3>,
    thin: f64,
    support: &dyn Fn(DVec3) -> Support<DVec3>,
) -> Option<[Support<DVec3>; 4]> {
    let first = simplex.corner(0)?;
    let second = match simplex.corner(1) {
        Some(p) => p,
        None => furthest(&[DVec3::X, DVec3::Y, DVec3::Z], support, thin, &|d| {
            (d - first.difference).length()
        })?,
    };
    let third = match simplex.corner(2) {
        Some(p) => p,
        None => {
            let along = (second.difference - first.difference).normalized()?;
            let u = along.any_perpendicular();
            furthest(&[u, along.cross(u)], support, thin, &|d| {
                (d - first.difference).cross(along).length()
            })?
        }
    };
    let normal = (second.difference - first.difference)
        .cross(third.difference - first.difference)
        .normalized()?;
    let height = |d: DVec3| (d - first.difference).dot(normal).abs();
    let fourth = match simplex.corner(3) {
        Some(p) if height(p.difference) > thin => p,
        _ => furthest(&[normal], support, thin, &height)?,
    };
    Some([first, second, third, fourth])
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::pair::dice::Dice;
    use crate::pair::gjk_epa::gjk;
    use crate::pair::gjk_epa::gjk::Outcome;

    fn within(gap: f64, steps: usize) -> Limits {
        let enough = f64::INFINITY;
        Limits { gap, enough, steps }
    }
    /// The bounds of the gap of two hulls, or of their depth if the first is true.
    fn solve(a: &[DVec3], b: &[DVec3], start: DVec3, gap: f64) -> (bool, ProvenBounds<DVec3>) {
        let support = |n: DVec3| Support::new(furthest_along(a, n), furthest_along(b, -n));
        match gjk::search(start, within(gap, 64), support) {
            Outcome::Separated(s, _) => (false, s),
            Outcome::Overlapping(simplex) => match expand(&simplex, within(gap, 128), &support) {
                Depth::Found(f) => (true, f),
                other => panic!("{other:?}"),
            },
            Outcome::Unconverged(s, _) => panic!("{s:?}"),
        }
    }
    fn furthest_along(points: &[DVec3], n: DVec3) -> DVec3 {
        let mut best = points[0];
        for &p in points {
            if p.dot(n) > best.dot(n) {
                best = p;
            }
        }
        best
    }
    fn gap_along(a: &[DVec3], b: &[DVec3], n: DVec3) -> f64 {
        (furthest_along(b, -n) - furthest_along(a, n)).dot(n)
    }
    fn edges(points: &[DVec3]) -> Vec<DVec3> {
        let pairs = points.iter().enumerate();
        pairs
            .flat_map(|(i, p)| points[..i].iter().map(move |q| *p - *q))
            .collect()
    }
    /// The largest gap over every plane that three points of one, or two of each, could span: for two that
    /// overlap, minus the depth.
    fn widest_gap(a: &[DVec3], b: &[DVec3]) -> f64 {
        let (of_a, of_b) = (edges(a), edges(b));
        let mut best = -f64::INFINITY;
        let mut offer = |u: &DVec3, v: &DVec3| {
            if let Some(n) = u.cross(*v).normalized() {
                best = best.max(gap_along(a, b, n)).max(gap_along(a, b, -n));
            }
        };
        for (k, u) in of_a.iter().enumerate() {
            of_a[..k].iter().for_each(|v| offer(u, v));
            of_b.iter().for_each(|v| offer(u, v));
        }
        for (k, u) in of_b.iter().enumerate() {
            of_b[..k].iter().for_each(|v| offer(u, v));
        }
        best
    }

    #[test]
    fn agrees_with_every_candidate_plane() {
        let mut dice = Dice(1);
        let mut hits = 0;
        for case in 0..600 {
            let size = [1.0, 1e-9, 1e9][case % 3];
            let (na, nb) = (4 + case % 4, 4 + case / 4 % 3);
            let a = dice.cloud(na, DVec3::ZERO, size);
            let around = dice.vector() * 1.2;
            let b = dice.cloud(nb, around, size);
            let oracle = widest_gap(&a, &b) / size;
            let gap = 1e-14 * size;
            let (is_hit, f) = solve(&a, &b, DVec3::X, gap);
            hits += usize::from(is_hit);
            let (step, context) = (
                f.point_b - f.point_a,
                alloc::format!("case {case}: {f:?} {oracle}"),
            );
            if is_hit {
                assert!((f.at_least / size + oracle).abs() < 1e-13, "{context}");
                assert!((step + f.axis * f.at_most).length() < 1e-13 * size, "{context}");
            } else {
                assert!(oracle > 0.0, "{context}");
                assert!(
                    (gap_along(&a, &b, f.axis) - f.at_most).abs() < 2.0 * gap,
                    "{context}"
                );
                assert!((step.length() - f.at_most).abs() < 2.0 * gap, "{context}");
            }
        }
        assert!((180..420).contains(&hits), "{hits} hits");
    }

    #[test]
    fn many_coplanar_points_are_no_trouble() {
        let cube = |c: DVec3| -> Vec<DVec3> {
            (0..27)
                .map(|i| DVec3::new((i % 3) as f64, (i / 3 % 3) as f64, (i / 9) as f64) + c)
                .collect()
        };
        let mut dice = Dice(2);
        for case in 0..500 {
            let shift = (dice.vector() * 8.0).round() * 0.25;
            let oracle = shift.abs().max_element() - 2.0;
            let (is_hit, f) = solve(&cube(DVec3::ZERO), &cube(shift), shift, 1e-14);
            let is_right = if is_hit {
                (f.at_most + oracle).abs() < 1e-14
            } else {
                oracle > 0.0
            };
            assert!(is_right, "case {case}: {shift} {f:?}");
        }
    }

    #[test]
    fn spheres_through_their_support_alone() {
        let mut dice = Dice(3);
        for case in 0..200 {
            let center = dice.vector();
            let support = |n: DVec3| Support::new(n, center - n);
            let limits = within(1e-12, 64);
            let Outcome::Overlapping(simplex) = gjk::search(DVec3::X, limits, support) else {
                panic!("case {case}: {center}");
            };
            let limits = within(1e-2, 128);
            match expand(&simplex, limits, &support) {
                Depth::Found(f) => assert!((f.at_most - 2.0 + center.length()).abs() < 1e-2),
                other => panic!("case {case}: {center} {other:?}"),
            }
        }
    }
}
