//! Faces that were found in pieces, put together.

use alloc::vec::Vec;
use core::cell::OnceCell;
use core::mem::discriminant;

use glam::DVec3;

use super::deflection::of_surface;
use super::facets::NONE;
use super::grow::{Region, Search};

/// Flat groups that belong to a curved face are further from it than its other facets by this factor at most.
const FLATTER: f64 = 2.5;

/// The cosine of the greatest angle between a facet and its surface.
const STEEPEST: f64 = 0.5;

/// Faces are joined until so many triangles were looked at for each one of the mesh: else, many pieces of one
/// face would take time as the square of their number.
const EFFORT: usize = 20;

/// Gives flat groups to the curved face beside them whose surface all of their corners are on, as the topmost
/// ring of a torus, if they are no further from it than the other facets are.
pub(super) fn absorb(search: &mut Search, found: &mut [Region]) {
    // Few faces are asked for it.
    let deflections: Vec<Deflection> = found.iter().map(Deflection::new).collect();
    // Each face that grows may reach further groups.
    let mut next: Vec<u32> = (0..search.groups.all.len() as u32).collect();
    while let Some(group) = next.pop() {
        let triangles = search.groups.triangles(group);
        let left: Vec<u32> = triangles
            .iter()
            .copied()
            .filter(|t| search.owner[*t as usize] == NONE)
            .collect();
        if left.is_empty() || search.groups.all[group as usize].is_plane && left.len() < triangles.len() {
            continue;
        }
        let holds = |face: &u32| {
            let Region { model, side, .. } = &found[*face as usize];
            let is_flat = || {
                of_surface(search.facets, &left, model)
                    <= FLATTER * deflections[*face as usize].of(search, &found[*face as usize])
            };
            let is_on = || left.iter().all(|t| search.holds(model, *side, *t, 0.0));
            is_enclosed(search, &left, &found[*face as usize], *face) || is_flat() && is_on()
        };
        let Some(face) = faces_beside(search, &left).into_iter().find(holds) else {
            continue;
        };
        left.iter().for_each(|t| search.owner[*t as usize] = face);
        let beside = left.iter().flat_map(|t| search.facets.beside(*t));
        next.extend(beside.map(|(_, n)| search.groups.of[n as usize]));
        found[face as usize].triangles.extend(left);
    }
}

/// The deflection of a face as it was found.
struct Deflection {
    triangles: usize,
    known: OnceCell<f64>,
}

impl Deflection {
    fn new(region: &Region) -> Self {
        Self {
            triangles: region.triangles.len(),
            known: OnceCell::new(),
        }
    }
    fn of(&self, search: &Search, region: &Region) -> f64 {
        let compute = || of_surface(search.facets, &region.triangles[..self.triangles], &region.model);
        *self.known.get_or_init(compute)
    }
}

/// Whether a triangle has nothing but one face around it, and its corners are on that surface: then it can be
/// of nothing else, however steep it is, as in the cap of a coarse ball.
fn is_enclosed(search: &Search, triangles: &[u32], region: &Region, face: u32) -> bool {
    let &[t] = triangles else { return false };
    let around = search.facets.neighbours[t as usize];
    let is_own = |n: &u32| search.owner.get(*n as usize).is_some_and(|owner| *owner == face);
    let corners = search.facets.corners(t);
    let middle = corners.into_iter().sum::<DVec3>() / 3.0;
    let outward = search.facets.normals[t as usize].dot(region.model.normal(middle)) * region.side;
    let is_on = |p: &DVec3| region.model.value(*p).abs() <= search.tolerance();
    around.iter().all(is_own) && corners.iter().all(is_on) && outward > STEEPEST
}

/// The curved faces beside some triangles.
fn faces_beside(search: &Search, triangles: &[u32]) -> Vec<u32> {
    let beside = triangles.iter().flat_map(|t| search.facets.beside(*t));
    let mut faces: Vec<u32> = beside.map(|(_, n)| search.owner[n as usize]).collect();
    faces.retain(|face| *face != NONE);
    faces.sort_unstable();
    faces.dedup();
    faces
}

/// Joins neighbours that are on one surface. They were found apart where corners between them are a little
/// off.
pub(super) fn join(search: &mut Search, mut found: Vec<Region>) -> Vec<Region> {
    let mut kept: Vec<u32> = (0..found.len() as u32).collect();
    let mut left = EFFORT * search.facets.count();
    for pair in neighbours(search) {
        let [a, b] = pair.map(|face| root(&kept, face));
        let size = found[a as usize].triangles.len() + found[b as usize].triangles.len();
        if a == b || size > left {
            continue;
        }
        left -= size;
        if let Some(region) = joined(search, &found[a as usize], &found[b as usize]) {
            found[a as usize] = region;
            found[b as usize].triangles.clear();
            kept[b as usize] = a;
        }
    }
    found.retain(|region| !region.triangles.is_empty());
    for (face, region) in (0..).zip(&found) {
        region
            .triangles
            .iter()
            .for_each(|t| search.owner[*t as usize] = face);
    }
    search.surfaces = found.iter().map(Region::surface).collect();
    found
}

/// The face that a face has become part of.
fn root(kept: &[u32], mut face: u32) -> u32 {
    while kept[face as usize] != face {
        face = kept[face as usize];
    }
    face
}

/// The faces that go on to one another smoothly.
fn neighbours(search: &Search) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for t in 0..search.facets.count() as u32 {
        let here = search.owner[t as usize];
        for (_, n) in search.facets.beside(t) {
            let other = search.owner[n as usize];
            if here < other && other != NONE && search.facets.is_smooth(t, n) {
                pairs.push([here, other]);
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Two faces as one, if both are on one surface.
fn joined(search: &Search, a: &Region, b: &Region) -> Option<Region> {
    let is_other = discriminant(&a.surface()) != discriminant(&b.surface());
    if is_other || a.side != b.side {
        return None;
    }
    let larger = if b.triangles.len() > a.triangles.len() {
        b
    } else {
        a
    };
    let triangles = [&a.triangles[..], &b.triangles[..]].concat();
    let region = search.fitted(triangles, larger.model, larger.side);
    search.is_proved(&region).then_some(region)
}
