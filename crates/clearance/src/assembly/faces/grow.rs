//! From a guess at a surface to all facets that lie on it.
//!
//! Few facets tell little of a surface, so that it may be far off at a distance from them. So the region grows in steps
//! that double it at most. Each step takes facets whose corners are nearer to the surface than a fraction of what the facet itself is
//! away from it, its sagitta; then the surface is fitted again. Facets of a neighbouring face that goes on tangentially are further
//! off: a facet that leaves the surface by its own width is off by four sagittas. In the end only those facets stay whose corners
//! are on the surface within the noise of the mesh.

use alloc::vec;
use alloc::vec::Vec;

use glam::DVec3;

use super::facets::{Facets, NONE};
use super::fit::{Model, refined};
use super::planes::Groups;

/// Of corners, in units of the noise: what counts as on a surface.
const ON: f64 = 6.0;
/// While growing, corners may be off by this part of the sagitta.
const LOOSE: f64 = 0.15;
/// Least squares use this many corners at most.
const ENOUGH: usize = 1500;

/// The same, where corners are only near a surface: relative to the largest coordinate.
const NEAR: f64 = 1e-6;

/// How near corners must be to a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Accuracy {
    /// Within their rounding.
    Exact,
    /// As near as the edges of a modeller are to the surfaces that they are on: where two surfaces meet in a curve of no simple
    /// kind, the curve is computed up to a tolerance, and corners lie on it. They must be much nearer than the facets.
    Near,
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

/// What is known while faces are looked for.
pub(super) struct Search<'a> {
    pub facets: &'a Facets<'a>,
    pub groups: Groups,
    /// For each triangle its face, or `NONE`.
    pub owner: Vec<u32>,
    pub accuracy: Accuracy,
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
            visited: vec![0; count],
            visit: 0,
        }
    }
    /// Whether a triangle may still become part of a curved face.
    pub fn is_free(&self, t: u32) -> bool {
        let group = self.groups.of[t as usize] as usize;
        self.owner[t as usize] == NONE && !self.groups.all[group].is_plane
    }
    /// What counts as on a surface.
    pub fn tolerance(&self) -> f64 {
        match self.accuracy {
            Accuracy::Exact => ON * self.facets.noise,
            Accuracy::Near => (ON * self.facets.noise).max(NEAR * self.facets.largest),
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
    /// The region that a guess grows to from its seed, if it lies on a surface of the kind of the guess.
    pub fn grown(&mut self, seed: &[u32], guess: Model) -> Option<Region> {
        let side = self.side(seed, &guess)?;
        let mut model = guess;
        let mut region = self.started(seed, &model, side, LOOSE);
        loop {
            let before = region.len();
            self.extend(&mut region, &model, side, LOOSE, 2 * before + 8);
            let (next, error) = refined(model, &self.some_corners(&region), self.tolerance());
            if error > self.tolerance() {
                break;
            }
            model = next;
            if region.len() == before {
                break;
            }
        }
        let mut region = self.started(seed, &model, side, 0.0);
        self.extend(&mut region, &model, side, 0.0, usize::MAX);
        if region.is_empty() {
            return None;
        }
        Some(self.fitted(region, model, side))
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
            for (_, n) in self.facets.smooth_beside(t) {
                let is_new = self.visited[n as usize] != self.visit && self.is_free(n);
                if is_new && self.holds(model, side, n, loose) && self.enter(n) {
                    region.push(n);
                }
            }
        }
    }
    /// Whether a triangle is on a surface: its corners, and its normal.
    pub fn holds(&self, model: &Model, side: f64, t: u32, loose: f64) -> bool {
        let corners = self.facets.corners(t);
        let off = corners.iter().map(|p| model.value(*p).abs()).fold(0.0, f64::max);
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
        let mut corners: Vec<u32> = region
            .iter()
            .flat_map(|t| self.facets.triangles[*t as usize])
            .collect();
        corners.sort_unstable();
        corners.dedup();
        let step = corners.len().div_ceil(ENOUGH).max(1);
        corners
            .iter()
            .step_by(step)
            .map(|i| self.facets.points[*i as usize])
            .collect()
    }
    /// The greatest distance of a corner.
    fn error(&self, model: &Model, region: &[u32]) -> f64 {
        let corners = region.iter().flat_map(|t| self.facets.corners(*t));
        corners.map(|p| model.value(p).abs()).fold(0.0, f64::max)
    }
}

/// How far the middles of the edges are from a surface.
fn sagitta(model: &Model, [a, b, c]: [DVec3; 3]) -> f64 {
    let middles = [a + b, b + c, c + a].map(|sum| model.value(sum * 0.5).abs());
    middles.into_iter().fold(0.0, f64::max)
}
