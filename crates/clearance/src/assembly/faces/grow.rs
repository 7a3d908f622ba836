//! From a guess at a surface to all facets that lie on it.
//!
//! Few facets tell little of a surface, so that it may be far off at a distance from them. So the region
//! grows in steps that double it at most. Each step takes facets whose corners are nearer to the surface than
//! a fraction of what the facet itself is away from it, its sagitta; then the surface is fitted again. Facets
//! of a neighbouring face that goes on tangentially are further off: a facet that leaves the surface by its
//! own width is off by four sagittas. In the end only those facets stay whose corners are on the surface
//! within the noise of the mesh.

use alloc::vec;
use alloc::vec::Vec;

use glam::DVec3;

use super::facets::{Facets, NONE};
use super::fit::{Model, refined};
use super::planes::Groups;
use crate::assembly::surface::Surface;

/// Of corners, in units of the noise: what counts as on a surface.
const ON: f64 = 6.0;
/// While growing, corners may be off by this part of the sagitta.
const LOOSE: f64 = 0.15;
/// Least squares use this many corners at most.
const ENOUGH: usize = 400;

/// The same, where corners are only near a surface: relative to the size of the mesh, which is 1 to 2 here.
/// Of the largest coordinate, it was metres for parts at site coordinates.
const NEAR: f64 = 4e-6;

/// How near corners must be to a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Accuracy {
    /// Within their rounding.
    Exact,
    /// As near as the edges of a modeller are to the surfaces that they are on: where two surfaces meet in a
    /// curve of no simple kind, the curve is computed up to a tolerance, and corners lie on it. They must be
    /// much nearer than the facets.
    Near,
}

/// A surface that some facets may lie on.
pub(super) struct Guess {
    pub seed: Vec<u32>,
    pub model: Model,
    /// The seed is the least that determines the surface, so that only further facets can prove it.
    pub is_least: bool,
}

/// Facets that lie on one curved surface.
pub(super) struct Region {
    pub triangles: Vec<u32>,
    pub model: Model,
    /// +1 if the material is inside.
    pub side: f64,
    /// The greatest distance of a corner.
    pub error: f64,
}

impl Region {
    /// The surface with its side, in the frame of the facets.
    pub fn surface(&self) -> Surface {
        self.model.surface(self.side > 0.0)
    }
}

/// What is known while faces are looked for.
pub(super) struct Search<'a> {
    pub facets: &'a Facets<'a>,
    pub groups: Groups,
    /// For each triangle its face, or `NONE`.
    pub owner: Vec<u32>,
    pub accuracy: Accuracy,
    /// The surfaces of the faces.
    pub surfaces: Vec<Surface>,
    visited: Vec<u32>,
    visit: u32,
}

