//! The least gap between two surfaces that were recognised, where their faces are near each other.
//!
//! The gap at a point of the first surface is its signed distance from the second: negative where the first
//! is inside the material of the second. The facets only say where to begin. From there the gap is followed
//! down: along both tangents of the surface it is taken for a parabola through three points, whose lowest
//! point is the next one. Once that is not far away the steps become shorter.
//!
//! Only where both surfaces face each other is the gap one between the parts. The wall of a pin meets the top
//! of the plate it goes through at a right angle, at any gap from the wall of the hole. And only points over
//! both faces count (`over.rs`), not those where a surface goes on beyond its face.
//!
//! Two planes are not asked here: their facets are exact.

use alloc::vec::Vec;

use glam::DVec3;

use super::near_faces::NearFacets;
use super::over::Surfaces;
use super::two::{FACING, Two};
use crate::assembly::placed::PlacedBody;
use crate::assembly::surface::Surface;

/// Of how many pairs of facets the gap is followed down.
const FOLLOWED: usize = 4;
/// How often the steps down are halved.
const HALVED: usize = 12;
/// How many steps are made down at most: of a fine and a coarse mesh, they are as long as the fine facets.
const STEPS: usize = 60;
/// The apex of a cone may be off by so many times what its surface may be, over the sine of its half angle.
const APEX_IS_OFF: f64 = 16.0;
/// No step is longer than so many times the distance of the three points.
const FARTHEST: f64 = 2.0;

/// The least gap of two recognised faces, negative where they overlap, of which these facets are near each
/// other; `None` where they do not face each other, or one is not recognised, or both are planes.
pub(in crate::assembly) fn least_gap(two: &Two<'_>, faces: [u32; 2], near: &[NearFacets]) -> Option<f64> {
    let (a, b) = (two.a.surface(faces[0])?, two.b.surface(faces[1])?);
    if two.a.deflection_of(faces[0]) == 0.0 && two.b.deflection_of(faces[1]) == 0.0 {
        return None;
    }
    let surfaces = Surfaces { two, faces, a, b };
    // The gaps at the facets, the least first.
    let mut starts: Vec<(f64, DVec3, &NearFacets)> = near
        .iter()
        .filter_map(|pair| {
            let p = two.a.on_surface(a, pair.points[0]);
            Some((surfaces.gap_if_facing(p)?, p, pair))
        })
        .collect();
    starts.sort_by(|s, t| s.0.total_cmp(&t.0));
    let mut least: Option<f64> = None;
    let mut keep = |gap: f64| least = Some(least.map_or(gap, |other: f64| other.min(gap)));
    if let Some(start) = starts.iter().find(|start| surfaces.counts(start.0, start.1)) {
        keep(start.0);
    }
    for &(_, p, pair) in starts.iter().take(FOLLOWED) {
        let lowest = surfaces.followed(p, surfaces.size_of(pair));
        if let Some(gap) = surfaces
            .gap_if_facing(lowest)
            .filter(|&gap| surfaces.counts(gap, lowest))
        {
            keep(gap);
        }
    }
    least
}

impl Surfaces<'_, '_> {
    /// The distance of a point of the first surface from the second.
    fn gap(&self, p: DVec3) -> f64 {
        self.two.b.signed_distance(self.b, p)
    }
    fn gap_if_facing(&self, p: DVec3) -> Option<f64> {
        if self.is_at_tip(p) {
            return None;
        }
        let own = self.two.a.surface_normal(self.a, p);
        let other = self.two.b.surface_normal(self.b, p);
        (own.dot(other) < FACING).then(|| self.gap(p))
    }
    /// Whether a point is at the apex of a cone, as far as that is known: a small error of a cone moves it
    /// far. The tip itself is asked with the edges (`edge_gaps.rs`).
    fn is_at_tip(&self, p: DVec3) -> bool {
        let is_at = |part: &PlacedBody<'_>, surface: &Surface| match surface {
            Surface::Cone(cone) => {
                let known_to = self.two.slack(self.faces) * APEX_IS_OFF / libm::sin(cone.half_angle);
                (p - part.point(cone.apex)).length() <= known_to
            }
            _ => false,
        };
        is_at(&self.two.a, self.a) || is_at(&self.two.b, self.b)
    }
    /// The length of the shortest edge of two facets: the gap bends no faster than they do.
    fn size_of(&self, pair: &NearFacets) -> f64 {
        let edges = |[a, b, c]: [DVec3; 3]| (b - a).length().min((c - b).length()).min((a - c).length());
        let [i, j] = pair.facets;
        edges(self.two.a.corners(i)).min(edges(self.two.b.corners(j)))
    }
    /// The point of the first surface near `p` where the gap is least.
    fn followed(&self, mut p: DVec3, size: f64) -> DVec3 {
        let (mut step, mut halved) = (size / 4.0, 0);
        for _ in 0..STEPS {
            let before = p;
            let normal = self.two.a.surface_normal(self.a, p);
            // First where the gap falls: along a valley askew to both tangents steps would be short.
            let falls = self
                .two
                .b
                .surface_normal(self.b, p)
                .reject_from_normalized(normal);
            let u = falls
                .try_normalize()
                .unwrap_or_else(|| normal.any_orthonormal_vector());
            for tangent in [u, normal.cross(u)] {
                p = self.lower(p, tangent * step);
            }
            // Still on the way: the next steps are as long.
            if (p - before).length() > 0.5 * FARTHEST * step {
                continue;
            }
            step /= 2.0;
            halved += 1;
            if halved == HALVED {
                break;
            }
        }
        p
    }
    /// The lowest point along a tangent of the parabola through three points, but not too far.
    fn lower(&self, p: DVec3, step: DVec3) -> DVec3 {
        let at = |t: f64| self.two.a.on_surface(self.a, p + step * t);
        let [below, here, above] = [-1.0, 0.0, 1.0].map(|t| self.gap(at(t)));
        let (slope, bend) = ((above - below) / 2.0, above - 2.0 * here + below);
        let t = match bend > 0.0 {
            true => (-slope / bend).clamp(-FARTHEST, FARTHEST),
            false => -FARTHEST * slope.signum(),
        };
        let q = at(t);
        if slope != 0.0 && self.gap(q) < here { q } else { p }
    }
}
