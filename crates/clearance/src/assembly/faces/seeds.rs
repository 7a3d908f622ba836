//! Where to look for curved faces, and with which guesses.
//!
//! A guess must come from facets of one face only, and faces may be narrow: a fillet is a few strips wide. So there are several ways to
//! guess, from few facets each. One is as good as another, for every guess must prove itself as it grows:
//!
//! 1. six corners of a triangle and its neighbours on a sphere;
//! 2. a vertex of a grid and the four beside it on a surface of revolution;
//! 3. least squares for some twenty facets around a triangle;
//! 4. three lines along two flat strips side by side, on a cylinder or a cone;
//! 5. three points of the circle that a ring of facets ends in, and one of the circle on its other side.
//!
//! A single ring of facets between two circles is on a cylinder or cone as well as on spheres and tori. So the first three
//! ways go first, from triangles with three smooth edges: such rings are left to the last unless they are part of something larger.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use glam::DVec3;

use super::deflection::of_surface;
use super::facets::NONE;
use super::fit::{
    Model, Sample, cone_of_rulings, cylinder_of_rulings, of_circle, of_cross, of_samples, refined,
    sphere_through,
};
use super::grow::{Accuracy, Region, Search};
use crate::assembly::surface::Surface;

/// How many facets least squares begin with.
const PATCH: usize = 20;

/// Flat groups that belong to a curved face are further from it than its other facets by this factor at most.
const FLATTER: f64 = 2.5;

/// The search ends after it has looked at so many facets in vain, for each facet of the mesh: a bound for meshes of no known surface.
const EFFORT: usize = 12;
/// The same for a small mesh.
const EFFORT_AT_LEAST: usize = 200_000;

/// A curved face with its surface, in the frame of the facets.
pub(super) struct Found {
    pub region: Region,
    pub surface: Surface,
}

/// The curved faces of a mesh.
pub(super) fn curved_faces(search: &mut Search) -> Vec<Found> {
    let mut finder = Finder {
        tried: vec![false; search.facets.count()],
        spent: 0,
        found: Vec::new(),
        surfaces: Vec::new(),
    };
    for accuracy in [Accuracy::Exact, Accuracy::Near] {
        search.accuracy = accuracy;
        finder.all_ways(search);
    }
    finder.absorb(search);
    finder.join(search);
    finder.found
}

struct Finder {
    /// Facets looked at in vain, about.
    spent: usize,
    /// Triangles of patches that are on no surface.
    tried: Vec<bool>,
    found: Vec<Found>,
    surfaces: Vec<Option<Surface>>,
}

/// A guess and the triangles that it comes from.
type Guess = (Vec<u32>, Model);