impl<'a> Search<'a> {
    pub fn new(facets: &'a Facets<'a>) -> Self {
        let count = facets.count();
        let groups = Groups::new(facets);
        Self {
            facets,
            groups,
            owner: vec![NONE; count],
            accuracy: Accuracy::Exact,
            surfaces: Vec::new(),
            visited: vec![0; count],
            visit: 0,
        }
    }
    /// Whether a triangle may still become part of a curved face.
    pub fn is_free(&self, t: u32) -> bool {
        self.owner[t as usize] == NONE && !self.groups.is_in_plane[t as usize]
    }
    /// What counts as on a surface.
    pub fn tolerance(&self) -> f64 {
        match self.accuracy {
            Accuracy::Exact => ON * self.facets.noise,
            Accuracy::Near => (ON * self.facets.noise).max(NEAR),
        }
    }
    fn start_visit(&mut self) {
        self.visit += 1;
    }
    fn enter(&mut self, t: u32) -> bool {
        core::mem::replace(&mut self.visited[t as usize], self.visit) != self.visit
    }
    /// The free triangles around one, nearest first, over smooth edges.
    pub fn patch(&mut self, seed: u32, most: usize) -> Vec<u32> {
        self.start_visit();
        self.enter(seed);
        let mut patch = vec![seed];
        let mut next = 0;
        while next < patch.len() && patch.len() < most {
            let t = patch[next];
            next += 1;
            for (_, n) in self.facets.smooth_beside(t) {
                if self.is_free(n) && self.enter(n) {
                    patch.push(n);
                }
            }
        }
        patch
    }
    /// The region of `most` triangles about that a guess grows to, if it lies on a surface of the kind of the
    /// guess.
    pub fn grown(&mut self, guess: &Guess, most: usize) -> Option<Region> {
        let Guess { seed, model, .. } = guess;
        let side = self.side(seed, model)?;
        let mut model = *model;
        let mut region = self.started(seed, &model, side, LOOSE);
        loop {
            let before = region.len();
            self.extend(&mut region, &model, side, LOOSE, (2 * before + 8).min(most));
            if guess.is_least && region.len() <= seed.len() && !self.is_tangent(&region, &model, side) {
                return None;
            }
            let (next, error) = refined(model, &self.some_corners(&region), self.tolerance());
            if error > self.tolerance() {
                break;
            }
            model = next;
            if region.len() == before || region.len() >= most {
                break;
            }
        }
        let mut region = self.started(seed, &model, side, 0.0);
        self.extend(&mut region, &model, side, 0.0, most);
        if region.is_empty() || region.len() < 2 * seed.len() && self.is_too_small(&region, guess, side) {
            return None;
        }
        Some(self.fitted(region, model, side))
    }
    /// Whether a region is not more than the least that a guess needs, and nothing else speaks for it.
    fn is_too_small(&self, region: &[u32], guess: &Guess, side: f64) -> bool {
        guess.is_least && region.len() <= guess.seed.len() && !self.is_tangent(region, &guess.model, side)
    }
    /// Whether facets beside a region may still become part of it.
    pub fn may_grow(&mut self, region: &[u32]) -> bool {
        self.start_visit();
        region.iter().for_each(|t| self.visited[*t as usize] = self.visit);
        let is_new = |n: u32| self.visited[n as usize] != self.visit && self.is_free(n);
        let mut beside = region.iter().flat_map(|t| self.facets.smooth_beside(*t));
        beside.any(|(_, n)| is_new(n))
    }
    /// A region with the surface that fits best, or the given one.
    pub fn fitted(&self, triangles: Vec<u32>, model: Model, side: f64) -> Region {
        let (better, _) = refined(model, &self.some_corners(&triangles), self.tolerance());
        let error = self.error(&better, &triangles);
        let (model, error) = match error <= self.tolerance() {
            true => (better, error),
            false => (model, self.error(&model, &triangles)),
        };
        Region {
            triangles,
            model,
            side,
            error,
        }
    }
    /// On which side of the surface the facets have the material.
    fn side(&self, seed: &[u32], model: &Model) -> Option<f64> {
        let towards = |t: &u32| {
            let middle = self.middle(*t);
            self.facets.normals[*t as usize].dot(model.normal(middle)) * self.facets.areas[*t as usize]
        };
        let sum: f64 = seed.iter().map(towards).sum();
        (sum != 0.0 && sum.is_finite()).then_some(sum.signum())
    }
    fn middle(&self, t: u32) -> DVec3 {
        self.facets.corners(t).into_iter().sum::<DVec3>() / 3.0
    }
    /// The triangles of the seed that are on the surface.
    fn started(&mut self, seed: &[u32], model: &Model, side: f64, loose: f64) -> Vec<u32> {
        self.start_visit();
        let mut region = Vec::new();
        for &t in seed {
            if self.holds(model, side, t, loose) && self.enter(t) {
                region.push(t);
            }
        }
        region
    }
    /// Adds triangles beside the region that are on the surface, until it has `most`.
    fn extend(&mut self, region: &mut Vec<u32>, model: &Model, side: f64, loose: f64, most: usize) {
        let mut next = 0;
        while next < region.len() && region.len() < most {
            let t = region[next];
            next += 1;
            for (_, n) in self.facets.beside(t) {
                let is_new = self.visited[n as usize] != self.visit && self.is_free(n);
                if is_new && self.facets.is_smooth(t, n) && self.holds(model, side, n, loose) && self.enter(n)
                {
                    region.push(n);
                }
            }
        }
    }
    /// Whether a triangle is on a surface: its corners, and its normal.
    pub fn holds(&self, model: &Model, side: f64, t: u32, loose: f64) -> bool {
        let corners = self.facets.corners(t);
        let off = model.farthest(corners);
        let normal = self.facets.normals[t as usize];
        let agrees = || normal == DVec3::ZERO || normal.dot(model.normal(self.middle(t))) * side > 0.9;
        let allowed = match off <= self.tolerance() || loose == 0.0 {
            true => self.tolerance(),
            false => self.tolerance() + loose * sagitta(model, corners),
        };
        off <= allowed && agrees()
    }
    /// Corners of a region, evenly chosen if there are many.
    pub fn some_corners(&self, region: &[u32]) -> Vec<DVec3> {
        let (corner, few) = (|t: &u32| self.facets.triangles[*t as usize], 2 * ENOUGH);
        let mut corners: Vec<u32> = match region.len() > few {
            true => region
                .iter()
                .step_by(region.len() / few)
                .map(|t| corner(t)[0])
                .collect(),
            false => region.iter().flat_map(corner).collect(),
        };
        sort_and_dedup(&mut corners);
        let step = corners.len().div_ceil(ENOUGH).max(1);
        corners
            .iter()
            .step_by(step)
            .map(|i| self.facets.points[*i as usize])
            .collect()
    }
    /// The greatest distance of a corner.
    fn error(&self, model: &Model, region: &[u32]) -> f64 {
        let of_facet = |t: &u32| model.farthest(self.facets.corners(*t));
        region.iter().map(of_facet).fold(0.0, f64::max)
    }
}

