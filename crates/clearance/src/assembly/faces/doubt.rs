//! Pieces of a free form that rounding made look like known surfaces.
//!
//! A short piece of a spline is near to a cylinder, and where coordinates are rounded it cannot be told from
//! one. But it does not end where a cylinder ends. A face of a part ends in an edge, or another face goes on
//! from it with another curvature: the next corner is off by a good part of what the surface itself bends
//! over one facet. A piece of a spline ends where its error has grown to what counts as on the surface, so
//! that the next corner is off by little more than that, and so is the one after it. So does a piece beside
//! which another one begins, on a surface that is nearly the same. Where a third of the facets beside a face
//! are such, it is given up: it belongs to a face of unknown kind.
//!
//! Limits: two arcs that go on to one another with nearly one radius are given up, too, where the rounding
//! hides the difference.

use alloc::vec::Vec;

use super::deflection::reaches;
use super::facets::NONE;
use super::grow::{Accuracy, Region, Search};

/// A surface almost goes on where the next corner is off by less than this part of what it bends up to there.
const ALMOST: f64 = 0.1;
/// And by less than this times what counts as on it.
const BARELY: f64 = 8.0;

/// A face is given up if its surface almost goes on over one of so many edges.
const IN_ONE_OF: usize = 3;

/// A surface is beyond doubt where its corners are nearer to it than this part of what its facets are: no
/// spline is.
const BEYOND_DOUBT: f64 = 1e-4;

/// A piece is small if it has no more triangles than this for each edge towards what is unknown.
const SMALL: usize = 4;

/// The faces that are not given up. The triangles of the others are free again.
pub(super) fn beyond_doubt(search: &mut Search, found: Vec<Region>) -> Vec<Region> {
    let accuracy = core::mem::replace(&mut search.accuracy, Accuracy::Near);
    let mut doubted: Vec<bool> = (0..)
        .zip(&found)
        .map(|(face, region)| is_doubtful(search, region) && almost_goes_on(search, face, region))
        .collect();
    search.accuracy = accuracy;
    while doubt_among_doubted(search, &found, &mut doubted) {}
    let numbers: Vec<u32> = doubted
        .iter()
        .scan(0, |next, is_doubted| {
            let number = if *is_doubted { NONE } else { *next };
            *next += u32::from(!is_doubted);
            Some(number)
        })
        .collect();
    for owner in search.owner.iter_mut().filter(|owner| **owner != NONE) {
        *owner = numbers[*owner as usize];
    }
    let all = found.into_iter().zip(doubted);
    let kept: Vec<Region> = all
        .filter_map(|(region, is_doubted)| (!is_doubted).then_some(region))
        .collect();
    search.surfaces = kept.iter().map(Region::surface).collect();
    kept
}

/// Whether rounding may hide that a face is something else.
fn is_doubtful(search: &Search, region: &Region) -> bool {
    let Region {
        triangles,
        model,
        error,
        ..
    } = region;
    !reaches(search.facets, triangles, model, [*error, BEYOND_DOUBT])
}

/// Gives up pieces among larger ones that were given up, or among facets of no known kind; whether there were
/// any.
fn doubt_among_doubted(search: &Search, found: &[Region], doubted: &mut [bool]) -> bool {
    let mut is_new = false;
    for (face, region) in found.iter().enumerate() {
        if !doubted[face] && is_among_doubted(search, face, found, doubted) && is_doubtful(search, region) {
            doubted[face] = true;
            is_new = true;
        }
    }
    is_new
}

/// Whether most of the smooth borders of a face lead to what is no known surface, and that is larger, or the
/// face hardly more than its border.
fn is_among_doubted(search: &Search, face: usize, found: &[Region], doubted: &[bool]) -> bool {
    let (mut unknown, mut all) = (0_usize, 0_usize);
    let mut beside: Vec<u32> = Vec::new();
    for &t in &found[face].triangles {
        for (_, n) in search.facets.smooth_beside(t) {
            let owner = search.owner[n as usize];
            if owner as usize == face {
                continue;
            }
            all += 1;
            match doubted.get(owner as usize) {
                Some(true) => beside.push(owner),
                None if !search.groups.is_in_plane[n as usize] => {}
                _ => continue,
            }
            unknown += 1;
        }
    }
    beside.sort_unstable();
    beside.dedup();
    let size: usize = beside.iter().map(|f| found[*f as usize].triangles.len()).sum();
    let own = found[face].triangles.len();
    2 * unknown > all && (size > own || SMALL * unknown >= own)
}

/// Whether the surface of a face almost goes on over many of its smooth borders.
fn almost_goes_on(search: &Search, face: u32, region: &Region) -> bool {
    let (mut almost, mut all) = (0_usize, 0_usize);
    for &t in &region.triangles {
        for (k, n) in search.facets.smooth_beside(t) {
            if search.owner[n as usize] == face || search.facets.is_thin(n) {
                continue;
            }
            let border = Border { face, t, k, n };
            if let Some(goes_on) = border.almost_goes_on(search, region) {
                all += 1;
                almost += usize::from(goes_on);
            }
        }
    }
    all > 0 && IN_ONE_OF * almost >= all
}

/// An edge between a triangle of a face and one beside the face.
struct Border {
    face: u32,
    t: u32,
    k: usize,
    n: u32,
}

impl Border {
    /// Whether the surface almost goes on; `None` along which it does not bend.
    fn almost_goes_on(&self, search: &Search, region: &Region) -> Option<bool> {
        let (facets, model) = (search.facets, &region.model);
        let corners = facets.corners(self.t);
        let middle = (corners[self.k] + corners[(self.k + 1) % 3]) * 0.5;
        let edge = facets.edge_towards(self.n, self.t);
        let next = facets.opposite(self.n, edge);
        let normal = model.normal(middle);
        let (from, off) = (middle - normal * model.value(middle), model.value(next).abs());
        let foot = next - model.normal(next) * model.value(next);
        let bend = (foot - from).dot(normal).abs();
        if bend <= 2.0 * search.tolerance() {
            return None;
        }
        if off <= search.tolerance() {
            // Two pieces of one surface would have been joined, and a plane beside it is not on it.
            return Some(true);
        }
        let is_almost_on = off <= ALMOST * bend && off <= BARELY * search.tolerance();
        Some(is_almost_on && self.is_left_for_good(search, region))
    }
    /// Whether the facets after the next one are off the surface, too: one corner that was written wrong is
    /// not the end of a face.
    fn is_left_for_good(&self, search: &Search, region: &Region) -> bool {
        let beside = search.facets.smooth_beside(self.n).filter(|(_, n)| *n != self.t);
        beside.into_iter().any(|(_, after)| {
            let corner = search
                .facets
                .opposite(after, search.facets.edge_towards(after, self.n));
            search.owner[after as usize] != self.face && region.model.value(corner).abs() > search.tolerance()
        })
    }
}
