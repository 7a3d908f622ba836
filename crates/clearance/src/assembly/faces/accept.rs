//! Whether a region proves its surface.
//!
//! Three points are always on a circle, and two circles about one axis on a sphere, a cone and many tori. So
//! corners on more lines or circles are asked for than determine the surface: four, or three where the faces
//! beside it have its tangent planes.

use alloc::vec::Vec;

use arrayvec::ArrayVec;
use glam::DVec3;

use super::deflection::reaches;
use super::fit::Model;
use super::grow::{Accuracy, Region, Search};

/// The corners of a curved face are off by this part of its bulge at most.
const BULGE: f64 = 0.02;
/// Corners are on one level if they differ by less than this part of the height of a face.
const LEVEL: f64 = 0.02;
/// The largest radius, in sizes of the mesh.
const LARGEST: f64 = 64.0;
/// Neighbouring facets of one doubly curved face differ in width by this factor at most, where they are
/// widest.
const EVEN: f64 = 8.0;
/// Of so many triangles, no face is a rectangle with its borders.
const SURELY_EVEN: usize = 1000;
/// Cones of a larger half angle are nearly planes: 72 degrees.
const FLAT_CONE: f64 = 1.25;
/// So many lines are as good as more.
const MANY: usize = 12;
/// The steps in which programs tessellate are not larger than this unless told so: 31 degrees.
const COARSEST: f64 = 0.54;
/// No face of few strips has larger steps than this: facets that turn by more are edges.
const LARGEST_STEP: f64 = 0.7;
/// Corners may be off by this part of the deflection where there are many strips, and by this times the cube
/// of their number where there are few.
const OFF_EXACT: [f64; 2] = [0.06, 4e-4];
/// The same where corners are only near. With three times as much, pieces of splines were taken for cylinders
/// and cones; circles that a modeller wrote as splines are off by half of it.
const OFF_NEAR: [f64; 2] = [4e-3, 3e-6];

