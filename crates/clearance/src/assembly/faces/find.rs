//! Where to look for curved faces.
//!
//! Every triangle is tried, with all guesses at the surface around it. Of several guesses that grow to
//! regions that prove them, the largest region counts, or the simpler surface where regions are as large.
//!
//! The effort is bounded: in a mesh of no known surface all guesses fail, and the search ends after so many.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::doubt::beyond_doubt;
use super::fit::{Model, greatest, of_samples, refined};
use super::grow::{Accuracy, Guess, Region, Search};
use super::guesses::{PATCH, of_patch, of_rim, of_rulings, of_six, of_vertex, samples};
use super::join::{absorb, join};

/// The search ends after it has looked at so many facets in vain, for each facet of the mesh.
const EFFORT: usize = 12;
/// The same for a small mesh.
const EFFORT_AT_LEAST: usize = 20_000;
/// Meshes of more triangles are searched with less patience: a guess counts for as many facets as its trial
/// may have.
const LARGE: usize = 100_000;
/// In such meshes so many triangles are passed over after many failures.
const STRIDE: usize = 8 * PATCH;
/// After so many triangles in vain, as in a mesh of nothing but free forms, the search goes on in larger
/// steps.
const PATIENCE: usize = 300;
/// The same for a small mesh: this part of its triangles.
const PATIENCE_OF_SMALL: usize = 8;
/// Guesses grow to so many triangles before the best of them grows on.
const TRIAL: usize = 300;

/// The curved faces of a mesh.
pub(super) fn curved_faces(search: &mut Search) -> Vec<Region> {
    let (triangles, vertices) = (search.facets.count(), search.facets.points.len());
    let mut finder = Finder {
        tried: vec![false; triangles],
        tried_vertices: vec![false; vertices],
        in_vain: 0,
        patience: PATIENCE.min(triangles / PATIENCE_OF_SMALL + 32),
        spent: 0,
        most: EFFORT * triangles + EFFORT_AT_LEAST,
        guess_costs: if triangles > LARGE { TRIAL } else { 1 },
        stride: if triangles > LARGE { STRIDE } else { PATCH },
        found: Vec::new(),
    };
    for accuracy in [Accuracy::Exact, Accuracy::Near] {
        search.accuracy = accuracy;
        finder.all_ways(search);
    }
    absorb(search, &mut finder.found);
    let found = join(search, finder.found);
    beyond_doubt(search, found)
}

struct Finder {
    /// Facets looked at in vain, about.
    spent: usize,
    /// The end of `spent`.
    most: usize,
    /// What a guess counts for, besides what it grows to.
    guess_costs: usize,
    /// After many failures, so many triangles around one are passed over if its patch is on no surface.
    stride: usize,
    /// Triangles of patches that are on no surface.
    tried: Vec<bool>,
    /// Triangles that were tried in vain since the last face was found.
    in_vain: usize,
    /// The end of `in_vain`.
    patience: usize,
    /// Vertices that no surface was found around.
    tried_vertices: Vec<bool>,
    found: Vec<Region>,
}