/// Sorts numbers, each once. Those of the vertices of one face are close to each other as a rule: then they
/// are marked.
fn sort_and_dedup(numbers: &mut Vec<u32>) {
    let [least, most] = numbers
        .iter()
        .fold([u32::MAX, 0], |[least, most], n| [least.min(*n), most.max(*n)]);
    if numbers.len() < 32 || (most - least) as usize > 64 * numbers.len() {
        numbers.sort_unstable();
        numbers.dedup();
        return;
    }
    let mut marks = vec![0_u64; (most - least) as usize / 64 + 1];
    for n in numbers.drain(..) {
        marks[(n - least) as usize / 64] |= 1 << ((n - least) % 64);
    }
    for (i, mut bits) in (0..).zip(marks) {
        while bits != 0 {
            numbers.push(least + 64 * i + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
}

/// How far the middles of the edges are from a surface.
fn sagitta(model: &Model, [a, b, c]: [DVec3; 3]) -> f64 {
    model.farthest([(a + b) * 0.5, (b + c) * 0.5, (c + a) * 0.5])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers close to each other are marked, others sorted; both also at the ends of `u32`.
    #[test]
    fn each_number_stays_once_and_in_order() {
        let mut seed = 1_u64;
        for (count, spread) in [(5, 10), (40, 30), (100, 5_000), (100, 1 << 30)] {
            for first in [0, u32::MAX - spread] {
                let mut numbers: Vec<u32> = Vec::new();
                for _ in 0..count {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    numbers.push(first + (seed >> 33) as u32 % (spread + 1));
                }
                numbers.push(first + spread);
                let mut sorted = numbers.clone();
                sorted.sort_unstable();
                sorted.dedup();
                sort_and_dedup(&mut numbers);
                assert_eq!(numbers, sorted, "{count} of {spread} from {first}");
            }
        }
    }
}