impl Search<'_> {
    /// Whether the surface of a region is determined by more than enough.
    pub fn is_proved(&self, region: &Region) -> bool {
        if region.triangles.len() < 2 || region.error > self.tolerance() || !self.is_curved(region) {
            return false;
        }
        let corners = self.some_corners(&region.triangles);
        let lines = self.lines(region, &corners);
        let spare = corners.len() as i64 - region.model.numbers() as i64;
        let is_enough = lines.are_enough() && spare >= 2;
        let is_enough = is_enough
            || lines.count >= 3
                && spare >= 1
                && self.is_tangent(&region.triangles, &region.model, region.side);
        let is_sure = !is_flat_cone(&region.model) || lines.count == MANY;
        is_enough && is_sure && self.is_even(region) && self.is_near(region, lines.count - 1)
    }
    /// The lines or circles of a surface that the corners are on; none if they do not determine it.
    fn lines(&self, region: &Region, corners: &[DVec3]) -> Lines {
        match region.model {
            Model::Round {
                point,
                axis,
                radius,
                angle,
                ..
            } if radius.abs() < LARGEST && angle.abs() < 1.56 => {
                let far = corners
                    .iter()
                    .filter(|p| distance(**p, point, axis) > 0.01 * radius.abs());
                self.turns(far.map(|p| turn(*p, point, axis)), radius)
            }
            Model::Sphere { radius, .. } if radius < LARGEST && !self.are_on_two_circles(corners) => {
                Lines::scattered(corners.len() - 2)
            }
            Model::Torus {
                center,
                axis,
                major,
                minor,
            } if minor.max(major) < LARGEST / 4.0 => {
                let around = self.turns(corners.iter().map(|p| turn(*p, center, axis)), major);
                let profile = corners.iter().map(|p| {
                    let height = (*p - center).dot(axis);
                    libm::atan2(height, distance(*p, center, axis) - major)
                });
                let profile = self.turns(profile, minor);
                if around.are_enough() && is_spread(corners.iter().map(|p| turn(*p, center, axis)).collect())
                {
                    profile
                } else {
                    Lines::scattered(0)
                }
            }
            _ => Lines::scattered(0),
        }
    }
    /// Whether the corners of a region are on two parallel planes: two circles about one axis are always on a
    /// sphere, as a square side of a box with the edges of the fillets around it, and a ring of facets of a
    /// cylinder.
    fn are_on_two_circles(&self, corners: &[DVec3]) -> bool {
        // Three of any five corners are on one of the two planes.
        let step = (corners.len() / 5).max(1);
        let five: ArrayVec<DVec3, 5> = corners.iter().step_by(step).take(5).copied().collect();
        let triples = (0..five.len()).flat_map(|i| (0..i).flat_map(move |j| (0..j).map(move |k| [i, j, k])));
        triples.map(|triple| triple.map(|i| five[i])).any(|[a, b, c]| {
            let normal = (b - a).cross(c - a).normalize_or_zero();
            normal != DVec3::ZERO && are_on_two_levels(corners.iter().map(|p| p.dot(normal)), a.dot(normal))
        })
    }
    /// The different directions, up to the noise at this radius.
    fn turns(&self, angles: impl Iterator<Item = f64>, radius: f64) -> Lines {
        let same = 4.0 * self.tolerance() / radius.abs().max(self.tolerance()) + 1e-6;
        let mut found: ArrayVec<f64, MANY> = ArrayVec::new();
        for angle in angles {
            if found.iter().all(|f| between(angle, *f) > same) {
                found.push(angle);
            }
            if found.is_full() {
                break;
            }
        }
        found.sort_unstable_by(f64::total_cmp);
        Lines::of(&found)
    }
    /// Whether the largest facet of something doubly curved has others beside it that are about as wide, as
    /// facets of one surface have. A rectangle among the narrow strips of the fillets around it may be on a
    /// sphere by its symmetry only.
    fn is_even(&self, region: &Region) -> bool {
        let is_straight = matches!(region.model, Model::Round { .. });
        if is_straight || region.triangles.len() > SURELY_EVEN {
            return true;
        }
        let mut own = region.triangles.clone();
        own.sort_unstable();
        let area = |t: &u32| self.facets.areas[*t as usize];
        let largest = own.iter().map(area).fold(0.0, f64::max);
        let large = own.iter().filter(|t| area(t) >= 0.5 * largest);
        large
            .flat_map(|t| self.facets.smooth_beside(*t).map(|(_, n)| (*t, n)))
            .any(|(t, n)| {
                let is_other = self.groups.of[t as usize] != self.groups.of[n as usize];
                is_other && EVEN * area(&n) >= largest && own.binary_search(&n).is_ok()
            })
    }
    /// Whether corners are so near to the surface that it is no other one of slowly changing curvature. Over
    /// n strips of width w of a curve whose curvature changes by a part c from strip to strip, a circle is
    /// off by c n³ / 12 times the deflection w²/8r.
    fn is_near(&self, region: &Region, strips: usize) -> bool {
        let [many, few] = if self.accuracy == Accuracy::Exact {
            OFF_EXACT
        } else {
            OFF_NEAR
        };
        let strips = strips as f64;
        let part = many.min(few * strips * strips * strips);
        reaches(
            self.facets,
            &region.triangles,
            &region.model,
            [region.error, part],
        )
    }
    /// Whether the corners are off their surface by much less than from a plane.
    fn is_curved(&self, region: &Region) -> bool {
        let normals = region
            .triangles
            .iter()
            .map(|t| self.facets.normals[*t as usize] * self.facets.areas[*t as usize]);
        let mean = normals.sum::<DVec3>().normalize_or_zero();
        let heights = region
            .triangles
            .iter()
            .flat_map(|t| self.facets.corners(*t))
            .map(|p| p.dot(mean));
        let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), h| (low.min(h), high.max(h)));
        mean == DVec3::ZERO || region.error <= BULGE * (high - low)
    }
    /// Whether the faces that go on smoothly have the same tangent planes at the border, and there is one.
    pub fn is_tangent(&self, region: &[u32], model: &Model, side: f64) -> bool {
        let mut own = region.to_vec();
        own.sort_unstable();
        let mut found = 0;
        for &t in region {
            for (k, n) in self
                .facets
                .smooth_beside(t)
                .filter(|(_, n)| own.binary_search(n).is_err())
            {
                let corners = self.facets.corners(t);
                for p in [corners[k], corners[(k + 1) % 3]] {
                    let (other, here) = (self.normal_beside(n, p), model.normal(p) * side);
                    let turned = self.facets.normals[t as usize].cross(here).length();
                    if other.cross(here).length() > 0.05 * turned + 1e-6 || other.dot(here) < 0.0 {
                        return false;
                    }
                    found += 1;
                }
            }
        }
        found > 0
    }
    /// The normal of the face that a triangle belongs to.
    fn normal_beside(&self, t: u32, p: DVec3) -> DVec3 {
        match self.surfaces.get(self.owner[t as usize] as usize) {
            Some(surface) => surface.normal(p),
            None => self.groups.all[self.groups.of[t as usize] as usize].normal,
        }
    }
}