impl Finder {
    fn all_ways(&mut self, search: &mut Search) {
        let count = search.facets.count() as u32;
        self.in_vain = 0;
        self.tried.fill(false);
        self.tried_vertices.fill(false);
        for t in 0..count {
            if self.is_promising(t) && search.is_free(t) && search.facets.smooth_beside(t).count() == 3 {
                self.around(search, t);
            }
        }
        for t in 0..count {
            if self.is_promising(t) {
                self.along(search, t);
            }
        }
        for t in (0..count).filter(|t| search.is_free(*t)).collect::<Vec<_>>() {
            if !self.is_promising(t) {
                continue;
            }
            let guesses = (0..3).filter_map(|k| of_rim(search, t, k)).collect();
            self.take_best(search, guesses);
        }
        for t in 0..count {
            if search.is_free(t) && search.facets.smooth_beside(t).count() > 0 {
                let guesses = self.of_patch(search, t);
                self.take_best(search, guesses);
            }
        }
    }
    /// Whether a triangle should be tried. After many failures, those whose patch was tried are not.
    fn is_promising(&self, t: u32) -> bool {
        self.in_vain < self.patience || !self.tried[t as usize]
    }
    /// Looks for a face around a triangle.
    fn around(&mut self, search: &mut Search, t: u32) {
        let mut guesses: Vec<Guess> = of_six(search, t).into_iter().collect();
        for k in 0..3 {
            let vertex = search.facets.triangles[t as usize][k] as usize;
            if !core::mem::replace(&mut self.tried_vertices[vertex], true) {
                guesses.extend(of_vertex(search, t, k));
            }
        }
        guesses.extend(self.of_patch(search, t));
        self.take_best(search, guesses);
    }
    /// Guesses from the facets around a triangle, unless they were in vain before.
    fn of_patch(&mut self, search: &mut Search, t: u32) -> Vec<Guess> {
        if self.tried[t as usize] || self.spent > self.most {
            return Vec::new();
        }
        self.spent += PATCH;
        let patch = search.patch(t, PATCH);
        let guesses = of_patch(search, &patch);
        if guesses.is_empty() {
            let around = match self.in_vain < self.patience {
                true => patch[..patch.len().min(PATCH / 2)].to_vec(),
                false => search.patch(t, self.stride),
            };
            around.iter().for_each(|t| self.tried[*t as usize] = true);
        }
        guesses
    }
    /// Looks for cylinders and cones over each edge of a triangle.
    fn along(&mut self, search: &mut Search, t: u32) {
        for k in 0..3 {
            let n = search.facets.neighbours[t as usize][k];
            if n < t || n as usize >= search.facets.count() || !search.is_free(t) || !search.is_free(n) {
                continue;
            }
            if search.groups.of[t as usize] != search.groups.of[n as usize] && search.facets.is_smooth(t, n) {
                let guesses = of_rulings(search, t, k, n);
                self.take_best(search, guesses);
            }
        }
    }
    /// Lets all guesses grow, and takes the best region.
    fn take_best(&mut self, search: &mut Search, guesses: Vec<Guess>) {
        let mut best: Option<Region> = None;
        for guess in guesses {
            if self.spent > self.most {
                return;
            }
            if best
                .as_ref()
                .is_some_and(|b| b.model.kind() == guess.model.kind())
            {
                continue;
            }
            self.spent += self.guess_costs;
            let Some(region) = search.grown(&guess, TRIAL) else {
                continue;
            };
            let is_better = best.as_ref().is_none_or(|b| is_better(&region, b));
            if is_better && search.is_proved(&region) {
                best = Some(region);
            } else {
                self.spent += region.triangles.len();
                if self.in_vain >= self.patience {
                    region
                        .triangles
                        .iter()
                        .for_each(|t| self.tried[*t as usize] = true);
                }
            }
        }
        self.in_vain += 1;
        let Some(region) = best.and_then(|region| self.whole(search, region)) else {
            return;
        };
        let region = completed(search, region);
        let region = simpler(search, &region).unwrap_or(region);
        self.take(search, region);
    }
    /// The whole region, if the trial has ended early.
    fn whole(&mut self, search: &mut Search, region: Region) -> Option<Region> {
        if region.triangles.len() < TRIAL {
            return Some(region);
        }
        let guess = Guess {
            seed: region.triangles,
            model: region.model,
            is_least: false,
        };
        let whole = search.grown(&guess, usize::MAX)?;
        let is_proved = search.is_proved(&whole);
        if !is_proved {
            self.spent += whole.triangles.len();
        }
        is_proved.then_some(whole)
    }
    fn take(&mut self, search: &mut Search, region: Region) {
        self.in_vain = 0;
        let number = self.found.len() as u32;
        let all = region.triangles.iter();
        all.for_each(|t| search.owner[*t as usize] = number);
        search.surfaces.push(region.surface());
        self.found.push(region);
    }
}

/// As a cylinder, if a torus was found whose corners are as well on a cylinder: rounding bends long
/// cylinders.
fn simpler(search: &mut Search, region: &Region) -> Option<Region> {
    if !matches!(region.model, Model::Torus { .. }) {
        return None;
    }
    let some = &region.triangles[..region.triangles.len().min(4 * PATCH)];
    let guesses = of_samples(&samples(search, some), &search.some_corners(some));
    let before = core::mem::replace(&mut search.accuracy, Accuracy::Near);
    let cylinder = guesses
        .into_iter()
        .find(|g| g.simplicity() > Model::simplicity(&region.model))
        .filter(|guess| may_fit(search, region, guess))
        .map(|guess| search.fitted(region.triangles.clone(), guess, region.side));
    let cylinder = cylinder.filter(|c| search.is_proved(c));
    search.accuracy = before;
    cylinder
}

/// Whether a surface is near some of the corners of a region, or can be made so: else it is not near all.
fn may_fit(search: &Search, region: &Region, guess: &Model) -> bool {
    let corners = search.some_corners(&region.triangles);
    let error = greatest(guess, &corners).min(refined(*guess, &corners, search.tolerance()).1);
    error <= search.tolerance()
}

/// With the facets whose corners are only near the surface, where it stays proved.
fn completed(search: &mut Search, region: Region) -> Region {
    if search.accuracy == Accuracy::Near || !search.may_grow(&region.triangles) {
        return region;
    }
    search.accuracy = Accuracy::Near;
    let guess = Guess {
        seed: region.triangles.clone(),
        model: region.model,
        is_least: false,
    };
    let larger = search.grown(&guess, usize::MAX);
    let larger = larger.filter(|l| l.triangles.len() > region.triangles.len() && search.is_proved(l));
    search.accuracy = Accuracy::Exact;
    larger.unwrap_or(region)
}

/// Whether a region is to be preferred: more triangles, by a fifth if the surface is less simple. Noise makes
/// tori of slightly better fit of many cylinders.
fn is_better(region: &Region, best: &Region) -> bool {
    let (count, before) = (region.triangles.len(), best.triangles.len());
    match region.model.simplicity().cmp(&best.model.simplicity()) {
        Ordering::Less => 5 * count > 6 * before,
        Ordering::Equal => count > before,
        Ordering::Greater => 6 * count > 5 * before,
    }
}