impl Finder {
    fn all_ways(&mut self, search: &mut Search) {
        let count = search.facets.count() as u32;
        self.tried.fill(false);
        for t in 0..count {
            if search.is_free(t) && search.facets.smooth_beside(t).count() == 3 {
                self.around(search, t);
            }
        }
        for t in 0..count {
            self.along(search, t);
        }
        for t in 0..count {
            let guesses: Vec<Guess> = (0..3).filter_map(|k| of_rim(search, t, k)).collect();
            self.take_best(search, guesses);
        }
        self.tried.fill(false);
        for t in 0..count {
            if search.is_free(t) && search.facets.smooth_beside(t).count() > 0 {
                let guesses = self.of_patch(search, t);
                self.take_best(search, guesses);
            }
        }
    }
    /// Looks for a face around a triangle.
    fn around(&mut self, search: &mut Search, t: u32) {
        let mut guesses: Vec<Guess> = self.of_six(search, t).into_iter().collect();
        for k in 0..3 {
            guesses.extend(of_vertex(search, t, k));
        }
        guesses.extend(self.of_patch(search, t));
        self.take_best(search, guesses);
    }
    /// Lets all guesses grow, and takes the best region.
    fn take_best(&mut self, search: &mut Search, guesses: Vec<Guess>) {
        let mut best: Option<Region> = None;
        for (seed, guess) in guesses {
            if self.spent > EFFORT * search.facets.count() + EFFORT_AT_LEAST {
                return;
            }
            self.spent += 1;
            let Some(region) = search.grown(&seed, guess) else {
                continue;
            };
            let is_better = best.as_ref().is_none_or(|b| is_better(&region, b));
            if is_better && search.is_proved(&region, &self.surfaces) {
                best = Some(region);
            } else {
                self.spent += region.triangles.len();
            }
        }
        if let Some(region) = best {
            let region = self.completed(search, region);
            let region = self.simpler(search, &region).unwrap_or(region);
            self.take(search, region);
        }
    }
    /// Gives flat groups to the curved face beside them whose surface all of their corners are on, as the topmost ring of a torus, if
    /// they are no further from it than the other facets are.
    fn absorb(&mut self, search: &mut Search) {
        let deflections: Vec<f64> = self
            .found
            .iter()
            .map(|f| of_surface(search.facets, &f.region.triangles, &f.region.model))
            .collect();
        for group in 0..search.groups.all.len() {
            let triangles = search.groups.all[group].triangles.clone();
            let beside = triangles
                .iter()
                .flat_map(|t| search.facets.beside(*t))
                .map(|(_, n)| search.owner[n as usize]);
            let mut beside: Vec<u32> = beside.filter(|face| *face != NONE).collect();
            beside.sort_unstable();
            beside.dedup();
            if !triangles.iter().all(|t| search.owner[*t as usize] == NONE) {
                continue;
            }
            let taker = beside.into_iter().find(|face| {
                let Found { region, .. } = &self.found[*face as usize];
                let deflection = of_surface(search.facets, &triangles, &region.model);
                deflection <= FLATTER * deflections[*face as usize]
                    && triangles
                        .iter()
                        .all(|t| search.holds(&region.model, region.side, *t, 0.0))
            });
            if let Some(face) = taker {
                triangles.iter().for_each(|t| search.owner[*t as usize] = face);
                self.found[face as usize].region.triangles.extend(triangles);
            }
        }
    }
    /// Joins neighbours that are on one surface. They were found apart where corners between them are a little off.
    fn join(&mut self, search: &mut Search) {
        let mut pairs = Vec::new();
        for t in 0..search.facets.count() as u32 {
            let here = search.owner[t as usize];
            let others = search
                .facets
                .smooth_beside(t)
                .map(|(_, n)| search.owner[n as usize]);
            pairs.extend(
                others
                    .filter(|other| here < *other && *other != NONE)
                    .map(|other| [here, other]),
            );
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut kept: Vec<u32> = (0..self.found.len() as u32).collect();
        for pair in pairs {
            let [a, b] = pair.map(|face| kept[face as usize]);
            if a != b && self.joined(search, a, b) {
                kept.iter_mut()
                    .filter(|face| **face == b)
                    .for_each(|face| *face = a);
            }
        }
        self.found.retain(|found| !found.region.triangles.is_empty());
    }
    /// Moves the triangles of face `b` to `a` if both are on one surface.
    fn joined(&mut self, search: &Search, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|face| face as usize);
        let regions = [&self.found[a].region, &self.found[b].region];
        let larger = regions[usize::from(regions[1].triangles.len() > regions[0].triangles.len())];
        let is_other = core::mem::discriminant(&self.found[a].surface)
            != core::mem::discriminant(&self.found[b].surface);
        if is_other || regions[0].side != regions[1].side {
            return false;
        }
        let triangles = [&regions[0].triangles[..], &regions[1].triangles[..]].concat();
        let region = search.fitted(triangles, larger.model, larger.side);
        if !search.is_proved(&region, &self.surfaces) {
            return false;
        }
        self.found[b].region.triangles.clear();
        self.surfaces[a] = Some(region.model.surface(region.side > 0.0));
        self.found[a] = Found {
            surface: region.model.surface(region.side > 0.0),
            region,
        };
        true
    }
    /// As a cylinder, if a torus was found whose corners are as well on a cylinder: rounding bends long cylinders.
    fn simpler(&self, search: &mut Search, region: &Region) -> Option<Region> {
        if !matches!(region.model, Model::Torus { .. }) {
            return None;
        }
        let some = &region.triangles[..region.triangles.len().min(4 * PATCH)];
        let guesses = of_samples(&samples(search, some), &search.some_corners(some));
        let before = core::mem::replace(&mut search.accuracy, Accuracy::Near);
        let cylinder = guesses
            .into_iter()
            .find(|g| g.simplicity() > Model::simplicity(&region.model))
            .map(|guess| search.fitted(region.triangles.clone(), guess, region.side));
        let cylinder = cylinder.filter(|c| search.is_proved(c, &self.surfaces));
        search.accuracy = before;
        cylinder
    }
    /// With the facets whose corners are only near the surface, where it stays proved.
    fn completed(&self, search: &mut Search, region: Region) -> Region {
        let before = core::mem::replace(&mut search.accuracy, Accuracy::Near);
        let larger = search.grown(&region.triangles, region.model);
        let larger = larger
            .filter(|l| l.triangles.len() > region.triangles.len() && search.is_proved(l, &self.surfaces));
        search.accuracy = before;
        larger.unwrap_or(region)
    }
    fn take(&mut self, search: &mut Search, region: Region) {
        let number = self.found.len() as u32;
        region
            .triangles
            .iter()
            .for_each(|t| search.owner[*t as usize] = number);
        let surface = region.model.surface(region.side > 0.0);
        self.surfaces.push(Some(surface));
        self.found.push(Found { region, surface });
    }
    /// The sphere through a triangle and the corners beside it.
    fn of_six(&self, search: &Search, t: u32) -> Option<Guess> {
        let facets = search.facets;
        let mut seed = vec![t];
        let mut corners = facets.corners(t).to_vec();
        for (_, n) in facets.smooth_beside(t).filter(|(_, n)| search.is_free(*n)) {
            corners.push(facets.opposite(n, facets.edge_towards(n, t)));
            seed.push(n);
        }
        if corners.len() < 6 {
            return None;
        }
        let model = (3..6).find_map(|k| sphere_through([corners[0], corners[1], corners[2], corners[k]]))?;
        let (model, error) = refined(model, &corners, search.tolerance());
        (error <= search.tolerance()).then_some((seed, model))
    }
    /// Surfaces that are near the facets around a triangle.
    fn of_patch(&mut self, search: &mut Search, t: u32) -> Vec<Guess> {
        if self.tried[t as usize] {
            return Vec::new();
        }
        if self.spent > EFFORT * search.facets.count() + EFFORT_AT_LEAST {
            return Vec::new();
        }
        self.spent += PATCH;
        let patch = search.patch(t, PATCH);
        let (samples, points) = (samples(search, &patch), search.some_corners(&patch));
        let mut guesses = Vec::new();
        for start in of_samples(&samples, &points) {
            let (model, error) = refined(start, &points, search.tolerance());
            if points.len() > model.numbers() && error <= search.tolerance() {
                guesses.push((patch.clone(), model));
            }
        }
        if guesses.is_empty() {
            patch
                .iter()
                .take(PATCH / 2)
                .for_each(|t| self.tried[*t as usize] = true);
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
}

/// Whether a region is to be preferred: more triangles, by a fifth if the surface is less simple. Noise makes tori of slightly better fit of
/// many cylinders.
fn is_better(region: &Region, best: &Region) -> bool {
    let (count, before) = (region.triangles.len(), best.triangles.len());
    match region.model.simplicity().cmp(&best.model.simplicity()) {
        Ordering::Less => 5 * count > 6 * before,
        Ordering::Equal => count > before,
        Ordering::Greater => 6 * count > 5 * before,
    }
}

/// Flat groups of facets, each once, with its middle.
fn samples(search: &Search, patch: &[u32]) -> Vec<Sample> {
    let facets = search.facets;
    let mut groups: Vec<(u32, u32)> = patch
        .iter()
        .map(|t| (search.groups.of[*t as usize], *t))
        .collect();
    groups.sort_unstable();
    let sample = |run: &[(u32, u32)]| {
        let mut corners: Vec<u32> = run
            .iter()
            .flat_map(|(_, t)| facets.triangles[*t as usize])
            .collect();
        corners.sort_unstable();
        corners.dedup();
        let middle = corners.iter().map(|i| facets.points[*i as usize]).sum::<DVec3>() / corners.len() as f64;
        let area = run.iter().map(|(_, t)| facets.areas[*t as usize]).sum();
        Sample {
            middle,
            normal: search.groups.all[run[0].0 as usize].normal,
            area,
        }
    };
    groups.chunk_by(|a, b| a.0 == b.0).map(sample).collect()
}

/// The surfaces of revolution through a vertex with four others beside it.
fn of_vertex(search: &Search, t: u32, k: usize) -> Vec<Guess> {
    let facets = search.facets;
    let vertex = facets.corners(t)[k];
    let (mut around, mut spokes) = (vec![t], Vec::new());
    let mut here = (t, k);
    loop {
        // Over the edge that starts at the vertex, to the triangle before.
        let next = facets.neighbours[here.0 as usize][here.1];
        if next as usize >= facets.count() || !search.is_free(next) || !facets.is_smooth(here.0, next) {
            return Vec::new();
        }
        if search.groups.of[next as usize] != search.groups.of[here.0 as usize] {
            spokes.push(facets.corners(here.0)[(here.1 + 1) % 3]);
        }
        if next == t {
            break;
        }
        // The shared edge runs towards the vertex there, so that the vertex is the corner after it.
        here = (next, (facets.edge_towards(next, here.0) + 1) % 3);
        around.push(next);
        if around.len() > 12 || facets.corners(next)[here.1] != vertex {
            return Vec::new();
        }
    }
    let [a, b, c, d] = spokes[..] else {
        return Vec::new();
    };
    let models = [of_cross(vertex, [a, c], [b, d]), of_cross(vertex, [b, d], [a, c])];
    models
        .into_iter()
        .flatten()
        .map(|m| (around.clone(), m))
        .collect()
}

/// The cylinder or cone of a ring of facets from a rim, a circle that it ends in: edge `k` of a triangle is on it.
fn of_rim(search: &Search, t: u32, k: usize) -> Option<Guess> {
    let facets = search.facets;
    let goes_on = |t: u32, k: usize| {
        let n = facets.neighbours[t as usize][k];
        let there = (n as usize) < facets.count() && facets.is_smooth(t, n) && search.is_free(n);
        there.then_some(n)
    };
    if !search.is_free(t) || facets.is_thin(t) || goes_on(t, k).is_some() {
        return None;
    }
    let mut seed = vec![t];
    // Around the end of the edge to the next edge of the rim.
    let mut here = (t, (k + 1) % 3);
    while let Some(next) = goes_on(here.0, here.1) {
        here = (next, (facets.edge_towards(next, here.0) + 1) % 3);
        seed.push(next);
        if seed.len() > 12 {
            return None;
        }
    }
    let corners = facets.corners(t);
    let far = facets.corners(here.0)[(here.1 + 1) % 3];
    let model = of_circle([corners[k], corners[(k + 1) % 3], far], corners[(k + 2) % 3])?;
    (seed.len() > 1).then_some((seed, model))
}

/// The cylinder and the cones through two flat strips on both sides of an edge.
fn of_rulings(search: &Search, t: u32, k: usize, n: u32) -> Vec<Guess> {
    let facets = search.facets;
    let [from, to] = [facets.corners(t)[k], facets.corners(t)[(k + 1) % 3]];
    let groups = [t, n].map(|t| &search.groups.all[search.groups.of[t as usize] as usize]);
    let direction = (to - from).normalize_or_zero();
    let far = |p: DVec3| (p - from).cross(direction).length();
    let farthest = |group: &super::planes::Group| {
        let corners = group.triangles.iter().flat_map(|t| facets.corners(*t));
        corners.fold(from, |best, p| if far(p) > far(best) { p } else { best })
    };
    let [a, b] = groups.map(farthest);
    let seed = groups
        .iter()
        .flat_map(|g| g.triangles.iter().copied())
        .collect::<Vec<_>>();
    let mut models: Vec<Model> = cylinder_of_rulings(direction, [from, a, b]).into_iter().collect();
    for apex in apexes(search, groups[0], [from, to], a) {
        let on_edge = if apex.distance_squared(from) > apex.distance_squared(to) {
            from
        } else {
            to
        };
        models.extend(cone_of_rulings(apex, [on_edge, a, b]));
    }
    models.into_iter().map(|m| (seed.clone(), m)).collect()
}

/// Where the other line of a strip may meet an edge of it: the apex of a cone.
fn apexes(search: &Search, group: &super::planes::Group, [from, to]: [DVec3; 2], a: DVec3) -> Vec<DVec3> {
    let direction = (to - from).normalize_or_zero();
    let near = 8.0 * search.facets.noise + 1e-9;
    let corners = || group.triangles.iter().flat_map(|t| search.facets.corners(*t));
    let off_edge = || corners().filter(|p| (*p - from).cross(direction).length() > near);
    let other = off_edge().fold(a, |best, p| {
        match p.distance_squared(a) > best.distance_squared(a) {
            true => p,
            false => best,
        }
    });
    if other == a {
        return vec![from, to];
    }
    // Both lines are in one plane: where they meet by the distances from the edge.
    let heights = [a, other].map(|p| (p - from).reject_from(direction));
    let change = heights[0].dot(heights[0]) - heights[1].dot(heights[0]);
    let along = heights[0].dot(heights[0]) / change;
    let apex = a + (other - a) * along;
    (apex.is_finite() && apex.length() < 1e4)
        .then_some(apex)
        .into_iter()
        .collect()
}