/// Whether a cone is nearly a plane: such are near to pieces of many surfaces.
fn is_flat_cone(model: &Model) -> bool {
    matches!(model, Model::Round { angle, is_cone: true, .. } if angle.abs() > FLAT_CONE)
}

/// The lines along a surface, or circles around it, that corners are on.
struct Lines {
    /// How many, `MANY` at most.
    count: usize,
    /// The least and the greatest angle between neighbours, without the largest gap, which is where the face
    /// ends.
    steps: [f64; 2],
}

impl Lines {
    fn scattered(count: usize) -> Self {
        Self {
            count: count.min(MANY),
            steps: [0.0; 2],
        }
    }
    /// From sorted angles.
    fn of(angles: &[f64]) -> Self {
        let count = angles.len();
        let gap = |i: usize| between(angles[i], angles[(i + 1) % count]);
        let largest = (0..count).fold(0, |best, i| if gap(i) > gap(best) { i } else { best });
        let gaps = (0..count).filter(|i| *i != largest).map(gap);
        let steps = gaps.fold([f64::MAX, 0.0], |[least, most], g| [g.min(least), g.max(most)]);
        Self { count, steps }
    }
    /// Four lines that are symmetric are on a circle in any case: as a flat side between two chamfers. They
    /// count only if their steps are equal, as a program that tessellates makes them, and not larger than
    /// that would make them. Five may differ somewhat.
    fn are_enough(&self) -> bool {
        let [least, most] = self.steps;
        match self.count {
            0..=3 => false,
            4 => most <= 1.02 * least && most < COARSEST,
            5..=7 => most <= 4.0 * least && most < LARGEST_STEP,
            _ => true,
        }
    }
}

/// Whether no gap between directions, but for the largest, takes more than half of what the others leave: as
/// a fillet's long strips between the corners of a box at both ends, which a large torus may pass near.
fn is_spread(mut angles: Vec<f64>) -> bool {
    angles.sort_unstable_by(f64::total_cmp);
    let count = angles.len();
    let mut gaps: Vec<f64> = (1..count).map(|i| angles[i] - angles[i - 1]).collect();
    gaps.push(core::f64::consts::TAU - (angles[count - 1] - angles[0]));
    gaps.sort_unstable_by(f64::total_cmp);
    let span: f64 = gaps[..count - 1].iter().sum();
    count > 2 && gaps[count - 2] <= 0.5 * span
}

/// Whether all heights are near this one or near one other.
fn are_on_two_levels(heights: impl Iterator<Item = f64> + Clone, level: f64) -> bool {
    let from_level = heights.map(|h| h - level);
    let [low, high] = from_level
        .clone()
        .fold([f64::MAX, f64::MIN], |[low, high], h| [low.min(h), high.max(h)]);
    let (same, other) = (LEVEL * (high - low), if high > -low { high } else { low });
    from_level
        .into_iter()
        .all(|h| h.abs() <= same || (h - other).abs() <= same)
}

/// The angle between two directions.
fn between(a: f64, b: f64) -> f64 {
    let between = (a - b).abs();
    between.min(core::f64::consts::TAU - between)
}

fn distance(p: DVec3, point: DVec3, axis: DVec3) -> f64 {
    (p - point).cross(axis).length()
}

/// The angle of a point about an axis.
fn turn(p: DVec3, point: DVec3, axis: DVec3) -> f64 {
    let (u, v) = axis.any_orthonormal_pair();
    libm::atan2((p - point).dot(v), (p - point).dot(u))
}
