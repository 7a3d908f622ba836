//! Guesses at curved surfaces, from few facets each.
//!
//! A guess must come from facets of one face only, and faces may be narrow: a fillet is a few strips wide. So
//! there are several ways to guess, from few facets each. One is as good as another, for every guess must
//! prove itself as it grows:
//!
//! 1. six corners of a triangle and its neighbours on a sphere;
//! 2. a vertex of a grid and the four beside it on a surface of revolution;
//! 3. least squares for some twenty facets around a triangle;
//! 4. three lines along two flat strips side by side, on a cylinder or a cone;
//! 5. three points of the circle that a ring of facets ends in, and one of the circle on its other side.
//!
//! A single ring of facets between two circles is on a cylinder or cone as well as on spheres and tori. So
//! the first three ways go first, from triangles with three smooth edges: such rings are left to the last
//! unless they are part of something larger.

use alloc::vec;
use alloc::vec::Vec;

use glam::DVec3;

use super::fit::{
    Model, Sample, cone_of_rulings, cylinder_of_rulings, greatest, of_circle, of_cross, of_samples, refined,
    sphere_through,
};
use super::grow::{Guess, Search};

/// How many facets least squares begin with.
pub(super) const PATCH: usize = 20;
/// A first guess must be nearer to the corners than this part of what these are off a plane, to be made
/// better.
const HOPELESS: f64 = 0.25;

/// The sphere through a triangle and the corners beside it.
pub(super) fn of_six(search: &Search, t: u32) -> Option<Guess> {
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
    let start = (3..6).find_map(|k| sphere_through([corners[0], corners[1], corners[2], corners[k]]))?;
    if greatest(&start, &corners) > search.tolerance() + HOPELESS * thickness(search, &seed) {
        return None;
    }
    let (model, error) = refined(start, &corners, search.tolerance());
    (error <= search.tolerance()).then_some(Guess {
        seed,
        model,
        is_least: true,
    })
}

/// Surfaces that are near the facets of a patch.
pub(super) fn of_patch(search: &Search, patch: &[u32]) -> Vec<Guess> {
    let points = search.some_corners(patch);
    let hopeless = search.tolerance() + HOPELESS * thickness(search, patch);
    let mut guesses = Vec::new();
    for start in of_samples(&samples(search, patch), &points) {
        if points.len() <= start.numbers() || greatest(&start, &points) > hopeless {
            continue;
        }
        let (model, error) = refined(start, &points, search.tolerance());
        if error <= search.tolerance() {
            guesses.push(Guess {
                seed: patch.to_vec(),
                model,
                is_least: false,
            });
        }
    }
    guesses
}

/// How far the corners of some facets are apart along their mean normal.
fn thickness(search: &Search, triangles: &[u32]) -> f64 {
    let facets = search.facets;
    let area = |t: &u32| facets.normals[*t as usize] * facets.areas[*t as usize];
    let normal = triangles.iter().map(area).sum::<DVec3>().normalize_or_zero();
    let heights = triangles
        .iter()
        .flat_map(|t| facets.corners(*t))
        .map(|p| p.dot(normal));
    let [low, high] = heights.fold([f64::MAX, f64::MIN], |[low, high], h| [low.min(h), high.max(h)]);
    high - low
}

/// Flat groups of facets, each once, with its middle.
pub(super) fn samples(search: &Search, patch: &[u32]) -> Vec<Sample> {
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
pub(super) fn of_vertex(search: &Search, t: u32, k: usize) -> Vec<Guess> {
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
        .map(|model| Guess {
            seed: around.clone(),
            model,
            is_least: true,
        })
        .collect()
}

/// The cylinder or cone of a ring of facets from a rim, a circle that it ends in: edge `k` of a triangle is
/// on it.
pub(super) fn of_rim(search: &Search, t: u32, k: usize) -> Option<Guess> {
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
    (seed.len() > 1).then_some(Guess {
        seed,
        model,
        is_least: true,
    })
}

/// The cylinder and the cones through two flat strips on both sides of an edge.
pub(super) fn of_rulings(search: &Search, t: u32, k: usize, n: u32) -> Vec<Guess> {
    let facets = search.facets;
    let [from, to] = [facets.corners(t)[k], facets.corners(t)[(k + 1) % 3]];
    let groups = [t, n].map(|t| search.groups.triangles(search.groups.of[t as usize]));
    let direction = (to - from).normalize_or_zero();
    let far = |p: DVec3| (p - from).cross(direction).length();
    let farthest = |group: &[u32]| {
        let corners = group.iter().flat_map(|t| facets.corners(*t));
        corners.fold(from, |best, p| if far(p) > far(best) { p } else { best })
    };
    let [a, b] = groups.map(farthest);
    let seed = groups.concat();
    let mut models: Vec<Model> = cylinder_of_rulings(direction, [from, a, b]).into_iter().collect();
    for apex in apexes(search, groups[0], [from, to], a) {
        let on_edge = if apex.distance_squared(from) > apex.distance_squared(to) {
            from
        } else {
            to
        };
        models.extend(cone_of_rulings(apex, [on_edge, a, b]));
    }
    models
        .into_iter()
        .map(|model| Guess {
            seed: seed.clone(),
            model,
            is_least: true,
        })
        .collect()
}

/// Where the other line of a strip may meet an edge of it: the apex of a cone.
fn apexes(search: &Search, group: &[u32], [from, to]: [DVec3; 2], a: DVec3) -> Vec<DVec3> {
    let direction = (to - from).normalize_or_zero();
    let near = 8.0 * search.facets.noise + 1e-9;
    let corners = || group.iter().flat_map(|t| search.facets.corners(*t));
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
