//! Whether a tolerance explains a common part: every point of it is as near to both borders as two
//! tessellations of the same faces may be.
//!
//! The common part is asked at points of its border: its vertices, the middle of each triangle and of the
//! longest edge of that. Such a point lies on a facet of one part and inside the other. It is moved onto the
//! surface that the facet stands for, and it is explained if it is no deeper below some face of the other
//! part than the two faces may differ. Faces that are near count, not only the nearest: at the rim of a hole
//! the plate's top is nearer than the wall of the hole, and it is the wall that explains. For the same reason
//! a point of the top is moved onto the wall, too: the plate itself ends there, while its facets go on to the
//! chord.
//!
//! Limits: the points are samples. A part of the border between them that is deeper than all of them by more
//! than the size of a triangle bends is not seen here; `fit.rs` looks for the deepest place of two surfaces.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::two::Two;
use crate::assembly::placed::{NearFacet, PlacedBody};
use crate::measure::{CommonMesh, Which};

/// A point of a common part that the tolerance does not explain.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembly) struct Unexplained {
    /// The face on which it lies and the nearest one of the other part; those of A and B, in this order.
    pub faces: Option<[u32; 2]>,
    /// How thick what these two have in common is there, where they face each other.
    pub thickness: Option<f64>,
}

/// A point of a common part that the tolerance does not explain, if there is one.
pub(in crate::assembly) fn unexplained(two: &Two<'_>, common: &CommonMesh<DVec3>) -> Option<Unexplained> {
    first_unexplained(two, common, |_| true, 0.0)
}

/// Whether the border of one part goes through the inside of the other, deeper below its border than `least`
/// and than the tolerance explains.
pub(in crate::assembly) fn runs_inside(
    two: &Two<'_>,
    common: &CommonMesh<DVec3>,
    part: Which,
    least: f64,
) -> bool {
    first_unexplained(two, common, |of| of == part, least).is_some()
}

/// A point on facets of the parts that count, deeper than `least`, which the tolerance does not explain.
fn first_unexplained(
    two: &Two<'_>,
    common: &CommonMesh<DVec3>,
    counts: impl Fn(Which) -> bool,
    least: f64,
) -> Option<Unexplained> {
    let mut is_done = vec![false; common.vertices.len()];
    for (triangle, &(which, facet)) in common.triangles.iter().zip(&common.sources) {
        let Some(facet) = facet.filter(|_| counts(which)) else {
            continue;
        };
        let corners = triangle.map(|v| common.vertices[v as usize]);
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let vertices = triangle.iter().zip(corners);
        let new = vertices.filter(|(v, _)| !core::mem::replace(&mut is_done[**v as usize], true));
        let samples = [middle, middle_of_longest_edge(&corners)].into_iter();
        for p in samples.chain(new.map(|(_, p)| p)) {
            if let Err(found) = explained_within(two, (which, facet), p, least) {
                return Some(found);
            }
        }
    }
    None
}

fn middle_of_longest_edge([a, b, c]: &[DVec3; 3]) -> DVec3 {
    let edges = [(*a, *b), (*b, *c), (*c, *a)];
    let length = |&(p, q): &(DVec3, DVec3)| (q - p).length_squared();
    let longest = edges.into_iter().max_by(|e, f| length(e).total_cmp(&length(f)));
    longest.map_or(*a, |(p, q)| (p + q) / 2.0)
}

/// Whether a point of the common part, on this facet of one part, is explained.
pub(in crate::assembly) fn explained_at(
    two: &Two<'_>,
    (which, facet): (Which, u32),
    p: DVec3,
) -> Result<(), Unexplained> {
    explained_within(two, (which, facet), p, 0.0)
}

/// The same, where faces may differ by `least` whatever they are.
fn explained_within(
    two: &Two<'_>,
    (which, facet): (Which, u32),
    p: DVec3,
    least: f64,
) -> Result<(), Unexplained> {
    let [own, other] = two.from(which);
    let face = own.face_of(facet);
    let reach = two.reach() + least;
    let others = nearest_of_each_face(other, p, reach);
    let on_surface = two.true_point(own, face, p);
    let is_shallow = |near: &NearFacet, from: u32, p: DVec3| {
        let slack = two.slack(in_order(which, [from, near.face])).max(least);
        two.depth_below(other, p, near)
            .or_else(|| depth_at_rim(two, other, near, &others, p))
            .is_some_and(|depth| depth <= slack)
    };
    if others.iter().any(|near| is_shallow(near, face, on_surface)) {
        return Ok(());
    }
    // The point may be beyond the surface in which its own face ends.
    let owns = nearest_of_each_face(own, p, reach);
    let mut thinnest: Option<(f64, [u32; 2])> = None;
    for (end, near) in owns
        .iter()
        .flat_map(|end| others.iter().map(move |near| (end, near)))
    {
        let Some(thickness) = two.thickness_between([own, other], [end, near], p) else {
            continue;
        };
        let faces = in_order(which, [end.face, near.face]);
        if thickness <= two.slack(faces).max(least) {
            return Ok(());
        }
        if thinnest.is_none_or(|(least, _)| thickness < least) {
            thinnest = Some((thickness, faces));
        }
    }
    let nearest = others.iter().min_by(|p, q| p.distance.total_cmp(&q.distance));
    let nearest = nearest.map(|near| in_order(which, [face, near.face]));
    Err(Unexplained {
        faces: thinnest.map(|(_, faces)| faces).or(nearest),
        thickness: thinnest.map(|(thickness, _)| thickness),
    })
}

/// How deep a point is below a face, beside its facets where these end at a chord and the face at its arc:
/// the foot is in the material of the curved face there.
fn depth_at_rim(
    two: &Two<'_>,
    part: &PlacedBody<'_>,
    near: &NearFacet,
    all: &[NearFacet],
    p: DVec3,
) -> Option<f64> {
    let surface = part.surface(near.face)?;
    let depth = -part.signed_distance(surface, p);
    let foot = p + part.surface_normal(surface, p) * depth;
    let is_in_arc = |other: &NearFacet| {
        let beside = part.deflection_of(other.face);
        let curved = part.surface(other.face).filter(|_| other.face != near.face);
        curved.is_some_and(|curved| part.signed_distance(curved, foot) <= 0.0)
            && two.beside(part, foot, near) <= beside + two.rounding
    };
    all.iter().any(is_in_arc).then_some(depth)
}

/// The facets within a radius of a point, of each face those that are nearest.
fn nearest_of_each_face(part: &PlacedBody<'_>, p: DVec3, radius: f64) -> Vec<NearFacet> {
    let mut found: Vec<NearFacet> = Vec::new();
    part.near(p, radius, &mut |near| {
        match found.iter_mut().find(|other| other.face == near.face) {
            Some(other) if near.distance < other.distance => *other = near,
            Some(_) => {}
            None => found.push(near),
        }
        ControlFlow::Continue(())
    });
    found
}

/// Faces of A and B, given those of one part and of the other.
pub(in crate::assembly) fn in_order(which: Which, [own, other]: [u32; 2]) -> [u32; 2] {
    match which {
        Which::A => [own, other],
        Which::B => [other, own],
    }
}
